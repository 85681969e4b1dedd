"""Which roll beats which: the order of the 21 rolls under tonight's settings."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.rules.options import PairsOrder
from pi_meyer.rules.rolls import ALL_ROLLS, HALF_MEYER, LITTLE_MEYER, MEYER, Roll, is_pair

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.rules.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """All 21 rolls from the lowest to the highest; 21, the Meyer, is always the highest."""

    order: tuple[Roll, ...]
    place: Mapping[Roll, int]

    def is_above(self, one: Roll, other: Roll) -> bool:
        """Tell whether one roll is strictly higher than the other."""
        return self.place[one] > self.place[other]

    def is_at_least(self, one: Roll, other: Roll) -> bool:
        """Tell whether one roll is as high as the other or higher."""
        return self.place[one] >= self.place[other]

    def above(self, roll: Roll) -> tuple[Roll, ...]:
        """List the rolls strictly higher than this one, the lowest first."""
        return self.order[self.place[roll] + 1 :]

    def next_above(self, roll: Roll) -> Roll | None:
        """Name the next higher roll; nothing is above the Meyer."""
        higher = self.above(roll)
        return higher[0] if higher else None


def ranking_of(rules: HouseRules) -> Ranking:
    """Give the ranking that a table's settings ask for (rules 0.7, 1.12, 2.3, 3.5, 4.3)."""
    return _ranking(rules.little_meyer, rules.half_meier, rules.pairs_order)


@functools.cache
def _ranking(little_meyer: bool, half_meier: bool, pairs_order: PairsOrder) -> Ranking:
    """Mixed rolls, pairs, then the specials that are in play; 42 stays below 31 and 21 (B5)."""
    specials = [HALF_MEYER] * half_meier + [LITTLE_MEYER] * little_meyer + [MEYER]
    mixed = [roll for roll in ALL_ROLLS if not is_pair(roll) and roll not in specials]
    pairs = [roll for roll in ALL_ROLLS if is_pair(roll)]
    if pairs_order is PairsOrder.ONE_HIGH:
        pairs.reverse()
    order = (*mixed, *pairs, *specials)
    return Ranking(order=order, place={roll: index for index, roll in enumerate(order)})
