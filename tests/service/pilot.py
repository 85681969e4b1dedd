"""Plays an evening without camera and screen: gate states in, views out, on a stepped clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act, Do, EnterDice, Intent, Lift, PickSeat, Say
from pi_meyer.match.views import SCREEN_OF, View
from pi_meyer.rules.rolls import BottomFace, TopFace
from pi_meyer.service.flow import dealings
from pi_meyer.service.flow.evening import Evening
from pi_meyer.service.flow.host import Host
from pi_meyer.service.flow.record import Record
from pi_meyer.service.flow.resuming import resume
from pi_meyer.service.flow.seating import Seating
from pi_meyer.storage.memory import MemoryJournal
from pi_meyer.vision.gate import GateState
from pi_meyer.vision.gate import View as GateView
from pi_meyer.vision.reading import DieReading, Reading, Refusal, RefusalReason

if TYPE_CHECKING:
    from pi_meyer.ports.journal import Journal

STEP_S = 0.05


@dataclass
class Pilot:
    """A table whose dice and people do what a test says."""

    journal: Journal = field(default_factory=lambda: MemoryJournal(boot="test"))
    now_s: float = 100.0
    reveals: int = 0
    _frames: int = 0

    def __post_init__(self) -> None:
        self.host = Host(journal=self.journal)
        self.evening = Evening(record=Record(journal=self.journal), host=self.host)

    def play(self, *names: str, preset: str = "cardzo", **settings: object) -> Pilot:
        """Begin a match."""
        self.evening.seating = Seating.of_names(list(names) or ["Anna", "Ben", "Cara"])
        dealings.begin_match(self.evening, preset, dict(settings), self.now_s)
        return self

    def restart(self) -> Pilot:
        """Start the box anew on the same journal, as after a power cut."""
        fresh = Pilot(journal=self.journal, now_s=self.now_s)
        resume(fresh.evening, fresh.now_s)
        return fresh

    def frames(
        self,
        seconds: float,
        view: GateView,
        *,
        reason: RefusalReason | None = None,
        cup_off: bool = False,
        jolt: bool = False,
    ) -> None:
        """Let the gate say the same for a while."""
        for _ in range(round(seconds / STEP_S)):
            self._frames += 1
            state = GateState(
                view=view,
                reason=reason,
                cup_off=cup_off,
                jolt=jolt,
                taken_s=self.now_s,
                number=self._frames,
            )
            self.evening.see(state)
            self.evening.tick(self.now_s)
            self.now_s += STEP_S

    def wait(self, seconds: float) -> None:
        """Let time pass without a frame."""
        for _ in range(round(seconds / STEP_S)):
            self.evening.tick(self.now_s)
            self.now_s += STEP_S

    def shake(self, *, reason: RefusalReason | None = None) -> None:
        """Take the cup, shake, set it down, wait until the dice are at rest."""
        self.frames(0.5, GateView.NO_DICE)
        self.frames(0.4, GateView.MOVING)
        at_rest = GateView.READY if reason is None else GateView.BAD_VIEW
        self.frames(1.0, at_rest, reason=reason)

    def lift(
        self,
        high: int | None = None,
        low: int | None = None,
        *,
        refused: RefusalReason | None = None,
    ) -> None:
        """Press LIFT; the reader answers at once; wait for what follows."""
        self.do(Lift(at_s=self.now_s))
        if self.evening.take_reveal() is not None:
            self.reveals += 1
            self.evening.reading(answer(high, low, refused=refused))
        self.wait(0.8)

    def do(self, intent: Intent) -> None:
        """Do what somebody wants."""
        self.evening.handle(intent, self.now_s)

    def act(self, act: Act) -> None:
        """Touch a tile without a value."""
        self.do(Do(act=act))

    def say(self, value: str) -> None:
        """Touch a value tile."""
        self.do(Say(value=value))

    def pick(self, name: str) -> None:
        """Touch somebody's mat or row."""
        self.do(PickSeat(seat=self.evening.seating.person(name).seat))

    def enter(self, roll: str) -> None:
        """Enter dice by hand."""
        self.do(EnterDice(roll=roll))
        self.wait(0.8)

    @property
    def view(self) -> View:
        """The view of the screen now."""
        return self.evening.view(self.now_s)

    @property
    def screen(self) -> str:
        """The screen's name in the evening script."""
        return SCREEN_OF[type(self.view)].value

    @property
    def notice(self) -> str | None:
        """The key of the short notice on the screen."""
        words = self.evening.notice()
        return words.key if words else None

    @property
    def lives(self) -> dict[str, int]:
        """Everybody's lives."""
        return dict(self.evening.record.counts)


def answer(
    high: int | None, low: int | None, *, refused: RefusalReason | None = None
) -> Reading | Refusal:
    """Return what the reader says of these top faces, or a refusal."""
    if high is None or low is None:
        return Refusal(reason=refused or RefusalReason.GLARE)
    return Reading(dice=(_die(high), _die(low)))


def _die(top: int) -> DieReading:
    return DieReading(
        top=TopFace(top),
        bottom=BottomFace(7 - top),
        centre_xy_px=(0.0, 0.0),
        corners_xy_px=((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
        confidence=0.9,
    )
