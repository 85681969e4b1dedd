"""The view without dice: the cup from inside, or the room; the lid round the window."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.simulation.filters import add_grey, blurred, resized, thrice, widely_blurred

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import DoubleArray, FloatArray, Lens
    from pi_meyer.simulation.setting import Cup, Room, Setting

_BITS = 4
_ONE = 1 << _BITS
_WALL_RINGS = 22
_END_SHARES = (0.25, 0.5, 0.75, 1.0)
_RIM_GAIN = 4.5
_ROOM_SHRINK = 4
_ROOM_HEIGHT_MM = 150.0
_CUP_MIDDLE_MM = 45.0
_HEAD_COLOUR = (0.035, 0.045, 0.07)
_SKIN_COLOUR = (0.16, 0.22, 0.34)


@lru_cache(maxsize=6)
def backdrop(setting: Setting) -> FloatArray:
    """Linear light (height, width, 3) of everything but dice and dirt; do not write into it."""
    lens, plate = setting.lens, setting.plate
    view = _room(setting.room, lens, plate.roughness) * np.float32(setting.exposure)
    if setting.cup is not None:
        _draw_cup(view, setting.cup, lens, setting)
    far_px = lens.blur_sigma_px(_CUP_MIDDLE_MM)
    sigma = math.hypot(far_px, frost_sigma_px(lens, plate.roughness, 22.0))
    view = widely_blurred(view, sigma)
    if setting.room.fingers:
        _draw_fingers(view, setting)
    result = _inside_window(view, setting)
    result.flags.writeable = False
    return result


def frost_sigma_px(lens: Lens, roughness: float, height_mm: float) -> float:
    """Sigma of the blur that a frosted window gives to something so high above it."""
    return 0.17 * roughness * max(0.0, height_mm) * lens.px_per_mm


def _room(room: Room, lens: Lens, roughness: float) -> FloatArray:
    """The ceiling with its lights, shadows and heads, blurred as it is out of focus."""
    width, height = lens.size_wh
    size = (width // _ROOM_SHRINK, height // _ROOM_SHRINK)
    chance = np.random.default_rng(room.seed)
    small = np.empty((size[1], size[0], 3), np.float32)
    small[:] = np.array(room.tint, np.float32) * np.float32(room.level)
    for _ in range(room.beams):
        _draw_beam(small, chance)
    small = blurred(small, 1.5 + 25 * roughness)
    for _ in range(room.lights):
        _draw_ceiling_light(small, chance, room.level)
    soft = 1.2 + frost_sigma_px(lens, roughness, _ROOM_HEIGHT_MM) / _ROOM_SHRINK
    small = blurred(small, soft)
    if room.heads:
        for _ in range(room.heads):
            _draw_head(small, chance)
        small = blurred(small, 0.7 + 14 * roughness)
    return resized(small, (width, height))


def _draw_beam(small: FloatArray, chance: np.random.Generator) -> None:
    """A broad straight shadow across the ceiling."""
    height, width = small.shape[:2]
    middle = np.array([chance.uniform(0, width), chance.uniform(0, height)])
    angle, half = chance.uniform(0, math.pi), chance.uniform(6, 15)
    along = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-along[1], along[0]])
    corners = [middle + s * 300 * along + t * half * across for s, t in _SQUARE]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.array(corners, np.int32), 1)
    small[mask > 0] *= np.float32(chance.uniform(0.35, 0.6))


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _draw_ceiling_light(small: FloatArray, chance: np.random.Generator, level: float) -> None:
    height, width = small.shape[:2]
    at = (
        int(width * (0.5 + 0.22 * chance.standard_normal())),
        int(height * (0.5 + 0.28 * chance.standard_normal())),
    )
    radius = int(chance.uniform(9, 19))
    bright = float(min(2.0, 0.5 + 2.0 * level) * chance.uniform(0.7, 1.5))
    tint = np.array([1.0, 1.0, 1.0]) - np.array([0.12, 0.05, 0.0]) * chance.uniform(0, 1)
    mask = np.zeros((height, width), np.uint8)
    cv2.circle(mask, at, radius, 1, -1)
    small[mask > 0] += (bright * tint).astype(np.float32)


def _draw_head(small: FloatArray, chance: np.random.Generator) -> None:
    """Somebody looks down: a dark ellipse near the rim of the view."""
    height, width = small.shape[:2]
    angle = chance.uniform(0, 2 * math.pi)
    reach = chance.uniform(0.04, 0.4)
    at = (
        int(width / 2 + reach * width * math.cos(angle)),
        int(height / 2 + reach * height * 1.2 * math.sin(angle)),
    )
    axes = (int(chance.uniform(15, 23)), int(chance.uniform(19, 29)))
    shade = chance.uniform(0.08, 1.2)
    colour = tuple(float(c * shade) for c in _HEAD_COLOUR)
    cv2.ellipse(small, at, axes, float(np.degrees(angle) + 90), 0, 360, colour, -1)


def _draw_cup(view: FloatArray, cup: Cup, lens: Lens, setting: Setting) -> None:
    """Paint the cup from its mouth to its closed end, ring by ring; a lifted one is darker."""
    gain = setting.exposure / (1 + cup.lift_mm / 40)
    for height_mm, radius_mm, light in _cup_rings(cup, setting.lamps.down_share):
        at, radius_px = _ring_px(cup, lens, height_mm, radius_mm)
        cv2.circle(view, at, radius_px, (light * gain).tolist(), -1, cv2.LINE_8, _BITS)
    if cup.material.gloss > 0.35:
        _draw_gloss(view, cup, lens, setting)


def _cup_rings(cup: Cup, lit: float) -> list[tuple[float, float, DoubleArray]]:
    """Height, radius and light of discs that, painted in turn, make a cup: rim, wall, end."""
    colour = np.array(cup.material.colour)
    near, far, end = cup.shade_near_far_end
    rings = [(0.0, cup.radius_mm + cup.wall_mm, colour * _RIM_GAIN * lit)]
    for share in np.linspace(0, 1, _WALL_RINGS).tolist():
        radius = cup.radius_mm * (1 + (cup.taper - 1) * share)
        rings.append((cup.height_mm * share, radius, colour * (near + (far - near) * share)))
    for share in _END_SHARES:
        radius = cup.radius_mm * cup.taper * (1.04 - 0.12 * share)
        light = colour * far * (1 - share) + (colour * end + cup.end_shine) * share
        rings.append((cup.height_mm, radius, light))
    return rings


def _ring_px(
    cup: Cup, lens: Lens, height_mm: float, radius_mm: float
) -> tuple[tuple[int, int], int]:
    """Middle and radius of a circle parallel to the window, in sixteenths of a pixel."""
    z = height_mm + cup.lift_mm
    at = lens.project([[*cup.centre_xy_mm, z]])[0]
    radius = radius_mm * lens.focal_px / (lens.depth_mm + z)
    return (int(at[0] * _ONE), int(at[1] * _ONE)), int(radius * _ONE)


def _draw_gloss(view: FloatArray, cup: Cup, lens: Lens, setting: Setting) -> None:
    """A broad arc of light on a varnished wall."""
    chance = np.random.default_rng(setting.room.seed + 1)
    x, y = cup.centre_xy_mm
    z = cup.height_mm * chance.uniform(0.15, 0.6) + cup.lift_mm
    at = lens.project([[x, y, z]])[0]
    share = z / (cup.height_mm + cup.lift_mm)
    radius = cup.radius_mm * (1 + (cup.taper - 1) * share) * lens.focal_px / (lens.depth_mm + z)
    start, spread = chance.uniform(0, 360), chance.uniform(60, 200)
    level = float(chance.uniform(0.0, 0.06) * cup.material.gloss * setting.exposure)
    arc = np.zeros(view.shape[:2], np.float32)
    cv2.ellipse(
        arc, (int(at[0]), int(at[1])), (int(radius), int(radius)), start, 0, spread, level, 5
    )
    arc = blurred(arc[::2, ::2], 2.0)
    add_grey(view, resized(arc, (view.shape[1], view.shape[0])))


def _draw_fingers(view: FloatArray, setting: Setting) -> None:
    """Fingers that come in from one side, close above the window."""
    chance = np.random.default_rng(setting.room.seed + 2)
    lens = setting.lens
    angle = chance.uniform(0, 2 * math.pi)
    colour = np.array(_SKIN_COLOUR) * chance.uniform(0.5, 1.1) * setting.exposure
    for k in range(setting.room.fingers):
        turn = angle + (k - setting.room.fingers / 2) * 0.16
        tip = chance.uniform(5, 22)
        across = np.array([-math.sin(angle), math.cos(angle)]) * (k - 1) * 15
        out = np.array([math.cos(turn), math.sin(turn)])
        ends = lens.project([[*(out * r + across), 8.0] for r in (tip, tip + 70)])
        _draw_finger(view, ends, 7.5 * lens.px_per_mm, colour)


def _draw_finger(
    view: FloatArray,
    ends: DoubleArray,
    half_px: float,
    colour: DoubleArray,
) -> None:
    (x0, y0), (x1, y1) = ends
    for share in (1.0, 0.85, 0.68, 0.48, 0.25):
        shade = colour * (1.15 - 0.75 * share**2)
        level = (float(shade[0]), float(shade[1]), float(shade[2]))
        thick = max(1, int(2 * half_px * share))
        cv2.line(view, (int(x0), int(y0)), (int(x1), int(y1)), level, thick)


def _inside_window(view: FloatArray, setting: Setting) -> FloatArray:
    """Put the dark lid round the window."""
    room = setting.room
    level = room.lid_level * setting.exposure
    cover, rest = _cover_and_rest(setting.lens, setting.plate.radius_mm)
    lid = cv2.merge([rest * np.float32(tint * level) for tint in room.tint])
    return np.asarray(cv2.add(cv2.multiply(view, cover), lid), np.float32)


@lru_cache(maxsize=2)
def _cover_and_rest(lens: Lens, radius_mm: float) -> tuple[FloatArray, FloatArray]:
    """What is window, (height, width, 3), and what is lid, (height, width)."""
    cover = window_cover(lens, radius_mm)
    return thrice(cover), 1 - cover


@lru_cache(maxsize=6)
def window_cover(lens: Lens, radius_mm: float) -> FloatArray:
    """How far each pixel looks through the window, (height, width), 0 lid to 1 window."""
    width, height = lens.size_wh
    at = lens.project([[0.0, 0.0, 0.0]])[0]
    mask = np.zeros((height, width), np.uint8)
    middle = (int(at[0] * _ONE), int(at[1] * _ONE))
    radius_px = int(radius_mm * lens.px_per_mm * _ONE)
    cv2.circle(mask, middle, radius_px, 255, -1, cv2.LINE_AA, _BITS)
    result: FloatArray = mask.astype(np.float32) * np.float32(1 / 255)
    result.flags.writeable = False
    return result
