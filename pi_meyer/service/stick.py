"""A USB stick, where one is mounted: it takes the score sheet and may bring a newer program."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.service.config_file import write_atomically
from pi_meyer.service.flow.host import Offer

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES = ("/media/", "/run/media/", "/mnt/")
"""Below these folders removable disks are mounted."""
MOUNTS = Path("/proc/mounts")


PACKAGE = "pi-meyer"
TOOL_S = 10.0


def offered(*, mounts: Path = MOUNTS) -> Offer | None:
    """Return the best package that lies on a stick, by its name; None without one.

    A newer one of ours comes first, then an older one, then one that is no package of ours at all:
    the last two are worth a sentence. Without Debian's tools there are no packages.
    """
    if shutil.which("dpkg-deb") is None:
        return None
    table = mounts.read_text(encoding="utf-8") if mounts.exists() else ""
    files = [path for stick in places(table) for path in sorted(stick.glob(f"{PACKAGE}_*.deb"))]
    offers = [_offer(path) for path in files]
    return max(offers, key=lambda offer: (offer.ours, offer.newer), default=None)


def _offer(path: Path) -> Offer:
    name, version = (_told("dpkg-deb", "--field", str(path), key) for key in ("Package", "Version"))
    if name != PACKAGE or not version:
        return Offer(version=path.name, ours=False, newer=False)
    installed = _told("dpkg-query", "-W", "-f", "${Version}", PACKAGE) or "0"
    newer = _told("dpkg", "--compare-versions", version, "gt", installed) is not None
    return Offer(version=version, newer=newer)


def _told(*words: str) -> str | None:
    """Return what a tool printed, or None where it failed."""
    try:
        done = subprocess.run(  # noqa: S603 - words of our own and a file's name
            words, capture_output=True, text=True, timeout=TOOL_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def places(mounts: str) -> tuple[Path, ...]:
    """Return the mount points of removable disks that a mount table lists."""
    fields = (line.split() for line in mounts.splitlines())
    points = (row[1].replace("\\040", " ") for row in fields if len(row) >= 4)
    return tuple(Path(point) for point in points if f"{point}/".startswith(PLACES))


def sticks(mounts: str) -> tuple[Path, ...]:
    """Return the writable mount points of removable disks that a mount table lists."""
    return tuple(path for path in places(mounts) if os.access(path, os.W_OK))


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
