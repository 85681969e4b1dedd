"""The evening: what people and dice do goes in, facts and views come out.

It owns no device and no thread. Intents come from the screen, the button and the script; gate
states from the eye; readings from the reader. It asks for hidden frames by handing out a `Reveal`,
and for nothing else (fairness P6). Every step is: decide, append to the journal, derive, show.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.display.languages.catalogue import counted, words
from pi_meyer.errors import IllegalMoveError
from pi_meyer.match.intents import (
    Act,
    Do,
    EnterDice,
    Intent,
    Lift,
    PickLanguage,
    PickPreset,
    PickSeat,
    Say,
    StepSetting,
    TypeName,
)
from pi_meyer.match.views import Sign, Undo, Words
from pi_meyer.service.flow import (
    after,
    calibrating,
    dealings,
    dice_events,
    faults,
    lifting,
    places,
    refusals,
    tiles,
    viewing,
    welcoming,
)
from pi_meyer.service.flow.calibrating import CalibrationDesk
from pi_meyer.service.flow.dice_watch import DiceWatch
from pi_meyer.service.flow.phase import HIDING, Phase, Place
from pi_meyer.service.flow.seating import Seating
from pi_meyer.service.flow.settings_place import SettingsDesk
from pi_meyer.service.flow.welcoming import Trial

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pi_meyer.match.views import CheckLine, View
    from pi_meyer.ports.journal import NoticeKind
    from pi_meyer.service.flow.host import Host, Offer
    from pi_meyer.service.flow.record import Record
    from pi_meyer.service.flow.story import LiftStory
    from pi_meyer.vision.gate_state import GateState
    from pi_meyer.vision.hidden import Reveal
    from pi_meyer.vision.reading import Reading, Refusal

NOTICE_S = 4.0
"""Seconds that a short notice stays."""
UNDO_S = 6.0
"""Seconds that the undo bar stays after an act (screens.md, section 5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """Something that costs a life without a lift and waits for LIFT."""

    act: Act
    what: Words
    mat: int | None = None
    roll: str | None = None


@dataclass(slots=True)
class SeatsDesk:
    """What lies on the seats screen: the picked mat, a swap or a name being typed."""

    same_as_last: bool = False
    picked: int | None = None
    swapping: bool = False
    naming: bool = False
    typed: str = ""


@dataclass(slots=True)
class Evening:
    """One evening at one table. Call `see`, `tick`, `handle` and `reading`; then ask for `view`."""

    record: Record
    host: Host
    seating: Seating = field(default_factory=Seating)
    watch: DiceWatch = field(default_factory=DiceWatch)
    phase: Phase = Phase.IDLE
    since_s: float = 0.0
    places: list[Place] = field(default_factory=list)
    story: LiftStory | None = None
    pending: Pending | None = None
    unseen: Act | None = None
    seats: SeatsDesk = field(default_factory=SeatsDesk)
    settings: SettingsDesk = field(default_factory=SettingsDesk)
    calibrating: CalibrationDesk = field(default_factory=CalibrationDesk)
    trial: Trial = field(default_factory=Trial)
    sheet_row: int = 0
    doctor_lines: tuple[CheckLine, ...] = ()
    offer: Offer | None = None
    saved: Words | None = None
    tiles_open: bool = True
    touched: str | None = None
    heard: bool = False
    bad_views: int = 0
    hold: float = 0.0
    asleep: str | None = None
    awake_since_s: float | None = None
    button_dead: bool = False
    signs: frozenset[Sign] = frozenset()
    had_touch: bool = False
    reveal: Reveal | None = None
    drop_frames: bool = False
    stop: bool = False
    lift_to_ruling_ms: list[int] = field(default_factory=list)
    _notice: tuple[Words, float] | None = None
    _undo: tuple[Undo, float] | None = None

    # --- what goes in -------------------------------------------------------------------------

    def see(self, state: GateState) -> None:
        """Take in what the gate says of one frame; what is laid there to be learned is no roll."""
        if Place.CALIBRATE in self.places or welcoming.is_trying(self):
            return
        for event in self.watch.see(state):
            dice_events.happened(self, event, state.taken_s)

    def tick(self, now_s: float) -> None:
        """Let time pass."""
        for event in self.watch.tick(now_s):
            dice_events.happened(self, event, now_s)
        self.trial.give_up_late(now_s)
        self.calibrating.give_up_late(now_s)
        lifting.tick(self, now_s)
        after.tick(self, now_s)
        self._end_notice(now_s)
        faults.tell_news(self, now_s)
        if self._undo and now_s >= self._undo[1]:
            self._undo = None

    def handle(self, intent: Intent, now_s: float) -> None:
        """Do what somebody wants; what is not allowed changes nothing and says why."""
        self._handle(intent, now_s)

    def reading(self, outcome: Reading | Refusal) -> None:
        """Take in what the reader made of the frames from before the press."""
        lifting.reading(self, outcome)

    def moved(self, now_s: float) -> None:
        """Take in that dice lie otherwise than they were read (R2), or did before a jolt (F1)."""
        lifting.moved(self, now_s)

    def camera_is(self, asleep: str | None, now_s: float) -> None:
        """Take in whether the camera is awake: None, or why not."""
        faults.camera_is(self, asleep, now_s)

    def button_is(self, fault: str | None, now_s: float) -> None:
        """Take in whether the button works: None, or how it is broken ("stuck", "gone" ...)."""
        faults.button_is(self, fault, now_s)

    def signs_are(self, signs: frozenset[Sign], now_s: float) -> None:
        """Take in what the corner of the screen has to show of the box's health."""
        faults.signs_are(self, signs, now_s)

    def disk_says(self, notice: NoticeKind, now_s: float) -> None:
        """Take in what the journal has to tell."""
        faults.disk_says(self, notice, now_s)

    def forget_notice(self) -> None:
        """Take the short notice away."""
        self._notice = None

    # --- what comes out -----------------------------------------------------------------------

    def view(self, now_s: float) -> View:
        """Return the view of the screen as it should be now."""
        return viewing.view(self, now_s)

    def view_below(self, now_s: float) -> View:
        """Return the view under the sleeping camera, which is in nobody's way."""
        return viewing.view(self, now_s, asleep_too=False)

    def lifts_now(self) -> bool:
        """Tell whether a press of the button lifts (or says that there is nothing to lift)."""
        if self.pending is not None:
            return True
        if self.hides_dice():
            return True  # whatever lies over it: a press under the cup only lifts
        return self.phase is Phase.SHAKE and not self.busy_elsewhere()

    def busy_elsewhere(self) -> bool:
        """Tell whether a place of the menu is open; the sleeping camera is in nobody's way."""
        return any(place is not Place.ASLEEP for place in self.places)

    def hides_dice(self) -> bool:
        """Tell whether dice lie hidden: no preview, no menu by the button (P8)."""
        return self.phase in HIDING

    def wants_picture(self, now_s: float) -> bool:
        """Tell whether the box shall hand in a picture of the open table now (P8)."""
        wanted = self.calibrating.asked.wanted(now_s) or self.trial.asked.wanted(now_s)
        return wanted and not self.hides_dice()

    def picture(self, image: npt.NDArray[np.uint8]) -> None:
        """Take in the picture of the open table that was wanted."""
        if welcoming.is_trying(self):
            self.trial.learn(image)
        else:
            calibrating.picture(self, image)

    def take_reveal(self) -> Reveal | None:
        """Return the reveal that waits to be read, once."""
        reveal, self.reveal = self.reveal, None
        return reveal

    def take_drop(self) -> bool:
        """Tell, once, that all hidden frames are to be overwritten."""
        drop, self.drop_frames = self.drop_frames, False
        return drop

    def notice(self) -> Words | None:
        """Return the short notice on the screen, if any."""
        return self._notice[0] if self._notice else None

    def undo_bar(self) -> Undo | None:
        """Return the undo bar, if it is shown."""
        return self._undo[0] if self._undo else None

    # --- for the parts of the flow ------------------------------------------------------------

    def go(self, phase: Phase, now_s: float) -> None:
        """Enter a phase."""
        self.phase = phase
        self.since_s = now_s
        self.touched = None
        if phase is not Phase.OPENING:
            self.heard = False

    def say(self, words: Words, now_s: float, *, for_s: float = NOTICE_S) -> None:
        """Show a short notice."""
        self._notice = (words, now_s + for_s)

    def apply(self, fact: dict[str, object], now_s: float) -> bool:
        """Let the referee take a fact; a refusal changes nothing and says why."""
        return self.apply_together([fact], now_s)

    def apply_together(self, facts: list[dict[str, object]], now_s: float) -> bool:
        """Let the referee take facts that one undo takes back; all of them or none."""
        try:
            self.record.apply(facts)
        except IllegalMoveError:
            self.say(refusals.refused(self, facts[0]), now_s)
            return False
        dealings.settle_win(self)
        return True

    def ask(
        self, act: Act, what: Words, *, mat: int | None = None, roll: str | None = None
    ) -> None:
        """Let what costs a life, or what one touch must not end, wait for LIFT."""
        self.pending = Pending(act=act, what=what, mat=mat, roll=roll)
        self.hide_undo()

    def name(self, key: str | None) -> str:
        """Return what a player is called on the screen."""
        if key is None:
            return ""
        person = self.seating.person(key)
        return person.name or person.letters

    def amount(self, count: int) -> str:
        """Return a number of lives, points or lids as it is spoken of."""
        return words(self.host.language, counted(self.record.score, count))

    def offer_undo(
        self, happened: Words, now_s: float, *, value: str = "", hold_s: float = UNDO_S
    ) -> None:
        """Show the undo bar for a while; undoing stays possible after it has gone."""
        self._undo = (Undo(happened=happened, value=value), now_s + hold_s)

    def hide_undo(self) -> None:
        """Take the undo bar away: the next act has begun."""
        self._undo = None

    def open_place(self, place: Place) -> None:
        """Open a place over the phase."""
        if place not in self.places:
            self.places.append(place)

    def close_place(self, place: Place | None = None) -> None:
        """Close one place, or the topmost."""
        if place is None and self.places:
            self.places.pop()
        elif place in self.places:
            self.places.remove(place)

    # --- inside -------------------------------------------------------------------------------

    def _end_notice(self, now_s: float) -> None:
        """Take away a notice whose time is over; news that were cut short stay to be told."""
        if self._notice is None or now_s < self._notice[1]:
            return
        if self.host.news and self._notice[0] == self.host.news[0]:
            self.host.news.pop(0)
        self._notice = None

    def _handle(self, intent: Intent, now_s: float) -> None:  # noqa: C901 - one case an intent
        if self.pending is not None and not isinstance(intent, Lift):
            if intent == Do(act=Act.CONFIRM) and self.button_dead:
                intent = Lift(at_s=now_s)
            else:
                self.pending = None
                if intent in (Do(act=Act.CANCEL), Do(act=Act.UNDO)):
                    return
        if isinstance(intent, Lift) and self.hides_dice():
            self.places.clear()
        if self._taken_above(intent, now_s):
            return
        match intent:
            case Lift(at_s=at_s):
                lifting.press(self, at_s, now_s)
            case Do(act=act):
                self._do(act, now_s)
            case Say(value=value):
                self._say_value(value, now_s)
            case PickSeat(seat=mat):
                self._pick(mat, now_s)
            case EnterDice(roll=roll):
                lifting.enter(self, roll, now_s)
            case PickLanguage() | PickPreset() | StepSetting() | TypeName():
                places.handle_anywhere(self, intent, now_s)

    def _taken_above(self, intent: Intent, now_s: float) -> bool:
        """Let what lies over the phase have an intent first: a place, or a new box's question."""
        if self.places and places.handle(self, intent, now_s):
            return True
        return self.phase is Phase.IDLE and welcoming.handle(self, intent, now_s)

    def _do(self, act: Act, now_s: float) -> None:  # noqa: C901 - one case an act
        match act:
            case Act.UNDO:
                after.undo(self, now_s)
            case Act.MENU:
                places.open_menu(self)
            case Act.DOCTOR:  # a status sign was touched
                self.open_place(Place.DOCTOR)
            case Act.GO:
                self._go_on(now_s)
            case Act.COCKED:
                lifting.enter(self, "cocked", now_s)
            case Act.NOTHING:
                lifting.nothing_said(self, now_s)
            case Act.LIFT:
                if self.button_dead:
                    lifting.press(self, now_s, now_s)
            case _ if self.phase is Phase.SEATS:
                places.seats(self, act, now_s)
            case _ if self.phase == Phase.SAID:
                lifting.answer_said(self, act.value, now_s)
            case _ if self.phase in {Phase.OUT, Phase.LIVES, Phase.WINNER}:
                after.act(self, act, now_s)
            case _:
                tiles.word(self, act, now_s)

    def _say_value(self, value: str, now_s: float) -> None:
        if self.phase is Phase.SAID:
            lifting.answer_said(self, value, now_s)
        elif self.phase is Phase.ENTER:
            lifting.enter(self, value, now_s)
        else:
            tiles.value(self, value, now_s)

    def _pick(self, mat: int, now_s: float) -> None:
        if self.phase is Phase.BY:
            lifting.answer_by(self, mat, now_s)
        elif self.phase in {Phase.RULING, Phase.LIVES}:
            after.pick_row(self, mat, now_s)
        elif self.phase is Phase.SEATS:
            places.pick_mat(self, mat, now_s)

    def _go_on(self, now_s: float) -> None:
        match self.phase:
            case Phase.IDLE:
                places.take_seats(self, now_s)
            case Phase.SEATS if self.seats.naming:
                places.seats(self, Act.BACK, now_s)
            case Phase.SEATS:
                places.play(self, now_s)
            case Phase.RULING | Phase.LIVES | Phase.OUT | Phase.WINNER:
                after.go_on(self, now_s)
            case Phase.ENTER:
                lifting.skip_enter(self, now_s)
            case _:
                pass
