"""The folded corner that marks every simulated picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from pi_meyer.display import shapes
from pi_meyer.display.colours import CREAM, INK
from pi_meyer.display.typography import Face

if TYPE_CHECKING:
    from pi_meyer.display.studio import Studio

CORNER_U = 48.0


@dataclass(frozen=True, slots=True)
class SimulatedCorner:
    """A cream corner at the upper left with SIM across it: nobody can take it for a real match."""

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(CORNER_U, CORNER_U)
        sheet.shape(
            lambda x, y: (x + y - CORNER_U + 1.5) / 1.4142 + 0 * shapes.disc(x, y, (0, 0), 1), CREAM
        )
        surface = sheet.surface()
        ink = studio.ink("SIM", Face.POSTER, 14.0, INK)
        turned = pygame.transform.rotozoom(ink.surface, 45.0, 1.0)
        middle = round(CORNER_U * 0.3 * studio.canvas.scale)
        surface.blit(turned, turned.get_rect(center=(middle, middle)))
        return surface
