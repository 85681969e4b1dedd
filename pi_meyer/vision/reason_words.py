"""What each reason of a refusal means to the builder, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pi_meyer.vision.reading import RefusalReason
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

BELOW: Final[Mapping[RefusalReason, str]] = {
    RefusalReason.NO_DICE: "no die is seen; lay two dice on the window",
    RefusalReason.ONE_DIE: "only one die is seen; the other is away, or lies on top of it",
    RefusalReason.THREE_DICE: "something like a third die is seen; take it away",
    RefusalReason.COCKED: "a die leans; it must lie flat on the window",
    RefusalReason.STACKED: "one die lies on the other; lay both on the window",
    RefusalReason.OUT_OF_VIEW: "a die lies partly out of view; lay it nearer to the middle",
    RefusalReason.HAND: "something like a hand is seen; take it away",
    RefusalReason.MOTION: "the dice moved; wait until they rest",
    RefusalReason.BLURRED: "nothing is sharp; wipe lens and window, or set the focus anew",
    RefusalReason.GLARE: "light or dirt hides what must be seen; shade the window and wipe it",
    RefusalReason.DARK: "it is too dark; switch the lamps on",
    RefusalReason.DIRTY_WINDOW: "the window is dirty; wipe it and the cup's base",
    RefusalReason.NOT_A_DIE: "something is seen that cannot be told from a die; take it away",
    RefusalReason.FRAMES_DISAGREE: "the pictures disagree; leave the dice alone and try again",
    RefusalReason.OPINIONS_DISAGREE: "two ways to read disagree; move the dice and try again",
}

ABOVE: Final[Mapping[RefusalReason, str]] = {
    RefusalReason.NO_DICE: "no face is certain; take the photo from straight above, near and sharp",
    RefusalReason.NOT_A_DIE: "not all that looks like a pip or a face is certain",
}
"""From above there are these two only."""


def meaning_of(reason: RefusalReason, view: View) -> str:
    """What a refusal means, and what to do about it."""
    return ABOVE.get(reason, BELOW[reason]) if view is View.ABOVE else BELOW[reason]
