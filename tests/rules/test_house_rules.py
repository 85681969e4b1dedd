"""The settings as a whole: names, ranges, types, presets, modifiers, and what has no effect."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pi_meyer.rules.effects import idle_settings, without_effect
from pi_meyer.rules.house_rules import (
    DEFAULTS,
    RANGES,
    SETTING_NAMES,
    HouseRulesError,
    as_settings,
    change,
    choices,
)
from pi_meyer.rules.presets import MODIFIERS, PRESETS, house_rules, preset

if TYPE_CHECKING:
    from pathlib import Path

# Section 6 of the rules, transcribed: every setting, its values, its default.
SECTION_6: dict[str, tuple[list[object], object]] = {
    "score_mode": (["lives", "tally", "deckel"], "lives"),
    "start_lives": (list(range(1, 13)), 6),
    "little_meyer": ([False, True], False),
    "little_meyer_cost": ([1, 2], 1),
    "pairs_order": (["six_high", "one_high"], "six_high"),
    "half_meier": ([False, True], False),
    "roll_32": (["normal", "joker", "toast"], "normal"),
    "raise_rule": (["strict", "equal_ok"], "strict"),
    "illegal_claim": (["refuse", "loses"], "refuse"),
    "pass_unseen": (["off", "same", "higher", "same_or_higher"], "same"),
    "blind_raise": ([False, True], False),
    "concede": ([False, True], False),
    "kippe": ([False, True], False),
    "understating": (["truth", "lie"], "truth"),
    "meyer_cost_true": ([1, 2], 2),
    "meyer_cost_false": ([1, 2], 2),
    "meyer_trigger": (["claim", "claim_or_roll"], "claim"),
    "meyer_response": (
        ["must_lift", "accept_or_lift", "as_any_claim", "auto_reveal"],
        "must_lift",
    ),
    "meyer_accept_cost": ([0, 1, 2], 0),
    "meyer_pass": ([False, True], True),
    "meyer_reveal_losers": (["challenger", "all_others"], "challenger"),
    "double_back": ([False, True], False),
    "final_two_double": ([False, True], False),
    "escalation": (["off", "match"], "off"),
    "second_chance": ([False, True], False),
    "last_life": (["none", "free_reroll"], "none"),
    "life_reroll": (["off", "optional", "mandatory"], "off"),
    "life_reroll_at": (list(range(1, 12)), 3),
    "next_starter": (["loser", "winner", "challenger", "mia_wikipedia"], "loser"),
    "win_condition": (["last_standing", "first_out_loses"], "last_standing"),
    "deckel_count": (list(range(2, 61)), 12),
    "deckel_playoff": (["all_equal", "last_two_equal", "off"], "all_equal"),
}


def test_all_settings_values_and_defaults_are_those_of_section_6() -> None:
    """Names, values and defaults are exactly the written ones."""
    assert list(SETTING_NAMES) == list(SECTION_6)
    for name, (values, default) in SECTION_6.items():
        assert list(choices(name)) == values
        assert as_settings(DEFAULTS)[name] == default


@pytest.mark.parametrize("name", list(SECTION_6))
def test_every_value_of_every_setting_is_taken(name: str) -> None:
    """Each written value can be set and is written back unchanged."""
    for value in SECTION_6[name][0]:
        assert as_settings(change(DEFAULTS, {name: value}))[name] == value


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("start_lives", 0, "from 1 to 12"),
        ("start_lives", 13, "from 1 to 12"),
        ("start_lives", True, "from 1 to 12"),
        ("start_lives", 3.0, "from 1 to 12"),
        ("start_lives", "3", "from 1 to 12"),
        ("kippe", 1, "true or false"),
        ("kippe", "on", "true or false"),
        ("raise_rule", "stric", "did you mean 'strict'"),
        ("raise_rule", None, "known are strict, equal_ok"),
        ("score_mode", True, "score_mode cannot be True"),
    ],
)
def test_a_value_out_of_place_is_refused_with_what_would_fit(
    name: str, value: object, why: str
) -> None:
    """The message names the setting and what it may be."""
    with pytest.raises(HouseRulesError, match=why) as caught:
        change(DEFAULTS, {name: value})
    assert name in str(caught.value)


def test_an_unknown_setting_is_answered_with_the_nearest_known_one() -> None:
    """A slip of the pen gets the right name back."""
    with pytest.raises(HouseRulesError, match="did you mean 'start_lives'"):
        change(DEFAULTS, {"start_live": 3})


def test_settings_are_checked_as_a_whole() -> None:
    """One wrong setting among right ones: nothing is taken."""
    with pytest.raises(HouseRulesError):
        change(DEFAULTS, {"start_lives": 3, "kippe": "perhaps"})


@pytest.mark.parametrize("name", list(RANGES))
def test_ranges_end_where_they_say(name: str) -> None:
    """One below the least and one above the most are refused."""
    least, most = RANGES[name]
    for value in (least - 1, most + 1):
        with pytest.raises(HouseRulesError):
            change(DEFAULTS, {name: value})


def test_the_presets_are_the_handed_ones(shared: Path) -> None:
    """All eleven presets have exactly the settings of presets.json."""
    handed = json.loads((shared / "cases" / "presets.json").read_text())
    assert {name: as_settings(preset(name)) for name in PRESETS} == handed


def test_an_unknown_preset_is_answered_with_the_nearest_known_one() -> None:
    """A preset nobody knows is refused by name."""
    with pytest.raises(HouseRulesError, match="did you mean 'meyer_norsk'"):
        preset("meyer_norks")


def test_the_modifiers_are_those_of_section_6() -> None:
    """What any table may add, written out."""
    assert {name: dict(settings) for name, settings in MODIFIERS.items()} == {
        "joker_32": {"roll_32": "joker"},
        "final_two": {"final_two_double": True},
        "escalation": {"escalation": "match"},
        "second_chance": {"second_chance": True},
        "double_back": {"double_back": True},
        "last_life": {"last_life": "free_reroll"},
        "life_reroll": {"life_reroll": "optional"},
    }


@pytest.mark.parametrize("modifier", list(MODIFIERS))
@pytest.mark.parametrize("name", list(PRESETS))
def test_every_modifier_can_be_laid_over_every_preset(name: str, modifier: str) -> None:
    """A modifier changes its own settings and nothing else."""
    changed = MODIFIERS[modifier]
    rules = as_settings(house_rules(name, changed))
    assert rules == {**as_settings(preset(name)), **changed}


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"score_mode": "tally", "start_lives": 3}, ("start_lives", "score_mode")),
        ({"score_mode": "deckel", "second_chance": True}, ("second_chance", "score_mode")),
        ({"score_mode": "tally", "life_reroll": "mandatory"}, ("life_reroll", "score_mode")),
        ({"score_mode": "tally", "last_life": "free_reroll"}, ("last_life", "score_mode")),
        ({"score_mode": "tally", "final_two_double": True}, ("final_two_double", "score_mode")),
        (
            {"score_mode": "tally", "win_condition": "first_out_loses"},
            ("win_condition", "score_mode"),
        ),
        ({"deckel_count": 10}, ("deckel_count", "score_mode")),
        ({"deckel_playoff": "off"}, ("deckel_playoff", "score_mode")),
        ({"little_meyer_cost": 2}, ("little_meyer_cost", "little_meyer")),
        ({"meyer_accept_cost": 1}, ("meyer_accept_cost", "meyer_response")),
        ({"meyer_reveal_losers": "all_others"}, ("meyer_reveal_losers", "meyer_response")),
        ({"life_reroll_at": 2}, ("life_reroll_at", "life_reroll")),
        ({"life_reroll": "optional", "start_lives": 3}, ("life_reroll", "start_lives")),
        (
            {"double_back": True, "meyer_response": "auto_reveal"},
            ("double_back", "meyer_response"),
        ),
    ],
)
def test_a_setting_without_effect_is_taken_but_named(
    settings: dict[str, object], names: tuple[str, str]
) -> None:
    """One sentence names the idle setting and the one that makes it idle."""
    rules = change(DEFAULTS, settings)
    (sentence,) = without_effect(rules)
    assert sentence.startswith(f"{names[0]} = ")
    assert f"while {names[1]} = " in sentence
    assert names[0] in idle_settings(rules)


def test_settings_that_matter_are_not_called_idle() -> None:
    """A preset as printed has nothing to say about its own settings."""
    in_play = {
        "little_meyer": True,
        "little_meyer_cost": 2,
        "meyer_response": "accept_or_lift",
        "meyer_accept_cost": 2,
        "life_reroll": "optional",
        "life_reroll_at": 2,
        "double_back": True,
    }
    assert without_effect(change(DEFAULTS, in_play)) == ()
    shown = {"meyer_response": "auto_reveal", "meyer_reveal_losers": "all_others"}
    blind = {"double_back": True, "blind_raise": True}
    assert without_effect(change(DEFAULTS, {**shown, **blind})) == ()
    lids = {"score_mode": "deckel", "deckel_count": 8, "deckel_playoff": "off"}
    assert without_effect(change(DEFAULTS, lids)) == ()
    assert "deckel_count" in idle_settings(DEFAULTS)
