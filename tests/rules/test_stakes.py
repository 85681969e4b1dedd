"""What a ruling costs in the end."""

from __future__ import annotations

import pytest

from pi_meyer.rules.house_rules import DEFAULTS, change
from pi_meyer.rules.stakes import Circumstances, stake

# base, doubled, lost before, living, escalation, final two -> cost (E1, in that order)
TABLE = [
    (1, False, 0, 4, "off", False, 1),
    (2, False, 5, 4, "off", False, 2),
    (2, True, 5, 4, "off", False, 4),
    (1, False, 3, 4, "match", False, 4),
    (2, True, 3, 4, "match", False, 7),
    (1, False, 0, 2, "off", True, 2),
    (1, False, 0, 3, "off", True, 1),
    (2, False, 0, 2, "off", True, 2),
    (2, True, 0, 2, "off", True, 4),
    (1, False, 1, 2, "match", True, 2),
    (1, False, 2, 2, "match", True, 3),
    (0, False, 9, 2, "match", True, 0),
]


@pytest.mark.parametrize(
    ("base", "doubled", "before", "living", "escalation", "final_two", "cost"), TABLE
)
def test_costs_grow_in_the_written_order(  # noqa: PLR0917 - a column of the table each
    base: int,
    doubled: bool,
    before: int,
    living: int,
    escalation: str,
    final_two: bool,
    cost: int,
) -> None:
    """Base, doubled, one more for each earlier loss, at least two for the last two (E1)."""
    rules = change(DEFAULTS, {"escalation": escalation, "final_two_double": final_two})
    circumstances = Circumstances(doubled=doubled, lost_before=before, living=living)
    assert stake(base, circumstances, rules) == cost


@pytest.mark.parametrize("mode", ["tally", "deckel"])
def test_the_final_two_exist_only_with_lives(mode: str) -> None:
    """Points and lids know no final two."""
    rules = change(DEFAULTS, {"final_two_double": True, "score_mode": mode})
    assert stake(1, Circumstances(doubled=False, lost_before=0, living=2), rules) == 1
