"""A coarse grid of points on the window, in millimetres, and what the gate samples there."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from pi_meyer.vision.plate import Plate

ByteArray = npt.NDArray[np.uint8]
FloatArray = npt.NDArray[np.float64]

STEP_MM: Final = 1.6
"""Distance of two points: ten on the edge of a 16 mm die, two on a pip."""

RIM_MM: Final = 2.4
"""Ring inside the mask's edge that is not looked at, so that the mask itself is no outline."""

CUP_MM: Final = 33.0
"""Radius that lies under every cup, so that people around the table change nothing there."""

MEDIAN_POINTS: Final = 5
"""Size of the median, in points (8 mm): any pip covers less than half of it."""


class WindowGrid:
    """The grid of one plate: how to sample a picture, and masks ``(n, n)`` over its points."""

    CORE_MM: Final = 5.5
    """Radius around a die's middle that shows nothing but its face, even after the median."""

    SURROUND_MM: Final = 13.0
    """Radius around a die's middle that its outline and its near side faces can reach."""

    def __init__(self, plate: Plate) -> None:
        """Prepare the grid; `grid_for` keeps it."""
        self.points = 2 * round(plate.radius_mm / STEP_MM)
        self._x_mm, self._y_mm = self._axes()
        centres_mm = np.stack([self._x_mm.ravel(), self._y_mm.ravel()], axis=1)
        pixels = np.rint(plate.to_px(centres_mm)).clip(-1, np.iinfo(np.int16).max)
        self._map = pixels.astype(np.int16).reshape(self.points, self.points, 2)
        self._no_second_map = np.empty((0,), dtype=np.uint16)
        self.inside = self.near(np.zeros((1, 2)), plate.radius_mm - RIM_MM)
        self.under_cup = self.near(np.zeros((1, 2)), CUP_MM)

    def _axes(self) -> tuple[FloatArray, FloatArray]:
        axis = (np.arange(self.points) - (self.points - 1) / 2) * STEP_MM
        across, down = np.meshgrid(axis, axis)
        return across, down

    def sample(self, image: ByteArray) -> ByteArray:
        """Return the picture at the grid's points, ``(n, n, 3)``; 0 beyond its edge."""
        return np.asarray(
            cv2.remap(image, self._map, self._no_second_map, cv2.INTER_NEAREST), dtype=np.uint8
        )

    def without_pips(self, sample: ByteArray) -> ByteArray:
        """Return the grey sample ``(n, n)`` without anything smaller than a face, 0 outside."""
        grey = cv2.cvtColor(sample, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.bitwise_and(cv2.medianBlur(grey, MEDIAN_POINTS), self.inside))

    def near(self, centres_xy_mm: FloatArray, radius_mm: float) -> ByteArray:
        """Return a mask of the points within a radius of any of the centres ``(k, 2)``."""
        mask = np.zeros((self.points, self.points), dtype=np.uint8)
        for x_mm, y_mm in centres_xy_mm:
            mask[np.hypot(self._x_mm - x_mm, self._y_mm - y_mm) < radius_mm] = 255
        return mask

    def to_mm(self, column: float, row: float) -> tuple[float, float]:
        """Return the place on the window of a point of the grid."""
        middle = (self.points - 1) / 2
        return (column - middle) * STEP_MM, (row - middle) * STEP_MM


@functools.lru_cache(maxsize=8)
def grid_for(plate: Plate) -> WindowGrid:
    """Return the plate's grid, prepared once."""
    return WindowGrid(plate)
