"""Does a face lie flat on the window? Tilted dice give themselves away in their outline.

A flat square and squares that are raised on one side or corner are drawn as the camera would see
them. Of each it is asked how likely it makes the four sides (distance and slant of each) and, for
four pips and more, the aspect and skew of the pips' lattice. A side's spread grows as the side
grows weaker, and rare large errors are expected (Student's t), so that one disturbed side (a
touching neighbour, a lamp image) neither proves nor hides a tilt. Size, turn and middle of the
face are free.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import CELLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face

Doubles = npt.NDArray[np.float64]

_SIDES = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)], float)
_CORNERS = np.array([(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0, 0)], float)
"""Corners and middle of a face in edges; side i runs from corner i to corner i + 1."""
_WAYS = np.arange(8) * np.pi / 4
_WAYS_XY = np.stack((np.cos(_WAYS), np.sin(_WAYS)), axis=1)
"""The sides and corners on which a tilted face may be raised."""
_FREE = np.zeros((10, 4))
_FREE[:4, 0] = 1
_FREE[4:8, 1] = 1
_FREE[:4, 2:] = _SIDES
"""What a measure changes by with size, turn and middle (2): they are free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flatness:
    """How a face compares with a flat square.

    Attributes:
        advantage: how much more likely flat makes what was measured than the best tilt does, as
            twice a logarithm.
        misfit: how badly a flat square fits, in the same unit.
    """

    advantage: float
    misfit: float


def flatness_of(
    face: Face, middle_xy: tuple[float, float], others: Sequence[Face] = ()
) -> Flatness:
    """Measure a face against flat and tilted squares.

    Args:
        face: the face.
        middle_xy: the pixel right above the camera.
        others: dice that may touch it; a side that touches is less sure.
    """
    away = (face.normals[:2] @ (face.centre_xy - np.array(middle_xy)) / face.edge_px).astype(float)
    seen, spreads = _measured(face, away), _spreads(face)
    for other in others:
        spreads[:8] *= np.tile(np.where(_touching(face, other), tuning.TOUCHING_SPREAD, 1.0), 2)
    expected = _expected(away, tuning.FOCAL_PX / face.edge_px)[:, : len(seen)]
    costs = _costs(seen - expected, spreads)
    return Flatness(advantage=float(costs[1:].min() - costs[0]), misfit=float(costs[0]))


def _measured(face: Face, away: Doubles) -> Doubles:
    """Distances of the sides (edges), their slants (degrees), aspect and skew of the lattice."""
    # a flat die's rounded inner edges push the outline inwards a little
    sides = face.offsets_px / face.edge_px + tuning.SHIFT_PER_EDGE * (_SIDES @ away)
    outline = np.concatenate((sides, np.degrees(face.slants))).astype(float)
    return np.concatenate((outline, _lattice_shape(face))) if face.value >= 4 else outline


def _spreads(face: Face) -> Doubles:
    """The usual spread of each measure; weak sides are less sure."""
    weak = 1 - np.clip(face.strengths.astype(float), 0.2, 1.0)
    sides = tuning.SIDE_SPREAD_EDGES * np.exp(tuning.SIDE_SPREAD_GROWS * weak)
    slants = tuning.SLANT_SPREAD_DEG * np.exp(tuning.SLANT_SPREAD_GROWS * weak)
    spreads = np.concatenate((sides, slants))
    return np.concatenate((spreads, tuning.LATTICE_SPREADS)) if face.value >= 4 else spreads


def _touching(face: Face, other: Face) -> npt.NDArray[np.bool_]:
    """Which of the four sides touch another die."""
    out = face.offsets_px + tuning.TOUCHING_EDGES * face.edge_px
    along = np.array((-0.3, 0.0, 0.3)) * face.edge_px
    points = (
        face.centre_xy
        + (out[:, None] * face.normals)[:, None]
        + along[:, None] * face.normals[[1, 2, 3, 0]][:, None]
    )
    there = np.abs((points - other.centre_xy) @ other.normals[:2].T).max(axis=-1)
    touching: npt.NDArray[np.bool_] = (there < other.edge_px / 2).any(axis=1)
    return touching


def _costs(off: Doubles, spreads: Doubles) -> Doubles:
    """Minus twice the log likelihood of every square, ``(n,)``, at its best size, turn and middle.

    Args:
        off: measured minus expected, ``(n, m)``.
        spreads: of the measures, ``(m,)``.
    """
    free, tails = _FREE[: off.shape[1]], tuning.SPREAD_TAILS
    ties = np.array([0.0, 0.0, 1.0, 1.0]) / tuning.MIDDLE_SPREAD_EDGES**2
    weights = np.ones_like(off) / spreads**2
    # a few rounds of weighted least squares; far misses lose their weight
    for _ in range(4):
        normal = np.einsum("ki,hk,kj->hij", free, weights, free) + np.diag(ties + 1e-9)
        right = (weights * off) @ free
        best = np.linalg.solve(normal, right[..., None])[..., 0]
        left = (off - best @ free.T) / spreads
        weights = (tails + 1) / (tails + left**2) / spreads**2
    costs: Doubles = ((tails + 1) * np.log1p(left**2 / tails)).sum(axis=1) + best**2 @ ties
    return costs


def _lattice_shape(face: Face) -> Doubles:
    """Aspect and skew (degrees) of the best affine lattice through the pips."""
    unit = face.pitch_xy / face.pitch_px
    axes = np.array([unit, (-unit[1], unit[0])])
    there = (face.pips_xy - face.centre_xy) @ axes.T / face.pitch_px
    here = CELLS[face.shares > 0.5]
    terms = np.concatenate((here, np.ones((len(here), 1))), axis=1).astype(float)
    fit = np.linalg.lstsq(terms, there.astype(float), rcond=None)[0]
    aspect = np.log(max(fit[0, 0], 0.1) / max(fit[1, 1], 0.1))
    return np.array([aspect, np.degrees(fit[0, 1] + fit[1, 0])])


def _expected(away: Doubles, distance: float) -> Doubles:
    """Measures of the flat square and of all tilted ones: ``(1 + 8 * tilts, 10)``.

    Args:
        away: the middle of the face from the camera's axis, in edges along its own axes.
        distance: the camera's distance in edges.
    """
    tilts = np.radians(np.array((0.0, *np.repeat(tuning.TILTS_DEG, len(_WAYS)))))
    raised = _WAYS_XY[np.arange(-1, len(tilts) - 1) % len(_WAYS)]
    reach = _CORNERS @ raised.T
    rise = (reach - reach.min(axis=0)) * np.sin(tilts)
    along = (reach * np.cos(tilts))[..., None] * raised
    level = _CORNERS[:, None] - reach[..., None] * raised
    ground = away * ((distance + rise[4]) / distance)[:, None]
    seen = (along + level + ground) * (distance / (distance + rise))[..., None]
    offsets, slants = _sides_of(seen[:4] - seen[4])
    aspect = np.log((offsets[0] + offsets[2]) / (offsets[1] + offsets[3]))
    skew = (slants[0] + slants[2] - slants[1] - slants[3]) / 2
    return np.concatenate((offsets, slants, aspect[None], skew[None])).T


def _sides_of(corners: Doubles) -> tuple[Doubles, Doubles]:
    """Offsets in mean edges and slants in degrees, each ``(4, n)``, of corners ``(4, n, 2)``."""
    offsets, slopes = [], []
    for side, normal in enumerate(_SIDES):
        tangent = np.array((-normal[1], normal[0]))
        start, end = corners[side], corners[(side + 1) % 4]
        slope = (end - start) @ normal / ((end - start) @ tangent)
        offsets.append(start @ normal - slope * (start @ tangent))
        slopes.append(slope)
    reach = np.stack(offsets)
    return reach / (reach.sum(axis=0) / 2), np.degrees(np.stack(slopes))
