"""Outlines: where the four sides of a face lie and how sure that is, free of contrast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import Planes, Reals, sample

if TYPE_CHECKING:
    from pi_meyer.vision.lattice import Poses

_QUARTER = np.array([[0, 1], [-1, 0]], np.float32)


class Grid:
    """Points across the four sides of a face, in pitches: ``out`` steps by ``along`` steps."""

    def __init__(self, out: Reals, along: Reals, reach_pitches: float) -> None:
        self.out = out.astype(np.float32)
        self.along = along.astype(np.float32)
        self.step = float(out[1] - out[0])
        self.reach = round(reach_pitches / self.step)
        self.shifts = range(-self.reach, self.reach + 1)
        away = np.array(self.shifts) * self.step / tuning.SIDE_SPREAD_PITCHES
        self.weights = np.exp(-0.5 * away * away).astype(np.float32)
        across, beside = np.meshgrid(self.out, self.along, indexing="ij")
        side = np.stack((across.ravel(), beside.ravel()), axis=1)
        sides = []
        for _ in range(4):
            sides.append(side)
            side = side @ _QUARTER
        self.points: Reals = np.concatenate(sides).astype(np.float32)


COARSE = Grid(np.linspace(1.45, 2.65, 15), np.linspace(-1.3, 1.3, 8), 0.15)
FINE = Grid(np.linspace(1.4, 2.7, 36), np.linspace(-1.4, 1.4, 16), 0.15)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outlines:
    """Sides of n faces in the order +x, +y, -x, -y of their own axes; lengths in pitches.

    Attributes:
        strengths: 0 (nothing) to 1 (a clear edge all along), ``(n, 4)``.
        offsets: distance of each side from the centre, ``(n, 4)``.
        slants: how far each side turns against the axes, in radians, ``(n, 4)``.
    """

    strengths: Reals
    offsets: Reals
    slants: Reals


def normals_of(poses: Poses) -> Reals:
    """Outward unit vectors of the four sides: ``(n, 4, 2)``."""
    unit = poses.pitches / poses.lengths[:, None]
    two = np.stack((unit, np.stack((-unit[:, 1], unit[:, 0]), axis=1)), axis=1)
    return np.concatenate((two, -two), axis=1).astype(np.float32)


def slopes_across(planes: Planes, poses: Poses, grid: Grid) -> Reals:
    """Normalised slope across each side, -1 to 1: ``(n, 4, out, along)``.

    Of the two colour planes, the one that shows the side more clearly counts, step by step.
    """
    n = len(poses.centres)
    points = poses.at(grid.points)
    normals = normals_of(poses)
    both = []
    # a first look at many poses makes do with the plane that shows most outlines
    for gx, gy in ((0, 1),) if grid is COARSE else ((0, 1), (2, 3)):
        x = sample(planes.slopes[gx], points).reshape(n, 4, -1).astype(np.float32)
        y = sample(planes.slopes[gy], points).reshape(n, 4, -1).astype(np.float32)
        across = x * normals[:, :, :1] + y * normals[:, :, 1:]
        across /= np.sqrt(x * x + y * y + np.float32(tuning.SLOPE_SOFT**2))
        both.append(across.reshape(n, 4, len(grid.out), len(grid.along)))
    if len(both) == 1:
        return both[0]
    one, two = both
    stronger = np.abs(one.mean(axis=-1)) >= np.abs(two.mean(axis=-1))
    return np.where(stronger[..., None], one, two)


def trace_outlines(planes: Planes, poses: Poses, grid: Grid) -> Outlines:
    """Find the four sides of every pose: nearly the same distance out, each the strongest there."""
    across = slopes_across(planes, poses, grid)
    mean = across.mean(axis=-1)
    peak = _peaks(np.abs(mean), grid)
    strengths = np.abs(np.take_along_axis(mean, peak[..., None], axis=-1)[..., 0])
    if grid is COARSE:
        return Outlines(
            strengths=strengths, offsets=grid.out[peak], slants=np.zeros_like(strengths)
        )
    sign = np.sign(np.take_along_axis(mean, peak[..., None], axis=-1))
    offsets, slants = _lines(across * sign[..., None], peak, grid)
    return Outlines(strengths=strengths, offsets=offsets, slants=slants)


def _peaks(whole: Reals, grid: Grid) -> npt.NDArray[np.intp]:
    """The step of each side: the four must be clear and lie nearly the same distance out.

    A side face or a neighbour draws further parallel lines; only their distance tells them apart.
    """
    near = np.zeros_like(whole)
    for shift, weight in zip(grid.shifts, grid.weights, strict=True):
        lower, upper = max(0, -shift), len(grid.out) - max(0, shift)
        moved = whole[..., lower + shift : upper + shift] * weight
        near[..., lower:upper] = np.maximum(near[..., lower:upper], moved)
    common = np.sqrt(near).sum(axis=1).argmax(axis=1)
    away = (np.arange(len(grid.out)) - common[:, None]) * grid.step / tuning.SIDE_SPREAD_PITCHES
    peaks: npt.NDArray[np.intp] = (whole * np.exp(-0.5 * away * away)[:, None]).argmax(axis=-1)
    return peaks


def _lines(signed: Reals, peak: npt.NDArray[np.intp], grid: Grid) -> tuple[Reals, Reals]:
    """Fit a line to each side through the strongest slope near the peak at every step along it."""
    smooth = signed.copy()
    smooth[..., 1:] += signed[..., :-1]
    smooth[..., :-1] += signed[..., 1:]
    steps = np.arange(-grid.reach, grid.reach + 1)
    rows = np.clip(peak[..., None] + steps, 0, len(grid.out) - 1)
    band = np.take_along_axis(smooth, rows[..., None], axis=2)
    weight = np.clip(band, 0, None) ** 4
    total = weight.sum(axis=2) + np.float32(1e-4)
    at = (weight * grid.out[rows][..., None]).sum(axis=2) / total
    trust = np.sqrt(total)
    offset = np.median(at, axis=-1)
    slant = np.zeros_like(offset)
    for _ in range(3):
        off = at - offset[..., None] - slant[..., None] * grid.along
        w = trust / (1 + (off / np.float32(tuning.SIDE_ROUGH_PITCHES)) ** 2) ** 2
        s0 = w.sum(-1) + np.float32(1e-6)
        s1, s2 = (w * grid.along).sum(-1), (w * grid.along * grid.along).sum(-1)
        t0, t1 = (w * at).sum(-1), (w * at * grid.along).sum(-1)
        det = s0 * s2 - s1 * s1 + np.float32(1e-9)
        offset, slant = (t0 * s2 - t1 * s1) / det, (s0 * t1 - s1 * t0) / det
    return offset, slant
