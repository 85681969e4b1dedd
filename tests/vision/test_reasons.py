"""A refusal is named after what is wrong with the picture, and naming it never makes a reading."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision import reasons
from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import Reading, Refusal, RefusalReason
from pi_meyer.vision.reason_places import OUTSIDE, How, Layer, finder_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pi_meyer.vision.reasons import Nets
    from pi_meyer.vision.small_nets import Floats

Image = npt.NDArray[np.uint8]
SCENES = 24


def _views(kind: SceneKind, seed: int, doses: Doses | None = None) -> list[Image]:
    cv2.setNumThreads(1)
    views = []
    for number in range(SCENES):
        rng = np.random.default_rng((seed, number))
        scene = random_scene(rng, doses or Doses(), kind=kind)
        views.append(add_noise(render(scene), scene, rng))
    return views


def _named(views: list[Image]) -> list[RefusalReason]:
    answers = [read_image(view) for view in views]
    return [answer.reason for answer in answers if isinstance(answer, Refusal)]


def _dim(image: Image, rng: np.random.Generator) -> Image:
    return np.asarray(image * rng.uniform(0.0, 0.08), np.uint8)


def _out_of_focus(image: Image, rng: np.random.Generator) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(8.5, 14))), np.uint8)


def _splashed(image: Image, rng: np.random.Generator) -> Image:
    """Drops and crumbs all over the window."""
    out = image.copy()
    for _ in range(450):
        x, y = np.array((320, 240)) + rng.uniform(-175, 175, 2)
        light = float(rng.choice((20, 235)))
        centre = (round(float(x) * 8), round(float(y) * 8))
        radius = round(rng.uniform(2.5, 6) * 8)
        cv2.circle(out, centre, radius, (light,) * 3, -1, cv2.LINE_AA, 3)
    return out


def _square_at(middle_xy: tuple[float, float], turn_deg: float) -> Image:
    """A light square as large as a die, on dark ground."""
    image = np.full((480, 640, 3), 60, np.uint8)
    corners = cv2.boxPoints((middle_xy, (78, 78), turn_deg)).round().astype(np.int32)
    cv2.fillConvexPoly(image, corners, (150, 150, 150))
    return image


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (_dim, RefusalReason.DARK),
        (_out_of_focus, RefusalReason.BLURRED),
        (_splashed, RefusalReason.DIRTY_WINDOW),
    ],
)
def test_a_picture_that_cannot_show_dice_is_named(
    harm: Callable[[Image, np.random.Generator], Image], reason: RefusalReason
) -> None:
    """Two dice that are hidden by dark, defocus or dirt: nine of ten refusals say which it is."""
    rng = np.random.default_rng(5)
    names = _named([harm(view, rng) for view in _views(SceneKind.FLAT, 40)])
    assert len(names) >= SCENES // 2
    assert names.count(reason) >= 0.9 * len(names)


@pytest.mark.parametrize(
    ("kind", "reason", "share"),
    [
        (SceneKind.NO_DICE, RefusalReason.NO_DICE, 0.8),
        (SceneKind.ONE_DIE, RefusalReason.ONE_DIE, 0.85),
        (SceneKind.STACKED, RefusalReason.ONE_DIE, 0.85),
        (SceneKind.THREE_DICE, RefusalReason.THREE_DICE, 0.9),
        (SceneKind.COCKED_WALL, RefusalReason.COCKED, 0.85),
        (SceneKind.COCKED_DIE, RefusalReason.COCKED, 0.85),
        (SceneKind.OUT_OF_VIEW, RefusalReason.OUT_OF_VIEW, 0.6),
        (SceneKind.MOTION, RefusalReason.MOTION, 0.8),
    ],
)
def test_a_roll_that_is_no_roll_is_named(
    kind: SceneKind, reason: RefusalReason, share: float
) -> None:
    """In the light of our box most views of a kind are refused for what they show."""
    names = _named(_views(kind, 42))
    assert len(names) == SCENES
    assert names.count(reason) >= share * SCENES


def test_glare_and_hands_are_named() -> None:
    """Lamp images on the dice are named as glare more than as anything else, hands at times."""
    lamps = Doses(near_lamps=1.0, lamp_images=2.5)
    names = _named(_views(SceneKind.FLAT, 43, lamps) + _views(SceneKind.LIFTED, 43, lamps))
    assert max(set(names), key=names.count) is RefusalReason.GLARE
    names = _named(_views(SceneKind.HAND, 44))
    assert names.count(RefusalReason.HAND) >= 0.3 * len(names)


def test_a_good_picture_is_seldom_dark_blurred_or_dirty() -> None:
    """Usual doses of everything, and more than usual, do not make a picture bad by themselves."""
    doses = Doses(near_lamps=0.5, blur=1.3, frost=1.3, marks=1.5, exposure=1.3)
    names = _named([view for kind in SceneKind for view in _views(kind, 42, doses)[:8]])
    plain = (RefusalReason.DARK, RefusalReason.BLURRED, RefusalReason.DIRTY_WINDOW)
    assert sum(name in plain for name in names) <= 0.03 * len(names)


def test_the_shared_pictures_are_refused_for_the_right_reason(shared: Path) -> None:
    """Of the pictures to be refused 80 in 100 or more are named right (stacked as one die)."""
    text = (shared / "frames/manifest.jsonl").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    rows = [row for row in rows if row["expect"]["action"] == "refuse"]
    right = 0
    for row in rows:
        image = cv2.imread(str(shared / "frames" / row["file"]))
        assert image is not None
        answer = read_image(np.asarray(image, np.uint8))
        assert not isinstance(answer, Reading)
        wanted = row["expect"]["reason"]
        right += answer.reason.value in (wanted, "one_die" if wanted == "stacked" else wanted)
    assert right >= 0.8 * len(rows)


def test_a_missing_file_of_numbers_is_an_error_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its numbers the program says which file is missing."""
    monkeypatch.setattr(reasons, "models_folder", lambda: tmp_path)
    reasons.shipped_nets.cache_clear()
    with pytest.raises(SettingsError, match=r"reasons\.npz"):
        reasons.shipped_nets()
    reasons.shipped_nets.cache_clear()


def test_a_place_looks_the_same_wherever_it_lies() -> None:
    """A patch is turned so that outwards is right: a picture turned by a quarter has the same."""
    square = _square_at((430.0, 250.0), 20.0)
    quarter = square.copy()
    quarter[:, 80:560] = np.rot90(square[:, 80:560])
    finder = finder_for((640, 480))
    right, down = 430.0 - 319.5, 250.0 - 239.5
    now = np.array([[319.5 + down, 239.5 - right]], np.float32)
    one = finder.patches(finder.show(square).planes, np.array([[430, 250]], np.float32))
    other = finder.patches(finder.show(quarter).planes, now)
    away = np.abs(one - other).mean(axis=(0, 2, 3))
    assert away.max() < 0.35
    assert np.abs(one).mean(axis=(0, 2, 3)).min() > 0.35


def test_an_edge_has_its_way_from_the_way_outwards() -> None:
    """The way of an edge is told as it lies in the turned patch, not in the picture."""
    square = _square_at((430.0, 239.5), 0.0)
    finder = finder_for((640, 480))
    spot = np.array([[430, 239.5]], np.float32)
    ways = np.array([1.0, np.exp(1j * np.pi / 4)], np.complex64)
    planes = finder.show(square).planes
    straight, slanted = (finder.turned_patches(planes, spot, way[None])[0] for way in ways)
    assert np.abs(straight[Layer.EDGES_COS]).max() > 5
    assert np.abs(straight[Layer.EDGES_SIN]).mean() < 0.5 * np.abs(straight[Layer.EDGES_COS]).mean()
    assert np.abs(slanted[Layer.EDGES_COS]).mean() < 0.5 * np.abs(slanted[Layer.EDGES_SIN]).mean()


def test_a_patch_tells_where_the_picture_ends() -> None:
    """Beyond the picture's edge there is no light, not even black."""
    finder = finder_for((640, 480))
    planes = finder.show(np.zeros((480, 640, 3), np.uint8)).planes
    patch = finder.patches(planes, np.array([[320, 478]], np.float32))[0]
    light = patch[Layer.LARGEST]
    assert (light[:, :10] >= 0).all()
    assert (light[:, -8:] == OUTSIDE).all()


@pytest.mark.parametrize("shape", [(64, 640), (360, 640), (960, 640), (480, 640)])
def test_places_are_found_in_pictures_of_any_shape(shape: tuple[int, int]) -> None:
    """A blank picture of whatever height has six places, and nothing is sure to lie there."""
    finder = finder_for((shape[1], shape[0]))
    shown = finder.show(np.full((*shape, 3), 90, np.uint8))
    places = finder.look_twice(shown, reasons.shipped_nets()[0].looks)
    assert places.chances.shape == (6, len(How))
    assert np.allclose(places.chances.sum(axis=1), 1, atol=1e-3)


@pytest.mark.parametrize(("chance", "asked"), [(0.9, 1), (0.5, 3)])
def test_further_nets_are_asked_only_where_the_first_are_unsure(chance: float, asked: int) -> None:
    """What the first nets are sure of stands; else all trainings are averaged."""
    answers = iter(np.array([[chance, 1 - chance], [0.1, 0.9], [0.3, 0.7]], np.float32))
    count = 0

    def ask(_: Nets) -> Floats:
        nonlocal count
        count += 1
        return np.asarray(next(answers), np.float32)

    chances = reasons.agreed(reasons.shipped_nets(), ask)
    assert count == asked
    assert chances[0] == pytest.approx(chance if asked == 1 else 0.3)
