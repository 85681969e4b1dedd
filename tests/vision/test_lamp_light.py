"""The light of lamps near the lens is found by its symmetry, and dice are left when it goes."""

import cv2
import numpy as np
import pytest

from pi_meyer.vision.lamp_light import Symmetry, symmetry_of, without_lamp_light
from pi_meyer.vision.planes import Bytes, planes_of

_SIZE = 448
_GAMMA = 2.2


def _lamps(
    count: int, centre_xy: tuple[float, float], level: float, radius_px: float
) -> np.ndarray:
    """Linear light of soft discs that run into each other, as wide diffusers make them."""
    light = np.zeros((_SIZE, _SIZE, 3), np.float32)
    for turn in np.arange(count) * 2 * np.pi / count + 0.2:
        at = (centre_xy[0] + radius_px * np.cos(turn), centre_xy[1] + radius_px * np.sin(turn))
        disc = round(0.6 * 2 * np.pi * radius_px / count)
        cv2.circle(light, (round(at[0]), round(at[1])), disc, (level,) * 3, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(light, (9, 9), 0)


def _grey(light: np.ndarray) -> Bytes:
    return np.asarray(np.rint(255 * np.clip(light, 0, 1) ** (1 / _GAMMA)), np.uint8)


def _scene() -> np.ndarray:
    """Linear light of a pale square with two dark pips on dark ground."""
    light = np.full((_SIZE, _SIZE, 3), 0.05, np.float32)
    cv2.rectangle(light, (270, 200), (345, 275), (0.5, 0.5, 0.5), -1)
    for at in ((288, 218), (327, 257)):
        cv2.circle(light, at, 9, (0.02, 0.02, 0.02), -1)
    return light


@pytest.mark.parametrize("count", [8, 9, 10, 11, 12])
@pytest.mark.parametrize("centre_xy", [(224.0, 224.0), (206.0, 248.0)])
def test_lamps_that_run_together_tell_their_middle_and_number(
    count: int, centre_xy: tuple[float, float]
) -> None:
    """Of diffusers that touch, a die on some of them, the middle is found to three pixels."""
    image = _grey(_scene() + _lamps(count, centre_xy, 0.35, 80.0))
    found = symmetry_of(planes_of(image).light, None, ())
    assert np.hypot(found.centre_xy[0] - centre_xy[0], found.centre_xy[1] - centre_xy[1]) < 3.0
    assert found.count == count


def test_without_their_light_the_picture_is_as_without_lamps() -> None:
    """A die under the lamps' images looks as it does in the dark, but for a little."""
    scene, centre_xy = _scene(), (224.0, 224.0)
    lit = _grey(scene + _lamps(9, centre_xy, 0.35, 80.0))
    taken = without_lamp_light(lit, Symmetry(centre_xy=centre_xy, count=9), ())
    face = slice(200, 276), slice(270, 346)
    gaps = cv2.absdiff(taken, _grey(scene))
    assert np.median(gaps[face]) < 8
    assert np.median(cv2.absdiff(lit, _grey(scene))[face]) > 30
    assert np.quantile(gaps[100:350, 100:350], 0.9) < 25


def test_what_is_white_for_the_lamps_alone_stays_white() -> None:
    """Where the lamps' light leaves no room for a pip to show, nothing is made up."""
    lit = _grey(_scene() + _lamps(9, (224.0, 224.0), 1.5, 80.0))
    taken = without_lamp_light(lit, Symmetry(centre_xy=(224.0, 224.0), count=9), ())
    white = (lit == 255).all(axis=2)
    assert white.any()
    within = cv2.erode(white.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    assert (taken[within] == 255).mean() > 0.95


def test_far_from_the_lamps_nothing_changes() -> None:
    """Pixels beyond the reach of near lamps' light keep their values."""
    lit = _grey(_scene() + _lamps(9, (224.0, 224.0), 0.35, 80.0))
    taken = without_lamp_light(lit, Symmetry(centre_xy=(224.0, 224.0), count=9), ())
    assert (taken[:40] == lit[:40]).all()
    assert (taken[:, -40:] == lit[:, -40:]).all()
