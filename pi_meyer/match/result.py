"""The result object of a replay: rounds, sheet, scores and how it stands (L1 to L3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.chain import in_order, newest_first
from pi_meyer.rules.announcements import Call
from pi_meyer.rules.options import ScoreMode, WinCondition

if TYPE_CHECKING:
    from pi_meyer.match.table import Conflict, PlayedRound, Snapshot, Table


def result(table: Table) -> dict[str, object]:
    """Write the whole result."""
    now = table.snapshot()
    return {
        "rounds": [_round(played, after, table) for played, after in rounds(table)],
        "sheet": {"players": list(table.seats), "rows": sheet_rows(table)},
        **_scores(now, table),
        "out": list(now.out),
        "standings": [[player, score] for player, score in standings(table)],
        "over": table.over,
        "winner": winner(table),
        "losers": list(losers(table)),
        "conflicts": [{"fact": c.fact, "why": c.why} for c in conflicts(table)],
        "open": _open(table),
        "turn": table.turn,
    }


def rounds(table: Table) -> list[tuple[PlayedRound, Snapshot]]:
    """List the rounds that have ended, each with the scores just before the next one (L1)."""
    played = in_order(table.rounds)
    if table.last is not None:
        played.append((table.last, table.snapshot()))
    return played


def sheet_rows(table: Table) -> list[list[int | None]]:
    """List the sheet's rows in the order of the seats; ``None`` where nobody could write (L2)."""
    return [
        [
            row.cells.get(seat, 0) if seat in row.living or seat in row.cells else None
            for seat in table.seats
        ]
        for row in in_order(table.rows)
    ]


def standings(table: Table) -> list[tuple[str, int | str]]:
    """Rank everybody: the best first, ties in seat order, then who is out or gone (L3)."""
    in_lives = table.rules.score_mode is ScoreMode.LIVES
    ranked = [p for p in table.present if not in_lives or table.scores[p] > 0]
    ranked.sort(key=lambda p: -table.scores[p] if in_lives else table.scores[p])
    rest = [seat for seat in table.seats if seat not in ranked]
    return [(p, table.scores[p]) for p in ranked] + [(p, "out") for p in rest]


def winner(table: Table) -> str | None:
    """Name the last one standing, where that is how a match is won (G1)."""
    in_lives = table.rules.score_mode is ScoreMode.LIVES
    by_standing = table.rules.win_condition is WinCondition.LAST_STANDING
    if table.over and in_lives and by_standing and table.living:
        return table.living[0]
    return None


def losers(table: Table) -> tuple[str, ...]:
    """Name who has lost, where somebody loses instead of somebody winning (G1, C41)."""
    if not table.over:
        return ()
    if table.rules.score_mode is ScoreMode.DECKEL:
        return table.living
    if table.rules.win_condition is WinCondition.FIRST_OUT_LOSES:
        return tuple(player for player in table.present if table.scores[player] == 0)
    return ()


def conflicts(table: Table) -> list[Conflict]:
    """List stored facts that would not be allowed any more, in the order of the record (J5)."""
    return sorted(newest_first(table.conflicts), key=lambda conflict: conflict.fact)


def _round(played: PlayedRound, after: Snapshot, table: Table) -> dict[str, object]:
    return {
        "announced": played.announced,
        "rolled": played.rolled,
        "verdict": played.verdict.value,
        "reason": played.reason.value,
        "announcer": played.announcer,
        "challenger": played.challenger,
        "lost": dict(played.lost),
        **_scores(after, table),
        "out": list(after.out),
        "next_starter": after.next_starter,
    }


def _scores(now: Snapshot, table: Table) -> dict[str, object]:
    """Write the scores under the name that the way of scoring gives them (L1)."""
    if table.rules.score_mode is ScoreMode.LIVES:
        return {"lives": dict(now.scores)}
    if table.rules.score_mode is ScoreMode.TALLY:
        return {"points": dict(now.scores)}
    return {"lids": dict(now.scores), "pile": now.pile, "phase": now.deckel_phase.value}


def _open(table: Table) -> dict[str, object] | None:
    """Write what stands in a round that nobody has ended yet (A4)."""
    if table.open is None:
        return None
    kippe = table.open.kippe_by is not None
    announced = Call.KIPPE.value if kippe else table.standing
    return {"announced": announced, "announcer": table.answerable}
