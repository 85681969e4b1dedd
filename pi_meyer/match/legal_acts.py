"""What is legal now, as a value for screens and as words for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.match.facts import (
    Accepted,
    Allowed,
    Announced,
    BoughtBack,
    Conceded,
    Doubled,
    Fact,
    Joined,
    Left,
    Lifted,
    Reseated,
    RowEntered,
    Shown,
    Voided,
)
from pi_meyer.match.legality import objection
from pi_meyer.rules.announcements import Call, is_legal_pass, legal_numbers
from pi_meyer.rules.phases import TRANSITIONS, Act
from pi_meyer.rules.rolls import MEYER, Leaning, Roll

if TYPE_CHECKING:
    from pi_meyer.match.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalActs:
    """Everything that may happen now; acts on the record are always possible (A4).

    ``turn`` may ``announce`` (numbers, the lowest first), say ``higher`` or ``kippe``, ``pass_on``
    with these values (the standing one means the same), ``lift``, ``allow``, ``accept``,
    ``double``, ``concede`` or ``show``. The whole table may enter what was ``said``, ``void`` the
    round or enter a ``row``; ``buy_back``, ``reroll_lives`` and ``leave`` hold the players who may.
    Numbers that would be taken for too low a claim and lose are not among the legal ones (B11).
    """

    turn: str | None
    announce: tuple[Roll, ...]
    higher: bool
    kippe: bool
    pass_on: tuple[Roll, ...]
    lift: bool
    allow: bool
    accept: bool
    double: bool
    concede: bool
    show: bool
    said: bool
    void: bool
    row: bool
    buy_back: tuple[str, ...]
    reroll_lives: tuple[str, ...]
    reroll_is_due_first: bool
    join: bool
    leave: tuple[str, ...]
    order: bool


_NOBODY_YET = "\0"  # a name that no player can have, to ask whether anybody may join


def legal_acts(table: Table) -> LegalActs:
    """List what is legal where the table stands."""

    def allowed(fact: Fact) -> bool:
        return objection(table, fact) is None

    said_fits = Act.SAID in TRANSITIONS[table.phase] and not table.must_reroll_first
    rerolls = Act.REROLL_LIVES in TRANSITIONS[table.phase]
    return LegalActs(
        turn=table.turn,
        announce=_announce(table),
        higher=allowed(Announced(value=Call.HIGHER)),
        kippe=allowed(Announced(value=Call.KIPPE)),
        pass_on=_pass_on(table),
        lift=allowed(Lifted(dice=Leaning.COCKED)),
        allow=allowed(Allowed()),
        accept=allowed(Accepted()),
        double=allowed(Doubled(dice=Leaning.COCKED)),
        concede=allowed(Conceded()),
        show=allowed(Shown(dice=Leaning.COCKED)),
        said=said_fits,
        void=allowed(Voided(why="")),
        row=allowed(RowEntered(lost={})),
        buy_back=tuple(p for p in table.seats if allowed(BoughtBack(player=p))),
        reroll_lives=table.rerolls_due if rerolls else (),
        reroll_is_due_first=rerolls and table.must_reroll_first,
        join=allowed(Joined(player=_NOBODY_YET)),
        leave=tuple(p for p in table.seats if allowed(Left(player=p))),
        order=allowed(Reseated(seats=table.present)),
    )


def _announce(table: Table) -> tuple[Roll, ...]:
    if objection(table, Announced(value=MEYER)) is not None:
        return ()
    return legal_numbers(table.standing, table.rules, table.ranking)


def _pass_on(table: Table) -> tuple[Roll, ...]:
    standing = table.standing
    if standing is None or Act.PASS not in TRANSITIONS[table.phase]:
        return ()
    rules, ranking = table.rules, table.ranking
    return tuple(v for v in ranking.order if is_legal_pass(v, standing, rules, ranking))


def in_words(legal: LegalActs) -> str:
    """Name what is legal now, to go with a refusal: "legal now for Anna: announce 64 to 21"."""
    words = []
    if legal.announce:
        words.append(f"announce {_run(legal.announce)}")
    if legal.pass_on:
        words.append(f"pass {_run(legal.pass_on)}")
    words += [act for act in _BY_ONE if getattr(legal, act)]
    if legal.buy_back:
        words.append(f"buy_back of {' or '.join(legal.buy_back)}")
    if legal.reroll_lives:
        words.append(f"reroll_lives of {' and '.join(legal.reroll_lives)}")
    words += [act for act in _BY_ALL if getattr(legal, act)]
    words += ["correct", "set", "undo"]
    whose = f" for {legal.turn}" if legal.turn else ""
    return f"legal now{whose}: {', '.join(words)}"


_BY_ONE = ("higher", "kippe", "lift", "allow", "accept", "double", "concede", "show")
_BY_ALL = ("said", "void", "row", "join", "leave", "order")


def _run(values: tuple[Roll, ...]) -> str:
    """Write a run of values; long ones by their ends, since every value between is legal too."""
    return f"{values[0]} to {values[-1]}" if len(values) > 3 else " ".join(values)
