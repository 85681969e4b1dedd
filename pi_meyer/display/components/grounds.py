"""The black table and the soft lamp over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.display.colours import GROUND, LAMP, Colour
from pi_meyer.display.components.leather import blend, smooth

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.studio import Studio


@dataclass(frozen=True, slots=True)
class Table:
    """The whole picture: ground with a lamp at (x, y) u, reaching ``half_w`` and ``half_h``.

    ``lamp`` None is the plain ground.
    """

    x: float = 0.0
    y: float = 0.0
    half_w: float = 1.0
    half_h: float = 1.0
    lamp: Colour | None = None

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        canvas = studio.canvas
        sheet = studio.paint(canvas.w, canvas.h, ground=GROUND)
        if self.lamp is not None:
            far = np.hypot((sheet.x - self.x) / self.half_w, (sheet.y - self.y) / self.half_h)
            light = smooth(1 - far)
            colour = blend(GROUND, self.lamp, light * np.float32(0.9))
            sheet.cover(np.ones(sheet.size_px, dtype=np.float32), colour)
        return sheet.surface()


PLAIN = Table()


def soft_lamp(x: float, y: float, half_w: float, half_h: float) -> Table:
    """The lamp of every screen but the winner's."""
    return Table(x=x, y=y, half_w=half_w, half_h=half_h, lamp=LAMP)
