"""With the box's own camera the steps come in order, each can be skipped that may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_meyer.errors import DeviceError
from pi_meyer.ports.camera import Frame
from pi_meyer.rules.rolls import BottomFace, TopFace
from pi_meyer.service.calibrate_live import CARD, SETTLE_FRAMES, CameraTaker, calibrate_live
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.vision.dice_in_use import FACES
from pi_meyer.vision.reading import DieReading, Refusal, RefusalReason
from pi_meyer.vision.window_fit import CalibrationError
from tests.vision.card_pictures import card_picture

if TYPE_CHECKING:
    import numpy.typing as npt

MATRIX = np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]])
SHARP_AT = 14.0


class Bench:
    """A window on which a person does what is asked, and a lens that blurs away from 14."""

    def __init__(self, skip: str = "never") -> None:
        self.asked: list[str] = []
        self.tops: list[int] = []
        self._skip = skip

    def ask(self, what: str) -> bool:
        self.asked.append(what)
        return self._skip not in what

    def take(self, lens_position: float | None) -> npt.NDArray[np.uint8]:
        if "card" not in self.asked[-1]:
            return np.full((480, 640, 3), 40, dtype=np.uint8)
        sharp = card_picture(MATRIX, 0.0, noise=1.0)
        off = abs((SHARP_AT if lens_position is None else lens_position) - SHARP_AT)
        return np.asarray(cv2.GaussianBlur(sharp, (0, 0), 0.3 + 0.6 * off), dtype=np.uint8)

    def read(self, _: npt.NDArray[np.uint8]) -> DieReading | Refusal:
        asked = self.asked[-1].partition("Lay one die")[2]
        self.tops.append(next(int(sign) for sign in asked if sign.isdigit()))
        again = len(self.tops) - FACES  # at the end all six are read once more
        top = again if again > 0 else self.tops[-1]
        corners = ((281.0, 201.0), (359.0, 201.0), (359.0, 279.0), (281.0, 279.0))
        return DieReading(
            top=TopFace(top),
            bottom=BottomFace(7 - top),
            centre_xy_px=(320.0, 240.0),
            corners_xy_px=corners,
            confidence=1.0,
        )


def test_card_focus_empty_window_and_die_make_a_whole_calibration() -> None:
    """Eight things are asked for, and every part is there in the end."""
    bench = Bench()
    done = calibrate_live(bench.take, bench.ask, bench.read, focus_range=(8.0, 20.0))
    assert len(bench.asked) == 8
    assert done.lens_position == pytest.approx(SHARP_AT, abs=0.3)
    assert done.empty is not None
    assert done.die is not None
    assert done.plate.edge_mm == done.die.edge_mm == pytest.approx(78 / 4.9, abs=0.1)


def test_empty_window_and_die_can_be_skipped() -> None:
    """Either part may be left out; a fixed lens is not swept."""
    for skip in ("everything", "die"):
        bench = Bench(skip)
        done = calibrate_live(bench.take, bench.ask, bench.read, focus_range=None)
        assert (done.die is None) == (skip == "die")
        assert done.lens_position is None
        assert (done.empty is None) == (skip == "everything")


class OneCamera:
    """Sends numbered frames; remembers that it was closed."""

    def __init__(self, clock: SteppedClock, *, silent: bool = False) -> None:
        self.closed = False
        self._clock = clock
        self._silent = silent
        self._number = 0

    def poll(self) -> Frame | None:
        if self._silent:
            return None
        self._number += 1
        image = np.full((4, 4, 3), self._number, dtype=np.uint8)
        return Frame(image=image, taken_s=self._clock.now_s(), number=self._number)

    def close(self) -> None:
        self.closed = True


def test_a_picture_is_taken_after_the_lens_rests_and_the_camera_let_go() -> None:
    """The first frames are thrown away, and the next opening finds the camera free."""
    clock = SteppedClock()
    camera = OneCamera(clock)
    wanted: list[float | None] = []

    def open_at(lens_position: float | None) -> OneCamera:
        wanted.append(lens_position)
        return camera

    taker = CameraTaker(open_at, clock, clock.advance)
    assert taker(12.5)[0, 0, 0] == SETTLE_FRAMES
    assert (wanted, camera.closed) == ([12.5], True)


def test_a_silent_camera_is_an_error_that_says_what_to_do() -> None:
    """After some seconds without frames the builder is sent to the doctor."""
    clock = SteppedClock()
    camera = OneCamera(clock, silent=True)
    with pytest.raises(DeviceError, match="doctor"):
        CameraTaker(lambda _: camera, clock, clock.advance)(None)
    assert camera.closed


def test_the_window_comes_out_as_it_lies() -> None:
    """The fitted scale and middle are the bench's."""
    bench = Bench("everything")
    plate = calibrate_live(bench.take, bench.ask, bench.read, focus_range=None).plate
    assert plate.px_per_mm == pytest.approx(4.9, abs=0.05)
    assert plate.centre_xy_px == pytest.approx((320.0, 240.0), abs=1.0)


class Clumsy(Bench):
    """Lays nothing at first, for each thing that is asked for."""

    def take(self, lens_position: float | None) -> npt.NDArray[np.uint8]:
        if self.asked[-1] == CARD:
            return np.full((480, 640, 3), 40, dtype=np.uint8)
        return super().take(lens_position)

    def read(self, image: npt.NDArray[np.uint8]) -> DieReading | Refusal:
        if self.asked[-1].startswith("Lay one die"):
            return Refusal(reason=RefusalReason.NO_DICE)
        return super().read(image)


@pytest.mark.parametrize("focus_range", [None, (8.0, 20.0)])
def test_a_step_that_fails_is_asked_for_again_with_the_reason(
    focus_range: tuple[float, float] | None,
) -> None:
    """Neither the card nor the faces before are lost by one bad picture."""
    bench = Clumsy(skip="everything")
    done = calibrate_live(bench.take, bench.ask, bench.read, focus_range=focus_range)
    assert done.die is not None
    assert [CARD in what for what in bench.asked[:2]] == [True, True]
    assert bench.asked[1] != CARD
    assert len(bench.asked) == 2 + 1 + 2 * FACES


def test_without_the_card_nothing_is_learned() -> None:
    """Skipping it ends the calibration with a sentence, and no picture is taken."""
    with pytest.raises(CalibrationError, match="Without the card"):
        calibrate_live(Bench().take, lambda _: False, Bench().read, focus_range=None)
