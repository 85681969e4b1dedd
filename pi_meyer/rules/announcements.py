"""What may be said: raises, the blind raise "higher", the Kippe, and the forms of passing unseen.

All of it over a *standing* announcement: the value that the last announcer has to answer for.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from pi_meyer.rules.options import MeyerResponse, PassUnseen, RaiseRule
from pi_meyer.rules.rolls import MEYER, Roll

if TYPE_CHECKING:
    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.rules.ranking import Ranking


class Call(enum.Enum):
    """An announcement that is no number."""

    HIGHER = "higher"
    KIPPE = "kippe"


PASSES_SAME = (PassUnseen.SAME, PassUnseen.SAME_OR_HIGHER)
PASSES_HIGHER = (PassUnseen.HIGHER, PassUnseen.SAME_OR_HIGHER)


def is_raise(value: Roll, standing: Roll, rules: HouseRules, ranking: Ranking) -> bool:
    """Tell whether a number is high enough to be announced over another (C34)."""
    if rules.raise_rule is RaiseRule.EQUAL_OK:
        return ranking.is_at_least(value, standing)
    return ranking.is_above(value, standing)


def may_announce_over(standing: Roll, rules: HouseRules) -> bool:
    """Tell whether anything at all may be announced over the standing value (B6)."""
    if standing != MEYER:
        return True
    as_any = rules.meyer_response is MeyerResponse.AS_ANY_CLAIM
    return as_any and rules.raise_rule is RaiseRule.EQUAL_OK


def legal_numbers(standing: Roll | None, rules: HouseRules, ranking: Ranking) -> tuple[Roll, ...]:
    """List the numbers that may be announced now, the lowest first; an opener may say any."""
    if standing is None:
        return ranking.order
    if not may_announce_over(standing, rules):
        return ()
    equal = (standing,) if rules.raise_rule is RaiseRule.EQUAL_OK else ()
    return equal + ranking.above(standing)


def stands_as(standing: Roll, rules: HouseRules, ranking: Ranking) -> Roll | None:
    """Name the value that "higher" stands for: the lowest legal raise (C19 to C21).

    Under ``equal_ok`` that is the standing value itself; under ``strict`` nothing is above a Meyer.
    """
    if rules.raise_rule is RaiseRule.EQUAL_OK:
        return standing
    return ranking.next_above(standing)


def may_pass_over(standing: Roll, rules: HouseRules) -> bool:
    """Tell whether the cup may be passed on unseen at all (B6: a Meyer only as the same)."""
    if standing == MEYER:
        return rules.meyer_pass and rules.pass_unseen in PASSES_SAME
    return rules.pass_unseen is not PassUnseen.OFF


def is_legal_pass(value: Roll, standing: Roll, rules: HouseRules, ranking: Ranking) -> bool:
    """Tell whether the cup may go on with this value; the standing value means "same" (B2)."""
    if not may_pass_over(standing, rules):
        return False
    if value == standing:
        return rules.pass_unseen in PASSES_SAME
    return rules.pass_unseen in PASSES_HIGHER and ranking.is_above(value, standing)
