"""From which side the camera sees the dice."""

from __future__ import annotations

import enum


class View(enum.Enum):
    """Where the camera is."""

    BELOW = "below"
    """Under the window: it sees bottom faces, and exactly two dice count."""

    ABOVE = "above"
    """Over a table: it sees top faces, of one to six loose dice."""
