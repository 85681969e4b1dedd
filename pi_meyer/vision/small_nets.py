"""The small learned nets of gate and reasons: plain ones, and one of two convolutions for patches.

All of them are numpy but for a threshold at 0, which every version of OpenCV makes alike.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

if TYPE_CHECKING:
    from collections.abc import Mapping

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
Asked = tuple[Places, Places]

_ALONE: Final = 400_000
"""Products of fewer multiplications than this are made by the calling thread.

OpenBLAS wakes a thread a core for larger ones (from about a million, measured), and those then
spin for 20 ms and more: with a picture every 67 ms that is a core kept busy for nothing.
"""

FIRST_SIZE: Final = 4
"""Width of the first convolution's kernels."""

SECOND_SIZE: Final = 3
"""Width of the second one's."""

STRIDE: Final = 2
"""Both look at every second place."""


def product(rows: Floats, table: Floats) -> Floats:
    """Multiply rows ``(n, k)`` by a table ``(k, m)`` without waking other threads."""
    out = np.empty((len(rows), table.shape[1]), np.float32)
    count = max(1, _ALONE // table.size)
    for start in range(0, len(rows), count):
        part = slice(start, start + count)
        np.matmul(rows[part], table, out=out[part])
    return out


def chances_of(scores: Floats) -> Floats:
    """Return what sums to 1 from scores ``(n, classes)``."""
    # class by class: sums over few neighbours in memory are slow
    power = scores.T.copy()
    power -= np.maximum.reduce(power)
    np.exp(power, out=power)
    power /= np.add.reduce(power)
    return np.asarray(power.T, np.float32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Net:
    """A learned net with one hidden layer and a chance for every class.

    Attributes:
        inward: ``(inputs, hidden)``.
        bias: ``(hidden,)``.
        outward: ``(hidden, classes)``.
        offset: ``(classes,)``.
    """

    inward: Floats
    bias: Floats
    outward: Floats
    offset: Floats

    def scores(self, inputs: Floats) -> Floats:
        """Return the classes' scores ``(n, classes)`` of inputs ``(n, k)``."""
        hidden = product(inputs, self.inward)
        hidden += self.bias
        cv2.threshold(hidden, 0, 0, cv2.THRESH_TOZERO, hidden)
        return np.asarray(hidden @ self.outward + self.offset, np.float32)

    def chances(self, inputs: Floats) -> Floats:
        """Return the classes' chances ``(n, classes)``, which sum to 1."""
        return chances_of(self.scores(inputs))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PatchNet:
    """A learned net for square patches: two convolutions without a margin, then a plain net.

    Attributes:
        first: ``(layers * 4 * 4, kernels)``. first_bias: ``(kernels,)``.
        second: ``(kernels * 3 * 3, more)``. second_bias: ``(more,)``.
        last: inputs are what the second one found, then what is told besides.
    """

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Net

    def scores(self, patches: Floats, told: Floats) -> Floats:
        """Return the classes' scores ``(n, classes)``.

        Args:
            patches: ``(n, layers, size, size)``.
            told: what else is known of each, ``(n, k)``.
        """
        count, layers, size, _ = patches.shape
        found = patches.reshape(count, -1).take(windows(layers, size, FIRST_SIZE), axis=1)
        found = _step(found, self.first, self.first_bias)
        size = places_across(size, FIRST_SIZE)
        windows_2 = windows_last(self.first.shape[1], size, SECOND_SIZE)
        found = _step(found.take(windows_2, axis=1), self.second, self.second_bias)
        return self.last.scores(np.column_stack([found, told]))

    def scores_everywhere(self, seen: Floats, size: int, asked: Asked, told: Floats) -> Floats:
        """Return the scores ``(n, classes)`` of patches that lie closely side by side.

        They share what the convolutions find.

        Args:
            seen: ``(layers, down, across)``; a patch begins at every second place.
            size: places across a patch.
            asked: rows and columns of the patches that are asked, ``(n,)`` each.
            told: what else is known of each, ``(n, k)``.
        """
        found = np.ascontiguousarray(seen.transpose(1, 2, 0))
        found = _everywhere(found, self.first, self.first_bias, FIRST_SIZE, every=STRIDE)
        found = _everywhere(found, self.second, self.second_bias, SECOND_SIZE)
        inner = STRIDE * (places_across(places_across(size, FIRST_SIZE), SECOND_SIZE) - 1) + 1
        rows = sliding_window_view(found, (inner, inner), axis=(0, 1))[..., ::STRIDE, ::STRIDE]
        parts = rows[asked].transpose(0, 2, 3, 1).reshape(len(told), -1)
        return self.last.scores(np.column_stack([parts, told]))


def _everywhere(
    seen: Floats, kernels: Floats, bias: Floats, size: int, *, every: int = 1
) -> Floats:
    """One convolution, with nothing below 0: of ``(down, across, k)``, ``(..., ..., m)``."""
    layers, many = seen.shape[2], kernels.shape[1]
    rows = sliding_window_view(seen, (size, size), axis=(0, 1))[::every, ::every]
    # layer by layer within a place, as they lie in memory: copies of long pieces are fast
    table = kernels.reshape(layers, size, size, many).transpose(1, 2, 0, 3)
    found = product(
        rows.transpose(0, 1, 3, 4, 2).reshape(-1, len(kernels)), table.reshape(-1, many)
    )
    found += bias
    # numpy's maximum with one number takes four times as long
    cv2.threshold(found, 0, 0, cv2.THRESH_TOZERO, found)
    return found.reshape(*rows.shape[:2], many)


def _step(seen: Floats, kernels: Floats, bias: Floats) -> Floats:
    """One convolution of windows ``(n, places, k)``, with nothing below 0: ``(n, places * m)``."""
    count = len(seen)
    out = product(seen.reshape(-1, seen.shape[-1]), kernels)
    out += bias
    cv2.threshold(out, 0, 0, cv2.THRESH_TOZERO, out)
    return out.reshape(count, -1)


def places_across(size: int, kernel: int) -> int:
    """How many places a kernel has along one side of a patch."""
    return (size - kernel) // STRIDE + 1


@functools.cache
def windows(layers: int, size: int, kernel: int) -> Places:
    """Where in a flat ``(layers, size, size)`` every window lies, ``(places, layers * k * k)``."""
    numbers = np.arange(layers * size * size).reshape(layers, size, size)
    return _cut(numbers, places_across(size, kernel), kernel)


@functools.cache
def windows_last(layers: int, size: int, kernel: int) -> Places:
    """The same in a flat ``(size, size, layers)``."""
    numbers = np.arange(layers * size * size).reshape(size, size, layers)
    return _cut(numbers.transpose(2, 0, 1), places_across(size, kernel), kernel)


def _cut(numbers: Places, across: int, kernel: int) -> Places:
    starts = [(STRIDE * y, STRIDE * x) for y in range(across) for x in range(across)]
    parts = (numbers[:, y : y + kernel, x : x + kernel].ravel() for y, x in starts)
    return np.stack(list(parts)).astype(np.intp)


def stored_net(stored: Mapping[str, npt.NDArray[np.generic]], name: str) -> Net:
    """Return the net of that name from a file of numbers."""
    parts = ("inward", "bias", "outward", "offset")
    return Net(**{part: stored[f"{name}_{part}"].astype(np.float32) for part in parts})


def stored_patch_net(stored: Mapping[str, npt.NDArray[np.generic]], name: str) -> PatchNet:
    """Return the net for patches of that name from a file of numbers."""
    parts = ("first", "first_bias", "second", "second_bias")
    found = {part: stored[f"{name}_{part}"].astype(np.float32) for part in parts}
    return PatchNet(**found, last=stored_net(stored, name))


def numbers_of(name: str, net: Net | PatchNet) -> dict[str, npt.NDArray[np.generic]]:
    """Return a net as arrays by name; the largest in 16 bits."""
    parts = ("inward", "bias", "outward", "offset")
    last = net.last if isinstance(net, PatchNet) else net
    found: dict[str, npt.NDArray[np.generic]] = {}
    found |= {f"{name}_{part}": getattr(last, part) for part in parts}
    if isinstance(net, PatchNet):
        parts = ("first", "first_bias", "second", "second_bias")
        found |= {f"{name}_{part}": getattr(net, part) for part in parts}
        found[f"{name}_inward"] = last.inward.astype(np.float16)
    return found
