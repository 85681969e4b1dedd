"""The grey planes of one picture that every later step samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.int16]
Reals = npt.NDArray[np.floating[Any]]

LINEAR: npt.NDArray[np.float32] = (np.arange(256, dtype=np.float32) / 255.0) ** np.float32(
    tuning.GAMMA
)
"""Grey level 0 to 255 -> linear light 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Planes:
    """Planes of one picture, each ``(height, width)``.

    Attributes:
        light: the smallest of the three channels, where light pips stand out on any colour.
        dark: the green channel, where dark and red pips stand out on any pale colour.
        light_fine, dark_fine: the same in 16 bit, for samples.
        light_soft, dark_soft: the same, blurred by 5x5, in 16 bit, for single samples.
        image: blue, green and red, ``(height, width, 3)``, in 16 bit.
        slopes: gradients along x and y of the largest and the smallest channel, as 16 bit
            whole numbers ``(x of largest, y of largest, x of smallest, y of smallest)``.
    """

    light: Bytes
    dark: Bytes
    light_fine: Words
    dark_fine: Words
    light_soft: Words
    dark_soft: Words
    image: Words
    slopes: tuple[Words, ...]

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.light.shape
        return width, height


def as_bytes(plane: object) -> Bytes:
    """What OpenCV answered, as 8 bit; nothing is copied where it already is."""
    return np.asarray(plane, np.uint8)


def planes_of(image_bgr: Bytes) -> Planes:
    """Split a picture ``(height, width, 3)``, BGR, 8 bit, into the planes that are sampled."""
    blue, green, red = cv2.split(image_bgr)
    smallest = cv2.min(cv2.min(blue, green), red)
    largest = cv2.max(cv2.max(blue, green), red)
    light_soft = cv2.GaussianBlur(smallest, (5, 5), 0)
    dark_soft = cv2.GaussianBlur(green, (5, 5), 0)
    largest_soft = cv2.GaussianBlur(largest, (5, 5), 0)
    slopes = tuple(
        np.asarray(cv2.Sobel(plane, cv2.CV_16S, dx, 1 - dx), np.int16)
        for plane in (largest_soft, light_soft)
        for dx in (1, 0)
    )
    return Planes(
        light=as_bytes(smallest),
        dark=as_bytes(green),
        light_fine=np.asarray(smallest, np.int16),
        dark_fine=np.asarray(green, np.int16),
        light_soft=np.asarray(light_soft, np.int16),
        dark_soft=np.asarray(dark_soft, np.int16),
        image=image_bgr.astype(np.int16),
        slopes=slopes,
    )


def sample(plane: Words, xy: Reals) -> Words:
    """Bilinear samples of a plane at points ``(..., 2)`` in pixels; outside repeats the border.

    Planes are 16 bit because OpenCV rounds samples of 8 bit differently from version 5 on.
    """
    if not xy.size:
        return np.zeros(xy.shape[:-1], np.int16)
    return _remap(plane, xy).reshape(-1)[: xy.size // 2].reshape(xy.shape[:-1])


def sample_colours(image: Words, xy: Reals) -> Words:
    """Bilinear samples of a picture ``(height, width, 3)`` at points ``(..., 2)`` in pixels."""
    if not xy.size:
        return np.zeros((*xy.shape[:-1], 3), np.int16)
    flat = _remap(image, xy).reshape(-1, 3)[: xy.size // 2]
    return flat.reshape(*xy.shape[:-1], 3)


def _remap(plane: Words, xy: Reals) -> Words:
    flat: npt.NDArray[np.float32] = np.ascontiguousarray(xy, dtype=np.float32).reshape(-1, 2)
    if len(flat) > _WIDEST:
        rows = -(-len(flat) // _WIDEST)
        flat = np.concatenate((flat, np.zeros((rows * _WIDEST - len(flat), 2), np.float32)))
    maps = flat.reshape(-1, min(len(flat), _WIDEST), 2)
    no_second: Any = None
    out = cv2.remap(plane, maps, no_second, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.int16)


_WIDEST = 32000
"""Samples a row of the map handed to OpenCV, whose maps may not be wider than 32767."""
