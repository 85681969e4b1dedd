"""The player's own look under the tilted cup: the dice from above, at a slant.

Only the peek key shows it, in place of the whole window, never on the referee's screen (P9).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.rules.rolls import BottomFace
from pi_meyer.simulation.dice_model import Die, rotation
from pi_meyer.simulation.die_view import Light, draw_die
from pi_meyer.simulation.filters import blurred
from pi_meyer.simulation.lamps import Lamps
from pi_meyer.simulation.optics import FloatArray, Lens
from pi_meyer.simulation.window_view import Image, develop

if TYPE_CHECKING:
    from pi_meyer.simulation.table import SimulatedTable

_SLANT_DEG = 34.0
_SLANT_TOWARDS_DEG = -90.0
_WARM = np.array([0.62, 0.86, 1.0], np.float32)
_FELT = np.array([0.035, 0.05, 0.07], np.float32)
_VIEW_MM = 128.0


def look_under_cup(table: SimulatedTable, size_wh: tuple[int, int]) -> Image:
    """Draw what a player sees who tilts the cup: (height, width, 3), BGR, 8 bit."""
    lens = _eye(size_wh)
    canvas = _felt(lens)
    light = Light(lamps=Lamps(ring_radius_mm=40, glare=1.2, lamp_radius_mm=6), glints=0.6)
    for die in sorted(table.dice, key=lambda d: -_seen_from_above(d).centre_mm[2]):
        layer = draw_die(_seen_from_above(die), lens, light)
        if layer is None:
            continue
        x0, y0, x1, y1 = layer.box_xyxy
        part = canvas[y0:y1, x0:x1]
        part += (layer.colour * _WARM * np.float32(0.75) - part) * layer.alpha[:, :, None]
    soft = blurred(canvas, 0.8)
    return develop(soft)


def _eye(size_wh: tuple[int, int]) -> Lens:
    """An eye 26 cm away that has the whole mouth of the cup in view."""
    distance = 260.0
    shorter = min(size_wh[0], size_wh[1] * 4 / 3)
    hfov = 2 * math.degrees(math.atan(_VIEW_MM / 2 / distance * size_wh[0] / shorter))
    return Lens(distance_mm=distance, hfov_deg=hfov, size_wh=size_wh)


def _seen_from_above(die: Die) -> Die:
    """The die turned over with the whole table, so that what was up looks at the eye."""
    x, y, z = die.centre_mm
    over = np.array([x, -y, -z])
    slanted = rotation(0.0, _SLANT_DEG, _SLANT_TOWARDS_DEG) @ over
    lean = die.tilt_deg > 0
    return replace(
        die,
        bottom=BottomFace(die.top),
        centre_mm=(float(slanted[0]), float(slanted[1]), float(slanted[2])),
        yaw_deg=-die.yaw_deg,
        tilt_deg=_SLANT_DEG + (die.tilt_deg * 0.5 if lean else 0.0),
        tilt_towards_deg=_SLANT_TOWARDS_DEG,
    )


def _felt(lens: Lens) -> FloatArray:
    """The base in warm dim light, the dark cup over its far side."""
    width, height = lens.size_wh
    angles = np.linspace(0, 2 * math.pi, 90)
    turn = rotation(0.0, _SLANT_DEG, _SLANT_TOWARDS_DEG)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], 1)
    canvas = np.zeros((height, width, 3), np.float32)
    canvas[:] = _FELT * np.float32(0.12)
    for radius, shade in ((41.0, 0.5), (39.0, 1.6), (38.0, 1.15), (30.0, 1.3), (20.0, 1.45)):
        points = lens.project(radius * ring @ turn.T)
        level = tuple(float(c) * shade for c in _FELT)
        cv2.fillPoly(canvas, [np.rint(points).astype(np.int32)], level)
    _cup_shadow(canvas, lens)
    return blurred(canvas, max(2.0, width / 220))


def _cup_shadow(canvas: FloatArray, lens: Lens) -> None:
    """The lifted cup hides the far side and shades what lies near it."""
    height, width = canvas.shape[:2]
    edge = lens.project([[0.0, -30.0 * math.cos(math.radians(_SLANT_DEG)), 0.0]])[0][1]
    rows = np.arange(height, dtype=np.float32)[:, None]
    shade = np.clip((rows - np.float32(edge) + height * 0.16) / (height * 0.3), 0.12, 1)
    canvas *= np.broadcast_to(shade, (height, width))[:, :, None]
