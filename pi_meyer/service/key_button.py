"""The space bar as LIFT, alone or beside the real button: the same port, the same debounce."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.ports.lift_button import Edge

if TYPE_CHECKING:
    from pi_meyer.ports.lift_button import LiftButton


@dataclass(slots=True)
class KeyButton:
    """Implements ``ports.lift_button.LiftButton`` for a key; ``beside`` is the real contact."""

    beside: LiftButton | None = None
    _edges: list[Edge] = field(default_factory=list)
    _down: bool = False

    def key(self, *, pressed: bool, at_s: float) -> None:
        """Take in that the key went down or up; a repeated key is no edge."""
        if pressed != self._down:
            self._down = pressed
            self._edges.append(Edge(pressed=pressed, at_s=at_s))

    def poll(self) -> tuple[Edge, ...]:
        """Return the edges of both since the last call, oldest first."""
        found = list(self.beside.poll()) if self.beside is not None else []
        found += self._edges
        self._edges = []
        return tuple(sorted(found, key=lambda edge: edge.at_s))

    def is_pressed(self) -> bool:
        """Return whether either is down now."""
        return self._down or (self.beside is not None and self.beside.is_pressed())

    def close(self) -> None:
        """Let the contact go. May be called twice."""
        if self.beside is not None:
            self.beside.close()
