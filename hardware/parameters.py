"""The numbers of the box: read from `parameters.toml`, checked for shape, and handed on frozen.

Whether the numbers make a box that can exist is asked in `hardware.limits`.
"""

from __future__ import annotations

import tomllib
import typing
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from pi_meyer.errors import SettingsError

FILE: Final = Path(__file__).with_name("parameters.toml")
VERSION: Final = 1

Pair = tuple[float, float]
Triple = tuple[float, float, float]
T = TypeVar("T")


class ImpossibleBoxError(SettingsError):
    """The numbers describe a box that cannot be built; the sentence names the nearest that can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What was bought: keys of the catalogues below."""

    camera: str
    display: str
    board: str
    button: str
    encoder: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Optics:
    """What the camera must see, and from where."""

    roi_diameter_mm: float
    lens_to_window_mm: float
    picture_wh_px: Pair
    die_edge_mm: float
    die_least_px: float
    off_axis_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The acrylic disc in the deck."""

    thickness_mm: float
    refractive_index: float
    diameter_mm: float
    ledge_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """The cup that the table uses."""

    outer_diameter_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The clear disc with a rim that closes the cup."""

    disc_thickness_mm: float
    rim_height_mm: float
    rim_wall_mm: float
    cup_play_mm: float
    seat_play_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """The ring of LEDs under the window."""

    count: int
    ring_radius_mm: float
    depth_mm: float
    led_diameter_mm: float
    tilt_deg: float
    forward_v: float
    current_ma: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The walls."""

    height_mm: float
    wall_mm: float
    floor_mm: float
    lid_mm: float
    slant_deg: float
    deck_front_mm: float
    bay_width_mm: float
    lip_mm: float
    feet_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Holes and gaps of a printed part."""

    gap_mm: float
    m3_clear_mm: float
    m3_insert_mm: float
    m3_insert_depth_mm: float
    m25_core_mm: float
    m2_core_mm: float
    least_wall_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """The largest part."""

    bed_xyz_mm: Triple


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """Voltages and the limits of one pin."""

    supply_v: float
    supply_least_v: float
    gpio_v: float
    gpio_most_ma: float
    base_emitter_v: float
    saturation_v: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """A camera module; the field of view is that of the full sensor."""

    hfov_deg: float
    vfov_deg: float
    focus_from_mm: float
    pupil_above_board_mm: float
    lens_radius_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """A panel, lying on its side."""

    glass_wh_mm: Pair
    active_wh_mm: Pair
    glass_mm: float
    chassis_wh_mm: Pair
    chassis_depth_mm: float
    boards_wh_mm: Pair
    depth_mm: float
    dsi: bool
    power_w: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A computer; holes are counted from the corner between the power side and the far end."""

    outline_wh_mm: Pair
    holes_xy_mm: tuple[Pair, ...]
    height_mm: float
    ports: str
    dsi: bool
    power_w: float
    supply_a: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """The LIFT button."""

    hole_mm: float
    rim_mm: float
    below_deck_mm: float
    dome_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoder:
    """A rotary encoder, for those who like to turn."""

    hole_mm: float
    body_mm: Pair
    below_deck_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """All numbers of one box, with the catalogue entries that were chosen."""

    choice: Choice
    optics: Optics
    window: Window
    cup: Cup
    base: Base
    lamps: Lamps
    case: Case
    fit: Fit
    printer: Printer
    power: Power
    encoder: Encoder
    camera: Camera
    display: Display
    board: Board
    button: Button


CATALOGUES: Final = {"camera": Camera, "display": Display, "board": Board, "button": Button}


def load(path: Path = FILE, **changes: object) -> Parameters:
    """Read a file of parameters.

    Args:
        path: the TOML file.
        changes: other values than the file's, as ``table__key=value``
            (``choice__camera="module-3"``).

    Raises:
        SettingsError: the file is missing, foreign, or a key or type is wrong.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"The box's numbers cannot be read from {path}: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path.name} is not TOML: {error}; mend that line.") from error
    if tables.pop("version", None) != VERSION:
        raise SettingsError(
            f"{path.name} must say version = {VERSION}; take the one of this release."
        )
    for name, value in changes.items():
        table, _, key = name.partition("__")
        tables.setdefault(table, {})[key] = value
    return _parameters(tables)


def with_value(parameters: Parameters, name: str, value: object) -> Parameters:
    """Return the same box with one number changed, named as in the file (``"case.height_mm"``)."""
    table, key = name.split(".")
    return replace(parameters, **{table: replace(getattr(parameters, table), **{key: value})})


def _parameters(tables: dict[str, Any]) -> Parameters:
    choice = _table(Choice, tables.pop("choice", {}), "choice")
    catalogues = {name: tables.pop(name, {}) for name in CATALOGUES}
    chosen: dict[str, Any] = {
        name: _entry(kind, catalogues[name], name, getattr(choice, name))
        for name, kind in CATALOGUES.items()
    }
    hints = typing.get_type_hints(Parameters)
    rest = [key for key in hints if key not in CATALOGUES and key != "choice"]
    _refuse_strangers(tables, rest, "The file")
    plain = {key: _table(hints[key], tables.get(key, {}), key) for key in rest}
    return Parameters(choice=choice, **chosen, **plain)


def _entry(kind: type[T], catalogue: dict[str, Any], name: str, key: str) -> T:
    if key not in catalogue:
        known = ", ".join(sorted(catalogue))
        raise SettingsError(f'choice.{name} = "{key}" is not known; choose one of: {known}.')
    return _table(kind, catalogue[key], f"{name}.{key}")


def _table(kind: type[T], table: dict[str, Any], name: str) -> T:
    assert is_dataclass(kind)  # noqa: S101 - for the type checker; all callers pass one of the above
    hints = typing.get_type_hints(kind)
    wanted = [field.name for field in fields(kind)]
    _refuse_strangers(table, wanted, f"[{name}]")
    missing = [key for key in wanted if key not in table]
    if missing:
        raise SettingsError(f"[{name}] lacks {', '.join(missing)}; add it.")
    values = {key: _value(table[key], hints[key], f"{name}.{key}") for key in wanted}
    return typing.cast("T", kind(**values))


def _refuse_strangers(table: dict[str, Any], wanted: list[str], where: str) -> None:
    strangers = sorted(set(table) - set(wanted))
    if strangers:
        raise SettingsError(
            f"{where} has {', '.join(strangers)}, which nothing uses; known: {', '.join(wanted)}."
        )


def _value(value: object, hint: object, name: str) -> object:
    if typing.get_origin(hint) is tuple:
        return _tuple(value, typing.get_args(hint), name)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not hint:
        raise SettingsError(
            f"{name} = {value!r} must be of the kind {getattr(hint, '__name__', hint)}."
        )
    return value


def _tuple(value: object, kinds: tuple[object, ...], name: str) -> tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise SettingsError(f"{name} = {value!r} must be a list.")
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(value) != len(kinds):
        raise SettingsError(f"{name} must have {len(kinds)} numbers, not {len(value)}.")
    return tuple(_value(v, kind, name) for v, kind in zip(value, kinds, strict=True))
