"""Where an evening stands: the phase of the round, and the place opened over it."""

from __future__ import annotations

import enum


class Phase(enum.Enum):
    """The phases of an evening, in the order in which a round goes through them."""

    IDLE = "idle"
    SEATS = "seats"
    SHAKE = "shake"  # nothing hidden: the cup is away, or the dice lie open
    HIDDEN = "hidden"  # two dice at rest under the cup
    OPENING = "opening"  # LIFT was pressed; the picture holds until the fixed time is over
    ENTER = "enter"  # the table reads the dice itself
    SAID = "said"
    BY = "by"
    RULING = "ruling"
    LIVES = "lives"
    OUT = "out"
    WINNER = "winner"


class Place(enum.Enum):
    """A place of the menu, opened over the phase; closing it shows the phase again."""

    MENU = "menu"
    SETTINGS = "settings"
    SHEET = "sheet"
    SEATS = "seats"
    DOCTOR = "doctor"
    CALIBRATE = "calibrate"
    ASLEEP = "asleep"


HIDING = frozenset({Phase.HIDDEN, Phase.OPENING})
"""Phases in which the dice lie hidden: no preview, no menu by the button (P8)."""
