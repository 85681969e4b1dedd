"""The keyboard at the box: keys become intents, or hands on the simulated table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display.keys import NOTHING_MEANT, KeyPress, TableKey, press
from pi_meyer.match.views import AsleepView

if TYPE_CHECKING:
    from pi_meyer.match.intents import Intent
    from pi_meyer.match.views import View

WAIT_S = 3.0
"""A first digit that nothing follows is forgotten after this long."""


@dataclass(slots=True)
class Keyboard:
    """Remembers the first digit of a value; everything else is a pure function of the key."""

    simulated: bool
    _waiting: str = ""
    _waiting_until_s: float = 0.0

    def press(
        self, view: View, key: KeyPress, below: View
    ) -> tuple[Intent | None, TableKey | None]:
        """Return what a key means on this screen: an intent, a hand, or neither.

        What means nothing where the camera sleeps is meant for the screen ``below``.
        """
        waiting = self._waiting if key.at_s < self._waiting_until_s else ""
        answer = press(view, key, waiting=waiting, simulated=self.simulated)
        if answer == NOTHING_MEANT and isinstance(view, AsleepView):
            answer = press(below, key, waiting=waiting, simulated=self.simulated)
        self._waiting = answer.waiting
        self._waiting_until_s = key.at_s + WAIT_S
        return answer.intent, answer.table
