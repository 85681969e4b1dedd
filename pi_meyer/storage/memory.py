"""The journal's twin in memory: same contract, gone with the process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.ports.journal import MatchRecord, Notice
from pi_meyer.storage.boot import boot_id
from pi_meyer.storage.form import check_next, from_text, kind_of, to_object, to_text, unknown_match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(slots=True)
class _Match:
    header: str
    boot_id: str
    entries: list[str] = field(default_factory=list)


class MemoryJournal:
    """Keeps text, not objects: what comes back went through JSON, as from a disk."""

    def __init__(self, *, boot: str | None = None, first_match_id: int = 1) -> None:
        self._boot = boot if boot is not None else boot_id()
        self._next_id = first_match_id
        self._matches: dict[int, _Match] = {}
        self._players: list[str] = []
        self._values: dict[str, str] = {}

    @property
    def saving(self) -> bool:
        """Memory is no disk."""
        return False

    def notices(self) -> tuple[Notice, ...]:
        """Return nothing: memory has no news."""
        return ()

    def retry(self) -> None:
        """Do nothing: there is no disk to try."""

    def begin_match(self, header: Mapping[str, object]) -> int:
        """Begin a match; see ``Journal.begin_match``."""
        match_id = self._next_id
        self.adopt(match_id, header, boot=self._boot, entries=())
        return match_id

    def adopt(
        self,
        match_id: int,
        header: Mapping[str, object],
        *,
        boot: str,
        entries: Sequence[Mapping[str, object]],
    ) -> None:
        """Take over a match that was begun elsewhere, under its own id."""
        text = to_text(dict(header), what="The header of a match")
        bodies = [to_text(dict(entry), what="An entry") for entry in entries]
        self._matches[match_id] = _Match(text, boot, bodies)
        self._next_id = max(self._next_id, match_id + 1)

    def append(self, match_id: int, number: int, *entries: Mapping[str, object]) -> None:
        """Add entries; see ``Journal.append``."""
        match = self._match(match_id)
        check_next(match_id, number, len(match.entries))
        for entry in entries:
            kind_of(entry)
        match.entries.extend([to_text(dict(entry), what="An entry") for entry in entries])

    def entries(self, match_id: int) -> tuple[dict[str, object], ...]:
        """Return the entries in order; see ``Journal.entries``."""
        return tuple(to_object(text) for text in self._match(match_id).entries)

    def last_match(self) -> MatchRecord | None:
        """Return the match begun last, if any."""
        return self._record(max(self._matches)) if self._matches else None

    def matches(self) -> tuple[MatchRecord, ...]:
        """Return all matches, oldest first."""
        return tuple(self._record(match_id) for match_id in sorted(self._matches))

    def remember_players(self, names: Sequence[str]) -> None:
        """Put these names first among the remembered ones."""
        first = list(dict.fromkeys(names))
        self._players = first + [name for name in self._players if name not in first]

    def players(self) -> tuple[str, ...]:
        """Return the remembered names, the latest first."""
        return tuple(self._players)

    def put(self, key: str, value: object) -> None:
        """Keep a small JSON value under a key."""
        self._values[key] = to_text(value, what=f"The value of {key!r}")

    def get(self, key: str) -> object:
        """Return the value under a key, or None."""
        text = self._values.get(key)
        return None if text is None else from_text(text)

    def keys(self) -> tuple[str, ...]:
        """Return the keys that hold a value."""
        return tuple(self._values)

    def forget(self) -> None:
        """Wipe names, values and history; ids go on counting."""
        self._matches.clear()
        self._players.clear()
        self._values.clear()

    def close(self) -> None:
        """Do nothing: there is no file."""

    def _match(self, match_id: int) -> _Match:
        try:
            return self._matches[match_id]
        except KeyError:
            raise unknown_match(match_id) from None

    def _record(self, match_id: int) -> MatchRecord:
        match = self._matches[match_id]
        return MatchRecord(
            match_id=match_id,
            header=to_object(match.header),
            boot_id=match.boot_id,
            entries=len(match.entries),
        )
