"""Where dice lie and how, for the reason of a refusal: flat, leaning, moving or cut off.

Two small learned filters over a coarse grid of the window (eight points to an edge, the gate's
own grid made wider), after the gate's pattern: the first asks every second point whether a die's
middle lies there, the second looks at the six likeliest places in four turns. Beside the gate's
two pip-less planes they see edges: how strong, which way, how steep. So they tell a die whose
edges are smeared one way from one that lies still, and they look as far out as the picture goes,
where a die is cut off by the window's rim or by the picture's. Nothing here reads a value.

The numbers lie in models/reasons; `python -m tests.benchmarks.train_reasons` makes them.
"""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.kept_memory import kept_memory
from pi_meyer.vision.planes import as_bytes
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.window_grid import WindowGrid

if TYPE_CHECKING:
    from pi_meyer.vision.planes import Bytes

Floats = npt.NDArray[np.float32]

REACH_MM: Final = 76.0
"""Radius on the window that is looked at; 640-pixel pictures show no more but in their corners."""

EVERY: Final = 2
"""Of the grid's points, every second one is asked first, in both directions."""

APART_CELLS: Final = 3
"""Two dice lie at least this many asked points apart."""

CANDIDATES: Final = 6
"""Places that get a second look."""

FIRST_REACH: Final = 2
"""Half width of a patch of the first look, in asked points."""

SECOND_REACH: Final = 6
"""Half width of a patch of the second look, in points."""

FIRST_LAYERS: Final = 3
"""How many of a picture's layers the first look is shown."""

EDGE_SOFT: Final = 40.0
"""Slope of the half picture (Sobel 3x3 of grey levels) at which an edge counts by about 0.7."""

_SHRINK: Final = 2
_CELL_PX: Final = 5
_TURNS: Final = 4
_NO_SECOND: Any = None


class How(enum.IntEnum):
    """What lies at a place; the numbers are the filters' classes."""

    NOTHING = 0
    FLAT = 1
    LEANING = 2
    MOVING = 3
    CUT_OFF = 4


class Layer(enum.IntEnum):
    """What the filters are shown of every point."""

    LARGEST = 0
    SMALLEST = 1
    EDGES = 2
    EDGES_COS = 3
    EDGES_SIN = 4
    STEEPEST = 5


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
        hidden = np.empty((len(inputs), self.inward.shape[1]), np.float32)
        rows = max(1, _ALONE // self.inward.size)
        for start in range(0, len(inputs), rows):
            part = slice(start, start + rows)
            np.matmul(inputs[part], self.inward, out=hidden[part])
        hidden += self.bias
        np.maximum(hidden, 0, out=hidden)
        return np.asarray(hidden @ self.outward + self.offset, np.float32)

    def chances(self, inputs: Floats) -> Floats:
        """Return the classes' chances ``(n, classes)``, which sum to 1."""
        return chances_of(self.scores(inputs))


_ALONE = 400_000
"""Products of fewer multiplications than this wake no thread of OpenBLAS (see the gate)."""


def chances_of(scores: Floats) -> Floats:
    """Return what sums to 1 from scores ``(n, classes)``."""
    # class by class: sums over few neighbours in memory are slow
    power = scores.T.copy()
    power -= np.maximum.reduce(power)
    np.exp(power, out=power)
    power /= np.add.reduce(power)
    return np.asarray(power.T, np.float32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Places:
    """The likeliest places of dice, the surest die first: parallel arrays.

    Attributes:
        centres: middles ``(n, 2)`` in pixels of the whole picture.
        chances: the chance of every ``How``, ``(n, 5)``.
    """

    centres: Floats
    chances: Floats


class PlaceFinder:
    """Both looks laid over the grid of pictures of one size."""

    def __init__(self, size_wh: tuple[int, int]) -> None:
        """Prepare where every patch lies; `finder_for` keeps it."""
        self.plate = replace(Plate.default(size_wh), radius_mm=REACH_MM)
        self.grid = WindowGrid(self.plate)
        self.points = self.grid.points
        self.cells = self.points // EVERY
        axis = (EVERY * np.arange(self.cells) - (self.points - 1) / 2) * self.grid.step_mm
        self.places_mm = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
        self.edges_away = (np.hypot(*self.places_mm.T) / self.grid.edge_mm).astype(np.float32)
        self.centres = self.plate.to_px(self.places_mm).astype(np.float32)
        self.asked = np.flatnonzero(self._in_picture())
        self.under_cup = self.grid.under_cup > 0
        self._half_map = self._map_of_half()
        self._gather = self._patch_indices()

    def _in_picture(self) -> npt.NDArray[np.bool_]:
        inside = np.asarray(self.grid.inside[::EVERY, ::EVERY].ravel() > 0)
        fits = (self.centres >= 0) & (self.centres < np.array(self.plate.size_wh))
        return np.asarray(inside & fits.all(axis=1), bool)

    def _map_of_half(self) -> npt.NDArray[np.int16]:
        """The half picture's pixels at the grid's points, ``(n, n, 2)``."""
        axis = (np.arange(self.points) - (self.points - 1) / 2) * self.grid.step_mm
        places_mm = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
        pixels = (self.plate.to_px(places_mm) - (_SHRINK - 1) / 2) / _SHRINK
        pixels = np.rint(pixels).clip(-1, np.iinfo(np.int16).max)
        return pixels.astype(np.int16).reshape(self.points, self.points, 2)

    def _patch_indices(self) -> npt.NDArray[np.intp]:
        """Where the first look's patches lie in its padded layers, ``(asked, k)``."""
        size, width = 2 * FIRST_REACH + 1, self.cells + 2 * FIRST_REACH
        row, column = np.divmod(self.asked, self.cells)
        parts = np.meshgrid(range(FIRST_LAYERS), range(size), range(size), indexing="ij")
        layer, down, across = (part.ravel() for part in parts)
        offset = (layer * width + down) * width + across
        return np.asarray((row * width + column)[:, None] + offset, np.intp)

    def layers(self, image: Bytes) -> Floats:
        """Return what the filters are shown of a picture ``(height, width, 3)``: ``(6, n, n)``."""
        out = np.zeros((len(Layer), self.points, self.points), np.float32)
        largest, smallest = self.grid.planes(self.grid.sample(image))
        np.sqrt(largest, out=out[Layer.LARGEST], casting="unsafe")
        np.sqrt(smallest, out=out[Layer.SMALLEST], casting="unsafe")
        for layer, plane in zip(tuple(Layer)[2:], _edges_of(image), strict=True):
            cv2.remap(plane, self._half_map, _NO_SECOND, cv2.INTER_NEAREST, out[layer])
        # the steepest are sampled as squares: there are far fewer points than pixels
        steepest = out[Layer.STEEPEST]
        np.sqrt(np.sqrt(steepest, out=steepest), out=steepest)
        return out

    def first_patches(self, layers: Floats) -> Floats:
        """Return the inputs of the first look, ``(asked, k)``."""
        width = self.cells + 2 * FIRST_REACH
        padded = np.zeros((FIRST_LAYERS, width, width), np.float32)
        inner = slice(FIRST_REACH, FIRST_REACH + self.cells)
        padded[:, inner, inner] = layers[:FIRST_LAYERS, ::EVERY, ::EVERY]
        patches = padded.ravel().take(self._gather)
        return np.column_stack([patches, self.edges_away[self.asked]])

    def candidates(self, layers: Floats, first: Net) -> tuple[npt.NDArray[np.intp], Floats]:
        """Return the likeliest cells ``(6,)`` and the chance of a die there ``(6,)``."""
        chart = np.zeros(self.cells**2, np.float32)
        chart[self.asked] = 1 - first.chances(self.first_patches(layers))[:, How.NOTHING]
        smooth = cv2.GaussianBlur(chart.reshape(self.cells, self.cells), (3, 3), 0.7)
        cells, hints = [], []
        for _ in range(CANDIDATES):
            _, best, _, (column, row) = cv2.minMaxLoc(smooth)
            cells.append(row * self.cells + column)
            hints.append(best)
            cv2.circle(smooth, (column, row), APART_CELLS, (0.0,), -1)
        return np.array(cells, np.intp), np.array(hints, np.float32)

    def second_patches(self, layers: Floats, cells: npt.NDArray[np.intp]) -> Floats:
        """Return the patches ``(n, k)`` round some cells, not turned."""
        pad, size = SECOND_REACH, 2 * SECOND_REACH + 1
        width = self.points + 2 * pad
        padded = np.zeros((len(layers), width, width), np.float32)
        padded[:, pad:-pad, pad:-pad] = layers
        corners = (divmod(int(cell), self.cells) for cell in cells)
        return np.stack(
            [
                padded[:, EVERY * y : EVERY * y + size, EVERY * x : EVERY * x + size].ravel()
                for y, x in corners
            ]
        )

    def extras(self, cells: npt.NDArray[np.intp], hints: Floats) -> Floats:
        """Return what else the second look is told, ``(n, 2)``."""
        return np.column_stack([self.edges_away[cells], hints])

    def look_twice(self, layers: Floats, nets: tuple[Net, Net]) -> Places:
        """Return the likeliest places of a picture's layers."""
        cells, hints = self.candidates(layers, nets[0])
        patches, told = self.second_patches(layers, cells), self.extras(cells, hints)
        scores = nets[1].scores(_in_turns(patches, told))
        logs = np.log(chances_of(scores) + np.float32(1e-6)).reshape(_TURNS, len(cells), -1)
        chances = chances_of(np.add.reduce(logs) / np.float32(_TURNS))
        order = np.argsort(chances[:, How.NOTHING], kind="stable")
        return Places(centres=self.centres[cells[order]], chances=chances[order])


def _in_turns(patches: Floats, told: Floats) -> Floats:
    """Patches ``(n, k)`` turned in four ways, with what else is told: ``(4 * n, k + 2)``."""
    count, points = patches.shape
    out = np.empty((_TURNS, count, points + told.shape[1]), np.float32)
    for way, (order, sign) in zip(out, ways()[:_TURNS], strict=True):
        np.multiply(patches.take(order, axis=1), sign, out=way[:, :points])
    out[..., points:] = told
    return out.reshape(_TURNS * count, -1)


def _edges_of(image: Bytes) -> tuple[Floats, Floats, Floats, Floats]:
    """Edges of the half picture: how strong, twice their way as cosine and sine, how steep.

    The last one is squared.
    """
    height, width = image.shape[:2]
    size_wh = (width // _SHRINK, height // _SHRINK)
    blue, green, red = cv2.split(cv2.resize(image, size_wh, interpolation=cv2.INTER_AREA))
    largest = as_bytes(cv2.max(cv2.max(blue, green), red))
    smallest = as_bytes(cv2.min(cv2.min(blue, green), red))
    memory = _memory_of(*largest.shape)
    x, y = _steeper_slopes(largest, smallest, memory)
    strength, share, size, down, cos, edges = memory[2:]
    np.multiply(x, x, out=size)
    np.multiply(y, y, out=down)
    np.subtract(size, down, out=cos)
    size += down
    # ten is the filters' unit, so that all layers have about the same spread
    np.add(size, np.float32(EDGE_SOFT**2), out=strength)
    np.divide(size, strength, out=strength)
    np.sqrt(strength, out=strength)
    strength *= 10
    np.add(size, np.float32(1e-3), out=share)
    np.divide(strength, share, out=share)
    cos *= share
    x *= 2
    x *= y
    x *= share
    cell = (_CELL_PX, _CELL_PX)
    for plane, mean in ((strength, edges), (cos, y), (x, down)):
        cv2.blur(plane, cell, mean)
    cv2.dilate(size, np.ones(cell, np.uint8), x)
    return edges, y, down, x


def _memory_of(height: int, width: int) -> Floats:
    """Eight planes that the thread's last picture is done with.

    Fresh memory for so many planes costs the system four times what is done with it.
    """
    return kept_memory("edges", (8, height, width), np.float32)


def _steeper_slopes(one: Bytes, other: Bytes, memory: Floats) -> tuple[Floats, Floats]:
    """Slopes along x and y of that one of two planes that is the steeper, pixel by pixel."""
    x, y, x_2, y_2, size, size_2, square = memory[:7]
    for plane, (across, down), total in ((one, (x, y), size), (other, (x_2, y_2), size_2)):
        across[:], down[:] = cv2.spatialGradient(cv2.GaussianBlur(plane, (3, 3), 0))
        np.multiply(across, across, out=total)
        np.multiply(down, down, out=square)
        np.add(total, square, out=total)
    steeper = (size < size_2).view(np.uint8)
    # a copy through a mask takes a tenth of the time of a choice by numpy
    cv2.copyTo(x_2, steeper, x)
    cv2.copyTo(y_2, steeper, y)
    return x, y


def turned(layers: Floats, quarters: int, *, flip: bool) -> Floats:
    """Return layers ``(6, n, n)`` turned by quarters, then flipped; the edges' ways turn too."""
    out = np.rot90(layers, quarters, axes=(1, 2)).copy()
    if quarters % 2:
        out[Layer.EDGES_COS : Layer.EDGES_SIN + 1] *= -1
    if flip:
        out = out[:, :, ::-1].copy()
        out[Layer.EDGES_SIN] *= -1
    return out


@functools.cache
def ways() -> tuple[tuple[npt.NDArray[np.intp], Floats], ...]:
    """Return order and sign of a second look's points, ``(k,)`` each, in eight turns.

    The first four are not flipped.
    """
    size = 2 * SECOND_REACH + 1
    numbers = np.arange(1, len(Layer) * size * size + 1, dtype=np.float32)
    numbered = numbers.reshape(len(Layer), size, size)
    found = (turned(numbered, way % 4, flip=way > 3).ravel() for way in range(8))
    return tuple(((np.abs(one) - 1).astype(np.intp), np.sign(one)) for one in found)


@functools.lru_cache(maxsize=4)
def finder_for(size_wh: tuple[int, int]) -> PlaceFinder:
    """Return the finder for pictures of this size, prepared once."""
    return PlaceFinder(size_wh)
