"""Where a box's calibration lies, and what becomes of one that cannot be used.

It lies with the evenings, where the box may write. One that somebody put beside the settings file
counts too. Without any the box reads from defaults (design/vision, Calibration).
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Final

from pi_meyer.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.vision.calibration import Calibration

_log = logging.getLogger(__name__)

NAME: Final = "calibration.toml"
SIMULATED_NAME: Final = "calibration-simulated.toml"
"""The simulated table has a window of its own; the real box's calibration is none of it."""


def calibration_file(data_folder: Path, *, simulated: bool = False) -> Path:
    """Return where the box writes its calibration."""
    return data_folder / (SIMULATED_NAME if simulated else NAME)


def find_calibration(
    data_folder: Path,
    settings_file: Path,
    size_wh: tuple[int, int],
    *,
    camera: str | None = None,
    simulated: bool = False,
) -> Calibration | None:
    """Return the calibration, or None where the defaults count; either way the log says why.

    Args:
        data_folder: where the evenings are kept.
        settings_file: the settings, whose folder is looked into second.
        size_wh: the size of the camera's pictures.
        camera: the name of the camera's profile; None where any will do.
        simulated: at the simulated table.
    """
    first = calibration_file(data_folder, simulated=simulated)
    beside = settings_file.with_name(first.name)
    path = next((place for place in (first, beside) if os.access(place, os.F_OK)), None)
    if path is None:
        _log.info("No calibration in %s: the camera is taken to stand as drawn.", first)
        return None
    from pi_meyer.vision.calibration import load_calibration  # noqa: PLC0415 - loads OpenCV

    try:
        found = load_calibration(path, size_wh, camera=camera)
    except SettingsError as problem:
        _log.warning("%s Until then the camera is taken to stand as drawn.", problem)
        return None
    _log.info("Calibrated by %s; the card fitted to %.2f mm.", path, found.residual_mm)
    return found
