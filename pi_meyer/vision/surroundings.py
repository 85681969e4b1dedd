"""What lies right outside a face: a flat die shows nothing of itself there but its inner sides.

Those are seen towards the middle and only so far out as the die's height draws them. A strip of
the die's own tint beyond that, which then ends, is a side face that only a tilted die shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import LINEAR, Planes, Reals, sample_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face

_ALONG = np.linspace(-0.30, 0.30, 9).astype(np.float32)
_MIDDLE = len(_ALONG) // 2
_INSIDE = np.array((-0.14, -0.11, -0.08), np.float32)
_BESIDE = np.array((0.03, 0.055, 0.08, 0.10), np.float32)
_BEYOND = np.array((0.22, 0.26, 0.30, 0.34), np.float32)
"""Distances in edges: from the side; the others from where a flat die's own side face ends."""
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
    inner = -face.normals @ (face.centre_xy - np.array(middle_xy)) / face.edge_px
    ends = np.maximum(inner - 0.5, 0) * tuning.SIDE_FACE_PER_EDGE + tuning.SIDE_FACE_SLACK
    outside = ends[:, None] + np.concatenate((_BESIDE, _BEYOND))
    points = _points(face, np.concatenate((np.tile(_INSIDE, (4, 1)), outside), axis=1))
    # the median along the side is not moved by a lamp image or a pip
    colours = np.sort(sample_colours(planes.image, points), axis=2)[:, :, _MIDDLE]
    inside, beside, beyond = (
        part.mean(axis=1) for part in np.split(LINEAR[colours], _PARTS, axis=1)
    )
    hidden = _hidden(points[:, _PARTS[0] :, _MIDDLE], others, planes.size_wh)
    return float((_own_strip(inside, beside, beyond) * ~hidden).max())


_PARTS = (len(_INSIDE), len(_INSIDE) + len(_BESIDE))


def _points(face: Face, out: Reals) -> Reals:
    """Pixels at distances ``(4, n)`` in edges across the four sides: ``(4, n, along, 2)``."""
    edge, normals = np.float32(face.edge_px), face.normals
    starts = face.centre_xy + face.offsets_px[:, None] * normals
    tangents = normals[[1, 2, 3, 0]] + face.slants[:, None] * normals
    points: Reals = (
        starts[:, None, None]
        + (out * edge)[..., None, None] * normals[:, None, None]
        + (_ALONG * edge)[:, None] * tangents[:, None, None]
    ).astype(np.float32)
    return points


def _own_strip(inside: Reals, beside: Reals, beyond: Reals) -> Reals:
    """How much what lies beside each side is the die's own and then ends; all ``(4, 3)``."""
    sums = [colours.sum(axis=1) + np.float32(1e-4) for colours in (inside, beside, beyond)]
    shades = [
        colours / total[:, None]
        for colours, total in zip((inside, beside, beyond), sums, strict=True)
    ]
    near, far = (np.abs(shade - shades[0]).sum(axis=1) for shade in shades[1:])
    share = sums[1] / sums[0]
    own = (tuning.SIDE_FACE_TINT - near) / (tuning.SIDE_FACE_TINT - tuning.SIDE_FACE_SAME_TINT)
    own = np.clip(own, 0, 1)
    own *= (share > tuning.SIDE_FACE_DARKEST) & (share < tuning.SIDE_FACE_LIGHTEST)
    change = np.abs(np.log((sums[1] + _BLACK) / (sums[2] + _BLACK)))
    ended = np.clip((far - near) / tuning.SIDE_FACE_TINT_CHANGE, 0, 1)
    ended += np.clip(change - tuning.SIDE_FACE_CHANGE, 0, 1)
    strip: Reals = own * np.minimum(ended, 1)
    return strip


def _hidden(
    middles: Reals, others: Sequence[Face], size_wh: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Whether one of the places ``(4, n, 2)`` beside a side lies on another face or outside."""
    x, y = middles[..., 0], middles[..., 1]
    covered = [(x < 4) | (y < 4) | (x > size_wh[0] - 5) | (y > size_wh[1] - 5)]
    for other in others:
        there = np.abs((middles - other.centre_xy) @ other.normals[:2].T).max(axis=-1)
        covered.append(there < other.edge_px * tuning.NEIGHBOUR_EDGES)
    hidden: npt.NDArray[np.bool_] = np.any(covered, axis=(0, 2))
    return hidden
