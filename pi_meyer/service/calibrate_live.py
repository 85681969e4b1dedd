"""Calibrate with the box's own camera: ask for card, empty window and die, one after the other.

The camera is opened anew for every lens position, since picamera2 takes focus reliably only in its
configuration (design/pi, Camera). Nothing here knows a particular camera, clock or terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pi_meyer.errors import DeviceError
from pi_meyer.service.calibration_steps import CalibrationSteps, Step
from pi_meyer.vision.focus import sweep_focus
from pi_meyer.vision.window_fit import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt

    from pi_meyer.ports.camera import Camera
    from pi_meyer.ports.clock import Clock
    from pi_meyer.vision.calibration import Calibration
    from pi_meyer.vision.dice_in_use import ReadDie

    Image = npt.NDArray[np.uint8]
    Take = Callable[[float | None], Image]
    Ask = Callable[[str], bool]

SETTLE_FRAMES: Final = 10
"""Frames that are thrown away after opening: exposure and lens come to rest."""

PATIENCE_S: Final = 8.0
"""How long a camera may take for those frames."""

PAUSE_S: Final = 0.02

CARD = "Lay the calibration card on the window, printed side down, with the lamps on."
EMPTY = "Take everything off the window."
DIE = "Lay one die in the middle of the window, {top} on top."


class CameraTaker:
    """Takes single pictures with a camera that is opened for each."""

    def __init__(
        self,
        open_at: Callable[[float | None], Camera],
        clock: Clock,
        pause: Callable[[float], None],
    ) -> None:
        """Remember how to open, what time it is, and how to wait.

        Args:
            open_at: opens the camera at a lens position in dioptres; None leaves it as it is.
            clock: the time.
            pause: waits so many seconds.
        """
        self._open_at = open_at
        self._clock = clock
        self._pause = pause

    def __call__(self, lens_position: float | None) -> Image:
        """Return a picture.

        Raises:
            DeviceError: the camera sends nothing.
        """
        camera = self._open_at(lens_position)
        try:
            return self._after_settling(camera)
        finally:
            camera.close()

    def _after_settling(self, camera: Camera) -> Image:
        until_s = self._clock.now_s() + PATIENCE_S
        seen = 0
        while self._clock.now_s() < until_s:
            frame = camera.poll()
            if frame is None:
                self._pause(PAUSE_S)
                continue
            seen += 1
            if seen >= SETTLE_FRAMES:
                return frame.image
        raise DeviceError("The camera sends no pictures; run pi-meyer doctor to see why.")


def calibrate_live(
    take: Take, ask: Ask, read_die: ReadDie, *, focus_range: tuple[float, float] | None
) -> Calibration:
    """Return the calibration of the box, step by step.

    Args:
        take: takes a picture at a lens position, or at the present one (None).
        ask: tells what to do and waits; False skips the step, where it can be skipped.
        read_die: reads the only die of a picture from below.
        focus_range: the lens's range in dioptres; None for a lens that cannot move.

    Raises:
        CalibrationError: the card was skipped. A step that goes wrong is asked for again, with
            the reason.
        DeviceError: the camera is gone.
    """
    steps = _with_card(take, ask, read_die, focus_range)
    lens_position, problem = steps.lens_position, ""
    while steps.step is not Step.DONE:
        what = EMPTY if steps.step is Step.EMPTY else DIE.format(top=steps.top)
        if not ask(f"{problem}{what}"):
            steps.skip()
            problem = ""
            continue
        problem = _problem_of(steps, take(lens_position))
    if steps.calibration is None:
        raise CalibrationError("Nothing was learned; begin again with the card.")
    return steps.calibration


def _with_card(
    take: Take, ask: Ask, read_die: ReadDie, focus_range: tuple[float, float] | None
) -> CalibrationSteps:
    """Ask for the card until it is seen; the focus is sought with it."""
    problem = ""
    while ask(f"{problem}{CARD}"):
        try:
            lens_position = None if focus_range is None else sweep_focus(take, *focus_range)
        except CalibrationError as error:
            problem = f"{error} "
            continue
        steps = CalibrationSteps(read_die, lens_position=lens_position)
        problem = _problem_of(steps, take(lens_position))
        if not problem:
            return steps
    raise CalibrationError("Without the card nothing can be learned; print it and begin again.")


def _problem_of(steps: CalibrationSteps, image: Image) -> str:
    """Learn from a picture; what went wrong, to be said before it is asked for again."""
    try:
        steps.take(image)
    except CalibrationError as error:
        return f"{error} "
    return ""
