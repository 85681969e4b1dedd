"""The gate: looks at every frame and says whether there is something to read; blind to pips.

What it sees is a coarse picture of the window (one point every 1.6 mm) from which a median of
8 x 8 mm has wiped everything smaller than a face: pips, noise, sparks. So its answer hangs on
outlines, motion and light, never on a value (fairness P1, P2), and it costs less than one blur of
the frame. Sources: design/vision "Gate and reader", fairness P1 to P3, F1, F4.

States follow each other like this:

* first frame, or the picture is quiet after motion: look for dice, remember picture and places;
* many points change from one frame to the next: MOVING;
* many points change away from the dice, under the cup, while the dice stay: the cup is off.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.gate_outlines import Dice, find_dice
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.reading import RefusalReason
from pi_meyer.vision.window_grid import WindowGrid, grid_for

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Frame

ByteArray = npt.NDArray[np.uint8]

CHANGE_GREY: Final = 12
"""Grey levels from frame to frame that make a point changed; the median leaves noise below 8."""

MOVING_POINTS: Final = 6
"""Changed points that are motion: a die that shifts by 0.3 mm changes 15, a still picture 1."""

LIGHT_JUMP_GREY: Final = 24
"""Grey levels against the still picture that count as other light: the cup came off."""

LIGHT_JUMP_SHARE: Final = 0.02
"""Share of the points under the cup, away from the dice, that must jump before the cup is off."""

LIGHT_BACK_SHARE: Final = 0.01
"""Share below which the picture is the old one again: the cup is back."""

DICE_STAY_GREY: Final = 16
"""Grey levels on a die's middle that its shade may change while the die itself stays."""

DICE_STAY_SHARE: Final = 0.15
"""Share of the dice's middles that may change more than that: a shadow's edge, not a shift."""

JOLT_AFTER_STILL_FRAMES: Final = 5
"""Frames that dice must have been still before a motion can be a jolt; five are kept (P4)."""

JOLT_LONGEST_S: Final = 0.5
"""A motion that lasts longer is a shake of the cup, not a jolt."""

DARK_GREY: Final = 6.0
"""Mean grey of the window below which the camera is covered or the lamps are off."""

SAME_ANSWER_FRAMES: Final = 3
"""Still frames that must agree before the answer changes without motion; one spark changes none."""


class View(enum.Enum):
    """What lies on the window, as far as outlines and motion tell."""

    NO_DICE = "no_dice"
    MOVING = "moving"
    READY = "ready"
    BAD_VIEW = "bad_view"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateState:
    """The gate's answer to one frame; it holds no pixel and no value (P6).

    Attributes:
        view: what lies on the window.
        reason: why it is not ready; None when it is.
        cup_off: the cup left its base while the dice stayed (F4), until it is back or dice move.
        jolt: dice that were still are being pushed for a short moment under the cup (F1).
        taken_s: the frame's time.
        number: the frame's number.
    """

    view: View
    reason: RefusalReason | None
    cup_off: bool
    jolt: bool
    taken_s: float
    number: int


def look(
    image: npt.NDArray[np.uint8], plate: Plate | None = None
) -> tuple[View, RefusalReason | None]:
    """Return what one picture on its own shows; motion cannot be seen in it.

    Args:
        image: ``(height, width, 3)``, BGR, 8 bit; masked or not.
        plate: the window in pictures of this size; a guess where nothing is calibrated.
    """
    grid = grid_for(plate or Plate.default((image.shape[1], image.shape[0])))
    return judge(find_dice(grid.sample(image), grid))


def judge(dice: Dice) -> tuple[View, RefusalReason | None]:
    """Return the view that belongs to the outlines found."""
    if dice.mean_grey < DARK_GREY:
        return View.BAD_VIEW, RefusalReason.DARK
    match dice.count:
        case 0:
            return View.NO_DICE, RefusalReason.NO_DICE
        case 1:
            return View.BAD_VIEW, RefusalReason.ONE_DIE
        case 2:
            return View.READY, None
        case _:
            return View.BAD_VIEW, RefusalReason.THREE_DICE


class Gate:
    """Follows a stream of frames. Not thread-safe; give every camera its own."""

    def __init__(self, plate: Plate | None = None) -> None:
        """Start without a picture.

        Args:
            plate: the window as calibrated; None guesses it from the first frame's size.
        """
        self._plate = plate
        self._previous: ByteArray | None = None
        self._still: _StillPicture | None = None
        self._still_frames = 0
        self._moving_since_s: float | None = None
        self._was_still_before_motion = False
        self._cup_off = False

    def see(self, frame: Frame) -> GateState:
        """Take the next frame and say what is there.

        Args:
            frame: newer than the one before; masked or not.
        """
        grid = self._grid_of(frame)
        sample = grid.sample(frame.image)
        grey = grid.without_pips(sample)
        moved = self._follow(grey, frame.taken_s)
        self._previous = grey
        if moved:
            return self._moving(frame)
        view, reason = self._quiet(sample, grey, grid)
        return self._state(frame, view, reason, jolt=False)

    def _grid_of(self, frame: Frame) -> WindowGrid:
        height, width = frame.image.shape[:2]
        if self._plate is None or self._plate.size_wh != (width, height):
            self._plate = Plate.default((width, height))
            self._previous = None
            self._still = None
        return grid_for(self._plate)

    def _follow(self, grey: ByteArray, now_s: float) -> bool:
        """Update the cup, and say whether the dice (or all, without known dice) move."""
        if self._previous is None:
            return False
        change = _difference(grey, self._previous)
        moving = _count_above(change, CHANGE_GREY) >= MOVING_POINTS
        if self._still is not None:
            self._cup_off = self._still.cup_is_off(grey, was_off=self._cup_off)
        if self._cup_off and self._still is not None:
            moving = self._still.dice_move(change)
        if moving and self._moving_since_s is None:
            self._moving_since_s = now_s
            self._was_still_before_motion = self._still_frames >= JOLT_AFTER_STILL_FRAMES
        return moving

    def _moving(self, frame: Frame) -> GateState:
        self._still_frames = 0
        since_s = frame.taken_s if self._moving_since_s is None else self._moving_since_s
        short = frame.taken_s - since_s <= JOLT_LONGEST_S
        jolt = self._was_still_before_motion and short and not self._cup_off
        return self._state(frame, View.MOVING, RefusalReason.MOTION, jolt=jolt)

    def _quiet(
        self, sample: ByteArray, grey: ByteArray, grid: WindowGrid
    ) -> tuple[View, RefusalReason | None]:
        after_motion = self._still is None or self._moving_since_s is not None
        self._moving_since_s = None
        self._still_frames += 1
        if self._still is not None and self._cup_off:
            return self._still.answer
        dice = find_dice(sample, grid)
        if self._still is None or after_motion:
            self._still = _StillPicture(grey, dice, grid)
        self._still.hear(judge(dice))
        return self._still.answer

    def _state(
        self, frame: Frame, view: View, reason: RefusalReason | None, *, jolt: bool
    ) -> GateState:
        return GateState(
            view=view,
            reason=reason,
            cup_off=self._cup_off,
            jolt=jolt,
            taken_s=frame.taken_s,
            number=frame.number,
        )


class _StillPicture:
    """The picture in which the dice came to rest, what it showed, and where the dice lie."""

    def __init__(self, grey: ByteArray, dice: Dice, grid: WindowGrid) -> None:
        self.answer = judge(dice)
        self._grey = grey
        self._cores = grid.near(dice.centres_xy, grid.CORE_MM)
        self._around = grid.under_cup & ~grid.near(dice.centres_xy, grid.SURROUND_MM)
        self._core_points = cv2.countNonZero(self._cores)
        self._around_points = cv2.countNonZero(self._around)
        self._other_answer = self.answer
        self._other_frames = 0

    def hear(self, answer: tuple[View, RefusalReason | None]) -> None:
        """Change the answer once enough still frames in a row say the same other thing."""
        if answer == self.answer:
            self._other_frames = 0
            return
        self._other_frames = self._other_frames + 1 if answer == self._other_answer else 1
        self._other_answer = answer
        if self._other_frames >= SAME_ANSWER_FRAMES:
            self.answer = answer
            self._other_frames = 0

    def cup_is_off(self, grey: ByteArray, *, was_off: bool) -> bool:
        """Return whether the light jumped around dice that stay."""
        if not self._core_points or not self._around_points:
            return False
        change = _difference(grey, self._grey)
        shifted = _count_above(_within(change, self._cores), DICE_STAY_GREY)
        if shifted > DICE_STAY_SHARE * self._core_points:
            return False
        jumped = _count_above(_within(change, self._around), LIGHT_JUMP_GREY)
        share = LIGHT_BACK_SHARE if was_off else LIGHT_JUMP_SHARE
        return jumped > share * self._around_points

    def dice_move(self, change: ByteArray) -> bool:
        """Return whether the dice's own middles change from one frame to the next."""
        moved = _count_above(_within(change, self._cores), CHANGE_GREY)
        return moved >= MOVING_POINTS


def _difference(one: ByteArray, other: ByteArray) -> ByteArray:
    return np.asarray(cv2.absdiff(one, other), dtype=np.uint8)


def _within(picture: ByteArray, mask: ByteArray) -> ByteArray:
    return np.asarray(cv2.bitwise_and(picture, mask), dtype=np.uint8)


def _count_above(picture: ByteArray, grey: int) -> int:
    return cv2.countNonZero(cv2.threshold(picture, grey, 255, cv2.THRESH_BINARY)[1])
