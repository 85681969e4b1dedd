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

SILENT_INTERVALS: Final = 8
"""Usual intervals between frames that a pause must last: a slow camera is not a silent one."""

LONGEST_USUAL_S: Final = 1.0
USUAL_WEIGHT: Final = 0.2

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
        self._usual_s = 0.0

    def see(self, frame: Frame) -> None:
        """Take the next frame as it came from the camera."""
        checksum = zlib.crc32(frame.image[::4].tobytes())
        if checksum != self._checksum:
            self._checksum = checksum
            self._changed_s = frame.taken_s
        if self._taken_s is not None:
            interval_s = min(frame.taken_s - self._taken_s, LONGEST_USUAL_S)
            self._usual_s += USUAL_WEIGHT * (interval_s - self._usual_s)
        same_time = self._taken_s is not None and frame.taken_s <= self._taken_s
        self._equal_times = self._equal_times + 1 if same_time else 0
        self._taken_s = frame.taken_s

    def asleep(self, now_s: float) -> bool:
        """Return whether frames stopped, repeat, or stand still in time.

        Args:
            now_s: the monotonic clock of the frames' times.
        """
        if self._taken_s is None:
            return False
        frozen = self._taken_s - self._changed_s >= FROZEN_AFTER_S
        silent_s = max(SILENT_AFTER_S, SILENT_INTERVALS * self._usual_s)
        silent = now_s - self._taken_s > silent_s
        return frozen or silent or self._equal_times >= EQUAL_TIMES
