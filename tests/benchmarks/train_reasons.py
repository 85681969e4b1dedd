"""Train the nets that name the reason of a refusal, and write models/reasons/reasons.npz.

Run `python -m tests.benchmarks.train_reasons --pictures FOLDER ...`: simulated views are drawn,
and the folders hold pictures of `python -m tests.benchmarks.traced` beside them; the shared
pictures are never trained on, only measured (`python -m tests.benchmarks.reading`). About
five minutes for the drawing, and for each training five for the reading and ten for the nets.

First the two looks of `vision.reason_places` learn where dice lie and how, from two pictures in
three. Then the net of `vision.reasons` learns from the signs of the others, as far as the reader
refuses them: signs of pictures that the looks have not learned from.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from pi_meyer.vision.reasons import MODEL_VERSION, Nets
from pi_meyer.vision.small_nets import numbers_of
from tests.benchmarks.net_fitting import say
from tests.benchmarks.reason_fitting import looks, reason_net, signs
from tests.benchmarks.reason_lessons import lessons_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.benchmarks.reason_lessons import Lesson

OUT = Path(__file__).resolve().parents[2] / "models" / "reasons" / "reasons.npz"


def save(trained: Sequence[Nets], path: Path) -> None:
    """Write the nets of some trainings as the reader reads them, those first that it asks first."""
    numbers: dict[str, Any] = {
        "version": np.array(MODEL_VERSION),
        "trained": np.array(len(trained)),
    }
    for number, nets in enumerate(trained):
        first, closer = nets.looks
        numbers |= numbers_of(f"first_{number}", first) | numbers_of(f"closer_{number}", closer)
        numbers |= numbers_of(f"reason_{number}", nets.reason)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, allow_pickle=False, **numbers)


def learn(lessons: Sequence[Lesson], seed: int) -> Nets:
    """Train everything."""
    nets = looks([lesson for lesson in lessons if not lesson.weighs], seed)
    found = list(signs([lesson for lesson in lessons if lesson.weighs], nets))
    say(f"{len(found)} pictures with signs")
    return Nets(looks=nets, reason=reason_net(found, seed))


def main(arguments: list[str] | None = None) -> int:
    """Train and write; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=14000, help="simulated views to draw")
    parser.add_argument("--readable", type=int, default=2000, help="views of two flat dice, hands")
    parser.add_argument("--pictures", type=Path, nargs="*", default=[], help="folders, traced")
    parser.add_argument("--trainings", type=int, default=3, help="the reader asks all if unsure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    lessons = lessons_from(chosen.scenes, chosen.readable, chosen.seed, chosen.pictures)
    say(f"{len(lessons)} lessons")
    save([learn(lessons, chosen.seed + number) for number in range(chosen.trainings)], chosen.out)
    say(f"written to {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
