"""Beer mats: a person is colour, shape and letter (design/screens.md, section 5)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display import shapes
from pi_meyer.display.colours import (
    DIM,
    GROUND,
    INK,
    QUIET,
    QUIET_EDGE,
    Colour,
    seat_colour,
)
from pi_meyer.display.typography import Face, drawable

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio

ROOM = 1.16
"""Half the sprite's width and height, in radii: diamond and hexagon are wider than the circle."""

SEAT_LETTERS = "ABCDEFGHIJKL"
_WIDTHS = (1.36, 1.5, 1.15, 1.5, 1.5, 1.4)
"""How wide letters may be on each shape, in radii."""


class Look(enum.Enum):
    """How a mat is drawn."""

    LIVE = "live"
    OUT = "out"
    FLOOD = "flood"


@dataclass(frozen=True, slots=True)
class Mat:
    """The mat of a seat (0 to 11) with one or two letters of cap height ``cap`` u."""

    seat: int
    radius: float
    letters: str
    cap: float
    look: Look = Look.LIVE

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        room = self.radius * ROOM
        sheet = studio.square_paint(2 * room, 2 * room)
        _paint_mat(sheet, (room, room), self)
        surface = sheet.surface()
        self._write(studio, surface)
        return surface

    def _write(self, studio: Studio, surface: pygame.Surface) -> None:
        letters = letters_of(self.letters, self.seat)
        ink = studio.ink(
            letters, Face.POSTER, self.cap, letter_colour(self.seat, self.look), pressed=True
        )
        room = _WIDTHS[self.seat % 6] * self.radius * studio.canvas.scale * studio.canvas.squash
        drawn = ink.surface
        if ink.w > room:
            import pygame  # noqa: PLC0415 - only two wide letters need it

            drawn = pygame.transform.smoothscale(drawn, (int(room), ink.h))
        width, height = surface.get_size()
        cap_px = self.cap * studio.canvas.scale
        lift = 0.06 * self.radius * studio.canvas.scale if self.seat % 6 == 4 else 0.0
        top = (height - cap_px) / 2 - lift
        surface.blit(drawn, ((width - drawn.get_width()) // 2, round(top) + ink.rise))


def letters_of(letters: str, seat: int) -> str:
    """What the mat can show: its letters, or the seat's own letter for other scripts."""
    return drawable(letters)[:2] or SEAT_LETTERS[seat % 12]


def letter_colour(seat: int, look: Look) -> Colour:
    """The letter's colour."""
    if look is Look.OUT:
        return DIM
    ring = seat >= 6
    return seat_colour(seat) if ring or look is Look.FLOOD else INK


def mat_colour(seat: int, look: Look) -> Colour:
    """What lies behind the letter."""
    if look is Look.OUT:
        return QUIET
    if look is Look.FLOOD:
        return INK
    return GROUND if seat >= 6 else seat_colour(seat)


def _paint_mat(sheet: Paint, centre: shapes.Point, mat: Mat) -> None:
    colour = seat_colour(mat.seat)

    def shape(inset: float, fill: Colour) -> None:
        sheet.shape(lambda x, y: _outline(x, y, centre, mat, inset), fill)

    ring = mat.seat >= 6
    match mat.look:
        case Look.OUT:
            shape(0.0, QUIET_EDGE)
            shape(max(1.6, mat.radius * 0.055), QUIET)
        case Look.FLOOD:
            shape(0.0, INK)
            if ring:
                shape(mat.radius * 0.07, colour)
                shape(mat.radius * 0.15, INK)
        case Look.LIVE:
            shape(0.0, colour)
            if ring:
                shape(mat.radius * 0.12, GROUND)


def _outline(
    x: shapes.Array,
    y: shapes.Array,
    centre: shapes.Point,
    mat: Mat,
    inset: float,
) -> shapes.Array:
    radius = mat.radius
    cx, cy = centre
    match mat.seat % 6:
        case 0:
            away = shapes.disc(x, y, centre, radius)
        case 1:
            half = 0.92 * radius
            away = shapes.box(x, y, (cx - half, cy - half), (2 * half, 2 * half), radius * 0.16)
        case 2:
            half = 0.86 * radius
            tx, ty = shapes.turned(x, y, centre, 45.0)
            away = shapes.box(tx, ty, (cx - half, cy - half), (2 * half, 2 * half), radius * 0.15)
        case 3:
            w, h = 1.08 * radius, 0.9 * radius
            corners = (
                (cx - w / 2, cy - h),
                (cx + w / 2, cy - h),
                (cx + w, cy),
                (cx + w / 2, cy + h),
                (cx - w / 2, cy + h),
                (cx - w, cy),
            )
            away = shapes.polygon(x, y, corners, radius * 0.04)
        case 4:
            away = shapes.shield(x, y, centre, 0.92 * radius, 1.02 * radius)
        case _:
            away = shapes.bottle_cap(x, y, centre, radius * 1.02)
    return away + inset
