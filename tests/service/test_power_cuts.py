"""The plug is pulled at any moment: the box goes on where the physical round stood (P7)."""

from __future__ import annotations

from pi_meyer.match.intents import Act
from pi_meyer.service.flow import after, dealings
from pi_meyer.vision.gate import View as GateView
from tests.service.pilot import Pilot


def _after_one_round() -> Pilot:
    """A match of which one round has been played, the next one's dice hidden."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("52")
    pilot.lift(5, 2)
    pilot.shake()
    return pilot


def test_an_undone_announcement_leaves_the_dice_hidden_over_a_power_cut() -> None:
    """The taken back word was the last entry; the dice still lie under the cup, unread."""
    pilot = _after_one_round()
    pilot.say("63")
    pilot.act(Act.UNDO)
    fresh = pilot.restart()
    assert fresh.screen == "ready"
    fresh.frames(0.5, GateView.READY)
    fresh.say("64")
    assert fresh.evening.record.claim == "64"


def test_a_rule_changed_under_the_cup_does_not_end_the_hidden_phase() -> None:
    """Changed rules and corrections move no dice, so they say nothing of the round."""
    pilot = _after_one_round()
    pilot.say("63")
    dealings.set_rules(pilot.evening, {"start_lives": 5}, "", pilot.now_s)
    after.correct(pilot.evening, {"Ben": 2}, pilot.now_s)
    fresh = pilot.restart()
    assert fresh.screen == "ready"
    assert fresh.evening.record.claim == "63"


def test_an_undone_lift_asks_for_the_words_again_after_a_power_cut() -> None:
    """The roll stays known, and so does the question."""
    pilot = _after_one_round()
    pilot.say("63")
    pilot.lift(6, 4)
    pilot.act(Act.UNDO)
    fresh = pilot.restart()
    fresh.wait(0.8)
    assert fresh.screen == "said"
    fresh.say("65")
    fresh.pick("Anna")
    fresh.wait(0.8)
    assert fresh.evening.record.result()["rounds"][-1]["rolled"] == "64"  # type: ignore[index]


def test_dice_that_were_being_shaken_are_not_taken_for_those_announced() -> None:
    """A shake after an announcement outlives the cut: the lift asks what was said."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.say("63")
    pilot.frames(0.5, GateView.NO_DICE)
    assert pilot.screen == "shake"
    fresh = pilot.restart()
    assert fresh.screen == "shake"
    fresh.frames(1.5, GateView.READY)
    assert fresh.screen == "ready"
    fresh.lift(5, 2)
    assert fresh.screen == "said"


def test_an_allowed_kippe_is_shaken_again_after_a_power_cut() -> None:
    """Allowing is the last word, and the roller has the cup."""
    pilot = Pilot().play(kippe=True)
    pilot.shake()
    pilot.say("52")
    pilot.lift(5, 2)
    pilot.shake()
    pilot.act(Act.KIPPE)
    pilot.act(Act.ALLOW)
    assert pilot.restart().screen == "shake"


def test_tonights_rules_outlive_a_power_cut() -> None:
    """The next match after the cut is played by the rules of the one before."""
    pilot = Pilot().play("Anna", "Ben", start_lives=3)
    assert pilot.restart().evening.host.house.settings == {"start_lives": 3}


def test_a_taken_back_rule_counts_no_more_for_the_eye() -> None:
    """With Kippe gone again a leaning die is not at rest."""
    pilot = Pilot().play()
    dealings.set_rules(pilot.evening, {"kippe": True}, "", pilot.now_s)
    assert pilot.evening.watch.kippe
    pilot.act(Act.UNDO)
    assert not pilot.evening.watch.kippe
