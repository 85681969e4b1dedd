"""What the dice do is told from frames, however few of them a machine takes in."""

from __future__ import annotations

import pytest

from pi_meyer.service.flow.dice_watch import DiceEvent, DiceWatch
from pi_meyer.vision.gate_state import GateState, View


def events(views: list[View], *, gap_s: float) -> list[DiceEvent]:
    """Return all that a watch tells of frames so far apart."""
    watch = DiceWatch()
    told: list[DiceEvent] = []
    for number, view in enumerate(views):
        told += watch.see(state(view, number, gap_s))
    return told


def state(view: View, number: int, gap_s: float) -> GateState:
    return GateState(
        view=view,
        reason=None,
        cup_off=False,
        jolt=False,
        taken_s=number * gap_s,
        number=number,
    )


@pytest.mark.parametrize("gap_s", [0.05, 0.4, 1.0, 3.0])
def test_one_moved_frame_is_no_shake(gap_s: float) -> None:
    """Between two frames far apart nobody knows how long the dice moved: a lift is not a shake."""
    views = [View.READY, View.READY, View.MOVING, View.READY, View.READY]
    assert DiceEvent.TAKEN not in events(views, gap_s=gap_s)


@pytest.mark.parametrize("gap_s", [0.05, 0.1, 0.4, 1.0])
def test_long_motion_is_a_shake(gap_s: float) -> None:
    """Motion for a second and more is one, once, also where frames are few."""
    moving = [View.MOVING] * (round(1.2 / min(gap_s, 0.4)) + 1)
    views = [View.READY, *moving, View.READY]
    assert events(views, gap_s=gap_s).count(DiceEvent.TAKEN) == 1
