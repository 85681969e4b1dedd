"""Twins of given pictures: a scene built from the row of a pictures' manifest.

What a row does not say (exposure, tint, roll of the camera) is taken from the picture, where one is
given; the rest is drawn by a generator seeded with the file's name.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from pi_meyer.errors import SettingsError
from pi_meyer.rules.rolls import BottomFace
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.dice_model import PATTERNS, STYLES, ColourBGR, Die, Hand, rotation
from pi_meyer.simulation.die_view import SHEEN
from pi_meyer.simulation.lamps import LampStyle
from pi_meyer.simulation.optics import DoubleArray, FloatArray, Lens
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.setting import CUP_MATERIALS, Mark, MarkKind, Plate, PlateKind, Setting

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.simulation.window_view import Image

Row = Mapping[str, Any]


def read_rows(folder: Path) -> tuple[Row, ...]:
    """Read ``manifest.jsonl`` of a folder of pictures.

    Raises:
        SettingsError: there is none, or a line is not JSON.
    """
    path = folder / "manifest.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return tuple(json.loads(line) for line in lines if line.strip())
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path} is not a manifest of pictures: {error}.") from error


def scene_from_row(row: Row, picture: Image | None = None) -> Scene:
    """Build the twin of a picture from its row, and from the picture where one is given."""
    kind = SceneKind(row["kind"])
    drawn = random_scene(
        np.random.default_rng(zlib.crc32(str(row["file"]).encode())),
        Doses(near_lamps=float(row["lamps"]["ring_radius_mm"] < 50)),
        kind=kind,
    )
    lens = _lens(row)
    setting = _setting(row, replace(drawn.setting, lens=lens, exposure=0.9))
    dice = tuple(_die(entry, lens, number) for number, entry in enumerate(row["dice"]))
    if picture is not None:
        dice = tuple(_tinted(die, lens, picture, setting.exposure) for die in dice)
    return replace(drawn, setting=_with_room(setting, dice), dice=dice)


def _with_room(setting: Setting, dice: tuple[Die, ...]) -> Setting:
    """The setting with a cup in which the dice have room."""
    cup = setting.cup
    if cup is None or not dice:
        return setting
    corners = np.concatenate([die.bottom_corners_mm()[:, :2] for die in dice])
    reach = float(np.hypot(*(corners - np.array(cup.centre_xy_mm)).T).max())
    return replace(setting, cup=replace(cup, radius_mm=max(cup.radius_mm, reach)))


def _lens(row: Row) -> Lens:
    camera = row["camera"]
    lens = Lens(
        distance_mm=camera["distance_mm"],
        hfov_deg=camera["hfov_deg"],
        offset_xy_mm=(camera["offset_mm"][0], camera["offset_mm"][1]),
        tilt_xy_deg=(camera["tilt_deg"][0], camera["tilt_deg"][1]),
        focus_error_mm=camera["focus_error_mm"],
    )
    return replace(lens, roll_deg=_roll_deg(row, lens))


def _roll_deg(row: Row, lens: Lens) -> float:
    """The turn about the optical axis that the dice's middles show; 0 with fewer than two."""
    if len(row["dice"]) < 2:
        return 0.0
    own = [[*d["centre_mm"][:2], d["centre_mm"][2] - d["edge_mm"] / 2] for d in row["dice"][:2]]
    without, seen = lens.project(own), np.array([d["px_centre"] for d in row["dice"][:2]])
    before, after = (np.arctan2(*(p[1] - p[0])[::-1]) for p in (without, seen))
    return math.degrees(math.remainder(float(after - before), 2 * math.pi))


def _setting(row: Row, drawn: Setting) -> Setting:
    window, lamps = row["window"], row["lamps"]
    chance = np.random.default_rng(zlib.crc32(str(row["file"]).encode()) + 1)
    marks = tuple(
        Mark(kind=MarkKind(name), strength=1.0, seed=int(chance.integers(0, 2**31)))
        for name in window["marks"]
    )
    plate = Plate(
        kind=PlateKind(window["kind"]),
        roughness=window["roughness"],
        haze=window["haze"],
        radius_mm=drawn.plate.radius_mm,
        marks=marks,
    )
    ring = replace(
        drawn.lamps,
        count=lamps["count"],
        ring_radius_mm=lamps["ring_radius_mm"],
        style=LampStyle(lamps["style"]),
        glare=max(2.5, drawn.lamps.glare),
    )
    cup = drawn.cup
    if cup is not None and row["cup"]["material"] in CUP_MATERIALS:
        cup = replace(cup, material=CUP_MATERIALS[row["cup"]["material"]])
    return replace(drawn, plate=plate, lamps=ring, cup=None if row["cup"]["lifted"] else cup)


def _die(entry: Row, lens: Lens, number: int) -> Die:
    corners = np.array(entry["px_corners"], np.float64)
    pips = np.array(entry["px_pips"], np.float64).reshape(-1, 2)
    quarter, pitch = _lattice(corners, pips, entry["bottom"])
    turn = _turn(np.roll(corners, -quarter, axis=0), entry["edge_mm"], lens)
    yaw, tilt, towards = _angles(turn)
    if entry["tilt_deg"] == 0:
        tilt = 0.0
    x, y, z = entry["centre_mm"]
    return Die(
        style=STYLES[entry["style"]],
        hand=Hand(entry["hand"]),
        edge_mm=entry["edge_mm"],
        bottom=BottomFace(entry["bottom"]),
        centre_mm=(x, y, z),
        yaw_deg=yaw,
        tilt_deg=tilt,
        tilt_towards_deg=towards,
        rounding=0.09 if not entry["casino"] else 0.03,
        pitch=pitch,
        wear=entry["wear"],
        gloss=0.9 if entry["casino"] else 0.5,
        grain_seed=number,
    )


def _lattice(corners: DoubleArray, pips: DoubleArray, value: int) -> tuple[int, float]:
    """How often to turn the corners so that the pattern fits, and the pitch over the edge."""
    best = (math.inf, 0, 0.26)
    for quarter in (0, 1):
        square = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]], np.float32)
        turned = np.roll(corners, -quarter, axis=0).astype(np.float32)
        mapping = cv2.getPerspectiveTransform(turned, square)
        at = cv2.perspectiveTransform(pips[None].astype(np.float64), mapping)[0]
        pitch = float(np.abs(at).max()) / 2 if value > 1 else 0.26
        want = np.array(PATTERNS[value]) * pitch * 2
        gaps = np.linalg.norm(at[:, None] - want[None], axis=2)
        best = min(best, (float(gaps.min(1).max()), quarter, pitch))
    return best[1], best[2]


def _turn(corners: DoubleArray, edge_mm: float, lens: Lens) -> DoubleArray:
    """The die's own directions in the world, from its face's corners in the picture."""
    h = edge_mm / 2
    own = np.array([[h, h, 0], [h, -h, 0], [-h, -h, 0], [-h, h, 0]], np.float64)
    width, height = lens.size_wh
    f = lens.focal_px
    matrix = np.array([[f, 0, width / 2], [0, f, height / 2], [0, 0, 1]])
    _, turn, _ = cv2.solvePnP(own, corners, matrix, np.zeros(4), flags=cv2.SOLVEPNP_ITERATIVE)
    result: DoubleArray = lens.rotation().T @ np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    return result


def _angles(turn: DoubleArray) -> tuple[float, float, float]:
    """Yaw, tilt and the direction of the tilt in degrees."""
    tilt = math.degrees(math.acos(min(1.0, max(-1.0, turn[2, 2]))))
    towards = math.degrees(math.atan2(-turn[1, 2], -turn[0, 2]))
    upright = rotation(0.0, tilt, towards).T @ turn
    yaw = math.degrees(math.atan2(upright[1, 0], upright[0, 0]))
    return yaw, tilt, towards


def _tinted(die: Die, lens: Lens, picture: Image, exposure: float) -> Die:
    """The die with the brightness and tint that its face has in the picture."""
    seen = _face_colour(die, lens, picture) / exposure - SHEEN * die.gloss
    body = np.array(die.style.body)
    tint = np.clip(seen / np.maximum(body, 0.02), 0.1, 2.5)
    values: ColourBGR = (float(tint[0]), float(tint[1]), float(tint[2]))
    return replace(die, tint=values)


def _face_colour(die: Die, lens: Lens, picture: Image) -> FloatArray:
    """Median linear colour of the face between its pips."""
    corners = lens.project(die.bottom_corners_mm())
    mask = np.zeros(picture.shape[:2], np.uint8)
    middle = corners.mean(0)
    inner = np.rint(middle + (corners - middle) * 0.8).astype(np.int32)
    cv2.fillConvexPoly(mask, inner, 1)
    for x, y in lens.project(die.bottom_pips_mm()):
        cv2.circle(mask, (round(x), round(y)), int(0.16 * die.edge_mm * lens.px_per_mm), 0, -1)
    levels = np.median(picture[mask > 0], axis=0) / 255 if mask.any() else np.full(3, 0.5)
    low, high = levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4
    result: FloatArray = np.where(levels <= 0.04045, low, high).astype(np.float32)
    return result
