"""A turning knob beside the button; the box has one only where its owner built one in."""

from __future__ import annotations

from typing import Protocol


class Knob(Protocol):
    """Steps of a turn, clockwise positive."""

    def poll(self) -> int:
        """Return the steps turned since the last call; never waits."""
        ...

    def close(self) -> None:
        """Let its pins go. May be called twice."""
        ...
