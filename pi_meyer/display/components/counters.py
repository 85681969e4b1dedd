"""What is counted when it is not lives: tally strokes, a pile of lids; and plain rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display import shapes
from pi_meyer.display.colours import (
    CREAM,
    IVORY_DARK,
    IVORY_LIGHT,
    IVORY_LIP,
    QUIET,
    QUIET_EDGE,
    Colour,
)

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.studio import Studio


@dataclass(frozen=True, slots=True)
class TallyMarks:
    """Points as strokes on a beer mat, in fives; at most ten are drawn."""

    edge: float
    count: int

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.edge, self.edge)
        unit = self.edge / 100
        rows = 1 if self.count <= 5 else 2
        for number in range(self.count):
            row, place = divmod(number, 5)
            high = 80.0 if rows == 1 else 40.0
            top = 10.0 if rows == 1 else 5.0 + row * 50.0
            if place < 4:
                x = 18.0 + place * 21.0
                points = ((x, top), (x - 2, top + high))
            else:
                points = ((4.0, top + high * 0.78), (96.0, top + high * 0.22))
            sheet.stroke(tuple((x * unit, y * unit) for x, y in points), 7.0 * unit, CREAM)
        if self.count == 0:
            sheet.stroke(((30 * unit, 50 * unit), (70 * unit, 50 * unit)), 5.0 * unit, QUIET_EDGE)
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class LidPile:
    """Lids seen from the side, one on the other; at most eight are drawn."""

    edge: float
    count: int

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.edge, self.edge)
        edge = self.edge
        thick = edge * 0.115
        if self.count == 0:
            box = ((edge * 0.06, edge * 0.82), (edge * 0.88, thick))
            sheet.shape(_slab(*box, 3.0), QUIET_EDGE)
            inner = ((edge * 0.06 + 2, edge * 0.82 + 2), (edge * 0.88 - 4, thick - 4))
            sheet.shape(_slab(*inner, 2.0), QUIET)
        for number in range(self.count):
            slip = edge * 0.03 * ((number * 2) % 3 - 1)
            y0 = edge * 0.97 - (number + 1) * thick * 1.02
            left, wide = edge * 0.06 + slip, edge * 0.88
            sheet.shape(_slab((left, y0), (wide, thick), thick * 0.42), IVORY_LIP)
            colour = IVORY_LIGHT if number == self.count - 1 else IVORY_DARK
            sheet.shape(_slab((left, y0), (wide, thick * 0.72), thick * 0.36), colour)
        return sheet.surface()


def _slab(corner: shapes.Point, size: shapes.Point, radius: float) -> shapes.Shape:
    return lambda x, y: shapes.box(x, y, corner, size, radius)


@dataclass(frozen=True, slots=True)
class Rule:
    """A plain bar."""

    w: float
    thick: float
    colour: Colour

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        return studio.paint(self.w, self.thick, ground=self.colour).surface()
