"""Before the lift nothing that anybody could see depends on the roll (fairness P1, P2, P4)."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import zlib
from typing import TYPE_CHECKING

import pytest

from pi_meyer.display.sound import sound_between
from pi_meyer.match.intents import Act, Do, Say
from pi_meyer.service import reading_desk
from pi_meyer.service.flow import dealings
from pi_meyer.service.flow.seating import Seating
from pi_meyer.service.script.world import World
from pi_meyer.simulation.table import Pose
from pi_meyer.storage.steady import JOURNAL_NAME

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.match.views import View

ROLLS = [(first, second) for first in range(1, 7) for second in range(1, 7)]


class _Watcher(logging.Handler):
    def __init__(self) -> None:
        super().__init__(level=logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _everything_visible(folder: Path, roll: tuple[int, int], pose: Pose) -> tuple[object, ...]:
    """Play into the hidden phase; return pixels, sounds, files, log and the number of steps."""
    watcher = _Watcher()
    root = logging.getLogger()
    root.addHandler(watcher)
    level = root.level
    root.setLevel(logging.DEBUG)
    folder.mkdir()
    try:
        world = World(folder=folder, seed=7)
        evening = world.box.evening
        evening.seating = Seating.of_names(["Anna", "Ben", "Cara"])
        dealings.begin_match(evening, "cardzo", {}, world.clock.now_s())
        pixels = 0
        sounds: list[str] = []
        before: View | None = None
        gate: list[str] = []
        world.table.shake_and_set_down(roll, pose)
        for step in range(60):
            world.step()
            if step == 50:
                world.touch(Do(act=Act.TILES))
                world.touch(Say(value="63"))
            pixels = zlib.crc32(world.box.stage.surface.get_view("0").raw, pixels)
            sound = sound_between(before, world.view)
            sounds.append(sound.value if sound else "")
            gate.append(type(world.view).__name__)
            before = world.view
        files = tuple((path.name, path.stat().st_size) for path in sorted(folder.iterdir()))
        rows = _rows(folder)
        world.box.close()
        world.host.journal.close()
        return (
            pixels,
            tuple(sounds),
            tuple(gate),
            files,
            rows,
            tuple(watcher.lines),
            world.steps,
        )
    finally:
        root.removeHandler(watcher)
        root.setLevel(level)


def _rows(folder: Path) -> tuple[str, ...]:
    """All that the journal holds; the write-ahead log around it begins with a random salt."""
    with contextlib.closing(sqlite3.connect(folder / JOURNAL_NAME)) as database:
        return tuple(database.iterdump())


@pytest.mark.parametrize("pose", [Pose.APART, Pose.TOUCHING, Pose.EDGE, Pose.COCKED])
def test_nothing_visible_depends_on_the_hidden_roll(
    pose: Pose, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all 36 ordered rolls screen, sounds, files, log and steps are the same (P1)."""
    monkeypatch.setattr("pi_meyer.storage.steady.boot_id", lambda: "the same boot")
    seen = {
        _everything_visible(tmp_path / f"{pose.value}-{roll[0]}{roll[1]}", roll, pose)
        for roll in ROLLS
    }
    assert len(seen) == 1


def test_hidden_frames_are_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader is called 0 times until the lift (P2)."""
    calls: list[int] = []

    def counting(self: object, bundle: str, frames: object) -> None:
        calls.append(1)

    monkeypatch.setattr(reading_desk.ReadingDesk, "submit", counting)
    _everything_visible(tmp_path / "hidden", (6, 3), Pose.APART)
    assert calls == []
