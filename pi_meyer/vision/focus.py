"""Find the lens position that shows the window sharply, on a camera that can focus by command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.plate import Plate, region_of_interest
from pi_meyer.vision.window_fit import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Image = npt.NDArray[np.uint8]

COARSE_STEPS: Final = 9
FINE_STEPS: Final = 7
LEAST_GAIN: Final = 1.3
"""How much sharper the best position must be than the worst; else nothing was in view."""


def sharpness(image: Image, plate: Plate | None = None) -> float:
    """Return how sharp the window is in a picture: the mean square of its Laplacian."""
    plate = plate or Plate.default((image.shape[1], image.shape[0]))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    edges = cv2.Laplacian(grey, cv2.CV_32F)
    return float(np.mean(edges[region_of_interest(plate) > 0] ** 2))


def sweep_focus(
    take: Callable[[float], Image], low: float, high: float, plate: Plate | None = None
) -> float:
    """Return the sharpest lens position (1 / metres) between two, in two sweeps.

    Args:
        take: moves the lens, waits until it rests, and takes a picture of the card.
        low: the camera's farthest position, in dioptres.
        high: its nearest one.
        plate: the window; None for the default one.

    Raises:
        CalibrationError: no position is clearly sharper than others, or the sharpest one lies at
            an end of the range, so that a sharper one may lie beyond.
    """
    coarse = _measure(take, np.linspace(low, high, COARSE_STEPS), plate)
    step = (high - low) / (COARSE_STEPS - 1)
    around = best_position(coarse)
    fine = np.linspace(max(low, around - step), min(high, around + step), FINE_STEPS)
    best = best_position(_measure(take, fine, plate), least_gain=1.0)
    if best in {low, high}:
        nearer, farther = ("near", "farther from") if best == high else ("far", "nearer to")
        raise CalibrationError(
            f"The lens is sharpest at an end of its range: the camera stands too {nearer}; "
            f"move it {farther} the window and try again."
        )
    return best


def best_position(
    measured: Sequence[tuple[float, float]], *, least_gain: float = LEAST_GAIN
) -> float:
    """Return where a parabola through the sharpest of equally spaced positions has its top.

    Args:
        measured: position and sharpness, by rising position.
        least_gain: how much sharper the best must be than the worst.
    """
    positions, values = (np.array(column) for column in zip(*measured, strict=True))
    best = int(np.argmax(values))
    if values[best] < least_gain * max(values.min(), 1e-9):
        raise CalibrationError(
            "No lens position is sharper than the others; lay the card on the window, switch the "
            "lamps on, and try again."
        )
    if best in {0, len(values) - 1}:
        return float(positions[best])
    left, middle, right = values[best - 1 : best + 2]
    bend = left - 2 * middle + right
    shift = 0.5 * (left - right) / bend if bend else 0.0
    return float(positions[best] + shift * (positions[1] - positions[0]))


def _measure(
    take: Callable[[float], Image], positions: npt.NDArray[np.float64], plate: Plate | None
) -> list[tuple[float, float]]:
    return [(float(at), sharpness(take(float(at)), plate)) for at in positions]
