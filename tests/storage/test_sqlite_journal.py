"""What only the file has to promise: it survives kills, damage, foreigners and old forms."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pi_meyer.storage.errors import TornJournalError
from pi_meyer.storage.journal import SqliteJournal
from pi_meyer.storage.upcasts import Upcasts

if TYPE_CHECKING:
    from pathlib import Path

FACT: dict[str, object] = {"kind": "fact", "fact": {"announce": "63"}}

WRITER = """
import sys
from pathlib import Path
from pi_meyer.storage.journal import SqliteJournal
journal = SqliteJournal(Path(sys.argv[1]))
match_id = journal.begin_match({})
number = 1
while True:
    journal.append(match_id, number, {"kind": "fact", "n": number}, {"kind": "mark", "n": number})
    number += 2
    print(number - 1, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 7, 40])
def test_kill_9_loses_no_acknowledged_entry(tmp_path: Path, acknowledged: int) -> None:
    """A writer killed at any moment leaves every acknowledged step whole, and none by half."""
    path = tmp_path / "journal.sqlite3"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(acknowledged)]
        writer.kill()
        rest = writer.stdout.read().splitlines()
    assert writer.returncode == -signal.SIGKILL
    told = max(int(line) for line in lines + rest if line.strip())
    journal = SqliteJournal(path)
    found = journal.entries(1)
    journal.close()
    assert len(found) >= told
    assert len(found) % 2 == 0
    assert [entry["n"] for entry in found[::2]] == list(range(1, len(found), 2))


def test_promises_to_the_disk(tmp_path: Path) -> None:
    """The file is in WAL mode, and the connection that writes syncs every commit."""
    journal = SqliteJournal(tmp_path / "journal.sqlite3")
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
    journal.close()


@pytest.mark.parametrize("damage", ["nonsense", "header", "middle", "cut"])
def test_damaged_file_is_named(tmp_path: Path, damage: str) -> None:
    """Every kind of damage is found at opening."""
    path = tmp_path / "journal.sqlite3"
    journal = SqliteJournal(path)
    match_id = journal.begin_match({})
    for number in range(1, 200):
        journal.append(match_id, number, {**FACT, "filler": "x" * 200})
    journal.close()
    whole = path.read_bytes()
    broken = {
        "nonsense": b"this is no database at all, but it is long enough to look like one" * 40,
        "header": b"\0" * 100 + whole[100:],
        "middle": whole[:4096] + b"\xff" * 8192 + whole[12288:],
        "cut": whole[: len(whole) // 2],
    }
    path.write_bytes(broken[damage])
    with pytest.raises(TornJournalError):
        SqliteJournal(path)


def test_foreign_database_stays_as_it_is(tmp_path: Path) -> None:
    """Somebody else's database is refused without a byte of it changed."""
    path = tmp_path / "journal.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE photos (name TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(TornJournalError, match="no journal of this box"):
        SqliteJournal(path)
    assert path.read_bytes() == before


def test_newer_form_is_refused(tmp_path: Path) -> None:
    """A database of a later program is not guessed at."""
    path = tmp_path / "journal.sqlite3"
    SqliteJournal(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(TornJournalError, match="form 99"):
        SqliteJournal(path)


def test_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    """An empty file, as a power cut right after its making leaves it, is begun anew."""
    path = tmp_path / "journal.sqlite3"
    path.touch()
    journal = SqliteJournal(path)
    assert journal.matches() == ()
    journal.close()


def test_old_entries_are_raised_by_name(tmp_path: Path) -> None:
    """An entry written in an old form is read in today's, step by step, its row untouched."""
    path = tmp_path / "journal.sqlite3"
    old = SqliteJournal(path)
    match_id = old.begin_match({})
    old.append(match_id, 1, {"kind": "mark", "text": "moved"}, FACT)
    old.close()
    steps = Upcasts(
        steps={
            ("mark", 1): lambda body: {"kind": "mark", "mark": body["text"]},
            ("mark", 2): lambda body: {"kind": "mark", "mark": f"dice_{body['mark']}"},
        }
    )
    new = SqliteJournal(path, upcasts=steps)
    new.append(match_id, 3, {"kind": "mark", "mark": "cup_off"})
    assert [entry.get("mark") for entry in new.entries(match_id)] == ["dice_moved", None, "cup_off"]
    rows = new._db.execute("SELECT version, body FROM entry ORDER BY number").fetchall()
    new.close()
    assert [version for version, _ in rows] == [1, 1, 3]
    assert json.loads(rows[0][1]) == {"kind": "mark", "text": "moved"}


def test_entry_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    """An entry whose version this program does not know is damage, not a guess."""
    path = tmp_path / "journal.sqlite3"
    new = SqliteJournal(path, upcasts=Upcasts(steps={("fact", 1): lambda body: body}))
    match_id = new.begin_match({})
    new.append(match_id, 1, FACT)
    new.close()
    old = SqliteJournal(path)
    with pytest.raises(TornJournalError, match="newer program"):
        old.entries(match_id)
    old.close()


def test_forget_leaves_no_byte_of_a_name(tmp_path: Path) -> None:
    """After forget no file in the folder holds a name (fairness N3)."""
    journal = SqliteJournal(tmp_path / "journal.sqlite3")
    match_id = journal.begin_match({"players": ["Wilhelmine"]})
    journal.append(match_id, 1, {"kind": "fact", "fact": {"leave": "Wilhelmine"}})
    journal.remember_players(["Wilhelmine"])
    assert any(b"Wilhelmine" in file.read_bytes() for file in tmp_path.iterdir())
    journal.forget()
    assert not any(b"Wilhelmine" in file.read_bytes() for file in tmp_path.iterdir())
    journal.close()
