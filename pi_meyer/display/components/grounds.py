"""The black table and the soft lamp over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pygame

from pi_meyer.display import shapes
from pi_meyer.display.colours import GROUND, LAMP, Colour, mixed
from pi_meyer.display.paint import dither_of, smooth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pi_meyer.display.studio import Studio


@dataclass(frozen=True, slots=True)
class Table:
    """The whole picture: ground with a lamp at (x, y) u, reaching ``half_w`` and ``half_h``.

    ``lamp`` None is the plain ground. ``strip`` is the part of the picture from above that this
    is, and of how many.
    """

    x: float = 0.0
    y: float = 0.0
    half_w: float = 1.0
    half_h: float = 1.0
    lamp: Colour | None = None
    strip: tuple[int, int] = (0, 1)

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        canvas = studio.canvas
        width, height = studio.panel.picture_wh
        number, of = self.strip
        top, bottom = (canvas.px(canvas.h * edge / of) for edge in (number, number + 1))
        surface = pygame.Surface((width, min(height, bottom) - top), 0, 32)
        surface.fill(GROUND)
        if self.lamp is None:
            return surface
        across = (np.arange(width, dtype=np.float32) + 0.5) / canvas.scale
        down = (np.arange(top, top + surface.get_height(), dtype=np.float32) + 0.5) / canvas.scale
        far = np.hypot(
            (across[:, None] - self.x) / self.half_w, (down[None, :] - self.y) / self.half_h
        )
        light = smooth(shapes.floats(1 - far))
        light *= np.float32(0.9 * (SHADES - 2))
        light += dither_of(width, height)[:, top : top + surface.get_height()]
        pixels = pygame.surfarray.pixels2d(surface)
        pixels[:] = _shades(surface, self.lamp)[light.astype(np.uint8)]
        del pixels
        return surface


SHADES = 90
"""Steps from ground to lamp: about one for each that the brightest channel can show."""


def _shades(surface: pygame.Surface, lamp: Colour) -> NDArray[np.uint32]:
    """The surface's own numbers for all shades from ground to lamp."""
    steps = [mixed(GROUND, lamp, number / (SHADES - 1)) for number in range(SHADES)]
    return np.array([surface.map_rgb(step) for step in steps], dtype=np.uint32)


PLAIN = Table()


def soft_lamp(x: float, y: float, half_w: float, half_h: float) -> Table:
    """The lamp of every screen but the winner's."""
    return Table(x=x, y=y, half_w=half_w, half_h=half_h, lamp=LAMP)
