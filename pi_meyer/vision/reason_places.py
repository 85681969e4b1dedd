"""Where dice lie and how, for the reason of a refusal: flat, leaning, moving or cut off.

Two small learned looks. The first goes over a coarse grid of the window (eight points to an edge,
the gate's own grid made wider) and asks every second point whether a die's middle lies there, by
what is seen two edges wide around it. The closer one looks at the likeliest places more finely, and
always with the way outwards along the same side: a die that lies flat shows one inner side face
only, so a side face that looks outwards is a die that leans. Beside the picture's two planes both
see edges: how strong, which way, how steep; edges that are smeared one way are a die that moves.
They look as far out as the picture goes, where a die is cut off by the window's rim or by the
picture's. Nothing here reads a value.

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
from numpy.lib.stride_tricks import sliding_window_view

from pi_meyer.vision.kept_memory import kept_memory
from pi_meyer.vision.planes import as_bytes
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.small_nets import PatchNet, chances_of
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
"""Places that get a closer look."""

HARDLY: Final = 0.2
"""Chance of the first look below which a place is not looked at twice: nothing lies there.

Of the dice that it finds a hundredth fall below it, and half of all places do.
"""

FIRST_POINTS: Final = 16
"""Points of the grid across a patch of the first look: two edges."""

PATCH_POINTS: Final = 32
"""Points across a patch of the closer look."""

PATCH_STEP_EDGES: Final = 0.0625
"""Distance of two of its points in edges: 1 mm for 16 mm dice, so that it shows two edges."""

OUTSIDE: Final = np.float32(-4.0)
"""Stands in a patch for light that no picture shows, beyond the picture's edge."""

BORDER_FAR_EDGES: Final = 2.0
"""A picture's edge farther away than this makes no difference."""

EDGE_SOFT: Final = 40.0
"""Slope of the half picture (Sobel 3x3 of grey levels) at which an edge counts by about 0.7."""

_SHRINK: Final = 2
_CELL_PX: Final = 5
_NO_SECOND: Any = None


class How(enum.IntEnum):
    """What lies at a place; the numbers are the looks' classes."""

    NOTHING = 0
    FLAT = 1
    LEANING = 2
    MOVING = 3
    CUT_OFF = 4


class Layer(enum.IntEnum):
    """What the looks are shown of every point; the grid has the first four, patches have all."""

    LARGEST = 0
    SMALLEST = 1
    EDGES = 2
    STEEPEST = 3
    EDGES_COS = 4
    EDGES_SIN = 5


_ON_GRID: Final = 4
_FIRST_WH: Final = (FIRST_POINTS, FIRST_POINTS)
_NOTHING: Final = np.array([[1, 0, 0, 0, 0]], np.float32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Places:
    """The likeliest places of dice, the surest die first: parallel arrays.

    Attributes:
        centres: middles ``(n, 2)`` in pixels of the whole picture.
        chances: the chance of every ``How``, ``(n, 5)``.
    """

    centres: Floats
    chances: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Candidates:
    """Places that may hold a die, the likeliest first: parallel arrays.

    Attributes:
        centres: middles ``(n, 2)`` in pixels.
        told: what the closer look is told beside a patch, ``(n, 3)``: edges away from the
            window's middle and from the picture's edge, and the first look's chance.
    """

    centres: Floats
    told: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shown:
    """What one picture shows the looks; the planes last until the thread's next picture.

    Attributes:
        planes: the layers of the half picture, in the order of ``Layer``.
        grid: the first four of them at the grid's points, ``(4, n, n)``; light without pips.
    """

    planes: tuple[npt.NDArray[Any], ...]
    grid: Floats


class PlaceFinder:
    """Both looks laid over pictures of one size."""

    def __init__(self, size_wh: tuple[int, int]) -> None:
        """Prepare where every patch lies; `finder_for` keeps it."""
        self.plate = replace(Plate.default(size_wh), radius_mm=REACH_MM)
        self.grid = WindowGrid(self.plate)
        self.points = self.grid.points
        self.cells = self.points // EVERY
        axis = (EVERY * np.arange(self.cells) - (self.points - 1) / 2) * self.grid.step_mm
        places_mm = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
        self.centres = self.plate.to_px(places_mm).astype(np.float32)
        self.asked = np.flatnonzero(self._in_picture())
        at = np.divmod(self.asked, self.cells)
        self._box = tuple((int(part.min()), int(part.max()) + 1) for part in at)
        self._asked_at = at[0] - self._box[0][0], at[1] - self._box[1][0]
        self.under_cup = self.grid.under_cup > 0
        self._extras = self._told(self.centres[self.asked])
        self._half_map = self._map_of_half()
        axis = (np.arange(PATCH_POINTS) - (PATCH_POINTS - 1) / 2) * PATCH_STEP_EDGES * self._edge_px
        across, down = np.meshgrid(axis, axis)
        self._patch = (across + 1j * down).astype(np.complex64)

    @property
    def _edge_px(self) -> float:
        return self.grid.edge_mm * self.plate.px_per_mm

    def _in_picture(self) -> npt.NDArray[np.bool_]:
        inside = np.asarray(self.grid.inside[::EVERY, ::EVERY].ravel() > 0)
        fits = (self.centres >= 0) & (self.centres < np.array(self.plate.size_wh))
        return np.asarray(inside & fits.all(axis=1), bool)

    def _told(self, centres: Floats) -> Floats:
        """How far in edges places lie from the window's middle and the picture's edge."""
        away = np.hypot(*(centres - np.array(self.plate.centre_xy_px, np.float32)).T)
        left = np.minimum(centres, np.array(self.plate.size_wh, np.float32) - centres).min(axis=1)
        told = np.stack([away, left], axis=1) / np.float32(self._edge_px)
        told[:, 1] = np.minimum(told[:, 1], BORDER_FAR_EDGES)
        return np.asarray(told, np.float32)

    def _map_of_half(self) -> npt.NDArray[np.int16]:
        """The half picture's pixels at the grid's points, ``(n, n, 2)``."""
        axis = (np.arange(self.points) - (self.points - 1) / 2) * self.grid.step_mm
        places_mm = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
        pixels = (self.plate.to_px(places_mm) - (_SHRINK - 1) / 2) / _SHRINK
        pixels = np.rint(pixels).clip(-1, np.iinfo(np.int16).max)
        return pixels.astype(np.int16).reshape(self.points, self.points, 2)

    def show(self, image: Bytes) -> Shown:
        """Return what the looks are shown of a picture ``(height, width, 3)``."""
        grid = np.zeros((_ON_GRID, self.points, self.points), np.float32)
        largest, smallest = self.grid.planes(self.grid.sample(image))
        np.sqrt(largest, out=grid[Layer.LARGEST], casting="unsafe")
        np.sqrt(smallest, out=grid[Layer.SMALLEST], casting="unsafe")
        planes = _planes_of(image)
        for layer in (Layer.EDGES, Layer.STEEPEST):
            grid[layer] = cv2.remap(planes[layer], self._half_map, _NO_SECOND, cv2.INTER_NEAREST)
        return Shown(planes=planes, grid=grid)

    def _shown_part(self, grid: Floats) -> Floats:
        """The part of a grid ``(k, n, n)`` that the picture fills, with room for patches."""
        (top, bottom), (left, right) = ((EVERY * low, EVERY * high) for low, high in self._box)
        # one patch for every asked point: after the last one nothing is left over
        before, after = FIRST_POINTS // 2, FIRST_POINTS // 2 - EVERY
        down, across = bottom - top, right - left
        out = np.zeros((len(grid), before + down + after, before + across + after), np.float32)
        out[:, before : before + down, before : before + across] = grid[:, top:bottom, left:right]
        return out

    def first_patches(self, grid: Floats, chosen: npt.NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Return patches of the first look ``(n, 4, 16, 16)`` and what it is told besides.

        Args:
            grid: what is shown, ``(4, n, n)``.
            chosen: numbers of asked points ``(n,)``.
        """
        every = sliding_window_view(self._shown_part(grid), _FIRST_WH, axis=(1, 2))
        row, column = (EVERY * part[chosen] for part in self._asked_at)
        patches = every[:, row, column].swapaxes(0, 1)
        return np.ascontiguousarray(patches), self._extras[chosen]

    def candidates(self, grid: Floats, first: PatchNet) -> Candidates:
        """Return the likeliest places of the first look."""
        part = self._shown_part(grid)
        scores = first.scores_everywhere(part, FIRST_POINTS, self._asked_at, self._extras)
        answers = np.zeros(self.cells**2, np.float32)
        answers[self.asked] = 1 - chances_of(scores)[:, How.NOTHING]
        chart = answers.reshape(self.cells, self.cells)
        smooth = cv2.GaussianBlur(chart, (3, 3), 0.7)
        cells, hints = [], []
        for _ in range(CANDIDATES):
            _, best, _, (column, row) = cv2.minMaxLoc(smooth)
            cells.append(_peak(chart, column, row))
            hints.append(best)
            cv2.circle(smooth, (column, row), APART_CELLS, (0.0,), -1)
        middle = (self.points - 1) / 2
        mm = (EVERY * np.array(cells) - middle) * self.grid.step_mm
        centres = self.plate.to_px(mm).astype(np.float32)
        told = np.column_stack([self._told(centres), np.array(hints, np.float32)])
        return Candidates(centres=centres, told=told)

    def patches(self, planes: tuple[npt.NDArray[Any], ...], centres: Floats) -> Floats:
        """Return patches ``(n, 6, 32, 32)`` round some places, turned so that outwards is right."""
        off = centres - np.array(self.plate.centre_xy_px, np.float32)
        ways = off[:, 0] + 1j * off[:, 1]
        ways /= np.maximum(np.abs(ways), 1e-3)
        return self.turned_patches(planes, centres, ways)

    def turned_patches(
        self, planes: tuple[npt.NDArray[Any], ...], centres: Floats, ways: npt.NDArray[np.complex64]
    ) -> Floats:
        """The same, with any ways ``(n,)`` to the right; their length is the scale."""
        spots = (centres[:, 0] + 1j * centres[:, 1])[:, None, None] + ways[:, None, None] * (
            self._patch
        )
        half = (spots.reshape(-1, PATCH_POINTS) - (1 + 1j) * (_SHRINK - 1) / 2) / _SHRINK
        # in steps of a 32nd of a pixel, which all versions of OpenCV sample alike
        x, y = (np.rint(part * 32) * np.float32(1 / 32) for part in (half.real, half.imag))
        out = np.empty((len(Layer), *x.shape), np.float32)
        for layer, plane in enumerate(planes):
            out[layer] = cv2.remap(plane, x, y, cv2.INTER_LINEAR)
        height, width = planes[0].shape
        beyond = (x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)
        light = out[: Layer.EDGES]
        np.sqrt(light, out=light)
        light[:, beyond] = OUTSIDE
        turn = np.repeat((ways / np.abs(ways)) ** 2, PATCH_POINTS)[:, None]
        cos, sin = out[Layer.EDGES_COS].copy(), out[Layer.EDGES_SIN]
        out[Layer.EDGES_COS] = cos * turn.real + sin * turn.imag
        out[Layer.EDGES_SIN] = sin * turn.real - cos * turn.imag
        shape = (len(Layer), len(centres), PATCH_POINTS, PATCH_POINTS)
        return np.ascontiguousarray(out.reshape(shape).swapaxes(0, 1))

    def look_twice(self, shown: Shown, nets: tuple[PatchNet, PatchNet]) -> Places:
        """Return the likeliest places of a picture."""
        found = self.candidates(shown.grid, nets[0])
        asked = found.told[:, -1] > HARDLY
        asked[0] = True
        patches = self.patches(shown.planes, found.centres[asked])
        chances = np.tile(_NOTHING, (CANDIDATES, 1))
        chances[asked] = chances_of(nets[1].scores(patches, found.told[asked]))
        order = np.argsort(chances[:, How.NOTHING], kind="stable")
        return Places(centres=found.centres[order], chances=chances[order])


def _peak(chart: Floats, column: int, row: int) -> tuple[float, float]:
    """Column and row of a peak's middle, between the asked points."""
    height, width = chart.shape
    total = x = y = 0.0
    # in plain numbers: there are nine
    for down in range(max(0, row - 1), min(height, row + 2)):
        for across in range(max(0, column - 1), min(width, column + 2)):
            weight = float(chart[down, across]) + 1e-6
            total, x, y = total + weight, x + weight * across, y + weight * down
    x, y = x / total, y / total
    return x, y


def _planes_of(image: Bytes) -> tuple[npt.NDArray[Any], ...]:
    """The layers of the half picture, in the order of ``Layer``; light is in grey levels."""
    height, width = image.shape[:2]
    size_wh = (width // _SHRINK, height // _SHRINK)
    blue, green, red = cv2.split(cv2.resize(image, size_wh, interpolation=cv2.INTER_AREA))
    memory = _memory_of(size_wh[1], size_wh[0])
    light = [
        as_bytes(cv2.GaussianBlur(plane, (3, 3), 0))
        for plane in (cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red))
    ]
    x, y = _steeper_slopes(light[0], light[1], memory)
    strength, share, size, down, cos, edges = memory[2:8]
    np.multiply(x, x, out=size)
    np.multiply(y, y, out=down)
    np.subtract(size, down, out=cos)
    size += down
    # ten is the looks' unit, so that all layers have about the same spread
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
    np.sqrt(x, out=x)
    np.sqrt(x, out=x)
    light_out = memory[8:]
    for plane, kept in zip(light, light_out, strict=True):
        kept[:] = plane
    return light_out[0], light_out[1], edges, x, y, down


def _memory_of(height: int, width: int) -> Floats:
    """Ten planes that the thread's last picture is done with.

    Fresh memory for so many planes costs the system four times what is done with it.
    """
    return kept_memory("edges", (10, height, width), np.float32)


def _steeper_slopes(one: Bytes, other: Bytes, memory: Floats) -> tuple[Floats, Floats]:
    """Slopes along x and y of that one of two soft planes that is the steeper, pixel by pixel."""
    x, y, x_2, y_2, size, size_2, square = memory[:7]
    for plane, (across, down), total in ((one, (x, y), size), (other, (x_2, y_2), size_2)):
        across[:], down[:] = cv2.spatialGradient(plane)
        np.multiply(across, across, out=total)
        np.multiply(down, down, out=square)
        np.add(total, square, out=total)
    steeper = (size < size_2).view(np.uint8)
    # a copy through a mask takes a tenth of the time of a choice by numpy
    cv2.copyTo(x_2, steeper, x)
    cv2.copyTo(y_2, steeper, y)
    return x, y


@functools.lru_cache(maxsize=4)
def finder_for(size_wh: tuple[int, int]) -> PlaceFinder:
    """Return the finder for pictures of this size, prepared once."""
    return PlaceFinder(size_wh)
