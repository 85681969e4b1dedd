"""The empty window: how light falls on it, and where the lamps' mirror images lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.gate import View, look
from pi_meyer.vision.plate import Plate, region_of_interest
from pi_meyer.vision.window_fit import CalibrationError
from pi_meyer.vision.window_grid import grid_for

Image = npt.NDArray[np.uint8]
FloatArray = npt.NDArray[np.float64]

LAMP_GREY: Final = 235
"""Grey level above which a spot is a lamp's mirror image."""

LEAST_LAMP_PX: Final = 6
"""Pixels of the smallest spot that counts."""

MOST_LAMPS: Final = 40
"""More spots than this are a window in the sun, not lamps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyWindow:
    """What the empty window looks like.

    Attributes:
        points: the light map is ``(points, points)``, laid over the region of interest.
        light: its grey levels, row by row, ``points**2`` bytes.
        lamps_mm: the mirror images inside the region of interest, as x, y, radius.
    """

    points: int
    light: bytes
    lamps_mm: tuple[tuple[float, float, float], ...]


def learn_empty_window(image: Image, plate: Plate) -> EmptyWindow:
    """Return the reference of the empty window.

    Raises:
        CalibrationError: dice lie there, or the picture shows more lights than lamps.
    """
    if look(image, plate)[0] is not View.NO_DICE:
        raise CalibrationError(
            "The window is not empty, or something looks like a die; take cup, base and dice away, "
            "turn lamps above it away, switch its own on, wipe it, and take the picture again."
        )
    lamps = _lamps(image, plate)
    if len(lamps) > MOST_LAMPS:
        raise CalibrationError(
            f"{len(lamps)} bright spots are on the window; shade it from the sun and try again."
        )
    grid = grid_for(plate)
    largest, _ = grid.planes(grid.sample(image))
    light = largest.astype(np.uint8).tobytes()
    return EmptyWindow(points=grid.points, light=light, lamps_mm=lamps)


def _lamps(image: Image, plate: Plate) -> tuple[tuple[float, float, float], ...]:
    bright = (image.max(axis=2) >= LAMP_GREY) & (region_of_interest(plate) > 0)
    count, _, stats, middles = cv2.connectedComponentsWithStats(bright.astype(np.uint8))
    lamps = []
    for spot in range(1, count):
        area = int(stats[spot, cv2.CC_STAT_AREA])
        if area < LEAST_LAMP_PX:
            continue
        x_mm, y_mm = plate.to_mm(middles[spot][None])[0]
        radius_mm = (area / np.pi) ** 0.5 / plate.px_per_mm
        lamps.append((round(float(x_mm), 2), round(float(y_mm), 2), round(radius_mm, 2)))
    return tuple(lamps)
