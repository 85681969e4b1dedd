"""``pi-meyer replay``: files, standard input, errors in one line, and how little it loads."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pi_meyer.service.cli_replay import main, run_replay

ROOT = Path(__file__).resolve().parents[2]
GOOD: dict[str, Any] = {
    "players": ["Anna", "Bjørn"],
    "facts": [{"announce": "63"}, {"lift": [5, 2]}],
}


def _file(folder: Path, content: bytes | str) -> str:
    path = folder / "match.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def test_a_file_is_replayed_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The result object, on one line, exit code 0."""
    assert run_replay(_file(tmp_path, json.dumps(GOOD)), as_json=True) == 0
    printed = capsys.readouterr()
    result = json.loads(printed.out)
    assert (result["lives"], printed.err) == ({"Anna": 5, "Bjørn": 6}, "")
    assert set(result) == {
        "rounds",
        "sheet",
        "lives",
        "out",
        "standings",
        "over",
        "winner",
        "losers",
        "conflicts",
        "open",
        "turn",
    }
    assert set(result["rounds"][0]) == {
        "announced",
        "rolled",
        "verdict",
        "reason",
        "announcer",
        "challenger",
        "lost",
        "lives",
        "out",
        "next_starter",
    }


def test_a_file_is_replayed_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounds and sheet for people."""
    assert run_replay(_file(tmp_path, json.dumps(GOOD)), as_json=False) == 0
    assert "Anna said 63, Bjørn stood against it, dice 52" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "This is no JSON"),
        (b"{", "This is no JSON"),
        (b"hello", "This is no JSON"),
        (b"[1]", "A replay is one object"),
        (b"\xff\xfe\x00", "This is no UTF-8 text"),
        (b'{"players": ["A"], "facts": []}', "2 to 12 can play"),
        (b'{"players": ["A", "B"], "facts": [{"lift": [1, 1]}]}', "fact 1: lift is not possible"),
        (b'{"players": ["A", "B"], "facts": [{"announce": "63"}, 7]}', "fact 2: a fact is"),
        (b'{"players": ["A", "B\\n"], "facts": [{"leave": "B\\n"}]}', "fact 1: B cannot leave"),
    ],
)
def test_a_bad_file_ends_with_one_line_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, why: str
) -> None:
    """Exit code 2, nothing on standard output, no traceback."""
    assert run_replay(_file(tmp_path, content), as_json=True) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(why)
    assert printed.err.count("\n") == 1


def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Missing files and folders: one line, exit code 2."""
    for path in (tmp_path / "missing.json", tmp_path):
        assert run_replay(str(path), as_json=True) == 2
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n")) == ("", 1)
        assert str(path) in printed.err


def test_a_byte_order_mark_is_no_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files from editors that write one are read all the same."""
    assert run_replay(_file(tmp_path, b"\xef\xbb\xbf" + json.dumps(GOOD).encode()), True) == 0
    assert json.loads(capsys.readouterr().out)["over"] is False


class _Input:
    """Standard input with bytes in it."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def _lines(
    content: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[Any]:
    monkeypatch.setattr(sys, "stdin", _Input(content))
    assert run_replay("-", as_json=True) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_standard_input_gives_one_answer_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Results and errors in the order of the lines, exit code 0."""
    bad = {**GOOD, "facts": [{"announce": "63"}, {"announce": "62"}]}
    content = b"\n".join(
        [json.dumps(GOOD).encode(), json.dumps(bad).encode(), b"torn {", b"", b"\xff", b"{}"]
    )
    first, second, third, fourth, fifth, sixth = _lines(content, monkeypatch, capsys)
    assert first["lives"]["Anna"] == 5
    assert second["error"]["fact"] == 2
    assert "62 is too low over 63" in second["error"]["why"]
    for answer in (third, fourth, fifth, sixth):
        assert answer["error"]["fact"] is None
        assert answer["error"]["why"]


def test_standard_input_can_be_answered_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --json: text, and errors as a line."""
    monkeypatch.setattr(sys, "stdin", _Input(json.dumps(GOOD).encode() + b"\n[]\n"))
    assert run_replay("-", as_json=False) == 0
    printed = capsys.readouterr().out
    assert "The match is still running." in printed
    assert printed.endswith("A replay is one object with players and facts.\n")


def test_letters_that_a_terminal_lacks_are_spelled_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name with a lone surrogate, and a terminal that knows only ASCII."""
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    odd = json.dumps({**GOOD, "players": ["Anna", "\ud800ø"]})
    assert run_replay(_file(tmp_path, odd), as_json=False) == 0
    assert run_replay(_file(tmp_path, odd), as_json=True) == 0
    terminal.flush()
    assert isinstance(terminal.buffer, io.BytesIO)
    assert b"\\ud800\\xf8" in terminal.buffer.getvalue()


def test_the_command_runs_by_itself_and_loads_no_camera_or_screen(tmp_path: Path) -> None:
    """``python -m`` works, and neither cv2, numpy nor pygame is imported for it."""
    path = _file(tmp_path, json.dumps(GOOD))
    script = (
        "import runpy, sys; sys.argv = ['replay', sys.argv[1], '--json']\n"
        "try: runpy.run_module('pi_meyer.service.cli_replay', run_name='__main__')\n"
        "except SystemExit as end: code = end.code\n"
        "heavy = {'cv2', 'numpy', 'pygame', 'sqlite3', 'fractions'} & set(sys.modules)\n"
        "print(code, sorted(heavy))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, path], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "0 []"


def test_the_command_reads_its_arguments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """FILE and --json."""
    assert main([_file(tmp_path, json.dumps(GOOD)), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] is None
