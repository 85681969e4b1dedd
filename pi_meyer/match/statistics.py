"""What a match was like, afterwards: bluffs, boldness, luck, and what doubting and lying cost.

Only dice that were uncovered count. What lay under a cup that nobody lifted stays secret for good,
and nothing here could tell it: it is in no fact.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pi_meyer.match.odds import THROWS, chance_of_truth
from pi_meyer.match.result import rounds
from pi_meyer.rules.announcements import Call
from pi_meyer.rules.rolls import ALL_ROLLS, Roll, ways
from pi_meyer.rules.ruling import Reason, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pi_meyer.match.referee import Match
    from pi_meyer.match.table import PlayedRound, Table

LUCKY_AT_MOST = Fraction(1, 9)
"""A true announcement no likelier than this was luck (section 7)."""

_CHALLENGED = (Verdict.TRUE, Verdict.BLUFF)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatistics:
    """One player's evening, from lifted rolls only.

    ``lifted`` counts the player's announcements that were uncovered, ``bluffs`` how many were not
    true; ``boldness`` is the mean chance of truth of the lifted numbers (small is bold, ``None``
    without one); ``lucky`` counts true ones of a chance of 1/9 or less; ``doubts`` counts the
    player's own lifts. ``lost_by_doubting`` and ``lost_by_lying`` are lives, points or lids.
    """

    player: str
    lifted: int
    bluffs: int
    boldness: Fraction | None
    lucky: int
    doubts: int
    lost_by_doubting: int
    lost_by_lying: int

    @property
    def bluff_rate(self) -> Fraction | None:
        """The share of bluffs among the lifted announcements; ``None`` without one."""
        return Fraction(self.bluffs, self.lifted) if self.lifted else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealedRoll:
    """How often a roll lay under a lifted cup, and how often it was to be expected."""

    roll: Roll
    seen: int
    expected: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStatistics:
    """The whole evening: everybody in seat order, and the rolls that were seen."""

    players: tuple[PlayerStatistics, ...]
    revealed: tuple[RevealedRoll, ...]


def statistics_of(match: Match) -> MatchStatistics:
    """Work out what a match was like."""
    table = match.table
    played = [each for each, _ in rounds(table)]
    return MatchStatistics(
        players=tuple(_player(seat, played, table) for seat in table.seats),
        revealed=_revealed(played),
    )


def _player(player: str, played: Iterable[PlayedRound], table: Table) -> PlayerStatistics:
    challenged = [each for each in played if each.verdict in _CHALLENGED]
    mine = [each for each in challenged if each.announcer == player]
    doubted = [each for each in challenged if each.challenger == player]
    doubts = [each for each in doubted if each.reason is not Reason.MEYER_SHOWN]
    chances = [
        chance_of_truth(Roll(each.announced), table.rules, table.ranking)
        for each in mine
        if each.announced and each.announced != Call.KIPPE.value
    ]
    true = [each for each in mine if each.verdict is Verdict.TRUE]
    return PlayerStatistics(
        player=player,
        lifted=len(mine),
        bluffs=len(mine) - len(true),
        boldness=Fraction(sum(chances), len(chances)) if chances else None,
        lucky=sum(_is_lucky(each, table) for each in true),
        doubts=len(doubts),
        lost_by_doubting=_lost(player, doubts, Verdict.TRUE),
        lost_by_lying=_lost(player, mine, Verdict.BLUFF),
    )


def _is_lucky(played: PlayedRound, table: Table) -> bool:
    if played.announced is None or played.announced == Call.KIPPE.value:
        return False
    chance = chance_of_truth(Roll(played.announced), table.rules, table.ranking)
    return chance <= LUCKY_AT_MOST


def _lost(player: str, played: Iterable[PlayedRound], verdict: Verdict) -> int:
    return sum(each.lost.get(player, 0) for each in played if each.verdict is verdict)


def _revealed(played: Iterable[PlayedRound]) -> tuple[RevealedRoll, ...]:
    """Set the rolls that were seen beside what 1/36 and 1/18 lead to expect."""
    seen: Mapping[str, int] = Counter(
        each.rolled for each in played if each.rolled and each.rolled in ALL_ROLLS
    )
    total = sum(seen.values())
    return tuple(
        RevealedRoll(
            roll=roll, seen=seen.get(roll, 0), expected=Fraction(total * ways(roll), THROWS)
        )
        for roll in ALL_ROLLS
    )
