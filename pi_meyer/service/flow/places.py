"""Seats before a match, and the places of the menu over a running one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import (
    Act,
    Do,
    Intent,
    PickLanguage,
    PickPreset,
    PickSeat,
    StepSetting,
    TypeName,
)
from pi_meyer.match.views import Words
from pi_meyer.service.flow import calibrating, dealings, place_views, settings_place
from pi_meyer.service.flow.phase import Phase, Place
from pi_meyer.service.flow.seating import FEWEST_SEATS, MOST_SEATS, Seating

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening
    from pi_meyer.service.flow.host import Offer

SHEET_STEP = 4
"""Rows that one touch on the sheet's arrows moves."""
CODE_STEP = 2
"""QR codes that one touch on the arrows moves while they are shown."""
LEFT_BY_GO = frozenset({Place.ASLEEP, Place.DOCTOR})
"""Places that "play on" leaves as well as "back"."""
NEW_TABLE_SEATS = 4
"""Seats of a new table; + and - change it."""


def take_seats(evening: Evening, now_s: float) -> None:
    """Show the seats: the last evening's people, or a new table."""
    if not evening.seating.seats:
        names = evening.host.last_names()
        evening.seats.same_as_last = bool(names)
        evening.seating = Seating.of_names(names or [""] * NEW_TABLE_SEATS)
    evening.go(Phase.SEATS, now_s)


def new_table(evening: Evening) -> None:
    """Let go of all names: other people sit down."""
    evening.seating = Seating.of_names([""] * NEW_TABLE_SEATS)
    evening.seats.picked, evening.seats.same_as_last = None, False


def play(evening: Evening, now_s: float) -> None:
    """Begin a match with the people in the seats."""
    seating = evening.seating
    if len(seating.seats) < FEWEST_SEATS:
        evening.say(Words(key="no_two_players"), now_s)
        return
    house = evening.host.house
    dealings.begin_match(evening, house.preset, house.settings, now_s)


def seats(evening: Evening, act: Act, now_s: float) -> None:
    """A tile of the seats screen, before a match."""
    desk, seating = evening.seats, evening.seating
    match act:
        case Act.MORE_PLAYERS if len(seating.seats) < MOST_SEATS:
            seating.add()
        case Act.MORE_PLAYERS:
            evening.say(Words(key="no_twelve"), now_s)
        case Act.FEWER_PLAYERS if len(seating.seats) > FEWEST_SEATS:
            seating.remove(seating.seats[-1].mat)
        case Act.FEWER_PLAYERS:
            evening.say(Words(key="no_two_players"), now_s)
        case Act.NEW_TABLE:
            if any(person.name for person in seating.seats):
                evening.ask(Act.NEW_TABLE, Words(key="ask_new_table"))
            else:
                new_table(evening)
        case Act.LEAVE if desk.picked is not None and len(seating.seats) > FEWEST_SEATS:
            seating.remove(desk.picked)
        case Act.SWAP | Act.RENAME | Act.BACK | Act.CANCEL:
            _mat_tile(evening, act, now_s)
            return
        case Act.SETTINGS:
            settings_place.open_(evening)
            return
        case _:
            return
    desk.picked = None
    desk.same_as_last = False


def pick_mat(evening: Evening, mat: int, now_s: float) -> None:
    """A mat was touched: pick it, or swap it with the one picked before."""
    desk = evening.seats
    if desk.swapping and desk.picked is not None:
        evening.seating.swap(desk.picked, mat)
        desk.picked, desk.swapping, desk.same_as_last = None, False, False
        if evening.record.running:
            dealings.reorder(evening, now_s)
        return
    desk.picked = None if desk.picked == mat else mat


def open_menu(evening: Evening) -> None:
    """Open the menu, on a table that hides no dice or by a held corner."""
    evening.offer = evening.host.offered()
    evening.open_place(Place.MENU)


def open_sheet(evening: Evening) -> None:
    """Open the score sheet at its end."""
    evening.sheet_row = max(0, evening.record.sheet_length - SHEET_STEP)
    evening.saved = None
    evening.open_place(Place.SHEET)


def handle(evening: Evening, intent: Intent, now_s: float) -> bool:  # noqa: PLR0911 - a place each
    """Handle an intent in the topmost place; False lets the phase below have it."""
    place = evening.places[-1]
    if intent == Do(act=Act.BACK) or (place in LEFT_BY_GO and intent == Do(act=Act.GO)):
        _close(evening, place, now_s)
        return True
    match place:
        case Place.ASLEEP:  # told once; it is in nobody's way
            evening.close_place(Place.ASLEEP)
            return False
        case Place.MENU:
            return _menu(evening, intent, now_s)
        case Place.SHEET:
            return _sheet(evening, intent)
        case Place.SETTINGS:
            return settings_place.handle(evening, intent, now_s)
        case Place.SEATS:
            return _running_seats(evening, intent, now_s)
        case Place.CALIBRATE:
            return calibrating.handle(evening, intent, now_s)
        case _:
            return isinstance(intent, Do | PickSeat | StepSetting | PickPreset)


def handle_anywhere(evening: Evening, intent: Intent, now_s: float) -> None:
    """Handle what is possible on every screen that offers it."""
    match intent:
        case PickLanguage(language=language):
            evening.host.speak(language)
        case TypeName(name=name) if evening.seats.picked is not None:
            evening.seats.typed = name
        case _:
            evening.say(Words(key="no_other"), now_s)


def _close(evening: Evening, place: Place, now_s: float) -> None:
    if place is Place.SEATS and (evening.seats.naming or evening.seats.picked is not None):
        _mat_tile(evening, Act.BACK, now_s)
        return
    if place is Place.SETTINGS and settings_place.back(evening):
        return
    evening.close_place(place)


def _menu(evening: Evening, intent: Intent, now_s: float) -> bool:  # noqa: C901, PLR0912 - an entry each
    if not isinstance(intent, Do):
        return False
    host = evening.host
    match intent.act:
        case Act.SHEET:
            open_sheet(evening)
        case Act.SETTINGS:
            settings_place.open_(evening)
        case Act.SEATS:
            evening.open_place(Place.SEATS)
        case Act.DOCTOR:
            _doctor(evening)
        case Act.CALIBRATE:
            calibrating.open_place(evening)
        case Act.LANGUAGE:
            settings_place.next_language(evening)
        case Act.SOUND:
            host.next_volume()
        case Act.LIGHT:
            host.next_brightness()
        case Act.TURN if host.turn is not None:
            host.turn()
        case Act.UPDATE if evening.offer is not None:
            _update(evening, evening.offer, now_s)
        case Act.END_MATCH | Act.SWITCH_OFF:
            evening.ask(intent.act, Words(key=f"ask_{intent.act.value}"))
        case _:
            return False
    return True


def _sheet(evening: Evening, intent: Intent) -> bool:
    if not isinstance(intent, Do):
        return False
    match intent.act:
        case Act.SCROLL_UP | Act.SCROLL_DOWN if evening.saved:
            _turn_codes(evening, 1 if intent.act is Act.SCROLL_DOWN else -1)
        case Act.SCROLL_UP:
            evening.sheet_row = max(0, evening.sheet_row - SHEET_STEP)
        case Act.SCROLL_DOWN:
            last = max(0, evening.record.sheet_length - 1)
            evening.sheet_row = min(last, evening.sheet_row + SHEET_STEP)
        case Act.SAVE:
            dealings.save_sheet(evening)
            evening.sheet_row = 0
        case _:
            return intent.act is not Act.UNDO
    return True


def _turn_codes(evening: Evening, way: int) -> None:
    """Show the codes before or after; the row counts codes while they are shown."""
    pages = len(place_views.qr_texts(evening))
    row = evening.sheet_row + way * CODE_STEP
    if 0 <= row < pages:
        evening.sheet_row = row


def _running_seats(evening: Evening, intent: Intent, now_s: float) -> bool:
    """People join, leave and change places between rounds; a name may change at any time."""
    desk = evening.seats
    match intent:
        case PickSeat(seat=mat):
            pick_mat(evening, mat, now_s)
        case TypeName():
            return False
        case Do(act=Act.MORE_PLAYERS):
            dealings.join(evening, now_s)
        case Do(act=Act.LEAVE) if desk.picked is not None:
            dealings.leave(evening, desk.picked, now_s)
            desk.picked = None
        case Do(act=Act.GO):
            evening.close_place(Place.SEATS)
            evening.close_place(Place.MENU)
        case Do(act=act):
            _mat_tile(evening, act, now_s)
        case _:
            return False
    return True


def _mat_tile(evening: Evening, act: Act, now_s: float) -> None:
    """Swap, name or leave a picked mat alone."""
    desk = evening.seats
    match act:
        case Act.SWAP:
            desk.swapping = not desk.swapping
        case Act.RENAME if desk.picked is not None and not desk.naming:
            desk.naming = True
            person = evening.seating.person(evening.seating.key_of(desk.picked) or "")
            desk.typed = person.name
        case Act.BACK if desk.naming:
            if desk.picked is not None:
                dealings.rename(evening, desk.picked, desk.typed.strip(), now_s)
            desk.naming, desk.picked = False, None
        case Act.BACK | Act.CANCEL:
            desk.naming, desk.picked, desk.swapping = False, None, False
        case _:
            pass


def _update(evening: Evening, offer: Offer, now_s: float) -> None:
    """Ask for LIFT before a newer program is installed; refuse any other in plain words."""
    if not offer.ours:
        evening.say(Words(key="update_foreign"), now_s)
    elif not offer.newer:
        evening.say(Words(key="update_old", gaps=(offer.version,)), now_s)
    else:
        evening.ask(Act.UPDATE, Words(key="ask_update", gaps=(offer.version,)))


def _doctor(evening: Evening) -> None:
    """Look at the health of the box once, when the screen is opened."""
    evening.doctor_lines = evening.host.doctor()
    evening.open_place(Place.DOCTOR)
