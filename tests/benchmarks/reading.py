"""How well and how cheaply the reader reads: `python -m tests.benchmarks.reading`.

One table: the shared pictures, the photos, simulated rolls; exact, refused and wrong with the 95 %
bound of what is wrong; the share of right reasons and what is taken for what; process CPU time of
one thread as ratios to one 5x5 Gaussian blur of the same 640-pixel grey frame and to the standard
recipe (SimpleBlobDetector with its default thresholds, area 20 to 600 px, circularity 0.7, then
DBSCAN with eps 40 px, min 1), in the same run.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.expectation import expected
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.gate import look
from pi_meyer.vision.reader import View, read_image
from pi_meyer.vision.reading import Reading, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Image = npt.NDArray[np.uint8]
SHARED = Path(__file__).resolve().parents[3] / "shared"
FAR_MM = 50.0
"""Lamps at this ring radius and beyond have their mirror images outside the cup."""


@dataclass
class Tally:
    """What became of the pictures of one set."""

    exact: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, name: str, answer: Reading | Refusal, truth: list[int] | None, why: str) -> None:
        """Count one answer; ``truth`` None is a picture that must be refused because of ``why``."""
        match answer:
            case Refusal(reason=reason):
                self.refused += 1
                if truth is None:
                    self.reasons[why, reason.value] += 1
            case Reading(dice=dice):
                seen = sorted(int(die.bottom or die.top) for die in dice)
                if seen == truth:
                    self.exact += 1
                else:
                    self.wrong.append(name)

    def line(self, name: str) -> str:
        """One row of the table."""
        count = self.exact + self.refused + len(self.wrong)
        low, high = _bounds(len(self.wrong), count)
        share = f"{100 * self.exact / count:5.1f} %" if count else "      -"
        return (
            f"{name:34} {count:6} {self.exact:6} {share} {self.refused:7} {len(self.wrong):5}"
            f"   {100 * low:.2f} to {100 * high:.2f} %"
        )

    def right_reasons(self) -> tuple[int, int]:
        """Refusals with the right name (one die for a stack, where one shows), and all of them."""
        right = sum(
            count
            for (want, got), count in self.reasons.items()
            if want == got or (want, got) == ("stacked", "one_die")
        )
        return right, self.reasons.total()


def _bounds(wrong: int, count: int) -> tuple[float, float]:
    """95 % bounds of a share: 0 wrong in N is under 3/N, else Wilson's."""
    if not count:
        return 0.0, 1.0
    if not wrong:
        return 0.0, min(1.0, 3 / count)
    share, z = wrong / count, 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count**2))
    half /= 1 + z * z / count
    return max(0.0, middle - half), min(1.0, middle + half)


def _image(path: Path) -> Image:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise SystemExit(f"{path} is no picture")
    return np.asarray(image, np.uint8)


def frame_lines() -> list[dict[str, Any]]:
    """The manifest of the pictures from below."""
    text = (SHARED / "frames/manifest.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def read_frames(tallies: dict[str, Tally]) -> None:
    """Read every shared picture from below."""
    for line in frame_lines():
        action = line["expect"]["action"]
        lamps = "far" if line["lamps"]["ring_radius_mm"] >= FAR_MM else "near"
        truth = None if action == "refuse" else line["expect"]["bottom"]
        why = line["expect"].get("reason", "")
        answer = read_image(_image(SHARED / "frames" / line["file"]))
        name = f"frames, {action}, lamps {lamps}" if action == "read" else f"frames, {action}"
        tallies.setdefault(name, Tally()).add(line["file"], answer, truth, why)


def read_photos(tallies: dict[str, Tally]) -> None:
    """Read every photo from above."""
    with (SHARED / "photos/manifest.csv").open(encoding="utf-8") as rows:
        lines = list(csv.DictReader(rows))
    for line in lines:
        truth = sorted(int(value) for value in line["pips_seen"].split())
        answer = read_image(_image(SHARED / "photos" / line["file"]), view=View.ABOVE)
        for name in ("photos, all", "photos, two dice")[: 2 if len(truth) == 2 else 1]:
            tallies.setdefault(name, Tally()).add(line["file"], answer, truth, "")


def simulated(count: int, seed: int) -> Iterator[tuple[str, list[int] | None, str, Image]]:
    """Simulated views with far lamps: set, truth, reason and picture; every second is readable."""
    rng, kinds = np.random.default_rng(seed), list(SceneKind)
    for index in range(count):
        kind = None if index % 2 else kinds[index // 2 % len(kinds)]
        scene = random_scene(rng, Doses(), kind=kind)
        view = add_noise(render(scene), scene, rng)
        if scene.reason is not None:
            yield "simulated, refuse", None, scene.reason.value, view
        else:
            truth = sorted(int(bottom) for bottom in scene.bottoms)
            yield f"simulated, {expected(scene, view).value}", truth, "", view


def read_simulated(tallies: dict[str, Tally], count: int, seed: int) -> None:
    """Read simulated rolls, with a bar on the error stream."""
    for index, (name, truth, why, view) in enumerate(simulated(count, seed)):
        tallies.setdefault(name, Tally()).add(f"roll {index}", read_image(view), truth, why)
        if index % 50 == 0:
            sys.stderr.write(f"\rsimulated {index} of {count}")
    sys.stderr.write("\r")


def cpu_ms(act: Callable[[], object], repeats: int) -> float:
    """Process CPU time of one call in milliseconds: the least of five batches."""
    act()
    best = math.inf
    for _ in range(5):
        start = time.process_time()
        for _ in range(repeats):
            act()
        best = min(best, (time.process_time() - start) / repeats * 1000)
    return best


def _recipe() -> Callable[[Image], int]:
    """The standard recipe; its DBSCAN with min 1 is the same as joining all within 40 pixels."""
    blobs: Any = cv2  # the stubs of some versions leave these two names out
    asked = blobs.SimpleBlobDetector_Params()
    asked.filterByArea, asked.minArea, asked.maxArea = True, 20.0, 600.0
    asked.filterByCircularity, asked.minCircularity = True, 0.7
    detector = blobs.SimpleBlobDetector_create(asked)

    def count_dice(grey: Image) -> int:
        points = np.array([spot.pt for spot in detector.detect(grey)], float).reshape(-1, 2)
        near = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) <= 40
        seen = np.zeros(len(points), bool)
        dice = 0
        for index in range(len(points)):
            if not seen[index]:
                dice += 1
                queue = [index]
                while queue:
                    at = queue.pop()
                    seen[at] = True
                    queue += [int(one) for one in np.nonzero(near[at] & ~seen)[0]]
        return dice

    return count_dice


def speed_lines() -> list[str]:
    """CPU time of gate, reader and recipe on every eighth picture, as ratios."""
    recipe = _recipe()
    sums: defaultdict[str, float] = defaultdict(float)
    for line in frame_lines()[::8]:
        image = _image(SHARED / "frames" / line["file"])
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        sums["blur"] += cpu_ms(partial(cv2.GaussianBlur, grey, (5, 5), 0), 20)
        sums["gate, one still picture"] += cpu_ms(partial(look, image), 2)
        sums["reader"] += cpu_ms(partial(read_image, image), 2)
        sums["standard recipe"] += cpu_ms(partial(recipe, grey), 2)
    count = len(frame_lines()[::8])
    return [
        f"{name:34} {total / count:8.2f} ms {total / sums['blur']:8.1f} blurs"
        f" {total / sums['standard recipe']:6.2f} recipes"
        for name, total in sums.items()
    ]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def print_table(tallies: dict[str, Tally]) -> None:
    """Print the sets, the reasons and what was wrong."""
    _say(f"OpenCV {cv2.__version__}, numpy {np.__version__}")
    _say(
        f"{'set':34} {'number':>6} {'exact':>6} {'':7} {'refused':>7} {'wrong':>5}   95 % of wrong"
    )
    for name in sorted(tallies):
        _say(tallies[name].line(name))
    for name, tally in sorted(tallies.items()):
        right, count = tally.right_reasons()
        if count:
            _say(f"\n{name}: right reason {right} of {count} ({100 * right / count:.0f} %)")
            for (want, got), number in sorted(tally.reasons.items()):
                _say(f"    {want:12} named {got:14} {number:4}")
    for name, tally in sorted(tallies.items()):
        if tally.wrong:
            _say(f"\nWRONG in {name}: {', '.join(tally.wrong)}")


def main() -> int:
    """Run all sets; 1 where anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=2000, help="simulated rolls")
    parser.add_argument("--seed", type=int, default=20260101, help="their seed")
    parser.add_argument("--no-photos", action="store_true", help="leave the photos out")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    tallies: dict[str, Tally] = {}
    if SHARED.is_dir():
        read_frames(tallies)
        if not asked.no_photos:
            read_photos(tallies)
    read_simulated(tallies, asked.rolls, asked.seed)
    print_table(tallies)
    if SHARED.is_dir():
        _say("\n" + "\n".join(speed_lines()))
    return 1 if any(tally.wrong for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
