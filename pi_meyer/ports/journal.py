"""The record of the evening as the box needs it: entries that are never changed, only added.

What happened is stored, what follows is derived (rules.md, section 8): lives are in no entry. An
entry is a JSON object with a ``kind``; everything else in it belongs to whoever wrote it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class EntryKind(enum.Enum):
    """What an entry records; its value stands in the entry under ``kind``."""

    FACT = "fact"
    """Something the referee accepted, in the words of the replay format (rules.md, section 9)."""
    READING = "reading"
    """What lay there, written at the lift before anything is asked (fairness P1)."""
    MARK = "mark"
    """A neutral remark such as "dice moved" (fairness F1 to F8)."""
    PHASE = "phase"
    """Where the physical round stands, such as "hidden": what a restart must know (P7)."""


class NoticeKind(enum.Enum):
    """What the journal has to tell the people, once."""

    SET_ASIDE = "set_aside"
    """The file was torn or foreign; it was kept under another name and a new one begun."""
    NOT_SAVING = "not_saving"
    """The disk takes nothing; the evening is kept in memory only."""
    SAVING_AGAIN = "saving_again"
    """The disk takes everything again, and what was in memory is on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One notice: its kind for the screen, a plain English sentence for the log."""

    kind: NoticeKind
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match in the list.

    Attributes:
        match_id: counts up by one a match: this is the order, no clock is needed.
        header: what ``begin_match`` was given.
        boot_id: names the boot of the machine during which the match began.
        entries: how many entries it holds; the next one's number is one more.
    """

    match_id: int
    header: dict[str, object]
    boot_id: str
    entries: int


class Journal(Protocol):
    """Matches with numbered entries, names remembered between evenings, small values by key.

    Every call that writes has reached the disk when it returns while ``saving`` is true.
    """

    @property
    def saving(self) -> bool:
        """Whether what is written reaches a disk; False while it lives in memory only."""

    def notices(self) -> tuple[Notice, ...]:
        """Return what is to be told since the last call, oldest first."""

    def retry(self) -> None:
        """Try the disk again now (every write does so too); does nothing while saving."""

    def begin_match(self, header: Mapping[str, object]) -> int:
        """Begin a match and return its id; ``header`` is a JSON object (preset, players, ...)."""

    def append(self, match_id: int, number: int, *entries: Mapping[str, object]) -> None:
        """Add entries ``number``, ``number + 1``, ... in one step: all of them or none.

        Numbers count from 1 without a gap, so a writer that missed an entry is refused.

        Raises:
            JournalError: the match is unknown, the number is not the next one, or an entry is
                no JSON object with a ``kind``; nothing was written.
        """

    def entries(self, match_id: int) -> tuple[dict[str, object], ...]:
        """Return the match's entries in order, in today's form.

        Raises:
            JournalError: the match is unknown.
        """

    def last_match(self) -> MatchRecord | None:
        """Return the match begun last, or None in an empty journal."""

    def matches(self) -> tuple[MatchRecord, ...]:
        """Return all matches, oldest first."""

    def remember_players(self, names: Sequence[str]) -> None:
        """Put these names first among those remembered between evenings, in this order."""

    def players(self) -> tuple[str, ...]:
        """Return the remembered names, those who played last first."""

    def put(self, key: str, value: object) -> None:
        """Keep a small JSON value under a key (last seats, wins of the evening)."""

    def get(self, key: str) -> object:
        """Return the value under a key, or None where there is none."""

    def forget(self) -> None:
        """Wipe names, values and history, files set aside included (fairness N3)."""

    def close(self) -> None:
        """Let the file go. May be called twice."""
