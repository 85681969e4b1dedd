"""From a bouncing contact to presses: pure, over edges and time.

A mechanical contact bounces for some milliseconds when it closes and when it opens. The first edge
counts at once, with its own time (a lift is judged against frames by that time, fairness R1); what
follows within ``IGNORE_S`` is bounce (F7). The level, looked at now and then, heals a lost edge.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.ports.lift_button import Edge

IGNORE_S: Final = 0.060
"""Arcade buttons bounce for 5 to 20 ms; nobody presses twice within 60 ms."""
POLL_S: Final = 0.050
"""The level is looked at 20 times a second."""
STUCK_S: Final = 15.0
"""The longest hold with a meaning takes 5 s (menu); after this the contact is stuck."""
CHATTER_WINDOW_S: Final = 3.0
CHATTER_TICK_S: Final = 0.050
CHATTER_TICKS: Final = 40
"""Edges in more than 40 of 60 ticks of 50 ms: over six presses a second for 3 s is no hand."""


class ContactFault(enum.Enum):
    """What is wrong with the contact, as long as it lasts."""

    STUCK = "stuck"
    CHATTER = "chatter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """The contact closed; ``at_s`` is the first edge, or the last moment it was surely open."""

    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """The contact opened after it was held for ``held_s``."""

    at_s: float
    held_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The contact became stuck or chatters: a hold in progress is void."""

    at_s: float
    fault: ContactFault


ContactEvent = Pressed | Released | Failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """What is known about the contact; ``after`` gives the next state.

    Attributes:
        pressed: the debounced level.
        since_s: when it changed last, or was first looked at; None before.
        changed_s: when a change was accepted last; None before the first.
        agreed_s: when the raw level was last seen to be the debounced one.
        differed_s: the first look since then at which it was not; None where there was none.
        ticks: the ticks of the last seconds that held an edge, bounces included.
        fault: what is wrong now.
    """

    pressed: bool = False
    since_s: float | None = None
    changed_s: float | None = None
    agreed_s: float = 0.0
    differed_s: float | None = None
    ticks: tuple[int, ...] = ()
    fault: ContactFault | None = None

    def held_s(self, now_s: float) -> float:
        """Return for how long the contact has been held; 0 while open or at fault."""
        if not self.pressed or self.fault is not None or self.since_s is None:
            return 0.0
        return max(0.0, now_s - self.since_s)

    def after(
        self, edges: Sequence[Edge], *, now_s: float, level: bool | None = None
    ) -> tuple[Contact, tuple[ContactEvent, ...]]:
        """Return the state and the events that these edges and this look at the level bring.

        Args:
            edges: the contact's edges since the last call, oldest first.
            now_s: the time of this call on the edges' scale.
            level: whether the contact is closed now; None where nobody looked.
        """
        contact, events = self, []
        if contact.since_s is None:
            # A contact that is closed at the start was not pressed by anybody just now.
            contact = replace(self, pressed=bool(level), since_s=now_s, agreed_s=now_s)
        for edge in edges:
            contact, event = contact._on_edge(edge)
            events.append(event)
        if level is not None:
            contact, event = contact._on_level(level, now_s)
            events.append(event)
        contact, event = contact._checked(now_s)
        events.append(event)
        return contact, tuple(event for event in events if event is not None)

    def _on_edge(self, edge: Edge) -> tuple[Contact, ContactEvent | None]:
        noted, failed = self._noted(edge.at_s)
        bouncing = self.changed_s is not None and edge.at_s - self.changed_s < IGNORE_S
        if bouncing or edge.pressed == self.pressed:
            return noted, failed
        changed, event = noted._changed(edge.pressed, edge.at_s)
        return changed, failed or event

    def _noted(self, at_s: float) -> tuple[Contact, ContactEvent | None]:
        """Count the edge's tick; too many of them are chatter."""
        tick = math.floor(at_s / CHATTER_TICK_S)
        oldest = tick - round(CHATTER_WINDOW_S / CHATTER_TICK_S)
        ticks = (*(known for known in self.ticks if oldest < known < tick), tick)
        noted = replace(self, ticks=ticks)
        if self.fault is None and len(ticks) > CHATTER_TICKS:
            chattering = replace(noted, fault=ContactFault.CHATTER)
            return chattering, Failed(at_s=at_s, fault=ContactFault.CHATTER)
        return noted, None

    def _on_level(self, level: bool, now_s: float) -> tuple[Contact, ContactEvent | None]:
        if level == self.pressed:
            return replace(self, agreed_s=now_s, differed_s=None), None
        if self.changed_s is not None and now_s - self.changed_s < IGNORE_S:
            return self, None
        if self.differed_s is None:
            return replace(self, differed_s=now_s), None
        # One look may come just before its own edge is reported; two cannot.
        if now_s - self.differed_s < POLL_S * 0.9:
            return self, None
        return self._changed(level, max(self.agreed_s, self.since_s or 0.0))

    def _changed(self, pressed: bool, at_s: float) -> tuple[Contact, ContactEvent | None]:
        changed = replace(
            self, pressed=pressed, since_s=at_s, changed_s=at_s, agreed_s=at_s, differed_s=None
        )
        if self.fault is ContactFault.STUCK:
            return replace(changed, fault=None), None  # the end of a stuck contact is no release
        if self.fault is ContactFault.CHATTER:
            return changed, None
        if pressed:
            return changed, Pressed(at_s=at_s)
        return changed, Released(at_s=at_s, held_s=at_s - (self.since_s or at_s))

    def _checked(self, now_s: float) -> tuple[Contact, ContactEvent | None]:
        if self.fault is ContactFault.CHATTER and self._quiet_s(now_s) >= CHATTER_WINDOW_S:
            return replace(self, fault=None, ticks=()), None
        held_s = now_s - (self.since_s or now_s)
        if self.fault is None and self.pressed and held_s >= STUCK_S:
            failed = replace(self, fault=ContactFault.STUCK)
            return failed, Failed(at_s=now_s, fault=ContactFault.STUCK)
        return self, None

    def _quiet_s(self, now_s: float) -> float:
        return now_s - (self.ticks[-1] + 1) * CHATTER_TICK_S if self.ticks else now_s
