"""Tonight's rules as a readable page: sentences chosen by the settings, and the ranking with odds.

Only what is played tonight is told; a rule that is off is not mentioned, except where people from
other tables would expect it (31, passing unseen).
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from pi_meyer.display.languages import rules_da, rules_de, rules_en, rules_nb
from pi_meyer.display.languages.catalogue import game_words
from pi_meyer.match.odds import THROWS, chance_of_truth
from pi_meyer.rules.announcements import PASSES_SAME, may_announce_over
from pi_meyer.rules.effects import without_effect
from pi_meyer.rules.options import (
    DeckelPlayoff,
    Escalation,
    IllegalClaim,
    LastLife,
    LifeReroll,
    MeyerResponse,
    MeyerRevealLosers,
    MeyerTrigger,
    PairsOrder,
    PassUnseen,
    Roll32,
    ScoreMode,
)
from pi_meyer.rules.ranking import ranking_of
from pi_meyer.rules.rolls import MEYER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.rules.rolls import Roll

SENTENCES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "da": rules_da.SENTENCES,
        "nb": rules_nb.SENTENCES,
        "de": rules_de.SENTENCES,
        "en": rules_en.SENTENCES,
    }
)
"""What can be said about the rules, by language and key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRoll:
    """A roll with the number of throws out of 36 that back it tonight."""

    roll: Roll
    throws: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The whole page, ready to be set as text or HTML; the ranking is highest first."""

    title: str
    sections: tuple[Section, ...]
    ranking_heading: str
    ranking_hint: str
    ranking: tuple[RankedRoll, ...]
    notes: tuple[str, ...]


def rules_page(rules: HouseRules, *, title: str, preset: str, language: str) -> RulesPage:
    """Write tonight's rules; ``preset`` decides what a 21 is called."""
    say = _Speaker(rules=rules, preset=preset, language=language)
    ranking = ranking_of(rules)
    return RulesPage(
        title=title,
        sections=(
            Section(heading=say("head_round"), sentences=tuple(map(say, _round(rules)))),
            Section(heading=say("head_lift"), sentences=tuple(map(say, _lift(rules)))),
            Section(heading=say("head_meyer"), sentences=tuple(map(say, _meyer(rules)))),
            Section(heading=say("head_end"), sentences=tuple(map(say, _end(rules)))),
        ),
        ranking_heading=say("head_ranking"),
        ranking_hint=say("ranking_hint"),
        ranking=tuple(
            RankedRoll(roll=roll, throws=int(chance_of_truth(roll, rules, ranking) * THROWS))
            for roll in reversed(ranking.order)
        ),
        notes=without_effect(rules),
    )


def as_text(page: RulesPage, *, width: int = 78) -> str:
    """Set the page for a terminal: wrapped sentences, the ranking in three columns."""
    lines = [page.title, "=" * len(page.title), ""]
    for section in page.sections:
        lines += [section.heading, "-" * len(section.heading)]
        for sentence in section.sentences:
            lines += textwrap.wrap(sentence, width, initial_indent="* ", subsequent_indent="  ")
        lines.append("")
    lines += [page.ranking_heading, "-" * len(page.ranking_heading), page.ranking_hint, ""]
    cells = [f"{ranked.roll}  {ranked.throws:>2}/36" for ranked in page.ranking]
    rows = -(-len(cells) // 3)
    for row in range(rows):
        lines.append("     ".join(cells[row::rows]))
    lines += ["", *page.notes] if page.notes else []
    return "\n".join(lines)


class _Speaker:
    """Fills a sentence's gaps from the settings."""

    def __init__(self, *, rules: HouseRules, preset: str, language: str) -> None:
        words = SENTENCES[language]
        game = game_words(language, preset)
        lives = words["lives_1" if rules.start_lives == 1 else "lives_n"]
        at = words["lives_1" if rules.life_reroll_at == 1 else "lives_n"]
        in_lids = rules.score_mode is ScoreMode.DECKEL
        numbers = (words["n0"], words["n1_deckel" if in_lids else "n1"], words["n2"])
        self._words = words
        self._gaps = {
            "meyer": game.meyer,
            "little": game.little,
            "one": numbers[1],
            "true": numbers[rules.meyer_cost_true],
            "false": numbers[rules.meyer_cost_false],
            "accept": numbers[rules.meyer_accept_cost],
            "little_cost": numbers[rules.little_meyer_cost],
            "lives": lives.format(n=rules.start_lives),
            "at": at.format(n=rules.life_reroll_at),
            "lids": str(rules.deckel_count),
        }

    def __call__(self, key: str) -> str:
        return self._words[key].format(**self._gaps)


def _round(rules: HouseRules) -> Iterator[str]:
    yield from ("cup", "digits", f"raise_{rules.raise_rule.value}")
    if rules.illegal_claim is IllegalClaim.LOSES:
        yield "illegal_loses"
    yield "answer"
    yield f"pass_{rules.pass_unseen.value}"
    if rules.pass_unseen is not PassUnseen.OFF:
        yield "answers_for_it"
    if rules.blind_raise:
        yield f"blind_{rules.raise_rule.value}"
    if rules.concede:
        yield "concede"
    if rules.kippe:
        yield "kippe"


def _lift(rules: HouseRules) -> Iterator[str]:
    yield from (f"true_{rules.understating.value}", "bluff", f"cost_{rules.score_mode.value}")
    yield "cocked"
    if rules.roll_32 is not Roll32.NORMAL:
        yield rules.roll_32.value
    if rules.escalation is Escalation.MATCH:
        yield "escalation"
    if rules.score_mode is ScoreMode.LIVES and rules.final_two_double:
        yield "final_two"


def _meyer(rules: HouseRules) -> Iterator[str]:
    yield from ("meyer", f"meyer_{_response(rules).value}")
    if rules.meyer_response is MeyerResponse.AUTO_REVEAL:
        to_all = rules.meyer_reveal_losers is MeyerRevealLosers.ALL_OTHERS
        yield "meyer_shown_all" if to_all else "meyer_shown_costs"
    else:
        yield "meyer_costs"
    if rules.meyer_trigger is MeyerTrigger.CLAIM_OR_ROLL:
        yield "meyer_roll"
    if rules.meyer_pass and rules.pass_unseen in PASSES_SAME:
        yield "meyer_pass"
    if rules.double_back:
        yield "double_back"
    yield "little" if rules.little_meyer else "little_off"
    if rules.half_meier:
        yield "half"
    if rules.pairs_order is PairsOrder.ONE_HIGH:
        yield "one_high"


def _response(rules: HouseRules) -> MeyerResponse:
    """Where a Meyer is a claim like any other but nothing beats it, it has to be lifted (B6)."""
    as_any = rules.meyer_response is MeyerResponse.AS_ANY_CLAIM
    if as_any and not may_announce_over(MEYER, rules):
        return MeyerResponse.MUST_LIFT
    return rules.meyer_response


def _end(rules: HouseRules) -> Iterator[str]:
    if rules.score_mode is ScoreMode.LIVES:
        yield f"lives_{rules.win_condition.value}"
        yield from _lives_extras(rules)
    else:
        yield rules.score_mode.value
    if rules.score_mode is ScoreMode.DECKEL and rules.deckel_playoff is not DeckelPlayoff.OFF:
        yield f"playoff_{rules.deckel_playoff.value}"
    yield f"starter_{rules.next_starter.value}"


def _lives_extras(rules: HouseRules) -> Iterator[str]:
    if rules.second_chance:
        yield "second_chance"
    if rules.last_life is LastLife.FREE_REROLL:
        yield "last_life"
    if rules.life_reroll is not LifeReroll.OFF:
        yield f"reroll_{rules.life_reroll.value}"
