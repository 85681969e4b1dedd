"""The running match and its journal: into the journal first, then into the match.

Facts are kept in the words of the replay format, so that a match in the journal is a replay file in
rows. Lives are never stored (architecture.md, The data's way).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.match.fact_codec import parse_fact, write_fact
from pi_meyer.match.referee import Match
from pi_meyer.service.flow.asked_match import AskedMatch
from pi_meyer.service.flow.record_values import Mark
from pi_meyer.service.flow.story import COCKED, Dice, dice_fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.ports.journal import Journal
    from pi_meyer.service.flow.story import LiftStory

HEADER_VERSION = 1


@dataclass(slots=True, kw_only=True)
class Record(AskedMatch):
    """The match that runs, and the journal under it."""

    journal: Journal
    match_id: int = 0
    number: int = 1
    known_dice: Dice | None = None
    simulated: bool = False
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

    # --- what is asked of it, beside what `AskedMatch` tells

    @property
    def saving(self) -> bool:
        """Whether what is written reaches a disk."""
        return self.journal.saving

    @property
    def marks_of_last_round(self) -> tuple[str, ...]:
        """The neutral marks on the round that ended last."""
        return tuple(m.mark for m in self._marks if m.round == self.rounds_played)

    def marks(self) -> list[dict[str, object]]:
        """Return all marks in the words of the evening script's result."""
        ordered = sorted(self._marks, key=lambda mark: mark.round)
        return [{"round": mark.round, "mark": mark.mark} for mark in ordered]

    def result(self) -> dict[str, object]:
        """Return the result object, of the match that was closed last where none runs."""
        return self.match.result() if self.match is not None else self._closed_result

    # --- inside -------------------------------------------------------------------------------

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
