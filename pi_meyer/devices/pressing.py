"""A LIFT button with its debounce: what the loop asks each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.devices.debounce import POLL_S, Contact, ContactEvent, ContactFault

if TYPE_CHECKING:
    from pi_meyer.ports.clock import Clock
    from pi_meyer.ports.lift_button import LiftButton


class DebouncedButton:
    """Asks the button for edges each time, and for its level 20 times a second."""

    def __init__(self, button: LiftButton, clock: Clock) -> None:
        self._button = button
        self._clock = clock
        self._contact = Contact()
        self._looked_s: float | None = None

    @property
    def fault(self) -> ContactFault | None:
        """What is wrong with the contact now."""
        return self._contact.fault

    def held_s(self) -> float:
        """Return for how long it has been held; 0 while open or at fault."""
        return self._contact.held_s(self._clock.now_s())

    def poll(self) -> tuple[ContactEvent, ...]:
        """Return what happened since the last call, oldest first; never waits.

        Raises:
            DeviceError: the button is gone.
        """
        # The time is taken first: an edge that comes in between is not from the future.
        edges = self._button.poll()
        now_s = self._clock.now_s()
        level = None
        if self._looked_s is None or now_s - self._looked_s >= POLL_S:
            level, self._looked_s = self._button.is_pressed(), now_s
        self._contact, events = self._contact.after(edges, now_s=now_s, level=level)
        return events

    def close(self) -> None:
        """Let the button go. May be called twice."""
        self._button.close()
