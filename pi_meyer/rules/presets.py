"""The eleven tables that printed rules and programs describe, and what any table may add.

A preset is the difference from cardzo; the modifiers can be laid over any of them (section 6).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from pi_meyer.rules.house_rules import (
    DEFAULTS,
    HouseRules,
    HouseRulesError,
    SettingValue,
    change,
    nearest,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_PRESET = "cardzo"

_MIA: dict[str, SettingValue] = {
    "meyer_cost_false": 1,
    "meyer_response": "accept_or_lift",
    "meyer_accept_cost": 1,
    "meyer_pass": False,
}
_SHOWN_AT_ONCE: dict[str, SettingValue] = {
    "score_mode": "tally",
    "pass_unseen": "off",
    "meyer_cost_true": 1,
    "meyer_cost_false": 1,
    "meyer_response": "auto_reveal",
    "meyer_pass": False,
    "meyer_reveal_losers": "all_others",
}

PRESETS: Mapping[str, Mapping[str, SettingValue]] = MappingProxyType(
    {
        "cardzo": {},  # seed S0
        "meiern_hoeher": {**_SHOWN_AT_ONCE, "blind_raise": True, "concede": True},  # seed S1
        "meyer_norsk": {  # seed S2
            "little_meyer": True,
            "raise_rule": "equal_ok",
            "pass_unseen": "off",
            "meyer_cost_false": 1,
            "meyer_response": "accept_or_lift",
            "meyer_pass": False,
        },
        "meiern_deckel": {  # seed S3
            "score_mode": "deckel",
            "pass_unseen": "off",
            "kippe": True,
            "meyer_response": "accept_or_lift",
            "meyer_accept_cost": 1,
            "meyer_pass": False,
        },
        "meier_at": {  # seed S4
            "start_lives": 3,
            "pass_unseen": "higher",
            "meyer_cost_false": 1,
            "meyer_response": "accept_or_lift",
            "meyer_pass": False,
        },
        "mia_wikipedia": {
            **_MIA,
            "pass_unseen": "same_or_higher",
            "next_starter": "mia_wikipedia",
            "win_condition": "first_out_loses",
        },
        "mia_bga": {**_MIA, "next_starter": "winner"},
        "mia_one_high": {
            **_MIA,
            "start_lives": 3,
            "pairs_order": "one_high",
            "pass_unseen": "same_or_higher",
        },
        "meyer_dansk_app": {
            "little_meyer": True,
            "roll_32": "toast",
            "raise_rule": "equal_ok",
            "pass_unseen": "off",
            "blind_raise": True,
            "understating": "lie",
            "meyer_trigger": "claim_or_roll",
            "meyer_response": "as_any_claim",
            "meyer_pass": False,
            "life_reroll": "mandatory",
        },
        "maexchen_bots": {**_SHOWN_AT_ONCE, "illegal_claim": "loses"},
        "meier_halbmeier": {
            "score_mode": "tally",
            "half_meier": True,
            "pass_unseen": "off",
            "blind_raise": True,
            "meyer_response": "accept_or_lift",
            "meyer_accept_cost": 1,
            "meyer_pass": False,
        },
    }
)

MODIFIERS: Mapping[str, Mapping[str, SettingValue]] = MappingProxyType(
    {
        "joker_32": {"roll_32": "joker"},
        "final_two": {"final_two_double": True},
        "escalation": {"escalation": "match"},
        "second_chance": {"second_chance": True},
        "double_back": {"double_back": True},
        "last_life": {"last_life": "free_reroll"},
        "life_reroll": {"life_reroll": "optional"},
    }
)


def preset(name: str) -> HouseRules:
    """Give the house rules of a preset.

    Raises:
        HouseRulesError: for an unknown preset, with the nearest known one.
    """
    if name not in PRESETS:
        raise HouseRulesError(f"There is no preset {name!r}; {nearest(name, PRESETS)}")
    return change(DEFAULTS, PRESETS[name])


def house_rules(preset_name: str, settings: Mapping[str, object]) -> HouseRules:
    """Lay a table's own settings over a preset."""
    return change(preset(preset_name), settings)
