"""Where dice come to lie: apart, touching, at the wall, leaning, stacked, on their way."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.simulation.dice_model import standing_height_mm

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import DoubleArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How one die stands; see ``dice_model.Die`` for the fields."""

    centre_mm: tuple[float, float, float]
    yaw_deg: float
    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0


XY = tuple[float, float]


def flat(at_xy_mm: XY, yaw_deg: float, edge_mm: float) -> Place:
    """Flat on the window."""
    return Place(centre_mm=(*at_xy_mm, edge_mm / 2), yaw_deg=yaw_deg)


def apart(rng: np.random.Generator, edges_mm: tuple[float, float], reach_mm: float) -> list[Place]:
    """Two flat dice that do not touch, their middles within ``reach_mm`` of the middle.

    Always draws the same amount of numbers: there is no retry.
    """
    yaws, way, spread = rng.uniform(0, 90, 2), rng.uniform(0, 2 * math.pi), rng.uniform(0, 1)
    turn, share = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1)
    least = contact_mm(edges_mm, (float(yaws[0]), float(yaws[1])), way) + 1.0
    gap = least + spread**1.5 * max(0.0, 2 * reach_mm - least)
    return _pair(edges_mm, yaws, way, gap, (turn, math.sqrt(share) * max(0.0, reach_mm - gap / 2)))


def _pair(
    edges_mm: tuple[float, float],
    yaws_deg: DoubleArray,
    way: float,
    gap_mm: float,
    off: tuple[float, float],
) -> list[Place]:
    """Two flat dice that far from each other, both moved by (angle, distance)."""
    half = (gap_mm / 2 * math.cos(way), gap_mm / 2 * math.sin(way))
    pair = [
        flat((-half[0], -half[1]), float(yaws_deg[0]), edges_mm[0]),
        flat(half, float(yaws_deg[1]), edges_mm[1]),
    ]
    return shifted(pair, (off[1] * math.cos(off[0]), off[1] * math.sin(off[0])))


def alone(rng: np.random.Generator, edge_mm: float, reach_mm: float) -> list[Place]:
    """One flat die anywhere."""
    radius, angle = reach_mm * math.sqrt(rng.uniform(0, 1)), rng.uniform(0, 2 * math.pi)
    at = (radius * math.cos(angle), radius * math.sin(angle))
    return [flat(at, float(rng.uniform(0, 90)), edge_mm)]


def three(
    rng: np.random.Generator, edges_mm: tuple[float, float, float], reach_mm: float
) -> list[Place]:
    """Two dice near each other, the third beside both, none in another."""
    yaws, way, apart_mm = (
        rng.uniform(0, 90, 3),
        rng.uniform(0, 2 * math.pi),
        rng.uniform(0, 8) ** 2 / 8,
    )
    turn, share = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1)
    gap = contact_mm((edges_mm[0], edges_mm[1]), (float(yaws[0]), float(yaws[1])), way) + apart_mm
    pair = _pair((edges_mm[0], edges_mm[1]), yaws[:2], way, gap, (0.0, 0.0))
    out = _clear_way(pair, edges_mm, float(yaws[2]), way + math.pi / 2)
    at = (out * math.cos(way + math.pi / 2), out * math.sin(way + math.pi / 2))
    trio = [*pair, flat(at, float(yaws[2]), edges_mm[2])]
    trio = shifted(trio, (-at[0] / 3, -at[1] / 3))
    far = max(math.hypot(*place.centre_mm[:2]) for place in trio)
    off = math.sqrt(share) * max(0.0, reach_mm + 2 - far)
    return shifted(trio, (off * math.cos(turn), off * math.sin(turn)))


def _clear_way(
    pair: list[Place], edges_mm: tuple[float, float, float], yaw_deg: float, way: float
) -> float:
    """How far out, in that direction, a third die is clear of both."""
    for out in np.arange(4.0, 40.0, 0.5).tolist():
        at = (out * math.cos(way), out * math.sin(way))
        if all(
            _gap_mm(place, edge, at, edges_mm[2], yaw_deg) > 0
            for place, edge in zip(pair, edges_mm, strict=False)
        ):
            return float(out)
    return 40.0


def _gap_mm(place: Place, edge_mm: float, at_xy_mm: XY, other_mm: float, yaw_deg: float) -> float:
    """How far a flat die at a point is from touching one that lies; below 0 they overlap."""
    dx, dy = at_xy_mm[0] - place.centre_mm[0], at_xy_mm[1] - place.centre_mm[1]
    need = contact_mm((edge_mm, other_mm), (place.yaw_deg, yaw_deg), math.atan2(dy, dx))
    return math.hypot(dx, dy) - need


def shifted(places: list[Place], by_xy_mm: XY) -> list[Place]:
    """The same places, moved together."""
    return [
        Place(
            centre_mm=(p.centre_mm[0] + by_xy_mm[0], p.centre_mm[1] + by_xy_mm[1], p.centre_mm[2]),
            yaw_deg=p.yaw_deg,
            tilt_deg=p.tilt_deg,
            tilt_towards_deg=p.tilt_towards_deg,
        )
        for p in places
    ]


def touching(
    rng: np.random.Generator, edges_mm: tuple[float, float], reach_mm: float
) -> list[Place]:
    """Two flat dice that just touch."""
    yaws, way = rng.uniform(0, 90, 2), rng.uniform(0, 2 * math.pi)
    turn, share = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1)
    if rng.uniform() < 0.5:
        yaws[1] = yaws[0]
        way = (
            math.radians(yaws[0]) + rng.choice((0.0, 0.5, 1.0, 1.5)) * math.pi + (share - 0.5) * 0.5
        )
    gap = contact_mm(edges_mm, (float(yaws[0]), float(yaws[1])), way) + 0.05
    off = math.sqrt(share) * max(0.0, reach_mm + 1 - gap / 2)
    return _pair(edges_mm, yaws, way, gap, (turn, off))


def at_wall(
    rng: np.random.Generator, edges_mm: tuple[float, float], cup_radius_mm: float
) -> list[Place]:
    """Two flat dice, at least the first of them at the wall of the cup."""
    first, other = rng.uniform(0, 2 * math.pi), rng.uniform(0.6, 1.4) * math.pi
    yaws, share = rng.uniform(0, 90, 2), rng.uniform(0.94, 1.0)
    places = []
    for k, (angle, part) in enumerate(((first, 1.0), (first + other, share))):
        radius = part * wall_radius_mm(edges_mm[k], float(yaws[k]), angle, cup_radius_mm)
        at = (radius * math.cos(angle), radius * math.sin(angle))
        places.append(flat(at, float(yaws[k]), edges_mm[k]))
    return places


def wall_radius_mm(edge_mm: float, yaw_deg: float, angle: float, cup_radius_mm: float) -> float:
    """How far out the middle of a flat die can lie in that direction."""
    corners = _square(edge_mm * 0.94, yaw_deg)
    way = np.array([math.cos(angle), math.sin(angle)])
    low, high = 0.0, cup_radius_mm
    for _ in range(20):
        middle = (low + high) / 2
        inside = np.hypot(*(corners + middle * way).T).max() <= cup_radius_mm
        low, high = (middle, high) if inside else (low, middle)
    return low


def contact_mm(edges_mm: tuple[float, float], yaws_deg: tuple[float, float], way: float) -> float:
    """Distance of two flat dice's middles, in that direction, at which they touch."""
    one, two = (_square(e, y) for e, y in zip(edges_mm, yaws_deg, strict=True))
    axes = [math.radians(yaw + turn) for yaw in yaws_deg for turn in (0, 90)]
    step = np.array([math.cos(way), math.sin(way)])
    needs = []
    for axis in axes:
        normal = np.array([math.cos(axis), math.sin(axis)])
        reach = (one @ normal).max() + (two @ normal).max()
        lean = abs(float(step @ normal))
        needs.append(reach / lean if lean > 1e-6 else math.inf)
    return float(min(needs))


def _square(edge_mm: float, yaw_deg: float) -> DoubleArray:
    yaw, h = math.radians(yaw_deg), edge_mm / 2
    turn = np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])
    result: DoubleArray = np.array([[h, h], [h, -h], [-h, -h], [-h, h]]) @ turn.T
    return result


def stacked(
    rng: np.random.Generator, edges_mm: tuple[float, float], reach_mm: float
) -> list[Place]:
    """The second die on top of the first."""
    radius, angle = reach_mm * math.sqrt(rng.uniform(0, 1)), rng.uniform(0, 2 * math.pi)
    yaws, slip = rng.uniform(0, 90, 2), rng.uniform(-0.28, 0.28, 2)
    low = flat((radius * math.cos(angle), radius * math.sin(angle)), float(yaws[0]), edges_mm[0])
    x, y, _ = low.centre_mm
    at = (x + slip[0] * edges_mm[0], y + slip[1] * edges_mm[0], edges_mm[0] + edges_mm[1] / 2)
    return [low, Place(centre_mm=at, yaw_deg=float(yaws[1]))]


def tumbling(
    rng: np.random.Generator, places: list[Place], edges_mm: tuple[float, ...]
) -> list[Place]:
    """The same dice on their way: raised and turned."""
    moving = []
    for place, edge in zip(places, edges_mm, strict=True):
        tilt, towards, rise = rng.uniform(5, 45), rng.uniform(0, 360), rng.uniform(0, 8)
        height = standing_height_mm(edge, place.yaw_deg, tilt, towards) + rise
        moving.append(
            Place(
                centre_mm=(*place.centre_mm[:2], height),
                yaw_deg=place.yaw_deg,
                tilt_deg=tilt,
                tilt_towards_deg=towards,
            )
        )
    return moving


def half_outside(
    rng: np.random.Generator, edges_mm: tuple[float, float], window_radius_mm: float
) -> list[Place]:
    """The second die at the window's edge, where the lid hides a part of its face."""
    inner, outer = apart(rng, edges_mm, 22.0)
    x, y, _ = outer.centre_mm
    way, out = math.atan2(y, x), window_radius_mm - rng.uniform(-2, 2)
    return [inner, flat((out * math.cos(way), out * math.sin(way)), outer.yaw_deg, edges_mm[1])]


def within_view(places: list[Place], half_wh_mm: tuple[float, float], off_mm: float) -> list[Place]:
    """Dice that would lie beyond the picture are moved in until its edge cuts them.

    Args:
        places: where they lie.
        half_wh_mm: from the window's middle to the picture's edges.
        off_mm: how far beyond the edge a die's middle may lie; negative is inside.
    """
    moved = []
    for place in places:
        x, y, z = place.centre_mm
        pairs = zip((x, y), half_wh_mm, strict=True)
        share = min(1.0, *((half + off_mm) / max(abs(at), 1e-6) for at, half in pairs))
        moved.append(replace(place, centre_mm=(x * share, y * share, z)))
    return moved
