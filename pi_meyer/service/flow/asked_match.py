"""What may be asked of the match that runs, in the words of the flow; nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.errors import IllegalMoveError
from pi_meyer.match.fact_codec import parse_fact
from pi_meyer.match.result import sheet_rows
from pi_meyer.match.views import Score
from pi_meyer.rules.house_rules import as_settings
from pi_meyer.rules.options import LifeReroll, ScoreMode
from pi_meyer.rules.rolls import parse_roll, ways
from pi_meyer.service.flow.record_values import (
    Ended,
    Legal,
    Preview,
    ended_of,
    legal_of,
    preview_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.match.referee import Match
    from pi_meyer.match.state import MatchState
    from pi_meyer.match.table import PlayedRound
    from pi_meyer.rules.house_rules import HouseRules


@dataclass(slots=True, kw_only=True)
class AskedMatch:
    """The match that runs, if any, and answers about it; each is derived from its facts."""

    match: Match | None = None
    _state: MatchState | None = None
    _legal: Legal | None = None

    @property
    def running(self) -> bool:
        """Whether there is a match, over or not."""
        return self.match is not None

    @property
    def preset(self) -> str:
        """The preset that the match began with."""
        return self._running.preset

    @property
    def rules(self) -> HouseRules:
        """The house rules in force."""
        return self._running.rules

    def house_rule(self, name: str) -> object:
        """Return one setting in force as a plain value."""
        return as_settings(self.rules)[name]

    @property
    def claim(self) -> str | None:
        """The value to beat, or "kippe" while one waits."""
        return "kippe" if self.state.kippe_waits else self.state.standing

    @property
    def kippe_pending(self) -> bool:
        """Whether a Kippe waits for an answer."""
        return self.state.kippe_waits

    @property
    def announcer(self) -> str | None:
        """Who answers for what was said last."""
        return self.state.announcer

    @property
    def turn(self) -> str:
        """Who acts next; when the match is over, whoever is left or sat first."""
        state = self.state
        return state.turn or state.winner or state.seats[0]

    @property
    def round_open(self) -> bool:
        """Whether somebody has announced in a round that has not ended."""
        return self.state.round_open

    @property
    def rounds_played(self) -> int:
        """How many rounds have ended."""
        return self.state.rounds_played if self.match is not None else 0

    @property
    def living(self) -> tuple[str, ...]:
        """Who still plays, in seat order."""
        return self.state.living

    @property
    def seated(self) -> tuple[str, ...]:
        """Everybody at the table who has not left, in seat order."""
        gone = set(self.state.gone)
        return tuple(key for key in self.state.seats if key not in gone)

    def living_after(self, key: str) -> str:
        """Return the next living seat after a player."""
        seats = self.state.seats
        here = seats.index(key) + 1
        return next(k for k in (*seats[here:], *seats[:here]) if k in self.living)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.state.over

    @property
    def winner(self) -> str | None:
        """The winner, if there is one."""
        return self.state.winner

    @property
    def losers(self) -> tuple[str, ...]:
        """Who has lost, where the rules know losers instead of a winner."""
        return self.state.losers

    @property
    def score(self) -> Score:
        """What is counted."""
        return {
            ScoreMode.LIVES: Score.LIVES,
            ScoreMode.TALLY: Score.POINTS,
            ScoreMode.DECKEL: Score.LIDS,
        }[self.state.score_mode]

    @property
    def counts(self) -> Mapping[str, int]:
        """Lives, points or lids of everybody."""
        return self.state.scores

    @property
    def last_round(self) -> Ended | None:
        """The round that ended last."""
        played = self._last_played
        return None if played is None else ended_of(played)

    @property
    def before_last_round(self) -> Mapping[str, int]:
        """The counts before the round that ended last."""
        played = self._last_played
        return played.start.scores if played is not None else self.counts

    @property
    def newly_out(self) -> tuple[str, ...]:
        """Who went out in the last round."""
        played = self._last_played
        if played is None:
            return ()
        return tuple(key for key in played.living if key in self.state.out)

    @property
    def due_reroll(self) -> str | None:
        """Who may or must roll for new lives now."""
        due = self.state.rerolls_due
        return due[0] if due and not self.round_open else None

    @property
    def reroll_is_optional(self) -> bool:
        """Whether the re-roll of lives may be left out."""
        return self.rules.life_reroll is LifeReroll.OPTIONAL

    @property
    def buy_backs(self) -> tuple[str, ...]:
        """Who may buy back now."""
        return self._running.legal().buy_back

    @property
    def legal(self) -> Legal:
        """What is legal now."""
        if self._legal is None:
            self._legal = legal_of(self._running)
        return self._legal

    @property
    def sayable(self) -> frozenset[str]:
        """What may be named as announced where nothing was tracked (B12)."""
        kippe = {"kippe"} if self.rules.kippe else set()
        return frozenset(self.ranking_high_first) | kippe

    @property
    def ranking_high_first(self) -> tuple[str, ...]:
        """The 21 rolls in tonight's order, the highest first."""
        return tuple(reversed(self._running.table.ranking.order))

    def odds_of_36(self, announced: str | None) -> int | None:
        """Return how many of the 36 ordered rolls back an announcement."""
        if announced is None or announced == "kippe":
            return None
        order = self._running.table.ranking.order
        return sum(ways(roll) for roll in order[order.index(parse_roll(announced)) :])

    def cost_of(self, act: str) -> int | None:
        """Return what accept, double or concede costs now; None where it is not legal."""
        fact: dict[str, object] = {act: [6, 5] if act == "double" else True}
        try:
            then = self._running.apply(parse_fact(fact)).state
        except IllegalMoveError:
            return None
        if act == "double":
            return 2 * max(self.rules.meyer_cost_true, self.rules.meyer_cost_false)
        lost = then.last_round.lost if then.last_round is not None else {}
        return max(lost.values(), default=0)

    def preview(self, settings: Mapping[str, object]) -> Preview:
        """Tell what changed settings would make of the match; nothing is changed."""
        return preview_of(self._running, settings)

    @property
    def sheet_players(self) -> tuple[str, ...]:
        """The columns of the sheet."""
        return self.state.seats

    @property
    def sheet_rows(self) -> tuple[tuple[int | None, ...], ...]:
        """The rows of the sheet; None where nobody could write."""
        return tuple(tuple(row) for row in sheet_rows(self._running.table))

    @property
    def sheet_length(self) -> int:
        """How many rows the sheet has."""
        return len(self.sheet_rows) if self.match is not None else 0

    @property
    def state(self) -> MatchState:
        """Return the match's state, computed once a change."""
        if self._state is None:
            self._state = self._running.state
        return self._state

    @property
    def _running(self) -> Match:
        if self.match is None:
            raise IllegalMoveError("No match is being played yet.")
        return self.match

    @property
    def _last_played(self) -> PlayedRound | None:
        return self.state.last_round

    def _become(self, match: Match) -> None:
        self.match, self._state, self._legal = match, None, None
