"""Dealings with the match as a whole: begin, end, people, rules, the sheet on a stick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.views import Words
from pi_meyer.service.flow.house import House
from pi_meyer.service.flow.phase import Phase
from pi_meyer.service.flow.seating import FEWEST_SEATS, MOST_SEATS

if TYPE_CHECKING:
    from pi_meyer.ports.journal import MatchRecord
    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.service.flow.evening import Evening


def begin_match(evening: Evening, preset: str, settings: dict[str, object], now_s: float) -> None:
    """Begin a match with the people in the seats; nothing is hidden yet."""
    clear_table(evening)
    seating, host = evening.seating, evening.host
    names = {seat.key: seat.name for seat in seating.seats}
    before = host.journal.last_match()
    evening.record.begin(preset, settings, seating.keys, names, simulated=host.simulated)
    if _other_boot(before, host.journal.last_match()):
        host.forget_wins()
    host.remember_names([seat.name for seat in seating.seats])
    host.house = House(preset=preset, settings=dict(settings))
    host.remember_house()
    evening.story, evening.pending, evening.unseen = None, None, None
    evening.places.clear()
    evening.watch.kippe = bool(evening.record.house_rule("kippe"))
    evening.watch.begin_turn()
    evening.hide_undo()
    evening.go(Phase.HIDDEN if evening.asleep is not None else Phase.SHAKE, now_s)


def _other_boot(before: MatchRecord | None, now: MatchRecord | None) -> bool:
    """Tell whether the box was switched on since the last match began: a new evening."""
    return before is not None and now is not None and before.boot_id != now.boot_id


def end_match(evening: Evening, now_s: float) -> None:
    """End the evening's match; its record stays."""
    evening.record.close_match()
    evening.story, evening.pending = None, None
    evening.places.clear()
    evening.hide_undo()
    evening.go(Phase.IDLE, now_s)


def clear_table(evening: Evening) -> None:
    """Close the match that was played, if any; whoever left it sits here no more."""
    record, seating = evening.record, evening.seating
    if not record.running:
        return
    gone = set(record.sheet_players) - set(record.seated)
    for seat in [seat for seat in seating.seats if seat.key in gone]:
        seating.remove(seat.mat)
    record.close_match()


def settle_win(evening: Evening) -> None:
    """Count the win of this match for whoever has won it now, once; nobody's where it goes on."""
    record = evening.record
    evening.host.settle_win(record.match_id, evening.name(record.winner) if record.over else "")


def rules(evening: Evening) -> HouseRules:
    """Return the running match's rules, or tonight's where none runs."""
    return evening.record.rules if evening.record.running else evening.host.house.rules


def set_rules(evening: Evening, settings: dict[str, object], preset: str, now_s: float) -> bool:
    """Change house rules; a running match is recalculated at once (seed S0, 0.21)."""
    if evening.record.running and not evening.apply({"set": settings}, now_s):
        return False
    house = evening.host.house
    if preset:
        house.choose(preset)
    else:
        house.take(settings)
    evening.host.remember_house()
    evening.watch.kippe = bool(rules(evening).kippe)
    return True


def join(evening: Evening, now_s: float) -> None:
    """Seat one more person in a running match."""
    if len(evening.seating.seats) >= MOST_SEATS:
        evening.say(Words(key="no_twelve"), now_s)
        return
    seat = evening.seating.add()
    if not evening.apply({"join": seat.key}, now_s):
        evening.seating.remove(seat.mat)
        return
    evening.record.name_seat(seat.key, seat.mat, "")
    evening.seats.picked = seat.mat
    evening.offer_undo(Words(key="did_join", gaps=(evening.name(seat.key),)), now_s)


def leave(evening: Evening, mat: int, now_s: float) -> None:
    """Let somebody leave a running match; the seat and its column stay on the sheet."""
    key = evening.seating.key_of(mat)
    if key is None:
        return
    if len(evening.record.living) <= FEWEST_SEATS and key in evening.record.living:
        evening.say(Words(key="no_leave"), now_s)
    elif evening.apply({"leave": key}, now_s):
        evening.offer_undo(Words(key="did_leave", gaps=(evening.name(key),)), now_s)


def reorder(evening: Evening, now_s: float) -> None:
    """Take the changed places into the running match, between rounds."""
    order = [key for key in evening.seating.keys if key in evening.record.seated]
    if not evening.apply({"order": order}, now_s):
        evening.seating.arrange(evening.record.seated)


def rename(evening: Evening, mat: int, name: str, now_s: float) -> None:
    """Change a name on the screen: possible at any time, and no fact of the match."""
    seating, running = evening.seating, evening.record.running
    if name and any(seat.name == name and seat.mat != mat for seat in seating.seats):
        evening.say(Words(key="no_name_taken", gaps=(name,)), now_s)
        return
    seating.rename(mat, name, key_too=not running)
    evening.seats.same_as_last = False
    key = seating.key_of(mat)
    if running and key is not None:
        evening.record.name_seat(key, mat, name)


def save_sheet(evening: Evening) -> None:
    """Write the sheet to a USB stick if there is one; the QR codes are shown either way."""
    match = evening.record.match
    if match is None or not evening.record.sheet_length:
        evening.saved = Words(key="save_empty")
        return
    name = evening.host.export(match)
    evening.saved = Words(key="saved_both", gaps=(name,)) if name else Words(key="saved_qr")
