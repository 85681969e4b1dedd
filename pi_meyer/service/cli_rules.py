"""``pi-meyer rules list|show PRESET``: the tables this box knows, and tonight's rules as a page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pi_meyer.display.languages.catalogue import CATALOGUES, LANGUAGES, game_words
from pi_meyer.errors import SettingsError
from pi_meyer.rules.house_rules import nearest
from pi_meyer.rules.presets import DEFAULT_PRESET, PRESETS, house_rules
from pi_meyer.service.rules_page import SENTENCES, as_text, rules_page

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_LANGUAGE = "en"


class LanguageError(SettingsError):
    """A language that the box does not speak."""


def run_rules(
    action: str,
    preset: str | None = None,
    language: str = DEFAULT_LANGUAGE,
    settings: Mapping[str, object] | None = None,
) -> int:
    """Print the list of presets, or the rules of one of them with a table's own settings over it.

    Returns the exit code: 0, or 2 with one line on standard error for an unknown preset, setting
    or language.
    """
    try:
        text = (
            preset_list(language)
            if action == "list"
            else preset_page(preset or DEFAULT_PRESET, language, settings)
        )
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    print(text)
    return 0


def preset_list(language: str) -> str:
    """List all presets with their names and what sets them apart."""
    words = CATALOGUES[_spoken(language)]
    lines = [SENTENCES[language]["list_title"], ""]
    for name in PRESETS:
        about = words[f"about_preset_{name}"].format(**_game(language, name))
        lines.append(f"{name:<16} {words[f'preset_{name}']}: {about}")
    return "\n".join(lines)


def preset_page(preset: str, language: str, settings: Mapping[str, object] | None = None) -> str:
    """Write the rules of a preset as a page of text."""
    rules = house_rules(preset, settings or {})
    title = CATALOGUES[_spoken(language)][f"preset_{preset}"]
    return as_text(rules_page(rules, title=title, preset=preset, language=language))


def _spoken(language: str) -> str:
    if language not in LANGUAGES:
        raise LanguageError(f"The box does not speak {language!r}; {nearest(language, LANGUAGES)}")
    return language


def _game(language: str, preset: str) -> dict[str, str]:
    game = game_words(language, preset)
    return {"meyer": game.meyer, "a_meyer": game.a_meyer, "little": game.little}
