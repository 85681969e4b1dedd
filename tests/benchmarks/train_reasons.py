"""Train the nets that name the reason of a refusal, and write models/reasons/reasons.npz.

Run `python -m tests.benchmarks.train_reasons --pictures FOLDER ...`: simulated views are drawn,
and the folders hold pictures of `python -m tests.benchmarks.traced` beside them; the shared
pictures are never trained on, only measured (`python -m tests.benchmarks.reading`). About ten
minutes for the drawing and reading, two for the nets.

First the two looks of `vision.reason_places` learn where dice lie and how. Then the net of
`vision.reasons` learns from the signs of those pictures that the reader refuses. The signs of a
picture come from looks that have not learned from it: two halves take turns.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.expectation import Expectation, expected
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.reader import look_below, sure_pair
from pi_meyer.vision.reason_places import (
    CANDIDATES,
    How,
    Layer,
    Net,
    PlaceFinder,
    finder_for,
    turned,
    ways,
)
from pi_meyer.vision.reason_signs import signs_of
from pi_meyer.vision.reasons import MODEL_VERSION, NAMED
from tests.benchmarks.train_gate import Adam, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

OUT = Path(__file__).resolve().parents[2] / "models" / "reasons" / "reasons.npz"
SIZE_WH = (640, 480)
KIND_WEIGHTS = {
    SceneKind.COCKED_WALL: 3.0,
    SceneKind.COCKED_DIE: 3.0,
    SceneKind.THREE_DICE: 3.5,
    SceneKind.STACKED: 2.0,
    SceneKind.ONE_DIE: 4.0,
    SceneKind.MOTION: 4.0,
    SceneKind.OUT_OF_VIEW: 3.0,
    SceneKind.NO_DICE: 3.0,
    SceneKind.FLAT: 1.2,
    SceneKind.TOUCHING: 1.2,
    SceneKind.RIM: 1.2,
    SceneKind.LIFTED: 1.2,
    SceneKind.HAND: 1.5,
}
"""How many scenes of each kind are drawn."""

REASON_WEIGHTS = {"no_dice": 7, "one_die": 22, "three_dice": 12, "cocked": 42}
REASON_WEIGHTS |= {"out_of_view": 9, "motion": 10, "glare": 5, "hand": 3}
"""How often each reason is right, as in the shared pictures (a stacked pair looks like one die)."""

WEIGHT_POWER = 0.7
"""1 learns those shares as they are, 0 would take all reasons for equally common."""

TRACED_WEIGHT = 4.0
"""What a traced picture counts for beside a simulated one."""

CUT_SHARE = 0.5
"""Share of pairs that are shown once more with one die cut off."""

LEANS_DEG = 5.0
HIT_EDGES, MISS_EDGES = 0.22, 0.4
"""A cell this near a die's middle must say yes; one farther away must say no."""
SECOND_HIT_EDGES, SECOND_MISS_EDGES = 0.33, 0.45
FIRST_HIDDEN, SECOND_HIDDEN, REASON_HIDDEN = 32, 64, 64
SECOND_TURNS = 3
JOINED = 3
"""Nets that weigh the signs and whose scores are averaged."""

JPEG = (cv2.IMWRITE_JPEG_QUALITY, 95)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """One picture with its truth.

    Attributes:
        jpeg: the picture, packed.
        layers: what the looks are shown, ``(6, n, n)``.
        dice: middle in pixels and ``How``, ``(dice, 3)``.
        reason: number of the right reason in ``NAMED``.
        weight: what it counts for.
        half: 0 or 1; a picture and its twins are of the same half.
    """

    jpeg: bytes
    layers: npt.NDArray[np.float16]
    dice: Doubles
    reason: int
    weight: float
    half: int

    def image(self) -> Image:
        """Return the picture, unpacked."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), 1), np.uint8)


def drawn(count: int, seed: int) -> Iterator[tuple[Image, dict[str, Any]]]:
    """Draw simulated views, half of them with lamps near the lens, with lines as in manifests."""
    kinds, shares = list(KIND_WEIGHTS), np.array(list(KIND_WEIGHTS.values()))
    shares /= shares.sum()
    names = ("blur", "noise", "vignetting", "lamp_images", "haze", "frost", "marks", "uneven")
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        kind = kinds[int(rng.choice(len(kinds), p=shares))]
        doses = {name: float(rng.uniform(0.6, 1.3)) for name in (*names, "exposure", "room")}
        scene = random_scene(rng, Doses(near_lamps=0.5, **doses), kind=kind)
        view = render(scene)
        yield add_noise(view, scene, rng), _line(scene, expected(scene, view))


def _line(scene: Scene, asked: Expectation) -> dict[str, Any]:
    expect = {"action": asked.value}
    if scene.reason is not None:
        expect["reason"] = scene.reason.value
    corners = zip(scene.corners_px(), scene.dice, strict=True)
    dice = [{"px_corners": four.tolist(), "tilt_deg": die.tilt_deg} for four, die in corners]
    return {"kind": scene.kind.value, "expect": expect, "dice": dice}


def stored(folder: Path) -> Iterator[tuple[Image, dict[str, Any]]]:
    """Return the pictures of a folder with their lines."""
    for text in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        image = cv2.imread(str(folder / line["file"]))
        if image is not None:
            yield np.asarray(image, np.uint8), line


def reason_of(line: dict[str, Any]) -> int:
    """Return the number of the right reason; a readable pair that is refused anyway is glare."""
    names = [reason.value for reason in NAMED]
    expect = line["expect"]
    name = expect["reason"] if expect["action"] == "refuse" else "glare"
    name = "hand" if line["kind"] == "hand" else name
    return names.index("one_die" if name == "stacked" else name)


def dice_of(line: dict[str, Any]) -> Doubles:
    """Return the dice that can be seen: x, y in pixels, ``How``."""
    dice = line["dice"][:1] if line["kind"] == "stacked" else line["dice"]
    moving = line["kind"] == "motion"
    rows = []
    for die in dice:
        leans = die["tilt_deg"] > LEANS_DEG
        how = How.MOVING if moving else How.LEANING if leans else How.FLAT
        rows.append([*np.mean(die["px_corners"], axis=0), float(how)])
    found = np.array(rows, np.float64).reshape(-1, 3)
    if line["kind"] == "out_of_view":
        found[_outermost(found), 2] = How.CUT_OFF
    return found


def _outermost(dice: Doubles) -> int:
    return int(np.hypot(*(dice[:, :2] - np.array(SIZE_WH) / 2).T).argmax())


def cut_off(image: Image, dice: Doubles, rng: np.random.Generator) -> tuple[Image, Doubles] | None:
    """Cut off the outermost die by the window's rim or by the picture's edge.

    None where the other die would be cut as well.
    """
    found = dice.copy()
    found[_outermost(dice), 2] = How.CUT_OFF
    by_rim = rng.uniform() < 0.5
    return _by_rim(image, found, rng) if by_rim else _by_edge(image, found, rng)


def _by_rim(image: Image, dice: Doubles, rng: np.random.Generator) -> tuple[Image, Doubles] | None:
    out = _outermost(dice)
    way = dice[out, :2] - np.array(SIZE_WH) / 2
    way /= np.hypot(*way) + 1e-6
    radius = rng.uniform(195, 240)
    middle = dice[out, :2] - way * (radius - rng.uniform(-30, 28))
    others = np.delete(dice, out, 0)
    if (np.hypot(*(others[:, :2] - middle).T) > radius - 45).any():
        return None
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.circle(mask, tuple(middle.astype(int).tolist()), int(radius), (255,), -1, cv2.LINE_AA)
    dark = rng.uniform() < 0.5
    lid = np.zeros_like(image) if dark else cv2.GaussianBlur(image, (0, 0), 25) // 3
    return np.where(mask[..., None] > 0, image, lid).astype(np.uint8), dice


def _by_edge(image: Image, dice: Doubles, rng: np.random.Generator) -> tuple[Image, Doubles] | None:
    out = _outermost(dice)
    axis, high, off = int(rng.integers(2)), rng.uniform() < 0.5, rng.uniform(-24, 22)
    shift = np.zeros(2)
    shift[axis] = (SIZE_WH[axis] + off if high else -off) - dice[out, axis]
    moved = dice + np.array([*shift, 0.0])
    others = np.delete(moved, out, 0)[:, :2]
    if ((others < 50) | (others > np.array(SIZE_WH) - 50)).any():
        return None
    table = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    view = cv2.warpAffine(image, table, SIZE_WH, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8), moved


def lessons_of(
    pictures: Iterator[tuple[Image, dict[str, Any]]], weight: float, seed: int
) -> Iterator[Lesson]:
    """Return the lessons of some pictures, with twins that are cut off or masked as in the box."""
    cut = [reason.value for reason in NAMED].index("out_of_view")
    for number, (image, line) in enumerate(pictures):
        rng = np.random.default_rng((seed, number))
        dice, reason = dice_of(line), reason_of(line)
        yield _lesson(image, dice, reason, weight, number % 2)
        whole = line["kind"] not in ("out_of_view", "stacked", "motion", "three_dice", "hand")
        if whole and len(dice) == 2 and rng.uniform() < CUT_SHARE:
            twin = cut_off(image, dice, rng)
            if twin is not None:
                yield _lesson(*twin, cut, weight / 2, number % 2)
        if rng.uniform() < 0.15 and line["kind"] != "out_of_view":
            mask = np.zeros(image.shape[:2], np.uint8)
            cv2.circle(mask, (320, 240), int(rng.uniform(206, 236)), (255,), -1)
            masked = np.asarray(cv2.copyTo(image, mask), np.uint8)
            yield _lesson(masked, dice, reason, weight / 2, number % 2)


def _lesson(image: Image, dice: Doubles, reason: int, weight: float, half: int) -> Lesson:
    seen = dice.copy()
    seen[:, :2] = seen[:, :2].clip(8, np.array(SIZE_WH) - 8)
    return Lesson(
        jpeg=cv2.imencode(".jpg", image, JPEG)[1].tobytes(),
        layers=finder_for(SIZE_WH).layers(image).astype(np.float16),
        dice=seen,
        reason=reason,
        weight=weight,
        half=half,
    )


def _nearest(finder: PlaceFinder, dice: Doubles) -> tuple[Doubles, npt.NDArray[np.intp]]:
    """Distance in edges of every cell's nearest die, and which die that is."""
    if not len(dice):
        return np.full(finder.cells**2, np.inf), np.zeros(finder.cells**2, np.intp)
    dice_mm = finder.plate.to_mm(dice[:, :2])
    gaps = np.linalg.norm(finder.places_mm[:, None] - dice_mm[None], axis=2) / finder.grid.edge_mm
    return gaps.min(axis=1), gaps.argmin(axis=1)


def _in_other_light(layers: Floats, rng: np.random.Generator) -> Floats:
    """The same view, a little lighter or darker."""
    out = layers.copy()
    out[: Layer.EDGES] *= rng.uniform(0.88, 1.12)
    out[Layer.STEEPEST] *= rng.uniform(0.85, 1.15)
    return out


def first_look(lessons: Sequence[Lesson], seed: int) -> Net:
    """Train the first look: is there a die's middle?"""
    finder, rng = finder_for(SIZE_WH), np.random.default_rng(seed)
    inputs, answers, weights = [], [], []
    for lesson in lessons:
        quarters, flip = int(rng.integers(4)), bool(rng.integers(2))
        layers = turned(lesson.layers.astype(np.float32), quarters, flip=flip)
        away, _ = _nearest(finder, _turned_dice(lesson.dice, quarters, flip=flip))
        away = away[finder.asked]
        hits = np.flatnonzero(away < HIT_EDGES)
        hard = np.flatnonzero((away > MISS_EDGES) & (away < 1))
        hard = rng.choice(hard, min(len(hard), 12), replace=False)
        easy = rng.choice(np.flatnonzero(away > MISS_EDGES), 16, replace=False)
        chosen = np.concatenate([hits, hard, easy])
        inputs.append(finder.first_patches(_in_other_light(layers, rng))[chosen])
        answers.append(np.arange(len(chosen)) < len(hits))
        weights.append(np.where(answers[-1], 2, 1) * lesson.weight)
    parts = (np.concatenate(part) for part in (inputs, answers, weights))
    return fit(*parts, hidden=FIRST_HIDDEN, classes=2, epochs=10, decay=1e-5, seed=seed)


def _turned_dice(dice: Doubles, quarters: int, *, flip: bool) -> Doubles:
    middle = np.array(SIZE_WH) / 2
    off = dice[:, :2] - middle
    for _ in range(quarters):
        off = np.stack([off[:, 1], -off[:, 0]], axis=1)
    return np.column_stack([(off * [-1, 1] if flip else off) + middle, dice[:, 2]])


def second_look(lessons: Sequence[Lesson], first: Net, seed: int) -> Net:
    """Train the second look: what lies there, and how?"""
    finder, rng = finder_for(SIZE_WH), np.random.default_rng(seed)
    inputs, answers, weights = [], [], []
    for lesson in lessons:
        layers = _in_other_light(lesson.layers.astype(np.float32), rng)
        cells, hints = finder.candidates(layers, first)
        away, which = (part[cells] for part in _nearest(finder, lesson.dice))
        there = lesson.dice[which, 2] if len(lesson.dice) else np.zeros(CANDIDATES)
        how = np.where(away < SECOND_HIT_EDGES, there, How.NOTHING).astype(np.intp)
        sure = (away < SECOND_HIT_EDGES) | (away > SECOND_MISS_EDGES)
        patches, told = finder.second_patches(layers, cells), finder.extras(cells, hints)
        for way in rng.choice(8, SECOND_TURNS, replace=False):
            order, sign = ways()[way]
            rows = np.column_stack([patches[:, order] * sign, told])
            inputs.append(rows[sure].astype(np.float16))
            answers.append(how[sure])
            weights.append(np.full(int(sure.sum()), lesson.weight))
    parts = (np.concatenate(part) for part in (inputs, answers, weights))
    return fit(
        *parts, hidden=SECOND_HIDDEN, classes=len(How), epochs=16, decay=1e-4, seed=seed, lost=0.1
    )


def fit(
    inputs: npt.NDArray[Any],
    answers: npt.NDArray[Any],
    weights: npt.NDArray[Any],
    *,
    hidden: int,
    classes: int,
    epochs: int,
    decay: float,
    seed: int,
    lost: float = 0.0,
) -> Net:
    """Return a net with one hidden layer (cross-entropy).

    Args:
        inputs: ``(n, k)``.
        answers: the right class of each, ``(n,)``.
        weights: what each counts for, ``(n,)``.
        hidden: size of the hidden layer.
        classes: number of classes.
        epochs: how often all are seen.
        decay: pull of the weights towards 0.
        seed: of the start and of the order.
        lost: share of the inputs that are blanked while it learns.
    """
    rng = np.random.default_rng(seed)
    mean = inputs.mean(axis=0, dtype=np.float64).astype(np.float32)
    spread = inputs.std(axis=0, dtype=np.float64).astype(np.float32) + np.float32(1e-3)
    size, right = inputs.shape[1], np.eye(classes, dtype=np.float32)[answers.astype(np.intp)]
    net: list[Floats] = [
        rng.normal(0, (2 / size) ** 0.5, (size, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        rng.normal(0, (1 / hidden) ** 0.5, (hidden, classes)).astype(np.float32),
        np.zeros(classes, np.float32),
    ]
    adam = Adam(net)
    for epoch in range(epochs):
        rate, loss = 1.5e-3 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5, 0.0
        for batch in np.array_split(rng.permutation(len(inputs)), len(inputs) // 256 + 1):
            rows = (inputs[batch].astype(np.float32) - mean) / spread
            rows *= rng.random((1, size), np.float32) >= lost
            share = (weights[batch] / weights[batch].sum()).astype(np.float32)
            slopes, lesson_loss = _slopes(net, rows, right[batch], share, np.float32(decay))
            adam.descend(slopes, float(rate))
            loss += lesson_loss * len(batch) / len(inputs)
    say(f"{len(inputs)} lessons, {classes} classes: loss {loss:.4f}")
    inward = net[0] / spread[:, None]
    return Net(inward=inward, bias=net[1] - mean @ inward, outward=net[2], offset=net[3])


def _slopes(
    net: list[Floats], rows: Floats, right: Floats, share: Floats, decay: np.float32
) -> tuple[list[Floats], float]:
    hidden = np.maximum(rows @ net[0] + net[1], 0)
    scores = hidden @ net[2] + net[3]
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances = scores / scores.sum(axis=1, keepdims=True)
    loss = -float((np.log((chances * right).sum(axis=1) + 1e-9) * share).sum())
    error = (chances - right) * share[:, None]
    back = (error @ net[2].T) * (hidden > 0)
    slopes = [
        rows.T @ back + decay * net[0],
        back.sum(axis=0),
        hidden.T @ error + decay * net[2],
        error.sum(axis=0),
    ]
    return slopes, loss


def looks(lessons: Sequence[Lesson], seed: int) -> tuple[Net, Net]:
    """Train both looks."""
    first = first_look(lessons, seed)
    return first, second_look(lessons, first, seed)


def signs(lessons: Sequence[Lesson], nets: tuple[Net, Net]) -> Iterator[tuple[Floats, Lesson]]:
    """Return the signs of the pictures in which the reader finds no pair without a doubt."""
    finder = finder_for(SIZE_WH)
    for lesson in lessons:
        image = lesson.image()
        scene, corner_xy = look_below(image)
        if sure_pair(scene) is not None:
            continue
        places = finder.look_twice(lesson.layers.astype(np.float32), nets)
        yield signs_of(scene, places, image, corner_xy), lesson


def reason_net(found: Sequence[tuple[Floats, Lesson]], seed: int) -> Net:
    """Train the net that weighs the signs: three that began differently, joined into one."""
    inputs = np.array([row for row, _ in found])
    answers = np.array([lesson.reason for _, lesson in found])
    weights = np.array([lesson.weight for _, lesson in found])
    shares = np.array([REASON_WEIGHTS[reason.value] for reason in NAMED]) ** WEIGHT_POWER
    counts = np.bincount(answers, weights=weights, minlength=len(NAMED))
    weights *= (shares / np.maximum(counts, 1))[answers]
    nets = [
        fit(
            inputs,
            answers,
            weights,
            hidden=REASON_HIDDEN,
            classes=len(NAMED),
            epochs=60,
            decay=5e-3,
            seed=seed + number,
        )
        for number in range(JOINED)
    ]
    return Net(
        inward=np.concatenate([net.inward for net in nets], axis=1),
        bias=np.concatenate([net.bias for net in nets]),
        outward=np.concatenate([net.outward / np.float32(JOINED) for net in nets]).astype(
            np.float32
        ),
        offset=np.mean([net.offset for net in nets], axis=0, dtype=np.float32),
    )


def save(nets: dict[str, Net], path: Path) -> None:
    """Write the nets as the reader reads them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = ("inward", "bias", "outward", "offset")
    numbers = {
        f"{name}_{part}": getattr(net, part).astype(np.float16 if name == "second" else np.float32)
        for name, net in nets.items()
        for part in parts
    }
    np.savez_compressed(path, allow_pickle=False, version=np.array(MODEL_VERSION), **numbers)


def learn(lessons: Sequence[Lesson], seed: int) -> dict[str, Net]:
    """Train everything."""
    found: list[tuple[Floats, Lesson]] = []
    for half in (0, 1):
        nets = looks([lesson for lesson in lessons if lesson.half != half], seed + half)
        found += signs([lesson for lesson in lessons if lesson.half == half], nets)
        say(f"{len(found)} pictures with signs")
    first, second = looks(lessons, seed)
    return {"first": first, "second": second, "reason": reason_net(found, seed)}


def main(arguments: list[str] | None = None) -> int:
    """Train and write; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=8000, help="simulated views to draw")
    parser.add_argument("--pictures", type=Path, nargs="*", default=[], help="folders, traced")
    parser.add_argument("--drawn", type=Path, nargs="*", default=[], help="folders, simulated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    lessons = list(lessons_of(drawn(chosen.scenes, chosen.seed), 1.0, chosen.seed))
    for weight, folders in ((1.0, chosen.drawn), (TRACED_WEIGHT, chosen.pictures)):
        for number, folder in enumerate(folders):
            lessons += lessons_of(stored(folder), weight, number)
    say(f"{len(lessons)} lessons")
    save(learn(lessons, chosen.seed), chosen.out)
    say(f"written to {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
