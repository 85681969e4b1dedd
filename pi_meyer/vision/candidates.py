"""Candidates for faces: pairs of blobs that could be corners of one, and lone ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import VALUE_OF_CODE, Poses, look_at_cells, pair_poses
from pi_meyer.vision.ones import lone_blobs, one_poses
from pi_meyer.vision.pips import Blobs, Polarity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.planes import Planes, Reals


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far the search goes.

    Attributes:
        rough: candidates of every kind whose outline is glimpsed.
        outlined: candidates that get an outline.
        settled: candidates that are measured in full.
        least: score at the first look that the best two need to be settled, and that others do; a
            poor first look never turns into a die, and the second look is dear.
        rivals: see ``_best_of_places``.
        faces: faces that are kept.
        aslant: the camera may look at a slant, so that a lattice need not be square.
        clear_first: clear pips are looked at before faint ones; what lamps' light hid is faint.
    """

    rough: int = tuning.ROUGH_LIMIT
    outlined: int = tuning.OUTLINED_LIMIT
    settled: int = tuning.SETTLED_LIMIT
    least: tuple[float, float] = (tuning.ROUGH_SCORE, tuning.ROUGH_FURTHER_SCORE)
    rivals: tuple[float, float] = (tuning.RIVAL_SCORE, tuning.RIVAL_SHARE)
    faces: int = tuning.FACE_LIMIT
    aslant: bool = False
    clear_first: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rough:
    """Candidates before they are settled: parallel arrays."""

    poses: Poses
    dark: npt.NDArray[np.bool_]
    codes: npt.NDArray[np.int64]
    clear: npt.NDArray[np.bool_]
    margins: Reals
    ripples: Reals
    ranks: Reals

    def best(self, limit: int) -> Rough:
        """Of every kind (light or dark; 1, 2 to 3, 4 to 6) some candidates, the best first.

        Of one value within a few pixels only the best is kept.
        """
        order = (-self.ranks).argsort(kind="stable")
        centres = self.poses.centres.take(order, axis=0)
        near = np.rint(centres / tuning.SAME_PLACE_PX).astype(np.int64)
        values, dark = VALUE_OF_CODE.take(self.codes.take(order)), self.dark.take(order)
        keys = (near[:, 0] * 4096 + near[:, 1]) * 16 + values * 2 + dark
        kinds = dark * 3 + _SORT_OF_VALUE.take(values)
        # of each key the first row, which comes last here and so is what stays
        first = dict(zip(keys[::-1].tolist(), range(len(keys) - 1, -1, -1), strict=True))
        rows = np.sort(np.fromiter(first.values(), np.intp, len(first)))
        return self.take(order.take(rows[_up_to(limit, kinds.take(rows))]))

    def take(self, keep: npt.NDArray[np.intp]) -> Rough:
        """Keep some of the candidates."""
        return Rough(
            poses=self.poses.take(keep),
            dark=self.dark.take(keep),
            codes=self.codes.take(keep),
            clear=self.clear.take(keep, axis=0),
            margins=self.margins.take(keep),
            ripples=self.ripples.take(keep),
            ranks=self.ranks.take(keep),
        )


def _up_to(limit: int, kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which of the candidates of each kind are among the first ones, as many as its share."""
    keep = np.ones(len(kinds), bool)
    counts = np.bincount(kinds, minlength=len(tuning.ROUGH_SHARES)).tolist()
    for kind, (count, share) in enumerate(zip(counts, tuning.ROUGH_SHARES, strict=True)):
        if count > limit * share:
            keep[(kinds == kind).nonzero()[0][limit * share :]] = False
    return keep


_SORT_OF_VALUE = np.array((0, 0, 1, 1, 2, 2, 2))


def candidates(planes: Planes, all_blobs: Sequence[Blobs], limits: Limits) -> Rough:
    """Pairs of blobs that could be corners of a face, and lone ones that could be a 1."""
    aspects = tuning.ASPECTS_ASLANT if limits.aslant else (1.0,)
    (light, light_steps), (dark, dark_steps) = (
        _of_kind(all_blobs, polarity) for polarity in (Polarity.LIGHT, Polarity.DARK)
    )
    centres = np.concatenate((light, dark))
    lone = lone_blobs(planes, centres, len(light))
    ones, rows, clear = one_poses(planes, centres[lone])
    one_is_dark = lone[rows] >= len(light)
    parts = (
        pair_poses(light, light_steps, aspects),
        ones.take(~one_is_dark),
        pair_poses(dark, dark_steps, aspects),
        ones.take(one_is_dark),
    )
    counts = [len(part.centres) for part in parts]
    of_pairs = (np.zeros(counts[0]), np.zeros(counts[2]))
    outlines = (of_pairs[0], clear[~one_is_dark], of_pairs[1], clear[one_is_dark])
    return _measure(
        planes,
        _join(parts),
        dark=np.repeat((False, False, True, True), counts),
        lone=np.repeat((False, True, False, True), counts),
        outlines=np.concatenate(outlines),
        limits=limits,
    )


def _of_kind(all_blobs: Sequence[Blobs], polarity: Polarity) -> tuple[Reals, Reals]:
    """Middles and steps of all blobs of one polarity."""
    kind = [blobs for blobs in all_blobs if blobs.polarity is polarity]
    if len(kind) == 1:
        return kind[0].centres, kind[0].steps
    return (
        np.concatenate([blobs.centres for blobs in kind]),
        np.concatenate([blobs.steps for blobs in kind]),
    )


def _measure(
    planes: Planes,
    poses: Poses,
    *,
    dark: npt.NDArray[np.bool_],
    lone: npt.NDArray[np.bool_],
    outlines: Reals,
    limits: Limits,
) -> Rough:
    """Keep the poses whose cells make a face; ``outlines`` says how clear those of 1s are."""
    cells = look_at_cells(planes, poses, dark, lone, twins=not limits.aslant)
    fits = (cells.values > 0) & ((cells.values == 1) == lone)
    fits &= cells.steps > tuning.STEP_MIN
    keep = fits.nonzero()[0]
    margins = np.minimum.reduce(np.abs(cells.shares.T.take(keep, axis=1) - np.float32(0.5)))
    ripples = cells.ripples_of(keep)
    ranks = np.minimum(margins, 0.5) - 0.25 * np.minimum(ripples, 1.5)
    ranks += outlines.take(keep)
    if limits.clear_first:
        # two spots that hardly show on even ground look as much like a 2 as two clear pips do
        clear = np.minimum(cells.steps.take(keep), np.float32(tuning.RANK_STEP_MOST))
        clear *= ~lone.take(keep)
        ranks += np.float32(tuning.RANK_OF_STEP) * clear
    return Rough(
        poses=poses.take(keep),
        dark=dark.take(keep),
        codes=cells.codes.take(keep),
        clear=cells.clear.take(keep, axis=0),
        margins=margins,
        ripples=ripples,
        ranks=ranks + 0.04 * cells.values.take(keep),
    )


def _join(parts: Sequence[Poses]) -> Poses:
    return Poses(
        centres=np.concatenate([part.centres for part in parts]),
        pitches=np.concatenate([part.pitches for part in parts]),
        downs=np.concatenate([part.downs for part in parts]),
        are_square=all(part.are_square for part in parts),
    )
