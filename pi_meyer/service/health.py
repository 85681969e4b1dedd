"""How the machine is: disk, clock, heat, power, screen, touch, sound. Read in a moment.

Every check takes the root of the file system, so that tests can lay out a machine of their own.
What the box also looks at while it runs (heat and power: the small signs) is here too.
"""

from __future__ import annotations

import enum
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

ROOT: Final = Path("/")
WARM_C: Final = 80.0
"""The Pi slows itself down from here (raspberrypi.com, frequency management)."""
HOT_C: Final = 85.0
LEAST_FREE_MB: Final = 100
MB: Final = 1_000_000
_DIRECT: Final = 1 << 1
"""INPUT_PROP_DIRECT: what is touched is where it is seen (linux/input-event-codes.h)."""


class Health(enum.Enum):
    """How a part is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line of the doctor.

    Attributes:
        part: what was looked at; ``doctor_<part>`` is its name in the screen's catalogue.
        health: how it is.
        found: what was seen, short.
        advice: what to do, a sentence; empty where there is nothing to do.
    """

    part: str
    health: Health
    found: str
    advice: str = ""


def fine(part: str, found: str) -> Check:
    """Return a line without a complaint."""
    return Check(part=part, health=Health.OK, found=found)


def warning(part: str, found: str, advice: str) -> Check:
    """Return a line about something that works less well."""
    return Check(part=part, health=Health.WARNING, found=found, advice=advice)


def fault(part: str, found: str, advice: str) -> Check:
    """Return a line about something that does not work."""
    return Check(part=part, health=Health.FAULT, found=found, advice=advice)


def run_all(checks: Iterable[tuple[str, Callable[[], Check]]]) -> tuple[Check, ...]:
    """Run checks one after the other; one that breaks is a line of its own, not a traceback."""
    return tuple(_run(part, check) for part, check in checks)


def _run(part: str, check: Callable[[], Check]) -> Check:
    try:
        return check()
    except Exception as error:
        found = f"the check itself failed: {type(error).__name__}: {error}"
        return warning(part, found, "Report this line to whoever maintains the program.")


def temperature(root: Path = ROOT) -> Check:
    """Look at the processor's temperature (sysfs, thermal_zone0, thousandths of a degree)."""
    text = _text(root / "sys/class/thermal/thermal_zone0/temp")
    if not text.lstrip("-").isdecimal():
        return fine("temperature", "no sensor here")
    celsius = int(text) / 1000
    found = f"{celsius:.0f} °C"
    advice = "Give the box some air: slots in the case, a heat sink, no sun."
    if celsius >= HOT_C:
        return fault("temperature", found, advice)
    return (
        warning("temperature", found, advice) if celsius >= WARM_C else fine("temperature", found)
    )


def power(root: Path = ROOT) -> Check:
    """Look for under-voltage (hwmon ``rpi_volt``, found by name: numbers change at each boot)."""
    for chip in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if _text(chip / "name") == "rpi_volt":
            if _text(chip / "in0_lcrit_alarm") == "1":
                return warning(
                    "power", "under-voltage", "Use the adapter made for this Pi and a short cable."
                )
            return fine("power", "enough")
    return fine("power", "no sensor here")


def clock(root: Path = ROOT) -> Check:
    """Tell whether the date can be believed; the game needs none."""
    if (root / "run/systemd/timesync/synchronized").exists():
        return fine("clock", "set by the network")
    return fine("clock", "never set: no dates are shown, the game does not need them")


def disk(folder: Path, root: Path = ROOT) -> Check:
    """Look whether evenings reach a disk that keeps them."""
    volatile = _volatile(folder, _text(root / "proc/mounts"))
    there = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=there) as file:
            file.write(b"pi-meyer")
            file.flush()
            os.fsync(file.fileno())
    except PermissionError:
        return warning(
            "disk",
            f"{folder} belongs to somebody else",
            "Ask as the box itself: sudo -u pi-meyer pi-meyer doctor.",
        )
    except OSError as error:
        return fault(
            "disk",
            f"{folder}: {error.strerror}",
            "The evening is kept in memory only: free or change the memory card.",
        )
    return _room(folder, there, volatile)


def _room(folder: Path, there: Path, volatile: str | None) -> Check:
    free_mb = shutil.disk_usage(there).free // MB
    found = f"{free_mb} MB free at {folder}"
    if volatile is not None:
        return warning(
            "disk",
            f"{folder} lies on {volatile}",
            "Evenings are gone with the power: give them a partition (systemd/README.md).",
        )
    if free_mb < LEAST_FREE_MB:
        return warning("disk", found, "Make room on the card: sudo apt clean.")
    torn = sorted(path.name for path in folder.glob("*.corrupt-*[0-9]"))
    if torn:
        return warning(
            "disk",
            f"{found}; set aside: {', '.join(torn)}",
            "An earlier file was damaged and kept. If it happens again, change the card; "
            "pi-meyer matches forget deletes it.",
        )
    return fine("disk", found)


def _volatile(folder: Path, mounts: str) -> str | None:
    """Return what a folder lies on where that forgets: memory, or an overlay over the card."""
    best, kind = "", ""
    for line in mounts.splitlines():
        words = line.split()
        if len(words) > 2:
            place = words[1]
            inside = str(folder) == place or str(folder).startswith(place.rstrip("/") + "/")
            if inside and len(place) >= len(best):
                best, kind = place, words[2]
    return kind if kind in {"tmpfs", "ramfs", "overlay"} else None


def screen(size: str, root: Path = ROOT, *, environment: Mapping[str, str] | None = None) -> Check:
    """Look which screen is there, and whether it is the one in the settings.

    Args:
        size: the panel in the settings, "800x480".
        root: the root of the file system.
        environment: where a desktop announces itself.
    """
    given = os.environ if environment is None else environment
    for key, name in (("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "x11")):
        if given.get(key):
            return fine("screen", f"a window of {size} on the desktop ({name})")
    connected = [
        (path.parent.name, _text(path.parent / "modes").split())
        for path in sorted((root / "sys/class/drm").glob("card*-*/status"))
        if _text(path) == "connected"
    ]
    if not connected:
        return fault("screen", "none is connected", "Check the screen's cable and power.")
    name, modes = connected[0]
    mode = size if size in modes or not modes else modes[0]
    if mode != size:
        return warning(
            "screen",
            f"{name} has {mode}, the settings say {size}",
            "Set panel.size in the settings to the panel's own pixels.",
        )
    if not any(os.access(card, os.R_OK | os.W_OK) for card in (root / "dev/dri").glob("card*")):
        return warning(
            "screen", f"{name} {mode}, not ours to use", "Join the groups video and render."
        )
    return fine("screen", f"{name} {mode} (KMS)")


def touch(root: Path = ROOT) -> Check:
    """Look for a touch screen among the input devices."""
    for block in _text(root / "proc/bus/input/devices").split("\n\n"):
        lines = dict(line[3:].split("=", 1) for line in block.splitlines() if "=" in line[3:])
        properties = lines.get("PROP", "0").split()
        if properties and int(properties[-1], 16) & _DIRECT:
            return fine("touch", lines.get("Name", "unnamed").strip('"'))
    return warning(
        "touch", "no touch screen", "Check its cable; button and keys play the whole evening too."
    )


def sound(root: Path = ROOT) -> Check:
    """Look for a sound card; the game is the same without."""
    text = _text(root / "proc/asound/cards")
    first = next((line for line in text.splitlines() if "[" in line), "")
    if not first:
        return fine("sound", "no sound card: the game is silent")
    return fine("sound", first.split(":", 1)[-1].strip())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
