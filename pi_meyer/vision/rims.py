"""Where the rims of pips run: their middles to a tenth of a pixel, how oval and how smeared.

Along rays from each pip the rim is where light changes most, near the usual radius of the face's
pips. A circle is fitted through what most rays say, so that a lamp image beside or within a pip
moves it little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import LINEAR, Planes, Reals, sample_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face

_RAYS = 12
_TURNS = np.arange(_RAYS) * 2 * np.pi / _RAYS
_WAYS = np.stack((np.cos(_TURNS), np.sin(_TURNS)), axis=1).astype(np.float32)
_TWICE = np.stack((np.cos(2 * _TURNS), np.sin(2 * _TURNS)), axis=1).astype(np.float32)
_SQUARES = np.stack((_WAYS[:, 0] ** 2, _WAYS[:, 0] * _WAYS[:, 1], _WAYS[:, 1] ** 2), axis=1)
_STEP = 0.06
_RADII = np.arange(0.12, 0.73, _STEP).astype(np.float32)
"""Where a ray is sampled, in pitches (of a 1: times ``ONE_WIDE``)."""
_BETWEEN = _RADII[1:-1]
_MOMENTS = np.stack((np.ones_like(_BETWEEN), _BETWEEN, _BETWEEN**2), axis=1)
_SPOTS = (_WAYS[:, None] * _RADII[:, None]).reshape(-1, 2)
_NEARNESS = np.exp(
    -0.5 * (np.subtract.outer(_BETWEEN, _BETWEEN) / tuning.RIM_SPREAD_PITCHES) ** 2
).astype(np.float32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rims:
    """The pips of some faces by their rims.

    Attributes:
        pips_xy: middles in pixels, ``(pips, 2)``, face by face.
        unrest_px: median distance of the rim from the fitted circle, ``(pips,)``.
        radii_px: usual radius of each face's pips, ``(faces,)``.
        ovals_px: how much the radius grows along the first axis of a face and (second number)
            along its diagonal, and shrinks across, in pixels, ``(faces, 2)``.
        smears_px2: how much wider the rims of a face are along one way than on average, as a
            square; a complex number that goes round twice with the way, ``(faces,)``.
    """

    pips_xy: Reals
    unrest_px: Reals
    radii_px: Reals
    ovals_px: Reals
    smears_px2: npt.NDArray[np.complexfloating]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Rays:
    """What the rays tell: how far out the rim lies against the usual radius, and trust in that.

    Lengths are in reach; ``off`` and ``trust`` are ``(pips, rays)``, ``usual`` ``(faces,)``,
    ``falls`` (of light outwards between the radii) ``(pips, rays, radii - 2)``.
    """

    falls: Reals
    off: Reals
    trust: Reals
    usual: Reals


def rims_of(planes: Planes, faces: Sequence[Face]) -> Rims:
    """Fit circles to the pips of faces; those with light pips must come first."""
    counts = np.array([len(face.pips_xy) for face in faces])
    starts = np.cumsum(counts) - counts
    pitches = np.array([face.pitch_px for face in faces], np.float32)
    ones = np.array([face.value == 1 for face in faces])
    reaches = pitches * np.where(ones, np.float32(tuning.ONE_WIDE), np.float32(1))
    reach = np.repeat(reaches, counts)
    pips = np.concatenate([face.pips_xy for face in faces])
    lights = sum(len(face.pips_xy) for face in faces if face.polarity is Polarity.LIGHT)
    for _ in range(2):
        points = pips[:, None] + _SPOTS * reach[:, None, None]
        grey = sample_kinds(planes.light_fine, planes.dark_fine, lights, points)
        light = LINEAR.take(grey).reshape(len(pips), _RAYS, -1)
        rays = _rays(light, lights, starts, counts)
        moved, left = _circles(rays)
        steps = moved * reach[:, None]
        pips = pips + steps
        if np.abs(steps).max() < tuning.RIM_MOVED_PX:
            break
    return Rims(
        pips_xy=pips,
        unrest_px=np.sort(np.abs(left), axis=1)[:, _RAYS // 2] * reach,
        radii_px=rays.usual * reaches,
        ovals_px=_ovals(left, rays.trust, faces, starts, counts) * reaches[:, None],
        smears_px2=_smears(rays, starts, counts, pitches / reaches) * reaches**2,
    )


def _rays(
    light: Reals, lights: int, starts: npt.NDArray[np.intp], counts: npt.NDArray[np.intp]
) -> _Rays:
    """Where the rim lies on every ray.

    Args:
        light: linear light along the rays, ``(pips, rays, radii)``.
        lights: how many pips are light ones; these come first.
        starts: the first pip of each face.
        counts: how many pips each face has.
    """
    falls = light[..., :-2] - light[..., 2:]
    falls[lights:] *= np.float32(-1)
    np.maximum(falls, np.float32(0), out=falls)
    # every ray has one vote on the usual radius
    votes = (falls / (falls.max(axis=2, keepdims=True) + np.float32(1e-6))).sum(axis=1)
    nearest = np.add.reduceat(votes, starts, axis=0).argmax(axis=1)
    weights = falls * np.repeat(_NEARNESS[nearest], counts, axis=0)[:, None]
    weights *= weights
    total = weights.sum(axis=2) + np.float32(1e-9)
    off = (weights @ _BETWEEN) / total
    typical = np.sort(off, axis=1)[:, _RAYS // 2]
    trust = np.sqrt(total)
    mean = np.add.reduceat(trust.mean(axis=1), starts) / counts
    return _Rays(
        falls=falls,
        off=off - typical[:, None],
        trust=np.minimum(trust / np.repeat(mean, counts)[:, None], np.float32(1)),
        usual=np.add.reduceat(typical, starts) / counts,
    )


def _circles(rays: _Rays) -> tuple[Reals, Reals]:
    """How far each middle must move, ``(pips, 2)``, and what is left of the distances."""
    left, moved = rays.off, rays.off[:, :2]
    for _ in range(2):
        away = left * np.float32(1 / tuning.RIM_ROUGH_PITCHES)
        weights = rays.trust / (1 + away * away)
        sums, pulls = weights @ _SQUARES, (weights * rays.off) @ _WAYS
        xx, xy, yy = sums[:, :1], sums[:, 1:2], sums[:, 2:]
        crossed = pulls[:, ::-1] * xy
        moved = pulls * np.concatenate((yy, xx), axis=1) - crossed
        moved /= xx * yy - xy * xy + np.float32(1e-4)
        left = rays.off - moved @ _WAYS.T
    return moved, left


def _ovals(
    left: Reals,
    trust: Reals,
    faces: Sequence[Face],
    starts: npt.NDArray[np.intp],
    counts: npt.NDArray[np.intp],
) -> Reals:
    """The second harmonic of the rims along each face's own axes, in reach, ``(faces, 2)``."""
    away = left * np.float32(2 / tuning.RIM_ROUGH_PITCHES)
    weights = trust / (1 + away * away)
    weights /= weights.sum(axis=1, keepdims=True) + np.float32(1e-9)
    even = (weights * left).sum(axis=1, keepdims=True)
    double = 2 * (weights * (left - even)) @ _TWICE
    mean = np.add.reduceat(double, starts, axis=0) / counts[:, None]
    units = np.array([face.normals[0] for face in faces])
    turned = (mean[:, 0] + 1j * mean[:, 1]) * (units[:, 0] - 1j * units[:, 1]) ** 2
    ovals: Reals = np.stack((turned.real, turned.imag), axis=1)
    return ovals


def _smears(
    rays: _Rays, starts: npt.NDArray[np.intp], counts: npt.NDArray[np.intp], pitches: Reals
) -> npt.NDArray[np.complexfloating]:
    """How the width of the rims depends on the way, the median pip of each face, in reach."""
    reach = tuning.RIM_WIDTH_PITCHES * pitches[:, None]
    near = np.abs(_BETWEEN - rays.usual[:, None]) < reach
    weights = rays.falls * np.repeat(near, counts, axis=0)[:, None]
    sums = weights @ _MOMENTS
    sums /= sums[..., :1] + np.float32(1e-6)
    widths = sums[..., 2] - sums[..., 1] ** 2
    double = 2 / _RAYS * (widths @ _TWICE)
    ends = starts + counts
    medians = [
        np.median(double[start:end], axis=0) for start, end in zip(starts, ends, strict=True)
    ]
    return np.array([complex(x, y) for x, y in medians])
