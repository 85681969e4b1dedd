"""Where the rims of pips run: their middles to a tenth of a pixel, and how oval they look.

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
_RADII = np.arange(0.12, 0.73, 0.06).astype(np.float32)
"""Where a ray is sampled, in pitches (of a 1: times ``ONE_WIDE``)."""
_BETWEEN = _RADII[1:-1]
_SPOTS = (_WAYS[:, None] * _RADII[:, None]).reshape(-1, 2)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rims:
    """The pips of some faces by their rims.

    Attributes:
        pips_xy: middles in pixels, ``(pips, 2)``, face by face.
        unrest_px: median distance of the rim from the fitted circle, ``(pips,)``.
        radii_px: usual radius of each face's pips, ``(faces,)``.
        ovals_px: how much the radius grows along the first axis of a face and (second number)
            along its diagonal, and shrinks across, in pixels, ``(faces, 2)``.
    """

    pips_xy: Reals
    unrest_px: Reals
    radii_px: Reals
    ovals_px: Reals


def rims_of(planes: Planes, faces: Sequence[Face]) -> Rims:
    """Fit circles to the pips of faces; those with light pips must come first."""
    owners = np.repeat(np.arange(len(faces)), [len(face.pips_xy) for face in faces])
    reach = np.array([_reach(face) for face in faces], np.float32)[owners]
    pips = np.concatenate([face.pips_xy for face in faces]).astype(np.float32)
    lights = sum(len(face.pips_xy) for face in faces if face.polarity is Polarity.LIGHT)
    for _ in range(2):
        off, trust, usual = _rim_distances(planes, pips, reach, lights, owners)
        moved, left = _circles(off, trust)
        pips = pips + moved * reach[:, None]
    middle = np.sort(np.abs(left), axis=1)[:, _RAYS // 2]
    firsts = np.unique(owners, return_index=True)[1]
    return Rims(
        pips_xy=pips,
        unrest_px=middle * reach,
        radii_px=(usual * reach)[firsts],
        ovals_px=_ovals(left, trust, faces, owners) * reach[firsts][:, None],
    )


def _reach(face: Face) -> float:
    """The unit of the radii in pixels."""
    return face.pitch_px * (tuning.ONE_WIDE if face.value == 1 else 1.0)


def _rim_distances(
    planes: Planes, pips: Reals, reach: Reals, lights: int, owners: npt.NDArray[np.intp]
) -> tuple[Reals, Reals, Reals]:
    """How far out the rim lies against the usual radius, trust in it, and that radius, in reach."""
    points = pips[:, None] + _SPOTS * reach[:, None, None]
    grey = sample_kinds(planes.light_fine, planes.dark_fine, lights, points)
    light = LINEAR.take(grey).reshape(len(pips), _RAYS, -1)
    falls = light[..., :-2] - light[..., 2:]
    falls[lights:] *= np.float32(-1)
    usual = np.empty(len(pips), np.float32)
    for owner in range(owners[-1] + 1):
        own = owners == owner
        profile = np.median(falls[own].reshape(-1, len(_BETWEEN)), axis=0)
        usual[own] = _BETWEEN[profile.argmax()]
    weights = np.maximum(falls, 0)
    weights *= _NEARNESS[((usual - _BETWEEN[0]) / (_BETWEEN[1] - _BETWEEN[0]) + 0.5).astype(int)][
        :, None
    ]
    weights *= weights
    total = weights.sum(axis=-1) + np.float32(1e-9)
    off = (weights @ _BETWEEN) / total - usual[:, None]
    trust = np.sqrt(total)
    for owner in range(owners[-1] + 1):
        own = owners == owner
        middle = np.median(off[own])
        off[own] -= middle
        usual[own] += middle
        trust[own] /= np.median(trust[own])
    return off, np.minimum(trust, 1), usual


_NEARNESS = np.exp(
    -0.5 * (np.subtract.outer(_BETWEEN, _BETWEEN) / tuning.RIM_SPREAD_PITCHES) ** 2
).astype(np.float32)


def _circles(off: Reals, trust: Reals) -> tuple[Reals, Reals]:
    """How far each middle must move, ``(pips, 2)``, and what is left of the distances."""
    left, moved = off, np.zeros((len(off), 2), np.float32)
    for _ in range(3):
        weights = trust / (1 + (left / np.float32(tuning.RIM_ROUGH_PITCHES)) ** 2)
        xx, xy, yy = (weights @ _SQUARES).T
        x, y = ((weights * off) @ _WAYS).T
        det = xx * yy - xy * xy + np.float32(1e-4)
        moved = np.stack((x * yy - y * xy, y * xx - x * xy), axis=1) / det[:, None]
        left = off - moved @ _WAYS.T
    return moved, left


def _ovals(
    left: Reals, trust: Reals, faces: Sequence[Face], owners: npt.NDArray[np.intp]
) -> npt.NDArray[np.float64]:
    """The second harmonic of the rims along each face's own axes, in units of reach."""
    weights = trust / (1 + (left * np.float32(2 / tuning.RIM_ROUGH_PITCHES)) ** 2)
    weights /= weights.sum(axis=1, keepdims=True) + np.float32(1e-9)
    even = (weights * left).sum(axis=1, keepdims=True)
    double = 2 * (weights * (left - even)) @ _TWICE
    ovals = []
    for number, face in enumerate(faces):
        x, y = double[owners == number].mean(axis=0)
        unit = face.pitch_xy / face.pitch_px
        cos, sin = unit[0] ** 2 - unit[1] ** 2, 2 * unit[0] * unit[1]
        ovals.append((x * cos + y * sin, y * cos - x * sin))
    return np.array(ovals, float)
