"""The rules of tonight as the settings screen steps through them: tiles, pages, values."""

from __future__ import annotations

from dataclasses import dataclass, field

from pi_meyer.match.views import SettingTile
from pi_meyer.rules.effects import idle_settings
from pi_meyer.rules.house_rules import HouseRules, as_settings, choices
from pi_meyer.rules.presets import DEFAULT_PRESET, PRESETS, house_rules, preset

SIX = (
    "start_lives",
    "meyer_cost",
    "little_meyer",
    "pass_unseen",
    "last_life",
    "second_chance",
)
"""The six rules that tables argue about first (seed S0, 0.20); two of them write two settings."""

PAGE = 6
"""Tiles on one page of the settings screen."""

OTHERS = (
    *tuple(
        name
        for name in as_settings(HouseRules())
        if name not in SIX
        and name not in ("meyer_cost_true", "meyer_cost_false", "little_meyer_cost")
    ),
    "meyer_cost_true",
    "meyer_cost_false",
)
"""All other settings, in the order of the rules."""


@dataclass(slots=True)
class House:
    """A preset and what tonight's table changed in it."""

    preset: str = DEFAULT_PRESET
    settings: dict[str, object] = field(default_factory=dict)

    @property
    def rules(self) -> HouseRules:
        """Return the settings as the law wants them."""
        return house_rules(self.preset, self.settings)

    def take(self, settings: dict[str, object]) -> None:
        """Keep changed settings, as far as they differ from the preset.

        Raises:
            SettingsError: there is no such setting or value; nothing has changed.
        """
        plain = as_settings(preset(self.preset))
        merged: dict[str, object] = {**self.settings, **settings}
        house_rules(self.preset, merged)
        self.settings = {name: value for name, value in merged.items() if plain[name] != value}

    def choose(self, preset: str) -> None:
        """Begin from another preset."""
        self.preset, self.settings = preset, {}


def pages() -> int:
    """Return how many pages of tiles there are: the six first, all others behind."""
    return 1 + -(-len(OTHERS) // PAGE)


def tiles(rules: HouseRules, page: int) -> tuple[SettingTile, ...]:
    """Return the tiles of a page with tonight's values."""
    names = SIX if page == 0 else OTHERS[(page - 1) * PAGE : page * PAGE]
    idle = idle_settings(rules)
    return tuple(
        SettingTile(key=name, value=shown(rules, name), effective=name not in idle)
        for name in names
    )


def shown(rules: HouseRules, key: str) -> str:
    """Return a tile's value as text."""
    return shown_settings(dict(as_settings(rules)), key)


def stepped(rules: HouseRules, key: str) -> dict[str, object]:
    """Return the settings that one more touch on a tile means."""
    settings = as_settings(rules)
    if key == "meyer_cost":
        cost = 1 if settings["meyer_cost_true"] == 2 else 2
        return {"meyer_cost_true": cost, "meyer_cost_false": cost}
    if key == "little_meyer":
        return _next_little(bool(settings["little_meyer"]), settings["little_meyer_cost"])
    values = choices(key)
    return {key: values[(values.index(settings[key]) + 1) % len(values)]}


def _next_little(on: bool, cost: object) -> dict[str, object]:
    if not on:
        return {"little_meyer": True, "little_meyer_cost": 1}
    if cost == 1:
        return {"little_meyer": True, "little_meyer_cost": 2}
    return {"little_meyer": False, "little_meyer_cost": 1}


def known_presets() -> tuple[str, ...]:
    """Return the names of all presets."""
    return tuple(PRESETS)


def shown_settings(settings: dict[str, object], key: str) -> str:
    """Return the text of a step that waits for a yes."""
    if key == "meyer_cost":
        return str(settings["meyer_cost_true"])
    if key == "little_meyer":
        return str(settings["little_meyer_cost"]) if settings["little_meyer"] else "off"
    value = settings[key]
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
