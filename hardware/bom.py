"""The bill of materials: read, checked, added up."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pi_meyer.errors import SettingsError

FILE: Final = Path(__file__).with_name("BOM.csv")
PRICED_ON: Final = "2026-11-30"
OPTION: Final = "option"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the bill; prices are for the whole quantity, in euro, parcel not counted."""

    id: str
    quantity: int
    unit: str
    group: str
    what: str
    look_for: str
    alternatives: str
    used_for: str
    low_eur: float
    high_eur: float


def read(path: Path = FILE) -> dict[str, Line]:
    """Return all lines by their id.

    Raises:
        SettingsError: a line is incomplete, named twice, or its prices are upside down.
    """
    lines: dict[str, Line] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            line = _line(row, number)
            if line.id in lines:
                raise SettingsError(f"{path.name} line {number}: {line.id} is there twice.")
            lines[line.id] = line
    return lines


def _line(row: dict[str, str], number: int) -> Line:
    try:
        line = Line(
            id=row["id"],
            quantity=int(row["quantity"]),
            unit=row["unit"],
            group=row["group"],
            what=row["what"],
            look_for=row["look_for"],
            alternatives=row["alternatives"],
            used_for=row["used_for"],
            low_eur=float(row["low_eur"]),
            high_eur=float(row["high_eur"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise SettingsError(f"BOM.csv line {number} is not complete: {error}.") from error
    if line.quantity < 1 or line.low_eur > line.high_eur:
        raise SettingsError(f"BOM.csv line {number}: quantity or prices make no sense.")
    return line


def total_eur(lines: dict[str, Line]) -> tuple[float, float]:
    """Return the least and the most that a box costs, options left out."""
    needed = [line for line in lines.values() if line.group != OPTION]
    return sum(line.low_eur for line in needed), sum(line.high_eur for line in needed)
