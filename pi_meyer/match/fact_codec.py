"""Facts as JSON objects and back: the words of the replay format and of the journal (section 9).

A fact has exactly the keys shown there, one action a fact (A1).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, assert_never

from pi_meyer.errors import IllegalMoveError, SettingsError
from pi_meyer.match.facts import (
    Accepted,
    Allowed,
    Announced,
    BoughtBack,
    Conceded,
    Corrected,
    Doubled,
    Fact,
    Joined,
    Left,
    Lifted,
    LivesRerolled,
    Passed,
    Reseated,
    RowEntered,
    Said,
    SettingsChanged,
    Shown,
    Undone,
    Voided,
)
from pi_meyer.rules.announcements import Call
from pi_meyer.rules.house_rules import nearest
from pi_meyer.rules.phases import Act
from pi_meyer.rules.rolls import Dice, Leaning, Roll, TopFace, parse_roll

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_WRITTEN = 10**9
"""No cell of a sheet holds more; larger numbers are slips of the pen."""

_ALL_CALLS = tuple(Call)

SAME = "same"
"""What a pass with the standing value is written as."""


_ACTS: Mapping[object, Act] = MappingProxyType({act.value: act for act in Act})


class FactError(SettingsError):
    """A fact that is none: unknown, incomplete, or with a value that cannot be."""


def parse_fact(data: object) -> Fact:
    """Read one fact.

    Raises:
        FactError: for anything that is not a fact of section 9.
    """
    if not isinstance(data, dict):
        raise FactError(f"a fact is an object with one action, not {_shown(data)}")
    acts = [_ACTS[key] for key in data if key in _ACTS]
    if Act.SAID in acts:
        acts = [Act.SAID]
    if len(acts) != 1:
        raise FactError(_not_one_action(data, acts))
    act = acts[0]
    unknown = set(data) - _KEYS.get(act, {act.value})
    if unknown:
        raise FactError(f"{act.value} does not go with {', '.join(sorted(map(str, unknown)))}")
    return _READERS[act](data)


def write_fact(fact: Fact) -> dict[str, object]:  # noqa: PLR0911, C901 - one case a shape
    """Write one fact as the object that ``parse_fact`` reads."""
    key = fact.act.value
    match fact:
        case Announced(value=said):
            return {key: _saying(said)}
        case Passed(value=value):
            return {key: SAME if value is None else value}
        case Lifted(dice=dice) | Doubled(dice=dice) | Shown(dice=dice):
            return {key: _dice_out(dice)}
        case Said(value=said, by=by, dice=dice, lifted_by=lifted_by):
            return {key: _saying(said), "by": by, "lift": _dice_out(dice), "lifted_by": lifted_by}
        case Allowed() | Accepted() | Conceded() | Undone():
            return {key: True}
        case Voided(why=why):
            return {key: why}
        case RowEntered(lost=numbers) | LivesRerolled(lives=numbers):
            return {key: dict(numbers)}
        case BoughtBack(player=player) | Joined(player=player) | Left(player=player):
            return {key: player}
        case Reseated(seats=seats):
            return {key: list(seats)}
        case Corrected(round=number, player=player, lost=lost):
            which = {} if number is None else {"round": number}
            return {key: {**which, "player": player, "lost": lost}}
        case SettingsChanged(settings=settings):
            return {key: dict(settings)}
        case _ as unknown:
            assert_never(unknown)


def _saying(value: Roll | Call) -> str:
    return value.value if isinstance(value, Call) else value


def _dice_out(dice: Dice) -> object:
    return dice.value if isinstance(dice, Leaning) else list(dice)


def _not_one_action(data: Mapping[str, object], acts: list[Act]) -> str:
    if acts:
        return f"a fact has one action, not {' and '.join(act.value for act in acts)}"
    if not data:
        return "a fact has one action, this one has none"
    key = str(next(iter(data)))
    return f"there is no fact {key!r}; {nearest(key, [act.value for act in Act])}"


_KEYS: Mapping[Act, set[str]] = MappingProxyType({Act.SAID: {"said", "by", "lift", "lifted_by"}})


def _read_saying(value: object, *, calls: tuple[Call, ...]) -> Roll | Call:
    for call in calls:
        if value == call.value:
            return call
    if not isinstance(value, str) or len(value) != 2:
        raise FactError(f"a roll is written like '63', not {_shown(value)}")
    try:
        return parse_roll(value)
    except IllegalMoveError as error:
        raise FactError(str(error).rstrip(".")) from error


def _read_pass(value: object) -> Passed:
    if value == SAME:
        return Passed(value=None)
    said = _read_saying(value, calls=())
    return Passed(value=None if isinstance(said, Call) else said)


def _read_dice(value: object) -> Dice:
    if value == Leaning.COCKED.value:
        return Leaning.COCKED
    if isinstance(value, list) and len(value) == 2 and all(_is_face(face) for face in value):
        one, other = value
        return (TopFace(one), TopFace(other))
    raise FactError(f"dice are two numbers from 1 to 6 or 'cocked', not {_shown(value)}")


def _is_face(value: object) -> bool:
    return _is_whole(value) and value in range(1, 7)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_yes(value: object, key: str) -> None:
    if value is not True:
        raise FactError(f"{key} is written as true, not {_shown(value)}")


def _read_name(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise FactError(f"{key} needs a player's name, not {_shown(value)}")
    return value


def _read_numbers(value: object, key: str, *, least: int, most: int) -> dict[str, int]:
    if not isinstance(value, dict):
        raise FactError(f"{key} is an object of names and numbers, not {_shown(value)}")
    return {
        _read_name(name, key): _read_number(number, key, least=least, most=most)
        for name, number in value.items()
    }


def _read_number(value: object, key: str, *, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        upto = f"from {least}" if most == MOST_WRITTEN else f"from {least} to {most}"
        raise FactError(f"{key} takes whole numbers {upto}, not {_shown(value)}")
    return value


def _read_said(data: Mapping[str, object]) -> Said:
    missing = [key for key in ("by", "lift", "lifted_by") if key not in data]
    if missing:
        raise FactError(f"said needs {' and '.join(missing)} as well")
    return Said(
        value=_read_saying(data["said"], calls=(Call.KIPPE,)),
        by=_read_name(data["by"], "by"),
        dice=_read_dice(data["lift"]),
        lifted_by=_read_name(data["lifted_by"], "lifted_by"),
    )


def _read_correction(value: object) -> Corrected:
    if not isinstance(value, dict):
        raise FactError(f"correct is an object with round, player and lost, not {_shown(value)}")
    if not {"player", "lost"} <= set(value) <= {"round", "player", "lost"}:
        raise FactError("correct needs player and lost, and may name the round")
    number = value.get("round", 1)
    _read_number(number, "round", least=1, most=MOST_WRITTEN)
    return Corrected(
        round=number if "round" in value else None,
        player=_read_name(value["player"], "player"),
        lost=_read_number(value["lost"], "lost", least=0, most=MOST_WRITTEN),
    )


def _read_row(value: object) -> dict[str, int]:
    return _read_numbers(value, "row", least=0, most=MOST_WRITTEN)


def _read_rerolls(value: object) -> LivesRerolled:
    lives = _read_numbers(value, "reroll_lives", least=1, most=6)
    if not lives:
        raise FactError("reroll_lives needs a player and what the die shows")
    return LivesRerolled(lives=lives)


def _read_order(value: object) -> Reseated:
    if not isinstance(value, list):
        raise FactError(f"order is a list of names, not {_shown(value)}")
    return Reseated(seats=tuple(_read_name(name, "order") for name in value))


def _read_settings(value: object) -> SettingsChanged:
    if not isinstance(value, dict):
        raise FactError(f"set is an object of settings, not {_shown(value)}")
    return SettingsChanged(settings=value)


def _read_why(value: object) -> Voided:
    if not isinstance(value, str):
        raise FactError(f"void says why in words, not {_shown(value)}")
    return Voided(why=value)


def _yes(act: Act, fact: Fact) -> Callable[[Mapping[str, object]], Fact]:
    """Read an act that is only ever written as true."""

    def read(data: Mapping[str, object]) -> Fact:
        _read_yes(data[act.value], act.value)
        return fact

    return read


def _name(act: Act) -> Callable[[Mapping[str, object]], str]:
    return lambda data: _read_name(data[act.value], act.value)


_READERS: Mapping[Act, Callable[[Mapping[str, object]], Fact]] = MappingProxyType(
    {
        Act.ANNOUNCE: lambda d: Announced(value=_read_saying(d["announce"], calls=_ALL_CALLS)),
        Act.PASS: lambda d: _read_pass(d["pass"]),
        Act.LIFT: lambda d: Lifted(dice=_read_dice(d["lift"])),
        Act.SAID: _read_said,
        Act.ALLOW: _yes(Act.ALLOW, Allowed()),
        Act.ACCEPT: _yes(Act.ACCEPT, Accepted()),
        Act.DOUBLE: lambda d: Doubled(dice=_read_dice(d["double"])),
        Act.CONCEDE: _yes(Act.CONCEDE, Conceded()),
        Act.SHOW: lambda d: Shown(dice=_read_dice(d["show"])),
        Act.VOID: lambda d: _read_why(d["void"]),
        Act.ROW: lambda d: RowEntered(lost=_read_row(d["row"])),
        Act.BUY_BACK: lambda d: BoughtBack(player=_name(Act.BUY_BACK)(d)),
        Act.REROLL_LIVES: lambda d: _read_rerolls(d["reroll_lives"]),
        Act.JOIN: lambda d: Joined(player=_name(Act.JOIN)(d)),
        Act.LEAVE: lambda d: Left(player=_name(Act.LEAVE)(d)),
        Act.ORDER: lambda d: _read_order(d["order"]),
        Act.CORRECT: lambda d: _read_correction(d["correct"]),
        Act.SET: lambda d: _read_settings(d["set"]),
        Act.UNDO: _yes(Act.UNDO, Undone()),
    }
)


def _shown(value: object) -> str:
    """Show a value in a message, shortened."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
