"""Does a face lie flat on the window? Tilted dice give themselves away in their shape.

A face at a slope is drawn foreshortened, aslant and tapering: its pips' lattice, the ovals of its
pips and the four sides of its outline must tell the same slope. The picture of a small slope is
known in closed form up to its square, so that size, turn, place and pitch (which are free) are
left out once and every slope is judged by one table.

Flat dice lie on one window: what the other die says about the window's own slope (a camera that
is not quite upright) is used. The spread of a measure grows as a side grows weaker or a rim
restless, and rare large errors are expected (Student's t), so that one disturbed side (a touching
neighbour, a lamp image) neither proves nor hides a tilt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import CELLS
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.rims import rims_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.planes import Planes, Reals

Doubles = npt.NDArray[np.float64]

_SIDES = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)], float)
_PIPS = 6
_MEASURES = 10 + 2 * _PIPS
"""Four distances of sides, four slants, two numbers of the ovals, the pips' places."""
_FREE = 8
"""Place (2), logarithm of the pitch, turn; outline: place against the pips (2), size, turn."""
_ROUNDS = 2


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Measured:
    """One face in edges, along its own axes.

    Attributes:
        terms: what each measure changes by with what is free, then the measure itself, then by
            what it changes with slope x, y, xx, xy, yy: ``(measures, 8 + 1 + 5)``.
        trust: one over the spread of each, 0 where there is no such pip, ``(measures,)``.
        ties: how firmly each of what is free is held at 0, ``(8,)``.
        axes: the face's own axes, ``(2, 2)``.
    """

    terms: Doubles
    trust: Doubles
    ties: Doubles
    axes: Doubles


def flatness_of(
    planes: Planes, faces: Sequence[Face], middle_xy: tuple[float, float]
) -> list[Flatness]:
    """Measure faces against flat and tilted squares.

    Args:
        planes: the picture.
        faces: one or two dice of the same window.
        middle_xy: the pixel right above the camera.
    """
    order = sorted(range(len(faces)), key=lambda at: faces[at].polarity is Polarity.DARK)
    ordered = [faces[at] for at in order]
    found = _compare(_measured(planes, ordered, np.array(middle_xy)))
    return [found[order.index(at)] for at in range(len(faces))]


def _measured(planes: Planes, faces: Sequence[Face], middle_xy: Doubles) -> list[_Measured]:
    rims = rims_of(planes, faces)
    parts = []
    start = 0
    for number, face in enumerate(faces):
        own = slice(start, start + len(face.pips_xy))
        start = own.stop
        edge, axes = face.edge_px, face.normals[:2].astype(float)
        away = axes @ (face.centre_xy - middle_xy) / edge
        cells = CELLS[face.shares > 0.5].astype(float) * (face.pitch_px / edge)
        seen = np.zeros(_MEASURES)
        # a flat die's rounded inner edges push the outline inwards a little
        seen[:4] = face.offsets_px / edge + tuning.SHIFT_PER_EDGE * (_SIDES @ away) - 0.5
        seen[4:8] = face.slants
        radius = float(rims.radii_px[number])
        seen[8:10] = rims.ovals_px[number] / radius
        pips = (rims.pips_xy[own] - face.centre_xy) @ axes.T / edge - cells
        seen[10 : 10 + 2 * len(cells)] = pips.ravel()
        parts.append(
            _Measured(
                terms=np.concatenate(
                    (_free(cells), seen[:, None], _sloped(away, cells, tuning.FOCAL_PX / edge)),
                    axis=1,
                ),
                trust=_trust(face, faces, rims.unrest_px[own], radius),
                ties=_ties(face),
                axes=axes,
            )
        )
    return parts


def _trust(face: Face, faces: Sequence[Face], unrest_px: Reals, radius_px: float) -> Doubles:
    """One over the usual spread of each measure; weak sides and restless rims are less sure."""
    weak = 1 - np.clip(face.strengths.astype(float), tuning.SIDE_STRENGTH_LEAST, 1.0)
    touching = np.zeros(4, bool)
    for other in faces:
        if other is not face:
            touching |= _touching(face, other)
    wide = np.where(touching, tuning.TOUCHING_SPREAD, 1.0)
    trust = np.zeros(_MEASURES)
    trust[:4] = 1 / (tuning.SIDE_SPREAD_EDGES * np.exp(tuning.SIDE_SPREAD_GROWS * weak) * wide)
    slant = np.radians(tuning.SLANT_SPREAD_DEG)
    trust[4:8] = 1 / (slant * np.exp(tuning.SLANT_SPREAD_GROWS * weak) * wide)
    alone = 1.0 if face.value < 4 else tuning.OVAL_SPREAD_MANY
    trust[8:10] = radius_px / (tuning.OVAL_SPREAD_PX * alone)
    restless = np.maximum(1, (unrest_px.astype(float) / tuning.RIM_REST_PX) ** 2)
    pips = np.repeat(1 / (tuning.PIP_SPREAD_EDGES * restless), 2)
    trust[10 : 10 + len(pips)] = pips
    return trust


def _ties(face: Face) -> Doubles:
    turn = np.radians(tuning.TURN_SPREAD_DEG) if face.value > 1 else 1.0
    ties = np.full(_FREE, 1e-6)
    ties[4:6] += 1 / tuning.MIDDLE_SPREAD_EDGES**2
    ties[7] += 1 / turn**2
    return ties


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


def _free(cells: Doubles) -> Doubles:
    """What each measure changes by with what is free: ``(measures, 8)``."""
    free = np.zeros((_MEASURES, _FREE))
    free[:4, 0:2] = free[:4, 4:6] = _SIDES
    free[:4, 6] = 0.5
    free[4:8, 3] = free[4:8, 7] = -1
    if len(cells) > 1:
        pips = free[10 : 10 + 2 * len(cells)]
        pips[::2, 0] = pips[1::2, 1] = 1
        pips[::2, 2] = pips[1::2, 3] = cells[:, 0]
        pips[1::2, 2] = cells[:, 1]
        pips[::2, 3] = -cells[:, 1]
    else:
        free[10, 0] = free[11, 1] = 1
        free[4:8, 3] = 0
    return free


def _sloped(away: Doubles, cells: Doubles, distance: float) -> Doubles:
    """What each measure changes by with the slope (x, y, xx, xy, yy): ``(measures, 5)``.

    A point ``s`` of a face whose depth grows by ``g`` is seen at ``(u - away * g.u / distance) /
    (1 + g.u / distance)`` with ``u = s - g * (g.s) / 2``; here up to squares of ``g``.

    Args:
        away: the middle of the face from the camera's axis, in edges along its own axes.
        cells: where its pips are, in edges, ``(n, 2)``.
        distance: the camera's distance in edges.
    """
    terms = np.zeros((_MEASURES, 5))
    near = 1 / distance
    out = _SIDES @ away + 0.5
    beside = away @ _TANGENTS
    lean = out * near
    # squares of the slope across a side, along it, and both
    across = -0.25 + 0.25 * lean * near
    terms[:4] = (
        _CROSS[0] * (-0.5 * lean)[:, None]
        + _CROSS[2] * across[:, None]
        + _CROSS[3] * (-0.5 * lean * beside * near)[:, None]
    )
    terms[4:8] = (
        _CROSS[1] * -lean[:, None]
        + _CROSS[4] * (-lean * beside * near)[:, None]
        + _CROSS[3] * (-0.5 + 0.5 * lean * near)[:, None]
    )
    x, y = away * near
    terms[8] = (-x / 2, y / 2, -0.25, 0, 0.25)
    terms[9] = (-y / 2, -x / 2, 0, -0.5, 0)
    sx, sy = cells.T
    there = (away + cells) * near
    pips = terms[10 : 10 + 2 * len(cells)].reshape(len(cells), 2, 5)
    pips[..., 0], pips[..., 1] = -there * sx[:, None], -there * sy[:, None]
    pips[..., 2:] = (there * near)[..., None] * np.stack((sx * sx, 2 * sx * sy, sy * sy), axis=1)[
        :, None
    ]
    pips[:, 0, 2] -= sx / 2
    pips[:, 0, 3] -= sy / 2
    pips[:, 1, 3] -= sx / 2
    pips[:, 1, 4] -= sy / 2
    return terms


_TANGENTS = np.stack((-_SIDES[:, 1], _SIDES[:, 0]))


def _cross() -> Doubles:
    """Slope across each side, along it, across squared, across times along, along squared, each
    by the slope's x, y, xx, xy, yy: ``(5, 4, 5)``."""
    table = np.zeros((5, 4, 5))
    for side, (nx, ny) in enumerate(_SIDES):
        tx, ty = -ny, nx
        table[0, side, :2] = nx, ny
        table[1, side, :2] = tx, ty
        table[2, side, 2:] = nx * nx, 2 * nx * ny, ny * ny
        table[3, side, 2:] = nx * tx, nx * ty + ny * tx, ny * ty
        table[4, side, 2:] = tx * tx, 2 * tx * ty, ty * ty
    return table


_CROSS = _cross()


def _slopes() -> Doubles:
    """Slopes that a tilted face may have: x, y, xx, xy, yy, ``(n, 5)``."""
    size, turn = np.meshgrid(
        np.tan(np.radians(tuning.SLOPES_DEG)), np.arange(24) * np.pi / 12, indexing="ij"
    )
    x, y = (size * np.cos(turn)).ravel(), (size * np.sin(turn)).ravel()
    return np.stack((x, y, x * x, x * y, y * y), axis=1)


_SLOPES = _slopes()
_TILT_LEAST = np.tan(np.radians(tuning.TILT_LEAST_DEG))


def _compare(parts: Sequence[_Measured]) -> list[Flatness]:
    """Fit flat and tilted in turns, each with the weights that its own misses give."""
    count = len(parts)
    terms = np.stack([part.terms for part in parts])
    trust = np.stack([part.trust for part in parts])
    ties = np.stack([part.ties for part in parts])
    weights = np.stack((trust, trust)) ** 2
    tails = tuning.SPREAD_TAILS
    for _ in range(_ROUNDS):
        sums = (terms * weights[..., None]).swapaxes(-1, -2) @ terms
        free = sums[..., :_FREE, :_FREE] + ties[:, :, None] * np.eye(_FREE)
        solved = np.linalg.solve(free, sums[..., :_FREE, _FREE:])
        rest = sums[..., _FREE:, _FREE:] - sums[..., _FREE:, :_FREE] @ solved
        firm, centre = _window(parts, rest[0])
        slopes = np.zeros((2, count, 5))
        slopes[0, :, :2] = _flat_slopes(rest[0], firm, centre)
        slopes[1], held = _best_tilts(rest[1], firm, centre)
        chosen = np.concatenate((np.ones((2, count, 1)), -slopes), axis=2)
        best = (solved @ chosen[..., None])[..., 0]
        all_terms = np.concatenate((-best, chosen), axis=2)
        left = (terms @ all_terms[..., None])[..., 0] * trust
        weights = (tails + 1) / (tails + left**2) * trust**2
    costs = ((tails + 1) * np.log1p(left**2 / tails)).sum(axis=2) + (best**2 * ties).sum(axis=2)
    off = slopes[0, :, :2] - centre
    costs[0] += np.einsum("ni,nij,nj->n", off, firm, off)
    costs[1] += held
    return [
        Flatness(advantage=float(tilted - flat), misfit=float(flat)) for flat, tilted in costs.T
    ]


def _window(parts: Sequence[_Measured], rest: Doubles) -> tuple[Doubles, Doubles]:
    """How firmly the window's own slope is known for each face, and that slope, in its axes.

    Args:
        parts: the faces.
        rest: sums of squares by the measure and the slope, flat, ``(n, 6, 6)``.
    """
    firm = np.tile(np.eye(2) / np.tan(np.radians(tuning.CAMERA_SPREAD_DEG)) ** 2, (len(parts), 1, 1))
    centre = np.zeros((len(parts), 2))
    if len(parts) == 2:
        turn = parts[0].axes @ parts[1].axes.T
        for own, other, to_own in ((0, 1, turn), (1, 0, turn.T)):
            told = rest[other, 1:3, 1:3] * tuning.OTHER_DIE_SHARE
            firm[own] += to_own @ told @ to_own.T
            pull = to_own @ rest[other, 1:3, 0] * tuning.OTHER_DIE_SHARE
            centre[own] = np.linalg.solve(firm[own], pull)
    return firm, centre


def _flat_slopes(rest: Doubles, firm: Doubles, centre: Doubles) -> Doubles:
    right = rest[:, 1:3, 0] + (firm @ centre[..., None])[..., 0]
    slopes: Doubles = np.linalg.solve(rest[:, 1:3, 1:3] + firm, right[..., None])[..., 0]
    return slopes


def _best_tilts(rest: Doubles, firm: Doubles, centre: Doubles) -> tuple[Doubles, Doubles]:
    """The likeliest tilted slope of each face, ``(n, 5)``, and what the window's slope costs it."""
    costs = ((_SLOPES @ rest[:, 1:, 1:]) * _SLOPES).sum(axis=2)
    costs -= 2 * (_SLOPES @ rest[:, 1:, :1])[..., 0]
    gaps = np.hypot(*(_SLOPES[:, :2] - centre[:, None]).transpose(2, 0, 1))
    short = np.maximum(_TILT_LEAST - gaps, 0)
    held = short**2 * (np.trace(firm, axis1=1, axis2=2) / 2)[:, None]
    best = (costs + held).argmin(axis=1)
    return _SLOPES[best], held[np.arange(len(best)), best]
