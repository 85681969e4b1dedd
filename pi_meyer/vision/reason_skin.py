"""Something of the colour of skin that reaches in from the rim: signs of a hand, for reasons only.

A finger is a limb of skin's tint that comes in over the rim of the place where the cup stood.
Brown cups have that tint too, but they go all round.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.planes import LINEAR
from pi_meyer.vision.reason_places import finder_for

if TYPE_CHECKING:
    from pi_meyer.vision.planes import Bytes, Reals
    from pi_meyer.vision.window_grid import WindowGrid

WITHIN_MM: Final = 46.0
"""Radius on the window that is looked at."""

RIM_MM: Final = 36.0
"""Radius from which skin lies at the rim."""

LEAST_MM2: Final = 250.0
"""Area of the smallest patch that counts: a finger's tip covers 200."""

RED_SHARES: Final = (0.42, 0.66)
"""Share of red in the linear light of skin, least and most."""

GREEN_SHARES: Final = (0.22, 0.36)
"""The same for green."""

BLUE_SHARES: Final = (0.06, 0.27)
"""The same for blue."""

DARKEST_GREY: Final = 55
"""Grey level of the largest channel of skin, at least; heads far above are darker."""

_PARTS: Final = 24
_NOTHING: Final = [0.0] * 5


def skin_signs(image: Bytes) -> list[float]:
    """Return what is known of the largest patch of skin that reaches the rim.

    Its area, the part of a turn it takes at the rim, how near it comes to the middle, its length
    and its width, each of the order of 1; all 0 where there is none.
    """
    grid = finder_for((image.shape[1], image.shape[0])).grid
    part, axis, away = _window(grid)
    near = np.ascontiguousarray(grid.sample(image)[part, part])
    skin = _tinted(cv2.medianBlur(near, 3)) & (away < WITHIN_MM)
    count, labels = cv2.connectedComponents(skin.view(np.uint8), connectivity=4)
    areas = np.bincount(labels.ravel(), minlength=count) * grid.step_mm**2
    at_rim = np.zeros(count, bool)
    at_rim[labels[skin & (away > RIM_MM)]] = True
    areas[~at_rim] = 0
    areas[0] = 0
    best = int(areas.argmax())
    if areas[best] < LEAST_MM2:
        return _NOTHING
    rows, columns = np.nonzero(labels == best)
    return _shape(axis[columns], axis[rows], float(areas[best]))


@functools.lru_cache(maxsize=4)
def _window(grid: WindowGrid) -> tuple[slice, Reals, Reals]:
    """The part of a grid that is looked at, its places along an axis and from the middle, in mm."""
    out = max(0, round(grid.points / 2 - WITHIN_MM / grid.step_mm))
    part = slice(out, grid.points - out)
    axis = (np.arange(grid.points) - (grid.points - 1) / 2)[part] * grid.step_mm
    return part, axis, np.hypot(axis[:, None], axis)


def _tinted(sample: object) -> npt.NDArray[np.bool_]:
    """Where a picture ``(n, n, 3)``, BGR, has a tint of skin."""
    # channel by channel: sums over three neighbours in memory are slow
    channels = np.ascontiguousarray(np.asarray(sample, np.uint8).transpose(2, 0, 1))
    light = LINEAR.take(channels)
    light += np.float32(0.002)
    total = light[0] + light[1]
    total += light[2]
    found = np.maximum.reduce(channels) > DARKEST_GREY
    for plane, (least, most) in zip(light, (BLUE_SHARES, GREEN_SHARES, RED_SHARES), strict=True):
        share = np.divide(plane, total, out=plane)
        found &= share > least
        found &= share < most
    return np.asarray(found, bool)


def _shape(x: Reals, y: Reals, area_mm2: float) -> list[float]:
    away = np.hypot(x, y)
    turn = np.arctan2(y, x)[away > RIM_MM] / (2 * np.pi) + 0.5
    parts = len(set((turn * _PARTS).astype(int).tolist()))
    x, y = x - x.mean(), y - y.mean()
    xx, yy, xy = (float(part) / (len(x) - 1) for part in (x @ x, y @ y, x @ y))
    half, apart = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    spread = (math.sqrt(12 * max(one, 0.0)) for one in (half - apart, half + apart))
    width, length = (min(2.0, side / 60) for side in spread)
    return [min(3.0, area_mm2 / 1000), parts / _PARTS, float(away.min()) / 40, length, width]
