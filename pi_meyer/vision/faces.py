"""Faces: candidates from pips and outlines, the best of each place, settled finely."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import (
    CELLS,
    LONE_CODE,
    VALUE_OF_CODE,
    WEIGHTS,
    Cells,
    Poses,
    look_at_cells,
    pair_poses,
)
from pi_meyer.vision.ones import lone_blobs, one_poses
from pi_meyer.vision.outlines import COARSE, FINE, Outlines, normals_of, trace_outlines
from pi_meyer.vision.pips import Blobs, Polarity, refine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pi_meyer.vision.planes import Planes, Reals


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Face:
    """One candidate face with all that was measured on it.

    Attributes:
        polarity, value: light or dark pips; the pips that are seen, 1 to 6.
        score: how good a face it is, about 0 to 1.1; ranks candidates, decides nothing.
        centre_xy, pitch_xy, down_xy: middle, one step along a row of the lattice and one to the
            next row, in pixels.
        pips_xy: the middle of every pip, ``(value, 2)``.
        shares: the nine cells: 0 is bare face, 1 is a pip, below 0 is contrary.
        levels: the nine cells in linear light, 0 to 1.
        step: linear light between pip and face. ripple: unevenness of the bare face in steps.
        strengths, offsets_px, slants: the four sides, in the order of ``normals``.
        normals: outward unit vectors, ``(4, 2)``.
        misfit_px: root mean square distance of pips from the square lattice.
    """

    polarity: Polarity
    value: int
    score: float
    centre_xy: Reals
    pitch_xy: Reals
    down_xy: Reals
    pips_xy: Reals
    shares: Reals
    levels: Reals
    step: float
    ripple: float
    strengths: Reals
    offsets_px: Reals
    slants: Reals
    normals: Reals
    misfit_px: float

    @property
    def edge_px(self) -> float:
        """The edge of the face, from its four sides."""
        return float(self.offsets_px.sum()) / 2

    @property
    def pitch_px(self) -> float:
        """The distance of neighbouring cells."""
        return float(np.hypot(*self.pitch_xy))

    @property
    def lowest_on(self) -> float:
        """The weakest pip, as a share of a whole one."""
        return float(self.shares[self.shares > 0.5].min())

    @property
    def highest_off(self) -> float:
        """The strongest bare cell, as a share of a pip."""
        return float(self.shares[self.shares <= 0.5].max())

    @property
    def most_contrary(self) -> float:
        """The bare cell that differs most the other way, as a share of a pip (positive)."""
        return float(-self.shares.min())

    def corners_xy(self) -> Reals:
        """Where neighbouring sides meet: ``(4, 2)``, clockwise in the picture."""
        distance = self.offsets_px
        pairs = ((2, 3), (3, 0), (0, 1), (1, 2))
        return np.stack(
            [
                self.centre_xy + self.normals[i] * distance[i] + self.normals[j] * distance[j]
                for i, j in pairs
            ]
        ).astype(np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far the search goes.

    Attributes:
        rough, faces: candidates that get an outline, and faces that are measured in full.
        aslant: the camera may look at a slant, so that a lattice need not be square.
    """

    rough: int = tuning.ROUGH_LIMIT
    faces: int = tuning.FACE_LIMIT
    aslant: bool = False


_USUAL = Limits()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Rough:
    """Candidates before they are settled: parallel arrays."""

    poses: Poses
    dark: npt.NDArray[np.bool_]
    codes: npt.NDArray[np.int64]
    margins: Reals
    ranks: Reals

    def best(self, limit: int) -> _Rough:
        """The candidates of the highest rank, one for each value within a few pixels."""
        order = np.argsort(-self.ranks, kind="stable")
        near = np.round(self.poses.centres[order] / tuning.SAME_PLACE_PX).astype(np.int64)
        kinds = VALUE_OF_CODE[self.codes[order]] * 2 + self.dark[order]
        keys = (near[:, 0] * 4096 + near[:, 1]) * 16 + kinds
        first = np.sort(np.unique(keys, return_index=True)[1])
        keep = order[first[:limit]]
        return _Rough(
            poses=self.poses.take(keep),
            dark=self.dark[keep],
            codes=self.codes[keep],
            margins=self.margins[keep],
            ranks=self.ranks[keep],
        )


def find_faces(
    planes: Planes, all_blobs: Sequence[Blobs], *, limits: Limits = _USUAL
) -> list[Face]:
    """All plausible faces of a picture, best first, one for each place.

    Args:
        planes: the picture.
        all_blobs: what could be pips, light and dark ones.
        limits: how many candidates to keep, and whether faces may be seen aslant.
    """
    aspects = tuning.ASPECTS_ASLANT if limits.aslant else (1.0,)
    pairs = [_from_pairs(planes, blobs, aspects) for blobs in all_blobs]
    rough = _join(pairs + _from_lone(planes, all_blobs)).best(limits.rough)
    if not len(rough.codes):
        return []
    outlines = trace_outlines(planes, rough.poses, COARSE)
    values = VALUE_OF_CODE[rough.codes]
    scores = _scores(values, rough.margins, outlines.strengths)
    edges = outlines.offsets.sum(axis=1) / 2 * rough.poses.lengths
    chosen = _best_of_places(rough.poses.centres, edges, scores, limits.faces)
    settled = _settle(planes, rough, chosen, edges, aslant=limits.aslant)
    if not settled:
        return []
    best = _best_of_places(
        np.stack([face.centre_xy for face in settled]),
        np.array([face.edge_px for face in settled]),
        np.array([face.score for face in settled]),
        limits.faces,
    )
    return [settled[index] for index in best]


def _from_pairs(planes: Planes, blobs: Blobs, aspects: Sequence[float]) -> _Rough:
    return _measure(planes, pair_poses(blobs, aspects), blobs.polarity, lone=False)


def _from_lone(planes: Planes, all_blobs: Sequence[Blobs]) -> list[_Rough]:
    """Ones of both polarities; their outlines are sought together."""
    centres = [lone_blobs(planes, blobs) for blobs in all_blobs]
    poses, rows = one_poses(planes, np.concatenate(centres))
    owner = np.repeat(np.arange(len(centres)), [len(xy) for xy in centres])[rows]
    return [
        _measure(planes, poses.take(owner == index), blobs.polarity, lone=True)
        for index, blobs in enumerate(all_blobs)
    ]


def _measure(planes: Planes, poses: Poses, polarity: Polarity, *, lone: bool) -> _Rough:
    """Keep the poses whose cells make a face."""
    cells = look_at_cells(planes, poses, polarity, lone=lone, rough=True)
    fits = (cells.values == 1) if lone else (cells.values > 1)
    keep = np.nonzero(fits & (cells.steps > tuning.STEP_MIN))[0]
    margins = np.abs(cells.shares[keep] - 0.5).min(axis=1)
    ranks = np.minimum(margins, 0.5) - 0.25 * np.minimum(cells.ripples[keep], 1.5)
    return _Rough(
        poses=poses.take(keep),
        dark=np.full(len(keep), polarity is Polarity.DARK),
        codes=cells.codes[keep],
        margins=margins,
        ranks=ranks + 0.04 * cells.values[keep],
    )


def _join(parts: Sequence[_Rough]) -> _Rough:
    return _Rough(
        poses=Poses(
            centres=np.concatenate([part.poses.centres for part in parts]),
            pitches=np.concatenate([part.poses.pitches for part in parts]),
            downs=np.concatenate([part.poses.downs for part in parts]),
        ),
        dark=np.concatenate([part.dark for part in parts]),
        codes=np.concatenate([part.codes for part in parts]),
        margins=np.concatenate([part.margins for part in parts]),
        ranks=np.concatenate([part.ranks for part in parts]),
    )


def _scores(values: npt.NDArray[np.int8], margins: Reals, strengths: Reals) -> Reals:
    outline = np.sqrt(np.clip(strengths, 0, 1)).mean(axis=1)
    scores: Reals = outline * (0.6 + np.minimum(margins, 0.5)) * np.minimum(1.0, 0.7 + 0.1 * values)
    return scores


def _best_of_places(centres: Reals, edges: Reals, scores: Reals, limit: int) -> list[int]:
    kept: list[int] = []
    for index in np.argsort(-scores, kind="stable"):
        gaps = np.hypot(*(centres[kept] - centres[index]).T)
        if (gaps > tuning.PLACE_EDGES * np.maximum(edges[kept], edges[index])).all():
            kept.append(int(index))
        if len(kept) == limit:
            break
    return kept


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fit:
    """A pose that was fitted to the pips' own middles."""

    polarity: Polarity
    code: int
    centre_xy: Reals
    pitch_xy: Reals
    down_xy: Reals
    pips_xy: Reals
    misfit_px: float

    @property
    def lone(self) -> bool:
        return len(self.pips_xy) == 1


def _settle(
    planes: Planes, rough: _Rough, chosen: Sequence[int], edges: Reals, *, aslant: bool
) -> list[Face]:
    """Fit each lattice to its pips' own middles and measure all again; drop what falls apart."""
    fits: list[_Fit] = []
    for dark in (False, True):
        for lone in (False, True):
            group = [
                index
                for index in chosen
                if rough.dark[index] == dark and (rough.codes[index] == LONE_CODE) == lone
            ]
            fits += _fit_group(planes, rough, group, edges, aslant=aslant) if group else []
    if not fits:
        return []
    poses = _poses_of(fits)
    outlines = trace_outlines(planes, poses, FINE)
    normals = normals_of(poses)
    cells = _cells_of(planes, fits)
    return [
        _face(fit, cells[index], outlines, normals[index], index=index)
        for index, fit in enumerate(fits)
        if int(cells[index].codes[0]) == fit.code and cells[index].steps[0] > tuning.STEP_MIN
    ]


def _poses_of(fits: Sequence[_Fit]) -> Poses:
    return Poses(
        centres=np.stack([fit.centre_xy for fit in fits]),
        pitches=np.stack([fit.pitch_xy for fit in fits]),
        downs=np.stack([fit.down_xy for fit in fits]),
    )


def _fit_group(
    planes: Planes, rough: _Rough, group: Sequence[int], edges: Reals, *, aslant: bool
) -> Iterator[_Fit]:
    """Fit candidates of one polarity, all ones or none; leave out what moves too far."""
    polarity = Polarity.DARK if rough.dark[group[0]] else Polarity.LIGHT
    plane = planes.dark_fine if polarity is Polarity.DARK else planes.light_fine
    lone = bool(rough.codes[group[0]] == LONE_CODE)
    cells = [CELLS[np.nonzero(int(rough.codes[index]) & WEIGHTS)[0]] for index in group]
    starts = [
        rough.poses.take(np.array([index])).at(on)[0]
        for index, on in zip(group, cells, strict=True)
    ]
    wide = tuning.ONE_WIDE if lone else 1.0
    refined = refine(plane, polarity, np.concatenate(starts), wide=wide)
    ends = np.cumsum([len(on) for on in cells])
    for index, on, pips in zip(group, cells, np.split(refined, ends[:-1]), strict=True):
        centre, pitch, misfit = _fit_square(on, pips)
        down = np.array([-pitch[1], pitch[0]], np.float32)
        if aslant and len(pips) >= 4:
            centre, pitch, down, misfit = _fit_aslant(on, pips)
        if lone:
            # a 1 has no pitch of its own: take the usual share of the edge
            old = rough.poses.pitches[index]
            share = tuning.PITCH_SHARE * float(edges[index]) / float(np.hypot(*old))
            pitch = old * np.float32(share)
            down = np.array([-pitch[1], pitch[0]], np.float32)
        if float(np.hypot(*(centre - rough.poses.centres[index]))) <= tuning.SETTLE_PX:
            yield _Fit(
                polarity=polarity,
                code=int(rough.codes[index]),
                centre_xy=centre,
                pitch_xy=pitch,
                down_xy=down,
                pips_xy=pips,
                misfit_px=misfit,
            )


def _cells_of(planes: Planes, fits: Sequence[_Fit]) -> list[Cells]:
    """The cells of every fit; fits of one kind stand together and are looked at together."""
    found: list[Cells] = []
    for (polarity, lone), group in groupby(fits, key=lambda fit: (fit.polarity, fit.lone)):
        poses = _poses_of(list(group))
        found += look_at_cells(planes, poses, polarity, lone=lone).apart()
    return found


def _face(fit: _Fit, cells: Cells, outlines: Outlines, normals: Reals, *, index: int) -> Face:
    shares, strengths = cells.shares[0], outlines.strengths[index]
    score = _scores(cells.values, np.abs(shares - 0.5).min(keepdims=True), strengths[None])[0]
    return Face(
        polarity=fit.polarity,
        value=int(cells.values[0]),
        score=float(score),
        centre_xy=fit.centre_xy,
        pitch_xy=fit.pitch_xy,
        down_xy=fit.down_xy,
        pips_xy=fit.pips_xy,
        shares=shares,
        levels=cells.levels[0],
        step=float(cells.steps[0]),
        ripple=float(cells.ripples[0]),
        strengths=strengths,
        offsets_px=outlines.offsets[index] * np.hypot(*fit.pitch_xy),
        slants=outlines.slants[index],
        normals=normals,
        misfit_px=fit.misfit_px,
    )


def _fit_square(lattice: Reals, pixels: Reals) -> tuple[Reals, Reals, float]:
    """Least squares of turn, size and place: centre, pitch and root mean square misfit, in px."""
    if len(pixels) == 1:
        return pixels[0], pixels[0], 0.0
    there: npt.NDArray[np.complex128] = pixels[:, 0] + 1j * pixels[:, 1]
    here: npt.NDArray[np.complex128] = lattice[:, 0] + 1j * lattice[:, 1]
    near = here - here.mean()
    turn = ((there - there.mean()) * near.conj()).sum() / (np.abs(near) ** 2).sum()
    start = there.mean() - turn * here.mean()
    misfit = float(np.sqrt((np.abs(there - start - turn * here) ** 2).mean()))
    return (
        np.array([start.real, start.imag], np.float32),
        np.array([turn.real, turn.imag], np.float32),
        misfit,
    )


def _fit_aslant(lattice: Reals, pixels: Reals) -> tuple[Reals, Reals, Reals, float]:
    """Least squares of any even lattice: centre, row step, column step and misfit, in px."""
    terms = np.concatenate((lattice, np.ones((len(lattice), 1))), axis=1).astype(np.float64)
    fit = np.linalg.lstsq(terms, pixels.astype(np.float64), rcond=None)[0]
    misfit = float(np.sqrt((((terms @ fit - pixels) ** 2).sum(axis=1)).mean()))
    row, column, centre = fit.astype(np.float32)
    return centre, row, column, misfit
