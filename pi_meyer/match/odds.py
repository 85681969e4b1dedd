"""The odds of every announcement, as exact fractions of the 36 throws (section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pi_meyer.rules.announcements import stands_as
from pi_meyer.rules.options import Roll32
from pi_meyer.rules.rolls import JOKER, Roll, ways

if TYPE_CHECKING:
    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.rules.ranking import Ranking

THROWS = 36
"""How many throws of two dice there are, all of the same chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The chances around one announcement.

    ``exactly``: a throw is this roll; ``at_least``: it backs the announcement; ``higher``: it beats
    it; ``with_joker``: it backs it where a 32 makes anything true; ``in_two_rolls``: one of two
    throws backs it (a look, then a blind second throw).
    """

    roll: Roll
    exactly: Fraction
    at_least: Fraction
    higher: Fraction
    with_joker: Fraction
    in_two_rolls: Fraction


def odds_of(roll: Roll, ranking: Ranking) -> Odds:
    """Work out the chances around one announcement under a ranking."""
    exactly = Fraction(ways(roll), THROWS)
    higher = Fraction(sum(ways(above) for above in ranking.above(roll)), THROWS)
    at_least = exactly + higher
    joker = 0 if ranking.is_at_least(JOKER, roll) else ways(JOKER)
    return Odds(
        roll=roll,
        exactly=exactly,
        at_least=at_least,
        higher=higher,
        with_joker=at_least + Fraction(joker, THROWS),
        in_two_rolls=1 - (1 - at_least) ** 2,
    )


def chance_of_truth(roll: Roll, rules: HouseRules, ranking: Ranking) -> Fraction:
    """Say how likely a throw makes an announcement true tonight, the joker included."""
    odds = odds_of(roll, ranking)
    return odds.with_joker if rules.roll_32 is Roll32.JOKER else odds.at_least


def chance_to_go_on(standing: Roll, rules: HouseRules, ranking: Ranking) -> Fraction:
    """Say how likely an honest player can go on, which is also how likely "higher" holds.

    Nothing goes on over a Meyer under a strict rule: the chance is nought.
    """
    lowest = stands_as(standing, rules, ranking)
    return Fraction(0) if lowest is None else chance_of_truth(lowest, rules, ranking)
