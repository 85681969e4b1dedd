"""Square bodies of a die's size, found by their outline alone, whatever pips they have or hide.

A picture of an eighth the size is turned by eight angles. In each, the slopes along a side are
added up, and a square is a place with four such sides half an edge away. The best places are then
looked at again at a quarter of the size. What known dice cover counts for nothing.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.body_outlines import SHRINK, bows_and_fans, greys_of, trace_sides
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import Layer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene
    from pi_meyer.vision.pips import Blobs
    from pi_meyer.vision.planes import Planes

Floats = npt.NDArray[np.float32]
Waves = npt.NDArray[np.complex64]

_NO_SECOND: Any = None
_TURNS = np.exp(1j * (np.arange(8) * np.pi / 16)).astype(np.complex64)
"""Directions of the first pair of sides that are tried; a square repeats after a quarter turn."""

_HALF = 5
"""Half an edge in steps of the turned pictures."""

_REACH = 29
"""Steps from the middle to the border of a turned picture."""

_WIDTH = 2 * _REACH + 1
_ROW = np.arange(-_REACH, _REACH + 1).astype(np.float32)
_TURNED = ((_ROW + 1j * _ROW[:, None]) * _TURNS[:, None, None]).astype(np.complex64).ravel()
"""Where the points of the turned pictures lie, in steps from the middle, picture by picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bodies:
    """Places where square bodies may lie: parallel arrays.

    Attributes:
        centres: middles ``(n, 2)`` in pixels, of outlines that are clear enough to count.
        turns: directions of the first pair of sides as complex numbers, ``(n,)``.
        sides: strengths of the four sides, 0 to 1, ``(n, 4)``.
        seen: how much of the outline lies on no known die, 0 to 1, ``(n,)``.
        bows: how much the sides are bent: about 0 for straight ones, 2 for a circle, ``(n,)``.
        fans: how far, in edges, the slopes pass by the one point that most of them point to: 0.25
            for straight sides, 0 for a circle, wherever its middle is, ``(n,)``.
        greys: usual grey level of the darkest channel at the brighter side of the outline.
    """

    centres: Floats
    turns: Waves
    sides: Floats
    seen: Floats
    bows: Floats
    fans: Floats
    greys: Floats

    @property
    def clear(self) -> Floats:
        """How clear the outlines are where they can be seen, 0 to 1, ``(n,)``."""
        return _clear(self.sides, self.seen)

    @property
    def round_glare(self) -> npt.NDArray[np.bool_]:
        """Which are bright and rather round than square, as glare of a ring of lamps, ``(n,)``."""
        bent = (self.bows > tuning.BODY_BOW_MAX) | (self.fans < tuning.BODY_FAN_MIN)
        return np.asarray(bent & (self.greys > tuning.BODY_GLARE_GREY), bool)


def find_bodies(
    scene: Scene, known: Sequence[Face], edge_px: float, *, least: float = tuning.BODY_CLEAR
) -> Bodies:
    """Find square bodies beside the known faces.

    Args:
        scene: what was found in the picture.
        known: faces whose places, with the side faces of their dice, are left out.
        edge_px: the edge of a die.
        least: how clear an outline must be to count.
    """
    planes, middle_xy = scene.planes, scene.middle_xy
    free = _free(planes.size_wh, known, middle_xy)
    _take_out_spots(free, scene.blobs)
    slopes = _slopes(planes, free)
    spots, turns = _likely(slopes, known, complex(*middle_xy), edge_px)
    if not len(spots):
        return _no_bodies()
    found = trace_sides(_merged(*slopes, free), spots, turns, edge_px)
    spots, turns, sides, seen, lines, ends = found
    # the second look may have moved a place out of reach, or shown that nothing is there
    kept = np.abs(spots - complex(*middle_xy)) < tuning.BODY_WITHIN_PX
    kept &= _clear(sides, seen) > least
    if not kept.any():
        return _no_bodies()
    spots, turns = spots[kept], turns[kept]
    bows, fans = bows_and_fans(lines[kept], ends[kept])
    return Bodies(
        centres=np.stack((spots.real, spots.imag), axis=1).astype(np.float32),
        turns=turns,
        sides=sides[kept],
        seen=seen[kept],
        bows=bows,
        fans=fans,
        greys=greys_of(planes, spots, turns, edge_px),
    )


def _no_bodies() -> Bodies:
    none = np.zeros(0, np.float32)
    places, sides = np.zeros((0, 2), np.float32), np.zeros((0, 4), np.float32)
    turns = np.zeros(0, np.complex64)
    return Bodies(
        centres=places, turns=turns, sides=sides, seen=none, bows=none, fans=none, greys=none
    )


def _clear(sides: Floats, seen: Floats) -> Floats:
    """How clear outlines are where they can be seen, ``(n,)``."""
    usual = np.add.reduce(sides, axis=1) / 4
    return np.asarray(usual / np.maximum(seen, np.float32(tuning.BODY_SEEN)), np.float32)


def _free(
    size_wh: tuple[int, int], known: Sequence[Face], middle_xy: tuple[float, float]
) -> Floats:
    """1 where edges of other bodies may lie, 0 elsewhere, at a quarter of the size."""
    free = _window(size_wh, middle_xy).copy()
    for face in known:
        cv2.fillConvexPoly(free, np.round(_shrunk(covered(face, middle_xy))).astype(np.int32), 0)
    return free


def _take_out_spots(free: Floats, all_blobs: Sequence[Blobs]) -> None:
    """Take out what is around light spots: lamp images lie on sides, pips well within."""
    height, width = free.shape
    for blobs in all_blobs:
        if blobs.polarity is Polarity.LIGHT:
            spots = blobs.centres[blobs.steps > tuning.BODY_SPOT_GREY]
            around = np.rint(_shrunk(spots)).astype(np.intp)[:, None] + _SPOT
            columns = np.minimum(np.maximum(around[..., 0], 0), width - 1)
            rows = np.minimum(np.maximum(around[..., 1], 0), height - 1)
            free[rows, columns] = 0


def _spot() -> npt.NDArray[np.intp]:
    """The points ``(n, 2)`` of a filled circle round a spot."""
    reach = tuning.BODY_SPOT_RADIUS
    disc = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    cv2.circle(disc, (reach, reach), reach, 1, -1)
    return np.stack(np.nonzero(disc)[::-1], axis=1) - reach


_SPOT = _spot()


@functools.lru_cache(maxsize=4)
def _window(size_wh: tuple[int, int], middle_xy: tuple[float, float]) -> Floats:
    """1 within the region where the edges of dice are looked at."""
    columns, rows = (np.arange(1, size, SHRINK, dtype=np.float32) for size in size_wh)
    away = np.add.outer((rows - middle_xy[1]) ** 2, (columns - middle_xy[0]) ** 2)
    window: Floats = (away < tuning.BODY_EDGES_WITHIN_PX**2).astype(np.float32)
    return window


def _shrunk(xy: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Pixels to places in the picture of a quarter of the size, which keeps every fourth pixel."""
    return (xy - 1) / SHRINK


def covered(face: Face, middle_xy: tuple[float, float]) -> npt.NDArray[np.floating]:
    """The corners ``(4, 2)`` in pixels of what a face's die covers, with its inner side faces.

    Args:
        face: the face.
        middle_xy: the pixel right above the camera.
    """
    x, y = face.centre_xy.tolist()
    axes = face.normals[:2].tolist()
    reaches = []
    for across, down in axes:
        away = ((x - middle_xy[0]) * across + (y - middle_xy[1]) * down) / face.edge_px
        inner = -(tuning.BODY_COVERED + tuning.SIDE_FACE_PER_EDGE * abs(away))
        # the inner side is the one towards the middle
        ends = (tuning.BODY_COVERED, inner) if away > 0 else (-inner, -tuning.BODY_COVERED)
        reaches.append([end * face.edge_px for end in ends])
    (most, least), (high, low) = reaches
    (ax, ay), (bx, by) = axes
    corners = ((most, high), (least, high), (least, low), (most, low))
    return np.array([(x + u * ax + v * bx, y + u * ay + v * by) for u, v in corners])


def _slopes(planes: Planes, free: Floats) -> Floats:
    """Slopes of every fourth pixel along x and y, ``(2, height, width)``.

    Clear edges are nearly 1, whatever their contrast.
    """
    slopes = planes.layers[Layer.SLOPE_X_LARGEST :, 1::SHRINK, 1::SHRINK].astype(np.float32)
    squares = slopes * slopes
    sizes = squares[::2]
    sizes += squares[1::2]
    one, other = sizes
    steeper = (other > one).view(np.uint8)
    # copies through a mask, and all in place: fresh memory takes longer than what is done with it
    for its_own, its_other in ((slopes[0], slopes[2]), (slopes[1], slopes[3]), (one, other)):
        cv2.copyTo(its_other, steeper, its_own)
    one += np.float32(tuning.SLOPE_SOFT**2)
    np.divide(free, np.sqrt(one, out=one), out=one)
    steepest: Floats = slopes[:2]
    steepest *= one
    return steepest


def _likely(
    slopes: Floats, known: Sequence[Face], middle: complex, edge_px: float
) -> tuple[Waves, Waves]:
    """The most likely middles, as ``x + iy`` in pixels, and directions of square bodies."""
    step = round(edge_px / (2 * _HALF) * _STEPS_PER_PX) / _STEPS_PER_PX
    squares = _squares(slopes, middle, step)
    good = np.flatnonzero(squares > tuning.BODY_SQUARENESS)
    clear, at = squares[good], _TURNED[good]
    ways = _TURNS[good // _WIDTH**2]
    spots: list[complex] = []
    turns: list[complex] = []
    for _ in range(tuning.BODY_TRIES):
        if len(spots) == tuning.BODY_PLACES or not clear.any():
            break
        best = int(clear.argmax())
        off, way = complex(at[best]), complex(ways[best])
        # take that place out of all the turned pictures
        gaps = (at - off) * ways.conj()
        clear[np.maximum(np.abs(gaps.real), np.abs(gaps.imag)) < _SAME_PLACE] = 0
        spot = off * step + middle
        if abs(spot - middle) < tuning.BODY_WITHIN_PX and _beside(spot, known):
            spots.append(spot)
            turns.append(way)
    return np.array(spots, np.complex64), np.array(turns, np.complex64)


_SAME_PLACE = 3.5
"""Steps of the turned pictures, along either side, within which two places are one."""


_STEPS_PER_PX = 32
"""Steps of the turned pictures are rounded to this part of a pixel, so that tables can be kept."""


def _squares(slopes: Floats, middle: complex, step: float) -> Floats:
    """How clear the four sides of a square round every point of the turned pictures are.

    Points too near to a border to be the middle of one have 0.
    """
    strongest = _strongest(slopes)
    turned = strongest.ravel().take(_places(strongest.shape, middle, step)).reshape(_TURNED.shape)
    # turned back, the first number of a slope lies across the first pair of sides
    by_turn = turned.reshape(len(_TURNS), -1)
    by_turn *= _TURNS.conj()[:, None]
    squares = np.zeros(len(_TURNED), np.float32)
    for slope, across, along in ((turned.real, 1, _WIDTH), (turned.imag, _WIDTH, 1)):
        side = _along_sides(np.ascontiguousarray(slope), along)
        # the first of these is the middle of a side this many points further on
        first, last = _BESIDE * along + _HALF * across, len(squares) - _BESIDE * along
        middles = squares[first : last - _HALF * across]
        middles += side[: len(middles)]
        middles += side[2 * _HALF * across :]
    squares *= _INNER
    return squares


def _inner() -> Floats:
    """A quarter of what turns a sum of ``_SIDE`` slopes into a mean, 0 near the borders."""
    inner = np.zeros((len(_TURNS), _WIDTH, _WIDTH), np.float32)
    inner[:, _HALF:-_HALF, _HALF:-_HALF] = 1 / (4 * math.sqrt(2 * _BESIDE + 1))
    return inner.ravel()


_BESIDE = _HALF - 2
"""Steps along a side from its middle: it is not looked at right to its ends."""
_INNER = _inner()


@functools.lru_cache(maxsize=16)
def _places(shape: tuple[int, int], middle: complex, step: float) -> npt.NDArray[np.intp]:
    """Which of the strongest slopes lies at each point of the turned pictures."""
    # one of these stands for two by two kept pixels
    shrink = 2 * SHRINK
    at = _TURNED * (step / shrink) + (middle - (1 + 1j)) / shrink - (0.25 + 0.25j)
    columns, rows = (
        np.clip(np.rint(part), 0, size - 1).astype(np.intp)
        for part, size in ((at.real, shape[1]), (at.imag, shape[0]))
    )
    places: npt.NDArray[np.intp] = rows * shape[1] + columns
    return places


def _strongest(slopes: Floats) -> Waves:
    """The strongest slope of every two by two: a mean would lose thin edges to broad ones."""
    height, width = slopes.shape[1] // 2 * 2, slopes.shape[2] // 2 * 2
    x, y = slopes[:, :height, :width]
    # as complex numbers both are picked at once
    whole = _merged(x, y).view(np.complex64)[..., 0]
    size = x * x
    size += y * y
    left, right = size[:, ::2], size[:, 1::2]
    whole = np.where(right > left, whole[:, 1::2], whole[:, ::2])
    size = np.maximum(left, right)
    strongest: Waves = np.where(size[1::2] > size[::2], whole[1::2], whole[::2])
    return strongest


def _merged(*planes: Floats) -> Floats:
    """Planes as the channels of one picture."""
    return np.asarray(cv2.merge(planes), np.float32)


def _along_sides(slopes: Floats, along: int) -> Floats:
    """Square root of the sum of slopes along a side, whatever its sign.

    Args:
        slopes: those of all turned pictures in one row.
        along: how many points further on the next one along the side is.

    Returns:
        The same for every seven points; where they run over a border it means nothing.
    """
    two = slopes[:-along] + slopes[along:]
    sums = two[: -2 * along] + two[2 * along :]
    sums = sums[: -3 * along]
    sums += two[4 * along : -along]
    sums += slopes[6 * along :]
    np.abs(sums, out=sums)
    return np.sqrt(sums, out=sums)


def _beside(spot: complex, known: Sequence[Face]) -> bool:
    """Whether a body with this middle would not lie on a known face."""
    return all(
        abs(spot - complex(*face.centre_xy)) > tuning.BODY_BESIDE_EDGES * face.edge_px
        for face in known
    )
