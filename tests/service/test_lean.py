"""Imports and memory that cost less: nothing is missed by others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pi_meyer.service import lean

PROGRAM = """
import sys
from pi_meyer.service.lean import import_pygame
import_pygame()
import_pygame()
print("pygame" in sys.modules, "pkg_resources" in sys.modules)
"""


def test_pygame_comes_without_setuptools_and_leaves_no_trace() -> None:
    """pygame is loaded, its detour is not, and nothing stands in the way of a later import."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-2:] == ["True", "False"]


PICTURES = """
from pathlib import Path
from pi_meyer.service.lean import PICTURE_BYTES, give_pictures_back

def heap_kib():
    maps = Path("/proc/self/smaps").read_text().split("[heap]")[1]
    return int(maps.split("Rss:")[1].split()[0])

def grown_kib():
    before = heap_kib()
    pictures = [bytearray(b"x" * PICTURE_BYTES) for _ in range(200)]
    return heap_kib() - before + 0 * len(pictures)

bytearray(b"x" * 10_000_000)  # once such a block is freed the heap takes smaller ones
usual = grown_kib()
give_pictures_back()
print(usual > 20_000, grown_kib() < 1000)
"""


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="needs Linux")
def test_large_pictures_leave_the_heap_alone() -> None:
    """Afterwards a picture has pages of its own, which go back when it does."""
    done = subprocess.run(
        [sys.executable, "-c", PICTURES], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True"]


LINKED = """
from pathlib import Path
import cv2, numpy
from pi_meyer.service.lean import give_linking_back

def mapped_kib():
    return int(Path("/proc/self/status").read_text().split("RssFile:")[1].split()[0])

before = mapped_kib()
give_linking_back()
print(mapped_kib() < before - 10_000)
print(int(cv2.GaussianBlur(numpy.full((9, 9), 7, numpy.uint8), (3, 3), 0).sum()))
"""


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="needs Linux")
def test_libraries_work_without_the_pages_that_linking_touched() -> None:
    """Megabytes of file pages go, and OpenCV computes as before."""
    done = subprocess.run(
        [sys.executable, "-c", LINKED], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "567"]


def area(permissions: str, name: str, changed_kib: int) -> str:
    """One mapping as the kernel lists it."""
    head = f"7f0000001000-7f0000003000 {permissions} 00000000 08:02 42 {name}"
    return f"{head}\nRss: 8 kB\nAnonymous: {changed_kib} kB\n"


@pytest.mark.parametrize(
    ("permissions", "name", "changed_kib", "goes"),
    [
        ("r-xp", "/usr/lib/libfoo.so.4.10", 0, True),
        ("r--p", "/usr/lib/cv2.cpython-313.so", 0, True),
        ("r--p", "/usr/lib/libfoo.so.4.10", 4, False),  # relocated, then locked
        ("rw-p", "/usr/lib/libfoo.so.4.10", 0, False),
        ("r-xs", "/usr/lib/libfoo.so.4.10", 0, False),
        ("r--p", "/var/lib/pi-meyer/journal.sqlite3", 0, False),
        ("r-xp", "[vdso]", 0, False),
    ],
)
def test_only_unchanged_pages_of_libraries_go(
    permissions: str, name: str, changed_kib: int, *, goes: bool
) -> None:
    """A page that differs from its file would be lost for good, so it stays."""
    smaps = area(permissions, name, changed_kib) + area("rw-p", "[heap]", 8)
    assert lean._untouched(smaps) == ([(0x7F0000001000, 0x7F0000003000)] if goes else [])
