"""Cocked dice: raised towards any side, on the wall of the cup or on the other die."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.simulation.dice_model import rotation, standing_height_mm
from pi_meyer.simulation.placing import Place, flat, shifted, wall_radius_mm

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.simulation.optics import DoubleArray

TILT_DEG = (12.0, 45.0)
"""How far dice lean in the shared pictures."""

_SIDES = (0.0, 180.0)
_SIDE_SHARES = (0.36, 0.36)
_WALL_SLOPE = 0.1
_PLAY_MM = 0.05


def cocked_on_wall(
    rng: np.random.Generator,
    edges_mm: tuple[float, float],
    cup_radius_mm: float,
    tilt_deg: tuple[float, float] = TILT_DEG,
) -> list[Place]:
    """The first die leans on the wall, raised outwards, inwards or aside; the second lies flat."""
    angle, tilt = float(rng.uniform(0, 360)), float(rng.uniform(*tilt_deg))
    towards = angle + _side(rng)
    yaw = towards + _turn(rng)
    other, share, yaw_two = rng.uniform(0.7, 1.3) * 180, rng.uniform(0.2, 0.9), rng.uniform(0, 90)
    lean = _standing(edges_mm[0], yaw, tilt, towards)
    way = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    radius = _furthest(
        lambda out: _inside(_moved(lean, way, out), edges_mm[0], cup_radius_mm), cup_radius_mm
    )
    lean = _moved(lean, way, radius)
    far = math.radians(angle + other)
    limit = wall_radius_mm(edges_mm[1], float(yaw_two), far, cup_radius_mm) * share
    low = flat((0.0, 0.0), float(yaw_two), edges_mm[1])
    beside = _moved(low, (math.cos(far), math.sin(far)), limit)
    clear = not overlap(lean, edges_mm[0], beside, edges_mm[1])
    return [lean, beside if clear else _moved(low, way, -0.6 * edges_mm[1])]


def cocked_on_die(
    rng: np.random.Generator,
    edges_mm: tuple[float, float],
    reach_mm: float,
    tilt_deg: tuple[float, float] = TILT_DEG,
) -> list[Place]:
    """The first die leans on the second, raised towards it, away from it or aside."""
    yaw, tilt, way = rng.uniform(0, 90), float(rng.uniform(*tilt_deg)), float(rng.uniform(0, 360))
    turn, share = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1)
    towards = way + _side(rng)
    lean = _standing(edges_mm[0], towards + _turn(rng), tilt, towards)
    low = flat((0.0, 0.0), float(yaw), edges_mm[1])
    step = (math.cos(math.radians(way)), math.sin(math.radians(way)))
    gap = 40 - _furthest(
        lambda come: not overlap(_moved(lean, step, 40 - come), edges_mm[0], low, edges_mm[1]), 40
    )
    off = share * max(0.0, reach_mm - gap)
    pair = [_moved(lean, step, gap + _PLAY_MM), low]
    middle = (-step[0] * gap / 2, -step[1] * gap / 2)
    return shifted(shifted(pair, middle), (off * math.cos(turn), off * math.sin(turn)))


def _side(rng: np.random.Generator) -> float:
    """Where the underside is raised, against the way outwards: 0, 180 or anywhere, in degrees."""
    chosen, spread, anywhere = rng.uniform(), rng.normal(0, 8), rng.uniform(0, 360)
    bounds = np.cumsum(_SIDE_SHARES)
    if chosen >= bounds[-1]:
        return float(anywhere)
    return _SIDES[int(np.searchsorted(bounds, chosen, side="right"))] + float(spread)


def _turn(rng: np.random.Generator) -> float:
    """Turn of the die against the side that is raised: it stands on an edge, or on a corner."""
    near, anyhow, on_corner = rng.normal(0, 8), rng.uniform(-45, 45), rng.uniform() < 0.15
    quarter = float(rng.integers(0, 4) * 90)
    return quarter + float(anyhow if on_corner else near)


def _standing(edge_mm: float, yaw_deg: float, tilt_deg: float, towards_deg: float) -> Place:
    height = standing_height_mm(edge_mm, yaw_deg, tilt_deg, towards_deg)
    return Place(
        centre_mm=(0.0, 0.0, height),
        yaw_deg=yaw_deg % 360,
        tilt_deg=tilt_deg,
        tilt_towards_deg=towards_deg % 360,
    )


def _moved(place: Place, way: tuple[float, float], by_mm: float) -> Place:
    x, y, z = place.centre_mm
    return replace(place, centre_mm=(x + way[0] * by_mm, y + way[1] * by_mm, z))


def _furthest(allowed: Callable[[float], bool], limit: float) -> float:
    """The largest number up to ``limit`` that is allowed, where all below it are."""
    low, high = 0.0, limit
    for _ in range(16):
        middle = (low + high) / 2
        low, high = (middle, high) if allowed(middle) else (low, middle)
    return low


def _inside(place: Place, edge_mm: float, cup_radius_mm: float) -> bool:
    """Whether no corner pierces the wall, which closes a little upwards."""
    corners = _corners(place, edge_mm)
    room = cup_radius_mm - _WALL_SLOPE * corners[:, 2]
    return bool((np.hypot(corners[:, 0], corners[:, 1]) <= room).all())


def _corners(place: Place, edge_mm: float) -> DoubleArray:
    h = edge_mm / 2
    own = np.array(list(itertools.product((-h, h), repeat=3)))
    result: DoubleArray = own @ _rotation(place).T + np.array(place.centre_mm)
    return result


def _rotation(place: Place) -> DoubleArray:
    return rotation(place.yaw_deg, place.tilt_deg, place.tilt_towards_deg)


def overlap(one: Place, edge_mm: float, two: Place, other_mm: float) -> bool:
    """Whether two cubes share space: no axis of the fifteen separates them."""
    a, b = _rotation(one).T, _rotation(two).T
    crosses = np.cross(a[:, None], b[None]).reshape(-1, 3)
    axes = np.concatenate([a, b, crosses[np.linalg.norm(crosses, axis=1) > 1e-6]])
    first, second = _corners(one, edge_mm) @ axes.T, _corners(two, other_mm) @ axes.T
    apart = (first.max(0) <= second.min(0)) | (second.max(0) <= first.min(0))
    return not bool(apart.any())
