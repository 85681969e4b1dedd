"""The LIFT button as the box needs it: a level and its edges, with times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One change of the contact's level, bounces included.

    Attributes:
        pressed: True when the contact closed.
        at_s: when, in seconds of the monotonic clock that also stamps frames.
    """

    pressed: bool
    at_s: float


class LiftButton(Protocol):
    """A contact that reports every edge it saw; debouncing is done by ``devices.debounce``."""

    def poll(self) -> tuple[Edge, ...]:
        """Return the edges since the last call, oldest first; never waits."""

    def is_pressed(self) -> bool:
        """Return the contact's level now (heals a lost edge)."""

    def close(self) -> None:
        """Let the pin go. May be called twice."""
