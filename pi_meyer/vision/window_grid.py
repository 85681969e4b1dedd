"""A coarse grid of points on the window, eight to the edge of a die, and what the gate samples.

Two planes are kept of every picture, the largest and the smallest of the three colours at each
point, and a median as wide as five points has wiped what is smaller than a face out of both: pips,
noise, sparks. What comes after can hang on outlines and light only, never on a value (P1, P2).
"""

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
WordArray = npt.NDArray[np.uint16]
"""Grey levels 0 to 255 in 16 bit: OpenCV's median of those takes a tenth of the time, always the
same whatever the picture shows."""

Planes = tuple[WordArray, WordArray]
"""The largest and the smallest colour of every point."""

STEP_EDGES: Final = 0.125
"""Distance of two points in edges of the dice in use: 2 mm for 16 mm dice."""

RIM_MM: Final = 2.4
"""Ring inside the mask's edge that is not looked at, so that the mask itself is no outline."""

CUP_MM: Final = 33.0
"""Radius that lies under every cup, so that people around the table change nothing there."""

MEDIAN_POINTS: Final = 5
"""Size of the median, in points; the pips of a 6 cover less than half of any such square."""


class WindowGrid:
    """The grid of one plate: how to sample a picture, and masks ``(n, n)`` over its points.

    Attributes:
        points: n, the number of points across; even.
        edge_mm: edge of the dice in use.
        step_mm: distance of two points.
        inside_mm: radius of what is looked at.
        inside: mask of the points that are looked at, 65535 or 0.
        under_cup: mask of the points that lie under every cup.
    """

    def __init__(self, plate: Plate) -> None:
        """Prepare the grid; `grid_for` keeps it."""
        self.edge_mm = plate.edge_mm
        self.step_mm = plate.edge_mm * STEP_EDGES
        self.points = 2 * round(plate.radius_mm / self.step_mm)
        axis = (np.arange(self.points) - (self.points - 1) / 2) * self.step_mm
        self._x_mm, self._y_mm = np.meshgrid(axis, axis)
        places_mm = np.stack([self._x_mm.ravel(), self._y_mm.ravel()], axis=1)
        pixels = np.rint(plate.to_px(places_mm)).clip(-1, np.iinfo(np.int16).max)
        self._map = pixels.astype(np.int16).reshape(self.points, self.points, 2)
        self._no_second_map = np.empty((0,), dtype=np.uint16)
        self.inside_mm = plate.radius_mm - RIM_MM
        self.inside = self.near(np.zeros((1, 2)), self.inside_mm)
        self.under_cup = self.near(np.zeros((1, 2)), CUP_MM)

    def sample(self, image: ByteArray) -> ByteArray:
        """Return the picture at the grid's points, ``(n, n, 3)``; 0 beyond its edge."""
        sampled = cv2.remap(image, self._map, self._no_second_map, cv2.INTER_NEAREST)
        return np.asarray(sampled, dtype=np.uint8)

    def planes(self, sample: ByteArray) -> Planes:
        """Return the largest and the smallest colour without pips, ``(n, n)`` each."""
        largest, smallest = colours(sample)
        return without_pips(largest), without_pips(smallest)

    def light(self, sample: ByteArray) -> WordArray:
        """Return the largest colour of every point without pips, ``(n, n)``."""
        return without_pips(largest_colour(sample))

    def near(self, centres_xy_mm: FloatArray, radius_mm: float) -> WordArray:
        """Return a mask of the points within a radius of any of the centres ``(k, 2)``."""
        mask = np.zeros((self.points, self.points), dtype=np.uint16)
        for x_mm, y_mm in centres_xy_mm:
            mask[np.hypot(self._x_mm - x_mm, self._y_mm - y_mm) < radius_mm] = 65535
        return mask


def colours(sample: ByteArray) -> Planes:
    """Return the largest and the smallest colour of every point, pips and all."""
    channels = _channels(sample)
    return _words(np.maximum.reduce(channels)), _words(np.minimum.reduce(channels))


def largest_colour(sample: ByteArray) -> WordArray:
    """Return the first of them alone, which is all that motion needs."""
    return _words(np.maximum.reduce(_channels(sample)))


def _channels(sample: ByteArray) -> ByteArray:
    """Return the three colours one after the other, ``(3, n, n)``: of neighbours it is slow."""
    return np.ascontiguousarray(sample.transpose(2, 0, 1))


def _words(plane: npt.NDArray[np.generic]) -> WordArray:
    return plane.astype(np.uint16)


def without_pips(plane: WordArray) -> WordArray:
    """Return a plane in which the median has wiped out what is smaller than a face."""
    return np.asarray(cv2.medianBlur(plane, MEDIAN_POINTS), dtype=np.uint16)


@functools.lru_cache(maxsize=8)
def grid_for(plate: Plate) -> WindowGrid:
    """Return the plate's grid, prepared once."""
    return WindowGrid(plate)
