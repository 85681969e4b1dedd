"""Views with something that is no readable die: numerals, rings, d20s, bottle caps, coins."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.simulation.dice_model import Marking
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.things import RADIUS_MM, Thing, ThingKind

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import ColourBGR, Die
    from pi_meyer.simulation.scene import Scene

_COLOURS: dict[ThingKind, tuple[tuple[ColourBGR, ColourBGR], ...]] = {
    ThingKind.D20: (
        ((0.05, 0.05, 0.55), (0.8, 0.8, 0.8)),
        ((0.5, 0.15, 0.05), (0.8, 0.8, 0.8)),
        ((0.7, 0.75, 0.8), (0.05, 0.05, 0.05)),
    ),
    ThingKind.BOTTLE_CAP: (
        ((0.35, 0.5, 0.55), (0.6, 0.6, 0.6)),
        ((0.05, 0.05, 0.5), (0.5, 0.5, 0.5)),
        ((0.1, 0.3, 0.1), (0.6, 0.6, 0.6)),
    ),
    ThingKind.COIN: (
        ((0.15, 0.4, 0.5), (0.08, 0.2, 0.25)),
        ((0.5, 0.5, 0.5), (0.2, 0.2, 0.2)),
    ),
}


def made_strange(scene: Scene, rng: np.random.Generator) -> Scene:
    """Exchange dice for what is none, or put it beside them; other kinds stay as they are."""
    match scene.kind:
        case SceneKind.NOT_A_DIE:
            return _exchanged(scene, rng)
        case SceneKind.STRANGE:
            return _beside(scene, rng)
        case _:
            return scene


def _exchanged(scene: Scene, rng: np.random.Generator) -> Scene:
    """At most one of the two is a die with pips."""
    both, numerals = rng.uniform() < 0.4, rng.uniform() < 0.5
    first, second = scene.dice
    if numerals:
        marked = tuple(replace(die, marking=Marking.NUMERALS) for die in (first, second))
        return replace(scene, dice=marked if both else (first, marked[1]))
    kept = () if both else (first,)
    gone = (first, second) if both else (second,)
    return replace(scene, dice=kept, things=_in_place_of(gone, kept, rng))


def _beside(scene: Scene, rng: np.random.Generator) -> Scene:
    """Rings for pips, or two good dice with a thing beside them."""
    *pair, third = scene.dice
    if rng.uniform() < 0.3:
        return replace(scene, dice=tuple(replace(die, marking=Marking.RINGS) for die in pair))
    return replace(scene, dice=tuple(pair), things=_in_place_of((third,), tuple(pair), rng))


def _in_place_of(
    gone: tuple[Die, ...], kept: tuple[Die, ...], rng: np.random.Generator
) -> tuple[Thing, ...]:
    """A thing for every die that is gone, moved aside so that it covers nothing that is kept."""
    things: list[Thing] = []
    for die in gone:
        kind = list(ThingKind)[int(rng.integers(0, len(ThingKind)))]
        colours = _COLOURS[kind]
        colour, ink = colours[int(rng.integers(0, len(colours)))]
        near = [other.centre_mm[:2] for other in kept] + [thing.at_xy_mm for thing in things]
        thing = Thing(
            kind=kind,
            at_xy_mm=_aside(die, RADIUS_MM[kind], near),
            turn_deg=float(rng.uniform(0, 360)),
            colour=colour,
            ink=ink,
            label=int(rng.integers(1, 21)),
        )
        things.append(thing)
    return tuple(things)


def _aside(die: Die, radius_mm: float, near: list[tuple[float, float]]) -> tuple[float, float]:
    """Where a thing lies that is larger than the die whose place it takes."""
    x, y, _ = die.centre_mm
    if not near:
        return x, y
    from_x, from_y = np.mean(near, axis=0).tolist()
    way = math.atan2(y - from_y, x - from_x)
    more = max(0.0, radius_mm - die.edge_mm / 2) * 1.3
    return x + more * math.cos(way), y + more * math.sin(way)
