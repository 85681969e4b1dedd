"""Whether a fact is allowed where the match stands, and if not, why, in one sentence.

The structure of play comes first (``rules.phases``), tonight's settings after it. The same
judgement serves live commands and stored facts under changed rules (A3, J5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pi_meyer.match.facts import (
    Accepted,
    Allowed,
    Announced,
    BoughtBack,
    Conceded,
    Corrected,
    Doubled,
    Fact,
    Joined,
    Left,
    Lifted,
    LivesRerolled,
    Meaning,
    Passed,
    Reseated,
    RowEntered,
    Said,
    SettingsChanged,
    Shown,
    Undone,
    Voided,
)
from pi_meyer.match.table import DeckelPhase
from pi_meyer.rules.announcements import (
    Call,
    is_legal_pass,
    is_raise,
    may_announce_over,
    may_pass_over,
)
from pi_meyer.rules.house_rules import nearest
from pi_meyer.rules.options import IllegalClaim, LifeReroll, MeyerResponse, ScoreMode
from pi_meyer.rules.phases import RECORD_ACTS, TRANSITIONS, Act, Phase
from pi_meyer.rules.rolls import MEYER, Roll

if TYPE_CHECKING:
    from pi_meyer.match.table import Table
    from pi_meyer.rules.house_rules import HouseRules

MOST_PLAYERS = 12
"""How many may sit at a table (C46, K1)."""

_STARTS_A_ROUND = frozenset({Act.ANNOUNCE, Act.SHOW, Act.SAID, Act.ROW})


def objection(table: Table, fact: Fact) -> str | None:
    """Say why a fact is not allowed now; ``None`` if it is.

    Acts on the record are judged by the match itself, which has the record.
    """
    act = fact.act
    phase = table.phase
    if act not in TRANSITIONS[phase] and act not in RECORD_ACTS:
        return f"{act.value} is not possible while {phase.value}" + _between_hint(table)
    if act in _STARTS_A_ROUND and table.must_reroll_first:
        return f"{' and '.join(table.rerolls_due)} must first roll for new lives"
    return _objection_by_settings(table, fact)


def _between_hint(table: Table) -> str:
    return " (no round is open)" if table.phase is Phase.BETWEEN else ""


def _objection_by_settings(table: Table, fact: Fact) -> str | None:  # noqa: PLR0911, C901 - a dispatch
    match fact:
        case Announced():
            return _announce(table, fact)
        case Passed():
            return _pass(table, fact)
        case Lifted() | Allowed() | Voided() | Corrected() | SettingsChanged() | Undone():
            return None
        case Said():
            return _said(table, fact)
        case Accepted() | Doubled() | Conceded() | Shown():
            return _other_answer(table, fact)
        case RowEntered():
            return _row(table, fact)
        case BoughtBack():
            return _buy_back(table, fact)
        case LivesRerolled():
            return _reroll(table, fact)
        case Joined():
            return _join(table, fact)
        case Left():
            return _leave(table, fact)
        case Reseated():
            return _order(table, fact)
        case _ as unknown:
            assert_never(unknown)


def meaning(table: Table, fact: Fact) -> Meaning:
    """Say what an allowed fact is taken for: too low a claim loses where that is the rule (B11)."""
    standing = table.standing
    match fact:
        case Announced(value=str() as value) if standing is not None:
            if not is_raise(value, standing, table.rules, table.ranking):
                return Meaning.TOO_LOW
        case Passed(value=str() as value) if standing is not None:
            if table.ranking.is_above(standing, value):
                return Meaning.TOO_LOW
        case Shown() if table.phase is not Phase.TO_BE_SHOWN:
            return Meaning.SHOWN_UNANNOUNCED
        case _:
            pass
    return Meaning.AS_SAID


def objection_to_correction(
    player: str,
    *,
    number: int,
    living: tuple[str, ...],
    sides: tuple[str, ...],
    rules: HouseRules,
) -> str | None:
    """Say why a cell of a played round cannot be set (J2, I2).

    ``living`` and ``sides`` are those of the round with that ``number``.
    """
    if player not in living:
        return f"{player} was not playing in round {number}"
    if rules.score_mode is ScoreMode.DECKEL and player not in sides:
        return f"{player} was on neither side of round {number}, so no lid can move"
    return None


def _announce(table: Table, fact: Announced) -> str | None:
    standing = table.standing
    if standing is not None and not may_announce_over(standing, table.rules):
        return f"nothing can be announced over {standing}"
    if isinstance(fact.value, Call):
        return _call(table, fact.value)
    if standing is None or is_raise(fact.value, standing, table.rules, table.ranking):
        return None
    return _too_low(table, fact.value, standing)


def _call(table: Table, call: Call) -> str | None:
    if call is Call.KIPPE:
        return None if table.rules.kippe else "Kippe is not in play tonight (kippe is off)"
    if not table.rules.blind_raise:
        return "higher is not in play tonight (blind_raise is off)"
    if table.standing is None:
        return "higher needs an announcement to be higher than"
    return None


def _too_low(table: Table, value: Roll, standing: Roll) -> str | None:
    if table.rules.illegal_claim is IllegalClaim.LOSES:
        return None
    return f"{value} is too low over {standing}"


def _pass(table: Table, fact: Passed) -> str | None:
    standing, rules = table.standing, table.rules
    if standing is None or not may_pass_over(standing, rules):
        return f"the cup cannot be passed on unseen over {standing} tonight"
    value = standing if fact.value is None else fact.value
    if is_legal_pass(value, standing, rules, table.ranking):
        return None
    if table.ranking.is_above(standing, value):
        return _too_low(table, value, standing)
    only = rules.pass_unseen.value
    return f"passing unseen with {value} is not tonight's rule, only {only} is"


def _said(table: Table, fact: Said) -> str | None:
    if fact.by == fact.lifted_by:
        return f"{fact.by} cannot lift an announcement of their own"
    for player in (fact.by, fact.lifted_by):
        if player not in table.living:
            return _not_playing(table, player)
    if isinstance(fact.value, Call):
        return _call(table, fact.value)
    return None


def _other_answer(table: Table, fact: Accepted | Doubled | Conceded | Shown) -> str | None:
    rules = table.rules
    if isinstance(fact, Accepted) and rules.meyer_response is not MeyerResponse.ACCEPT_OR_LIFT:
        how = rules.meyer_response.value
        return f"a Meyer cannot be accepted tonight (meyer_response is {how})"
    if isinstance(fact, Doubled) and not rules.double_back:
        return "a Meyer cannot be doubled tonight (double_back is off)"
    if isinstance(fact, Conceded):
        return _concede(table)
    return _show(table) if isinstance(fact, Shown) else None


def _concede(table: Table) -> str | None:
    if not table.rules.concede:
        return "nobody can concede tonight (concede is off)"
    if table.standing is None or table.standing == MEYER:
        return "only a number below the Meyer can be conceded"
    return None


def _show(table: Table) -> str | None:
    if table.rules.meyer_response is not MeyerResponse.AUTO_REVEAL:
        how = table.rules.meyer_response.value
        return f"a Meyer is not shown at once tonight (meyer_response is {how})"
    if table.phase is Phase.TO_BE_SHOWN or table.standing != MEYER:
        return None
    return f"nothing can be announced over {MEYER}"


def _row(table: Table, fact: RowEntered) -> str | None:
    if table.rules.score_mode is ScoreMode.DECKEL:
        return "a row cannot be entered where lids move (score_mode is deckel)"
    for player, lost in fact.lost.items():
        if player not in table.seats or (lost and player not in table.living):
            return _not_playing(table, player)
    return None


def _buy_back(table: Table, fact: BoughtBack) -> str | None:
    rules, player = table.rules, fact.player
    if table.open is not None:
        return "nobody can buy back while a round is open"
    if rules.score_mode is not ScoreMode.LIVES or not rules.second_chance:
        return "there is no second chance tonight (second_chance is off)"
    if player not in table.present:
        return _not_playing(table, player)
    if table.scores[player] > 0:
        return f"{player} is not out"
    if player in table.bought:
        return f"{player} has had the second chance already"
    return None


def _reroll(table: Table, fact: LivesRerolled) -> str | None:
    if table.rules.score_mode is not ScoreMode.LIVES:
        return "there are no lives to roll for tonight"
    if table.rules.life_reroll is LifeReroll.OFF:
        return "lives are not rolled anew tonight (life_reroll is off)"
    for player in fact.lives:
        if player not in table.rerolls_due:
            return f"no roll for new lives is due to {player}"
    return None


def _join(table: Table, fact: Joined) -> str | None:
    if fact.player in table.present:
        return f"{fact.player} plays already"
    if len(table.present) >= MOST_PLAYERS:
        return f"all {MOST_PLAYERS} seats are taken"
    in_deckel = table.rules.score_mode is ScoreMode.DECKEL
    if in_deckel and table.deckel_phase is not DeckelPhase.DEAL:
        return "nobody can join after all lids are dealt"
    return None


def _leave(table: Table, fact: Left) -> str | None:
    if fact.player not in table.present:
        return _not_playing(table, fact.player)
    if sum(seat != fact.player for seat in table.living) < 2:
        return f"{fact.player} cannot leave, fewer than two would be left to play"
    return None


def _order(table: Table, fact: Reseated) -> str | None:
    if sorted(fact.seats) != sorted(table.present):
        return f"the new order must name everybody once: {', '.join(table.present)}"
    return None


def _not_playing(table: Table, player: str) -> str:
    if player in table.seats:
        return f"{player} is out or gone"
    return f"nobody here is called {player!r}; {nearest(player, table.seats).rstrip('.')}"
