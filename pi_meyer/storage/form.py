"""The form that both journals store: compact JSON text, checked before anything is written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pi_meyer.storage.errors import RefusedEntryError, TornJournalError

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS_KEY = "kind"


def to_text(value: object, *, what: str) -> str:
    """Return ``value`` as JSON text.

    Raises:
        RefusedEntryError: it holds something that JSON cannot; ``what`` names it in the sentence.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise RefusedEntryError(f"{what} cannot be stored as JSON: {error}.") from error


def from_text(text: str) -> object:
    """Return the value in a stored JSON text.

    Raises:
        TornJournalError: it is none.
    """
    try:
        return json.loads(text)
    except ValueError as error:
        raise TornJournalError(f"A stored value is damaged: {error}.") from error


def to_object(text: str) -> dict[str, object]:
    """Return the JSON object in a stored text.

    Raises:
        TornJournalError: there is none.
    """
    value = from_text(text)
    if not isinstance(value, dict):
        raise TornJournalError("A stored entry is damaged: it is no object.")
    return value


def kind_of(entry: Mapping[str, object]) -> str:
    """Return the entry's kind.

    Raises:
        RefusedEntryError: it has none.
    """
    kind = entry.get(KINDS_KEY)
    if not isinstance(kind, str) or not kind:
        raise RefusedEntryError("An entry needs a kind: give it one of ports.journal.EntryKind.")
    return kind


def check_next(match_id: int, number: int, stored: int) -> None:
    """Refuse a number that is not the next one.

    Raises:
        RefusedEntryError: somebody else wrote meanwhile, or an entry was left out.
    """
    if number != stored + 1:
        raise RefusedEntryError(
            f"Match {match_id} holds {stored} entries, so the next number is {stored + 1}, not "
            f"{number}: read the match again."
        )


def unknown_match(match_id: int) -> RefusedEntryError:
    """Return the error for a match that is not in the journal."""
    return RefusedEntryError(f"The journal holds no match {match_id}: begin one first.")
