"""Imports that cost less: what is left out stays importable for others."""

from __future__ import annotations

import subprocess
import sys

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
