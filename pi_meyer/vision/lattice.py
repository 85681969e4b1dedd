"""The 3x3 lattice of a face: poses, cells in linear light, and the six patterns."""

from __future__ import annotations

from dataclasses import dataclass
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

_BODY = np.array(
    [(x, y) for x in (-0.5, 0.5) for y in (-1.35, -0.5, 0.5, 1.35)]
    + [(x, y) for x in (-1.35, 1.35) for y in (-0.5, 0.5)],
    np.float32,
)
"""Bare spots between the cells, clear of large pips and of the rounded edge, in pitches."""

_SPOT = np.array([(0, 0), (0.13, 0.13), (-0.13, 0.13), (0.13, -0.13), (-0.13, -0.13)], np.float32)
_SPOTS = (CELLS[:, None] + _SPOT[None]).reshape(-1, 2)


_POINTS = np.concatenate((_SPOTS, _BODY)).astype(np.float32)
_ROUGH_POINTS = np.concatenate((CELLS, _BODY)).astype(np.float32)


def _terms(points: Reals) -> Reals:
    return np.concatenate((np.ones((len(points), 1)), points), axis=1).astype(np.float32)


_BODY_TERMS, _CELL_TERMS = _terms(_BODY), _terms(CELLS)
_CLEAR = np.hypot(_BODY[:, 0], _BODY[:, 1]) > 1
"""Spots that even the oversized pip of a 1 leaves bare."""


def _fits() -> Reals:
    """Levels of the body -> a plane through all of them, and one through the clear ones."""
    fits = np.zeros((len(_BODY), 6), np.float32)
    fits[:, :3] = np.linalg.pinv(_BODY_TERMS).T
    fits[_CLEAR, 3:] = np.linalg.pinv(_BODY_TERMS[_CLEAR]).T
    return fits


_FITS = _fits()
_RIPPLES = np.stack((np.full(len(_BODY), 1 / len(_BODY)), _CLEAR / _CLEAR.sum()), axis=1).astype(
    np.float32
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Poses:
    """Where n faces could lie, in pixels, each ``(n, 2)``.

    Attributes:
        centres: middles.
        pitches: one step along a row.
        downs: one step to the next row.
    """

    centres: Reals
    pitches: Reals
    downs: Reals

    @classmethod
    def square(cls, centres: Reals, pitches: Reals) -> Poses:
        """Poses whose rows and columns are alike and at right angles."""
        downs = np.stack((-pitches[:, 1], pitches[:, 0]), axis=1)
        return cls(centres=centres, pitches=pitches, downs=downs)

    @property
    def lengths(self) -> Reals:
        """The pitch of every pose in pixels, ``(n,)``."""
        return np.hypot(self.pitches[:, 0], self.pitches[:, 1])

    def take(self, keep: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Poses:
        """Keep some of the poses."""
        return Poses(centres=self.centres[keep], pitches=self.pitches[keep], downs=self.downs[keep])

    def at(self, lattice: Reals) -> Reals:
        """Pixels of lattice points ``(m, 2)``, given in pitches: ``(n, m, 2)``."""
        # complex numbers in place of pairs are fast, and no product here wakes threads as BLAS does
        moved = np.multiply.outer(as_complex(self.pitches), lattice[:, 0])
        moved += np.multiply.outer(as_complex(self.downs), lattice[:, 1])
        moved += as_complex(self.centres)[:, None]
        pixels: Reals = moved.view(np.float32).reshape(*moved.shape, 2)
        return pixels


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """What the nine cells of n poses hold.

    Attributes:
        shares: 0 is bare face, 1 is a pip of this face, below 0 is contrary, ``(n, 9)``.
        codes: bit i says that cell i holds a pip, ``(n,)``.
        values: 1 to 6, or 0 where the cells make no face, ``(n,)``.
        steps: linear light between a pip and the face, ``(n,)``.
        ripples: how uneven the bare face is, in steps, ``(n,)``.
        levels: linear light of every cell, ``(n, 9)``.
    """

    shares: Reals
    codes: npt.NDArray[np.int64]
    values: npt.NDArray[np.int8]
    steps: Reals
    ripples: Reals
    levels: Reals


def look_at_cells(
    planes: Planes,
    poses: Poses,
    dark: npt.NDArray[np.bool_],
    lone: npt.NDArray[np.bool_],
    *,
    rough: bool = False,
) -> Cells:
    """Measure every cell against the bare face around it, in linear light.

    Args:
        planes: the picture.
        poses: where the faces could be.
        dark: whether their pips are dark, ``(n,)``; those with light ones come first.
        lone: whether a face's pip is the middle one (a 1), else two opposite corners, ``(n,)``.
        rough: one sample a cell in place of five, for a first look at many poses.
    """
    points = poses.at(_ROUGH_POINTS if rough else _POINTS)
    lights = len(dark) - int(np.count_nonzero(dark))
    light = LINEAR.take(sample_kinds(planes.light_soft, planes.dark_soft, lights, points))
    body = light[:, -len(_BODY) :]
    spots = light[:, : -len(_BODY)]
    levels = spots if rough else spots.reshape(len(light), 9, len(_SPOT)).mean(axis=2)
    both = body @ _FITS
    fit = np.where(lone[:, None], both[:, 3:], both[:, :3])
    uneven = body - fit @ _BODY_TERMS.T
    rises = levels - fit @ _CELL_TERMS.T
    rises[lights:] *= np.float32(-1)
    steps = np.where(lone, rises[:, 4], (rises[:, 0] + rises[:, 8]) / 2)
    safe = np.maximum(steps, np.float32(tuning.STEP_FLOOR))
    shares = rises / safe[:, None]
    codes = ((shares > 0.5).astype(np.float32) @ _WEIGHTS).astype(np.int64)
    ripples = (uneven * uneven) @ _RIPPLES
    return Cells(
        shares=shares,
        codes=codes,
        values=VALUE_OF_CODE[codes],
        steps=steps,
        ripples=np.sqrt(np.where(lone, ripples[:, 1], ripples[:, 0])) / safe,
        levels=levels,
    )


def pair_poses(centres: Reals, aspects: Sequence[float] = (1.0,)) -> Poses:
    """Every pair of blobs that could be two opposite corner pips of one face.

    Args:
        centres: what could be pips of one kind, ``(n, 2)`` in pixels.
        aspects: how much longer a row can be than a column; not 1 for faces seen aslant.
    """
    x, y = centres[:, 0], centres[:, 1]
    square = np.subtract.outer(x, x) ** 2 + np.subtract.outer(y, y) ** 2
    diagonal = 2 * np.sqrt(2)
    low = tuning.EDGE_MIN_PX * tuning.PITCH_SHARE_MIN * diagonal
    high = tuning.EDGE_MAX_PX * tuning.PITCH_SHARE_MAX * diagonal
    first, second = np.nonzero((square > low * low) & (square < high * high))
    later = second > first
    one, two = centres[first[later]], centres[second[later]]
    half = (two - one) / 2
    middles = (one + two) / 2
    turned = np.stack((-half[:, 1], half[:, 0]), axis=1)
    pitches, downs = [], []
    for aspect in aspects:
        # half the diagonal is one row step and one column step; they are at right angles
        angle = np.arctan2(1.0, aspect)
        cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
        pitches.append(cos * (cos * half - sin * turned))
        downs.append(sin * (sin * half + cos * turned))
    return Poses(
        centres=np.tile(middles, (len(aspects), 1)),
        pitches=np.concatenate(pitches),
        downs=np.concatenate(downs),
    )
