"""Dice in the light of lamps near the lens are read without it, and nothing else is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.expectation import Expectation, expected
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import Image, add_noise, render
from pi_meyer.vision.reader import look_below, read_image, sure_pair
from pi_meyer.vision.reading import Reading
from pi_meyer.vision.second_look import leans_without_lamp_light, pair_in_lamp_light

SCENES = 60


def _view(seed: int, number: int, kind: SceneKind, near_lamps: float) -> tuple[Image, list[int]]:
    """A simulated view, and the bottom faces of two dice that can be read in it, else nothing."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, number))
    scene = random_scene(rng, Doses(near_lamps=near_lamps), kind=kind)
    view = render(scene)
    legible = expected(scene, view) is not Expectation.REFUSE
    return add_noise(view, scene, rng), sorted(map(int, scene.bottoms)) if legible else []


def test_a_second_look_reads_more_and_nothing_wrong() -> None:
    """Of views with near lamps some are read only without their light, all of them right."""
    found = 0
    for number in range(SCENES):
        view, bottoms = _view(41, number, SceneKind.FLAT, 1.0)
        scene, _ = look_below(view)
        pair = pair_in_lamp_light(scene) if sure_pair(scene) is None else None
        if pair is not None:
            assert sorted(judged.face.value for judged in pair) == bottoms
            found += 1
    assert found >= 1


@pytest.mark.parametrize("kind", [SceneKind.COCKED_DIE, SceneKind.THREE_DICE])
def test_a_second_look_finds_no_two_flat_dice_where_there_are_none(kind: SceneKind) -> None:
    """Dice that lean, or three of them, are not read without the lamps' light either."""
    for number in range(SCENES // 2):
        view, _ = _view(42, number, kind, 1.0)
        assert not isinstance(read_image(view), Reading)


def test_far_lamps_get_no_second_look() -> None:
    """Where no lamp shines near the axis nothing is taken away, and no time."""
    for number in range(SCENES // 3):
        scene, _ = look_below(_view(43, number, SceneKind.COCKED_WALL, 0.0)[0])
        assert pair_in_lamp_light(scene) is None


@pytest.mark.parametrize(("seed", "number"), [(90002, 339), (91001, 46)])
def test_lamp_images_on_the_sides_do_not_make_a_leaning_die_flat(seed: int, number: int) -> None:
    """A die whose sides lamps' images straighten leans once they are taken away."""
    view, _ = _view(seed, number, SceneKind.COCKED_DIE, 1.0)
    assert not isinstance(read_image(view), Reading)
    scene, _ = look_below(view)
    assert leans_without_lamp_light(scene, scene.faces[:2])


@pytest.mark.parametrize(
    ("seed", "number", "kind", "truth"),
    [
        (770802, 531, SceneKind.TOUCHING, [2, 3]),
        (770901, 672, SceneKind.FLAT, [4, 5]),
        (770902, 501, SceneKind.TOUCHING, [1, 5]),
    ],
)
def test_a_lamp_s_image_in_the_middle_of_a_face_is_no_pip_and_hides_none(
    seed: int, number: int, kind: SceneKind, truth: list[int]
) -> None:
    """A light 2 or 4 with a lamp in its middle is no 3 or 5, a 5 whose middle is white no 4."""
    view, bottoms = _view(seed, number, kind, 1.0)
    assert bottoms == truth
    assert not isinstance(read_image(view), Reading)


@pytest.mark.parametrize("number", [285, 507, 1396, 1472, 2291, 2713])
def test_a_third_die_in_lamps_light_is_seen(number: int) -> None:
    """A third die whose pips or sides lamps' light hides shows once that light is taken away."""
    view, _ = _view(707070, number, SceneKind.THREE_DICE, 1.0)
    assert not isinstance(read_image(view), Reading)


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        (330033, 1986),  # images that run together before the lit room
        (61101, 371),
        (770102, 73),  # a lone pip in a square, in glow
        (61101, 201),
        (616161, 1154),  # a white pip in even white light
        (31003, 3170),  # a white die right under a lamp's image
        (1201003, 847),  # dice right above the lens, among the images
        (31003, 1809),
        (1201005, 372),
        (707070, 2728),  # a red die whose pips lie under two images
    ],
)
def test_a_third_die_that_near_lamps_disguise_is_seen(seed: int, number: int) -> None:
    """Three dice, one of which lies under lamps' images or in their glow, are not read as two."""
    view, _ = _view(seed, number, SceneKind.THREE_DICE, 1.0)
    assert not isinstance(read_image(view), Reading)
