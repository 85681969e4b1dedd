"""The clock as the box needs it: one monotonic scale for frames, edges and timers."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """Monotonic time. Wall time is never used to order or to measure."""

    def now_s(self) -> float:
        """Return seconds on a scale that never steps back; its zero means nothing."""
