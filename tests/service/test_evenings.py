"""Whole evenings against the whole box: simulated table, gate, reader, journal and screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pi_meyer.service.cli import main
from pi_meyer.service.script.player import Player
from pi_meyer.service.script.reading import read_script
from pi_meyer.service.script.world import World

EVENINGS = sorted((Path(__file__).parent / "evenings").glob("*.jsonl"))


@pytest.mark.parametrize("script", EVENINGS, ids=lambda path: path.stem)
def test_every_expectation_of_an_evening_holds(script: Path, tmp_path: Path) -> None:
    """The script is played to its end and all that it expects is so."""
    world = World(folder=tmp_path, seed=3)
    player = Player(world=world)
    player.play(read_script(script))
    world.box.close()
    world.host.journal.close()
    assert player.failures == []


def test_the_command_prints_one_result_object_and_writes_every_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command's output is the result of section 9 with timings and marks."""
    script = tmp_path / "short.jsonl"
    script.write_text(
        '{"seats": ["Anna", "Ben"]}\n{"shake": [6, 3]}\n{"tile": "63"}\n{"lift": true}\n'
        '{"shot": "ruling.png"}\n{"expect": {"rounds": [{"rolled": "63"}]}}\n',
        encoding="utf-8",
    )
    shots = tmp_path / "shots"
    code = main(
        [
            *("run", "--simulate", "--headless", "--script", str(script), "--seed", "5"),
            *("--shots", str(shots), "--json"),
        ]
    )
    printed = json.loads(capsys.readouterr().out)
    assert code == 0
    assert printed["timings_ms"]["lift_to_ruling"] == [600]
    assert printed["marks"] == [{"round": 1, "mark": "simulated"}]
    names = {path.name.partition("-")[2] for path in shots.glob("0*.png")}
    assert {"seats.png", "shake.png", "ready.png", "ruling.png"} <= names
    assert (shots / "ruling.png").exists()


def test_an_expectation_that_does_not_hold_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line and the difference are said on standard error."""
    script = tmp_path / "wrong.jsonl"
    script.write_text('{"seats": ["A", "B"]}\n{"expect": {"screen": "ruling"}}\n')
    assert main(["run", "--simulate", "--headless", "--script", str(script)]) == 1
    assert "Line 2: screen should be 'ruling' but is 'shake'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"seats": ["Anna"]}', "two to twelve"),
        ('{"seats": ["Anna", "Ben"], "preset": "cardzoo"}', "did you mean 'cardzo'"),
        ('{"seats": ["Anna", "Ben"], "settings": {"start_live": 3}}', "start_lives"),
        ('{"seats": ["Anna", "Ben"], "settings": {"start_lives": 13}}', "from 1 to 12"),
        ('{"seats": ["Anna", "Ben"], "language": "fr"}', "da, nb, de or en"),
        ('{"seats": ["Anna", "Ben"], "panel": "640x200"}', "no panel"),
    ],
)
def test_a_script_that_asks_for_the_impossible_ends_with_2(
    line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unknown presets, settings, languages and panels are the user's mistake, in one line."""
    script = tmp_path / "bad.jsonl"
    script.write_text(line + "\n", encoding="utf-8")
    assert main(["run", "--simulate", "--headless", "--script", str(script)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert said.err.count("\n") == 1


def test_a_folder_for_pictures_that_cannot_be_is_the_users_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file stands where the folder should be: one line that names it."""
    script = tmp_path / "fine.jsonl"
    script.write_text('{"seats": ["A", "B"]}\n', encoding="utf-8")
    arguments = ["run", "--simulate", "--headless", "--script", str(script)]
    assert main([*arguments, "--shots", str(script)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert str(script) in said.err
    assert said.err.count("\n") == 1


def test_an_unknown_rule_in_the_middle_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is the writer's mistake whether or not a match runs."""
    script = tmp_path / "bad.jsonl"
    script.write_text('{"seats": ["A", "B"]}\n{"set": {"start_livez": 3}}\n', encoding="utf-8")
    assert main(["run", "--simulate", "--headless", "--script", str(script)]) == 2
    assert "start_lives" in capsys.readouterr().err
