"""The score sheet on a USB stick, where one is mounted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.service.config_file import write_atomically

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES = ("/media/", "/run/media/", "/mnt/")
"""Below these folders removable disks are mounted."""
MOUNTS = Path("/proc/mounts")


def sticks(mounts: str) -> tuple[Path, ...]:
    """Return the writable mount points of removable disks that a mount table lists."""
    fields = (line.split() for line in mounts.splitlines())
    points = (row[1].replace("\\040", " ") for row in fields if len(row) >= 4)
    found = (Path(point) for point in points if f"{point}/".startswith(PLACES))
    return tuple(path for path in found if os.access(path, os.W_OK))


def save_to_stick(files: Mapping[str, str], *, mounts: Path = MOUNTS) -> str | None:
    """Write files (name to text) to the first stick; return the first name, or None without one."""
    table = mounts.read_text(encoding="utf-8") if mounts.exists() else ""
    for stick in sticks(table):
        try:
            for name, text in files.items():
                write_atomically(stick / name, text)
        except OSError:
            continue
        return next(iter(files))
    return None
