"""One box to a data folder: a lock that the kernel lets go however the process dies."""

from __future__ import annotations

import contextlib
import fcntl
import os
from typing import TYPE_CHECKING

from pi_meyer.storage.errors import SecondInstanceError

if TYPE_CHECKING:
    from pathlib import Path


class FolderLock:
    """Holds ``path`` locked (flock(2)) until ``close``.

    Where the file cannot even be opened (read-only disk) there is nothing to protect and no lock.

    Raises:
        SecondInstanceError: somebody else holds it.
    """

    def __init__(self, path: Path) -> None:
        self._handle: int | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(handle, 32, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(handle)
            raise SecondInstanceError(
                f"The box is already running on {path.parent} (process {holder}): use that one, "
                "stop it (sudo systemctl stop pi-meyer), or give another data folder."
            ) from None
        self._handle = handle
        with contextlib.suppress(OSError):  # a full disk: the lock holds, only its label is missing
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()}\n".encode("ascii"), 0)

    def close(self) -> None:
        """Let the folder go. May be called twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
