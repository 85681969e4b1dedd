"""What a data file may say: one small checker for profiles and calibrations.

Every error names file, key, range and unit, and a misspelt key names the nearest known one.
"""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pi_meyer.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Number:
    """A number within a range, ends included."""

    low: float
    high: float
    unit: str = ""
    whole: bool = False

    def read(self, value: object) -> float | int:
        """Return the number, or raise ValueError with what was expected."""
        kinds = (int,) if self.whole else (int, float)
        wrong_kind = isinstance(value, bool) or not isinstance(value, kinds)
        if wrong_kind or not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError(self.expected)
        if not self.low <= value <= self.high:
            raise ValueError(self.expected)
        return value if self.whole else float(value)

    @property
    def expected(self) -> str:
        """Say what is allowed."""
        kind = "a whole number" if self.whole else "a number"
        unit = f" {self.unit}" if self.unit else ""
        if self.low == self.high:
            return f"exactly {self.low:g}{unit}"
        return f"{kind} from {self.low:g} to {self.high:g}{unit}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of numbers, read as a tuple."""

    each: Number
    least: int
    most: int

    def read(self, value: object) -> tuple[float | int, ...]:
        """Return the numbers, or raise ValueError with what was expected."""
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise ValueError(self.expected)
        return tuple(self.each.read(one) for one in value)

    @property
    def expected(self) -> str:
        """Say what is allowed."""
        count = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"a list of {count}, each {self.each.expected}"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text that is not empty."""

    def read(self, value: object) -> str:
        """Return the text, or raise ValueError with what was expected."""
        if not isinstance(value, str) or not value.strip():
            raise ValueError("a line of text")
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: object) -> bool:
        """Return the flag, or raise ValueError with what was expected."""
        if not isinstance(value, bool):
            raise ValueError("true or false")  # noqa: TRY004 (one kind of error for the caller)
        return value


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object) -> str:
        """Return the word, or raise ValueError with what was expected."""
        if value not in self.words or not isinstance(value, str):
            raise ValueError("one of " + ", ".join(self.words))
        return value


Field = Number | Numbers | Text | Flag | Choice


def check(found: Mapping[str, object], schema: Mapping[str, Field], where: str) -> dict[str, Any]:
    """Return the values of a table, read and checked; every key of the schema must be there.

    Args:
        found: the table as the TOML reader gave it.
        schema: what every key may hold.
        where: the file (and table) that errors name.

    Raises:
        SettingsError: a key is unknown or missing, or a value is out of range.
    """
    for key in found:
        if key not in schema:
            raise SettingsError(f"{where}: unknown key {key!r}; {_nearest(key, schema)}.")
    missing = [key for key in schema if key not in found]
    if missing:
        raise SettingsError(f"{where}: {missing[0]!r} is missing; add it.")
    return {key: _read(found[key], field, f"{where}: {key}") for key, field in schema.items()}


def _read(value: object, field: Field, what: str) -> object:
    try:
        return field.read(value)
    except ValueError as error:
        raise SettingsError(f"{what} is {value!r} but must be {error}.") from error


def _nearest(key: str, schema: Mapping[str, Field]) -> str:
    near = difflib.get_close_matches(key, schema, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else "known keys: " + ", ".join(schema)
