"""The focus sweep finds the sharpest lens position, or says why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_meyer.vision.focus import best_position, sharpness, sweep_focus
from pi_meyer.vision.window_fit import CalibrationError
from tests.vision.card_pictures import card_picture, geometry

if TYPE_CHECKING:
    import numpy.typing as npt


def test_the_sweep_finds_the_sharpest_lens_position() -> None:
    """A lens that is sharp at 13.7 dioptres is found to a fifth of one."""
    sharp = card_picture(*geometry(0), noise=0.0, blur_px=0.6)

    def take(position: float) -> npt.NDArray[np.uint8]:
        blur = 0.3 + 0.8 * abs(position - 13.7)
        noisy = cv2.GaussianBlur(sharp, (0, 0), blur)
        return np.asarray(noisy, dtype=np.uint8)

    assert sweep_focus(take, 5.0, 25.0) == pytest.approx(13.7, abs=0.2)
    assert sharpness(take(13.7)) > sharpness(take(14.7))


@pytest.mark.parametrize(("sharp_at", "advice"), [(28.0, "farther from"), (3.0, "nearer to")])
def test_a_window_beyond_the_lenses_range_is_named(sharp_at: float, advice: str) -> None:
    """Sharpest at an end of the range: the camera stands wrongly, and which way is said."""
    sharp = card_picture(*geometry(0), noise=0.0, blur_px=0.6)

    def take(position: float) -> npt.NDArray[np.uint8]:
        soft = cv2.GaussianBlur(sharp, (0, 0), 0.3 + 0.2 * abs(position - sharp_at))
        return np.asarray(soft, dtype=np.uint8)

    with pytest.raises(CalibrationError, match=advice):
        sweep_focus(take, 5.0, 25.0)


def test_a_lens_that_changes_nothing_is_refused() -> None:
    """Without anything in view no position is better, and that is said."""
    grey = np.full((480, 640, 3), 100, dtype=np.uint8)
    with pytest.raises(CalibrationError, match="No lens position"):
        sweep_focus(lambda _: grey, 5.0, 25.0)
    assert best_position([(1.0, 1.0), (2.0, 4.0)]) == 2.0
