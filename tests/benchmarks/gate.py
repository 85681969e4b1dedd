"""How well and how cheaply the gate looks: `python -m tests.benchmarks.gate`.

One table of what it says of the shared pictures and of simulated views with far lamps, and its
process CPU time as ratios to one 5x5 Gaussian blur of the same 640-pixel grey frame.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.ports.camera import Frame
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.gate import Gate, View, look
from pi_meyer.vision.plate import Plate

if TYPE_CHECKING:
    from collections.abc import Callable

Image = npt.NDArray[np.uint8]
SHARED = Path(__file__).resolve().parents[3] / "shared"
REPEATS = 200
SCENES_EACH = 60
STILL_FRAMES = 40


def cpu_us(act: Callable[[], object]) -> float:
    """Return the least process CPU time of one call, in microseconds, of seven batches."""
    act()
    best = float("inf")
    for _ in range(7):
        start = time.process_time()
        for _ in range(REPEATS):
            act()
        best = min(best, (time.process_time() - start) / REPEATS)
    return best * 1e6


def costs(one: Image, other: Image) -> list[str]:
    """Return lines with the gate's costs on two pictures, which take turns for motion."""
    grey = cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)
    blur_us = cpu_us(lambda: cv2.GaussianBlur(grey, (5, 5), 0))
    plate = Plate(size_wh=(640, 480), centre_xy_px=(320.0, 240.0), px_per_mm=4.9)
    gate = Gate(plate)
    first, second = (Frame(image=image, taken_s=0.0, number=0) for image in (one, other))
    still_us = cpu_us(lambda: [gate.see(first) for _ in range(STILL_FRAMES)]) / STILL_FRAMES
    moving_us = cpu_us(lambda: (gate.see(first), gate.see(second))) / 2
    single_us = cpu_us(lambda: look(one, plate))
    mask_us = cpu_us(lambda: plate.mask(first))
    named = (
        ("a frame, dice at rest", still_us),
        ("a frame, motion", moving_us),
        ("a single picture", single_us),
        ("mask", mask_us),
    )
    lines = [f"one 5x5 blur: {blur_us:.0f} us"]
    return lines + [f"{name:<24}{cost_us / blur_us:6.2f} blurs" for name, cost_us in named]


def shared_answers() -> dict[str, Counter[str]]:
    """Return what the gate says of the shared pictures, by kind and expectation."""
    table: dict[str, Counter[str]] = {}
    lines = (SHARED / "frames" / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines):
        image = cv2.imread(str(SHARED / "frames" / row["file"]))
        key = f"{row['kind']} ({row['expect']['action']})"
        table.setdefault(key, Counter())[answer(np.asarray(image, dtype=np.uint8))] += 1
    return table


def simulated_answers(seed: int) -> dict[str, Counter[str]]:
    """Return what the gate says of simulated views with far lamps, by kind."""
    rng = np.random.default_rng(seed)
    table: dict[str, Counter[str]] = {}
    for kind in SceneKind:
        for _ in range(SCENES_EACH):
            scene = random_scene(rng, Doses(), kind=kind)
            said = answer(add_noise(render(scene), scene, rng))
            table.setdefault(f"simulated {kind.value}", Counter())[said] += 1
    return table


def answer(image: Image) -> str:
    """Return the gate's answer in one word."""
    view, reason = look(image)
    return view.value if view is View.READY or reason is None else reason.value


def main() -> int:
    """Print the table; returns the exit code."""
    cv2.setNumThreads(1)
    tables = simulated_answers(4)
    if SHARED.is_dir():
        tables = shared_answers() | tables
        files = [str(SHARED / "frames" / f"frame-{number:03d}.jpg") for number in (2, 3)]
        one, other = (np.asarray(cv2.imread(file), dtype=np.uint8) for file in files)
        sys.stdout.write("\n".join(costs(one, other)) + "\n\n")
    for kind, said in sorted(tables.items()):
        parts = ", ".join(f"{name} {count}" for name, count in said.most_common())
        sys.stdout.write(f"{kind:<28}{parts}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
