"""The light under the window as the box needs it: on or off, never dimmed (fairness P10)."""

from __future__ import annotations

from typing import Protocol


class Light(Protocol):
    """A lamp ring behind a constant-current driver."""

    def on(self) -> None:
        """Switch the light on."""

    def off(self) -> None:
        """Switch the light off."""
