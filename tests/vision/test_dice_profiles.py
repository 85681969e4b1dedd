"""Dice of every profile are seen and read; the gate measures the window in their edge."""

from __future__ import annotations

import numpy as np
import pytest

from pi_meyer.service.eye import COMMON_EDGE_MM, Eye
from pi_meyer.simulation.profiled import style_of
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import Pose, SimulatedTable
from pi_meyer.vision.gate import GateState
from pi_meyer.vision.gate import View as GateView
from pi_meyer.vision.hidden import Reveal, RevealKind
from pi_meyer.vision.plate import EDGE_MM
from pi_meyer.vision.profiles import die_names, die_profile
from pi_meyer.vision.reader import read_frames
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


def test_an_untold_box_expects_the_common_die() -> None:
    """The eye, which loads no OpenCV before its first frame, names the same edge as the plate."""
    assert COMMON_EDGE_MM == EDGE_MM
