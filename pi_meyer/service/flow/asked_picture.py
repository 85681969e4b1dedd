"""A picture of the open table that somebody asked for, from the touch until it comes (P8)."""

from __future__ import annotations

from dataclasses import dataclass

HANDS_OFF_S = 0.8
"""Between the touch and the picture: the box no longer shakes."""

PATIENCE_S = 5.0
"""A camera that has sent no picture by then sends none."""


@dataclass(slots=True)
class AskedPicture:
    """The one picture that is waited for, if any."""

    _at_s: float | None = None

    @property
    def awaited(self) -> bool:
        """Whether one was asked for that has not come."""
        return self._at_s is not None

    def ask(self, now_s: float) -> None:
        """Ask for one in a moment, when no hand touches the box."""
        self._at_s = now_s + HANDS_OFF_S

    def forget(self) -> None:
        """Wait no longer: it came, or nobody wants it."""
        self._at_s = None

    def wanted(self, now_s: float) -> bool:
        """Tell whether the box shall hand it in now."""
        return self._at_s is not None and now_s >= self._at_s

    def given_up(self, now_s: float) -> bool:
        """Tell, once, that none came in time."""
        late = self._at_s is not None and now_s >= self._at_s + PATIENCE_S
        if late:
            self.forget()
        return late
