"""One suite that every button passes: simulated, and the Pi's on mock pins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory

from pi_meyer.devices.debounce import ContactEvent, Pressed, Released
from pi_meyer.devices.gpio_button import GpioButton
from pi_meyer.devices.pressing import DebouncedButton
from pi_meyer.simulation.simulated_button import SimulatedButton
from tests.devices.doubles import HandClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.ports.lift_button import LiftButton


@dataclass
class Rig:
    """A button, its clock, and how to hold it for a while."""

    button: LiftButton
    clock: HandClock
    hold: Callable[[float], None]


def simulated(monkeypatch: pytest.MonkeyPatch) -> Rig:
    clock = HandClock()
    button = SimulatedButton(clock)
    return Rig(button, clock, button.press)


def gpio(monkeypatch: pytest.MonkeyPatch) -> Rig:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    clock = HandClock()
    pins = MockFactory()
    button = GpioButton(clock, factory=pins)
    # The mock stamps edges with the real clock: here they come at the hand-moved one's time.
    due: list[tuple[float, bool]] = []

    def hold(seconds: float) -> None:
        due.extend([(clock.now_s(), True), (clock.now_s() + seconds, False)])

    poll = button.poll

    def driven() -> object:
        while due and due[0][0] <= clock.now_s():
            at_s, pressed = due.pop(0)
            pins.pin(17).drive_low() if pressed else pins.pin(17).drive_high()
            button._edges.clear()
            for bounce in (pressed, not pressed, pressed):
                button._changed(at_s, int(not bounce))
        return poll()

    monkeypatch.setattr(button, "poll", driven)
    return Rig(button, clock, hold)


RIGS = {"simulated": simulated, "gpio": gpio}


@pytest.fixture(params=sorted(RIGS))
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Rig:
    made: Rig = RIGS[request.param](monkeypatch)
    return made


def watched(rig: Rig, debounced: DebouncedButton, seconds: float) -> list[ContactEvent]:
    """Let time pass in turns of 10 ms; what the debounced button said."""
    found: list[ContactEvent] = []
    for _ in range(round(seconds * 100)):
        found += debounced.poll()
        rig.clock.advance(0.01)
    return found


def test_untouched_button_is_open_and_silent(rig: Rig) -> None:
    """Nothing pressed, nothing told."""
    assert rig.button.poll() == ()
    assert not rig.button.is_pressed()


def test_bouncing_press_is_one_press_with_its_length(rig: Rig) -> None:
    """Raw edges bounce; debounced there is one press and one release, 0.3 s apart."""
    debounced = DebouncedButton(rig.button, rig.clock)
    watched(rig, debounced, 0.2)
    rig.hold(0.3)
    pressed_s = rig.clock.now_s()
    events = watched(rig, debounced, 1.0)
    assert [type(event) for event in events] == [Pressed, Released]
    assert events[0].at_s == pytest.approx(pressed_s)
    assert isinstance(events[1], Released)
    assert events[1].held_s == pytest.approx(0.3, abs=0.02)


def test_edges_bounce_and_come_in_order(rig: Rig) -> None:
    """A press is more than one edge, oldest first, and none is told twice."""
    rig.hold(0.3)
    rig.clock.advance(0.1)
    edges = rig.button.poll()
    assert len(edges) > 1
    assert [edge.at_s for edge in edges] == sorted(edge.at_s for edge in edges)
    assert rig.button.is_pressed()
    assert rig.button.poll() == ()


def test_close_twice(rig: Rig) -> None:
    """Closing a closed button does nothing."""
    rig.button.close()
    rig.button.close()
