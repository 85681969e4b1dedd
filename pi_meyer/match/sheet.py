"""The score sheet as a view: rows, cells, what is left after each row, and how it stands (L2, L3).

Texts here are for a terminal and for files; the box's own screens have their own words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.match.chain import in_order
from pi_meyer.match.result import conflicts, losers, rounds, sheet_rows, standings, winner
from pi_meyer.rules.options import ScoreMode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pi_meyer.match.referee import Match
    from pi_meyer.match.table import PlayedRound, Table

DASH = "—"
"""What stands in the column of somebody who is out, gone or not there yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """One row of the sheet.

    ``round`` is its number, ``None`` for a buy-back or a roll for new lives. ``cells`` and ``left``
    (lives, points or lids after the row) are in the order of ``SheetView.players``, ``None`` where
    somebody could not write or was not there yet. ``ruled`` holds what a corrected cell would say
    by the ruling.
    """

    round: int | None
    cells: tuple[int | None, ...]
    left: tuple[int | None, ...]
    ruled: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """The whole sheet, with the standings below it; the winner, the losers, or neither yet."""

    players: tuple[str, ...]
    rows: tuple[RowView, ...]
    standings: tuple[tuple[str, int | str], ...]
    over: bool
    winner: str | None
    losers: tuple[str, ...]


def sheet_of(table: Table) -> SheetView:
    """Read the sheet off a match's table."""
    rows = []
    after = {played.number: snapshot for played, snapshot in rounds(table)}
    left: list[int | None] = [None] * len(table.seats)
    for row, cells in zip(in_order(table.rows), sheet_rows(table), strict=True):
        ruled = _corrected(row.round) if row.round else {}
        number = row.round.number if row.round else None
        if number is not None and table.rules.score_mode is ScoreMode.DECKEL:
            left = [after[number].scores.get(seat) for seat in table.seats]
        else:
            left = [_left(table, was, cell) for was, cell in zip(left, cells, strict=True)]
        rows.append(RowView(round=number, cells=tuple(cells), left=tuple(left), ruled=ruled))
    return SheetView(
        players=table.seats,
        rows=tuple(rows),
        standings=tuple(standings(table)),
        over=table.over,
        winner=winner(table),
        losers=losers(table),
    )


def _left(table: Table, was: int | None, cell: int | None) -> int | None:
    """Count on: lives go down by what the cell says, points go up (0.13)."""
    if cell is None:
        return was
    before = table.first_score if was is None else was
    return before - cell if table.rules.score_mode is ScoreMode.LIVES else before + cell


def _corrected(played: PlayedRound) -> dict[str, int]:
    """Keep what the ruling said beside every cell that was set by hand (section 8)."""
    players = {*played.lost, *played.ruled}
    return {
        player: played.ruled.get(player, 0)
        for player in players
        if played.ruled.get(player, 0) != played.lost.get(player, 0)
    }


def as_text(match: Match) -> str:
    """Write a match for a terminal: its rounds, the sheet, and how it stands."""
    table = match.table
    sheet = sheet_of(table)
    lines = [_round_line(played) for played, _ in rounds(table)]
    lines += ["", *_sheet_lines(sheet), "", ending(sheet)]
    lines += [f"fact {c.fact} would not be allowed now: {c.why}" for c in conflicts(table)]
    return "\n".join(lines)


def ending(sheet: SheetView) -> str:
    """Say who has won or lost, or that the match is still running (S0 0.19)."""
    if sheet.winner:
        return f"{sheet.winner} wins."
    if sheet.losers:
        return f"{' and '.join(sheet.losers)} lost."
    return "The match is over." if sheet.over else "The match is still running."


def _round_line(played: PlayedRound) -> str:
    said = f"{played.announcer} said {played.announced}" if played.announcer else "by hand"
    lifted = f", {played.challenger} stood against it" if played.challenger else ""
    rolled = f", dice {played.rolled}" if played.rolled else ""
    paid = ", ".join(f"{player} -{lost}" for player, lost in played.lost.items()) or "nobody pays"
    return f"{played.number:>3}. {said}{lifted}{rolled}: {played.reason.value}; {paid}"


def _sheet_lines(sheet: SheetView) -> list[str]:
    widths = [max(3, len(player)) for player in sheet.players]
    lines = ["     " + "  ".join(_cells(sheet.players, widths))]
    for row in sheet.rows:
        number = f"{row.round:>3}." if row.round else "    "
        cells = [DASH if cell is None else str(cell) for cell in row.cells]
        lines.append(f"{number} " + "  ".join(_cells(cells, widths)))
    scores = dict(sheet.standings)
    lines.append("   = " + "  ".join(_cells([str(scores[p]) for p in sheet.players], widths)))
    return lines


def _cells(texts: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [text.rjust(width) for text, width in zip(texts, widths, strict=True)]
