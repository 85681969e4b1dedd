"""An evening script is read as it is meant, and refused by line and reason where it is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pi_meyer.service.script.expecting import differences
from pi_meyer.service.script.reading import ScriptError, read_script

if TYPE_CHECKING:
    from pathlib import Path


def _script(folder: Path, text: str) -> Path:
    path = folder / "evening.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_act_of_the_format_is_known(tmp_path: Path) -> None:
    """The acts that section 10 of the rules lists are read without complaint."""
    lines = read_script(
        _script(
            tmp_path,
            """{"seats": ["A", "B"], "preset": "cardzo", "settings": {}, "language": "da"}
{"shake": [5, 2], "pose": "apart"}
{"tile": "63"}
{"lift": true, "cup": "stays"}
{"said": "63", "by": "Anna"}
{"enter": "cocked"}
{"nudge": [5, 2]}
{"cup": "taken"}
{"peek": true}
{"camera": "freeze"}
{"disk": "full"}
{"power": "cut"}
{"button": 5.2}
{"touch": [10, 20]}
{"key": "6"}
{"clock": -3600}
{"display": "lost"}
{"second_instance": true}
{"undo": true}
{"correct": {"player": "Ben", "lost": 2}}
{"set": {"start_lives": 3}}
{"menu": "sheet"}
{"wait_s": 1.5}
{"shot": "ruling.png"}
{"expect": {"screen": "ruling"}}
""",
        )
    )
    assert [line.number for line in lines] == list(range(1, 26))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("not json", "Line 1 is not JSON"),
        ('{"shake": [5, 2]}\n{"lift"', "Line 2 is not JSON"),
        ('{"shaek": [5, 2]}', 'Did you mean "shake"'),
        ('{"shake": [5, 7]}', "two faces from 1 to 6"),
        ('{"shake": [5, 2], "pose": "upright"}', "apart, touching"),
        ('{"shake": [5, 2], "tile": "63"}', "does not go with"),
        ('{"lift": 1}', "takes true"),
        ("[1, 2]", "no JSON object"),
        ('{"button": true}', "stuck, dead"),
    ],
)
def test_a_line_that_is_no_act_is_refused_by_number_and_reason(
    text: str, says: str, tmp_path: Path
) -> None:
    """The sentence names the line and what would be right."""
    with pytest.raises(ScriptError, match=says):
        read_script(_script(tmp_path, text))


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    """A file that is none never ends in a traceback."""
    with pytest.raises(ScriptError, match="cannot be read"):
        read_script(tmp_path / "none.jsonl")
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScriptError, match="cannot be read"):
        read_script(torn)


@pytest.mark.parametrize(
    ("expected", "actual", "holds"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, True),
        ({"r": [{"x": 2}]}, {"r": [{"x": 1}, {"x": 2, "y": 3}]}, True),
        ({"r": [{"x": 1}]}, {"r": [{"x": 1}, {"x": 2}]}, False),
        ({"r": [1, 2]}, {"r": [2]}, False),
        ({"over": False}, {"over": 0}, False),
        ({"missing": None}, {}, False),
    ],
)
def test_only_given_keys_count_and_lists_are_compared_from_their_end(
    expected: object, actual: object, holds: bool
) -> None:
    """The comparison of section 11, M1."""
    assert (differences(expected, actual) == ()) is holds
