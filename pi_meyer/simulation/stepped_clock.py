"""A clock that moves only when it is told to; scripts and tests run on it."""

from __future__ import annotations

from pi_meyer.errors import SettingsError


class SteppedClock:
    """Implements ``ports.clock.Clock``; its zero means nothing.

    Args:
        start_s: where it starts.
    """

    def __init__(self, start_s: float = 1000.0) -> None:
        self._now_s = start_s

    def now_s(self) -> float:
        """Return seconds; the same until ``advance``."""
        return self._now_s

    def advance(self, by_s: float) -> None:
        """Let time pass.

        Raises:
            SettingsError: for a step back; a monotonic clock has none.
        """
        if not by_s >= 0:
            raise SettingsError(f"The clock cannot step by {by_s} s; give 0 or more.")
        self._now_s += by_s
