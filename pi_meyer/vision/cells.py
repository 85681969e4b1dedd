"""A close look at the nine cells of settled faces.

Every cell is measured against the bare face right around it, in linear light: what a lamp's image
adds evenly to both falls out, and what it adds to one spot only makes that spot lighter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import CELLS, VALUE_OF_CODE, agree, codes_of
from pi_meyer.vision.planes import LINEAR, sample_kinds

if TYPE_CHECKING:
    from pi_meyer.vision.lattice import Poses
    from pi_meyer.vision.planes import Planes, Reals


def _disc(radius: float, steps: int) -> Reals:
    """Points of a square grid within a circle, the inner ones first."""
    line = np.linspace(-radius, radius, steps)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    reach = np.hypot(grid[:, 0], grid[:, 1])
    inside = grid[reach <= radius * 1.01]
    order = np.argsort(reach[reach <= radius * 1.01], kind="stable")
    return inside[order].astype(np.float32)


_DISC = _disc(0.35, 7)
_CORE = int(np.count_nonzero(np.hypot(_DISC[:, 0], _DISC[:, 1]) < 0.27))
_PAIRS = 6


def _ring(cell: Reals) -> Reals:
    """Six pairs of opposite bare spots round a cell, clear of the next pips and the face's rim."""
    way = np.arctan2(cell[1], cell[0]) + np.pi / 2
    if abs(cell[0] * cell[1]) > 0:
        turns = way + np.radians((-20, -12, -4, 4, 12, 20))
    else:
        turns = np.radians((35, 45, 55, 125, 135, 145))
    half = 0.6 * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    return np.concatenate((half, -half))


def _wide_ring() -> Reals:
    """The same round the pip of a 1, which may be large and is alone."""
    turns = np.arange(_PAIRS) * np.pi / _PAIRS
    half = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    return np.concatenate((half, -half))


def _spots(*, lone: bool) -> Reals:
    rings = [_ring(cell) for cell in CELLS]
    # the pip of a 1 may be large; look a little further out
    cells = CELLS * 1.1 if lone else CELLS
    if lone:
        rings[4] = _wide_ring()
    spots = [cell + np.concatenate((_DISC, ring)) for cell, ring in zip(cells, rings, strict=True)]
    return np.concatenate(spots).astype(np.float32)


_PAIR_SPOTS, _ONE_SPOTS = _spots(lone=False), _spots(lone=True)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CloseCells:
    """What the nine cells of n faces hold; light is linear, shares are of a whole pip.

    Attributes:
        seen: every cell by itself: 0 is bare face, 1 a pip, below 0 the contrary, ``(n, 9)``.
        lowest, highest: the least and the most pip-like spot of each cell, ``(n, 9)``.
        levels: light of each cell, 0 to 1, ``(n, 9)``.
        shares: what opposite cells say together, ``(n, 9)``; see ``agree``.
        codes: bit i says that cell i holds a pip, ``(n,)``.
        values: 1 to 6, or 0 where the cells make no face, ``(n,)``.
        steps: light between a pip and the face, ``(n,)``.
        ripples: how uneven the bare face round the cells is, in steps, ``(n,)``.
    """

    seen: Reals
    lowest: Reals
    highest: Reals
    levels: Reals
    shares: Reals
    codes: npt.NDArray[np.int64]
    values: npt.NDArray[np.int8]
    steps: Reals
    ripples: Reals


def look_closely(
    planes: Planes,
    poses: Poses,
    dark: npt.NDArray[np.bool_],
    lone: npt.NDArray[np.bool_],
    *,
    twins: bool = True,
) -> CloseCells:
    """Measure every cell of settled faces.

    Args:
        planes: the picture.
        poses: where the faces are.
        dark: whether their pips are dark, ``(n,)``; those with light ones come first.
        lone: whether a face is a 1, ``(n,)``.
        twins: let opposite cells speak together.
    """
    count, lights = len(dark), len(dark) - int(np.count_nonzero(dark))
    points = poses.at(_PAIR_SPOTS)
    if lone.any():
        points[lone] = poses.take(lone).at(_ONE_SPOTS)
    light = LINEAR.take(sample_kinds(planes.light_soft, planes.dark_soft, lights, points))
    light = light.reshape(count, 9, len(_DISC) + 2 * _PAIRS)
    np.negative(light[lights:], out=light[lights:])
    disc, ring = light[..., : len(_DISC)], light[..., len(_DISC) :]
    # opposite points of the ring together: what changes evenly leaves no trace
    pairs = ring[..., :_PAIRS] + ring[..., _PAIRS:]
    pairs /= 2
    pairs.sort(axis=2)
    body = (pairs[..., _PAIRS // 2 - 1] + pairs[..., _PAIRS // 2]) / 2
    middles = np.sort(disc[..., :_CORE], axis=2)[..., _CORE // 2]
    levels, rises = np.abs(middles), middles - body
    disc.sort(axis=2)
    agreed = agree(rises, lights) if twins else rises
    steps = _steps(agreed, lone)
    safe = np.maximum(steps, np.float32(tuning.STEP_FLOOR))[:, None]
    seen, shares = rises / safe, agreed / safe
    codes = codes_of(shares)
    return CloseCells(
        seen=seen,
        # the outermost sample may be noise; the one after it must agree
        lowest=(disc[..., 1] - body) / safe,
        highest=(disc[..., -2] - body) / safe,
        levels=levels,
        shares=shares,
        codes=codes,
        values=VALUE_OF_CODE.take(codes),
        steps=steps,
        # half the range of each cell's pairs; of the nine cells the usual one
        ripples=np.sort(pairs[..., -1] - pairs[..., 0], axis=1)[:, 4] / 2 / safe[:, 0],
    )


def _steps(rises: Reals, lone: npt.NDArray[np.bool_]) -> Reals:
    """The usual rise of the cells that hold a pip, ``(n,)``.

    In plain numbers: there are few.
    """
    steps = []
    for row, is_one in zip(rises.tolist(), lone.tolist(), strict=True):
        first = row[4] if is_one else (row[0] + row[8]) / 2
        on = sorted(rise for rise in row if rise > first / 2)
        steps.append((on[(len(on) - 1) // 2] + on[len(on) // 2]) / 2 if on else 0.0)
    return np.array(steps, np.float32)
