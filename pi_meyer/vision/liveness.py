"""Is the camera awake? A sleeping one repeats its frames or their time (fairness F6)."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Frame

FROZEN_AFTER_S: Final = 1.0
"""Byte-equal frames for this long mean that the sensor sleeps (design/pi, Camera)."""

SILENT_AFTER_S: Final = 1.5
"""A newest frame older than this means that the camera is gone (design/pi, Camera)."""

FAIR_ASKS: Final = 8
"""Times that somebody must have asked for a frame in vain: a loop that was held up for seconds, by
libraries being loaded or a busy machine, has not looked."""

EQUAL_TIMES: Final = 3
"""Frames in a row with one timestamp that mean a stuck driver."""


class Liveness:
    """Watches the stream; keeps one checksum, never a picture (P4)."""

    def __init__(self) -> None:
        """Start awake."""
        self._checksum: int | None = None
        self._changed_s = 0.0
        self._taken_s: float | None = None
        self._equal_times = 0
        self._asks = 0

    def see(self, frame: Frame) -> None:
        """Take the next frame as it came from the camera."""
        checksum = zlib.crc32(frame.image[::4].tobytes())
        if checksum != self._checksum:
            self._checksum = checksum
            self._changed_s = frame.taken_s
        same_time = self._taken_s is not None and frame.taken_s <= self._taken_s
        self._equal_times = self._equal_times + 1 if same_time else 0
        self._taken_s = frame.taken_s
        self._asks = 0

    def asleep(self, now_s: float) -> bool:
        """Return whether frames stopped, repeat, or stand still in time.

        Args:
            now_s: the monotonic clock of the frames' times.
        """
        self._asks += 1
        if self._taken_s is None:
            return False
        frozen = self._taken_s - self._changed_s >= FROZEN_AFTER_S
        silent = now_s - self._taken_s > SILENT_AFTER_S and self._asks >= FAIR_ASKS
        return frozen or silent or self._equal_times >= EQUAL_TIMES
