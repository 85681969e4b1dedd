"""Rulings: every roll against every announcement, under every ranking and every preset."""

from __future__ import annotations

import itertools

import pytest

from pi_meyer.rules.announcements import Call
from pi_meyer.rules.house_rules import DEFAULTS, change
from pi_meyer.rules.options import MeyerRevealLosers
from pi_meyer.rules.presets import PRESETS, preset
from pi_meyer.rules.ranking import ranking_of
from pi_meyer.rules.rolls import ALL_ROLLS, MEYER, Leaning, Roll
from pi_meyer.rules.ruling import Ruling, Side, Uncovered, Verdict, accepted, rule
from tests.rules.oracle import ORDERS, TOLD, expected

ODD_ONES = [(False, False), (True, False), (True, True)]


def _plain(ruling: Ruling) -> tuple[str, str, str, int]:
    return (
        ruling.verdict.value,
        ruling.reason.value,
        ruling.wrong.value,
        ruling.base_cost,
    )


def test_every_preset_is_told() -> None:
    """The oracle tells all eleven presets."""
    assert set(TOLD) == set(PRESETS)
    assert len(PRESETS) == 11


@pytest.mark.parametrize("key", list(ORDERS))
@pytest.mark.parametrize("name", list(TOLD))
def test_every_roll_against_every_announcement(name: str, key: tuple[bool, bool, bool]) -> None:
    """21 rolls x 21 announcements, looked or blind or shown: as the table is told."""
    little, half, one_high = key
    pairs = "one_high" if one_high else "six_high"
    rules = change(preset(name), {"little_meyer": little, "half_meier": half, "pairs_order": pairs})
    ranking, order, told = ranking_of(rules), ORDERS[key], TOLD[name]
    for said, rolled, (looked, shown) in itertools.product(ALL_ROLLS, ALL_ROLLS, ODD_ONES):
        if shown and said != MEYER:
            continue  # only a Meyer is ever shown
        uncovered = Uncovered(said=said, rolled=rolled, looked=looked, shown=shown)
        ruling = _plain(rule(uncovered, rules, ranking))
        assert ruling == expected(told, order, said, rolled, looked=looked, shown=shown)


@pytest.mark.parametrize("name", list(TOLD))
@pytest.mark.parametrize("rolled", [*ALL_ROLLS, Leaning.COCKED])
def test_a_kippe_is_true_only_of_leaning_dice(name: str, rolled: Roll | Leaning) -> None:
    """Whatever the table plays, a Kippe costs one, and joker and toast do not touch it (C2)."""
    for roll_32 in ("normal", "joker", "toast"):
        rules = change(preset(name), {"roll_32": roll_32})
        uncovered = Uncovered(said=Call.KIPPE, rolled=rolled, looked=True)
        ruling = _plain(rule(uncovered, rules, ranking_of(rules)))
        if rolled is Leaning.COCKED:
            assert ruling == ("true", "kippe_true", "challenger", 1)
        else:
            assert ruling == ("bluff", "kippe_false", "announcer", 1)


@pytest.mark.parametrize("said", ALL_ROLLS)
def test_leaning_dice_under_a_number_are_void(said: Roll) -> None:
    """A leaning die under a number costs nobody anything (C44, D1)."""
    uncovered = Uncovered(said=said, rolled=Leaning.COCKED, looked=True)
    ruling = _plain(rule(uncovered, DEFAULTS, ranking_of(DEFAULTS)))
    assert ruling == ("void", "cocked", "nobody", 0)


@pytest.mark.parametrize("said", ALL_ROLLS)
def test_the_joker_makes_any_announcement_true(said: Roll) -> None:
    """A real 32 is never a bluff; it speaks as the joker only where it would be one (C7, E4)."""
    rules = change(DEFAULTS, {"roll_32": "joker"})
    ruling = rule(Uncovered(said=said, rolled=Roll("32"), looked=True), rules, ranking_of(rules))
    assert ruling.verdict is Verdict.TRUE
    assert ruling.wrong is Side.CHALLENGER
    by_itself = said in ("31", "32")
    assert ruling.reason.value == ("told_the_truth" if by_itself else "joker")
    assert ruling.base_cost == (2 if said == "21" else 1)


@pytest.mark.parametrize("rolled", [roll for roll in ALL_ROLLS if roll != "32"])
def test_only_a_32_is_the_joker(rolled: Roll) -> None:
    """Every other roll is ruled as at a table without the joker."""
    with_joker = change(DEFAULTS, {"roll_32": "joker"})
    ranking = ranking_of(DEFAULTS)
    for said in ALL_ROLLS:
        uncovered = Uncovered(said=said, rolled=rolled, looked=True)
        assert rule(uncovered, with_joker, ranking) == rule(uncovered, DEFAULTS, ranking)


def test_the_joker_beats_understating_too() -> None:
    """Where understating is lying, a 32 under 31 would be a bluff: the joker makes it true."""
    rules = change(DEFAULTS, {"roll_32": "joker", "understating": "lie"})
    uncovered = Uncovered(said=Roll("31"), rolled=Roll("32"), looked=True)
    assert rule(uncovered, rules, ranking_of(rules)).reason.value == "joker"


@pytest.mark.parametrize(("rolled", "verdict"), [("31", "true"), ("21", "true"), ("66", "bluff")])
def test_little_meyer_costs_what_is_set_for_it(rolled: str, verdict: str) -> None:
    """An announced 31 costs the amount set for it, right or wrong (0.12)."""
    rules = change(DEFAULTS, {"little_meyer": True, "little_meyer_cost": 2})
    uncovered = Uncovered(said=Roll("31"), rolled=Roll(rolled), looked=True)
    ruling = rule(uncovered, rules, ranking_of(rules))
    assert (ruling.verdict.value, ruling.base_cost) == (verdict, 2)


def test_31_costs_one_where_it_is_the_lowest_roll() -> None:
    """The amount for Little Meyer is idle while Little Meyer is not in play."""
    rules = change(DEFAULTS, {"little_meyer_cost": 2})
    uncovered = Uncovered(said=Roll("31"), rolled=Roll("31"), looked=True)
    assert rule(uncovered, rules, ranking_of(rules)).base_cost == 1


def test_an_understated_meyer_costs_like_a_false_one() -> None:
    """Where dice count as well as words, an understated 21 costs meyer_cost_false (B4)."""
    settings = {
        "understating": "lie",
        "meyer_trigger": "claim_or_roll",
        "meyer_cost_true": 1,
        "meyer_cost_false": 2,
    }
    rules = change(DEFAULTS, settings)
    said = Uncovered(said=Roll("53"), rolled=Roll("21"), looked=True)
    assert _plain(rule(said, rules, ranking_of(rules))) == (
        "bluff",
        "understated",
        "announcer",
        2,
    )
    blind = Uncovered(said=Roll("53"), rolled=Roll("21"), looked=False)
    assert rule(blind, rules, ranking_of(rules)).base_cost == 1


@pytest.mark.parametrize("losers", list(MeyerRevealLosers))
def test_a_shown_meyer_hits_the_next_or_everybody(losers: MeyerRevealLosers) -> None:
    """All others pay only for a Meyer that was shown, never for one found by lifting (C22)."""
    rules = change(DEFAULTS, {"meyer_reveal_losers": losers.value})
    ranking = ranking_of(rules)
    shown = Uncovered(said=Roll("21"), rolled=Roll("21"), looked=True, shown=True)
    lifted = Uncovered(said=Roll("21"), rolled=Roll("21"), looked=True)
    assert rule(shown, rules, ranking).wrong.value == losers.value
    assert rule(lifted, rules, ranking).wrong is Side.CHALLENGER


@pytest.mark.parametrize("cost", [0, 1, 2])
def test_accepting_costs_what_is_set_for_it(cost: int) -> None:
    """Believing a Meyer ends the round at the price the table has set (C29)."""
    rules = change(DEFAULTS, {"meyer_accept_cost": cost})
    assert _plain(accepted(rules)) == ("accepted", "accepted", "challenger", cost)
