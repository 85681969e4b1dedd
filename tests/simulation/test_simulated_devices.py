"""Camera, button and clock of the simulated table, with their faults."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.errors import DeviceError, SettingsError
from pi_meyer.simulation.simulated_button import ButtonFault, SimulatedButton
from pi_meyer.simulation.simulated_camera import CameraFault, SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import SimulatedTable
from pi_meyer.simulation.under_cup import look_under_cup

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Camera, Frame
    from pi_meyer.ports.clock import Clock
    from pi_meyer.ports.lift_button import Edge, LiftButton


def world() -> tuple[SteppedClock, SimulatedTable, SimulatedCamera]:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=2)
    return clock, table, SimulatedCamera(table, clock, seed=3)


def polled(clock: SteppedClock, camera: SimulatedCamera, seconds: float) -> list[Frame]:
    """Frames of some seconds, polled every 10 ms."""
    frames = []
    for _ in range(round(seconds * 100)):
        clock.advance(0.01)
        frame = camera.poll()
        if frame is not None:
            frames.append(frame)
    return frames


def test_they_are_what_the_ports_ask_for() -> None:
    """Type checkers agree that these are a clock, a camera and a button."""
    clock, _, camera = world()
    ports: tuple[Clock, Camera, LiftButton] = (clock, camera, SimulatedButton(clock))
    assert len(ports) == 3


def test_the_clock_never_steps_back() -> None:
    """Time moves only when told, and only forward."""
    clock = SteppedClock(5.0)
    clock.advance(0.25)
    assert clock.now_s() == 5.25
    for step in (-0.1, float("nan")):
        with pytest.raises(SettingsError, match="cannot step"):
            clock.advance(step)
    assert clock.now_s() == 5.25


def test_twenty_frames_a_second_counted_and_stamped() -> None:
    """Numbers go up by one, stamps by 50 ms, none lies in the future, none comes twice."""
    clock, _, camera = world()
    frames = polled(clock, camera, 2.0)
    assert len(frames) in (40, 41)
    assert [f.number for f in frames] == list(range(len(frames)))
    assert np.diff([f.taken_s for f in frames]) == pytest.approx(np.full(len(frames) - 1, 0.05))
    assert frames[-1].taken_s <= clock.now_s()
    assert camera.poll() is None


def test_still_frames_differ_by_noise_only() -> None:
    """No two frames are byte-equal (liveness), and none is far from the other."""
    clock, _, camera = world()
    frames = polled(clock, camera, 1.0)
    assert len({f.image.tobytes() for f in frames}) == len(frames)
    gap = np.abs(frames[0].image.astype(int) - frames[-1].image.astype(int))
    assert gap.mean() < 5


def test_frames_do_not_depend_on_when_they_are_polled() -> None:
    """A slow poller gets the same newest frame as an eager one."""
    first_clock, _, eager = world()
    second_clock, _, lazy = world()
    last = polled(first_clock, eager, 1.0)[-1]
    second_clock.advance(last.taken_s - 1000.0 + 0.01)
    frame = lazy.poll()
    assert frame is not None
    assert frame.taken_s == pytest.approx(last.taken_s)
    assert frame.image.tobytes() == last.image.tobytes()


def test_a_frozen_camera_repeats_bytes_and_stamp() -> None:
    """F6: equal timestamps and byte-equal frames, until it is back."""
    clock, _, camera = world()
    alive = polled(clock, camera, 0.2)[-1]
    camera.set_fault(CameraFault.FREEZE)
    frozen = polled(clock, camera, 0.5)
    assert len(frozen) == 10
    assert {f.taken_s for f in frozen} == {alive.taken_s}
    assert {f.image.tobytes() for f in frozen} == {alive.image.tobytes()}
    camera.set_fault(CameraFault.BACK)
    assert polled(clock, camera, 0.2)[-1].taken_s > alive.taken_s


def test_a_lost_camera_raises_and_comes_back() -> None:
    """A pulled cable is a DeviceError; numbers go on afterwards."""
    clock, _, camera = world()
    before = polled(clock, camera, 0.2)[-1]
    camera.set_fault(CameraFault.LOST)
    clock.advance(1.0)
    with pytest.raises(DeviceError, match="gone"):
        camera.poll()
    camera.set_fault(CameraFault.BACK)
    after = polled(clock, camera, 0.2)[0]
    assert after.number == before.number + 1


def test_a_covered_camera_is_black_and_a_slow_one_rare() -> None:
    """Covered frames hold next to no light; a slow camera gives two frames a second."""
    clock, _, camera = world()
    camera.set_fault(CameraFault.COVERED)
    assert max(f.image.max() for f in polled(clock, camera, 0.2)) < 10
    camera.set_fault(CameraFault.SLOW)
    assert len(polled(clock, camera, 2.0)) in (3, 4, 5)


def test_a_closed_camera_gives_no_frame() -> None:
    """Closing twice is fine, polling afterwards is not."""
    _, _, camera = world()
    camera.close()
    camera.close()
    with pytest.raises(DeviceError):
        camera.poll()


def edges(clock: SteppedClock, button: SimulatedButton, seconds: float) -> list[Edge]:
    seen: list[Edge] = []
    for _ in range(round(seconds * 200)):
        clock.advance(0.005)
        seen += button.poll()
    return seen


def test_a_press_bounces_and_ends_open() -> None:
    """Edges alternate, are in order, and none is reported before it happens."""
    clock = SteppedClock()
    button = SimulatedButton(clock)
    button.press(0.1)
    assert len(button.poll()) == 1, "only the first touch has happened"
    assert button.is_pressed()
    seen = edges(clock, button, 0.3)
    assert len(seen) > 3
    assert [e.at_s for e in seen] == sorted(e.at_s for e in seen)
    levels = [e.pressed for e in seen]
    assert all(a != b for a, b in itertools.pairwise(levels))
    assert not button.is_pressed()
    assert not seen[-1].pressed


def test_a_stuck_button_stays_closed_until_it_is_back() -> None:
    """A stuck contact reports one edge and hides later presses."""
    clock = SteppedClock()
    button = SimulatedButton(clock)
    button.set_fault(ButtonFault.STUCK)
    button.press()
    assert [e.pressed for e in edges(clock, button, 1.0)] == [True]
    assert button.is_pressed()
    button.set_fault(ButtonFault.BACK)
    assert [e.pressed for e in edges(clock, button, 0.1)] == [False]


def test_a_dead_button_reports_nothing() -> None:
    """A cut wire looks like nobody pressing."""
    clock = SteppedClock()
    button = SimulatedButton(clock)
    button.set_fault(ButtonFault.DEAD)
    button.press(0.5)
    assert edges(clock, button, 1.0) == []
    assert not button.is_pressed()


def test_a_worn_contact_chatters_and_ends_open_when_it_is_back() -> None:
    """Chatter is many edges in a short time."""
    clock = SteppedClock()
    button = SimulatedButton(clock)
    button.set_fault(ButtonFault.CHATTER)
    assert len(edges(clock, button, 1.0)) > 20
    button.set_fault(ButtonFault.BACK)
    edges(clock, button, 0.1)
    assert not button.is_pressed()


@pytest.mark.parametrize("size_wh", [(800, 480), (720, 1280), (1024, 600)])
def test_the_look_under_the_cup_fills_the_window_and_shows_both_dice(
    size_wh: tuple[int, int],
) -> None:
    """The picture has the window's size, and changes with each die's top face."""
    clock, table, _ = world()
    pictures = []
    for tops in ((5, 2), (5, 3), (4, 2)):
        table = SimulatedTable(clock, seed=2)
        table.shake_and_set_down(tops)
        pictures.append(look_under_cup(table, size_wh))
    assert pictures[0].shape == (size_wh[1], size_wh[0], 3)
    assert pictures[0].max() > 120
    assert (pictures[0] != pictures[1]).any()
    assert (pictures[0] != pictures[2]).any()
