"""What forbids a face whatever else is found: here, where it lies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision import tuning
from pi_meyer.vision.judge import Doubt, Scene, judge, judge_all, look
from pi_meyer.vision.planes import planes_of
from pi_meyer.vision.reader import around_window, sure_pair


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
