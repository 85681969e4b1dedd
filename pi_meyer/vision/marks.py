"""Find the calibration card's marks in a picture, with the core of OpenCV only.

OpenCV's own detector moved and changed between 4.6 and 4.7 and is missing from some builds; this
one knows only the twelve marks of our card and behaves alike everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.card import BITS, CELLS, CODES, is_white

if TYPE_CHECKING:
    from collections.abc import Iterator

Image = npt.NDArray[np.uint8]
FloatArray = npt.NDArray[np.float64]

WINDOW_SHARES: Final = (0.025, 0.06, 0.15)
"""Windows of the local threshold, as shares of the picture's width: small to large marks."""

THRESHOLD_GREY: Final = 7
"""Grey levels below the local mean that count as black."""

LEAST_EDGE_PX: Final = 12.0
"""Edge below which a mark's cells cannot be told."""

STRAIGHTNESS: Final = 0.05
"""How far an outline may leave its four corners' lines, as a share of its length."""

LEAST_CONTRAST: Final = 25.0
"""Grey levels between a mark's black and white."""

CELL_SAMPLES: Final = 3
"""Points along the edge of a cell that are averaged."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundMark:
    """A mark of the card.

    Attributes:
        number: 0 to 11.
        corners_xy_px: its own top left, top right, bottom right, bottom left, ``(4, 2)``.
    """

    number: int
    corners_xy_px: FloatArray


def find_marks(image: Image) -> tuple[FoundMark, ...]:
    """Return the card's marks in a picture ``(height, width, 3)``, by number, each once."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found: dict[int, FoundMark] = {}
    for share in WINDOW_SHARES:
        for corners in _quads(grey, share):
            mark = _decode(grey, corners)
            if mark is not None and mark.number not in found:
                found[mark.number] = mark
    return tuple(_refine(grey, found[number]) for number in sorted(found))


def _quads(grey: Image, share: float) -> Iterator[FloatArray]:
    """Return the outlines with four corners, clockwise, ``(4, 2)`` each."""
    window = max(3, round(grey.shape[1] * share) | 1)
    black = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, THRESHOLD_GREY
    )
    outlines = cv2.findContours(black, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[-2]
    for outline in outlines:
        length = cv2.arcLength(outline, True)
        if length < 4 * LEAST_EDGE_PX:
            continue
        quad = cv2.approxPolyDP(outline, STRAIGHTNESS * length, True)
        if len(quad) == 4 and cv2.isContourConvex(quad):
            corners = quad.reshape(4, 2).astype(np.float64)
            if _shortest_side(corners) >= LEAST_EDGE_PX:
                yield corners if cv2.contourArea(quad, True) > 0 else corners[::-1]


def _shortest_side(corners: FloatArray) -> float:
    sides = corners - np.roll(corners, 1, axis=0)
    return float(np.hypot(sides[:, 0], sides[:, 1]).min())


def _decode(grey: Image, corners: FloatArray) -> FoundMark | None:
    """Return the mark that lies within four clockwise corners, whichever way it is turned."""
    cells = _cells(grey, corners)
    black, white = float(cells.min()), float(cells.max())
    if white - black < LEAST_CONTRAST:
        return None
    bits = cells > (black + white) / 2
    for quarter in range(4):
        for number in range(len(CODES)):
            if np.array_equal(bits, _pattern(number)):
                return FoundMark(number=number, corners_xy_px=np.roll(corners, -quarter, axis=0))
        bits = np.rot90(bits)
    return None


def _pattern(number: int) -> npt.NDArray[np.bool_]:
    return np.array([[is_white(number, row, col) for col in range(CELLS)] for row in range(CELLS)])


def _cells(grey: Image, corners: FloatArray) -> npt.NDArray[np.float64]:
    """Return the mean grey of every cell, ``(6, 6)``."""
    size = CELLS * CELL_SAMPLES
    middle = (np.arange(size) + 0.5) / CELL_SAMPLES
    # Points near a cell's edge are blurred by its neighbour: draw them towards its middle.
    middle = np.floor(middle) + 0.5 + (middle % 1 - 0.5) * 0.6
    unit = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    grid = np.stack([axis.ravel() for axis in np.meshgrid(middle, middle)], axis=1)
    places = cv2.perspectiveTransform(grid[None].astype(np.float32), matrix)[0]
    values = cv2.remap(grey, places[:, 0], places[:, 1], cv2.INTER_LINEAR)
    shaped = np.asarray(values, dtype=np.float64).reshape(CELLS, CELL_SAMPLES, CELLS, CELL_SAMPLES)
    return np.asarray(shaped.mean(axis=(1, 3)))


def _refine(grey: Image, mark: FoundMark) -> FoundMark:
    """Move the corners to where the edges meet, to a fraction of a pixel."""
    reach = max(2, round(_shortest_side(mark.corners_xy_px) / (3 * (BITS + 2))))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.005)
    corners = mark.corners_xy_px.astype(np.float32).reshape(4, 1, 2)
    refined = cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop)
    return FoundMark(
        number=mark.number, corners_xy_px=np.asarray(refined, dtype=np.float64).reshape(4, 2)
    )
