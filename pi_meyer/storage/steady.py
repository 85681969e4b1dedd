"""The journal that the box uses: the file while the disk works, memory while it does not.

Sure or silent, and never block the game (product.md): a full, read-only or torn disk costs a small
mark on the screen, not the evening. Everything written in this process is mirrored in memory; when
the disk comes back, what it lacks is copied to it in order.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.ports.journal import MatchRecord, Notice, NoticeKind
from pi_meyer.storage.boot import boot_id
from pi_meyer.storage.errors import DiskError, TornJournalError
from pi_meyer.storage.journal import SqliteJournal
from pi_meyer.storage.lock import FolderLock
from pi_meyer.storage.memory import MemoryJournal
from pi_meyer.storage.setting_aside import copy_database, set_aside, wipe_set_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

JOURNAL_NAME = "journal.sqlite3"
LOCK_NAME = "journal.lock"


class SteadyJournal:
    """A journal in ``folder`` that goes on whatever the disk does.

    Args:
        folder: the data folder, made where it is missing.
        boot: the name of this boot; the kernel's by default.
        before_write: see ``SqliteJournal``.

    Raises:
        SecondInstanceError: another box runs on this folder.
    """

    def __init__(
        self,
        folder: Path,
        *,
        boot: str | None = None,
        before_write: Callable[[], None] = lambda: None,
    ) -> None:
        self._path = folder / JOURNAL_NAME
        self._boot = boot if boot is not None else boot_id()
        self._before_write = before_write
        self._notices: list[Notice] = []
        self._lock = FolderLock(folder / LOCK_NAME)
        self._memory = MemoryJournal(boot=self._boot)
        # Matches that began while no disk answered have another id on the disk.
        self._ids_on_disk: dict[int, int] = {}
        self._names_changed = False
        self._keys_changed: set[str] = set()
        self._forget_first = False
        self._disk: SqliteJournal | None = None
        self._start()

    @property
    def saving(self) -> bool:
        """Whether everything written so far is on the disk."""
        return self._disk is not None

    def notices(self) -> tuple[Notice, ...]:
        """Return what is to be told since the last call, oldest first."""
        told, self._notices = tuple(self._notices), []
        return told

    def retry(self) -> None:
        """Try the disk again now; does nothing while saving."""
        if self._disk is None:
            self._reopen()

    def begin_match(self, header: Mapping[str, object]) -> int:
        """Begin a match; see ``Journal.begin_match``."""
        match_id = self._memory.begin_match(header)
        self._on_disk(lambda disk: self._adopt_on_disk(disk, match_id))
        return match_id

    def append(self, match_id: int, number: int, *entries: Mapping[str, object]) -> None:
        """Add entries; see ``Journal.append``."""
        self._mirror(match_id)
        self._memory.append(match_id, number, *entries)
        self._on_disk(lambda disk: disk.append(self._ids_on_disk[match_id], number, *entries))

    def entries(self, match_id: int) -> tuple[dict[str, object], ...]:
        """Return the entries in order; see ``Journal.entries``."""
        self._mirror(match_id)
        return self._memory.entries(match_id)

    def last_match(self) -> MatchRecord | None:
        """Return the match begun last, if any."""
        return self._memory.last_match()

    def matches(self) -> tuple[MatchRecord, ...]:
        """Return all matches that can be reached now, oldest first."""
        own = self._memory.matches()
        mirrored = set(self._ids_on_disk.values())
        others = [] if self._disk is None else self._old_matches(self._disk)
        return (*(record for record in others if record.match_id not in mirrored), *own)

    def remember_players(self, names: Sequence[str]) -> None:
        """Put these names first among the remembered ones."""
        self._memory.remember_players(names)
        self._names_changed = True
        self._on_disk(self._copy_small)

    def players(self) -> tuple[str, ...]:
        """Return the remembered names, the latest first."""
        return self._memory.players()

    def put(self, key: str, value: object) -> None:
        """Keep a small JSON value under a key."""
        self._memory.put(key, value)
        self._keys_changed.add(key)
        self._on_disk(self._copy_small)

    def get(self, key: str) -> object:
        """Return the value under a key, or None."""
        return self._memory.get(key)

    def forget(self) -> None:
        """Wipe names, values and history, files set aside included; done later if it must be."""
        self._memory.forget()
        self._ids_on_disk.clear()
        self._keys_changed.clear()
        self._names_changed = False
        self._forget_first = True
        self._on_disk(self._wipe)

    def close(self) -> None:
        """Let the file and the folder go. May be called twice."""
        if self._disk is not None:
            self._disk.close()
            self._disk = None
        self._lock.close()

    # What follows keeps the two copies together.

    def _start(self) -> None:
        try:
            self._disk = self._open_with(self._load)
        except DiskError as error:
            self._load_copy()
            self._tell(NoticeKind.NOT_SAVING, str(error))

    def _open_with(self, use: Callable[[SqliteJournal], None]) -> SqliteJournal:
        """Open the file and use it; a torn one is set aside and a new one begun.

        Raises:
            DiskError: the disk allows neither.
        """
        try:
            return self._open_once(use)
        except TornJournalError as error:
            self._set_aside(error)
            return self._open_once(use)

    def _set_aside(self, error: TornJournalError) -> None:
        kept = set_aside(self._path)
        words = f"{error} It was kept as {kept.name}; a new one begins."
        self._tell(NoticeKind.SET_ASIDE, words)

    def _open_once(self, use: Callable[[SqliteJournal], None]) -> SqliteJournal:
        disk = self._open()
        try:
            use(disk)
        except BaseException:
            disk.close()
            raise
        return disk

    def _open(self) -> SqliteJournal:
        return SqliteJournal(self._path, boot=self._boot, before_write=self._before_write)

    def _load(self, disk: SqliteJournal) -> None:
        """Mirror what this evening needs: the last match, names and values."""
        last = disk.last_match()
        if last is not None:
            self._adopt_in_memory(disk, last)
        self._memory.remember_players(disk.players())
        for key, value in disk.values().items():
            self._memory.put(key, value)

    def _load_copy(self) -> None:
        """Read what a read-only disk holds through a copy: SQLite writes to open a WAL file."""
        with tempfile.TemporaryDirectory(prefix="pi-meyer-") as folder:
            try:
                copy = SqliteJournal(copy_database(self._path, Path(folder)), boot=self._boot)
            except (OSError, DiskError, TornJournalError):
                return
            try:
                self._load(copy)
            finally:
                copy.close()

    def _mirror(self, match_id: int) -> None:
        """Bring an older match from the disk into memory, if it is there."""
        if match_id in self._ids_on_disk or self._disk is None:
            return
        for record in self._old_matches(self._disk):
            if record.match_id == match_id:
                self._adopt_in_memory(self._disk, record)

    def _old_matches(self, disk: SqliteJournal) -> list[MatchRecord]:
        try:
            return list(disk.matches())
        except (DiskError, TornJournalError) as error:
            self._lose(error)
            return []

    def _adopt_in_memory(self, disk: SqliteJournal, record: MatchRecord) -> None:
        self._memory.adopt(
            record.match_id,
            record.header,
            boot=record.boot_id,
            entries=disk.entries(record.match_id),
        )
        self._ids_on_disk[record.match_id] = record.match_id

    def _on_disk(self, write: Callable[[SqliteJournal], None]) -> None:
        """Write what memory already holds; if the disk refuses, go on without it."""
        if self._disk is None:
            self._reopen()  # copies everything that memory holds, this write included
            return
        try:
            write(self._disk)
        except (DiskError, TornJournalError) as error:
            self._lose(error)

    def _lose(self, error: DiskError | TornJournalError) -> None:
        """Let the disk go; a torn file is replaced at once by a new one."""
        if self._disk is not None:
            self._disk.close()
            self._disk = None
        if isinstance(error, TornJournalError):
            self._replace(error)
        if self._disk is None:
            self._tell(NoticeKind.NOT_SAVING, str(error))

    def _replace(self, error: TornJournalError) -> None:
        """Begin a new file with what memory holds; ``saving`` stays False where that fails."""
        try:
            self._set_aside(error)
            self._disk = self._open_once(self._catch_up)
        except (DiskError, TornJournalError):
            return

    def _reopen(self) -> None:
        """Open the disk again and bring it up to date; stays in memory where that fails."""
        try:
            self._disk = self._open_with(self._catch_up)
        except (DiskError, TornJournalError):
            return
        self._tell(NoticeKind.SAVING_AGAIN, "The journal is saved again.")

    def _catch_up(self, disk: SqliteJournal) -> None:
        if self._forget_first:
            self._wipe(disk)
        there = {record.match_id: record for record in disk.matches()}
        for record in self._memory.matches():
            if self._ids_on_disk.get(record.match_id) not in there:
                self._adopt_on_disk(disk, record.match_id)
            disk_id = self._ids_on_disk[record.match_id]
            stored = there[disk_id].entries if disk_id in there else 0
            missing = self._memory.entries(record.match_id)[stored:]
            disk.append(disk_id, stored + 1, *missing)
        self._names_changed = True
        self._keys_changed.update(self._memory.keys())
        self._copy_small(disk)

    def _adopt_on_disk(self, disk: SqliteJournal, match_id: int) -> None:
        record = next(r for r in self._memory.matches() if r.match_id == match_id)
        self._ids_on_disk[match_id] = disk.adopt(
            record.header, boot=record.boot_id, match_id=match_id
        )

    def _copy_small(self, disk: SqliteJournal) -> None:
        if self._names_changed:
            disk.remember_players(self._memory.players())
            self._names_changed = False
        for key in sorted(self._keys_changed):
            disk.put(key, self._memory.get(key))
        self._keys_changed.clear()

    def _wipe(self, disk: SqliteJournal) -> None:
        wipe_set_aside(self._path)
        disk.forget()
        self._forget_first = False

    def _tell(self, kind: NoticeKind, sentence: str) -> None:
        self._notices.append(Notice(kind=kind, sentence=sentence))
