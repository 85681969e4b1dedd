"""What lies right outside a face: a flat die shows nothing of itself on its outer sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.faces import Face
from pi_meyer.vision.planes import LINEAR, Planes, Reals, sample

_OUT = np.arange(-0.14, 0.46, 0.02).astype(np.float32)
_ALONG = np.linspace(-0.30, 0.30, 11).astype(np.float32)
_INSIDE = _OUT < -0.06
_RIGHT_OUTSIDE = (_OUT >= 0.07) & (_OUT <= 0.11)
_FAR_OUTSIDE = (_OUT >= 0.26) & (_OUT <= 0.34)
_AT_SIDE = np.abs(_OUT) < 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFace:
    """Signs of a side face that a flat die would not show.

    Attributes:
        second_edge: strength of a further parallel edge that ends a strip of the die's own
            colour, 0 to 1.
        shoulder: how much of the face's brightness lasts beyond a clear side, 0 to 1.
    """

    second_edge: float
    shoulder: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Strip:
    """What was sampled across one side, at the steps ``_OUT`` (in edges from the side)."""

    profile: Reals
    colours: Reals
    hidden: npt.NDArray[np.bool_]
    inner_edges: float
    outer: bool

    @property
    def inside(self) -> Reals:
        colour: Reals = self.colours[_INSIDE].mean(axis=0)
        return colour


def side_face_of(
    planes: Planes, face: Face, others: Sequence[Face], middle_xy: tuple[float, float]
) -> SideFace:
    """Look outwards across the four sides of a face.

    Args:
        planes: the picture.
        face: the face to look around.
        others: faces that may lie in the way; nothing is said about what they cover.
        middle_xy: the pixel right above the camera.
    """
    strips = [_strip(planes, face, side, others, middle_xy) for side in range(4)]
    return SideFace(
        second_edge=max(_second_edge(strip) for strip in strips),
        shoulder=max(_shoulder(strip) for strip in strips),
    )


def _strip(
    planes: Planes, face: Face, side: int, others: Sequence[Face], middle_xy: tuple[float, float]
) -> _Strip:
    edge = face.edge_px
    normal, beside = face.normals[side], face.normals[(side + 1) % 4]
    start = face.centre_xy + face.offsets_px[side] * normal
    tangent = beside + face.slants[side] * normal
    points = start + _OUT[:, None, None] * edge * normal + _ALONG[None, :, None] * edge * tangent
    points = points.astype(np.float32)
    profile = np.zeros(len(_OUT), np.float32)
    for gx, gy in ((0, 1), (2, 3)):
        x = sample(planes.slopes[gx], points).astype(np.float32)
        y = sample(planes.slopes[gy], points).astype(np.float32)
        size = np.sqrt(x * x + y * y + np.float32(tuning.SLOPE_SOFT**2))
        across = (x * normal[0] + y * normal[1]) / size
        profile = np.maximum(profile, np.abs(across.mean(axis=1)))
    colours = np.stack(
        [np.median(LINEAR[sample(plane, points)], axis=1) for plane in planes.colours], axis=-1
    )
    facing = float(normal @ (face.centre_xy - np.array(middle_xy))) / edge
    return _Strip(
        profile=profile,
        colours=colours,
        hidden=_hidden(points.mean(axis=1), others, planes.size_wh),
        inner_edges=max(0.0, -facing - 0.5) * tuning.SIDE_FACE_PER_EDGE,
        outer=facing > tuning.OUTER_EDGES,
    )


def _hidden(
    middles: Reals, others: Sequence[Face], size_wh: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Which steps lie on another face or outside the picture, and all behind them."""
    width, height = size_wh
    x, y = middles[:, 0], middles[:, 1]
    hidden = (x < 4) | (y < 4) | (x > width - 5) | (y > height - 5)
    for other in others:
        there = np.abs((middles - other.centre_xy) @ other.normals[:2].T).max(axis=1)
        hidden |= there < other.edge_px * tuning.NEIGHBOUR_EDGES
    return np.logical_or.accumulate(hidden)


def _second_edge(strip: _Strip) -> float:
    best = 0.0
    tint = strip.inside / (strip.inside.sum() + 1e-4)
    for j in range(1, len(_OUT) - 2):
        width = float(_OUT[j])
        if not strip.inner_edges + tuning.SIDE_FACE_SLACK <= width <= tuning.SIDE_FACE_WIDEST:
            continue
        strength = float(strip.profile[j])
        if strip.hidden[j + 2] or strength < max(best, *strip.profile[[j - 1, j + 1]]):
            continue
        own = strip.colours[(_OUT > 0.03) & (width - 0.02 > _OUT)].mean(axis=0)
        beyond = strip.colours[j + 2]
        alike = float(np.abs(own / (own.sum() + 1e-4) - tint).sum()) < tuning.SIDE_FACE_TINT
        share = float(own.sum() / (strip.inside.sum() + 1e-4))
        ends = abs(float(np.log((own.sum() + 1e-3) / (beyond.sum() + 1e-3))))
        if alike and tuning.SIDE_FACE_DARKEST < share < tuning.SIDE_FACE_LIGHTEST and ends > 0.35:
            best = strength
    return best


def _shoulder(strip: _Strip) -> float:
    """Share of brightness left just outside, where the face is much brighter than what is behind."""
    if not strip.outer or strip.hidden[_FAR_OUTSIDE].any():
        return 0.0
    inside = float(strip.inside.mean())
    behind = float(strip.colours[_FAR_OUTSIDE].mean())
    clear = float(strip.profile[_AT_SIDE].max()) > tuning.SHOULDER_SIDE
    if not clear or inside < tuning.SHOULDER_CONTRAST * behind:
        return 0.0
    return (float(strip.colours[_RIGHT_OUTSIDE].mean()) - behind) / (inside - behind)
