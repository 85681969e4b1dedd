"""Faces: candidates from pips and outlines, the best of each place, settled to a fraction of a px."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import CELLS, Cells, Poses, look_at_cells, pair_poses
from pi_meyer.vision.ones import one_poses
from pi_meyer.vision.outlines import COARSE, FINE, Outlines, normals_of, trace_outlines
from pi_meyer.vision.pips import Blobs, Polarity, refine
from pi_meyer.vision.planes import Planes, Reals


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Face:
    """One candidate face with all that was measured on it.

    Attributes:
        polarity, value: light or dark pips; the pips that are seen, 1 to 6.
        score: how good a face it is, about 0 to 1.1; ranks candidates, decides nothing.
        centre_xy, pitch_xy: middle, and one step along a row of the lattice, in pixels.
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


def find_faces(planes: Planes, all_blobs: Sequence[Blobs]) -> list[Face]:
    """All plausible faces of a picture, best first, one for each place.

    Args:
        planes: the picture.
        all_blobs: what could be pips, light and dark ones.
    """
    rough: list[Face] = []
    for blobs in all_blobs:
        rough += _measure(planes, pair_poses(blobs), lone=False)
        rough += _lone_faces(planes, blobs)
    settled = [_settle(planes, face) for face in _best_of_places(rough)]
    return _best_of_places([face for face in settled if face is not None])


def _lone_faces(planes: Planes, blobs: Blobs) -> list[Face]:
    poses = one_poses(planes, blobs)
    found = _measure(planes, poses, lone=True)
    for factor in tuning.ONE_SIZES:
        larger = Poses(
            polarity=poses.polarity,
            centres=poses.centres,
            pitches=poses.pitches * np.float32(factor),
        )
        found += _measure(planes, larger, lone=True)
    return found


def _measure(planes: Planes, poses: Poses, *, lone: bool) -> list[Face]:
    if not len(poses.centres):
        return []
    cells = look_at_cells(planes, poses, lone=lone)
    fits = (cells.values == 1) if lone else (cells.values > 1)
    keep = np.nonzero(fits & (cells.steps > tuning.STEP_MIN))[0]
    if not len(keep):
        return []
    kept = poses.take(keep)
    outlines = trace_outlines(planes, kept, COARSE)
    return [_face(kept, k, cells, int(i), outlines, None, 0.0) for k, i in enumerate(keep)]


def _face(
    poses: Poses,
    k: int,
    cells: Cells,
    i: int,
    outlines: Outlines,
    pips_xy: Reals | None,
    misfit_px: float,
) -> Face:
    one = poses.take(np.array([k]))
    shares, value = cells.shares[i], int(cells.values[i])
    return Face(
        polarity=poses.polarity,
        value=value,
        score=_score(value, shares, outlines.strengths[k]),
        centre_xy=poses.centres[k],
        pitch_xy=poses.pitches[k],
        pips_xy=one.at(CELLS[shares > 0.5])[0] if pips_xy is None else pips_xy,
        shares=shares,
        levels=cells.levels[i],
        step=float(cells.steps[i]),
        ripple=float(cells.ripples[i]),
        strengths=outlines.strengths[k],
        offsets_px=outlines.offsets[k] * one.lengths[0],
        slants=outlines.slants[k],
        normals=normals_of(one)[0],
        misfit_px=misfit_px,
    )


def _score(value: int, shares: Reals, strengths: Reals) -> float:
    margin = float(np.abs(shares - 0.5).min())
    outline = float(np.sqrt(np.clip(strengths, 0, 1)).mean())
    return outline * (0.6 + min(margin, 0.5)) * min(1.0, 0.7 + 0.1 * value)


def _best_of_places(faces: list[Face]) -> list[Face]:
    kept: list[Face] = []
    for face in sorted(faces, key=lambda one: -one.score):
        if all(_apart(face, other) for other in kept):
            kept.append(face)
        if len(kept) == tuning.FACE_LIMIT:
            break
    return kept


def _apart(one: Face, other: Face) -> bool:
    gap = float(np.hypot(*(one.centre_xy - other.centre_xy)))
    return gap > tuning.PLACE_EDGES * max(one.edge_px, other.edge_px)


def _settle(planes: Planes, face: Face) -> Face | None:
    """Fit the lattice to the pips' own middles and measure all again; None where it falls apart."""
    plane = planes.light if face.polarity is Polarity.LIGHT else planes.dark
    on = np.nonzero(face.shares > 0.5)[0]
    lone = len(on) == 1
    pips = refine(plane, face.polarity, face.pips_xy, wide=tuning.ONE_WIDE if lone else 1.0)
    centre, pitch, misfit = _fit_square(CELLS[on], pips)
    if lone:
        # a 1 has no pitch of its own: take the usual share of the edge
        pitch = face.pitch_xy * np.float32(tuning.PITCH_SHARE * face.edge_px / face.pitch_px)
    if float(np.hypot(*(centre - face.centre_xy))) > tuning.SETTLE_PX:
        return None
    poses = Poses(polarity=face.polarity, centres=centre[None], pitches=pitch[None])
    cells = look_at_cells(planes, poses, lone=lone)
    if int(cells.values[0]) != face.value or cells.steps[0] <= tuning.STEP_MIN:
        return None
    return _face(poses, 0, cells, 0, trace_outlines(planes, poses, FINE), pips, misfit)


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
