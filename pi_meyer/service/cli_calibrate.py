"""The command ``pi-meyer calibrate``: from pictures of card, empty window and die to one file."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.errors import SettingsError
from pi_meyer.vision.calibration import Calibration, save_calibration
from pi_meyer.vision.dice_in_use import examine_die
from pi_meyer.vision.empty_window import learn_empty_window
from pi_meyer.vision.marks import find_marks
from pi_meyer.vision.one_die import read_one_die
from pi_meyer.vision.picture_file import load_picture
from pi_meyer.vision.window_fit import LEAST_MARKS, CalibrationError, fit_window

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    Image = npt.NDArray[np.uint8]

DEFAULT_OUT = Path("calibration.toml")

TOP_IN_NAME = re.compile(r"top[-_ ]?([1-6])$", re.IGNORECASE)
"""A picture of a die is named for the value that was up: ``top-1.jpg`` to ``top-6.jpg``."""

HOW_TO = (
    "Give pictures from under the window: one of the calibration card (needed), one of the empty "
    "window, and six of a die named for the value on top, top-1.jpg to top-6.jpg."
)


def run_calibrate(
    pictures: Sequence[str], out: Path | None = None, *, lens_position: float | None = None
) -> int:
    """Calibrate from picture files and write the calibration.

    Args:
        pictures: files, in any order: the card, the empty window, a die's six faces (`HOW_TO`).
        out: where to write; None for ``calibration.toml`` here.
        lens_position: the focus the pictures were taken with, in dioptres.

    Returns:
        0 when the file was written; 2 when not, with a sentence on stderr that says what to do.
    """
    if not pictures:
        print(HOW_TO, file=sys.stderr)
        return 2
    try:
        calibration = calibrate({Path(name): load_picture(Path(name)) for name in pictures})
        calibration = replace(calibration, lens_position=lens_position)
        save_calibration(calibration, out or DEFAULT_OUT)
    except SettingsError as problem:
        print(problem, file=sys.stderr)
        return 2
    _tell(calibration, out or DEFAULT_OUT)
    return 0


def calibrate(pictures: dict[Path, Image]) -> Calibration:
    """Return what the pictures tell.

    Raises:
        CalibrationError: there is no picture of the card, or one of them makes no sense.
    """
    tops = {path: int(hit[1]) for path in pictures if (hit := TOP_IN_NAME.search(path.stem))}
    others = {path: image for path, image in pictures.items() if path not in tops}
    cards = {p: image for p, image in others.items() if len(find_marks(image)) >= LEAST_MARKS}
    if not cards:
        raise CalibrationError(f"No picture shows the calibration card. {HOW_TO}")
    fit = min((fit_window(image) for image in cards.values()), key=lambda fit: fit.residual_mm)
    plate = fit.plate
    die = None
    if tops:
        faces = {top: pictures[path] for path, top in tops.items()}
        die = examine_die(faces, plate, read_one_die)
        plate = replace(plate, edge_mm=die.edge_mm)
    empties = [image for path, image in others.items() if path not in cards]
    empty = learn_empty_window(empties[0], plate) if empties else None
    return Calibration(plate=plate, residual_mm=fit.residual_mm, die=die, empty=empty)


def _tell(calibration: Calibration, out: Path) -> None:
    plate, die, empty = calibration.plate, calibration.die, calibration.empty
    x, y = plate.centre_xy_px
    print(f"Window: {plate.px_per_mm:.2f} pixels a mm, middle at {x:.1f}, {y:.1f},", end=" ")
    print(f"the card fits to {calibration.residual_mm:.2f} mm.")
    print("Dice: not examined." if die is None else f"Dice: {die.edge_mm:.1f} mm, opposite sum 7.")
    if empty is not None:
        print(f"Empty window: {len(empty.lamps_mm)} mirror images of lamps.")
    print(f"Written to {out}.")
