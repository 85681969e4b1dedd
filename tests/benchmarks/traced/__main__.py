"""``python -m tests.benchmarks.traced --out DIR --count N --seed S``: a set of traced pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from pi_meyer.errors import MeyerError
from pi_meyer.simulation.scene import SceneKind
from tests.benchmarks.traced import developing, truth
from tests.benchmarks.traced.lighting import TURNS
from tests.benchmarks.traced.plan import planned
from tests.benchmarks.traced.scenery import KIND_SHARES, draw_cast
from tests.benchmarks.traced.tracing import Tracer

if TYPE_CHECKING:
    from tests.benchmarks.traced.plan import Task

SAMPLES = 12
"""Rays a pixel, a multiple of three; the lens's blur and the sensor hide what noise is left."""


def make_picture(tracer: Tracer, task: Task, seed: int, samples: int) -> tuple[bytes, truth.Row]:
    """Trace one picture: its JPEG and its line of the manifest."""
    cast = draw_cast(seed, task.number, near=task.near, kind=task.kind)
    traces = tracer.render(cast, samples)
    light = developing.through_lens(traces.seen + traces.veil, cast)
    row = truth.row(cast, task.file, developing.toned(light))
    return developing.jpeg(developing.photographed(light, cast)), row


def main(arguments: list[str] | None = None) -> int:
    """Write the pictures that are not there yet, and a line of the manifest for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.traced", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the set")
    parser.add_argument("--count", type=int, default=279, help="how many pictures")
    parser.add_argument("--seed", type=int, default=1, help="another one gives another set")
    parser.add_argument(
        "--only",
        type=SceneKind,
        nargs="+",
        default=[],
        choices=tuple(KIND_SHARES),
        metavar="KIND",
        help="keep to these kinds: " + ", ".join(kind.value for kind in KIND_SHARES),
    )
    parser.add_argument("--all-near", action="store_true", help="lamps near the lens in all")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="rays a pixel: 6, 12, 18, ...")
    chosen = parser.parse_args(arguments)
    if chosen.samples < TURNS or chosen.samples % TURNS:
        parser.error(f"--samples must be a multiple of {TURNS}, so that every lamp has its turn.")
    cv2.setNumThreads(1)
    chosen.out.mkdir(parents=True, exist_ok=True)
    try:
        tracer = Tracer()
    except MeyerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for task in planned(chosen.count, chosen.seed, chosen.only, all_near=chosen.all_near):
        if (chosen.out / task.file).exists():
            continue
        began = time.process_time()
        data, row = make_picture(tracer, task, chosen.seed, chosen.samples)
        with (chosen.out / "manifest.jsonl").open("a", encoding="utf-8") as manifest:
            manifest.write(json.dumps(row) + "\n")
        (chosen.out / task.file).write_bytes(data)
        sys.stdout.write(f"{task.file} {task.kind.value} {time.process_time() - began:.1f} s\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
