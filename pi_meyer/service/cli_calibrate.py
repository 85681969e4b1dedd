"""The command ``pi-meyer calibrate``: from card, empty window and die to one file.

With picture files it learns from those, anywhere. Without any, on a box with a camera, it asks for
one thing after the other and looks with the camera itself; the game must not run meanwhile.
"""

from __future__ import annotations

import re
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.devices.clock import MonotonicClock
from pi_meyer.errors import SettingsError
from pi_meyer.service import config_file
from pi_meyer.service.adapters import FRAME_SIZE_WH, open_camera
from pi_meyer.service.calibrate_live import CameraTaker, calibrate_live
from pi_meyer.service.calibration_place import calibration_file
from pi_meyer.vision.calibration import Calibration, save_calibration
from pi_meyer.vision.dice_in_use import examine_die
from pi_meyer.vision.empty_window import learn_empty_window
from pi_meyer.vision.marks import find_marks
from pi_meyer.vision.one_die import read_one_die
from pi_meyer.vision.picture_file import load_picture, plain_name
from pi_meyer.vision.profiles import camera_profile, die_profile
from pi_meyer.vision.window_fit import LEAST_MARKS, CalibrationError, fit_window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    import numpy.typing as npt

    from pi_meyer.service.config import Settings

    Image = npt.NDArray[np.uint8]

TOP_IN_NAME = re.compile(r"top[-_ ]?([1-6])$", re.IGNORECASE)
"""A picture of a die is named for the value that was up: ``top-1.jpg`` to ``top-6.jpg``."""

FARTHEST = 0.6
"""The sweep begins at this share of the working distance's dioptres: well behind the window."""

ODD_EDGE = 0.06
"""Share by which the dice may measure otherwise than the settings name them before it is said."""

HOW_TO = (
    "Give pictures from under the window: one of the calibration card (needed), one of the empty "
    "window, and six of a die named for the value on top, top-1.jpg to top-6.jpg."
)


def run_calibrate(
    pictures: Sequence[str], out: Path | None = None, *, settings_file: Path | None = None
) -> int:
    """Calibrate from picture files, or with the box's own camera, and write the calibration.

    Args:
        pictures: files, in any order: the card, the empty window, a die's six faces (`HOW_TO`).
        out: where to write; None for the place where the box looks for it.
        settings_file: another settings file than the usual one.

    Returns:
        0 when the file was written; 2 when not, with a sentence on stderr that says what to do.

    Raises:
        DeviceError: the box's camera sends nothing.
    """
    try:
        settings = config_file.load_for_a_command(settings_file)
        place = out or calibration_file(settings.evenings_folder())
        if pictures:
            learned = calibrate(_loaded(pictures))
            learned = replace(learned, lens_position=settings.camera.lens_position)
            if out is None:
                _check_size(learned.plate.size_wh)
        elif settings.camera_driver() == "picamera2":
            learned = _with_own_camera(settings)
        else:
            print(HOW_TO, file=sys.stderr)
            return 2
        learned = replace(learned, camera=settings.camera.profile)
        save_calibration(learned, place)
    except SettingsError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Broken off. Nothing was written.", file=sys.stderr)
        return 2
    _tell(learned, place)
    _compare(learned, settings)
    return 0


def focus_range(settings: Settings) -> tuple[float, float] | None:
    """Return the lens positions worth a look, in dioptres; None where the lens stays as it is."""
    profile = camera_profile(settings.camera.profile)
    if not profile.autofocus or settings.camera.lens_position is not None:
        return None
    return (FARTHEST * 1000 / profile.working_distance_mm, 1000 / profile.closest_focus_mm)


def _with_own_camera(settings: Settings) -> Calibration:
    clock = MonotonicClock()
    take = CameraTaker(
        lambda lens_position: open_camera(settings, clock, lens_position=lens_position),
        clock,
        time.sleep,
    )
    return calibrate_live(take, _ask, read_one_die, focus_range=focus_range(settings))


def _ask(what: str) -> bool:
    """Say what to do and wait for Return; "s" skips.

    Raises:
        CalibrationError: nobody is there to answer.
    """
    try:
        return input(f"{what} Then Return (s skips): ").strip().lower() != "s"
    except EOFError:
        raise CalibrationError(
            "Nobody answers: run this in a terminal, or on the box's screen (menu, CALIBRATE)."
        ) from None


def calibrate(pictures: dict[Path, Image]) -> Calibration:
    """Return what the pictures tell.

    Raises:
        CalibrationError: there is no picture of the card, or one of them makes no sense; the
            sentence begins with the picture's name.
    """
    tops = _by_top(pictures)
    others = {path: image for path, image in pictures.items() if path not in tops.values()}
    marks = {path: len(find_marks(image)) for path, image in others.items()}
    cards = [path for path, count in marks.items() if count >= LEAST_MARKS]
    if not cards:
        raise CalibrationError(_no_card(marks))
    fits = []
    for path in cards:
        with _naming(path):
            fits.append(fit_window(others[path]))
    fit = min(fits, key=lambda fit: fit.residual_mm)
    plate = fit.plate
    die = None
    if tops:
        faces = {top: pictures[path] for top, path in tops.items()}
        die = examine_die(faces, plate, read_one_die)
        plate = replace(plate, edge_mm=die.edge_mm)
    empties = [path for path in others if path not in cards]
    if len(empties) > 1:
        names = ", ".join(map(plain_name, empties))
        raise CalibrationError(f"Only one of these can be the empty window: {names}. {HOW_TO}")
    empty = None
    for path in empties:
        with _naming(path):
            empty = learn_empty_window(others[path], plate)
    return Calibration(plate=plate, residual_mm=fit.residual_mm, die=die, empty=empty)


def _loaded(names: Sequence[str]) -> dict[Path, Image]:
    """Load the pictures, which must be of one size: they are of one camera."""
    pictures: dict[Path, Image] = {}
    for name in names:
        path = Path(name)
        pictures[path] = load_picture(path)
        first = next(iter(pictures))
        sizes = [f"{pictures[one].shape[1]}x{pictures[one].shape[0]}" for one in (first, path)]
        if sizes[0] != sizes[1]:
            raise CalibrationError(
                f"{plain_name(path)}: {sizes[1]} pixels, but {plain_name(first)} has {sizes[0]}; "
                "take all pictures with the box's camera, at one size."
            )
    return pictures


def _check_size(size_wh: tuple[int, int]) -> None:
    """Refuse what the box would not use afterwards."""
    if size_wh != FRAME_SIZE_WH:
        given, needed = ("x".join(map(str, one)) for one in (size_wh, FRAME_SIZE_WH))
        raise CalibrationError(
            f"The pictures have {given} pixels, but the box looks at {needed}; take them at that "
            "size, or give --out FILE to keep the calibration for something else."
        )


def _by_top(paths: Iterable[Path]) -> dict[int, Path]:
    """The pictures of a die, by the value on top that their names state."""
    tops: dict[int, Path] = {}
    for path in paths:
        hit = TOP_IN_NAME.search(path.stem)
        if hit is None:
            continue
        other = tops.setdefault(int(hit[1]), path)
        if other != path:
            names = " and ".join(map(plain_name, (other, path)))
            raise CalibrationError(f"{names} both show a die with {hit[1]} on top; give one.")
    return tops


def _no_card(marks: dict[Path, int]) -> str:
    best = max(marks, key=lambda path: marks[path], default=None)
    if best is None or not marks[best]:
        return f"No picture shows the calibration card. {HOW_TO}"
    return (
        f"{plain_name(best)}: only {marks[best]} of the card's marks are seen and {LEAST_MARKS} "
        "are needed; uncover the card, turn lamps away that shine on it, and hold the camera still."
    )


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Begin what goes wrong with a picture with its name."""
    try:
        yield
    except CalibrationError as problem:
        raise CalibrationError(f"{plain_name(path)}: {problem}") from problem


def _compare(learned: Calibration, settings: Settings) -> None:
    """Say it where the dice measure otherwise than the settings name them."""
    named = die_profile(settings.dice_profile)
    if learned.die is None or abs(learned.die.edge_mm / named.edge_mm - 1) < ODD_EDGE:
        return
    print(
        f"The settings name dice of {named.edge_mm:.1f} mm ({settings.dice_profile}): are these "
        "other dice, or was the card not printed at 100 %? Measure its ruler."
    )


def _tell(calibration: Calibration, out: Path) -> None:
    plate, die, empty = calibration.plate, calibration.die, calibration.empty
    x, y = plate.centre_xy_px
    print(f"Window: {plate.px_per_mm:.2f} pixels a mm, middle at {x:.1f}, {y:.1f},", end=" ")
    print(f"the card fits to {calibration.residual_mm:.2f} mm.")
    print("Dice: not examined." if die is None else f"Dice: {die.edge_mm:.1f} mm, opposite sum 7.")
    if empty is not None:
        print(f"Empty window: {len(empty.lamps_mm)} mirror images of lamps.")
    print(f"Written to {out}.")
