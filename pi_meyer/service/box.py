"""The box: eye, button, reader, evening and screen joined, one step at a time.

A step takes in what the world did, lets time pass, and shows the view. It never waits: the loop
decides how often it is called, and on a stepped clock a script does.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.devices.debounce import Failed, Pressed, Released
from pi_meyer.errors import DeviceError
from pi_meyer.match.intents import Act, Do, Intent, Lift
from pi_meyer.service.flow.phase import Place
from pi_meyer.service.reading_desk import AFTER, BEFORE_JOLT, PRESS, Answer, ReadingDesk
from pi_meyer.vision.reading import Reading

if TYPE_CHECKING:
    from pi_meyer.devices.pressing import DebouncedButton
    from pi_meyer.display.stage import Stage
    from pi_meyer.match.views import View
    from pi_meyer.ports.clock import Clock
    from pi_meyer.ports.knob import Knob
    from pi_meyer.ports.light import Light
    from pi_meyer.service.eye import Eye
    from pi_meyer.service.flow.evening import Evening

_log = logging.getLogger(__name__)

LONG_PRESS_S = 0.6
"""A press this long takes what is lit; a shorter one steps on (product.md, Inputs)."""
MENU_HOLD_S = 5.0
"""LIFT held this long opens the menu, only while no dice are hidden (product.md, Inputs)."""
RING_AFTER_S = 1.0
"""The filling ring shows itself after this long."""
RETRY_SAVING_S = 5.0
"""How often a disk that takes nothing is tried again."""


@dataclass(slots=True)
class Timings:
    """What the last rounds took: process milliseconds, and lift to ruling on the box's clock."""

    gate_ms: list[float] = field(default_factory=list)
    read_ms: list[float] = field(default_factory=list)
    lift_to_ruling_ms: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Box:
    """Everything that runs during an evening."""

    clock: Clock
    eye: Eye
    button: DebouncedButton | None
    desk: ReadingDesk
    evening: Evening
    stage: Stage
    timings: Timings = field(default_factory=Timings)
    light: Light | None = None
    knob: Knob | None = None
    button_missing: bool = False
    _pressed_reading: Reading | None = None
    _held_through: bool = False
    _menu_by_hold: bool = False
    _lift_consumed: bool = False
    _retry_s: float = 0.0

    def step(self) -> View:
        """Take in the world, let time pass, show the view; return it."""
        now_s = self.clock.now_s()
        self._press(now_s)
        self._turn()
        self._look(now_s)
        self._calibrate()
        self.evening.tick(now_s)
        self._read(now_s)
        if self.evening.take_drop():
            self.eye.drop()
        self._keep_saving(now_s)
        view = self.evening.view(now_s)
        self.stage.set_brightness(self.evening.host.brightness)
        self.stage.show(view, now_s)
        return view

    def handle(self, intent: Intent) -> None:
        """Do what somebody wants."""
        now_s = self.clock.now_s()
        self.evening.handle(intent, now_s)

    def close(self) -> None:
        """Let everything go."""
        self.desk.close()
        self.eye.close()
        if self.button is not None:
            self.button.close()
        if self.light is not None:
            self.light.off()
        if self.knob is not None:
            self.knob.close()

    def _press(self, now_s: float) -> None:
        if self.button is None:
            return
        try:
            events = self.button.poll()
        except DeviceError as failure:
            if not self.evening.button_dead:
                _log.warning("No LIFT button: %s", failure)
            self.evening.button_is("gone", now_s)
            return
        fault = self.button.fault
        missing = "gone" if self.button_missing else None
        self.evening.button_is(fault.value if fault else missing, now_s)
        for event in events:
            match event:
                case Pressed(at_s=at_s):
                    self._pressed(at_s, now_s)
                case Released(held_s=held_s):
                    self._released(held_s, now_s)
                case Failed():
                    self._lift_consumed = True
                    if self._menu_by_hold and self.evening.places == [Place.MENU]:
                        self.evening.close_place()  # nobody held it: the contact sticks
        self._hold(now_s)

    def _turn(self) -> None:
        """A turning knob steps the highlight, either way; LIFT held takes what is lit."""
        steps = self.knob.poll() if self.knob is not None else 0
        for _ in range(abs(steps)):
            self.stage.step_highlight(back=steps < 0)

    def _pressed(self, at_s: float, now_s: float) -> None:
        self._menu_by_hold = False
        self._held_through = self.evening.hides_dice()  # a lift never grows into the menu
        self._lift_consumed = self.evening.lifts_now()
        if self._lift_consumed:
            self.evening.handle(Lift(at_s=at_s), now_s)

    def _released(self, held_s: float, now_s: float) -> None:
        if self._lift_consumed or self._held_through:
            return
        if held_s < LONG_PRESS_S:
            self.stage.step_highlight()
        elif (intent := self.stage.take_highlight()) is not None:
            self.evening.handle(intent, now_s)

    def _hold(self, now_s: float) -> None:
        held_s = self.button.held_s() if self.button else 0.0
        may_open = not self.evening.hides_dice() and not self._held_through
        if not may_open or held_s < RING_AFTER_S:
            self.evening.hold = 0.0
            return
        self.evening.hold = min(1.0, held_s / MENU_HOLD_S)
        if held_s >= MENU_HOLD_S:
            self._held_through = True
            self.evening.hold = 0.0
            self._menu_by_hold = True
            self.evening.handle(Do(act=Act.MENU), now_s)

    def _look(self, now_s: float) -> None:
        self.eye.shows_table = self.evening.wants_picture(now_s)
        look = self.eye.look(now_s)
        for state in look.states:
            self.evening.see(state)
        self.timings.gate_ms += look.gate_ms
        self.evening.camera_is(look.asleep, now_s)

    def _calibrate(self) -> None:
        """Hand in the picture of the open table that somebody asked for (P8)."""
        picture = self.eye.take_picture()
        if picture is not None:
            self.evening.picture(picture.image)
        learned = self.evening.calibrating.take_learned()
        if learned is not None:
            self.eye.use(learned)

    def _read(self, now_s: float) -> None:
        reveal = self.evening.take_reveal()
        if reveal is not None:
            self._pressed_reading = None
            opened = self.eye.open(reveal)
            self.desk.submit(PRESS, opened.before_press)
            if opened.before_jolt.frames:
                self.desk.submit(BEFORE_JOLT, opened.before_jolt)
        after = self.eye.after_the_lift(now_s)
        if after is not None and after.frames:
            self.desk.submit(AFTER, after)
        for answer in self.desk.poll():
            self._answer(answer, now_s)

    def _answer(self, answer: Answer, now_s: float) -> None:
        if answer.bundle == PRESS:
            self.timings.read_ms.append(answer.cpu_ms)
            if isinstance(answer.outcome, Reading):
                self._pressed_reading = answer.outcome
            self.evening.reading(answer.outcome)
        elif self._disagrees(answer):
            self.evening.moved(now_s)

    def _disagrees(self, answer: Answer) -> bool:
        """Tell whether other frames of this roll were read, and read otherwise (F1, R2)."""
        at_press = self._pressed_reading
        if at_press is None or not isinstance(answer.outcome, Reading):
            return False
        return at_press.top != answer.outcome.top

    def _keep_saving(self, now_s: float) -> None:
        for notice in self.evening.host.journal.notices():
            _log.warning("%s", notice.sentence)
            self.evening.disk_says(notice.kind, now_s)
        if self.evening.record.saving or now_s < self._retry_s:
            return
        self._retry_s = now_s + RETRY_SAVING_S
        self.evening.host.journal.retry()
