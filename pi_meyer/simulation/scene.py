"""A scene: everything that one still view from under the window holds, and the truth about it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.simulation.distortion import bent
from pi_meyer.vision.reading import RefusalReason

if TYPE_CHECKING:
    from pi_meyer.rules.rolls import BottomFace, TopFace
    from pi_meyer.simulation.dice_model import Die
    from pi_meyer.simulation.optics import DoubleArray
    from pi_meyer.simulation.setting import Setting
    from pi_meyer.simulation.things import Thing


class SceneKind(enum.Enum):
    """What kind of view it is; the names are those of the pictures' manifests.

    Beyond them: things that are no dice in place of dice, and strange views in which two dice are
    legible (rings for pips; a bottle cap, a coin or a die of twenty faces beside them).
    """

    FLAT = "flat"
    TOUCHING = "touching"
    RIM = "rim"
    LIFTED = "lifted"
    COCKED_WALL = "cocked_wall"
    COCKED_DIE = "cocked_die"
    THREE_DICE = "three_dice"
    STACKED = "stacked"
    ONE_DIE = "one_die"
    NO_DICE = "no_dice"
    OUT_OF_VIEW = "out_of_view"
    MOTION = "motion"
    HAND = "hand"
    NOT_A_DIE = "not_a_die"
    STRANGE = "strange"

    @property
    def reason(self) -> RefusalReason | None:
        """Why such a view must be refused; None where two dice can be read."""
        return _REASONS.get(self)


EITHER_KINDS = (SceneKind.HAND, SceneKind.STRANGE)
"""Views that may be refused or read right."""

READABLE_KINDS = (SceneKind.FLAT, SceneKind.TOUCHING, SceneKind.RIM, SceneKind.LIFTED)
"""Views that hold two legible flat dice, the third and others aside."""

_REASONS = {
    SceneKind.COCKED_WALL: RefusalReason.COCKED,
    SceneKind.COCKED_DIE: RefusalReason.COCKED,
    SceneKind.THREE_DICE: RefusalReason.THREE_DICE,
    SceneKind.STACKED: RefusalReason.STACKED,
    SceneKind.ONE_DIE: RefusalReason.ONE_DIE,
    SceneKind.NO_DICE: RefusalReason.NO_DICE,
    SceneKind.OUT_OF_VIEW: RefusalReason.OUT_OF_VIEW,
    SceneKind.MOTION: RefusalReason.MOTION,
    SceneKind.NOT_A_DIE: RefusalReason.NOT_A_DIE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One view with its truth.

    Attributes:
        kind: what kind of view.
        setting: window, cup, lamps, room, camera.
        dice: those that are there, hidden ones too.
        things: what lies there and is no die of six faces.
        motion_px: the dice's way during the exposure.
        blur_gain: factor on the lens's own blur.
        noise_levels: deviation of the sensor's noise, in grey levels of 255.
    """

    kind: SceneKind
    setting: Setting
    dice: tuple[Die, ...]
    things: tuple[Thing, ...] = ()
    motion_px: tuple[float, float] = (0.0, 0.0)
    blur_gain: float = 1.0
    noise_levels: float = 2.5

    @property
    def reason(self) -> RefusalReason | None:
        """Why a reader must refuse; None where the dice can be read (a hand: either will do)."""
        return self.kind.reason

    @property
    def bottoms(self) -> tuple[BottomFace, ...]:
        """The faces that look down, in the order of the dice."""
        return tuple(die.bottom for die in self.dice)

    @property
    def tops(self) -> tuple[TopFace, ...]:
        """The values that count, highest first."""
        return tuple(sorted((die.top for die in self.dice), reverse=True))

    def project(self, points_mm: DoubleArray) -> DoubleArray:
        """Project world points, shape (n, 3), to pixels as the lens shows them, shape (n, 2)."""
        lens = self.setting.lens
        return bent(lens.project(points_mm), lens.size_wh, self.setting.distortion)

    def corners_px(self) -> tuple[DoubleArray, ...]:
        """The corners of every face that looks down, each (4, 2), in pixels."""
        return tuple(self.project(die.bottom_corners_mm()) for die in self.dice)

    def pips_px(self) -> tuple[DoubleArray, ...]:
        """The middles of the pips of every face that looks down, each (n, 2), in pixels."""
        return tuple(self.project(die.bottom_pips_mm()) for die in self.dice)
