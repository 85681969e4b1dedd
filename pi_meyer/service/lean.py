"""Imports and memory that cost less than they would by themselves."""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
from pathlib import Path
from typing import Final

UNUSED_BY_PYGAME: Final = "pkg_resources"
"""pygame 2 looks for this part of setuptools to find its icon, and does without where it is not
there; loading it takes as long as pygame itself and 8 MB."""
M_MMAP_THRESHOLD: Final = -3
"""Of mallopt(3)."""
MADV_DONTNEED: Final = 4
"""Of madvise(2)."""
PICTURE_BYTES: Final = 131_072
"""From this size on memory is given back when a picture is done with."""


def import_pygame() -> None:
    """Import pygame without setuptools, which stays importable for others."""
    if "pygame" in sys.modules or UNUSED_BY_PYGAME in sys.modules:
        importlib.import_module("pygame")
        return
    sys.modules[UNUSED_BY_PYGAME] = None  # type: ignore[assignment]  # what a failed import leaves
    try:
        importlib.import_module("pygame")
    finally:
        del sys.modules[UNUSED_BY_PYGAME]


def give_pictures_back() -> None:
    """From now on give memory back as soon as a picture is done with (20 MB on a box).

    Each such picture then costs fresh pages, so the start does without: it would take a third
    longer. Does nothing where the C library is another than GNU's.
    """
    import ctypes  # noqa: PLC0415 - after the first picture

    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_MMAP_THRESHOLD, PICTURE_BYTES)
        library.malloc_trim(0)


def give_linking_back(smaps: Path = Path("/proc/self/smaps")) -> None:
    """Let go of the pages of libraries that nothing needs after linking (60 MB on a box).

    Debian's OpenCV is linked to some 150 libraries; the linker touches them all. Only pages that
    are as in their files are let go; one that is wanted again comes from the page cache. Does
    nothing where the kernel is another than Linux.
    """
    import ctypes  # noqa: PLC0415 - after the first picture

    with contextlib.suppress(OSError, AttributeError):
        madvise = ctypes.CDLL(None).madvise
        madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        for begin, end in _untouched(smaps.read_text(encoding="utf-8", errors="replace")):
            madvise(begin, end - begin, MADV_DONTNEED)


def _untouched(smaps: str) -> list[tuple[int, int]]:
    """Return the address ranges of libraries that cannot be written and hold no changed page.

    What the linker has changed in place and then locked (RELRO) is as read-only, but not the
    file's any more: losing it would be the end.
    """
    areas = re.split(r"^(?=[0-9a-f]+-[0-9a-f]+ )", smaps, flags=re.MULTILINE)
    found = []
    for area in areas:
        head = re.match(r"([0-9a-f]+)-([0-9a-f]+) r-[-x]p .*\.so[.0-9]*\n", area)
        changed = re.search(r"^Anonymous: +(\d+) kB$", area, flags=re.MULTILINE)
        if head is not None and changed is not None and changed[1] == "0":
            found.append((int(head[1], 16), int(head[2], 16)))
    return found
