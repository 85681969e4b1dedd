"""Does a face lie flat on the window? Tilted dice give themselves away in their outline.

A flat square and squares that stand on one edge are drawn as the camera would see them; what was
measured must fit the flat one clearly better than any tilted one. The shares that a perspective
picture of a tilted face changes are: where the pips sit within the outline (shift), whether it is
longer one way (aspect), whether opposite sides converge, and whether neighbouring sides are square
(skew); for four pips and more the lattice of the pips has an aspect and a skew of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import CELLS

if TYPE_CHECKING:
    from pi_meyer.vision.faces import Face

Doubles = npt.NDArray[np.float64]

_SIDES = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)], float)
_CORNERS = np.array([(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0, 0)], float)
"""Corners and middle of a face in edges; side i runs from corner i to corner i + 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flatness:
    """How a face compares with a flat square.

    Attributes:
        misfit: distance from a flat square, in units of the usual spread of each measure.
        advantage: how much better (in squared units) flat explains it than the best tilt does.
        outward_shift: how far the outline reaches outwards beyond the pips, in edges; a flat die
            shows its inner side faces at most, only a tilted one its outer ones.
    """

    misfit: float
    advantage: float
    outward_shift: float


def flatness_of(face: Face, middle_xy: tuple[float, float]) -> Flatness:
    """Measure a face against flat and tilted squares seen from under ``middle_xy`` (pixels)."""
    away = (face.normals[:2] @ (face.centre_xy - np.array(middle_xy)) / face.edge_px).astype(float)
    seen = _measured(face)
    # a flat die's rounded inner edges push the outline inwards a little
    seen[:2] += tuning.SHIFT_PER_EDGE * away
    expected = _expected(away, tuning.FOCAL_PX / face.edge_px)[:, : len(seen)]
    spread = np.array(tuning.SQUARE_SPREADS)[: len(seen)]
    off = np.abs(seen - expected) / spread
    # far misses count in proportion only, so that one bad side does not decide
    cost = np.where(off < 3, off * off, 6 * off - 9).sum(axis=1)
    outwards = (seen[:2] * np.sign(away))[np.abs(away) > tuning.OFF_MIDDLE_EDGES]
    return Flatness(
        misfit=float(np.sqrt(np.square(off[0]).sum())),
        advantage=float(cost[1:].min() - cost[0]),
        outward_shift=float(outwards.max(initial=0.0)),
    )


def _measured(face: Face) -> Doubles:
    """Shift (2), aspect, converge (2, degrees), skew (degrees), lattice aspect and skew."""
    sides = face.offsets_px / face.edge_px
    slant = np.degrees(face.slants)
    outline = _shape(sides[:, None].astype(float), slant[:, None].astype(float))[0]
    return np.concatenate((outline, _lattice_shape(face))) if face.value >= 4 else outline


def _shape(sides: Doubles, slant: Doubles) -> Doubles:
    """From offsets (4, n) in edges and slants (4, n) in degrees to measures (n, 6)."""
    return np.stack(
        (
            (sides[0] - sides[2]) / 2,
            (sides[1] - sides[3]) / 2,
            np.log((sides[0] + sides[2]) / (sides[1] + sides[3])),
            slant[0] - slant[2],
            slant[1] - slant[3],
            (slant[0] + slant[2] - slant[1] - slant[3]) / 2,
        ),
        axis=1,
    )


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
    """Measures of the flat square and of all tilted ones: ``(1 + 4 * tilts, 8)``.

    Args:
        away: the middle of the face from the camera's axis, in edges along its own axes.
        distance: the camera's distance in edges.
    """
    tilts = np.radians(np.array((0.0, *np.repeat(tuning.TILTS_DEG, 4))))
    raised = _SIDES[np.arange(-1, len(tilts) - 1) % 4]
    height = _CORNERS @ raised.T + 0.5
    rise = height * np.sin(tilts)
    along = ((height - 0.5) * np.cos(tilts))[..., None] * raised
    level = _CORNERS[:, None] - (_CORNERS @ raised.T)[..., None] * raised
    ground = away * ((distance + rise[4]) / distance)[:, None]
    seen = (along + level + ground) * (distance / (distance + rise))[..., None]
    corners = seen[:4] - seen[4]
    shape = _shape(*_sides_of(corners))
    return np.concatenate((shape, shape[:, [2, 5]]), axis=1)


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
