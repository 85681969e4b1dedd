"""What may be asked of a reader: read, refuse, or either."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.rules.rolls import BottomFace
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.dice_model import STYLES
from pi_meyer.simulation.expectation import Expectation, expected, pip_contrasts
from pi_meyer.simulation.lamps import image_centres_px, image_ratio
from pi_meyer.simulation.placing import contact_mm
from pi_meyer.simulation.scene import READABLE_KINDS, Scene, SceneKind
from pi_meyer.simulation.window_view import render

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import Die

EASY = Doses(blur=0, noise=0, lamp_images=0, haze=0, frost=0, marks=0, wear=0, exposure=0)


def with_lamp_on(scene: Scene, spot_mm: tuple[float, float]) -> Scene:
    """The same scene, its first lamp turned and moved so that its image lies on that spot."""
    setting = scene.setting
    ratio = image_ratio(setting.lens, setting.lamps)
    x, y = (s - o * (1 - ratio) for s, o in zip(spot_mm, setting.lens.offset_xy_mm, strict=True))
    lamps = replace(
        setting.lamps,
        ring_radius_mm=math.hypot(x, y) / ratio,
        phase_deg=math.degrees(math.atan2(y, x)),
    )
    return replace(scene, setting=replace(setting, lamps=lamps, lamp_gain=1.0))


@pytest.mark.parametrize("kind", list(SceneKind))
def test_kinds_with_a_reason_must_be_refused(kind: SceneKind) -> None:
    """The reason of the scene decides, whatever the picture looks like."""
    scene = random_scene(np.random.default_rng(4), kind=kind)
    answer = expected(scene, render(scene))
    assert (answer is Expectation.REFUSE) == (scene.reason is not None)


@pytest.mark.parametrize("seed", range(6))
def test_easy_scenes_must_be_read(seed: int) -> None:
    """Nothing hard in the view: no excuse."""
    scene = random_scene(np.random.default_rng(seed), EASY, kind=SceneKind.FLAT)
    assert expected(scene, render(scene)) is Expectation.READ


def with_face(scene: Scene, style: str, bottom: int) -> Scene:
    """The same scene with both dice of one style and value."""
    face = BottomFace(bottom)
    dice = tuple(
        replace(die, style=STYLES[style], bottom=face, tint=(0.8, 0.8, 0.8)) for die in scene.dice
    )
    return replace(scene, dice=dice)


@pytest.mark.parametrize(
    ("style", "bottom", "answer"),
    [
        ("white_black", 5, Expectation.EITHER),  # the middle pip is hidden
        ("red_white", 4, Expectation.EITHER),  # a middle pip is faked
        ("red_white", 5, Expectation.READ),  # a light spot on a light pip leaves a light pip
    ],
)
def test_a_lamp_on_the_lattice_excuses_where_it_hides_or_fakes_a_pip(
    style: str, bottom: int, answer: Expectation
) -> None:
    """An image on a dark pip hides it, on a bare place of a dark face it looks like one."""
    scene = with_face(
        random_scene(np.random.default_rng(0), EASY, kind=SceneKind.FLAT), style, bottom
    )
    assert expected(scene, render(scene)) is Expectation.READ
    x, y, _ = scene.dice[0].centre_mm
    lit = with_lamp_on(scene, (x, y))
    lens, lamps = lit.setting.lens, replace(lit.setting.lamps, count=1, lamp_radius_mm=1.8)
    lit = replace(lit, setting=replace(lit.setting, lamps=lamps))
    image = np.array(image_centres_px(lens, lamps, 0.0)[0])
    assert image == pytest.approx(lens.project([[x, y, 0.0]])[0], abs=0.5)
    assert expected(lit, render(lit)) is answer


def test_a_pip_that_is_hardly_visible_excuses() -> None:
    """Thick haze leaves less contrast than the noise has."""
    scene = random_scene(np.random.default_rng(0), EASY, kind=SceneKind.FLAT)
    thick = replace(scene.setting, plate=replace(scene.setting.plate, haze=0.97))
    veiled = replace(scene, setting=thick)
    view = render(veiled)
    assert max(pip_contrasts(veiled, view)) < 20
    assert expected(veiled, view) is Expectation.EITHER


def test_a_hand_beside_legible_dice_may_be_either() -> None:
    """As in the manifests: refuse it or read it right."""
    scene = random_scene(np.random.default_rng(0), EASY, kind=SceneKind.HAND)
    assert expected(scene, render(scene)) is Expectation.EITHER


def free_mm(one: Die, two: Die) -> float:
    """How far two flat dice are from touching; below 0 they overlap."""
    dx, dy = (b - a for a, b in zip(one.centre_mm[:2], two.centre_mm[:2], strict=True))
    need = contact_mm((one.edge_mm, two.edge_mm), (one.yaw_deg, two.yaw_deg), math.atan2(dy, dx))
    return math.hypot(dx, dy) - need


@pytest.mark.parametrize("kind", [*READABLE_KINDS, SceneKind.THREE_DICE])
def test_flat_dice_never_overlap(kind: SceneKind) -> None:
    """Dice are solid: no two share a place, and touching ones are near."""
    for seed in range(60):
        dice = random_scene(np.random.default_rng(seed), kind=kind).dice
        gaps = [free_mm(one, two) for one, two in itertools.combinations(dice, 2)]
        assert min(gaps) > -0.01, seed
        if kind is SceneKind.TOUCHING:
            assert max(gaps) < 0.2, seed


def test_dice_stay_inside_the_cup() -> None:
    """No corner of a flat die pierces the wall."""
    for seed, kind in itertools.product(range(40), READABLE_KINDS[:3]):
        scene = random_scene(np.random.default_rng(seed), kind=kind)
        cup = scene.setting.cup
        assert cup is not None
        for die in scene.dice:
            off = die.bottom_corners_mm()[:, :2] - np.array(cup.centre_xy_mm)
            assert np.hypot(*off.T).max() < cup.radius_mm + 1.0, (seed, kind)
