"""A lone blob could be a 1: its angle and size come from the outline around it."""

from __future__ import annotations

import functools

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import Poses
from pi_meyer.vision.planes import (
    LINEAR,
    Planes,
    Reals,
    around,
    sample,
    sample_kinds,
    sample_layers,
)

_TURN = np.arange(16) * np.pi / 8
_RING = np.stack((np.cos(_TURN), np.sin(_TURN)), axis=1).astype(np.float32)
_RAYS = np.arange(32) * np.pi / 16
_RADII = np.arange(24.0, 60.0, 4.0)
_POLAR = (
    (np.stack((np.cos(_RAYS), np.sin(_RAYS)), axis=1)[:, None] * _RADII[None, :, None])
    .reshape(-1, 2)
    .astype(np.float32)
)
_ANGLES = 30
_DISTANCES = 32
_NEAREST_PX = 18.0
_STEP_PX = 1.5
_BINS = _ANGLES * _DISTANCES
_VOTES_FULL = 16.0
"""Votes that the outline of a clear die gets."""


def lone_blobs(planes: Planes, centres: Reals, lights: int) -> npt.NDArray[np.intp]:
    """The blobs around which the face is even, the most even of each kind first.

    Args:
        planes: the picture.
        centres: the blobs, ``(n, 2)`` in pixels, light ones first.
        lights: how many of them are light.

    Returns:
        Rows of ``centres``, light ones first.
    """
    points = around(centres, _LOOK)
    light = LINEAR.take(sample_kinds(planes.light_soft, planes.dark_soft, lights, points))
    # opposite points together: what a lamp's image adds from one side leaves no trace
    ring = light[:, 1:9] + light[:, 9:]
    ring /= 2
    ring.sort(axis=1)
    step = light[:, 0] - (ring[:, 3] + ring[:, 4]) / 2
    np.negative(step[lights:], out=step[lights:])
    spread = (ring[:, -2] - ring[:, 1]) / np.maximum(step, np.float32(1e-4))
    even = np.flatnonzero((spread < tuning.LONE_SPREAD) & (step > tuning.STEP_MIN))
    even = even[np.argsort(spread[even], kind="stable")]
    light_ones, dark_ones = even[even < lights], even[even >= lights]
    if len(light_ones) > tuning.LONE_LIMIT:
        # lamp images are as even: those on a ring of them come last
        ringed = _on_a_ring(planes, centres[:lights])[light_ones]
        light_ones = light_ones[np.argsort(ringed, kind="stable")]
    return np.concatenate((light_ones[: tuning.LONE_LIMIT], dark_ones[: tuning.LONE_LIMIT]))


def _on_a_ring(planes: Planes, centres: Reals) -> npt.NDArray[np.bool_]:
    """Which blobs are white where many white ones have the same distance from the middle."""
    white = sample(planes.light_fine, centres) >= tuning.WHITE_GREY
    width, height = planes.size_wh
    radii = np.hypot(*(centres - np.array(((width - 1) / 2, (height - 1) / 2), np.float32)).T)
    near = np.abs(np.subtract.outer(radii, radii[white])) < tuning.LONE_RING_PX
    ringed: npt.NDArray[np.bool_] = white & (near.sum(axis=1) >= tuning.LONE_RING_BLOBS)
    return ringed


_LOOK = np.concatenate((np.zeros((1, 2), np.float32), _RING * 17)).astype(np.float32)


def one_poses(planes: Planes, centres: Reals) -> tuple[Poses, npt.NDArray[np.intp], Reals]:
    """Poses of possible ones: the best angle and half edge of the gradients around each centre.

    Where the half edge is suspiciously small it may be the inner rim of a rounded die; then a
    larger pose follows at the end.

    Returns:
        The poses, the row of ``centres`` of each, and how clear its outline is, up to about 1.
    """
    n = len(centres)
    rows = np.arange(n)
    if not n:
        return Poses.square(centres, centres), rows, np.zeros(0, np.float32)
    votes = _votes(planes, centres).reshape(n, -1)
    best = votes.argmax(axis=1)
    clear = votes[rows, best] / np.float32(_VOTES_FULL)
    turn = (best // _DISTANCES + 0.5) * (np.pi / 2 / _ANGLES)
    half = _NEAREST_PX + (best % _DISTANCES + 0.5) * _STEP_PX
    pitch = half * 2 * tuning.PITCH_SHARE
    pitches = np.empty((n, 2), np.float32)
    np.multiply(np.cos(turn), pitch, out=pitches[:, 0])
    np.multiply(np.sin(turn), pitch, out=pitches[:, 1])
    small = half < tuning.LONE_SMALL_PX
    poses = Poses.square(
        np.concatenate((centres, centres[small])),
        np.concatenate((pitches, pitches[small] * np.float32(tuning.ONE_LARGER))),
    )
    return poses, np.concatenate((rows, rows[small])), np.concatenate((clear, clear[small]))


def _votes(planes: Planes, centres: Reals) -> Reals:
    """Votes of all gradients for (angle modulo 90 degrees, distance of the line), per centre."""
    n = len(centres)
    points = around(centres, _POLAR)
    votes = _votes_of(*_steepest(planes, points)).reshape(n, _ANGLES, _DISTANCES)
    # neighbouring angles and distances count too
    wide = votes.copy()
    wide[:, 1:] += votes[:, :-1]
    wide[:, 0] += votes[:, -1]
    wide[:, :-1] += votes[:, 1:]
    wide[:, -1] += votes[:, 0]
    # in one row of all, and then those at either end as they were
    votes = wide.copy()
    flat, row = votes.ravel(), wide.ravel()
    flat[1:] += row[:-1]
    flat[:-1] += row[1:]
    votes[..., 0], votes[..., -1] = wide[..., 0], wide[..., -1]
    return votes


def _steepest(planes: Planes, points: Reals) -> tuple[Reals, Reals, Reals]:
    """Slopes x, y and their squared size at points ``(n, m, 2)``, of the plane that is steeper."""
    slopes = sample_layers(planes.slopes, points, nearest=True).astype(np.float32)
    squares = slopes * slopes
    sizes = squares[::2]
    sizes += squares[1::2]
    one, other = sizes
    steeper = (other > one).view(np.uint8)
    # a copy through a mask takes a third of the time of a choice by numpy
    for found, its_other in ((slopes[0], slopes[2]), (slopes[1], slopes[3]), (one, other)):
        cv2.copyTo(its_other, steeper, found)
    return slopes[0], slopes[1], one


def _votes_of(x: Reals, y: Reals, square: Reals) -> Reals:
    """Votes by slopes ``(n, points)`` and their squared size: ``(n * angles * distances,)``."""
    at = np.flatnonzero(square > np.float32(tuning.SLOPE_SOFT**2 / 10))
    starts, places = _where(len(x))
    place = places.take(at)
    x, y, square = x.take(at), y.take(at), square.take(at)
    along = np.abs(x * _POLAR_X.take(place) + y * _POLAR_Y.take(place)) / np.sqrt(square + 1)
    step = ((along - _NEAREST_PX) / _STEP_PX).astype(np.int32)
    good = np.flatnonzero((along > _NEAREST_PX) & (step < _DISTANCES))
    x, y, square = x.take(good), y.take(good), square.take(good)
    weight = np.sqrt(square / (square + np.float32(tuning.SLOPE_SOFT**2)))
    # three quarter turns are added, so that no angle is below 0
    angle = _BIN_OF.take(((np.arctan2(y, x) + _THREE_QUARTERS) * _PER_ANGLE).astype(np.intp))
    index = starts.take(at.take(good)) + angle + step.take(good)
    votes = np.bincount(index, weights=weight, minlength=len(starts) // len(_POLAR) * _BINS)
    return votes.astype(np.float32)


@functools.lru_cache(maxsize=32)
def _where(centres: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Of the points round so many centres: where the votes of each one's centre start, its place.

    A table is read in a fifth of the time of a division.
    """
    centre, place = np.divmod(np.arange(centres * len(_POLAR)), len(_POLAR))
    return centre * _BINS, place


_THREE_QUARTERS = np.float32(1.5 * np.pi)
_PER_ANGLE = np.float32(_ANGLES / (np.pi / 2))
_BIN_OF = np.arange(6 * _ANGLES) % _ANGLES * _DISTANCES
"""Angle in steps, over all quarters -> where its votes start among those of one centre."""


_POLAR_X, _POLAR_Y = _POLAR.T.copy()
