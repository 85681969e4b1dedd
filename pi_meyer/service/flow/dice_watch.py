"""What the dice are doing, from what the gate says of each frame; it knows no pip.

The gate speaks of single frames; here they become the few events that the evening turns on: the
cup was taken, the dice came to rest, they were jolted, the cup came off. READY comes a fixed time
after the last motion, on a fixed grid, whatever lies there (fairness P3).
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from pi_meyer.vision.gate_state import GateState, View
from pi_meyer.vision.reading import RefusalReason

SETTLE_S = 0.7
"""Seconds without motion before dice count as at rest (fairness P3)."""
GRID_S = 0.1
"""READY falls on multiples of this many seconds (fairness P3)."""
AWAY_FRAMES = 2
"""Frames in a row without dice that make "the cup was taken"; one alone may be a hand's shadow."""
SHAKE_S = 1.0
"""Seconds of unbroken motion, or without two dice in view and with motion, that make a shake.

An empty window can look like one die (a lamp on the ceiling), and dice can be shaken on the window:
a shake that is missed would hold the game up, one too many only asks for another look.
"""
MOST_GAP_S = 0.4
"""What the time between two frames counts for at most: a machine that is short of time misses
frames, and nobody knows what the dice did meanwhile. One moved frame is no shake."""


class DiceEvent(enum.Enum):
    """Something the evening must know of."""

    TAKEN = "taken"  # cup and base left the window, or the dice are being shaken on it
    SETTLED = "settled"  # two dice at rest
    BAD_VIEW = "bad_view"  # at rest, but not two flat dice in view
    JOLT = "jolt"  # dice at rest were moved and not shaken
    CUP_OFF = "cup_off"  # the light jumped, the dice stayed
    CUP_ON = "cup_on"


@dataclass(slots=True)
class DiceWatch:
    """Follows the gate; ``see`` and ``tick`` return what has just happened, in order.

    ``kippe`` counts a cocked die as at rest (F5: Kippe is a rule tonight).
    """

    kippe: bool = False
    shakes: int = 0
    at_rest: bool = False
    bad: RefusalReason | None = None
    cup_off: bool = False
    _away_frames: int = 0
    _moving_since_s: float | None = None
    _last_motion_s: float | None = None
    _latest: GateState | None = None
    _told: bool = False
    _taken_told: bool = False
    _unready_since_s: float | None = None
    _moved_unready: bool = False
    _watched_s: float = 0.0

    @property
    def shaken(self) -> bool:
        """Whether the dice were shaken since the turn began."""
        return self.shakes > 0

    def see(self, state: GateState) -> list[DiceEvent]:
        """Take in one frame's gate state."""
        if self._latest is not None:
            self._watched_s += min(state.taken_s - self._latest.taken_s, MOST_GAP_S)
        events = self._cup(state)
        if state.view is View.NO_DICE:
            events += self._away(state)
        elif state.view is View.MOVING or state.jolt:
            events += self._motion(state)
        else:
            self._away_frames = 0
            self._moving_since_s = None
            self._restart_if_changed(state)
            events += self._back_in_view(state)
        self._latest = state
        return events

    def tick(self, now_s: float) -> list[DiceEvent]:
        """Tell when the dice have been at rest for long enough."""
        if self._told or self._latest is None or self._last_motion_s is None:
            return []
        still = self._latest.view in (View.READY, View.BAD_VIEW) and not self._latest.jolt
        if not still or now_s < self._due_s(self._last_motion_s):
            return []
        self._told = True
        self._taken_told = False
        self.bad = self._badness(self._latest)
        self.at_rest = self.bad is None
        return [DiceEvent.SETTLED if self.at_rest else DiceEvent.BAD_VIEW]

    def begin_turn(self) -> None:
        """Forget the last shake: from here on only a new one counts."""
        self.shakes = 0

    @staticmethod
    def _due_s(last_motion_s: float) -> float:
        return math.ceil(round((last_motion_s + SETTLE_S) / GRID_S, 6)) * GRID_S

    def _badness(self, state: GateState) -> RefusalReason | None:
        if state.view is View.READY:
            return None
        if self.kippe and state.reason is RefusalReason.COCKED:
            return None
        return state.reason or RefusalReason.NO_DICE

    def _cup(self, state: GateState) -> list[DiceEvent]:
        if state.cup_off == self.cup_off:
            return []
        self.cup_off = state.cup_off
        return [DiceEvent.CUP_OFF if state.cup_off else DiceEvent.CUP_ON]

    def _away(self, state: GateState) -> list[DiceEvent]:
        self._away_frames += 1
        self._unsettle(state)
        return self._take() if self._away_frames >= AWAY_FRAMES else []

    def _motion(self, state: GateState) -> list[DiceEvent]:
        self._away_frames = 0
        self._moved_unready = True
        if self._unready_since_s is None:
            self._unready_since_s = self._watched_s
        if self._moving_since_s is None:
            self._moving_since_s = self._watched_s
        was_at_rest = self.at_rest
        self._unsettle(state)
        moved_for_s = self._watched_s - self._moving_since_s
        if moved_for_s >= SHAKE_S:
            return self._take()
        return [DiceEvent.JOLT] if was_at_rest else []

    def _back_in_view(self, state: GateState) -> list[DiceEvent]:
        """Two dice in view again after a while without them, with motion: they were shaken."""
        if state.view is View.BAD_VIEW and not self._counts_as_rest(state):
            if self._unready_since_s is None:
                self._unready_since_s = self._watched_s
            return []
        since_s, self._unready_since_s = self._unready_since_s, None
        moved, self._moved_unready = self._moved_unready, False
        long = since_s is not None and self._watched_s - since_s >= SHAKE_S
        return self._take() if long and moved else []

    def _counts_as_rest(self, state: GateState) -> bool:
        return self._badness(state) is None

    def _take(self) -> list[DiceEvent]:
        """One shake is told once, however long the dice are away."""
        if self._taken_told:
            return []
        self._taken_told = True
        self.shakes += 1
        return [DiceEvent.TAKEN]

    def _restart_if_changed(self, state: GateState) -> None:
        """A view that changes without motion starts the rest anew (a finger came or went)."""
        before = self._latest
        if self._last_motion_s is None or (
            before is not None and (self._badness(before) is None) != (self._badness(state) is None)
        ):
            self._unsettle(state)

    def _unsettle(self, state: GateState) -> None:
        self._last_motion_s = state.taken_s
        self.at_rest = False
        self.bad = None
        self._told = False
