"""Leather: its light, the big cup from the top edge, and the strip at the bottom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.display import shapes
from pi_meyer.display.colours import (
    LEATHER_DARK,
    LEATHER_LIGHT,
    LEATHER_MID,
    SEAM,
    STITCH,
    Colour,
    mixed,
)
from pi_meyer.display.components.tiles import level
from pi_meyer.display.paint import blend, smooth

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio

HEM_DARK: Colour = mixed(LEATHER_DARK, LEATHER_MID, 0.25)
HEM_LIGHT: Colour = mixed(LEATHER_MID, LEATHER_LIGHT, 0.75)
SEAM_H = 9.0


@dataclass(frozen=True, slots=True)
class Cup:
    """The big cup that comes in from the top edge, ``w`` u wide with its hem.

    Attributes:
        hem_top, hem_bottom: the band with its two rows of stitches, at the outer ends.
        inset: how much narrower the body is than the hem on each side, at the top.
        bend: how much lower the hem hangs in the middle.
        margin: ground on each side of the hem.
    """

    w: float
    hem_top: float
    hem_bottom: float
    inset: float = 30.0
    bend: float = 10.0
    margin: float = 5.0

    @property
    def h(self) -> float:
        """Height of the sprite."""
        return self.hem_bottom + self.bend + 2

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h)
        self._body(sheet)
        self._hem(sheet)
        return sheet.surface()

    def sag(self, x: shapes.Array) -> shapes.Array:
        """How much lower the hem hangs at ``x``."""
        across = 2 * x / self.w - 1
        return shapes.floats((1 - across * across) * self.bend)

    def _body(self, sheet: Paint) -> None:
        top, bottom = self.margin + self.inset, self.margin + self.inset * 0.4
        left = top + (bottom - top) * sheet.y / self.hem_top
        right = self.w - left
        share = (sheet.x - left) / (right - left)
        lit = np.hypot((share - 0.4) / 0.62, (sheet.y / self.hem_top - 0.12) / 1.25)
        colour = blend(LEATHER_LIGHT, LEATHER_MID, smooth(shapes.floats(lit)))
        side = np.minimum(share / 0.13, (1 - share) / 0.19)
        colour = blend(LEATHER_DARK, colour, smooth(shapes.floats(side * 0.9 + 0.1)))
        floor = self.hem_top + self.sag(sheet.x) + SEAM_H

        def body(x: shapes.Array, y: shapes.Array) -> shapes.Array:
            return shapes.floats(np.maximum(np.maximum(left - x, x - right), y - floor))

        sheet.shape(body, colour)

    def _hem(self, sheet: Paint) -> None:
        sag = self.sag(sheet.x)
        window = sheet.window(0.0, self.hem_top - 2, self.w, self.h)

        def band(above: float) -> shapes.Shape:
            def shape(x: shapes.Array, y: shapes.Array) -> shapes.Array:
                sides = np.maximum(self.margin - x, x - self.w + self.margin)
                down = np.maximum(above + sag - y, y - self.hem_bottom - sag)
                return shapes.floats(np.maximum(down, sides))

            return shape

        share = (sheet.x - self.margin) / (self.w - 2 * self.margin)
        side = np.minimum(share / 0.3, (1 - share) / 0.4)
        colour = blend(HEM_DARK, HEM_LIGHT, smooth(shapes.floats(side * 0.85 + 0.12)))
        y = sheet.y[:, window[1] : window[3]]
        down = (y - self.hem_top - sag) / (self.hem_bottom - self.hem_top)
        colour = blend(colour, LEATHER_DARK, smooth(shapes.floats((down - 0.55) / 0.9)) * 0.55)
        sheet.shape(band(self.hem_top - 1), SEAM, window=window)
        low = self.hem_top + SEAM_H - 3
        sheet.shape(band(low), colour, window=window)
        self._rows(sheet, low)

    def _rows(self, sheet: Paint, low: float) -> None:
        side = self.margin + 16.0
        for y in (low + 8.0, self.hem_bottom - 9.0):
            seam = self._hanging(side, y)
            sheet.stitches(seam, self.w - 2 * side, dash=13.0, gap=10.0, colour=STITCH)

    def _hanging(self, left: float, y: float) -> Callable[[float], shapes.Point]:
        """A seam that hangs as the hem does."""

        def point(along: float) -> shapes.Point:
            across = 2 * (left + along) / self.w - 1
            return (left + along, y + (1 - across * across) * self.bend)

        return point


@dataclass(frozen=True, slots=True)
class Strip:
    """The leather strip along the lowest edge, or turned over along the upper one."""

    w: float
    h: float
    hanging: bool = False

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h, ground=LEATHER_MID)
        share = sheet.x / self.w + 0 * sheet.y
        down = sheet.y / self.h + 0 * sheet.x
        down = 1 - down if self.hanging else down
        lit = np.hypot((share - 0.4) / 0.55, (down - 0.25) / 1.5)
        colour = blend(
            mixed(LEATHER_MID, LEATHER_LIGHT, 0.8), LEATHER_MID, smooth(shapes.floats(lit))
        )
        side = np.minimum(share / 0.1, (1 - share) / 0.12)
        colour = blend(LEATHER_DARK, colour, smooth(side * 0.8 + 0.3))
        colour = blend(colour, LEATHER_DARK, smooth((down - 0.5) / 1.2) * 0.5)
        sheet.cover(np.ones(sheet.size_px, dtype=np.float32), colour)
        seam = (0.0, self.h - 2.0) if self.hanging else (0.0, 0.0)
        sheet.shape(lambda x, y: shapes.box(x, y, seam, (self.w, 2.0), 0.0), SEAM)
        y = self.h - 6.0 if self.hanging else 6.0
        sheet.stitches(level(8.0, y), self.w - 16, dash=13.0, gap=8.0, colour=STITCH)
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of leather sewn on: under an undo plate where no strip is."""

    w: float
    h: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h)
        share = sheet.x / self.w + 0 * sheet.y
        colour = blend(LEATHER_MID, mixed(LEATHER_MID, LEATHER_LIGHT, 0.6), 1 - share)
        size = (self.w, self.h)
        sheet.shape(lambda x, y: shapes.box(x, y, (0, 0), size, 12.0), colour)
        for y in (5.0, self.h - 5.0):
            sheet.stitches(level(14.0, y), self.w - 28, thick=2.2, colour=STITCH)
        return sheet.surface()
