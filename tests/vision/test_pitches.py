"""The other die's pitch tells a flat die from one that leans, which looks smaller."""

from __future__ import annotations

import dataclasses
import math

import cv2
import numpy as np
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision import tuning
from pi_meyer.vision.leans import Lean
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.pitches import advantage_of_size
from pi_meyer.vision.reader import look_below

_SURE = Lean(firm=1e6, window=(0.0, 0.0), known=(1e6, 0.0, 1e6), flat=(0.0, 0.0), cost=0.0)
_USUAL = 1 / math.tan(math.radians(tuning.CAMERA_SPREAD_DEG)) ** 2
_UNSURE = dataclasses.replace(_SURE, firm=_USUAL, known=(_USUAL, 0.0, _USUAL))


def test_like_pitches_speak_for_flat_and_a_smaller_one_for_a_tilt() -> None:
    """The more a face falls short of the other's pitch, the less flat it is, up to a limit."""
    shorts = (0.0, 0.003, 0.006, 0.009, 0.012)
    found = [advantage_of_size(_SURE, (0.2, 0.0), short) for short in shorts]
    assert found == sorted(found, reverse=True)
    assert found[0] > 3
    assert -8 < found[-1] < 0


def test_dice_of_two_sets_tell_little() -> None:
    """A face far larger than the other is no flatter, and one far smaller no sure tilt."""
    assert abs(advantage_of_size(_SURE, (0.2, 0.0), 0.4)) < 1
    larger = advantage_of_size(_SURE, (0.2, 0.0), -0.1)
    assert larger == advantage_of_size(_SURE, (0.2, 0.0), 0.0)


def test_what_the_window_s_slope_explains_is_no_tilt() -> None:
    """A window that falls away makes dice smaller; where its slope is not known, little is told."""
    away = dataclasses.replace(_SURE, window=(0.1, 0.0))
    assert advantage_of_size(away, (0.2, 0.0), 0.02) == advantage_of_size(_SURE, (0.2, 0.0), 0.0)
    near = advantage_of_size(_UNSURE, (0.05, 0.0), 0.0)
    far = advantage_of_size(_UNSURE, (0.5, 0.0), 0.0)
    assert near > far > 0


@pytest.mark.parametrize("kind", [SceneKind.FLAT, SceneKind.COCKED_WALL])
def test_pairs_of_one_set_speak_for_what_they_are(kind: SceneKind) -> None:
    """In simulated views flat pairs are mostly alike, and a die that leans is mostly smaller."""
    cv2.setNumThreads(1)
    told = []
    for number in range(60):
        rng = np.random.default_rng((4242, number))
        scene = random_scene(rng, Doses(), kind=kind)
        one, two = scene.dice
        if one.pitch != two.pitch or one.style.pip != two.style.pip:
            continue
        found, corner_xy = look_below(add_noise(render(scene), scene, rng))
        middles = [scene.project(die.bottom_corners_mm()).mean(axis=0) for die in scene.dice]
        for face in found.faces[:2]:
            off = [math.dist(face.centre_xy + corner_xy, middle) for middle in middles]
            die = scene.dice[int(np.argmin(off))]
            leans = die.tilt_deg > 0
            if min(off) < 10 and face.value == die.bottom and leans is (kind is not SceneKind.FLAT):
                told.append(found.stance(face).by_size)
    asked = [one for one in told if one]
    assert len(asked) >= 10
    usual = float(np.median(asked))
    assert usual > 1 if kind is SceneKind.FLAT else usual < -1


def test_a_light_and_a_dark_die_are_no_set() -> None:
    """Dice of two kinds are not compared, and neither is a 1, which has no pitch."""
    cv2.setNumThreads(1)
    seen = 0
    for number in range(40):
        rng = np.random.default_rng((4343, number))
        scene = random_scene(rng, Doses(), kind=SceneKind.FLAT)
        found, _ = look_below(add_noise(render(scene), scene, rng))
        pair = found.faces[:2]
        mixed = {face.polarity for face in pair} == {Polarity.LIGHT, Polarity.DARK}
        if len(pair) == 2 and (mixed or 1 in {face.value for face in pair}):
            seen += 1
            assert all(found.stance(face).by_size == 0 for face in pair)
    assert seen >= 5
