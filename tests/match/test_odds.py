"""The odds, as exact fractions, against the handed tables."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from pi_meyer.match.odds import chance_of_truth, chance_to_go_on, odds_of
from pi_meyer.rules.house_rules import DEFAULTS, change
from pi_meyer.rules.ranking import ranking_of
from pi_meyer.rules.rolls import MEYER, Roll

if TYPE_CHECKING:
    from pathlib import Path

RANKINGS: dict[str, dict[str, object]] = {
    "A": {},
    "B": {"little_meyer": True},
    "C": {"pairs_order": "one_high"},
    "D": {"little_meyer": True, "pairs_order": "one_high"},
    "E": {"half_meier": True},
}


def test_the_handed_probabilities_come_out_exactly(shared: Path) -> None:
    """Every column of every ranking of probabilities.json, fraction by fraction."""
    handed = json.loads((shared / "cases" / "probabilities.json").read_text())
    tables = {name[0]: rows for name, rows in handed.items() if isinstance(rows, list)}
    assert set(tables) == set(RANKINGS)
    for letter, rows in tables.items():
        ranking = ranking_of(change(DEFAULTS, RANKINGS[letter]))
        assert [row["roll"] for row in rows] == [int(roll) for roll in ranking.order]
        for row in rows:
            odds = odds_of(Roll(str(row["roll"])), ranking)
            assert odds.exactly == Fraction(row["p_roll"])
            assert odds.at_least == Fraction(row["p_at_least"])
            assert odds.at_least * 36 == row["at_least_ways_of_36"]
            assert odds.higher == Fraction(row["p_higher"])
            assert odds.with_joker == Fraction(row["p_at_least_with_joker_32"])
            assert odds.in_two_rolls == Fraction(row["p_at_least_in_two_rolls"])


@pytest.mark.parametrize(
    ("settings", "standing", "chance"),
    [
        ({}, "51", Fraction(2, 3)),
        ({}, "65", Fraction(8, 36)),
        ({}, "66", Fraction(2, 36)),
        ({}, "21", Fraction(0)),
        ({"raise_rule": "equal_ok"}, "51", Fraction(26, 36)),
        ({"roll_32": "joker"}, "65", Fraction(10, 36)),
    ],
)
def test_an_honest_player_goes_on_with_the_chance_of_the_lowest_raise(
    settings: dict[str, object], standing: str, chance: Fraction
) -> None:
    """The examples of section 7, which are also the chances of "higher"."""
    rules = change(DEFAULTS, settings)
    assert chance_to_go_on(Roll(standing), rules, ranking_of(rules)) == chance


def test_the_joker_helps_only_announcements_above_it() -> None:
    """A 32 backs 31 and 32 by itself, and a Meyer only as the joker."""
    rules = change(DEFAULTS, {"roll_32": "joker"})
    ranking = ranking_of(rules)
    assert chance_of_truth(Roll("32"), rules, ranking) == Fraction(34, 36)
    assert chance_of_truth(MEYER, rules, ranking) == Fraction(4, 36)
    assert chance_of_truth(MEYER, DEFAULTS, ranking) == Fraction(2, 36)
