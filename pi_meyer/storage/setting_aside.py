"""Torn databases are kept, never deleted: somebody may still want to look inside."""

from __future__ import annotations

import contextlib
import itertools
import shutil
from typing import TYPE_CHECKING

from pi_meyer.storage.errors import DiskError

if TYPE_CHECKING:
    from pathlib import Path

# SQLite's companions of a database in WAL mode (sqlite.org/tempfiles.html).
_SUFFIXES = ("", "-wal", "-shm")


def set_aside(path: Path) -> Path:
    """Rename a database and its companions to ``.corrupt-1``, ``-2``, ...; return the new path.

    Raises:
        DiskError: the disk does not allow it.
    """
    names = (path.with_name(f"{path.name}.corrupt-{n}") for n in itertools.count(1))
    kept = next(name for name in names if not name.exists())
    try:
        for suffix in _SUFFIXES:
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + suffix).rename(kept.with_name(kept.name + suffix))
    except OSError as error:
        raise DiskError(f"{path} is damaged and cannot be set aside: {error.strerror}.") from error
    return kept


def wipe_set_aside(path: Path) -> None:
    """Delete every database that was set aside beside ``path``: it may hold names.

    Raises:
        DiskError: the disk does not allow it.
    """
    try:
        for kept in path.parent.glob(f"{path.name}.corrupt-*"):
            kept.unlink()
    except OSError as error:
        raise DiskError(f"{kept} cannot be deleted: {error.strerror}.") from error


def copy_database(path: Path, folder: Path) -> Path:
    """Copy a database and its log into ``folder``; return the copy's path.

    Raises:
        OSError: there is none, or no room.
    """
    shutil.copyfile(path, folder / path.name)
    log = path.with_name(f"{path.name}-wal")
    with contextlib.suppress(FileNotFoundError):
        shutil.copyfile(log, folder / log.name)
    return folder / path.name
