"""Which roll beats which: the handed cases, and every ranking against the lists of the oracle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.match.fact_codec import parse_fact
from pi_meyer.rules.house_rules import DEFAULTS, change
from pi_meyer.rules.ranking import Ranking, ranking_of
from pi_meyer.rules.rolls import MEYER, Roll, TopFace, parse_roll, roll_of
from tests.rules.oracle import ORDERS

if TYPE_CHECKING:
    from pathlib import Path


def _ranking(key: tuple[bool, bool, bool]) -> Ranking:
    little, half, one_high = key
    settings = {
        "little_meyer": little,
        "half_meier": half,
        "pairs_order": "one_high" if one_high else "six_high",
    }
    return ranking_of(change(DEFAULTS, settings))


@pytest.mark.parametrize("key", list(ORDERS))
def test_every_ranking_is_the_one_that_is_written_down(key: tuple[bool, bool, bool]) -> None:
    """All eight orders of the 21 rolls are as the printed rules have them."""
    assert list(_ranking(key).order) == ORDERS[key]


@pytest.mark.parametrize("key", list(ORDERS))
def test_comparing_agrees_with_the_list(key: tuple[bool, bool, bool]) -> None:
    """Above, at least and next above agree with places in the written list, for all pairs."""
    ranking, order = _ranking(key), ORDERS[key]
    for i, one in enumerate(order):
        for k, other in enumerate(order):
            assert ranking.is_above(Roll(one), Roll(other)) == (i > k)
            assert ranking.is_at_least(Roll(one), Roll(other)) == (i >= k)
        assert list(ranking.above(Roll(one))) == order[i + 1 :]
        assert ranking.next_above(Roll(one)) == (order[i + 1] if i < 20 else None)


def _cases(shared: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((shared / "cases" / "a_ranking.json").read_text())
    return cases


def test_every_handed_ranking_case_holds(shared: Path) -> None:
    """Each case of a_ranking.json comes out as it says; none is left over."""
    for case in _cases(shared):
        ranking = ranking_of(change(DEFAULTS, case["settings"]))
        (event,) = case["events"]
        words = event.split()
        match words:
            case ["compare", "roll", one, "with", "roll", other]:
                _check_order(ranking, one, other, case)
            case ["compare", ("dice" | _), *_] if "dice" in words:
                one, other = words[2], words[5]
                assert _dice(one) == _dice(other), case["id"]
            case ["compare", one, "with", other]:
                assert one == other, case["id"]
                assert not ranking.is_above(parse_roll(one), parse_roll(other))
            case ["list", "all", "21", *_]:
                assert [int(r) for r in ranking.order] == case["expected"]["order"], case["id"]
            case ["read", "dice", "text", text] | ["enter", "claim", text]:
                assert case["expected"]["accepted"] is False
                _check_refused(text.strip("'"), dice=words[0] == "read")
            case ["count", "claims", "above", roll]:
                assert len(ranking.above(parse_roll(roll))) == case["expected"]["count"]
            case ["next", "roll", "above", roll]:
                above = ranking.next_above(parse_roll(roll))
                expected = case["expected"]["next_higher"]
                assert above == (None if expected is None else str(expected)), case["id"]
            case ["is", "roll", dice, "a", "Meyer?"]:
                assert (_dice(dice) == MEYER) is case["expected"]["meyer"]
            case _:
                pytest.fail(f"no test for {case['id']}: {event}")


def _dice(text: str) -> Roll:
    one, other = text.split(",")
    return roll_of(TopFace(int(one)), TopFace(int(other)))


def _check_order(ranking: Ranking, one: str, other: str, case: dict[str, Any]) -> None:
    higher, lower = str(case["expected"]["higher"]), str(case["expected"]["lower"])
    assert {one, other} == {higher, lower}, case["id"]
    assert ranking.is_above(Roll(higher), Roll(lower)), case["id"]
    assert not ranking.is_above(Roll(lower), Roll(higher)), case["id"]


def _check_refused(text: str, *, dice: bool) -> None:
    parts = [int(p) if p.lstrip("-").isdigit() else p for p in text.split(",")]
    fact = {"lift": parts} if dice else {"announce": text}
    with pytest.raises(SettingsError):
        parse_fact(fact)
