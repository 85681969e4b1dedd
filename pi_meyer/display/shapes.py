"""Shapes as signed distances: negative inside, 0 on the edge, in u. Exact edges at any size.

Every function takes two arrays that broadcast (x down the first axis, y along the second, as
pygame's surfaces are indexed) and returns the distance for each point.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Shape = Callable[[Array, Array], Array]

Point = tuple[float, float]


def floats(values: object) -> Array:
    """Any numbers as an array of 32-bit floats, which is what all shapes are made of."""
    return np.asarray(values, dtype=np.float32)


def disc(x: Array, y: Array, centre: Point, radius: float) -> Array:
    """A circle."""
    return floats(np.hypot(x - centre[0], y - centre[1]) - radius)


def box(
    x: Array,
    y: Array,
    corner: Point,
    size: Point,
    radius: float,
) -> Array:
    """A rectangle from its upper left corner, with round corners."""
    half_w, half_h = size[0] / 2, size[1] / 2
    radius = min(radius, half_w, half_h)
    across = np.abs(x - corner[0] - half_w) - (half_w - radius)
    down = np.abs(y - corner[1] - half_h) - (half_h - radius)
    outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
    return floats(outside + np.minimum(np.maximum(across, down), 0) - radius)


def shield(x: Array, y: Array, centre: Point, half_w: float, half_h: float) -> Array:
    """Flat on top, round below."""
    soft = half_w * 0.08
    top = box(x, y, (centre[0] - half_w, centre[1] - half_h), (2 * half_w, 2 * half_h), soft)
    round_ = half_w * 0.92
    bowl = box(
        x,
        y,
        (centre[0] - half_w, centre[1] - 3 * half_h),
        (2 * half_w, 4 * half_h),
        round_,
    )
    return floats(np.maximum(top, bowl))


def polygon(x: Array, y: Array, corners: tuple[Point, ...], soft: float = 0.0) -> Array:
    """A convex polygon, corners clockwise as seen on the screen; ``soft`` rounds them."""
    far = np.full(np.broadcast_shapes(x.shape, y.shape), -np.inf, dtype=np.float32)
    near = np.full_like(far, np.inf)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.hypot(bx - ax, by - ay)
        normal = ((by - ay) / length, -(bx - ax) / length)
        far = np.maximum(far, (x - ax) * normal[0] + (y - ay) * normal[1])
        near = np.minimum(near, capsule(x, y, (ax, ay), (bx, by), 0.0))
    return floats(np.where(far > 0, near, far) - soft)


def capsule(x: Array, y: Array, start: Point, end: Point, thick: float) -> Array:
    """A stroke with round ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy or 1.0
    along = ((x - start[0]) * dx + (y - start[1]) * dy) / square
    along = np.clip(along, 0.0, 1.0)
    return floats(np.hypot(x - start[0] - along * dx, y - start[1] - along * dy) - thick / 2)


def bottle_cap(x: Array, y: Array, centre: Point, radius: float) -> Array:
    """A circle with twelve teeth."""
    dx, dy = x - centre[0], y - centre[1]
    wave = np.cos(12 * np.arctan2(dy, dx)) * (radius * 0.055)
    return floats(np.hypot(dx, dy) - (radius * 0.97 + wave))


def ellipse(x: Array, y: Array, centre: Point, half_w: float, half_h: float) -> Array:
    """An ellipse (the distance is near enough for its edge)."""
    dx, dy = (x - centre[0]) / half_w, (y - centre[1]) / half_h
    reach = np.hypot(dx, dy)
    slope = np.hypot(dx / half_w, dy / half_h) + 1e-9
    return floats(np.where(reach < 1e-3, -min(half_w, half_h), reach * (reach - 1) / slope))


def arc(
    x: Array,
    y: Array,
    centre: Point,
    radius: float,
    *,
    thick: float,
    share: float,
) -> Array:
    """A ring from 12 o'clock clockwise, filled to ``share`` (0 to 1)."""
    dx, dy = x - centre[0], y - centre[1]
    ring = floats(np.abs(np.hypot(dx, dy) - radius) - thick / 2)
    if share >= 1.0:
        return ring
    angle = np.mod(np.arctan2(dx, -dy), 2 * math.pi)
    tip = 2 * math.pi * share
    over = np.where(angle <= tip, -1e3, np.minimum(angle - tip, 2 * math.pi - angle) * radius)
    return floats(np.maximum(ring, over))


def turned(x: Array, y: Array, centre: Point, degrees: float) -> tuple[Array, Array]:
    """The points as a thing that is turned clockwise by so much about ``centre`` sees them."""
    angle = math.radians(degrees)
    dx, dy = x - centre[0], y - centre[1]
    return (
        centre[0] + dx * math.cos(angle) + dy * math.sin(angle),
        centre[1] - dx * math.sin(angle) + dy * math.cos(angle),
    )
