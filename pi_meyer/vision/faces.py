"""Faces: candidates from pips and outlines, the best of each place, settled finely."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import compress, islice, pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.candidates import Limits, Rough, candidates
from pi_meyer.vision.cells import CloseCells, look_closely
from pi_meyer.vision.lattice import (
    CELLS,
    LONE_CODE,
    VALUE_OF_CODE,
    WEIGHTS,
    Poses,
)
from pi_meyer.vision.outlines import COARSE, FINE, GLIMPSE, Outlines, normals_of, trace_outlines
from pi_meyer.vision.pips import Blobs, Polarity, refine
from pi_meyer.vision.planes import as_complex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.planes import Planes, Reals


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Face:
    """One candidate face with all that was measured on it.

    Attributes:
        polarity, value: light or dark pips; the pips that are seen, 1 to 6.
        score: how good a face it is, about 0 to 1.1; ranks candidates, decides nothing.
        edge_px: the edge, from its four sides. pitch_px: the distance of neighbouring cells.
        centre_xy, pitch_xy, down_xy: middle, one step along a row of the lattice and one to the
            next row, in pixels.
        pips_xy: the middle of every pip, ``(value, 2)``.
        seen: the nine cells, each by itself: 0 is bare face, 1 is a pip, below 0 is contrary.
        lowest, highest: the least and the most pip-like spot of each cell.
        levels: the nine cells in linear light, 0 to 1.
        shares: as ``seen``, but what opposite cells say together.
        step: linear light between pip and face. ripple: unevenness of the bare face in steps.
        strengths, offsets_px, slants, roughs: the four sides, in the order of ``normals``; how
            rough they are in pitches.
        normals: outward unit vectors, ``(4, 2)``.
        misfit_px: root mean square distance of pips from the square lattice.
    """

    polarity: Polarity
    value: int
    score: float
    edge_px: float
    pitch_px: float
    centre_xy: Reals
    pitch_xy: Reals
    down_xy: Reals
    pips_xy: Reals
    seen: Reals
    lowest: Reals
    highest: Reals
    levels: Reals
    shares: Reals
    step: float
    ripple: float
    strengths: Reals
    offsets_px: Reals
    slants: Reals
    roughs: Reals
    normals: Reals
    misfit_px: float

    @property
    def is_faint(self) -> bool:
        """Whether a side is weak: how straight it runs then tells more than its contrast."""
        return float(self.strengths.min()) < tuning.FAINT_SIDE

    @property
    def is_thin(self) -> bool:
        """Whether one or two sides are hardly there."""
        weakest, second, *_ = sorted(self.strengths.tolist())
        return bool(weakest <= tuning.SIDE_WEAKEST or second <= tuning.SIDE_SECOND)

    @property
    def lowest_on(self) -> float:
        """The weakest pip, as a share of a whole one."""
        return float(self.shares[self.shares > 0.5].min())

    @property
    def highest_off(self) -> float:
        """The strongest bare cell, as a share of a pip."""
        return float(self.shares[self.shares <= 0.5].max())

    def corners_xy(self) -> Reals:
        """Where neighbouring sides meet: ``(4, 2)``, clockwise in the picture."""
        x, y = self.centre_xy.tolist()
        told = zip(self.normals.tolist(), self.offsets_px.tolist(), strict=True)
        sides = [(far * across, far * down) for (across, down), far in told]
        corners = [
            (x + one[0] + two[0], y + one[1] + two[1])
            for one, two in pairwise((*sides[2:], *sides[:3]))
        ]
        return np.array(corners, np.float32)


_USUAL = Limits()


def find_faces(
    planes: Planes, all_blobs: Sequence[Blobs], *, limits: Limits = _USUAL
) -> list[Face]:
    """All plausible faces of a picture, best first, one for each place.

    Args:
        planes: the picture.
        all_blobs: what could be pips, light and dark ones.
        limits: how many candidates to keep, and whether faces may be seen aslant.
    """
    rough = candidates(planes, all_blobs, limits).best(limits.rough)
    if not len(rough.codes):
        return []
    rough = rough.take(_glimpse(planes, rough, limits.outlined))
    outlines = trace_outlines(planes, rough.poses, COARSE)
    scores = _rough_scores(rough, outlines)
    edges = outlines.offsets.sum(axis=1) / 2 * rough.poses.lengths
    if not limits.aslant:
        scores[edges < tuning.ROUGH_EDGE_MIN_PX] = 0
        scores[_are_parts(rough)] *= tuning.PART_SHARE
    # which of several kinds of face a place holds shows only when they are settled
    kinds = VALUE_OF_CODE.take(rough.codes) * 2 + rough.dark
    chosen = _best_of_places(
        rough.poses.centres.tolist(),
        edges.tolist(),
        scores.tolist(),
        kinds.tolist(),
        limit=limits.settled,
        least=limits.least,
        rivals=limits.rivals,
    )
    settled = _settle(planes, rough, chosen, edges, aslant=limits.aslant) if chosen else []
    best = _best_of_places(
        [face.centre_xy.tolist() for face in settled],
        [face.edge_px for face in settled],
        [face.score for face in settled],
        [0] * len(settled),
        limit=limits.faces,
        least=(0.0, 0.0),
    )
    return [settled[index] for index in best]


def _are_parts(rough: Rough) -> npt.NDArray[np.bool_]:
    """Which candidates are pips of another one that has four and more, round another middle."""
    parts = np.zeros(len(rough.codes), bool)
    values = VALUE_OF_CODE.take(rough.codes).tolist()
    centres, pitches = as_complex(rough.poses.centres).tolist(), rough.poses.lengths.tolist()
    asked = [
        (one, other)
        for one, whole in enumerate(values)
        if whole >= tuning.WHOLE_PIPS
        for other, value in enumerate(values)
        # the middle of what lies on a face's pips lies within that face
        if 1 < value < whole
        and tuning.PART_PITCHES < abs(centres[one] - centres[other]) / pitches[one] < _WITHIN
    ]
    if not asked:
        return parts
    cells = as_complex(rough.poses.at(CELLS)).reshape(-1, 9).tolist()
    on = ((rough.codes[:, None] & WEIGHTS) > 0).tolist()
    pips = [list(compress(*both)) for both in zip(cells, on, strict=True)]
    for one, other in asked:
        reach = tuning.PART_PITCHES * pitches[one]
        parts[other] |= all(min(abs(pip - its) for its in pips[one]) < reach for pip in pips[other])
    return parts


_WITHIN = 1.5 + tuning.PART_PITCHES


def _glimpse(planes: Planes, rough: Rough, limit: int) -> npt.NDArray[np.intp]:
    """Which candidates have the best outlines, judged by few points."""
    if len(rough.codes) <= limit:
        return np.arange(len(rough.codes))
    scores = _rough_scores(rough, trace_outlines(planes, rough.poses, GLIMPSE))
    return np.argsort(-scores, kind="stable")[:limit]


def _rough_scores(rough: Rough, outlines: Outlines) -> Reals:
    scores = _scores(VALUE_OF_CODE[rough.codes], rough.margins, outlines.strengths)
    scores *= 1 - tuning.ROUGH_RIPPLE_COST * np.minimum(rough.ripples, 1)
    return scores


def _scores(values: npt.NDArray[np.int8], margins: Reals, strengths: Reals) -> Reals:
    scores: Reals = np.add.reduce(np.sqrt(strengths), axis=1) / 4
    scores *= 0.6 + np.minimum(margins, 0.5)
    scores *= _OF_VALUE.take(values)
    return scores


_OF_VALUE = np.minimum(1.0, 0.7 + 0.1 * np.arange(7)).astype(np.float32)
"""More pips are less likely chance."""


def _best_of_places(
    centres: Sequence[Sequence[float]],
    edges: Sequence[float],
    scores: Sequence[float],
    kinds: Sequence[int],
    *,
    limit: int,
    least: tuple[float, float],
    rivals: tuple[float, float] = (0.0, 1.0),
) -> list[int]:
    """The best of every kind of every place, best first.

    Args:
        centres: middles of the candidates in pixels.
        edges: their edges in pixels.
        scores: how good they are.
        kinds: what they are; where the best is not sure, one of another kind may be as good.
        limit: how many to keep.
        least: the score that the first two need, and that further ones do.
        rivals: the score of the best beyond which another kind is no rival, and the share of that
            score which a rival needs.
    """
    kept: list[tuple[int, float, float, float, float, int]] = []
    for index in sorted(range(len(scores)), key=lambda at: -scores[at]):
        (x, y), edge, score, kind = centres[index], edges[index], scores[index], kinds[index]
        if len(kept) == limit or score <= least[len(kept) > 1]:
            break
        if not any(
            (kind == other or best > rivals[0] or score < rivals[1] * best)
            and math.hypot(x - there_x, y - there_y) <= tuning.PLACE_EDGES * max(edge, size)
            for _, best, there_x, there_y, size, other in kept
        ):
            kept.append((index, score, x, y, edge, kind))
    return [index for index, *_ in kept]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fits:
    """Poses that were fitted to the pips' own middles: parallel arrays, light pips first.

    Attributes:
        pips: the pips of all faces, ``(pips, 2)`` in pixels; ``rows`` says whose they are.
        misfits: root mean square distance of the pips from the lattice, in pixels.
    """

    poses: Poses
    dark: npt.NDArray[np.bool_]
    codes: npt.NDArray[np.int64]
    pips: Reals
    rows: npt.NDArray[np.intp]
    misfits: Reals


def _settle(
    planes: Planes, rough: Rough, chosen: Sequence[int], edges: Reals, *, aslant: bool
) -> list[Face]:
    """Fit each lattice to its pips' own middles and measure all again; drop what falls apart."""
    codes, dark = rough.codes.tolist(), rough.dark.tolist()
    order = np.array(sorted(chosen, key=lambda at: (dark[at], codes[at] == LONE_CODE)))
    fits = _fit(planes, rough, order, edges.take(order), aslant=aslant)
    if not len(fits.codes):
        return []
    outlines = trace_outlines(planes, fits.poses, FINE)
    edges = np.add.reduce(outlines.offsets, axis=1) / 2 * fits.poses.lengths
    cells = look_closely(planes, fits.poses, fits.dark, fits.codes == LONE_CODE, twins=not aslant)
    good = (cells.codes == fits.codes) & (cells.steps > tuning.STEP_MIN)
    good &= (edges > tuning.EDGE_MIN_PX) & (edges < tuning.EDGE_MAX_PX) | aslant
    found = np.flatnonzero(good).tolist()
    if not found:
        return []
    scores, normals = _settled_scores(cells, outlines), normals_of(fits.poses)
    return [
        _face(fits, cells, outlines, normals[index], scores[index], index=index) for index in found
    ]


def _settled_scores(cells: CloseCells, outlines: Outlines) -> list[float]:
    """In plain numbers: there are few."""
    told = (cells.values, cells.shares, cells.seen, cells.ripples, outlines.strengths)
    scores = []
    for value, shares, seen, ripple, sides in zip(*(one.tolist() for one in told), strict=True):
        margin = min(abs(share - 0.5) for share in shares)
        score = (
            sum(map(math.sqrt, sides)) / 4 * (0.6 + min(margin, 0.5)) * min(1, 0.7 + 0.1 * value)
        )
        score *= 1 - tuning.RIPPLE_COST * min(max(ripple - tuning.RIPPLE_FREE, 0), 0.6)
        bounded = [max(one, 0.0) for one in seen]
        both = zip(bounded[:4], bounded[:4:-1], strict=True)
        odd = 2 * sum(abs(one - other) > tuning.ODD_CELL_SHARE for one, other in both)
        scores.append(score * (1 - tuning.ODD_CELL_COST * min(odd, 4)))
    return scores


def _fit(
    planes: Planes, rough: Rough, order: npt.NDArray[np.intp], edges: Reals, *, aslant: bool
) -> _Fits:
    """Fit candidates, light ones first; leave out what moves too far."""
    codes, dark, poses = rough.codes.take(order), rough.dark.take(order), rough.poses.take(order)
    lone = codes == LONE_CODE
    on = (codes[:, None] & WEIGHTS) > 0
    rows, cells = np.nonzero(on)
    wide = np.where(lone, np.float32(tuning.ONE_WIDE), np.float32(1)).take(rows)
    lights = len(rows) - int(np.count_nonzero(dark.take(rows)))
    pips = refine(planes, poses.at(CELLS)[rows, cells], lights, wide)
    # a pip that a lamp's image hides has no middle of its own
    shown = on & rough.clear.take(order, axis=0)
    few = np.count_nonzero(shown, axis=1) < 2
    shown[few] |= on[few]
    hidden = ~shown[rows, cells]
    fitted, misfits = _fit_square(shown, pips[~hidden])
    if hidden.any():
        pips[hidden] = fitted.at(CELLS)[rows[hidden], cells[hidden]]
    # a 1 has no pitch of its own: take the usual share of the edge
    if lone.any():
        share = (tuning.PITCH_SHARE * edges / poses.lengths).astype(np.float32)
        pitches = np.where(lone[:, None], poses.pitches * share[:, None], fitted.pitches)
        fitted = Poses.square(fitted.centres, pitches)
    if aslant:
        fitted = replace(fitted, are_square=False)
        for row in np.nonzero(on.sum(axis=1) >= 4)[0].tolist():
            misfits[row] = _fit_aslant(fitted, row, CELLS[on[row]], pips[rows == row])
    keep = np.hypot(*(fitted.centres - poses.centres).T) <= tuning.SETTLE_PX
    if keep.all():
        return _Fits(poses=fitted, dark=dark, codes=codes, pips=pips, rows=rows, misfits=misfits)
    of_kept = keep[rows]
    return _Fits(
        poses=fitted.take(keep),
        dark=dark[keep],
        codes=codes[keep],
        pips=pips[of_kept],
        rows=(np.cumsum(keep) - 1)[rows[of_kept]],
        misfits=misfits[keep],
    )


def _face(
    fits: _Fits, cells: CloseCells, outlines: Outlines, normals: Reals, score: float, *, index: int
) -> Face:
    poses = fits.poses
    pitch_px = math.hypot(*poses.pitches[index].tolist())
    offsets_px = outlines.offsets[index] * np.float32(pitch_px)
    return Face(
        polarity=Polarity.DARK if fits.dark[index] else Polarity.LIGHT,
        value=int(cells.values[index]),
        score=score,
        edge_px=float(offsets_px.sum()) / 2,
        pitch_px=pitch_px,
        centre_xy=poses.centres[index],
        pitch_xy=poses.pitches[index],
        down_xy=poses.downs[index],
        pips_xy=fits.pips[fits.rows == index],
        seen=cells.seen[index],
        lowest=cells.lowest[index],
        highest=cells.highest[index],
        levels=cells.levels[index],
        shares=cells.shares[index],
        step=float(cells.steps[index]),
        ripple=float(cells.ripples[index]),
        strengths=outlines.strengths[index],
        offsets_px=offsets_px,
        slants=outlines.slants[index],
        roughs=outlines.roughs[index],
        normals=normals,
        misfit_px=float(fits.misfits[index]),
    )


def _fit_square(on: npt.NDArray[np.bool_], pips: Reals) -> tuple[Poses, Reals]:
    """Least squares of turn, size and place: poses, and root mean square misfits in pixels.

    In plain numbers: there are few.

    Args:
        on: which cells hold a pip, ``(n, 9)``.
        pips: their middles in pixels, row by row.
    """
    spots = iter(as_complex(pips).tolist())
    starts, turns, misfits = [], [], []
    for row in on.tolist():
        here = list(compress(_CELLS, row))
        there = list(islice(spots, len(here)))
        count = len(here)
        here_mean, there_mean = sum(here) / count, sum(there) / count
        near = [one - here_mean for one in here]
        size = sum(abs(one) ** 2 for one in near)
        turn = sum(one.conjugate() * spot for one, spot in zip(near, there, strict=True))
        turn /= max(size, 1e-9)
        off = sum(
            abs(spot - there_mean - turn * one) ** 2 for one, spot in zip(near, there, strict=True)
        )
        starts.append(there_mean - turn * here_mean)
        turns.append(turn)
        misfits.append(math.sqrt(off / count))
    centres, pitches = (
        np.array(part, np.complex64).view(np.float32).reshape(-1, 2) for part in (starts, turns)
    )
    return Poses.square(centres, pitches), np.array(misfits)


_CELLS: list[complex] = (CELLS[:, 0] + 1j * CELLS[:, 1]).tolist()


def _fit_aslant(poses: Poses, row: int, lattice: Reals, pixels: Reals) -> float:
    """Least squares of any even lattice: put it into a row of the poses; the misfit in pixels."""
    terms = np.concatenate((lattice, np.ones((len(lattice), 1))), axis=1).astype(np.float64)
    fit = np.linalg.lstsq(terms, pixels.astype(np.float64), rcond=None)[0]
    poses.pitches[row], poses.downs[row], poses.centres[row] = fit.astype(np.float32)
    return float(np.sqrt((((terms @ fit - pixels) ** 2).sum(axis=1)).mean()))
