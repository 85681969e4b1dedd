"""Plain things that stand on a few screens: the round table, lines, bands, a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pygame
import segno

from pi_meyer.display import shapes
from pi_meyer.display.colours import (
    CREAM,
    INK,
    LAMP,
    LEATHER_LIGHT,
    Colour,
)

if TYPE_CHECKING:
    from pi_meyer.display.studio import Studio

QUIET_MODULES = 4
"""Modules of plain ground around a QR code (ISO/IEC 18004)."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """The table that people sit round, ``w`` x ``h`` u."""

    w: float
    h: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h)
        middle = (self.w / 2, self.h / 2)
        half = (self.w / 2 - 1, self.h / 2 - 1)
        sheet.shape(lambda x, y: shapes.ellipse(x, y, middle, *half), LEATHER_LIGHT)
        inner = (half[0] - 2.5, half[1] - 2.5)
        sheet.shape(lambda x, y: shapes.ellipse(x, y, middle, *inner), LAMP)
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class Band:
    """A plain box in one colour with round corners."""

    w: float
    h: float
    colour: Colour
    radius: float = 0.0

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h)
        size = (self.w, self.h)
        sheet.shape(lambda x, y: shapes.box(x, y, (0.0, 0.0), size, self.radius), self.colour)
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code of plain text on a cream plate of ``edge`` u; every module is the same size.

    The least error correction makes the largest modules, and nothing on a screen is torn or dirty.
    Modules are whole pixels wide and high (each way apart, for oblong pixels), so that a phone
    sees straight edges; what is left of the plate becomes margin.
    """

    text: str
    edge: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        code = segno.make(self.text, error="l", boost_error=False, micro=False)
        modules = np.array(tuple(code.matrix)) != 0
        canvas = studio.canvas
        size = (max(1, canvas.px(canvas.square_w(self.edge))), max(1, canvas.px(self.edge)))
        plate = pygame.Surface(size, 0, 32)
        plate.fill(CREAM)
        count = modules.shape[0] + 2 * QUIET_MODULES
        step = (max(1, size[0] // count), max(1, size[1] // count))
        grown = np.repeat(np.repeat(modules.T, step[0], axis=0), step[1], axis=1)
        colours = np.where(grown[..., np.newaxis], np.array(INK), np.array(CREAM))
        drawn = pygame.surfarray.make_surface(colours.astype(np.uint8))
        plate.blit(drawn, ((size[0] - drawn.get_width()) // 2, (size[1] - drawn.get_height()) // 2))
        return plate
