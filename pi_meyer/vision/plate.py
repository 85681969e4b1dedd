"""The window as the camera sees it: where it is, how large a millimetre is, and the mask (N1).

Coordinates on the window are millimetres with the origin in the middle of the cup's place, x to the
right and y down as in the picture. Sources: design/vision (region of interest 84 mm), fairness N1.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.errors import SettingsError
from pi_meyer.ports.camera import Frame

Matrix3 = tuple[float, float, float, float, float, float, float, float, float]
"""A 3x3 matrix, row by row."""

FloatArray = npt.NDArray[np.float64]

RADIUS_MM: Final = 42.0
"""Radius of the region of interest: cups up to 80 mm and their rim (design/vision)."""

DEFAULT_PX_PER_MM_PER_WIDTH: Final = 4.9 / 640
"""Scale of an uncalibrated box per pixel of picture width: both cameras at working height."""

DEFAULT_RADIUS_MM: Final = 48.0
"""Radius where nothing is calibrated: 6 mm wider, since scale and middle are only guessed."""

DEFAULT_HEIGHT_MM: Final = 93.0
"""Height of the window that every picture shows: flat pictures get a smaller scale."""

EDGE_MM: Final = 16.0
"""Edge of the common die, where the dice in use are not known."""

CIRCLE_POINTS: Final = 120
"""Corners of the polygon that stands for the circle; it deviates by less than 0.02 mm."""

INVERSION_STEPS: Final = 12
"""Steps of the fixed-point inversion of the lens; it converges below 0.001 px for our lenses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """The region of interest in pictures of one size.

    Attributes:
        size_wh: width and height of the pictures, pixels.
        centre_xy_px: the middle of the cup's place.
        px_per_mm: scale on the window's upper side, at the middle.
        radius_mm: radius of the region of interest.
        homography: straightened pixels to millimetres; None where only scale and middle are known.
        k1: radial lens distortion: a straightened point lies ``1 + k1 * r**2`` times as far from
            the picture's middle, r in half picture widths.
        edge_mm: edge of the dice in use; the gate measures the window in it.
        calibrated: False for the guess that stands in until the box is calibrated.
    """

    size_wh: tuple[int, int]
    centre_xy_px: tuple[float, float]
    px_per_mm: float
    radius_mm: float = RADIUS_MM
    homography: Matrix3 | None = None
    k1: float = 0.0
    edge_mm: float = EDGE_MM
    calibrated: bool = True

    @classmethod
    def default(cls, size_wh: tuple[int, int], *, edge_mm: float = EDGE_MM) -> Plate:
        """Return a plate that is wide enough for a box that nobody has calibrated.

        Args:
            size_wh: width and height of the pictures, pixels.
            edge_mm: edge of the dice that the settings name.
        """
        width, height = size_wh
        return cls(
            size_wh=size_wh,
            centre_xy_px=(width / 2, height / 2),
            px_per_mm=min(width * DEFAULT_PX_PER_MM_PER_WIDTH, height / DEFAULT_HEIGHT_MM),
            radius_mm=DEFAULT_RADIUS_MM,
            edge_mm=edge_mm,
            calibrated=False,
        )

    def to_mm(self, points_xy_px: FloatArray) -> FloatArray:
        """Map pixels ``(n, 2)`` to millimetres on the window ``(n, 2)``."""
        points = np.asarray(points_xy_px, dtype=np.float64).reshape(-1, 2)
        if self.homography is None:
            return (points - self.centre_xy_px) / self.px_per_mm
        return apply_homography(
            np.reshape(self.homography, (3, 3)), straighten(points, self.size_wh, self.k1)
        )

    def to_px(self, points_xy_mm: FloatArray) -> FloatArray:
        """Map millimetres on the window ``(n, 2)`` to pixels ``(n, 2)``; undoes `to_mm`."""
        points = np.asarray(points_xy_mm, dtype=np.float64).reshape(-1, 2)
        if self.homography is None:
            return points * self.px_per_mm + self.centre_xy_px
        inverse = np.linalg.inv(np.reshape(self.homography, (3, 3)))
        return bend(apply_homography(inverse, points), self.size_wh, self.k1)

    def mask(self, frame: Frame) -> Frame:
        """Return a copy of the frame in which everything outside the circle is exactly 0 (N1).

        Raises:
            SettingsError: the frame has another size than this plate.
        """
        height, width = frame.image.shape[:2]
        if (width, height) != self.size_wh:
            raise SettingsError(
                f"The camera sends {width}x{height} pixels but the plate is for "
                f"{self.size_wh[0]}x{self.size_wh[1]}; calibrate again or set the camera's size."
            )
        image = cv2.copyTo(frame.image, region_of_interest(self))
        return Frame(image=np.asarray(image), taken_s=frame.taken_s, number=frame.number)


@functools.lru_cache(maxsize=8)
def region_of_interest(plate: Plate) -> npt.NDArray[np.uint8]:
    """Return the mask ``(height, width)``: 255 inside the circle, 0 outside; read-only."""
    angles = np.linspace(0, 2 * np.pi, CIRCLE_POINTS, endpoint=False)
    circle_mm = plate.radius_mm * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    corners = np.rint(plate.to_px(circle_mm)).astype(np.int32)
    mask = np.zeros((plate.size_wh[1], plate.size_wh[0]), dtype=np.uint8)
    cv2.fillPoly(mask, [corners], (255,))
    mask.setflags(write=False)
    return mask


def apply_homography(matrix: FloatArray, points_xy: FloatArray) -> FloatArray:
    """Map points ``(n, 2)`` by a 3x3 matrix."""
    mapped = np.column_stack([points_xy, np.ones(len(points_xy))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def straighten(points_xy_px: FloatArray, size_wh: tuple[int, int], k1: float) -> FloatArray:
    """Undo the lens: move every point to where a lens without distortion would show it."""
    middle = np.array(size_wh, dtype=np.float64) / 2
    offset = points_xy_px - middle
    radius_squared = np.sum(offset**2, axis=1, keepdims=True) / (size_wh[0] / 2) ** 2
    return np.asarray(middle + offset * (1 + k1 * radius_squared))


def bend(points_xy_px: FloatArray, size_wh: tuple[int, int], k1: float) -> FloatArray:
    """Apply the lens: undoes `straighten`."""
    middle = np.array(size_wh, dtype=np.float64) / 2
    target = points_xy_px - middle
    offset = target.copy()
    for _ in range(INVERSION_STEPS if k1 else 0):
        radius_squared = np.sum(offset**2, axis=1, keepdims=True) / (size_wh[0] / 2) ** 2
        offset = target / (1 + k1 * radius_squared)
    return np.asarray(middle + offset)
