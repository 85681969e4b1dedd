"""The running match and its journal: into the journal first, then into the match.

Facts are kept in the words of the replay format, so that a match in the journal is a replay file in
rows. Lives are never stored (architecture.md, The data's way).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.errors import IllegalMoveError
from pi_meyer.match.fact_codec import parse_fact, write_fact
from pi_meyer.match.referee import Match
from pi_meyer.match.result import sheet_rows
from pi_meyer.match.views import Score
from pi_meyer.rules.house_rules import as_settings
from pi_meyer.rules.options import LifeReroll, ScoreMode
from pi_meyer.rules.rolls import parse_roll, ways
from pi_meyer.service.flow.record_values import (
    Ended,
    Legal,
    Mark,
    Preview,
    ended_of,
    legal_of,
    preview_of,
)
from pi_meyer.service.flow.story import COCKED, Dice, dice_fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.match.state import MatchState
    from pi_meyer.match.table import PlayedRound
    from pi_meyer.ports.journal import Journal
    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.service.flow.story import LiftStory

HEADER_VERSION = 1


@dataclass(slots=True)
class Record:
    """The match that runs, and the journal under it."""

    journal: Journal
    match: Match | None = None
    match_id: int = 0
    number: int = 1
    known_dice: Dice | None = None
    simulated: bool = False
    _state: MatchState | None = None
    _legal: Legal | None = None
    _closed_result: dict[str, object] = field(default_factory=lambda: {"rounds": []})
    _marks: list[Mark] = field(default_factory=list)
    _steps: list[int] = field(default_factory=list)

    # --- begin, go on, end --------------------------------------------------------------------

    def begin(
        self,
        preset: str,
        settings: Mapping[str, object],
        players: list[str],
        names: Mapping[str, str],
        *,
        simulated: bool,
    ) -> None:
        """Begin a match; its header is in the journal when this returns."""
        match = Match.start(players=players, preset=preset, settings=settings)
        header = {
            "version": HEADER_VERSION,
            "preset": preset,
            "settings": dict(settings),
            "players": players,
            "names": dict(names),
            "simulated": simulated,
        }
        self.match_id = self.journal.begin_match(header)
        self.number = 1
        self.known_dice, self._marks, self._steps = None, [], []
        self.simulated = simulated
        self._become(match)
        if simulated:
            self.mark("simulated")

    def resume(self) -> tuple[dict[str, object], tuple[dict[str, object], ...]] | None:
        """Take up the last match if it was not closed; return its header and entries."""
        last = self.journal.last_match()
        if last is None:
            return None
        entries = self.journal.entries(last.match_id)
        if any(entry.get("phase") == "closed" for entry in entries):
            return None
        self.match_id, self.number = last.match_id, len(entries) + 1
        self.simulated = bool(last.header.get("simulated"))
        players = [str(name) for name in _list(last.header.get("players"))]
        match = Match.start(
            players=players,
            preset=str(last.header["preset"]),
            settings=_object(last.header.get("settings")),
        )
        self._become(match)
        for entry in entries:
            self._take_up(entry)
        return last.header, entries

    def close_match(self) -> None:
        """Say in the journal that this match is not to be taken up again."""
        if self.match is not None:
            self.phase("closed")
            self._closed_result = self.match.result()
        self.match, self._state, self._legal = None, None, None

    # --- what is written ----------------------------------------------------------------------

    def apply(self, facts: list[dict[str, object]]) -> None:
        """Let the referee take facts: all of them, or none.

        Raises:
            IllegalMoveError: a fact is refused; nothing has changed.
        """
        match = self._running
        for fact in facts:
            match = match.apply(parse_fact(fact))
        entries: list[dict[str, object]] = [{"kind": "fact", "fact": fact} for fact in facts]
        self._append(*entries)
        self._steps.append(len(facts))
        self._become(match)

    def undo(self) -> dict[str, object] | None:
        """Take back the last step; return its first fact, or None where nothing is left."""
        if self.match is None:
            return None
        taken_back: dict[str, object] | None = None
        for _ in range(self._steps.pop() if self._steps else 1):
            facts = self._running.facts()
            if not facts:
                break
            taken_back = write_fact(facts[-1])
            match = self._running.apply(parse_fact({"undo": True}))
            self._append({"kind": "fact", "fact": {"undo": True}})
            self._become(match)
        return taken_back

    def reading(self, story: LiftStory) -> None:
        """Write what lay there, or that it could not be read, before anything is asked."""
        self.known_dice = story.dice
        entry: dict[str, object] = {"kind": "reading", "asks": story.asks, "as": story.kind.value}
        if story.dice is not None:
            entry["dice"] = dice_fact(story.dice)
        else:
            entry["refused"] = story.refusal.value if story.refusal else "late"
        if story.marks:
            entry["marks"] = list(story.marks)
        self._append(entry)

    def mark(self, mark: str, *, played: int | None = None) -> None:
        """Write a neutral mark, once a round: of the round that is played, else of the last."""
        ended = self.rounds_played
        in_round = mark in ("simulated", "second_shake", "cup_off") or self.round_open or not ended
        found = Mark(round=played or (ended + 1 if in_round else ended), mark=mark)
        if found not in self._marks:
            self._marks.append(found)
            self._append({"kind": "mark", "round": found.round, "mark": mark})

    def phase(self, name: str, *, shaken: bool = False) -> None:
        """Write where the physical round stands (fairness P7)."""
        self._append({"kind": "phase", "phase": name, "shaken": shaken})

    def name_seat(self, key: str, mat: int, name: str) -> None:
        """Write what a player is called on the screen; no fact of the match."""
        self._append({"kind": "phase", "phase": "name", "player": key, "mat": mat, "name": name})

    # --- what is asked ------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether there is a match, over or not."""
        return self.match is not None

    @property
    def saving(self) -> bool:
        """Whether what is written reaches a disk."""
        return self.journal.saving

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
    def marks_of_last_round(self) -> tuple[str, ...]:
        """The neutral marks on the round that ended last."""
        return tuple(m.mark for m in self._marks if m.round == self.rounds_played)

    def marks(self) -> list[dict[str, object]]:
        """Return all marks in the words of the evening script's result."""
        ordered = sorted(self._marks, key=lambda mark: mark.round)
        return [{"round": mark.round, "mark": mark.mark} for mark in ordered]

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

    def result(self) -> dict[str, object]:
        """Return the result object, of the match that was closed last where none runs."""
        return self.match.result() if self.match is not None else self._closed_result

    @property
    def state(self) -> MatchState:
        """Return the match's state, computed once a change."""
        if self._state is None:
            self._state = self._running.state
        return self._state

    # --- inside -------------------------------------------------------------------------------

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

    def _append(self, *entries: dict[str, object]) -> None:
        self.journal.append(self.match_id, self.number, *entries)
        self.number += len(entries)

    def _take_up(self, entry: dict[str, object]) -> None:
        match entry:
            case {"kind": "fact", "fact": dict() as fact}:
                self._become(self._running.apply(parse_fact(fact)))
            case {"kind": "mark", "round": int() as number, "mark": str() as mark}:
                self._marks.append(Mark(round=number, mark=mark))
            case {"kind": "reading", "dice": dice}:
                self.known_dice = COCKED if dice == COCKED else _pair(dice)
            case _:
                pass


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _pair(dice: object) -> tuple[int, int] | None:
    match dice:
        case [int() as high, int() as low]:
            return (high, low)
        case _:
            return None
