"""What the box has to tell at its start is told on the screen, once, and in nobody's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.match.intents import Act
from pi_meyer.match.views import Sign, Welcome, Words
from pi_meyer.service import config_file
from pi_meyer.service.cli_run import STANDS_IN, host_of
from pi_meyer.service.config import Settings
from pi_meyer.service.config_file import StandIn
from pi_meyer.service.flow.faults import NEWS_S
from pi_meyer.service.flow.phase import Phase
from pi_meyer.storage.memory import MemoryJournal
from tests.service.pilot import Pilot

if TYPE_CHECKING:
    from pathlib import Path

NO_TOUCH = frozenset({Sign.NO_TOUCH})


def told(pilot: Pilot, seconds: float) -> list[str]:
    """The notices that are told while time passes, each as often as it comes."""
    found = [""]
    for _ in range(round(seconds / 0.1)):
        pilot.wait(0.1)
        notice = pilot.evening.notice()
        if (key := notice.key if notice else "") != found[-1]:
            found.append(key)
    return [key for key in found if key]


@pytest.mark.parametrize("stands_in", StandIn)
def test_settings_that_cannot_be_used_are_told_on_the_first_screen(stands_in: StandIn) -> None:
    """The first screen says which settings count instead, for as long as a notice stays, once."""
    pilot, key = Pilot(), STANDS_IN[stands_in]
    pilot.host.tell_once(key)
    pilot.wait(0.1)
    assert pilot.evening.view(pilot.now_s).chrome.notice == Words(key=key)
    assert told(pilot, NEWS_S - 0.5) == [key]
    pilot.wait(0.6)
    assert pilot.evening.view(pilot.now_s).chrome.notice is None
    pilot.host.tell_once(key)
    assert told(pilot, 30.0) == []


def test_several_things_are_told_one_after_the_other() -> None:
    """None takes another's place: a power cut, spoilt settings and a missing touch screen."""
    pilot = Pilot().play().restart()
    pilot.host.tell_once("note_settings_own")
    pilot.host.tell_once("fault_no_touch")
    assert told(pilot, 30.0) == ["note_resumed", "note_settings_own", "fault_no_touch"]


def test_news_that_were_cut_short_are_told_again_in_full() -> None:
    """What people do is answered at once; the news come back when that has been said."""
    pilot = Pilot()
    pilot.host.tell_once("note_settings_own")
    pilot.wait(0.5)
    pilot.evening.say(Words(key="no_lift"), pilot.now_s)
    assert told(pilot, 20.0) == ["no_lift", "note_settings_own"]


def test_news_wait_for_the_language_and_for_what_is_asked() -> None:
    """No sentence before anybody has chosen a language, none over a question or a ruling."""
    pilot = Pilot()
    pilot.host.welcome = Welcome.LANGUAGE
    pilot.host.tell_once("note_settings_own")
    assert told(pilot, 10.0) == []
    pilot.host.welcome = None
    pilot.evening.ask(Act.END_MATCH, Words(key="ask_end_match"))
    assert told(pilot, 10.0) == []
    pilot.evening.pending = None
    pilot.evening.go(Phase.RULING, pilot.now_s)
    assert told(pilot, 0.2) == []
    pilot.evening.go(Phase.LIVES, pilot.now_s)
    assert told(pilot, 1.0) == ["note_settings_own"]


def test_a_missing_touch_screen_is_told_once_and_its_return_too() -> None:
    """The sign is there at once and stays; the sentence comes at the second look, and once."""
    pilot = Pilot()
    heard = []
    for signs in (NO_TOUCH, NO_TOUCH, NO_TOUCH, frozenset[Sign](), frozenset[Sign]()):
        pilot.evening.signs_are(signs, pilot.now_s)
        heard.append(told(pilot, 20.0))
        shown = pilot.evening.view(pilot.now_s).chrome.signs
        assert (Sign.NO_TOUCH in shown) is bool(signs)
    assert heard == [[], ["fault_no_touch"], [], ["fault_touch_back"], []]


def test_a_touch_screen_that_comes_late_at_power_on_is_no_fault() -> None:
    """Missing at the first look and there at the second: nobody is told anything."""
    pilot = Pilot()
    pilot.evening.signs_are(NO_TOUCH, pilot.now_s)
    pilot.evening.signs_are(frozenset(), pilot.now_s)
    assert told(pilot, 20.0) == []


def test_a_touch_screen_that_is_unplugged_is_told_at_once_each_time() -> None:
    """In the middle of an evening the next look tells it, as often as it happens."""
    pilot = Pilot()
    for _ in range(2):
        pilot.evening.signs_are(frozenset(), pilot.now_s)
        pilot.wait(20.0)
        pilot.evening.signs_are(NO_TOUCH, pilot.now_s)
        assert told(pilot, 20.0) == ["fault_no_touch"]


def test_a_choice_that_cannot_be_kept_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that takes no settings is said on the screen; the choice counts all the same."""

    def refuse(*_: object) -> None:
        raise SettingsError("settings.toml cannot be written.")

    monkeypatch.setattr(config_file, "change", refuse)
    journal = MemoryJournal(boot="test")
    host = host_of(Settings(), tmp_path / "settings.toml", journal, simulated=True)
    before = host.brightness, host.volume
    host.next_brightness()
    host.next_volume()
    assert host.news == [Words(key="fault_not_kept")]
    assert (host.brightness, host.volume) != before
