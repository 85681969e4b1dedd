"""A cast as plain numbers: solids, tables and lamps that the tracer hands to its engine."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.lamps import LampStyle
from tests.benchmarks.traced import surfaces
from tests.benchmarks.traced.scenery import RoughSide
from tests.benchmarks.traced.solids import (
    Matter,
    Solid,
    cup_solids,
    die_solid,
    finger_solid,
    head_solid,
)

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import Die
    from tests.benchmarks.traced.scenery import Cast

FloatMap = npt.NDArray[np.float32]

INDEX = 1.49
"""Refractive index of the window and of clear dice."""
FRESNEL = ((INDEX - 1) / (INDEX + 1)) ** 2
"""What one smooth side mirrors."""
PASS = (1 - FRESNEL) ** 2
"""What passes both sides."""
COLUMNS = 10
"""Numbers of a paint."""
BOXES = 3
"""At most so many clear dice."""

_BENT = 0.6
"""How far a rough side's slope bends a ray: between one side (0.49) and both."""
_CONTACT = 0.35
"""Dice touch a rough upper side in a few points only."""
_LID_FALL_MM = 90.0
_LID_GAIN = 1.6


def solids_of(cast: Cast, share: float) -> tuple[list[Solid], list[Solid]]:
    """Clear and opaque solids; ``share`` of the motion has gone by, -0.5 to 0.5."""
    clear: list[Solid] = []
    opaque: list[Solid] = []
    for number, die in enumerate(cast.scene.dice):
        moved = moved_die(die, cast, share)
        solid = die_solid(moved, cast.carvings[number], 6 * number)
        (clear if die.style.translucency > 0 else opaque).append(solid)
    rows = 6 * len(cast.scene.dice)
    opaque += cup_solids(cast, rows)
    opaque += [finger_solid(finger, rows + 1) for finger in cast.fingers]
    opaque += [head_solid(head, rows + 2) for head in cast.heads]
    return clear, opaque


def moved_die(die: Die, cast: Cast, share: float) -> Die:
    """The die at that share of its way during the exposure."""
    step = 1 / cast.scene.setting.lens.px_per_mm
    x, y, z = die.centre_mm
    dx, dy = (v * step * share for v in cast.scene.motion_px)
    return replace(die, centre_mm=(x + dx, y + dy, z))


def paint_rows(cast: Cast) -> npt.NDArray[np.float64]:
    """The paints' table, (n, COLUMNS)."""
    rows = [
        [*p.body, *p.pip, p.sheen, p.roughness, p.pip_roughness, float(p.matter is Matter.CLEAR)]
        for p in surfaces.paints(cast)
    ]
    return np.array(rows)


def clear_boxes(cast: Cast, share: float) -> npt.NDArray[np.float64]:
    """Axes, middle, half edge and colour of up to three clear dice; unused ones lie far off."""
    rows = np.zeros((BOXES, 16))
    rows[:, :9], rows[:, 9:12], rows[:, 12:] = np.eye(3).ravel(), 1e6, 0.5
    clear = [die for die in cast.scene.dice if die.style.translucency > 0]
    for row, die in zip(rows, (moved_die(d, cast, share) for d in clear), strict=False):
        row[:9], row[9:12] = die.rotation().T.ravel(), die.centre_mm
        row[12], row[13:] = die.edge_mm / 2, die.style.body[::-1]
    return rows


def lamp_rows(cast: Cast) -> npt.NDArray[np.float64]:
    """x, y and relative brightness of every lamp that is on, (n, 3)."""
    lamps, chance = cast.scene.setting.lamps, np.random.default_rng(cast.seed + 3)
    angles = np.radians(lamps.phase_deg + 360 / lamps.count * np.arange(lamps.count))
    power = 1 + cast.lamp_spread * np.clip(chance.standard_normal(lamps.count), -2, 2)
    rows = np.stack([np.cos(angles), np.sin(angles), power], 1)
    rows[:, :2] *= lamps.ring_radius_mm
    return rows[[k for k in range(lamps.count) if k not in cast.dark_lamps]]


def lamp_radius_mm(cast: Cast) -> float:
    """Size of one lamp: bare ones are small, diffusers nearly touch."""
    lamps = cast.scene.setting.lamps
    if lamps.style is LampStyle.POINTS:
        return lamps.lamp_radius_mm
    return max(4.0, 0.55 * 2 * math.pi * lamps.ring_radius_mm / lamps.count)


def numbers_of(cast: Cast) -> dict[str, float]:
    """Every single number of the cast that the engine's programs ask for."""
    setting = cast.scene.setting
    lens, plate, lamps = setting.lens, setting.plate, setting.lamps
    turn, pupil = lens.rotation(), lens.pupil_mm
    rows, radius = lamp_rows(cast), lamp_radius_mm(cast)
    area = math.pi * radius**2
    far2 = (rows[:, :2] ** 2).sum(1) + lamps.depth_mm**2
    white = PASS * (rows[:, 2] * area * lamps.depth_mm**2 / far2**2).sum() / math.pi
    level = setting.exposure / white
    rough, lower = plate.roughness > 0, cast.rough_side is RoughSide.LOWER
    tint = np.array(cast.lamp_tint_rgb) * level
    lid = np.array(setting.room.tint[::-1]) * setting.room.lid_level * setting.exposure * _LID_GAIN
    sky = np.array(setting.room.tint[::-1]) * setting.room.level * (setting.cup is None)
    numbers = {f"r{i}{j}": turn[i, j] for i in range(3) for j in range(3)}
    return numbers | {
        "focal_px": lens.focal_px,
        "pupil": cast.pupil_radius_mm,
        "px": pupil[0],
        "py": pupil[1],
        "pz": pupil[2],
        "focus": lens.depth_mm + lens.focus_error_mm,
        "window2": plate.radius_mm**2,
        # the manifests tell a roughness as artists do; its square is the slope of the facets
        "rough": 1.15 * plate.roughness**2,
        "bent": _BENT,
        "haze": plate.haze,
        # how far above the rough side the dice lie, in thicknesses of the window
        "lift": 1.0 if lower else _CONTACT,
        # a rough side mirrors no sharp image; one below blurs that of the side above as well
        "smooth_lower": 0.0 if rough and lower else 1.0,
        "smooth_upper": 0.0 if rough else PASS,
        "rough_gain": 1.1 if rough and lower else 0.75,
        "lamp_depth": lamps.depth_mm,
        "lamp_radius": radius,
        "lamp_area": area,
        "lamp_count": float(len(rows)),
        "lamp_r": tint[0],
        "lamp_g": tint[1],
        "lamp_b": tint[2],
        "lid_fall2": 2 * _LID_FALL_MM**2,
        "lid_r": lid[0],
        "lid_g": lid[1],
        "lid_b": lid[2],
        "sky_r": sky[0],
        "sky_g": sky[1],
        "sky_b": sky[2],
        "below": 0.03 * setting.exposure,
    }


def through_window(cast: Cast) -> npt.NDArray[np.bool_]:
    """Which pixels look at the window or its edge, flat (height * width,)."""
    distance = _window_distance_mm(cast)
    result: npt.NDArray[np.bool_] = (distance < cast.scene.setting.plate.radius_mm + 1.5).ravel()
    return result


def _window_distance_mm(cast: Cast) -> npt.NDArray[np.float64]:
    """How far from the window's middle each pixel meets its plane, (height, width)."""
    lens = cast.scene.setting.lens
    width, height = lens.size_wh
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    ways = np.stack([x, y, np.ones_like(x)], 2) @ lens.ray_matrix().T
    pupil = lens.pupil_mm
    at = pupil[:2] + ways[:, :, :2] / ways[:, :, 2:] * -pupil[2]
    result: npt.NDArray[np.float64] = np.hypot(at[:, :, 0], at[:, :, 1])
    return result


def fill_lid(canvas: FloatMap, traced: npt.NDArray[np.uint32], cast: Cast) -> None:
    """The underside of the lid, which needs no tracing."""
    numbers = numbers_of(cast)
    far2 = _window_distance_mm(cast) ** 2
    level = np.exp(-far2 / (2 * _LID_FALL_MM**2)).astype(np.float32)
    lid = np.array([numbers["lid_r"], numbers["lid_g"], numbers["lid_b"]], np.float32)
    outside = np.ones(canvas.shape[0] * canvas.shape[1], bool)
    outside[traced] = False
    at = outside.reshape(canvas.shape[:2])
    canvas[at] = (level[:, :, None] * lid)[at]
