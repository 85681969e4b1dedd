"""Touch for wet fingers: the state machine, then storms on the stage itself."""

from __future__ import annotations

import random

import pytest

from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.display.touch import Fingers
from pi_meyer.match.intents import Act, Do, Intent, Lift, Say

STORM_EVENTS = 100_000


def touched(fingers: Fingers[str], tile: str, at_s: float, finger: int = 1) -> str | None:
    fingers.down(finger, tile, at_s)
    return fingers.up(finger, tile, at_s + 0.05)


def test_a_tile_acts_when_the_finger_leaves_it() -> None:
    """Not when it comes down."""
    fingers: Fingers[str] = Fingers()
    fingers.down(1, "63", 0.0)
    assert fingers.pressed == "63"
    assert fingers.up(1, "63", 0.1) == "63"
    assert fingers.pressed is None


def test_a_finger_that_left_its_tile_does_nothing() -> None:
    """Neither there nor where it went, nor when it comes back."""
    fingers: Fingers[str] = Fingers()
    fingers.down(1, "63", 0.0)
    fingers.move(1, "64")
    fingers.move(1, "63")
    assert fingers.up(1, "63", 0.1) is None
    fingers.down(1, "63", 1.0)
    assert fingers.up(1, "64", 1.1) is None


def test_two_contacts_silence_everything_until_all_are_gone_for_a_while() -> None:
    """150 ms after the last one, a touch counts again."""
    fingers: Fingers[str] = Fingers()
    fingers.down(1, "63", 0.0)
    fingers.down(2, "64", 0.01)
    assert fingers.pressed is None
    assert fingers.up(1, "63", 0.1) is None
    assert fingers.up(2, "64", 0.2) is None
    assert touched(fingers, "65", 0.3) is None
    assert touched(fingers, "65", 0.6) == "65"


def test_a_tile_is_locked_for_300_ms_but_others_are_not() -> None:
    """A double tap says a value once."""
    fingers: Fingers[str] = Fingers()
    assert touched(fingers, "63", 0.0) == "63"
    assert touched(fingers, "63", 0.1) is None
    assert touched(fingers, "64", 0.2) == "64"
    assert touched(fingers, "63", 0.4) == "63"


def test_an_up_without_a_down_is_nothing() -> None:
    """Drivers lose events."""
    fingers: Fingers[str] = Fingers()
    assert fingers.up(7, "63", 0.0) is None
    assert fingers.alone_since_s is None


def test_a_contact_that_the_driver_lost_is_forgotten() -> None:
    """Else it would silence the screen for the rest of the evening."""
    fingers: Fingers[str] = Fingers()
    fingers.down(1, "63", 0.0)
    assert touched(fingers, "64", 30.0, finger=2) == "64"


def storm(stage: Stage, seed: int, events: int) -> list[Intent]:
    """Drops, drags and 20 Hz taps of up to five contacts."""
    chance = random.Random(seed)
    width, height = stage.panel.size_wh
    yielded: list[Intent] = []
    now = 0.0
    for _ in range(events):
        now += chance.choice((0.0, 0.005, 0.05, 0.05, 0.4))
        finger = chance.choice((1, 1, 1, 2, 3, 4, 5))
        x, y = chance.uniform(-20, width + 20), chance.uniform(-20, height + 20)
        kind = chance.random()
        if kind < 0.4:
            stage.finger_down(finger, x, y, now)
        elif kind < 0.6:
            stage.finger_move(finger, x, y, now)
        else:
            intent = stage.finger_up(finger, x, y, now)
            if intent is not None:
                yielded.append(intent)
    return yielded


@pytest.mark.parametrize("sample", ["ready", "by twelve", "lives", "ready confirm dead"])
def test_a_storm_yields_only_what_targets_offer_and_never_a_lift(sample: str) -> None:
    """100,000 random events on four screens."""
    stage = Stage(Panel())
    stage.show(every_sample()[sample], 0.0)
    offered = {target.intent for target in stage.targets() if target.legal}
    yielded = storm(stage, 7, STORM_EVENTS // 4)
    assert set(yielded) <= offered
    assert not any(isinstance(intent, Lift) for intent in yielded)


def test_play_goes_on_after_a_storm() -> None:
    """Once all fingers are gone, a tile answers."""
    stage = Stage(Panel())
    stage.show(every_sample()["ready"], 0.0)
    storm(stage, 11, 2_000)
    for finger in range(1, 6):
        stage.finger_up(finger, 0, 0, 5_000.0)
    spot = stage.centre_of(Say(value="21"))
    assert spot is not None
    stage.finger_down(1, *spot, 5_001.0)
    assert stage.finger_up(1, *spot, 5_001.1) == Say(value="21")


def test_an_illegal_tile_shakes_and_says_nothing() -> None:
    """120 ms, then still."""
    stage = Stage(Panel())
    stage.show(every_sample()["ready"], 0.0)
    stage.tick(0.0)
    illegal = next(t for t in stage.targets() if not t.legal)
    spot = stage.centre_of(illegal.intent)
    assert spot is not None
    stage.finger_down(1, *spot, 1.0)
    assert stage.finger_up(1, *spot, 1.1) is None
    assert stage.busy(1.15)
    assert stage.tick(1.15)
    assert not stage.busy(1.3)
    stage.tick(1.3)
    assert not stage.tick(1.4)


def test_a_new_screen_under_the_finger_is_not_touched() -> None:
    """The finger came down on another picture."""
    stage = Stage(Panel())
    samples = every_sample()
    stage.show(samples["ruling true"], 0.0)
    stage.finger_down(1, 400, 240, 1.0)
    stage.show(samples["out"], 1.05)
    assert stage.finger_up(1, 400, 240, 1.1) is None


def test_a_held_corner_opens_the_menu_after_four_seconds() -> None:
    """With a ring that fills meanwhile; a second finger ends it."""
    stage = Stage(Panel())
    stage.show(every_sample()["shake"], 0.0)
    stage.tick(0.0)
    stage.finger_down(1, 2, 2, 1.0)
    assert stage.held(4.9) is None
    assert stage.tick(3.0)
    assert stage.held(5.0) == Do(act=Act.MENU)
    assert stage.finger_up(1, 2, 2, 5.1) is None
    stage.finger_down(1, 2, 2, 6.0)
    stage.finger_down(2, 700, 400, 6.1)
    assert stage.held(11.0) is None
