"""Pictures of the screen as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from pathlib import Path


def save_png(surface: pygame.Surface, path: Path) -> None:
    """Save a surface as a PNG; the ending is added where it is missing."""
    named = path if path.suffix.lower() == ".png" else path.with_suffix(".png")
    pygame.image.save(surface, str(named))
