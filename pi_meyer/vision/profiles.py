"""Profiles of cameras and dice: data under models/, one checked schema for each kind.

In a checkout the files lie at ``<root>/models``; the build puts them into the wheel at
``pi_meyer/_data/models``. `models_folder` is the one place that knows.
"""

from __future__ import annotations

import dataclasses
import importlib.resources
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from pi_meyer.errors import SettingsError
from pi_meyer.vision.schema import Choice, Field, Flag, Number, Numbers, Text, check

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

SCHEMA_VERSION: Final = 1
"""Version of both schemas; another one is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraProfile:
    """A camera as its maker describes it; angles are those of the full sensor."""

    name: str
    model: str
    sensor_wh_px: tuple[int, int]
    picture_wh_px: tuple[int, int]
    hfov_deg: float
    vfov_deg: float
    focal_mm: float
    f_number: float
    closest_focus_mm: float
    working_distance_mm: float
    autofocus: bool
    k1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DieProfile:
    """A kind of die; lengths are those of one face."""

    name: str
    edge_mm: float
    rounding_mm: float
    pip_pitch_mm: float
    pip_diameter_mm: float
    one_diameter_mm: float
    red_faces: tuple[int, ...]
    light_pips: bool
    translucent: bool
    opposite_sum: int
    handedness: str


CAMERA_SCHEMA: Final[Mapping[str, Field]] = {
    "version": Number(SCHEMA_VERSION, SCHEMA_VERSION, whole=True),
    "name": Text(),
    "model": Text(),
    "sensor_wh_px": Numbers(Number(16, 20000, "pixels", whole=True), least=2, most=2),
    "picture_wh_px": Numbers(Number(16, 20000, "pixels", whole=True), least=2, most=2),
    "hfov_deg": Number(10, 170, "degrees"),
    "vfov_deg": Number(10, 170, "degrees"),
    "focal_mm": Number(0.5, 50, "mm"),
    "f_number": Number(0.7, 32),
    "closest_focus_mm": Number(5, 2000, "mm"),
    "working_distance_mm": Number(30, 500, "mm"),
    "autofocus": Flag(),
    "k1": Number(-0.5, 0.5),
}

DIE_SCHEMA: Final[Mapping[str, Field]] = {
    "version": Number(SCHEMA_VERSION, SCHEMA_VERSION, whole=True),
    "name": Text(),
    "edge_mm": Number(8, 30, "mm"),
    "rounding_mm": Number(0, 6, "mm"),
    "pip_pitch_mm": Number(1.5, 9, "mm"),
    "pip_diameter_mm": Number(0.8, 8, "mm"),
    "one_diameter_mm": Number(0.8, 12, "mm"),
    "red_faces": Numbers(Number(1, 6, whole=True), least=0, most=6),
    "light_pips": Flag(),
    "translucent": Flag(),
    "opposite_sum": Number(7, 7, whole=True),
    "handedness": Choice(("western", "asian")),
}

Profile = TypeVar("Profile", CameraProfile, DieProfile)


def models_folder() -> Traversable:
    """Return the folder ``models``: the wheel's copy, or the checkout's.

    Raises:
        SettingsError: neither is there.
    """
    package = importlib.resources.files("pi_meyer")
    for folder in (package / "_data" / "models", package / ".." / "models"):
        if folder.is_dir():
            return folder
    raise SettingsError("The folder models/ is missing from this installation; install it again.")


def camera_names() -> tuple[str, ...]:
    """Return the names under which camera profiles can be asked for."""
    return _names("cameras")


def die_names() -> tuple[str, ...]:
    """Return the names under which die profiles can be asked for."""
    return _names("dice")


def camera_profile(name: str) -> CameraProfile:
    """Return a camera's profile.

    Raises:
        SettingsError: there is none of that name, or its file makes no sense.
    """
    return parse_camera(_text("cameras", name), f"models/cameras/{name}.toml")


def die_profile(name: str) -> DieProfile:
    """Return the profile of a kind of die.

    Raises:
        SettingsError: there is none of that name, or its file makes no sense.
    """
    return parse_die(_text("dice", name), f"models/dice/{name}.toml")


def parse_camera(text: str, where: str) -> CameraProfile:
    """Return the profile in a TOML text; ``where`` names it in errors (SettingsError)."""
    return _build(CameraProfile, _load(text, where), CAMERA_SCHEMA, where)


def parse_die(text: str, where: str) -> DieProfile:
    """Return the profile in a TOML text; ``where`` names it in errors (SettingsError)."""
    profile = _build(DieProfile, _load(text, where), DIE_SCHEMA, where)
    lattice_mm = 2 * profile.pip_pitch_mm + profile.pip_diameter_mm
    if lattice_mm > profile.edge_mm:
        raise SettingsError(
            f"{where}: pips of {profile.pip_diameter_mm} mm, {profile.pip_pitch_mm} mm apart, do "
            f"not fit on a face of {profile.edge_mm} mm; measure them again."
        )
    return profile


def _build(
    kind: type[Profile], found: Mapping[str, object], schema: Mapping[str, Field], where: str
) -> Profile:
    checked = check(found, schema, where)
    names = {field.name for field in dataclasses.fields(kind)}
    return kind(**{key: value for key, value in checked.items() if key in names})


def _load(text: str, where: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{where} is not TOML: {error}.") from error


def _names(kind: str) -> tuple[str, ...]:
    files = (entry.name for entry in (models_folder() / kind).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def _text(kind: str, name: str) -> str:
    if name not in _names(kind):
        known = ", ".join(_names(kind))
        raise SettingsError(f"There is no profile {name!r} under models/{kind}; known: {known}.")
    return (models_folder() / kind / f"{name}.toml").read_text(encoding="utf-8")
