"""Does a face lie flat on the window, and still? Tilted dice give themselves away in their shape.

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

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lattice import CELLS
from pi_meyer.vision.leans import leans_of
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.pitches import advantage_of_size
from pi_meyer.vision.rims import rims_of
from pi_meyer.vision.slope_terms import FREE, MEASURES, PIPS, free_terms_of, sloped_terms_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.leans import Lean
    from pi_meyer.vision.planes import Planes, Reals

Doubles = npt.NDArray[np.float64]

_ROUNDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Stance:
    """How a face lies, compared with a flat square.

    Attributes:
        advantage: how much more likely flat makes what was measured than the best tilt does, as
            twice a logarithm.
        misfit: how badly a flat square fits, in the same unit.
        smear_px2: how much wider the rims of its pips are along one way than on average, as a
            square; a complex number that goes round twice with the way.
        by_size: as ``advantage``, by its pitch beside the other die's; 0 where that tells nothing.
    """

    advantage: float
    misfit: float
    smear_px2: complex
    by_size: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Measured:
    """Faces in edges, along their own axes.

    Attributes:
        terms: what each measure changes by with what is free, then the measure itself, then by
            what it changes with slope x, y, xx, xy, yy: ``(faces, measures, 8 + 1 + 5)``.
        trust: one over the spread of each, 0 where there is no such pip, ``(faces, measures)``.
        ties: how firmly each of what is free is held at 0, ``(faces, 8)``.
        axes: the faces' own axes, two by two each.
        smaller: logarithm of the other's pitch over each one's; None where that tells nothing.
        way: from the other face in the camera's distances along its axes.
        smears_px2: of the faces' pips, see ``Stance``.
    """

    terms: Doubles
    trust: Doubles
    ties: Doubles
    axes: list[list[list[float]]]
    smaller: Doubles | None
    way: list[tuple[float, float]]
    smears_px2: npt.NDArray[np.complexfloating]


def stances_of(
    planes: Planes,
    faces: Sequence[Face],
    middle_xy: tuple[float, float],
    *,
    by_straightness: bool = False,
) -> list[Stance]:
    """Measure faces against flat and tilted squares, and how their pips are smeared.

    Args:
        planes: the picture.
        faces: one or two dice of the same window.
        middle_xy: the pixel right above the camera.
        by_straightness: believe the sides of faint faces by how straight they run.
    """
    order = sorted(range(len(faces)), key=lambda at: faces[at].polarity is Polarity.DARK)
    found = _compare(_measured(planes, [faces[at] for at in order], middle_xy, by_straightness))
    return [found[order.index(at)] for at in range(len(faces))]


def _measured(
    planes: Planes, faces: Sequence[Face], middle_xy: tuple[float, float], by_straightness: bool
) -> _Measured:
    count = len(faces)
    rims = rims_of(planes, faces)
    axes = [face.normals[:2].tolist() for face in faces]
    centres = [face.centre_xy.tolist() for face in faces]
    offsets = [face.offsets_px.tolist() for face in faces]
    lengths = [sum(those) / 2 for those in offsets]
    places = [
        _along(own, centre, middle_xy, length)
        for own, centre, length in zip(axes, centres, lengths, strict=True)
    ]
    edges, away = np.array(lengths)[:, None], np.array(places)
    values = np.array([face.value for face in faces])
    there = np.arange(PIPS) < values[:, None]
    cells, pips = np.zeros((count, PIPS, 2)), np.zeros((count, PIPS, 2))
    cells[there] = np.concatenate([CELLS[face.shares > 0.5] for face in faces])
    cells *= np.array([face.pitch_px for face in faces])[:, None, None] / edges[..., None]
    pips[there] = rims.pips_xy - np.repeat(centres, values, axis=0)
    own_pips = (pips @ np.array(axes).swapaxes(1, 2)) / edges[..., None]
    seen = np.empty((count, MEASURES))
    seen[:, :8] = [
        _sides_of(those, length, place) + face.slants.tolist()
        for those, length, place, face in zip(offsets, lengths, places, faces, strict=True)
    ]
    seen[:, 8:10] = rims.ovals_px / rims.radii_px[:, None]
    seen[:, 10:] = (own_pips - cells).reshape(count, -1)
    calm = np.zeros((count, PIPS))
    calm[there] = np.minimum(1, tuning.RIM_REST_PX / (rims.unrest_px + 1e-6)) ** 2
    trust = np.empty((count, MEASURES))
    trust[:, :8] = _trust_in_sides(faces, by_straightness)
    many = np.where(values < 4, 1 / tuning.OVAL_SPREAD_PX, 1 / tuning.OVAL_SPREAD_MANY_PX)
    trust[:, 8:10] = (rims.radii_px * many)[:, None]
    trust[:, 10:] = np.repeat(calm / tuning.PIP_SPREAD_EDGES, 2, axis=1)
    terms = np.concatenate(
        (
            free_terms_of(cells, values),
            seen[..., None],
            sloped_terms_of(away, cells, tuning.FOCAL_PX / edges),
        ),
        axis=2,
    )
    return _Measured(
        terms=terms,
        trust=trust,
        ties=np.where((values > 1)[:, None], _TIES, _TIES_OF_ONE),
        axes=axes,
        smaller=_smaller(own_pips, edges, values) if _alike(faces) else None,
        way=[
            _along(own, centre, other, tuning.FOCAL_PX)
            for own, centre, other in zip(axes, centres, reversed(centres), strict=True)
        ],
        smears_px2=rims.smears_px2,
    )


def _along(
    axes: Sequence[Sequence[float]], to: Sequence[float], start: Sequence[float], unit: float
) -> tuple[float, float]:
    """The way from one point to another along two axes, in some unit."""
    (ax, ay), (bx, by) = axes
    x, y = (to[0] - start[0]) / unit, (to[1] - start[1]) / unit
    return ax * x + ay * y, bx * x + by * y


def _sides_of(offsets: Sequence[float], length: float, place: tuple[float, float]) -> list[float]:
    """How far out the four sides lie, in edges, against a flat square.

    A flat die's rounded inner edges push the outline inwards a little.
    """
    x, y = tuning.SHIFT_PER_EDGE * place[0], tuning.SHIFT_PER_EDGE * place[1]
    pushed = zip(offsets, (x, y, -x, -y), strict=True)
    return [offset / length + push - 0.5 for offset, push in pushed]


def _alike(faces: Sequence[Face]) -> bool:
    """Whether there are two faces with a pitch that can be of one set."""
    kinds = {face.polarity for face in faces}
    return len(faces) == 2 and len(kinds) == 1 and min(face.value for face in faces) > 1


def _smaller(pips: Doubles, edges: Doubles, values: npt.NDArray[np.int_]) -> Doubles:
    """Logarithm of the other face's pitch over each one's."""
    there = np.arange(PIPS) < values[:, None]
    pips = (pips - (pips.sum(axis=1) / values[:, None])[:, None]) * there[..., None]
    logs: Doubles = np.log(np.sqrt((pips**2).sum(axis=(1, 2)) / _SPANS[values]) * edges[:, 0])
    return logs[::-1] - logs


_SPANS = np.array([1, 1, 4, 4, 8, 8, 10], float)
"""Sum of the squared distances of a value's pips from their middle, in squared pitches."""


def _tied(turn_spread: float) -> Doubles:
    ties = np.full(FREE, 1e-6)
    ties[4:6] += 1 / tuning.MIDDLE_SPREAD_EDGES**2
    ties[7] += 1 / turn_spread**2
    return ties


_TIES = _tied(np.radians(tuning.TURN_SPREAD_DEG))
_TIES_OF_ONE = _tied(1.0)


def _trust_in_sides(faces: Sequence[Face], by_straightness: bool) -> Doubles:
    """One over the usual spread of the sides' distances and slants: weak ones are less sure.

    Of a faint face (as black on black) how straight the steps along its sides lie tells more.
    """
    strengths = np.array([face.strengths.tolist() for face in faces])
    weak = 1 - np.maximum(strengths, tuning.SIDE_STRENGTH_LEAST)
    trust = np.exp(weak[:, None] * -_SIDE_GROWS) / _SIDE_SPREADS
    for at, face in enumerate(faces):
        if by_straightness and face.is_faint:
            trust[at] = _trust_in_faint(strengths[at], face.roughs)
    if len(faces) == 2:
        one, two = faces
        gap = math.dist(one.centre_xy.tolist(), two.centre_xy.tolist())
        if gap < (one.edge_px + two.edge_px) * 0.8:
            trust[0, :, _touching(one, two)] /= tuning.TOUCHING_SPREAD
            trust[1, :, _touching(two, one)] /= tuning.TOUCHING_SPREAD
    both: Doubles = trust.reshape(len(faces), 8)
    return both


def _trust_in_faint(strengths: Doubles, roughs: Reals) -> Doubles:
    """The same for one face whose sides are faint: ``(2, 4)``."""
    weak = 1 - np.maximum(strengths, tuning.FAINT_STRENGTH_LEAST)
    uneven = (roughs + tuning.FAINT_ROUGH) / (2 * tuning.FAINT_ROUGH)
    trust: Doubles = np.exp(weak * -_FAINT_GROWS) / (_FAINT_SPREADS * uneven**_FAINT_POWERS)
    return np.minimum(trust, 1 / _SIDE_SPREADS)


_FAINT_GROWS = np.array([[tuning.FAINT_SPREAD_GROWS], [tuning.FAINT_SLANT_GROWS]])
_FAINT_POWERS = np.array([[tuning.FAINT_SPREAD_POWER], [tuning.FAINT_SLANT_POWER]])
_FAINT_SPREADS = np.array([[tuning.FAINT_SPREAD_EDGES], [np.radians(tuning.FAINT_SLANT_DEG)]])
_SIDE_GROWS = np.array([[tuning.SIDE_SPREAD_GROWS], [tuning.SLANT_SPREAD_GROWS]])
_SIDE_SPREADS = np.array([[tuning.SIDE_SPREAD_EDGES], [np.radians(tuning.SLANT_SPREAD_DEG)]])


def _touching(face: Face, other: Face) -> list[bool]:
    """Which of the four sides touch another die. In plain numbers: there are few."""
    x, y = (face.centre_xy - other.centre_xy).tolist()
    normals, reach = face.normals.tolist(), other.edge_px / 2
    (ax, ay), (bx, by) = other.normals[:2].tolist()
    touching = []
    for side, offset in enumerate(face.offsets_px.tolist()):
        (u, v), (du, dv) = normals[side], normals[(side + 1) % 4]
        out = offset + tuning.TOUCHING_EDGES * face.edge_px
        places = [
            (x + out * u + along * du, y + out * v + along * dv)
            for along in (-0.3 * face.edge_px, 0.0, 0.3 * face.edge_px)
        ]
        touching.append(any(abs(p * ax + q * ay) < reach > abs(p * bx + q * by) for p, q in places))
    return touching


def _slopes() -> Doubles:
    """Slopes that a tilted face may have: x, y, xx, xy, yy, ``(n, 5)``."""
    size, turn = np.meshgrid(
        np.tan(np.radians(tuning.SLOPES_DEG)), np.arange(_TURNS) * 2 * np.pi / _TURNS, indexing="ij"
    )
    x, y = (size * np.cos(turn)).ravel(), (size * np.sin(turn)).ravel()
    return np.stack((x, y, x * x, x * y, y * y), axis=1)


_TURNS = 30
_SLOPES = _slopes()
_PAIRS = np.triu_indices(5)
_SQUARED = _SLOPES[:, _PAIRS[0]] * _SLOPES[:, _PAIRS[1]] * np.where(_PAIRS[0] == _PAIRS[1], 1, 2)
_PRODUCTS = np.concatenate((_SQUARED, -2 * _SLOPES), axis=1)
"""Products of what a slope changes, so that all costs are one product: ``(n, 15 + 5)``."""
_TILT_LEAST = float(np.tan(np.radians(tuning.TILT_LEAST_DEG)))
_SIZES = _SLOPES[:, 0] ** 2 + _SLOPES[:, 1] ** 2
_SQUARES = np.concatenate((np.ones((len(_SLOPES), 1)), _SLOPES[:, :2]), axis=1)
_OF_REST = np.concatenate((6 * _PAIRS[0] + _PAIRS[1] + 1, 6 * np.arange(5)))
"""Where the sums for these products lie among five rows of six."""


def _compare(faces: _Measured) -> list[Stance]:
    """Fit flat and tilted in turns, each with the weights that its own misses give."""
    terms, trust, ties = faces.terms, faces.trust, faces.ties
    tails, squares = tuning.SPREAD_TAILS, trust * trust
    held = ties[:, :, None] * _EYE
    weights = squares[None]
    chosen = np.zeros((2, len(terms), 6, 1))
    chosen[..., 0, :] = 1
    costs = np.full((2, len(terms)), np.inf)
    for _ in range(_ROUNDS):
        sums = (terms * weights[..., None]).swapaxes(-1, -2) @ terms
        right = sums[..., :FREE, FREE:]
        solved = np.linalg.solve(sums[..., :FREE, :FREE] + held, right)
        rest = sums[..., FREE:, FREE:] - right.swapaxes(-1, -2) @ solved
        leans = leans_of(faces.axes, rest[0, :, 1:3, :3].tolist())
        tilts, short = _best_tilts(rest[-1], leans)
        chosen[0, :, 1:3, 0], chosen[1, :, 1:, 0] = [lean.flat for lean in leans], tilts
        np.negative(chosen[..., 1:, :], out=chosen[..., 1:, :])
        best = solved @ chosen
        left = (terms @ np.concatenate((-best, chosen), axis=2))[..., 0] * trust
        left *= left
        left /= tails
        now = (tails + 1) * np.add.reduce(np.log1p(left), axis=2)
        best *= best
        now += np.add.reduce(best[..., 0] * ties, axis=2)
        now[0] += [lean.cost for lean in leans]
        now[1] += short
        costs = np.minimum(costs, now)
        advantages = costs[1] - costs[0]
        if advantages.min() > tuning.FLAT_AT_ONCE and costs[0].max() < tuning.FLAT_AT_ONCE:
            break
        weights = squares * ((1 + 1 / tails) / (1 + left))
    by_size = [0.0] * len(leans)
    if faces.smaller is not None:
        told = zip(leans, faces.way, faces.smaller.tolist(), strict=True)
        by_size = [advantage_of_size(*one) for one in told]
    return [
        Stance(
            # a comparison that came to no number is none in favour of flat
            advantage=advantage if math.isfinite(advantage) else -math.inf,
            by_size=by_size[at],
            misfit=misfit,
            smear_px2=complex(faces.smears_px2[at]),
        )
        for at, (advantage, misfit) in enumerate(
            zip(advantages.tolist(), costs[0].tolist(), strict=True)
        )
    ]


_EYE = np.eye(FREE)


def _best_tilts(rest: Doubles, leans: Sequence[Lean]) -> tuple[Doubles, Doubles]:
    """The likeliest tilted slope of each face, ``(n, 5)``, and what the window's slope costs it."""
    sums = rest[:, 1:, :].reshape(len(rest), -1).take(_OF_REST, axis=1)
    window = np.array([(x * x + y * y, -2 * x, -2 * y) for x, y in (one.window for one in leans)])
    apart = np.maximum(_SQUARES @ window.T + _SIZES[:, None], 0)
    short = np.maximum(_TILT_LEAST - np.sqrt(apart, out=apart), 0)
    short *= short
    short *= [lean.firm for lean in leans]
    best = (_PRODUCTS @ sums.T + short).argmin(axis=0)
    return _SLOPES[best], short[best, np.arange(len(best))]
