"""The name of this boot: with sequence numbers it orders evenings without a clock."""

from __future__ import annotations

from pathlib import Path

_BOOT_ID_FILE = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Return the kernel's id of this boot, or "unknown" where there is none (random(4))."""
    try:
        return _BOOT_ID_FILE.read_text(encoding="ascii").strip()
    except OSError:
        return "unknown"
