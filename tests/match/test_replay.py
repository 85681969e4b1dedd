"""Replay files: what is read, what is refused by name, versions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pi_meyer.match import replay
from pi_meyer.match.replay import ReplayError, parse_match, read_match, write_match
from tests.match.told import ABC, match_of, tell

GOOD: dict[str, Any] = {"players": list(ABC), "facts": [{"announce": "63"}]}

BAD: list[tuple[object, str]] = [
    ([], "one object with players and facts"),
    (None, "one object with players and facts"),
    ({}, "needs players"),
    ({"players": ["A", "B"]}, "needs facts"),
    ({**GOOD, "facts": {}}, "facts is a list"),
    ({**GOOD, "setings": {}}, "no 'setings'; did you mean 'settings'?"),
    ({**GOOD, "preset": "cardz"}, "no preset 'cardz'; did you mean 'cardzo'?"),
    ({**GOOD, "preset": 1}, "preset is a name, not 1"),
    ({**GOOD, "settings": []}, "settings is an object"),
    ({**GOOD, "settings": {"start_lives": 13}}, "start_lives is a whole number from 1 to 12"),
    ({**GOOD, "settings": {"preset": "cardzo"}}, "no setting 'preset'"),
    ({**GOOD, "players": "AB"}, "players is a list of names"),
    ({**GOOD, "players": [1, 2]}, "players is a list of names"),
    ({**GOOD, "players": ["A"]}, "2 to 12 can play, not 1"),
    ({**GOOD, "players": [str(n) for n in range(13)]}, "2 to 12 can play, not 13"),
    ({**GOOD, "players": ["A", "A"]}, "a name of their own"),
    ({**GOOD, "players": ["A", ""]}, "needs a name"),
    ({**GOOD, "players": ["A", "  "]}, "needs a name"),
    ({**GOOD, "version": 2}, "version 2; this program reads up to version 1"),
    ({**GOOD, "version": 0}, "version is a whole number from 1, not 0"),
    ({**GOOD, "version": True}, "version is a whole number from 1, not True"),
    ({**GOOD, "version": "1"}, "version is a whole number from 1, not '1'"),
]


@pytest.mark.parametrize(("data", "why"), BAD)
def test_a_bad_replay_is_refused_by_name(data: object, why: str) -> None:
    """No fact is to blame, and the sentence says what is wrong."""
    with pytest.raises(ReplayError, match=why.replace("?", r"\?")) as caught:
        read_match(data)
    assert caught.value.fact is None


@pytest.mark.parametrize("text", ["", "{", "nonsense", '{"players": ["A', "[" * 100_000])
def test_torn_text_is_no_replay(text: str) -> None:
    """Empty, torn or foreign text is refused in one sentence."""
    with pytest.raises(ReplayError, match="This is no JSON") as caught:
        parse_match(text)
    assert caught.value.fact is None


@pytest.mark.parametrize(
    ("facts", "number", "why"),
    [
        ([{"announce": "63"}, {"announce": "62"}], 2, "62 is too low over 63; legal now for Ben"),
        ([{"announce": "63"}, {"anounce": "62"}, {"lift": 1}], 2, "did you mean 'announce'"),
        ([{"undo": True}], 1, "nothing to undo"),
        ([{"set": {"start_live": 1}}], 1, "did you mean 'start_lives'"),
    ],
)
def test_the_first_fact_that_is_refused_is_named(
    facts: list[dict[str, Any]], number: int, why: str
) -> None:
    """Its number is counted in the file, the sentence says what would have been legal."""
    with pytest.raises(ReplayError, match=why) as caught:
        read_match({**GOOD, "facts": facts})
    assert caught.value.fact == number


def test_a_replay_may_leave_out_preset_settings_and_version() -> None:
    """A missing preset is cardzo (A1)."""
    match = parse_match(json.dumps(GOOD))
    assert (match.preset, dict(match.settings), match.players) == ("cardzo", {}, ABC)


def test_what_is_written_has_the_version_beside_the_preset() -> None:
    """An export is a replay of version 1, without what was undone."""
    match = match_of([*tell("63 64 undo lift:52"), {"set": {"start_lives": 3}}], start_lives=5)
    assert write_match(match) == {
        "version": 1,
        "preset": "cardzo",
        "settings": {"start_lives": 5},
        "players": list(ABC),
        "facts": [{"announce": "63"}, {"lift": [5, 2]}, {"set": {"start_lives": 3}}],
    }


def test_an_older_version_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step from one version to the next is applied in turn."""

    def from_1(old: dict[str, object]) -> dict[str, object]:
        return {**old, "facts": [*old["facts"], {"announce": "64"}]}  # type: ignore[misc]

    def from_2(old: dict[str, object]) -> dict[str, object]:
        return {**old, "facts": [*old["facts"], {"announce": "65"}]}  # type: ignore[misc]

    monkeypatch.setattr(replay, "VERSION", 3)
    monkeypatch.setattr(replay, "UPCASTS", {1: from_1, 2: from_2})
    assert read_match({**GOOD, "version": 1}).table.standing == "65"
    with pytest.raises(ReplayError, match="65 is too low over 65"):
        read_match({**GOOD, "version": 2, "facts": [{"announce": "65"}]})
