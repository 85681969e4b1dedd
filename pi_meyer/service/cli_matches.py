"""``pi-meyer matches list|show|export|forget``: the evenings in the journal, and how they leave it.

JSON is the replay format, CSV the score sheet, HTML one page for the wall.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from contextlib import closing
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from pi_meyer.errors import JournalError, MeyerError, SettingsError
from pi_meyer.match.fact_codec import parse_fact
from pi_meyer.match.referee import Match
from pi_meyer.match.replay import write_match
from pi_meyer.match.sheet import DASH, as_text, ending, sheet_of
from pi_meyer.ports.journal import EntryKind
from pi_meyer.service.config_file import load_for_a_command
from pi_meyer.service.wall_page import wall_page
from pi_meyer.storage.journal import SqliteJournal
from pi_meyer.storage.steady import JOURNAL_NAME, SteadyJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from pi_meyer.ports.journal import Journal, MatchRecord

LETTERS = "ABCDEFGHIJKL"
"""What the nameless are called: the letters of their seats."""


class NoSuchMatchError(SettingsError):
    """A match that is not in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A recorded match: its number in the list, and who played it, by the names on the screen."""

    match_id: int
    match: Match
    simulated: bool


def run_matches(
    action: str,
    *,
    match_id: int | None = None,
    form: str = "json",
    language: str = "en",
    settings_file: Path | None = None,
    data_folder: Path | None = None,
) -> int:
    """List, show, export or forget the evenings of a data folder, or of the box's own.

    Without a number the last match is meant. Returns the exit code: 0, or 2 with one line on
    standard error.
    """
    try:
        folder = data_folder or load_for_a_command(settings_file).evenings_folder()
        if action == "forget":
            _forget(folder)
        else:
            sys.stdout.write(_told(folder, action, match_id, form, language))
    except MeyerError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


def _told(folder: Path, action: str, match_id: int | None, form: str, language: str) -> str:
    path = folder / JOURNAL_NAME
    if not path.is_file():
        raise NoSuchMatchError(f"Nothing has been played yet in {folder}.")
    with closing(SqliteJournal(path)) as journal:
        if action == "list":
            return "".join(f"{_line(journal, record)}\n" for record in journal.matches())
        evening = evening_of(journal, _wanted(journal, match_id))
    if action == "show":
        return f"{as_text(evening.match)}\n"
    return FORMS[form](evening.match, language)


def _wanted(journal: Journal, match_id: int | None) -> MatchRecord:
    found = [r for r in journal.matches() if match_id is None or r.match_id == match_id]
    if not found:
        which = "no match" if match_id is None else f"no match {match_id}"
        raise NoSuchMatchError(f"There is {which}; see pi-meyer matches list.")
    return found[-1]


def _forget(folder: Path) -> None:
    """Wipe names and history; refused while a box runs on the folder (fairness N3)."""
    if not (folder / JOURNAL_NAME).is_file():
        return
    with closing(SteadyJournal(folder)) as journal:
        journal.forget()


def _line(journal: Journal, record: MatchRecord) -> str:
    """Write one line of the list; a record that cannot be replayed is named, not hidden."""
    try:
        evening = evening_of(journal, record)
    except MeyerError as error:
        return f"{record.match_id:>4}  {error}"
    sheet = sheet_of(evening.match.table)
    played = evening.match.table.rounds_played
    mark = "  (simulated)" if evening.simulated else ""
    who = ", ".join(sheet.players)
    return (
        f"{record.match_id:>4}  {evening.match.preset:<16} {played:>3} rounds  "
        f"{who}: {ending(sheet)}{mark}"
    )


def evening_of(journal: Journal, record: MatchRecord) -> Evening:
    """Rule on a recorded match again, under the names that its players had on the screen.

    Raises:
        JournalError: the record holds something that is no match.
    """
    entries = journal.entries(record.match_id)
    header = record.header
    try:
        facts = [e["fact"] for e in entries if e.get("kind") == EntryKind.FACT.value]
        names = _names(header, entries, facts)
        match = Match.start(
            players=[names.get(player, player) for player in _texts(header["players"])],
            preset=str(header["preset"]),
            settings=_object(header.get("settings", {})),
            facts=(parse_fact(_renamed(fact, names)) for fact in facts),
        )
    except (KeyError, TypeError, MeyerError) as error:
        why = f"Match {record.match_id} cannot be read: {error}."
        raise JournalError(why) from error
    return Evening(match_id=record.match_id, match=match, simulated=bool(header.get("simulated")))


def _names(
    header: Mapping[str, object], entries: tuple[dict[str, object], ...], facts: list[object]
) -> dict[str, str]:
    """Say what everybody was called last, each by a name of their own, the nameless by letters."""
    called = {str(key): str(name) for key, name in _object(header.get("names", {})).items()}
    for entry in entries:
        if entry.get("phase") == "name":
            called[str(entry["player"])] = str(entry["name"])
    joined = [fact["join"] for fact in facts if isinstance(fact, dict) and "join" in fact]
    names: dict[str, str] = {}
    for seat, player in enumerate(dict.fromkeys([*_texts(header["players"]), *joined])):
        letter = LETTERS[seat % len(LETTERS)]
        name = called.get(player, player).strip() or letter
        taken = name in names.values()
        names[player] = f"{name} ({letter}{seat + 1})" if taken else name
    return names


def _renamed(value: object, names: Mapping[str, str]) -> object:
    """Put names in place of players wherever a fact names one."""
    if not isinstance(value, dict):
        return value
    return {key: _renamed_in(key, inner, names) for key, inner in value.items()}


def _renamed_in(key: str, value: object, names: Mapping[str, str]) -> object:
    if key in _NAMES_ONE and isinstance(value, str):
        return names.get(value, value)
    if key == "order" and isinstance(value, list):
        return [names.get(player, player) for player in value]
    if key in ("row", "reroll_lives") and isinstance(value, dict):
        return {names.get(player, player): number for player, number in value.items()}
    if key == "correct":
        return _renamed(value, names)
    return value


_NAMES_ONE = frozenset({"by", "lifted_by", "buy_back", "join", "leave", "player"})


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError("players is no list")
    return [str(text) for text in value]


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError("settings or names are no object")
    return value


def export_json(match: Match, language: str = "en") -> str:  # noqa: ARG001 - one shape for all forms
    """Write a match in the replay format."""
    return json.dumps(write_match(match), ensure_ascii=False, indent=1) + "\n"


def export_csv(match: Match, language: str = "en") -> str:  # noqa: ARG001 - one shape for all forms
    """Write the score sheet: a row a round, then what is left; a dash where nobody could write."""
    sheet = sheet_of(match.table)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["round", *map(_harmless, sheet.players)])
    for row in sheet.rows:
        cells = [DASH if cell is None else cell for cell in row.cells]
        writer.writerow([row.round or "", *cells])
    scores = dict(sheet.standings)
    writer.writerow([_LEFT[match.rules.score_mode.value], *(scores[p] for p in sheet.players)])
    return text.getvalue()


_LEFT: Mapping[str, str] = MappingProxyType({"lives": "lives", "tally": "points", "deckel": "lids"})


def _harmless(name: str) -> str:
    """Keep a name that looks like a formula from being one in a spreadsheet."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def export_html(match: Match, language: str = "en") -> str:
    """Write one self-contained page for the wall."""
    return wall_page(match, language=language)


FORMS: Mapping[str, Callable[[Match, str], str]] = MappingProxyType(
    {"json": export_json, "csv": export_csv, "html": export_html}
)
"""How a match can leave the box."""
