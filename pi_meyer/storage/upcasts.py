"""Entries outlive the program: each kind has a version, and old ones are raised when read.

An upcast is named by the kind and the version it starts from, and returns the next version's form.
The database keeps what was written; nothing is rewritten in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pi_meyer.storage.errors import TornJournalError

Upcast = Callable[[dict[str, object]], dict[str, object]]

FIRST_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcasts:
    """The steps known to this program, by (kind, version they start from)."""

    steps: Mapping[tuple[str, int], Upcast] = field(default_factory=dict)

    def current(self, kind: str) -> int:
        """Return the version that new entries of this kind are written with."""
        return max((start + 1 for name, start in self.steps if name == kind), default=FIRST_VERSION)

    def raised(self, kind: str, version: int, body: dict[str, object]) -> dict[str, object]:
        """Return an entry in today's form.

        Raises:
            TornJournalError: it was written by a newer program than this one.
        """
        current = self.current(kind)
        if version > current:
            raise TornJournalError(
                f"An entry of kind {kind!r} has version {version}, this program knows {current}: "
                "install the newer program again."
            )
        for start in range(version, current):
            body = self.steps[kind, start](body)
        return body


KNOWN = Upcasts()
"""No kind has changed its form yet."""
