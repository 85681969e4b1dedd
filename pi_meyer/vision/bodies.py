"""Square bodies of a die's size, found by their outline alone, whatever pips they have or hide.

A picture of an eighth the size is turned by eight angles. In each, the slopes along a side are
added up, and a square is a place with four such sides half an edge away. The best places are then
looked at again at a quarter of the size. What known dice cover counts for nothing.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import Layer, sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene
    from pi_meyer.vision.pips import Blobs
    from pi_meyer.vision.planes import Planes

Floats = npt.NDArray[np.float32]
Waves = npt.NDArray[np.complex64]

_SHRINK = 4
_NO_SECOND: Any = None
_TURNS = np.exp(1j * (np.arange(8) * np.pi / 16)).astype(np.complex64)
"""Directions of the first pair of sides that are tried; a square repeats after a quarter turn."""

_HALF = 5
"""Half an edge in steps of the turned pictures."""

_REACH = 29
"""Steps from the middle to the border of a turned picture."""

_ROW = np.arange(-_REACH, _REACH + 1).astype(np.float32)
_TURNED = ((_ROW + 1j * _ROW[:, None]) * _TURNS[:, None, None]).astype(np.complex64)
"""Where the points of the turned pictures lie, in steps from the middle: ``(8, n, n)``."""

_INNER = slice(_HALF, -_HALF)
_MIDDLES = _TURNED[:, _INNER, _INNER].ravel()
"""The same of those that can be the middle of a square."""

_OUT_STEP = 0.05
_OUT = np.arange(-14, 15).astype(np.float32) * np.float32(_OUT_STEP)
_ALONG = np.linspace(-0.4, 0.4, 9).astype(np.float32)
_GRID = (_OUT[:, None] + 1j * _ALONG).astype(np.complex64)
_GRIDS = np.stack((_GRID, _GRID * np.complex64(1j)))
"""Points across the first and the second pair of sides, in edges: ``(2, out, along)``."""

_MIDDLE = len(_OUT) // 2
_APART = round(1 / _OUT_STEP)
_PAIRS = np.array(
    [
        (first, first + gap)
        for gap in range(_APART - 1, _APART + 3)
        for first in range(len(_OUT) - gap)
        if abs(first + gap / 2 - _MIDDLE) * _OUT_STEP < 0.2
    ]
)
"""Steps that lie an edge apart, give or take a little, and whose middle lies near."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bodies:
    """Places where square bodies may lie: parallel arrays.

    Attributes:
        centres: middles ``(n, 2)`` in pixels.
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
        seen = np.maximum(self.seen, np.float32(tuning.BODY_SEEN))
        return np.asarray(self.sides.mean(axis=1) / seen, np.float32)

    @property
    def round_glare(self) -> npt.NDArray[np.bool_]:
        """Which are bright and rather round than square, as glare of a ring of lamps, ``(n,)``."""
        bent = (self.bows > tuning.BODY_BOW_MAX) | (self.fans < tuning.BODY_FAN_MIN)
        return np.asarray(bent & (self.greys > tuning.BODY_GLARE_GREY), bool)


def find_bodies(scene: Scene, known: Sequence[Face], edge_px: float) -> Bodies:
    """Find square bodies beside the known faces.

    Args:
        scene: what was found in the picture.
        known: faces whose places, with the side faces of their dice, are left out.
        edge_px: the edge of a die.
    """
    planes, middle_xy = scene.planes, scene.middle_xy
    free = _free(planes.size_wh, known, middle_xy)
    _take_out_spots(free, scene.blobs)
    slopes = _slopes(planes, free)
    spots, turns = _likely(slopes, known, complex(*middle_xy), edge_px)
    sides, seen = np.zeros((0, 4), np.float32), np.zeros(0, np.float32)
    bows = fans = seen
    if len(spots):
        parts = _merged(*slopes, free)
        spots, turns, sides, seen, (bows, fans) = _sides(parts, spots, turns, edge_px)
    # the second look may have moved a place out of reach
    near = np.abs(spots - complex(*middle_xy)) < tuning.BODY_WITHIN_PX
    centres = np.stack((spots.real, spots.imag), axis=1).astype(np.float32)
    return Bodies(
        centres=centres[near],
        turns=turns[near],
        sides=sides[near],
        seen=seen[near],
        bows=bows[near],
        fans=fans[near],
        greys=_greys(planes, spots[near], turns[near], edge_px),
    )


def _greys(planes: Planes, spots: Waves, turns: Waves, edge_px: float) -> Floats:
    """Usual grey level at the brighter side of outlines, ``(n,)``."""
    at = spots[:, None, None] + (turns * np.float32(edge_px))[:, None, None] * _BESIDE
    grey = sample(planes.light_soft, at.view(np.float32).reshape(*at.shape, 2))
    return np.asarray(np.median(grey.max(axis=1), axis=1), np.float32)


_BESIDE = np.stack(
    [
        np.concatenate([(out + 1j * _ALONG) * 1j**side for side in range(4)])
        for out in (0.38, 0.5, 0.62)
    ]
).astype(np.complex64)
"""Points within, on and beyond the four sides, in edges: ``(3, 36)``."""


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
    columns, rows = (np.arange(1, size, _SHRINK, dtype=np.float32) for size in size_wh)
    away = np.add.outer((rows - middle_xy[1]) ** 2, (columns - middle_xy[0]) ** 2)
    window: Floats = (away < tuning.BODY_EDGES_WITHIN_PX**2).astype(np.float32)
    return window


def _shrunk(xy: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Pixels to places in the picture of a quarter of the size, which keeps every fourth pixel."""
    return (xy - 1) / _SHRINK


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
    slopes = planes.layers[Layer.SLOPE_X_LARGEST :, 1::_SHRINK, 1::_SHRINK].astype(np.float32)
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
    step = edge_px / (2 * _HALF)
    squares = _squares(slopes, middle, step).ravel()
    good = np.flatnonzero(squares > tuning.BODY_SQUARENESS)
    clear, at = squares[good], _MIDDLES[good]
    ways = _TURNS[good // (len(_MIDDLES) // len(_TURNS))]
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


def _squares(slopes: Floats, middle: complex, step: float) -> Floats:
    """How clear the four sides of a square round every point of the turned pictures are."""
    # a pixel of it stands for two by two kept ones
    shrink = 2 * _SHRINK
    at = _TURNED * np.complex64(step / shrink)
    at += np.complex64((middle - (1 + 1j)) / shrink - (0.25 + 0.25j))
    maps = at.view(np.float32).reshape(-1, at.shape[2], 2)
    x, y = (
        np.asarray(cv2.remap(part, maps, _NO_SECOND, cv2.INTER_NEAREST)).reshape(at.shape)
        for part in _strongest(slopes)
    )
    cos, sin = _WAYS.real, _WAYS.imag
    across = _along_sides(x * cos + y * sin, _SIDE.T)
    sums = across[:, _INNER, : -2 * _HALF] + across[:, _INNER, 2 * _HALF :]
    down = _along_sides(y * cos - x * sin, _SIDE)
    sums += down[:, : -2 * _HALF, _INNER]
    sums += down[:, 2 * _HALF :, _INNER]
    sums *= np.float32(0.25)
    return np.asarray(sums, np.float32)


_WAYS = _TURNS[:, None, None]
_SIDE = np.full((1, 2 * _HALF - 3), 1 / (2 * _HALF - 3), np.float32)
"""Means along a side, which is not looked at right to its ends."""


def _strongest(slopes: Floats) -> tuple[Floats, Floats]:
    """The strongest slope of every two by two: a mean would lose thin edges to broad ones."""
    height, width = slopes.shape[1] // 2 * 2, slopes.shape[2] // 2 * 2
    x, y = slopes[:, :height, :width]
    # as complex numbers both are picked at once
    whole = _merged(x, y).view(np.complex64)[..., 0]
    size = x * x
    size += y * y
    best, most = whole[::2, ::2], size[::2, ::2]
    for row, column in ((0, 1), (1, 0), (1, 1)):
        other = size[row::2, column::2]
        best = np.where(other > most, whole[row::2, column::2], best)
        most = np.maximum(other, most)
    return np.ascontiguousarray(best.real), np.ascontiguousarray(best.imag)


def _merged(*planes: Floats) -> Floats:
    """Planes as the channels of one picture."""
    return np.asarray(cv2.merge(planes), np.float32)


def _along_sides(slopes: Floats, side: Floats) -> Floats:
    """Square root of the mean slope along a side, whatever its sign."""
    flat = slopes.reshape(-1, slopes.shape[2])
    found = cv2.filter2D(flat, -1, side, borderType=cv2.BORDER_REPLICATE)
    mean = np.asarray(found, np.float32)
    np.abs(mean, out=mean)
    return np.sqrt(mean, out=mean).reshape(slopes.shape)


def _beside(spot: complex, known: Sequence[Face]) -> bool:
    """Whether a body with this middle would not lie on a known face."""
    return all(
        abs(spot - complex(*face.centre_xy)) > tuning.BODY_BESIDE_EDGES * face.edge_px
        for face in known
    )


def _sides(
    parts: Floats, spots: Waves, turns: Waves, edge_px: float
) -> tuple[Waves, Waves, Floats, Floats, tuple[Floats, Floats]]:
    """Middles, directions, strengths of the four sides near there, the share seen, bows, fans."""
    for last in (False, True):
        there = _around(parts, spots, turns, edge_px)
        profiles = np.abs(there[..., 0].mean(axis=-1))
        ends = _PAIRS[profiles[..., _PAIRS].sum(axis=-1).argmax(axis=-1)]
        moved = (ends.mean(axis=-1) - _MIDDLE) * _OUT_STEP * edge_px
        spots = (spots + (moved[:, 0] + 1j * moved[:, 1]) * turns).astype(np.complex64)
        if not last:
            turns = turns * _slant(np.take_along_axis(there, ends[..., None, None], 2))
    sides = np.take_along_axis(profiles, ends, -1).reshape(len(spots), 4)
    free = np.take_along_axis(there[..., 2].mean(axis=-1), ends, -1)
    lines = np.take_along_axis(there, ends[..., None, None], 2)[..., :2]
    return spots, turns, sides, free.reshape(len(spots), 4).mean(axis=1), _round(lines, ends)


def _round(lines: Floats, ends: npt.NDArray[np.intp]) -> tuple[Floats, Floats]:
    """How much four sides are bent, and how far their slopes miss one point; see ``Bodies``.

    Args:
        lines: slope across and along two pairs of sides, ``(n, 2, 2, along, 2)``.
        ends: at which step out each side lies, ``(n, 2, 2)``.
    """
    across, beside = lines[..., 0], lines[..., 1]
    turned = (beside * _ALONG).sum(axis=-1) * np.sign(across.sum(axis=-1)) * np.sign(_OUT[ends])
    straight = (np.abs(across) * _ALONG**2).sum(axis=-1) + np.float32(1e-3)
    trust = np.abs(across.mean(axis=-1)) + np.float32(1e-3)
    bows = (turned / straight * trust).sum(axis=(1, 2)) / trust.sum(axis=(1, 2))
    # along the axes of the outline, in edges; the second pair lies a quarter turn further
    quarter = np.array((1, 1j), np.complex64)[:, None, None]
    slopes = ((across + 1j * beside) * quarter).reshape(len(lines), -1)
    places = ((_OUT[ends][..., None] + 1j * _ALONG) * quarter).reshape(len(lines), -1)
    size = np.abs(slopes) + np.float32(1e-6)
    # one point p: the squared misses are sums of weight * Im(conj(way) * (p - place))^2
    normals = 1j * slopes / size
    misses = (normals.conj() * places).real
    pull = (size * misses * normals).sum(axis=1)
    alike, twice = size.sum(axis=1), (size * normals * normals).sum(axis=1)
    point = 2 * (alike * pull - twice * pull.conj())
    point /= alike * alike - np.abs(twice) ** 2 + np.float32(1e-6)
    left = (normals.conj() * point[:, None]).real - misses
    fans = np.sqrt((size * left * left).sum(axis=1) / alike)
    return np.asarray(bows, np.float32), np.asarray(fans, np.float32)


def _around(parts: Floats, spots: Waves, turns: Waves, edge_px: float) -> Floats:
    """Slope across and along the sides, and share seen: ``(n, 2, out, along, 3)``."""
    grids = _GRIDS * (turns * np.float32(edge_px))[:, None, None, None]
    at = ((spots - (1 + 1j))[:, None, None, None] + grids) / np.float32(_SHRINK)
    maps = at.astype(np.complex64).view(np.float32).reshape(len(spots), -1, 2)
    found = cv2.remap(parts, maps, _NO_SECOND, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    there = np.asarray(found, np.float32).reshape(*at.shape, 3)
    # the second pair of sides lies a quarter turn further
    ways = np.stack((turns, turns * 1j), axis=1)[:, :, None, None]
    cos, sin = ways.real, ways.imag
    across = there[..., 0] * cos + there[..., 1] * sin
    there[..., 1] = there[..., 1] * cos - there[..., 0] * sin
    there[..., 0] = across
    return there


def _slant(there: Floats) -> Waves:
    """How much further the sides are turned, as complex numbers ``(n,)`` of length 1."""
    slopes = (there[..., 0] + 1j * there[..., 1]).reshape(len(there), -1)
    # taken twice round, a slope counts whatever its sign
    twice = (slopes * slopes).sum(axis=1)
    turn = np.clip(np.angle(twice) / 2, -_MOST_SLANT, _MOST_SLANT)
    slant: Waves = np.exp(1j * turn).astype(np.complex64)
    return slant


_MOST_SLANT = np.pi / 24
