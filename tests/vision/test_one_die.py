"""One die alone on the window is read for the calibration; anything else is refused by name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_meyer.rules.rolls import BottomFace
from pi_meyer.simulation.chance import places_for, stand
from pi_meyer.simulation.dice_model import STYLES, Die
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import Pose, SimulatedTable
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.one_die import read_one_die
from pi_meyer.vision.reading import DieReading, Refusal, RefusalReason

if TYPE_CHECKING:
    from pi_meyer.vision.planes import Bytes

MOST_REFUSED = 0.05


def picture(style: str, bottom: int, rng: np.random.Generator) -> Bytes:
    """One die near the middle of the open window."""
    table = SimulatedTable(SteppedClock(), seed=1)
    die = Die(style=STYLES[style], bottom=BottomFace(bottom), centre_mm=(0.0, 0.0, 8.0))
    place = places_for(rng, SceneKind.ONE_DIE, (die.edge_mm,), 20.0)[0]
    setting = replace(table.scene_at(0.0).setting, cup=None)
    scene = Scene(kind=SceneKind.ONE_DIE, setting=setting, dice=(stand(die, place),))
    return add_noise(render(scene), scene, rng)


def test_every_face_of_every_kind_of_die_is_read_and_none_wrongly() -> None:
    """All six faces in all styles: 0 wrong, hardly one refused, and 7 minus what is below."""
    rng = np.random.default_rng(8)
    refused = 0
    for style in sorted(STYLES):
        for bottom in range(1, 7):
            answer = read_one_die(picture(style, bottom, rng))
            if isinstance(answer, Refusal):
                refused += 1
            else:
                assert (answer.bottom, answer.top) == (bottom, 7 - bottom), style
    assert refused <= MOST_REFUSED * 6 * len(STYLES)


def test_places_are_those_of_the_given_picture() -> None:
    """A picture of twice the size gives a die twice as far out and twice as large."""
    image = picture("white_black", 5, np.random.default_rng(2))
    large = cv2.resize(image, None, fx=2, fy=2).astype(np.uint8)
    one, two = read_one_die(image), read_one_die(large)
    assert isinstance(one, DieReading)
    assert isinstance(two, DieReading)
    assert np.array(two.centre_xy_px) == pytest.approx(np.array(one.centre_xy_px) * 2, abs=2)
    spreads = [np.ptp(np.array(die.corners_xy_px), axis=0).max() for die in (one, two)]
    assert spreads[1] == pytest.approx(2 * spreads[0], rel=0.03)


@pytest.mark.parametrize("pose", [Pose.APART, Pose.TOUCHING, Pose.THREE])
def test_more_than_one_die_is_refused(pose: Pose) -> None:
    """Whatever else lies there, no die is picked out."""
    for seed in range(4):
        clock = SteppedClock()
        table = SimulatedTable(clock, seed=seed)
        table.nudge((6, 3), pose)
        clock.advance(2.0)  # they lie still when the cup comes off
        table.lift_cup()
        answer = read_one_die(render(table.scene_at(clock.now_s() + 2.0)))
        assert isinstance(answer, Refusal)


@pytest.mark.parametrize("size", [(480, 640), (1, 1), (30, 4000)])
@pytest.mark.parametrize("level", [0, 128, 255])
def test_nothing_there_is_no_die(size: tuple[int, int], level: int) -> None:
    """Black, grey and white pictures of any shape hold none."""
    answer = read_one_die(np.full((*size, 3), level, dtype=np.uint8))
    assert answer == Refusal(reason=RefusalReason.NO_DICE)
