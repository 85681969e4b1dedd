"""Dirt all over the window, as the gate sees it: on its coarse grid and never on a die.

Drops and crumbs are what the gate's median wiped out beside the dice. Lamp images and the room's
lights are specks as well, but only lighter than what is around them; a window full of dirt has
darker ones, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2

if TYPE_CHECKING:
    from pi_meyer.vision.window_grid import FloatArray, WindowGrid, WordArray

SPECK_GREY: Final = 40
"""Grey levels by which a point differs from its surroundings where a drop or a crumb lies there."""

AROUND_DIE_EDGES: Final = 0.95
"""Radius round a die's middle, in edges, that its face and its side faces fill."""


def dirt(largest: WordArray, light: WordArray, grid: WindowGrid, dice_xy_mm: FloatArray) -> float:
    """Return the share of the points under the cup, away from the dice, that dirt takes.

    Args:
        largest: the largest colour of every point, ``(n, n)``.
        light: the same without pips.
        grid: whose points they are.
        dice_xy_mm: middles of the dice, ``(k, 2)``.
    """
    asked, radius = grid.under_cup.copy(), _radius(grid)
    for x_mm, y_mm in dice_xy_mm.tolist():
        cv2.circle(asked, (_point(x_mm, grid), _point(y_mm, grid)), radius, (0.0,), -1)
    specks = min(_count(one, other, asked) for one, other in ((largest, light), (light, largest)))
    return 2 * specks / max(1, cv2.countNonZero(asked))


def most_dirt(largest: WordArray, light: WordArray, grid: WindowGrid, dice: int) -> float:
    """Return a share that `dirt` is not above, in a third of the time: few views come near it.

    Args:
        largest: the largest colour of every point, ``(n, n)``.
        light: the same without pips.
        grid: whose points they are.
        dice: how many dice there are, wherever they lie.
    """
    covered = dice * (2 * _radius(grid) + 1) ** 2
    specks = _count(light, largest, grid.under_cup)
    return 2 * specks / max(1, cv2.countNonZero(grid.under_cup) - covered)


def _radius(grid: WindowGrid) -> int:
    """Points from a die's middle that it fills."""
    return round(AROUND_DIE_EDGES * grid.edge_mm / grid.step_mm)


def _count(more: WordArray, less: WordArray, asked: WordArray) -> int:
    """How many of the asked points are specks lighter in one plane than in the other."""
    _, specks = cv2.threshold(cv2.subtract(more, less), SPECK_GREY, 65535, cv2.THRESH_BINARY)
    return cv2.countNonZero(cv2.bitwise_and(specks, asked))


def _point(mm: float, grid: WindowGrid) -> int:
    return round(mm / grid.step_mm + (grid.points - 1) / 2)
