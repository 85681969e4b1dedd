"""The monotonic clock, the scale that the kernel also stamps edges and frames with."""

from __future__ import annotations

import time


class MonotonicClock:
    """CLOCK_MONOTONIC: never steps, whatever happens to the wall clock."""

    def now_s(self) -> float:
        """Return seconds since an arbitrary moment."""
        return time.monotonic()
