"""The evening's flow: what people and dice do, and what the box makes of it."""

from __future__ import annotations

import pytest

from pi_meyer.match.intents import Act, Do, Lift, StepSetting
from pi_meyer.match.views import EnterView, ReadyView, RulingView, SaidView
from pi_meyer.vision.gate import View as GateView
from pi_meyer.vision.reading import RefusalReason
from tests.service.pilot import Pilot


def _ruling(pilot: Pilot) -> RulingView:
    view = pilot.view
    assert isinstance(view, RulingView)
    return view


def test_a_tracked_bluff_costs_the_announcer_a_life_without_a_further_touch() -> None:
    """Shake, tile, lift: the ruling is there and the announcer has lost one."""
    pilot = Pilot().play()
    pilot.shake()
    assert pilot.screen == "ready"
    pilot.say("63")
    pilot.lift(5, 2)
    ruling = _ruling(pilot)
    assert (ruling.dice, ruling.verdict) == ((5, 2), "bluff")
    assert pilot.lives == {"Anna": 5, "Ben": 6, "Cara": 6}


def test_an_untracked_round_asks_two_questions_and_no_more() -> None:
    """Nothing touched: the lift asks what was said and by whom, and then rules."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.lift(6, 6)
    assert pilot.screen == "said"
    pilot.say("55")
    assert pilot.screen == "by"
    pilot.pick("Anna")
    pilot.wait(0.8)
    assert _ruling(pilot).verdict == "true"
    assert pilot.lives["Ben"] == 5


def test_the_reading_is_in_the_journal_before_anything_is_asked() -> None:
    """A power cut between press and answer loses nothing: the question comes again."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.lift(6, 6)
    fresh = pilot.restart()
    fresh.wait(0.8)
    assert fresh.screen == "said"
    fresh.say("55")
    fresh.pick("Anna")
    fresh.wait(0.8)
    assert _ruling(fresh).dice == (6, 6)


def test_a_restart_in_the_hidden_phase_goes_on_in_it() -> None:
    """Killed while dice lie hidden, the box reads them at the lift after the start (P7)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    fresh = pilot.restart()
    assert fresh.screen == "ready"
    fresh.frames(0.5, GateView.READY)
    fresh.lift(6, 4)
    assert _ruling(fresh).verdict == "true"


def test_a_power_cut_after_the_ruling_shows_it_again() -> None:
    """The fact is in the journal, so the show is repeated and costs nobody twice."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    fresh = pilot.restart()
    assert fresh.screen == "ruling"
    assert fresh.lives["Anna"] == 5


def test_the_ruling_comes_a_fixed_time_after_the_press_however_late_the_reader() -> None:
    """A reader that answers late only ever delays the picture, never hastens it (P11)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pressed_s = pilot.now_s
    pilot.lift(5, 2)
    assert pilot.evening.lift_to_ruling_ms == [600]
    assert pilot.now_s > pressed_s


def test_a_late_reader_gets_one_moment() -> None:
    """After three seconds without a reading the screen says so (P11)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.do(Lift(at_s=pilot.now_s))
    pilot.wait(2.9)
    assert pilot.screen == "ready"
    pilot.wait(0.2)
    assert pilot.screen == "moment"


def test_a_press_with_nothing_to_lift_says_so_and_costs_nobody() -> None:
    """LIFT on the shake screen changes nothing (F7, C49)."""
    pilot = Pilot().play()
    pilot.do(Lift(at_s=pilot.now_s))
    assert pilot.notice == "no_lift"
    assert pilot.evening.take_reveal() is None


def test_a_refused_reading_asks_the_table_and_rules_with_what_it_enters() -> None:
    """Sure or silent: glare asks for the dice, and hand entry leaves a mark (R3)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.lift(refused=RefusalReason.GLARE)
    view = pilot.view
    assert isinstance(view, EnterView)
    assert view.why.key == "why_glare"
    pilot.enter("64")
    assert _ruling(pilot).verdict == "true"
    assert "entered_by_hand" in _ruling(pilot).marks


def test_a_cocked_die_after_the_lift_voids_a_number() -> None:
    """Nobody loses, and the roller rolls again (F5, C44)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.lift(refused=RefusalReason.COCKED)
    assert _ruling(pilot).verdict == "void"
    assert set(pilot.lives.values()) == {6}


@pytest.mark.parametrize(
    "reason", [RefusalReason.COCKED, RefusalReason.ONE_DIE, RefusalReason.THREE_DICE]
)
def test_dice_that_cannot_count_are_shaken_again_before_an_announcement(
    reason: RefusalReason,
) -> None:
    """Cocked, one or three dice never become READY; the screen says what to do (F5)."""
    pilot = Pilot().play()
    pilot.shake(reason=reason)
    assert pilot.screen == "shake"
    assert pilot.notice == f"again_{reason.value}"


def test_a_cocked_die_counts_as_ready_where_kippe_is_a_rule() -> None:
    """Where Kippe is played the box does not give a leaning die away (F5)."""
    pilot = Pilot().play(preset="meiern_deckel")
    pilot.shake(reason=RefusalReason.COCKED)
    assert pilot.screen == "ready"


def test_a_value_after_a_shake_announces_and_without_one_passes() -> None:
    """The gate knows whether the dice were shaken since the last announcement."""
    pilot = Pilot().play(preset="mia_wikipedia")
    pilot.shake()
    pilot.say("63")
    pilot.say("64")
    assert pilot.evening.record.announcer == "Ben"
    pilot.shake()
    pilot.say("65")
    facts = [e["fact"] for e in pilot.journal.entries(1) if e["kind"] == "fact"]
    assert facts == [{"announce": "63"}, {"pass": "64"}, {"announce": "65"}]


def test_a_higher_value_without_a_shake_says_how_to_pass_where_only_same_goes() -> None:
    """Cardzo passes only the same value on: a higher one is refused in words."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.say("64")
    assert pilot.notice == "no_pass_same"


def test_a_shake_without_a_tile_makes_the_round_untracked_with_the_last_value_lit() -> None:
    """What was tracked is preset and can be changed (product.md)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.shake()
    pilot.lift(5, 2)
    view = pilot.view
    assert isinstance(view, SaidView)
    assert view.likely == "63"


def test_nothing_said_voids_the_round_and_nobody_loses() -> None:
    """The roller shakes again."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.lift(5, 2)
    pilot.act(Act.NOTHING)
    assert pilot.screen == "shake"
    assert set(pilot.lives.values()) == {6}


def test_undo_of_a_lift_changes_the_words_while_the_roll_stays_known() -> None:
    """After the undo the table says what was said; the dice are not asked again."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    pilot.act(Act.UNDO)
    assert pilot.screen == "said"
    pilot.say("51")
    pilot.pick("Anna")
    pilot.wait(0.8)
    assert _ruling(pilot).dice == (5, 2)
    assert pilot.lives == {"Anna": 6, "Ben": 5, "Cara": 6}
    assert "corrected" in _ruling(pilot).marks


def test_a_correction_waits_for_lift_and_one_undo_takes_it_back() -> None:
    """No life is lost by touch alone: the row asks, LIFT confirms, undo restores."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    pilot.pick("Cara")
    assert pilot.lives["Cara"] == 6
    pilot.do(Lift(at_s=pilot.now_s))
    assert pilot.lives == {"Anna": 6, "Ben": 6, "Cara": 5}
    pilot.act(Act.UNDO)
    assert pilot.lives == {"Anna": 5, "Ben": 6, "Cara": 6}


def test_accepting_a_meyer_for_a_life_waits_for_lift_and_reads_nothing() -> None:
    """Accepting ends the round with the dice unseen; the box does not read them either."""
    pilot = Pilot().play(preset="mia_bga")
    pilot.shake()
    pilot.say("21")
    pilot.act(Act.ACCEPT)
    chrome = pilot.view.chrome
    assert chrome.confirm is not None
    assert chrome.confirm.what.key == "ask_accept"
    assert pilot.evening.record.rounds_played == 0
    pilot.do(Lift(at_s=pilot.now_s))
    pilot.wait(0.8)
    assert _ruling(pilot).verdict == "accepted"
    assert pilot.evening.take_reveal() is None


def test_accepting_a_meyer_for_nothing_needs_no_lift() -> None:
    """Only what costs a life is confirmed with LIFT (product.md, Inputs)."""
    pilot = Pilot().play(preset="meyer_norsk")
    pilot.shake()
    pilot.say("21")
    pilot.act(Act.ACCEPT)
    pilot.wait(0.8)
    assert _ruling(pilot).verdict == "accepted"
    assert set(pilot.lives.values()) == {6}
    assert pilot.evening.take_reveal() is None


def test_doubling_back_is_a_lift_at_double_stake() -> None:
    """The press that confirms the doubling is the lift itself (C8)."""
    pilot = Pilot().play(double_back=True)
    pilot.shake()
    pilot.say("21")
    pilot.act(Act.DOUBLE)
    pilot.lift(6, 5)
    assert pilot.lives["Anna"] == 2


def test_an_undone_doubling_with_the_same_words_is_doubled_again() -> None:
    """Undo asks for the words; the stake was no word and stays."""
    pilot = Pilot().play(double_back=True)
    pilot.shake()
    pilot.say("21")
    pilot.act(Act.DOUBLE)
    pilot.lift(2, 1)
    pilot.act(Act.UNDO)
    assert pilot.screen == "said"
    pilot.say("21")
    pilot.pick("Anna")
    pilot.wait(0.8)
    assert pilot.lives == {"Anna": 6, "Ben": 2, "Cara": 6}


def test_where_a_meyer_must_be_shown_lift_shows_it() -> None:
    """After the tile 21 the only thing left is to lay it open (B10)."""
    pilot = Pilot().play(preset="meiern_hoeher")
    pilot.shake()
    pilot.say("21")
    pilot.lift(2, 1)
    assert _ruling(pilot).reason == "meyer_shown"
    assert {loss.person.name for loss in _ruling(pilot).losses} == {"Ben", "Cara"}


def test_the_camera_asleep_is_told_once_and_the_game_goes_on_by_hand() -> None:
    """With the camera gone a lift asks the table, and the ruling carries a mark (principle 2)."""
    pilot = Pilot().play()
    pilot.evening.camera_is("unplugged", pilot.now_s)
    assert pilot.screen == "asleep"
    pilot.act(Act.GO)
    assert pilot.screen == "ready"
    pilot.say("63")
    pilot.lift()
    assert pilot.screen == "enter"
    pilot.enter("52")
    assert _ruling(pilot).verdict == "bluff"
    assert "camera" in _ruling(pilot).marks


def test_the_ready_view_is_the_same_whatever_lies_under_the_cup() -> None:
    """Before the lift nothing was read, so nothing can differ (P2)."""
    pilot = Pilot().play()
    pilot.shake()
    assert isinstance(pilot.view, ReadyView)
    assert pilot.reveals == 0


def test_ready_comes_on_the_grid_a_fixed_time_after_the_last_motion() -> None:
    """0.7 s after the last moving frame, rounded up to 100 ms (P3)."""
    pilot = Pilot(now_s=200.0).play()
    pilot.frames(0.5, GateView.NO_DICE)
    pilot.frames(0.4, GateView.MOVING)
    last_motion_s = pilot.now_s - 0.05
    pilot.frames(1.0, GateView.READY)
    assert pilot.evening.since_s == pytest.approx(last_motion_s + 0.75, abs=0.051)
    assert round(pilot.evening.since_s * 10, 6) % 1 == pytest.approx(0, abs=1e-6)


def test_dice_that_moved_after_the_lift_are_a_mark_and_the_table_decides() -> None:
    """Frames from after the cup came off that disagree only mark the ruling (R2)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    pilot.evening.moved(pilot.now_s)
    assert "dice_moved" in _ruling(pilot).marks
    assert pilot.lives["Anna"] == 5


def test_the_cup_coming_off_without_lift_while_an_announcement_stands_is_marked() -> None:
    """Everybody saw the dice and nobody pressed: a neutral mark, no cost (F4)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.frames(0.5, GateView.READY, cup_off=True)
    assert pilot.notice == "note_cup_off"
    assert set(pilot.lives.values()) == {6}


def test_a_match_is_played_to_its_winner_and_counted() -> None:
    """The last with lives wins; out and winner are shown, the win is kept for the evening."""
    pilot = Pilot().play("Anna", "Ben", start_lives=1)
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    seen: list[str] = []
    for _ in range(400):
        pilot.wait(0.05)
        if not seen or seen[-1] != pilot.screen:
            seen.append(pilot.screen)
    assert seen == ["ruling", "lives", "out", "winner"]
    assert pilot.host.wins() == {"Ben": 1}


def test_a_changed_setting_recalculates_the_match_after_the_host_saw_what_changes() -> None:
    """A Meyer for one life instead of two gives a life back, after a yes (seed S0, 0.21)."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("21")
    pilot.lift(6, 5)
    assert pilot.lives["Anna"] == 4
    pilot.act(Act.MENU)
    pilot.act(Act.SETTINGS)
    pilot.do(StepSetting(key="meyer_cost"))
    assert pilot.lives["Anna"] == 4
    pilot.do(Do(act=Act.GO))
    assert pilot.lives["Anna"] == 5


def test_an_empty_window_that_looks_like_one_die_does_not_hold_the_game_up() -> None:
    """A lamp on the ceiling is no die: what was away and moved was shaken."""
    pilot = Pilot().play()
    pilot.frames(1.2, GateView.BAD_VIEW, reason=RefusalReason.ONE_DIE)
    pilot.frames(0.4, GateView.MOVING)
    pilot.frames(1.0, GateView.READY)
    assert pilot.screen == "ready"


def test_a_setting_that_costs_lives_in_a_running_match_waits_for_lift() -> None:
    """No life is ever lost by touch alone, not through the settings either."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.lift(5, 2)
    pilot.act(Act.MENU)
    pilot.act(Act.SETTINGS)
    for _ in range(7):  # 7 to 12 and round to 1: Anna would be out
        pilot.do(StepSetting(key="start_lives"))
        if pilot.evening.settings.pending.get("start_lives") != 1:
            pilot.do(Do(act=Act.GO))
    pilot.do(Do(act=Act.GO))
    assert pilot.lives["Anna"] > 0
    assert pilot.view.chrome.confirm is not None
    pilot.do(Lift(at_s=pilot.now_s))
    assert pilot.lives["Anna"] == 0


def test_what_was_said_of_an_empty_window_is_gone_when_the_dice_lie_under_the_cup() -> None:
    """ "Nothing to lift" must not stand beside READY, where there is something to lift."""
    pilot = Pilot().play()
    pilot.frames(0.5, GateView.NO_DICE)
    pilot.do(Lift(at_s=pilot.now_s))
    assert pilot.notice == "no_lift"
    pilot.frames(0.2, GateView.MOVING)
    pilot.frames(1.0, GateView.READY)
    assert pilot.screen == "ready"
    assert pilot.notice is None
