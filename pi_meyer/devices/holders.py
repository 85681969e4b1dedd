"""Who holds a device: looks through /proc for open files (proc(5))."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PROC = Path("/proc")


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A process that has a device open."""

    pid: int
    name: str

    def __str__(self) -> str:
        """Name it as people find it again."""
        return f"{self.name} (process {self.pid})"


def holders_of(prefix: str, *, proc: Path = PROC) -> tuple[Holder, ...]:
    """Return the other processes that have a file beginning with ``prefix`` open.

    Without root only one's own processes can be seen; none found does not mean nobody.
    """
    folders = (entry for entry in proc.iterdir() if entry.name.isdigit())
    own = os.getpid()
    return tuple(
        Holder(pid=int(folder.name), name=_name(folder))
        for folder in sorted(folders, key=lambda entry: int(entry.name))
        if int(folder.name) != own and any(path.startswith(prefix) for path in _open(folder))
    )


def in_words(holders: tuple[Holder, ...]) -> str | None:
    """Return the holders as a list in words, or None where there are none."""
    return ", ".join(map(str, holders)) or None


def _open(folder: Path) -> Iterator[str]:
    try:
        links = list((folder / "fd").iterdir())
    except OSError:  # not ours to see, or gone meanwhile
        return
    for link in links:
        try:
            yield str(link.readlink())
        except OSError:  # closed meanwhile
            continue


def _name(folder: Path) -> str:
    try:
        return (folder / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "unknown"
