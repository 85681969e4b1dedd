"""The calibration: one small TOML file with a version; an old or foreign one is refused by name.

It holds what the card told about the window, and, where that was done, the dice in use, the focus
and the empty window. The reader works without any of it, from defaults (design/vision).
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import os
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pi_meyer.vision.dice_in_use import DieInUse
from pi_meyer.vision.empty_window import EmptyWindow
from pi_meyer.vision.plate import EDGE_MM, Plate
from pi_meyer.vision.schema import Field, Number, Numbers, Text, check
from pi_meyer.vision.window_fit import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KIND: Final = "pi_meyer calibration"
VERSION: Final = 2
UNKNOWN_CAMERA: Final = "unknown"
"""Stands where nobody said which camera it was; any camera may use such a calibration."""

MOST_BYTES: Final = 200_000
"""A calibration is a few kilobytes; anything larger is another file."""

MOST_OFF_MM: Final = 0.1
"""Millimetres by which the way to pixels and back may miss."""

MOST_BESIDE_PX: Final = 2.0
"""Pixels between the middle that is stated and the one that the homography gives."""

MOST_SCALE: Final = 0.02
"""The same for the scale, as a share."""

_COLOUR = Numbers(Number(0, 255), least=3, most=3)
_MM = Number(-60, 60, "mm")

SCHEMAS: Final[Mapping[str, Mapping[str, Field]]] = {
    "window": {
        "camera": Text(),
        "size_wh_px": Numbers(Number(16, 20000, "pixels", whole=True), least=2, most=2),
        "centre_xy_px": Numbers(Number(0, 20000, "pixels"), least=2, most=2),
        "px_per_mm": Number(0.5, 100, "pixels"),
        "homography": Numbers(Number(-1e6, 1e6), least=9, most=9),
        "k1": Number(-0.5, 0.5),
        "residual_mm": Number(0, 5, "mm"),
    },
    "dice": {
        "edge_mm": Number(8, 30, "mm"),
        "body_bgr": _COLOUR,
        "pip_bgr": _COLOUR,
        "opposite_sum": Number(7, 7, whole=True),
    },
    "focus": {"lens_position": Number(0, 40, "dioptres")},
    "empty": {
        "points": Number(2, 400, whole=True),
        "light": Text(),
        "lamps_mm": Numbers(_MM, least=0, most=3 * 60),
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What is known about one box.

    Attributes:
        plate: the window in the camera's pictures, the dice's edge included.
        residual_mm: how well the card fitted.
        die: the dice in use; None where they were not examined.
        lens_position: focus in dioptres; None for a fixed lens.
        empty: the empty window; None where it was not learned.
        camera: the name of the camera's profile.
    """

    plate: Plate
    residual_mm: float
    die: DieInUse | None = None
    lens_position: float | None = None
    empty: EmptyWindow | None = None
    camera: str = UNKNOWN_CAMERA


def load_calibration(
    path: Path, size_wh: tuple[int, int] | None = None, *, camera: str | None = None
) -> Calibration:
    """Read a calibration file.

    Args:
        path: where it is.
        size_wh: the size of the camera's pictures, where it must fit them.
        camera: the name of the camera's profile, where it must be that one's.

    Raises:
        CalibrationError: missing, damaged, foreign, old, or made with another camera or for
            pictures of another size.
        SettingsError: a value makes no sense; the sentence names it.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CalibrationError(f"{path}: this is no calibration; run pi-meyer calibrate.")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{path}: cannot be read; run pi-meyer calibrate.") from error
    calibration = parse_calibration(text, str(path))
    if size_wh is not None and size_wh != calibration.plate.size_wh:
        width, height = calibration.plate.size_wh
        raise CalibrationError(
            f"{path}: made for pictures of {width}x{height} pixels, but this camera sends "
            f"{size_wh[0]}x{size_wh[1]}; run pi-meyer calibrate with this camera."
        )
    if camera is not None and calibration.camera not in {camera, UNKNOWN_CAMERA}:
        raise CalibrationError(
            f"{path}: made with the camera {calibration.camera}, but the settings name {camera}; "
            "run pi-meyer calibrate with this camera."
        )
    return calibration


def parse_calibration(text: str, where: str) -> Calibration:
    """Return the calibration in a TOML text; ``where`` names it in errors."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CalibrationError(f"{where}: damaged; run pi-meyer calibrate again.") from error
    tables = _tables(found, where)
    window = tables["window"]
    dice, empty, focus = (tables.get(name) for name in ("dice", "empty", "focus"))
    die = DieInUse(**{k: v for k, v in dice.items() if k != "opposite_sum"}) if dice else None
    plate = Plate(
        size_wh=window["size_wh_px"],
        centre_xy_px=window["centre_xy_px"],
        px_per_mm=window["px_per_mm"],
        homography=window["homography"],
        k1=window["k1"],
        edge_mm=die.edge_mm if die else EDGE_MM,
    )
    if not _fits_together(plate):
        raise CalibrationError(
            f"{where} [window]: the numbers do not fit together; run pi-meyer calibrate again."
        )
    return Calibration(
        plate=plate,
        residual_mm=window["residual_mm"],
        die=die,
        lens_position=focus["lens_position"] if focus else None,
        empty=_empty(empty, where) if empty else None,
        camera=window["camera"],
    )


def _fits_together(plate: Plate) -> bool:
    """Whether middle, scale, lens and homography tell of one and the same window."""
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    rim_mm = plate.radius_mm * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    places_mm = np.concatenate([rim_mm, [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]])
    try:
        with np.errstate(all="ignore"):
            seen_px = plate.to_px(places_mm)
            off_mm = np.abs(plate.to_mm(seen_px) - places_mm).max()
    except np.linalg.LinAlgError:
        return False
    middle, right, down = seen_px[-3:]
    (a, b), (c, d) = right - middle, down - middle
    scale = float(np.sqrt(abs(a * d - b * c))) / plate.px_per_mm
    beside_px = float(np.abs(middle - plate.centre_xy_px).max())
    return bool(off_mm < MOST_OFF_MM and beside_px < MOST_BESIDE_PX and abs(scale - 1) < MOST_SCALE)


def _tables(found: Mapping[str, Any], where: str) -> dict[str, dict[str, Any]]:
    if found.get("kind") != KIND:
        raise CalibrationError(f"{where}: this is no calibration; run pi-meyer calibrate.")
    if found.get("version") != VERSION:
        raise CalibrationError(
            f"{where}: of version {found.get('version')!r}, but this program needs {VERSION}; "
            "run pi-meyer calibrate again."
        )
    tables = {}
    for name, table in found.items():
        if name in {"kind", "version"}:
            continue
        if name not in SCHEMAS or not isinstance(table, dict):
            known = ", ".join(SCHEMAS)
            raise CalibrationError(f"{where}: unknown part {name!r}; known parts: {known}.")
        tables[name] = check(table, SCHEMAS[name], f"{where} [{name}]")
    if "window" not in tables:
        raise CalibrationError(f"{where}: [window] is missing; run pi-meyer calibrate again.")
    return tables


def _empty(table: Mapping[str, Any], where: str) -> EmptyWindow:
    numbers = table["lamps_mm"]
    try:
        light = base64.b64decode(table["light"], validate=True)
    except (binascii.Error, ValueError) as error:
        raise CalibrationError(f"{where}: [empty] is damaged; calibrate again.") from error
    if len(light) != table["points"] ** 2 or len(numbers) % 3:
        raise CalibrationError(f"{where}: [empty] is damaged; run pi-meyer calibrate again.")
    lamps = tuple((numbers[i], numbers[i + 1], numbers[i + 2]) for i in range(0, len(numbers), 3))
    return EmptyWindow(points=table["points"], light=light, lamps_mm=lamps)


def to_toml(calibration: Calibration) -> str:
    """Return the file's text."""
    plate, die, empty = calibration.plate, calibration.die, calibration.empty
    if plate.homography is None:
        raise CalibrationError("Only a window that the card has shown can be stored.")
    tables: dict[str, dict[str, object]] = {
        "window": {
            "camera": calibration.camera,
            "size_wh_px": plate.size_wh,
            "centre_xy_px": plate.centre_xy_px,
            "px_per_mm": plate.px_per_mm,
            "homography": plate.homography,
            "k1": plate.k1,
            "residual_mm": calibration.residual_mm,
        }
    }
    if die is not None:
        tables["dice"] = {
            "edge_mm": die.edge_mm,
            "body_bgr": die.body_bgr,
            "pip_bgr": die.pip_bgr,
            "opposite_sum": 7,
        }
    if calibration.lens_position is not None:
        tables["focus"] = {"lens_position": calibration.lens_position}
    if empty is not None:
        tables["empty"] = {
            "points": empty.points,
            "light": base64.b64encode(empty.light).decode("ascii"),
            "lamps_mm": [number for lamp in empty.lamps_mm for number in lamp],
        }
    lines = [f'kind = "{KIND}"', f"version = {VERSION}"]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{key} = {_value(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value)  # a basic string of TOML is written alike
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return repr(value)


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write the file in one step, so that a power cut leaves the old one or the new one.

    Raises:
        CalibrationError: the place cannot be written.
    """
    text = to_toml(calibration)
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        why = error.strerror or "no reason is known"
        raise CalibrationError(f"{path}: cannot be written ({why}); give another place.") from error
