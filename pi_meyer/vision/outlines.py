"""Outlines: where the four sides of a face lie and how sure that is, free of contrast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import Planes, Reals, Words, as_complex, sample_layers

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
        self.ones: Reals = np.ones_like(self.along)
        # distance and slant of a line to its steps, and what turns sums of weights into the
        # inverse of the sums of squares, but for their determinant
        self.line: Reals = np.stack((self.ones, self.along))
        squares = np.stack((self.along**2, -self.along, -self.along, self.ones), axis=1)
        self.squares: Reals = squares.astype(np.float32)


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
        roughs: median distance of the steps along each side from its line, ``(n, 4)``.
    """

    strengths: Reals
    offsets: Reals
    slants: Reals
    roughs: Reals


def normals_of(poses: Poses) -> Reals:
    """Outward unit vectors of the four sides: ``(n, 4, 2)``."""
    pitches = as_complex(poses.pitches)
    units = pitches / np.abs(pitches)
    normals: Reals = np.multiply.outer(units, _QUARTERS).view(np.float32)
    return normals.reshape(-1, 4, 2)


_QUARTERS = np.array((1, 1j, -1, -1j), np.complex64)


def slopes_across(planes: Planes, poses: Poses, grid: Grid) -> tuple[Reals, Reals]:
    """Normalised slope across each side, -1 to 1: ``(n, 4, out, along)``, and its sums along it.

    Of the two colour planes, the one that shows the side more clearly counts, step by step.
    """
    points, normals = poses.at(grid.points), normals_of(poses)
    count, out, along = len(normals), len(grid.out), len(grid.along)
    if grid is not FINE:
        # a first look at many poses makes do with the plane that shows most outlines
        slopes = sample_layers(planes.slopes[:2], points, nearest=True)
        across = _across(slopes, normals).reshape(-1, along)
        return across.reshape(count, 4, out, along), (across @ grid.ones).reshape(count, 4, out)
    across = _across(sample_layers(planes.slopes, points), normals).reshape(-1, along)
    one, two = (across @ grid.ones).reshape(2, -1)
    weaker = np.abs(one) < np.abs(two)
    chosen = across.take(np.arange(len(one)) + len(one) * weaker, axis=0)
    sums = np.where(weaker, two, one)
    return chosen.reshape(count, 4, out, along), sums.reshape(count, 4, out)


def _across(slopes: Words, normals: Reals) -> Reals:
    """Normalised slopes across the sides: of pairs x, y ``(2k, n, points)``, ``(k, n, 4, ...)``."""
    both = slopes.astype(np.float32).reshape(-1, 2, len(normals), 4, slopes.shape[-1] // 4)
    x, y = both[:, 0], both[:, 1]
    across = x * normals[:, :, :1]
    across += y * normals[:, :, 1:]
    both *= both
    x += y
    x += np.float32(tuning.SLOPE_SOFT**2)
    across /= np.sqrt(x, out=x)
    return across


def trace_outlines(planes: Planes, poses: Poses, grid: Grid) -> Outlines:
    """Find the four sides of every pose: nearly the same distance out, each the strongest there."""
    across, sums = slopes_across(planes, poses, grid)
    mean = sums / np.float32(len(grid.along))
    whole = np.abs(mean)
    peak = _peaks(whole, grid)
    rows, sides = np.arange(len(peak))[:, None], np.arange(4)
    strengths = whole[rows, sides, peak]
    if grid is not FINE:
        # a first look asks for no more
        zeros = np.zeros_like(strengths)
        offsets = grid.out.take(peak)
        return Outlines(strengths=strengths, offsets=offsets, slants=zeros, roughs=zeros)
    across *= np.sign(mean[rows, sides, peak])[..., None, None]
    offsets, slants, roughs = _lines(across, peak, grid)
    return Outlines(strengths=strengths, offsets=offsets, slants=slants, roughs=roughs)


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


def _lines(signed: Reals, peak: npt.NDArray[np.intp], grid: Grid) -> tuple[Reals, Reals, Reals]:
    """Fit a line to each side through the strongest slope near the peak at every step along it.

    Returns:
        Distances and slants of the lines, and how far the steps usually lie from them.
    """
    smooth = signed.copy()
    smooth[..., 1:] += signed[..., :-1]
    smooth[..., :-1] += signed[..., 1:]
    near = peak[..., None] + np.arange(-grid.reach, grid.reach + 1)
    rows = np.minimum(np.maximum(near, 0, out=near), len(grid.out) - 1, out=near)
    faces, sides = np.arange(len(peak))[:, None, None], np.arange(4)[:, None]
    weight = smooth[faces, sides, rows]
    np.maximum(weight, 0, out=weight)
    weight *= weight
    weight *= weight
    total = np.add.reduce(weight, axis=2)
    total += np.float32(1e-4)
    weight *= grid.out.take(rows)[..., None]
    at = np.add.reduce(weight, axis=2)
    at /= total
    trust = np.sqrt(total, out=total)
    half = len(grid.along) // 2
    ranked = np.sort(at, axis=-1)
    lines = np.zeros((*peak.shape, 1, 2), np.float32)
    lines[..., 0, 0] = (ranked[..., half - 1] + ranked[..., half]) / 2
    for _ in range(3):
        off = at - (lines @ grid.line)[..., 0, :]
        off *= _PER_ROUGH
        off *= off
        off += 1
        off *= off
        near = np.divide(trust, off, out=off)
        sums = (near @ grid.squares).reshape(*peak.shape, 2, 2)
        near *= at
        det = sums[..., 0, 0] * sums[..., 1, 1] - sums[..., 0, 1] * sums[..., 1, 0]
        det += np.float32(1e-9)
        lines = (near @ grid.line.T)[..., None, :] @ sums
        lines /= det[..., None, None]
    left = np.abs(at - (lines @ grid.line)[..., 0, :])
    left.sort(axis=-1)
    return lines[..., 0, 0], lines[..., 0, 1], left[..., half]


_PER_ROUGH = np.float32(1 / tuning.SIDE_ROUGH_PITCHES)
