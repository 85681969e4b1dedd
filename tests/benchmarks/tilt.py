"""How well flat dice are parted from leaning ones, and by which weights: `vision.tilt`.

Run `python -m tests.benchmarks.tilt`; about ten minutes for 4,000 scenes of each kind. Pairs of
simulated dice are drawn, half of them flat, half with one that leans by 8 to 18 degrees (the small
leans, which are hard; the shared pictures have 12 and more). Of the pairs that nothing else speaks
against it prints how many flat ones are refused and how many leaning ones are not, by the figures
of `vision.tuning`, and what a logistic regression on the leans of 10 degrees and more weighs the
measures with, so that the advantage weighs one. The shared pictures are never drawn on.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.simulation import leaning
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.expectation import Expectation, expected
from pi_meyer.simulation.scene import READABLE_KINDS, SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision import tuning
from pi_meyer.vision.judge import Doubt, judge, same_size
from pi_meyer.vision.reader import look_below
from pi_meyer.vision.surroundings import missing_side_face_of, side_face_of, wide_side_face_of
from pi_meyer.vision.third_die import clear_third_face
from pi_meyer.vision.tilt import advantage_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pi_meyer.simulation.scene import Scene as Drawn
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene

Doubles = npt.NDArray[np.float64]

LEANS_DEG = (12.0, 18.0)
"""Leans that are drawn, where a dose of slight tilts takes 4 from the least."""
LEARNT_FROM_DEG = 10.0
NAMES = ("always", "a 1", "4 and more", "advantage", "by size", "side", "wide", "missing")
_LEANING = (SceneKind.COCKED_WALL, SceneKind.COCKED_DIE)
_TILT = {Doubt.TILTED, Doubt.SIDE_FACE}
_NEAR_PX = 18.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two faces that nothing but a tilt may speak against.

    Attributes:
        lean_deg: of the die that leans; 0 where both are flat.
        refused: whether one of them is told to be tilted.
        measures: of the die that leans, or of both.
    """

    lean_deg: float
    refused: bool
    measures: tuple[tuple[float, ...], ...]


def measures_of(scene: Scene, face: Face) -> tuple[float, ...]:
    """What the sum of `vision.tilt` adds up, in the order of the names."""
    others = [other for other in scene.faces[:2] if other is not face]
    around = (
        float(seek(scene.planes, face, others, scene.middle_xy))
        for seek in (side_face_of, wide_side_face_of, missing_side_face_of)
    )
    bounded = min(max(advantage_of(scene, face), -tuning.FLAT_BOUND), tuning.FLAT_BOUND)
    few = (1.0, float(face.value == 1), float(face.value >= 4))
    return (*few, bounded, scene.stance(face).by_size, *around)


def pair_of(scene: Scene, drawn: Drawn, corner_xy: tuple[int, int]) -> Pair | None:
    """The pair that was found, unless something else speaks against it."""
    likely = [face for face in scene.faces if face.score > tuning.LIKELY_SCORE][:2]
    if len(likely) < 2 or clear_third_face(scene.faces) or not same_size(*likely):
        return None
    judged = [judge(scene, face) for face in likely]
    if any(face.doubts - _TILT for face in judged):
        return None
    lean = max(die.tilt_deg for die in drawn.dice)
    at = [np.asarray(corners).mean(axis=0) - corner_xy for corners in drawn.corners_px()]
    asked = [
        face
        for face in likely
        for die, xy in zip(drawn.dice, at, strict=True)
        if die.tilt_deg == lean and np.hypot(*(face.centre_xy - xy)) < _NEAR_PX
    ]
    measures = tuple(measures_of(scene, face) for face in asked)
    return Pair(lean_deg=lean, refused=any(face.doubts for face in judged), measures=measures)


def pairs(number: int, seed: int, near_lamps: float) -> Iterator[Pair]:
    """Pairs of simulated scenes, every second one with a leaning die."""
    doses = Doses(near_lamps=near_lamps, slight_tilts=1.0)
    for at in range(2 * number):
        rng = np.random.default_rng((seed, at))
        kinds = _LEANING if at % 2 else READABLE_KINDS
        drawn = random_scene(rng, doses, kind=kinds[at // 2 % len(kinds)])
        view = render(drawn)
        if expected(drawn, view) is not Expectation.EITHER:
            scene, corner_xy = look_below(np.asarray(add_noise(view, drawn, rng), np.uint8))
            found = pair_of(scene, drawn, corner_xy)
            if found is not None:
                yield found


def weights_of(measures: Doubles, flat: npt.NDArray[np.bool_]) -> Doubles:
    """Logistic regression, both kinds weighing the same; the advantage weighs one."""
    shares = np.where(flat, 1.0, np.count_nonzero(flat) / np.count_nonzero(~flat))
    weights = np.zeros(measures.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(measures @ weights, -40, 40)))
        slope = measures.T @ (shares * (flat - chance)) - weights
        bend = (measures * (shares * chance * (1 - chance))[:, None]).T @ measures
        weights = weights + np.linalg.solve(bend + np.eye(len(weights)), slope)
    scaled: Doubles = weights / weights[NAMES.index("advantage")]
    return scaled


def lines(found: Sequence[Pair]) -> Iterator[str]:
    """The counts, and the weights."""
    flat = [pair for pair in found if not pair.lean_deg]
    refused = sum(pair.refused for pair in flat)
    yield f"flat: {refused} of {len(flat)} refused ({100 * refused / max(1, len(flat)):.2f} %)"
    for least, most in ((8, 10), (10, 12), (12, 90)):
        those = [pair for pair in found if least <= pair.lean_deg < most]
        taken = sum(not pair.refused for pair in those)
        yield f"leaning by {least} to {most} degrees: {taken} of {len(those)} taken for flat"
    learnt = [pair for pair in found if not 0 < pair.lean_deg < LEARNT_FROM_DEG]
    rows = [(row, not pair.lean_deg) for pair in learnt for row in pair.measures]
    weights = weights_of(np.array([row for row, _ in rows]), np.array([one for _, one in rows]))
    for name, weight in zip(NAMES, weights.tolist(), strict=True):
        yield f"  {name:12} {weight:6.2f}"


def main() -> int:
    """Draw, measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=4000, help="of each of both kinds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near-lamps", type=float, default=0.0, help="share with near lamps")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    leaning.TILT_DEG = LEANS_DEG
    sys.stdout.write("\n".join(lines(list(pairs(asked.scenes, asked.seed, asked.near_lamps)))))
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
