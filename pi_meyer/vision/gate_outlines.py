"""How many dice lie on the window: two small learned filters over the pip-less planes of the gate.

The first asks every second point of the grid whether the middle of a die lies there; the second
looks once more at the five likeliest places, at every point and in four turns. What
they may look at is a patch of the two planes about as wide as a die and its surroundings, and its
distance from the window's middle; pips are gone before (`window_grid`). The weights in models/gate
are trained on our own simulation only (`python -m tests.benchmarks.train_gate`).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.errors import SettingsError
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.profiles import models_folder
from pi_meyer.vision.window_grid import grid_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.vision.window_grid import Planes, WindowGrid

Reals = npt.NDArray[np.float32]

EVERY: Final = 2
"""Of the grid's points, every second one is asked, in both directions."""

MODEL_VERSION: Final = 1
"""Version of the weights' file."""

APART_CELLS: Final = 3
"""Two dice lie at least this many asked points apart (0.75 of an edge); nearer is the same die."""

ASKED_INSIDE_EDGES: Final = 0.5
"""How far inside the rim of what is looked at a die's middle lies at least, in edges."""

CANDIDATES: Final = 4
"""Places that get a closer look."""

MARGIN: Final = 6
"""Points of nothing round the tones, so that patches at the rim are whole: a patch's reach."""

MOST_DICE: Final = 3
"""More than this is not told apart."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dice:
    """What was found, the likeliest first.

    Attributes:
        centres_xy_mm: middles on the window, ``(3, 2)``.
        likeness: how much each looks like a die, 0 to 1, ``(3,)``.
        mean_grey: mean of the region of interest, 0 to 255.
    """

    centres_xy_mm: npt.NDArray[np.float64]
    likeness: tuple[float, ...]
    mean_grey: float


_ALONE = 400_000
"""Products of fewer multiplications than this are made by the calling thread.

OpenBLAS wakes a thread a core for larger ones (from about a million, measured), and those then
spin for 20 ms and more: with a picture every 67 ms that is a core kept busy for nothing.
"""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Filter:
    """The learned numbers of one filter with one hidden layer.

    Attributes:
        reach: half width of a patch in points; a patch is ``2 * reach + 1`` wide, in both planes.
        patch: ``(2 * (2 * reach + 1)**2, hidden)``.
        extra: what else it is told, ``(extras, hidden)``: the distance from the middle in edges;
            the second filter also hears the first one's answer.
        bias: ``(hidden,)``.
        answer: ``(hidden,)``.
        offset: one number.
    """

    reach: int
    patch: Reals
    extra: Reals
    bias: Reals
    answer: Reals
    offset: float

    def ask(self, patches: Reals, extras_and_bias: Reals) -> Reals:
        """Return the answers to patches ``(n, k)``: above 0 is a die.

        Args:
            patches: one after the other.
            extras_and_bias: what is told besides, ``(n / ways, 1, hidden)``, the same of a patch in
                all its ways.
        """
        hidden = np.empty((len(patches), self.patch.shape[1]), np.float32)
        rows = max(1, _ALONE // self.patch.size)
        for start in range(0, len(patches), rows):
            part = slice(start, start + rows)
            np.matmul(patches[part], self.patch, out=hidden[part])
        by_place = hidden.reshape(len(extras_and_bias), -1, hidden.shape[1])
        by_place += extras_and_bias
        # numpy's maximum with one number takes four times as long
        cv2.threshold(hidden, 0, 0, cv2.THRESH_TOZERO, hidden)
        answers: Reals = hidden @ self.answer
        answers += np.float32(self.offset)
        return answers


def _chances(answers: Reals) -> Reals:
    """Answers as likeness, 0 to 1."""
    chances: Reals = np.exp(-answers)
    chances += 1
    return np.reciprocal(chances, out=chances)


@functools.cache
def shipped_filters() -> tuple[Filter, Filter]:
    """Return the filters that come with the program.

    Raises:
        SettingsError: the file is missing or of another version.
    """
    source = models_folder() / "gate" / "outlines.npz"
    if not source.is_file():
        raise SettingsError("models/gate/outlines.npz is missing; install the program again.")
    with source.open("rb") as file, np.load(file, allow_pickle=False) as stored:
        if int(stored["version"]) != MODEL_VERSION:
            raise SettingsError("models/gate/outlines.npz is of another version; install again.")
        return _filter(stored, "first"), _filter(stored, "second")


def _filter(stored: Mapping[str, npt.NDArray[np.float32]], name: str) -> Filter:
    return Filter(
        reach=int(stored[f"{name}_reach"]),
        patch=stored[f"{name}_patch"].astype(np.float32),
        extra=stored[f"{name}_extra"].astype(np.float32),
        bias=stored[f"{name}_bias"].astype(np.float32),
        answer=stored[f"{name}_answer"].astype(np.float32),
        offset=float(stored[f"{name}_offset"]),
    )


def tones_of(planes: Planes) -> Reals:
    """Return what the filters are fed: roots of grey levels, which lift the dark.

    Returns:
        ``(2, n + 2 * MARGIN, n + 2 * MARGIN)``, with a margin of nothing.
    """
    width = len(planes[0]) + 2 * MARGIN
    tones = np.zeros((2, width, width), np.float32)
    tones[0, MARGIN:-MARGIN, MARGIN:-MARGIN], tones[1, MARGIN:-MARGIN, MARGIN:-MARGIN] = planes
    return np.sqrt(tones, out=tones)


def _steps(size: int, every: int, width: int) -> npt.NDArray[np.intp]:
    """Return where a patch's points lie in flat tones after its first: ``(2, size, size)``."""
    plane, down, across = np.meshgrid(range(2), range(size), range(size), indexing="ij")
    return np.asarray((plane * width + every * down) * width + every * across, np.intp)


class FirstLook:
    """The first filter laid over one grid."""

    def __init__(self, grid: WindowGrid, first: Filter) -> None:
        """Prepare where every patch lies."""
        self._first = first
        self.cells = grid.points // EVERY
        axis = (EVERY * np.arange(self.cells) - (grid.points - 1) / 2) * grid.step_mm
        self.places_mm = np.stack([place.ravel() for place in np.meshgrid(axis, axis)], axis=1)
        self.edges_away = (np.hypot(*self.places_mm.T) / grid.edge_mm).astype(np.float32)
        within = grid.inside_mm / grid.edge_mm - ASKED_INSIDE_EDGES
        self.asked = np.flatnonzero(self.edges_away < within)
        extras = np.outer(self.edges_away[self.asked], first.extra[0]) + first.bias
        self._extras = extras[:, None]
        self._gather = self._patch_indices(grid.points + 2 * MARGIN)[self.asked]

    def _patch_indices(self, width: int) -> npt.NDArray[np.intp]:
        """Return, for every cell, where its patch lies in the tones, ``(cells**2, k)``."""
        reach = self._first.reach
        row, column = np.divmod(np.arange(self.cells**2), self.cells)
        first = MARGIN - EVERY * reach
        corner = (EVERY * row + first) * width + EVERY * column + first
        steps = _steps(2 * reach + 1, EVERY, width).ravel()
        return np.asarray(corner[:, None] + steps, np.intp)

    def patches(self, tones: Reals) -> Reals:
        """Return the patches of all asked cells, ``(asked, k)``."""
        return tones.ravel().take(self._gather)

    def candidates(self, tones: Reals) -> tuple[npt.NDArray[np.intp], Reals]:
        """Return the likeliest cells ``(5,)`` and their likeness 0 to 1 ``(5,)``."""
        answers = self._first.ask(self.patches(tones), self._extras)
        chart = np.zeros(self.cells**2, dtype=np.float32)
        chart[self.asked] = _chances(answers)
        smooth = cv2.GaussianBlur(chart.reshape(self.cells, self.cells), (3, 3), 0.7)
        cells, likeness = [], []
        for _ in range(CANDIDATES):
            _, best, _, (column, row) = cv2.minMaxLoc(smooth)
            cells.append(row * self.cells + column)
            likeness.append(best)
            cv2.circle(smooth, (column, row), APART_CELLS, (0.0,), -1)
        return np.array(cells, dtype=np.intp), np.array(likeness, dtype=np.float32)


class CloserLook:
    """The second filter: patches of every point, turned in four ways.

    Attributes:
        all_ways: the patch's points turned and flipped, ``(8, k)``; training uses all of them, the
            first four are asked.
    """

    def __init__(self, grid: WindowGrid, second: Filter) -> None:
        """Prepare the turns."""
        self._second = second
        size, self._width = 2 * second.reach + 1, grid.points + 2 * MARGIN
        patch = np.arange(2 * size * size).reshape(2, size, size)
        turned = [np.rot90(patch, quarters, axes=(1, 2)) for quarters in range(4)]
        flipped = [one[:, :, ::-1] for one in turned]
        self.all_ways = np.stack([way.ravel() for way in [*turned, *flipped]])
        self._all_steps = _steps(size, 1, self._width).ravel()[self.all_ways]

    def patches(self, tones: Reals, cells: npt.NDArray[np.intp], across: int) -> Reals:
        """Return the patches around cells of the first look, ``(n, k)``, not turned."""
        return self._turned(tones, cells, across, self._all_steps[:1])[:, 0]

    def likeness(
        self, tones: Reals, cells: npt.NDArray[np.intp], across: int, extras: Reals
    ) -> Reals:
        """Return how much places look like dice, 0 to 1.

        Args:
            tones: of the picture.
            cells: of the first look, ``(n,)``.
            across: how many of them lie side by side.
            extras: what else is told of each, ``(n, 2)``.
        """
        patches = self._turned(tones, cells, across, self._all_steps[:_WAYS])
        told = (extras @ self._second.extra + self._second.bias)[:, None]
        answers = self._second.ask(patches.reshape(_WAYS * len(told), -1), told)
        return _chances(np.add.reduce(answers.reshape(-1, _WAYS), axis=1) / np.float32(_WAYS))

    def _turned(
        self,
        tones: Reals,
        cells: npt.NDArray[np.intp],
        across: int,
        steps: npt.NDArray[np.intp],
    ) -> Reals:
        """Return patches in some ways: ``(n, ways, k)``."""
        first = (MARGIN - self._second.reach) * (self._width + 1)
        places = (divmod(cell, across) for cell in cells.tolist())
        corners = [EVERY * (down * self._width + along) + first for down, along in places]
        starts = np.array(corners, np.intp)[:, None, None]
        return np.asarray(tones.ravel().take(starts + steps), np.float32)


_WAYS: Final = 4
"""Turns in which the closer look asks."""


class DiceFinder:
    """Both filters laid over one grid.

    Attributes:
        grid: where the pictures are sampled.
    """

    def __init__(self, grid: WindowGrid, filters: tuple[Filter, Filter]) -> None:
        """Prepare both; `finder_for` keeps them."""
        self.grid = grid
        self._first = FirstLook(grid, filters[0])
        self._second = CloserLook(grid, filters[1])

    def find(self, planes: Planes) -> Dice:
        """Return the three likeliest dice."""
        first = self._first
        tones = tones_of(planes)
        cells, hint = first.candidates(tones)
        extras = np.array((first.edges_away[cells], hint)).T
        likeness = self._second.likeness(tones, cells, first.cells, extras)
        order = (-likeness).argsort(kind="stable")[:MOST_DICE]
        return Dice(
            centres_xy_mm=first.places_mm[cells[order]],
            likeness=tuple(likeness[order].tolist()),
            mean_grey=float(cv2.mean(planes[0])[0]),
        )


@functools.lru_cache(maxsize=8)
def finder_for(plate: Plate) -> DiceFinder:
    """Return the shipped filters laid over the plate's grid, prepared once."""
    return DiceFinder(grid_for(plate), shipped_filters())


@functools.lru_cache(maxsize=8)
def guessed_finder(width: int, height: int) -> DiceFinder:
    """Return the same for pictures of this size that nobody has calibrated."""
    return finder_for(Plate.default((width, height)))
