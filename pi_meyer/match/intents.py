"""What the people at the table want, whichever way they said it: button, touch, keys or script.

Every input becomes one of these values on one queue (design/product, Inputs).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Act(enum.Enum):
    """Wishes that need no more words than their name."""

    # words of the game, as tiles or keys
    SAME = "same"  # pass unseen with the same value
    HIGHER = "higher"
    KIPPE = "kippe"
    ALLOW = "allow"
    ACCEPT = "accept"
    DOUBLE = "double"
    CONCEDE = "concede"
    LIFT = "lift"  # by touch, only while the button is dead
    NOTHING = "nothing"  # nothing was said: the round is void
    # moving through the screens
    GO = "go"  # the stitched choice of a screen: start, play, again, play on, continue
    UNDO = "undo"
    MENU = "menu"
    BACK = "back"
    TILES = "tiles"  # the tab that slides the 21 tiles up
    CONFIRM = "confirm"  # the second tile elsewhere, where the button is dead
    CANCEL = "cancel"
    # seats
    MORE_PLAYERS = "more_players"
    FEWER_PLAYERS = "fewer_players"
    SWAP = "swap"
    NEW_TABLE = "new_table"
    LEAVE = "leave"  # the picked seat leaves
    RENAME = "rename"  # opens the letters for the picked seat
    BUY_BACK = "buy_back"
    # places of the menu
    SHEET = "sheet"
    SETTINGS = "settings"
    SEATS = "seats"
    END_MATCH = "end_match"
    SWITCH_OFF = "switch_off"
    UPDATE = "update"  # install the newer program that a USB stick holds
    DOCTOR = "doctor"
    CALIBRATE = "calibrate"
    LANGUAGE = "language"  # steps to the next language
    SOUND = "sound"  # steps the volume
    TURN = "turn"  # turns the picture on the panel
    LIGHT = "light"  # steps the screen's brightness
    MORE_RULES = "more_rules"
    PRESETS = "presets"
    # the sheet
    SCROLL_UP = "scroll_up"
    SCROLL_DOWN = "scroll_down"
    SAVE = "save"
    # what lies there, by hand
    COCKED = "cocked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """The cup is lifted: the button's first edge. ``at_s`` is on the clock that stamps frames."""

    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Do:
    """A wish that needs no more words than its name."""

    act: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A value tile was touched or two digits typed: ``value`` is a roll like "63"."""

    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PickSeat:
    """A seat was touched: an answer to "by whom?", a row to correct, a mat to name."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterDice:
    """What lies there, read by the table: a roll like "63"."""

    roll: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PickLanguage:
    """A language was chosen: da, nb, de or en."""

    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PickPreset:
    """A preset was chosen by name."""

    preset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSetting:
    """A house rule's tile was touched: it steps to its next value. ``key`` is the tile's key."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeName:
    """The name of the picked seat, as it stands after a key of the letters screen."""

    name: str


Intent = Lift | Do | Say | PickSeat | EnterDice | PickLanguage | PickPreset | StepSetting | TypeName
