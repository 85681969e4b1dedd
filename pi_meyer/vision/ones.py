"""A lone blob could be a 1: its angle and size come from the outline around it."""

from __future__ import annotations

import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import Poses
from pi_meyer.vision.pips import Blobs, Polarity
from pi_meyer.vision.planes import LINEAR, Planes, Reals, sample

_TURN = np.arange(16) * np.pi / 8
_RING = np.stack((np.cos(_TURN), np.sin(_TURN)), axis=1).astype(np.float32)
_RAYS = np.arange(64) * np.pi / 32
_RADII = np.arange(22.0, 62.0, 2.0)
_POLAR = (
    (np.stack((np.cos(_RAYS), np.sin(_RAYS)), axis=1)[:, None] * _RADII[None, :, None])
    .reshape(-1, 2)
    .astype(np.float32)
)
_ANGLES = 30
_DISTANCES = 32
_NEAREST_PX = 18.0
_STEP_PX = 1.5


def lone_blobs(planes: Planes, blobs: Blobs) -> Reals:
    """The blobs around which the face is even: what is left of ``centres``."""
    if not len(blobs.centres):
        return blobs.centres
    plane = planes.light_soft if blobs.polarity is Polarity.LIGHT else planes.dark_soft
    ring = LINEAR[sample(plane, blobs.centres[:, None] + _RING[None] * 17)]
    middle = LINEAR[sample(plane, blobs.centres)]
    step = blobs.polarity.value * (middle - np.median(ring, axis=1))
    ring.sort(axis=1)
    spread = ring[:, -4] - ring[:, 3]
    return blobs.centres[spread < tuning.LONE_SPREAD * step]


def one_poses(planes: Planes, blobs: Blobs) -> Poses:
    """Poses of possible ones: the best angle and half edge of the gradients around each blob."""
    centres = lone_blobs(planes, blobs)
    n = len(centres)
    if not n:
        return Poses(polarity=blobs.polarity, centres=centres, pitches=centres)
    points = centres[:, None] + _POLAR[None]
    votes = np.zeros((n, _ANGLES, _DISTANCES), np.float32)
    for gx, gy in ((0, 1), (2, 3)):
        x = sample(planes.slopes[gx], points).astype(np.float32)
        y = sample(planes.slopes[gy], points).astype(np.float32)
        size = np.sqrt(x * x + y * y)
        weight = size / np.sqrt(size * size + np.float32(tuning.SLOPE_SOFT**2))
        along = np.abs(x * _POLAR[None, :, 0] + y * _POLAR[None, :, 1]) / (size + 1e-3)
        angle = np.arctan2(y, x) * (_ANGLES / (np.pi / 2))
        angle_bin = np.floor(angle).astype(np.int32) % _ANGLES
        distance_bin = ((along - _NEAREST_PX) / _STEP_PX).astype(np.int32)
        good = (along > _NEAREST_PX) & (distance_bin < _DISTANCES) & (weight > 0.3)
        index = (np.arange(n)[:, None] * _ANGLES + angle_bin) * _DISTANCES + distance_bin
        flat = np.bincount(index[good], weights=weight[good], minlength=votes.size)
        votes = np.maximum(votes, flat.reshape(votes.shape).astype(np.float32))
    votes = votes + np.roll(votes, 1, axis=1) + np.roll(votes, -1, axis=1)
    wide = votes.copy()
    wide[..., 1:] += votes[..., :-1]
    wide[..., :-1] += votes[..., 1:]
    best = wide.reshape(n, -1).argmax(axis=1)
    turn = (best // _DISTANCES + 0.5) * (np.pi / 2 / _ANGLES)
    half = _NEAREST_PX + (best % _DISTANCES + 0.5) * _STEP_PX
    pitch = (half * 2 * tuning.PITCH_SHARE).astype(np.float32)
    pitches = np.stack((np.cos(turn) * pitch, np.sin(turn) * pitch), axis=1)
    return Poses(polarity=blobs.polarity, centres=centres, pitches=pitches.astype(np.float32))
