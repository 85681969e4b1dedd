"""The journal in an SQLite file: one transaction a step, on the disk when the call returns.

WAL with ``synchronous=FULL`` syncs the log at each commit
(sqlite.org/pragma.html#pragma_synchronous), so pulling the plug loses no acknowledged entry. The
primary key (match, number) is the lock against a second writer. This file raises what it meets;
``storage.steady`` keeps the evening going.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING

from pi_meyer.ports.journal import MatchRecord, Notice
from pi_meyer.storage import upcasts as known_upcasts
from pi_meyer.storage.boot import boot_id
from pi_meyer.storage.errors import DiskError, TornJournalError
from pi_meyer.storage.form import check_next, from_text, kind_of, to_object, to_text, unknown_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

APPLICATION_ID = 0x4D657972
"""The letters "Meyr": the file says whose it is (sqlite.org/pragma.html#pragma_application_id)."""
SCHEMA_VERSION = 1

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    boot_id TEXT NOT NULL,
    header TEXT NOT NULL
);
CREATE TABLE entry (
    match INTEGER NOT NULL REFERENCES match (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE player (name TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE value (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
_RECORDS = (
    "SELECT id, header, boot_id, (SELECT count(*) FROM entry WHERE match = match.id) FROM match "
)
_TABLES = {"match", "entry", "player", "value"}
_TORN_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}


class SqliteJournal:
    """The journal in one file.

    Args:
        path: the database; made with its folder where it is missing.
        boot: the name of this boot; the kernel's by default.
        before_write: called before each write; tests make it raise what a broken disk raises.
        upcasts: how old entries are raised.

    Raises:
        DiskError: the file cannot be opened or made.
        TornJournalError: the file is damaged or foreign.
    """

    def __init__(
        self,
        path: Path,
        *,
        boot: str | None = None,
        before_write: Callable[[], None] = lambda: None,
        upcasts: known_upcasts.Upcasts = known_upcasts.KNOWN,
    ) -> None:
        self._path = path
        self._boot = boot if boot is not None else boot_id()
        self._before_write = before_write
        self._upcasts = upcasts
        self._db = _opened(path)

    @property
    def saving(self) -> bool:
        """What is written reaches the disk, or the call raises."""
        return True

    def notices(self) -> tuple[Notice, ...]:
        """Return nothing: this journal raises its troubles."""
        return ()

    def retry(self) -> None:
        """Do nothing: this journal never stops trying."""

    def begin_match(self, header: Mapping[str, object]) -> int:
        """Begin a match; see ``Journal.begin_match``."""
        return self.adopt(header, boot=self._boot)

    def adopt(self, header: Mapping[str, object], *, boot: str, match_id: int | None = None) -> int:
        """Begin a match that was begun elsewhere, keeping its boot; return its id here.

        It keeps its ``match_id`` unless another match has it.
        """
        text = to_text(dict(header), what="The header of a match")
        with self._writing() as db:
            taken = db.execute("SELECT 1 FROM match WHERE id = ?", (match_id,)).fetchone()
            row = (None if taken else match_id, boot, text)
            found = db.execute("INSERT INTO match (id, boot_id, header) VALUES (?, ?, ?)", row)
            return int(found.lastrowid or 0)

    def append(self, match_id: int, number: int, *entries: Mapping[str, object]) -> None:
        """Add entries in one transaction; see ``Journal.append``."""
        rows = [self._row(match_id, number + step, entry) for step, entry in enumerate(entries)]
        with self._writing() as db:
            check_next(match_id, number, self._count(match_id))
            db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", rows)

    def entries(self, match_id: int) -> tuple[dict[str, object], ...]:
        """Return the entries in order, raised to today's form."""
        with self._reading() as db:
            self._count(match_id)
            rows = db.execute(
                "SELECT kind, version, body FROM entry WHERE match = ? ORDER BY number", (match_id,)
            ).fetchall()
        return tuple(
            self._upcasts.raised(kind, version, to_object(body)) for kind, version, body in rows
        )

    def last_match(self) -> MatchRecord | None:
        """Return the match begun last, if any."""
        found = self._records("ORDER BY id DESC LIMIT 1")
        return found[0] if found else None

    def matches(self) -> tuple[MatchRecord, ...]:
        """Return all matches, oldest first."""
        return self._records("ORDER BY id")

    def remember_players(self, names: Sequence[str]) -> None:
        """Put these names first among the remembered ones."""
        first = list(dict.fromkeys(names))
        everybody = first + [name for name in self.players() if name not in first]
        with self._writing() as db:
            db.execute("DELETE FROM player")
            db.executemany(
                "INSERT INTO player VALUES (?, ?)",
                [(name, place) for place, name in enumerate(everybody)],
            )

    def players(self) -> tuple[str, ...]:
        """Return the remembered names, the latest first."""
        with self._reading() as db:
            return tuple(name for (name,) in db.execute("SELECT name FROM player ORDER BY place"))

    def put(self, key: str, value: object) -> None:
        """Keep a small JSON value under a key."""
        text = to_text(value, what=f"The value of {key!r}")
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO value VALUES (?, ?)", (key, text))

    def get(self, key: str) -> object:
        """Return the value under a key, or None."""
        with self._reading() as db:
            row = db.execute("SELECT body FROM value WHERE key = ?", (key,)).fetchone()
        return None if row is None else from_text(row[0])

    def values(self) -> dict[str, object]:
        """Return every value by its key."""
        with self._reading() as db:
            rows = db.execute("SELECT key, body FROM value ORDER BY key").fetchall()
        return {key: from_text(body) for key, body in rows}

    def forget(self) -> None:
        """Wipe names, values and history so that no byte of them stays in the file."""
        with self._writing() as db:
            for table in ("entry", "match", "player", "value"):
                db.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own tables
        with _translated(self._path):
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Let the file go. May be called twice."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    def _row(
        self, match_id: int, number: int, entry: Mapping[str, object]
    ) -> tuple[int, int, str, int, str]:
        kind = kind_of(entry)
        text = to_text(dict(entry), what="An entry")
        return match_id, number, kind, self._upcasts.current(kind), text

    def _count(self, match_id: int) -> int:
        if not self._db.execute("SELECT 1 FROM match WHERE id = ?", (match_id,)).fetchone():
            raise unknown_match(match_id)
        question = "SELECT count(*) FROM entry WHERE match = ?"
        return int(self._db.execute(question, (match_id,)).fetchone()[0])

    def _records(self, which: str) -> tuple[MatchRecord, ...]:
        with self._reading() as db:
            rows = db.execute(_RECORDS + which).fetchall()
        return tuple(
            MatchRecord(match_id=row[0], header=to_object(row[1]), boot_id=row[2], entries=row[3])
            for row in rows
        )

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with _translated(self._path):
            yield self._db

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: committed and synced when the block ends, else as if never begun."""
        with _translated(self._path):
            self._before_write()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                # SQLite has rolled back by itself after some errors (full disk).
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    """Turn what SQLite says into what has to be done about it."""
    try:
        yield
    except sqlite3.Error as error:
        raise _meaning(path, error) from error
    except OSError as error:
        raise DiskError(f"The journal {path} cannot be written: {error.strerror}.") from error


def _meaning(path: Path, error: sqlite3.Error) -> DiskError | TornJournalError:
    code = getattr(error, "sqlite_errorcode", 0)
    # A file shorter than its header says was cut; every other input/output error is the disk's.
    if code & 0xFF in _TORN_CODES or code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return TornJournalError(f"The journal {path} is damaged: {error}.")
    return DiskError(f"The journal {path} cannot be used: {error}; free or mend the disk.")


def _opened(path: Path) -> sqlite3.Connection:
    with _translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, isolation_level=None, timeout=2.0)
        try:
            _prepare(path, db)
        except BaseException:
            db.close()
            raise
    return db


def _prepare(path: Path, db: sqlite3.Connection) -> None:
    fresh = not _tables(db) and _pragma(db, "application_id") == 0
    if not fresh:
        _check_whose(path, db)  # before the first write: a foreign file stays as it is
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")
    if fresh:
        db.executescript(_SCHEMA)
        _sync_folder(path.parent)
    found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise TornJournalError(f"The journal {path} is damaged: {found}.")


def _check_whose(path: Path, db: sqlite3.Connection) -> None:
    if _pragma(db, "application_id") != APPLICATION_ID or not _tables(db) >= _TABLES:
        raise TornJournalError(f"The file {path} is no journal of this box.")
    version = _pragma(db, "user_version")
    if version != SCHEMA_VERSION:
        raise TornJournalError(
            f"The journal {path} has form {version}, this program knows form {SCHEMA_VERSION}."
        )


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def _sync_folder(folder: Path) -> None:
    """Make the new file's name itself survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
