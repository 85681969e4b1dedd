"""Fit the nets that name a reason: the first look, the closer look, and the net over the signs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pi_meyer.vision.reader import look_below, sure_pair
from pi_meyer.vision.reason_places import HARDLY, How, Layer, PlaceFinder, finder_for
from pi_meyer.vision.reason_signs import signs_of
from pi_meyer.vision.reasons import NAMED
from pi_meyer.vision.small_nets import Floats, Net, PatchNet
from tests.benchmarks.net_fitting import fit, fit_patches
from tests.benchmarks.reason_lessons import SIZE_WH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.benchmarks.reason_lessons import Doubles, Lesson

REASON_WEIGHTS = {"no_dice": 7, "one_die": 22, "three_dice": 12, "cocked": 42}
REASON_WEIGHTS |= {"out_of_view": 9, "motion": 10, "glare": 8, "hand": 4}
"""How often each reason is right, as in the shared pictures (a stacked pair looks like one die).

A hand and glare, which stands for two flat dice of which a pip is not in view, are never asked for
there, but are named for what they are: as often as just makes glare the commonest name of flat dice
that are refused under lamps near the lens.
"""

HIT_EDGES, MISS_EDGES = 0.22, 0.4
"""A cell this near a die's middle must say yes; one farther away must say no."""
CLOSER_HIT_EDGES, CLOSER_MISS_EDGES = 0.33, 0.45
CUT_OFF_WEIGHT = 3.0
"""What a die that is cut off counts for beside a whole one: it is harder to see, and rarer."""
FIRST_SIZES, FIRST_EPOCHS = (12, 16, 24), 8
REASON_HIDDEN = 64
CLOSER_SIZES = (24, 64, 96)
SHIFTS, SHIFTS_HEAVY = 1, 3
"""How often the places of a picture are shown to the closer look, each time a little shifted: of
a simulated one, and of one that counts for more."""
SHIFT_PX, SCALE_LOG, TURN_RAD = 5.0, 0.05, 0.12
JOINED = 3
"""Nets that weigh the signs and whose scores are averaged."""


def _nearest(centres: Floats, dice: Doubles) -> tuple[Doubles, npt.NDArray[np.intp]]:
    """Distance in edges of every place's nearest die, and which die that is."""
    if not len(dice):
        return np.full(len(centres), np.inf), np.zeros(len(centres), np.intp)
    finder = finder_for(SIZE_WH)
    gaps = np.linalg.norm(centres[:, None] - dice[None, :, :2], axis=2)
    gaps /= finder.grid.edge_mm * finder.plate.px_per_mm
    return gaps.min(axis=1), gaps.argmin(axis=1)


def first_look(lessons: Sequence[Lesson], seed: int) -> PatchNet:
    """Train the first look: is there a die's middle?"""
    rng = np.random.default_rng(seed)
    parts = [_first_lessons(lesson, rng) for lesson in lessons]
    patches, told, answers, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
    return fit_patches(
        patches,
        told,
        answers,
        weights,
        sizes=FIRST_SIZES,
        classes=2,
        epochs=FIRST_EPOCHS,
        decay=1e-5,
        lost=0.1,
        seed=seed,
    )


def _first_lessons(
    lesson: Lesson, rng: np.random.Generator
) -> tuple[npt.NDArray[np.float16], Floats, npt.NDArray[np.intp], Doubles]:
    finder = finder_for(SIZE_WH)
    flips = (bool(rng.integers(2)), bool(rng.integers(2)))
    grid = _flipped(finder.show(lesson.image()).grid, flips)
    grid[: Layer.EDGES] *= np.float32(rng.uniform(0.9, 1.1))
    away, which = _nearest(finder.centres[finder.asked], _flipped_dice(lesson.dice, flips))
    hits = np.flatnonzero(away < HIT_EDGES)
    hard = np.flatnonzero((away > MISS_EDGES) & (away < 1))
    hard = rng.choice(hard, min(len(hard), 10), replace=False)
    easy = rng.choice(np.flatnonzero(away > MISS_EDGES), 12, replace=False)
    chosen = np.concatenate([hits, hard, easy])
    patches, told = finder.first_patches(grid, chosen)
    answers = (np.arange(len(chosen)) < len(hits)).astype(np.intp)
    weights = np.where(answers, 2.0, 1.0) * lesson.weight
    weights[: len(hits)] *= _cut_off_weight(lesson.dice, which[hits])
    return patches.astype(np.float16), told, answers, weights


def _cut_off_weight(dice: Doubles, which: npt.NDArray[np.intp]) -> Doubles:
    cut = dice[which, 2] == How.CUT_OFF if len(dice) else np.zeros(len(which), bool)
    return np.where(cut, CUT_OFF_WEIGHT, 1.0)


def _flipped(grid: Floats, flips: tuple[bool, bool]) -> Floats:
    """Flip a grid ``(k, n, n)`` left to right and top to bottom; it has no layer with a way."""
    across, down = (-1 if flip else 1 for flip in flips)
    return np.ascontiguousarray(grid[:, ::down, ::across])


def _flipped_dice(dice: Doubles, flips: tuple[bool, bool]) -> Doubles:
    middle = np.array(SIZE_WH) / 2
    signs = np.where(flips, -1.0, 1.0)
    return np.column_stack([(dice[:, :2] - middle) * signs + middle, dice[:, 2]])


def closer_look(lessons: Sequence[Lesson], first: PatchNet, seed: int) -> PatchNet:
    """Train the closer look: what lies there, and how?"""
    rng = np.random.default_rng(seed)
    parts = [_closer_lessons(lesson, first, rng) for lesson in lessons]
    patches, told, answers, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
    return fit_patches(
        patches,
        told,
        answers,
        weights,
        sizes=CLOSER_SIZES,
        classes=len(How),
        epochs=14,
        decay=3e-4,
        lost=0.4,
        seed=seed,
        change=_in_other_light,
    )


def _closer_lessons(
    lesson: Lesson, first: PatchNet, rng: np.random.Generator
) -> tuple[npt.NDArray[np.float16], Floats, npt.NDArray[np.intp], Doubles]:
    finder = finder_for(SIZE_WH)
    shown = finder.show(lesson.image())
    found = finder.candidates(shown.grid, first)
    rows = []
    for _ in range(SHIFTS_HEAVY if lesson.weight > 1 else SHIFTS):
        centres, patches = _shifted(finder, shown.planes, found.centres, rng)
        away, which = _nearest(found.centres, lesson.dice)
        there = lesson.dice[which, 2] if len(lesson.dice) else np.zeros(len(centres))
        how = np.where(away < CLOSER_HIT_EDGES, there, How.NOTHING).astype(np.intp)
        sure = (away < CLOSER_HIT_EDGES) | (away > CLOSER_MISS_EDGES)
        sure &= found.told[:, -1] > HARDLY
        share = lesson.weight / (SHIFTS_HEAVY if lesson.weight > 1 else SHIFTS)
        weight = share * np.where(how[sure] == How.CUT_OFF, CUT_OFF_WEIGHT, 1.0)
        rows.append((patches[sure].astype(np.float16), found.told[sure], how[sure], weight))
    patch, told, hows, weights = (np.concatenate(part) for part in zip(*rows, strict=True))
    return patch, told, hows, weights


def _shifted(
    finder: PlaceFinder,
    planes: tuple[npt.NDArray[Any], ...],
    centres: Floats,
    rng: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Patches that are a little off, turned and scaled."""
    off = centres - np.array(finder.plate.centre_xy_px, np.float32)
    ways = off[:, 0] + 1j * off[:, 1]
    ways /= np.maximum(np.abs(ways), 1e-3)
    ways *= np.exp(rng.normal(0, SCALE_LOG, len(ways)) + 1j * rng.normal(0, TURN_RAD, len(ways)))
    moved = centres + rng.normal(0, SHIFT_PX / 2, centres.shape).astype(np.float32)
    return moved, finder.turned_patches(planes, moved, ways.astype(np.complex64))


def _in_other_light(patches: Floats, rng: np.random.Generator) -> Floats:
    """The same places, mirrored across the way outwards or not, a little lighter or darker."""
    out = patches.copy()
    flips = rng.uniform(0, 1, len(out)) < 0.5
    out[flips] = out[flips][:, :, ::-1]
    out[flips, Layer.EDGES_SIN] *= -1
    gains = rng.uniform(0.88, 1.12, (len(out), 1, 1, 1)).astype(np.float32)
    light = out[:, : Layer.EDGES]
    np.copyto(light, light * gains, where=light > 0)
    steep = rng.uniform(0.85, 1.15, (len(out), 1, 1)).astype(np.float32)
    out[:, Layer.STEEPEST] *= steep
    return out


def looks(lessons: Sequence[Lesson], seed: int) -> tuple[PatchNet, PatchNet]:
    """Train both looks."""
    first = first_look(lessons, seed)
    return first, closer_look(lessons, first, seed)


def signs(
    lessons: Sequence[Lesson], nets: tuple[PatchNet, PatchNet]
) -> Iterator[tuple[Floats, Lesson]]:
    """Return the signs of the pictures in which the reader finds no pair without a doubt."""
    finder = finder_for(SIZE_WH)
    for lesson in lessons:
        image = lesson.image()
        scene, corner_xy = look_below(image)
        if sure_pair(scene) is not None:
            continue
        places = finder.look_twice(finder.show(image), nets)
        yield signs_of(scene, places, image, corner_xy), lesson


def reason_net(found: Sequence[tuple[Floats, Lesson]], seed: int) -> Net:
    """Train the net that weighs the signs: three that began differently, joined into one."""
    inputs = np.array([row for row, _ in found])
    answers = np.array([lesson.reason for _, lesson in found])
    weights = np.array([lesson.weight for _, lesson in found])
    shares = np.array([REASON_WEIGHTS[reason.value] for reason in NAMED])
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
            decay=3e-2,
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
