"""Blobs of the size of a pip, of both polarities."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import (
    Bytes,
    Planes,
    Reals,
    Words,
    around,
    as_bytes,
    as_complex,
    sample,
    sample_kinds,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def find_blobs(
    planes: Planes, *, within_px: int = tuning.PIPS_WITHIN_PX, limit: int = tuning.BLOB_LIMIT
) -> tuple[Blobs, ...]:
    """Find what could be pips: round peaks of a small box over a large one, on shrunk planes.

    Args:
        planes: the picture.
        within_px: half the side of the square round the middle that is searched.
        limit: how many of the clearest of each polarity to keep.

    Returns:
        Light and dark ones.
    """
    left, top, right, bottom = _place(planes.size_wh, within_px)
    height = bottom - top
    # dark ones are light in the negative, which is looked at below the light plane
    both = np.empty((height, (right - left) // 2), np.uint8)
    for plane, half in ((planes.light, both[: height // 2]), (planes.dark, both[height // 2 :])):
        _halve(plane[top:bottom, left:right], half)
    cv2.bitwise_not(both[height // 2 :], both[height // 2 :])
    xy, steps, falls = _measured(both)
    falls.sort(axis=1)
    least = np.float32(tuning.ROUND_SHARE / falls.shape[1])
    round_ = np.flatnonzero(falls[:, tuning.ROUND_RANK] > least * np.add.reduce(falls, axis=1))
    keep = round_[np.argsort(-steps[round_], kind="stable")]
    most = tuning.PEAKS_PER_BLOB * limit
    if len(keep) > most:
        # a texture has thousands of peaks; more than these could not be among the clearest places
        of_dark = xy[keep, 1] >= height - 0.5
        keep = keep[np.where(of_dark, np.cumsum(of_dark), np.cumsum(~of_dark)) <= most]
    xy, steps = xy.take(keep, axis=0), steps.take(keep)
    first = _first_of_place(xy).nonzero()[0]
    dark = xy[first, 1] >= height - 0.5
    kinds = (Polarity.LIGHT, first[~dark][:limit], 0), (Polarity.DARK, first[dark][:limit], height)
    return tuple(
        Blobs(
            polarity=polarity,
            centres=xy.take(kind, axis=0) + np.array((left, top - above), np.float32),
            steps=steps.take(kind),
        )
        for polarity, kind, above in kinds
    )


def _halve(plane: Bytes, half: Bytes | None = None) -> Bytes:
    """A plane at half its size, every pixel the mean of two by two."""
    height, width = plane.shape
    size_wh = (width // 2, height // 2)
    return as_bytes(cv2.resize(plane, size_wh, half, interpolation=cv2.INTER_AREA))


def _first_of_place(xy: Reals) -> npt.NDArray[np.bool_]:
    """Which of these points have none before them within a few pixels; passes find blobs twice."""
    if not len(xy):
        return np.zeros(0, bool)
    points = as_complex(xy)
    gaps = np.subtract.outer(points, points)
    near = gaps.real**2 + gaps.imag**2 < tuning.SAME_BLOB_PX**2
    first: npt.NDArray[np.bool_] = near.argmax(axis=1) == np.arange(len(points))
    return first


def _place(size_wh: tuple[int, int], within_px: int) -> tuple[int, int, int, int]:
    """The square round the middle where pips can be: left, top, right, bottom in pixels.

    Its sides are even numbers of the coarsest pixels that are looked at.
    """
    middle_x, middle_y = size_wh[0] // 2, size_wh[1] // 2
    reach_x, reach_y = (min(within_px, size // 2) // 4 * 4 for size in size_wh)
    return middle_x - reach_x, middle_y - reach_y, middle_x + reach_x, middle_y + reach_y


def _measured(both: Bytes) -> tuple[Reals, Reals, Reals]:
    """Peaks of all passes: centres ``(n, 2)`` in pixels of the place, steps ``(n,)``, falls."""
    # every pass but the first halves the picture once more
    passes = [both]
    for _ in tuning.BLOB_BOXES[1:]:
        passes.append(_halve(passes[-1]))
    looks = zip(passes, tuning.BLOB_BOXES, strict=True)
    found = [_peaks(plane, small, large) for plane, (_, small, large) in looks]
    peaks, near_it = (np.concatenate(part) for part in zip(*found, strict=True))
    steps = near_it[:, 4].copy()
    near_it -= np.minimum.reduce(near_it, axis=1, keepdims=True) - np.float32(1e-3)
    sums = near_it @ _NEAR_SUMS
    centres = peaks + sums[:, :2] / sums[:, 2:]
    shrinks, reaches = np.repeat(_PASSES, [len(one) for one, _ in found], axis=1)[..., None]
    below = centres.copy()
    for number, plane in enumerate(passes[:-1]):
        below[sum(len(one) for one, _ in found[: number + 1]) :, 1] += len(plane)
    falls = _falls(_stacked(passes), below, reaches)
    return centres * shrinks + (shrinks - 1) / 2, steps, falls


_PASSES = np.array([(shrink, small * 1.15) for shrink, small, _ in tuning.BLOB_BOXES], np.float32).T
"""How far each pass is shrunk, and how far around a blob it looks, in pixels of that."""


def _stacked(passes: Sequence[Bytes]) -> Words:
    """The planes of all passes, one below the other; the narrower ones are drawn out."""
    width = passes[0].shape[1]
    wide = [
        cv2.copyMakeBorder(one, 0, 0, 0, width - one.shape[1], cv2.BORDER_REPLICATE)
        for one in passes[1:]
    ]
    return np.concatenate((passes[0], *wide), dtype=np.int16)


def _peaks(shrunk: Bytes, small: int, large: int) -> tuple[Reals, Reals]:
    """Peaks of one pass, ``(n, 2)`` in its pixels, and the rise of 3x3 around, ``(n, 9)``."""
    height, width = shrunk.shape
    near = cv2.boxFilter(shrunk, cv2.CV_32F, (small, small))
    far = cv2.boxFilter(shrunk, cv2.CV_32F, (large, large))
    # nine times how far the small box rises over the large one, on average of 3x3
    rise = np.asarray(
        cv2.boxFilter(cv2.subtract(near, far), -1, (3, 3), normalize=False), np.float32
    )
    peaks = rise >= np.asarray(cv2.dilate(rise, _PEAK))
    peaks &= rise > np.float32(9 * tuning.BLOB_STEP_GREY)
    peaks[:: height - 1] = peaks[height // 2 - 1 : height // 2 + 1] = peaks[:, :: width - 1] = False
    at = peaks.ravel().nonzero()[0]
    near_it = rise.ravel().take(at[:, None] + (_NEAR_Y * width + _NEAR_X))
    near_it *= np.float32(1 / 9)
    centres = np.empty((len(at), 2), np.float32)
    centres[:, 1], centres[:, 0] = np.divmod(at, width)
    return centres, near_it


def _falls(plane: Words, centres: Reals, reaches: Reals) -> Reals:
    """How far the light falls from each centre to eight points around it, ``(n, 8)``.

    Args:
        plane: those of all passes.
        centres: of the blobs in its pixels, ``(n, 2)``.
        reaches: how far around each to look, ``(n, 1)``.
    """
    points = as_complex(centres)[:, None] + reaches * _SIXTEEN
    grey = sample(plane, points.view(np.float32).reshape(*points.shape, 2)).astype(np.float32)
    core: Reals = np.sort(grey[:, :8], axis=1)[:, 4:5]
    return core - grey[:, 8:]


def refine(planes: Planes, centres: Reals, lights: int, wide: Reals) -> Reals:
    """Move each centre to the middle of the light (or dark) that rises above half its height.

    Args:
        planes: the picture.
        centres: rough middles of pips, ``(n, 2)`` in pixels, light ones first.
        lights: how many of them are light.
        wide: how much wider than usual to look, ``(n,)``; the pip of a 1 may be large, and it is
            alone.
    """
    moved = np.concatenate((centres, wide[:, None]), axis=1, dtype=np.float32)
    for _ in range(2):
        points = (moved @ _PATCH_SPREAD).reshape(len(moved), -1, 2)
        grey = sample_kinds(planes.light_fine, planes.dark_fine, lights, points).astype(np.float32)
        np.negative(grey[lights:], out=grey[lights:])
        core = np.add.reduce(grey[:, :_CORE], axis=1) / np.float32(_CORE)
        rim = np.sort(grey[:, _RIM:], axis=1)[:, len(_RING) // 2]
        above = grey[:, :_RIM] - ((core + rim) / 2)[:, None]
        sums = np.maximum(above, 0, out=above) @ _PATCH_SUMS
        moved[:, :2] += sums[:, :2] * (wide / (sums[:, 2] + np.float32(1e-3)))[:, None]
    return moved[:, :2].copy()


def _disc(radius_px: float) -> Reals:
    steps = np.arange(-int(radius_px), int(radius_px) + 1, dtype=np.float32)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    reach = np.hypot(grid[:, 0], grid[:, 1])
    inside = grid[reach <= radius_px]
    return inside[np.argsort(np.hypot(inside[:, 0], inside[:, 1]), kind="stable")]


_EIGHT = np.stack(
    [np.cos(np.arange(8) * np.pi / 4), np.sin(np.arange(8) * np.pi / 4)], axis=1
).astype(np.float32)
_SIXTEEN = as_complex(np.concatenate((_EIGHT * np.float32(0.25), _EIGHT)))
_PEAK = np.ones((5, 5), np.uint8)
_NEAR = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
_NEAR_X, _NEAR_Y = _NEAR[:, 0].astype(np.intp), _NEAR[:, 1].astype(np.intp)
_NEAR_SUMS = np.concatenate((_NEAR, np.ones((9, 1), np.float32)), axis=1)
_RING = np.stack(
    [10.5 * np.cos(np.arange(20) * np.pi / 10), 10.5 * np.sin(np.arange(20) * np.pi / 10)], axis=1
).astype(np.float32)
_PATCH = np.concatenate((_disc(9.0), _RING)).astype(np.float32)
_CORE = 13
_RIM = len(_PATCH) - len(_RING)
_PATCH_SPREAD = np.stack(
    (np.tile((1, 0), len(_PATCH)), np.tile((0, 1), len(_PATCH)), _PATCH.ravel())
).astype(np.float32)
_PATCH_SUMS = np.concatenate((_PATCH[:_RIM], np.ones((_RIM, 1), np.float32)), axis=1)


def roundness(light: Words, dark: Words, lights: int, centres: Reals, radius_px: float) -> Reals:
    """How round each blob is: 1 for a circle, less where it is seen at a slant, ``(n,)``.

    Args:
        light: the plane where light blobs stand out.
        dark: the plane where dark ones do.
        lights: how many blobs are light; these come first.
        centres: their middles, ``(n, 2)`` in pixels.
        radius_px: how far around each middle to look; it should reach just beyond the blob.
    """
    if not len(centres):
        return np.zeros(0, np.float32)
    points = around(centres, _UNIT_DISC * np.float32(radius_px))
    grey = sample_kinds(light, dark, lights, points).astype(np.float32)
    np.negative(grey[lights:], out=grey[lights:])
    core = grey[:, :_UNIT_CORE].sum(axis=1, keepdims=True) / np.float32(_UNIT_CORE)
    rim = np.sort(grey[:, -_UNIT_RIM:], axis=1)[:, _UNIT_RIM // 2 : _UNIT_RIM // 2 + 1]
    grey -= rim
    grey /= np.maximum(core - rim, np.float32(1))
    grey -= np.float32(0.35)
    weight = np.minimum(np.maximum(grey, np.float32(0)), np.float32(0.4))
    total, x, y, xx, yy, xy = (weight @ _UNIT_MOMENTS).T
    total = total + np.float32(1e-3)
    x, y = x / total, y / total
    xx, yy, xy = xx / total - x * x, yy / total - y * y, xy / total - x * y
    half, spread = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    least, most = np.maximum(half - spread, 0), np.maximum(half + spread, np.float32(1e-6))
    ratio: Reals = np.sqrt(least / most)
    return ratio


_UNIT_DISC = _disc(8.0) / np.float32(8.0)
_UNIT_CORE = 9
_UNIT_RIM = 44
_UNIT_MOMENTS = np.stack(
    [
        _UNIT_DISC[:, 0] ** across * _UNIT_DISC[:, 1] ** down
        for across, down in ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1))
    ],
    axis=1,
)
