"""The highlight that the LIFT button steps from place to place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi_meyer.display.layout import Target

ROW_U = 24.0
"""Places whose middles lie closer together than this in height count as one row."""


class Highlight:
    """Which place is highlighted, if any."""

    def __init__(self) -> None:
        self.target: Target | None = None

    def clear(self) -> None:
        """No highlight."""
        self.target = None

    def keep(self, targets: tuple[Target, ...]) -> None:
        """The screen was drawn anew: stay only on a place that is still there."""
        if self.target is not None:
            same = (t for t in targets if t.legal and t.intent == self.target.intent)
            self.target = next(same, None)

    def step(self, targets: tuple[Target, ...], *, back: bool = False) -> None:
        """On to the next legal place in reading order, or back to the one before.

        The first step goes to the likeliest.
        """
        order = reading_order(targets)
        if not order:
            self.target = None
            return
        if self.target not in order:
            likely = [t for t in order if t.likely]
            self.target = (likely or order)[0]
            return
        self.target = order[(order.index(self.target) + (-1 if back else 1)) % len(order)]


def reading_order(targets: tuple[Target, ...]) -> list[Target]:
    """Legal places row by row, left to right; what covers the whole picture comes first."""
    legal = [t for t in targets if t.legal]
    return sorted(legal, key=lambda t: (t.frame is not None, *_row_and_x(t)))


def _row_and_x(target: Target) -> tuple[int, float]:
    box = target.frame or target.rect
    return (round(box.centre[1] / ROW_U), box.x)
