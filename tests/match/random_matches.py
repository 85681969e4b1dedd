"""Random matches for comparing and for properties: mostly legal play, any settings, any preset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pi_meyer.errors import MeyerError
from pi_meyer.match.fact_codec import parse_fact
from pi_meyer.match.referee import Match
from pi_meyer.rules.house_rules import SETTING_NAMES, choices
from pi_meyer.rules.phases import Phase
from pi_meyer.rules.presets import PRESETS
from pi_meyer.rules.rolls import ALL_ROLLS

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Fact = dict[str, Any]

NAMES = ("Anna", "Ben", "Cara", "Dan", "Eva", "Finn")

_WEIGHTS = {
    "announce": 40,
    "pass": 12,
    "lift": 25,
    "said": 4,
    "allow": 8,
    "accept": 8,
    "double": 6,
    "concede": 3,
    "show": 12,
    "void": 1,
    "row": 1,
    "buy_back": 4,
    "reroll_lives": 8,
    "join": 1,
    "leave": 1,
    "order": 1,
    "correct": 2,
    "set": 1,
    "undo": 2,
}


def random_settings(chance: random.Random, how_many: int) -> dict[str, Any]:
    """Pick some settings at random, small numbers preferred so that matches end."""
    names = chance.sample(SETTING_NAMES, how_many)
    settings = {name: chance.choice(choices(name)) for name in names}
    if "deckel_count" in settings:
        settings["deckel_count"] = chance.randint(2, 10)
    return settings


def random_fact(chance: random.Random, match: Match) -> Fact:
    """Propose a fact, legal or not."""
    kind = chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    propose = _PROPOSE.get(kind)
    return propose(chance, match) if propose else {kind: True}


def _dice(chance: random.Random) -> object:
    if chance.random() < 0.06:
        return "cocked"
    if chance.random() < 0.2:
        return chance.choice([[2, 1], [1, 2], [3, 2], [3, 1]])
    return [chance.randint(1, 6), chance.randint(1, 6)]


def _near(chance: random.Random, match: Match) -> str:
    """Prefer values a little above what stands, so that rounds get long."""
    ranking = match.table.ranking
    if match.table.standing is None or chance.random() < 0.2:
        return chance.choice(ALL_ROLLS)
    here = ranking.place[match.table.standing]
    return ranking.order[max(0, min(20, here + chance.randint(-2, 6)))]


def _who(chance: random.Random, match: Match) -> str:
    return chance.choice([*match.table.seats, *match.table.seats, *NAMES])


def _said(chance: random.Random, match: Match) -> Fact:
    value = "kippe" if chance.random() < 0.2 else chance.choice(ALL_ROLLS)
    by, lifted_by = _who(chance, match), _who(chance, match)
    return {"said": value, "by": by, "lift": _dice(chance), "lifted_by": lifted_by}


def _row(chance: random.Random, match: Match) -> Fact:
    seats = [_who(chance, match) for _ in range(chance.randint(0, 3))]
    return {"row": {seat: chance.choice([0, 0, 1, 1, 2, 7]) for seat in seats}}


def _correct(chance: random.Random, match: Match) -> Fact:
    cell: Fact = {"player": _who(chance, match), "lost": chance.choice([0, 0, 1, 1, 2, 9])}
    if chance.random() < 0.6:
        cell["round"] = chance.randint(1, max(1, match.table.rounds_played + 1))
    return {"correct": cell}


def _order(chance: random.Random, match: Match) -> Fact:
    seats = list(match.table.present)
    chance.shuffle(seats)
    if chance.random() < 0.1:
        seats = seats[:-1]
    return {"order": seats}


def _announce(chance: random.Random, match: Match) -> Fact:
    special = chance.random()
    if special < 0.12:
        return {"announce": "higher"}
    if special < 0.2:
        return {"announce": "kippe"}
    return {"announce": "21" if special < 0.3 else _near(chance, match)}


def _lift(chance: random.Random, match: Match) -> Fact:
    waits = match.table.phase is Phase.KIPPE
    return {"lift": "cocked" if waits and chance.random() < 0.4 else _dice(chance)}


def _reroll(chance: random.Random, match: Match) -> Fact:
    due = match.table.rerolls_due
    player = chance.choice(due) if due else _who(chance, match)
    return {"reroll_lives": {player: chance.randint(1, 6)}}


_PROPOSE: dict[str, Callable[[random.Random, Match], Fact]] = {
    "announce": _announce,
    "pass": lambda c, m: {"pass": "same" if c.random() < 0.5 else _near(c, m)},
    "lift": _lift,
    "said": _said,
    "double": lambda c, _m: {"double": _dice(c)},
    "show": lambda c, _m: {"show": _dice(c)},
    "void": lambda _c, _m: {"void": "dice moved"},
    "row": _row,
    "buy_back": lambda c, m: {"buy_back": c.choice(m.table.out or m.table.seats)},
    "reroll_lives": _reroll,
    "join": lambda c, m: {"join": _who(c, m)},
    "leave": lambda c, m: {"leave": _who(c, m)},
    "order": _order,
    "correct": _correct,
    "set": lambda c, _m: {"set": random_settings(c, c.randint(1, 3))},
}


def random_game(chance: random.Random, *, facts: int, illegal_at_the_end: bool) -> dict[str, Any]:
    """Play a match of about so many facts; at the end perhaps one that is refused."""
    preset = chance.choice(list(PRESETS))
    settings = random_settings(chance, chance.choice([0, 0, 2, 4, 8]))
    players = list(NAMES[: chance.randint(2, 5)])
    match = Match.start(preset=preset, settings=settings, players=players)
    played: list[Fact] = []
    refused: list[Fact] = []
    for _ in range(facts * 3):
        fact = random_fact(chance, match)
        try:
            match = match.apply(parse_fact(fact))
        except MeyerError:
            refused.append(fact)
            continue
        played.append(fact)
        refused.clear()
        if len(played) >= facts:
            break
    if illegal_at_the_end and refused:
        played.append(refused[-1])
    return {"preset": preset, "settings": settings, "players": players, "facts": played}
