"""What the confined service leaves for others: notes in its runtime folder.

One asks a unit outside for the power-off; one tells the next process that this one gave way.
"""

from __future__ import annotations

import os
from pathlib import Path

from pi_meyer.errors import DeviceError

NOTE_NAME = "poweroff"
UPDATE_NAME = "update"
GAVE_WAY_NAME = "camera-hung"


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


def update() -> None:
    """Ask for the newer package of a USB stick to be installed (systemd/pi-meyer-update.path).

    Raises:
        DeviceError: this is not the service, or the note cannot be left.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    try:
        (Path(folder or "/nowhere") / UPDATE_NAME).touch()
    except OSError as error:
        raise DeviceError(
            f"The update cannot be asked for ({error.strerror}): use  sudo apt install ./FILE.deb."
        ) from error


def gives_way() -> bool:
    """Tell whether a process whose camera hangs shall end, so that systemd starts another.

    Only the service does, and only once until the box is stopped: a camera that hangs every time
    must not take the game away again and again. The unit keeps the folder over restarts.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        return False
    try:
        (Path(folder) / GAVE_WAY_NAME).touch(exist_ok=False)
    except OSError:
        return False
    return True
