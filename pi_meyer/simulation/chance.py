"""Scenes by chance: what varies from evening to evening, and how hard it is.

The ranges are those of the shared pictures; every draw happens whatever the doses are, so that a
dose turned alone changes nothing else of the same seed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.rules.rolls import BottomFace
from pi_meyer.simulation import leaning, placing
from pi_meyer.simulation.dice_model import STYLES, Die, Hand, standing_height_mm
from pi_meyer.simulation.lamps import Lamps, LampStyle
from pi_meyer.simulation.optics import Lens
from pi_meyer.simulation.scene import READABLE_KINDS, Scene, SceneKind
from pi_meyer.simulation.setting import (
    CUP_MATERIALS,
    Cup,
    Mark,
    MarkKind,
    Plate,
    PlateKind,
    Room,
    Setting,
    Shadow,
)
from pi_meyer.simulation.strange import made_strange

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.simulation.placing import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Doses:
    """How much of each hard thing: 0 none, 1 as in the shared pictures, more is harder.

    Attributes:
        blur: lens out of focus, and its own spread.
        noise: of the sensor.
        vignetting: dark corners of the picture.
        near_lamps: share of scenes whose lamp ring is so near the lens that its images lie on the
            dice (our box: 0).
        lamp_images: brightness of the mirror images.
        glints: mirror images inside glossy pips.
        haze: veiling light.
        frost: roughness of the window.
        marks: smudges, scratches, dust, beer rings, drops.
        wear: paint that went.
        uneven: light that differs across the window.
        exposure: how far the exposure is off.
        room: brightness of what shines in after the lift.
        sizes: share of rolls with dice of 12 or of 19 mm (in the pictures all have 16).
        big_ones: how much larger the red pip of an Asian 1 is.
        shine: how clear casino dice are; far pips shine through.
        shadows: depth of a shadow whose edge lies across the dice (none in the pictures).
        distortion: of the lens (none in the pictures); 1 is a barrel of 3 % at the picture's side.
        slight_tilts: cocked dice lean by 12 degrees or more in the pictures (0), from 8 on (1).
    """

    blur: float = 1.0
    noise: float = 1.0
    vignetting: float = 1.0
    near_lamps: float = 0.0
    lamp_images: float = 1.0
    glints: float = 1.0
    haze: float = 1.0
    frost: float = 1.0
    marks: float = 1.0
    wear: float = 1.0
    uneven: float = 1.0
    exposure: float = 1.0
    room: float = 1.0
    sizes: float = 0.0
    big_ones: float = 1.0
    shine: float = 1.0
    shadows: float = 0.0
    distortion: float = 0.0
    slight_tilts: float = 0.0


_STYLE_WEIGHTS = {
    "white_black": 0.26,
    "asian_white": 0.13,
    "ivory_black": 0.09,
    "ivory_brown": 0.05,
    "wood_black": 0.06,
    "yellow_black": 0.04,
    "red_white": 0.09,
    "blue_white": 0.07,
    "green_white": 0.05,
    "black_white": 0.08,
    "casino_red": 0.08,
}
_PLATES = (
    (PlateKind.CLEAR, 0.38, (0.0, 0.0), (0.0, 0.004)),
    (PlateKind.LIGHT, 0.23, (0.05, 0.118), (0.0, 0.02)),
    (PlateKind.FROSTED, 0.26, (0.133, 0.27), (0.01, 0.05)),
    (PlateKind.OPAL, 0.13, (0.106, 0.246), (0.053, 0.156)),
)
_CUP_NAMES = tuple(CUP_MATERIALS)
_CUP_WEIGHTS = (0.30, 0.20, 0.06, 0.28, 0.08, 0.08)
_NUMBERS = {
    SceneKind.NO_DICE: 0,
    SceneKind.ONE_DIE: 1,
    SceneKind.THREE_DICE: 3,
    SceneKind.STRANGE: 3,
}
_LIFTED_AT_TIMES = (
    SceneKind.NO_DICE,
    SceneKind.ONE_DIE,
    SceneKind.THREE_DICE,
    SceneKind.MOTION,
)
"""Kinds that are seen under the cup as well as without one."""

_WIDE_FROM_MM = 52.0
"""Radius of a window that the picture does not show as a whole."""

_SIZES_MM = (12.0, 19.0)
_MARK_SHARES = {
    MarkKind.SMUDGE: 0.27,
    MarkKind.SCRATCHES: 0.27,
    MarkKind.DUST: 0.24,
    MarkKind.BEER_RING: 0.16,
    MarkKind.DROPS: 0.14,
}


def random_scene(
    rng: np.random.Generator, doses: Doses | None = None, *, kind: SceneKind | None = None
) -> Scene:
    """Draw a scene; ``kind`` None draws one of the readable kinds."""
    doses = doses or Doses()
    drawn = READABLE_KINDS[int(rng.integers(0, len(READABLE_KINDS)))]
    kind = kind or drawn
    setting = _setting(rng, doses, kind)
    dice = _dice(rng, doses, kind, setting)
    way, length = rng.uniform(0, 2 * math.pi), rng.uniform(8, 26)
    moving = kind is SceneKind.MOTION
    soft = rng.uniform(0.72, 1.28)
    noise = float(np.clip(rng.lognormal(math.log(2.3), 0.45), 0.9, 7.0))
    scene = Scene(
        kind=kind,
        setting=setting,
        dice=dice,
        motion_px=(length * math.cos(way), length * math.sin(way)) if moving else (0.0, 0.0),
        blur_gain=float(soft * (0.5 + 0.5 * doses.blur)),
        noise_levels=noise * doses.noise,
    )
    return made_strange(scene, rng)


def _setting(rng: np.random.Generator, doses: Doses, kind: SceneKind) -> Setting:
    lens = _lens(rng, doses)
    plate = _plate(rng, doses)
    if kind is SceneKind.OUT_OF_VIEW:
        plate = replace(plate, radius_mm=_cutting_radius_mm(plate.radius_mm))
    lamps = _lamps(rng, doses, lens, rough=plate.roughness > 0)
    cup = _cup(rng, end_shine=0.15 if lamps.ring_radius_mm < 50 else 0.03)
    lifted = rng.uniform() < 0.5
    open_kinds = (SceneKind.LIFTED, SceneKind.HAND, SceneKind.OUT_OF_VIEW)
    off = kind in open_kinds or (kind in _LIFTED_AT_TIMES and lifted)
    room = _room(rng, doses, off=off, hand=kind is SceneKind.HAND)
    exposure = math.exp(rng.normal(0, 0.27) * doses.exposure) * (0.85 if off else 1.02)
    exposure *= 0.82 if lamps.ring_radius_mm < 50 else 1.0
    angle, slope = rng.uniform(0, 2 * math.pi), abs(rng.normal(0, 0.011)) * doses.uneven
    aside = np.random.default_rng((room.seed, 1))
    return Setting(
        lens=lens,
        plate=plate,
        lamps=lamps,
        shadow=_shadow(aside, doses.shadows),
        distortion=-0.03 * doses.distortion,
        lamp_gain=doses.lamp_images,
        glints=doses.glints,
        cup=None if off else cup,
        room=room,
        exposure=float(np.clip(exposure, 0.4, 1.6)),
        vignetting=float(rng.uniform(0.2, 0.6) * doses.vignetting),
        uneven_xy=(slope * math.cos(angle), slope * math.sin(angle)),
    )


def _cutting_radius_mm(drawn_mm: float) -> float:
    """Radius of a window beside which a die is cut off: by its rim, or wide, by the picture."""
    return min(drawn_mm, 46.0) if drawn_mm < _WIDE_FROM_MM else drawn_mm + 6


def _shadow(rng: np.random.Generator, depth: float) -> Shadow | None:
    """A shadow whose edge crosses the middle of the window; None where it would be none."""
    angle, offset, soft = rng.uniform(0, 2 * math.pi), rng.uniform(-15, 15), rng.uniform(1.0, 12.0)
    share = float(np.clip(rng.uniform(0.25, 0.6) * depth, 0, 0.95))
    if share <= 0:
        return None
    across = (math.cos(angle), math.sin(angle))
    return Shadow(across_xy=across, offset_mm=float(offset), softness_mm=float(soft), depth=share)


def _lens(rng: np.random.Generator, doses: Doses) -> Lens:
    offset, tilt = rng.normal(0, 1.2, 2), rng.normal(0, 1.0, 2)
    return Lens(
        distance_mm=float(rng.uniform(92, 110)),
        hfov_deg=float(rng.uniform(63.5, 68.6)),
        offset_xy_mm=(float(offset[0]), float(offset[1])),
        tilt_xy_deg=(float(tilt[0]), float(tilt[1])),
        roll_deg=float(rng.normal(0, 2.0)),
        focus_error_mm=float(rng.normal(0, 5.0) * doses.blur),
    )


def _plate(rng: np.random.Generator, doses: Doses) -> Plate:
    weights = [row[1] for row in _PLATES]
    kind, _, rough, haze = _PLATES[int(rng.choice(len(_PLATES), p=weights))]
    present, strengths = rng.uniform(0, 1, len(MarkKind)), rng.uniform(0.5, 1.3, len(MarkKind))
    seeds = rng.integers(0, 2**31, len(MarkKind))
    marks = tuple(
        Mark(kind=mark, strength=float(strengths[k] * doses.marks), seed=int(seeds[k]))
        for k, mark in enumerate(MarkKind)
        if present[k] < _MARK_SHARES[mark]
    )
    return Plate(
        kind=kind,
        roughness=float(rng.uniform(*rough) * doses.frost),
        haze=float(rng.uniform(*haze) * doses.haze),
        radius_mm=float(rng.choice((rng.uniform(42, 50), rng.uniform(50, 75)), p=(0.6, 0.4))),
        marks=marks,
    )


def _lamps(rng: np.random.Generator, doses: Doses, lens: Lens, *, rough: bool) -> Lamps:
    near = rng.uniform() < doses.near_lamps
    far_radius, near_radius = rng.uniform(56, 84), rng.uniform(12, 48)
    wide, dim = rng.uniform() < 0.19, rng.uniform() < 0.18
    wide = wide and near
    return Lamps(
        count=int(rng.integers(8, 13)),
        ring_radius_mm=float(near_radius if near else far_radius),
        style=LampStyle.ANNULUS if wide else LampStyle.POINTS,
        depth_mm=lens.depth_mm * float(1 / rng.uniform(0.495, 0.545) - 1),
        lamp_radius_mm=float(rng.uniform(1.0, 2.3)),
        phase_deg=float(rng.uniform(0, 360)),
        glare=float(rng.uniform(1.8, 6.5)) * (0.12 if dim and not wide and not rough else 1.0),
        rough_shift=1 + float(rng.uniform(0.04, 0.26)) * (0.4 if near else 1.0),
    )


def _cup(rng: np.random.Generator, end_shine: float) -> Cup:
    """A cup; lamps near the lens are thrown back by its varnished end."""
    name = _CUP_NAMES[int(rng.choice(len(_CUP_NAMES), p=_CUP_WEIGHTS))]
    off, near, far, end = (
        rng.normal(0, 1.5, 2),
        rng.uniform(0.7, 1.4),
        rng.uniform(0.2, 0.6),
        rng.uniform(0.9, 2.6),
    )
    return Cup(
        material=CUP_MATERIALS[name],
        centre_xy_mm=(float(off[0]), float(off[1])),
        radius_mm=float(rng.uniform(31.5, 35.5)),
        wall_mm=float(rng.uniform(1.5, 3.0)),
        height_mm=float(rng.uniform(70, 100)),
        taper=float(rng.uniform(0.65, 0.95)),
        shade_near_far_end=(near, far, end),
        end_shine=end_shine * float(rng.uniform(0, 1) ** 2) * CUP_MATERIALS[name].gloss,
    )


def _room(rng: np.random.Generator, doses: Doses, *, off: bool, hand: bool) -> Room:
    """A dim pub mostly; a bright one at times."""
    levels = (rng.uniform(0.02, 0.07), rng.uniform(0.07, 0.3), rng.uniform(0.3, 0.9))
    beside = float(rng.choice(levels, p=(0.3, 0.4, 0.3)))
    above = float(np.clip(rng.lognormal(math.log(0.38), 0.6), 0.06, 1.1))
    level = above if off else beside
    warm = rng.uniform(-0.05, 0.28)
    _, beams, heads = rng.integers(1, 4), rng.integers(0, 3), rng.integers(1, 4)
    fingers, lid, seed = rng.integers(1, 4), rng.uniform(0.015, 0.05), rng.integers(0, 2**31)
    return Room(
        level=level * doses.room,
        tint=(1.0 - warm, 1.0 - 0.3 * warm, 1.0),
        lid_level=float(lid),
        lights=_lights(int(seed)),
        beams=int(beams),
        heads=int(heads) if off else 0,
        fingers=int(fingers) if hand else 0,
        seed=int(seed),
    )


def _lights(seed: int) -> int:
    """How many lamps of the room there are, seen through the window or not.

    In the pictures' 78 views without a cup 0.8 lie within the window on average (31 views have
    none, 39 one, 8 more); of those drawn four of five do.
    """
    rng = np.random.default_rng((seed, 3))
    return int(rng.choice(len(_LIGHT_SHARES), p=_LIGHT_SHARES))


_LIGHT_SHARES = (0.26, 0.52, 0.17, 0.05)


def _dice(
    rng: np.random.Generator, doses: Doses, kind: SceneKind, setting: Setting
) -> tuple[Die, ...]:
    same = rng.uniform() < 0.82
    number = _NUMBERS.get(kind, 2)
    models = [_model(rng, doses) for _ in range(3)]
    bottoms = rng.integers(1, 7, 3)
    if same:
        models = [models[0], *(_same_set(models[0], other) for other in models[1:])]
    size = _size(setting.room.seed, doses.sizes)
    models = [replace(model, edge_mm=model.edge_mm * size) for model in models]
    edges = tuple(model.edge_mm for model in models[:number])
    cup_radius = setting.cup.radius_mm if setting.cup is not None else 34.0
    if kind is SceneKind.OUT_OF_VIEW:
        cup_radius = setting.plate.radius_mm
    least = max(1.0, leaning.TILT_DEG[0] - 4.0 * doses.slight_tilts)
    places = places_for(rng, kind, edges, cup_radius, (least, leaning.TILT_DEG[1]))
    if kind is SceneKind.OUT_OF_VIEW:
        aside = np.random.default_rng((setting.room.seed, 3))
        width, height = (size / 2 / setting.lens.px_per_mm for size in setting.lens.size_wh)
        places = placing.within_view(places, (width, height), float(aside.uniform(-6, 6)))
    if setting.cup is not None:
        places = placing.shifted(places, setting.cup.centre_xy_mm)
    return tuple(
        stand(replace(model, bottom=BottomFace(int(bottom))), place)
        for model, bottom, place in zip(models, bottoms, places, strict=False)
    )


def _size(seed: int, share: float) -> float:
    """Size of a roll's dice over the usual one."""
    rng = np.random.default_rng((seed, 2))
    other, size_mm = rng.uniform() < share, _SIZES_MM[int(rng.integers(0, 2))]
    return size_mm / 16 if other else 1.0


def _model(rng: np.random.Generator, doses: Doses) -> Die:
    """A die as bought, not yet placed."""
    names = tuple(_STYLE_WEIGHTS)
    weights = np.array(tuple(_STYLE_WEIGHTS.values()))
    style = STYLES[names[int(rng.choice(len(names), p=weights / weights.sum()))]]
    style = replace(
        style,
        big_one=1 + (style.big_one - 1) * doses.big_ones,
        translucency=min(1.0, style.translucency * doses.shine),
    )
    tint, bright = rng.normal(0, 0.04, 3), rng.uniform(0.8, 1.12)
    wear = float(rng.choice((0.0, 0.25, 0.5, 0.8), p=(0.37, 0.18, 0.23, 0.22)))
    gloss = float(np.clip(rng.normal(style.gloss, 0.25), 0.05, 1.0))
    eastern = rng.uniform() < 0.15
    return Die(
        style=style,
        hand=Hand.ASIAN if eastern or style.name.startswith("asian") else Hand.WESTERN,
        edge_mm=float(np.clip(rng.normal(16, 0.13), 15.66, 16.33)),
        bottom=BottomFace(1),
        centre_mm=(0.0, 0.0, 8.0),
        rounding=float(rng.uniform(*style.rounding)),
        pitch=float(rng.uniform(0.236, 0.285)),
        pip_radius=float(np.clip(rng.normal(0.09, 0.012), 0.068, 0.113)),
        paint=float(rng.uniform(0.65, 1.25)),
        wear=wear * doses.wear,
        tint=tuple(float(bright * math.exp(v)) for v in tint),  # type: ignore[arg-type]
        gloss=gloss,
        texture=float(rng.uniform(0.005, 0.05)),
        grain_seed=int(rng.integers(0, 256)),
    )


def _same_set(first: Die, other: Die) -> Die:
    """Another die of the first one's set: only wear, tint and grain are its own."""
    return replace(first, wear=other.wear, tint=other.tint, grain_seed=other.grain_seed)


def stand(die: Die, place: Place) -> Die:
    """The die at that place; a leaning one stands on its round edge, not on a sharp one."""
    x, y, z = place.centre_mm
    if place.tilt_deg:
        lean = (place.yaw_deg, place.tilt_deg, place.tilt_towards_deg)
        blunt_mm = die.rounding * die.edge_mm
        corner = standing_height_mm(2 * blunt_mm, *lean)
        z -= corner - blunt_mm
    return replace(
        die,
        centre_mm=(x, y, z),
        yaw_deg=place.yaw_deg,
        tilt_deg=place.tilt_deg,
        tilt_towards_deg=place.tilt_towards_deg,
    )


def places_for(
    rng: np.random.Generator,
    kind: SceneKind,
    edges_mm: tuple[float, ...],
    cup_radius_mm: float,
    tilt_deg: tuple[float, float] = leaning.TILT_DEG,
) -> list[Place]:
    """Where the dice of that kind of scene lie, relative to the cup's middle.

    For dice half out of view the radius is that of the window; cocked dice lean by ``tilt_deg``,
    least and most.
    """
    reach = cup_radius_mm - 0.72 * max(edges_mm, default=16.0)
    if len(edges_mm) < 2:
        return placing.alone(rng, edges_mm[0], reach) if edges_mm else []
    pair = (edges_mm[0], edges_mm[1])
    if len(edges_mm) == 3:
        return placing.three(rng, (*pair, edges_mm[2]), reach)
    layouts: dict[SceneKind, Callable[[], list[Place]]] = {
        SceneKind.TOUCHING: lambda: placing.touching(rng, pair, reach),
        SceneKind.RIM: lambda: placing.at_wall(rng, pair, cup_radius_mm),
        SceneKind.COCKED_WALL: lambda: leaning.cocked_on_wall(rng, pair, cup_radius_mm, tilt_deg),
        SceneKind.COCKED_DIE: lambda: leaning.cocked_on_die(rng, pair, reach, tilt_deg),
        SceneKind.STACKED: lambda: placing.stacked(rng, pair, reach),
        SceneKind.MOTION: lambda: placing.tumbling(rng, placing.apart(rng, pair, reach), pair),
        SceneKind.OUT_OF_VIEW: lambda: placing.half_outside(rng, pair, cup_radius_mm),
    }
    layout = layouts.get(kind, lambda: placing.apart(rng, pair, reach))
    return layout()
