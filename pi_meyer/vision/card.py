"""The printed calibration card: twelve ArUco marks at known places on the window.

Millimetres from the card's middle, x to the right and y down, as the camera sees the printed side.
The marks are numbers 0 to 11 of the common dictionary of 4 x 4 bits (DICT_4X4_50), so that other
programs can read them too; ours reads them without that part of OpenCV, which not every build has.
"""

from __future__ import annotations

from typing import Final

RectMm = tuple[float, float, float, float]
"""Left, top, width, height."""

CODES: Final = (
    0xB532,
    0x0F9A,
    0x332D,
    0x9946,
    0x549E,
    0x79CD,
    0x9E2E,
    0xC4F2,
    0xFEDA,
    0xCF56,
    0xF991,
    0x11A7,
)
"""Bits of each mark, row by row from the top left, the first bit the highest; 1 is white."""

BITS: Final = 4
"""Bits along a mark's edge; one black cell more on either side."""

CELLS: Final = BITS + 2

MARK_MM: Final = 14.0
"""Edge of a mark, its black rim included."""

PITCH_MM: Final = 20.0
"""Distance of neighbouring marks, middle to middle."""

CARD_RADIUS_MM: Final = 42.5
"""The card is cut to lie in the cup's ring (85.6 mm inside), which puts its middle in place."""

CENTRES_MM: Final = tuple(
    (PITCH_MM * (column - 1.5), PITCH_MM * (row - 1.5))
    for row in range(4)
    for column in range(4)
    if not (row in {0, 3} and column in {0, 3})
)
"""Middles of the marks, in the order of their numbers: a 4 x 4 grid without its corners."""


def corners_mm(number: int) -> tuple[tuple[float, float], ...]:
    """Return a mark's corners: top left, top right, bottom right, bottom left."""
    x, y = CENTRES_MM[number]
    half = MARK_MM / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def is_white(number: int, row: int, column: int) -> bool:
    """Return whether a cell of a mark is white; rows and columns count from 0, the rim included."""
    if not (1 <= row <= BITS and 1 <= column <= BITS):
        return False
    bit = BITS * BITS - 1 - ((row - 1) * BITS + column - 1)
    return bool(CODES[number] >> bit & 1)


def black_rects_mm() -> tuple[RectMm, ...]:
    """Return the black runs of all marks, one rectangle for each run of a row."""
    cell = MARK_MM / CELLS
    rects = []
    for number in range(len(CODES)):
        left, top = corners_mm(number)[0]
        for row in range(CELLS):
            for start, length in _black_runs(number, row):
                rects.append((left + start * cell, top + row * cell, length * cell, cell))
    return tuple(rects)


def _black_runs(number: int, row: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for column in range(CELLS):
        if is_white(number, row, column):
            continue
        if runs and sum(runs[-1]) == column:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((column, 1))
    return runs
