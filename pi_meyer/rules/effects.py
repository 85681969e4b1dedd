"""Settings that mean nothing together: accepted, but said to be without effect.

Refusing them would stop a host who steps through the settings in any order (a table that changes
from lives to lids passes through such a moment), so each is only reported, in one sentence that
names both settings (section 6, "Unused combinations").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.rules.house_rules import DEFAULTS, HouseRules, plain
from pi_meyer.rules.options import LifeReroll, MeyerResponse, ScoreMode

if TYPE_CHECKING:
    from collections.abc import Callable

LIVES_ONLY = (
    "start_lives",
    "second_chance",
    "life_reroll",
    "last_life",
    "final_two_double",
    "win_condition",
)
DECKEL_ONLY = ("deckel_count", "deckel_playoff")

# (setting without effect, setting that takes the effect away, when it does)
_DEPENDENCIES: tuple[tuple[str, str, Callable[[HouseRules], bool]], ...] = (
    *((name, "score_mode", lambda r: r.score_mode is not ScoreMode.LIVES) for name in LIVES_ONLY),
    *((name, "score_mode", lambda r: r.score_mode is not ScoreMode.DECKEL) for name in DECKEL_ONLY),
    ("little_meyer_cost", "little_meyer", lambda r: not r.little_meyer),
    (
        "meyer_accept_cost",
        "meyer_response",
        lambda r: r.meyer_response is not MeyerResponse.ACCEPT_OR_LIFT,
    ),
    (
        "meyer_reveal_losers",
        "meyer_response",
        lambda r: r.meyer_response is not MeyerResponse.AUTO_REVEAL,
    ),
    ("life_reroll_at", "life_reroll", lambda r: r.life_reroll is LifeReroll.OFF),
    ("life_reroll", "start_lives", lambda r: r.life_reroll_at >= r.start_lives),
    (
        "double_back",
        "meyer_response",
        lambda r: r.meyer_response is MeyerResponse.AUTO_REVEAL and not r.blind_raise,
    ),
)


def without_effect(rules: HouseRules) -> tuple[str, ...]:
    """Say which settings were changed from their defaults but cannot matter tonight."""
    return tuple(
        f"{name} = {_shown(rules, name)} has no effect while {other} = {_shown(rules, other)}."
        for name, other, is_idle in _DEPENDENCIES
        if getattr(rules, name) != getattr(DEFAULTS, name) and is_idle(rules)
    )


def _shown(rules: HouseRules, name: str) -> str:
    """Write a setting's value as files hold it."""
    return str(plain(getattr(rules, name))).lower()


def idle_settings(rules: HouseRules) -> frozenset[str]:
    """Name the settings that cannot matter tonight, changed or not: their tiles are drawn quiet."""
    return frozenset(name for name, _, is_idle in _DEPENDENCIES if is_idle(rules))
