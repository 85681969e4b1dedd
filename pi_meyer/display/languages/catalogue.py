"""The words on the screen, in four languages (design/screens section 8); language is not rules.

A sentence is found by its key and filled with gaps by position. Two kinds of words come from
elsewhere: gaps (names, numbers, values) are given, and what a 21 is called follows the preset.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pi_meyer.display.languages import (
    da,
    da_rules,
    de,
    de_rules,
    en,
    en_rules,
    nb,
    nb_rules,
)
from pi_meyer.match.views import Score, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

_log = logging.getLogger(__name__)

LANGUAGES: Final = ("da", "nb", "de", "en")
"""The languages of the box, in the order of their tiles."""

FALLBACK: Final = "en"
"""Where a language lacks a sentence, or nobody knows the language."""

CATALOGUES: Final[Mapping[str, Mapping[str, str]]] = {
    "da": {**da.WORDS, **da_rules.WORDS},
    "nb": {**nb.WORDS, **nb_rules.WORDS},
    "de": {**de.WORDS, **de_rules.WORDS},
    "en": {**en.WORDS, **en_rules.WORDS},
}
"""All sentences of every language by key."""

MOST_GAPS: Final = 8
"""More gaps than any sentence has: a forgotten gap stays empty instead of ending the game."""

ABOUT_PRESETS: Final = frozenset({"did_preset", "ask_preset", "preset_own"})
"""Sentences whose gaps are presets."""

ABOUT_SETTINGS: Final = frozenset({"did_set", "ask_set", "no_setting"})
"""Sentences whose gaps are a setting and its value."""

_reported: set[tuple[str, str]] = set()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """What a 21 is called: alone, at the start of a sentence with its article, and 31 beside it."""

    meyer: str
    a_meyer: str
    little: str


GAMES: Final[Mapping[str, Mapping[str, GameWords]]] = {
    "da": {
        "meyer": GameWords(meyer="Meyer", a_meyer="En Meyer", little="Lille Meyer"),
        "meier": GameWords(meyer="Meier", a_meyer="En Meier", little="Lille Meier"),
        "mia": GameWords(meyer="Mia", a_meyer="En Mia", little="Lille Mia"),
        "maexchen": GameWords(meyer="Mäxchen", a_meyer="En Mäxchen", little="Lille Mäxchen"),
    },
    "nb": {
        "meyer": GameWords(meyer="Meyer", a_meyer="En Meyer", little="Lille Meyer"),
        "meier": GameWords(meyer="Meier", a_meyer="En Meier", little="Lille Meier"),
        "mia": GameWords(meyer="Mia", a_meyer="En Mia", little="Lille Mia"),
        "maexchen": GameWords(meyer="Mäxchen", a_meyer="En Mäxchen", little="Lille Mäxchen"),
    },
    "de": {
        "meyer": GameWords(meyer="Meyer", a_meyer="Ein Meyer", little="Kleiner Meyer"),
        "meier": GameWords(meyer="Meier", a_meyer="Ein Meier", little="Kleiner Meier"),
        "mia": GameWords(meyer="Mia", a_meyer="Eine Mia", little="Kleine Mia"),
        "maexchen": GameWords(meyer="Mäxchen", a_meyer="Ein Mäxchen", little="Kleines Mäxchen"),
    },
    "en": {
        "meyer": GameWords(meyer="Meyer", a_meyer="A Meyer", little="Little Meyer"),
        "meier": GameWords(meyer="Meier", a_meyer="A Meier", little="Little Meier"),
        "mia": GameWords(meyer="Mia", a_meyer="A Mia", little="Little Mia"),
        "maexchen": GameWords(meyer="Mäxchen", a_meyer="A Mäxchen", little="Little Mäxchen"),
    },
}
"""The game's names by language and by what the preset's country calls it."""

GAME_OF_PRESET: Final[Mapping[str, str]] = {
    "meyer_norsk": "meyer",
    "meyer_dansk_app": "meyer",
    "meiern_hoeher": "meier",
    "meiern_deckel": "meier",
    "meier_at": "meier",
    "meier_halbmeier": "meier",
    "mia_wikipedia": "mia",
    "mia_bga": "mia",
    "mia_one_high": "mia",
    "maexchen_bots": "maexchen",
}
"""Presets that bring their own name for a 21; the others use the language's."""

GAME_OF_LANGUAGE: Final[Mapping[str, str]] = {
    "da": "meyer",
    "nb": "meyer",
    "de": "meier",
    "en": "meyer",
}
"""What a 21 is called where the preset does not say."""


def known_language(language: str) -> str:
    """Give the language back if the box speaks it, else the one it falls back to."""
    return language if language in CATALOGUES else FALLBACK


def has(key: str) -> bool:
    """Tell whether the catalogue knows the key."""
    return key in CATALOGUES[FALLBACK]


def game_words(language: str, preset: str = "") -> GameWords:
    """What a 21 is called in this language under this preset."""
    language = known_language(language)
    return GAMES[language][GAME_OF_PRESET.get(preset, GAME_OF_LANGUAGE[language])]


def text(language: str, key: str, *gaps: str, preset: str = "") -> str:
    """The sentence of ``key`` with its gaps filled in order.

    A sentence that a language lacks comes from English, and a key that nobody knows is shown as
    it is; both are said once in the log. The screen never fails for a word.
    """
    names = game_words(language, preset)
    filler = ("",) * MOST_GAPS
    return _sentence(language, key).format(
        *gaps, *filler, meyer=names.meyer, a_meyer=names.a_meyer, little=names.little
    )


def words(language: str, sentence: Words, *, preset: str = "") -> str:
    """The sentence that a view asks for; settings, values and presets in its gaps get their names.

    What is said about a setting carries its key and value ("kippe", "on"), what is said about a
    preset its name ("meyer_norsk"), so that views need no language.
    """
    gaps = sentence.gaps
    if sentence.key in ABOUT_PRESETS:
        gaps = tuple(preset_name(language, gap) for gap in gaps)
    elif sentence.key in ABOUT_SETTINGS and gaps:
        shown = (value_text(language, gaps[0], gap, preset=preset) for gap in gaps[1:])
        gaps = (rule_name(language, gaps[0], preset=preset), *shown)
    return text(language, sentence.key, *gaps, preset=preset)


def _sentence(language: str, key: str) -> str:
    found = CATALOGUES.get(language, {}).get(key)
    if found is not None:
        return found
    if (language, key) not in _reported:
        _reported.add((language, key))
        _log.warning("The language %r has no sentence %r; English stands in.", language, key)
    return CATALOGUES[FALLBACK].get(key, key.replace("{", "(").replace("}", ")"))


def counted(score: Score, count: int) -> Words:
    """Say the tally in words: "1 life", "3 lives", "2 points", "1 lid"."""
    number = "one" if abs(count) == 1 else "many"
    return Words(key=f"{score.value}_{number}", gaps=(str(count),))


def reason_words(reason: str, lost: int = 0) -> Words:
    """The line beside the verdict that says which rule decided (rules, section 11).

    Where a Meyer made the round dearer, its price is the reason that the table asks for.
    """
    if lost > 1 and reason in {"real_meyer", "lied_about_meyer", "meyer_shown"}:
        return Words(key="meyercost", gaps=(str(lost),))
    return Words(key=f"reason_{reason}")


def rule_name(language: str, setting: str, *, preset: str = "") -> str:
    """The name of a house rule, as it stands small on its tile."""
    return text(language, f"rule_{setting}", preset=preset)


def rule_about(language: str, setting: str, *, preset: str = "") -> str:
    """One sentence that says what a house rule does."""
    return text(language, f"about_{setting}", preset=preset)


def value_text(language: str, setting: str, value: str, *, preset: str = "") -> str:
    """A house rule's value as it stands large on its tile; numbers stay numbers."""
    value = {"true": "on", "false": "off"}.get(value.lower(), value)
    for key in (f"value_{setting}_{value}", f"v_{value}"):
        if has(key):
            return text(language, key, preset=preset)
    return value


def preset_name(language: str, preset: str) -> str:
    """What a preset is called; a preset of the house keeps the name it was given."""
    key = f"preset_{preset}"
    return text(language, key, preset=preset) if has(key) else preset


def preset_about(language: str, preset: str) -> str:
    """One sentence on what sets a preset apart; empty for a preset of the house."""
    key = f"about_preset_{preset}"
    return text(language, key, preset=preset) if has(key) else ""
