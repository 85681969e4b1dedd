"""What the gate says of a frame; apart from the gate, which needs OpenCV loaded."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi_meyer.vision.reading import RefusalReason


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
