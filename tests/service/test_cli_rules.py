"""``pi-meyer rules``: every preset as a page in four languages, generated from the settings."""

from __future__ import annotations

import itertools
import re
import string
from typing import Any

import pytest

from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.rules.house_rules import DEFAULTS, SETTING_NAMES, change, choices
from pi_meyer.rules.presets import PRESETS, house_rules
from pi_meyer.service.cli_rules import run_rules
from pi_meyer.service.rules_page import SENTENCES, RulesPage, as_text, rules_page


def _page(language: str = "en", preset: str = "cardzo", **settings: object) -> RulesPage:
    rules = house_rules(preset, settings)
    return rules_page(rules, title="T", preset=preset, language=language)


def _told(page: RulesPage) -> str:
    return " ".join(" ".join(section.sentences) for section in page.sections)


def test_all_languages_say_the_same_things() -> None:
    """Each has every sentence, with the same gaps."""

    def gaps(sentence: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}

    english = SENTENCES["en"]
    assert set(SENTENCES) == set(LANGUAGES)
    for language in LANGUAGES:
        assert set(SENTENCES[language]) == set(english), language
        for key, sentence in SENTENCES[language].items():
            assert gaps(sentence) == gaps(english[key]), (language, key)


@pytest.mark.parametrize(("preset", "language"), list(itertools.product(PRESETS, LANGUAGES)))
def test_every_preset_is_told_in_every_language(
    preset: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page with all 21 rolls and no gap left open."""
    assert run_rules("show", preset, language) == 0
    text = capsys.readouterr().out
    assert len(re.findall(r"\b\d\d +\d{1,2}/36", text)) == 21
    assert "{" not in text
    assert max(map(len, text.splitlines())) <= 100


NEEDS: dict[str, dict[str, Any]] = {
    "meyer_accept_cost": {"meyer_response": "accept_or_lift"},
    "meyer_reveal_losers": {"meyer_response": "auto_reveal"},
    "deckel_count": {"score_mode": "deckel"},
    "deckel_playoff": {"score_mode": "deckel"},
    "little_meyer_cost": {"little_meyer": True},
    "meyer_response": {"raise_rule": "equal_ok"},
}


@pytest.mark.parametrize("name", [n for n in SETTING_NAMES if n != "life_reroll_at"])
def test_every_setting_changes_what_is_told(name: str) -> None:
    """Each value of each setting gives another page, where it has an effect."""
    pages = {as_text(_page(**{**NEEDS.get(name, {}), name: value})) for value in choices(name)}
    assert len(pages) == len(choices(name))


def test_the_ranking_is_tonight_s_with_tonight_s_odds() -> None:
    """Highest first; the joker helps every roll above it."""
    plain = _page().ranking
    assert [ranked.roll for ranked in plain[:3]] == ["21", "66", "55"]
    assert [ranked.throws for ranked in plain[:3]] == [2, 3, 4]
    assert [ranked.throws for ranked in _page(roll_32="joker").ranking[:3]] == [4, 5, 6]
    little = _page(little_meyer=True).ranking
    assert (little[1].roll, little[-1].roll, little[-1].throws) == ("31", "32", 36)


def test_a_meyer_that_nothing_beats_has_to_be_lifted() -> None:
    """as_any_claim with a strict rule leaves only the lift; the page says so."""
    told = _told(_page(meyer_response="as_any_claim"))
    assert "Then the next one has to lift." in told
    assert "a number like any other" in _told(
        _page(meyer_response="as_any_claim", raise_rule="equal_ok")
    )


def test_lives_and_lids_are_counted_in_the_right_words() -> None:
    """One life is one, a lid has its own gender."""
    assert "mit einem Leben an" in _told(_page("de", start_lives=1))
    assert "kostet einen." in _told(_page("de", "meiern_deckel", concede=True))
    assert "At one life for the first time" in _told(
        _page(life_reroll="optional", life_reroll_at=1)
    )


def test_what_has_no_effect_is_noted_below_the_page() -> None:
    """The sentence names both settings."""
    page = as_text(_page(deckel_count=10))
    assert page.endswith("deckel_count = 10 has no effect while score_mode = lives.")


def test_the_list_names_all_presets(capsys: pytest.CaptureFixture[str]) -> None:
    """Eleven lines, in the language asked for."""
    assert run_rules("list", language="da") == 0
    text = capsys.readouterr().out
    assert all(f"\n{name} " in text for name in PRESETS)
    assert text.startswith("De borde, boksen kender")


def test_without_a_preset_cardzo_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The default preset, with settings laid over it."""
    assert run_rules("show", settings={"start_lives": 3}) == 0
    assert "Everybody starts with 3 lives." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("show", "cardz"), "no preset 'cardz'; did you mean 'cardzo'?"),
        (("show", "cardzo", "sv"), "The box does not speak 'sv'"),
        (("list", None, "xx"), "The box does not speak 'xx'"),
    ],
)
def test_unknown_names_are_answered_with_known_ones(
    arguments: tuple[Any, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error, exit code 2, nothing on standard output."""
    assert run_rules(*arguments) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert why in printed.err


def test_the_page_of_the_default_rules_says_nothing_that_is_off() -> None:
    """No joker, no Kippe, no second chance where they are not played."""
    told = _told(rules_page(change(DEFAULTS, {}), title="", preset="cardzo", language="en"))
    for absent in ("joker", "cocked”", "come back", "double stake", "give up", "toast"):
        assert absent not in told
