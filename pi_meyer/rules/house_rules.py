"""Tonight's house rules: every setting of section 6, validated as a whole.

The defaults are those of the preset cardzo. Settings come in and go out as the plain values that
replay files hold: booleans, whole numbers and the names in ``options``.
"""

from __future__ import annotations

import dataclasses
import difflib
import enum
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pi_meyer.errors import SettingsError
from pi_meyer.rules.options import (
    DeckelPlayoff,
    Escalation,
    IllegalClaim,
    LastLife,
    LifeReroll,
    MeyerResponse,
    MeyerRevealLosers,
    MeyerTrigger,
    NextStarter,
    PairsOrder,
    PassUnseen,
    RaiseRule,
    Roll32,
    ScoreMode,
    Understating,
    WinCondition,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SettingValue = bool | int | str
"""A setting as files hold it."""


class HouseRulesError(SettingsError):
    """A setting, preset or value that does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """All settings of a table, in the order of section 6 of the rules."""

    score_mode: ScoreMode = ScoreMode.LIVES
    start_lives: int = 6
    little_meyer: bool = False
    little_meyer_cost: int = 1
    pairs_order: PairsOrder = PairsOrder.SIX_HIGH
    half_meier: bool = False
    roll_32: Roll32 = Roll32.NORMAL
    raise_rule: RaiseRule = RaiseRule.STRICT
    illegal_claim: IllegalClaim = IllegalClaim.REFUSE
    pass_unseen: PassUnseen = PassUnseen.SAME
    blind_raise: bool = False
    concede: bool = False
    kippe: bool = False
    understating: Understating = Understating.TRUTH
    meyer_cost_true: int = 2
    meyer_cost_false: int = 2
    meyer_trigger: MeyerTrigger = MeyerTrigger.CLAIM
    meyer_response: MeyerResponse = MeyerResponse.MUST_LIFT
    meyer_accept_cost: int = 0
    meyer_pass: bool = True
    meyer_reveal_losers: MeyerRevealLosers = MeyerRevealLosers.CHALLENGER
    double_back: bool = False
    final_two_double: bool = False
    escalation: Escalation = Escalation.OFF
    second_chance: bool = False
    last_life: LastLife = LastLife.NONE
    life_reroll: LifeReroll = LifeReroll.OFF
    life_reroll_at: int = 3
    next_starter: NextStarter = NextStarter.LOSER
    win_condition: WinCondition = WinCondition.LAST_STANDING
    deckel_count: int = 12
    deckel_playoff: DeckelPlayoff = DeckelPlayoff.ALL_EQUAL


DEFAULTS = HouseRules()
"""The table as seed S0 describes it: the preset cardzo."""

RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "start_lives": (1, 12),
        "little_meyer_cost": (1, 2),
        "meyer_cost_true": (1, 2),
        "meyer_cost_false": (1, 2),
        "meyer_accept_cost": (0, 2),
        "life_reroll_at": (1, 11),
        "deckel_count": (2, 60),
    }
)
"""The least and the greatest value of every setting that is a number."""

SETTING_NAMES: tuple[str, ...] = tuple(field.name for field in dataclasses.fields(HouseRules))


def change(rules: HouseRules, settings: Mapping[str, object]) -> HouseRules:
    """Lay settings over house rules; all of them are checked before any counts.

    Raises:
        HouseRulesError: for an unknown name (with the nearest known one) or a value out of place.
    """
    return dataclasses.replace(
        rules, **{name: _parse_value(name, value) for name, value in settings.items()}
    )


def as_settings(rules: HouseRules) -> dict[str, SettingValue]:
    """Write house rules as the plain values that ``change`` reads."""
    return {name: plain(getattr(rules, name)) for name in SETTING_NAMES}


def choices(name: str) -> tuple[SettingValue, ...]:
    """List the values that a setting may take, in the order of the rules."""
    default = getattr(DEFAULTS, name)
    if isinstance(default, enum.Enum):
        return tuple(member.value for member in type(default))
    if isinstance(default, bool):
        return (False, True)
    least, most = RANGES[name]
    return tuple(range(least, most + 1))


def plain(value: SettingValue | enum.Enum) -> SettingValue:
    """Turn one parsed value into what files hold."""
    if isinstance(value, enum.Enum):
        name: str = value.value
        return name
    return value


def nearest(name: str, known: Iterable[str]) -> str:
    """End a sentence about an unknown name with the nearest known one, or with all of them."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(names)}."


def _parse_value(name: str, value: object) -> Any:  # noqa: ANN401 - the field's own type
    """Check one value against its setting and give it its type."""
    if name not in SETTING_NAMES:
        raise HouseRulesError(f"There is no setting {name!r}; {nearest(name, SETTING_NAMES)}")
    default = getattr(DEFAULTS, name)
    if isinstance(default, enum.Enum):
        return _parse_choice(name, value, type(default))
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise HouseRulesError(f"{name} is true or false, not {value!r}.")
        return value
    return _parse_number(name, value)


def _parse_choice(name: str, value: object, kind: type[enum.Enum]) -> enum.Enum:
    for member in kind:
        if member.value == value:
            return member
    hint = nearest(str(value), [member.value for member in kind])
    raise HouseRulesError(f"{name} cannot be {value!r}; {hint}")


def _parse_number(name: str, value: object) -> int:
    least, most = RANGES[name]
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise HouseRulesError(f"{name} is a whole number from {least} to {most}, not {value!r}.")
    return value
