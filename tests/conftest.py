"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PROJECT_ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of handed cases and pictures beside the project; skips where it is absent."""
    folder = PROJECT_ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the shared folder is not beside the project")
    return folder


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
