"""What is laid only in passing: one picture of a movement, never seen at rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame

from pi_meyer.display.colours import GROUND, mixed

if TYPE_CHECKING:
    from pi_meyer.display.components.grounds import Table
    from pi_meyer.display.layout import Recipe
    from pi_meyer.display.studio import Studio


@dataclass(frozen=True, slots=True)
class Tilted:
    """A sprite turned clockwise about its middle."""

    recipe: Recipe
    degrees: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Turn it."""
        upright = studio.sprite(self.recipe).upright
        return pygame.transform.rotozoom(upright, -self.degrees, 1.0)


@dataclass(frozen=True, slots=True)
class Dimmed:
    """A ground with its lamp at a share of its light."""

    table: Table
    light: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        lamp = None if self.table.lamp is None else mixed(GROUND, self.table.lamp, self.light)
        return replace(self.table, lamp=lamp).render(studio)
