"""Makes sprites from recipes, once per panel, and keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from pi_meyer.display.canvas import Canvas
from pi_meyer.display.paint import Paint

if TYPE_CHECKING:
    from pi_meyer.display.colours import Colour
    from pi_meyer.display.layout import Recipe
    from pi_meyer.display.panel import Panel
    from pi_meyer.display.typography import Face, Ink, Typography

CACHE_BYTES = 48_000_000
"""Sprites beyond this are thrown away and made again when needed (a Zero 2 W has 512 MB)."""


@dataclass(slots=True)
class Sprite:
    """A surface as people see it and, where the picture is turned, as the panel needs it."""

    upright: pygame.Surface
    turned: pygame.Surface


@dataclass(frozen=True, slots=True)
class Tilted:
    """A sprite turned clockwise about its middle."""

    recipe: Recipe
    degrees: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Turn it."""
        upright = studio.sprite(self.recipe).upright
        return pygame.transform.rotozoom(upright, -self.degrees, 1.0)


class Studio:
    """The workshop of one panel: canvas, type, sprites."""

    def __init__(self, panel: Panel, typography: Typography) -> None:
        self.panel = panel
        self.canvas = Canvas.of(panel)
        self.typography = typography
        self._sprites: dict[Recipe, Sprite] = {}
        self._bytes = 0

    def sprite(self, recipe: Recipe) -> Sprite:
        """The sprite of a recipe, made at the first call."""
        found = self._sprites.get(recipe)
        if found is None:
            found = self.turned(recipe.render(self))
            self._keep(recipe, found)
        return found

    def turned(self, surface: pygame.Surface) -> Sprite:
        """A sprite from a surface, turned for the panel."""
        if self.panel.rotation == 0:
            return Sprite(surface, _packed(surface))
        turned = pygame.transform.rotate(surface, -self.panel.rotation)
        return Sprite(surface, _packed(turned))

    def tilted(self, recipe: Recipe, degrees: float) -> Sprite:
        """The sprite turned clockwise about its middle; kept, for the same turns come again."""
        key = Tilted(recipe, degrees)
        found = self._sprites.get(key)
        if found is None:
            found = self.turned(key.render(self))
            self._keep(key, found)
        return found

    def narrowed(self, sprite: Sprite, share: float) -> Sprite:
        """The sprite as wide as a share of itself."""
        width, height = sprite.upright.get_size()
        size = (max(1, round(width * share)), height)
        return self.turned(pygame.transform.smoothscale(sprite.upright, size))

    @staticmethod
    def restore(sprite: Sprite) -> None:
        """Make a faded sprite opaque again."""
        sprite.turned.set_alpha(255)
        _packed(sprite.turned)

    def _keep(self, recipe: Recipe, sprite: Sprite) -> None:
        width, height = sprite.upright.get_size()
        self._bytes += 4 * width * height
        if self._bytes > CACHE_BYTES:
            self._sprites.clear()
            self._bytes = 4 * width * height
        self._sprites[recipe] = sprite

    def paint(self, w: float, h: float, *, ground: Colour | None = None) -> Paint:
        """A sheet of ``w`` x ``h`` u of the canvas."""
        return Paint(w, h, self.canvas.scale, ground=ground)

    def square_paint(self, w: float, h: float) -> Paint:
        """A sheet on which round things are round in mm; ``w`` and ``h`` in u down the canvas."""
        return Paint(w, h, self.canvas.scale, squash=self.canvas.squash)

    def ink(
        self, text: str, face: Face, cap: float, colour: Colour, *, pressed: bool = False
    ) -> Ink:
        """Text with a cap height in u."""
        return self.typography.ink(text, face, cap * self.canvas.scale, colour, pressed=pressed)

    def width(self, text: str, face: Face, cap: float, *, pressed: bool = False) -> float:
        """Width of a text's ink in u."""
        wide = self.typography.size(text, face, cap * self.canvas.scale, pressed=pressed)
        return wide / self.canvas.scale


def _packed(surface: pygame.Surface) -> pygame.Surface:
    """Run-length encode a sprite: clear and opaque runs then cost next to nothing to lay."""
    if surface.get_flags() & pygame.SRCALPHA:
        alpha = surface.get_alpha()  # a veil keeps its own
        surface.set_alpha(255 if alpha is None else alpha, pygame.RLEACCEL)
    return surface
