"""The match as frozen values for whoever shows it, and what a setting would change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.match.result import conflicts, losers, rounds, standings, winner
from pi_meyer.rules.announcements import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.match.table import Conflict, DeckelPhase, PlayedRound, Snapshot, Table
    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.rules.options import ScoreMode
    from pi_meyer.rules.phases import Phase
    from pi_meyer.rules.rolls import Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """How a match stands.

    ``scores`` are lives, points or lids, by ``score_mode``; ``pile`` and ``deckel_phase`` count
    only with lids. ``standing`` is the number to beat, ``announcer`` who answers for what was said
    last (for the Kippe while ``kippe_waits``), ``roller`` who shook the dice under the cup.
    ``turn`` may act. ``rerolls_due`` may roll for new lives, and must ``reroll_is_due_first``.
    """

    phase: Phase
    rules: HouseRules
    score_mode: ScoreMode
    seats: tuple[str, ...]
    living: tuple[str, ...]
    out: tuple[str, ...]
    gone: tuple[str, ...]
    scores: Mapping[str, int]
    pile: int
    deckel_phase: DeckelPhase
    round_open: bool
    standing: Roll | None
    kippe_waits: bool
    announcer: str | None
    roller: str | None
    turn: str | None
    starter: str | None
    over: bool
    winner: str | None
    losers: tuple[str, ...]
    standings: tuple[tuple[str, int | str], ...]
    rerolls_due: tuple[str, ...]
    reroll_is_due_first: bool
    bought_back: tuple[str, ...]
    rounds_played: int
    last_round: PlayedRound | None
    conflicts: tuple[Conflict, ...]
    table: Table

    @property
    def rounds(self) -> tuple[tuple[PlayedRound, Snapshot], ...]:
        """All rounds that have ended, each with the scores just before the next one."""
        return tuple(rounds(self.table))

    @property
    def announced(self) -> str | None:
        """What was said last, as the result writes it: a number or "kippe"."""
        return Call.KIPPE.value if self.kippe_waits else self.standing


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPreview:
    """What other settings would make of the match (section 8).

    ``scores`` are everybody's lives, points or lids then; ``would_be_out`` and ``would_be_back``
    are compared with now; ``conflicts`` are the stored facts that would no longer be legal.
    """

    scores_now: Mapping[str, int]
    scores: Mapping[str, int]
    would_be_out: tuple[str, ...]
    would_be_back: tuple[str, ...]
    over: bool
    winner: str | None
    losers: tuple[str, ...]
    conflicts: tuple[Conflict, ...]


def state_of(table: Table) -> MatchState:
    """Read a match's state off its table."""
    open_round = table.open
    return MatchState(
        phase=table.phase,
        rules=table.rules,
        score_mode=table.rules.score_mode,
        seats=table.seats,
        living=table.living,
        out=table.out,
        gone=tuple(seat for seat in table.seats if seat in table.gone),
        scores=table.scores,
        pile=table.pile,
        deckel_phase=table.deckel_phase,
        round_open=open_round is not None,
        standing=table.standing,
        kippe_waits=open_round is not None and open_round.kippe_by is not None,
        announcer=table.answerable,
        roller=open_round.roller if open_round else None,
        turn=table.turn,
        starter=table.next_starter,
        over=table.over,
        winner=winner(table),
        losers=losers(table),
        standings=tuple(standings(table)),
        rerolls_due=table.rerolls_due,
        reroll_is_due_first=table.must_reroll_first,
        bought_back=tuple(seat for seat in table.seats if seat in table.bought),
        rounds_played=table.rounds_played,
        last_round=table.round_numbered(table.rounds_played),
        conflicts=tuple(conflicts(table)),
        table=table,
    )


def preview(now: Table, then: Table) -> SettingsPreview:
    """Compare a match with itself under other settings."""
    return SettingsPreview(
        scores_now=now.scores,
        scores=then.scores,
        would_be_out=tuple(seat for seat in then.out if seat not in now.out),
        would_be_back=tuple(seat for seat in now.out if seat not in then.out),
        over=then.over,
        winner=winner(then),
        losers=losers(then),
        conflicts=tuple(conflicts(then)),
    )
