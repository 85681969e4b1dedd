"""From exec to READY, step by step: `python -m tests.benchmarks.start_up`.

Starts the box several times as a process of its own, on a recorded camera, and prints the process
time (which other programs do not change) at which each step was done, as the least of all starts;
then the ratio of READY to bare imports of OpenCV, pygame
and numpy. Without a screen SDL's dummy driver stands in for it; `--screen` uses the real one. The
file runs by itself too (on a box: `python3 start_up.py --program /usr/lib/pi-meyer --screen`).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

STARTS = 7
LIBRARIES = "import cv2, pygame, numpy"
TOLD = "; import time; print('step imports', time.process_time())"
SETTINGS = '[camera]\ndriver = "recorded"\nfolder = "{folder}"\n[button]\ndriver = "keyboard"\n'
STEPS = {
    "python": "Python itself",
    "numpy": "numpy",
    "pygame": "pygame",
    "modules": "the box's own modules",
    "screen": "the screen is open",
    "evening": "journal, evening and stage",
    "ready": "first picture: READY",
    "devices": "camera and calibration",
    "opencv": "OpenCV, and the gate's first answer",
}


def main() -> int:
    """Start the box a few times and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=str(Path(__file__).resolve().parents[2]))
    parser.add_argument("--screen", action="store_true", help="the real screen")
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.folder:
        return _start(wanted.program, Path(wanted.folder))
    with tempfile.TemporaryDirectory() as name:
        _print(*_measured(wanted.program, Path(name), screen=wanted.screen))
    return 0


def _measured(program: str, folder: Path, *, screen: bool) -> tuple[dict[str, float], float]:
    """Return the least seconds of each step over all starts, and those of the bare imports."""
    surroundings = os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"}
    if not screen:
        surroundings["SDL_VIDEODRIVER"] = "dummy"
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)  # the box's modules are compiled once
    bare = ["-c", LIBRARIES + TOLD]
    box = [__file__, "--program", program, "--folder", str(folder)]
    runs = [_steps(bare, surroundings) | _steps(box, surroundings) for _ in range(STARTS + 1)][1:]
    least = {name: min(run[name] for run in runs) for name in (*STEPS, "imports")}
    return least, least["imports"]


def _steps(words: list[str], surroundings: dict[str, str]) -> dict[str, float]:
    """Run Python once; return what it told, in seconds."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *words],
        env=surroundings,
        check=True,
        capture_output=True,
        text=True,
    )
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith("step ")]
    return {name: float(at_s) for _, name, at_s in lines}


def _print(steps: dict[str, float], imports_s: float) -> None:
    before_s = 0.0
    for name, words in STEPS.items():
        at_s = steps[name]
        step_ms = max(0.0, at_s - before_s) * 1000
        print(f"{words:38} {step_ms:6.0f} ms {at_s * 1000:7.0f} ms")  # noqa: T201
        before_s = at_s
    print(f"{LIBRARIES:38} {'':9} {imports_s * 1000:7.0f} ms")  # noqa: T201
    print(f"{'READY / bare imports':38} {'':9} {steps['ready'] / imports_s:7.2f}")  # noqa: T201


def _start(program: str, folder: Path) -> int:
    """Be one start of the box; say when each step is done, and end with the first frame."""

    def done(step: str) -> None:
        print(f"step {step} {time.process_time():.4f}", flush=True)  # noqa: T201

    done("python")
    sys.path.insert(0, program)
    import numpy as np  # noqa: PLC0415 - what is measured

    done("numpy")
    from pi_meyer.service.lean import import_pygame  # noqa: PLC0415

    import_pygame()
    done("pygame")
    from pi_meyer.service import cli_run  # noqa: PLC0415
    from pi_meyer.service.eye import Eye  # noqa: PLC0415
    from pi_meyer.service.loop import Loop  # noqa: PLC0415
    from pi_meyer.service.notify import Notifier  # noqa: PLC0415

    done("modules")
    _say_after(cli_run, "open_glass", lambda: done("screen"))
    _say_after(cli_run, "_real_loop", lambda: done("evening"))
    _say_after(Notifier, "ready", lambda: done("ready"))
    turns: Any = Loop.turn

    def turn(loop: Any) -> None:  # noqa: ANN401
        if loop.box.eye.camera.__class__.__name__ != "NoCameraYet" and not opened:
            opened.append(True)
            done("devices")
        turns(loop)

    opened: list[bool] = []
    setattr(Loop, "turn", turn)  # noqa: B010 - for this process only

    def end() -> None:
        done("opencv")
        os._exit(0)

    _say_after(Eye, "_take_in", end)
    _picture(folder, np)
    settings = folder / "settings.toml"
    settings.write_text(SETTINGS.format(folder=folder / "pictures"))
    return cli_run.run_window(
        simulate=False, seed=1, settings_file=settings, data_folder=folder / "data"
    )


def _say_after(owner: Any, name: str, say: Any) -> None:  # noqa: ANN401
    act = getattr(owner, name)

    def acting(*given: Any, **named: Any) -> Any:  # noqa: ANN401
        found = act(*given, **named)
        say()
        return found

    setattr(owner, name, acting)


def _picture(folder: Path, np: Any) -> None:  # noqa: ANN401
    """Leave pictures for the camera, made once."""
    pictures = folder / "pictures"
    if pictures.exists():
        return
    pictures.mkdir(parents=True)
    for number in range(8):
        grey = np.full((480, 640, 3), 90 + number, dtype=np.uint8)
        np.save(pictures / f"{number:02}.npy", grey)


if __name__ == "__main__":
    raise SystemExit(main())
