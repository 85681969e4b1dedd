"""Lessons for the nets of gate and reasons: simulated and stored pictures with their truth.

The shared pictures are never among them; they are only measured.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.expectation import Expectation, expected
from pi_meyer.simulation.scene import READABLE_KINDS, Scene, SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.reason_places import How
from pi_meyer.vision.reasons import NAMED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

Image = npt.NDArray[np.uint8]
Doubles = npt.NDArray[np.float64]
Line = dict[str, Any]

SIZE_WH = (640, 480)
KIND_WEIGHTS = {
    SceneKind.COCKED_WALL: 21.0,
    SceneKind.COCKED_DIE: 21.0,
    SceneKind.THREE_DICE: 8.0,
    SceneKind.STACKED: 6.5,
    SceneKind.ONE_DIE: 6.0,
    SceneKind.MOTION: 10.0,
    SceneKind.OUT_OF_VIEW: 7.5,
    SceneKind.NO_DICE: 4.0,
    SceneKind.FLAT: 1.5,
    SceneKind.TOUCHING: 5.5,
    SceneKind.RIM: 5.5,
    SceneKind.LIFTED: 1.5,
    SceneKind.HAND: 2.0,
}
"""How many scenes in a hundred are of each kind: a die that leans is the hardest to see."""

NEAR_SHARE = 0.6
"""Share of the scenes with lamps near the lens, whose images make it hard to say what is wrong."""

DOSES = (0.6, 1.5)
"""Least and most of every hard thing, beside the usual 1."""

READABLE = dict.fromkeys(READABLE_KINDS, 1.0) | {SceneKind.HAND: 1.5}
"""Views that are refused for glare or a hand, if at all: more of them for the net that weighs."""

READABLE_NEAR_SHARE = 0.85
"""Under lamps far out nearly all of them are read."""

CUT_SHARE = 0.5
"""Share of pairs that are shown once more with one die cut off."""

SMEARED_SHARE = 0.12
"""Share of pairs that are shown once more with one die or both in motion, each by itself."""

SMEARS = 11
"""Moments of the exposure that are averaged."""

MASKED_SHARE = 0.15
"""Share of pictures that are shown once more as the box masks them."""

TWIN_WEIGHT = 0.5
"""What such a twin counts for beside its picture."""

TRACED_WEIGHT = 6.0
"""What a traced picture counts for beside a simulated one."""

APART_PX = 110.0
"""Distance of two dice from which one can be smeared without the other."""

WEIGHED_EVERY = 3
"""The looks learn from the other pictures; of every third one the signs are weighed."""

LEANS_DEG = 5.0
"""A die that is tilted more than this leans."""

JPEG = (cv2.IMWRITE_JPEG_QUALITY, 95)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """One picture with its truth.

    Attributes:
        jpeg: the picture, packed.
        dice: middle in pixels and ``How``, ``(dice, 3)``.
        reason: number of the right reason in ``NAMED``.
        weight: what it counts for.
        weighs: whether the net that weighs the signs learns from it, and the looks do not; the
            same for a picture and its twins.
    """

    jpeg: bytes
    dice: Doubles
    reason: int
    weight: float
    weighs: bool

    def image(self) -> Image:
        """Return the picture, unpacked."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), 1), np.uint8)


def drawn(
    numbers: range, seed: int, kinds: Mapping[SceneKind, float], near_share: float
) -> Iterator[tuple[Image, Line]]:
    """Draw simulated views with lines as in manifests.

    Args:
        numbers: of the views.
        seed: of all views.
        kinds: how many are of each kind, in any unit.
        near_share: share of the views with lamps near the lens.
    """
    names_of_kinds, shares = list(kinds), np.array(list(kinds.values()))
    shares /= shares.sum()
    names = ("blur", "noise", "vignetting", "lamp_images", "haze", "frost", "marks", "uneven")
    for number in numbers:
        rng = np.random.default_rng((seed, number))
        kind = names_of_kinds[int(rng.choice(len(shares), p=shares))]
        doses = {name: float(rng.uniform(*DOSES)) for name in (*names, "exposure", "room")}
        scene = random_scene(rng, Doses(near_lamps=near_share, **doses), kind=kind)
        view = render(scene)
        yield add_noise(view, scene, rng), _line(scene, expected(scene, view))


def _line(scene: Scene, asked: Expectation) -> Line:
    expect = {"action": asked.value}
    if scene.reason is not None:
        expect["reason"] = scene.reason.value
    corners = zip(scene.corners_px(), scene.dice, strict=True)
    dice = [{"px_corners": four.tolist(), "tilt_deg": die.tilt_deg} for four, die in corners]
    return {"kind": scene.kind.value, "expect": expect, "dice": dice}


def stored(folder: Path) -> Iterator[tuple[Image, Line]]:
    """Return the pictures of a folder with their lines."""
    for text in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        image = cv2.imread(str(folder / line["file"]))
        if image is not None:
            yield np.asarray(image, np.uint8), line


def reason_of(line: Line) -> int:
    """Return the number of the right reason; a readable pair that is refused anyway is glare."""
    names = [reason.value for reason in NAMED]
    expect = line["expect"]
    name = expect["reason"] if expect["action"] == "refuse" else "glare"
    name = "hand" if line["kind"] == "hand" else name
    return names.index("one_die" if name == "stacked" else name)


def dice_of(line: Line) -> Doubles:
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


def smeared(image: Image, dice: Doubles, rng: np.random.Generator) -> tuple[Image, Doubles]:
    """Let one die or both roll on during the exposure, each on its own way and with its own spin.

    In the pictures a die may lie still while the other one comes to rest.
    """
    out, found = image.astype(np.float32), dice.copy()
    still = int(rng.integers(0, 3))
    for number, (x, y, _) in enumerate(dice):
        if number == still:
            continue
        found[number, 2] = How.MOVING
        way, length, spin = rng.uniform(0, 2 * np.pi), rng.uniform(12, 34), rng.normal(0, 11)
        total = np.zeros_like(out)
        for share in np.linspace(-0.5, 0.5, SMEARS):
            table = cv2.getRotationMatrix2D((float(x), float(y)), float(spin * share), 1.0)
            table[:, 2] += share * length * np.array((np.cos(way), np.sin(way)))
            view = cv2.warpAffine(image, table, SIZE_WH, borderMode=cv2.BORDER_REPLICATE)
            total += view.astype(np.float32) / SMEARS
        disc = np.zeros(image.shape[:2], np.float32)
        cv2.circle(disc, (round(float(x)), round(float(y))), round(58 + length / 2), (1.0,), -1)
        share_of = cv2.GaussianBlur(disc, (0, 0), 7)[..., None]
        out = out * (1 - share_of) + total * share_of
    return out.clip(0, 255).astype(np.uint8), found


def lessons_of(
    pictures: Iterator[tuple[Image, Line]], weight: float, seed: int
) -> Iterator[Lesson]:
    """Return the lessons of some pictures, with twins that are cut off or masked as in the box."""
    cut, moving = (
        [reason.value for reason in NAMED].index(name) for name in ("out_of_view", "motion")
    )
    for number, (image, line) in enumerate(pictures):
        rng = np.random.default_rng((seed, number))
        dice, reason = dice_of(line), reason_of(line)
        weighs = number % WEIGHED_EVERY == 0
        yield _lesson(image, dice, reason, weight, weighs)
        whole = line["kind"] not in ("out_of_view", "stacked", "motion", "three_dice", "hand")
        if whole and len(dice) == 2 and rng.uniform() < CUT_SHARE:
            twin = cut_off(image, dice, rng)
            if twin is not None:
                yield _lesson(*twin, cut, TWIN_WEIGHT * weight, weighs)
        apart = len(dice) == 2 and np.hypot(*(dice[0, :2] - dice[1, :2])) > APART_PX
        if whole and apart and rng.uniform() < SMEARED_SHARE:
            yield _lesson(*smeared(image, dice, rng), moving, TWIN_WEIGHT * weight, weighs)
        if rng.uniform() < MASKED_SHARE and line["kind"] != "out_of_view":
            mask = np.zeros(image.shape[:2], np.uint8)
            cv2.circle(mask, (320, 240), int(rng.uniform(206, 236)), (255,), -1)
            masked = np.asarray(cv2.copyTo(image, mask), np.uint8)
            yield _lesson(masked, dice, reason, TWIN_WEIGHT * weight, weighs)


def lessons_from(scenes: int, readable: int, seed: int, folders: Sequence[Path]) -> list[Lesson]:
    """Return simulated lessons and those of folders with traced pictures."""
    views = drawn(range(scenes), seed, KIND_WEIGHTS, NEAR_SHARE)
    lessons = list(lessons_of(views, 1.0, seed))
    views = drawn(range(scenes, scenes + readable), seed, READABLE, READABLE_NEAR_SHARE)
    more = (_lesson(image, dice_of(line), reason_of(line), 1.0, True) for image, line in views)
    lessons += more
    for number, folder in enumerate(folders):
        lessons += lessons_of(stored(folder), TRACED_WEIGHT, number)
    return lessons


def _lesson(image: Image, dice: Doubles, reason: int, weight: float, weighs: bool) -> Lesson:
    seen = dice.copy()
    seen[:, :2] = seen[:, :2].clip(8, np.array(SIZE_WH) - 8)
    return Lesson(
        jpeg=cv2.imencode(".jpg", image, JPEG)[1].tobytes(),
        dice=seen,
        reason=reason,
        weight=weight,
        weighs=weighs,
    )
