"""Switching off from the menu: a note that a unit outside the confined service reads."""

from __future__ import annotations

import os
from pathlib import Path

from pi_meyer.errors import DeviceError

NOTE_NAME = "poweroff"


def can_switch_off() -> bool:
    """Tell whether this runs as the box's service; elsewhere the menu has no such tile."""
    return bool(os.environ.get("RUNTIME_DIRECTORY"))


def switch_off() -> None:
    """Ask for an orderly power-off (systemd/pi-meyer-poweroff.path).

    Raises:
        DeviceError: this is not the service, or the note cannot be left.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        raise DeviceError("Only the service can switch the box off: use  sudo poweroff.")
    try:
        (Path(folder) / NOTE_NAME).touch()
    except OSError as error:
        raise DeviceError(
            f"The box cannot be switched off ({error.strerror}): pull the plug, nothing is lost."
        ) from error
