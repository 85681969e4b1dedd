"""The settings: what one file may say, and the frozen values that the program gets.

The reader (here) is small and quick; the writer, with its own library, is ``config_file``.
"""

from __future__ import annotations

import enum
import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pi_meyer.devices.camera_profile import CameraProfile
from pi_meyer.devices.gpio_factory import is_raspberry_pi
from pi_meyer.devices.pins import LIFT_PIN_BCM, LIGHT_PIN_BCM, check_pin
from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.errors import SettingsError
from pi_meyer.rules.house_rules import nearest
from pi_meyer.rules.presets import house_rules
from pi_meyer.vision.profiles import camera_names, die_names
from pi_meyer.vision.schema import Choice, Field, Flag, Number, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VERSION: Final = 1
NO_PIN: Final = -1
BOX_FOLDER: Final = Path("/var/lib/pi-meyer")
PARTITION: Final = Path("/run/pi-meyer-data")
"""A link to the data partition's folders, where systemd/drop-ins/data-partition.conf is in use. The
service itself has them at its usual places; whoever asks from outside finds them here."""
PANEL_SIZES: Final = ("800x480", "1024x600", "720x1280", "1920x1080")
_HOUSE: Final = "rules.house"


class MarkPolicy(enum.Enum):
    """What a neutral mark does (fairness, F1 to F5)."""

    VOID = "void"
    MARK = "mark"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSettings:
    """The panel; ``height_mm`` is None where the maker's data sheet counts."""

    size: str = "800x480"
    rotation: int = 0
    height_mm: float | None = None
    brightness: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSettings:
    """What each neutral mark does: F1, F2, F4 and F5 of fairness.md (F3 is free)."""

    dice_moved: MarkPolicy = MarkPolicy.MARK
    second_shake: MarkPolicy = MarkPolicy.MARK
    cup_off: MarkPolicy = MarkPolicy.MARK
    not_two_dice: MarkPolicy = MarkPolicy.MARK


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSettings:
    """The camera; ``lens_position`` is None where calibration or profile count."""

    driver: str = "auto"
    profile: str = "module3"
    lens_position: float | None = None
    frames_per_s: float = 15.0
    exposure_us: int = 10_000
    gain: float = 1.0
    red_gain: float = 1.6
    blue_gain: float = 1.6
    folder: Path | None = None

    def device_profile(
        self, *, size_wh: tuple[int, int], lens_position: float | None
    ) -> CameraProfile:
        """Return how the device is set; what is set here counts before ``lens_position``."""
        return CameraProfile(
            size_wh=size_wh,
            frames_per_s=self.frames_per_s,
            exposure_us=self.exposure_us,
            gain=self.gain,
            red_gain=self.red_gain,
            blue_gain=self.blue_gain,
            lens_position=lens_position if self.lens_position is None else self.lens_position,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PinSettings:
    """BCM numbers; the encoder's are None where there is none."""

    lift: int = LIFT_PIN_BCM
    light: int = LIGHT_PIN_BCM
    encoder_a: int | None = None
    encoder_b: int | None = None
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that the host can set, checked."""

    language: str = "en"
    preset: str = "cardzo"
    house: Mapping[str, bool | int | str] = field(default_factory=lambda: MappingProxyType({}))
    panel: PanelSettings = PanelSettings()
    less_motion: bool = False
    volume: int = 60
    marks: MarkSettings = MarkSettings()
    camera: CameraSettings = CameraSettings()
    dice_profile: str = "western_16mm"
    button_driver: str = "auto"
    pins: PinSettings = PinSettings()
    data_folder: Path | None = None

    def camera_driver(self) -> str:
        """Return "picamera2", "simulated" or "recorded": "auto" decides by the machine."""
        if self.camera.driver != "auto":
            return self.camera.driver
        return "picamera2" if is_raspberry_pi() else "simulated"

    def lift_driver(self) -> str:
        """Return "gpio" or "keyboard": "auto" decides by the machine."""
        if self.button_driver != "auto":
            return self.button_driver
        return "gpio" if is_raspberry_pi() else "keyboard"

    def evenings_folder(self) -> Path:
        """Return where evenings are kept: set here, given by systemd, or the user's own."""
        if self.data_folder is not None:
            return self.data_folder
        given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
        if given:
            return Path(given)
        # Whoever may write there asks about the box itself: root, or the box's own user.
        for folder in (PARTITION / "evenings", BOX_FOLDER):
            if os.access(folder, os.W_OK):
                return folder
        base = os.environ.get("XDG_DATA_HOME", "")
        return (Path(base) if base else Path.home() / ".local" / "share") / "pi-meyer"


class _AnyText(Text):
    """A line of text that may be empty."""

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise ValueError("a line of text")  # noqa: TRY004 - one kind of error for the caller
        return value


@dataclass(frozen=True, slots=True)
class _Turn:
    """One of the four ways up."""

    def read(self, value: object) -> int:
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or value % 90
            or value not in range(360)
        ):
            raise ValueError("0, 90, 180 or 270 degrees")
        return value


_POLICY = Choice(tuple(policy.value for policy in MarkPolicy))
_PIN = Number(0, 27, "(BCM)", whole=True)
_PERCENT = Number(0, 100, "percent", whole=True)
_GAIN = Number(0.1, 8)

SCHEMA: Final[Mapping[str, Field | _Turn]] = MappingProxyType(
    {
        "version": Number(VERSION, VERSION, whole=True),
        "language": Choice(LANGUAGES),
        "rules.preset": Text(),
        "panel.size": Choice(PANEL_SIZES),
        "panel.rotation": _Turn(),
        "panel.height_mm": Number(0, 2000, "mm"),
        "panel.brightness": Number(5, 100, "percent", whole=True),
        "screen.less_motion": Flag(),
        "sound.volume": _PERCENT,
        "marks.dice_moved": _POLICY,
        "marks.second_shake": _POLICY,
        "marks.cup_off": _POLICY,
        "marks.not_two_dice": _POLICY,
        "camera.driver": Choice(("auto", "picamera2", "simulated", "recorded")),
        "camera.profile": Text(),
        "camera.lens_position": Number(0, 32, "1/m"),
        "camera.frames_per_s": Number(4, 30, "pictures a second"),
        "camera.exposure_us": Number(10_000, 200_000, "microseconds", whole=True),
        "camera.gain": Number(1, 16),
        "camera.red_gain": _GAIN,
        "camera.blue_gain": _GAIN,
        "camera.folder": _AnyText(),
        "dice.profile": Text(),
        "button.driver": Choice(("auto", "gpio", "keyboard")),
        "pins.lift": _PIN,
        "pins.light": _PIN,
        "pins.encoder_a": Number(NO_PIN, 27, "(BCM, -1 for none)", whole=True),
        "pins.encoder_b": Number(NO_PIN, 27, "(BCM, -1 for none)", whole=True),
        "pins.force": Flag(),
        "data.folder": _AnyText(),
    }
)
"""Every key, with its section before the dot, and what it may hold."""


def parse(text: str, *, where: str = "settings") -> Settings:
    """Return the settings in a TOML text; keys that are missing have their defaults.

    Raises:
        SettingsError: no TOML, an unknown key (with the nearest known one) or a value out of range.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{where} is no TOML: {error}; mend that line or delete it.") from error
    return checked(document, where=where)


def checked(document: Mapping[str, object], *, where: str = "settings") -> Settings:
    """Return the settings in a document that was read elsewhere; see ``parse``."""
    values: dict[str, Any] = {}
    for key, value in _flat(document):
        if not key.startswith(f"{_HOUSE}."):
            values[key] = _read(key, value, where)
    try:
        return _built(values, _house(document))
    except SettingsError as error:
        raise SettingsError(f"{where}: {error}") from error


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _read(key: str, value: object, where: str) -> object:
    if key not in SCHEMA:
        raise SettingsError(f"{where}: there is no setting {key!r}; {_did_you_mean(key)}")
    try:
        return SCHEMA[key].read(value)
    except ValueError as error:
        raise SettingsError(f"{where}: {key} is {value!r} but must be {error}.") from error


def _did_you_mean(key: str) -> str:
    """Find the nearest key by its whole name, or where the section is wrong by its last word."""
    by_last = {known.rsplit(".", 1)[-1]: known for known in SCHEMA}
    last = key.rsplit(".", 1)[-1]
    return f"did you mean {by_last[last]!r}?" if last in by_last else nearest(key, SCHEMA)


def _house(document: Mapping[str, object]) -> Mapping[str, Any]:
    rules = document.get("rules", {})
    house = rules.get("house", {}) if isinstance(rules, dict) else {}
    return MappingProxyType(dict(house) if isinstance(house, dict) else {})


def _built(values: dict[str, Any], house: Mapping[str, Any]) -> Settings:
    found = Settings(
        language=values.get("language", "en"),
        preset=values.get("rules.preset", "cardzo"),
        house=house,
        panel=PanelSettings(**_filled(values, "panel", empty={"height_mm": 0})),
        less_motion=values.get("screen.less_motion", False),
        volume=values.get("sound.volume", 60),
        marks=MarkSettings(
            **{name: MarkPolicy(word) for name, word in _filled(values, "marks").items()}
        ),
        camera=_camera(values),
        dice_profile=values.get("dice.profile", "western_16mm"),
        button_driver=values.get("button.driver", "auto"),
        pins=PinSettings(
            **_filled(values, "pins", empty={"encoder_a": NO_PIN, "encoder_b": NO_PIN})
        ),
        data_folder=_folder(values.get("data.folder")),
    )
    _check_together(found)
    return found


def _camera(values: dict[str, Any]) -> CameraSettings:
    filled = _filled(values, "camera", empty={"lens_position": 0, "folder": ""})
    if "folder" in filled:
        filled["folder"] = _folder(filled["folder"])
    return CameraSettings(**filled)


def _filled(
    values: dict[str, Any], section: str, *, empty: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """Return a section's values; those that say "nothing" are None."""
    nothing = empty or {}
    found = {
        key.partition(".")[2]: value
        for key, value in values.items()
        if key.startswith(f"{section}.")
    }
    return {
        name: None if name in nothing and value == nothing[name] else value
        for name, value in found.items()
    }


def _folder(text: str | None) -> Path | None:
    return Path(text).expanduser() if text else None


def _check_together(settings: Settings) -> None:
    """Check what no single value shows.

    Raises:
        SettingsError: the sentence says which values do not go together.
    """
    house_rules(settings.preset, settings.house)
    _check_name("camera.profile", settings.camera.profile, camera_names())
    _check_name("dice.profile", settings.dice_profile, die_names())
    settings.camera.device_profile(size_wh=(640, 480), lens_position=None)
    pins = settings.pins
    if (pins.encoder_a is None) != (pins.encoder_b is None):
        raise SettingsError("pins.encoder_a and pins.encoder_b go together: set both or neither.")
    used = [p for p in (pins.lift, pins.light, pins.encoder_a, pins.encoder_b) if p is not None]
    for pin in used:
        check_pin(pin, forced=pins.force)
    if len(set(used)) != len(used):
        raise SettingsError("Two things in [pins] share a pin: give each its own.")
    if settings.camera.driver == "recorded" and settings.camera.folder is None:
        raise SettingsError('camera.driver is "recorded": set camera.folder to its pictures.')


def _check_name(key: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise SettingsError(f"{key} cannot be {name!r}; {nearest(name, known)}")
