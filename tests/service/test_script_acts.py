"""Acts of the evening script that come early, late, twice or against the box."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.match.views import SCREEN_OF
from pi_meyer.service.script.player import Player
from pi_meyer.service.script.reading import read_script
from pi_meyer.service.script.world import World

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

THREE = {"seats": ["Anna", "Ben", "Cara"]}
LIFT = {"lift": True}


class Stand:
    """Plays lines against the whole box and tells what came of them."""

    def __init__(self, folder: Path) -> None:
        self._script = folder / "script.jsonl"
        self.world = World(folder=folder, seed=3)
        self.player = Player(world=self.world)

    def play(self, *lines: Mapping[str, object]) -> Stand:
        self._script.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        self.player.play(read_script(self._script))
        return self

    @property
    def screen(self) -> str:
        return SCREEN_OF[type(self.world.view)].value

    @property
    def rounds(self) -> list[dict[str, Any]]:
        found = self.player.result()["rounds"]
        assert isinstance(found, list)
        return found

    @property
    def marks(self) -> list[object]:
        found = self.player.result()["marks"]
        assert isinstance(found, list)
        return [mark for mark in found if mark["mark"] != "simulated"]


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    """A box on a fresh folder."""
    found = Stand(tmp_path)
    yield found
    found.world.box.close()
    found.world.host.journal.close()


def test_words_given_before_the_lift_correct_what_was_tracked(stand: Stand) -> None:
    """The table may say otherwise than was touched, and no later round hears of it."""
    stand.play(THREE, {"shake": [5, 2]}, {"tile": "63"}, {"said": "52", "by": "Ben"}, LIFT)
    assert stand.rounds[-1]["announced"] == "52"
    assert stand.rounds[-1]["announcer"] == "Ben"
    assert stand.marks == [{"round": 1, "mark": "corrected"}]
    stand.play({"wait_s": 12}, {"shake": [6, 5]}, LIFT)
    assert stand.screen == "said"


def test_one_corrected_word_leaves_the_other(stand: Stand) -> None:
    """Only who said it was wrong: what was said stays."""
    stand.play(THREE, {"shake": [5, 2]}, {"tile": "63"}, LIFT, {"by": "Ben"})
    assert (stand.rounds[-1]["announced"], stand.rounds[-1]["announcer"]) == ("63", "Ben")
    stand.play({"said": "51"})
    assert (stand.rounds[-1]["announced"], stand.rounds[-1]["announcer"]) == ("51", "Ben")


def test_the_same_words_once_more_correct_nothing(stand: Stand) -> None:
    """What is said twice is no correction and leaves no mark."""
    answer: dict[str, object] = {"said": "63", "by": "Anna"}
    stand.play(THREE, {"shake": [5, 2]}, LIFT, answer, answer)
    assert len(stand.rounds) == 1
    assert stand.marks == []


def test_a_tile_touched_twice_in_a_row_counts_twice(stand: Stand) -> None:
    """Two people pass the cup on with the same word."""
    stand.play(THREE, {"shake": [6, 3]}, {"tile": "63"}, {"tile": "same"}, {"tile": "same"}, LIFT)
    assert stand.rounds[-1]["announcer"] == "Cara"


def test_other_people_may_sit_down_in_the_middle(stand: Stand) -> None:
    """A second line of seats ends the running match and begins another."""
    stand.play(THREE, {"shake": [5, 2]}, {"tile": "63"}, {"seats": ["Xenia", "Yrsa"]})
    assert stand.screen == "shake"
    assert stand.player.result()["lives"] == {"Xenia": 6, "Yrsa": 6}


def test_an_ended_match_is_still_told(stand: Stand) -> None:
    """The result after END is that of the match that was ended."""
    stand.play(THREE, {"shake": [5, 2]}, {"tile": "63"}, LIFT, {"menu": "end"})
    assert stand.screen == "idle"
    assert stand.rounds[-1]["rolled"] == "52"


def test_a_correction_is_marked_at_the_round_it_corrects(stand: Stand) -> None:
    """Not at the round that is being played meanwhile."""
    stand.play(THREE, {"shake": [5, 2]}, {"tile": "63"}, LIFT, {"shake": [6, 3]}, {"tile": "63"})
    stand.play({"correct": {"player": "Ben", "lost": 2}})
    assert stand.marks == [{"round": 1, "mark": "corrected"}]


@pytest.mark.parametrize("way", [{"key": "4"}, {"enter": [4]}, {"tile": "4"}], ids=str)
def test_new_lives_are_one_face_by_key_and_by_touch(stand: Stand, way: dict[str, object]) -> None:
    """The re-roll of lives is made with one die."""
    table: dict[str, object] = {
        **THREE,
        "preset": "meyer_dansk_app",
        "settings": {"start_lives": 4},
    }
    stand.play(table, {"shake": [5, 2]}, {"tile": "63"}, LIFT, {"wait_s": 12})
    assert stand.screen == "enter"
    stand.play(way)
    assert stand.player.result()["lives"] == {"Anna": 4, "Ben": 4, "Cara": 4}
    assert stand.screen == "shake"


@pytest.mark.parametrize(
    "line",
    [
        {"touch": ["a", 2]},
        {"touch": [1]},
        {"touch": [1e300, 2]},
        {"wait_s": 1e12},
        {"wait_s": -1},
        {"wait_s": float("nan")},
        {"button": 1e12},
        {"shot": ".."},
        {"set": {"nonsense": 1}},
        {"enter": [7]},
    ],
    ids=str,
)
def test_a_line_that_means_nothing_is_the_writers_mistake(
    stand: Stand, line: dict[str, object]
) -> None:
    """Before any harm is done; no line can hang the box for years either."""
    with pytest.raises(SettingsError):
        stand.play(line)


def test_with_camera_touch_and_disk_gone_the_keys_still_play(stand: Stand) -> None:
    """The sleeping camera's screen takes no key that the game needs."""
    stand.play(THREE, {"camera": "lost"}, {"touch": "dead"}, {"disk": "full"})
    assert stand.screen == "asleep"
    stand.play({"key": "6"}, {"key": "3"}, LIFT, {"key": "5"}, {"key": "2"}, {"wait_s": 1})
    assert stand.screen == "ruling"
    assert (stand.rounds[-1]["announced"], stand.rounds[-1]["rolled"]) == ("63", "52")


def test_a_power_cut_while_the_table_reads_the_dice_asks_for_them_again(stand: Stand) -> None:
    """The lift is in the journal although the camera slept, and so is the mark."""
    stand.play(THREE, {"camera": "freeze"}, {"tile": "63"}, LIFT)
    assert stand.screen == "enter"
    stand.play({"power": "cut"})
    assert stand.screen == "enter"
    stand.play({"enter": [5, 2]})
    assert stand.rounds[-1]["verdict"] == "bluff"
    assert stand.marks == [
        {"round": 1, "mark": "camera"},
        {"round": 1, "mark": "entered_by_hand"},
    ]


def test_a_contact_that_sticks_leaves_no_menu_behind(stand: Stand) -> None:
    """Nobody held the button: the menu it opened goes when the box knows it."""
    stand.play(THREE, {"button": "stuck"}, {"wait_s": 30})
    assert stand.screen == "shake"


def test_a_lift_takes_no_more_of_the_rulings_time_than_it_must(stand: Stand) -> None:
    """Where nothing is asked the ruling can still be seen for some seconds."""
    stand.play(THREE, {"shake": [5, 2]}, {"tile": "63"}, LIFT, {"wait_s": 2.5})
    assert stand.screen == "ruling"


def test_under_the_cup_lift_lifts_whatever_place_is_open(stand: Stand) -> None:
    """A menu that somebody opened is in nobody's way (product.md, Inputs)."""
    stand.play(THREE, {"shake": [5, 2]}, {"tile": "63"}, {"menu": "settings"}, LIFT)
    assert stand.screen == "ruling"
    assert stand.marks == []


def test_the_keys_lead_out_of_the_seats_of_a_running_match(stand: Stand) -> None:
    """Escape goes back to the menu and from there to the table."""
    stand.play(THREE, {"menu": "seats"}, {"key": "+"})
    assert stand.screen == "seats"
    stand.play({"key": "escape"}, {"key": "escape"}, {"key": "escape"})
    assert stand.screen == "shake"
    assert stand.player.result()["lives"] == {"Anna": 6, "Ben": 6, "Cara": 6, "D": 6}
