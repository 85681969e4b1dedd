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
from pi_meyer.vision.planes import LINEAR, Planes, Reals, as_complex, sample_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face

Complexes = npt.NDArray[np.complexfloating]

_RAYS = 12
_WAYS: Complexes = np.exp(2j * np.pi / _RAYS * np.arange(_RAYS)).astype(np.complex64)
"""Where the rays go; points and moves are complex numbers here."""
_TWICE = _WAYS**2
_STEP = 0.06
_RADII = np.arange(0.12, 0.73, _STEP).astype(np.float32)
"""Where a ray is sampled, in pitches (of a 1: times ``ONE_WIDE``)."""
_BETWEEN = _RADII[1:-1]
_MOMENTS = np.stack((np.ones_like(_BETWEEN), _BETWEEN, _BETWEEN**2), axis=1)
_SPOTS = np.outer(_WAYS, _RADII).ravel()
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
    smears_px2: Complexes


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
    reaches = np.where(counts == 1, pitches * np.float32(tuning.ONE_WIDE), pitches)
    reach = np.repeat(reaches, counts)
    pips = as_complex(np.concatenate([face.pips_xy for face in faces]))
    lights = sum(len(face.pips_xy) for face in faces if face.polarity is Polarity.LIGHT)
    for rounds in (1, 2):
        points = np.outer(reach, _SPOTS)
        points += pips[:, None]
        xy = points.view(np.float32).reshape(*points.shape, 2)
        grey = sample_kinds(planes.light_fine, planes.dark_fine, lights, xy)
        rays = _rays(LINEAR.take(grey).reshape(len(pips), _RAYS, -1), lights, starts, counts)
        moved, left = _circles(rays, rounds)
        steps = moved * reach
        pips = pips + steps
        if np.abs(steps).max() < tuning.RIM_MOVED_PX:
            break
    along = as_complex(np.array([face.normals[0] for face in faces]))
    return Rims(
        pips_xy=pips.view(pips.real.dtype).reshape(-1, 2),
        unrest_px=np.sort(np.abs(left), axis=1)[:, _RAYS // 2] * reach,
        radii_px=rays.usual * reaches,
        ovals_px=_ovals(left, rays.trust, along, starts, counts) * reaches[:, None],
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
    # every ray has about one vote on the usual radius
    votes = np.add.reduce(np.sqrt(falls), axis=1)
    nearest = np.add.reduceat(votes, starts, axis=0).argmax(axis=1)
    weights = falls * np.repeat(_NEARNESS[nearest], counts, axis=0)[:, None]
    weights *= weights
    sums = weights @ _MOMENTS[:, :2]
    total = sums[..., 0] + np.float32(1e-9)
    off = sums[..., 1] / total
    typical = np.sort(off, axis=1)[:, _RAYS // 2]
    trust = np.sqrt(total)
    mean = np.add.reduceat(np.add.reduce(trust, axis=1), starts) / (counts * _RAYS)
    mean += np.float32(1e-9)
    return _Rays(
        falls=falls,
        off=off - typical[:, None],
        trust=np.minimum(trust / np.repeat(mean, counts)[:, None], np.float32(1)),
        usual=np.maximum(np.add.reduceat(typical, starts) / counts, _RADII[0]),
    )


def _circles(rays: _Rays, rounds: int) -> tuple[Complexes, Reals]:
    """How far each middle must move, ``(pips,)``, and what is left of the distances."""
    left, moved = rays.off, rays.off[:, 0] * np.complex64(0)
    for _ in range(rounds):
        away = left * np.float32(1 / tuning.RIM_ROUGH_PITCHES)
        weights = rays.trust / (1 + away * away)
        alike, twice = np.add.reduce(weights, axis=1), weights @ _TWICE
        pull = (weights * rays.off) @ _WAYS
        moved = 2 * (alike * pull - twice * pull.conj())
        moved /= alike * alike - (twice * twice.conj()).real + np.float32(4e-4)
        left = rays.off - np.outer(moved, _WAYS.conj()).real
    return moved, left


def _ovals(
    left: Reals,
    trust: Reals,
    along: Complexes,
    starts: npt.NDArray[np.intp],
    counts: npt.NDArray[np.intp],
) -> Reals:
    """The second harmonic of the rims along each face's own axes, in reach, ``(faces, 2)``."""
    away = left * np.float32(2 / tuning.RIM_ROUGH_PITCHES)
    weights = trust / (1 + away * away)
    total = np.add.reduce(weights, axis=1) + np.float32(1e-9)
    weights *= left
    double = 2 / total * (weights @ _TWICE)
    turned = np.add.reduceat(double, starts) / counts * along.conj() ** 2
    ovals: Reals = turned.view(turned.real.dtype).reshape(-1, 2)
    return ovals


def _smears(
    rays: _Rays, starts: npt.NDArray[np.intp], counts: npt.NDArray[np.intp], pitches: Reals
) -> Complexes:
    """How the width of the rims depends on the way, the median pip of each face, in reach."""
    near = np.abs(_BETWEEN - rays.usual[:, None]) < tuning.RIM_WIDTH_PITCHES * pitches[:, None]
    weights = rays.falls * np.repeat(near, counts, axis=0)[:, None]
    sums = weights @ _MOMENTS
    total = sums[..., 0] + np.float32(1e-6)
    mean = sums[..., 1] / total
    double = 2 / _RAYS * ((sums[..., 2] / total - mean * mean) @ _TWICE)
    medians = []
    for start, count in zip(starts.tolist(), counts.tolist(), strict=True):
        own = double[start : start + count]
        medians.append(complex(np.sort(own.real)[count // 2], np.sort(own.imag)[count // 2]))
    return np.array(medians)
