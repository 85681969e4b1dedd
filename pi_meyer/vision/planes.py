"""The grey planes of one picture that every later step samples."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.kept_memory import kept_memory

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.int16]
Reals = npt.NDArray[np.floating[Any]]

LINEAR: npt.NDArray[np.float32] = (np.arange(256, dtype=np.float32) / 255.0) ** np.float32(
    tuning.GAMMA
)
"""Grey level 0 to 255 -> linear light 0 to 1."""


class Layer(enum.IntEnum):
    """The 16 bit planes that are sampled, in the order in which they lie in memory."""

    LIGHT_FINE = 0
    DARK_FINE = 1
    LIGHT_SOFT = 2
    DARK_SOFT = 3
    SLOPE_X_LARGEST = 4
    SLOPE_Y_LARGEST = 5
    SLOPE_X_SMALLEST = 6
    SLOPE_Y_SMALLEST = 7


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Planes:
    """Planes of one picture.

    Attributes:
        light: the smallest of the three channels, where light pips stand out on any colour.
        dark: the green channel, where dark and red pips stand out on any pale colour.
        image: the picture itself, ``(height, width, 3)``, BGR.
        layers: the 16 bit planes for samples, ``(8, height, width)``, in the order of ``Layer``:
            both of the above, both blurred by 5x5, and the gradients along x and y of the largest
            and the smallest channel (Sobel 3x3, blurred before).
    """

    light: Bytes
    dark: Bytes
    image: Bytes
    layers: Words

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.light.shape
        return width, height

    def _layer(self, layer: Layer) -> Words:
        plane: Words = self.layers[layer]
        return plane

    @property
    def light_fine(self) -> Words:
        """The smallest channel, ``(height, width)``."""
        return self._layer(Layer.LIGHT_FINE)

    @property
    def dark_fine(self) -> Words:
        """The green channel, ``(height, width)``."""
        return self._layer(Layer.DARK_FINE)

    @property
    def light_soft(self) -> Words:
        """The smallest channel, blurred, for single samples."""
        return self._layer(Layer.LIGHT_SOFT)

    @property
    def dark_soft(self) -> Words:
        """The green channel, blurred, for single samples."""
        return self._layer(Layer.DARK_SOFT)

    @property
    def slopes(self) -> Words:
        """Gradients ``(4, height, width)``: x, y of the largest channel, x, y of the smallest."""
        slopes: Words = self.layers[Layer.SLOPE_X_LARGEST :]
        return slopes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlaneMemory:
    """Memory for the planes of one picture size.

    Attributes:
        image: the picture itself, ``(height, width, 3)``.
        single: 8 bit planes, ``(5, height, width)``.
        layers: see ``Planes``.
    """

    image: Bytes
    single: Bytes
    layers: Words

    @classmethod
    def of_size(cls, height: int, width: int) -> PlaneMemory:
        """Memory for pictures of this size in pixels."""
        return cls(
            image=np.empty((height, width, 3), np.uint8),
            single=np.empty((5, height, width), np.uint8),
            layers=np.empty((8, height, width), np.int16),
        )

    @classmethod
    def kept(cls, height: int, width: int, *, name: str = "first look") -> PlaneMemory:
        """The same, which the thread uses again for the next look of that name."""
        return cls(
            image=kept_memory(f"image, {name}", (height, width, 3), np.uint8),
            single=kept_memory(f"single, {name}", (5, height, width), np.uint8),
            layers=kept_memory(f"layers, {name}", (8, height, width), np.int16),
        )


def as_bytes(plane: object) -> Bytes:
    """What OpenCV answered, as 8 bit; nothing is copied where it already is."""
    return np.asarray(plane, np.uint8)


def planes_of(image_bgr: Bytes, memory: PlaneMemory | None = None) -> Planes:
    """Split a picture into the planes that are sampled.

    Args:
        image_bgr: ``(height, width, 3)``, BGR, 8 bit.
        memory: of the picture's size; the planes lie in it until it is used again.
    """
    memory = memory or PlaneMemory.of_size(*image_bgr.shape[:2])
    blue, green, red, least, soft = memory.single
    image, layers = memory.image, memory.layers
    # the rows of a part of a picture do not touch: splitting that takes three times as long
    cv2.copyTo(image_bgr, _NO_MASK, image)
    cv2.split(image, [blue, green, red])
    cv2.min(cv2.min(blue, green, least), red, least)
    most = cv2.max(cv2.max(blue, green, blue), red, blue)
    least_soft = as_bytes(cv2.GaussianBlur(least, (5, 5), 0, red))
    layers[Layer.LIGHT_FINE], layers[Layer.DARK_FINE] = least, green
    layers[Layer.LIGHT_SOFT] = least_soft
    cv2.spatialGradient(least_soft, layers[Layer.SLOPE_X_SMALLEST], layers[Layer.SLOPE_Y_SMALLEST])
    layers[Layer.DARK_SOFT] = cv2.GaussianBlur(green, (5, 5), 0, soft)
    cv2.spatialGradient(
        cv2.GaussianBlur(most, (5, 5), 0, soft),
        layers[Layer.SLOPE_X_LARGEST],
        layers[Layer.SLOPE_Y_LARGEST],
    )
    return Planes(light=least, dark=green, image=image, layers=layers)


def as_complex(xy: Reals) -> npt.NDArray[np.complex64]:
    """Points ``(n, 2)`` as ``x + iy``: sums of pairs of numbers are slow, of single ones fast."""
    pairs: npt.NDArray[np.float32] = np.ascontiguousarray(xy, np.float32)
    return pairs.view(np.complex64).ravel()


def around(centres: Reals, offsets: Reals) -> Reals:
    """Points at offsets ``(m, 2)`` from each centre ``(n, 2)``: ``(n, m, 2)``, in pixels."""
    points = np.add.outer(as_complex(centres), as_complex(offsets))
    pixels: Reals = points.view(np.float32).reshape(*points.shape, 2)
    return pixels


def sample(plane: Words, xy: Reals) -> Words:
    """Bilinear samples of a plane at points ``(..., 2)`` in pixels; outside repeats the border.

    Planes are 16 bit because OpenCV rounds samples of 8 bit differently from version 5 on.
    """
    if not xy.size:
        return np.zeros(xy.shape[:-1], np.int16)
    found = _remap(plane, xy)
    if xy.size > 2 * _WIDEST:
        found = found.reshape(-1)[: xy.size // 2]
    return found.reshape(xy.shape[:-1])


def sample_layers(planes: Words, xy: Reals, *, nearest: bool = False) -> Words:
    """As ``sample``, of planes ``(k, height, width)`` at the same points: ``(k, ...)``.

    Args:
        planes: the planes.
        xy: points in pixels, ``(..., 2)``.
        nearest: of the nearest pixel: a third of the time, for smooth planes.
    """
    shape = (len(planes), *xy.shape[:-1])
    if not xy.size:
        return np.zeros(shape, np.int16)
    maps = _maps(xy)
    out = np.empty((len(planes), *maps.shape[:2]), np.int16)
    how = cv2.INTER_NEAREST if nearest else cv2.INTER_LINEAR
    for plane, there in zip(planes, out, strict=True):
        cv2.remap(plane, maps, _NO_SECOND, how, there, cv2.BORDER_REPLICATE)
    if xy.size > 2 * _WIDEST:
        out = out.reshape(len(planes), -1)[:, : xy.size // 2]
    return out.reshape(shape)


def sample_kinds(light: Words, dark: Words, lights: int, xy: Reals) -> Words:
    """Bilinear samples ``(n, m)`` at ``(n, m, 2)``: the first rows of one plane, then of another.

    Args:
        light: the plane for the first rows.
        dark: the plane for all others.
        lights: how many rows are the first.
        xy: points in pixels.
    """
    if lights == len(xy):
        return sample(light, xy)
    if not lights:
        return sample(dark, xy)
    return np.concatenate((sample(light, xy[:lights]), sample(dark, xy[lights:])))


def sample_colours(image: Bytes, xy: Reals) -> Words:
    """Bilinear samples of a picture ``(height, width, 3)`` at points ``(..., 2)`` in pixels."""
    if not xy.size:
        return np.zeros((*xy.shape[:-1], 3), np.int16)
    # only what lies around the points is needed in 16 bit
    points = as_complex(xy)
    across, down = (
        _reach(at, size)
        for at, size in ((points.real, image.shape[1]), (points.imag, image.shape[0]))
    )
    part = image[down, across].astype(np.int16)
    points = points - np.complex64(complex(across.start, down.start))
    flat = _remap(part, points.view(np.float32)).reshape(-1, 3)
    return flat[: xy.size // 2].reshape(*xy.shape[:-1], 3)


def _reach(at: Reals, size: int) -> slice:
    """The pixels of a row of this size that samples at some places need."""
    first, last = (min(max(int(np.floor(end)), 0), size - 1) for end in (at.min(), at.max() + 1))
    return slice(first, last + 1)


def _remap(plane: Words, xy: Reals, how: int = cv2.INTER_LINEAR) -> Words:
    out = cv2.remap(plane, _maps(xy), _NO_SECOND, how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.int16)


def _maps(xy: Reals) -> Reals:
    """Points ``(..., 2)`` as a map that OpenCV takes: one row or, with zeros at the end, more."""
    flat: npt.NDArray[np.float32] = np.ascontiguousarray(xy, np.float32)
    if xy.size <= 2 * _WIDEST:
        return flat.reshape(1, -1, 2)
    flat = flat.reshape(-1, 2)
    rows = -(-len(flat) // _WIDEST)
    flat = np.concatenate((flat, np.zeros((rows * _WIDEST - len(flat), 2), np.float32)))
    return flat.reshape(-1, _WIDEST, 2)


_NO_SECOND: Any = None
_NO_MASK: Any = None
_WIDEST = 32000
"""Samples a row of the map handed to OpenCV, whose maps may not be wider than 32767."""
