"""The gate: looks at every frame and says whether there is something to read; blind to pips.

What it sees is a coarse picture of the window (one point every 2 mm) from which a median of
10 x 10 mm has wiped everything smaller than a face: pips, noise, sparks. So its answer hangs on
outlines, motion and light, never on a value (fairness P1, P2), and it costs less than one blur of
the frame. Sources: design/vision "Gate and reader", fairness P1 to P3, F1, F4.

States follow each other like this:

* first frame, or the picture is quiet after motion: look for dice, remember picture and places;
* many points change from one frame to the next: MOVING;
* many points change away from the dice, under the cup, while the dice stay: the cup is off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.gate_marks import dirt, most_dirt
from pi_meyer.vision.gate_outlines import Dice, finder_for, guessed_finder
from pi_meyer.vision.gate_state import GateState, View
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.reading import RefusalReason
from pi_meyer.vision.window_grid import (
    ByteArray,
    WindowGrid,
    WordArray,
    colours,
    grid_for,
    largest_colour,
    without_pips,
)

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Frame

__all__ = ["Answer", "Gate", "GateState", "View", "judge", "look"]

CHANGE_GREY: Final = 16
"""Grey levels from frame to frame that make a point changed; sensor noise of 6 stays below."""

MOVING_POINTS: Final = 8
"""Changed points that are motion: dice that shift by 0.3 mm change 13, a noisy still picture 3."""

LIGHT_JUMP_GREY: Final = 24
"""Grey levels against the still picture that count as other light: the cup came off."""

LIGHT_JUMP_SHARE: Final = 0.02
"""Share of the points under the cup, away from the dice, that must jump before the cup is off."""

LIGHT_JUMP_FRAMES: Final = 2
"""Frames in a row that must show the jump: dark dice that tumble in a dark cup can fake one."""

LIGHT_GONE_SHARE: Final = 0.3
"""Share that no moving die explains; one die that stays is enough then."""

LIGHT_BACK: Final = 0.4
"""Part of the largest jump below which the picture is the old one again: the cup is back."""

CORE_EDGES: Final = 0.26
"""Radius around a die's middle, in edges, that shows nothing but its face, the median included."""

SURROUND_EDGES: Final = 0.82
"""Radius around a die's middle, in edges, that its outline and near side faces can reach."""

DICE_STAY_GREY: Final = 16
"""Grey levels on a die's middle that its shade may change while the die itself stays."""

DICE_STAY_SHARE: Final = 0.3
"""Share of a die's middle that may change more than that: a shadow's edge, not a shift."""

JOLT_AFTER_STILL_FRAMES: Final = 5
"""Frames that dice must have been still before a motion can be a jolt; five are kept (P4)."""

JOLT_LONGEST_S: Final = 0.5
"""A motion that lasts longer is a shake of the cup, not a jolt."""

ANY_DIE: Final = 0.15
"""Likeness of the two likeliest places together below which nothing lies there: dark dice in a dark
cup come down to it."""

SURE_DIE: Final = 0.6
"""Likeness of a place that is a die for sure."""

NO_SECOND: Final = 0.008
"""Likeness of the second place below which one die is alone; above it the reader decides later."""

LONE_DIE: Final = 0.999
"""Likeness of a place that is so clear a die that a second one would be clear as well."""

LONE_SECOND: Final = 0.07
"""Likeness of the second place below which such a die is alone; of readable pairs none is there."""

SURE_THIRD: Final = 0.94
"""Likeness of the third place above which there are three dice: mirror images stay below."""

DIRTY_SHARE: Final = 0.16
"""Share of the window beside the dice that dirt takes; in views that can be read up to 0.11."""

DARK_GREY: Final = 6.0
"""Mean grey of the window below which the camera is covered or the lamps are off."""

ASK_AGAIN_FRAMES: Final = 4
"""Once the first still frames were asked for dice, every fourth is; motion asks at once."""

SAME_ANSWER_FRAMES: Final = 3
"""Still frames that must agree before the answer changes without motion; one spark changes none."""


NEAR_EDGES: Final = 0.5
"""A die found this near a known place is the known one."""

MISFIT_ASKS: Final = 10
"""Times in a row that the known dice must be missing before the still picture is given up."""


Answer = tuple[View, RefusalReason | None]
"""What lies there, and why it is not ready."""


def look(image: npt.NDArray[np.uint8], plate: Plate | None = None) -> Answer:
    """Return what one picture on its own shows; motion cannot be seen in it.

    Args:
        image: ``(height, width, 3)``, BGR, 8 bit; masked or not.
        plate: the window in pictures of this size; a guess where nothing is calibrated.
    """
    height, width = image.shape[:2]
    finder = finder_for(plate) if plate else guessed_finder(width, height)
    largest, smallest = colours(finder.grid.sample(image))
    light, shade = without_pips(largest), without_pips(smallest)
    return judge(finder.find((light, shade)), largest, light, finder.grid)


def judge(dice: Dice, largest: WordArray, light: WordArray, grid: WindowGrid) -> Answer:
    """Return the view that belongs to what was found.

    Doubt is `READY`: the gate must never hold up two dice that can be read, and what it lets
    through by mistake the reader refuses after the lift.

    Args:
        dice: what the looks found.
        largest: the largest colour of every point, ``(n, n)``.
        light: the same without pips.
        grid: whose points they are.
    """
    if dice.mean_grey < DARK_GREY:
        return View.BAD_VIEW, RefusalReason.DARK
    there = dice.centres_xy_mm[: sum(one > SURE_DIE for one in dice.likeness)]
    may_be_dirty = most_dirt(largest, light, grid, len(there)) > DIRTY_SHARE
    if may_be_dirty and dirt(largest, light, grid, there) > DIRTY_SHARE:
        return View.BAD_VIEW, RefusalReason.DIRTY_WINDOW
    reason = reason_by_dice(dice)
    if reason is None:
        return View.READY, None
    return (View.NO_DICE if reason is RefusalReason.NO_DICE else View.BAD_VIEW), reason


def reason_by_dice(dice: Dice) -> RefusalReason | None:
    """Return what is wrong with the dice that were found; None for a pair, or where unsure."""
    first, second, third = dice.likeness
    if first + second < ANY_DIE:
        return RefusalReason.NO_DICE
    alone = first > SURE_DIE and second < NO_SECOND
    if alone or (first > LONE_DIE and second < LONE_SECOND):
        return RefusalReason.ONE_DIE
    if third > SURE_THIRD:
        return RefusalReason.THREE_DICE
    return None


class Gate:
    """Follows a stream of frames. Not thread-safe; give every camera its own."""

    def __init__(self, plate: Plate | None = None) -> None:
        """Start without a picture.

        Args:
            plate: the window as calibrated; None guesses it from the first frame's size.
        """
        self._plate = plate
        self._previous: WordArray | None = None
        self._still: _StillPicture | None = None
        self._still_frames = 0
        self._moving_since_s: float | None = None
        self._was_still_before_motion = False
        self._cup_off = False
        self._jump_frames = 0

    def see(self, frame: Frame) -> GateState:
        """Take the next frame and say what is there.

        Args:
            frame: newer than the one before; masked or not.
        """
        plate = self._plate_for(frame)
        grid = grid_for(plate)
        sample = grid.sample(frame.image)
        largest = largest_colour(sample)
        light = without_pips(largest)
        moved = self._follow(light, frame.taken_s)
        self._previous = light
        if moved:
            return self._moving(frame)
        view, reason = self._quiet(sample, largest, light, plate)
        return self._state(frame, view, reason, jolt=False)

    def _plate_for(self, frame: Frame) -> Plate:
        height, width = frame.image.shape[:2]
        if self._plate is None or self._plate.size_wh != (width, height):
            self._plate = Plate.default((width, height))
            self._previous = None
            self._still = None
        return self._plate

    def _follow(self, light: WordArray, now_s: float) -> bool:
        """Update the cup, and say whether the dice (or all, without known dice) move."""
        if self._previous is None:
            return False
        change = _difference(light, self._previous)
        moving = _count_above(change, CHANGE_GREY) >= MOVING_POINTS
        if self._still is not None:
            self._follow_cup(self._still, light)
        if self._cup_off and self._still is not None:
            moving = self._still.dice_move(change)
        if moving and self._moving_since_s is None:
            self._moving_since_s = now_s
            self._was_still_before_motion = self._dice_rested()
        return moving

    def _follow_cup(self, still: _StillPicture, light: WordArray) -> None:
        if not still.cup_is_off(light, was_off=self._cup_off):
            self._jump_frames = 0
            self._cup_off = False
            return
        self._jump_frames += 1
        self._cup_off = self._cup_off or self._jump_frames >= LIGHT_JUMP_FRAMES

    def _dice_rested(self) -> bool:
        has_dice = self._still is not None and self._still.has_dice
        return has_dice and self._still_frames >= JOLT_AFTER_STILL_FRAMES

    def _moving(self, frame: Frame) -> GateState:
        self._still_frames = 0
        since_s = frame.taken_s if self._moving_since_s is None else self._moving_since_s
        short = frame.taken_s - since_s <= JOLT_LONGEST_S
        jolt = self._was_still_before_motion and short and not self._jump_frames
        return self._state(frame, View.MOVING, RefusalReason.MOTION, jolt=jolt)

    def _quiet(
        self, sample: ByteArray, largest: WordArray, light: WordArray, plate: Plate
    ) -> Answer:
        after_motion = self._moving_since_s is not None
        self._moving_since_s = None
        self._still_frames += 1
        rested_again = after_motion and not self._cup_off
        if self._still is not None and not (rested_again or self._must_ask()):
            return self._still.answer
        grid = grid_for(plate)
        dice = finder_for(plate).find((light, without_pips(colours(sample)[1])))
        answer = judge(dice, largest, light, grid)
        if self._still is None or rested_again or self._still.contradicted_by(dice):
            self._still = _StillPicture(light, dice, answer, grid)
            self._cup_off = False
            self._jump_frames = 0
        elif not self._cup_off:
            self._still.hear(answer)
        return self._still.answer

    def _must_ask(self) -> bool:
        new = self._still_frames <= SAME_ANSWER_FRAMES
        return new or self._still_frames % ASK_AGAIN_FRAMES == 0

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

    def __init__(self, light: WordArray, dice: Dice, answer: Answer, grid: WindowGrid) -> None:
        self.answer = answer
        self._light = light
        self.has_dice = self.answer[0] is not View.NO_DICE
        number = sum(one > NO_SECOND for one in dice.likeness[:2]) if self.has_dice else 0
        self._places_mm = dice.centres_xy_mm[:number]
        self._near_mm = NEAR_EDGES * grid.edge_mm
        self._cores = [
            grid.near(place[None], CORE_EDGES * grid.edge_mm) for place in self._places_mm
        ]
        surround = grid.near(self._places_mm, SURROUND_EDGES * grid.edge_mm)
        self._around = grid.under_cup & ~surround
        self._misfits = 0
        self._largest_jump = 0.0
        self._other_answer = self.answer
        self._other_frames = 0

    def hear(self, answer: Answer) -> None:
        """Change the answer once enough still frames in a row say the same other thing."""
        if answer == self.answer:
            self._other_frames = 0
            return
        self._other_frames = self._other_frames + 1 if answer == self._other_answer else 1
        self._other_answer = answer
        if self._other_frames >= SAME_ANSWER_FRAMES:
            self.answer = answer
            self._other_frames = 0

    def contradicted_by(self, dice: Dice) -> bool:
        """Return whether dice were missing from their places too often in a row.

        Heals what light and shadow can do: a lamp taken for a die, or dice that crept away.
        """
        between = self._places_mm[:, None] - dice.centres_xy_mm[None]
        fits = bool((np.hypot(between[..., 0], between[..., 1]) < self._near_mm).any(axis=1).all())
        self._misfits = 0 if fits else self._misfits + 1
        return self._misfits >= MISFIT_ASKS

    def cup_is_off(self, light: WordArray, *, was_off: bool) -> bool:
        """Return whether the light jumped around dice that stay."""
        if not self._cores:
            return False
        change = _difference(light, self._light)
        stay = sum(
            _share_above(change, core, DICE_STAY_GREY) < DICE_STAY_SHARE for core in self._cores
        )
        jumped = _share_above(change, self._around, LIGHT_JUMP_GREY)
        self._largest_jump = max(jumped, self._largest_jump) if was_off else jumped
        if stay < len(self._cores):
            return stay > 0 and jumped > LIGHT_GONE_SHARE
        return jumped > max(LIGHT_JUMP_SHARE, LIGHT_BACK * self._largest_jump)

    def dice_move(self, change: WordArray) -> bool:
        """Return whether the dice's own middles change from one frame to the next."""
        return any(
            _share_above(change, core, CHANGE_GREY) > DICE_STAY_SHARE for core in self._cores
        )


def _difference(one: WordArray, other: WordArray) -> WordArray:
    return np.asarray(cv2.absdiff(one, other), dtype=np.uint16)


def _count_above(picture: WordArray, grey: int) -> int:
    return cv2.countNonZero(cv2.threshold(picture, grey, 65535, cv2.THRESH_BINARY)[1])


def _share_above(picture: WordArray, mask: WordArray, grey: int) -> float:
    points = cv2.countNonZero(mask)
    if not points:
        return 0.0
    return _count_above(np.asarray(cv2.bitwise_and(picture, mask), dtype=np.uint16), grey) / points
