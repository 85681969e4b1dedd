"""The field in the verdict's colour: one picture for the whole pub (design/screens.md, section 5).

TRUE has a straight upper edge and two unbroken lines at each side; BLUFF a saw-tooth edge and
hatched bands; what is neither, a scalloped edge and dotted bands. In grey all signs remain.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.display import shapes
from pi_meyer.display.colours import BLUFF, INK, MUTED, TRUE, Colour

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio

TOOTH_PITCH, TOOTH_H = 25.0, 9.0
BAND = 30.0


class Tone(enum.Enum):
    """What was ruled, as far as colour and frame go."""

    TRUE = TRUE
    BLUFF = BLUFF
    NEITHER = MUTED

    @property
    def colour(self) -> Colour:
        """The field's colour."""
        return self.value


@dataclass(frozen=True, slots=True)
class Flood:
    """The field, ``w`` x ``h`` u below its edge; the sprite is ``TOOTH_H`` higher."""

    w: float
    h: float
    tone: Tone

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h + TOOTH_H)
        match self.tone:
            case Tone.TRUE:
                self._true(sheet)
            case Tone.BLUFF:
                self._bluff(sheet)
            case Tone.NEITHER:
                self._neither(sheet)
        return sheet.surface()

    def _true(self, sheet: Paint) -> None:
        sheet.shape(lambda _, y: TOOTH_H - y + 0 * sheet.x, self.tone.colour)
        for left in (6.0, 17.0):
            for x in (left, self.w - left - 6.0):
                window = sheet.window(x, TOOTH_H, x + 6.0, self.h + TOOTH_H)
                sheet.shape(_bar((x, TOOTH_H), (6.0, self.h + 9.0)), INK, window=window)

    def _bluff(self, sheet: Paint) -> None:
        pitch = self.w / round(self.w / TOOTH_PITCH)

        def saw(x: shapes.Array, y: shapes.Array) -> shapes.Array:
            edge = TOOTH_H * 2 * np.abs(np.mod(x / pitch + 0.5, 1.0) - 0.5)
            slope = np.hypot(1.0, 2 * TOOTH_H / pitch)
            return shapes.floats((edge - y) / slope)

        sheet.shape(saw, self.tone.colour)
        for left in (True, False):
            self._hatching(sheet, left=left)

    def _hatching(self, sheet: Paint, *, left: bool) -> None:
        x0 = 0.0 if left else self.w - BAND

        def bars(x: shapes.Array, y: shapes.Array) -> shapes.Array:
            across = (x + y) / np.sqrt(2.0)
            stripe = np.abs(np.mod(across, 13.0) - 6.5) - 3.4
            band = np.maximum(x0 - x, x - x0 - BAND + 2)
            return shapes.floats(np.maximum(np.maximum(stripe, band), TOOTH_H + 1 - y))

        window = sheet.window(x0, TOOTH_H, x0 + BAND, self.h + TOOTH_H)
        sheet.shape(bars, INK, window=window)
        line = BAND - 1.5 if left else self.w - BAND + 1.5
        sheet.stroke(((line, TOOTH_H + 1.5), (line, self.h + TOOTH_H + 9)), 3.0, INK)

    def _neither(self, sheet: Paint) -> None:
        pitch = self.w / round(self.w / 30.0)

        def scallops(x: shapes.Array, y: shapes.Array) -> shapes.Array:
            near = (np.mod(x / pitch, 1.0) - 0.5) * pitch
            bump = np.hypot(near, y - 16.0) - 16.0
            return shapes.floats(np.minimum(bump, 13.0 - y))

        sheet.shape(scallops, self.tone.colour)
        count = int(self.h // 22)
        for number in range(count):
            y = TOOTH_H + 18.0 + number * 22.0
            for x in (15.0, self.w - 15.0):
                window = sheet.window(x - 6, y - 6, x + 6, y + 6)
                sheet.shape(_dot((x, y), 4.2), INK, window=window)


def _bar(corner: shapes.Point, size: shapes.Point) -> shapes.Shape:
    return lambda x, y: shapes.box(x, y, corner, size, 0.0)


def _dot(centre: shapes.Point, radius: float) -> shapes.Shape:
    return lambda x, y: shapes.disc(x, y, centre, radius)
