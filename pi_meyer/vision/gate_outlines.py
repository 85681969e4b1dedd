"""How many dice lie on the window, from the four sides of their faces; blind to pips.

A face is a square of known edge. Every place of the grid is asked, for eight angles, how strongly
the light changes along each of the four sides of such a square; the answer is free of contrast
(gradients are normalised), and one weak side is forgiven, so that touching dice still count.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.window_grid import STEP_MM, WindowGrid

ByteArray = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]

EDGE_MM: Final = 16.0
"""Edge of a common die; 15 to 19 mm answer nearly as well."""

ANGLES: Final = 8
"""Angles tried in a quarter turn."""

SOFT_GREY: Final = 10.0
"""Gradient in grey levels a point at which a side counts half: above noise, below any outline."""

DIE_SCORE: Final = 0.58
"""Score above which a place is a die."""

APART_MM: Final = 9.6
"""Two dice lie at least this far apart, middle to middle; nearer places are the same die."""

MOST_DICE: Final = 3
"""More than this is not told apart."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dice:
    """What was found.

    Attributes:
        centres_xy: middles on the window in millimetres, ``(count, 2)``.
        mean_grey: mean of the region of interest, 0 to 255.
    """

    centres_xy: npt.NDArray[np.float64]
    mean_grey: float

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.centres_xy)


def find_dice(sample: ByteArray, grid: WindowGrid) -> Dice:
    """Return the dice in a sampled picture ``(n, n, 3)``."""
    scores = squareness(sample) * (grid.inside > 0)
    centres = []
    apart = round(APART_MM / STEP_MM)
    for _ in range(MOST_DICE):
        _, score, _, (column, row) = cv2.minMaxLoc(scores)
        if score < DIE_SCORE:
            break
        centres.append(grid.to_mm(column, row))
        cv2.circle(scores, (column, row), apart, (0.0,), -1)
    mean_grey = float(cv2.mean(sample, grid.inside)[1])
    return Dice(centres_xy=np.array(centres).reshape(-1, 2), mean_grey=mean_grey)


def squareness(sample: ByteArray) -> Reals:
    """Return how much each point looks like the middle of a face, ``(n, n)``, 0 to 1."""
    light = cv2.medianBlur(sample, 3).max(axis=2).astype(np.float32)
    across = cv2.Sobel(light, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(light, cv2.CV_32F, 0, 1, scale=1 / 8)
    weight = 1 / np.sqrt(across**2 + down**2 + SOFT_GREY**2)
    across, down = across * weight, down * weight
    best = np.zeros_like(light)
    for angle in range(ANGLES):
        sides = np.stack(
            [
                np.abs(cv2.filter2D(across * x + down * y, -1, kernel))
                for x, y, kernel in _sides(angle)
            ]
        )
        sides.sort(axis=0)
        np.maximum(best, (sides[0] + sides[1] + 0.5 * sides[2]) / 2.5, out=best)
    return np.asarray(best, dtype=np.float32)


@functools.cache
def _sides(angle: int) -> tuple[tuple[float, float, Reals], ...]:
    """Return, for each side of the square, its outward normal and a kernel along it."""
    half = round(EDGE_MM / 2 * math.sqrt(2) / STEP_MM) - 1
    axis = np.arange(-half, half + 1) * STEP_MM
    x_mm, y_mm = np.meshgrid(axis, axis)
    sides = []
    for quarter in range(4):
        turn = math.pi / 2 * (angle / ANGLES + quarter)
        x, y = math.cos(turn), math.sin(turn)
        out = x_mm * x + y_mm * y
        along = y_mm * x - x_mm * y
        weight = np.clip(1 - np.abs(out - EDGE_MM / 2) / 1.8, 0, 1)
        weight *= np.clip((EDGE_MM / 2 - np.abs(along)) / STEP_MM, 0, 1)
        sides.append((x, y, (weight / weight.sum()).astype(np.float32)))
    return tuple(sides)
