"""Taking entered facts into the table: total, whatever the rules have become since (J4, J5).

A stored fact keeps its meaning even where it would be refused now; it is then listed as a conflict.
Only what would give somebody lives (buying back, rolling for new lives) is dropped.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from pi_meyer.errors import JournalError
from pi_meyer.match.chain import Chain
from pi_meyer.match.facts import (
    Accepted,
    Allowed,
    Announced,
    BoughtBack,
    Conceded,
    Corrected,
    Doubled,
    Entry,
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
from pi_meyer.match.legality import meaning, objection
from pi_meyer.match.settling import Ending, begin, close
from pi_meyer.match.table import Claim, Conflict, Corrections, OpenRound, SheetRow, Table
from pi_meyer.rules.announcements import Call, stands_as
from pi_meyer.rules.options import MeyerResponse, ScoreMode
from pi_meyer.rules.rolls import MEYER, Dice, Leaning, Roll, roll_of
from pi_meyer.rules.ruling import (
    CONCEDED,
    ENTERED,
    ILLEGAL,
    VOIDED,
    Side,
    Uncovered,
    accepted,
    rule,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pi_meyer.rules.house_rules import HouseRules


class BrokenRecordError(JournalError):
    """Entries that no referee can have made: an answer to nothing, an act of nobody."""


def derive(
    entries: Iterable[Entry],
    rules: HouseRules,
    *,
    players: Sequence[str],
    corrections: Corrections | None = None,
) -> Table:
    """Derive the table from entered facts under any rules.

    Never fails on what a referee has entered, whatever the rules have become; what they would
    refuse now is listed as a conflict.
    """
    table = Table(players, rules, corrections or {})
    for entry in entries:
        take(table, entry)
    return table


def take(table: Table, entry: Entry) -> None:
    """Take one entered fact into the table, noting whether it would be refused now (J5)."""
    why = _conflict(table, entry)
    dropped = isinstance(entry.fact, BoughtBack | LivesRerolled) and why is not None
    if not dropped:
        apply(table, entry)
    if why is not None:
        table.conflicts = Chain(table.conflicts, Conflict(fact=entry.number, why=why))
    table.taken += 1


def _conflict(table: Table, entry: Entry) -> str | None:
    if entry.actor is not None and entry.actor not in table.living:
        return f"{entry.actor} would be out or gone by then"
    why = objection(table, entry.fact)
    if why is not None:
        return why
    now_too_low = meaning(table, entry.fact) is Meaning.TOO_LOW
    if now_too_low != (entry.meaning is Meaning.TOO_LOW):
        return "it would now lose as too low" if now_too_low else "it would now be high enough"
    return None


def apply(table: Table, entry: Entry) -> None:  # noqa: C901, PLR0912 - one case a kind of fact
    """Apply what a fact means to the table, whether or not it would be allowed."""
    match entry.fact:
        case Announced() | Passed() as fact if entry.meaning is Meaning.TOO_LOW:
            _lose_by_too_low(table, entry, str(fact.value))
        case Announced() as fact:
            _announce(table, entry, fact)
        case Passed() as fact:
            _pass(table, entry, fact)
        case Lifted() as fact:
            _lift(table, entry, fact.dice, doubled=False)
        case Doubled() as fact:
            _lift(table, entry, fact.dice, doubled=True)
        case Said() as fact:
            _said(table, fact)
        case Shown() as fact:
            _show(table, entry, fact)
        case Allowed():
            _allow(table)
        case Accepted() | Conceded() | Voided() as fact:
            _end_unseen(table, entry, fact)
        case RowEntered() as fact:
            begin(table)
            close(table, Ending(ruling=ENTERED, entered=fact.lost))
        case BoughtBack() | LivesRerolled() | Joined() | Left() | Reseated() as fact:
            _between_rounds(table, fact)
        case Corrected() | SettingsChanged() | Undone():
            pass
        case _ as unknown:
            assert_never(unknown)


def _announce(table: Table, entry: Entry, fact: Announced) -> None:
    """Open a round or go on with it: the announcer has shaken the dice that count from now on."""
    actor = _someone(entry.actor)
    begin(table)
    standing = table.open.claim if table.open else None
    if fact.value is Call.KIPPE:
        table.open = OpenRound(roller=actor, claim=standing, kippe_by=actor)
        return
    if fact.value is Call.HIGHER:
        below = standing.value if standing else table.ranking.order[0]
        value = stands_as(below, table.rules, table.ranking) or below
        claim = Claim(value=value, announcer=actor, looked=False, as_value=False)
    else:
        claim = Claim(value=fact.value, announcer=actor, looked=True, as_value=True)
    table.open = OpenRound(roller=actor, claim=claim)


def _pass(table: Table, entry: Entry, fact: Passed) -> None:
    """Make the passer answer for the dice; who shook them stays (B2)."""
    open_round, standing = _standing(table)
    if fact.value is None or fact.value == standing.value:
        value, as_value = standing.value, standing.as_value
    else:
        value, as_value = fact.value, True
    claim = Claim(value=value, announcer=_someone(entry.actor), looked=False, as_value=as_value)
    table.open = dataclasses.replace(open_round, claim=claim)


def _allow(table: Table) -> None:
    open_round = _round(table)
    table.open = dataclasses.replace(open_round, kippe_by=None, again_by=open_round.kippe_by)


def _lose_by_too_low(table: Table, entry: Entry, value: str) -> None:
    """End the round: too low a claim loses; the other side is whoever answered before (B11, I1)."""
    actor = _someone(entry.actor)
    _, standing = _standing(table)
    close(
        table,
        Ending(
            ruling=ILLEGAL,
            announced=value,
            announcer=actor,
            sides=(actor, standing.announcer),
            starter=actor,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Exchange:
    """Two sides and the dice between them: what was said, what lay there, who shook it."""

    said: Roll | Call
    announcer: str
    challenger: str
    dice: Dice
    roller: str
    looked: bool = True
    shown: bool = False
    doubled: bool = False


def _lift(table: Table, entry: Entry, dice: Dice, *, doubled: bool) -> None:
    challenger = _someone(entry.actor)
    open_round = table.open
    if open_round is not None and open_round.kippe_by is not None:
        kippe = _Exchange(
            said=Call.KIPPE,
            announcer=open_round.kippe_by,
            challenger=challenger,
            dice=dice,
            roller=open_round.roller,
        )
        _uncover(table, kippe)
        return
    open_round, claim = _standing(table)
    lift = _Exchange(
        said=claim.value,
        announcer=claim.announcer,
        challenger=challenger,
        dice=dice,
        roller=open_round.roller,
        looked=claim.looked,
        doubled=doubled,
    )
    _uncover(table, lift)


def _said(table: Table, fact: Said) -> None:
    """Rule on a round that was not tracked; what was tracked of it no longer counts (B12)."""
    begin(table)
    at_once = table.rules.meyer_response is MeyerResponse.AUTO_REVEAL
    exchange = _Exchange(
        said=fact.value,
        announcer=fact.by,
        challenger=fact.lifted_by,
        dice=fact.dice,
        roller=fact.by,
        shown=fact.value == MEYER and at_once,
    )
    _uncover(table, exchange)


def _show(table: Table, entry: Entry, fact: Shown) -> None:
    announcer = _someone(entry.actor)
    begin(table)
    announced_before = entry.meaning is not Meaning.SHOWN_UNANNOUNCED
    roller = table.open.roller if table.open and announced_before else announcer
    exchange = _Exchange(
        said=MEYER,
        announcer=announcer,
        challenger=_someone(entry.other),
        dice=fact.dice,
        roller=roller,
        shown=True,
    )
    _uncover(table, exchange)


def _uncover(table: Table, exchange: _Exchange) -> None:
    """Rule on the dice and end the round; after a void one its roller begins (D1)."""
    dice = exchange.dice
    rolled = dice if isinstance(dice, Leaning) else roll_of(*dice)
    uncovered = Uncovered(
        said=exchange.said, rolled=rolled, looked=exchange.looked, shown=exchange.shown
    )
    ruling = rule(uncovered, table.rules, table.ranking)
    ending = Ending(
        ruling=ruling,
        announced=_text(exchange.said),
        rolled=_text(rolled),
        announcer=exchange.announcer,
        challenger=exchange.challenger,
        sides=(exchange.announcer, exchange.challenger),
        doubled=exchange.doubled,
        starter=exchange.roller if ruling.wrong is Side.NOBODY else None,
    )
    close(table, ending)


def _end_unseen(table: Table, entry: Entry, fact: Accepted | Conceded | Voided) -> None:
    """End a round whose dice stay hidden: accepted, conceded or called off (F2, D1)."""
    if isinstance(fact, Voided):
        _void(table)
        return
    _, claim = _standing(table)
    actor = _someone(entry.actor)
    ending = Ending(
        ruling=CONCEDED if isinstance(fact, Conceded) else accepted(table.rules),
        announced=claim.value,
        announcer=claim.announcer,
        challenger=actor,
        sides=(claim.announcer, actor),
        starter=actor,
    )
    close(table, ending)


def _void(table: Table) -> None:
    open_round = _round(table)
    kippe = open_round.kippe_by is not None
    ending = Ending(
        ruling=VOIDED,
        announced=Call.KIPPE.value if kippe else table.standing,
        announcer=table.answerable,
        starter=open_round.roller,
    )
    close(table, ending)


def _between_rounds(
    table: Table, fact: BoughtBack | LivesRerolled | Joined | Left | Reseated
) -> None:
    match fact:
        case BoughtBack(player=player):
            table.bought |= {player}
            _set_lives(table, {player: 1})
        case LivesRerolled(lives=lives):
            table.due = tuple(player for player in table.due if player not in lives)
            _set_lives(table, dict(lives))
        case Joined(player=player):
            _join(table, player)
        case Left(player=player):
            _leave(table, player)
        case Reseated(seats=seats):
            moved = iter(seats)
            table.seats = tuple(s if s in table.gone else next(moved) for s in table.seats)
        case _ as unknown:
            assert_never(unknown)
    table.recount()


def _set_lives(table: Table, lives: dict[str, int]) -> None:
    """Give players new lives, in a row of the sheet of its own: old minus new (L2)."""
    cells = {player: table.scores[player] - new for player, new in lives.items()}
    table.rows = Chain(table.rows, SheetRow(round=None, living=table.living, cells=cells))
    table.scores = {**table.scores, **lives}


def _join(table: Table, player: str) -> None:
    table.gone -= {player}
    if player not in table.seats:
        table.seats = (*table.seats, player)
        table.scores = {**table.scores, player: table.first_score}


def _leave(table: Table, player: str) -> None:
    """Take somebody from the table; lids go on the pile, lives are kept for a return (I2, K1)."""
    table.gone |= {player}
    if table.rules.score_mode is ScoreMode.DECKEL:
        table.pile += table.scores[player]
        table.scores = {**table.scores, player: 0}


def _standing(table: Table) -> tuple[OpenRound, Claim]:
    """Give the open round and what stands in it; the referee enters such facts only over one."""
    open_round = _round(table)
    if open_round.claim is None:
        raise BrokenRecordError("An answer was recorded where no number had been announced.")
    return open_round, open_round.claim


def _round(table: Table) -> OpenRound:
    if table.open is None:
        raise BrokenRecordError("An answer was recorded where no round was open.")
    return table.open


def _someone(player: str | None) -> str:
    """Give the person frozen with an entry; the referee enters no act of a person without one."""
    if player is None:
        raise BrokenRecordError("An act was recorded without the person who did it.")
    return player


def _text(said: Roll | Call | Leaning) -> str:
    return said.value if isinstance(said, Call | Leaning) else said
