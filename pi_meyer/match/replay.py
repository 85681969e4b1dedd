"""A match as one JSON object: what ``pi-meyer replay`` reads and an export writes (section 9)."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING

from pi_meyer.errors import IllegalMoveError, SettingsError
from pi_meyer.match.fact_codec import parse_fact, write_fact
from pi_meyer.match.referee import Match
from pi_meyer.rules.house_rules import nearest
from pi_meyer.rules.presets import DEFAULT_PRESET

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

VERSION = 1
"""The version of the format that this program writes."""

_KEYS = ("version", "preset", "settings", "players", "facts")

UPCASTS: Mapping[int, Callable[[dict[str, object]], dict[str, object]]] = MappingProxyType({})
"""For each older version, how its object is brought to the next one; version 1 is the first."""


class ReplayError(SettingsError):
    """A record that cannot be replayed; ``fact`` is the number of the fact it fails at, if any."""

    def __init__(self, why: str, fact: int | None = None) -> None:
        super().__init__(why)
        self.fact = fact


def parse_match(text: str) -> Match:
    """Read a match from the text of a replay file.

    Raises:
        ReplayError: for text that is no such file, or at the first fact that is not allowed.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"This is no JSON: {error}.") from error
    return read_match(data)


def read_match(data: object) -> Match:
    """Read a match from a replay object, fact by fact.

    Raises:
        ReplayError: if the object is none, or at the first fact that is not allowed.
    """
    replay = _upcast(_checked(data))
    match = _started(replay)
    facts = replay["facts"]
    if not isinstance(facts, list):
        raise ReplayError("facts is a list.")
    for number, fact in enumerate(facts, start=1):
        try:
            match = match.apply(parse_fact(fact))
        except (IllegalMoveError, SettingsError) as error:
            raise ReplayError(str(error).rstrip("."), number) from error
    return match


def write_match(match: Match) -> dict[str, object]:
    """Write a match as the object that ``read_match`` reads; what was taken back is left out."""
    return {
        "version": VERSION,
        "preset": match.preset,
        "settings": dict(match.settings),
        "players": list(match.players),
        "facts": [write_fact(fact) for fact in match.facts()],
    }


def _checked(data: object) -> dict[str, object]:
    if not isinstance(data, dict):
        raise ReplayError("A replay is one object with players and facts.")
    for key in data:
        if key not in _KEYS:
            raise ReplayError(f"A replay has no {key!r}; {nearest(key, _KEYS)}")
    for key in ("players", "facts"):
        if key not in data:
            raise ReplayError(f"A replay needs {key}.")
    return data


def _upcast(replay: dict[str, object]) -> dict[str, object]:
    """Bring an object of an older version up to date; refuse a newer one by name."""
    version = replay.get("version", VERSION)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ReplayError(f"version is a whole number from 1, not {version!r}.")
    if version > VERSION:
        raise ReplayError(
            f"This replay is version {version}; this program reads up to version {VERSION}. "
            "Update pi_meyer to read it."
        )
    for older in range(version, VERSION):
        replay = UPCASTS[older](replay)
    return replay


def _started(replay: Mapping[str, object]) -> Match:
    preset = replay.get("preset", DEFAULT_PRESET)
    settings = replay.get("settings", {})
    players = replay["players"]
    if not isinstance(preset, str):
        raise ReplayError(f"preset is a name, not {preset!r}.")
    if not isinstance(settings, dict):
        raise ReplayError("settings is an object of names and values.")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise ReplayError("players is a list of names.")
    try:
        return Match.start(preset=preset, settings=settings, players=players)
    except SettingsError as error:
        raise ReplayError(str(error)) from error
