"""Makes sprites from recipes, once per panel, and keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from pi_meyer.display.canvas import Canvas
from pi_meyer.display.colours import GROUND
from pi_meyer.display.components.passing import Dimmed, Tilted
from pi_meyer.display.paint import Paint

if TYPE_CHECKING:
    from pi_meyer.display.colours import Colour
    from pi_meyer.display.layout import Recipe
    from pi_meyer.display.panel import Panel
    from pi_meyer.display.typography import Face, Ink, Typography

CACHE_PICTURES, CACHE_BYTES = 6, 10_000_000
"""Sprites worth so many whole pictures are kept, or so many bytes where that is more; what was
used longest ago is thrown away and made again when needed (a Zero 2 W has 512 MB)."""


@dataclass(slots=True)
class Sprite:
    """A surface as people see it and, where the picture is turned, as the panel needs it.

    ``size_wh`` is how large people see it. What only passes by keeps no upright surface of its own.
    """

    upright: pygame.Surface
    turned: pygame.Surface
    size_wh: tuple[int, int]

    @property
    def bytes(self) -> int:
        """What it takes in memory, about: clear runs of a packed surface take nothing."""
        width, height = self.size_wh
        turned = 0 if self.turned is self.upright else 4 * width * height
        return (4 * width * height + turned) // (2 if self.packed else 1)

    @property
    def packed(self) -> bool:
        """Whether it is run-length encoded."""
        return bool(self.turned.get_flags() & pygame.SRCALPHA)


class Studio:
    """The workshop of one panel: canvas, type, sprites, and the surface that they are laid on."""

    def __init__(self, panel: Panel, typography: Typography) -> None:
        self.panel = panel
        self.canvas = Canvas.of(panel)
        self.typography = typography
        self.glass = pygame.Surface(panel.size_wh, 0, 32)
        self.glass.fill(GROUND)
        self._sprites: dict[Recipe, Sprite] = {}
        self._bytes = 0
        width, height = panel.size_wh
        self._most_bytes = max(CACHE_BYTES, CACHE_PICTURES * 4 * width * height)

    def has(self, recipe: Recipe) -> bool:
        """Whether the sprite is there already."""
        return recipe in self._sprites

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """What is made, used longest ago first."""
        return tuple(self._sprites)

    def sprite(self, recipe: Recipe) -> Sprite:
        """The sprite of a recipe, made at the first call."""
        found = self._sprites.pop(recipe, None)
        if found is None:
            found = self.turned(recipe.render(self), passing=isinstance(recipe, Tilted | Dimmed))
            self._bytes += found.bytes
            self._pack_for_glass(found.turned)
        self._sprites[recipe] = found
        while self._bytes > self._most_bytes and len(self._sprites) > 1:
            self._bytes -= self._sprites.pop(next(iter(self._sprites))).bytes
        return found

    def turned(self, surface: pygame.Surface, *, passing: bool = False) -> Sprite:
        """A sprite from a surface, turned for the panel; of a passing one only that is kept."""
        size_wh = surface.get_size()
        if self.panel.rotation == 0:
            return Sprite(surface, _packed(surface), size_wh)
        turned = _packed(pygame.transform.rotate(surface, -self.panel.rotation))
        return Sprite(turned if passing else surface, turned, size_wh)

    def _pack_for_glass(self, surface: pygame.Surface) -> None:
        """Pack it now, not in a moving frame: SDL packs at the first blit to each target."""
        pixel = self.glass.get_at((0, 0))
        self.glass.blit(surface, (0, 0), (0, 0, 1, 1))
        self.glass.set_at((0, 0), pixel)

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
