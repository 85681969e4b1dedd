"""What the tiles of the seats, the rules, the sheet and the status signs lead to."""

from __future__ import annotations

from pi_meyer.match.intents import Act
from pi_meyer.match.views import SettingsView, SheetView, WelcomeView
from pi_meyer.vision.gate import View as GateView
from tests.service.pilot import Pilot


def _sheet(pilot: Pilot) -> SheetView:
    view = pilot.view
    assert isinstance(view, SheetView)
    return view


def test_a_status_sign_opens_the_doctor_and_back_goes_on() -> None:
    """A touched sign shows the box's health, over the game or the sleeping camera alike."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.act(Act.DOCTOR)
    assert pilot.screen == "doctor"
    pilot.act(Act.BACK)
    assert pilot.screen == "ready"
    pilot.evening.camera_is("unplugged", pilot.now_s)
    pilot.act(Act.DOCTOR)
    assert pilot.screen == "doctor"
    pilot.act(Act.BACK)
    assert pilot.screen == "ready"  # the sleeping camera is told once


def test_the_rules_are_at_hand_before_a_match() -> None:
    """The seats lead to tonight's rules and back to the seats."""
    pilot = Pilot()
    pilot.act(Act.GO)
    assert pilot.screen == "seats"
    pilot.act(Act.SETTINGS)
    assert pilot.screen == "settings"
    pilot.act(Act.SEATS)
    assert pilot.screen == "seats"


def test_the_rules_lead_to_language_and_players() -> None:
    """The lowest row of the rules steps the language and opens the seats of a running match."""
    pilot = Pilot().play()
    pilot.act(Act.MENU)
    pilot.act(Act.SETTINGS)
    before = pilot.view.chrome.language
    pilot.act(Act.LANGUAGE)
    assert pilot.view.chrome.language != before
    for _ in range(3):
        pilot.act(Act.LANGUAGE)
    assert isinstance(pilot.view, SettingsView)
    assert pilot.view.chrome.language == before
    pilot.act(Act.SEATS)
    assert pilot.screen == "seats"


def test_a_long_sheets_codes_turn_page() -> None:
    """More codes than fit are shown page by page, and the arrows never leave them."""
    pilot = Pilot().play(*(f"Guest {number}" for number in range(12)), start_lives=12)
    for _ in range(24):
        pilot.shake()
        pilot.say("21")
        pilot.lift(2, 1)
        pilot.wait(12.0)
    pilot.act(Act.MENU)
    pilot.act(Act.SHEET)
    pilot.act(Act.SAVE)
    codes = len(_sheet(pilot).qr_texts)
    assert codes > 2
    assert _sheet(pilot).qr_page == 0
    pilot.act(Act.SCROLL_UP)
    assert _sheet(pilot).qr_page == 0
    seen = {0}
    for _ in range(codes):
        pilot.act(Act.SCROLL_DOWN)
        seen.add(_sheet(pilot).qr_page)
    assert seen == set(range(0, codes, 2))


def test_play_on_leaves_the_doctor_and_back_the_calibration() -> None:
    """The doctor is left by "play on" as well; there "go on" means the next step."""
    pilot = Pilot().play()
    for place, way_out in ((Act.DOCTOR, Act.GO), (Act.CALIBRATE, Act.BACK)):
        pilot.act(Act.MENU)
        pilot.act(place)
        assert pilot.screen == place.value
        pilot.act(way_out)
        assert pilot.screen == "menu"
        pilot.act(Act.BACK)


def test_a_new_box_is_in_nobody_s_way() -> None:
    """Whoever lifts the cup before choosing plays; a box that was played on is not new."""
    pilot = Pilot()
    pilot.host.greet()
    assert isinstance(pilot.view, WelcomeView)
    pilot.frames(1.0, GateView.NO_DICE)
    assert pilot.screen == "seats"
    pilot.act(Act.GO)
    pilot.host.greet()
    assert pilot.host.welcome is None
