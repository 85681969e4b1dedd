"""What the reader answers: a reading it is sure of, or a refusal with a reason."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi_meyer.rules.rolls import BottomFace, TopFace

PointXY = tuple[float, float]
"""A point in pixels of the frame: x to the right, y down."""


class RefusalReason(enum.Enum):
    """Why there is no reading; the names are those of the pictures' manifests (design/vision)."""

    NO_DICE = "no_dice"
    ONE_DIE = "one_die"
    THREE_DICE = "three_dice"
    COCKED = "cocked"
    STACKED = "stacked"
    OUT_OF_VIEW = "out_of_view"
    HAND = "hand"
    MOTION = "motion"
    BLURRED = "blurred"
    GLARE = "glare"
    DARK = "dark"
    DIRTY_WINDOW = "dirty_window"
    NOT_A_DIE = "not_a_die"
    FRAMES_DISAGREE = "frames_disagree"
    OPINIONS_DISAGREE = "opinions_disagree"


@dataclass(frozen=True, slots=True, kw_only=True)
class DieReading:
    """One die that was read.

    Attributes:
        top: the value that counts.
        bottom: the face on the window; None when the die was seen from above.
        centre_xy_px: the middle of the face that was seen.
        corners_xy_px: its four corners, clockwise in the picture.
        confidence: 0 to 1; the smallest margin of the tests that the face had to pass.
    """

    top: TopFace
    bottom: BottomFace | None
    centre_xy_px: PointXY
    corners_xy_px: tuple[PointXY, PointXY, PointXY, PointXY]
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Dice that were read for sure, the highest top face first."""

    dice: tuple[DieReading, ...]

    @property
    def top(self) -> tuple[TopFace, ...]:
        """The values that count, in descending order."""
        return tuple(die.top for die in self.dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """No reading, and why; a refusal never holds a value."""

    reason: RefusalReason
