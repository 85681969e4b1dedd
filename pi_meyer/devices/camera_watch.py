"""Is the camera alive, and when is it tried again? Pure, over frame times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OPENING_S: Final = 10.0
"""Loading the libraries and starting the camera takes up to this long on a Zero 2 W."""
SILENT_S: Final = 1.5
SILENT_INTERVALS: Final = 8
"""Usual intervals between frames that a pause must last: a slow camera is not a silent one."""
LONGEST_USUAL_S: Final = 1.0
USUAL_WEIGHT: Final = 0.2
FROZEN_S: Final = 1.0
PAUSES_S: Final = (1.0, 2.0, 4.0, 8.0)
RESTART_S: Final = 4.0
"""Trouble that lasts this long is the camera's; shorter ones come and go on a busy machine."""
FAIR_LOOKS: Final = 6
"""Looks of the watcher that a frame may miss: a machine so busy that the watcher seldom gets its
turn gives the camera's threads none either."""
STARVED_S: Final = 1.0
"""A watcher that itself did not run for this long judges nobody: the machine was busy."""
PROVEN_S: Final = 10.0
"""A camera that ran this long has earned a quick restart next time."""


@dataclass(slots=True)
class CameraWatch:
    """Follows one camera through openings, frames and failures."""

    opened_s: float | None = None
    _frame_s: float | None = None
    _changed_s: float = 0.0
    _checksum: int | None = None
    _taken_s: float | None = None
    _looked_s: float | None = None
    _troubled_s: float | None = None
    _looks: int = 0
    _usual_s: float = 0.0
    _fair_from_s: float = 0.0
    _failures: int = 0

    def opened(self, now_s: float) -> None:
        """Note that the camera was started."""
        self.opened_s = self._changed_s = self._looked_s = now_s
        self._frame_s = self._checksum = self._taken_s = self._troubled_s = None

    def frame(self, now_s: float, *, taken_s: float, checksum: int) -> None:
        """Note a frame: when it came, when it was taken, and a checksum of its pixels."""
        if self._frame_s is not None:
            interval_s = min(now_s - self._frame_s, LONGEST_USUAL_S)
            self._usual_s += USUAL_WEIGHT * (interval_s - self._usual_s)
        self._frame_s, self._looks = now_s, 0
        moved = self._taken_s is None or taken_s > self._taken_s
        if moved and checksum != self._checksum:
            self._changed_s = now_s
        self._checksum, self._taken_s = checksum, taken_s

    def look(self, now_s: float) -> str | None:
        """Return what is wrong where a restart is due; the supervisor asks a few times a second."""
        if self._looked_s is not None and now_s - self._looked_s > STARVED_S:
            self._fair_from_s = now_s + SILENT_S
        self._looked_s = now_s
        self._looks += 1
        trouble = self.trouble(now_s)
        if trouble is None:
            self._troubled_s = None
            return None
        if self._troubled_s is None:
            self._troubled_s = now_s
        lasting = now_s - self._troubled_s >= RESTART_S and self._looks >= 3 * FAIR_LOOKS
        return trouble if lasting else None

    def trouble(self, now_s: float) -> str | None:
        """Return what is wrong with a camera that was started, or None."""
        if self.opened_s is None or now_s < self._fair_from_s:
            return None
        if self._looked_s is None or now_s - self._looked_s > STARVED_S:
            return None
        if self._frame_s is None:
            waited_s = now_s - self.opened_s
            return "it gives no picture" if waited_s > OPENING_S else None
        silent_s = max(SILENT_S, SILENT_INTERVALS * self._usual_s)
        if now_s - self._frame_s > silent_s and self._looks >= FAIR_LOOKS:
            return "it gives no more pictures"
        if self._frame_s - self._changed_s > FROZEN_S:
            return "its picture is frozen"
        return None

    def failed(self, now_s: float) -> float:
        """Note a failure; return the pause before the next try, 1-2-4-8-8-... seconds."""
        if self.opened_s is not None and now_s - self.opened_s > PROVEN_S:
            self._failures = 0
        pause_s = PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
        self._failures += 1
        self.opened_s = None
        return pause_s
