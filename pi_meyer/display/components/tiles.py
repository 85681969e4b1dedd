"""Leather tiles that can be touched, and the plate that undoes (design/screens.md, section 5)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display import shapes
from pi_meyer.display.colours import (
    CREAM,
    GROUND,
    INK,
    QUIET,
    QUIET_EDGE,
    STITCH,
    TILE,
    TILE_EDGE,
    UNLIT,
    UNLIT_EDGE,
    Colour,
)
from pi_meyer.display.typography import Face

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio


class State(enum.Enum):
    """How a tile looks: fill, edge, and the colour of what stands on it."""

    LEGAL = "legal"
    QUIET = "quiet"
    ILLEGAL = "illegal"
    TOUCHED = "touched"
    PLATE = "plate"

    @property
    def fill(self) -> Colour | None:
        """What the tile is filled with; None shows the ground."""
        return _LOOKS[self][0]

    @property
    def edge(self) -> Colour:
        """Its edge."""
        return _LOOKS[self][1]

    @property
    def ink(self) -> Colour:
        """What is written on it."""
        return _LOOKS[self][2]

    @property
    def behind(self) -> Colour:
        """What lies behind the writing."""
        return self.fill or GROUND


_LOOKS: dict[State, tuple[Colour | None, Colour, Colour]] = {
    State.LEGAL: (TILE, TILE_EDGE, CREAM),
    State.QUIET: (QUIET, QUIET_EDGE, CREAM),
    State.ILLEGAL: (None, UNLIT_EDGE, UNLIT),
    State.TOUCHED: (CREAM, CREAM, INK),
    State.PLATE: (CREAM, CREAM, INK),
}
"""Fill, edge and ink of every state."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A tile without or with a label in its middle; ``label_dy`` moves the label down."""

    w: float
    h: float
    state: State
    stitched: bool = False
    radius: float = 10.0
    label: str = ""
    cap: float = 0.0
    face: Face = Face.POSTER

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h)
        paint_plate(sheet, (0.0, 0.0), (self.w, self.h), self.state, self.radius)
        if self.stitched:
            _stitch(sheet, self.w, self.h)
        surface = sheet.surface()
        if self.label:
            ink = studio.ink(self.label, self.face, self.cap, self.state.ink)
            width, height = surface.get_size()
            top = (height - self.cap * studio.canvas.scale) / 2
            surface.blit(ink.surface, ((width - ink.w) // 2, round(top) + ink.rise))
        return surface


@dataclass(frozen=True, slots=True)
class Outline:
    """The edge that shows a finger (thin, on the tile's edge) or the highlight (thick, round it).

    The sprite is ``w`` x ``h``; the line lies just inside it.
    """

    w: float
    h: float
    radius: float
    line: float
    colour: Colour = CREAM

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h)
        half = self.line / 2
        size = (self.w - self.line, self.h - self.line)

        def ring(x: shapes.Array, y: shapes.Array) -> shapes.Array:
            away = shapes.box(x, y, (half, half), size, self.radius)
            return abs(away) - half

        sheet.shape(ring, self.colour)
        return sheet.surface()


def paint_plate(
    sheet: Paint, corner: shapes.Point, size: shapes.Point, state: State, radius: float
) -> None:
    """Lay a tile with its edge on a sheet."""
    line = 2.0
    sheet.shape(lambda x, y: shapes.box(x, y, corner, size, radius), state.edge)
    if state.fill != state.edge:
        inner = (size[0] - 2 * line, size[1] - 2 * line)
        at = (corner[0] + line, corner[1] + line)
        sheet.shape(lambda x, y: shapes.box(x, y, at, inner, radius - line), state.behind)


def level(x: float, y: float) -> Callable[[float], shapes.Point]:
    """A straight seam from a point to the right."""
    return lambda along: (x + along, y)


def _stitch(sheet: Paint, w: float, h: float) -> None:
    """Two rows of stitches inside the upper and the lower edge."""
    inset = 9.0 if h < 130 else 13.0
    side = min(16.0, w * 0.12)
    for y in (inset, h - inset):
        sheet.stitches(level(side, y), w - 2 * side, colour=STITCH)
