"""Signs drawn as strokes: tick, cross, higher, same, undo, arrows, and the small pictograms."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display import shapes
from pi_meyer.display.colours import CREAM, GROUND, STITCH, UNLIT_EDGE, Colour

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio

Stroke = tuple[shapes.Point, ...]


class Glyph(enum.Enum):
    """What can be drawn; the strokes lie in a square of 100, the thickness is given apart."""

    TICK = "tick"
    CROSS = "cross"
    HIGHER = "higher"
    SAME = "same"
    UNDO = "undo"
    AGAIN = "again"
    LEANING = "leaning"
    FLAG = "flag"
    SHUT_EYE = "shut_eye"
    TOO_LOW = "too_low"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    PLUS = "plus"
    MINUS = "minus"
    TIMES_TWO = "times_two"
    NO_TOUCH = "no_touch"
    NO_BUTTON = "no_button"
    NOT_SAVING = "not_saving"
    LOW_POWER = "low_power"
    HOT = "hot"
    BUTTON = "button"
    DASH = "dash"


def _circle(cx: float, cy: float, radius: float, start: float = 0.0, turn: float = 360.0) -> Stroke:
    steps = max(8, int(abs(turn) / 9))
    return tuple(
        (
            cx + radius * math.sin(math.radians(start + turn * step / steps)),
            cy - radius * math.cos(math.radians(start + turn * step / steps)),
        )
        for step in range(steps + 1)
    )


def _box(left: float, top: float, right: float, bottom: float) -> Stroke:
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


STROKES: dict[Glyph, tuple[Stroke, ...]] = {
    Glyph.TICK: (((12, 62), (38, 88), (88, 12)),),
    Glyph.CROSS: (((12, 12), (88, 88)), ((88, 12), (12, 88))),
    Glyph.HIGHER: (((14, 10), (86, 40), (14, 70)), ((14, 92), (86, 92))),
    Glyph.SAME: (((14, 34), (86, 34)), ((14, 66), (86, 66))),
    Glyph.UNDO: (
        _circle(56, 53, 36, -58, 262),
        ((4, 34), (34, 12), (38, 50), (4, 34)),
        ((14, 34), (32, 24), (32, 40), (14, 34)),
    ),
    Glyph.AGAIN: (_circle(50, 52, 34, 60, 290), ((24, 2), (36, 22)), ((16, 36), (36, 22))),
    Glyph.LEANING: (((22, 70), (38, 18), (86, 34), (70, 86), (22, 70)), ((4, 92), (96, 92))),
    Glyph.FLAG: (((24, 6), (24, 94)), ((24, 10), (84, 10), (70, 31), (84, 52), (24, 52))),
    Glyph.SHUT_EYE: (
        _circle(50, 20, 46, 240, -120),
        ((50, 68), (50, 86)),
        ((27, 61), (19, 77)),
        ((73, 61), (81, 77)),
        ((10, 46), (-2, 56)),
        ((90, 46), (102, 56)),
    ),
    Glyph.TOO_LOW: (((86, 10), (14, 40), (86, 70)), ((20, 96), (84, 0))),
    Glyph.UP: (((16, 68), (50, 34), (84, 68)),),
    Glyph.DOWN: (((16, 34), (50, 68), (84, 34)),),
    Glyph.LEFT: (((66, 14), (30, 50), (66, 86)),),
    Glyph.RIGHT: (((34, 14), (70, 50), (34, 86)),),
    Glyph.PLUS: (((14, 50), (86, 50)), ((50, 14), (50, 86))),
    Glyph.MINUS: (((14, 50), (86, 50)),),
    Glyph.TIMES_TWO: (
        ((4, 40), (38, 80)),
        ((38, 40), (4, 80)),
        ((54, 34), (60, 20), (76, 14), (90, 22), (92, 38), (54, 86), (96, 86)),
    ),
    Glyph.NO_TOUCH: (_circle(50, 52, 24), ((12, 90), (88, 14))),
    Glyph.NO_BUTTON: (_circle(50, 50, 34), _circle(50, 50, 12), ((10, 90), (90, 10))),
    Glyph.NOT_SAVING: (_box(24, 24, 76, 76), ((12, 90), (88, 14))),
    Glyph.LOW_POWER: (((60, 4), (28, 56), (52, 56), (40, 96), (74, 42), (50, 42), (60, 4)),),
    Glyph.HOT: (
        ((50, 12), (50, 62)),
        _circle(50, 76, 12),
        _circle(50, 76, 4),
        ((70, 20), (84, 20)),
        ((70, 38), (84, 38)),
        ((70, 56), (80, 56)),
    ),
    Glyph.BUTTON: (_circle(50, 50, 40), _circle(50, 50, 20), _circle(50, 50, 10)),
    Glyph.DASH: (((14, 50), (86, 50)),),
}
"""The strokes of every sign."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A glyph in a square of ``size`` u with strokes ``thick`` u; square in mm."""

    glyph: Glyph
    size: float
    thick: float
    colour: Colour = CREAM

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.size, self.size)
        paint_glyph(sheet, self, (0.0, 0.0))
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class StatusSign:
    """A stitched ring with a cream pictogram: something works less well, the game goes on."""

    glyph: Glyph
    size: float = 60.0

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.size, self.size)
        middle, radius = self.size / 2, self.size / 2 - 2.5
        count = 14
        for number in range(count):
            arc = _circle(middle, middle, radius, number * 360 / count, 360 / count * 0.58)
            sheet.stroke(arc, 2.4, STITCH)
        inner = Sign(self.glyph, self.size * 0.5, 3.4)
        paint_glyph(sheet, inner, (self.size * 0.25, self.size * 0.25))
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class HoldRing:
    """The ring of the menu hold, filled to ``steps`` of 60."""

    radius: float
    steps: int

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        size = 2 * self.radius + 12
        sheet = studio.square_paint(size, size)
        middle = (size / 2, size / 2)
        sheet.shape(lambda x, y: shapes.disc(x, y, middle, size / 2), GROUND, opacity=0.72)
        sheet.shape(
            lambda x, y: shapes.arc(x, y, middle, self.radius, thick=10.0, share=1.0), UNLIT_EDGE
        )
        share = self.steps / 60
        sheet.shape(
            lambda x, y: shapes.arc(x, y, middle, self.radius, thick=10.0, share=share), CREAM
        )
        return sheet.surface()


def paint_glyph(sheet: Paint, sign: Sign, corner: shapes.Point) -> None:
    """Lay a glyph on a sheet, the strokes inside the square even with their thickness."""
    inset = sign.thick / 2
    unit = (sign.size - 2 * inset) / 100
    for stroke in STROKES[sign.glyph]:
        points = tuple(
            (corner[0] + inset + x * unit, corner[1] + inset + y * unit) for x, y in stroke
        )
        sheet.stroke(points, sign.thick, sign.colour)
