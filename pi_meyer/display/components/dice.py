"""Ivory: result dice, life dice, empty places (design/screens.md, section 5). Never a glyph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.display import shapes
from pi_meyer.display.colours import (
    INK,
    IVORY_DARK,
    IVORY_LIGHT,
    IVORY_LIP,
    QUIET,
    QUIET_EDGE,
)
from pi_meyer.display.paint import blend

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio

RADIUS = 0.21
PIP, LONE_PIP = 0.098, 0.125
APART = 0.265
LIP = 0.045
LIGHT_AT = (0.38, 0.30)

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((1, -1), (-1, 1)),
    3: ((1, -1), (0, 0), (-1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where pips lie, in steps from the middle; 0 is a die whose value is nobody's business."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die of ``edge`` u (lip included) showing ``pips``, turned clockwise by ``angle`` degrees.

    A turned die needs room: its sprite is ``turned_room(angle)`` edges wide and high.
    """

    edge: float
    pips: int
    angle: float = 0.0

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        room = self.edge * turned_room(self.angle)
        sheet = studio.square_paint(room, room)
        paint_die(sheet, (room / 2, room / 2), self.edge, self.pips, self.angle)
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class NoDie:
    """The empty dark place of somebody without lives."""

    edge: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.edge, self.edge)
        edge, line = self.edge, max(1.5, self.edge * 0.04)
        radius = edge * RADIUS
        sheet.shape(lambda x, y: shapes.box(x, y, (0, 0), (edge, edge), radius), QUIET_EDGE)
        inner = (edge - 2 * line, edge - 2 * line)
        sheet.shape(lambda x, y: shapes.box(x, y, (line, line), inner, radius - line), QUIET)
        return sheet.surface()


def turned_room(angle: float) -> float:
    """Edges that the sprite of a turned die is wide and high."""
    return 1.0 if angle == 0.0 else 1.42


def paint_die(
    sheet: Paint, centre: shapes.Point, edge: float, pips: int, angle: float = 0.0
) -> None:
    """Lay one die on a sheet; ``centre`` is the middle of face and lip together."""
    lip = edge * LIP
    face = edge - lip
    middle = (centre[0], centre[1] - lip / 2)
    corner = (middle[0] - edge / 2, middle[1] - face / 2)
    radius = edge * RADIUS

    def body(x: shapes.Array, y: shapes.Array) -> shapes.Array:
        tx, ty = shapes.turned(x, y, middle, angle) if angle else (x, y)
        return shapes.box(tx, ty, corner, (edge, face), radius)

    sheet.shape(lambda x, y: body(x, y - lip), IVORY_LIP)
    sheet.shape(lambda x, y: body(x, y - lip / 2), IVORY_LIP)
    sheet.shape(body, _ivory(sheet, corner, edge))
    for across, down in PIPS[pips]:
        radius_pip = edge * (LONE_PIP if pips == 1 else PIP)
        _pip(sheet, _place(middle, across, down, edge, angle), radius_pip)


def _place(middle: shapes.Point, across: int, down: int, edge: float, angle: float) -> shapes.Point:
    turn = np.deg2rad(angle)
    dx, dy = across * edge * APART, down * edge * APART
    return (
        float(middle[0] + dx * np.cos(turn) - dy * np.sin(turn)),
        float(middle[1] + dx * np.sin(turn) + dy * np.cos(turn)),
    )


def _pip(sheet: Paint, at: shapes.Point, radius: float) -> None:
    lit = (at[0], at[1] + radius * 0.13)
    window = sheet.window(
        at[0] - radius - 1, at[1] - radius - 1, at[0] + radius + 1, at[1] + radius * 1.2 + 1
    )
    sheet.shape(lambda x, y: shapes.disc(x, y, lit, radius), IVORY_LIGHT, window=window)
    sheet.shape(lambda x, y: shapes.disc(x, y, at, radius), INK, window=window)


def _ivory(sheet: Paint, corner: shapes.Point, edge: float) -> shapes.Array:
    """Ivory lit from the upper left: an array (3, w, h) for the whole sheet."""
    far = np.hypot(
        sheet.x - corner[0] - LIGHT_AT[0] * edge, sheet.y - corner[1] - LIGHT_AT[1] * edge
    ) / (edge * 0.92)
    share = np.clip(far, 0.0, 1.0) ** np.float32(1.35)
    return blend(IVORY_LIGHT, IVORY_DARK, share)
