"""What a match leaves behind: wins, seats, second chances, and claims that are too low."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pi_meyer.match.intents import Act, Lift
from pi_meyer.service.flow import dealings
from pi_meyer.service.flow.phase import Phase
from pi_meyer.service.flow.seating import Seating
from pi_meyer.storage.journal import SqliteJournal
from tests.service.pilot import Pilot

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.ports.journal import Journal


def _won(*names: str, journal: Journal | None = None, **settings: bool | str) -> Pilot:
    """The first two fight; the first loses the last life."""
    pilot = (Pilot() if journal is None else Pilot(journal=journal)).play(
        *names, preset="cardzo", start_lives=1, **settings
    )
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    return pilot


def test_a_win_is_counted_once_whatever_is_undone_and_shown_again() -> None:
    """Undo takes it back, other words give it to the other, a power cut changes nothing."""
    pilot = _won("Anna", "Ben")
    assert pilot.host.wins() == {"Ben": 1}
    pilot.act(Act.UNDO)
    assert pilot.host.wins()["Ben"] == 0
    pilot.say("51")
    pilot.pick("Anna")
    pilot.wait(0.8)
    assert pilot.host.wins() == {"Ben": 0, "Anna": 1}
    fresh = pilot.restart()
    fresh.wait(20)
    assert fresh.screen == "winner"
    assert fresh.host.wins() == {"Ben": 0, "Anna": 1}


def test_wins_are_those_of_the_evening(tmp_path: Path) -> None:
    """They outlive a power cut; a match begun after the next switching on counts from nothing."""
    database = tmp_path / "evenings.db"
    pilot = _won("Anna", "Ben", journal=SqliteJournal(database, boot="monday"))
    pilot.host.journal.close()
    later = Pilot(journal=SqliteJournal(database, boot="tuesday"))
    assert later.host.wins() == {"Ben": 1}
    later.play("Anna", "Ben")
    assert later.host.wins() == {}
    later.play("Anna", "Ben")
    later.host.journal.close()


def test_the_seats_after_a_match_know_nothing_of_it() -> None:
    """Seats may go, sheet and undo find no match, and the next begins."""
    pilot = _won("Anna", "Ben", "Cara", win_condition="first_out_loses")
    pilot.wait(20)
    assert pilot.screen == "winner"
    pilot.act(Act.SEATS)
    pilot.act(Act.FEWER_PLAYERS)
    pilot.act(Act.UNDO)
    pilot.act(Act.MENU)
    assert pilot.screen == "menu"
    pilot.act(Act.BACK)
    dealings.rename(pilot.evening, 0, "Zoe", pilot.now_s)
    pilot.act(Act.GO)
    assert pilot.screen == "shake"
    assert set(pilot.lives) == {"Zoe", "Ben"}


def test_whoever_left_is_not_seated_again() -> None:
    """The next match is played by those who are still at the table."""
    pilot = Pilot().play("Anna", "Ben", "Cara", start_lives=1)
    dealings.leave(pilot.evening, 2, pilot.now_s)
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    pilot.wait(20)
    pilot.act(Act.GO)
    assert set(pilot.lives) == {"Anna", "Ben"}


def test_whoever_went_out_just_now_is_the_one_who_comes_back() -> None:
    """A chance that somebody else let go by does not take it."""
    pilot = _won("Anna", "Ben", "Cara", second_chance=True)
    pilot.wait(15)
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    pilot.wait(11)
    assert pilot.screen == "out"
    pilot.act(Act.BUY_BACK)
    assert pilot.lives == {"Anna": 0, "Ben": 1, "Cara": 1}


def test_a_claim_that_is_too_low_and_loses_waits_for_lift() -> None:
    """Where tonight's rules let it lose, no touch alone costs a life (B11, product.md)."""
    pilot = Pilot().play(illegal_claim="loses")
    pilot.shake()
    pilot.say("63")
    pilot.shake()
    pilot.say("52")
    assert pilot.lives["Ben"] == 6
    assert pilot.view.chrome.confirm is not None
    pilot.do(Lift(at_s=pilot.now_s))
    assert pilot.lives["Ben"] == 5
    assert pilot.screen == "ruling"
    assert pilot.evening.take_reveal() is None


@pytest.mark.parametrize("act", [Act.END_MATCH, Act.SWITCH_OFF])
def test_one_touch_neither_ends_a_match_nor_switches_off(act: Act) -> None:
    """The menu's two last words wait for LIFT; cancelling leaves everything as it was."""
    pilot = Pilot().play("Anna", "Ben")
    pilot.act(Act.MENU)
    pilot.act(act)
    confirm = pilot.view.chrome.confirm
    assert confirm is not None
    assert confirm.what.key == f"ask_{act.value}"
    pilot.act(Act.CANCEL)
    assert pilot.evening.record.running
    assert not pilot.evening.stop
    pilot.act(act)
    pilot.do(Lift(at_s=pilot.now_s))
    assert (pilot.evening.stop, pilot.evening.record.running) == (
        (True, True) if act is Act.SWITCH_OFF else (False, False)
    )


def test_a_new_table_asks_before_it_lets_names_go() -> None:
    """Names wait for LIFT; seats without names are made anew at once."""
    pilot = Pilot()
    pilot.evening.seating = Seating.of_names(["Anna", "Ben"])
    pilot.evening.go(Phase.SEATS, pilot.now_s)
    pilot.act(Act.NEW_TABLE)
    assert [seat.name for seat in pilot.evening.seating.seats] == ["Anna", "Ben"]
    pilot.do(Lift(at_s=pilot.now_s))
    assert [seat.name for seat in pilot.evening.seating.seats] == [""] * 4
    pilot.act(Act.FEWER_PLAYERS)
    pilot.act(Act.NEW_TABLE)
    assert pilot.evening.pending is None
    assert len(pilot.evening.seating.seats) == 4
