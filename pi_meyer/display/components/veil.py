"""A dark veil over the whole picture: nobody has touched the box for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from pi_meyer.display.studio import Studio


@dataclass(frozen=True, slots=True)
class Veil:
    """Black at ``opacity`` (0 to 1)."""

    opacity: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        surface = pygame.Surface(studio.panel.picture_wh, 0, 32)
        surface.fill((0, 0, 0))
        surface.set_alpha(round(255 * self.opacity))
        return surface
