"""The loop of a live evening: happenings in, one step of the box, the picture out, and a rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display.keys import KeyPress
from pi_meyer.display.window import Closed, KeyDown, KeyUp, Wish
from pi_meyer.match.views import SCREEN_OF, Sign, View
from pi_meyer.service.flow.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.display.sound import Speaker
    from pi_meyer.display.window import Happening
    from pi_meyer.service.box import Box
    from pi_meyer.service.glass import Glass
    from pi_meyer.service.hands import Hands
    from pi_meyer.service.key_button import KeyButton
    from pi_meyer.service.keyboard import Keyboard
    from pi_meyer.service.notify import Notifier

BUSY_STEP_S = 1 / 60
"""While something moves on the screen."""
SIGNS_S = 30.0
"""How often power and temperature are looked at."""
STILL_STEP_S = 1 / 25
"""While nothing does: as often as the camera has a frame."""


@dataclass(slots=True)
class Loop:
    """Runs the box until it is closed or asked to switch off.

    Attributes:
        rest: waits for so many seconds; a test gives one that advances a stepped clock.
        hands: the simulated table's; None at a real one.
        open_devices: opens what takes long to load, after the first picture is on the screen.
        settle: asked every turn until it says that all is loaded and settled.
        signs: looks whether the box is hot or short of power; asked every half minute.
        hangs: tells whether a device hangs that only a new process gets back; then it ends.
    """

    box: Box
    window: Glass
    keyboard: Keyboard
    keys: KeyButton
    speaker: Speaker
    notifier: Notifier
    rest: Callable[[float], None]
    hands: Hands | None = None
    open_devices: Callable[[], None] = lambda: None
    settle: Callable[[], bool] = lambda: True
    signs: Callable[[], frozenset[Sign]] = frozenset
    hangs: Callable[[], bool] = lambda: False
    _signs_at_s: float = 0.0
    _shown: View | None = None
    _closed: bool = False
    _settled: bool = False

    def run(self) -> None:
        """Go round until the window is closed or the box is switched off."""
        self.turn()
        self.notifier.ready()
        self.open_devices()
        if self._shown is not None:  # a card takes long to open: after the first picture
            self.speaker.show(None, self._shown)
        while not self._closed and not self.box.evening.stop:
            self.turn()
            self._settled = self._settled or self.settle()
            busy = self.box.stage.busy(self.box.clock.now_s())
            self.rest(BUSY_STEP_S if busy else STILL_STEP_S)
        self.notifier.stopping()

    def turn(self) -> None:
        """Go round once."""
        now_s = self.box.clock.now_s()
        for happening in self.window.happenings(self.box.stage, now_s):
            self._take(happening, now_s)
        lifted_before = self.box.evening.phase is Phase.OPENING
        view = self.box.step()
        self.notifier.alive()  # a step and a picture may each take long on a starved machine
        if self.hands is not None:
            if self.box.evening.phase is Phase.OPENING and not lifted_before:
                self.hands.lifts(now_s)
            self.hands.tick(now_s)
        self._show(view, now_s)
        self.notifier.alive()
        if now_s >= self._signs_at_s:
            self._signs_at_s = now_s + SIGNS_S
            self.box.evening.signs_are(self.signs(), now_s)
            self._closed |= self.box.evening.phase is not Phase.OPENING and self.hangs()

    def _show(self, view: View, now_s: float) -> None:
        self.speaker.set_volume(self.box.evening.host.volume)
        if view != self._shown:
            if self._shown is not None:
                self.speaker.show(self._shown, view)
            self._shown = view
            self.notifier.show(SCREEN_OF[type(view)])
        self.window.present(self.box.stage, now_s)

    def _take(self, happening: Happening, now_s: float) -> None:
        match happening:
            case Closed():
                self._closed = True
            case Wish(intent=intent):
                self.box.handle(intent)
            case KeyDown(name="space"):
                self.keys.key(pressed=True, at_s=now_s)
            case KeyUp(name="space"):
                self.keys.key(pressed=False, at_s=now_s)
            case KeyDown(name=name, text=text):
                self._key(KeyPress(name=name, text=text, at_s=now_s))
            case KeyUp():
                if self.hands is not None:
                    self.hands.release(self.box.stage)

    def _key(self, key: KeyPress) -> None:
        if self._shown is None:
            return
        intent, hand = self.keyboard.press(self._shown, key, self.box.evening.view_below(key.at_s))
        if hand is not None and self.hands is not None:
            self.hands.press(self.box.stage, hand)
        elif intent is not None:
            self.box.handle(intent)
