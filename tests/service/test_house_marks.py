"""What tonight's table made of the neutral marks: void, mark or off (fairness F1 to F5)."""

from __future__ import annotations

import pytest

from pi_meyer.match.intents import Lift
from pi_meyer.service.flow.lifting import BAD_VIEWS
from pi_meyer.vision.gate import View as GateView
from pi_meyer.vision.reading import RefusalReason
from tests.service.pilot import Pilot, answer


def _table(**marks: str) -> Pilot:
    pilot = Pilot().play()
    pilot.host.marks.update(marks)
    return pilot


def _verdicts(pilot: Pilot) -> list[str]:
    rounds = pilot.evening.record.result()["rounds"]
    assert isinstance(rounds, list)
    return [played["verdict"] for played in rounds]


def _marks(pilot: Pilot) -> list[object]:
    return [mark["mark"] for mark in pilot.evening.record.marks()]


def _shake_twice(pilot: Pilot) -> None:
    pilot.shake()
    pilot.say("52")
    pilot.shake()
    pilot.shake()


def _cup_off(pilot: Pilot) -> None:
    pilot.shake()
    pilot.say("52")
    pilot.frames(0.3, GateView.READY, cup_off=True)


@pytest.mark.parametrize(("mark", "act"), [("second_shake", _shake_twice), ("cup_off", _cup_off)])
def test_a_mark_voids_the_round_only_where_the_table_wants_it(mark: str, act: object) -> None:
    """Void: nobody loses and the roller shakes again; mark: it is noted; off: nothing at all."""
    assert callable(act)
    outcomes = {}
    for policy in ("void", "mark", "off"):
        pilot = _table(**{mark: policy})
        act(pilot)
        outcomes[policy] = (_verdicts(pilot), mark in _marks(pilot))
    assert outcomes == {"void": (["void"], True), "mark": ([], True), "off": ([], False)}


@pytest.mark.parametrize("tracked", [True, False])
@pytest.mark.parametrize("policy", ["void", "mark", "off"])
def test_dice_that_moved_void_the_round_only_where_the_table_wants_it(
    policy: str, *, tracked: bool
) -> None:
    """Nobody is asked what was said in a round that does not count."""
    pilot = _table(dice_moved=policy)
    pilot.shake()
    if tracked:
        pilot.say("52")
    pilot.do(Lift(at_s=pilot.now_s))
    pilot.evening.take_reveal()
    pilot.evening.reading(answer(6, 3))
    pilot.evening.moved(pilot.now_s)
    pilot.wait(0.8)
    if policy == "void":
        assert pilot.screen == ("ruling" if tracked else "shake")
        assert _verdicts(pilot) == (["void"] if tracked else [])
        assert set(pilot.lives.values()) == {6}
        return
    assert pilot.screen == ("ruling" if tracked else "said")
    if tracked:
        assert ("dice_moved" in _marks(pilot)) == (policy == "mark")


@pytest.mark.parametrize(
    ("policy", "screen", "verdicts"),
    [("void", "ruling", ["void"]), ("mark", "shake", []), ("off", "ready", [])],
)
def test_a_roll_that_is_not_two_flat_dice_is_what_the_table_makes_of_it(
    policy: str, screen: str, verdicts: list[str]
) -> None:
    """Shake again by default; off: it counts as at rest; void: the round is over (F5)."""
    pilot = _table(not_two_dice=policy)
    pilot.shake()
    pilot.say("52")
    pilot.shake(reason=RefusalReason.STACKED)
    assert pilot.screen == screen
    assert _verdicts(pilot) == verdicts


def test_a_window_that_never_shows_two_dice_does_not_block_the_game() -> None:
    """The box asks for another roll; after a few LIFT lifts and the table reads the dice."""
    pilot = Pilot().play()
    for _ in range(BAD_VIEWS - 1):
        pilot.shake(reason=RefusalReason.THREE_DICE)
        pilot.lift(refused=RefusalReason.THREE_DICE)
        assert pilot.screen == "shake"
    pilot.shake(reason=RefusalReason.THREE_DICE)
    pilot.lift(refused=RefusalReason.THREE_DICE)
    assert pilot.screen == "enter"
    pilot.enter("52")
    assert pilot.screen == "said"
