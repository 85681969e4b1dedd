"""The light of lamps near the lens, taken away from a picture.

Mirror images and glow of a ring of lamps lie in front of the dice and only add light, and they
look the same after a turn from one lamp to the next round the ring's middle; dice do not. What
most of the turned pictures share at least is the lamps' light. Where it is white nothing can be
told of what lies behind: that stays white.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import LINEAR, as_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.lamps import LampRing
    from pi_meyer.vision.planes import Bytes

Floats = npt.NDArray[np.float32]
Waves = npt.NDArray[np.complex64]

_SHRINK = 4
_RADII = np.arange(2, 34, 2).astype(np.float32)
"""Distances from a ring's middle at which symmetry is looked for, in pixels of a small picture."""
_INNER = np.arange(1, 25).astype(np.float32)
"""The same where a die that the lamps' light covers would show."""
_SLOW = 9
"""Side of a square of the small picture over which what lies far behind changes little."""
_FEW_RADII = np.arange(4, 34, 4).astype(np.float32)
"""Fewer of them, for a first search."""
_ROUND = 24
"""Turns of a whole that are tried where the number of lamps is not asked for."""
_PER_LAMP = 8
_HALF = 2
_ARC_PX = 90.0
"""Radius in pixels at which the samples of that light lie a pixel apart."""
_EDGE = 2
"""Rows of the neighbouring turns that are kept on either side of one turn."""
_LEVELS = 65535
_GREYS = np.rint(255 * (np.arange(_LEVELS + 1) / _LEVELS) ** (1 / tuning.GAMMA)).astype(np.uint8)
"""Linear light in steps -> grey level; below, the other way."""
_NO_SECOND: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Symmetry:
    """Round which pixel a picture looks the same after a turn, and how many turns make a whole."""

    centre_xy: tuple[float, float]
    count: int


def symmetry_of(light: Bytes, ring: LampRing | None, known: Sequence[Face]) -> Symmetry:
    """Find the symmetry of the lamps' light.

    Args:
        light: the smallest of the three channels, ``(height, width)``.
        ring: the ring, where separate images tell it.
        known: faces, which are no part of that light.
    """
    if ring is not None:
        x, y = ring.images_xy.mean(axis=0).tolist()
        return Symmetry(centre_xy=(x, y), count=len(ring.images_xy))
    search = _Search(
        small=_small(light, known),
        middle=complex(light.shape[1] - 1, light.shape[0] - 1) / 2,
        has_holes=bool(known),
    )
    places = search.middle + _GRID
    places = places[np.argsort(search.lost(places, _ROUND, 1, _FEW_RADII), kind="stable")]
    tried = search.best(places[: tuning.SYMMETRY_PLACES], tuning.SYMMETRY_COUNTS)
    counts = list(dict.fromkeys(count for _, _, count in tried))[: tuning.SYMMETRY_RIVALS]
    _, place, count = tried[0]
    for step in tuning.SYMMETRY_STEPS_PX:
        _, place, count = search.best(place + step * _AROUND, counts)[0]
        if step == tuning.SYMMETRY_SURE_PX:
            # from a place as sure as this the number of lamps can be told
            counts = [search.best(np.array([place]), tuning.SYMMETRY_COUNTS)[0][2]]
    return Symmetry(centre_xy=(place.real, place.imag), count=count)


def unlike_share(light: Bytes, symmetry: Symmetry, dice: Sequence[npt.NDArray[Any]]) -> float:
    """How much in the middle of the lamps' light is not the same after a turn, in linear light.

    Args:
        light: the smallest of the three channels, ``(height, width)``.
        symmetry: of the lamps.
        dice: corners ``(4, 2)`` of what known dice cover, which does not count.
    """
    small = _small(light, ())
    # what changes slowly lies far behind
    small -= cv2.blur(small, (_SLOW, _SLOW))
    for corners in dice:
        at = np.round((corners - (_SHRINK - 1) / 2) / _SHRINK).astype(np.int32)
        cv2.fillConvexPoly(small, at, np.nan)
    start = (complex(*symmetry.centre_xy) - (1.5 + 1.5j)) / _SHRINK
    folded = _folded(small, np.array([start]), symmetry.count, _PER_LAMP, _INNER)[0]
    there = np.isfinite(folded)
    ranked = np.sort(folded, axis=0)
    middle = np.maximum(there.sum(axis=0) - 1, 0) // 2
    usual = np.take_along_axis(ranked, middle[None], axis=0)
    gaps = np.minimum(np.abs(folded - usual), np.float32(tuning.SYMMETRY_GAP_MAX))
    return float(np.nansum(gaps * _INNER) / ((there * _INNER).sum() + 1e-6))


def _grid() -> Waves:
    reach = tuning.SYMMETRY_OFF_AXIS_PX
    line = np.arange(-reach, reach + 1, tuning.SYMMETRY_GRID_PX)
    places = (line + 1j * line[:, None]).ravel()
    return places[np.abs(places) <= reach].astype(np.complex64)


_GRID = _grid()
_AROUND = np.array([x + 1j * y for x in (-1, 0, 1) for y in (-1, 0, 1)], np.complex64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Search:
    """A small picture in linear light, no number where a face lies, and the axis's pixel."""

    small: Floats
    middle: complex
    has_holes: bool

    def best(self, places: Waves, counts: Sequence[int]) -> list[tuple[float, complex, int]]:
        """What is lost with each place (as ``x + iy``) and number of turns, the least first."""
        found = [
            (lost, place, count)
            for count in counts
            for lost, place in zip(
                self.lost(places, count, _PER_LAMP).tolist(), places.tolist(), strict=True
            )
        ]
        return sorted(found, key=lambda one: one[0])

    def lost(self, places: Waves, count: int, per_lamp: int, radii: Floats = _RADII) -> Floats:
        """How much of the picture is not the same after turns round each place, ``(n,)``.

        Places far from the camera's axis cost a little more.
        """
        starts = (places - np.complex64(1.5 + 1.5j)) / np.float32(_SHRINK)
        folded = _folded(self.small, starts, count, per_lamp, radii)
        # farther out a spot stands for more of the picture
        weights = np.tile(radii, count * per_lamp)
        turned = folded.take(_turned(count), axis=1)
        gaps = np.subtract(folded[:, None], turned, out=turned).reshape(-1, len(weights))
        np.abs(gaps, out=gaps)
        weight = weights.sum()
        if self.has_holes:
            weight = weight - np.isnan(gaps).astype(np.float32) @ weights
            cv2.patchNaNs(gaps, 0)
        most = tuning.SYMMETRY_GAP_MAX
        cv2.threshold(gaps, most, most, cv2.THRESH_TRUNC, gaps)
        lost = (gaps @ weights / (weight + np.float32(1e-6))).reshape(len(places), -1).mean(axis=1)
        away = np.abs(places - self.middle) / tuning.SYMMETRY_AXIS_PX
        return np.asarray(lost * (1 + away * away), np.float32)


@functools.lru_cache(maxsize=16)
def _turned(count: int) -> npt.NDArray[np.intp]:
    """Which of so many turns comes to lie on each, after some of them: ``(1 to 3, count)``."""
    turns = sorted({count // 2, round(count / 3), round(count / 4)})
    return np.asarray((np.arange(count) - np.array(turns)[:, None]) % count, np.intp)


def _small(light: Bytes, known: Sequence[Face]) -> Floats:
    """Linear light at a quarter of the size, no number where a face lies."""
    height, width = light.shape
    half = cv2.resize(light, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    size_wh = (width // _SHRINK, height // _SHRINK)
    small = LINEAR.take(as_bytes(cv2.resize(half, size_wh, interpolation=cv2.INTER_AREA)))
    for face in known:
        corners = np.round((face.corners_xy() - (_SHRINK - 1) / 2) / _SHRINK).astype(np.int32)
        cv2.fillConvexPoly(small, corners, np.nan)
    return small


def _folded(picture: Floats, places: Waves, count: int, per_lamp: int, radii: Floats) -> Floats:
    """A picture round places, turn by turn: ``(n, count, per_lamp, radii, ...)``."""
    ways = _ways(count * per_lamp, len(radii), float(radii[0]), float(radii[1] - radii[0]))
    maps = (places.astype(np.complex64)[:, None, None] + ways).view(np.float32)
    maps = _rounded(maps.reshape(-1, len(radii), 2))
    found = cv2.remap(picture, maps, _NO_SECOND, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shape = (len(places), count, per_lamp, len(radii), *picture.shape[2:])
    return np.asarray(found, np.float32).reshape(shape)


@functools.lru_cache(maxsize=32)
def _ways(steps: int, radii: int, first: float, apart: float) -> Waves:
    """Places round a middle as ``x + iy``: ``(steps, radii)`` in pixels."""
    ways = np.exp(2j * np.pi / steps * np.arange(steps))
    places: Waves = np.multiply.outer(ways, first + apart * np.arange(radii)).astype(np.complex64)
    return places


def without_lamp_light(
    image: Bytes, symmetry: Symmetry, known: Sequence[Face], *, finely: bool = False
) -> Bytes:
    """A picture ``(height, width, 3)`` without the light that is the same after every turn.

    That light is smooth: it is measured in a picture of half the size. What is white for the lamps'
    light alone stays white, since it hides what lies behind.

    Args:
        image: the picture, BGR.
        symmetry: of the lamps.
        known: faces, which are no part of that light.
        finely: measure it in the picture itself, whose sharp edges leave less behind.
    """
    rows, columns = (
        _even_part(at, size)
        for at, size in zip(symmetry.centre_xy[::-1], image.shape, strict=False)
    )
    part = image[rows, columns]
    shrink = 1 if finely else _HALF
    of_lamps = _of_lamps(part, symmetry, known, (columns.start, rows.start), shrink)
    hiding = cv2.inRange(of_lamps, _HIDING, _ANY)
    size_wh = part.shape[1::-1]
    steps = cv2.resize(_as_steps(of_lamps), size_wh, interpolation=cv2.INTER_LINEAR)
    grey = _GREYS.take(np.asarray(cv2.subtract(cv2.LUT(part, _STEPS), steps), np.uint16))
    without = image.copy()
    without[rows, columns] = grey
    if cv2.countNonZero(hiding):
        strong = cv2.resize(hiding, size_wh, interpolation=cv2.INTER_NEAREST)
        hidden = cv2.bitwise_and(cv2.inRange(part, _BRIGHT, _WHITEST), strong)
        without[rows, columns][hidden > 0] = 255
    return without


def _as_steps(light: Floats) -> npt.NDArray[np.uint16]:
    """Linear light in steps of 16 bit."""
    return np.asarray(np.rint(np.minimum(light, 1) * np.float32(_LEVELS)), np.uint16)


_STEPS = _as_steps(LINEAR)


def _even_part(middle: float, size: int) -> slice:
    """The pixels of a row or column that the lamps' light can reach, an even number of them."""
    reach = tuning.SYMMETRY_REACH_PX
    start = max(0, round(middle) - reach)
    return slice(start, start + (min(size, round(middle) + reach) - start) // 2 * 2)


def _of_lamps(
    part: Bytes,
    symmetry: Symmetry,
    known: Sequence[Face],
    corner_xy: tuple[int, int],
    shrink: int,
) -> Floats:
    """The lamps' light in a part of a picture, linear, ``(rows, columns, 3)``.

    Args:
        part: of the picture, BGR.
        symmetry: of the lamps, in pixels of the picture.
        known: faces, which are no part of that light.
        corner_xy: where the part begins.
        shrink: how many of its pixels, along a side, one of the answer stands for.
    """
    size_wh = (part.shape[1] // shrink, part.shape[0] // shrink)
    light = cv2.LUT(cv2.resize(part, size_wh, interpolation=cv2.INTER_AREA), LINEAR)
    # the middle of the first small pixel lies between those of its pixels
    first = np.array(corner_xy) + (shrink - 1) / 2
    for face in known:
        corners = np.round((face.corners_xy() - first) / shrink).astype(np.int32)
        cv2.fillConvexPoly(light, corners, (np.nan,) * 3)
    x, y = ((np.array(symmetry.centre_xy) - first) / shrink).tolist()
    within = Symmetry(centre_xy=(x, y), count=symmetry.count)
    return _put_back(_shared(np.asarray(light, np.float32), within, shrink), within, size_wh)


def without_white(image: Bytes) -> Bytes:
    """The same picture with what stayed white filled from around it, but for its midst."""
    whitest = cv2.inRange(image, _WHITEST, _WHITEST)
    left, top, width, height = cv2.boundingRect(whitest)
    filled = image.copy()
    if not width:
        return filled
    # far from it nothing is asked for
    rows, columns = (
        slice(max(0, start - tuning.WHITE_FILL_PX), start + size + tuning.WHITE_FILL_PX)
        for start, size in ((top, height), (left, width))
    )
    white = cv2.dilate(whitest[rows, columns], _RIM) > 0
    size_wh = (tuning.WHITE_FILL_PX, tuning.WHITE_FILL_PX)
    counts = cv2.boxFilter((~white).astype(np.uint8), cv2.CV_32F, size_wh, normalize=False)
    shown = filled[rows, columns]
    near = np.asarray(white & (np.asarray(counts) > 0), bool)
    known = shown.copy()
    known[white] = 0
    sums = cv2.boxFilter(known, cv2.CV_32F, size_wh, normalize=False)
    shown[near] = np.asarray(sums)[near] / np.asarray(counts)[near][:, None]
    return filled


_RIM = np.ones((7, 7), np.uint8)
_BRIGHT, _WHITEST = (tuning.BRIGHT_GREY,) * 3, (255,) * 3
_HIDING, _ANY = (tuning.LAMP_LIGHT_HIDES,) * 3, (2.0,) * 3


def _shared(shown: Floats, symmetry: Symmetry, shrink: int) -> Floats:
    """The light of one turn that most others have at least, ``(per_lamp, radii, 3)``."""
    per_lamp = int(np.ceil(2 * np.pi * _ARC_PX / shrink / symmetry.count))
    radii = np.arange(tuning.SYMMETRY_REACH_PX // shrink, dtype=np.float32) + np.float32(0.5)
    place = np.array([complex(*symmetry.centre_xy)], np.complex64)
    folded = _folded(shown, place, symmetry.count, per_lamp, radii)[0]
    shared = _of_rank(folded, tuning.SYMMETRY_SHARE)
    # what lies behind everything, as it is seen far out, is no light of lamps
    far_out = shared[:: 4 // shrink, tuning.SYMMETRY_GROUND_PX // shrink :: 4 // shrink]
    ground = _quantile(far_out.reshape(-1, 3), 0.02)
    above = np.maximum(shared - ground, 0)
    above[~np.isfinite(above)] = 0
    # fading out, so that the rest of the picture joins without a step
    above *= np.minimum(1, (radii[-1] - radii) * shrink / tuning.SYMMETRY_FADES_PX)[:, None]
    rows = np.concatenate((above[-_EDGE:], above, above[:_EDGE]))
    # at full size single samples are noisy
    return rows if shrink > 1 else np.asarray(cv2.GaussianBlur(rows, (3, 3), 0), np.float32)


def _of_rank(turns: Floats, share: float) -> Floats:
    """Of every place ``(count, ..., 3)`` what this share of its turns lies below.

    No number where no turn has one. Ranks are low: only the least few are sorted.
    """
    there = np.count_nonzero(np.isfinite(turns[..., 0]), axis=0)
    # between two ranks where need be: a step from one to the other would show
    ranks = np.float32(share) * np.maximum(there - 1, 0).astype(np.float32)
    # what is no number comes last
    np.fmin(turns, np.float32(np.inf), out=turns)
    highest = int(np.ceil(ranks.max())) + 1
    least: list[Floats] = []
    for turn in turns:
        more = turn
        for at, kept in enumerate(least):
            least[at], more = np.minimum(kept, more), np.maximum(kept, more)
        if len(least) < highest:
            least.append(more)
    low = ranks.astype(np.intp)
    found, above = least[0], least[-1].copy()
    for rank in range(len(least) - 1):
        at = (low == rank)[..., None]
        np.copyto(found, least[rank], where=at)
        np.copyto(above, least[rank + 1], where=at)
    part = (ranks - low)[..., None]
    # where no turn has one there is nothing between
    gaps = np.subtract(above, found, out=np.zeros_like(found), where=part > 0)
    return np.asarray(found + part * gaps, np.float32)


def _quantile(colours: Floats, share: float) -> Floats:
    """What this share of colours ``(n, 3)`` lies below, channel by channel; the finite ones."""
    ranked = np.sort(colours, axis=0)
    at = share * max(0, int(np.count_nonzero(np.isfinite(ranked[:, 0]))) - 1)
    low, part = ranked[int(at)], np.float32(at % 1)
    return np.asarray(low + part * (ranked[int(np.ceil(at))] - low), np.float32)


def _put_back(shared: Floats, symmetry: Symmetry, size_wh: tuple[int, int]) -> Floats:
    """The light of one turn put back to every turn, for a picture of this size."""
    columns, rows = np.meshgrid(
        np.arange(size_wh[0], dtype=np.float32) - np.float32(symmetry.centre_xy[0]),
        np.arange(size_wh[1], dtype=np.float32) - np.float32(symmetry.centre_xy[1]),
    )
    away, way = cv2.cartToPolar(columns, rows)
    per_lamp = len(shared) - 2 * _EDGE
    steps = np.asarray(way, np.float32) * np.float32(symmetry.count * per_lamp / (2 * np.pi))
    # within one turn; the remainder by numpy takes seven times as long
    steps -= np.float32(per_lamp) * np.floor(steps * np.float32(1 / per_lamp))
    steps += np.float32(_EDGE)
    out = np.minimum(np.asarray(away, np.float32) - np.float32(0.5), shared.shape[1] - 1)
    return np.asarray(
        cv2.remap(shared, _rounded(out), _rounded(steps), cv2.INTER_LINEAR), np.float32
    )


def _rounded(places: Floats) -> Floats:
    """Places in steps of a 32nd of a pixel, which all versions of OpenCV sample alike; in place."""
    places *= 32
    np.rint(places, out=places)
    places *= np.float32(1 / 32)
    return places
