"""The 3x3 lattice of a face: poses, cells in linear light, and the six patterns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import LINEAR, Planes, Reals, as_complex, sample_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

CELLS: Reals = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
"""The nine cells of a face in pitches, row by row; cell 4 is the middle."""

PATTERNS: dict[int, tuple[str, ...]] = {
    1: ("000010000",),
    2: ("100000001", "001000100"),
    3: ("100010001", "001010100"),
    4: ("101000101",),
    5: ("101010101",),
    6: ("101101101", "111000111"),
}
"""The cells that hold a pip, for every value and every way round."""

LONE_CODE = 1 << 4
"""The code of a 1: only the middle cell."""

WEIGHTS: npt.NDArray[np.int64] = 1 << np.arange(9)
_WEIGHTS = WEIGHTS.astype(np.float32)


def _values() -> npt.NDArray[np.int8]:
    table = np.zeros(512, np.int8)
    for value, ways in PATTERNS.items():
        for way in ways:
            table[int(way[::-1], 2)] = value
    return table


VALUE_OF_CODE: npt.NDArray[np.int8] = _values()
"""Code of the cells (bit i is cell i) -> value 1 to 6, or 0 where no face looks like that."""

TWINS: npt.NDArray[np.intp] = np.arange(8, -1, -1)
"""The cell opposite to each one; every pattern is the same seen from both ends."""

_BODY = np.array(
    [(x, y) for x in (-0.5, 0.5) for y in (-1.35, -0.5, 0.5, 1.35)]
    + [(x, y) for x in (-1.35, 1.35) for y in (-0.5, 0.5)],
    np.float32,
)
"""Bare spots between the cells, clear of large pips and of the rounded edge, in pitches."""

_CLEAR = np.hypot(_BODY[:, 0], _BODY[:, 1]) > 1
"""Spots that even the oversized pip of a 1 leaves bare."""

_POINTS = np.concatenate((CELLS, _BODY)).astype(np.float32)


def _nearby(spots: npt.NDArray[np.bool_]) -> Reals:
    """Weights ``(len(_BODY), 9)`` that give the bare face at every cell from the spots around it.

    What a lamp's image or a shadow adds changes over a face: what lies near counts most, and what
    changes evenly leaves no trace.
    """
    trust = np.exp(-((CELLS[:, None] - _BODY[spots]) ** 2).sum(axis=2) / 0.5)
    weights = np.zeros((len(_BODY), len(CELLS)), np.float32)
    terms = _terms(_BODY[spots])
    for index, here in enumerate(_terms(CELLS)):
        near = trust[index]
        weights[spots, index] = np.linalg.pinv(terms * near[:, None]).T @ here * near
    return weights


def _terms(points: Reals) -> npt.NDArray[np.float64]:
    ones = np.ones((len(points), 1))
    return np.concatenate((ones, points), axis=1).astype(np.float64)


def _uneven(spots: npt.NDArray[np.bool_]) -> Reals:
    """Matrix that leaves of the spots' light what a plane through these spots does not explain."""
    terms = _terms(_BODY)
    fit = np.zeros((3, len(_BODY)))
    fit[:, spots] = np.linalg.pinv(terms[spots])
    left = (np.eye(len(_BODY)) - terms @ fit) * spots[:, None]
    return left.T.astype(np.float32)


_ALL = np.ones(len(_BODY), bool)
_BY_ALL, _BY_CLEAR = (
    np.concatenate((_nearby(spots), _uneven(spots)), axis=1) for spots in (_ALL, _CLEAR)
)
"""What the bare spots tell: the bare face at the nine cells, then how uneven each of them is."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Poses:
    """Where n faces could lie, in pixels, each ``(n, 2)``.

    Attributes:
        centres: middles.
        pitches: one step along a row.
        downs: one step to the next row.
        are_square: whether rows and columns are known to be alike and at right angles.
    """

    centres: Reals
    pitches: Reals
    downs: Reals
    are_square: bool = False

    @classmethod
    def square(cls, centres: Reals, pitches: Reals) -> Poses:
        """Poses whose rows and columns are alike and at right angles."""
        downs = as_complex(pitches) * np.complex64(1j)
        return cls(centres=centres, pitches=pitches, downs=_as_points(downs), are_square=True)

    @property
    def lengths(self) -> Reals:
        """The pitch of every pose in pixels, ``(n,)``."""
        return np.abs(as_complex(self.pitches))

    def take(self, keep: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Poses:
        """Keep some of the poses."""
        # numbers of rows are taken in a fifth of the time of an index
        rows = keep.nonzero()[0] if keep.dtype == bool else keep
        return Poses(
            centres=self.centres.take(rows, axis=0),
            pitches=self.pitches.take(rows, axis=0),
            downs=self.downs.take(rows, axis=0),
            are_square=self.are_square,
        )

    def at(self, lattice: Reals) -> Reals:
        """Pixels of lattice points ``(m, 2)``, given in pitches: ``(n, m, 2)``."""
        # complex numbers in place of pairs are fast, and no product here wakes threads as BLAS does
        if self.are_square:
            moved = np.multiply.outer(as_complex(self.pitches), as_complex(lattice))
        else:
            moved = np.multiply.outer(as_complex(self.pitches), lattice[:, 0])
            moved += np.multiply.outer(as_complex(self.downs), lattice[:, 1])
        moved += as_complex(self.centres)[:, None]
        pixels: Reals = moved.view(np.float32).reshape(*moved.shape, 2)
        return pixels


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """What the nine cells of n poses hold, after a first look.

    Attributes:
        shares: 0 is bare face, 1 is a pip of this face, the same for opposite cells, ``(n, 9)``.
        clear: whether a cell shows a pip by itself, ``(n, 9)``.
        codes: bit i says that cell i holds a pip, ``(n,)``.
        values: 1 to 6, or 0 where the cells make no face, ``(n,)``.
        steps: linear light between a pip and the face, ``(n,)``.
        uneven: how far each bare spot is from an even face, in linear light, ``(n, 12)``.
    """

    shares: Reals
    clear: npt.NDArray[np.bool_]
    codes: npt.NDArray[np.int64]
    values: npt.NDArray[np.int8]
    steps: Reals
    uneven: Reals

    def ripples_of(self, rows: npt.NDArray[np.intp]) -> Reals:
        """How uneven the bare face of some poses is, in steps, ``(rows,)``."""
        uneven = self.uneven.take(rows, axis=0)
        np.abs(uneven, out=uneven).sort(axis=1)
        safe = np.maximum(self.steps.take(rows), np.float32(tuning.STEP_FLOOR))
        # a lamp's image disturbs few of the spots; the others tell
        return np.asarray(np.add.reduce(uneven[:, 5:8], axis=1) / (3 * safe), np.float32)


def look_at_cells(
    planes: Planes,
    poses: Poses,
    dark: npt.NDArray[np.bool_],
    lone: npt.NDArray[np.bool_],
    *,
    twins: bool = True,
) -> Cells:
    """Measure every cell against the bare face around it, in linear light.

    Args:
        planes: the picture.
        poses: where the faces could be.
        dark: whether their pips are dark, ``(n,)``; those with light ones come first.
        lone: whether a face's pip is the middle one (a 1), else two opposite corners, ``(n,)``.
        twins: let opposite cells speak together.
    """
    points = poses.at(_POINTS)
    lights = len(dark) - int(np.count_nonzero(dark))
    light = LINEAR.take(sample_kinds(planes.light_soft, planes.dark_soft, lights, points))
    body = light[:, 9:]
    # the few that may be a 1 are measured against fewer spots
    ones = np.flatnonzero(lone)
    told = body @ _BY_ALL
    told[ones] = body[ones] @ _BY_CLEAR
    near, uneven = told[:, :9], told[:, 9:]
    rises = light[:, :9] - near
    np.negative(rises[lights:], out=rises[lights:])
    both = agree(rises, lights) if twins else rises
    steps = np.where(lone, both[:, 4], (both[:, 0] + both[:, 8]) / 2)
    safe = np.maximum(steps, np.float32(tuning.STEP_FLOOR))
    shares = both / safe[:, None]
    codes = codes_of(shares)
    return Cells(
        shares=shares,
        clear=rises > safe[:, None] / 2,
        codes=codes,
        values=VALUE_OF_CODE.take(codes),
        steps=steps,
        uneven=uneven,
    )


def codes_of(shares: Reals) -> npt.NDArray[np.int64]:
    """Bit i says that cell i holds a pip, ``(n,)``, given shares of a pip ``(n, 9)``."""
    codes: npt.NDArray[np.int64] = ((shares > 0.5).astype(np.float32) @ _WEIGHTS).astype(np.int64)
    return codes


def agree(rises: Reals, lights: int) -> Reals:
    """What opposite cells say together: every pattern looks the same from both ends.

    A lamp's image only adds light. A cell of a face with dark pips that is lighter than the face
    says nothing: its twin decides. Of a face with light pips the darker twin decides,
    where the other one outshines it by far.

    Args:
        rises: how much each cell looks like a pip, ``(n, 9)``, faces with light pips first.
        lights: how many of them there are.
    """
    # cell by cell, and of every two opposite cells once
    cells = rises.T.copy()
    one, two = cells[:4], cells[:4:-1]
    less, more = np.minimum(one, two), np.maximum(one, two)
    mean = less + more
    mean /= 2
    outshone = less[:, :lights] < np.float32(tuning.OUTSHONE_SHARE) * more[:, :lights]
    np.copyto(mean[:, :lights], less[:, :lights], where=outshone)
    lit = less[:, lights:] < np.float32(-tuning.LIT_SHARE) * more[:, lights:]
    np.copyto(mean[:, lights:], more[:, lights:], where=lit)
    cells[:4] = cells[:4:-1] = mean
    agreed: Reals = cells.T
    return agreed


def pair_poses(centres: Reals, steps: Reals, aspects: Sequence[float] = (1.0,)) -> Poses:
    """Every pair of blobs that could be two opposite corner pips of one face.

    Args:
        centres: what could be pips of one kind, ``(n, 2)`` in pixels.
        steps: how much they stand out, ``(n,)``; pips of one face do so alike.
        aspects: how much longer a row can be than a column; not 1 for faces seen aslant.
    """
    spots = as_complex(centres)
    gaps = np.abs(np.subtract.outer(spots, spots))
    near = gaps > _DIAGONAL_MIN_PX
    near &= gaps < tuning.DIAGONAL_MAX_PX
    near &= _each_once(len(spots))
    first, second = np.divmod(near.ravel().nonzero()[0], max(1, len(spots)))
    step, other = steps.take(first), steps.take(second)
    alike = np.minimum(step, other) > np.float32(tuning.PAIR_STEP_SHARE) * np.maximum(step, other)
    asked = alike.nonzero()[0]
    one, two = spots.take(first.take(asked)), spots.take(second.take(asked))
    half, middles = (two - one) / 2, (one + two) / 2
    pitches, downs = [], []
    for aspect in aspects:
        # half the diagonal is one row step and one column step; they are at right angles
        angle = math.atan2(1.0, aspect)
        cos, sin = math.cos(angle), math.sin(angle)
        pitches.append(half * np.complex64(cos * complex(cos, -sin)))
        downs.append(half * np.complex64(sin * complex(sin, cos)))
    return Poses(
        centres=_as_points(np.concatenate([middles] * len(aspects))),
        pitches=_as_points(np.concatenate(pitches)),
        downs=_as_points(np.concatenate(downs)),
        are_square=tuple(aspects) == (1.0,),
    )


@lru_cache(maxsize=256)
def _each_once(count: int) -> npt.NDArray[np.bool_]:
    """Which of all pairs of so many have the first before the second."""
    return np.triu(np.ones((count, count), bool), 1)


def _as_points(spots: npt.NDArray[np.complex64]) -> Reals:
    points: Reals = spots.view(np.float32).reshape(-1, 2)
    return points


_DIAGONAL_MIN_PX = tuning.EDGE_MIN_PX * tuning.PITCH_SHARE_MIN * math.sqrt(8)
