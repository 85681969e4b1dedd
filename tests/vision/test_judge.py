"""What forbids a face whatever else is found: here, where it lies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision import tuning
from pi_meyer.vision.flatness import Stance
from pi_meyer.vision.judge import Doubt, Scene, judge, judge_all, look
from pi_meyer.vision.planes import planes_of
from pi_meyer.vision.reader import around_window, read_image, sure_pair
from pi_meyer.vision.reading import Reading


def _readable() -> Scene:
    """A simulated view of two dice that are read."""
    for number in range(50):
        rng = np.random.default_rng((5, number))
        drawn = random_scene(rng, Doses())
        view = np.asarray(add_noise(render(drawn), drawn, rng), np.uint8)
        scene = look(planes_of(around_window(view)[0]))
        if isinstance(sure_pair(scene), list):
            return scene
    raise AssertionError("none of fifty simulated views is read")


def test_a_face_beyond_every_cup_is_no_die() -> None:
    """Seen from the camera's axis, a face as far out as no die can lie forbids a reading."""
    scene = _readable()
    faces = scene.faces[:2]
    assert judge_all(scene, faces) is not None
    x, y = faces[0].centre_xy.tolist()
    moved = replace(scene, middle_xy=(x + tuning.DICE_WITHIN_PX + 1, y), stances=[])
    assert Doubt.FAR_OUT in judge(moved, faces[0]).doubts
    assert judge_all(moved, faces) is None


@pytest.mark.parametrize(
    ("sides", "misfit", "leans"), [(0.5, 15, True), (0.5, 5, False), (0.7, 15, False)]
)
def test_a_four_across_the_crease_of_a_leaning_die_is_no_flat_face(
    sides: float, misfit: float, leans: bool
) -> None:
    """Pips of two faces make a 4 that fits flat badly, with two weak sides across the crease."""
    scene = _readable()
    strengths = np.array((sides, 0.95, sides, 0.95), np.float32)
    four = replace(scene.faces[0], value=4, strengths=strengths)
    stance = Stance(advantage=2.0, misfit=misfit, smear_px2=0j)
    pair, told = (four, scene.faces[1]), [stance, stance]
    scene = replace(scene, faces=pair, stances=told, straight_stances=told)
    assert (Doubt.TILTED in judge(scene, four).doubts) is leans


def test_a_clear_2_that_leans_by_thirteen_degrees_is_not_read() -> None:
    """Two pips tell least: what speaks for flat must outweigh a tilt almost as much."""
    rng = np.random.default_rng((20261203, 91548))
    rng.random()
    scene = random_scene(rng, Doses(near_lamps=0.0), kind=SceneKind.COCKED_WALL)
    view = render(scene)
    noises = (np.random.default_rng(number) for number in range(5))
    assert not any(
        isinstance(read_image(add_noise(view, scene, noise)), Reading) for noise in noises
    )
