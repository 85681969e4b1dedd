"""The hands of somebody at a laptop: keys that shake, lift and peek at the simulated table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.display.keys import TableKey
from pi_meyer.simulation.under_cup import look_under_cup

if TYPE_CHECKING:
    from pi_meyer.display.stage import Stage
    from pi_meyer.simulation.table import SimulatedTable

CUP_OFF_AFTER_S = 0.4
"""The cup comes off this long after the press, as at a real table."""


@dataclass(slots=True)
class Hands:
    """Acts on the simulated table; the dice are rolled here and nowhere near the referee."""

    table: SimulatedTable
    chance: np.random.Generator = field(default_factory=np.random.default_rng)
    _lift_at_s: float | None = None
    _peeks: bool = False

    def shake(self) -> None:
        """Take cup and base, shake, set them down: two fair dice."""
        first, second = self.table.roll(self.chance)
        self.table.shake_and_set_down((int(first), int(second)))

    def press(self, stage: Stage, hand: TableKey) -> None:
        """A key of the table went down."""
        if hand is TableKey.SHAKE:
            self.shake()
            return
        self._peeks = True
        width, height = stage.panel.picture_wh
        stage.show_peek(look_under_cup(self.table, (width, height))[:, :, ::-1])

    def release(self, stage: Stage) -> None:
        """The peek key came up: the referee's screen is back."""
        if self._peeks:
            self._peeks = False
            stage.show_peek(None)

    def lifts(self, at_s: float) -> None:
        """The cup comes off a moment after LIFT."""
        self._lift_at_s = at_s + CUP_OFF_AFTER_S

    def tick(self, now_s: float) -> None:
        """Let the hands go on."""
        if self._lift_at_s is not None and now_s >= self._lift_at_s:
            self._lift_at_s = None
            self.table.lift_cup()
