# ruff: noqa: ANN401 - settings and entries are what JSON has
"""``pi-meyer matches``: the evenings of a journal, listed, shown, exported and forgotten."""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import closing
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.match.replay import parse_match, read_match
from pi_meyer.service import wall_page
from pi_meyer.service.cli_matches import export_csv, export_html, export_json, run_matches
from pi_meyer.service.wall_shapes import life_dice, mat
from pi_meyer.storage.journal import SqliteJournal
from pi_meyer.storage.steady import JOURNAL_NAME

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.match.referee import Match

HEADER: dict[str, Any] = {
    "version": 1,
    "preset": "cardzo",
    "settings": {"second_chance": True},
    "players": ["p1", "p2", "p3"],
    "names": {"p1": "Anna", "p2": "", "p3": "Anna"},
    "simulated": True,
}
FACTS: list[dict[str, Any]] = [
    {"announce": "63"},
    {"lift": [6, 3]},
    {"said": "54", "by": "p1", "lift": [5, 1], "lifted_by": "p3"},
    {"row": {"p2": 5}},
    {"buy_back": "p2"},
    {"join": "p4"},
    {"order": ["p3", "p2", "p1", "p4"]},
    {"correct": {"player": "p3", "lost": 1, "round": 2}},
    {"leave": "p4"},
    {"set": {"start_lives": 7}},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one match, one that cannot be read, and one without any fact."""
    with closing(SqliteJournal(tmp_path / JOURNAL_NAME)) as journal:
        first = journal.begin_match(HEADER)
        entries = [{"kind": "fact", "fact": fact} for fact in FACTS]
        named = {"kind": "phase", "phase": "name", "player": "p4", "mat": 3, "name": "Dan"}
        journal.append(first, 1, *entries[:5], named, {"kind": "mark", "mark": "simulated"})
        journal.append(first, 8, *entries[5:])
        torn = journal.begin_match({**HEADER, "players": "nobody"})
        journal.append(torn, 1, {"kind": "fact", "fact": {"lift": [1, 1]}})
        journal.begin_match({**HEADER, "simulated": False})
    return tmp_path


def _run(
    capsys: pytest.CaptureFixture[str], folder: Path, action: str, **how: Any
) -> tuple[int, str, str]:
    code = run_matches(action, data_folder=folder, **how)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_list_has_a_line_a_match(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names as on the screen, letters for the nameless; what cannot be read is named."""
    code, out, err = _run(capsys, folder, "list")
    first, torn, last = out.splitlines()
    assert (code, err) == (0, "")
    assert "3 rounds" in first
    assert "Anna (C3), B, Anna, Dan: The match is still running.  (simulated)" in first
    assert "Match 2 cannot be read" in torn
    assert last.endswith("The match is still running.")


def test_a_match_is_shown_as_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last one without a number, any other by its number."""
    assert "B stood against it" in _run(capsys, folder, "show", match_id=1)[1]
    assert "The match is still running." in _run(capsys, folder, "show")[1]


def test_an_export_is_a_replay_of_the_same_match(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON goes through the replay again and gives the same sheet."""
    code, out, _ = _run(capsys, folder, "export", match_id=1, form="json")
    result: dict[str, Any] = parse_match(out).result()
    assert code == 0
    assert result["sheet"]["players"] == ["Anna (C3)", "B", "Anna", "Dan"]
    assert result["rounds"][1]["challenger"] == "Anna (C3)"
    assert result["sheet"]["rows"] == [[0, 1, 0, None], [1, 0, 1, None], [0, 5, 0, None]]
    assert [conflict["fact"] for conflict in result["conflicts"]] == [5]


def test_the_other_forms_come_by_their_names(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """CSV and HTML, in the language asked for."""
    assert _run(capsys, folder, "export", match_id=1, form="csv")[1].startswith("round,Anna (C3)")
    page = _run(capsys, folder, "export", match_id=1, form="html", language="nb")[1]
    assert page.startswith('<!doctype html>\n<html lang="nb">')


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"match_id": 9}, "There is no match 9; see pi-meyer matches list."),
        ({"match_id": 2}, "Match 2 cannot be read"),
    ],
)
def test_a_match_that_cannot_be_had_is_refused_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], how: dict[str, int], why: str
) -> None:
    """Exit code 2, the sentence on standard error."""
    code, out, err = _run(capsys, folder, "show", **how)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_an_empty_folder_has_no_matches_and_stays_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Looking makes no journal."""
    code, _, err = _run(capsys, tmp_path, "list")
    assert (code, "Nothing has been played yet" in err) == (2, True)
    assert _run(capsys, tmp_path, "forget")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_a_journal_without_matches_has_none_to_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No last match, said in one line."""
    SqliteJournal(tmp_path / JOURNAL_NAME).close()
    assert "There is no match;" in _run(capsys, tmp_path, "show")[2]


def test_forgetting_wipes_the_history(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After it the list is empty (N3)."""
    assert _run(capsys, folder, "forget")[0] == 0
    assert _run(capsys, folder, "list")[1] == ""


def _match() -> Match:
    facts = [
        {"announce": "63"},
        {"lift": [5, 2]},
        {"row": {"<b>Cara</b>": 6}},
        {"buy_back": "<b>Cara</b>"},
        {"announce": "21"},
        {"lift": "cocked"},
        {"correct": {"round": 1, "player": "Anna", "lost": 2}},
        {"leave": "Ben"},
    ]
    return read_match(
        {
            "settings": {"second_chance": True},
            "players": ["Anna", "Ben", "<b>Cara</b>", "=2+2"],
            "facts": facts,
        }
    )


def test_the_csv_sheet_is_the_score_sheet() -> None:
    """A row a round, -1 for a buy-back, a dash where nobody could write, what is left below."""
    rows = list(csv.reader(io.StringIO(export_csv(_match()))))
    assert rows == [
        ["round", "Anna", "Ben", "<b>Cara</b>", "'=2+2"],
        ["1", "2", "0", "0", "0"],
        ["2", "0", "0", "6", "0"],
        ["", "0", "0", "-1", "0"],
        ["3", "0", "0", "0", "0"],
        ["lives", "4", "out", "1", "6"],
    ]
    out = read_match({"players": ["A", "B", "C"], "facts": [{"row": {"C": 6}}, {"row": {}}]})
    assert export_csv(out).splitlines()[2] == "2,0,0,—"


def test_json_keeps_letters_as_people_write_them() -> None:
    """No escapes for ø; one object."""
    match = read_match({"players": ["Bjørn", "Åse"], "facts": []})
    text = export_json(match)
    assert "Bjørn" in text
    assert json.loads(text)["version"] == 1


class _Page(HTMLParser):
    """Follows tags: everything opened is closed, nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Shapes close themselves."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wall_page_is_whole_and_fetches_nothing(language: str) -> None:
    """Well nested, names made harmless, no address outside the page, print styles in it."""
    html = export_html(_match(), language)
    page = _Page()
    page.feed(html)
    assert page.open == []
    assert page.fetched == []
    assert not re.findall(r"url\((?!data:)", html)
    assert "http" not in html
    assert "<b>Cara" not in html
    assert "&lt;b&gt;Cara&lt;/b&gt;" in html
    assert "@media print" in html


def test_the_wall_page_tells_the_evening() -> None:
    """Standings with life dice, corrected cells, verdicts, statistics, tonight's rules."""
    html = export_html(_match(), "en")
    page = _Page()
    page.feed(html)
    for words in ("How it stands", "still running", "Round by round", "Lies and luck", "Tonight:"):
        assert words in page.text
    assert 'class="lost fixed" title="corrected; the ruling said 1">2<' in html
    assert '<td class="bluff">bluff</td>' in html
    assert "Everybody starts with 6 lives." in page.text
    assert "\N{MINUS SIGN}1" in page.text


def test_the_wall_page_names_winners_and_losers() -> None:
    """A winner, losers with lids, points without dice, and a match that nobody won."""
    two: dict[str, Any] = {"players": ["Anna", "Ben"], "settings": {"start_lives": 1}}
    won = read_match({**two, "facts": [{"announce": "63"}, {"lift": [6, 3]}]})
    assert "Anna wins" in export_html(won, "en")
    nobody = read_match({**two, "facts": [{"row": {"Anna": 1, "Ben": 1}}]})
    assert "The match is over." in export_html(nobody, "en")
    lids = {"preset": "meiern_deckel", "players": ["Anna", "Ben"], "settings": {"deckel_count": 2}}
    lost = read_match({**lids, "facts": [*[{"announce": "63"}, {"lift": [5, 2]}] * 2]})
    assert "Anna has lost" in export_html(lost, "en")
    points = read_match({"preset": "maexchen_bots", "players": ["Anna", "Ben"], "facts": []})
    assert "Points" in export_html(points, "en")


def test_the_wall_page_does_without_its_letters(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the poster's font is not installed, or has no file, others stand in."""
    assert "@font-face" in export_html(_match(), "en")
    monkeypatch.setattr(wall_page, "_FONT", "no_such_font_package")
    assert "@font-face" not in export_html(_match(), "en")
    monkeypatch.setattr(wall_page, "_FONT", "json")
    assert "@font-face" not in export_html(_match(), "en")


def test_mats_and_dice_are_drawn_as_at_the_table() -> None:
    """The second six seats are rings; seven lives are a six and a one; none is no die."""
    assert 'fill="#FF9182"' in mat(0, "anna")
    assert 'fill="none"' in mat(6, "gert")
    assert ">A</text>" in mat(0, "anna")
    assert life_dice(7).count("<svg") == 2
    assert life_dice(6).count("<svg") == 1
    assert life_dice(0) == ""


def test_the_evenings_are_looked_for_where_the_settings_say(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A box whose settings name a data folder lists the evenings of that folder (architecture)."""
    settings = tmp_path / "settings.toml"
    settings.write_text(f'version = 1\n[data]\nfolder = "{folder}"\n', encoding="utf-8")
    assert run_matches("list", settings_file=settings) == 0
    assert run_matches("list", data_folder=folder) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[: len(told) // 2] == told[len(told) // 2 :]
    assert len(told) >= 2


def test_settings_that_stand_in_for_a_spoilt_file_are_told(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the last good settings name the folder, the list says so on standard error."""
    settings = tmp_path / "settings.toml"
    settings.write_text("version = [", encoding="utf-8")
    good = f'version = 1\n[data]\nfolder = "{folder}"\n'
    settings.with_name("settings.toml.bak").write_text(good, encoding="utf-8")
    assert run_matches("list", settings_file=settings) == 0
    told = capsys.readouterr()
    assert "The last good settings (settings.toml.bak) are used." in told.err
    assert told.out.splitlines()
