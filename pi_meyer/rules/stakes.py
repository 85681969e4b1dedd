"""What a ruling costs: from the base cost to what each loser owes, before any cap (E1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.rules.options import Escalation, ScoreMode

if TYPE_CHECKING:
    from pi_meyer.rules.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What raises a cost besides the announcement.

    ``lost_before`` counts the earlier rounds in which somebody lost something on the sheet (E2);
    ``living`` counts who lives when the round ends, before its losses (E3).
    """

    doubled: bool
    lost_before: int
    living: int


def stake(base_cost: int, circumstances: Circumstances, rules: HouseRules) -> int:
    """Say what each loser of the round owes; a base of nothing stays nothing (E1)."""
    if base_cost == 0:
        return 0
    cost = base_cost * 2 if circumstances.doubled else base_cost
    if rules.escalation is Escalation.MATCH:
        cost += circumstances.lost_before
    if _is_final_two(circumstances, rules):
        cost = max(cost, 2)
    return cost


def _is_final_two(circumstances: Circumstances, rules: HouseRules) -> bool:
    in_lives = rules.score_mode is ScoreMode.LIVES
    return in_lives and rules.final_two_double and circumstances.living == 2
