"""The long run: what it counted stays counted, and every roll is a function of seed and number."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import pytest

from pi_meyer.simulation.chance import Doses
from pi_meyer.simulation.window_view import render
from pi_meyer.vision.reader import read_frames
from pi_meyer.vision.reading import Reading
from tests.benchmarks import rolls
from tests.benchmarks.rolls import CHUNK_ROLLS, Chunk, Ledger, Plan, keep_picture, scene_of_roll
from tests.benchmarks.tally import bounds

if TYPE_CHECKING:
    from pathlib import Path

PLAN = Plan(seed=5, rolls=3 * CHUNK_ROLLS)


def chunk_of(_plan: Plan, number: int) -> Chunk:
    """A chunk in which every roll was read."""
    return Chunk(number=number, counts=Counter({("read", "flat", "exact"): CHUNK_ROLLS}))


def test_a_cut_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A half-written line is played again, whole ones are not; the sum is that of one run."""
    played: list[int] = []

    def play_chunk(plan: Plan, number: int) -> Chunk:
        played.append(number)
        return chunk_of(plan, number)

    monkeypatch.setattr(rolls, "play_chunk", play_chunk)
    path = tmp_path / "counts.jsonl"
    rolls.play(PLAN, Ledger(path, PLAN.heading()), processes=1)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-20], encoding="utf-8")
    counts = rolls.play(PLAN, Ledger(path, PLAN.heading()), processes=1)
    assert played == [0, 1, 2, 2]
    assert counts == Counter({("read", "flat", "exact"): 3 * CHUNK_ROLLS})
    assert Ledger(path, PLAN.heading()).done.keys() == {0, 1, 2}


def test_counts_of_other_doses_are_not_added(tmp_path: Path) -> None:
    """A file that counts something else is refused by name."""
    path = tmp_path / "counts.jsonl"
    Ledger(path, PLAN.heading())
    other = replace(PLAN, doses=Doses(haze=2.0))
    with pytest.raises(SystemExit, match=r"counts\.jsonl counts another"):
        Ledger(path, other.heading())


def test_a_roll_is_a_function_of_seed_and_number(tmp_path: Path) -> None:
    """The same roll has the same scene; what is kept can be looked at."""
    assert scene_of_roll(PLAN, 7)[0] == scene_of_roll(PLAN, 7)[0]
    assert scene_of_roll(PLAN, 7)[0] != scene_of_roll(PLAN, 8)[0]
    keep_picture(replace(PLAN, pictures=tmp_path), 7, "wrong")
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".png"]


@pytest.mark.parametrize(
    ("wrong", "count", "upper"), [(0, 3000, 0.001), (0, 0, 1.0), (5, 100, 0.112)]
)
def test_bounds_are_those_of_the_textbook(wrong: int, count: int, upper: float) -> None:
    """0 in N is under 3/N; else Wilson's interval."""
    low, high = bounds(wrong, count)
    assert low <= (wrong / count if count else 0) <= high
    assert high == pytest.approx(upper, abs=0.001)


def test_the_vote_is_that_of_the_reader() -> None:
    """Fewer looks, the same answer: read or not, and the same values."""
    cv2.setNumThreads(1)
    for number in range(6):
        scene, rng = scene_of_roll(PLAN, number)
        frames = list(rolls.frames_of(render(scene), scene, rng))
        quick, whole = rolls.voted(frames), read_frames(frames)
        assert isinstance(quick, Reading) is isinstance(whole, Reading)
        if isinstance(quick, Reading) and isinstance(whole, Reading):
            assert quick.top == whole.top
