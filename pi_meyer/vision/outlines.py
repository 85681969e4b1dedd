"""Outlines: where the four sides of a face lie and how sure that is, free of contrast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import Planes, Reals, Words, sample, sample_nearest

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
        away = np.arange(-self.reach, self.reach + 1) * self.step / tuning.SIDE_SPREAD_PITCHES
        self.weights = np.exp(-0.5 * away * away).astype(np.float32)
        steps = np.arange(len(out))
        gaps = np.subtract.outer(steps, steps) * self.step / tuning.SIDE_SPREAD_PITCHES
        self.nearness = np.exp(-0.5 * gaps * gaps).astype(np.float32)
        across, beside = np.meshgrid(self.out, self.along, indexing="ij")
        side = np.stack((across.ravel(), beside.ravel()), axis=1)
        sides = []
        for _ in range(4):
            sides.append(side)
            side = side @ _QUARTER
        self.points: Reals = np.concatenate(sides).astype(np.float32)
        powers = np.stack((np.ones_like(self.along), self.along, self.along**2), axis=1)
        self.powers: Reals = powers.astype(np.float32)


GLIMPSE = Grid(np.linspace(1.5, 2.5, 7), np.linspace(-0.9, 0.9, 3), 0.15)
COARSE = Grid(np.linspace(1.45, 2.65, 11), np.linspace(-1.2, 1.2, 5), 0.15)
FINE = Grid(np.linspace(1.4, 2.7, 27), np.linspace(-1.4, 1.4, 12), 0.15)


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
    points = poses.at(grid.points)
    normals = normals_of(poses)
    one_x, one_y, two_x, two_y = planes.slopes
    if grid is not FINE:
        # a first look at many poses makes do with the plane that shows most outlines
        x, y = sample_nearest(one_x, points), sample_nearest(one_y, points)
        return _across(x, y, normals, grid)
    one = _across(sample(one_x, points), sample(one_y, points), normals, grid)
    two = _across(sample(two_x, points), sample(two_y, points), normals, grid)
    weights = grid.powers[:, 0]
    stronger = np.abs(one @ weights) >= np.abs(two @ weights)
    return np.where(stronger[..., None], one, two)


def _across(slopes_x: Words, slopes_y: Words, normals: Reals, grid: Grid) -> Reals:
    shape = (len(normals), 4, -1)
    x, y = (slopes.reshape(shape).astype(np.float32) for slopes in (slopes_x, slopes_y))
    across = x * normals[:, :, :1]
    across += y * normals[:, :, 1:]
    x *= x
    y *= y
    x += y
    x += np.float32(tuning.SLOPE_SOFT**2)
    across /= np.sqrt(x, out=x)
    return across.reshape(len(normals), 4, len(grid.out), len(grid.along))


def trace_outlines(planes: Planes, poses: Poses, grid: Grid) -> Outlines:
    """Find the four sides of every pose: nearly the same distance out, each the strongest there."""
    across = slopes_across(planes, poses, grid)
    mean = across @ grid.powers[:, 0] / np.float32(len(grid.along))
    peak = _peaks(np.abs(mean), grid)
    rows, sides = np.arange(len(peak))[:, None], np.arange(4)
    found = mean[rows, sides, peak]
    strengths = np.abs(found)
    if grid is not FINE:
        return Outlines(
            strengths=strengths, offsets=grid.out[peak], slants=np.zeros_like(strengths)
        )
    offsets, slants = _lines(across * np.sign(found)[..., None, None], peak, grid)
    return Outlines(strengths=strengths, offsets=offsets, slants=slants)


def _peaks(whole: Reals, grid: Grid) -> npt.NDArray[np.intp]:
    """The step of each side: the four must be clear and lie nearly the same distance out.

    A side face or a neighbour draws further parallel lines; only their distance tells them apart.
    """
    near = whole.copy()
    for shift in range(1, grid.reach + 1):
        moved = whole * grid.weights[grid.reach + shift]
        np.maximum(near[..., :-shift], moved[..., shift:], out=near[..., :-shift])
        np.maximum(near[..., shift:], moved[..., :-shift], out=near[..., shift:])
    common = np.sqrt(near, out=near).sum(axis=1).argmax(axis=1)
    peaks: npt.NDArray[np.intp] = (whole * grid.nearness[common][:, None]).argmax(axis=-1)
    return peaks


def _lines(signed: Reals, peak: npt.NDArray[np.intp], grid: Grid) -> tuple[Reals, Reals]:
    """Fit a line to each side through the strongest slope near the peak at every step along it."""
    smooth = signed.copy()
    smooth[..., 1:] += signed[..., :-1]
    smooth[..., :-1] += signed[..., 1:]
    steps = np.arange(-grid.reach, grid.reach + 1)
    rows = np.clip(peak[..., None] + steps, 0, len(grid.out) - 1)
    faces, sides = np.arange(len(peak))[:, None, None], np.arange(4)[:, None]
    weight = np.maximum(smooth[faces, sides, rows], 0)
    weight *= weight
    weight *= weight
    total = weight.sum(axis=2) + np.float32(1e-4)
    at = (weight * grid.out[rows][..., None]).sum(axis=2) / total
    trust = np.sqrt(total)
    half = len(grid.along) // 2
    offset = np.sort(at, axis=-1)[..., half - 1 : half + 1].mean(axis=-1)
    slant = np.zeros_like(offset)
    for _ in range(3):
        off = (at - offset[..., None] - slant[..., None] * grid.along) * _PER_ROUGH
        near = 1 + off * off
        w = trust / (near * near)
        sums, places = w @ grid.powers, (w * at) @ grid.powers[:, :2]
        s0, s1, s2 = sums[..., 0] + np.float32(1e-6), sums[..., 1], sums[..., 2]
        t0, t1 = places[..., 0], places[..., 1]
        det = s0 * s2 - s1 * s1 + np.float32(1e-9)
        offset, slant = (t0 * s2 - t1 * s1) / det, (s0 * t1 - s1 * t0) / det
    return offset, slant


_PER_ROUGH = np.float32(1 / tuning.SIDE_ROUGH_PITCHES)
