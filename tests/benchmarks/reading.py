"""How well and how cheaply the reader reads: `python -m tests.benchmarks.reading`.

One table: the shared pictures, the photos, single simulated frames with far lamps, near lamps and
harder doses than in the pictures, and simulated rolls of five still frames; exact, refused and
wrong with the 95 % bound of what is wrong; the share of right reasons and what is taken for what;
the share read by kind, pictures beside simulation; process CPU time as ratios
(`tests.benchmarks.speed`).

`--rolls 100000 --processes 2` is the long run: its counts are kept in a file, chunk by chunk, and
the same command goes on where it was cut. What is wrong or not read is kept as pictures.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.contact_sheet import parse_doses
from pi_meyer.simulation.expectation import expected
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.reader import View, read_image
from tests.benchmarks.rolls import Ledger, Plan, code_digest, keep_picture, play, roll_lines
from tests.benchmarks.speed import speed_lines
from tests.benchmarks.tally import HEADING, Tally, share, table

Image = npt.NDArray[np.uint8]
ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
FAR_MM = 50.0
"""Lamps at this ring radius and beyond have their mirror images outside the cup."""

DEFAULT_ROLLS = 20_000
HARDER = Doses(
    wear=1.5,
    sizes=0.4,
    big_ones=1.3,
    shine=1.2,
    shadows=1.0,
    distortion=1.0,
    slight_tilts=1.0,
)
"""What the shared pictures do not have, or have less of; with far lamps."""

_KINDS = ("flat", "touching", "rim", "lifted")


def _image(path: Path) -> Image:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise SystemExit(f"{path} is no picture")
    return np.asarray(image, np.uint8)


def frame_lines() -> list[dict[str, Any]]:
    """The manifest of the pictures from below."""
    text = (SHARED / "frames/manifest.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def read_frames(tallies: dict[str, Tally], by_kind: dict[str, Tally]) -> None:
    """Read every shared picture from below."""
    for line in frame_lines():
        action = line["expect"]["action"]
        lamps = "far" if line["lamps"]["ring_radius_mm"] >= FAR_MM else "near"
        truth = None if action == "refuse" else line["expect"]["bottom"]
        why = line["expect"].get("reason", "")
        answer = read_image(_image(SHARED / "frames" / line["file"]))
        name = f"frames, {action}, lamps {lamps}" if action == "read" else f"frames, {action}"
        tallies.setdefault(name, Tally()).add(line["file"], answer, truth, why)
        if action == "read":
            kind = f"frames {lamps} {line['kind']}"
            by_kind.setdefault(kind, Tally()).add(line["file"], answer, truth, why)


def read_photos(tallies: dict[str, Tally]) -> None:
    """Read every photo from above."""
    with (SHARED / "photos/manifest.csv").open(encoding="utf-8") as rows:
        lines = list(csv.DictReader(rows))
    for line in lines:
        truth = [int(value) for value in line["pips_seen"].split()]
        answer = read_image(_image(SHARED / "photos" / line["file"]), view=View.ABOVE)
        for name in ("photos, all", "photos, two dice")[: 2 if len(truth) == 2 else 1]:
            tallies.setdefault(name, Tally()).add(line["file"], answer, truth, "")


def read_simulated(
    tallies: dict[str, Tally], by_kind: dict[str, Tally], plan: Plan, lamps: str
) -> None:
    """Read single simulated frames; two of three are readable."""
    kinds = list(SceneKind)
    for number in range(plan.rolls):
        rng = np.random.default_rng((plan.seed, number))
        kind = kinds[number // 3 % len(kinds)] if number % 3 == 0 else None
        scene = random_scene(rng, plan.doses, kind=kind)
        view = render(scene)
        asked, why = expected(scene, view).value, scene.reason.value if scene.reason else ""
        truth = None if scene.reason else [int(bottom) for bottom in scene.bottoms]
        answer = read_image(add_noise(view, scene, rng))
        name, where = f"{number} {scene.kind.value}", f"simulated {lamps}, {asked}"
        tallies.setdefault(where, Tally()).add(name, answer, truth, why)
        if asked == "read":
            where = f"simulated {lamps} {scene.kind.value}"
            by_kind.setdefault(where, Tally()).add(name, answer, truth, why)
        if number % 50 == 0:
            sys.stderr.write(f"\rsimulated {lamps} {number} of {plan.rolls} ")
    sys.stderr.write("\r")


def kind_lines(by_kind: dict[str, Tally]) -> list[str]:
    """The share read of what must be read, by kind: pictures beside simulation."""
    names = ("frames far", "simulated far", "frames near", "simulated near")
    lines = ["\nread, by kind" + " " * 7 + "".join(f"{name:>22}" for name in names)]
    for kind in (*_KINDS, "all"):
        cells = []
        for name in names:
            wanted = _KINDS if kind == "all" else (kind,)
            picked = [by_kind.get(f"{name} {one}", Tally()) for one in wanted]
            exact, count = sum(t.exact for t in picked), sum(t.count for t in picked)
            cells.append(f"{share(exact, count)} of {count:5}")
        lines.append(f"{kind:20}" + "".join(f"{cell:>22}" for cell in cells))
    return lines


def _say(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rolls", type=int, default=DEFAULT_ROLLS, help="rolls of five frames")
    parser.add_argument("--singles", type=int, default=900, help="single frames, far and near each")
    parser.add_argument("--seed", type=int, default=20260101)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, help="stop the rolls after so long")
    parser.add_argument("--doses", nargs="*", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--counts", type=Path, help="file of partial counts")
    parser.add_argument("--pictures", type=Path, help="folder for what is wrong or not read")
    parser.add_argument("--no-photos", action="store_true", help="leave the photos out")
    parser.add_argument("--only-rolls", action="store_true", help="nothing but the rolls")
    parser.add_argument("--show", type=int, nargs="*", help="only write these rolls as pictures")
    return parser


def _plan(asked: argparse.Namespace) -> tuple[Plan, Path]:
    """The rolls to play, and the file that counts them."""
    name = f"rolls-{asked.seed}-{code_digest()}"
    plan = Plan(
        seed=asked.seed,
        rolls=asked.rolls,
        doses=parse_doses(asked.doses),
        pictures=asked.pictures or ROOT / "build" / name,
    )
    return plan, asked.counts or ROOT / "build" / f"{name}.jsonl"


def play_rolls(asked: argparse.Namespace) -> bool:
    """Play the rolls, print them; whether one was wrong."""
    plan, path = _plan(asked)
    for number in asked.show or ():
        keep_picture(plan, number, "shown")
    if asked.show:
        _say(f"written to {plan.pictures}")
        return False
    ledger = Ledger(path, plan.heading())
    counts = play(plan, ledger, asked.processes, asked.minutes and 60 * asked.minutes)
    wrong = [name for chunk in ledger.done.values() for name in chunk.wrong]
    _say(f"\nrolls of five frames, far lamps: {path}", HEADING, *roll_lines(counts, wrong))
    return bool(wrong)


def read_singles(asked: argparse.Namespace) -> bool:
    """Read all pictures one by one, print the tables; whether one was wrong."""
    tallies: dict[str, Tally] = {}
    by_kind: dict[str, Tally] = {}
    if SHARED.is_dir():
        read_frames(tallies, by_kind)
        if not asked.no_photos:
            read_photos(tallies)
    plan = Plan(seed=asked.seed, rolls=asked.singles, doses=parse_doses(asked.doses))
    read_simulated(tallies, by_kind, plan, "far")
    near = replace(plan, doses=replace(plan.doses, near_lamps=1.0))
    read_simulated(tallies, by_kind, near, "near")
    read_simulated(tallies, by_kind, replace(plan, rolls=plan.rolls // 2, doses=HARDER), "harder")
    _say(f"OpenCV {cv2.__version__}, numpy {np.__version__}", *table(tallies))
    _say(*kind_lines(by_kind))
    if SHARED.is_dir():
        pictures = (_image(SHARED / "frames" / line["file"]) for line in frame_lines()[::8])
        _say("", *speed_lines(pictures))
    return any(tally.wrong for tally in tallies.values())


def main() -> int:
    """Run all sets; 1 where anything was wrong."""
    asked = _parser().parse_args()
    cv2.setNumThreads(1)
    wrong = False if asked.only_rolls or asked.show else read_singles(asked)
    return 1 if play_rolls(asked) or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
