"""A ruling: what was said against what lay there, with the reason and who pays.

Only words that stand in the fine print (section 11) are used. Nothing here knows a player's name:
the sides of an exchange are the announcer and the challenger.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.rules.announcements import Call
from pi_meyer.rules.options import MeyerRevealLosers, MeyerTrigger, Roll32, Understating
from pi_meyer.rules.rolls import JOKER, LITTLE_MEYER, MEYER, Leaning, Roll

if TYPE_CHECKING:
    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.rules.ranking import Ranking


class Verdict(enum.Enum):
    """How a round ended."""

    TRUE = "true"
    BLUFF = "bluff"
    ACCEPTED = "accepted"
    CONCEDED = "conceded"
    ILLEGAL = "illegal"
    VOID = "void"
    ENTERED = "entered"


class Reason(enum.Enum):
    """Why it ended so."""

    TOLD_THE_TRUTH = "told_the_truth"
    CAUGHT_BLUFFING = "caught_bluffing"
    UNDERSTATED = "understated"
    JOKER = "joker"
    REAL_MEYER = "real_meyer"
    LIED_ABOUT_MEYER = "lied_about_meyer"
    MEYER_SHOWN = "meyer_shown"
    KIPPE_TRUE = "kippe_true"
    KIPPE_FALSE = "kippe_false"
    ACCEPTED = "accepted"
    CONCEDED = "conceded"
    ILLEGAL_CLAIM = "illegal_claim"
    TOAST = "toast"
    COCKED = "cocked"
    VOIDED = "voided"
    ENTERED = "entered"


class Side(enum.Enum):
    """Who is wrong."""

    NOBODY = "nobody"
    ANNOUNCER = "announcer"
    CHALLENGER = "challenger"
    ALL_OTHERS = "all_others"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Verdict and reason, the side that is wrong, and the cost before doubling and the like."""

    verdict: Verdict
    reason: Reason
    wrong: Side
    base_cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncovered:
    """What a lift or a shown Meyer brings together.

    ``looked`` is whether the announcer had seen the dice: a number announced after a roll, not
    "higher" and not a pass (B4). ``shown`` is a Meyer laid open by its announcer (B10).
    """

    said: Roll | Call
    rolled: Roll | Leaning
    looked: bool
    shown: bool = False


_VOID_COCKED = Ruling(verdict=Verdict.VOID, reason=Reason.COCKED, wrong=Side.NOBODY, base_cost=0)
_VOID_TOAST = Ruling(verdict=Verdict.VOID, reason=Reason.TOAST, wrong=Side.NOBODY, base_cost=0)
VOIDED = Ruling(verdict=Verdict.VOID, reason=Reason.VOIDED, wrong=Side.NOBODY, base_cost=0)
ENTERED = Ruling(verdict=Verdict.ENTERED, reason=Reason.ENTERED, wrong=Side.NOBODY, base_cost=0)
CONCEDED = Ruling(
    verdict=Verdict.CONCEDED, reason=Reason.CONCEDED, wrong=Side.CHALLENGER, base_cost=1
)
ILLEGAL = Ruling(
    verdict=Verdict.ILLEGAL, reason=Reason.ILLEGAL_CLAIM, wrong=Side.ANNOUNCER, base_cost=1
)
_KIPPE_TRUE = Ruling(
    verdict=Verdict.TRUE, reason=Reason.KIPPE_TRUE, wrong=Side.CHALLENGER, base_cost=1
)
_KIPPE_FALSE = Ruling(
    verdict=Verdict.BLUFF, reason=Reason.KIPPE_FALSE, wrong=Side.ANNOUNCER, base_cost=1
)


def accepted(rules: HouseRules) -> Ruling:
    """Rule on a Meyer that was believed: the accepter pays what the table has set (C29)."""
    return Ruling(
        verdict=Verdict.ACCEPTED,
        reason=Reason.ACCEPTED,
        wrong=Side.CHALLENGER,
        base_cost=rules.meyer_accept_cost,
    )


def rule(uncovered: Uncovered, rules: HouseRules, ranking: Ranking) -> Ruling:
    """Rule on uncovered dice (rules 0.9 to 0.12, 1.7, 1.10, 2.11, 3.8 to 3.10, 4.7, 4.8)."""
    said, rolled = uncovered.said, uncovered.rolled
    if isinstance(said, Call):
        return _KIPPE_TRUE if isinstance(rolled, Leaning) else _KIPPE_FALSE
    if isinstance(rolled, Leaning):
        return _VOID_COCKED
    if rolled == JOKER and rules.roll_32 is Roll32.TOAST:
        return _VOID_TOAST
    reason = _reason(said, rolled, uncovered, rules, ranking)
    if reason in _LIES:
        cost = _meyer_or_less(said, rolled, rules.meyer_cost_false, rules)
        return Ruling(verdict=Verdict.BLUFF, reason=reason, wrong=Side.ANNOUNCER, base_cost=cost)
    cost = _meyer_or_less(said, rolled, rules.meyer_cost_true, rules)
    wrong = _wrong_about_the_truth(uncovered, rules)
    return Ruling(verdict=Verdict.TRUE, reason=reason, wrong=wrong, base_cost=cost)


_LIES = (Reason.CAUGHT_BLUFFING, Reason.UNDERSTATED, Reason.LIED_ABOUT_MEYER)


def _reason(
    said: Roll, rolled: Roll, uncovered: Uncovered, rules: HouseRules, ranking: Ranking
) -> Reason:
    """Compare; the joker speaks only where the announcement would be a bluff (E4)."""
    reason = _reason_without_joker(said, rolled, uncovered, rules, ranking)
    if reason in _LIES and rolled == JOKER and rules.roll_32 is Roll32.JOKER:
        return Reason.JOKER
    return reason


def _reason_without_joker(
    said: Roll, rolled: Roll, uncovered: Uncovered, rules: HouseRules, ranking: Ranking
) -> Reason:
    if said == MEYER:
        if rolled != MEYER:
            return Reason.LIED_ABOUT_MEYER
        return Reason.MEYER_SHOWN if uncovered.shown else Reason.REAL_MEYER
    if not ranking.is_at_least(rolled, said):
        return Reason.CAUGHT_BLUFFING
    if rolled != said and uncovered.looked and rules.understating is Understating.LIE:
        return Reason.UNDERSTATED
    return Reason.TOLD_THE_TRUTH


def _meyer_or_less(said: Roll, rolled: Roll, meyer_cost: int, rules: HouseRules) -> int:
    """Price an announcement: a Meyer, a Little Meyer in play, or the ordinary one (C1, C30)."""
    by_roll = rules.meyer_trigger is MeyerTrigger.CLAIM_OR_ROLL and rolled == MEYER
    if said == MEYER or by_roll:
        return meyer_cost
    if said == LITTLE_MEYER and rules.little_meyer:
        return rules.little_meyer_cost
    return 1


def _wrong_about_the_truth(uncovered: Uncovered, rules: HouseRules) -> Side:
    """A Meyer that was shown may cost everybody else (1.11); a doubt costs only the doubter."""
    if uncovered.shown and rules.meyer_reveal_losers is MeyerRevealLosers.ALL_OTHERS:
        return Side.ALL_OTHERS
    return Side.CHALLENGER
