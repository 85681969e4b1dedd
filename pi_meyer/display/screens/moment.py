"""One moment: the reader is late, and the same cup says so for every roll (fairness P11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.colours import CREAM, LEATHER_MID
from pi_meyer.display.components.leather import Cup
from pi_meyer.display.screens.cells import ground
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D2, D3

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import MomentView

HEM_U = 58.0


def draw(view: MomentView, sketch: Sketch) -> None:  # noqa: ARG001 - it shows nothing of its view
    """Draw the cup over all of the table."""
    ground(sketch)
    bottom = sketch.h - 40.0
    cup = Cup(sketch.w - 24.0, bottom - HEM_U, bottom)
    sketch.put(cup, 12.0, 0.0, cup.w, cup.h)
    words = sketch.say("moment")
    room = sketch.w - 150.0
    cap = sketch.fits(words, room, (176.0, D2, 112.0, D3, 84.0, 72.0))
    middle = (bottom - HEM_U) / 2
    sketch.text(
        *(words, sketch.w / 2, middle - cap / 2),
        cap=cap,
        on=LEATHER_MID,
        anchor=Anchor.MIDDLE,
        max_w=room,
    )
    sketch.small(
        *(sketch.say("moment_more"), sketch.w / 2, bottom - HEM_U / 2 + 1.0),
        colour=CREAM,
        on=LEATHER_MID,
        anchor=Anchor.MIDDLE,
        max_w=room,
        strong=True,
    )
