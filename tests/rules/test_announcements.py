"""What may be said over what: counts and lists for every standing announcement."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pi_meyer.rules.announcements import (
    is_legal_pass,
    is_raise,
    legal_numbers,
    may_announce_over,
    may_pass_over,
    stands_as,
)
from pi_meyer.rules.house_rules import DEFAULTS, HouseRules, change
from pi_meyer.rules.ranking import ranking_of
from pi_meyer.rules.rolls import MEYER, Roll, parse_roll
from tests.rules.oracle import ORDERS

if TYPE_CHECKING:
    from pathlib import Path

# How many numbers may follow each standing one, from the lowest to the highest. Over a Meyer
# nothing may be announced, except where a Meyer is a claim like any other and equal is enough.
STRICT_COUNTS = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
EQUAL_COUNTS = [21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 0]


def _rules(key: tuple[bool, bool, bool], **settings: object) -> HouseRules:
    little, half, one_high = key
    pairs = "one_high" if one_high else "six_high"
    order = {"little_meyer": little, "half_meier": half, "pairs_order": pairs}
    return change(DEFAULTS, {**order, **settings})


@pytest.mark.parametrize("key", list(ORDERS))
@pytest.mark.parametrize(
    ("raise_rule", "counts"), [("strict", STRICT_COUNTS), ("equal_ok", EQUAL_COUNTS)]
)
def test_what_may_follow_each_number_is_counted_and_listed(
    key: tuple[bool, bool, bool], raise_rule: str, counts: list[int]
) -> None:
    """After each of the 21 announcements exactly so many, and exactly these, may follow."""
    rules = _rules(key, raise_rule=raise_rule)
    ranking, order = ranking_of(rules), ORDERS[key]
    for i, standing in enumerate(order):
        legal = legal_numbers(Roll(standing), rules, ranking)
        assert len(legal) == counts[i]
        assert list(legal) == order[21 - counts[i] :] if counts[i] else legal == ()
        below = order[: 21 - counts[i]] if standing != MEYER else []
        assert not any(is_raise(Roll(v), Roll(standing), rules, ranking) for v in below)


@pytest.mark.parametrize("key", list(ORDERS))
def test_an_opener_may_say_anything(key: tuple[bool, bool, bool]) -> None:
    """Nothing stands yet: all 21 numbers are open (0.4)."""
    rules = _rules(key)
    assert list(legal_numbers(None, rules, ranking_of(rules))) == ORDERS[key]


@pytest.mark.parametrize(
    ("response", "raise_rule", "open_over_meyer"),
    [
        ("must_lift", "equal_ok", False),
        ("accept_or_lift", "equal_ok", False),
        ("auto_reveal", "equal_ok", False),
        ("as_any_claim", "strict", False),
        ("as_any_claim", "equal_ok", True),
    ],
)
def test_over_a_meyer_only_an_equal_claim_like_any_other(
    response: str, raise_rule: str, open_over_meyer: bool
) -> None:
    """A Meyer may follow a Meyer only under as_any_claim with equal_ok (B6)."""
    rules = change(DEFAULTS, {"meyer_response": response, "raise_rule": raise_rule})
    assert may_announce_over(MEYER, rules) is open_over_meyer
    legal = legal_numbers(MEYER, rules, ranking_of(rules))
    assert legal == ((MEYER,) if open_over_meyer else ())


@pytest.mark.parametrize("key", list(ORDERS))
def test_higher_stands_for_the_lowest_legal_raise(key: tuple[bool, bool, bool]) -> None:
    """Under a strict rule the next number up, under equal_ok the same one (C19 to C21)."""
    strict, equal = _rules(key), _rules(key, raise_rule="equal_ok")
    order, ranking = ORDERS[key], ranking_of(strict)
    for i, standing in enumerate(order):
        above = order[i + 1] if i < 20 else None
        assert stands_as(Roll(standing), strict, ranking) == above
        assert stands_as(Roll(standing), equal, ranking) == standing


# (pass_unseen, meyer_pass) -> may 63 be passed on as 62, 63, 64; may 21 be passed on
PASSES = {
    ("off", True): (False, False, False, False),
    ("same", True): (False, True, False, True),
    ("same", False): (False, True, False, False),
    ("higher", True): (False, False, True, False),
    ("same_or_higher", True): (False, True, True, True),
    ("same_or_higher", False): (False, True, True, False),
}


@pytest.mark.parametrize("raise_rule", ["strict", "equal_ok"])
@pytest.mark.parametrize("form", list(PASSES))
def test_the_four_forms_of_passing_unseen(form: tuple[str, bool], raise_rule: str) -> None:
    """Off, same, higher, or either, whatever the raise rule; a Meyer only as itself (B2, B6)."""
    settings = {"pass_unseen": form[0], "meyer_pass": form[1], "raise_rule": raise_rule}
    rules = change(DEFAULTS, settings)
    ranking, told = ranking_of(rules), PASSES[form]
    over_63 = [is_legal_pass(Roll(v), Roll("63"), rules, ranking) for v in ("62", "63", "64")]
    assert (*over_63, is_legal_pass(MEYER, MEYER, rules, ranking)) == told
    assert may_pass_over(MEYER, rules) is told[3]
    assert may_pass_over(Roll("63"), rules) is (form[0] != "off")
    above = ["64", "65", "11", "22", "33", "44", "55", "66", "21"] if told[2] else []
    same = ["63"] if told[1] else []
    legal = [v for v in ranking.order if is_legal_pass(v, Roll("63"), rules, ranking)]
    assert legal == same + above


def test_every_handed_case_of_legal_claims_holds(shared: Path) -> None:
    """Each case of a2_claim_legality.json comes out as it says."""
    cases: list[dict[str, Any]] = json.loads(
        (shared / "cases" / "a2_claim_legality.json").read_text()
    )
    for case in cases:
        rules = change(DEFAULTS, case["settings"])
        ranking = ranking_of(rules)
        said = case["events"][0].removeprefix("standing claim: ")
        standing = None if said.startswith("none") else parse_roll(said)
        if "stands_as" in case["expected"]:
            assert standing is not None
            stood = stands_as(standing, rules, ranking)
            assert stood == str(case["expected"]["stands_as"]), case["id"]
            continue
        value = parse_roll(case["events"][1].removeprefix("next claim: "))
        legal = value in legal_numbers(standing, rules, ranking)
        assert legal is case["expected"]["legal"], case["id"]
