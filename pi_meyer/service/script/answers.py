"""What the people of a script answer to "what was said?" and "by whom?", early, late or anew.

Answers wait until the box asks. After a ruling they correct what was tracked (M1): the lift is
undone and its questions are answered anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act, Do, PickSeat, Say
from pi_meyer.service.flow.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.match.intents import Intent
    from pi_meyer.service.script.world import World

ANSWER_S = 1.2
"""What follows a lift or an answer is on the screen after this long (fairness P11)."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """Keeps ``words`` ("said", "by") until they are asked for; ``want`` touches the tile."""

    world: World
    want: Callable[[Intent], bool]
    words: dict[str, str] = field(default_factory=dict)

    def hear(self, words: dict[str, str]) -> None:
        """Take in what was said and by whom; answer or correct at once where that is possible."""
        self.words = dict(words)
        self.correct()
        self.give()

    def give(self) -> None:
        """Answer the questions that the box asks now."""
        evening = self.world.box.evening
        if not self.words:
            return
        if evening.phase is Phase.SAID and (said := self.words.pop("said", None)):
            self.want(Do(act=Act(said)) if said in ("nothing", "kippe") else Say(value=said))
        if evening.phase is Phase.BY and (by := self.words.pop("by", None)):
            mat = next((s.mat for s in evening.seating.seats if s.key == by), None)
            if mat is not None:
                self.want(PickSeat(seat=mat))
        self.world.run_for(ANSWER_S)

    def correct(self) -> None:
        """Undo the last lift and answer its questions with these words, where they differ."""
        if not self.words or not self._is_ruled():
            return
        ended = self.world.box.evening.record.last_round
        if ended is None or ended.rolled is None:
            self.words.clear()
            return
        self.words.setdefault("said", ended.announced or "")
        self.words.setdefault("by", ended.announcer or "")
        if self.words == {"said": ended.announced, "by": ended.announcer}:
            self.words.clear()
            return
        self.want(Do(act=Act.UNDO))
        self.give()

    def _is_ruled(self) -> bool:
        """Tell whether the last round's words may still be corrected: no new one has begun."""
        evening = self.world.box.evening
        if evening.phase is Phase.SHAKE:
            return not evening.record.round_open and not evening.watch.shaken
        return evening.phase in {Phase.RULING, Phase.LIVES, Phase.OUT, Phase.WINNER}
