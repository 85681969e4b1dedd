"""How dear is drawing? ``python -m tests.benchmarks.drawing``.

For every panel: one full redraw of a busy screen and one moving frame of the reveal, each as a
ratio to one full-screen blit of the same size (goal: at most 6 and 4), and what sprites cost at
first sight (boot time).
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from dataclasses import replace

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from typing import TYPE_CHECKING

import pygame

from pi_meyer.display.panel import Panel, every_panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.match.views import OutView, RulingView

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.match.views import View

SCREENS = ("ready", "ready untracked", "shake", "ruling bluff", "lives", "lives twelve", "winner")
ROUNDS = 30
FULL_GOAL, MOVING_GOAL = 6.0, 4.0


def say(words: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{words}\n")


def took(act: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Median of the seconds that an act takes."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        act()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def blit_of(panel: Panel) -> float:
    """One opaque blit of the whole panel."""
    source = pygame.Surface(panel.size_wh, 0, 32)
    target = pygame.Surface(panel.size_wh, 0, 32)
    source.fill((11, 11, 13))  # untouched memory is one page of zeros, and lies
    target.fill((1, 2, 3))
    return took(lambda: target.blit(source, (0, 0)))


def full_redraw(stage: Stage, name: str) -> tuple[float, float]:
    """Seconds of the first and of a later full redraw of one screen."""
    view = every_sample()[name]
    began = time.perf_counter()
    stage.show(view, 0.0)
    stage.tick(10.0)
    first = time.perf_counter() - began

    def again() -> None:
        stage.redraw()
        stage.tick(11.0)

    return first, took(again)


def lasts() -> dict[str, View]:
    """The screens before somebody falls, and before the last one wins."""
    samples = every_sample()
    ruling, out = samples["ruling bluff"], samples["out"]
    if not isinstance(ruling, RulingView) or not isinstance(out, OutView):
        raise TypeError("The samples have changed; name a ruling and an out.")
    lost = replace(ruling.losses[0], after=0)
    return {
        "last ruling": replace(ruling, losses=(lost,)),
        "last out": replace(out, left=out.left[:1]),
    }


def moving_frame(stage: Stage, before: str, after: str, span_s: tuple[float, float]) -> float:
    """Median seconds of the frames between two moments after a change of screen."""
    samples = {**every_sample(), **lasts()}
    stage.show(samples["menu"], 0.0)
    stage.show(samples[before], 0.0)
    stage.tick(10.0)
    while stage.warm():  # the seconds in which people look at it
        pass
    stage.show(samples[after], 20.0)
    stage.tick(20.001)
    times = []
    steps = 25
    for step in range(steps):
        now = 20.0 + span_s[0] + (span_s[1] - span_s[0]) * step / steps
        began = time.perf_counter()
        if stage.tick(now):
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def report(panel: Panel) -> bool:
    """Print one panel's costs; True if the goals are kept."""
    began = time.perf_counter()
    stage = Stage(panel)
    made = time.perf_counter() - began
    blit = blit_of(panel)
    name = f"{panel.size_wh[0]}x{panel.size_wh[1]} turned {panel.rotation}"
    say(f"\n{name}: one blit {blit * 1e3:.2f} ms, stage {made * 1e3:.0f} ms")
    worst = 0.0
    for screen in SCREENS:
        first, later = full_redraw(stage, screen)
        worst = max(worst, later / blit)
        say(
            f"  {screen:16} first {first * 1e3:6.1f} ms, again {later * 1e3:5.2f} ms"
            f" = {later / blit:4.1f} blits"
        )
    moves = {
        "cup up": moving_frame(stage, "ready", "ruling bluff", (0.02, 0.30)),
        "flood": moving_frame(stage, "ready", "ruling bluff", (0.72, 0.94)),
        "rock": moving_frame(stage, "lives", "shake", (0.02, 0.34)),
        "life turns": moving_frame(stage, "shake", "lives", (0.02, 0.22)),
        "die falls": moving_frame(stage, "last ruling", "out", (0.02, 0.44)),
        "lamp": moving_frame(stage, "last out", "winner", (0.02, 0.58)),
    }
    for move, seconds in moves.items():
        say(f"  {move:16} frame {seconds * 1e3:5.2f} ms = {seconds / blit:4.1f} blits")
    slowest = max(moves.values()) / blit
    say(f"  full {worst:.1f} (goal {FULL_GOAL:g}), moving {slowest:.1f} (goal {MOVING_GOAL:g})")
    return worst <= FULL_GOAL and slowest <= MOVING_GOAL


def main() -> int:
    """All panels; 1 if any goal is missed."""
    goals = [report(panel) for panel in every_panel()]
    return 0 if all(goals) else 1


if __name__ == "__main__":
    raise SystemExit(main())
