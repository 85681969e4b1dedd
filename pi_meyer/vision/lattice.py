"""The 3x3 lattice of a face: poses, cells in linear light, and the six patterns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.pips import Blobs, Polarity
from pi_meyer.vision.planes import LINEAR, Planes, Reals, sample

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
_BODY_FIT = np.linalg.pinv(_BODY_TERMS).astype(np.float32)
_CLEAR = np.hypot(_BODY[:, 0], _BODY[:, 1]) > 1
"""Spots that even the oversized pip of a 1 leaves bare."""
_CLEAR_FIT = np.linalg.pinv(_BODY_TERMS[_CLEAR]).astype(np.float32)


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
        moved: Reals = (
            lattice @ np.stack((self.pitches, self.downs), axis=1) + self.centres[:, None]
        )
        return moved


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

    def apart(self) -> list[Cells]:
        """The same, each pose on its own."""
        return [
            Cells(
                shares=self.shares[one],
                codes=self.codes[one],
                values=self.values[one],
                steps=self.steps[one],
                ripples=self.ripples[one],
                levels=self.levels[one],
            )
            for one in (slice(k, k + 1) for k in range(len(self.codes)))
        ]


def look_at_cells(
    planes: Planes, poses: Poses, polarity: Polarity, *, lone: bool, rough: bool = False
) -> Cells:
    """Measure every cell against the bare face around it, in linear light.

    Args:
        planes: the picture.
        poses: where the faces could be.
        polarity: the kind of their pips.
        lone: the pip of these faces is the middle one (a 1), else two opposite corners.
        rough: one sample a cell in place of five, for a first look at many poses.
    """
    plane = planes.light_soft if polarity is Polarity.LIGHT else planes.dark_soft
    light = LINEAR[sample(plane, poses.at(_ROUGH_POINTS if rough else _POINTS))]
    body = light[:, -len(_BODY) :]
    spots = light[:, : -len(_BODY)]
    levels = spots if rough else spots.reshape(len(light), 9, len(_SPOT)).mean(axis=2)
    fit = body[:, _CLEAR] @ _CLEAR_FIT.T if lone else body @ _BODY_FIT.T
    uneven = body - fit @ _BODY_TERMS.T
    ripple = uneven[:, _CLEAR] if lone else uneven
    rises = (levels - fit @ _CELL_TERMS.T) * np.float32(polarity.value)
    steps = rises[:, 4] if lone else (rises[:, 0] + rises[:, 8]) / 2
    safe = np.maximum(steps, np.float32(tuning.STEP_FLOOR))
    shares = rises / safe[:, None]
    codes = (shares > 0.5) @ WEIGHTS
    ripples = np.sqrt((ripple**2).mean(axis=1)) / safe
    return Cells(
        shares=shares,
        codes=codes,
        values=VALUE_OF_CODE[codes],
        steps=steps,
        ripples=ripples,
        levels=levels,
    )


def pair_poses(blobs: Blobs, aspects: Sequence[float] = (1.0,)) -> Poses:
    """Every pair of blobs that could be two opposite corner pips of one face.

    Args:
        blobs: what could be pips of one kind.
        aspects: how much longer a row can be than a column; not 1 for faces seen aslant.
    """
    first, second = np.triu_indices(len(blobs.centres), 1)
    gap = blobs.centres[second] - blobs.centres[first]
    length = np.hypot(gap[:, 0], gap[:, 1])
    diagonal = 2 * np.sqrt(2)
    low = tuning.EDGE_MIN_PX * tuning.PITCH_SHARE_MIN * diagonal
    high = tuning.EDGE_MAX_PX * tuning.PITCH_SHARE_MAX * diagonal
    keep = (length > low) & (length < high)
    first, second, half = first[keep], second[keep], gap[keep] / 2
    centres = (blobs.centres[first] + blobs.centres[second]) / 2
    turned = np.stack((-half[:, 1], half[:, 0]), axis=1)
    pitches, downs = [], []
    for aspect in aspects:
        # half the diagonal is one row step and one column step; they are at right angles
        angle = np.arctan2(1.0, aspect)
        cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
        pitches.append(cos * (cos * half - sin * turned))
        downs.append(sin * (sin * half + cos * turned))
    return Poses(
        centres=np.tile(centres, (len(aspects), 1)),
        pitches=np.concatenate(pitches),
        downs=np.concatenate(downs),
    )
