"""What lies right outside a face: a flat die shows nothing of itself there but its inner sides.

Those are seen towards the middle and only so far out as the die's height draws them. A strip of
the die's own tint beyond that, which then ends, is a side face that only a tilted die shows. A die
that leans away from the middle hides its inner side face, where a flat one must show it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import LINEAR, Planes, Reals, sample_colours, sample_layers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face

_ALONG = np.linspace(-0.30, 0.30, 9).astype(np.float32)
_MIDDLE = len(_ALONG) // 2
_INSIDE = np.array((-0.14, -0.11, -0.08), np.float32)
_BESIDE = np.array((0.03, 0.055, 0.08, 0.10), np.float32)
_BEYOND = np.array((0.22, 0.26, 0.30, 0.34), np.float32)
"""Distances in edges: from the side; the others from where a flat die's own side face ends."""
_STEPS = np.arange(-0.08, 0.475, 0.02).astype(np.float32)
"""Distances in edges from a side at which its whole surroundings are looked at."""
_WITHIN = int(np.searchsorted(_STEPS, -0.03))
_OUTSIDE = int(np.searchsorted(_STEPS, 0.03))
_CLEAR = 2
"""Steps that a line takes away from a strip that it ends."""
_HALF = 6
_HALVES = (np.array([-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6]) * 0.06).astype(np.float32)
"""Places along a side in edges, for both of its halves."""
_BLACK = 0.003
"""Light that is added so that black differs little from black."""


def side_face_of(
    planes: Planes, face: Face, others: Sequence[Face], middle_xy: tuple[float, float]
) -> float:
    """How surely a side face shows that a flat die would hide, 0 to 1.

    Args:
        planes: the picture.
        face: the face to look around.
        others: faces that may lie in the way; nothing is said about what they cover.
        middle_xy: the pixel right above the camera.
    """
    ends = _widths(inner_sides(face, middle_xy)) + tuning.SIDE_FACE_SLACK
    outside = ends[:, None] + np.concatenate((_BESIDE, _BEYOND))
    points = _points(face, np.concatenate((np.tile(_INSIDE, (4, 1)), outside), axis=1), _ALONG)
    # the median along the side is not moved by a lamp image or a pip
    colours = LINEAR.take(np.sort(sample_colours(planes.image, points), axis=2)[:, :, _MIDDLE])
    inside, beside, beyond = (
        np.add.reduce(colours[:, part], axis=1) / np.float32(part.stop - part.start)
        for part in _PARTS
    )
    hidden = _hidden(points[:, len(_INSIDE) :, _MIDDLE], others, planes.size_wh)
    return float((_own_strip(inside, beside, beyond) * ~hidden).max())


def wide_side_face_of(
    planes: Planes, face: Face, others: Sequence[Face], middle_xy: tuple[float, float]
) -> float:
    """How surely a side face is wider than that of a flat die at that place, 0 to 1.

    A strip of the die's own tint ends in a line too far out. Each half of a side tells it by
    itself, so that a neighbour that hides one half does not hide all.

    Args:
        planes: the picture.
        face: the face to look around.
        others: faces that may lie in the way; nothing is said about what they cover.
        middle_xy: the pixel right above the camera.
    """
    points = _points(face, np.tile(_STEPS, (4, 1)), _HALVES)
    halves = (4, len(_STEPS), 2, _HALF)
    free = ~_covered(points, others, planes.size_wh, tuning.NEIGHBOUR_SURE_EDGES)
    lines = (_slopes_across(planes, face.normals, points) * free).reshape(2, *halves)
    count = free.reshape(halves).sum(axis=3)
    clear = np.abs(lines.sum(axis=4)).max(axis=0) / np.maximum(count, 1)
    beyond = _STEPS - _widths(inner_sides(face, middle_xy))[:, None]
    there = (beyond > tuning.SIDE_LINE_FROM) & (beyond < tuning.SIDE_LINE_TO)
    # what only falls off from a line nearer by is the die's own rim
    falls = clear[:, 1:] < clear[:, :-1]
    clear *= there[..., None] & (count > _HALF / 2)
    clear[:, 1:][falls] = 0
    own = _own_so_far(LINEAR[sample_colours(planes.image, points)])
    strip = own[:, :-_CLEAR] * clear[:, _OUTSIDE + _CLEAR :]
    return _rise(float(strip.max()), tuning.SIDE_LINE_NOTHING, tuning.SIDE_LINE_SURE)


def missing_side_face_of(
    planes: Planes, face: Face, others: Sequence[Face], middle_xy: tuple[float, float]
) -> float:
    """How surely a flat die's inner side face is not there, 0 to 1: no line where it should end.

    Where those of the others are missing too, the window hides them: dice rarely lean alike.

    Args:
        planes: the picture.
        face: the face to look around.
        others: faces that may lie in the way; where they do, nothing is missed.
        middle_xy: the pixel right above the camera.
    """
    missing = _missing(planes, face, others, middle_xy)
    for other in others if missing else ():
        missing = min(missing, 1 - _missing(planes, other, (face,), middle_xy))
    return missing


def _missing(
    planes: Planes, face: Face, others: Sequence[Face], middle_xy: tuple[float, float]
) -> float:
    inner = inner_sides(face, middle_xy)
    side = int(inner.argmax())
    seen = _rise(float(inner[side]), tuning.INNER_FACE_FROM, tuning.INNER_FACE_SURE)
    if not seen:
        return 0.0
    width = float(_widths(inner)[side])
    points = _points(face, np.tile(_STEPS, (4, 1)), _HALVES)[side]
    covered = _covered(points, others, planes.size_wh, tuning.NEIGHBOUR_SURE_EDGES)
    if covered[width + 2 * tuning.INNER_END_BEYOND > _STEPS].any():
        return 0.0
    first = max(tuning.INNER_END_LEAST, width - tuning.INNER_END_BEFORE)
    points = points[(first < _STEPS) & (width + tuning.INNER_END_BEYOND > _STEPS)]
    lines = _slopes_across(planes, face.normals[side : side + 1], points[None]).mean(axis=3)
    clear = float(np.abs(lines).max(initial=0.0))
    return seen * _rise(-clear, -tuning.INNER_LINE_NOTHING, -tuning.INNER_LINE_SURE)


def is_coloured(planes: Planes, face: Face) -> float:
    """How surely a die is not black, so that its side faces differ from shadow, 0 to 1."""
    if face.polarity is Polarity.DARK:
        return 1.0
    points = _points(face, np.tile(_INSIDE, (4, 1)), _ALONG)
    colour = LINEAR[np.median(sample_colours(planes.image, points), axis=(0, 1, 2)).astype(int)]
    tinted = float(np.abs(colour / (colour.sum() + _BLACK) - 1 / 3).sum())
    return _rise(tinted, *tuning.SIDE_FACE_GREY)


def inner_sides(face: Face, middle_xy: tuple[float, float]) -> Reals:
    """How far the axis lies beyond the face's middle across each side, ``(4,)`` in edges."""
    inner: Reals = -face.normals @ (face.centre_xy - np.array(middle_xy)) / face.edge_px
    return inner


def _widths(inner: Reals) -> Reals:
    """How wide a flat die's own side faces are seen, in edges."""
    widths: Reals = np.maximum(inner - 0.5, 0) * tuning.SIDE_FACE_PER_EDGE
    return widths


def _slopes_across(planes: Planes, normals: Reals, points: Reals) -> Reals:
    """Normalised slope in both colour planes across sides: ``(2, sides, out, along)``."""
    slopes = sample_layers(planes.slopes, points).astype(np.float32)
    x, y = slopes[::2], slopes[1::2]
    across: Reals = x * normals[:, None, None, 0] + y * normals[:, None, None, 1]
    across /= np.sqrt(x * x + y * y + np.float32(tuning.SLOPE_SOFT**2))
    return across


def _own_so_far(colours: Reals) -> Reals:
    """How much all that lies between each half of a side and a step outside is the die's own.

    Args:
        colours: linear light beside the sides, ``(4, out, along, 3)``.

    Returns:
        0 to 1 for every step outside, ``(4, steps, 2)``.
    """
    inside = _medians(colours[:, :_WITHIN].reshape(4, -1, 3))[:, None, None]
    outside = colours[:, _OUTSIDE:]
    beside = _medians(outside.reshape(4, -1, 2, _HALF, 3))
    total, whole = beside @ _ONES + 1e-4, inside @ _ONES + 1e-4
    apart = np.abs(beside / total[..., None] - inside / whole[..., None]) @ _ONES
    own = (tuning.SIDE_FACE_TINT - apart) / (tuning.SIDE_FACE_TINT - tuning.SIDE_FACE_SAME_TINT)
    share = total / whole
    lit = (share > tuning.SIDE_FACE_DARKEST) & (share < tuning.SIDE_FACE_LIGHTEST)
    steps = np.arange(1, own.shape[1] + 1)[:, None]
    so_far: Reals = np.minimum(np.maximum(own, 0), 1).cumsum(axis=1) / steps
    so_far *= np.logical_and.accumulate(lit, axis=1)
    return so_far


def _medians(colours: Reals) -> Reals:
    """Medians of an even number of colours ``(..., n, 3)``, channel by channel."""
    ranked, half = np.sort(colours, axis=-2), colours.shape[-2] // 2
    medians: Reals = (ranked[..., half - 1, :] + ranked[..., half, :]) / 2
    return medians


_ONES = np.ones(3, np.float32)


def _rise(value: float, nothing: float, sure: float) -> float:
    return min(1.0, max(0.0, (value - nothing) / (sure - nothing)))


_ENDS = (0, len(_INSIDE), len(_INSIDE) + len(_BESIDE), len(_INSIDE) + len(_BESIDE) + len(_BEYOND))
_PARTS = tuple(slice(start, end) for start, end in pairwise(_ENDS))


def _points(face: Face, out: Reals, along: Reals) -> Reals:
    """Pixels at distances ``(4, n)`` in edges across the four sides: ``(4, n, along, 2)``."""
    edge, normals = np.float32(face.edge_px), face.normals
    starts = face.centre_xy + face.offsets_px[:, None] * normals
    tangents = normals[[1, 2, 3, 0]] + face.slants[:, None] * normals
    points: Reals = (
        starts[:, None, None]
        + (out * edge)[..., None, None] * normals[:, None, None]
        + (along * edge)[:, None] * tangents[:, None, None]
    ).astype(np.float32)
    return points


def _own_strip(inside: Reals, beside: Reals, beyond: Reals) -> Reals:
    """How much what lies beside each side is the die's own and then ends; all ``(4, 3)``."""
    colours = np.array((inside, beside, beyond))
    sums = colours @ _ONES + np.float32(1e-4)
    shades = colours / sums[..., None]
    near, far = np.abs(shades[1:] - shades[0]) @ _ONES
    share = sums[1] / sums[0]
    own = (tuning.SIDE_FACE_TINT - near) / (tuning.SIDE_FACE_TINT - tuning.SIDE_FACE_SAME_TINT)
    own = np.minimum(np.maximum(own, 0), 1)
    own *= (share > tuning.SIDE_FACE_DARKEST) & (share < tuning.SIDE_FACE_LIGHTEST)
    change = np.abs(np.log((sums[1] + _BLACK) / (sums[2] + _BLACK)))
    tinted = (far - near) / tuning.SIDE_FACE_TINT_CHANGE
    ended = np.minimum(np.maximum(tinted, 0), 1)
    ended += np.minimum(np.maximum(change - tuning.SIDE_FACE_CHANGE, 0), 1)
    strip: Reals = own * np.minimum(ended, 1)
    return strip


def _hidden(
    middles: Reals, others: Sequence[Face], size_wh: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Whether one of the places ``(4, n, 2)`` beside a side lies on another face or outside."""
    covered = _covered(middles, others, size_wh, tuning.NEIGHBOUR_EDGES)
    return np.asarray(covered.any(axis=1), bool)


def _covered(
    points: Reals, others: Sequence[Face], size_wh: tuple[int, int], half_edges: float
) -> npt.NDArray[np.bool_]:
    """Which places ``(..., 2)`` lie outside the picture or on another face."""
    x, y = points[..., 0], points[..., 1]
    covered = (x < 4) | (y < 4) | (x > size_wh[0] - 5) | (y > size_wh[1] - 5)
    for other in others:
        there = np.abs((points - other.centre_xy) @ other.normals[:2].T)
        covered |= np.maximum(there[..., 0], there[..., 1]) < other.edge_px * half_edges
    return np.asarray(covered, bool)
