"""One suite that every camera passes: recorded, simulated, and the Pi's on a stand-in library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.devices.picamera2_camera import Picamera2Camera
from pi_meyer.devices.recorded_camera import RecordedCamera
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.table import SimulatedTable
from tests.devices.doubles import FakeLibrary, HandClock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pi_meyer.ports.camera import Camera


@dataclass
class Rig:
    """A camera, its clock, and how to make the next frame come."""

    camera: Camera
    clock: HandClock
    next_frame: Callable[[], None]


def recorded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    for n in range(3):
        np.save(folder / f"{n}.npy", np.full((48, 64, 3), 40 * n, dtype=np.uint8))
    clock = HandClock()
    camera = RecordedCamera(folder, clock, frames_per_s=10)
    camera.poll()
    return Rig(camera, clock, lambda: clock.advance(0.1001))


def picamera2(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    library = FakeLibrary().install(monkeypatch)
    clock = HandClock()
    camera = Picamera2Camera(clock, start=False)
    camera.turn()
    levels = iter(range(100))

    def next_frame() -> None:
        clock.advance(0.1)
        library.show(next(levels), start_ns=round((clock.now_s() - 0.02) * 1e9))

    return Rig(camera, clock, next_frame)


def simulated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    clock = HandClock()
    camera = SimulatedCamera(SimulatedTable(clock), clock)
    camera.poll()
    return Rig(camera, clock, lambda: clock.advance(0.0501))


RIGS = {"simulated": simulated, "recorded": recorded, "picamera2": picamera2}


@pytest.fixture(params=sorted(RIGS))
def rig(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    made: Rig = RIGS[request.param](tmp_path, monkeypatch)
    return made


def test_no_frame_is_returned_twice(rig: Rig) -> None:
    """Where nothing new came, poll gives None at once."""
    assert rig.camera.poll() is None
    rig.next_frame()
    assert rig.camera.poll() is not None
    assert rig.camera.poll() is None


def test_newest_frame_wins(rig: Rig) -> None:
    """Who polls seldom gets the newest frame, not a queue of old ones."""
    rig.next_frame()
    first = rig.camera.poll()
    for _ in range(3):
        rig.next_frame()
    last = rig.camera.poll()
    assert first is not None
    assert last is not None
    assert last.number > first.number
    assert rig.clock.now_s() - last.taken_s < 0.06
    assert rig.camera.poll() is None


def test_picture_is_colour_in_bytes(rig: Rig) -> None:
    """A picture is (height, width, 3) of bytes, and nobody else's memory."""
    rig.next_frame()
    frame = rig.camera.poll()
    assert frame is not None
    assert frame.image.shape in {(48, 64, 3), (480, 640, 3)}
    assert frame.image.dtype == np.uint8
    before = frame.image.copy()
    rig.next_frame()
    rig.camera.poll()
    assert np.array_equal(frame.image, before)


def test_times_rise_and_lie_in_the_past(rig: Rig) -> None:
    """A frame's time is never in the future and always later than the last one's."""
    times = []
    for _ in range(4):
        rig.next_frame()
        frame = rig.camera.poll()
        assert frame is not None
        assert frame.taken_s <= rig.clock.now_s()
        times.append(frame.taken_s)
    assert times == sorted(set(times))


def test_repr_shows_no_pixel(rig: Rig) -> None:
    """What a log could show of a frame is its number and time (fairness P4)."""
    rig.next_frame()
    assert "image" not in repr(rig.camera.poll())


def test_close_twice(rig: Rig) -> None:
    """Closing a closed camera does nothing."""
    rig.camera.close()
    rig.camera.close()
