"""Blobs of the size of a pip, of both polarities."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import cv2
import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import Bytes, Planes, Reals, sample


class Polarity(enum.Enum):
    """Whether pips are lighter or darker than the face that they are on."""

    LIGHT = 1
    DARK = -1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Blobs:
    """Blobs of one polarity: ``centres (n, 2)`` in pixels, ``steps (n,)`` in grey levels."""

    polarity: Polarity
    centres: Reals
    steps: Reals


def find_blobs(planes: Planes, polarity: Polarity) -> Blobs:
    """Find what could be pips: peaks of a small box over a large one, at half size."""
    plane = planes.light if polarity is Polarity.LIGHT else planes.dark
    width, height = planes.size_wh
    half = cv2.resize(plane, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    real = half.astype(np.float32)
    found = [_peaks(real, polarity, small, large) for small, large in tuning.BLOB_BOXES_PX]
    centres = np.concatenate([xy for xy, _ in found])
    steps = np.concatenate([step for _, step in found])
    if len(steps) > tuning.BLOB_LIMIT:
        keep = np.argsort(-steps, kind="stable")[: tuning.BLOB_LIMIT]
        centres, steps = centres[keep], steps[keep]
    return Blobs(polarity=polarity, centres=centres * 2 + 0.5, steps=steps)


def _peaks(half: Reals, polarity: Polarity, small: int, large: int) -> tuple[Reals, Reals]:
    rise = cv2.boxFilter(half, -1, (small, small)) - cv2.boxFilter(half, -1, (large, large))
    rise *= polarity.value
    rise = cv2.boxFilter(rise, -1, (3, 3))
    peaks = (rise >= cv2.dilate(rise, _PEAK)) & (rise > tuning.BLOB_STEP_GREY)
    peaks[[0, -1]] = False
    peaks[:, [0, -1]] = False
    ys, xs = np.nonzero(peaks)
    around = np.stack([rise[ys + dy, xs + dx] for dx, dy in _NEAR.astype(int)], axis=1)
    around -= around.min(axis=1, keepdims=True) - np.float32(1e-3)
    shift = around @ _NEAR / around.sum(axis=1, keepdims=True)
    centres = np.stack((xs, ys), axis=1).astype(np.float32) + shift
    centres = centres.astype(np.float32)
    falls = _falls(half, polarity, centres, small)
    steps = rise[ys, xs]
    round_ = falls[:, tuning.ROUND_RANK] > tuning.ROUND_SHARE * falls.mean(axis=1)
    return centres[round_], steps[round_]


def _falls(half: Reals, polarity: Polarity, centres: Reals, small: int) -> Reals:
    """How far the light falls from each centre to eight points around it, sorted."""
    points = centres[:, None, :] + np.concatenate((_EIGHT * 0.25, _EIGHT)) * np.float32(
        small * 1.15
    )
    grey = sample(half, points) * polarity.value
    falls = np.median(grey[:, :8], axis=1)[:, None] - grey[:, 8:]
    return np.sort(falls, axis=1)


def refine(plane: Bytes, polarity: Polarity, centres: Reals, *, wide: float = 1.0) -> Reals:
    """Move each centre to the middle of the light (or dark) that rises above half its height.

    Args:
        plane: where the pips stand out.
        polarity: whether they are lighter or darker than the face.
        centres: rough middles, ``(n, 2)`` in pixels.
        wide: how much wider than usual to look; the pip of a 1 may be large, and it is alone.
    """
    moved = centres
    patch = _PATCH * np.float32(wide)
    for _ in range(2):
        points = moved[:, None, :] + patch[None]
        grey = sample(plane, points).astype(np.float32) * polarity.value
        core = grey[:, :_CORE].mean(axis=1)
        rim = np.median(grey[:, _RIM:], axis=1)
        above = np.clip(grey - ((core + rim) / 2)[:, None], 0, None)
        above[:, _RIM:] = 0
        total = above.sum(axis=1) + 1e-3
        moved = moved + (above[:, :, None] * patch[None]).sum(axis=1) / total[:, None]
    return moved.astype(np.float32)


def _disc(radius_px: float) -> Reals:
    steps = np.arange(-int(radius_px), int(radius_px) + 1, dtype=np.float32)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    reach = np.hypot(grid[:, 0], grid[:, 1])
    inside = grid[reach <= radius_px]
    return inside[np.argsort(np.hypot(inside[:, 0], inside[:, 1]), kind="stable")]


_EIGHT = np.stack(
    [np.cos(np.arange(8) * np.pi / 4), np.sin(np.arange(8) * np.pi / 4)], axis=1
).astype(np.float32)
_PEAK = np.ones((5, 5), np.uint8)
_NEAR = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
_RING = np.stack(
    [10.5 * np.cos(np.arange(20) * np.pi / 10), 10.5 * np.sin(np.arange(20) * np.pi / 10)], axis=1
).astype(np.float32)
_PATCH = np.concatenate((_disc(9.0), _RING)).astype(np.float32)
_CORE = 13
_RIM = len(_PATCH) - len(_RING)
