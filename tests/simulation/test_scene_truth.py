"""A scene is what its seed says, and its truth lies where the picture shows it."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_meyer.rules.rolls import BottomFace
from pi_meyer.simulation import placing
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.dice_model import (
    STYLES,
    Die,
    Hand,
    face_values,
    standing_height_mm,
)
from pi_meyer.simulation.leaning import overlap
from pi_meyer.simulation.optics import Lens
from pi_meyer.simulation.placing import Place, contact_mm, wall_radius_mm
from pi_meyer.simulation.scene import READABLE_KINDS, Scene, SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.reading import RefusalReason

QUIET = Doses(
    blur=0,
    noise=0,
    vignetting=0,
    lamp_images=0,
    glints=0,
    haze=0,
    frost=0,
    marks=0,
    wear=0,
    uneven=0,
)


def plain_scene(seed: int, kind: SceneKind) -> Scene:
    """A scene without anything hard, with dark pips on white dice in a dark cup."""
    scene = random_scene(np.random.default_rng(seed), QUIET, kind=kind)
    dice = tuple(replace(die, style=STYLES["white_black"], paint=1.0) for die in scene.dice)
    return replace(scene, dice=dice)


@pytest.mark.parametrize("kind", list(SceneKind))
def test_the_same_seed_gives_the_same_scene_and_the_same_bytes(kind: SceneKind) -> None:
    """Scenes and pictures are functions of the seed alone."""
    first, second = (random_scene(np.random.default_rng(5), kind=kind) for _ in range(2))
    assert first == second
    assert render(first).tobytes() == render(second).tobytes()


@pytest.mark.parametrize("kind", list(SceneKind))
def test_pictures_are_640_by_480_bgr_bytes(kind: SceneKind) -> None:
    """Every kind of scene gives a picture of the working size."""
    image = render(random_scene(np.random.default_rng(3), kind=kind))
    assert image.shape == (480, 640, 3)
    assert image.dtype == np.uint8


def test_a_kind_names_its_refusal() -> None:
    """The truth of a scene is a reason, or that two dice can be read."""
    assert SceneKind.COCKED_WALL.reason is RefusalReason.COCKED
    assert SceneKind.STACKED.reason is RefusalReason.STACKED
    assert all(kind.reason is None for kind in READABLE_KINDS)
    assert (
        random_scene(np.random.default_rng(1), kind=SceneKind.MOTION).reason is RefusalReason.MOTION
    )


def test_tops_are_the_other_side_of_bottoms_highest_first() -> None:
    """Opposite faces sum to 7."""
    for seed in range(20):
        scene = random_scene(np.random.default_rng(seed))
        assert sorted(scene.tops, reverse=True) == list(scene.tops)
        assert sorted(7 - b for b in scene.bottoms) == sorted(scene.tops)


@pytest.mark.parametrize("seed", range(12))
def test_pips_are_dark_where_the_truth_says(seed: int) -> None:
    """At every projected pip of a plain white die the picture is far darker than beside it."""
    scene = plain_scene(seed, READABLE_KINDS[seed % 4])
    grey = cv2.cvtColor(render(scene), cv2.COLOR_BGR2GRAY)
    for die, pips, corners in zip(scene.dice, scene.pips_px(), scene.corners_px(), strict=True):
        assert len(pips) == die.bottom
        face = np.zeros_like(grey)
        cv2.fillConvexPoly(face, np.rint(corners).astype(np.int32), 1)
        bright = np.percentile(grey[face > 0], 80)
        for x, y in np.rint(pips).astype(int):
            assert grey[y, x] < 0.7 * bright


@pytest.mark.parametrize("seed", range(12))
def test_corners_lie_on_the_outline_of_the_face(seed: int) -> None:
    """A face is bright just inside its projected sides, and the cup dark just outside."""
    scene = plain_scene(seed, SceneKind.FLAT)
    image = cv2.cvtColor(render(scene), cv2.COLOR_BGR2GRAY).astype(int)
    for die, corners in zip(scene.dice, scene.corners_px(), strict=True):
        middle = corners.mean(0)
        outward = middle - scene.setting.lens.project([[*scene.setting.lens.offset_xy_mm, 0.0]])[0]
        sides = (corners + np.roll(corners, -1, axis=0)) / 2
        for side in sides:
            step = (side - middle) / np.linalg.norm(side - middle)
            if step @ outward < 0:
                continue  # towards the axis the die's own side face is in view
            inside, outside = (np.rint(side + step * d).astype(int) for d in (-4, 4))
            grow = image[inside[1], inside[0]] - image[outside[1], outside[0]]
            assert grow > 20, (seed, die.bottom)


def test_a_flat_die_shows_only_the_side_faces_towards_the_axis() -> None:
    """Above the outer sides of a flat die nothing of it is seen (design/vision)."""
    lens = Lens()
    die = Die(style=STYLES["white_black"], bottom=BottomFace(5), centre_mm=(18.0, 0.0, 8.0))
    upper = lens.project([[26.0, 0.0, 16.0], [10.0, 0.0, 16.0]])
    lower = lens.project([[26.0, 0.0, 0.0], [10.0, 0.0, 0.0]])
    assert upper[0, 0] < lower[0, 0], "the outer side hides behind the bottom face"
    assert upper[1, 0] < lower[1, 0], "the inner side is in view, towards the axis"
    assert die.bottom_corners_mm()[:, 2] == pytest.approx(np.zeros(4))


@pytest.mark.parametrize("hand", list(Hand))
@pytest.mark.parametrize("bottom", range(1, 7))
def test_opposite_faces_sum_to_seven_and_hands_are_mirror_images(bottom: int, hand: Hand) -> None:
    """Every die has all six values; the other hand swaps exactly two side faces."""
    values = face_values(bottom, hand)
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    assert all(values[k] + values[k + 1] == 7 for k in (0, 2, 4))
    assert values[5] == bottom
    other = face_values(bottom, Hand.ASIAN if hand is Hand.WESTERN else Hand.WESTERN)
    assert (values[2], values[3]) == (other[3], other[2])


def test_western_dice_run_1_2_3_counterclockwise() -> None:
    """Seen from outside at their common corner; with 1 below: 2 on +x means 3 on -y."""
    values = face_values(6, Hand.WESTERN)
    assert values[4] == 1
    assert values[0] == 2
    assert values[2] == 3


def test_a_tilted_die_stands_on_the_window() -> None:
    """The lowest corner of a cocked die touches the window, for every direction."""
    for towards in range(0, 360, 40):
        z = standing_height_mm(16.0, 20.0, 30.0, towards)
        die = Die(
            style=STYLES["white_black"],
            bottom=BottomFace(2),
            centre_mm=(0.0, 0.0, z),
            yaw_deg=20.0,
            tilt_deg=30.0,
            tilt_towards_deg=towards,
        )
        assert die.all_corners_mm()[:, 2].min() == pytest.approx(0.0, abs=1e-9)
        raised = die.bottom_corners_mm()
        way = np.array([math.cos(math.radians(towards)), math.sin(math.radians(towards))])
        assert raised[np.argmax(raised[:, :2] @ way), 2] > 3.0


def test_touching_dice_touch_and_do_not_overlap() -> None:
    """Parallel dice touch at one edge's distance; a corner needs more."""
    assert contact_mm((16, 16), (0, 0), 0.0) == pytest.approx(16.0)
    assert contact_mm((16, 16), (0, 45), 0.0) == pytest.approx(8 + 8 * math.sqrt(2))


def test_a_die_at_the_wall_stays_inside_the_cup() -> None:
    """The outermost corner reaches the wall."""
    radius = wall_radius_mm(16.0, 10.0, 1.0, 36.0)
    assert 36 - 16 * math.sqrt(2) / 2 - 0.1 <= radius < 36 - 7.5


def test_the_draws_do_not_depend_on_the_doses() -> None:
    """A dose turned alone changes nothing else of the same seed."""
    one = random_scene(np.random.default_rng(11), Doses(), kind=SceneKind.RIM)
    two = random_scene(np.random.default_rng(11), Doses(haze=0, noise=3), kind=SceneKind.RIM)
    assert one.dice == two.dice
    assert one.setting.lens == two.setting.lens
    assert one.setting.cup == two.setting.cup


def test_noise_is_fresh_a_frame_and_the_same_for_the_same_generator() -> None:
    """Two frames of a still scene differ; the same seed repeats them."""
    scene = random_scene(np.random.default_rng(2), kind=SceneKind.FLAT)
    view = render(scene)
    rng = np.random.default_rng(9)
    first, second = add_noise(view, scene, rng), add_noise(view, scene, rng)
    again = add_noise(view, scene, np.random.default_rng(9))
    assert (first != second).mean() > 0.3
    assert first.tobytes() == again.tobytes()


COCKED = (SceneKind.COCKED_WALL, SceneKind.COCKED_DIE)


def raised_against_outwards_deg(scene: Scene) -> float:
    """Where the cocked die's underside is raised: 0 away from the other die, 180 towards it."""
    cocked, other = scene.dice
    dx, dy = (a - b for a, b in zip(cocked.centre_mm[:2], other.centre_mm[:2], strict=True))
    return abs(math.remainder(cocked.tilt_towards_deg - math.degrees(math.atan2(dy, dx)), 360))


def test_cocked_dice_lean_both_ways_and_aside() -> None:
    """Raised towards any side, by 8 to 45 degrees, as in the pictures and beyond."""
    for kind in COCKED:
        scenes = [
            random_scene(np.random.default_rng(seed), Doses(slight_tilts=1), kind=kind)
            for seed in range(80)
        ]
        sides = [raised_against_outwards_deg(scene) for scene in scenes]
        assert all(8 <= scene.dice[0].tilt_deg <= 45 for scene in scenes)
        assert min(scene.dice[0].tilt_deg for scene in scenes) < 12
        for low, high in ((0, 60), (60, 120), (120, 180)):
            assert sum(low <= side <= high for side in sides) >= 5, kind


@pytest.mark.parametrize("kind", COCKED)
def test_a_cocked_die_and_the_other_one_do_not_share_space(kind: SceneKind) -> None:
    """Dice are solid when they lean, too; what leans on the other one touches it."""
    for seed in range(60):
        lean, other = random_scene(np.random.default_rng(seed), kind=kind).dice
        smaller = tuple(
            Place(
                centre_mm=die.centre_mm,
                yaw_deg=die.yaw_deg,
                tilt_deg=die.tilt_deg,
                tilt_towards_deg=die.tilt_towards_deg,
            )
            for die in (lean, other)
        )
        assert not overlap(smaller[0], 0.95 * lean.edge_mm, smaller[1], 0.95 * other.edge_mm)
        if kind is SceneKind.COCKED_DIE:
            assert overlap(smaller[0], 1.1 * lean.edge_mm, smaller[1], 1.1 * other.edge_mm)


def test_a_die_out_of_view_lies_across_the_edge_of_the_window() -> None:
    """The lid hides a part of its face, whichever way it lies."""
    for seed in range(600):
        x, y, _ = placing.half_outside(np.random.default_rng(seed), (16.0, 16.0), 46.0)[1].centre_mm
        assert math.hypot(x, y) == pytest.approx(46, abs=2.1), seed


def test_a_die_out_of_view_is_cut_by_the_rim_or_by_the_picture() -> None:
    """Beside a wide window the outer die lies across the picture's edge, the other one in view."""
    wide = 0
    for seed in range(200):
        scene = random_scene(np.random.default_rng(seed), Doses(), kind=SceneKind.OUT_OF_VIEW)
        inner, outer = (corners.mean(axis=0) for corners in scene.corners_px())
        assert (inner > 60).all(), seed
        assert (inner < np.array((640, 480)) - 60).all(), seed
        beyond = float(np.max(np.abs(outer - (320, 240)) - (320, 240)))
        assert beyond < 45, seed
        if scene.setting.plate.radius_mm > 60:
            wide += 1
            assert beyond > -90, seed
    assert 30 < wide < 150
