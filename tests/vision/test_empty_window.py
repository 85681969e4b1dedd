"""The empty window shows its lamps and light, and is refused with dice in it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pi_meyer.simulation.chance import random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import render
from pi_meyer.vision.empty_window import learn_empty_window
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.window_fit import CalibrationError

SIZE_WH = (640, 480)
PLATE = Plate(size_wh=SIZE_WH, centre_xy_px=(320.0, 240.0), px_per_mm=5.0)


def test_the_empty_window_shows_its_lamps() -> None:
    """Two spots on an even window come back with place and size, and the light map fits."""
    image = np.full((480, 640, 3), 40, dtype=np.uint8)
    cv2.circle(image, (420, 240), 6, (255, 255, 255), -1)
    cv2.circle(image, (320, 140), 6, (255, 255, 255), -1)
    cv2.circle(image, (20, 20), 6, (255, 255, 255), -1)
    empty = learn_empty_window(image, PLATE)
    places = sorted(empty.lamps_mm)
    assert [round(value) for lamp in places for value in lamp] == [0, -20, 1, 20, 0, 1]
    assert len(empty.light) == empty.points**2


def test_a_window_with_dice_is_not_empty() -> None:
    """The empty picture is refused where dice lie."""
    image = render(random_scene(np.random.default_rng(11), kind=SceneKind.FLAT))
    with pytest.raises(CalibrationError, match="not empty"):
        learn_empty_window(image, Plate.default(SIZE_WH))
