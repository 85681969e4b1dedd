"""Imports that cost less than they would by themselves."""

from __future__ import annotations

import importlib
import sys
from typing import Final

UNUSED_BY_PYGAME: Final = "pkg_resources"
"""pygame 2 looks for this part of setuptools to find its icon, and does without where it is not
there; loading it takes as long as pygame itself and 8 MB."""


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
