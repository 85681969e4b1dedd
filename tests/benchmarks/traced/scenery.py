"""What the tracer needs beyond a simulated scene: the solid room, the lens's pupil, pips' depth.

The scene itself is drawn by ``pi_meyer.simulation``: the distributions are those of the shared
pictures. How it looks is the tracer's own business; nothing of the simulation's drawing is used.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.lamps import LampStyle
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.setting import Mark, MarkKind
from tests.benchmarks.traced.solids import Carving

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import Die
    from pi_meyer.simulation.scene import Scene

KIND_SHARES: dict[SceneKind, int] = {
    SceneKind.FLAT: 60,
    SceneKind.LIFTED: 46,
    SceneKind.TOUCHING: 36,
    SceneKind.RIM: 27,
    SceneKind.COCKED_WALL: 21,
    SceneKind.COCKED_DIE: 21,
    SceneKind.THREE_DICE: 12,
    SceneKind.STACKED: 12,
    SceneKind.ONE_DIE: 10,
    SceneKind.MOTION: 10,
    SceneKind.OUT_OF_VIEW: 9,
    SceneKind.HAND: 8,
    SceneKind.NO_DICE: 7,
}
"""How many of each kind the shared pictures hold."""

_WET_SHARE = 0.6


class RoughSide(enum.Enum):
    """Which side of a frosted window is rough: the one with the dice, or the one below."""

    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Somebody looks down: an ellipsoid above the window."""

    centre_mm: tuple[float, float, float]
    half_axes_mm: tuple[float, float, float]
    lean_deg: float
    turn_deg: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Finger:
    """A rod with a round tip; ``towards_deg`` runs from the tip to the hand."""

    tip_mm: tuple[float, float, float]
    radius_mm: float
    towards_deg: float
    rise_deg: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Everything that one traced picture shows.

    Attributes:
        scene: the simulated scene with its truth.
        heads: above the window, when the cup is off.
        fingers: close to the window.
        carvings: how each die's pips are made.
        pip_gloss: roughness of the paint in the pips.
        end_bow_mm: how far the cup's end bulges out.
        pupil_radius_mm: of the lens.
        rough_side: of a frosted window.
        dark_lamps: numbers of the lamps that are off.
        lamp_spread: deviation of the lamps' brightness.
        lamp_tint_rgb: colour of the lamps after white balance.
        bloom: share of light that the lens scatters widely.
        psf_px: sigma of the lens in focus, in pixels.
        seed: of everything that is drawn while rendering.
    """

    scene: Scene
    heads: tuple[Head, ...]
    fingers: tuple[Finger, ...]
    carvings: tuple[Carving, ...]
    pip_gloss: float
    end_bow_mm: float
    pupil_radius_mm: float
    rough_side: RoughSide
    dark_lamps: tuple[int, ...]
    lamp_spread: float
    lamp_tint_rgb: tuple[float, float, float]
    bloom: float
    psf_px: float
    seed: int


def draw_cast(seed: int, number: int, *, near: bool, kind: SceneKind) -> Cast:
    """Draw the scene of one picture; the same numbers give the same scene."""
    rng = np.random.default_rng((seed, number))
    scene = random_scene(rng, Doses(near_lamps=float(near)), kind=kind)
    return cast_of(scene, int(rng.integers(0, 2**31)))


def cast_of(scene: Scene, seed: int) -> Cast:
    """Draw what a scene leaves open."""
    rng = np.random.default_rng(seed)
    scene = _refined(scene, rng)
    depth, gloss = rng.uniform(0.3, 0.75), rng.uniform(0.12, 0.4)
    heads = tuple(_head(rng) for _ in range(scene.setting.room.heads))
    warm = rng.normal(0, 0.04)
    return Cast(
        scene=scene,
        heads=heads,
        fingers=_fingers(rng, scene.setting.room.fingers),
        carvings=tuple(_carving(die, depth) for die in scene.dice),
        pip_gloss=float(gloss),
        end_bow_mm=float(rng.uniform(0.0, 5.0)),
        pupil_radius_mm=float(rng.uniform(0.5, 1.0)),
        rough_side=RoughSide.UPPER if rng.uniform() < 0.7 else RoughSide.LOWER,
        dark_lamps=_dark_lamps(rng, scene),
        lamp_spread=float(rng.uniform(0.0, 0.12)),
        lamp_tint_rgb=(1.0 + float(warm), 1.0, 1.0 - float(warm)),
        bloom=float(rng.uniform(0.004, 0.02)),
        psf_px=float(rng.uniform(0.4, 0.85)),
        seed=seed,
    )


def _refined(scene: Scene, rng: np.random.Generator) -> Scene:
    """Rounder or sharper flat dice, an automatic exposure, fewer wet marks."""
    rounding = rng.uniform(-0.03, 0.05)
    rounded = tuple(
        replace(die, rounding=float(np.clip(die.rounding + rounding, 0.012, 0.24)))
        if die.tilt_deg == 0
        else die
        for die in scene.dice
    )
    setting = replace(
        scene.setting,
        exposure=scene.setting.exposure * _gain(rounded),
        plate=replace(scene.setting.plate, marks=_fewer_wet(scene.setting.plate.marks, rng)),
    )
    return replace(scene, dice=rounded, setting=setting)


def _fewer_wet(marks: tuple[Mark, ...], rng: np.random.Generator) -> tuple[Mark, ...]:
    """Beer rings and drops are rarer in the shared pictures than the other marks."""
    kept = rng.uniform(0, 1, len(marks)) < _WET_SHARE
    wet = (MarkKind.BEER_RING, MarkKind.DROPS)
    return tuple(
        mark for mark, keep in zip(marks, kept, strict=True) if keep or mark.kind not in wet
    )


def _gain(dice: tuple[Die, ...]) -> float:
    """A camera's automatic exposure: dark dice are exposed longer."""
    if not dice:
        return 1.0
    level = float(np.mean([die.style.body for die in dice]))
    return float(min(1.5, (0.75 / level) ** 0.25))


def _carving(die: Die, depth: float) -> Carving:
    clear = die.style.translucency > 0
    return Carving(depth=0.0 if clear else float(depth), wood=die.style.name.startswith("wood"))


def _dark_lamps(rng: np.random.Generator, scene: Scene) -> tuple[int, ...]:
    """Sometimes a part of a ring of diffusers is dark."""
    first, number = int(rng.integers(0, 12)), int(rng.integers(1, 4))
    chance = 0.2 if scene.setting.lamps.style is LampStyle.ANNULUS else 0.04
    if rng.uniform() >= chance:
        return ()
    return tuple((first + k) % scene.setting.lamps.count for k in range(number))


def _head(rng: np.random.Generator) -> Head:
    """A head at arm's length, mostly beside the middle of the view."""
    height, angle = rng.uniform(170, 420), rng.uniform(0, 2 * math.pi)
    out = rng.uniform(0.1, 0.45) * (100 + height)
    wide = rng.uniform(60, 85)
    return Head(
        centre_mm=(out * math.cos(angle), out * math.sin(angle), height + 60),
        half_axes_mm=(wide, wide * rng.uniform(0.85, 1.2), rng.uniform(90, 130)),
        lean_deg=float(rng.uniform(-35, 35)),
        turn_deg=float(rng.uniform(0, 360)),
    )


def _fingers(rng: np.random.Generator, count: int) -> tuple[Finger, ...]:
    angle, radius = rng.uniform(0, 360), rng.uniform(6.5, 9.0)
    side = math.radians(angle + 90)
    fingers = []
    for k in range(count):
        reach, aside = rng.uniform(6, 30), (k - (count - 1) / 2) * (2 * radius + 1)
        way = math.radians(angle)
        at = (
            reach * math.cos(way) + aside * math.cos(side),
            reach * math.sin(way) + aside * math.sin(side),
        )
        fingers.append(
            Finger(
                tip_mm=(*at, radius + float(rng.uniform(0.5, 25))),
                radius_mm=float(radius * rng.uniform(0.9, 1.1)),
                towards_deg=float(angle + rng.uniform(-10, 10)),
                rise_deg=float(rng.uniform(0, 35)),
            )
        )
    return tuple(fingers)
