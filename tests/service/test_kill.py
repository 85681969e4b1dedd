"""Killed at any moment, the box goes on where it was (issue of the foundation, P7)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from pi_meyer.service.script.world import World

ROOT = Path(__file__).resolve().parents[2]
PLAY = """
import os, signal, sys
from pathlib import Path
from pi_meyer.match.intents import Act, Do, Say
from pi_meyer.service.flow import dealings
from pi_meyer.service.flow.seating import Seating
from pi_meyer.service.script.world import World
world = World(folder=Path(sys.argv[1]), seed=3)
evening = world.box.evening
evening.seating = Seating.of_names(["Anna", "Ben"])
dealings.begin_match(evening, "cardzo", {}, world.clock.now_s())
world.table.shake_and_set_down((6, 3))
world.run_for(3.5)
world.box.handle(Say(value="63"))
if sys.argv[2] == "lifted":
    world.button.press()
    world.run_for(0.3)
os.kill(os.getpid(), signal.SIGKILL)
"""


def _killed(folder: Path, moment: str) -> World:
    """Play in another process that dies without a word; return the world after the next start."""
    folder.mkdir()
    died = subprocess.run(
        [sys.executable, "-c", PLAY, str(folder), moment],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
        check=False,
    )
    assert died.returncode == -signal.SIGKILL
    world = World(folder=folder, seed=3)
    world.table.nudge((6, 3))
    world.run_for(1.5)
    return world


def test_killed_in_the_hidden_phase_the_dice_are_read_at_the_lift(tmp_path: Path) -> None:
    """No file held the roll; the dice under the cup are the store."""
    world = _killed(tmp_path / "hidden", "hidden")
    assert world.box.evening.record.claim == "63"
    world.button.press()
    world.run_for(1.5)
    assert world.box.evening.record.counts == {"Anna": 6, "Ben": 5}
    world.host.journal.close()


def test_killed_between_press_and_ruling_the_reading_is_not_lost(tmp_path: Path) -> None:
    """The reading was written before anything else; the ruling comes after the start."""
    world = _killed(tmp_path / "lifted", "lifted")
    assert world.box.evening.record.counts == {"Anna": 6, "Ben": 5}
    world.host.journal.close()
