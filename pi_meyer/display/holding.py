"""Holding a corner of the screen for four seconds opens the menu; a ring shows it filling."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi_meyer.display.canvas import Canvas

HOLD_S = 4.0
SHOWN_AFTER_S = 0.6
CORNER_U = 84.0
STEPS = 60


class CornerHold:
    """Which corner a finger rests in."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.place: tuple[float, float] | None = None

    def down(self, spot: tuple[float, float]) -> None:
        """A finger came down (u)."""
        self.place = self._corner(spot)

    def move(self, spot: tuple[float, float]) -> None:
        """A finger moved; leaving the corner ends it."""
        if self.place is not None and self._corner(spot) != self.place:
            self.place = None

    def clear(self) -> None:
        """No corner is held."""
        self.place = None

    def due(self, since_s: float | None, now_s: float) -> bool:
        """Whether the corner was held long enough by one finger alone."""
        return self.place is not None and since_s is not None and now_s - since_s >= HOLD_S

    def steps(self, since_s: float | None, now_s: float) -> int:
        """How far the ring is filled, in steps of 60; 0 shows none."""
        if self.place is None or since_s is None or now_s - since_s < SHOWN_AFTER_S:
            return 0
        return max(1, min(STEPS, int(STEPS * (now_s - since_s) / HOLD_S)))

    def _corner(self, spot: tuple[float, float]) -> tuple[float, float] | None:
        for x in (0.0, self._canvas.w):
            for y in (0.0, self._canvas.h):
                if abs(spot[0] - x) <= CORNER_U and abs(spot[1] - y) <= CORNER_U:
                    return (x, y)
        return None
