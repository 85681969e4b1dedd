"""Memory of a whole round with SDL's dummy driver: `python -m tests.benchmarks.memory`.

A round is played at the simulated table, and its frames are written down. A second process plays
the same round from these frames, as the box would: it draws and reads, but renders no table. The
most that was resident in it is printed, in MB, with what holds it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Frame
    from pi_meyer.service.script.world import World

SEED: Final = 3
SETTINGS: Final = {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}
"""As the unit sets them, and a screen and a sound card that are not there."""
WORDS: Final = {"VmHWM": "most", "VmRSS": "now", "RssAnon": "own", "RssFile": "mapped files"}


def main() -> int:
    """Play the round twice and print what the second one took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    folder = parser.parse_args().folder
    if folder is not None:
        return _play_recorded(folder)
    os.environ |= SETTINGS
    with tempfile.TemporaryDirectory() as name:
        _record(Path(name))
        words = [sys.executable, "-m", "tests.benchmarks.memory", "--folder", name]
        return subprocess.run(words, check=False).returncode


def _record(folder: Path) -> None:
    from pi_meyer.service.script import world as worlds  # noqa: PLC0415 - after the environment
    from pi_meyer.simulation.simulated_camera import SimulatedCamera  # noqa: PLC0415

    polled: list[str] = []
    with (folder / "pixels").open("wb") as pixels:

        class Noted(SimulatedCamera):
            def poll(self) -> Frame | None:
                frame = super().poll()
                if frame is None:
                    polled.append("")
                else:
                    pixels.write(frame.image.tobytes())
                    polled.append(
                        f"{frame.taken_s!r} {frame.image.shape[1]} {frame.image.shape[0]}"
                    )
                return frame

        _round(worlds, Noted, folder / "first")
    (folder / "polls").write_text("\n".join(polled))


def _play_recorded(folder: Path) -> int:
    from pi_meyer.service.lean import give_linking_back, give_pictures_back  # noqa: PLC0415
    from pi_meyer.service.script import world as worlds  # noqa: PLC0415
    from pi_meyer.simulation.simulated_camera import SimulatedCamera  # noqa: PLC0415

    give_pictures_back()
    polls = iter((folder / "polls").read_text().split("\n"))
    with (folder / "pixels").open("rb") as pixels:

        class Recorded(SimulatedCamera):
            def poll(self) -> Frame | None:
                return _frame(next(polls).split(), pixels)

        screen = _round(worlds, Recorded, folder / "second", give_linking_back)
    lines = Path("/proc/self/status").read_text().splitlines()
    sizes = {line.split(":")[0]: line.split()[1] for line in lines if " kB" in line}
    told = (f"{words} {int(sizes[key]) * 1024 / 1e6:.0f}" for key, words in WORDS.items())
    print(f"{screen}: {', '.join(told)} MB")  # noqa: T201
    return 0


def _frame(words: list[str], pixels: Any) -> Frame | None:  # noqa: ANN401
    import numpy as np  # noqa: PLC0415

    from pi_meyer.ports.camera import Frame  # noqa: PLC0415

    if not words:
        return None
    width, height = int(words[1]), int(words[2])
    image = np.frombuffer(bytearray(pixels.read(width * height * 3)), np.uint8)
    return Frame(image=image.reshape(height, width, 3), taken_s=float(words[0]), number=0)


def _round(worlds: Any, camera: type, folder: Path, settled: Any = lambda: None) -> str:  # noqa: ANN401
    """Play from the first screen to the lives after a ruling; return the ruling's screen."""
    from pi_meyer.match.intents import Act, Do, Say  # noqa: PLC0415
    from pi_meyer.match.views import SCREEN_OF  # noqa: PLC0415

    worlds.SimulatedCamera = camera
    world: World = worlds.World(folder=folder, seed=SEED, language="en")
    world.run_for(1.0)
    settled()
    while SCREEN_OF[type(world.view)].value != "shake":
        if not world.touch(Do(act=Act.GO)):
            raise SystemExit(f"no way to a shake from {SCREEN_OF[type(world.view)].value}")
        world.run_for(1.0)
    world.table.take_cup()
    world.run_for(2.0)
    world.table.shake_and_set_down((5, 2))
    world.run_for(4.0)
    world.touch(Say(value="63"))
    world.run_for(4.0)
    world.button.press()
    world.run_for(0.4)
    world.table.lift_cup()
    world.run_for(2.5)
    ruled = SCREEN_OF[type(world.view)].value
    world.run_for(8.0)
    return ruled


if __name__ == "__main__":
    sys.exit(main())
