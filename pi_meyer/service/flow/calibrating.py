"""The calibration on the screen, a step at a time, only while no dice are hidden (fairness P8).

The desk wants a picture of the open table only after somebody has said "go on"; the box hands it
in. While the place is open the gate moves nothing: what lies there is a card or a lone die. What
needs OpenCV is loaded only when the place is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.display.languages import catalogue
from pi_meyer.match.intents import Act, Do
from pi_meyer.match.views import Words
from pi_meyer.service.flow import after
from pi_meyer.service.flow.asked_picture import AskedPicture
from pi_meyer.service.flow.phase import Phase, Place

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pi_meyer.match.intents import Intent
    from pi_meyer.service.calibration_steps import CalibrationSteps
    from pi_meyer.service.flow.evening import Evening
    from pi_meyer.vision.calibration import Calibration


@dataclass(slots=True)
class CalibrationDesk:
    """What is being learned, and what the screen says of it."""

    asked: AskedPicture = field(default_factory=AskedPicture)
    asleep: bool = False
    failed: Words | None = None
    learned: Calibration | None = None
    _steps: CalibrationSteps | None = None

    @property
    def steps(self) -> CalibrationSteps:
        """How far it is."""
        if self._steps is None:
            from pi_meyer.service.calibration_steps import CalibrationSteps  # noqa: PLC0415

            self._steps = CalibrationSteps()
        return self._steps

    def ask(self, now_s: float) -> None:
        """Ask for the picture of this step; a second touch asks for no second one."""
        if not self.asked.awaited:
            self.asked.ask(now_s)
            self.asleep = False

    def give_up_late(self, now_s: float) -> None:
        """Say so when no picture comes."""
        self.asleep |= self.asked.given_up(now_s)

    def take_learned(self) -> Calibration | None:
        """Return what was newly learned, once."""
        learned, self.learned = self.learned, None
        return learned

    @property
    def done(self) -> bool:
        """Whether everything was learned."""
        from pi_meyer.service.calibration_steps import Step  # noqa: PLC0415

        return self.steps.step is Step.DONE

    def words(self, language: str) -> Words:
        """Return what the screen says: what to do, what went wrong, or that it is done."""
        if self.asked.awaited:
            return Words(key="calib_look")
        if self.asleep:
            return Words(key="try_asleep")
        if self.failed is not None:
            said = catalogue.words(language, self.failed)
            return Words(key="calib_failed", gaps=(said,))
        return self._what_to_do()

    def _what_to_do(self) -> Words:
        from pi_meyer.service.calibration_steps import Step  # noqa: PLC0415

        match self.steps.step:
            case Step.CARD:
                return Words(key="calib_card")
            case Step.EMPTY:
                return Words(key="calib_clear")
            case Step.DIE:
                return Words(key="calib_show", gaps=(str(self.steps.top),))
            case Step.DONE:
                return Words(key="calib_done")

    def learn(self, image: npt.NDArray[np.uint8]) -> bool:
        """Take the picture of this step; tell whether something was learned."""
        from pi_meyer.vision.dice_in_use import OppositesError  # noqa: PLC0415
        from pi_meyer.vision.window_fit import CalibrationError  # noqa: PLC0415

        self.asked.forget()
        step = self._what_to_do()
        try:
            self.steps.take(image)
        except OppositesError:
            self.failed = Words(key="calib_odd")
        except CalibrationError:
            self.failed = step
        else:
            self.failed = None
            self.learned = self.steps.calibration
        return self.failed is None


def open_place(evening: Evening) -> None:
    """Begin, on a table that hides no dice; else ask to give the round up first."""
    if evening.hides_dice():
        evening.ask(Act.CALIBRATE, Words(key="ask_calibrate"))
        return
    evening.calibrating = CalibrationDesk()
    evening.open_place(Place.CALIBRATE)


def give_up_round(evening: Evening, now_s: float) -> None:
    """LIFT confirmed: the hidden round is void, and the place opens."""
    evening.story = None
    if evening.record.round_open and evening.apply({"void": "calibration"}, now_s):
        after.show_ruling(evening, now_s)
    else:
        evening.go(Phase.SHAKE, now_s)
    evening.watch.begin_turn()
    evening.drop_frames = True
    open_place(evening)


def handle(evening: Evening, intent: Intent, now_s: float) -> bool:
    """Handle a touch in the place; nothing of the game is reached from here but the ways out."""
    if intent == Do(act=Act.GO):
        desk = evening.calibrating
        if desk.done:
            evening.close_place(Place.CALIBRATE)
        else:
            desk.ask(now_s)
    return isinstance(intent, Do) and intent.act not in {Act.MENU, Act.DOCTOR}


def picture(evening: Evening, image: npt.NDArray[np.uint8]) -> None:
    """Take in the picture that the desk wanted; what was learned is kept at once."""
    desk = evening.calibrating
    if Place.CALIBRATE not in evening.places:
        desk.asked.forget()
    elif desk.learn(image) and desk.steps.calibration is not None:
        evening.host.keep_calibration(desk.steps.calibration)
