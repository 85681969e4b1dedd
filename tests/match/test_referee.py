"""The referee as the box uses it: what is legal, what is refused and how, states and previews."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pi_meyer.errors import IllegalMoveError
from pi_meyer.match.chain import Chain, in_order, length, newest_first
from pi_meyer.match.facts import (
    Allowed,
    Announced,
    Corrected,
    Entry,
    Lifted,
    SettingsChanged,
    Undone,
    Voided,
)
from pi_meyer.match.fold import BrokenRecordError, derive
from pi_meyer.match.legal_acts import in_words
from pi_meyer.match.referee import Match, PlayersError
from pi_meyer.rules.announcements import Call
from pi_meyer.rules.house_rules import DEFAULTS, HouseRulesError
from pi_meyer.rules.options import ScoreMode
from pi_meyer.rules.phases import Phase
from pi_meyer.rules.rolls import Leaning, Roll
from tests.match.told import ABC, match_of, tell

REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "lift:52", "lift is not possible while between rounds (no round is open); legal now"),
    ({}, "63 62", "62 is too low over 63; legal now for Ben: announce 64 to 21, pass 63, lift"),
    ({}, "21 63", "nothing can be announced over 21; legal now for Ben: pass 21, lift"),
    ({}, "66 kippe", "Kippe is not in play tonight (kippe is off); legal now for Ben: announce 21"),
    ({}, "66 higher", "higher is not in play tonight (blind_raise is off)"),
    ({"blind_raise": True}, "higher", "higher needs an announcement to be higher than"),
    ({"pass_unseen": "off"}, "63 pass", "the cup cannot be passed on unseen over 63 tonight"),
    ({}, "63 pass:64", "passing unseen with 64 is not tonight's rule, only same is"),
    (
        {"pass_unseen": "higher"},
        "63 pass",
        "passing unseen with 63 is not tonight's rule, only higher is",
    ),
    ({}, "63 pass:62", "62 is too low over 63"),
    ({}, "21 accept", "a Meyer cannot be accepted tonight (meyer_response is must_lift)"),
    ({}, "21 double:21", "a Meyer cannot be doubled tonight (double_back is off)"),
    ({}, "63 concede", "nobody can concede tonight (concede is off)"),
    ({"concede": True, "kippe": True}, "kippe allow concede", "only a number below the Meyer"),
    ({}, "show:21", "a Meyer is not shown at once tonight (meyer_response is must_lift)"),
    ({}, "63 accept", "accept is not possible while a number stands"),
    (
        {"kippe": True},
        "kippe 63",
        "announce is not possible while a Kippe waits; legal",
    ),
]


@pytest.mark.parametrize(("settings", "words", "why"), REFUSALS)
def test_a_refusal_says_why_and_what_would_be_legal(
    settings: dict[str, Any], words: str, why: str
) -> None:
    """The sentence names the rule that forbids it, then what may be done instead."""
    with pytest.raises(Exception, match=re.escape(why)) as caught:
        match_of(words, **settings)
    assert "legal now" in str(caught.value)
    assert "undo" in str(caught.value)


FACT_REFUSALS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"row": {"Dan": 1}}, "nobody here is called 'Dan'; known are Anna, Ben, Cara; legal now"),
    ({"score_mode": "deckel"}, {"row": {}}, "a row cannot be entered where lids move"),
    ({}, {"buy_back": "Ben"}, "there is no second chance tonight"),
    ({"second_chance": True}, {"buy_back": "Ben"}, "Ben is not out"),
    ({"second_chance": True}, {"buy_back": "Dan"}, "nobody here is called 'Dan'"),
    ({"score_mode": "tally"}, {"reroll_lives": {"Ben": 1}}, "there are no lives to roll for"),
    ({}, {"reroll_lives": {"Ben": 1}}, "lives are not rolled anew tonight"),
    ({"life_reroll": "optional"}, {"reroll_lives": {"Ben": 1}}, "is due to Ben"),
    ({}, {"join": "Ben"}, "Ben plays already"),
    ({}, {"leave": "Dan"}, "nobody here is called 'Dan'"),
    ({}, {"order": ["Ben"]}, "must name everybody once: Anna, Ben, Cara"),
    ({}, {"correct": {"player": "Ben", "lost": 1}}, "There is no round 0; 0 have been played"),
    (
        {},
        {"said": "63", "by": "Ben", "lift": [1, 2], "lifted_by": "Ben"},
        "Ben cannot lift an announcement of their own",
    ),
    (
        {},
        {"said": "63", "by": "Dan", "lift": [1, 2], "lifted_by": "Ben"},
        "nobody here is called 'Dan'",
    ),
]


@pytest.mark.parametrize(("settings", "fact", "why"), FACT_REFUSALS)
def test_every_other_refusal_names_the_person_or_the_rule(
    settings: dict[str, Any], fact: dict[str, Any], why: str
) -> None:
    """One sentence each."""
    with pytest.raises(Exception, match=re.escape(why)):
        match_of([fact], **settings)


def test_refusals_that_need_a_story() -> None:
    """Second buy-back, full table, late join, last two, correction of a stranger."""
    out: list[dict[str, Any]] = [{"row": {"Ben": 6}}]
    stories: list[tuple[list[dict[str, Any]], dict[str, Any], str]] = [
        ([*out, {"buy_back": "Ben"}, *out, {"buy_back": "Ben"}], {"second_chance": True}, "had"),
        ([*out, {"row": {"Ben": 1}}], {}, "Ben is out or gone"),
        ([*out, {"leave": "Anna"}], {}, "fewer than two would be left"),
        ([*out, *tell("63 lift:63"), {"correct": {"player": "Ben", "lost": 1}}], {}, "round 2"),
        ([*out, {"correct": {"player": "Dan", "lost": 1}}], {}, "called 'Dan'"),
        ([*tell("63"), *out], {}, "row is not possible while a number stands"),
        ([*out, *tell("63"), {"buy_back": "Ben"}], {"second_chance": True}, "buy_back is not"),
    ]
    for facts, settings, why in stories:
        with pytest.raises(Exception, match=re.escape(why)):
            match_of(facts, **settings)
    with pytest.raises(Exception, match="must first roll for new lives"):
        match_of("63 lift:63 63", life_reroll="mandatory", life_reroll_at=5)
    deckel: dict[str, Any] = {"preset": "meiern_deckel", "deckel_count": 2}
    with pytest.raises(Exception, match="no lid can move"):
        match_of([*tell("63 lift:63"), {"correct": {"player": "Cara", "lost": 1}}], **deckel)
    with pytest.raises(Exception, match="after all lids are dealt"):
        match_of([*tell("63 lift:63 63 lift:63"), {"join": "Dan"}], **deckel)
    with pytest.raises(Exception, match="all 12 seats are taken"):
        match_of([{"join": "Dan"}], players=tuple("ABCDEFGHIJKL"))


def test_legal_acts_of_an_opener() -> None:
    """Anything may be said, nothing can be lifted."""
    legal = match_of("").legal()
    assert legal.turn == "Anna"
    assert len(legal.announce) == 21
    assert not any([legal.lift, legal.higher, legal.pass_on, legal.void, legal.accept])
    assert legal.said
    assert legal.row
    assert legal.join
    assert legal.order
    assert legal.leave == ABC


def test_legal_acts_of_a_receiver() -> None:
    """Over 65: the pairs and the Meyer, the same unseen, a lift."""
    legal = match_of("65", blind_raise=True).legal()
    assert legal.announce == ("11", "22", "33", "44", "55", "66", "21")
    assert legal.pass_on == ("65",)
    assert legal.lift
    assert legal.higher
    assert legal.void
    assert legal.said
    assert not any([legal.row, legal.join, legal.order, legal.leave, legal.accept])


def test_legal_acts_around_a_life_reroll_and_a_buy_back() -> None:
    """Who may or must roll, who may come back, is named."""
    fallen = match_of("63 lift:63", life_reroll="mandatory", life_reroll_at=5).legal()
    assert (fallen.reroll_lives, fallen.reroll_is_due_first) == (("Ben",), True)
    assert (fallen.announce, fallen.said, fallen.row) == ((), False, False)
    assert "reroll_lives of Ben" in in_words(fallen)
    out = match_of([{"row": {"Ben": 6}}], second_chance=True).legal()
    assert out.buy_back == ("Ben",)
    assert "buy_back of Ben" in in_words(out)


def test_nothing_is_legal_after_the_end_but_the_record() -> None:
    """Said and played are over; the words name what is left."""
    legal = match_of("63 lift:63", players=("Anna", "Ben"), start_lives=1).legal()
    assert (legal.turn, legal.said, legal.announce, legal.lift) == (None, False, (), False)
    assert in_words(legal) == "legal now: correct, set, undo"


def test_a_refused_act_changes_nothing() -> None:
    """The same match object is as it was."""
    match = match_of("63")
    before = match.result()
    with pytest.raises(IllegalMoveError):
        match.apply(Announced(value=Roll("62")))
    assert match.result() == before


def test_a_match_is_begun_with_facts() -> None:
    """The record's facts are taken at once; their numbers go on."""
    match = Match.start(players=ABC, facts=[Announced(value=Roll("63")), Undone()])
    assert (match.given, match.facts()) == (2, ())
    with pytest.raises(PlayersError):
        Match.start(players=["A"])
    with pytest.raises(HouseRulesError):
        Match.start(players=ABC, preset="nobody's")


def test_a_long_match_is_named_shortly_and_let_go_without_trouble() -> None:
    """Thousands of earlier states: neither its repr nor its end goes down them one by one."""
    match = match_of([{"row": {}}] * 5000)
    assert len(repr(match)) < 3000
    del match
    assert match_of("").given == 0


def test_entries_are_numbered_as_in_the_file() -> None:
    """Facts that were taken back keep their numbers for themselves (A2)."""
    facts = [*tell("63 undo 54"), {"set": {"kippe": True}}, *tell("lift:54")]
    facts.append({"correct": {"player": "Ben", "lost": 0}})
    match = match_of(facts)
    assert [entry.number for entry in in_order(match.entries)] == [3, 4, 5, 6]
    assert [entry.round for entry in in_order(match.entries)] == [None, None, None, 1]


def test_a_setting_that_makes_no_sense_is_the_table_s_mistake() -> None:
    """Set and its preview refuse it as an illegal move, and nothing changes."""
    match = match_of("63")
    with pytest.raises(IllegalMoveError, match="did you mean 'kippe'"):
        match.apply(SettingsChanged(settings={"kipe": True}))
    with pytest.raises(IllegalMoveError, match="did you mean 'kippe'"):
        match.preview_set({"kipe": True})


def test_a_preview_says_who_would_be_out_and_back() -> None:
    """Two lost with three lives: with two lives out, and back again."""
    match = match_of("63 lift:52 63 lift:52", start_lives=3)
    out = match.preview_set({"start_lives": 2})
    assert (out.would_be_out, out.would_be_back) == (("Anna",), ())
    assert (out.scores_now["Anna"], out.scores["Anna"]) == (1, 0)
    assert (out.over, out.winner, out.losers, out.conflicts) == (False, None, (), ())
    shorter = match.apply(SettingsChanged(settings={"start_lives": 1}))
    back = shorter.preview_set({"start_lives": 3})
    assert (back.would_be_out, back.would_be_back) == ((), ("Anna",))
    ended = match.preview_set({"start_lives": 1, "win_condition": "first_out_loses"})
    assert (ended.over, ended.losers) == (True, ("Anna",))
    assert [conflict.fact for conflict in ended.conflicts] == [3, 4]


def test_the_state_tells_how_it_stands() -> None:
    """What screens want to know, in an open round and between rounds."""
    state = match_of("63 lift:63 63 kippe", kippe=True).state
    assert (state.phase, state.round_open, state.turn) == (Phase.KIPPE, True, "Anna")
    assert (state.standing, state.announced, state.announcer) == ("63", "kippe", "Cara")
    assert (state.roller, state.kippe_waits, state.score_mode) == ("Cara", True, ScoreMode.LIVES)
    assert (state.rounds_played, state.last_round is not None) == (1, True)
    assert [played.number for played, _ in state.rounds] == [1]
    between = match_of("63 lift:63").state
    assert (between.starter, between.announced, between.roller) == ("Ben", None, None)
    assert between.last_round is not None
    assert between.last_round.lost == {"Ben": 1}
    gone = match_of([{"leave": "Cara"}]).state
    assert (gone.gone, gone.out, gone.living) == (("Cara",), ("Cara",), ("Anna", "Ben"))
    back = match_of([{"row": {"Ben": 6}}, {"buy_back": "Ben"}], second_chance=True).state
    assert back.bought_back == ("Ben",)


def test_the_last_round_is_found_while_the_next_is_open() -> None:
    """A round is found by its number wherever it stands; others are not there."""
    table = match_of("63 lift:63 63 lift:52 54").table
    assert [table.round_numbered(n) is not None for n in (0, 1, 2, 3)] == [
        False,
        True,
        True,
        False,
    ]


def test_turns_when_those_concerned_have_gone_out_by_a_correction() -> None:
    """An open round whose announcer is out by a correction goes on with the next living seat."""
    out = Corrected(round=1, player="Ben", lost=6)
    base = "63 lift:63"  # Ben loses one and begins
    shown = match_of(f"{base} 21", meyer_response="auto_reveal").apply(out)
    assert (shown.table.turn, shown.state.conflicts[0].fact) == ("Cara", 3)
    again = match_of(f"{base} kippe allow", kippe=True).apply(out)
    assert again.table.turn == "Cara"
    waiting = match_of(f"{base} 54").apply(out)
    assert waiting.table.turn == "Cara"
    assert waiting.table.answerable == "Ben"


def test_nobody_follows_where_nobody_lives() -> None:
    """A table that hand entries have emptied has no next seat and no starter."""
    table = match_of([{"row": dict.fromkeys(ABC, 6)}]).table
    assert (table.over, table.next_living("Anna"), table.next_starter) == (True, None, None)
    assert table.next_living(None) is None
    assert table.answerable is None


@pytest.mark.parametrize(
    "entry",
    [
        Entry(number=1, fact=Lifted(dice=Leaning.COCKED), actor="Ben"),
        Entry(number=1, fact=Announced(value=Roll("63"))),
        Entry(number=1, fact=Allowed(), actor="Ben"),
        Entry(number=1, fact=Voided(why="")),
    ],
)
def test_entries_that_no_referee_can_have_made_are_called_broken(entry: Entry) -> None:
    """An answer to nothing, an act of nobody: named, not guessed at."""
    with pytest.raises(BrokenRecordError):
        derive([entry], DEFAULTS, players=ABC)


def test_an_answer_to_an_opener_s_kippe_that_was_not_lifted_is_broken() -> None:
    """A lift after a rolled-again Kippe has no number to answer to."""

    entries = [
        Entry(number=1, fact=Announced(value=Call.KIPPE), actor="Anna"),
        Entry(number=2, fact=Allowed(), actor="Ben"),
        Entry(number=3, fact=Lifted(dice=Leaning.COCKED), actor="Ben"),
    ]
    with pytest.raises(BrokenRecordError, match="no number"):
        derive(entries, DEFAULTS, players=ABC)


def test_a_chain_shares_what_it_has_in_common() -> None:
    """Two longer chains of one beginning: neither changes the other."""
    one = Chain(None, 1)
    left, right = Chain(one, 2), Chain(one, 3)
    assert (in_order(left), in_order(right), in_order(one)) == ([1, 2], [1, 3], [1])
    assert list(newest_first(left)) == [2, 1]
    assert (length(None), length(right), in_order(None)) == (0, 2, [])
    longer = Chain(left, 4)
    assert (in_order(longer, skip=1), in_order(longer, skip=5), length(longer)) == ([2, 4], [], 3)
