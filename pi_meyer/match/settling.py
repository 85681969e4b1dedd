"""Ending a round: who pays, how much is really lost, what moves, and who begins the next one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from pi_meyer.match.chain import Chain
from pi_meyer.match.legality import objection_to_correction
from pi_meyer.match.table import Conflict, DeckelPhase, PlayedRound, SheetRow, Table
from pi_meyer.rules.options import DeckelPlayoff, LifeReroll, NextStarter, ScoreMode
from pi_meyer.rules.ruling import Side
from pi_meyer.rules.stakes import Circumstances, stake

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.rules.ruling import Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a round ended, before anybody has paid.

    ``sides`` are the announcer and whoever stood against it, nobody without an exchange.
    ``starter`` is set where the next starter does not follow from the ruling (F2). ``entered`` are
    the cells of a hand-entered row.
    """

    ruling: Ruling
    announced: str | None = None
    rolled: str | None = None
    announcer: str | None = None
    challenger: str | None = None
    sides: tuple[str, ...] = ()
    doubled: bool = False
    starter: str | None = None
    entered: Mapping[str, int] | None = None


@dataclass(slots=True, kw_only=True)
class Charged:
    """Scores and pile while the losers pay, and what each has really lost so far."""

    lost: dict[str, int]
    scores: dict[str, int]
    pile: int


def begin(table: Table) -> None:
    """Begin a round if none is open: what the last one shows is final now (L1, H2)."""
    if table.round_begun:
        return
    table.round_begun = True
    if table.last is not None:
        table.rounds = Chain(table.rounds, (table.last, table.snapshot()))
        table.last = None
    table.due = ()


def close(table: Table, ending: Ending) -> None:
    """End the round that was begun and derive all that follows from it."""
    start = table.fork()
    number = table.rounds_played + 1
    owed = _owed(table, ending)
    ruled = charged = _charge(table, owed, ending.sides)
    corrected = _apply_corrections(table, number, ending.sides, table.living)
    if corrected:
        charged = _charge(table, {**owed, **corrected}, ending.sides)
    played = PlayedRound(
        number=number,
        announced=ending.announced,
        rolled=ending.rolled,
        verdict=ending.ruling.verdict,
        reason=ending.ruling.reason,
        announcer=ending.announcer,
        challenger=ending.challenger,
        sides=ending.sides,
        living=table.living,
        lost=charged.lost,
        ruled=ruled.lost,
        start=start,
    )
    _choose_starter(table, ending, charged.lost, corrected=bool(corrected))
    _write(table, played, charged)


def _write(table: Table, played: PlayedRound, charged: Charged) -> None:
    """Take the played round into the table's books."""
    table.scores = charged.scores
    table.pile = charged.pile
    table.lost_before += bool(charged.lost)
    table.last = played
    table.open = None
    table.round_begun = False
    table.rows = Chain(table.rows, SheetRow(round=played, living=played.living, cells=charged.lost))
    _move_deckel_phase(table)
    table.recount()
    _note_rerolls(table, charged.lost)


def _owed(table: Table, ending: Ending) -> dict[str, int]:
    """Say what each loser owes before any cap; rounds after the end cost nothing (J5)."""
    if table.over:
        return {}
    if ending.entered is not None:
        in_deckel = table.rules.score_mode is ScoreMode.DECKEL
        return {} if in_deckel else dict(ending.entered)
    circumstances = Circumstances(
        doubled=ending.doubled, lost_before=table.lost_before, living=len(table.living)
    )
    cost = stake(ending.ruling.base_cost, circumstances, table.rules)
    return dict.fromkeys(_losers(table, ending), cost)


def _losers(table: Table, ending: Ending) -> list[str]:
    """Name who is wrong; all others in seat order after the announcer (I1)."""
    match ending.ruling.wrong, ending.announcer, ending.challenger:
        case Side.ANNOUNCER, str() as announcer, _:
            return [announcer]
        case Side.CHALLENGER, _, str() as challenger:
            return [challenger]
        case Side.ALL_OTHERS, str() as announcer, _:
            return [seat for seat in _seats_after(table, announcer) if seat != announcer]
        case _:
            return []


def _seats_after(table: Table, player: str | None) -> tuple[str, ...]:
    """List all seats from the one after a player, that player last."""
    here = table.seats.index(player) + 1 if player in table.seats else 0
    return table.seats[here:] + table.seats[:here]


def _apply_corrections(
    table: Table, number: int, sides: tuple[str, ...], living: tuple[str, ...]
) -> dict[str, int]:
    """Give the cells set by hand for a round, the last one for a cell; note what conflicts (J2)."""
    cells: dict[str, int] = {}
    for correction in table.corrections.get(number, ()):
        why = objection_to_correction(
            correction.player, number=number, living=living, sides=sides, rules=table.rules
        )
        if why is None:
            cells[correction.player] = correction.lost
        else:
            table.conflicts = Chain(table.conflicts, Conflict(fact=correction.fact, why=why))
    return cells


def _charge(table: Table, owed: Mapping[str, int], sides: tuple[str, ...]) -> Charged:
    """Take what is owed, capped at what is there; who is out loses nothing (E1, J5)."""
    charged = Charged(lost={}, scores=dict(table.scores), pile=table.pile)
    announcer = sides[0] if sides else None
    for player in _seats_after(table, announcer):
        wanted = owed.get(player, 0)
        if not wanted or player not in table.living:
            continue
        match table.rules.score_mode:
            case ScoreMode.LIVES:
                taken = min(wanted, charged.scores[player])
                charged.scores[player] -= taken
            case ScoreMode.TALLY:
                taken = wanted
                charged.scores[player] += taken
            case ScoreMode.DECKEL:
                taken = _move_lids(table, player, wanted, sides, charged)
            case _ as unknown:
                assert_never(unknown)
        if taken:
            charged.lost[player] = taken
    return charged


def _move_lids(
    table: Table, loser: str, wanted: int, sides: tuple[str, ...], charged: Charged
) -> int:
    """Move lids by the phase and say how many: pile, giver or playoff give what they have (I1)."""
    if table.deckel_phase is DeckelPhase.DEAL:
        moved = min(wanted, charged.pile)
        charged.pile -= moved
        charged.scores[loser] += moved
        return moved
    giver = sides[1] if loser == sides[0] else sides[0]
    moved = min(wanted, charged.scores[giver])
    charged.scores[giver] -= moved
    if table.deckel_phase is DeckelPhase.SWAP:
        charged.scores[loser] += moved
    else:
        charged.pile += moved
    return moved


def _move_deckel_phase(table: Table) -> None:
    """Go on from dealing to swapping to the playoff, never back (3.11 to 3.14, C42)."""
    if table.rules.score_mode is not ScoreMode.DECKEL:
        return
    if table.deckel_phase is DeckelPhase.DEAL and table.pile == 0:
        table.deckel_phase = DeckelPhase.SWAP
    if table.deckel_phase is DeckelPhase.SWAP and _is_playoff_due(table):
        table.deckel_phase = DeckelPhase.PLAYOFF


def _is_playoff_due(table: Table) -> bool:
    held = [table.scores[seat] for seat in table.present if table.scores[seat] > 0]
    if len(held) < 2 or len(set(held)) > 1:
        return False
    match table.rules.deckel_playoff:
        case DeckelPlayoff.ALL_EQUAL:
            return True
        case DeckelPlayoff.LAST_TWO_EQUAL:
            return len(held) == 2
        case DeckelPlayoff.OFF:
            return False
        case _ as unknown:
            assert_never(unknown)


def _note_rerolls(table: Table, lost: Mapping[str, int]) -> None:
    """Note to whom a roll for new lives is due: the first fall to exactly so many (H2)."""
    rules = table.rules
    if rules.score_mode is not ScoreMode.LIVES or rules.life_reroll is LifeReroll.OFF:
        return
    due = [
        player
        for player in table.seats
        if lost.get(player)
        and table.scores[player] == rules.life_reroll_at
        and player not in table.reached
    ]
    table.due = tuple(due)
    table.reached |= set(due)


def _choose_starter(
    table: Table, ending: Ending, lost: Mapping[str, int], *, corrected: bool
) -> None:
    """Say who opens the next round, before asking whether they still live (F1 to F3)."""
    if ending.entered is not None:
        return
    table.starter_after = False
    if ending.starter is not None:
        table.starter = ending.starter
        return
    announcer, challenger = ending.sides
    loser = announcer if ending.ruling.wrong is Side.ANNOUNCER else challenger
    if corrected and len(lost) == 1:
        (loser,) = lost
    match table.rules.next_starter:
        case NextStarter.LOSER:
            table.starter = loser
        case NextStarter.WINNER:
            table.starter = challenger if loser == announcer else announcer
        case NextStarter.CHALLENGER:
            table.starter = challenger
        case NextStarter.MIA_WIKIPEDIA:
            table.starter = challenger if loser == announcer else loser
            table.starter_after = loser != announcer
        case _ as unknown:
            assert_never(unknown)
