"""Keyboard and numpad: pure functions from a key and what is on the screen to an intent.

Two digits say a value or enter dice, a letter chooses a seat, and the rest is one key each
(design/product, Inputs). Keys come by the names of pygame ("6", "[6]", "space"), with the text
that they typed where there is one, so that every keyboard layout finds its own ``+`` and ``=``.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pi_meyer.match.intents import (
    Act,
    Do,
    EnterDice,
    Intent,
    Lift,
    PickLanguage,
    PickPreset,
    PickSeat,
    Say,
    StepSetting,
    TypeName,
)
from pi_meyer.match.views import (
    SCREEN_OF,
    ByView,
    EnterView,
    IdleView,
    LivesView,
    MenuView,
    Person,
    ReadyView,
    SaidView,
    Screen,
    SeatsView,
    SettingsView,
    View,
    Welcome,
    WelcomeView,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LANGUAGE_KEYS: Final = ("da", "nb", "de", "en")
"""On idle the digits 1 to 4 choose a language, in the order of the tiles."""

SEAT_LETTERS: Final = "abcdefghijkl"
"""The letters of the twelve seats, for people whose mats show none that is on the keyboard."""

LONGEST_NAME: Final = 40
"""Letters that a name may have; the screen shows as many as fit."""


class TableKey(enum.Enum):
    """What a key does to the simulated table; the real table needs no keys for it."""

    SHAKE = "shake"
    PEEK = "peek"  # as long as it is held


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPress:
    """A key went down: its name, the text it typed, and when on the clock that stamps frames."""

    name: str
    text: str = ""
    at_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyAnswer:
    """What a key means: an intent, a hand on the simulated table, or a digit that waits."""

    intent: Intent | None = None
    table: TableKey | None = None
    waiting: str = ""


NOTHING_MEANT: Final = KeyAnswer()

_READY_ACTS: Final[Mapping[str, Act]] = {
    "=": Act.SAME,
    "+": Act.HIGHER,
    "k": Act.KIPPE,
    "l": Act.ALLOW,
    "a": Act.ACCEPT,
    "d": Act.DOUBLE,
    "c": Act.CONCEDE,
}

_ACTS: Final[Mapping[Screen, Mapping[str, Act]]] = {
    Screen.WELCOME: {"t": Act.TURN},
    Screen.IDLE: {},
    Screen.SEATS: {
        "+": Act.MORE_PLAYERS,
        "-": Act.FEWER_PLAYERS,
        "tab": Act.SWAP,
        "delete": Act.LEAVE,
        "f2": Act.RENAME,
    },
    Screen.SHAKE: {},
    Screen.READY: _READY_ACTS,
    Screen.SAID: {"0": Act.NOTHING, "n": Act.NOTHING, "k": Act.KIPPE},
    Screen.BY: {},
    Screen.RULING: {},
    Screen.LIVES: {},
    Screen.OUT: {"b": Act.BUY_BACK},
    Screen.WINNER: {"s": Act.SHEET, "p": Act.SEATS},
    Screen.ENTER: {"k": Act.COCKED},
    Screen.ASLEEP: {"d": Act.DOCTOR},
    Screen.SHEET: {
        "up": Act.SCROLL_UP,
        "page up": Act.SCROLL_UP,
        "down": Act.SCROLL_DOWN,
        "page down": Act.SCROLL_DOWN,
        "s": Act.SAVE,
    },
    Screen.SETTINGS: {
        "m": Act.MORE_RULES,
        "p": Act.PRESETS,
        "s": Act.SEATS,
        "l": Act.LANGUAGE,
        "v": Act.SOUND,
        "b": Act.LIGHT,
    },
    Screen.MENU: {},
    Screen.CALIBRATE: {},
    Screen.DOCTOR: {},
    Screen.MOMENT: {},
}
"""The keys of each screen besides digits, seats and those that mean the same everywhere."""

_MODIFIERS: Final = frozenset(
    f"{side} {name}" for side in ("left", "right") for name in ("shift", "ctrl", "alt", "meta")
) | {"numlock", "caps lock", "alt gr", "mode"}
"""Keys that only change others: a digit that waits goes on waiting."""

_BEHIND_THE_MENU: Final = frozenset(
    {Screen.MENU, Screen.SHEET, Screen.SETTINGS, Screen.DOCTOR, Screen.CALIBRATE}
)


def press(view: View, key: KeyPress, *, waiting: str = "", simulated: bool = False) -> KeyAnswer:
    """Tell what a key means on this screen; a key without a meaning does nothing.

    ``waiting`` is the first digit of a value, from the answer before; ``simulated`` adds the keys
    of the simulated table (shake: S or Return, peek: Tab or P).
    """
    symbol = symbol_of(key)
    if symbol in _MODIFIERS:
        return KeyAnswer(waiting=waiting)
    if view.chrome.confirm is not None:
        return _confirming(symbol, key.at_s, button_dead=view.chrome.confirm.button_dead)
    if isinstance(view, SeatsView) and view.naming:
        return _naming(view.typed, symbol, key.text)
    hand = table_key(view, symbol) if simulated else None
    if hand is not None:
        return KeyAnswer(table=hand)
    if len(symbol) == 1 and symbol in "123456789":
        return _digit(view, symbol, waiting)
    return KeyAnswer(intent=_on_every_screen(view, symbol, key.at_s))


def symbol_of(key: KeyPress) -> str:
    """One name for the same key on the board and the numpad: what it typed, or its name."""
    if len(key.text) == 1 and key.text.isprintable() and key.text != " ":
        return key.text.lower()
    name = key.name.strip().lower()
    if len(name) == 3 and name.startswith("[") and name.endswith("]"):
        return name[1]
    return {"enter": "return", " ": "space"}.get(name, name)


def table_key(view: View, symbol: str) -> TableKey | None:
    """The simulated table's keys, where no seat or word of the screen wants the letter."""
    match SCREEN_OF[type(view)]:
        case Screen.SHAKE | Screen.READY:
            hands = {"s": "shake", "return": "shake", "tab": "peek", "p": "peek"}
            return TableKey(hands[symbol]) if symbol in hands else None
        case _:
            return None


def _confirming(symbol: str, at_s: float, *, button_dead: bool) -> KeyAnswer:
    """A life is at stake: LIFT says yes, or Return where the button is dead."""
    match symbol:
        case "space":
            return KeyAnswer(intent=Lift(at_s=at_s))
        case "return" if button_dead:
            return KeyAnswer(intent=Do(act=Act.CONFIRM))
        case "escape" | "backspace":
            return KeyAnswer(intent=Do(act=Act.CANCEL))
        case _:
            return NOTHING_MEANT


def _naming(typed: str, symbol: str, text: str) -> KeyAnswer:
    """A name is being written: every key that types something is a letter of it."""
    match symbol:
        case "return":
            return KeyAnswer(intent=Do(act=Act.GO))
        case "escape":
            return KeyAnswer(intent=Do(act=Act.BACK))
        case "backspace":
            return KeyAnswer(intent=TypeName(name=typed[:-1]))
        case _:
            letter = " " if symbol == "space" else text
    if len(letter) != 1 or not letter.isprintable() or len(typed) >= LONGEST_NAME:
        return NOTHING_MEANT
    return KeyAnswer(intent=TypeName(name=typed + letter))


def _digit(view: View, digit: str, waiting: str) -> KeyAnswer:
    match view:
        case ReadyView() | SaidView() | EnterView():
            return _value(view, digit, waiting)
        case IdleView() | WelcomeView(asks=Welcome.LANGUAGE):
            choice = _nth(LANGUAGE_KEYS, digit)
            return KeyAnswer(intent=PickLanguage(language=choice) if choice else None)
        case SettingsView() if view.presets:
            preset = _nth(view.presets, digit)
            return KeyAnswer(intent=PickPreset(preset=preset) if preset else None)
        case SettingsView():
            rule = _nth([tile.key for tile in view.tiles], digit)
            return KeyAnswer(intent=StepSetting(key=rule) if rule else None)
        case MenuView():
            entry = _nth(view.entries, digit)
            return KeyAnswer(intent=Do(act=Act(entry)) if entry else None)
        case _:
            return NOTHING_MEANT


def _nth(choices: Sequence[str], digit: str) -> str | None:
    return choices[int(digit) - 1] if int(digit) <= len(choices) else None


def _value(view: ReadyView | SaidView | EnterView, digit: str, waiting: str) -> KeyAnswer:
    """Two digits make a roll, in either order; the higher die is always said first."""
    if digit not in "123456":
        return NOTHING_MEANT
    if isinstance(view, EnterView) and digit in view.rolls:
        return KeyAnswer(intent=EnterDice(roll=digit))  # one die, for new lives
    if not waiting:
        return KeyAnswer(waiting=digit)
    roll = max(waiting, digit) + min(waiting, digit)
    entered = isinstance(view, EnterView)
    return KeyAnswer(intent=EnterDice(roll=roll) if entered else Say(value=roll))


def _on_every_screen(view: View, symbol: str, at_s: float) -> Intent | None:
    match symbol:
        case "space":
            return Lift(at_s=at_s)
        case "escape":
            back = SCREEN_OF[type(view)] in _BEHIND_THE_MENU
            back = back or (isinstance(view, SeatsView) and view.running)
            return Do(act=Act.BACK if back else Act.MENU)
        case "backspace":
            return Do(act=Act.UNDO)
        case "return":
            return Do(act=Act.GO)
        case _:
            return _on_this_screen(view, symbol)


def _on_this_screen(view: View, symbol: str) -> Intent | None:
    act = _ACTS[SCREEN_OF[type(view)]].get(symbol)
    if act is not None:
        return Do(act=act)
    match view:
        case ByView() | SeatsView():
            seat = seat_by_letter(view.people, symbol)
        case LivesView():
            seat = seat_by_letter([standing.person for standing in view.standings], symbol)
        case _:
            seat = None
    return None if seat is None else PickSeat(seat=seat)


def seat_by_letter(people: Sequence[Person], letter: str) -> int | None:
    """The seat that a letter means, or None.

    First whose mat shows just this letter, then the only mat that begins with it, then the only
    mat whose second letter it is ("Bi" beside "B"), then the seat's own letter, A for the first.
    """
    if len(letter) != 1:
        return None
    letter = letter.casefold()
    mats = {person.seat: person.letters.casefold() for person in people}
    for found in (
        [seat for seat, mat in mats.items() if mat == letter],
        [seat for seat, mat in mats.items() if mat[:1] == letter],
        [seat for seat, mat in mats.items() if mat[1:2] == letter],
    ):
        if len(found) == 1:
            return found[0]
    seat = SEAT_LETTERS.find(letter)
    return seat if seat in mats else None
