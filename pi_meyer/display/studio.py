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

CACHE_PICTURES, CACHE_BYTES = 6, 16_000_000
"""Sprites worth so many whole pictures are kept, or so many bytes where that is more; what was
used longest ago is thrown away and made again when needed (a Zero 2 W has 512 MB)."""


@dataclass(slots=True)
class Sprite:
    """A surface as people see it and, where the picture is turned, as the panel needs it."""

    upright: pygame.Surface
    turned: pygame.Surface

    @property
    def bytes(self) -> int:
        """What it takes in memory, about: clear runs of a packed surface take nothing."""
        width, height = self.upright.get_size()
        turned = 0 if self.turned is self.upright else 4 * width * height
        return (4 * width * height + turned) // (2 if self.packed else 1)

    @property
    def packed(self) -> bool:
        """Whether it is run-length encoded."""
        return bool(self.turned.get_flags() & pygame.SRCALPHA)


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
        self._loose: tuple[Recipe, pygame.Surface] | None = None
        self._scrap = pygame.Surface((8, 8), 0, 32)
        self._bytes = 0
        width, height = panel.size_wh
        self._most_bytes = max(CACHE_BYTES, CACHE_PICTURES * 4 * width * height)

    def sprite(self, recipe: Recipe) -> Sprite:
        """The sprite of a recipe, made at the first call."""
        return self._kept(recipe, recipe)

    def has(self, recipe: Recipe) -> bool:
        """Whether the sprite is there already."""
        return recipe in self._sprites

    def _kept(self, key: Recipe, recipe: Recipe) -> Sprite:
        found = self._sprites.pop(key, None)
        if found is None:
            found = self.turned(recipe.render(self))
            self._bytes += found.bytes
            self._scrap.blit(found.turned, (0, 0))  # packs it now, not in a moving frame
        self._sprites[key] = found
        while self._bytes > self._most_bytes and len(self._sprites) > 1:
            self._bytes -= self._sprites.pop(next(iter(self._sprites))).bytes
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
        return self._kept(key, key)

    def spun(self, recipe: Recipe, degrees: float) -> Sprite:
        """The sprite turned clockwise about its middle, quick and rough; not kept."""
        if self._loose is None or self._loose[0] != recipe:
            copy = self.sprite(recipe).upright.copy()
            copy.set_alpha(255)  # a packed surface would be packed again after every turn
            self._loose = (recipe, copy)
        upright = pygame.transform.rotate(self._loose[1], -degrees)
        if self.panel.rotation == 0:
            return Sprite(upright, upright)
        return Sprite(upright, pygame.transform.rotate(upright, -self.panel.rotation))

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
