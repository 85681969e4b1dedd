"""What lies right outside a face: a flat die shows nothing of itself on its outer sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import LINEAR, Planes, Reals, sample, sample_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face

_OUT = np.arange(-0.14, 0.60, 0.02).astype(np.float32)
_ALONG = np.linspace(-0.30, 0.30, 9).astype(np.float32)
_MIDDLE = len(_ALONG) // 2
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
    facing: float

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
    strips = _strips(planes, face, others, middle_xy)
    return SideFace(
        second_edge=max(_second_edge(strip) for strip in strips),
        shoulder=max(_shoulder(strip) for strip in strips),
    )


def _strips(
    planes: Planes, face: Face, others: Sequence[Face], middle_xy: tuple[float, float]
) -> list[_Strip]:
    edge, normals = face.edge_px, face.normals
    starts = face.centre_xy + face.offsets_px[:, None] * normals
    tangents = normals[[1, 2, 3, 0]] + face.slants[:, None] * normals
    points = (
        starts[:, None, None]
        + _OUT[:, None, None] * edge * normals[:, None, None]
        + _ALONG[:, None] * edge * tangents[:, None, None]
    ).astype(np.float32)
    profile = np.zeros(points.shape[:2], np.float32)
    for gx, gy in ((0, 1), (2, 3)):
        x = sample(planes.slopes[gx], points).astype(np.float32)
        y = sample(planes.slopes[gy], points).astype(np.float32)
        size = np.sqrt(x * x + y * y + np.float32(tuning.SLOPE_SOFT**2))
        across = (x * normals[:, None, None, 0] + y * normals[:, None, None, 1]) / size
        profile = np.maximum(profile, np.abs(across.mean(axis=-1)))
    colours = LINEAR[np.sort(sample_colours(planes.image, points), axis=-2)[..., _MIDDLE, :]]
    hidden = _hidden(points.mean(axis=2), others, planes.size_wh)
    facing = normals @ (face.centre_xy - np.array(middle_xy)) / edge
    return [
        _Strip(
            profile=profile[side],
            colours=colours[side],
            hidden=hidden[side],
            facing=float(facing[side]),
        )
        for side in range(4)
    ]


def _hidden(
    middles: Reals, others: Sequence[Face], size_wh: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Which steps ``(4, out)`` lie on another face or outside the picture, and all behind them."""
    width, height = size_wh
    x, y = middles[..., 0], middles[..., 1]
    hidden = (x < 4) | (y < 4) | (x > width - 5) | (y > height - 5)
    for other in others:
        there = np.abs((middles - other.centre_xy) @ other.normals[:2].T).max(axis=-1)
        hidden |= there < other.edge_px * tuning.NEIGHBOUR_EDGES
    return np.logical_or.accumulate(hidden, axis=1)


def _second_edge(strip: _Strip) -> float:
    """The clearest parallel edge that ends a strip of the die's own colour."""
    profile = strip.profile
    nearest = max(0.0, -strip.facing - 0.5) * tuning.SIDE_FACE_PER_EDGE + tuning.SIDE_FACE_SLACK
    asked = (_OUT[1:-2] >= nearest) & (_OUT[1:-2] <= tuning.SIDE_FACE_WIDEST)
    asked &= (profile[1:-2] >= profile[:-3]) & (profile[1:-2] >= profile[2:-1])
    asked &= ~strip.hidden[3:] & (profile[1:-2] > tuning.SECOND_EDGE_LEAST)
    ends = [int(j) + 1 for j in np.nonzero(asked)[0]]
    return max((float(profile[j]) for j in ends if _own_colour(strip, j)), default=0.0)


def _own_colour(strip: _Strip, end: int) -> bool:
    """Whether what lies between the side and step ``end`` has the face's tint and then ends."""
    inside = strip.inside
    own = strip.colours[(_OUT > 0.01) & (_OUT[end] - 0.01 > _OUT)].mean(axis=0)
    beyond = float(strip.colours[end + 2].sum())
    sum_own, sum_inside = float(own.sum()) + 1e-4, float(inside.sum()) + 1e-4
    off_tint = float(np.abs(own / sum_own - inside / sum_inside).sum())
    share = sum_own / sum_inside
    change = abs(float(np.log((sum_own + 1e-3) / (beyond + 1e-3))))
    return (
        off_tint < tuning.SIDE_FACE_TINT
        and tuning.SIDE_FACE_DARKEST < share < tuning.SIDE_FACE_LIGHTEST
        and change > tuning.SIDE_FACE_CHANGE
    )


def _shoulder(strip: _Strip) -> float:
    """Share of brightness left just outside a face that is far brighter than what is behind."""
    if strip.facing < tuning.OUTER_EDGES or strip.hidden[_FAR_OUTSIDE].any():
        return 0.0
    inside = float(strip.inside.mean())
    behind = float(strip.colours[_FAR_OUTSIDE].mean())
    clear = float(strip.profile[_AT_SIDE].max()) > tuning.SHOULDER_SIDE
    if not clear or inside <= tuning.SHOULDER_CONTRAST * behind:
        return 0.0
    return (float(strip.colours[_RIGHT_OUTSIDE].mean()) - behind) / (inside - behind)
