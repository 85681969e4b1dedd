"""Every dose makes the view harder in its own way, the more the more."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.window_view import Image, add_noise, render

SEEDS = range(6)
STEPS = (0.0, 1.0, 2.0)


def views(dose: str, amount: float) -> list[tuple[Scene, Image]]:
    """A few scenes with one dose turned, all others at zero but for the exposure."""
    none = dict.fromkeys(Doses.__dataclass_fields__, 0.0) | {"room": 1.0, dose: amount}
    scenes = [
        random_scene(np.random.default_rng(seed), Doses(**none), kind=SceneKind.FLAT)
        for seed in SEEDS
    ]
    return [(scene, render(scene)) for scene in scenes]


def contrast(scene: Scene, image: Image) -> float:
    """Mean deviation of the faces: pips against body."""
    values = []
    for corners in scene.corners_px():
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
        values.append(float(image[mask > 0].std()))
    return float(np.mean(values))


def sharpness(image: Image) -> float:
    """Mean square of the second derivatives."""
    return float((cv2.Laplacian(image, cv2.CV_32F) ** 2).mean())


def test_more_haze_less_contrast() -> None:
    """Veiling light lifts the dark and leaves the bright."""
    levels = [np.mean([contrast(*view) for view in views("haze", a)]) for a in (0.0, 2.0, 5.0)]
    assert levels[0] > levels[1] > levels[2]


def test_more_blur_less_sharpness() -> None:
    """A lens out of focus smooths."""
    levels = [np.mean([sharpness(image) for _, image in views("blur", a)]) for a in STEPS]
    assert levels[0] > levels[1] > levels[2]


def test_more_frost_less_sharpness() -> None:
    """A rough window blurs what stands above it."""
    levels = [np.mean([sharpness(image) for _, image in views("frost", a)]) for a in STEPS]
    assert levels[0] > levels[1] > levels[2]


def test_more_vignetting_darker_corners() -> None:
    """The corners lose light, the middle does not."""
    corners = [
        np.mean([image[:20, :20].mean() for _, image in views("vignetting", a)]) for a in STEPS
    ]
    assert corners[0] > corners[1] > corners[2]


@pytest.mark.parametrize("dose", ["lamp_images", "marks"])
def test_more_light_in_the_window_more_bright_pixels(dose: str) -> None:
    """Lamp images and dirt add light."""
    sums = [np.mean([image.mean() for _, image in views(dose, a)]) for a in STEPS]
    assert sums[0] < sums[1] < sums[2]


def test_more_noise_more_deviation_between_frames() -> None:
    """Frames of one still scene differ by the noise alone."""
    spread = []
    for amount in (0.0, 1.0, 2.0):
        scene, image = views("noise", amount)[0]
        rng = np.random.default_rng(1)
        pair = [add_noise(image, scene, rng).astype(int) for _ in range(2)]
        spread.append(float((pair[0] - pair[1]).std()))
    assert spread[0] == 0
    assert spread[0] < spread[1] < spread[2]


def test_wear_takes_paint_off() -> None:
    """Worn dice have less contrast than new ones of the same seed."""
    new, worn = (
        np.mean([contrast(*view) for view in views("wear", amount)]) for amount in (0.0, 2.0)
    )
    assert new > worn


def test_near_lamps_lie_on_the_dice_and_far_ones_outside() -> None:
    """The dose near_lamps moves the ring to the lens (design/vision: the worst place)."""
    for seed in SEEDS:
        far, near = (
            random_scene(np.random.default_rng(seed), Doses(near_lamps=a)).setting.lamps
            for a in (0.0, 1.0)
        )
        assert far.ring_radius_mm >= 56
        assert near.ring_radius_mm <= 48
        assert far.phase_deg == near.phase_deg


def test_a_lifted_cup_lets_the_light_jump() -> None:
    """Without the cup the room shines in: the view beside the dice is brighter."""
    brighter = 0
    for seed in SEEDS:
        scene = random_scene(np.random.default_rng(seed), Doses(marks=0), kind=SceneKind.FLAT)
        lit = replace(scene.setting.room, level=0.3)
        covered = render(replace(scene, setting=replace(scene.setting, room=lit)))
        opened = render(replace(scene, setting=replace(scene.setting, room=lit, cup=None)))
        middle = np.s_[100:380, 180:460]
        brighter += int(opened[middle].mean() > covered[middle].mean() + 5)
    assert brighter == len(SEEDS)
