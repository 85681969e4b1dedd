"""How dear is the law? ``python -m tests.benchmarks.law``.

One more fact on a match of 10,000 rounds against one of 10, kind by kind (goal: a ratio below 2),
and deriving 10,000 rounds from scratch as a ratio to decoding the same JSON.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from pi_meyer.match.chain import in_order
from pi_meyer.match.fact_codec import parse_fact
from pi_meyer.match.fold import derive
from pi_meyer.match.replay import read_match

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.match.referee import Match

ROUNDS_LONG, ROUNDS_SHORT = 10_000, 10
REPEATS = 200
RATIO_GOAL = 2.0

ROUND: tuple[dict[str, Any], ...] = ({"announce": "54"}, {"announce": "63"}, {"lift": [5, 2]})
ONE_MORE: tuple[dict[str, Any], ...] = (
    {"announce": "54"},
    {"said": "54", "by": "Anna", "lift": [5, 2], "lifted_by": "Ben"},
    {"row": {"Anna": 1}},
    {"join": "Dan"},
    {"correct": {"player": "Ben", "lost": 0}},
    {"undo": True},
)


def say(words: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{words}\n")


def fastest(act: Callable[[], object], repeats: int) -> float:
    """The fewest seconds that an act takes: what else the machine did does not count."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - start)
    return best


def game(rounds: int) -> dict[str, Any]:
    """A match that never ends, with so many rounds of three facts."""
    facts = [fact for _ in range(rounds) for fact in ROUND]
    return {"preset": "meiern_hoeher", "players": ["Anna", "Ben", "Cara"], "facts": facts}


def one_more(match: Match, fact: dict[str, Any]) -> float:
    """Seconds for one more fact, read and applied."""
    return fastest(lambda: match.apply(parse_fact(fact)), REPEATS)


def ratios(long: Match, short: Match) -> dict[str, float]:
    """What one more fact costs on the long match, as a ratio to the short one."""
    return {next(iter(fact)): one_more(long, fact) / one_more(short, fact) for fact in ONE_MORE}


def main() -> int:
    """Measure and report; the exit code is 1 where the goal is missed."""
    text = json.dumps(game(ROUNDS_LONG))
    decoding = fastest(lambda: json.loads(text), 5)
    reading = fastest(lambda: read_match(json.loads(text)), 3)
    long, short = read_match(json.loads(text)), read_match(game(ROUNDS_SHORT))
    entries = in_order(long.entries)
    deriving = fastest(lambda: derive(entries, long.rules, players=long.players), 3)
    writing = fastest(long.result, 3)
    say(f"decoding the JSON of {ROUNDS_LONG} rounds: {decoding * 1000:.1f} ms")
    say(f"deriving them from scratch: {deriving / decoding:.1f} x that")
    say(f"reading, judging and entering them one by one: {reading / decoding:.1f} x that")
    say(f"writing the result: {writing / decoding:.1f} x that")
    found = ratios(long, short)
    for act, ratio in found.items():
        say(f"one more {act} on {ROUNDS_LONG} rounds against {ROUNDS_SHORT}: ratio {ratio:.2f}")
    return 0 if max(found.values()) < RATIO_GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
