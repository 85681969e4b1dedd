"""The simulated table: acts in time, and nothing but the pips depends on the values (P1)."""

from __future__ import annotations

import numpy as np
import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import SETTLE_S, SHAKE_S, CupState, Pose, SimulatedTable

ROLLS = [(first, second) for first in range(1, 7) for second in range(1, 7)]


def table_on_clock() -> tuple[SimulatedTable, SteppedClock]:
    clock = SteppedClock()
    return SimulatedTable(clock, seed=4), clock


def test_a_shake_shows_no_dice_then_motion_then_the_roll() -> None:
    """Cup and base leave the window, come back with moving dice, and come to rest."""
    table, clock = table_on_clock()
    start = clock.now_s()
    table.shake_and_set_down((6, 3))
    assert table.scene_at(start + SHAKE_S / 2).kind is SceneKind.NO_DICE
    assert table.scene_at(start + SHAKE_S + SETTLE_S / 2).kind is SceneKind.MOTION
    still = table.scene_at(start + SHAKE_S + SETTLE_S)
    assert still.kind is SceneKind.FLAT
    assert still.tops == (6, 3)
    assert table.still_from_s == pytest.approx(start + SHAKE_S + SETTLE_S)


def test_the_cup_comes_off_and_the_dice_stay() -> None:
    """After the lift the same dice lie there without a cup."""
    table, clock = table_on_clock()
    table.shake_and_set_down((5, 5))
    clock.advance(3)
    before = table.scene_at(clock.now_s())
    table.lift_cup()
    assert table.cup is CupState.OFF
    clock.advance(1)
    after = table.scene_at(clock.now_s())
    assert after.setting.cup is None
    assert after.dice == before.dice
    assert after.kind is SceneKind.LIFTED


def test_the_cup_goes_back_over_the_dice_as_they_lie() -> None:
    """Nothing moves when the cup is put back."""
    table, clock = table_on_clock()
    table.shake_and_set_down((4, 1))
    clock.advance(3)
    before = table.scene_at(clock.now_s())
    table.lift_cup()
    clock.advance(1)
    table.put_cup_back()
    assert table.scene_at(clock.now_s()) == before


def test_taking_cup_and_base_leaves_an_empty_window() -> None:
    """Cup taken means no dice in view, at once."""
    table, clock = table_on_clock()
    table.take_cup()
    assert table.scene_at(clock.now_s()).dice == ()
    assert table.cup is CupState.TAKEN
    table.lift_cup()
    assert table.cup is CupState.TAKEN, "there is no cup to lift"


def test_a_nudge_moves_the_dice_under_the_cup() -> None:
    """A jolt shows motion for a short while, then the new values."""
    table, clock = table_on_clock()
    table.shake_and_set_down((6, 6))
    clock.advance(3)
    table.nudge((2, 1))
    assert table.scene_at(clock.now_s()).kind is SceneKind.MOTION
    clock.advance(1)
    assert table.scene_at(clock.now_s()).tops == (2, 1)


@pytest.mark.parametrize(
    ("pose", "kinds", "number"),
    [
        (Pose.APART, {SceneKind.FLAT}, 2),
        (Pose.TOUCHING, {SceneKind.TOUCHING}, 2),
        (Pose.EDGE, {SceneKind.RIM}, 2),
        (Pose.COCKED, {SceneKind.COCKED_WALL, SceneKind.COCKED_DIE}, 2),
        (Pose.STACKED, {SceneKind.STACKED}, 2),
        (Pose.ONE, {SceneKind.ONE_DIE}, 1),
        (Pose.THREE, {SceneKind.THREE_DICE}, 3),
    ],
)
def test_every_pose_of_the_script_is_known(pose: Pose, kinds: set[SceneKind], number: int) -> None:
    """The seven poses of rules.md section 10."""
    table, clock = table_on_clock()
    table.shake_and_set_down((3, 2), pose)
    clock.advance(3)
    scene = table.scene_at(clock.now_s())
    assert scene.kind in kinds
    assert len(scene.dice) == number
    assert table.tops == (3, 2)


@pytest.mark.parametrize("tops", [(0, 3), (7, 1), (3, -1)])
def test_values_that_no_die_has_are_refused_and_change_nothing(tops: tuple[int, int]) -> None:
    """A script with a 7 is told so."""
    table, clock = table_on_clock()
    before = table.scene_at(clock.now_s())
    with pytest.raises(SettingsError, match="from 1 to 6"):
        table.shake_and_set_down(tops)
    assert table.scene_at(clock.now_s()) == before
    assert table.cup is CupState.DOWN


def test_an_unknown_style_is_refused() -> None:
    """The sentence names the styles that there are."""
    with pytest.raises(SettingsError, match="white_black"):
        SimulatedTable(SteppedClock(), style="glass")


def test_fair_rolls_draw_two_numbers() -> None:
    """Each of the 36 rolls turns up, near its share."""
    table, _ = table_on_clock()
    rng = np.random.default_rng(0)
    seen = [table.roll(rng) for _ in range(3600)]
    counts = [seen.count(roll) for roll in ROLLS]  # type: ignore[arg-type]
    assert min(counts) > 60
    assert max(counts) < 145


def script_log(tops: tuple[int, int], pose: Pose) -> list[tuple[object, ...]]:
    """Everything but pips that a camera gets in a fixed script with one roll."""
    table, clock = table_on_clock()
    camera = SimulatedCamera(table, clock, seed=1)
    log: list[tuple[object, ...]] = []
    table.shake_and_set_down(tops, pose)
    for step in range(30):
        if step == 22:
            table.nudge(tops, pose)
        clock.advance(0.1)
        frame = camera.poll()
        scene = table.scene_at(clock.now_s())
        places = tuple((d.centre_mm, d.yaw_deg, d.tilt_deg, d.tilt_towards_deg) for d in scene.dice)
        log.append(
            (
                None if frame is None else (frame.number, frame.taken_s, frame.image.shape),
                scene.kind,
                scene.setting,
                scene.motion_px,
                places,
            )
        )
    log.append((table._rng.bit_generator.state["state"]["state"],))
    return log


def test_all_36_rolls_have_the_same_places_frames_and_random_numbers() -> None:
    """P1 at the camera: only the pips differ between values."""
    first = script_log((1, 1), Pose.APART)
    for roll in ROLLS[1:]:
        assert script_log(roll, Pose.APART) == first


@pytest.mark.parametrize("pose", [Pose.TOUCHING, Pose.EDGE, Pose.COCKED, Pose.STACKED])
def test_other_poses_do_not_depend_on_the_values_either(pose: Pose) -> None:
    """P1 includes every pose; some rolls of each."""
    first = script_log((1, 1), pose)
    for roll in ROLLS[4::7]:
        assert script_log(roll, pose) == first


def test_all_36_rolls_have_the_same_silhouette() -> None:
    """Pixels outside the dice are byte for byte the same for all values."""
    outside: set[bytes] = set()
    mask = np.ones((480, 640), bool)
    for roll in ROLLS:
        table, clock = table_on_clock()
        camera = SimulatedCamera(table, clock, seed=1)
        table.shake_and_set_down(roll)
        clock.advance(3)
        frame = camera.poll()
        assert frame is not None
        if roll == (1, 1):
            for die in table.dice:
                seen = table.scene_at(clock.now_s()).setting.lens.project(die.all_corners_mm())
                x0, y0 = np.floor(seen.min(0)).astype(int) - 8
                x1, y1 = np.ceil(seen.max(0)).astype(int) + 8
                mask[y0:y1, x0:x1] = False
        outside.add(frame.image[mask].tobytes())
    assert len(outside) == 1
