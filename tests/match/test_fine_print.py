# ruff: noqa: ANN401 - settings and results are what JSON has
"""The fine print of section 11, paragraph by paragraph, each with its number."""

from __future__ import annotations

from typing import Any

import pytest

from tests.match.told import ABC, Fact, last_of, match_of, refused_at, result_of, said, tell

Settings = dict[str, Any]

SHOWN: Settings = {"meyer_response": "auto_reveal", "score_mode": "lives"}
ANY_CLAIM: Settings = {"meyer_response": "as_any_claim", "raise_rule": "equal_ok"}
LOSES: Settings = {"illegal_claim": "loses"}
KIPPE: Settings = {"kippe": True}

# paragraph, settings, short words, number of the fact that is refused (None: all are taken)
LEGALITY: list[tuple[str, Settings, str, int | None]] = [
    ("A3", {}, "63 62", 2),
    ("A3", {}, "63 63", 2),
    ("A3", {"raise_rule": "equal_ok"}, "63 63", None),
    ("A4", {}, "void", 1),
    ("B2", {"pass_unseen": "off"}, "63 pass", 2),
    ("B2", {}, "63 pass pass:63 pass", None),
    ("B2", {}, "63 pass:64", 2),
    ("B2", {"pass_unseen": "higher"}, "63 pass", 2),
    ("B2", {"pass_unseen": "higher"}, "63 pass:63", 2),
    ("B2", {"pass_unseen": "higher", "raise_rule": "equal_ok"}, "63 pass:63", 2),
    ("B2", {"pass_unseen": "higher"}, "63 pass:64 pass:21", None),
    ("B2", {"pass_unseen": "same_or_higher"}, "63 pass pass:64", None),
    ("B2", {}, "pass", 1),
    ("B3", {"blind_raise": True}, "higher", 1),
    ("B3", {}, "63 higher", 2),
    ("B3", {"blind_raise": True}, "63 higher higher", None),
    ("B6", {}, "21 lift:21", None),
    ("B6", {}, "21 pass lift:21", None),
    ("B6", {"meyer_pass": False}, "21 pass", 2),
    ("B6", {"pass_unseen": "higher"}, "21 pass", 2),
    ("B6", {"pass_unseen": "same_or_higher"}, "21 pass", None),
    ("B6", {"double_back": True}, "21 double:21", None),
    ("B6", {}, "21 double:21", 2),
    ("B6", {}, "21 accept", 2),
    ("B6", {"meyer_response": "accept_or_lift"}, "21 accept", None),
    ("B6", {}, "21 21", 2),
    ("B6", {"raise_rule": "equal_ok"}, "21 21", 2),
    ("B6", {"meyer_response": "as_any_claim"}, "21 21", 2),
    ("B6", ANY_CLAIM, "21 21 21 lift:66", None),
    ("B6", ANY_CLAIM, "21 66", 2),
    ("B6", ANY_CLAIM, "21 higher", 2),
    ("B6", {**ANY_CLAIM, "blind_raise": True}, "21 higher", None),
    ("B6", {"blind_raise": True}, "21 higher", 2),
    ("B6", {**ANY_CLAIM, **KIPPE}, "21 kippe allow 21", None),
    ("B6", KIPPE, "21 kippe", 2),
    ("B6", {"concede": True}, "21 concede", 2),
    ("B7", ANY_CLAIM, "21 accept", 2),
    ("B7", {"meyer_response": "accept_or_lift"}, "66 accept", 2),
    ("B8", {"double_back": True}, "66 double:66", 2),
    ("B9", {"concede": True}, "66 concede", None),
    ("B9", {}, "66 concede", 2),
    ("B9", {"concede": True}, "concede", 1),
    ("B9", {"concede": True, **KIPPE}, "66 kippe concede", 3),
    ("B9", {"concede": True, **KIPPE}, "66 kippe allow concede", None),
    ("B9", {"concede": True, **KIPPE}, "kippe allow concede", 3),
    ("B10", SHOWN, "21 lift:21", 2),
    ("B10", SHOWN, "21 pass", 2),
    ("B10", SHOWN, "21 show:21", None),
    ("B10", SHOWN, "21 void", None),
    ("B10", SHOWN, "show:21", None),
    ("B10", SHOWN, "63 show:21", None),
    ("B10", {**SHOWN, "pass_unseen": "higher"}, "63 pass:21 lift:21", 3),
    ("B10", {**SHOWN, "pass_unseen": "higher"}, "63 pass:21 show:21", None),
    ("B10", {**SHOWN, "blind_raise": True}, "66 higher lift:21", None),
    ("B10", {**SHOWN, "blind_raise": True}, "66 higher show:21", 3),
    ("B10", {**SHOWN, "blind_raise": True}, "66 higher pass lift:21", None),
    ("B10", {**SHOWN, "blind_raise": True}, "66 higher pass:21 lift:21", None),
    ("B10", {}, "21 show:21", 2),
    ("B10", {}, "show:21", 1),
    ("B11", LOSES, "63 62", None),
    ("B11", LOSES, "63 pass:62", None),
    ("B11", {**LOSES, "pass_unseen": "higher"}, "63 pass:62", None),
    ("B11", {**LOSES, "pass_unseen": "higher"}, "63 pass:63", 2),
    ("B11", LOSES, "63 pass:64", 2),
    ("B11", {**LOSES, "pass_unseen": "off"}, "63 pass:62", 2),
    ("B11", LOSES, "21 63", 2),
    ("B11", LOSES, "21 pass:63", None),
    ("B11", {**LOSES, "meyer_pass": False}, "21 pass:63", 2),
    ("B11", {**LOSES, **ANY_CLAIM}, "21 63", None),
    ("B11", {**LOSES, **KIPPE}, "63 kippe 62", 3),
    ("B11", {**LOSES, **KIPPE}, "63 kippe allow 62", None),
    ("B11", LOSES, "63 higher", 2),
    ("C1", {}, "kippe", 1),
    ("C1", KIPPE, "kippe allow kippe allow 63", None),
    ("C1", KIPPE, "63 kippe 64", 3),
    ("C1", KIPPE, "63 kippe pass", 3),
    ("C1", KIPPE, "63 kippe allow 63", 4),
    ("C1", KIPPE, "63 kippe allow 64", None),
    ("C1", {**KIPPE, "raise_rule": "equal_ok"}, "63 kippe allow 63", None),
    ("C1", KIPPE, "63 kippe allow lift:63", 4),
    ("C1", KIPPE, "63 kippe allow pass", 4),
    ("C1", {**KIPPE, **ANY_CLAIM}, "21 kippe allow accept", 4),
    ("C1", KIPPE, "63 allow", 2),
    ("C1", {**KIPPE, "blind_raise": True}, "63 kippe allow higher lift:64", None),
    ("C1", {**KIPPE, "blind_raise": True}, "kippe allow higher", 3),
    ("J3", {}, "undo", 1),
    ("J3", {}, "63 undo undo", 3),
    ("J3", {}, "63 lift:63 undo undo 54", None),
]


@pytest.mark.parametrize(("paragraph", "settings", "words", "refused"), LEGALITY)
def test_what_may_be_done(
    paragraph: str, settings: Settings, words: str, refused: int | None
) -> None:
    """Each line of the table is taken, or refused at just the fact that it names."""
    assert refused_at(words, **settings) == refused, paragraph


# paragraph, settings, short words, what the last round must show
ENDINGS: list[tuple[str, Settings, str, dict[str, Any]]] = [
    ("B2", {}, "63 pass lift:52", {"announcer": "Ben", "challenger": "Cara", "lost": {"Ben": 1}}),
    (
        "B2",
        {"pass_unseen": "higher"},
        "63 pass:64 lift:63",
        {"announced": "64", "announcer": "Ben", "verdict": "bluff"},
    ),
    ("B3", {"blind_raise": True}, "63 higher lift:64", {"announced": "64", "verdict": "true"}),
    (
        "B3",
        {"blind_raise": True, "raise_rule": "equal_ok"},
        "63 higher lift:63",
        {"announced": "63", "verdict": "true", "announcer": "Ben"},
    ),
    ("B4", {"understating": "lie"}, "53 lift:62", {"reason": "understated", "lost": {"Anna": 1}}),
    ("B4", {"understating": "lie"}, "53 pass lift:62", {"reason": "told_the_truth"}),
    (
        "B4",
        {"understating": "lie", "blind_raise": True},
        "53 higher lift:62",
        {"reason": "told_the_truth", "announced": "54"},
    ),
    ("B8", {"double_back": True}, "21 double:21", {"lost": {"Ben": 4}, "reason": "real_meyer"}),
    (
        "B8",
        {"double_back": True, "meyer_cost_false": 1},
        "21 double:65",
        {"lost": {"Anna": 2}, "reason": "lied_about_meyer"},
    ),
    (
        "B9",
        {"concede": True},
        "54 concede",
        {
            "verdict": "conceded",
            "reason": "conceded",
            "announced": "54",
            "rolled": None,
            "announcer": "Anna",
            "challenger": "Ben",
            "lost": {"Ben": 1},
            "next_starter": "Ben",
        },
    ),
    (
        "B10",
        {**SHOWN, "meyer_reveal_losers": "all_others"},
        "63 show:21",
        {
            "announced": "21",
            "announcer": "Ben",
            "challenger": "Cara",
            "lost": {"Cara": 2, "Anna": 2},
            "next_starter": "Cara",
            "reason": "meyer_shown",
        },
    ),
    ("B10", SHOWN, "show:21", {"lost": {"Ben": 2}, "reason": "meyer_shown"}),
    (
        "B10",
        SHOWN,
        "21 show:31",
        {"lost": {"Anna": 2}, "reason": "lied_about_meyer", "verdict": "bluff"},
    ),
    (
        "B10",
        {**SHOWN, "meyer_reveal_losers": "all_others", "roll_32": "joker"},
        "21 show:32",
        {"lost": {"Ben": 2, "Cara": 2}, "reason": "joker", "verdict": "true"},
    ),
    (
        "B10",
        {**SHOWN, "pass_unseen": "higher", "roll_32": "toast"},
        "63 pass:21 show:32",
        {"reason": "toast", "announcer": "Ben", "next_starter": "Anna"},
    ),
    (
        "B6",
        {**SHOWN, "blind_raise": True, "meyer_reveal_losers": "all_others"},
        "66 higher lift:21",
        {"announced": "21", "reason": "real_meyer", "lost": {"Cara": 2}},
    ),
    (
        "B11",
        LOSES,
        "63 62",
        {
            "verdict": "illegal",
            "reason": "illegal_claim",
            "announced": "62",
            "rolled": None,
            "announcer": "Ben",
            "challenger": None,
            "lost": {"Ben": 1},
            "next_starter": "Ben",
        },
    ),
    ("B11", LOSES, "63 pass:54", {"announced": "54", "announcer": "Ben", "lost": {"Ben": 1}}),
    (
        "C2",
        KIPPE,
        "kippe lift:cocked",
        {
            "announced": "kippe",
            "rolled": "cocked",
            "verdict": "true",
            "reason": "kippe_true",
            "lost": {"Ben": 1},
        },
    ),
    (
        "C2",
        {**KIPPE, "roll_32": "toast", "meyer_trigger": "claim_or_roll"},
        "63 kippe lift:32",
        {"verdict": "bluff", "reason": "kippe_false", "announcer": "Ben", "lost": {"Ben": 1}},
    ),
    (
        "C2",
        {**KIPPE, "meyer_trigger": "claim_or_roll"},
        "kippe lift:21",
        {"reason": "kippe_false", "lost": {"Anna": 1}},
    ),
    (
        "D1",
        {},
        "63 pass pass lift:cocked",
        {
            "verdict": "void",
            "reason": "cocked",
            "announced": "63",
            "rolled": "cocked",
            "announcer": "Cara",
            "challenger": "Anna",
            "lost": {},
            "next_starter": "Anna",
        },
    ),
    (
        "D1",
        {"roll_32": "toast"},
        "63 65 lift:32",
        {"verdict": "void", "reason": "toast", "rolled": "32", "next_starter": "Ben", "lost": {}},
    ),
    (
        "D1",
        {},
        "63 64 pass void",
        {
            "verdict": "void",
            "reason": "voided",
            "announced": "64",
            "announcer": "Cara",
            "rolled": None,
            "challenger": None,
            "next_starter": "Ben",
        },
    ),
    (
        "D1",
        KIPPE,
        "63 kippe void",
        {"announced": "kippe", "announcer": "Ben", "next_starter": "Ben"},
    ),
    (
        "D1",
        KIPPE,
        "63 kippe allow void",
        {"announced": "63", "announcer": "Anna", "next_starter": "Ben"},
    ),
    (
        "D1",
        KIPPE,
        "kippe allow void",
        {"announced": None, "announcer": None, "next_starter": "Anna"},
    ),
    (
        "E1",
        {"double_back": True, "escalation": "match", "start_lives": 12},
        "63 lift:52 21 double:65",
        {"lost": {"Anna": 5}},
    ),
    (
        "E1",
        {"escalation": "match", "meyer_response": "accept_or_lift", "start_lives": 12},
        "63 lift:52 21 accept",
        {"lost": {}, "verdict": "accepted", "next_starter": "Ben"},
    ),
    (
        "E1",
        {
            "escalation": "match",
            "meyer_response": "accept_or_lift",
            "meyer_accept_cost": 1,
        },
        "63 lift:52 21 accept",
        {"lost": {"Ben": 2}, "rolled": None, "announcer": "Anna", "challenger": "Ben"},
    ),
    (
        "E1",
        {"escalation": "match", "concede": True, **KIPPE},
        "63 lift:52 63 concede 63 kippe lift:cocked",
        {"lost": {"Anna": 3}},
    ),
    ("E1", {**LOSES, "escalation": "match"}, "63 lift:52 63 62", {"lost": {"Ben": 2}}),
    ("E1", {"start_lives": 1}, "21 lift:21", {"lost": {"Ben": 1}, "out": ["Ben"]}),
    (
        "E4",
        {"roll_32": "joker", "meyer_cost_false": 1},
        "21 lift:32",
        {"reason": "joker", "lost": {"Ben": 2}},
    ),
    ("F1", {"next_starter": "winner"}, "63 lift:63", {"next_starter": "Anna"}),
    ("F1", {"next_starter": "winner"}, "63 lift:52", {"next_starter": "Ben"}),
    ("F1", {"next_starter": "challenger"}, "63 lift:52", {"next_starter": "Ben"}),
    ("F1", {"next_starter": "mia_wikipedia"}, "63 lift:52", {"next_starter": "Ben"}),
    ("F1", {"next_starter": "mia_wikipedia"}, "63 lift:63", {"next_starter": "Cara"}),
    ("F1", {"next_starter": "mia_wikipedia"}, "63 64 65 lift:65", {"next_starter": "Ben"}),
    (
        "F1",
        {**SHOWN, "next_starter": "mia_wikipedia", "meyer_reveal_losers": "all_others"},
        "show:21",
        {"next_starter": "Cara"},
    ),
    (
        "F1",
        {**SHOWN, "next_starter": "winner", "meyer_reveal_losers": "all_others"},
        "show:21",
        {"next_starter": "Anna"},
    ),
    (
        "F2",
        {"next_starter": "winner", "concede": True},
        "63 concede",
        {"next_starter": "Ben"},
    ),
    ("F2", {"start_lives": 1}, "63 lift:63", {"next_starter": "Cara", "out": ["Ben"]}),
]


@pytest.mark.parametrize(("paragraph", "settings", "words", "shows"), ENDINGS)
def test_how_rounds_end(
    paragraph: str, settings: Settings, words: str, shows: dict[str, Any]
) -> None:
    """Each line's last round shows what the table says."""
    last = last_of(words, **settings)
    assert {key: last[key] for key in shows} == shows, paragraph


def test_turns_go_round_the_living(  # B1
) -> None:
    """The receiver is the next living seat, possibly the original roller."""
    facts = [{"row": {"Cara": 6}}, *tell("63 pass pass")]
    result = result_of(facts)
    assert result["turn"] == "Ben"
    assert result["open"] == {"announced": "63", "announcer": "Anna"}


def test_an_open_round_is_not_among_the_rounds() -> None:
    """A round still open at the end of the file is not in ``rounds`` (A4)."""
    result = result_of("63 lift:52 54")
    assert len(result["rounds"]) == len(result["sheet"]["rows"]) == 1
    assert result["open"] == {"announced": "54", "announcer": "Anna"}
    assert result_of("63 lift:52")["open"] is None
    assert result_of("kippe", **KIPPE)["open"] == {"announced": "kippe", "announcer": "Anna"}


@pytest.mark.parametrize(
    "fact",
    [
        {"row": {"Ben": 1}},
        {"join": "Dan"},
        {"leave": "Anna"},
        {"order": ["Ben", "Anna", "Cara"]},
    ],
)
def test_people_and_rows_wait_for_the_end_of_a_round(fact: Fact) -> None:
    """Between rounds it is taken, in an open round refused (A4)."""
    assert refused_at([fact]) is None
    assert refused_at([*tell("63"), fact]) == 2


@pytest.mark.parametrize("fact", [{"correct": {"player": "Ben", "lost": 0}}, {"set": {}}])
def test_the_record_can_be_mended_at_any_time(fact: Fact) -> None:
    """Correct, set and undo are legal in an open round and after the end (A4)."""
    assert refused_at([*tell("63 lift:63 63"), fact]) is None
    ended = tell("63 lift:63")
    assert refused_at([*ended, fact], players=("Anna", "Ben"), start_lives=1) is None


def test_after_the_end_only_the_record_and_a_buy_back_are_legal() -> None:
    """No play when the match is over (A4)."""
    over = tell("63 lift:63")
    two: dict[str, Any] = {"players": ("Anna", "Ben"), "start_lives": 1, "second_chance": True}
    acts: list[Fact] = [
        {"announce": "63"},
        said("63", "Anna", "52", "Ben"),
        {"row": {}},
        {"join": "Dan"},
        {"leave": "Ben"},
        {"order": ["Ben", "Anna"]},
        {"void": "why"},
    ]
    for fact in acts:
        assert refused_at([*over, fact], **two) == 3
    back = result_of([*over, {"buy_back": "Ben"}], **two)
    assert (back["over"], back["winner"], back["lives"]["Ben"]) == (False, None, 1)
    assert back["rounds"][-1]["next_starter"] == "Ben"


# --- said (B12) ----------------------------------------------------------------------------------


def test_no_meyer_is_shown_over_a_meyer() -> None:
    """A Kippe over a 21, rolled again after a set to auto_reveal: nothing beats it (B6, B10)."""
    facts = [*tell("21 kippe allow"), {"set": {"meyer_response": "auto_reveal"}}, {"show": [2, 1]}]
    assert refused_at(facts, **ANY_CLAIM, **KIPPE) == 5


def test_an_untracked_round_names_both_sides() -> None:
    """Neighbours or not; raise rules are not checked, the roller for a void is ``by``."""
    last = last_of([said("54", "Ben", "66", "Anna")])
    assert (last["announcer"], last["challenger"], last["lost"]) == ("Ben", "Anna", {"Anna": 1})
    void = last_of([*tell("63"), said("54", "Cara", "cocked", "Anna")])
    assert (void["reason"], void["next_starter"]) == ("cocked", "Cara")


def test_an_untracked_round_may_close_an_open_one() -> None:
    """What was tracked in it no longer counts."""
    result = result_of([*tell("66"), said("32", "Cara", "32", "Ben")])
    assert len(result["rounds"]) == 1
    assert result["rounds"][0]["announced"] == "32"
    assert result["open"] is None


@pytest.mark.parametrize(
    ("fact", "refused"),
    [
        (said("54", "Ben", "66", "Ben"), 1),
        (said("54", "Ben", "66", "Dan"), 1),
        (said("kippe", "Ben", "66", "Anna"), 1),
    ],
)
def test_an_untracked_round_needs_two_different_living_players(fact: Fact, refused: int) -> None:
    """The same one twice, a stranger, or a Kippe where there is none are refused."""
    assert refused_at([fact]) == refused
    assert refused_at([{"row": {"Ben": 6}}, said("54", "Ben", "66", "Anna")]) == 2


def test_an_untracked_kippe_and_an_untracked_shown_meyer() -> None:
    """Kippe on: "kippe" may be said; under auto_reveal a said 21 is ruled like a shown one."""
    last = last_of([said("kippe", "Ben", "cocked", "Anna")], **KIPPE)
    assert (last["announced"], last["reason"]) == ("kippe", "kippe_true")
    everybody = {**SHOWN, "meyer_reveal_losers": "all_others"}
    shown = last_of([said("21", "Ben", "21", "Anna")], **everybody)
    assert (shown["reason"], shown["lost"]) == ("meyer_shown", {"Cara": 2, "Anna": 2})
    lower = last_of([said("66", "Ben", "21", "Anna")], **everybody)
    assert (lower["reason"], lower["lost"]) == ("told_the_truth", {"Anna": 1})


def test_a_meyer_to_be_shown_is_not_talked_over() -> None:
    """After 21 only show or void is legal, an untracked round neither (B10)."""
    assert refused_at([*tell("21"), said("66", "Ben", "66", "Anna")], **SHOWN) == 2


# --- costs (E) -----------------------------------------------------------------------------------


def test_escalation_counts_rounds_with_losses_on_the_sheet() -> None:
    """Void rounds do not count, hand rows do, and corrections decide (E2)."""
    facts = [
        *tell("63 lift:cocked"),
        {"row": {"Cara": 1}},
        {"row": {}},
        *tell("63 lift:52"),
        *tell("63 lift:52"),
    ]
    rules: dict[str, Any] = {"escalation": "match", "start_lives": 12}
    lost = [played["lost"] for played in result_of(facts, **rules)["rounds"]]
    assert lost == [{}, {"Cara": 1}, {}, {"Anna": 2}, {"Anna": 3}]
    facts.append({"correct": {"round": 2, "player": "Cara", "lost": 0}})
    lost = [played["lost"] for played in result_of(facts, **rules)["rounds"]]
    assert lost == [{}, {}, {}, {"Anna": 1}, {"Anna": 2}]


def test_the_final_two_are_counted_before_the_losses() -> None:
    """Three live: one. The round that makes two of three still costs one (E3)."""
    facts = tell("63 lift:52 63 lift:52 63 lift:63")
    rules: dict[str, Any] = {"final_two_double": True, "start_lives": 2}
    rounds = result_of(facts, **rules)["rounds"]
    assert [played["lost"] for played in rounds] == [{"Anna": 1}, {"Anna": 1}, {"Cara": 2}]


# --- starters, corrections (F3, J2) --------------------------------------------------------------


def test_a_correction_that_leaves_one_loser_makes_him_the_loser() -> None:
    """He counts as the loser for the next starter; winner = the other side of the exchange."""
    swapped = [
        *tell("63 lift:63"),
        {"correct": {"player": "Ben", "lost": 0}},
        {"correct": {"player": "Anna", "lost": 1}},
    ]
    for rule, starter in (
        ("loser", "Anna"),
        ("winner", "Ben"),
        ("challenger", "Ben"),
        ("mia_wikipedia", "Ben"),
    ):
        assert last_of(swapped, next_starter=rule)["next_starter"] == starter
    third = [
        *tell("63 lift:63"),
        {"correct": {"player": "Ben", "lost": 0}},
        {"correct": {"player": "Cara", "lost": 1}},
    ]
    for rule, starter in (("loser", "Cara"), ("winner", "Anna"), ("mia_wikipedia", "Anna")):
        assert last_of(third, next_starter=rule)["next_starter"] == starter
    both = [*tell("63 lift:63"), {"correct": {"player": "Anna", "lost": 1}}]
    assert last_of(both)["next_starter"] == "Ben"


def test_a_correction_changes_the_cell_and_what_follows_only() -> None:
    """Verdict and reason stay, lost and lives are derived again, the last one wins (J2)."""
    facts = [
        *tell("63 lift:63 54 lift:52"),
        {"correct": {"round": 1, "player": "Ben", "lost": 3}},
        {"correct": {"round": 1, "player": "Ben", "lost": 2}},
    ]
    result = result_of(facts)
    first = result["rounds"][0]
    assert (first["verdict"], first["reason"], first["lost"]) == (
        "true",
        "told_the_truth",
        {"Ben": 2},
    )
    assert result["lives"] == {"Anna": 6, "Ben": 3, "Cara": 6}
    assert result["sheet"]["rows"] == [[0, 2, 0], [0, 1, 0]]


def test_corrections_follow_each_other_through_a_match() -> None:
    """Each finds its round and all after it again, whatever was corrected before (J2)."""
    facts = tell("63 lift:63 63 lift:63")  # Ben, Cara
    facts.append({"correct": {"round": 1, "player": "Anna", "lost": 1}})
    facts += tell("63 lift:63 63 lift:63")  # Anna, Ben
    facts.append({"correct": {"round": 3, "player": "Anna", "lost": 2}})
    facts.append({"correct": {"round": 2, "player": "Cara", "lost": 0}})
    result = result_of(facts)
    assert [r["lost"] for r in result["rounds"]] == [
        {"Ben": 1, "Anna": 1},
        {},
        {"Anna": 2},
        {"Ben": 1},
    ]
    assert result["lives"] == {"Anna": 3, "Ben": 4, "Cara": 6}
    assert result["conflicts"] == []


def test_a_correction_is_capped_and_needs_somebody_who_played() -> None:
    """No more than the lives left; nobody who was out; no round that is not there (J2)."""
    assert (
        result_of([*tell("63 lift:63"), {"correct": {"player": "Ben", "lost": 9}}])["lives"]["Ben"]
        == 0
    )
    out = [{"row": {"Cara": 6}}, *tell("63 lift:63")]
    assert refused_at([*out, {"correct": {"player": "Cara", "lost": 1}}]) == 4
    assert refused_at([*out, {"correct": {"round": 1, "player": "Cara", "lost": 2}}]) is None
    assert refused_at([*out, {"correct": {"round": 3, "player": "Ben", "lost": 2}}]) == 4
    assert refused_at([{"correct": {"player": "Ben", "lost": 2}}]) == 1
    assert refused_at([*out, {"correct": {"player": "Dan", "lost": 2}}]) == 4


def test_a_correction_can_open_the_match_again_and_end_it() -> None:
    """``over`` is derived (G2)."""
    two: dict[str, Any] = {"players": ("Anna", "Ben"), "start_lives": 1}
    ended = tell("63 lift:63")
    assert result_of(ended, **two)["winner"] == "Anna"
    again = result_of([*ended, {"correct": {"player": "Ben", "lost": 0}}], **two)
    assert (again["over"], again["winner"]) == (False, None)
    nobody = result_of([*ended, {"correct": {"player": "Anna", "lost": 1}}], **two)
    assert (nobody["over"], nobody["winner"], nobody["losers"]) == (True, None, [])


# --- ends (G) ------------------------------------------------------------------------------------


def test_the_first_one_out_loses() -> None:
    """Everybody at none when the match ends has lost; nobody has won (G1)."""
    result = result_of([{"row": {"Ben": 6, "Cara": 6}}], win_condition="first_out_loses")
    assert (result["over"], result["winner"], result["losers"]) == (True, None, ["Ben", "Cara"])
    assert result["rounds"][-1]["next_starter"] is None


def test_points_never_end() -> None:
    """Tally: nobody is out, nobody wins, points go up without a cap (G1, L1)."""
    result = result_of([{"row": {"Ben": 99}}] * 2, score_mode="tally")
    assert (result["over"], result["winner"], result["points"]["Ben"]) == (False, None, 198)
    assert result["standings"] == [["Anna", 0], ["Cara", 0], ["Ben", 198]]
    assert "lives" not in result
    assert "lives" not in result["rounds"][0]


# --- second chance, life re-roll (H) -------------------------------------------------------------


def test_a_buy_back_comes_once_and_only_from_nothing() -> None:
    """One life, once a player, while out; a row of its own with -1 (H1, L2)."""
    out: list[Fact] = [{"row": {"Ben": 6}}, {"buy_back": "Ben"}]
    result = result_of(out, second_chance=True)
    assert result["lives"]["Ben"] == 1
    assert result["sheet"]["rows"] == [[0, 6, 0], [0, -1, 0]]
    assert result["rounds"][0]["out"] == []
    assert refused_at(out) == 2
    assert refused_at([{"buy_back": "Ben"}], second_chance=True) == 1
    assert refused_at([*out, {"row": {"Ben": 1}}, {"buy_back": "Ben"}], second_chance=True) == 4
    assert refused_at([*tell("63"), {"buy_back": "Ben"}], second_chance=True) == 2
    assert refused_at([{"buy_back": "Dan"}], second_chance=True) == 1


def test_a_buy_back_waits_for_the_end_of_a_round() -> None:
    """Not in an open round, whoever is out (A4)."""
    facts = [{"row": {"Ben": 6}}, *tell("63"), {"buy_back": "Ben"}]
    assert refused_at(facts, second_chance=True) == 3
    in_an_open_round_of_an_ended_match = [
        *tell("63 lift:63 63"),
        {"correct": {"player": "Ben", "lost": 6}},
        {"correct": {"player": "Cara", "lost": 6}},
        {"buy_back": "Ben"},
    ]
    assert refused_at(in_an_open_round_of_an_ended_match, second_chance=True) == 6


REROLL: dict[str, Any] = {"life_reroll": "mandatory", "life_reroll_at": 5}


def test_a_mandatory_life_reroll_comes_before_the_next_round() -> None:
    """Due at exactly so many, for the first time; nothing begins before it (H2)."""
    fallen = tell("63 lift:63")
    acts: list[Fact] = [{"announce": "63"}, said("63", "Anna", "52", "Ben"), {"row": {}}]
    for fact in acts:
        assert refused_at([*fallen, fact], **REROLL) == 3
    assert refused_at([*fallen, {"show": [2, 1]}], **REROLL, **SHOWN) == 3
    assert refused_at([*fallen, {"join": "Dan"}], **REROLL) is None
    rolled = [*fallen, {"reroll_lives": {"Ben": 6}}]
    result = result_of([*rolled, *tell("63 lift:63")], **REROLL)
    assert result["sheet"]["rows"][:2] == [[0, 1, 0], [0, -1, 0]]
    assert result["rounds"][0]["lives"]["Ben"] == 6
    again = [*rolled, *tell("63 lift:52")]
    assert refused_at([*again, {"announce": "63"}], **REROLL) is None


def test_a_life_reroll_is_due_at_exactly_so_many() -> None:
    """Not above, not below, and only to those who have just lost (H2)."""
    fallen = tell("63 lift:63")
    at_4: dict[str, Any] = {"life_reroll": "optional", "life_reroll_at": 4}
    assert refused_at([*fallen, {"reroll_lives": {"Ben": 6}}], **at_4) == 3
    meyer = [*fallen, *tell("21 lift:65")]  # Ben from 5 to 3
    assert refused_at([*meyer, {"reroll_lives": {"Ben": 6}}], **at_4) == 5
    at_6: dict[str, Any] = {"life_reroll": "optional", "life_reroll_at": 6}
    assert refused_at([*fallen, {"reroll_lives": {"Anna": 6}}], **at_6) == 3


def test_nothing_is_due_where_lives_are_not_rolled_anew() -> None:
    """Off, or points instead of lives: nobody is named (H2)."""
    fallen = tell("63 lift:63")
    assert match_of(fallen, life_reroll_at=5).state.rerolls_due == ()
    by_points: dict[str, Any] = {"score_mode": "tally", "life_reroll_at": 1}
    assert match_of(fallen, **by_points, life_reroll="mandatory").state.rerolls_due == ()
    assert match_of(fallen, **REROLL).state.rerolls_due == ("Ben",)


def test_a_life_reroll_needs_to_be_due() -> None:
    """Not for others, not twice, not in other ways of scoring, not where it is off (H2)."""
    fallen = tell("63 lift:63")
    assert refused_at([*fallen, {"reroll_lives": {"Anna": 6}}], **REROLL) == 3
    assert refused_at([*fallen, *[{"reroll_lives": {"Ben": 6}}] * 2], **REROLL) == 4
    assert refused_at([{"reroll_lives": {"Ben": 6}}], **REROLL) == 1
    assert refused_at([*fallen, {"reroll_lives": {"Ben": 6}}]) == 3
    tally = {**REROLL, "score_mode": "tally"}
    assert refused_at([*fallen, {"reroll_lives": {"Ben": 6}}], **tally) == 3


def test_an_optional_life_reroll_is_gone_with_the_next_round() -> None:
    """It may be left; then it does not come again (H2)."""
    optional: dict[str, Any] = {**REROLL, "life_reroll": "optional"}
    fallen = tell("63 lift:63")
    assert refused_at([*fallen, {"reroll_lives": {"Ben": 1}}], **optional) is None
    late = [*fallen, *tell("63 lift:63"), {"reroll_lives": {"Ben": 1}}]
    assert refused_at(late, **optional) == 5
    after_a_row: list[Fact] = [{"row": {"Ben": 1}}, {"reroll_lives": {"Ben": 6}}]
    assert result_of(after_a_row, **optional)["lives"]["Ben"] == 6


# --- lids (I) ------------------------------------------------------------------------------------

LIDS: dict[str, Any] = {"preset": "meiern_deckel", "deckel_count": 4}


def test_lids_are_dealt_swapped_and_put_back() -> None:
    """Deal from the pile, swap from the winner, playoff back on the pile (I1, C39 to C42)."""
    deal = tell("63 lift:63 63 lift:63 63 lift:52")  # Ben 1, Cara 1, Cara 2
    result = result_of(deal, **LIDS)
    assert (result["lids"], result["pile"], result["phase"]) == (
        {"Anna": 0, "Ben": 1, "Cara": 2},
        1,
        "deal",
    )
    swap = result_of([*deal, *tell("21 accept")], **LIDS)  # Cara says 21, Anna takes a lid
    assert (swap["lids"], swap["pile"], swap["phase"], swap["out"]) == (
        {"Anna": 1, "Ben": 1, "Cara": 2},
        0,
        "swap",
        [],
    )
    moved = result_of([*deal, *tell("21 accept 63 lift:63")], **LIDS)  # Ben loses to Anna
    assert moved["rounds"][-1]["lost"] == {"Ben": 1}
    assert (moved["lids"], moved["out"]) == ({"Anna": 0, "Ben": 2, "Cara": 2}, ["Anna"])
    assert moved["phase"] == "playoff"
    assert moved["standings"] == [["Anna", 0], ["Ben", 2], ["Cara", 2]]
    played = tell("21 accept 63 lift:63 63 lift:63 63 lift:63 63 lift:63")
    end = result_of([*deal, *played[:-2]], **LIDS)  # Cara loses: Ben puts one back
    assert end["rounds"][-2]["lost"] == {"Cara": 1}
    assert end["rounds"][-2]["lids"] == {"Anna": 0, "Ben": 1, "Cara": 2}
    assert end["pile"] == 2


def test_the_last_one_holding_lids_has_lost() -> None:
    """One player with all lids when they are dealt loses at once (C41, G1)."""
    result = result_of("63 lift:63 63 lift:52", preset="meiern_deckel", deckel_count=2)
    assert result["lids"] == {"Anna": 0, "Ben": 2, "Cara": 0}
    assert (result["over"], result["losers"], result["winner"]) == (True, ["Ben"], None)
    assert (result["out"], result["phase"]) == (["Anna", "Cara"], "swap")


@pytest.mark.parametrize(
    ("playoff", "phase"), [("all_equal", "playoff"), ("last_two_equal", "swap"), ("off", "swap")]
)
def test_the_playoff_begins_when_the_table_says(playoff: str, phase: str) -> None:
    """All three hold one lid when dealing ends (C42)."""
    facts = tell("63 lift:63 63 lift:63 63 lift:63")
    result = result_of(facts, preset="meiern_deckel", deckel_count=3, deckel_playoff=playoff)
    assert (set(result["lids"].values()), result["phase"]) == ({1}, phase)


def test_the_last_two_may_begin_the_playoff() -> None:
    """Two hold one lid each when dealing ends, the third is safe (3.14)."""
    facts = tell("63 lift:63 63 lift:63")
    rules: dict[str, Any] = {"preset": "meiern_deckel", "deckel_count": 2}
    assert result_of(facts, deckel_playoff="last_two_equal", **rules)["phase"] == "playoff"
    assert result_of(facts, deckel_playoff="off", **rules)["phase"] == "swap"


def test_the_pile_and_the_giver_give_only_what_they_have() -> None:
    """The last lid of a cost of two is all there is (C39, C40)."""
    last = last_of("63 lift:52 21 lift:65", preset="meiern_deckel", deckel_count=2)
    assert last["lost"] == {"Anna": 1}


def test_all_others_are_served_in_seat_order_until_nothing_is_left() -> None:
    """A shown Meyer with two lids on the pile: the first after the announcer take them (I1)."""
    rules: dict[str, Any] = {
        "preset": "meiern_deckel",
        "meyer_response": "auto_reveal",
        "meyer_reveal_losers": "all_others",
        "meyer_cost_true": 1,
        "deckel_count": 2,
        "players": ("Anna", "Ben", "Cara", "Dan"),
    }
    assert last_of("63 show:21", **rules)["lost"] == {"Cara": 1, "Dan": 1}
    assert last_of("63 64 show:21", **rules)["lost"] == {"Dan": 1, "Anna": 1}
    both = [
        *tell("63 lift:63 63 lift:52"),  # Ben 2, all dealt but one
        *tell("63 lift:52"),
        {"correct": {"round": 1, "player": "Anna", "lost": 3}},
    ]
    first = result_of(both, preset="meiern_deckel", deckel_count=3)["rounds"][0]
    assert first["lids"] == {"Anna": 2, "Ben": 1, "Cara": 0}


def test_rows_and_most_corrections_are_refused_with_lids() -> None:
    """Only the two sides of the exchange can be corrected; joining ends with the deal (I2)."""
    assert refused_at([{"row": {"Ben": 1}}], **LIDS) == 1
    fallen = tell("63 lift:63")
    assert refused_at([*fallen, {"correct": {"player": "Cara", "lost": 1}}], **LIDS) == 3
    moved = result_of(
        [
            *fallen,
            {"correct": {"player": "Ben", "lost": 0}},
            {"correct": {"player": "Anna", "lost": 2}},
        ],
        **LIDS,
    )
    assert (moved["lids"], moved["pile"]) == ({"Anna": 2, "Ben": 0, "Cara": 0}, 2)
    void = [*tell("63 void"), {"correct": {"player": "Anna", "lost": 1}}]
    assert refused_at(void, **LIDS) == 3
    assert refused_at([{"join": "Dan"}], **LIDS) is None
    dealt = tell("63 lift:63 63 lift:63 21 lift:21")
    assert refused_at([*dealt, {"join": "Dan"}], **LIDS) == 7


def test_who_leaves_puts_the_lids_on_the_pile() -> None:
    """His column stays, his lids go back (I2, K1)."""
    result = result_of([*tell("63 lift:63"), {"leave": "Ben"}], **LIDS)
    assert (result["lids"]["Ben"], result["pile"], result["out"]) == (0, 4, ["Ben"])
    assert result["standings"][-1] == ["Ben", "out"]


# --- rows, set, conflicts (J) --------------------------------------------------------------------


def test_a_row_is_a_round_by_hand() -> None:
    """Missing is nothing, capped at the lives left, the starter stays (J1, F2)."""
    last = last_of([*tell("63 lift:63"), {"row": {"Cara": 9}}])
    assert last == {
        "announced": None,
        "rolled": None,
        "verdict": "entered",
        "reason": "entered",
        "announcer": None,
        "challenger": None,
        "lost": {"Cara": 6},
        "lives": {"Anna": 6, "Ben": 5, "Cara": 0},
        "out": ["Cara"],
        "next_starter": "Ben",
    }
    out: list[Fact] = [{"row": {"Cara": 6}}]
    assert refused_at([*out, {"row": {"Cara": 1}}]) == 2
    assert refused_at([*out, {"row": {"Cara": 0}}]) is None
    assert refused_at([{"row": {"Dan": 0}}]) == 1


def test_a_set_reaches_back_to_the_first_round_but_moves_nobody() -> None:
    """Verdicts, costs and values of "higher" change; who acted and where rounds end do not (J4)."""
    facts = [
        *tell("66 higher lift:31"),
        *tell("63 lift:52"),
        {"set": {"little_meyer": True, "little_meyer_cost": 2}},
    ]
    before = result_of(facts[:-1], blind_raise=True)["rounds"]
    after = result_of(facts, blind_raise=True)["rounds"]
    assert [r["announced"] for r in before] == ["21", "63"]
    assert [r["announced"] for r in after] == ["31", "63"]
    assert (before[0]["verdict"], before[0]["lost"]) == ("bluff", {"Ben": 2})
    assert (after[0]["verdict"], after[0]["lost"]) == ("true", {"Cara": 2})
    assert after[0]["next_starter"] == "Cara"
    assert after[1]["announcer"] == before[1]["announcer"] == "Ben"


def test_an_open_round_goes_on_under_the_new_rules() -> None:
    """What was refused a moment ago is legal after the set (J4)."""
    facts = [*tell("63"), {"set": {"raise_rule": "equal_ok"}}, *tell("63")]
    assert refused_at(facts) is None


def _conflicts(facts: list[Fact], **how: Any) -> list[int]:
    return [conflict["fact"] for conflict in result_of(facts, **how)["conflicts"]]


def test_what_would_now_be_refused_is_listed_and_keeps_its_meaning() -> None:
    """An announcement that is now too low still stands (J5)."""
    facts = [*tell("63 63 lift:52"), {"set": {"raise_rule": "strict"}}]
    assert _conflicts(facts, raise_rule="equal_ok") == [2]
    assert last_of(facts, raise_rule="equal_ok")["announcer"] == "Ben"
    passed = [*tell("63 pass lift:52"), {"set": {"pass_unseen": "off"}}]
    assert _conflicts(passed) == [2]


def test_what_would_now_be_ruled_otherwise_is_listed_and_keeps_its_meaning() -> None:
    """A claim that lost as too low, and one that would now lose as too low (J5)."""
    lost = [*tell("63 63"), {"set": {"raise_rule": "equal_ok"}}]
    assert _conflicts(lost, illegal_claim="loses") == [2]
    assert "high enough" in result_of(lost, illegal_claim="loses")["conflicts"][0]["why"]
    assert last_of(lost, illegal_claim="loses")["verdict"] == "illegal"
    taken = [*tell("63 63 lift:52"), {"set": {"raise_rule": "strict"}}]
    rules: dict[str, Any] = {"illegal_claim": "loses", "raise_rule": "equal_ok"}
    assert _conflicts(taken, **rules) == [2]
    assert "too low" in result_of(taken, **rules)["conflicts"][0]["why"]
    assert last_of(taken, **rules)["verdict"] == "bluff"
    refused = [*tell("63 62"), {"set": {"illegal_claim": "refuse"}}]
    assert _conflicts(refused, illegal_claim="loses") == [2]


def test_who_is_out_by_then_is_listed_and_loses_nothing() -> None:
    """A round by somebody who is out now: named, kept, free of charge (J5)."""
    facts = [*tell("63 lift:52 63 lift:52 64 lift:64"), {"set": {"start_lives": 1}}]
    result = result_of(facts)
    assert [c["fact"] for c in result["conflicts"]] == [3, 5]
    assert [r["lost"] for r in result["rounds"]] == [{"Anna": 1}, {}, {"Ben": 1}]
    assert result["winner"] == "Cara"


def test_rounds_after_the_end_cost_nothing() -> None:
    """Play that would come after the end is listed fact by fact (J5)."""
    facts = [*tell("63 lift:52 63 lift:63"), {"set": {"start_lives": 1}}]
    result = result_of(facts, players=("Anna", "Ben"))
    assert [r["lost"] for r in result["rounds"]] == [{"Anna": 1}, {}]
    assert [c["fact"] for c in result["conflicts"]] == [3, 4]
    assert "over" in result["conflicts"][1]["why"]


def test_lives_that_could_no_longer_be_had_are_dropped() -> None:
    """A buy-back and a re-roll of lives that would be refused now give nothing (J5)."""
    back: list[Fact] = [{"row": {"Ben": 6}}, {"buy_back": "Ben"}, {"set": {"second_chance": False}}]
    result = result_of(back, second_chance=True)
    assert (result["lives"]["Ben"], len(result["sheet"]["rows"])) == (0, 1)
    assert [c["fact"] for c in result["conflicts"]] == [2]
    reroll = [*tell("63 lift:63"), {"reroll_lives": {"Ben": 2}}, {"set": {"life_reroll": "off"}}]
    result = result_of(reroll, **REROLL)
    assert (result["lives"]["Ben"], [c["fact"] for c in result["conflicts"]]) == (5, [3])


def test_rows_and_corrections_that_lids_refuse_move_none() -> None:
    """A match with rows turned into lids (J5)."""
    facts: list[Fact] = [
        {"row": {"Ben": 1}},
        *tell("63 lift:63"),
        {"correct": {"player": "Cara", "lost": 2}},
        {"set": {"score_mode": "deckel"}},
    ]
    result = result_of(facts)
    assert [c["fact"] for c in result["conflicts"]] == [1, 4]
    assert [r["lost"] for r in result["rounds"]] == [{}, {"Ben": 1}]
    assert result["pile"] == 11


def test_a_safe_player_loses_no_lid_and_a_leaver_keeps_his_meaning() -> None:
    """Under fewer lids the same play finds people safe, and the rest goes on (J5, K1)."""
    facts = [*tell("63 lift:63 63 lift:63 63 lift:63"), {"set": {"deckel_count": 2}}]
    result = result_of(facts, preset="meiern_deckel")
    assert result["lids"] == {"Anna": 0, "Ben": 1, "Cara": 1}
    assert [c["fact"] for c in result["conflicts"]] == [6]
    assert result["rounds"][-1]["lost"] == {}


def test_the_first_set_that_makes_no_sense_is_refused_by_its_number() -> None:
    """A set is a fact like any other: unknown names and values are refused (A2)."""
    assert refused_at([*tell("63"), {"set": {"start_live": 3}}]) == 2
    assert refused_at([{"set": {"start_lives": 0}}]) == 1


def test_undo_leaves_no_trace() -> None:
    """Several steps, any kind; facts keep their numbers in the file (J3, A2)."""
    facts = [*tell("63 lift:52"), {"set": {"start_lives": 3}}, *tell("undo undo undo")]
    assert result_of(facts) == result_of([])
    assert refused_at([*facts, *tell("63 62")]) == 8


# --- people (K) ----------------------------------------------------------------------------------


def test_joining_takes_the_last_seat_with_all_lives() -> None:
    """New columns are null before they were there (K1, L2)."""
    result = result_of([*tell("63 lift:63"), {"join": "Dan"}, *tell("63 lift:52")])
    assert result["sheet"] == {
        "players": ["Anna", "Ben", "Cara", "Dan"],
        "rows": [[0, 1, 0, None], [0, 1, 0, 0]],
    }
    assert result["rounds"][0]["lives"]["Dan"] == 6
    assert refused_at([{"join": "Ben"}]) == 1
    twelve = tuple(f"P{number}" for number in range(12))
    assert refused_at([{"join": "Dan"}], players=twelve) == 1
    assert refused_at([{"leave": "P3"}, {"join": "Dan"}], players=twelve) is None
    assert result_of([{"join": "Dan"}], score_mode="tally")["points"]["Dan"] == 0


def test_leaving_keeps_the_column_and_coming_back_the_lives() -> None:
    """The leaver is in ``out``, keeps his lives, and is no loser (K1)."""
    left = [*tell("63 lift:63"), {"leave": "Ben"}]
    result = result_of(left)
    assert (result["out"], result["lives"]["Ben"], result["losers"]) == (["Ben"], 5, [])
    assert result["standings"] == [["Anna", 6], ["Cara", 6], ["Ben", "out"]]
    assert result["rounds"][0]["next_starter"] == "Cara"
    back = result_of([*left, {"join": "Ben"}])
    assert (back["out"], back["lives"]["Ben"]) == ([], 5)
    assert back["sheet"]["players"] == list(ABC)
    assert refused_at([*left, {"leave": "Anna"}]) == 4
    assert refused_at([*left, {"leave": "Ben"}]) == 4
    assert refused_at([{"leave": "Dan"}]) == 1
    assert refused_at([{"row": {"Ben": 6}}, {"leave": "Ben"}]) is None


def test_a_new_order_moves_columns_and_turns() -> None:
    """Everybody at the table is named once; a leaver's column stays where it is."""
    result = result_of([{"order": ["Cara", "Ben", "Anna"]}, *tell("63")])
    assert result["sheet"]["players"] == ["Cara", "Ben", "Anna"]
    assert result["turn"] == "Cara"
    for order in (["Cara", "Ben"], ["Cara", "Ben", "Dan"], ["Cara", "Ben", "Ben"]):
        assert refused_at([{"order": order}]) == 1
    gone = result_of([{"join": "Dan"}, {"leave": "Ben"}, {"order": ["Dan", "Cara", "Anna"]}])
    assert gone["sheet"]["players"] == ["Dan", "Ben", "Cara", "Anna"]


def test_a_round_shows_what_came_before_the_next_one() -> None:
    """Joins, leaves and buy-backs after a round are in its lives, out and next starter (L1)."""
    facts = [
        *tell("63 lift:63"),
        {"leave": "Ben"},
        {"join": "Dan"},
        *tell("63 lift:52"),
        {"join": "Ben"},
    ]
    first, second = result_of(facts)["rounds"]
    assert (first["out"], first["next_starter"]) == (["Ben"], "Cara")
    assert set(first["lives"]) == {"Anna", "Ben", "Cara", "Dan"}
    assert (second["out"], second["next_starter"]) == ([], "Cara")


def test_the_sheet_has_a_dash_for_whoever_was_out() -> None:
    """Null for players not living when the row began (L2)."""
    facts = [{"row": {"Ben": 6}}, {"row": {"Cara": 1}}]
    assert result_of(facts)["sheet"]["rows"] == [[0, 6, 0], [0, None, 1]]
