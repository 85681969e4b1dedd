"""The camera under the window as a pinhole: world millimetres to pixels and back.

World: the window's upper side is z = 0, z grows upwards into the cup, x to the right and y down in
the picture (so the picture is not mirrored and the frame is right-handed).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]
DoubleArray = npt.NDArray[np.float64]

PLATE_SHIFT_MM = 2.0
"""How much farther the window's upper side seems than it is: plate and base refract."""

LENS_BLUR_PX = 0.9
"""Sigma of the point spread of a well focused small lens with a mosaic sensor, in pixels."""

APERTURE_MM = 1.25
"""Entrance pupil of the Module 3 cameras (f/2.2 at 2.75 mm)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """Where the camera is and how it looks.

    Attributes:
        distance_mm: from the pupil to the window.
        hfov_deg: horizontal field of view.
        offset_xy_mm: how far the pupil stands beside the window's middle.
        tilt_xy_deg: small turns about x and y; the picture moves down and to the right.
        roll_deg: turn about the optical axis.
        focus_error_mm: focused plane minus the window's upper side.
        size_wh: the picture's width and height in pixels.
    """

    distance_mm: float = 100.0
    hfov_deg: float = 66.0
    offset_xy_mm: tuple[float, float] = (0.0, 0.0)
    tilt_xy_deg: tuple[float, float] = (0.0, 0.0)
    roll_deg: float = 0.0
    focus_error_mm: float = 0.0
    size_wh: tuple[int, int] = (640, 480)

    @property
    def focal_px(self) -> float:
        """Focal length in pixels."""
        return self.size_wh[0] / 2 / math.tan(math.radians(self.hfov_deg / 2))

    @property
    def depth_mm(self) -> float:
        """Optical distance from the pupil to z = 0."""
        return self.distance_mm + PLATE_SHIFT_MM

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre on the window's upper side."""
        return self.focal_px / self.depth_mm

    @property
    def pupil_mm(self) -> DoubleArray:
        """Position of the pupil, shape (3,)."""
        return np.array([*self.offset_xy_mm, -self.depth_mm])

    def rotation(self) -> DoubleArray:
        """World to camera directions, shape (3, 3)."""
        return _rotation(*self.tilt_xy_deg, self.roll_deg)

    def project(self, points_mm: npt.ArrayLike) -> DoubleArray:
        """Project world points, shape (n, 3), to pixels, shape (n, 2)."""
        seen = (np.asarray(points_mm, np.float64) - self.pupil_mm) @ self.rotation().T
        middle = np.array(self.size_wh) / 2
        result: DoubleArray = seen[:, :2] / seen[:, 2:] * self.focal_px + middle
        return result

    def ray_matrix(self) -> DoubleArray:
        """Matrix (3, 3) that turns (x_px, y_px, 1) into a world direction with camera depth 1."""
        width, height = self.size_wh
        f = self.focal_px
        to_camera = np.array([[1 / f, 0, -width / 2 / f], [0, 1 / f, -height / 2 / f], [0, 0, 1.0]])
        result: DoubleArray = self.rotation().T @ to_camera
        return result

    def blur_sigma_px(self, height_mm: float = 0.0) -> float:
        """Sigma of the blur of something so high above the window, in pixels."""
        miss_mm = abs(height_mm - self.focus_error_mm)
        circle_px = APERTURE_MM * miss_mm / self.depth_mm * self.px_per_mm
        return math.hypot(LENS_BLUR_PX, 0.3 * circle_px)


@lru_cache(maxsize=64)
def _rotation(tilt_x_deg: float, tilt_y_deg: float, roll_deg: float) -> DoubleArray:
    a, b, c = (math.radians(v) for v in (-tilt_x_deg, tilt_y_deg, roll_deg))
    about_x = np.array(
        [[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]], np.float64
    )
    about_y = np.array(
        [[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]], np.float64
    )
    about_z = np.array(
        [[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]], np.float64
    )
    result: DoubleArray = about_z @ about_x @ about_y
    return result
