"""The printed card gives the window back: marks, scale, lens and what is wrong."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pi_meyer.simulation.chance import random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import render
from pi_meyer.vision.card import CARD_RADIUS_MM, CENTRES_MM, CODES, MARK_MM, corners_mm
from pi_meyer.vision.marks import find_marks
from pi_meyer.vision.plate import (
    RADIUS_MM,
    apply_homography,
    bend,
)
from pi_meyer.vision.window_fit import CalibrationError, fit_window
from tests.vision.card_pictures import card_picture, geometry

SIZE_WH = (640, 480)


def test_all_marks_lie_inside_the_region_of_interest() -> None:
    """The camera needs to see no more of the card than of the window, and none overlap."""
    assert len(CENTRES_MM) == len(CODES) == len(set(CODES)) == 12
    far = max(np.hypot(x, y) for number in range(12) for x, y in corners_mm(number))
    assert far < RADIUS_MM < CARD_RADIUS_MM
    gaps = [
        max(abs(a[0] - b[0]), abs(a[1] - b[1])) - MARK_MM
        for i, a in enumerate(CENTRES_MM)
        for b in CENTRES_MM[:i]
    ]
    assert min(gaps) >= MARK_MM / 6


def test_other_programs_read_the_same_marks() -> None:
    """Where OpenCV has its own detector, it finds the same numbers in the same corners."""
    aruco: Any = getattr(cv2, "aruco", None)
    if not hasattr(aruco, "ArucoDetector"):
        pytest.skip("this OpenCV has no ArUco detector")
    image = card_picture(*geometry(0))
    detector = aruco.ArucoDetector(aruco.getPredefinedDictionary(aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(image)
    theirs = {int(n): c.reshape(4, 2) for n, c in zip(numbers.ravel(), corners, strict=True)}
    ours = {mark.number: mark.corners_xy_px for mark in find_marks(image)}
    assert set(theirs) == set(ours) == set(range(12))
    for number, found in ours.items():
        assert np.abs(found - theirs[number]).max() < 2.0


@pytest.mark.parametrize("seed", range(5))
def test_a_known_perspective_and_lens_come_back_within_a_fifth_of_a_millimetre(seed: int) -> None:
    """Whatever turn, tilt, scale and lens: any place on the window is right to 0.2 mm."""
    matrix, k1 = geometry(seed)
    fit = fit_window(card_picture(matrix, k1))
    axis = np.linspace(-29, 29, 9)
    places = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
    seen = bend(apply_homography(matrix, places), SIZE_WH, k1)
    off_mm = np.hypot(*(fit.plate.to_mm(seen) - places).T)
    assert off_mm.max() < 0.2
    assert fit.marks == 12
    middle = bend(apply_homography(matrix, np.zeros((1, 2))), SIZE_WH, k1)[0]
    assert np.hypot(*(np.array(fit.plate.centre_xy_px) - middle)) < 1.0


def test_half_a_card_is_enough_and_a_quarter_is_not() -> None:
    """With marks covered the rest does; with fewer than six the sentence counts them."""
    matrix = np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]])
    image = card_picture(matrix, 0.0)
    half, quarter = image.copy(), image.copy()
    half[:170] = 120
    quarter[:290] = 120
    assert fit_window(half).marks >= 6
    with pytest.raises(CalibrationError, match="marks are seen"):
        fit_window(quarter)


@pytest.mark.parametrize("seed", range(4))
def test_a_lamp_on_a_mark_spoils_that_mark_only(seed: int) -> None:
    """A mirror image over a mark's corner moves what is found there; that mark is left out."""
    matrix, k1 = geometry(seed)
    image = card_picture(matrix, k1, noise=1.0)
    middle = bend(apply_homography(matrix, np.array([corners_mm(5)[0]])), SIZE_WH, k1)[0]
    away = (middle - bend(apply_homography(matrix, np.array([CENTRES_MM[5]])), SIZE_WH, k1)[0]) / 9
    cv2.circle(image, np.rint(middle + 2 * away).astype(int).tolist(), 11, (235, 235, 235), -1)
    fit = fit_window(image)
    axis = np.linspace(-29, 29, 9)
    places = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
    seen = bend(apply_homography(matrix, places), SIZE_WH, k1)
    assert np.hypot(*(fit.plate.to_mm(seen) - places).T).max() < 0.2
    assert fit.residual_mm < 0.1


@pytest.mark.parametrize(
    ("scale", "aside_px", "sentence"),
    [
        (2.3, 0, "a die would span 37 pixels and 40 are needed; bring the camera nearer"),
        (6.8, 0, "does not lie in the picture as a whole"),
        (4.4, 110, "lies 25 mm beside the picture's"),
    ],
)
def test_a_camera_in_the_wrong_place_is_named(scale: float, aside_px: int, sentence: str) -> None:
    """Where the reader could not see the dice the builder is told while the screwdriver is out."""
    matrix = np.array([[scale, 0.0, 320.0 + aside_px], [0.0, scale, 240.0], [0.0, 0.0, 1.0]])
    with pytest.raises(CalibrationError, match=sentence):
        fit_window(card_picture(matrix, 0.0))


def test_a_card_printed_out_of_shape_is_refused() -> None:
    """A card that a printer stretched in one corner does not fit its own numbers."""
    matrix = np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]])
    image = card_picture(matrix, 0.0)
    y, x = np.mgrid[:480, :640].astype(np.float32)
    bent = cv2.remap(image, x + 6 * np.sin(y / 40), y, cv2.INTER_LINEAR)
    with pytest.raises(CalibrationError, match="100 %"):
        fit_window(np.asarray(bent, dtype=np.uint8))


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_without_card_is_refused(level: int) -> None:
    """Black, grey and white pictures hold no marks."""
    with pytest.raises(CalibrationError, match="Only 0"):
        fit_window(np.full((480, 640, 3), level, dtype=np.uint8))


def test_noise_and_dice_are_no_marks() -> None:
    """Neither noise nor a view of dice is mistaken for the card."""
    rng = np.random.default_rng(0)
    assert find_marks(rng.integers(0, 255, (480, 640, 3)).astype(np.uint8)) == ()
    scene = random_scene(rng, kind=SceneKind.FLAT)
    assert find_marks(render(scene)) == ()
