"""What works less well: the camera, the button, the disk. It is told once; the game goes on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pi_meyer.match.views import Sign, Welcome, Words
from pi_meyer.ports.journal import NoticeKind
from pi_meyer.service.flow.phase import Phase, Place

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening

_log = logging.getLogger(__name__)

NEWS_S = 8.0
"""Seconds that news stay: nobody has waited for them."""
AWAKE_S = 1.5
"""Seconds that a camera must send pictures before it counts as awake again: no flapping."""

TELLS = {Phase.IDLE, Phase.SEATS, Phase.SHAKE, Phase.HIDDEN, Phase.LIVES}
"""Where there is time for news; a ruling, and whoever is asked something, comes first."""

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


def signs_are(evening: Evening, signs: frozenset[Sign], now_s: float) -> None:
    """The signs of the corner; a touch screen that is missing, or back, is told as well.

    At power-on it may be later than the box: what was never there is told at the second look.
    """
    if Sign.NO_TOUCH not in signs:
        evening.had_touch = True
        if evening.host.take_back("fault_no_touch"):
            evening.say(Words(key="fault_touch_back"), now_s)
    elif evening.had_touch or Sign.NO_TOUCH in evening.signs:
        evening.host.tell_once("fault_no_touch")
    evening.signs = signs


def tell_news(evening: Evening, now_s: float) -> None:
    """Tell the next of the news where nothing else is told or asked."""
    news = evening.host.news
    if news and evening.notice() is None and _has_time(evening):
        evening.say(news[0], now_s, for_s=NEWS_S)


def _has_time(evening: Evening) -> bool:
    asked = evening.pending is not None or Place.ASLEEP in evening.places
    # Nobody knows yet which language the table speaks.
    asked |= evening.phase is Phase.IDLE and evening.host.welcome is Welcome.LANGUAGE
    return evening.phase in TELLS and not asked


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
