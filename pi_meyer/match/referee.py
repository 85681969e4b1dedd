"""The referee: a match that takes facts one by one, and refuses what tonight's rules forbid.

A ``Match`` never changes. ``apply`` gives the next one, or raises and leaves everything as it was;
both share what they have in common, so that a fact costs the same after ten rounds as after ten
thousand. Only a changed setting derives the whole match again, and a correction what follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.errors import IllegalMoveError, SettingsError
from pi_meyer.match.chain import Chain, in_order
from pi_meyer.match.facts import Corrected, Entry, Fact, SettingsChanged, Shown, Undone
from pi_meyer.match.fold import apply, derive, take
from pi_meyer.match.legal_acts import LegalActs, in_words, legal_acts
from pi_meyer.match.legality import MOST_PLAYERS, meaning, objection, objection_to_correction
from pi_meyer.match.result import result
from pi_meyer.match.state import MatchState, SettingsPreview, preview, state_of
from pi_meyer.match.table import Correction
from pi_meyer.rules.house_rules import HouseRules, change, nearest
from pi_meyer.rules.phases import Act
from pi_meyer.rules.presets import DEFAULT_PRESET, house_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pi_meyer.match.table import Table


class PlayersError(SettingsError):
    """The names of the players cannot be played with."""


_ACTS_OF_ONE = frozenset(
    {
        Act.ANNOUNCE,
        Act.PASS,
        Act.LIFT,
        Act.ALLOW,
        Act.ACCEPT,
        Act.DOUBLE,
        Act.CONCEDE,
        Act.SHOW,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Match:
    """A match after some facts.

    ``rules`` are those in force now; ``settings`` those it began with, over ``preset``. ``given``
    counts all facts that were given, taken-back ones and takings-back included (A2).
    """

    preset: str
    settings: Mapping[str, object]
    players: tuple[str, ...]
    rules: HouseRules
    given: int
    table: Table
    entries: Chain[Entry] | None
    before: Match | None = field(repr=False)

    @staticmethod
    def start(
        *,
        players: Sequence[str],
        preset: str = DEFAULT_PRESET,
        settings: Mapping[str, object] | None = None,
        facts: Iterable[Fact] = (),
    ) -> Match:
        """Begin a match and take the facts of its record.

        Raises:
            PlayersError: unless there are 2 to 12 different names (A1).
            HouseRulesError: for an unknown preset, setting or value.
            IllegalMoveError: for a fact that is not allowed where it stands.
        """
        check_players(players)
        rules = house_rules(preset, settings or {})
        match = Match(
            preset=preset,
            settings=dict(settings or {}),
            players=tuple(players),
            rules=rules,
            given=0,
            table=derive((), rules, players=players),
            entries=None,
            before=None,
        )
        for fact in facts:
            match = match.apply(fact)
        return match

    def apply(self, fact: Fact) -> Match:
        """Take one more fact.

        Raises:
            IllegalMoveError: if it is not allowed now; says what would be (A3). Nothing changes.
        """
        match fact:
            case Undone():
                return self._undo()
            case SettingsChanged():
                return self._set(fact)
            case Corrected():
                return self._correct(fact)
            case _:
                return self._play(fact)

    def _play(self, fact: Fact) -> Match:
        why = objection(self.table, fact)
        if why is not None:
            joint = " " if why.endswith("?") else "; "
            raise IllegalMoveError(f"{why}{joint}{in_words(self.legal())}.")
        entry = self._enter(fact)
        table = self.table.fork()
        apply(table, entry)
        table.taken += 1
        return self._next(entry, table)

    def _enter(self, fact: Fact) -> Entry:
        """Freeze the people with the fact, as they sit now (J4)."""
        actor = self.table.turn if fact.act in _ACTS_OF_ONE else None
        return Entry(
            number=self.given + 1,
            fact=fact,
            actor=actor,
            other=self.table.next_living(actor) if isinstance(fact, Shown) else None,
            meaning=meaning(self.table, fact),
        )

    def _next(self, entry: Entry, table: Table, rules: HouseRules | None = None) -> Match:
        return Match(
            preset=self.preset,
            settings=self.settings,
            players=self.players,
            rules=rules or self.rules,
            given=self.given + 1,
            table=table,
            entries=Chain(self.entries, entry),
            before=self,
        )

    def _undo(self) -> Match:
        """Go back to before the last fact not yet taken back; only the count goes on (J3)."""
        if self.before is None:
            raise IllegalMoveError("There is nothing to undo.")
        return self.before._counted(self.given + 1)

    def _counted(self, given: int) -> Match:
        return Match(
            preset=self.preset,
            settings=self.settings,
            players=self.players,
            rules=self.rules,
            given=given,
            table=self.table,
            entries=self.entries,
            before=self.before,
        )

    def _set(self, fact: SettingsChanged) -> Match:
        """Derive the whole match again under other settings (0.21, C16)."""
        rules = _changed(self.rules, fact.settings)
        entry = Entry(number=self.given + 1, fact=fact)
        return self._next(entry, self._derived(rules, entry), rules)

    def _derived(self, rules: HouseRules, *more: Entry) -> Table:
        entries = [*in_order(self.entries), *more]
        return derive(entries, rules, players=self.players, corrections=self.table.corrections)

    def _correct(self, fact: Corrected) -> Match:
        """Derive the corrected round and all after it again (J2)."""
        number = self.table.rounds_played if fact.round is None else fact.round
        played = self.table.round_numbered(number)
        if played is None:
            how_many = self.table.rounds_played
            raise IllegalMoveError(f"There is no round {number}; {how_many} have been played.")
        if fact.player not in self.table.seats:
            hint = nearest(fact.player, self.table.seats)
            raise IllegalMoveError(f"Nobody here is called {fact.player!r}; {hint}")
        why = objection_to_correction(
            fact.player,
            number=number,
            living=played.living,
            sides=played.sides,
            rules=self.rules,
        )
        if why is not None:
            raise IllegalMoveError(f"{why}; legal now: correct one of {_names(played.living)}.")
        entry = Entry(number=self.given + 1, fact=fact, round=number)
        correction = Correction(fact=entry.number, player=fact.player, lost=fact.lost)
        table = played.start.fork()
        earlier = self.table.corrections.get(number, ())
        table.corrections = {**self.table.corrections, number: (*earlier, correction)}
        for later in [*in_order(self.entries, skip=table.taken), entry]:
            take(table, later)
        return self._next(entry, table)

    def legal(self) -> LegalActs:
        """List what is legal now."""
        return legal_acts(self.table)

    @property
    def state(self) -> MatchState:
        """The match as screens and the sheet want to know it."""
        return state_of(self.table)

    def preview_set(self, settings: Mapping[str, object]) -> SettingsPreview:
        """Say what would change if these settings were set; nothing does (section 8).

        Raises:
            IllegalMoveError: for settings that do not exist.
        """
        rules = _changed(self.rules, settings)
        return preview(self.table, self._derived(rules))

    def result(self) -> dict[str, object]:
        """Write the result object of a replay (section 9)."""
        return result(self.table)

    def facts(self) -> tuple[Fact, ...]:
        """List the facts that count, taken-back ones left out: the record to export."""
        return tuple(entry.fact for entry in in_order(self.entries))


def check_players(players: Sequence[str]) -> None:
    """Check the names at the table: 2 to 12 different ones, none of them empty (A1, C46).

    Raises:
        PlayersError: if they are not.
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise PlayersError(f"2 to {MOST_PLAYERS} can play, not {len(players)}.")
    if not all(name.strip() for name in players):
        raise PlayersError("Every player needs a name.")
    if len(set(players)) < len(players):
        raise PlayersError("Every player needs a name of their own.")


def _changed(rules: HouseRules, settings: Mapping[str, object]) -> HouseRules:
    try:
        return change(rules, settings)
    except SettingsError as error:
        raise IllegalMoveError(str(error)) from error


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)
