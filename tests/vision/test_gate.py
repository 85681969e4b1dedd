"""The gate follows motion, cup and dice, and never hangs on a value."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from pi_meyer.ports.camera import Frame
from pi_meyer.rules.rolls import BottomFace
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import SimulatedTable
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.gate import Gate, GateState, View, look
from pi_meyer.vision.gate_marks import dirt
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.reading import RefusalReason
from pi_meyer.vision.window_grid import grid_for, largest_colour

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt

TOLERANCE_FRAMES = 2
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
GOOD_POSES = [SceneKind.FLAT, SceneKind.RIM, SceneKind.LIFTED, SceneKind.TOUCHING]


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]


def picture(path: Path) -> npt.NDArray[np.uint8]:
    image = cv2.imread(str(path))
    assert image is not None
    return np.asarray(image, dtype=np.uint8)


def follow(images: list[npt.NDArray[np.uint8]], every_s: float = 1 / 60) -> list[GateState]:
    gate = Gate()
    return [
        gate.see(Frame(image=image, taken_s=i * every_s, number=i))
        for i, image in enumerate(images)
    ]


def near(answers: list[bool], index: int, expected: bool) -> bool:
    """Return whether the answer comes within the tolerated number of frames."""
    low = max(0, index - TOLERANCE_FRAMES)
    return expected in answers[low : index + TOLERANCE_FRAMES + 1]


@pytest.mark.parametrize("name", ["drop", "lift", "lift_knock", "roll"])
def test_it_follows_the_sequences_give_or_take_two_frames(shared: Path, name: str) -> None:
    """Moving dice are moving, resting ones ready, and the cup comes off, each to two frames."""
    folder = shared / "frames" / "sequences" / name
    rows = rows_of(folder)
    states = follow([picture(folder / row["file"]) for row in rows])
    moving = [state.view is View.MOVING for state in states]
    off = [state.cup_off for state in states]
    for i, row in enumerate(rows):
        if row["expect"]["action"] != "either":
            assert near(moving, i, row["expect"]["action"] == "refuse"), (name, i)
        assert near(off, i, row["cup_off"]), (name, i)
    last = states[-1]
    assert (last.view, last.reason, last.cup_off) == (View.READY, None, rows[-1]["cup_off"])


def test_no_state_flickers_in_the_sequences(shared: Path) -> None:
    """In each sequence motion ends once and the cup comes off once; nothing goes back and forth."""
    for name in ("drop", "lift", "lift_knock", "roll"):
        folder = shared / "frames" / "sequences" / name
        states = follow([picture(folder / row["file"]) for row in rows_of(folder)])
        turns = sum(a.view is not b.view for a, b in pairwise(states))
        assert turns <= 2, name
        assert sum(a.cup_off is not b.cup_off for a, b in pairwise(states)) <= 1, name


def test_frames_that_can_be_read_are_ready(shared: Path) -> None:
    """All pictures to be read are ready from the single picture."""
    rows = [r for r in rows_of(shared / "frames") if r["expect"]["action"] == "read"]
    views = [look(picture(shared / "frames" / row["file"]))[0] for row in rows]
    assert views.count(View.READY) == len(views)


def answers_of(shared: Path, kind: str, action: str = "refuse") -> list[RefusalReason | None]:
    rows = [r for r in rows_of(shared / "frames") if r["kind"] == kind]
    rows = [r for r in rows if r["expect"]["action"] == action]
    return [look(picture(shared / "frames" / row["file"]))[1] for row in rows]


@pytest.mark.parametrize(
    ("kind", "right"),
    [("three_dice", RefusalReason.THREE_DICE), ("stacked", RefusalReason.ONE_DIE)],
)
def test_a_bad_view_has_the_right_reason_or_none(
    shared: Path, kind: str, right: RefusalReason
) -> None:
    """What is no pair is named as what it is, or left to the reader."""
    answers = answers_of(shared, kind)
    assert right in answers
    assert set(answers) <= {right, None}


def test_empty_windows_are_seen(shared: Path) -> None:
    """At least two in seven pictures without dice say so, most lit by lamps near the lens."""
    rows = [r for r in rows_of(shared / "frames") if r["kind"] == "no_dice"]
    answers = [look(picture(shared / "frames" / row["file"])) for row in rows]
    assert sum(view is View.NO_DICE for view, _ in answers) * 7 >= 2 * len(rows)
    assert RefusalReason.THREE_DICE not in [reason for _, reason in answers]


def with_values(scene: Scene, values: tuple[int, int]) -> Scene:
    dice = [
        replace(die, bottom=BottomFace(value))
        for die, value in zip(scene.dice, values, strict=True)
    ]
    return replace(scene, dice=tuple(dice))


def scene_of(kind: SceneKind, seed: int) -> Scene:
    return random_scene(np.random.default_rng(seed), Doses(), kind=kind)


def noisy(scene: Scene, seed: int) -> npt.NDArray[np.uint8]:
    return add_noise(render(scene), scene, np.random.default_rng(seed))


def test_an_empty_window_with_our_light_is_seen() -> None:
    """With far lamps, as in our box, at least 7 in 10 empty windows and cups say so."""
    views = [look(noisy(scene_of(SceneKind.NO_DICE, 100 + i), i))[0] for i in range(40)]
    assert views.count(View.NO_DICE) >= 28


def test_dice_with_our_light_are_ready() -> None:
    """With far lamps at least 39 of 40 flat pairs are ready, and none is an empty window."""
    views = [look(noisy(scene_of(SceneKind.FLAT, 200 + i), i))[0] for i in range(40)]
    assert views.count(View.READY) >= 39
    assert View.NO_DICE not in views


def test_three_dice_are_a_bad_view() -> None:
    """In the light of our box half of the views of three dice are named so."""
    answers = [look(noisy(scene_of(SceneKind.THREE_DICE, 400 + i), i))[1] for i in range(40)]
    assert answers.count(RefusalReason.THREE_DICE) >= 20
    assert RefusalReason.NO_DICE not in answers


def test_good_poses_are_no_bad_view() -> None:
    """Of 160 pairs in good poses, dark ones in dark cups among them, at most three are held up."""
    held_up = 0
    for kind in GOOD_POSES:
        for i in range(40):
            rng = np.random.default_rng((500, i))
            scene = random_scene(rng, Doses(), kind=kind)
            held_up += look(add_noise(render(scene), scene, rng))[0] is not View.READY
    assert held_up <= 3


def splashed(image: npt.NDArray[np.uint8], drops: int) -> npt.NDArray[np.uint8]:
    """Drops and crumbs all over the window."""
    rng, out = np.random.default_rng(7), image.copy()
    for _ in range(drops):
        x, y = np.array((320, 240)) + rng.uniform(-175, 175, 2)
        light, radius = float(rng.choice((20, 235))), float(rng.uniform(2.5, 6))
        at = (round(float(x) * 8), round(float(y) * 8))
        cv2.circle(out, at, round(radius * 8), (light,) * 3, -1, cv2.LINE_AA, 3)
    return out


def test_a_window_full_of_dirt_is_a_bad_view() -> None:
    """Drops and crumbs all over the window are dirt; a few of them are not."""
    views = [noisy(scene_of(SceneKind.LIFTED, 600 + i), i) for i in range(20)]
    full = [look(splashed(view, 700))[1] for view in views]
    assert full.count(RefusalReason.DIRTY_WINDOW) >= 10
    few = [look(splashed(view, 12))[1] for view in views]
    assert RefusalReason.DIRTY_WINDOW not in few


def test_dirt_is_not_counted_on_the_dice() -> None:
    """The same window with other values has the same share of dirt, to a thousandth (P1)."""
    plate = Plate.default((640, 480))
    grid, scene = grid_for(plate), scene_of(SceneKind.FLAT, 11)
    middles = plate.to_mm(np.array([corners.mean(axis=0) for corners in scene.corners_px()]))
    shares = []
    for values in ((1, 1), (6, 6)):
        sample = grid.sample(render(with_values(scene, values)))
        shares.append(dirt(largest_colour(sample), grid.light(sample), grid, middles))
    assert abs(shares[0] - shares[1]) < 0.001


@pytest.mark.parametrize("kind", GOOD_POSES)
def test_every_roll_is_ready_in_a_good_pose(kind: SceneKind) -> None:
    """In one pose, 36 of 36 ordered rolls are ready (P2)."""
    scene = scene_of(kind, 11)
    views = [look(noisy(with_values(scene, values), 1))[0] for values in ROLLS]
    assert views.count(View.READY) == 36


@pytest.mark.parametrize("kind", [SceneKind.FLAT, SceneKind.COCKED_WALL, SceneKind.LIFTED])
def test_states_are_the_same_for_all_values_under_the_same_script(kind: SceneKind) -> None:
    """Same motion, seed and clock: every value gives the same list of states, cocked too (P1)."""
    seen = set()
    for values in [(1, 6), (6, 1), (5, 2), (3, 4), (6, 6), (1, 1)]:
        states = follow(script(with_values(scene_of(kind, 12), values)), every_s=0.05)
        seen.add(tuple((s.view, s.reason, s.cup_off, s.jolt) for s in states))
    assert len(seen) == 1


def script(rest: Scene) -> list[npt.NDArray[np.uint8]]:
    """Return dice that roll in, rest, and are pushed by 2 mm."""
    frames = [noisy(moved(rest, 12.0 - 3 * i), i) for i in range(4)]
    frames += [noisy(rest, 10 + i) for i in range(8)]
    frames += [noisy(moved(rest, 2.0), 20 + i) for i in range(6)]
    return frames


def moved(scene: Scene, by_mm: float) -> Scene:
    dice = []
    for die in scene.dice:
        x, y, z = die.centre_mm
        dice.append(replace(die, centre_mm=(x + by_mm, y, z)))
    return replace(scene, dice=tuple(dice))


def test_a_push_under_the_cup_is_a_jolt() -> None:
    """Dice that rested and shift for a moment are a jolt; rolling in is none (F1)."""
    states = follow(script(scene_of(SceneKind.FLAT, 12)), every_s=0.05)
    assert [s.number for s in states if s.jolt] == [12]
    assert [s.number for s in states if s.view is View.MOVING] == [1, 2, 3, 4, 12]


def test_a_long_shake_is_no_jolt() -> None:
    """Motion that lasts longer than half a second is a new shake."""
    rest = scene_of(SceneKind.FLAT, 12)
    frames = [noisy(rest, i) for i in range(6)]
    frames += [noisy(moved(rest, 8.0 * (i % 2)), 10 + i) for i in range(1, 16)]
    states = follow(frames, every_s=0.05)
    assert states[7].jolt
    assert not states[-1].jolt
    assert states[-1].view is View.MOVING


def test_a_covered_camera_is_dark() -> None:
    """A black picture is a bad view, not an empty window (F6)."""
    black = np.zeros((480, 640, 3), dtype=np.uint8)
    assert look(black) == (View.BAD_VIEW, RefusalReason.DARK)


@pytest.mark.parametrize("size_wh", [(1, 1), (16, 9), (320, 240), (640, 360), (1280, 960)])
def test_any_size_and_any_even_picture_gets_an_answer(size_wh: tuple[int, int]) -> None:
    """Tiny, flat, black, white and grey pictures give an answer and no crash."""
    for level in (0, 128, 255):
        image = np.full((size_wh[1], size_wh[0], 3), level, dtype=np.uint8)
        assert look(image)[0] in View


def test_a_change_of_size_starts_afresh() -> None:
    """A camera that changes its size gives no false motion."""
    small = np.full((300, 400, 3), 90, dtype=np.uint8)
    large = np.full((480, 640, 3), 10, dtype=np.uint8)
    assert follow([small, large])[1].view is not View.MOVING


def test_masked_and_unmasked_frames_get_the_same_answer() -> None:
    """What lies outside the window changes nothing (N1)."""
    image = noisy(scene_of(SceneKind.FLAT, 12), 1)
    frame = Frame(image=image, taken_s=0.0, number=0)
    masked = Plate.default((640, 480)).mask(frame)
    assert look(image) == look(masked.image)


def watched(style: str, seed: int) -> dict[str, list[GateState]]:
    """Return what the gate says of a whole round on the simulated table, by act."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=seed, style=style)
    camera = SimulatedCamera(table, clock, seed=seed)
    gate = Gate()
    states: dict[str, list[GateState]] = {}
    acts: list[tuple[str, Callable[[], None], float]] = [
        ("rest", lambda: None, 0.5),
        ("take", table.take_cup, 0.6),
        ("shake", lambda: table.shake_and_set_down((3, 5)), 2.4),
        ("nudge", lambda: table.nudge((3, 5)), 0.8),
        ("lift", table.lift_cup, 0.8),
        ("back", table.put_cup_back, 0.5),
        ("end", table.take_cup, 0.5),
    ]
    for name, act, length_s in acts:
        act()
        states[name] = []
        for _ in range(round(length_s / 0.05)):
            clock.advance(0.05)
            while (frame := camera.poll()) is not None:
                states[name].append(gate.see(frame))
    return states


@pytest.mark.parametrize("style", ["white_black", "black_white", "casino_red"])
def test_a_round_on_the_table_is_followed_act_by_act(style: str) -> None:
    """Rest, cup taken, shaken, nudged, lifted, put back, taken: each shows as itself."""
    states = watched(style, seed=len(style))
    assert {state.view for state in states["rest"]} == {View.READY}
    assert [state.view for state in states["take"][2:]] == [View.NO_DICE] * len(states["take"][2:])
    shaken = [state.view for state in states["shake"]]
    assert View.MOVING in shaken
    assert set(shaken[-10:]) == {View.READY}
    assert any(state.jolt for state in states["nudge"])
    assert not any(state.jolt for state in states["shake"] + states["lift"])
    assert all(s.cup_off and s.view is View.READY for s in states["lift"][3:])
    assert not any(state.cup_off for name in ("rest", "shake", "nudge") for state in states[name])
    assert not any(state.cup_off for state in states["back"][3:])
    assert states["end"][-1].view is View.NO_DICE


def test_dice_that_crept_away_are_found_again() -> None:
    """Dice that moved too slowly to be motion still stay put when the cup comes off later."""
    here = scene_of(SceneKind.FLAT, 12)
    there = replace(here, dice=scene_of(SceneKind.FLAT, 14).dice)
    bare = replace(there, setting=replace(there.setting, cup=None))
    first, last, lifted = (render(scene) for scene in (here, there, bare))
    frames = [first] * 6
    frames += [
        np.asarray(cv2.addWeighted(first, 1 - i / 60, last, i / 60, 0), dtype=np.uint8)
        for i in range(60)
    ]
    frames += [last] * 48 + [lifted] * 6
    states = follow(frames, every_s=0.05)
    assert View.MOVING not in [state.view for state in states[:114]]
    assert states[-1].cup_off
    assert states[-1].view is View.READY
