"""The LIFT button of the simulated table: a contact that bounces."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.ports.lift_button import Edge

if TYPE_CHECKING:
    from pi_meyer.ports.clock import Clock

_BOUNCES_S = (0.0, 0.0009, 0.0016, 0.0031, 0.0038)
"""When a fresh arcade contact closes, opens, closes ... after the first touch."""

_CHATTER_S = (0.002, 0.03)


class ButtonFault(enum.Enum):
    """What a script can do to the button."""

    STUCK = "stuck"
    DEAD = "dead"
    CHATTER = "chatter"
    BACK = "back"


class SimulatedButton:
    """Implements ``ports.lift_button.LiftButton``; presses are told, edges come with bounce.

    Args:
        clock: stamps the edges.
        seed: of the chatter of a worn contact.
    """

    def __init__(self, clock: Clock, *, seed: int = 0) -> None:
        self._clock = clock
        self._rng = np.random.default_rng(seed)
        self._waiting: list[Edge] = []
        self._level = False
        self._fault = ButtonFault.BACK
        self._chatter_at_s = 0.0

    def press(self, hold_s: float = 0.12) -> None:
        """Press now and let go after ``hold_s``; a broken button notices nothing of it."""
        if self._fault is not ButtonFault.BACK:
            return
        now_s = self._clock.now_s()
        self._swing(now_s, pressed=True)
        self._swing(now_s + max(hold_s, 0.01), pressed=False)

    def set_fault(self, fault: ButtonFault) -> None:
        """Break the button in that way, or mend it with ``BACK``."""
        now_s = self._clock.now_s()
        self._drain(now_s)
        pending = self._waiting
        self._waiting = [edge for edge in pending if edge.at_s <= now_s]
        self._fault = fault
        self._chatter_at_s = now_s
        closed = fault is ButtonFault.STUCK
        if self._level_after() != closed and fault is not ButtonFault.CHATTER:
            self._waiting.append(Edge(pressed=closed, at_s=now_s))

    def poll(self) -> tuple[Edge, ...]:
        """Return the edges since the last call, oldest first; never waits."""
        now_s = self._clock.now_s()
        self._drain(now_s)
        ready = tuple(edge for edge in self._waiting if edge.at_s <= now_s)
        self._waiting = self._waiting[len(ready) :]
        if ready:
            self._level = ready[-1].pressed
        return ready

    def is_pressed(self) -> bool:
        """Return the contact's level now."""
        now_s = self._clock.now_s()
        self._drain(now_s)
        levels = [edge.pressed for edge in self._waiting if edge.at_s <= now_s]
        return levels[-1] if levels else self._level

    def close(self) -> None:
        """Let the pin go. May be called twice."""
        self._waiting = []

    def _level_after(self) -> bool:
        return self._waiting[-1].pressed if self._waiting else self._level

    def _swing(self, at_s: float, *, pressed: bool) -> None:
        """Change the level, with bounce; ends at ``pressed``."""
        kept = [edge for edge in self._waiting if edge.at_s < at_s]
        self._waiting = kept
        for k, after_s in enumerate(_BOUNCES_S):
            self._waiting.append(Edge(pressed=pressed ^ (k % 2 == 1), at_s=at_s + after_s))

    def _drain(self, now_s: float) -> None:
        """Let a worn contact chatter up to now."""
        while self._fault is ButtonFault.CHATTER and self._chatter_at_s < now_s:
            self._chatter_at_s += float(self._rng.uniform(*_CHATTER_S))
            edge = Edge(pressed=not self._level_after(), at_s=self._chatter_at_s)
            self._waiting.append(edge)
