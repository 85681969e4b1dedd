"""The law against a second, slow reading of the same fine print, on random matches."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from pi_meyer.match.replay import ReplayError, read_match
from pi_meyer.rules.house_rules import as_settings
from pi_meyer.rules.presets import preset
from pi_meyer.rules.ruling import Reason
from tests.match import naive
from tests.match.random_matches import random_game

BATCHES = 8
GAMES_A_BATCH = 60


def _mine(game: dict[str, Any]) -> object:
    try:
        result = read_match(game).result()
    except ReplayError as error:
        return error.fact
    del result["open"], result["turn"]
    result["conflicts"] = [c["fact"] for c in result["conflicts"]]  # type: ignore[attr-defined]
    return json.loads(json.dumps(result))


def _other(game: dict[str, Any]) -> object:
    try:
        result = naive.play(game, as_settings(preset(game["preset"])))
    except naive.IllegalError as error:
        return error.number
    return json.loads(json.dumps(result))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_readings_give_the_same_results(batch: int) -> None:
    """Legal and illegal matches of any preset and settings: every key, and the fact refused."""
    chance = random.Random(f"both readings {batch}")
    for _ in range(GAMES_A_BATCH):
        game = random_game(
            chance,
            facts=chance.choice([10, 25, 50]),
            illegal_at_the_end=chance.random() < 0.4,
        )
        assert _mine(game) == _other(game), json.dumps(game)


def test_the_random_matches_reach_every_reason_and_every_end() -> None:
    """The comparison means something: all sixteen reasons, all phases of lids, ends, conflicts."""
    chance = random.Random("reach")
    seen: Counter[str] = Counter()
    for _ in range(250):
        game = random_game(chance, facts=40, illegal_at_the_end=False)
        result: dict[str, Any] = read_match(game).result()
        seen.update(played["reason"] for played in result["rounds"])
        seen[str(result.get("phase"))] += 1
        seen["won"] += bool(result["winner"])
        seen["lost"] += bool(result["losers"])
        seen["conflict"] += bool(result["conflicts"])
    wanted = {reason.value for reason in Reason} | {"deal", "swap", "playoff", "won", "lost"}
    assert {key for key in (*wanted, "conflict") if not seen[key]} == set()
