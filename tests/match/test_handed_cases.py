"""The handed cases that describe play, each told again in the replay format.

The words of a case are read here; its rulings are not. Cases that no replay can hold (a bot that
answers late, a camera that sees one die) are named below with the reason.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from pi_meyer.match.replay import ReplayError, read_match

if TYPE_CHECKING:
    from pathlib import Path

Fact = dict[str, Any]

NOT_PLAY = {
    "bots-late-announce": "a bot's time limit",
    "bots-invalid": "a bot's protocol",
    "single-die": "what the camera sees, not what people do",
}

SAYS = re.compile(r"(?:announcer|\w+) claims (\d\d)$")
DICE = re.compile(r"dice:? (\d)(?:,| and) ?(\d)")


def _handed(shared: Path, name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((shared / "cases" / name).read_text())
    return cases


def _replay(facts: list[Fact], settings: dict[str, Any], players: list[str]) -> dict[str, Any]:
    settings = dict(settings)
    preset = settings.pop("preset", "cardzo")
    return read_match(
        {"preset": preset, "settings": settings, "players": players, "facts": facts}
    ).result()


def _dice(text: str) -> object:
    found = DICE.search(text)
    return [int(found[1]), int(found[2])] if found else "cocked"


def _challenge(case: dict[str, Any]) -> list[Fact]:
    """Read "announcer claims 53; next player lifts; dice: 5 and 2" and its relatives."""
    first, second, third = case["events"]
    dice = _dice(third) if third != "both dice lie flat" else [5, 2]
    if first == "announcer says Kippe":
        return [{"announce": "kippe"}, {"lift": dice}]
    if "which stands as" in first:
        stands_as = first.rsplit(" ", 1)[1]
        below = stands_as if case["settings"].get("preset") == "meyer_dansk_app" else "51"
        assert below == "51" or stands_as == "63"
        return [{"announce": below}, {"announce": "higher"}, {"lift": dice}]
    said = SAYS.match(first)
    assert said, first
    if second == "the dice are shown at once":
        return [{"announce": said[1]}, {"show": dice}]
    how = "double" if "double stake" in second else "lift"
    assert how == "double" or second == "next player lifts"
    return [{"announce": said[1]}, {how: dice}]


def _context(case: dict[str, Any]) -> tuple[list[str], list[Fact]]:
    """Who plays, and what happened before: so many alive, so many losses earlier."""
    context = case.get("context", "")
    players = ["Anna", "Ben"] if context.startswith("2 players") else ["Anna", "Ben", "Cara"]
    earlier = 3 if context.startswith("3 losses") else 0
    return players, [{"row": {"Cara": 1}}] * earlier


SPECIAL: dict[str, tuple[list[Fact], dict[str, Any]]] = {
    # id -> facts, and what of the last round's result is expected
    "look-then-blind": (
        [{"announce": "42"}, {"announce": "higher"}, {"lift": [6, 6]}],
        {"announced": "42", "verdict": "true", "lost": {"Anna": 1}},
    ),
    "s1-concede": (
        [{"announce": "54"}, {"concede": True}],
        {"verdict": "conceded", "lost": {"Ben": 1}},
    ),
    "pass-at-raise": (
        [{"announce": "61"}, {"pass": "64"}, {"lift": [6, 5]}],
        {"verdict": "true", "lost": {"Cara": 1}},
    ),
    "pass-responsible-true": (
        [{"announce": "63"}, {"pass": "same"}, {"lift": [6, 4]}],
        {"verdict": "true", "lost": {"Cara": 1}},
    ),
    "mia-accept": (
        [{"announce": "21"}, {"accept": True}],
        {"verdict": "accepted", "lost": {"Ben": 1}},
    ),
    "s3-accept-meier": (
        [{"announce": "21"}, {"accept": True}],
        {"verdict": "accepted", "lost": {"Ben": 1}, "rolled": None},
    ),
    "s2-accept-meyer": (
        [{"announce": "21"}, {"accept": True}],
        {"verdict": "accepted", "lost": {}, "rolled": None, "next_starter": "Ben"},
    ),
}
REFUSED: dict[str, list[Fact]] = {
    "s2-forced-lift": [{"announce": "21"}, {"accept": True}],
    "open-cannot-lift": [{"lift": [5, 2]}],
}


def test_every_handed_challenge_comes_out_as_it_says(shared: Path) -> None:
    """Each case of b_challenges.json, but the named ones that are no play."""
    told_apart = {"pass-round-the-table", "s3-kippe-reroll", "after-own-roll-no-lift"}
    for case in _handed(shared, "b_challenges.json"):
        name = case["id"]
        if name in NOT_PLAY or name in told_apart:
            continue
        players, before = _context(case)
        if name in REFUSED:
            with pytest.raises(ReplayError):
                _replay(REFUSED[name], case["settings"], players)
            continue
        if name in SPECIAL:
            facts, expected = SPECIAL[name]
            players = ["Anna", "Ben"] if name == "look-then-blind" else players
            last = _replay(facts, case["settings"], players)["rounds"][-1]
            assert {key: last[key] for key in expected} == expected, name
            continue
        facts = _challenge(case)
        last = _replay([*before, *facts], case["settings"], players)["rounds"][-1]
        _check_challenge(case, last)


def _check_challenge(case: dict[str, Any], last: dict[str, Any]) -> None:
    expected = case["expected"]
    announcer, challenger = last["announcer"], last["challenger"]
    others = {p for p in ("Anna", "Ben", "Cara") if p != announcer}
    who = {
        "announcer": {announcer},
        "challenger": {challenger},
        "all_others": others,
        "nobody": set(),
    }[expected["loser"]]
    assert set(last["lost"]) == who, case["id"]
    cost = expected.get("lives_lost", expected.get("lids"))
    assert all(lost == cost for lost in last["lost"].values()), case["id"]
    assert last["verdict"] == expected.get("verdict", last["verdict"]), case["id"]


def test_a_cup_that_went_round_the_table_may_be_lifted_raised_or_passed_again() -> None:
    """pass-round-the-table: back with the original roller, all three answers are open."""
    passed: list[Fact] = [{"announce": "66"}, *[{"pass": "same"}] * 3]
    players = ["Anna", "Ben", "Cara", "Dan"]
    answers: list[Fact] = [{"lift": [6, 6]}, {"announce": "21"}, {"pass": "same"}]
    for answer in answers:
        _replay([*passed, answer], {}, players)
    lifted = _replay([*passed, {"lift": [6, 6]}], {}, players)["rounds"][0]
    assert (lifted["announcer"], lifted["challenger"]) == ("Dan", "Anna")


def test_an_allowed_kippe_is_rolled_again_by_the_same_player() -> None:
    """s3-kippe-reroll: nobody loses, 52 keeps standing, the announcer rolls again."""
    facts: list[Fact] = [{"announce": "52"}, {"announce": "kippe"}, {"allow": True}]
    settings = {"preset": "meiern_deckel"}
    result = _replay(facts, settings, ["Anna", "Ben", "Cara"])
    assert (result["rounds"], result["turn"]) == ([], "Ben")
    assert result["open"] == {"announced": "52", "announcer": "Anna"}
    with pytest.raises(ReplayError, match="52 is too low over 52"):
        _replay([*facts, {"announce": "52"}], settings, ["Anna", "Ben", "Cara"])


def test_after_an_own_roll_there_is_no_lift_of_it() -> None:
    """after-own-roll-no-lift: having announced, only the next player may lift."""
    facts: list[Fact] = [{"announce": "42"}, {"announce": "53"}, {"lift": [5, 3]}]
    last = _replay(facts, {}, ["A", "B", "C"])["rounds"][0]
    assert (last["announcer"], last["challenger"]) == ("B", "C")


def test_every_handed_next_starter_comes_out_as_it_says(shared: Path) -> None:
    """Each case of b2_next_starter.json."""
    for case in _handed(shared, "b2_next_starter.json"):
        facts: list[Fact] = [{"announce": "63"}, {"lift": _dice(case["events"][2])}]
        last = _replay(facts, case["settings"], ["Anna", "Ben", "Cara"])["rounds"][0]
        assert list(last["lost"]) == [case["expected"]["loser"]], case["id"]
        assert last["next_starter"] == case["expected"]["next_starter"], case["id"]


def _facts_of_round(event: str) -> list[Fact]:
    """Read one numbered line of c_matches.json, clause by clause."""
    text = event.split(". ", 1)[1]
    facts: list[Fact] = []
    for clause in text.split("; "):
        if clause.endswith("believed"):
            facts += [{"announce": value} for value in re.findall(r"\w+ (\d\d)", clause)]
        elif said := re.search(r"claims (\d\d)$", clause):
            facts.append({"announce": said[1]})
        elif "says Höher" in clause:
            facts.append({"announce": "higher"})
        elif clause.endswith("accepts"):
            facts.append({"accept": True})
        elif clause.startswith("dice"):
            shown = "shown at once" in text
            facts.append({"show" if shown else "lift": _dice(clause)})
    return facts


@pytest.mark.parametrize(
    "name",
    [
        "cardzo-worked-example-as-cup-rounds",
        "last-life-meyer-overkill",
        "final-two-double",
        "norsk-two-players-to-the-end",
        "first-out-loses",
        "hoeher-drink-tally",
    ],
)
def test_handed_matches_come_out_step_by_step(shared: Path, name: str) -> None:
    """Verdict, loser, cost, lives and next starter of every round, and how the match ends."""
    (case,) = [c for c in _handed(shared, "c_matches.json") if c["id"] == name]
    facts = [fact for event in case["events"] for fact in _facts_of_round(event)]
    result = _replay(facts, case["settings"], case["players"])
    steps = case["expected"]["steps"]
    assert len(result["rounds"]) == len(steps)
    for step, played in zip(steps, result["rounds"], strict=True):
        assert played["verdict"] == step["verdict"]
        assert played["next_starter"] == step["next_starter"]
        scores = "tally" if "tally" in step else "lives"
        assert played["points" if scores == "tally" else "lives"] == step[scores]
        losers = set(played["lost"])
        if step["loser"] == "all_others":
            assert losers == set(case["players"]) - {played["announcer"]}
        else:
            assert losers == ({step["loser"]} if step["lost"] else set())
        assert all(lost == step["lost"] for lost in played["lost"].values())
    _check_end(result, case["expected"])


def _check_end(result: dict[str, Any], expected: dict[str, Any]) -> None:
    assert result["over"] is expected["match_over"]
    ended = expected["result"]
    if ended is not None and ended.startswith("loser:"):
        assert (result["winner"], result["losers"]) == (None, [ended.removeprefix("loser:")])
    else:
        assert (result["winner"], result["losers"]) == (ended, [])


def test_the_worked_example_comes_out_as_hand_entered_rows(shared: Path) -> None:
    """The sheet of seed S0, row by row, with its standings and a match still running."""
    (case,) = [
        c for c in _handed(shared, "c_matches.json") if c["id"] == "cardzo-worked-example-as-ledger"
    ]
    rows = []
    for event in case["events"]:
        cells = re.findall(r"(\w+) (\d+|-)(?:,|$)", event.split(" - ")[1])
        rows.append({"row": {name: int(lost) for name, lost in cells if lost != "-"}})
    result = _replay(rows, case["settings"], ["Anna", "Ben", "Cara", "Dan"])
    for told, played in zip(case["expected"]["after_each_row"], result["rounds"], strict=True):
        assert (played["lives"], played["out"]) == (told["lives"], told["out"])
    assert result["standings"] == case["expected"]["standings"]
    assert result["over"] is case["expected"]["match_over"]
    assert result["sheet"]["rows"][5:] == [[2, None, 0, 0], [1, None, 0, 1]]


def test_a_setting_changed_in_the_middle_counts_from_the_beginning(shared: Path) -> None:
    """settings-change-mid-match: a Meyer at two becomes a Meyer at one, at once."""
    (case,) = [
        c for c in _handed(shared, "c_matches.json") if c["id"] == "settings-change-mid-match"
    ]
    meyer: list[Fact] = [{"announce": "21"}, {"lift": [2, 1]}]
    change = {"set": {"meyer_cost_true": 1, "meyer_cost_false": 1}}
    before = _replay(meyer, {}, ["Anna", "Ben"])["lives"]["Ben"]
    after = _replay([*meyer, change], {}, ["Anna", "Ben"])["lives"]["Ben"]
    assert before == case["expected"]["ben_lives_before"]
    assert after == case["expected"]["ben_lives_after"]


def test_lives_are_derived_from_what_was_lost(shared: Path) -> None:
    """derived-lives: 6 - 2 - 1 = 3."""
    (case,) = [c for c in _handed(shared, "c_matches.json") if c["id"] == "derived-lives"]
    facts: list[Fact] = [
        {"announce": "21"},
        {"lift": [2, 1]},
        {"announce": "63"},
        {"lift": [5, 2]},
    ]
    assert _replay(facts, {}, ["Anna", "Ben"])["lives"]["Ben"] == case["expected"]["lives"]


# The bots count the winners' points, the box counts lost rounds: whoever scores 1 there lost
# nothing here. Lifting before any roll (their third match) is refused instead of punished (C49).
BOT_MATCHES: list[tuple[list[str], list[Fact], set[str]]] = [
    (["client1", "client2"], [{"announce": "66"}, {"lift": [6, 6]}], {"client1"}),
    (["client1", "client2"], [{"announce": "66"}, {"lift": [4, 4]}], {"client2"}),
    (["client1", "client2", "client3"], [{"announce": "21"}, {"show": [2, 1]}], {"client1"}),
    (
        ["client1", "client2", "client3"],
        [{"announce": "21"}, {"show": [3, 1]}],
        {"client2", "client3"},
    ),
]


def test_bot_matches_have_the_same_winners(shared: Path) -> None:
    """maexchen-bot-scores: those who keep the point there lose nothing here."""
    (case,) = [c for c in _handed(shared, "c_matches.json") if c["id"] == "maexchen-bot-scores"]
    scores = [score for score in case["expected"]["scores"] if isinstance(score, dict)]
    for (players, facts, winners), told in zip(BOT_MATCHES, scores, strict=True):
        result = _replay(facts, case["settings"], players)
        assert {p for p, points in result["points"].items() if points == 0} == winners
        assert {p for p, point in told.items() if point} == winners
    with pytest.raises(ReplayError, match="lift is not possible"):
        _replay([{"lift": [1, 1]}], case["settings"], ["client1", "client2"])


def test_the_cases_left_out_are_only_those_named() -> None:
    """Three cases are no play; each has its reason here."""
    assert set(NOT_PLAY) == {"bots-late-announce", "bots-invalid", "single-die"}
