"""What the flow wants to know of a match, as frozen values in its own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.errors import IllegalMoveError
from pi_meyer.match.fact_codec import parse_fact
from pi_meyer.rules.options import IllegalClaim
from pi_meyer.rules.phases import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.match.referee import Match
    from pi_meyer.match.table import PlayedRound


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A round that has ended, in the words of the result."""

    announced: str | None
    rolled: str | None
    verdict: str
    reason: str
    announcer: str | None
    challenger: str | None
    lost: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """What is legal now, as the tiles need it."""

    announcements: frozenset[str]
    passes: frozenset[str]
    same: bool
    higher: bool
    kippe: bool
    allow: bool
    accept: bool
    double: bool
    concede: bool
    show_only: bool
    loses_said: frozenset[str]
    loses_passed: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What changed settings would make of the running match."""

    counts: Mapping[str, int]
    goes_out: frozenset[str]
    comes_back: frozenset[str]
    conflicts: int
    matters: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A neutral mark and the round that it belongs to, counted from 1."""

    round: int
    mark: str


def legal_of(match: Match) -> Legal:
    """Return what is legal now in a match, as the tiles need it."""
    found = match.legal()
    standing = match.table.standing
    may_pass = frozenset(found.pass_on)
    return Legal(
        announcements=frozenset(found.announce),
        passes=may_pass,
        same=standing in may_pass,
        higher=found.higher,
        kippe=found.kippe,
        allow=found.allow,
        accept=found.accept,
        double=found.double,
        concede=found.concede,
        show_only=match.table.phase is Phase.TO_BE_SHOWN,
        loses_said=_losing(match, "announce"),
        loses_passed=_losing(match, "pass"),
    )


def _losing(match: Match, verb: str) -> frozenset[str]:
    """Return the values that are too low and may be said all the same, at a price (B11)."""
    if match.rules.illegal_claim is not IllegalClaim.LOSES:
        return frozenset()
    return frozenset(roll for roll in match.table.ranking.order if _ends(match, {verb: roll}))


def _ends(match: Match, fact: dict[str, object]) -> bool:
    try:
        then = match.apply(parse_fact(fact))
    except IllegalMoveError:
        return False
    return then.state.rounds_played > match.state.rounds_played


def ended_of(played: PlayedRound) -> Ended:
    """Return a round that has ended, in the words of the result."""
    return Ended(
        announced=played.announced,
        rolled=played.rolled,
        verdict=played.verdict.value,
        reason=played.reason.value,
        announcer=played.announcer,
        challenger=played.challenger,
        lost=played.lost,
    )


def preview_of(match: Match, settings: Mapping[str, object]) -> Preview:
    """Return what changed settings would make of a match; nothing is changed."""
    then = match.preview_set(settings)
    out, back = frozenset(then.would_be_out), frozenset(then.would_be_back)
    changed = dict(then.scores) != dict(then.scores_now)
    return Preview(
        counts=then.scores,
        goes_out=out,
        comes_back=back,
        conflicts=len(then.conflicts),
        matters=bool(changed or out or back or then.conflicts),
    )
