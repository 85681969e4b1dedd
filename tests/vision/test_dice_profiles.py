"""Dice of every profile are seen and read; the gate measures the window in their edge."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pi_meyer.service.eye import COMMON_EDGE_MM, Eye
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.dice_model import STYLES
from pi_meyer.simulation.optics import PLATE_SHIFT_MM, Lens
from pi_meyer.simulation.profiled import measured_as, style_of
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import Pose, SimulatedTable
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.gate import GateState
from pi_meyer.vision.gate import View as GateView
from pi_meyer.vision.hidden import Reveal, RevealKind
from pi_meyer.vision.plate import EDGE_MM
from pi_meyer.vision.profiles import camera_names, camera_profile, die_names, die_profile
from pi_meyer.vision.reader import read_frames, read_image
from pi_meyer.vision.reading import Reading

STEP_S = 0.05


@pytest.mark.parametrize("name", die_names())
def test_a_box_told_of_its_dice_sees_them_at_rest_and_reads_them(name: str) -> None:
    """Apart, touching and at the rim the gate says ready, and the values are the table's."""
    profile = die_profile(name)
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=5, style=style_of(profile), profile=profile)
    eye = Eye(camera=SimulatedCamera(table, clock, seed=5), edge_mm=profile.edge_mm)
    rng = np.random.default_rng(1)
    for pose in (Pose.APART, Pose.TOUCHING, Pose.EDGE):
        tops = table.roll(rng)
        table.shake_and_set_down(tops, pose)
        last: GateState | None = None
        for _ in range(round(3.0 / STEP_S)):
            clock.advance(STEP_S)
            last = (last, *eye.look(clock.now_s()).states)[-1]
        assert last is not None
        assert last.view is GateView.READY
        reading = read_frames(
            eye.open(Reveal(kind=RevealKind.LIFT, at_s=clock.now_s())).before_press.frames
        )
        assert isinstance(reading, Reading)
        assert sorted(reading.top) == sorted(tops)
        eye.drop()
    assert eye.plate is not None
    assert eye.plate.edge_mm == profile.edge_mm
    eye.close()


@pytest.mark.parametrize("camera", camera_names())
@pytest.mark.parametrize("name", die_names())
def test_dice_of_every_profile_are_read_as_large_as_each_camera_shows_them(
    name: str, camera: str
) -> None:
    """At the working distance of the box as it is built large dice are not too large, nor small."""
    profile, seen_by = die_profile(name), camera_profile(camera)
    half_wide = math.tan(math.radians(seen_by.vfov_deg / 2)) * 4 / 3  # 640 x 480 of full height
    lens = Lens(
        distance_mm=seen_by.working_distance_mm - PLATE_SHIFT_MM,
        hfov_deg=2 * math.degrees(math.atan(half_wide)),
    )
    rng = np.random.default_rng(2)
    right = 0
    for _ in range(5):
        scene = random_scene(rng, Doses(marks=0, frost=0, room=0), kind=SceneKind.FLAT)
        dice = tuple(
            measured_as(replace(die, style=STYLES[style_of(profile)]), profile)
            for die in scene.dice
        )
        scene = replace(scene, setting=replace(scene.setting, lens=lens), dice=dice)
        answer = read_image(np.asarray(add_noise(render(scene), scene, rng), np.uint8))
        if isinstance(answer, Reading):
            assert answer.top == scene.tops
            right += 1
    assert right >= 4


def test_an_untold_box_expects_the_common_die() -> None:
    """The eye, which loads no OpenCV before its first frame, names the same edge as the plate."""
    assert COMMON_EDGE_MM == EDGE_MM
