"""``pi-meyer doctor``: every part of the box, how it is, and what to do."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Final

from pi_meyer.errors import SettingsError
from pi_meyer.service import health
from pi_meyer.service.config import Settings
from pi_meyer.service.config_file import Loaded, default_path, load
from pi_meyer.service.health import Check, Health, fault, fine, warning
from pi_meyer.service.health_devices import Devices, service_runs
from pi_meyer.service.health_libraries import HARDWARE, NEEDED, clashes, version_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WORD: Final = {Health.OK: "OK     ", Health.WARNING: "warning", Health.FAULT: "fault  "}


def run_doctor(*, as_json: bool, settings_file: Path | None = None) -> int:
    """Look at everything and print a line each.

    Args:
        as_json: print one JSON object instead.
        settings_file: another settings file.

    Returns:
        0 when there is no fault (warnings do not stop the game), 1 otherwise.
    """
    found = examine(settings_file)
    print(_json(found) if as_json else "\n".join(_line(check) for check in found))
    return int(any(check.health is Health.FAULT for check in found))


def examine(settings_file: Path | None = None) -> tuple[Check, ...]:
    """Look at every part; nothing that is found raises."""
    loaded, first = _settings(settings_file)
    return first, *health.run_all(_checks(loaded.settings))


def _settings(given: Path | None) -> tuple[Loaded, Check]:
    try:
        loaded = load(given)
    except SettingsError as error:
        path = default_path() if given is None else given
        advice = "Mend the file, or delete it: the box then makes a new one."
        return Loaded(settings=Settings(), path=path), fault("settings", str(error), advice)
    if loaded.notices:
        return loaded, warning("settings", loaded.notices[0], f"Mend {loaded.path}.")
    there = loaded.path if loaded.path.exists() else "none: the box's own"
    return loaded, fine("settings", str(there))


def _checks(settings: Settings) -> list[tuple[str, Callable[[], Check]]]:
    devices = Devices(settings=settings, in_use=service_runs())
    on_pi = settings.camera_driver() == "picamera2" or settings.lift_driver() == "gpio"
    libraries = [
        (name, functools.partial(version_of, name, needed=on_pi or name in NEEDED))
        for name in (*NEEDED, *HARDWARE)
    ]
    return [
        ("camera", devices.camera),
        ("focus", devices.focus),
        ("light", devices.light),
        ("button", devices.button),
        ("pins", devices.pins),
        ("screen", functools.partial(health.screen, settings.panel.size)),
        ("touch", health.touch),
        ("sound", health.sound),
        ("disk", functools.partial(health.disk, settings.evenings_folder())),
        ("clock", health.clock),
        ("temperature", health.temperature),
        ("power", health.power),
        *libraries,
        ("libraries", clashes),
    ]


def _line(check: Check) -> str:
    line = f"{WORD[check.health]}  {check.part}: {check.found}"
    return f"{line}\n{'':9}{check.advice}" if check.advice else line


def _json(found: tuple[Check, ...]) -> str:
    worst = max(found, key=lambda check: list(Health).index(check.health))
    lines = [
        {
            "part": check.part,
            "health": check.health.value,
            "found": check.found,
            "advice": check.advice or None,
        }
        for check in found
    ]
    return json.dumps({"health": worst.health.value, "checks": lines}, ensure_ascii=False)
