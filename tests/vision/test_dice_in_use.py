"""The die in use is examined: size, colours and opposite sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_meyer.rules.rolls import BottomFace, TopFace
from pi_meyer.vision.dice_in_use import DieInUse, check_opposites, examine_die, face_colours
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.reading import DieReading, Refusal, RefusalReason
from pi_meyer.vision.window_fit import CalibrationError

if TYPE_CHECKING:
    import numpy.typing as npt

SIZE_WH = (640, 480)
CORNERS = ((250.0, 250.0), (330.0, 250.0), (330.0, 330.0), (250.0, 330.0))
PLATE = Plate(size_wh=SIZE_WH, centre_xy_px=(320.0, 240.0), px_per_mm=5.0)


def face(below: int, scale: float = 1.0) -> DieReading:
    corners = tuple((290 + (x - 290) * scale, 290 + (y - 290) * scale) for x, y in CORNERS)
    return DieReading(
        top=TopFace(7 - below),
        bottom=BottomFace(below),
        centre_xy_px=(290.0, 290.0),
        corners_xy_px=(corners[0], corners[1], corners[2], corners[3]),
        confidence=1.0,
    )


def painted() -> npt.NDArray[np.uint8]:
    image = np.full((480, 640, 3), 30, dtype=np.uint8)
    cv2.rectangle(image, (250, 250), (330, 330), (40, 50, 200), -1)
    cv2.circle(image, (290, 290), 9, (240, 240, 240), -1)
    return image


def examine(below_by_top: dict[int, DieReading | Refusal]) -> DieInUse:
    pictures = {top: painted() for top in below_by_top}
    answers = iter(below_by_top[top] for top in sorted(below_by_top))
    return examine_die(pictures, PLATE, lambda _: next(answers))


def test_a_true_die_gives_size_and_colours() -> None:
    """Six faces whose opposites sum to 7 give edge, body and pips."""
    die = examine({top: face(7 - top) for top in range(1, 7)})
    assert die.edge_mm == pytest.approx(16.0)
    assert die.light_pips
    assert die.body_bgr == pytest.approx((40, 50, 200), abs=2)
    assert die.pip_bgr == pytest.approx((240, 240, 240), abs=2)


def test_a_die_whose_opposite_faces_do_not_sum_to_seven_is_found_out() -> None:
    """A die that carries 1 opposite 2 is refused, and the pairs are named."""
    odd = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5}
    with pytest.raises(CalibrationError, match="1 above 2") as caught:
        examine({top: face(below) for top, below in odd.items()})
    assert "3 above 4" not in str(caught.value)


@pytest.mark.parametrize("wrong", [(1, 5), (6, 6), (3, 3)])
def test_one_wrong_pair_is_enough(wrong: tuple[int, int]) -> None:
    """A single face that does not fit refuses the die."""
    pairs = {top: 7 - top for top in range(1, 7)} | dict([wrong])
    with pytest.raises(CalibrationError, match="do not sum to 7"):
        check_opposites(pairs)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({4: Refusal(reason=RefusalReason.GLARE)}, "4 on top cannot be read"),
        ({2: Refusal(reason=RefusalReason.THREE_DICE)}, "three dice"),
        ({5: face(2, scale=1.4)}, "no die of one size"),
    ],
)
def test_a_bad_picture_of_a_die_is_named(
    change: dict[int, DieReading | Refusal], sentence: str
) -> None:
    """What is wrong, and with which face, is said."""
    faces: dict[int, DieReading | Refusal] = {top: face(7 - top) for top in range(1, 7)}
    with pytest.raises(CalibrationError, match=sentence):
        examine(faces | change)


def test_a_missing_face_is_named() -> None:
    """Five pictures are not enough."""
    with pytest.raises(CalibrationError, match="3 on top is missing"):
        examine({top: face(7 - top) for top in (1, 2, 4, 5, 6)})


def test_a_blank_face_has_one_colour() -> None:
    """A face without contrast gives its own colour twice instead of nothing."""
    image = np.full((480, 640, 3), 99, dtype=np.uint8)
    assert face_colours(image, face(1)) == ((99, 99, 99), (99, 99, 99))
