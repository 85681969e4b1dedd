"""One suite that every journal passes: the file, its twin in memory, and the steady one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pi_meyer.errors import JournalError
from pi_meyer.storage.journal import SqliteJournal
from pi_meyer.storage.memory import MemoryJournal
from pi_meyer.storage.steady import SteadyJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pi_meyer.ports.journal import Journal

BOOT = "boot-1"
HEADER: dict[str, object] = {"preset": "cardzo", "players": ["Anna", "Bjørn"]}
ANNOUNCED: dict[str, object] = {"kind": "fact", "fact": {"announce": "63"}}
READ: dict[str, object] = {"kind": "reading", "top": [5, 2]}
HIDDEN: dict[str, object] = {"kind": "phase", "phase": "hidden"}

MAKERS: dict[str, Callable[[Path], Journal]] = {
    "memory": lambda _: MemoryJournal(boot=BOOT),
    "sqlite": lambda folder: SqliteJournal(folder / "journal.sqlite3", boot=BOOT),
    "steady": lambda folder: SteadyJournal(folder, boot=BOOT),
}


@pytest.fixture(params=sorted(MAKERS))
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    made = MAKERS[request.param](tmp_path)
    yield made
    made.close()


def test_new_journal_is_empty(journal: Journal) -> None:
    """Nothing is in a journal that nobody wrote to."""
    assert journal.matches() == ()
    assert journal.last_match() is None
    assert journal.players() == ()
    assert journal.get("seats") is None


def test_match_keeps_header_and_boot(journal: Journal) -> None:
    """A match is found again with what it was begun with."""
    match_id = journal.begin_match(HEADER)
    last = journal.last_match()
    assert last is not None
    assert (last.match_id, last.header, last.boot_id, last.entries) == (match_id, HEADER, BOOT, 0)


def test_entries_come_back_in_order(journal: Journal) -> None:
    """Entries of one step and of the next come back as they went in, in order."""
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, HIDDEN)
    journal.append(match_id, 2, ANNOUNCED, READ)
    assert journal.entries(match_id) == (HIDDEN, ANNOUNCED, READ)
    assert journal.matches()[0].entries == 3


@pytest.mark.parametrize("number", [0, 1, 3])
def test_only_the_next_number_is_taken(journal: Journal, number: int) -> None:
    """A number that is taken, or leaves a gap, is refused and changes nothing."""
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, ANNOUNCED)
    with pytest.raises(JournalError, match="next number is 2"):
        journal.append(match_id, number, READ)
    assert journal.entries(match_id) == (ANNOUNCED,)


@pytest.mark.parametrize(
    "wrong",
    [{"fact": 1}, {"kind": ""}, {"kind": "fact", "x": float("nan")}, {"kind": "a", "x": b""}],
)
def test_step_is_all_or_nothing(journal: Journal, wrong: dict[str, object]) -> None:
    """One entry that cannot be stored keeps the whole step out."""
    match_id = journal.begin_match(HEADER)
    with pytest.raises(JournalError):
        journal.append(match_id, 1, ANNOUNCED, wrong)
    assert journal.entries(match_id) == ()
    journal.append(match_id, 1, READ)
    assert journal.entries(match_id) == (READ,)


def test_unknown_match_is_refused(journal: Journal) -> None:
    """Writing to or reading a match that was never begun is an error that says so."""
    with pytest.raises(JournalError, match="no match 7"):
        journal.append(7, 1, ANNOUNCED)
    with pytest.raises(JournalError, match="no match 7"):
        journal.entries(7)


def test_matches_are_ordered_and_apart(journal: Journal) -> None:
    """Ids count up in the order of beginning, and entries stay with their match."""
    first, second = journal.begin_match(HEADER), journal.begin_match({"preset": "meier_at"})
    journal.append(second, 1, READ)
    assert first < second
    assert [record.match_id for record in journal.matches()] == [first, second]
    assert journal.entries(first) == ()


def test_what_comes_back_is_a_copy(journal: Journal) -> None:
    """Changing an entry after writing it, or one that was read, changes nothing stored."""
    match_id = journal.begin_match(HEADER)
    entry: dict[str, object] = {"kind": "reading", "top": [5, 2]}
    journal.append(match_id, 1, entry)
    entry["top"] = [6, 6]
    journal.entries(match_id)[0]["top"] = [1, 1]
    assert journal.entries(match_id) == (READ,)


def test_players_who_played_last_come_first(journal: Journal) -> None:
    """Names are remembered once each, those of the last evening first."""
    journal.remember_players(["Anna", "Ben", "Anna"])
    journal.remember_players(["Cara", "Ben"])
    assert journal.players() == ("Cara", "Ben", "Anna")


def test_value_is_replaced(journal: Journal) -> None:
    """A key holds the last value put under it."""
    journal.put("wins", {"Anna": 1})
    journal.put("wins", {"Anna": 2, "Ben": 1})
    assert journal.get("wins") == {"Anna": 2, "Ben": 1}


def test_forget_wipes_everything(journal: Journal) -> None:
    """After forget nothing is left, and a new match can begin."""
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, READ)
    journal.remember_players(["Anna"])
    journal.put("wins", {"Anna": 2})
    journal.forget()
    assert (journal.matches(), journal.players(), journal.get("wins")) == ((), (), None)
    assert journal.begin_match(HEADER) > match_id


def test_close_twice(journal: Journal) -> None:
    """Closing a closed journal does nothing."""
    journal.close()
    journal.close()
