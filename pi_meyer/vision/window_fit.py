"""From a picture of the calibration card to the window's plate: scale, middle, homography, lens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.errors import SettingsError
from pi_meyer.vision.card import CODES, corners_mm
from pi_meyer.vision.marks import FoundMark, find_marks
from pi_meyer.vision.plate import EDGE_MM, Matrix3, Plate, apply_homography, straighten
from pi_meyer.vision.tuning import EDGE_MIN_PX, WORK_WIDTH_PX

FloatArray = npt.NDArray[np.float64]

LEAST_MARKS: Final = 6
"""Marks that must be found; fewer leave lens and tilt open."""

MOST_RESIDUAL_MM: Final = 0.3
"""Mean distance between printed and found corners above which the picture is no good."""

MARK_ODD: Final = 3.0
"""How many times farther off than the usual mark one must lie to be left out: light lies on it."""

MARK_ODD_MM: Final = 0.1
"""Millimetres below which no mark is left out."""

UNDER_CUP_MM: Final = 36.0
"""Radius within which a die under any cup shows all of its lower face."""

MOST_ASIDE_MM: Final = 8.0
"""Millimetres between the middles of window and picture; the reader looks round the latter."""

K1_RANGE: Final = (-0.4, 0.4)
"""Radial distortion that is looked for; both cameras lie far inside."""

K1_STEPS: Final = 40
"""Steps of the golden section; the last is below 1e-8."""


class CalibrationError(SettingsError):
    """A picture or file that nothing can be calibrated from; the sentence says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowFit:
    """What the card told.

    Attributes:
        plate: the window in pictures of this size.
        residual_mm: root mean square distance between printed and found corners.
        marks: how many marks were found and fitted.
    """

    plate: Plate
    residual_mm: float
    marks: int


def fit_window(image: npt.NDArray[np.uint8]) -> WindowFit:
    """Return the window's plate from a picture of the card, ``(height, width, 3)``, BGR.

    Raises:
        CalibrationError: too few marks are seen, they do not lie as they were printed, or the
            window is too small, cut off or far beside the picture's middle.
    """
    marks = find_marks(image)
    if len(marks) < LEAST_MARKS:
        raise CalibrationError(
            f"Only {len(marks)} of the card's {len(CODES)} marks are seen and {LEAST_MARKS} are "
            "needed; lay the card on the window, printed side down, and switch the lamps on."
        )
    fit = _fit(marks, (image.shape[1], image.shape[0]))
    _check_view(fit.plate)
    return fit


def _fit(marks: tuple[FoundMark, ...], size_wh: tuple[int, int]) -> WindowFit:
    """Fit all marks; while one lies far off all others and enough are left, without that one."""
    while True:
        found_px = np.concatenate([mark.corners_xy_px for mark in marks])
        printed_mm = np.concatenate([np.array(corners_mm(mark.number)) for mark in marks])
        k1 = _best_k1(found_px, printed_mm, size_wh)
        matrix, off_mm = _homography(found_px, printed_mm, size_wh, k1)
        of_marks = off_mm.reshape(len(marks), -1).max(axis=1)
        odd = int(of_marks.argmax())
        least = max(MARK_ODD_MM, MARK_ODD * float(np.median(of_marks)))
        if of_marks[odd] < least or len(marks) <= LEAST_MARKS:
            break
        marks = (*marks[:odd], *marks[odd + 1 :])
    residual_mm = _rms(off_mm)
    if residual_mm > MOST_RESIDUAL_MM:
        raise CalibrationError(
            f"The marks lie {residual_mm:.2f} mm off their places on the card; print it at 100 %, "
            "lay it flat, turn away lamps that shine on it, and take a sharp picture."
        )
    plate = Plate(
        size_wh=size_wh,
        centre_xy_px=(0.0, 0.0),
        px_per_mm=1.0,
        homography=_as_tuple(matrix),
        k1=k1,
    )
    return WindowFit(plate=_with_middle(plate), residual_mm=residual_mm, marks=len(marks))


def _check_view(plate: Plate) -> None:
    """Refuse a view in which the reader could not see the dice: that is the camera's place."""
    width, height = plate.size_wh
    die_px = EDGE_MM * plate.px_per_mm * WORK_WIDTH_PX / width
    if die_px < EDGE_MIN_PX:
        raise CalibrationError(
            f"The card is too small in the picture: a die would span {die_px:.0f} pixels and "
            f"{EDGE_MIN_PX:.0f} are needed; bring the camera nearer."
        )
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    rim_px = plate.to_px(UNDER_CUP_MM * np.stack([np.cos(turns), np.sin(turns)], axis=1))
    if not ((rim_px > 0).all() and (rim_px < (width, height)).all()):
        raise CalibrationError(
            "The window does not lie in the picture as a whole; lay the card into the cup's ring, "
            "and put the camera under its middle, farther away if need be."
        )
    aside = np.subtract(plate.centre_xy_px, (width / 2, height / 2))
    aside_mm = float(np.hypot(*aside)) / plate.px_per_mm
    if aside_mm > MOST_ASIDE_MM:
        raise CalibrationError(
            f"The card's middle lies {aside_mm:.0f} mm beside the picture's; lay it into the cup's "
            "ring, and put the camera under its middle, looking straight up."
        )


def _best_k1(found_px: FloatArray, printed_mm: FloatArray, size_wh: tuple[int, int]) -> float:
    """Return the distortion that fits best, by golden section (the misfit has one valley)."""
    golden = (5**0.5 - 1) / 2
    low, high = K1_RANGE
    for _ in range(K1_STEPS):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if _misfit(found_px, printed_mm, size_wh, left) < _misfit(
            found_px, printed_mm, size_wh, right
        ):
            high = right
        else:
            low = left
    return (low + high) / 2


def _misfit(
    found_px: FloatArray, printed_mm: FloatArray, size_wh: tuple[int, int], k1: float
) -> float:
    return _rms(_homography(found_px, printed_mm, size_wh, k1)[1])


def _rms(off_mm: FloatArray) -> float:
    return float(np.sqrt(np.mean(off_mm**2)))


def _homography(
    found_px: FloatArray, printed_mm: FloatArray, size_wh: tuple[int, int], k1: float
) -> tuple[FloatArray, FloatArray]:
    """Return straightened pixels to millimetres ``(3, 3)``, and how far off each corner lies."""
    straight = straighten(found_px, size_wh, k1)
    matrix = np.asarray(cv2.findHomography(straight, printed_mm, 0)[0], dtype=np.float64)
    off_mm = np.hypot(*(apply_homography(matrix, straight) - printed_mm).T)
    return matrix, np.asarray(off_mm, dtype=np.float64)


def _with_middle(plate: Plate) -> Plate:
    """Return the plate with its middle and the scale there."""
    middle, right, down = plate.to_px(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    across, along = right - middle, down - middle
    scale = abs(across[0] * along[1] - across[1] * along[0]) ** 0.5
    return Plate(
        size_wh=plate.size_wh,
        centre_xy_px=(float(middle[0]), float(middle[1])),
        px_per_mm=float(scale),
        homography=plate.homography,
        k1=plate.k1,
    )


def _as_tuple(matrix: FloatArray) -> Matrix3:
    a, b, c, d, e, f, g, h, i = (float(number) for number in (matrix / matrix[2, 2]).ravel())
    return (a, b, c, d, e, f, g, h, i)
