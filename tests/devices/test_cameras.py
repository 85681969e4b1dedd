"""What each camera promises beyond the contract: settings, colours, failures, recovery."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.devices import picamera2_camera
from pi_meyer.devices.camera_profile import CameraProfile
from pi_meyer.devices.camera_watch import CameraWatch
from pi_meyer.devices.colour import Layout, Mixer, Planar
from pi_meyer.devices.holders import Holder
from pi_meyer.devices.picamera2_camera import Picamera2Camera
from pi_meyer.devices.recorded_camera import RecordedCamera
from pi_meyer.errors import DeviceError, SettingsError
from tests.devices.doubles import FakeLibrary, HandClock

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> FakeLibrary:
    return FakeLibrary().install(monkeypatch)


def opened(clock: HandClock) -> Picamera2Camera:
    camera = Picamera2Camera(clock, start=False)
    camera.turn()
    return camera


def frame(library: FakeLibrary, clock: HandClock, level: int) -> None:
    clock.advance(0.1)
    library.show(level, start_ns=round(clock.now_s() * 1e9) - 30_000_000)


def trouble(camera: Picamera2Camera) -> str:
    with pytest.raises(DeviceError) as caught:
        camera.poll()
    return str(caught.value)


def test_fixed_settings_are_in_the_configuration(library: FakeLibrary) -> None:
    """Exposure, gain, white balance and focus are given before the start, and only known ones."""
    opened(HandClock())
    controls = library.configs[0]["controls"]
    assert controls["AeEnable"] is False
    assert controls["ExposureTime"] == 10_000
    assert controls["LensPosition"] == 12.0
    assert controls["FrameDurationLimits"] == (66667, 66667)
    assert library.calls == ["open", "configure", "start"]


def test_controls_that_the_camera_lacks_are_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera without autofocus or exposure control is started without them."""
    library = FakeLibrary(known=("FrameDurationLimits",)).install(monkeypatch)
    opened(HandClock())
    assert list(library.configs[0]["controls"]) == ["FrameDurationLimits"]


def test_time_is_the_end_of_the_exposure(library: FakeLibrary) -> None:
    """SensorTimestamp plus ExposureTime (fairness R1)."""
    clock = HandClock(time_s=50.0)
    camera = opened(clock)
    library.show(1, start_ns=49_900_000_000, exposure_us=20_000)
    found = camera.poll()
    assert found is not None
    assert found.taken_s == pytest.approx(49.92)


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("pad", [0, 32])
def test_colours_come_out_of_the_planes(layout: Layout, pad: int) -> None:
    """Known colours, laid into padded planes by the JFIF formulas, come back within 2 steps."""
    rng = np.random.default_rng(1)
    blocks = rng.integers(30, 220, size=(6, 8, 3)).astype(float)
    picture = blocks.repeat(2, axis=0).repeat(2, axis=1)  # 12 x 16, BGR, colour even per 2 x 2
    blue, green, red = picture[..., 0], picture[..., 1], picture[..., 2]
    y = 0.299 * red + 0.587 * green + 0.114 * blue
    u, v = 128 + 0.564 * (blue - y), 128 + 0.713 * (red - y)
    stride = 16 + pad
    luma = np.full((12, stride), 7, dtype=np.uint8)
    luma[:, :16] = np.round(y)
    if layout is Layout.NV12:
        chroma = np.full((6, stride), 9, dtype=np.uint8)
        chroma[:, 0:16:2], chroma[:, 1:16:2] = np.round(u[::2, ::2]), np.round(v[::2, ::2])
    else:
        chroma = np.full((12, stride // 2), 9, dtype=np.uint8)
        chroma[:6, :8], chroma[6:, :8] = np.round(u[::2, ::2]), np.round(v[::2, ::2])
    buffer = np.concatenate([luma.ravel(), chroma.ravel(), np.zeros(100, np.uint8)])
    found = Mixer(Planar(size_wh=(16, 12), stride=stride, layout=layout)).bgr(buffer)
    assert np.abs(found.astype(float) - picture).max() <= 2


def test_large_picture_is_halved() -> None:
    """A picture of 1280 pixels across comes out at the working width, evenly bright."""
    buffer = np.full(1280 * 720 * 3 // 2, 128, dtype=np.uint8)
    found = Mixer(Planar(size_wh=(1280, 720), stride=1280, layout=Layout.NV12)).bgr(buffer)
    assert found.shape == (360, 640, 3)
    assert (found == 128).all()


def test_short_buffer_is_a_sentence() -> None:
    """A camera that gives less than it said is a fault, not an IndexError."""
    with pytest.raises(DeviceError, match="gave 10 bytes"):
        Mixer(Planar(size_wh=(16, 12), stride=16, layout=Layout.YUV420)).bgr(np.zeros(10, np.uint8))


def test_format_that_was_changed_silently_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the camera really gives counts: another size works, another kind of pixel is said."""
    given = {"size": (32, 16), "format": "NV12", "stride": 32}
    library = FakeLibrary(given=given).install(monkeypatch)
    clock = HandClock()
    camera = opened(clock)
    library.show(200, start_ns=1)
    found = camera.poll()
    assert found is not None
    assert found.image.shape == (16, 32, 3)
    FakeLibrary(given={**given, "format": "MJPEG"}).install(monkeypatch)
    assert "pictures as MJPEG" in trouble(opened(clock))


def test_no_camera_is_said_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a camera the pauses grow 1-2-4-8-8 s; once it is plugged in, frames come."""
    library = FakeLibrary(present=False).install(monkeypatch)
    clock = HandClock()
    camera = Picamera2Camera(clock, start=False)
    assert camera.poll() is None
    assert [camera.turn() for _ in range(5)] == [1, 2, 4, 8, 8]
    assert "ribbon cable" in trouble(camera)
    library.present = True
    camera.turn()
    frame(library, clock, 1)
    assert camera.poll() is not None


def test_busy_camera_says_who_holds_it(
    library: FakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library's two nested errors become a sentence with a process in it."""
    holder = (Holder(pid=9, name="rpicam-hello"),)
    monkeypatch.setattr(picamera2_camera, "holders_of", lambda _: holder)

    def refuse() -> None:
        cause = RuntimeError("Failed to acquire camera: Device or resource busy")
        raise RuntimeError("Camera __init__ sequence did not complete.") from cause

    library.on_open = refuse
    assert "rpicam-hello (process 9) holds it" in trouble(opened(HandClock()))


@pytest.mark.parametrize(
    "fault", [ImportError("No module"), ValueError("numpy.dtype size changed")]
)
def test_library_that_cannot_be_loaded_is_a_sentence(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing, or built for another numpy: the sentence says what to install."""

    def load(name: str) -> object:
        raise fault

    monkeypatch.setattr("importlib.import_module", load)
    assert "apt install python3-picamera2" in trouble(opened(HandClock()))


def test_silent_camera_is_said_and_restarted(library: FakeLibrary) -> None:
    """No frame for 1.5 s: poll says so; four seconds later the supervisor opens it anew."""
    clock = HandClock()
    camera = opened(clock)
    frame(library, clock, 1)
    camera.poll()
    pauses_s: list[float] = []
    told_s: list[float] = []
    while len(pauses_s) < 40 and 1.0 not in pauses_s:
        clock.advance(0.2)
        pauses_s.append(camera.turn())
        try:
            camera.poll()
        except DeviceError as error:
            told_s.append(len(pauses_s) / 5)
            assert "no more pictures" in str(error)  # noqa: PT017 - counted, not only expected
    assert told_s[0] == pytest.approx(1.6)
    assert len(pauses_s) / 5 == pytest.approx(5.6, abs=0.21)
    assert library.calls[-2:] == ["stop", "close"]
    camera.turn()
    frame(library, clock, 2)
    found = camera.poll()
    assert found is not None
    assert found.number == 2


def test_frozen_camera_is_said(library: FakeLibrary) -> None:
    """Byte-equal frames for a second are a frozen camera, even while they keep coming (F6)."""
    clock = HandClock()
    camera = opened(clock)
    for _ in range(10):
        frame(library, clock, 77)
        camera._watch.look(clock.now_s())
        assert camera.poll() is not None
    frame(library, clock, 77)
    frame(library, clock, 77)
    assert "frozen" in trouble(camera)
    frame(library, clock, 78)
    assert camera.poll() is not None


def test_busy_machine_is_no_dead_camera(library: FakeLibrary) -> None:
    """Where the supervisor itself did not run for seconds, the camera gets time to show itself."""
    clock = HandClock()
    camera = opened(clock)
    frame(library, clock, 1)
    camera.poll()
    clock.advance(4.0)
    assert camera.poll() is None
    assert camera.turn() == picamera2_camera.LOOK_S
    frame(library, clock, 2)
    assert camera.poll() is not None
    assert library.calls.count("open") == 1


def test_camera_that_never_starts_is_said() -> None:
    """A camera without a first picture is given ten seconds."""
    watch = CameraWatch()
    watch.opened(5.0)
    said = [watch.look(5.0 + n / 4) for n in range(60)]
    assert said[:56] == [None] * 56
    assert said[-1] == "it gives no picture"
    assert watch.trouble(19.9) == "it gives no picture"


def test_long_good_run_earns_a_quick_restart() -> None:
    """After ten good seconds the next failure is tried again after one second."""
    watch = CameraWatch()
    watch.opened(0.0)
    assert [watch.failed(1.0), watch.failed(2.0), watch.failed(3.0)] == [1, 2, 4]
    watch.opened(10.0)
    assert watch.failed(30.0) == 1


def test_stop_that_hangs_blocks_nobody(library: FakeLibrary) -> None:
    """While stop hangs, poll and close return; it is wedged once the screen had its turns too."""
    clock = HandClock()
    hanging, let_go = threading.Event(), threading.Event()

    def hang() -> None:
        hanging.set()
        let_go.wait(30)

    library.on_stop = hang
    camera = opened(clock)
    while camera._watch._troubled_s is None or clock.now_s() - camera._watch._troubled_s < 3.7:
        clock.advance(0.2)
        camera.turn()
    clock.advance(0.2)
    supervisor = threading.Thread(target=camera.turn)
    supervisor.start()
    assert hanging.wait(10)
    assert "no picture" in trouble(camera)
    states = [camera.wedged]
    clock.advance(16)
    states.append(camera.wedged)  # a starved machine: hardly anybody asked
    for _ in range(picamera2_camera.WEDGED_POLLS):
        trouble(camera)
    states.append(camera.wedged)
    assert states == [False, False, True]
    camera.close()
    let_go.set()
    supervisor.join(10)
    assert not supervisor.is_alive()


def test_thread_opens_and_closes_the_camera(library: FakeLibrary) -> None:
    """The second poll lets the camera open by itself on its thread; close lets it go."""
    started = threading.Event()
    library.on_open = started.set
    camera = Picamera2Camera(HandClock())
    camera.poll()
    assert not started.is_set()
    camera.poll()
    assert started.wait(10)
    camera.close()
    camera._thread.join(10)
    assert library.calls[-2:] == ["stop", "close"]


@pytest.mark.parametrize("exposure_us", [0, -10_000, 15_000, 1_000_000])
def test_exposure_that_flickers_or_does_not_fit_is_refused(exposure_us: int) -> None:
    """Exposures are whole half-waves of the mains and fit between two frames."""
    with pytest.raises(SettingsError, match="exposure_us"):
        CameraProfile(exposure_us=exposure_us)


def test_lens_that_cannot_move_is_left_alone() -> None:
    """Without a lens position no focus is asked for."""
    assert "AfMode" not in CameraProfile(lens_position=None).controls()


def test_recorded_folder_must_hold_pictures(tmp_path: Path) -> None:
    """A missing or empty folder, and a file that is no picture, are sentences."""
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(DeviceError, match="holds no pictures"):
            RecordedCamera(folder, HandClock())
    (tmp_path / "0.npy").write_bytes(b"nonsense")
    camera = RecordedCamera(tmp_path, HandClock())
    with pytest.raises(DeviceError, match="is no picture"):
        camera.poll()


def test_recorded_pictures_come_round_again(tmp_path: Path) -> None:
    """After the last picture the first is played again, in the order of names."""
    for n in range(2):
        np.save(tmp_path / f"{n}.npy", np.full((2, 2, 3), n, dtype=np.uint8))
    clock = HandClock()
    camera = RecordedCamera(tmp_path, clock, frames_per_s=10)
    seen = []
    for _ in range(4):
        found = camera.poll()
        assert found is not None
        seen.append(int(found.image[0, 0, 0]))
        clock.advance(0.1001)
    assert seen == [0, 1, 0, 1]


def test_hardware_libraries_stay_unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making the camera object loads nothing; its thread does."""
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    Picamera2Camera(HandClock(), start=False)
    assert "picamera2" not in sys.modules
