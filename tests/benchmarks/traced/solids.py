"""Triangles of everything above the window: dice with sunk pips, the cup, heads and fingers.

Each triangle names a row of the paints' table; each corner has its own normal, its distance to the
nearest pip's edge (below 0: inside a pip), a shade of grain and a share of worn paint.
"""

from __future__ import annotations

import enum
import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.dice_model import PATTERNS, Die, face_values

if TYPE_CHECKING:
    from tests.benchmarks.traced.scenery import Cast, Finger, Head

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
ColourRGB = tuple[float, float, float]

_GAP_MM = 0.02
_CELL_MM = 0.17
_ROUND_CELLS = 7
_AROUND = 128


class Matter(enum.IntEnum):
    """How light goes on from a surface."""

    OPAQUE = 0
    CLEAR = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """One row of the table: body and pips of a surface, linear reflectances in red, green, blue.

    Attributes:
        body: colour of the body.
        pip: colour of the paint in the pips.
        sheen: reflectance of the varnish, looked at straight.
        roughness: of the varnish.
        pip_roughness: of the paint in the pips.
        matter: opaque, or clear for light to pass.
    """

    body: ColourRGB
    pip: ColourRGB = (0.0, 0.0, 0.0)
    sheen: float = 0.04
    roughness: float = 0.2
    pip_roughness: float = 0.2
    matter: Matter = Matter.OPAQUE


@dataclass(frozen=True, slots=True, kw_only=True)
class Solid:
    """Triangles in world millimetres.

    Attributes:
        corners_mm: (n, 3).
        normals: (n, 3), outwards.
        pip_edge_mm: (n,), distance to the nearest pip's edge.
        shade: (n,), factor on the body's colour.
        worn: (n,), share of the paint that has gone.
        triangles: (m, 3) corners.
        paints: (m,) rows of the table.
    """

    corners_mm: FloatArray
    normals: FloatArray
    pip_edge_mm: FloatArray
    shade: FloatArray
    worn: FloatArray
    triangles: IntArray
    paints: IntArray


def joined(solids: list[Solid]) -> Solid:
    """All triangles as one solid; an empty list gives one far triangle."""
    solids = solids or [_speck()]
    starts = np.cumsum([0, *(len(s.corners_mm) for s in solids)])
    return Solid(
        corners_mm=np.concatenate([s.corners_mm for s in solids]),
        normals=np.concatenate([s.normals for s in solids]),
        pip_edge_mm=np.concatenate([s.pip_edge_mm for s in solids]),
        shade=np.concatenate([s.shade for s in solids]),
        worn=np.concatenate([s.worn for s in solids]),
        triangles=np.concatenate(
            [s.triangles + start for s, start in zip(solids, starts[:-1], strict=True)]
        ),
        paints=np.concatenate([s.paints for s in solids]),
    )


def _speck() -> Solid:
    far = np.array([[0.0, 0.0, 1e5], [1.0, 0.0, 1e5], [0.0, 1.0, 1e5]])
    return _plain(far, np.tile([0.0, 0.0, -1.0], (3, 1)), np.array([[0, 1, 2]]), 0)


def _plain(corners: FloatArray, normals: FloatArray, triangles: IntArray, paint: int) -> Solid:
    """A solid without pips or grain, in one paint."""
    count = len(corners)
    return Solid(
        corners_mm=corners,
        normals=normals,
        pip_edge_mm=np.full(count, 9.0),
        shade=np.ones(count),
        worn=np.zeros(count),
        triangles=triangles,
        paints=np.full(len(triangles), paint, np.int64),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Carving:
    """How the pips of a die are made.

    Attributes:
        depth: of a pip over its radius; 0 for pips that lie flush.
        grain: "wood" runs in stripes, else specks.
    """

    depth: float
    wood: bool = False


def die_solid(die: Die, carving: Carving, first_paint: int) -> Solid:
    """A rounded cube with its pips; paints ``first_paint`` to + 5 are +x, -x, +y, -y, +z, -z."""
    values = face_values(die.bottom, die.hand)
    faces = [
        _face(die, carving, side, values[side], first_paint + side) for side in range(len(values))
    ]
    return joined(faces)


def _face(die: Die, carving: Carving, side: int, value: int, paint: int) -> Solid:
    h = die.edge_mm / 2
    axis, sign = side // 2, 1 - 2 * (side % 2)
    line = _grid_line(h, max(0.05, die.rounding * die.edge_mm))
    u, v = (a.ravel() for a in np.meshgrid(line, line, indexing="ij"))
    cube = np.zeros((u.size, 3))
    cube[:, axis] = sign * h
    cube[:, (axis + 1) % 3], cube[:, (axis + 2) % 3] = u, v
    points, normals = _rounded(cube, h, max(0.05, die.rounding * die.edge_mm))
    edge = _carve((points, normals), die, carving, side, value)
    shade, worn = _grain(points, die, wood=carving.wood)
    turn = die.rotation()
    return Solid(
        corners_mm=points @ turn.T + np.array(die.centre_mm) + np.array([0.0, 0.0, _GAP_MM]),
        normals=normals @ turn.T,
        pip_edge_mm=edge,
        shade=shade,
        worn=worn,
        triangles=_sheet(len(line), len(line), turned=sign < 0),
        paints=np.full(2 * (len(line) - 1) ** 2, paint, np.int64),
    )


def _grid_line(half: float, radius: float) -> FloatArray:
    """Places of the grid's lines along an edge, closer on its rounding."""
    flat = half - radius
    cells = max(2, int(2 * flat / _CELL_MM))
    curve = half - radius * (1 - np.tan(np.linspace(0, math.pi / 4, _ROUND_CELLS)))
    line: FloatArray = np.concatenate([-curve[:0:-1], np.linspace(-flat, flat, cells), curve[1:]])
    return line


def _rounded(cube: FloatArray, half: float, radius: float) -> tuple[FloatArray, FloatArray]:
    """Points of a cube moved onto the rounded cube, and its normals there."""
    inner = np.clip(cube, -(half - radius), half - radius)
    normals = cube - inner
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return inner + radius * normals, normals


def _carve(
    sheet: tuple[FloatArray, FloatArray],
    die: Die,
    carving: Carving,
    side: int,
    value: int,
) -> FloatArray:
    """Sink the pips of a face into the sheet's points and normals; the distances to their edges."""
    points, normals = sheet
    axis, sign = side // 2, 1 - 2 * (side % 2)
    # the pattern runs along the die's own x and y on the face that looks down
    across = [(axis + 1) % 3, (axis + 2) % 3]
    step = die.pitch * die.edge_mm
    radius = die.pip_radius * die.edge_mm * (die.style.big_one if value == 1 else 1.0)
    nearest = np.full(len(points), 9.0)
    for place in PATTERNS[value]:
        off = points[:, across] - np.array(place) * step
        gap = np.hypot(off[:, 0], off[:, 1])
        nearest = np.minimum(nearest, gap - radius)
        inside = gap < radius
        if carving.depth > 0 and inside.any():
            depth = carving.depth * radius * (0.7 if radius > 1.9 else 1.0)
            ball = (radius**2 + depth**2) / (2 * depth)
            sunk = np.sqrt(ball**2 - gap[inside] ** 2) - (ball - depth)
            points[inside, axis] -= sign * sunk
            for k, along in enumerate(across):
                normals[inside, along] = -off[inside, k] / ball
            normals[inside, axis] = sign * (ball - depth + sunk) / ball
    return nearest


def _grain(points: FloatArray, die: Die, *, wood: bool) -> tuple[FloatArray, FloatArray]:
    """Shade of the body and share of worn paint, both smooth noise in the die's own frame."""
    chance = np.random.default_rng(die.grain_seed)
    stretch = np.array([0.12, 1.0, 1.0]) if wood else np.ones(3)
    waves = chance.normal(0, 2.2, (14, 3)) * stretch
    phases = chance.uniform(0, 2 * math.pi, 14)
    noise = np.sin(points @ waves.T + phases).sum(1) / math.sqrt(7)
    blots = chance.normal(0, 1.1, (8, 3))
    worn = np.sin(points @ blots.T + phases[:8]).sum(1) / 2
    share = die.wear * (0.18 + 0.22 * np.clip(worn, -0.8, 1.6))
    return 1 + die.texture * (2.0 if wood else 1.0) * noise, np.clip(share, 0, 0.6)


def _sheet(rows: int, columns: int, *, turned: bool) -> IntArray:
    """Triangles of a grid of corners."""
    at = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]
    one, two = (a, b, c), (a, c, d)
    if turned:
        one, two = (a, c, b), (a, d, c)
    parts = [np.stack([corner.ravel() for corner in three], 1) for three in (one, two)]
    result: IntArray = np.concatenate(parts)
    return result


def cup_solids(cast: Cast, paint: int) -> list[Solid]:
    """Inside, end, rim and outside of the cup; nothing when it is off."""
    cup = cast.scene.setting.cup
    if cup is None:
        return []
    r, outer, top = cup.radius_mm, cup.radius_mm + cup.wall_mm, cup.height_mm
    end = r * cup.taper
    lift = 0.05 + cup.lift_mm
    bow = cast.end_bow_mm
    profile = [
        (outer * cup.taper + 1.0, top + 4.0),
        (outer, lift + 0.4),
        (outer - 0.4, lift),
        (r + 0.4, lift),
        (r, lift + 0.4),
        (r + (end - r) * 0.5, top * 0.5),
        (end, top - 3.0),
        (end - 1.0, top - 0.8),
        (end - 3.0, top),
        (end * 0.5, top + 0.6 * bow),
        (0.01, top + bow),
    ]
    return [_revolved(profile, cup.centre_xy_mm, paint)]


def _revolved(
    profile: list[tuple[float, float]], centre_xy_mm: tuple[float, float], paint: int
) -> Solid:
    """A body of revolution; each strip has its own corners, so that edges stay sharp."""
    angles = np.linspace(0, 2 * math.pi, _AROUND + 1)
    ring = np.stack([np.cos(angles), np.sin(angles)], 1)
    strips = []
    for (r0, z0), (r1, z1) in itertools.pairwise(profile):
        slope = math.hypot(r1 - r0, z1 - z0)
        out, up = (z0 - z1) / slope, (r1 - r0) / slope
        corners = np.concatenate(
            [np.column_stack([ring * r, np.full(len(ring), z)]) for r, z in ((r0, z0), (r1, z1))]
        )
        corners[:, :2] += np.array(centre_xy_mm)
        normals = np.tile(np.column_stack([ring * out, np.full(len(ring), up)]), (2, 1))
        strips.append(_plain(corners, normals, _sheet(2, len(ring), turned=False), paint))
    return joined(strips)


def head_solid(head: Head, paint: int) -> Solid:
    """An ellipsoid that looks down."""
    corners, triangles = _ball(24, 48)
    size = np.array(head.half_axes_mm)
    lean, turn = math.radians(head.lean_deg), math.radians(head.turn_deg)
    tip = np.array(
        [[math.cos(lean), 0, math.sin(lean)], [0, 1, 0], [-math.sin(lean), 0, math.cos(lean)]]
    )
    spin = np.array(
        [[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]]
    )
    normals = corners / size
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    world = (corners * size) @ (spin @ tip).T + np.array(head.centre_mm)
    return _plain(world, normals @ (spin @ tip).T, triangles, paint)


def _ball(rows: int, columns: int) -> tuple[FloatArray, IntArray]:
    up = np.linspace(1e-3, math.pi - 1e-3, rows)
    round_ = np.linspace(0, 2 * math.pi, columns)
    a, b = (v.ravel() for v in np.meshgrid(up, round_, indexing="ij"))
    corners = np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)], 1)
    return corners, _sheet(rows, columns, turned=False)


def finger_solid(finger: Finger, paint: int) -> Solid:
    """A tapered rod with a round tip, bent once."""
    along = np.concatenate([[0.0, 0.04, 0.12, 0.25, 0.45, 0.7], np.linspace(1, 12, 24)])
    radius = finger.radius_mm * np.where(
        along < 1, np.sqrt(np.clip(1 - (1 - along) ** 2, 1e-4, 1)), 1 + 0.02 * (along - 1)
    )
    ways = math.radians(finger.towards_deg)
    out = np.array([math.cos(ways), math.sin(ways), 0.0])
    rise = math.radians(finger.rise_deg)
    reach = along * finger.radius_mm
    middles = np.array(finger.tip_mm) + reach[:, None] * math.cos(rise) * out
    middles[:, 2] += reach * math.sin(rise) + 0.012 * reach**2 / finger.radius_mm
    side = np.array([-out[1], out[0], 0.0])
    round_ = np.linspace(0, 2 * math.pi, 33)
    spokes = np.cos(round_)[:, None] * side + np.sin(round_)[:, None] * np.array([0.0, 0.0, 1.0])
    corners = (middles[:, None] + radius[:, None, None] * spokes[None]).reshape(-1, 3)
    cap = np.clip(1 - along, 0, 1)[:, None, None]
    normals = (spokes[None] * np.sqrt(1 - 0.98 * cap**2) - out * cap).reshape(-1, 3)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return _plain(corners, normals, _sheet(len(along), 33, turned=True), paint)
