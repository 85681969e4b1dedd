"""The score sheet and the statistics of a match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pi_meyer.match.sheet import as_text, ending, sheet_of
from pi_meyer.match.statistics import statistics_of
from tests.match.told import Fact, match_of, said, tell


def test_the_sheet_shows_rows_cells_and_what_is_left() -> None:
    """Rounds are numbered, a buy-back is a row of its own, a correction keeps the original."""
    match = match_of(
        [
            *tell("63 lift:63"),
            {"row": {"Ben": 5}},
            {"buy_back": "Ben"},
            {"correct": {"round": 1, "player": "Cara", "lost": 2}},
            {"correct": {"round": 1, "player": "Ben", "lost": 1}},
        ],
        second_chance=True,
    )
    sheet = sheet_of(match.table)
    assert [row.round for row in sheet.rows] == [1, 2, None]
    assert [row.cells for row in sheet.rows] == [(0, 1, 2), (0, 5, 0), (0, -1, 0)]
    assert [dict(row.ruled) for row in sheet.rows] == [{"Cara": 0}, {}, {}]
    assert sheet.standings == (("Anna", 6), ("Cara", 4), ("Ben", 1))
    assert (sheet.over, sheet.winner, sheet.losers) == (False, None, ())
    assert ending(sheet) == "The match is still running."


def test_the_worked_example_counts_down_row_by_row() -> None:
    """Seed S0: 6 - what was lost, after each of the seven rows; out stays at nothing (0.19)."""
    rows = [{"Ben": 1}, {"Anna": 1}, {"Ben": 2}, {"Cara": 1}, {"Ben": 3}, {"Anna": 2}]
    facts = [{"row": row} for row in [*rows, {"Anna": 1, "Dan": 1}]]
    sheet = sheet_of(match_of(facts, players=("Anna", "Ben", "Cara", "Dan")).table)
    assert [row.left for row in sheet.rows] == [
        (6, 5, 6, 6),
        (5, 5, 6, 6),
        (5, 3, 6, 6),
        (5, 3, 5, 6),
        (5, 0, 5, 6),
        (3, 0, 5, 6),
        (2, 0, 5, 5),
    ]
    assert sheet.rows[-1].cells == (1, None, 0, 1)


def test_points_count_up_lids_wander_and_late_guests_are_not_there_yet() -> None:
    """What is left after each row, in the other ways of scoring."""
    facts = [*tell("63 lift:63"), {"join": "Dan"}, *tell("63 lift:63")]
    points = sheet_of(match_of(facts, score_mode="tally").table)
    assert [row.left for row in points.rows] == [(0, 1, 0, None), (0, 1, 1, 0)]
    lids = sheet_of(match_of(facts, preset="meiern_deckel").table)
    assert [row.left for row in lids.rows] == [(0, 1, 0, 0), (0, 1, 1, 0)]
    back: list[Fact] = [{"row": {"Ben": 6}}, {"buy_back": "Ben"}]
    lives = sheet_of(match_of(back, second_chance=True).table)
    assert [row.left for row in lives.rows] == [(6, 0, 6), (6, 1, 6)]


def test_how_a_match_ends_is_said_in_words() -> None:
    """A winner, losers, or neither."""
    two: dict[str, Any] = {"players": ("Anna", "Ben"), "start_lives": 1}
    won = match_of("63 lift:63", **two)
    assert ending(sheet_of(won.table)) == "Anna wins."
    lost = match_of([{"row": {"Ben": 6, "Anna": 6}}], win_condition="first_out_loses")
    assert ending(sheet_of(lost.table)) == "Anna and Ben lost."
    nobody = match_of([{"row": {"Ben": 6, "Anna": 6}}], players=("Anna", "Ben"))
    assert ending(sheet_of(nobody.table)) == "The match is over."


def test_a_match_is_readable_in_a_terminal() -> None:
    """Rounds with who said what, the sheet with dashes, the ending, and conflicts."""
    facts = [
        *tell("63 lift:52 54 void"),
        {"row": {"Cara": 6}},
        *tell("63 63"),
        {"set": {"raise_rule": "strict"}},
    ]
    text = as_text(match_of(facts, raise_rule="equal_ok"))
    assert "  1. Anna said 63, Ben stood against it, dice 52: caught_bluffing; Anna -1" in text
    assert "  2. Anna said 54: voided; nobody pays" in text
    assert "  3. by hand: entered; Cara -6" in text
    assert "     Anna  Ben  Cara" in text
    assert "  3.    0    0     6" in text
    assert "   =    5    6   out" in text
    assert "The match is still running." in text
    assert "fact 7 would not be allowed now: 63 is too low over 63" in text
    dashes = as_text(match_of([{"row": {"Cara": 6}}, {"row": {"Ben": 1}}]))
    assert "  2.    0    1     —" in dashes


def test_statistics_count_only_lifted_cups() -> None:
    """Bluffs, boldness, luck, doubts and what they cost, from uncovered dice alone."""
    match = match_of(
        [
            *tell("65 66 lift:66"),  # Ben was lucky, Cara doubted
            *tell("63 lift:52"),  # Cara bluffed, Anna doubted
            *tell("21 accept"),  # seen by nobody
            *tell("54 lift:cocked"),
            {"row": {"Ben": 1}},
            *tell("kippe lift:cocked"),
        ],
        meyer_response="accept_or_lift",
        meyer_accept_cost=1,
        kippe=True,
    )
    anna, ben, cara = statistics_of(match).players
    assert (ben.player, ben.lifted, ben.bluffs, ben.lucky) == ("Ben", 1, 0, 1)
    assert ben.boldness == Fraction(3, 36)
    assert (ben.doubts, ben.lost_by_doubting, ben.lost_by_lying) == (1, 1, 0)
    assert (cara.lifted, cara.bluffs, cara.bluff_rate) == (1, 1, Fraction(1))
    assert (cara.doubts, cara.lost_by_doubting, cara.lost_by_lying) == (1, 1, 1)
    assert cara.boldness == Fraction(14, 36)
    assert (anna.lifted, anna.boldness, anna.lucky, anna.doubts) == (1, None, 0, 1)
    assert anna.bluff_rate == Fraction(0)


def test_a_bluff_that_cost_nothing_is_a_bluff_all_the_same() -> None:
    """A round after the end: counted as a bluff, and nothing was lost by it."""
    facts = [*tell("63 lift:52 63 lift:52"), {"set": {"start_lives": 1}}]
    anna = statistics_of(match_of(facts, players=("Anna", "Ben"))).players[0]
    assert (anna.bluffs, anna.lost_by_lying, anna.lost_by_doubting) == (2, 1, 0)


def test_nobody_lifted_means_nothing_is_known() -> None:
    """No rate and no boldness without a lifted announcement; a shown Meyer is no doubt."""
    assert statistics_of(match_of("63")).players[0].bluff_rate is None
    shown = statistics_of(match_of("show:21", meyer_response="auto_reveal")).players
    assert (shown[0].lifted, shown[0].lucky) == (1, 1)
    assert (shown[1].doubts, shown[1].lost_by_doubting) == (0, 0)


def test_revealed_rolls_are_held_against_what_was_to_be_expected() -> None:
    """Three rolls seen: 3/36 of each pair and 6/36 of each mixed roll were to be expected."""
    match = match_of([*tell("63 lift:52 63 lift:52"), said("54", "Ben", "66", "Anna")])
    revealed = {str(each.roll): each for each in statistics_of(match).revealed}
    assert len(revealed) == 21
    assert (revealed["52"].seen, revealed["66"].seen, revealed["11"].seen) == (2, 1, 0)
    assert revealed["66"].expected == Fraction(3, 36)
    assert revealed["21"].expected == Fraction(6, 36)
    assert sum(each.expected for each in revealed.values()) == 3
