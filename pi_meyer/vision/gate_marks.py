"""Dirt all over the window, as the gate sees it: on its coarse grid and never on a die.

Drops and crumbs are what the gate's median wiped out beside the dice. Lamp images and the room's
lights are specks as well, but only lighter than what is around them; a window full of dirt has
darker ones, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from pi_meyer.vision.window_grid import ByteArray, FloatArray, WindowGrid, WordArray

SPECK_GREY: Final = 40
"""Grey levels by which a point differs from its surroundings where a drop or a crumb lies there."""

AROUND_DIE_EDGES: Final = 0.95
"""Radius round a die's middle, in edges, that its face and its side faces fill."""


def dirt(sample: ByteArray, light: WordArray, grid: WindowGrid, dice_xy_mm: FloatArray) -> float:
    """Return the share of the points under the cup, away from the dice, that dirt takes.

    Args:
        sample: the picture at the grid's points, ``(n, n, 3)``.
        light: its largest colour without pips.
        grid: whose points they are.
        dice_xy_mm: middles of the dice, ``(k, 2)``.
    """
    blue, green, red = cv2.split(sample)
    largest = cv2.max(cv2.max(blue, green), red).astype(np.uint16)
    asked = grid.under_cup.copy()
    radius = round(AROUND_DIE_EDGES * grid.edge_mm / grid.step_mm)
    for x_mm, y_mm in dice_xy_mm.tolist():
        cv2.circle(asked, (_point(x_mm, grid), _point(y_mm, grid)), radius, (0.0,), -1)
    lighter, darker = (
        cv2.threshold(cv2.subtract(one, other), SPECK_GREY, 65535, cv2.THRESH_BINARY)[1]
        for one, other in ((largest, light), (light, largest))
    )
    specks = (cv2.countNonZero(cv2.bitwise_and(one, asked)) for one in (lighter, darker))
    return 2 * min(specks) / max(1, cv2.countNonZero(asked))


def _point(mm: float, grid: WindowGrid) -> int:
    return round(mm / grid.step_mm + (grid.points - 1) / 2)
