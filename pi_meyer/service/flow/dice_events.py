"""What the evening makes of the dice: taken, at rest, not two, the cup off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.views import Words
from pi_meyer.service.flow import after, places, resuming
from pi_meyer.service.flow.dice_watch import DiceEvent
from pi_meyer.service.flow.phase import Phase

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening


def happened(evening: Evening, event: DiceEvent, now_s: float) -> None:
    """Turn an event of the dice into the next phase, a mark or a word."""
    match event:
        case DiceEvent.TAKEN:
            _taken(evening, now_s)
        case DiceEvent.SETTLED:
            _settled(evening, now_s)
        case DiceEvent.BAD_VIEW:
            _bad_view(evening, now_s)
        case DiceEvent.CUP_OFF:
            if evening.phase is Phase.HIDDEN and evening.record.claim is not None:
                mark(evening, "cup_off", now_s)
        case DiceEvent.CUP_ON | DiceEvent.JOLT:
            pass


def mark(evening: Evening, name: str, now_s: float) -> bool:
    """Keep a neutral mark with the open round; tell whether tonight it makes the round void."""
    if not evening.host.shows(name):
        return False
    evening.record.mark(name)
    evening.say(Words(key=f"note_{name}"), now_s)
    return evening.host.voids(name) and void(evening, name.replace("_", " "), now_s)


def void(evening: Evening, why: str, now_s: float) -> bool:
    """End the open round without a loser; the same roller shakes again."""
    if not evening.record.round_open or not evening.apply({"void": why}, now_s):
        return False
    evening.story = None
    after.show_ruling(evening, now_s)
    return True


def _taken(evening: Evening, now_s: float) -> None:
    evening.drop_frames = True
    match evening.phase:
        case Phase.IDLE:
            places.take_seats(evening, now_s)
        case Phase.HIDDEN:
            again = evening.watch.shakes > 1 and evening.record.claim is not None
            if again and mark(evening, "second_shake", now_s):
                return
            evening.go(Phase.SHAKE, now_s)
            resuming.write_phase(evening)
        case Phase.RULING | Phase.LIVES | Phase.OUT:
            after.next_round(evening, now_s)
        case _:
            pass


def _settled(evening: Evening, now_s: float) -> None:
    if evening.phase is Phase.SHAKE and evening.watch.shaken:
        evening.bad_views = 0
        evening.forget_notice()  # what was said of an empty window is no longer so
        evening.go(Phase.HIDDEN, now_s)
        resuming.write_phase(evening)


def _bad_view(evening: Evening, now_s: float) -> None:
    """Not two flat dice (F5): shake again, unless tonight's table wants it otherwise."""
    bad = evening.watch.bad
    if evening.phase is not Phase.SHAKE or not evening.watch.shaken or bad is None:
        return
    if not evening.host.shows("not_two_dice"):
        _settled(evening, now_s)
        return
    if evening.host.voids("not_two_dice"):
        void(evening, "not two dice", now_s)
    evening.bad_views += 1
    evening.say(Words(key=f"again_{bad.value}"), now_s)
