"""The whole box and the engine alone, on the same facts: the same result object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.match.referee import Match
from pi_meyer.match.replay import parse_match, write_match
from pi_meyer.rules.presets import PRESETS
from pi_meyer.service.script.player import Player
from pi_meyer.service.script.reading import read_script
from pi_meyer.service.script.world import World

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["Anna", "Ben", "Cara"]
ROUNDS = 3
MOST_WORDS = 3

Json = dict[str, object]


class _Talk:
    """Draws legal tracked play; keeps it as facts and as lines of a script."""

    def __init__(self, preset: str, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.match = Match.start(players=NAMES, preset=preset, settings={})
        self.lines: list[Json] = [{"seats": NAMES, "preset": preset}]
        self._dice = (1, 1)
        self._shaken = False

    def play(self) -> None:
        for _ in range(ROUNDS):
            if self.match.state.over or self.match.legal().reroll_is_due_first:
                return
            self._round()

    def _round(self) -> None:
        self._shake()
        for _ in range(int(self._rng.integers(1, MOST_WORDS + 1))):
            rounds = self.match.state.rounds_played
            self._word()
            if self.match.state.rounds_played > rounds:
                return
        self._lift()

    def _word(self) -> None:
        """Announce, or answer what stands: believe and shake, pass unseen, allow, give in."""
        legal = self.match.legal()
        if legal.allow:
            self._take({"allow": True}, {"tile": "allow"})
            self._shake()
        elif self.match.state.standing and legal.pass_on and self._rng.random() < 0.6:
            value = str(self._rng.choice([str(roll) for roll in legal.pass_on[:4]]))
            self._take({"pass": value}, {"tile": value})
            return
        elif self.match.state.standing and not legal.announce:
            return
        elif self.match.state.standing and not self._shaken:
            self._shake()
        self._announce()

    def _announce(self) -> None:
        legal = self.match.legal()
        words = [str(value) for value in legal.announce[:6]]
        words += ["higher"] * legal.higher + ["kippe"] * legal.kippe
        if not words:
            return
        word = str(self._rng.choice(words))
        self._take({"announce": word}, {"tile": word})

    def _lift(self) -> None:
        legal = self.match.legal()
        if self._shaken:  # nobody spoke over these dice: the box would have to ask
            return
        if legal.accept and self._rng.random() < 0.5:
            self._take({"accept": True}, {"tile": "accept"}, {"lift": True})
            return
        verb = "lift" if legal.lift else "show"
        self._take({verb: list(self._dice)}, {"lift": True})

    def _shake(self) -> None:
        self._dice = (int(self._rng.integers(1, 7)), int(self._rng.integers(1, 7)))
        self._shaken = True
        self.lines.append({"shake": list(self._dice)})

    def _take(self, fact: Json, *lines: Json) -> None:
        text = {**write_match(self.match), "facts": [*_facts(self.match), fact]}
        self.match = parse_match(json.dumps(text))
        self.lines += lines
        self._shaken = False


def _facts(match: Match) -> list[object]:
    facts = write_match(match)["facts"]
    assert isinstance(facts, list)
    return facts


@pytest.mark.parametrize("preset", PRESETS)
def test_tracked_play_through_camera_and_screen_is_ruled_as_by_the_engine(
    preset: str, tmp_path: Path
) -> None:
    """Seeded legal play: every key of the result object is the same."""
    talk = _Talk(preset, seed=sorted(PRESETS).index(preset) + 40)
    talk.play()
    script = tmp_path / "talk.jsonl"
    script.write_text("\n".join(json.dumps(line) for line in talk.lines), encoding="utf-8")
    world = World(folder=tmp_path, seed=7)
    player = Player(world=world)
    player.play(read_script(script))
    result = player.result()
    world.box.close()
    world.host.journal.close()
    assert talk.match.state.rounds_played > 0
    expected = talk.match.result()
    assert {key: result[key] for key in expected} == expected, talk.lines
