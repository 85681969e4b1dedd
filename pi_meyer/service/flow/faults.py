"""What works less well: the camera, the button, the disk. It is told once; the game goes on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pi_meyer.match.views import Words
from pi_meyer.ports.journal import NoticeKind
from pi_meyer.service.flow.phase import Phase, Place

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening

_log = logging.getLogger(__name__)

AWAKE_S = 1.5
"""Seconds that a camera must send pictures before it counts as awake again: no flapping."""

NOTICES = {
    NoticeKind.SET_ASIDE: "note_torn",
    NoticeKind.NOT_SAVING: "fault_not_saving",
    NoticeKind.SAVING_AGAIN: "fault_saving_back",
}


def camera_is(evening: Evening, asleep: str | None, now_s: float) -> None:
    """The camera is awake (None) or not (why); told once per loss, and awake only for sure."""
    if asleep is None:
        _wakes(evening, now_s)
        return
    evening.awake_since_s = None
    if evening.asleep is None:
        _log.warning("%s", asleep)
        _sleeps(evening, now_s)
    evening.asleep = asleep


def button_is(evening: Evening, fault: str | None, now_s: float) -> None:
    """The button works (None) or is broken; then a tile of the screen lifts."""
    if (fault is not None) == evening.button_dead:
        return
    evening.button_dead = fault is not None
    broken = "fault_button_stuck" if fault == "stuck" else "fault_no_button"
    evening.say(Words(key=broken if evening.button_dead else "fault_button_back"), now_s)


def disk_says(evening: Evening, notice: NoticeKind, now_s: float) -> None:
    """The journal has something to tell: the disk is full, torn, or well again."""
    evening.say(Words(key=NOTICES[notice]), now_s)


def _sleeps(evening: Evening, now_s: float) -> None:
    evening.forget_notice()  # whatever it said, this screen says more
    if evening.phase is not Phase.IDLE:
        evening.open_place(Place.ASLEEP)
    if evening.phase is Phase.SHAKE:
        evening.go(Phase.HIDDEN, now_s)


def _wakes(evening: Evening, now_s: float) -> None:
    if evening.asleep is None:
        return
    if evening.awake_since_s is None:
        evening.awake_since_s = now_s
    if now_s - evening.awake_since_s >= AWAKE_S:
        evening.asleep = evening.awake_since_s = None
        evening.close_place(Place.ASLEEP)
        _log.info("The camera sends pictures again.")
        evening.say(Words(key="fault_camera_back"), now_s)
