"""The lamp ring under the window: its light on the dice and its mirror images in the window.

A lamp at radius r and depth h below the window is seen, mirrored, at r * d / (d + h).
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.simulation.filters import add_grey, blurred, resized

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import FloatArray, Lens

_SUBPIXEL_BITS = 4
_HALO_REACH = 2.6
_HALO_SHARE = 0.16


class LampStyle(enum.Enum):
    """Bare points, or wide diffusers that run into each other."""

    POINTS = "points"
    ANNULUS = "annulus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """A ring of equal lamps below the window.

    Attributes:
        count: how many.
        ring_radius_mm: of the ring; far out (56 and more) the images miss the dice, near the lens
            they lie on them.
        style: points or diffusers.
        depth_mm: how far below the window's upper side.
        lamp_radius_mm: size of one lamp.
        phase_deg: angle of the first.
        glare: linear brightness of a mirror image, 1 = white level; points are far above it.
        rough_shift: how much farther out the glow on a frosted surface lies than the sharp image.
    """

    count: int = 10
    ring_radius_mm: float = 68.0
    style: LampStyle = LampStyle.POINTS
    depth_mm: float = 90.0
    lamp_radius_mm: float = 2.2
    phase_deg: float = 0.0
    glare: float = 3.0
    rough_shift: float = 1.15

    @property
    def down_share(self) -> float:
        """Cosine of the light's angle on the underside of a die in the middle."""
        return self.depth_mm / math.hypot(self.depth_mm, self.ring_radius_mm)

    @property
    def side_share(self) -> float:
        """Mean light on an upright face, over that of a lamp straight ahead."""
        return self.ring_radius_mm / math.hypot(self.depth_mm, self.ring_radius_mm) / math.pi


def radiance(
    x: FloatArray, y: FloatArray, lamps: Lamps, spread_mm: FloatArray | float
) -> FloatArray:
    """Light that comes from points x, y of the lamps' plane, each lamp smeared by ``spread_mm``."""
    step = 2 * math.pi / lamps.count
    angle = np.arctan2(y, x) - np.float32(math.radians(lamps.phase_deg))
    folded = angle - np.float32(step) * np.rint(angle / np.float32(step))
    radius = np.hypot(x, y)
    along, across = radius * folded, radius - np.float32(lamps.ring_radius_mm)
    width2 = np.float32(lamps.lamp_radius_mm**2) + np.square(spread_mm)
    peak = np.float32(lamps.lamp_radius_mm**2) / width2
    result: FloatArray = peak * np.exp(-(along * along + across * across) / (2 * width2))
    return result.astype(np.float32, copy=False)


def image_ratio(lens: Lens, lamps: Lamps) -> float:
    """Radius of the mirror image over the radius of the ring."""
    return lens.depth_mm / (lens.depth_mm + lamps.depth_mm)


def image_centres_px(lens: Lens, lamps: Lamps, roughness: float) -> tuple[tuple[float, float], ...]:
    """Where the mirror images, and on a rough window their glows, have their middles."""
    ratio = image_ratio(lens, lamps)
    sharp = _centres(lens, lamps, ratio)
    return sharp + (_centres(lens, lamps, ratio * lamps.rough_shift) if roughness > 0 else ())


def add_images(canvas: FloatArray, lens: Lens, lamps: Lamps, roughness: float, gain: float) -> None:
    """Add the mirror images to a linear picture (height, width, 3), in place.

    Clear windows show sharp images; frosted ones a sharp one of the smooth lower side and, a
    little farther out, a glow of the rough upper side.
    """
    if gain <= 0:
        return
    if lamps.style is LampStyle.ANNULUS:
        _add_diffusers(canvas, lens, lamps, roughness, 0.15 * lamps.glare * gain)
    else:
        _add_points(canvas, lens, lamps, roughness, lamps.glare * gain)


def _add_diffusers(
    canvas: FloatArray, lens: Lens, lamps: Lamps, roughness: float, level: float
) -> None:
    """Wide discs that run into each other; frost melts them together."""
    ratio = image_ratio(lens, lamps)
    radius_px = max(4.0, 0.58 * _step_px(lens, lamps, ratio))
    shrink = 2
    layer = np.zeros((canvas.shape[0] // shrink, canvas.shape[1] // shrink), np.float32)
    one = 1 << _SUBPIXEL_BITS
    for x, y in _centres(lens, lamps, ratio):
        at = (round(x / shrink * one), round(y / shrink * one))
        cv2.circle(layer, at, round(radius_px / shrink * one), level, -1, cv2.LINE_8, 4)
    layer = blurred(layer, 0.8 + 20.0 * roughness)
    add_grey(canvas, resized(layer, (canvas.shape[1], canvas.shape[0])))
    if roughness > 0:
        _add_discs(canvas, _centres(lens, lamps, ratio), radius_px * 1.6, level * 0.05, 14.0)


def _add_points(
    canvas: FloatArray, lens: Lens, lamps: Lamps, roughness: float, level: float
) -> None:
    """Small lamps: sharp in a smooth surface, with a glow in a rough one."""
    ratio = image_ratio(lens, lamps)
    radius_px = max(1.2, lamps.lamp_radius_mm * ratio * lens.px_per_mm)
    if roughness < 0.1:
        _add_discs(canvas, _centres(lens, lamps, ratio), radius_px, level, 0.8)
        _add_discs(canvas, _centres(lens, lamps, ratio * 1.06), radius_px * 0.5, level * 0.15, 0.8)
    else:
        _add_discs(canvas, _centres(lens, lamps, ratio), radius_px * 0.7, level * 0.5, 0.9)
    if roughness > 0:
        glow_px = 12.0 * roughness * lens.px_per_mm
        shifted = _centres(lens, lamps, ratio * lamps.rough_shift)
        dim = _glow_gain(roughness) * level
        dim *= min(1.0, (radius_px / (radius_px + glow_px)) ** 1.1)
        dim *= min(1.0, _step_px(lens, lamps, ratio) / (3 * glow_px)) ** 0.9
        _add_discs(canvas, shifted, radius_px + glow_px * 0.6, dim, glow_px)
        wide_px = _HALO_REACH * glow_px
        _add_discs(canvas, shifted, radius_px + wide_px * 0.6, _HALO_SHARE * dim, wide_px)


def _glow_gain(roughness: float) -> float:
    """Brightness of the glow over that of the sharp image, before it is spread."""
    return 1.6 * (1 + 11 * min(0.15, max(0.0, roughness - 0.08)))


def _step_px(lens: Lens, lamps: Lamps, ratio: float) -> float:
    circle_px = 2 * math.pi * lamps.ring_radius_mm * ratio * lens.px_per_mm
    return circle_px / lamps.count


@lru_cache(maxsize=64)
def _centres(lens: Lens, lamps: Lamps, ratio: float) -> tuple[tuple[float, float], ...]:
    angles = np.radians(lamps.phase_deg + 360.0 / lamps.count * np.arange(lamps.count))
    radius = lamps.ring_radius_mm * ratio
    ring = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.zeros_like(angles)], 1)
    ring[:, 0] += lens.offset_xy_mm[0] * (1 - ratio)
    ring[:, 1] += lens.offset_xy_mm[1] * (1 - ratio)
    return tuple((float(x), float(y)) for x, y in lens.project(ring))


def _add_discs(
    canvas: FloatArray,
    centres: tuple[tuple[float, float], ...],
    radius_px: float,
    level: float,
    blur_px: float,
) -> None:
    """Add one soft disc a centre; wide glows are drawn on a quarter of the pixels."""
    shrink = 4 if blur_px > 6 else 1
    height, width = canvas.shape[0] // shrink, canvas.shape[1] // shrink
    reach = int((radius_px + 3 * blur_px) / shrink) + 2
    stamp = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    one = 1 << _SUBPIXEL_BITS
    cv2.circle(stamp, (reach * one, reach * one), int(radius_px / shrink * one), level, -1, 8, 4)
    stamp = blurred(stamp, max(0.5, blur_px / shrink))
    layer = canvas if shrink == 1 else np.zeros((height, width), np.float32)
    for x, y in centres:
        _stamp(layer, stamp, round(x / shrink), round(y / shrink), reach)
    if shrink > 1:
        add_grey(canvas, resized(layer, (canvas.shape[1], canvas.shape[0])))


def _stamp(layer: FloatArray, stamp: FloatArray, x: int, y: int, reach: int) -> None:
    height, width = layer.shape[:2]
    x0, x1 = max(0, x - reach), min(width, x + reach + 1)
    y0, y1 = max(0, y - reach), min(height, y + reach + 1)
    if x0 >= x1 or y0 >= y1:
        return
    part = stamp[y0 - y + reach : y1 - y + reach, x0 - x + reach : x1 - x + reach]
    layer[y0:y1, x0:x1] += part if layer.ndim == 2 else part[:, :, None]
