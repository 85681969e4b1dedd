"""Train the gate's small filter on our own simulation, and write models/gate/outlines.npz.

Run `python -m tests.benchmarks.train_gate`; about ten minutes. Nothing but simulated views is used;
the shared pictures stay unseen and are only measured. The shipped weights come from this code and
15,600 views that were drawn while the simulation still grew (2,600 of them, counted twice, from its
present state): a new run gives weights of the same kind, not the same bytes. After one, look at
`python -m tests.benchmarks.gate` and set the thresholds of `pi_meyer.vision.gate` by it.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.gate_outlines import (
    MODEL_VERSION,
    CloserLook,
    Filter,
    FirstLook,
    Reals,
    tones_of,
)
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.window_grid import ByteArray, FloatArray, Planes, WindowGrid
from tests.benchmarks.net_fitting import Adam, say

if TYPE_CHECKING:
    from collections.abc import Iterator

OUT = Path(__file__).resolve().parents[2] / "models" / "gate" / "outlines.npz"

KIND_WEIGHTS = {
    SceneKind.FLAT: 4.0,
    SceneKind.TOUCHING: 3.0,
    SceneKind.RIM: 3.0,
    SceneKind.LIFTED: 4.0,
    SceneKind.COCKED_WALL: 1.5,
    SceneKind.COCKED_DIE: 1.5,
    SceneKind.THREE_DICE: 2.0,
    SceneKind.STACKED: 0.7,
    SceneKind.ONE_DIE: 2.0,
    SceneKind.NO_DICE: 3.0,
    SceneKind.HAND: 1.0,
    SceneKind.OUT_OF_VIEW: 0.5,
}
NEAR_LAMPS_SHARE = 0.35
SCALES = (0.93, 1.07)
SHIFT_PX = 4.0
HIT_EDGES = 0.19
"""A cell this near a die's middle must say yes."""
MISS_EDGES = 0.33
"""A cell farther away must say no; those between do not count."""
CANDIDATE_HIT_EDGES = 0.28
CANDIDATE_MISS_EDGES = 0.42
FIRST_REACH, FIRST_HIDDEN = 2, 40
SECOND_REACH, SECOND_HIDDEN = 6, 64
TURNS = 3
"""Random turns of every candidate that the second filter learns from."""
NEAR_EDGES = 0.9
"""Cells around a die are the hard ones; they are drawn more often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One simulated view as the gate samples it, and where its dice lie (millimetres)."""

    sample: ByteArray
    dice_mm: FloatArray


def lessons(count: int, seed: int) -> Iterator[Lesson]:
    """Draw simulated views of every kind, seen by a box that nobody has calibrated."""
    rng = np.random.default_rng(seed)
    kinds = list(KIND_WEIGHTS)
    shares = np.array(list(KIND_WEIGHTS.values()))
    shares /= shares.sum()
    for _ in range(count):
        kind = kinds[int(rng.choice(len(kinds), p=shares))]
        names = ("blur", "noise", "vignetting", "lamp_images", "haze", "frost", "marks", "uneven")
        doses = {name: float(rng.uniform(0.5, 1.4)) for name in (*names, "exposure", "room")}
        scene = random_scene(rng, Doses(near_lamps=NEAR_LAMPS_SHARE, **doses), kind=kind)
        yield _lesson(scene, rng)


def _lesson(scene: Scene, rng: np.random.Generator) -> Lesson:
    image = add_noise(render(scene), scene, rng)
    size_wh = (image.shape[1], image.shape[0])
    guess = Plate.default(size_wh)
    plate = Plate(
        size_wh=size_wh,
        centre_xy_px=(
            guess.centre_xy_px[0] + rng.uniform(-SHIFT_PX, SHIFT_PX),
            guess.centre_xy_px[1] + rng.uniform(-SHIFT_PX, SHIFT_PX),
        ),
        px_per_mm=guess.px_per_mm * rng.uniform(*SCALES),
        radius_mm=guess.radius_mm,
    )
    middles = np.array([corners.mean(axis=0) for corners in scene.corners_px()]).reshape(-1, 2)
    if scene.kind is SceneKind.STACKED:
        middles = middles[:1]
    return Lesson(sample=WindowGrid(plate).sample(image), dice_mm=plate.to_mm(middles))


def turned(
    planes: Planes, dice_mm: FloatArray, rng: np.random.Generator
) -> tuple[Planes, FloatArray]:
    """Turn and flip a view, and change its light a little: what must not matter."""
    quarters, flip = int(rng.integers(0, 4)), bool(rng.integers(0, 2))
    gain, offset = rng.uniform(0.75, 1.25), rng.uniform(-6, 6)
    changed = []
    for plane in planes:
        new = np.rot90(plane, quarters)
        new = new[:, ::-1] if flip else new
        changed.append(np.clip(new * gain + offset, 0, 255).astype(np.uint16))
    for _ in range(quarters):
        dice_mm = np.stack([dice_mm[:, 1], -dice_mm[:, 0]], axis=1)
    if flip:
        dice_mm = dice_mm * [-1, 1]
    return (changed[0], changed[1]), dice_mm


def edges_from_dice(places_mm: FloatArray, dice_mm: FloatArray, edge_mm: float) -> FloatArray:
    """Return how far each place lies from the nearest die, in edges."""
    away = np.full(len(places_mm), np.inf)
    for die in dice_mm:
        away = np.minimum(away, np.hypot(*(places_mm - die).T) / edge_mm)
    return away


def first_examples(
    views: list[Lesson], grid: WindowGrid, look: FirstLook, rng: np.random.Generator
) -> tuple[Reals, Reals]:
    """Return inputs ``(n, k + 1)``, patches and distance from the middle, and answers ``(n,)``."""
    places = look.places_mm[look.asked]
    inputs, answers = [], []
    for view in views:
        planes, dice_mm = turned(grid.planes(view.sample), view.dice_mm, rng)
        away = edges_from_dice(places, dice_mm, grid.edge_mm)
        hits = np.flatnonzero(away < HIT_EDGES)
        hard = np.flatnonzero((away > MISS_EDGES) & (away < NEAR_EDGES))
        easy = np.flatnonzero(away > MISS_EDGES)
        hard = rng.choice(hard, min(len(hard), 20), replace=False)
        chosen = np.concatenate([hits, hard, rng.choice(easy, 25, replace=False)])
        extras = look.edges_away[look.asked][chosen]
        inputs.append(np.column_stack([look.patches(tones_of(planes))[chosen], extras]))
        answers.append((np.arange(len(chosen)) < len(hits)).astype(np.float32))
    return np.concatenate(inputs), np.concatenate(answers)


def closer_examples(
    views: list[Lesson], grid: WindowGrid, looks: tuple[FirstLook, CloserLook], seed: int
) -> tuple[Reals, Reals]:
    """Return inputs ``(n, k + 2)`` of the first look's candidates in random turns, and answers."""
    rng = np.random.default_rng(seed)
    first, second = looks
    inputs, answers = [], []
    for view in views:
        planes, dice_mm = turned(grid.planes(view.sample), view.dice_mm, rng)
        tones = tones_of(planes)
        cells, hint = first.candidates(tones)
        away = edges_from_dice(first.places_mm[cells], dice_mm, grid.edge_mm)
        extras = np.column_stack([first.edges_away[cells], hint])
        patches = second.patches(tones, cells, first.cells)
        known = (away < CANDIDATE_HIT_EDGES) | (away > CANDIDATE_MISS_EDGES)
        for _ in range(TURNS):
            way = second.all_ways[rng.integers(0, len(second.all_ways))]
            inputs.append(np.column_stack([patches[:, way], extras])[known])
            answers.append((away[known] < CANDIDATE_HIT_EDGES).astype(np.float32))
    return np.concatenate(inputs), np.concatenate(answers)


def fit(inputs: Reals, answers: Reals, *, hidden: int, epochs: int, seed: int) -> list[Reals]:
    """Return weights, bias, answer, offset of a net with one hidden layer (cross-entropy)."""
    rng = np.random.default_rng(seed)
    mean, spread = inputs.mean(axis=0), inputs.std(axis=0) + 1e-3
    inputs = (inputs - mean) / spread
    size = inputs.shape[1]
    net = [
        rng.normal(0, (2 / size) ** 0.5, (size, hidden)).astype(np.float32),
        np.zeros(hidden, dtype=np.float32),
        rng.normal(0, (2 / hidden) ** 0.5, hidden).astype(np.float32),
        np.zeros(1, dtype=np.float32),
    ]
    adam = Adam(net)
    for epoch in range(epochs):
        rate = 1e-3 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        order = rng.permutation(len(inputs))
        for batch in np.array_split(order, len(order) // 512 + 1):
            adam.descend(_slopes(net, inputs[batch], answers[batch]), float(rate))
        say(f"epoch {epoch + 1}/{epochs}: loss {_loss(net, inputs, answers):.4f}")
    weights = net[0] / spread[:, None]
    return [weights, net[1] - mean @ weights, net[2], net[3]]


def _slopes(net: list[Reals], inputs: Reals, answers: Reals) -> list[Reals]:
    hidden = np.maximum(inputs @ net[0] + net[1], 0)
    error = (1 / (1 + np.exp(-(hidden @ net[2] + net[3]))) - answers) / len(answers)
    back = np.outer(error, net[2]) * (hidden > 0)
    decay = np.float32(1e-5)
    return [
        inputs.T @ back + decay * net[0],
        back.sum(axis=0),
        hidden.T @ error,
        error.sum(keepdims=True),
    ]


def _loss(net: list[Reals], inputs: Reals, answers: Reals) -> float:
    score = np.maximum(inputs @ net[0] + net[1], 0) @ net[2] + net[3]
    return float(np.mean(np.logaddexp(0, score) - answers * score))


def blank(reach: int, extras: int) -> Filter:
    """Return a filter that says nothing, so that patches can be cut before training."""
    size = 2 * (2 * reach + 1) ** 2
    return Filter(
        reach=reach,
        patch=np.zeros((size, 1), dtype=np.float32),
        extra=np.zeros((extras, 1), dtype=np.float32),
        bias=np.zeros(1, dtype=np.float32),
        answer=np.zeros(1, dtype=np.float32),
        offset=0.0,
    )


def filter_of(net: list[Reals], reach: int) -> Filter:
    """Return the trained net as the gate uses it."""
    size = 2 * (2 * reach + 1) ** 2
    return Filter(
        reach=reach,
        patch=net[0][:size].astype(np.float32),
        extra=net[0][size:].astype(np.float32),
        bias=net[1].astype(np.float32),
        answer=net[2].astype(np.float32),
        offset=float(net[3][0]),
    )


def train(views: list[Lesson], *, epochs: int, seed: int) -> tuple[Filter, Filter]:
    """Train both filters on the views, the second on the first one's candidates."""
    grid = WindowGrid(Plate.default((640, 480)))
    look = FirstLook(grid, blank(FIRST_REACH, 1))
    rng = np.random.default_rng(seed)
    parts = [first_examples(views, grid, look, rng) for _ in range(2)]
    inputs, answers = (np.concatenate(column) for column in zip(*parts, strict=True))
    net = fit(inputs, answers, hidden=FIRST_HIDDEN, epochs=epochs, seed=seed)
    first = filter_of(net, FIRST_REACH)
    looks = FirstLook(grid, first), CloserLook(grid, blank(SECOND_REACH, 2))
    inputs, answers = closer_examples(views, grid, looks, seed)
    net = fit(inputs, answers, hidden=SECOND_HIDDEN, epochs=epochs, seed=seed)
    return first, filter_of(net, SECOND_REACH)


def save(filters: tuple[Filter, Filter], path: Path) -> None:
    """Write the filters as the gate reads them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    numbers = {
        f"{name}_{field.name}": np.asarray(getattr(one, field.name), dtype=np.float32)
        for name, one in zip(("first", "second"), filters, strict=True)
        for field in dataclasses.fields(one)
    }
    np.savez_compressed(path, allow_pickle=False, version=np.array(MODEL_VERSION), **numbers)


def main(arguments: list[str] | None = None) -> int:
    """Train and write; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=13000)
    parser.add_argument("--epochs", type=int, default=18)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    views = list(lessons(chosen.scenes, chosen.seed))
    say(f"{len(views)} views drawn")
    save(train(views, epochs=chosen.epochs, seed=chosen.seed), chosen.out)
    say(f"written to {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
