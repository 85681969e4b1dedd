"""The lens's distortion: barrels bend straight lines outwards, growing with the square."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import DoubleArray, FloatArray


def bent(points_px: DoubleArray, size_wh: tuple[int, int], distortion: float) -> DoubleArray:
    """Where points of a pinhole's picture, shape (n, 2), come to lie."""
    middle, half = np.array(size_wh) / 2, size_wh[0] / 2
    off = points_px - middle
    square = (off * off).sum(-1, keepdims=True) / half**2
    result: DoubleArray = middle + off * (1 + distortion * square)
    return result


def bend(linear: FloatArray, distortion: float) -> FloatArray:
    """A pinhole's picture as the lens shows it, (height, width, 3)."""
    if distortion == 0:
        return linear
    height, width = linear.shape[:2]
    x, y = _sources((width, height), round(distortion, 4))
    return np.asarray(
        cv2.remap(linear, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


@lru_cache(maxsize=4)
def _sources(size_wh: tuple[int, int], distortion: float) -> tuple[FloatArray, FloatArray]:
    """Where each pixel comes from: the way of ``bent`` back, by iteration."""
    width, height = size_wh
    half = np.float32(width / 2)
    x = (np.arange(width, dtype=np.float32) - half)[None] / half
    y = (np.arange(height, dtype=np.float32) - np.float32(height / 2))[:, None] / half
    seen = np.sqrt(x * x + y * y)
    pinhole = seen.copy()
    for _ in range(5):
        pinhole = seen / (1 + np.float32(distortion) * pinhole * pinhole)
    grow = np.where(seen > 0, pinhole / np.maximum(seen, np.float32(1e-6)), 1)
    map_x = x * grow * half + half
    map_y = y * grow * half + np.float32(height / 2)
    return map_x.astype(np.float32), map_y.astype(np.float32)
