"""What can go wrong with the record of the evening, by what has to be done about it."""

from __future__ import annotations

from pi_meyer.errors import JournalError


class RefusedEntryError(JournalError):
    """A writer asked for something that makes no sense; nothing was written."""


class DiskError(JournalError):
    """The disk is full, read-only, locked or gone: the evening can go on in memory."""


class TornJournalError(JournalError):
    """The file is damaged, or was written by something else: it has to be set aside."""


class SecondInstanceError(JournalError):
    """Another box runs on the same data folder."""
