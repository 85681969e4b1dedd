"""Is there a square body of a die's size beside the pair? Found by its outline, without its pips.

Around the middle of a square all edges run along two directions at right angles, and there are as
many of each: sums of the edges' directions, taken four times round, twice and once, tell squares
from lines, arcs and spots. At the best places the four sides are then traced as for a face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import Poses
from pi_meyer.vision.outlines import COARSE, FINE, normals_of, trace_outlines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.planes import Planes, Reals

Floats = npt.NDArray[np.float32]
Waves = npt.NDArray[np.complex64]

_SHRINK = 4
_LINE = np.linspace(-0.8, 0.8, 5)
_STARTS = np.stack(np.meshgrid(_LINE, _LINE), axis=-1).reshape(-1, 2).astype(np.float32)


def clearest_square(planes: Planes, pair: Sequence[Face], middle_xy: tuple[float, float]) -> float:
    """How clear the outline of the best square elsewhere is, 0 (there is none) to 1.

    Args:
        planes: the picture.
        pair: the two faces that could be read; squares are sought beside them, of their size.
        middle_xy: the pixel right above the camera.
    """
    edge = (pair[0].edge_px + pair[1].edge_px) / 2
    centres, angles, _ = _likely_squares(planes, pair, middle_xy, edge)
    if not len(centres):
        return 0.0
    found = _traced(planes, centres, angles, edge)
    away = [np.hypot(*(found[0] - face.centre_xy).T) for face in pair]
    beside = np.min(away, axis=0) > tuning.SQUARE_BESIDE_EDGES * edge
    size = found[1] / edge
    like = (size > tuning.SQUARE_SMALLEST) & (size < tuning.SQUARE_LARGEST)
    return float(found[2][beside & like].max(initial=0.0))


def squareness_beside(
    planes: Planes, face: Face, middle_xy: tuple[float, float], within_px: float
) -> float:
    """How square the most square place beside the only face is, 1 for a clear square.

    Args:
        planes: the picture.
        face: what is known to be a die.
        middle_xy: the pixel right above the camera.
        within_px: how far from there the place may lie.
    """
    centres, _, found = _likely_squares(planes, (face,), middle_xy, face.edge_px)
    near = np.hypot(centres[:, 0] - middle_xy[0], centres[:, 1] - middle_xy[1]) < within_px
    return float(found[near].max(initial=0.0))


def _likely_squares(
    planes: Planes, pair: Sequence[Face], middle_xy: tuple[float, float], edge: float
) -> tuple[Floats, Reals, Reals]:
    """The places that look most square.

    Returns:
        Middles ``(n, 2)`` in pixels, turns in radians, and how square they are.
    """
    xs, ys = _places(planes)
    away = np.add.outer((ys - middle_xy[1]) ** 2, (xs - middle_xy[0]) ** 2)
    asked = away < tuning.SQUARE_WITHIN_PX**2
    free = away < tuning.SQUARE_EDGES_WITHIN_PX**2
    for face in pair:
        along = [
            np.add.outer((ys - face.centre_xy[1]) * y, (xs - face.centre_xy[0]) * x)
            for x, y in face.normals[:2].astype(np.float32) / np.float32(face.edge_px)
        ]
        free &= ~_covered(along, face, middle_xy)
        asked &= along[0] ** 2 + along[1] ** 2 > tuning.SQUARE_BESIDE_EDGES**2
    squareness, fourfold = _squareness(_edges(planes) * free, edge)
    squareness[~asked] = 0
    rows: list[int] = []
    columns: list[int] = []
    found: list[float] = []
    reach = round(edge / _SHRINK / 2)
    for _ in range(tuning.SQUARE_PLACES):
        row, column = divmod(int(squareness.argmax()), len(xs))
        if squareness[row, column] < tuning.SQUARE_LEAST:
            break
        rows.append(row)
        columns.append(column)
        found.append(float(squareness[row, column]))
        squareness[max(0, row - reach) : row + reach, max(0, column - reach) : column + reach] = 0
    angles = np.angle(fourfold[rows, columns]) / 4
    return np.stack((xs[columns], ys[rows]), axis=1), angles, np.array(found)


def _places(planes: Planes) -> tuple[Floats, Floats]:
    """The pixel columns and rows in the middle of every spot of the shrunk picture."""
    width, height = planes.size_wh
    columns, rows = (np.arange(size // _SHRINK, dtype=np.float32) for size in (width, height))
    return columns * _SHRINK + (_SHRINK - 1) / 2, rows * _SHRINK + (_SHRINK - 1) / 2


def _covered(
    along: Sequence[Floats], face: Face, middle_xy: tuple[float, float]
) -> npt.NDArray[np.bool_]:
    """What the die of a face covers with its inner side faces, given places in its own edges."""
    away = face.normals[:2] @ (face.centre_xy - np.array(middle_xy)) / face.edge_px
    covered = np.ones(along[0].shape, bool)
    for place, offset in zip(along, away.tolist(), strict=True):
        inwards = -place if offset > 0 else place
        reach = tuning.SQUARE_COVERED + 0.04 + tuning.SIDE_FACE_PER_EDGE * abs(offset)
        covered &= (inwards > -tuning.SQUARE_COVERED) & (inwards < reach)
    return covered


def _edges(planes: Planes) -> Waves:
    """Edges of the shrunk picture: direction as a complex number, as long as the edge is clear."""
    width, height = planes.size_wh
    size_wh = (width // _SHRINK, height // _SHRINK)
    blue, green, red = cv2.split(cv2.resize(planes.image, size_wh, interpolation=cv2.INTER_AREA))
    most, least = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    slopes = []
    for plane in (most, least):
        soft = cv2.GaussianBlur(np.asarray(plane, np.float32), (3, 3), 0)
        x, y = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        slopes.append((x, y, x * x + y * y))
    (one_x, one_y, one), (two_x, two_y, two) = slopes
    steeper = one >= two
    soft_size = np.sqrt(np.maximum(one, two) + np.float32(tuning.SLOPE_SOFT**2))
    edges = np.empty(steeper.shape, np.complex64)
    edges.real = np.where(steeper, one_x, two_x) / soft_size
    edges.imag = np.where(steeper, one_y, two_y) / soft_size
    return edges


def _squareness(edges: Waves, edge: float) -> tuple[Floats, Waves]:
    """How square the edges round every spot are, and their sum taken four times round."""
    unit = edges / np.maximum(_size(edges), np.float32(1e-6))
    side = round(tuning.SQUARE_WINDOW_EDGES * edge / _SHRINK) | 1

    def around(wave: Waves) -> Waves:
        # real and imaginary part as the two channels of one picture
        parts = np.ascontiguousarray(wave).view(np.float32).reshape(*wave.shape, 2)
        kernel_wh, border = (side, side), cv2.BORDER_CONSTANT
        sums = cv2.boxFilter(parts, -1, kernel_wh, normalize=False, borderType=border)
        return np.asarray(sums, np.float32).view(np.complex64)[..., 0]

    twice = np.asarray(edges * unit, np.complex64)
    fourfold = around(np.asarray(twice * unit * unit, np.complex64))
    square = _size(fourfold) - _size(around(twice)) - 0.5 * _size(around(edges))
    return np.asarray(square / (8 * edge / _SHRINK), np.float32), fourfold


def _size(wave: Waves) -> Floats:
    """The length of every complex number; ``np.abs`` takes ten times as long."""
    real, imaginary = wave.real, wave.imag
    return np.asarray(np.sqrt(real * real + imaginary * imaginary), np.float32)


def _traced(
    planes: Planes, centres: Floats, angles: Reals, edge: float
) -> tuple[Floats, Reals, Reals]:
    """Middles, edges in pixels and clearness of the outlines that are found there."""
    pitch = np.float32(edge * tuning.PITCH_SHARE)
    count = len(centres)
    pitches = _turned(angles, pitch)
    starts = Poses.square(centres, pitches).at(_STARTS).reshape(-1, 2)
    rough = trace_outlines(
        planes, Poses.square(starts, np.repeat(pitches, len(_STARTS), axis=0)), COARSE
    )
    best = _clearness(rough.strengths).reshape(count, -1).argmax(axis=1)
    centres = starts.reshape(count, -1, 2)[np.arange(count), best]
    for _ in range(2):
        poses = Poses.square(centres, pitches)
        outlines = trace_outlines(planes, poses, FINE)
        off = (outlines.offsets[:, :2] - outlines.offsets[:, 2:]) / 2 * pitch
        centres = centres + (off[..., None] * normals_of(poses)[:, :2]).sum(axis=1)
        angles = angles + np.median(outlines.slants, axis=1)
        pitches = _turned(angles, pitch)
    last = trace_outlines(planes, Poses.square(centres, pitches), FINE)
    return centres, last.offsets.sum(axis=1) / 2 * pitch, _clearness(last.strengths)


def _turned(angles: Reals, pitch: np.float32) -> Floats:
    return (pitch * np.stack((np.cos(angles), np.sin(angles)), axis=1)).astype(np.float32)


def _clearness(strengths: Reals) -> Reals:
    clear: Reals = np.sqrt(np.clip(strengths, 0, 1)).mean(axis=1)
    return clear
