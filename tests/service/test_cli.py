"""The command line: one clear line and the right exit code for everything that goes wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pi_meyer.service.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def _one_line(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text


def test_a_replay_prints_the_result_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`replay FILE --json` rules on a recorded match."""
    file = tmp_path / "match.json"
    file.write_text('{"players": ["A", "B"], "facts": [{"announce": "63"}, {"lift": [5, 2]}]}')
    assert main(["replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lives"] == {"A": 5, "B": 6}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"players": ["A"]}', '{"players": ["A", "B"], "facts": [{"lift": 1}]}']
)
def test_a_file_that_is_no_match_ends_with_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Empty, torn, foreign or illegal: nothing on standard output, one line on standard error."""
    file = tmp_path / "match.json"
    file.write_text(text)
    assert main(["replay", str(file), "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert _one_line(said.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["run", "--headless"],
        ["run", "--settings", "/nowhere/settings.toml"],
        ["rules", "show", "cardzoo"],
        ["run", "--simulate", "--headless", "--script", "/nowhere/evening.jsonl"],
    ],
)
def test_the_users_mistakes_end_with_2_and_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong word, a missing file or an unknown preset is said in one line."""
    try:
        code = main(arguments)
    except SystemExit as left:
        code = int(str(left.code))
    assert code == 2
    assert _one_line(capsys.readouterr().err)


def test_without_any_screen_the_game_ends_with_1_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No display is the machine's fault, in one line."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    assert main(["run", "--simulate", "--data", str(tmp_path)]) == 1
    assert _one_line(capsys.readouterr().err)


def test_a_picture_that_is_none_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`read` says which file is no picture and goes on with the others."""
    file = tmp_path / "dice.jpg"
    file.write_text("no picture")
    assert main(["read", "--json", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert _one_line(said.err)
