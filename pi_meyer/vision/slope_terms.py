"""How flat and sloping squares are drawn: what each measure of a face changes by, in closed form.

The picture of a small slope is known up to its square (`flatness`); all lengths are in edges.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]

_SIDES = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)], float)
_TANGENTS = np.stack((-_SIDES[:, 1], _SIDES[:, 0]), axis=1)
PIPS = 6
"""Pips of a face at most; each takes two of the measures."""
MEASURES = 10 + 2 * PIPS
"""Four distances of sides, four slants, two numbers of the ovals, the pips' places."""
FREE = 8
"""Place (2), logarithm of the pitch, turn; outline: place against the pips (2), size, turn."""


def free_terms_of(cells: Doubles, values: npt.NDArray[np.int_]) -> Doubles:
    """What each measure changes by with what is free: ``(faces, measures, 8)``.

    Args:
        cells: where the faces' pips are, in edges, ``(faces, 6, 2)``.
        values: how many pips they have, ``(faces,)``.
    """
    free = np.tile(_FREE_TERMS, (len(cells), 1, 1))
    free[:, 10::2, 2] = free[:, 11::2, 3] = cells[..., 0]
    free[:, 11::2, 2] = cells[..., 1]
    free[:, 10::2, 3] = -cells[..., 1]
    # a lone pip has no turn; the outline's is free
    free[values == 1, 4:8, 3] = 0
    return free


def _free_terms() -> Doubles:
    free = np.zeros((MEASURES, FREE))
    free[:4, 0:2] = free[:4, 4:6] = _SIDES
    free[:4, 6] = 0.5
    free[4:8, 3] = free[4:8, 7] = -1
    free[10::2, 0] = free[11::2, 1] = 1
    return free


_FREE_TERMS = _free_terms()


def sloped_terms_of(away: Doubles, cells: Doubles, distance: Doubles) -> Doubles:
    """What each measure changes by with the slope (x, y, xx, xy, yy): ``(faces, measures, 5)``.

    A point ``s`` of a face whose depth grows by ``g`` is seen at ``(u - away * g.u / distance) /
    (1 + g.u / distance)`` with ``u = s - g * (g.s) / 2``; here up to squares of ``g``.

    Args:
        away: the middles of the faces from the camera's axis, in edges along their own axes.
        cells: where their pips are, in edges, ``(faces, 6, 2)``.
        distance: the camera's distance in edges, ``(faces, 1)``.
    """
    terms = np.empty((len(away), MEASURES, 5))
    near = 1 / distance
    places = zip(away.tolist(), near.ravel().tolist(), strict=True)
    told = np.array([_products(x, y, one) for (x, y), one in places])
    terms[:, :10] = (told @ _OUTLINE).reshape(-1, 10, 5)
    there = (away[:, None] + cells) * near[..., None]
    pips = terms[:, 10:].reshape(len(away), PIPS, 2, 5)
    pips[..., :2] = -there[..., None] * cells[..., None, :]
    squares = (cells @ _TO_SQUARES[0]) * (cells @ _TO_SQUARES[1])
    pips[..., 2:] = (there * near[..., None])[..., None] * squares[..., None, :]
    pips[..., 2:] -= (cells @ _HALVES).reshape(len(away), PIPS, 2, 3)
    return terms


def _products(x: float, y: float, near: float) -> tuple[float, ...]:
    """What the outline's and the ovals' terms are sums of: place and nearness multiplied."""
    twice = near * near
    return (
        *(1.0, near, near * x, near * y),
        *(twice, twice * x, twice * y, twice * x * x, twice * x * y, twice * y * y),
    )


def _outline_terms() -> Doubles:
    """What turns those ten products into the terms of sides and ovals: ``(10, 10 * 5)``."""
    one, near, near_x, near_y, twice, twice_x, twice_y, xx, xy, yy = np.eye(10)
    table = np.zeros((10, 10, 5))
    for side, ((x, y), (u, v)) in enumerate(zip(_SIDES, _TANGENTS, strict=True)):
        across, along, across_squared, both, along_squared = _CROSS[:, side]
        lean = near / 2 + x * near_x + y * near_y
        squared = twice / 4 + (x * twice_x + y * twice_y) / 2
        beside = (u * twice_x + v * twice_y) / 2 + x * u * xx + (x * v + y * u) * xy + y * v * yy
        outer = np.multiply.outer
        table[:, side] = outer(lean, -across / 2) - outer(beside, both / 2)
        table[:, side] += outer(squared / 2 - one / 4, across_squared)
        table[:, 4 + side] = outer(lean, -along) - outer(beside, along_squared)
        table[:, 4 + side] += outer(squared - one / 2, both)
    # both numbers of the ovals
    table[2, 8:, :2], table[3, 8:, :2] = ((-0.5, 0), (0, -0.5)), ((0, 0.5), (-0.5, 0))
    table[0, 8:, 2:] = (-0.25, 0, 0.25), (0, -0.5, 0)
    return table.reshape(10, -1)


_TO_SQUARES = np.array([[(1, 2, 0), (0, 0, 1)], [(1, 0, 0), (0, 1, 1)]], float)
"""A place times each of these, multiplied: xx, 2 xy, yy."""
_HALVES = np.array([(0.5, 0, 0, 0, 0.5, 0), (0, 0.5, 0, 0, 0, 0.5)])


def _cross() -> Doubles:
    """Slope across each side, along it, across squared, across times along, along squared.

    Each for the four sides, by the slope's x, y, xx, xy, yy: ``(5, 4, 5)``.
    """
    table = np.zeros((5, 4, 5))
    for side, (across, along) in enumerate(zip(_SIDES, _TANGENTS, strict=True)):
        table[0, side, :2], table[1, side, :2] = across, along
        for row, (one, two) in ((2, (across, across)), (3, (across, along)), (4, (along, along))):
            table[row, side, 2:] = (
                one[0] * two[0],
                one[0] * two[1] + one[1] * two[0],
                one[1] * two[1],
            )
    return table


_CROSS = _cross()
_OUTLINE = _outline_terms()
