"""Facts as JSON: what is read, what is written, and what is no fact."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pi_meyer.match.fact_codec import FactError, parse_fact, write_fact

# The catalogue of section 9: every kind of fact as it stands there.
CATALOGUE: list[dict[str, Any]] = [
    {"announce": "63"},
    {"announce": "higher"},
    {"pass": "same"},
    {"pass": "64"},
    {"lift": [5, 2]},
    {"announce": "21"},
    {"accept": True},
    {"announce": "kippe"},
    {"lift": "cocked"},
    {"allow": True},
    {"double": [2, 1]},
    {"concede": True},
    {"show": [2, 1]},
    {"said": "54", "by": "Ben", "lift": [6, 6], "lifted_by": "Cara"},
    {"said": "kippe", "by": "Ben", "lift": "cocked", "lifted_by": "Cara"},
    {"row": {"Ben": 3}},
    {"row": {}},
    {"correct": {"round": 2, "player": "Ben", "lost": 1}},
    {"correct": {"player": "Ben", "lost": 0}},
    {"set": {"meyer_cost_true": 1, "meyer_cost_false": 1}},
    {"buy_back": "Ben"},
    {"reroll_lives": {"Ben": 4}},
    {"void": "dice moved"},
    {"join": "Dan"},
    {"leave": "Anna"},
    {"order": ["Ben", "Anna", "Cara"]},
    {"undo": True},
]


@pytest.mark.parametrize("fact", CATALOGUE)
def test_every_fact_of_the_catalogue_is_read_and_written_back(fact: dict[str, Any]) -> None:
    """Reading and writing are inverse for each kind."""
    assert write_fact(parse_fact(fact)) == fact


NO_FACTS: list[tuple[object, str]] = [
    ("63", "a fact is an object with one action, not '63'"),
    (None, "not None"),
    ({}, "this one has none"),
    ({"anounce": "63"}, "no fact 'anounce'; did you mean 'announce'?"),
    ({"announce": "63", "lift": [6, 3]}, "one action, not announce and lift"),
    ({"announce": "63", "by": "Ben"}, "announce does not go with by"),
    ({"announce": 63}, "a roll is written like '63', not 63"),
    ({"announce": "36"}, "did you mean 63?"),
    ({"announce": None}, "not None"),
    ({"pass": "higher"}, "written like '63', not 'higher'"),
    ({"pass": "kippe"}, "written like '63', not 'kippe'"),
    ({"pass": True}, "not True"),
    ({"lift": [6]}, "dice are two numbers from 1 to 6 or 'cocked', not [6]"),
    ({"lift": [6, 6, 6]}, "dice are two numbers"),
    ({"lift": [6, 7]}, "dice are two numbers"),
    ({"lift": [0, 6]}, "dice are two numbers"),
    ({"lift": [6, True]}, "dice are two numbers"),
    ({"lift": [6.0, 3]}, "dice are two numbers"),
    ({"lift": "63"}, "dice are two numbers"),
    ({"double": None}, "dice are two numbers"),
    ({"show": {}}, "dice are two numbers"),
    ({"accept": False}, "accept is written as true, not False"),
    ({"allow": 1}, "allow is written as true, not 1"),
    ({"concede": "yes"}, "concede is written as true"),
    ({"undo": None}, "undo is written as true"),
    ({"void": True}, "void says why in words, not True"),
    ({"said": "54"}, "said needs by and lift and lifted_by as well"),
    ({"said": "54", "by": "A", "lift": [1, 2]}, "said needs lifted_by as well"),
    (
        {"said": "higher", "by": "A", "lift": [1, 2], "lifted_by": "B"},
        "written like '63', not 'higher'",
    ),
    ({"said": "54", "by": 1, "lift": [1, 2], "lifted_by": "B"}, "by needs a player's name"),
    ({"said": "54", "by": "A", "lift": [1, 2], "lifted_by": ""}, "lifted_by needs a player"),
    (
        {"said": "54", "by": "A", "lift": [1, 2], "lifted_by": "B", "when": 1},
        "said does not go with when",
    ),
    ({"by": "A"}, "no fact 'by'"),
    ({"row": [1]}, "row is an object of names and numbers, not [1]"),
    ({"row": {"Ben": -1}}, "row takes whole numbers from 0, not -1"),
    ({"row": {"Ben": 1.0}}, "row takes whole numbers from 0, not 1.0"),
    ({"row": {"Ben": True}}, "row takes whole numbers from 0, not True"),
    ({"row": {"Ben": 10**10}}, "row takes whole numbers from 0, not 10000000000"),
    ({"row": {" ": 1}}, "row needs a player's name, not ' '"),
    ({"reroll_lives": {}}, "reroll_lives needs a player and what the die shows"),
    ({"reroll_lives": {"Ben": 7}}, "whole numbers from 1 to 6, not 7"),
    ({"reroll_lives": {"Ben": 0}}, "whole numbers from 1 to 6, not 0"),
    ({"reroll_lives": 4}, "reroll_lives is an object of names and numbers"),
    ({"buy_back": None}, "buy_back needs a player's name, not None"),
    ({"join": ""}, "join needs a player's name, not ''"),
    ({"leave": 3}, "leave needs a player's name, not 3"),
    ({"order": "Ben"}, "order is a list of names, not 'Ben'"),
    ({"order": ["Ben", 3]}, "order needs a player's name, not 3"),
    ({"set": [1]}, "set is an object of settings, not [1]"),
    ({"correct": 1}, "correct is an object with round, player and lost, not 1"),
    ({"correct": {"player": "Ben"}}, "correct needs player and lost"),
    ({"correct": {"player": "Ben", "lost": 1, "why": "x"}}, "correct needs player and lost"),
    ({"correct": {"player": "Ben", "lost": -1}}, "lost takes whole numbers from 0"),
    ({"correct": {"player": "Ben", "lost": 1, "round": 0}}, "round takes whole numbers from 1"),
    ({"correct": {"player": "Ben", "lost": 1, "round": True}}, "round takes whole numbers"),
    ({"correct": {"player": 2, "lost": 1}}, "player needs a player's name"),
    ({"announce": "6" * 60}, "..."),
]


@pytest.mark.parametrize(("data", "why"), NO_FACTS)
def test_anything_else_is_no_fact_and_says_why(data: object, why: str) -> None:
    """The message names the fact's word and what would fit; long values are cut."""
    with pytest.raises(FactError, match=re.escape(why)) as caught:
        parse_fact(data)
    assert len(str(caught.value)) < 250


def test_a_message_shows_forty_letters_of_what_was_written() -> None:
    """Forty are shown whole, more are cut."""
    for length, shown in ((38, "'" + "x" * 38 + "'"), (39, "'" + "x" * 36 + "...")):
        with pytest.raises(FactError) as caught:
            parse_fact({"lift": "x" * length})
        assert str(caught.value).endswith(f"not {shown}")


def test_a_cell_holds_a_thousand_million_and_no_more() -> None:
    """The bound itself is taken."""
    assert write_fact(parse_fact({"row": {"Ben": 10**9}})) == {"row": {"Ben": 10**9}}
    with pytest.raises(FactError):
        parse_fact({"row": {"Ben": 10**9 + 1}})


def test_a_roll_that_is_none_is_told_with_the_codec_s_own_error() -> None:
    """A wrong value of any kind is a FactError, whatever noticed it."""
    with pytest.raises(FactError, match="36") as caught:
        parse_fact({"announce": "36"})
    assert caught.value.__cause__ is not None
