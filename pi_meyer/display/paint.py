"""A sheet of pixels that shapes are laid on, with exact antialiased edges and no banding.

Colours are kept premultiplied in floating point until the sheet becomes a surface; gradients are
dithered there (8x8 ordered), flat colours come out exactly as given.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
import pygame

from pi_meyer.display import shapes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pi_meyer.display.colours import Colour

    Array = NDArray[np.float32]
    Shape = shapes.Shape

Window = tuple[int, int, int, int]


def _bayer(order: int) -> NDArray[np.float32]:
    table = np.zeros((1, 1), dtype=np.float32)
    for _ in range(order):
        table = np.block([[4 * table, 4 * table + 2], [4 * table + 3, 4 * table + 1]])
    return ((table + 0.5) / table.size - 0.5).astype(np.float32)


class Paint:
    """A sheet of ``w`` x ``h`` u.

    Args:
        w: width in u.
        h: height in u.
        scale: pixels per u down the sheet.
        squash: pixels across per pixel down, so that circles are round in mm on oblong pixels;
            inside the sheet one u across is then ``squash`` u of the canvas.
        ground: an opaque colour to begin with; None begins transparent.
    """

    def __init__(
        self, w: float, h: float, scale: float, *, squash: float = 1.0, ground: Colour | None = None
    ) -> None:
        self._w_px = max(1, math.ceil(w * scale * squash - 0.01))
        self._h_px = max(1, math.ceil(h * scale - 0.01))
        self._scale = scale
        self._scale_x = scale * squash
        self.x: Array = ((np.arange(self._w_px, dtype=np.float32) + 0.5) / self._scale_x)[:, None]
        self.y: Array = ((np.arange(self._h_px, dtype=np.float32) + 0.5) / scale)[None, :]
        self._rgb = np.zeros((3, self._w_px, self._h_px), dtype=np.float32)
        self._alpha = np.zeros((self._w_px, self._h_px), dtype=np.float32)
        self._opaque = ground is not None
        self._blank = ground is None
        if ground is not None:
            self._rgb[:] = np.array(ground, dtype=np.float32)[:, None, None]
            self._alpha[:] = 1.0

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (self._w_px, self._h_px)

    def window(self, left: float, top: float, right: float, bottom: float) -> Window:
        """The part of the sheet between those u, widened by a pixel, in pixels."""
        return (
            max(0, math.floor(left * self._scale_x) - 1),
            max(0, math.floor(top * self._scale) - 1),
            min(self._w_px, math.ceil(right * self._scale_x) + 1),
            min(self._h_px, math.ceil(bottom * self._scale) + 1),
        )

    def shape(
        self,
        distance: Shape,
        colour: Colour | Array,
        *,
        window: Window | None = None,
        opacity: float = 1.0,
    ) -> None:
        """Fill a shape; ``colour`` may be an array (3, w, h) of the sheet or of the window."""
        x0, y0, x1, y1 = window or (0, 0, self._w_px, self._h_px)
        if x0 >= x1 or y0 >= y1:
            return
        away = distance(self.x[x0:x1], self.y[:, y0:y1])
        cover = np.clip(0.5 - away * self._scale, 0.0, 1.0) * np.float32(opacity)
        self.cover(cover, colour, (x0, y0, x1, y1))

    def cover(self, cover: Array, colour: Colour | Array, window: Window | None = None) -> None:
        """Lay a colour over the sheet with a coverage from 0 to 1 for each pixel."""
        x0, y0, x1, y1 = window or (0, 0, self._w_px, self._h_px)
        whole = isinstance(colour, np.ndarray) and colour.shape[1:] == self.size_px
        blank = self._blank and (x0, y0, x1, y1) == (0, 0, self._w_px, self._h_px)
        clear = 1.0 - cover
        for channel, plane in enumerate(self._rgb[:, x0:x1, y0:y1]):
            tint = colour[channel]
            if whole:
                tint = tint[x0:x1, y0:y1]  # type: ignore[index]  # an array where whole is true
            if blank:
                np.multiply(cover, tint, out=plane)
            else:
                np.multiply(plane, clear, out=plane)
                np.add(plane, cover * tint, out=plane)
        alpha = self._alpha[x0:x1, y0:y1]
        alpha *= clear
        alpha += cover
        self._blank = False

    def stroke(
        self,
        points: tuple[shapes.Point, ...],
        thick: float,
        colour: Colour,
    ) -> None:
        """Draw a line through points with round ends and joints."""
        for start, end in itertools.pairwise(points):
            reach = thick / 2 + 1
            window = self.window(
                min(start[0], end[0]) - reach,
                min(start[1], end[1]) - reach,
                max(start[0], end[0]) + reach,
                max(start[1], end[1]) + reach,
            )
            self.shape(_capsule(start, end, thick), colour, window=window)

    def stitches(
        self,
        curve: Callable[[float], shapes.Point],
        length: float,
        *,
        dash: float = 11.0,
        gap: float = 8.0,
        thick: float = 2.6,
        colour: Colour,
    ) -> None:
        """Sew along a curve that is asked for the point so many u from its start."""
        count = max(1, round((length + gap) / (dash + gap)))
        pitch = (length + gap) / count
        for number in range(count):
            start = number * pitch
            end = start + pitch - gap
            self.stroke((curve(start), curve((start + end) / 2), curve(end)), thick, colour)

    def surface(self) -> pygame.Surface:
        """The sheet as a surface: 32 bits, with alpha unless it began with a ground.

        The sheet is used up by it.
        """
        if not self._opaque:
            soft = (self._alpha > 0.0) & (self._alpha < 1.0)
            self._rgb[:, soft] /= self._alpha[soft]
        self._rgb += dither_of(self._w_px, self._h_px)
        rounded = np.clip(self._rgb, 0.0, 255.0, out=self._rgb).astype(np.uint8)
        flags = 0 if self._opaque else pygame.SRCALPHA
        out = pygame.Surface(self.size_px, flags, 32)
        pixels = pygame.surfarray.pixels3d(out)
        for channel in range(3):
            pixels[..., channel] = rounded[channel]
        del pixels
        if not self._opaque:
            transparency = pygame.surfarray.pixels_alpha(out)
            transparency[:] = (self._alpha * 255 + 0.5).astype(np.uint8)
            del transparency
        return out


def dither_of(w_px: int, h_px: int) -> Array:
    """What is added before rounding down: 0.01 to 0.99 in an 8x8 pattern, 0.5 on the average."""
    tile = _bayer(3) * np.float32(0.98) + np.float32(0.5)
    return np.tile(tile, (w_px // 8 + 1, h_px // 8 + 1))[:w_px, :h_px]


def _capsule(start: shapes.Point, end: shapes.Point, thick: float) -> Shape:
    return lambda x, y: shapes.capsule(x, y, start, end, thick)


def smooth(t: Array) -> Array:
    """0 to 1 without a kink at either end."""
    t = shapes.floats(np.clip(t, 0.0, 1.0))
    return t * t * (3 - 2 * t)


def blend(a: Colour | Array, b: Colour | Array, share: Array) -> Array:
    """An array (3, w, h) that goes from ``a`` to ``b``, colours or arrays of that shape."""
    mixture = np.empty((3, *share.shape), dtype=np.float32)
    for channel in range(3):
        np.multiply(share, b[channel] - a[channel], out=mixture[channel])
        mixture[channel] += a[channel]
    return mixture
