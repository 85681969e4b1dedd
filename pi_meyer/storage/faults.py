"""A disk that breaks on command, for the evening script (rules.md, section 10) and the tests.

It raises what SQLite itself raises, at the place where SQLite would, so that everything above it is
the real thing. ``torn`` also scribbles over the file, as a card that lost power would.
"""

from __future__ import annotations

import enum
import sqlite3
from typing import TYPE_CHECKING

from pi_meyer.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path


class DiskFault(enum.Enum):
    """The states of the disk by the names that the evening script uses."""

    FULL = "full"
    READONLY = "readonly"
    TORN = "torn"
    BACK = "back"


_SAYS = {
    DiskFault.FULL: (sqlite3.SQLITE_FULL, "database or disk is full"),
    DiskFault.READONLY: (sqlite3.SQLITE_READONLY, "attempt to write a readonly database"),
    DiskFault.TORN: (sqlite3.SQLITE_CORRUPT, "database disk image is malformed"),
}


class DiskFaults:
    """Give it as ``before_write`` to a journal, and ``set`` it to break the disk."""

    def __init__(self) -> None:
        self._state = DiskFault.BACK

    def set(self, name: str, *, path: Path | None = None) -> None:
        """Put the disk into a state; ``path`` is the database that ``torn`` scribbles over.

        Raises:
            SettingsError: no such state.
        """
        try:
            self._state = DiskFault(name)
        except ValueError:
            known = ", ".join(fault.value for fault in DiskFault)
            raise SettingsError(f"A disk cannot be {name!r}: use one of {known}.") from None
        if self._state is DiskFault.TORN and path is not None and path.exists():
            with path.open("r+b") as file:
                file.write(b"torn" * 64)

    def __call__(self) -> None:
        """Raise what SQLite raises in this state; a torn file is found once, then it is new."""
        if self._state is DiskFault.BACK:
            return
        code, words = _SAYS[self._state]
        if self._state is DiskFault.TORN:
            self._state = DiskFault.BACK
        error = sqlite3.DatabaseError(words)
        error.sqlite_errorcode = code
        raise error
