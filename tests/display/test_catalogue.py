"""Four languages say the same things, and every rule has its words in each."""

from __future__ import annotations

import ast
import json
import logging
import re
import string
from pathlib import Path

import pytest

from pi_meyer.display.languages import catalogue
from pi_meyer.display.languages.catalogue import CATALOGUES, LANGUAGES, text
from pi_meyer.match.intents import Act
from pi_meyer.match.views import Score, Words
from pi_meyer.vision.reading import RefusalReason

PACKAGE = Path(catalogue.__file__).parents[2]

VALUES_OF_RULES: dict[str, tuple[str, ...]] = {
    "score_mode": ("lives", "tally", "deckel"),
    "start_lives": ("1", "6", "12"),
    "little_meyer": ("off", "on", "1", "2"),
    "little_meyer_cost": ("1", "2"),
    "pairs_order": ("six_high", "one_high"),
    "half_meier": ("off", "on"),
    "roll_32": ("normal", "joker", "toast"),
    "raise_rule": ("strict", "equal_ok"),
    "illegal_claim": ("refuse", "loses"),
    "pass_unseen": ("off", "same", "higher", "same_or_higher"),
    "blind_raise": ("off", "on"),
    "concede": ("off", "on"),
    "kippe": ("off", "on"),
    "understating": ("truth", "lie"),
    "meyer_cost": ("1", "2"),
    "meyer_cost_true": ("1", "2"),
    "meyer_cost_false": ("1", "2"),
    "meyer_trigger": ("claim", "claim_or_roll"),
    "meyer_response": ("must_lift", "accept_or_lift", "as_any_claim", "auto_reveal"),
    "meyer_accept_cost": ("0", "1", "2"),
    "meyer_pass": ("off", "on"),
    "meyer_reveal_losers": ("challenger", "all_others"),
    "double_back": ("off", "on"),
    "final_two_double": ("off", "on"),
    "escalation": ("off", "match"),
    "second_chance": ("off", "on"),
    "last_life": ("none", "free_reroll"),
    "life_reroll": ("off", "optional", "mandatory"),
    "life_reroll_at": ("1", "11"),
    "next_starter": ("loser", "winner", "challenger", "mia_wikipedia"),
    "win_condition": ("last_standing", "first_out_loses"),
    "deckel_count": ("2", "12", "60"),
    "deckel_playoff": ("all_equal", "last_two_equal", "off"),
    "dice_moved": ("void", "mark", "off"),
    "second_shake": ("void", "mark", "off"),
    "cup_off": ("void", "mark", "off"),
    "less_motion": ("off", "on"),
}
"""The settings of rules section 6, the six tiles, and the marks of fairness, with their values."""

PRESETS = (
    "cardzo",
    "meiern_hoeher",
    "meyer_norsk",
    "meiern_deckel",
    "meier_at",
    "mia_wikipedia",
    "mia_bga",
    "mia_one_high",
    "meyer_dansk_app",
    "maexchen_bots",
    "meier_halbmeier",
)

VERDICTS = ("true", "bluff", "accepted", "conceded", "illegal", "void", "entered")
REASONS = (
    "told_the_truth",
    "caught_bluffing",
    "understated",
    "joker",
    "real_meyer",
    "lied_about_meyer",
    "meyer_shown",
    "kippe_true",
    "kippe_false",
    "accepted",
    "conceded",
    "illegal_claim",
    "toast",
    "cocked",
    "voided",
    "entered",
)
MARKS = (
    "dice_moved",
    "second_shake",
    "cup_off",
    "entered_by_hand",
    "camera",
    "corrected",
    "simulated",
)


def gaps_of(sentence: str) -> tuple[int, set[str]]:
    """How many positional gaps a sentence has, and which names of the game stand in it."""
    fields = [field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None]
    return fields.count(""), {field for field in fields if field}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key(language: str) -> None:
    """No language lacks a sentence that another has."""
    everything = set().union(*(set(words) for words in CATALOGUES.values()))
    assert everything - set(CATALOGUES[language]) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_gaps(language: str) -> None:
    """A sentence has as many gaps in every language, and only names of the game besides."""
    for key, sentence in CATALOGUES[language].items():
        count, names = gaps_of(sentence)
        assert count == gaps_of(CATALOGUES["en"][key])[0], key
        assert names <= {"meyer", "a_meyer", "little"}, key
        assert count <= catalogue.MOST_GAPS


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_clean(language: str) -> None:
    """No sentence is empty, carries stray spaces, or uses a typewriter's apostrophe or minus."""
    for key, sentence in CATALOGUES[language].items():
        assert sentence, key
        assert sentence == sentence.strip(), key
        assert "  " not in sentence, key
        assert "'" not in sentence, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_faults_are_sentences(language: str) -> None:
    """Each refusal, fault and reason to read by hand is short and ends like a sentence."""
    for key, sentence in CATALOGUES[language].items():
        if key.startswith(("no_", "fault_", "why_", "again_", "note_", "check_")):
            ends = sentence.endswith((".", "!", "?"))
            assert ends or key == "no_effect", key
            assert len(sentence) <= 75, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_urged_to_drink(language: str) -> None:
    """No sentence asks anybody to drink (fairness N5)."""
    drink = re.compile(r"\b(dri[nk]|trink|sauf|sip|schluck|slurk|skål|prost|cheers)", re.IGNORECASE)
    for key, sentence in CATALOGUES[language].items():
        assert not drink.search(sentence), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", VALUES_OF_RULES)
def test_every_rule_has_name_sentence_and_values(language: str, rule: str) -> None:
    """A house rule has a name, a sentence on what it does, and a text for each of its values."""
    assert f"rule_{rule}" in CATALOGUES[language]
    assert catalogue.rule_about(language, rule).endswith(".")
    for value in VALUES_OF_RULES[rule]:
        shown = catalogue.value_text(language, rule, value)
        assert shown.isdecimal() if value.isdecimal() and shown == value else shown != value


def test_a_truth_value_may_be_written_either_way() -> None:
    """The settings may say "true" or "on"; the tile says YES."""
    assert catalogue.value_text("da", "kippe", "True") == "JA"
    assert catalogue.value_text("da", "kippe", "on") == "JA"
    assert catalogue.value_text("de", "kippe", "false") == "NEIN"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_name_and_one_sentence(language: str, preset: str) -> None:
    """A preset has a name, and one sentence on what sets it apart."""
    assert catalogue.preset_name(language, preset) != preset
    about = catalogue.preset_about(language, preset)
    assert about.endswith(".")
    assert about.count(".") == 1


def test_the_presets_are_all_there(shared: Path) -> None:
    """The presets and settings with words are those of the shared cases."""
    presets = json.loads((shared / "cases" / "presets.json").read_text(encoding="utf-8"))
    assert set(presets) == set(PRESETS)
    for settings in presets.values():
        assert set(settings) <= set(VALUES_OF_RULES)
        for rule, value in settings.items():
            shown = catalogue.value_text("en", rule, str(value).lower())
            assert shown == shown.upper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_reasons_marks_and_refusals_have_words(language: str) -> None:
    """All verdicts and reasons of rules section 11, all marks and all refusals can be said."""
    words = CATALOGUES[language]
    needed = {*VERDICTS, *(f"reason_{r}" for r in REASONS), *(f"mark_{m}" for m in MARKS)}
    needed |= {f"why_{reason.value}" for reason in RefusalReason}
    needed |= {f"again_{reason.value}" for reason in RefusalReason}
    assert needed <= set(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("score", Score)
def test_the_tally_counts_in_words(language: str, score: Score) -> None:
    """One is one, and all other counts are many."""
    one, many = catalogue.counted(score, 1), catalogue.counted(score, 3)
    assert catalogue.words(language, one).startswith("1 ")
    assert catalogue.words(language, many).startswith("3 ")
    assert one.key != many.key


def test_the_game_has_the_name_of_its_preset() -> None:
    """A 21 is a Meyer, Meier, Mia or Mäxchen as preset and language say."""
    assert text("en", "meyercost", "2") == "A Meyer costs 2"
    assert text("de", "meyercost", "2") == "Ein Meier kostet 2"
    assert text("en", "meyercost", "2", preset="mia_bga") == "A Mia costs 2"
    assert text("de", "meyercost", "2", preset="mia_bga") == "Eine Mia kostet 2"
    assert text("da", "meyercost", "1", preset="maexchen_bots") == "En Mäxchen koster 1"


def test_settings_and_presets_get_their_names_in_sentences() -> None:
    """A view that speaks of a setting or preset carries keys; the sentence carries names."""
    changed = Words(key="did_set", gaps=("kippe", "on"))
    assert catalogue.words("de", changed) == "Kippe: JA"
    chosen = Words(key="did_preset", gaps=("meyer_norsk",))
    assert catalogue.words("nb", chosen) == "I kveld spiller vi NORSK MEYER"


def test_a_dear_meyer_gives_its_price_as_reason() -> None:
    """A round that cost two for a Meyer says so; else the rule that decided speaks."""
    assert catalogue.reason_words("real_meyer", 2).key == "meyercost"
    assert catalogue.reason_words("real_meyer", 1).key == "reason_real_meyer"
    assert catalogue.reason_words("joker", 2).key == "reason_joker"


def test_a_lacking_sentence_comes_from_english_and_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A language that lacks a sentence shows the English one, with one line in the log."""
    lacking = {key: word for key, word in CATALOGUES["da"].items() if key != "turnof"}
    monkeypatch.setattr(catalogue, "CATALOGUES", {**CATALOGUES, "da": lacking})
    monkeypatch.setattr(catalogue, "_reported", set())
    with caplog.at_level(logging.WARNING):
        assert text("da", "turnof", "Bo") == "Bo is up"
        assert text("da", "turnof", "Ida") == "Ida is up"
    assert len(caplog.records) == 1


def test_a_word_never_stops_the_game(caplog: pytest.LogCaptureFixture) -> None:
    """Unknown languages and keys, forgotten gaps and braces in names still give a text."""
    assert text("fr", "ready") == "READY"
    assert text("da", "nobody_wrote_this") == "nobody_wrote_this"
    assert text("da", "turnof") == " er på"
    assert text("da", "turnof", "{0} {meyer}") == "{0} {meyer} er på"


def test_every_place_of_the_menu_has_a_name() -> None:
    """All acts that the menu can list have words under their own name."""
    places = (
        *(Act.SHEET, Act.SETTINGS, Act.SEATS, Act.END_MATCH, Act.SWITCH_OFF, Act.DOCTOR),
        *(Act.CALIBRATE, Act.LANGUAGE, Act.SOUND, Act.LIGHT, Act.BACK),
    )
    for place in places:
        assert catalogue.has(place.value)


def test_every_sentence_that_the_program_asks_for_is_there() -> None:
    """All keys written out anywhere in the program, and all that are put together, have words."""
    asked = re.compile(
        r"""(?:Words\(\s*key=|\.say\(|wording\.text\([\w.]+, )(f?)"([a-z_0-9{}.]+)\""""
    )
    lacking = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        for built, key in asked.findall(path.read_text(encoding="utf-8")):
            stem = key.split("{")[0]
            known = (
                any(k.startswith(stem) for k in CATALOGUES["en"])
                if built
                else key in (CATALOGUES["en"])
            )
            if not known:
                lacking.add((path.name, key))
    assert lacking == set()


def strings_of(path: Path) -> tuple[set[str], set[str]]:
    """The strings of a module, and patterns of those that it puts together."""
    whole, built = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole.add(node.value)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            parts = (v.value if isinstance(v, ast.Constant) else None for v in node.values)
            built.add("".join(".+" if part is None else re.escape(str(part)) for part in parts))
    return whole, built


def test_every_sentence_can_be_asked_for() -> None:
    """No sentence is left that nothing in the program can say; samples do not count."""
    whole: set[str] = {act.value for act in Act}
    built: set[str] = {f"{score.value}_(one|many)" for score in Score}
    for path in PACKAGE.rglob("*.py"):
        words = path.parent.name == "languages" and path.name != "catalogue.py"
        if not words and not path.name.startswith("sample_"):
            found = strings_of(path)
            whole |= found[0]
            built |= found[1]
    asked = re.compile("|".join(sorted(built)))
    idle = {k for k in CATALOGUES["en"] if k not in whole and not asked.fullmatch(k)}
    assert idle == set()


@pytest.mark.parametrize("act", Act)
def test_acts_that_can_be_refused_or_undone_have_words(act: Act) -> None:
    """The words of the game can be said to have happened, and be refused, under their own name."""
    words_of_the_game = {
        *(Act.SAME, Act.HIGHER, Act.KIPPE, Act.ALLOW, Act.ACCEPT, Act.DOUBLE, Act.CONCEDE),
        Act.NOTHING,
    }
    if act in words_of_the_game:
        assert catalogue.has(f"did_{act.value}")
        assert catalogue.has(f"no_{act.value}")
