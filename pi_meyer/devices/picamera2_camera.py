"""The Pi's camera through picamera2, on a thread of its own with a supervisor.

Opening, starting and above all stopping can hang (picamera2 issues 1065, 1264), so none of them
ever happens on the caller's thread: ``poll`` takes what is there and returns.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import threading
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pi_meyer.devices.camera_profile import CameraProfile
from pi_meyer.devices.camera_watch import CameraWatch
from pi_meyer.devices.colour import Layout, Mixer, Planar
from pi_meyer.devices.holders import holders_of, in_words
from pi_meyer.errors import DeviceError
from pi_meyer.ports.camera import Frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pi_meyer.ports.clock import Clock

_log = logging.getLogger(__name__)

BUFFERS: Final = 5
LOOK_S: Final = 0.25
CLOSE_WAIT_S: Final = 1.0
WEDGED_S: Final = 15.0
"""Opening or stopping that takes longer hangs; only a restart of the process helps."""
WEDGED_POLLS: Final = 150
"""Frames asked for meanwhile, a third of what a calm machine asks: one so busy that the screen
seldom gets its turn makes the camera's software wait just as long."""
NS_PER_S: Final = 1_000_000_000
US_PER_S: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class _Raw:
    """A frame as it came; colours are made only of those that are asked for."""

    buffer: npt.NDArray[np.uint8]
    planar: Planar
    taken_s: float
    number: int


class Picamera2Camera:
    """Frames from the Pi's camera, set to a fixed profile.

    Args:
        clock: the monotonic clock, the scale of the sensor's time stamps too.
        profile: how the camera is set.
        start: False leaves the thread out; tests then call ``turn`` themselves.

    Its thread begins with the second ``poll``: loading the camera's libraries takes as long as all
    others together, and the first picture on the screen comes first.
    """

    def __init__(
        self, clock: Clock, *, profile: CameraProfile | None = None, start: bool = True
    ) -> None:
        self._clock = clock
        self._profile = CameraProfile() if profile is None else profile
        self._lock = threading.Lock()  # guards what both threads touch: the next five
        self._newest: _Raw | None = None
        self._trouble: str | None = None
        self._watch = CameraWatch()
        self._busy_since_s: float | None = None
        self._busy_polls = 0
        self._number = 0
        self._camera: Any = None
        self._planar: Planar | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._starts = start
        self._polls = 0
        self._mixer: Mixer | None = None

    def poll(self) -> Frame | None:
        """Return the newest frame not yet returned, or None; never waits.

        Raises:
            DeviceError: the camera is gone or asleep; it is tried again all the time.
        """
        self._polls += 1
        if self._starts and self._polls == 2:
            self._thread.start()
        with self._lock:
            self._busy_polls += 1
            raw, self._newest = self._newest, None
            trouble = self._trouble or self._watch.trouble(self._clock.now_s())
        if raw is not None and trouble is None:
            image = self._mixer_for(raw.planar).bgr(raw.buffer)
            return Frame(image=image, taken_s=raw.taken_s, number=raw.number)
        if trouble is not None:
            raise DeviceError(f"The camera is asleep: {trouble}.")
        return None

    def _mixer_for(self, planar: Planar) -> Mixer:
        if self._mixer is None or self._mixer.planar != planar:
            self._mixer = Mixer(planar)
        return self._mixer

    @property
    def wedged(self) -> bool:
        """Whether the camera's own software hangs: only a new process gets it back."""
        with self._lock:
            since_s, polls = self._busy_since_s, self._busy_polls
        if since_s is None or polls < WEDGED_POLLS:
            return False
        return self._clock.now_s() - since_s > WEDGED_S

    def close(self) -> None:
        """Let the camera go; a stop that hangs is left behind after a second."""
        self._closing.set()
        self._starts = False
        if self._thread.is_alive():
            self._thread.join(CLOSE_WAIT_S)

    # Everything below happens on the camera's thread.

    def _run(self) -> None:
        pause_s = 0.0
        while not self._closing.wait(pause_s):
            pause_s = self.turn()
        self._shut()

    def turn(self) -> float:
        """Do one round of supervision; return the seconds until the next."""
        if self._camera is None:
            return self._try_to_open()
        with self._lock:
            trouble = self._watch.look(self._clock.now_s())
        return LOOK_S if trouble is None else self._fail(trouble)

    def _try_to_open(self) -> float:
        try:
            with self._marked_busy():
                self._open()
        except DeviceError as error:
            return self._fail(str(error))
        except Exception as error:
            return self._fail(_in_words(error))
        _log.info("The camera is awake: %s.", self._planar)
        with self._lock:
            self._watch.opened(self._clock.now_s())
            self._trouble = None
        return LOOK_S

    def _fail(self, trouble: str) -> float:
        if trouble != self._trouble:
            _log.warning("The camera sleeps: %s.", trouble)
        with self._lock:
            self._trouble, self._newest = trouble, None
            pause_s = self._watch.failed(self._clock.now_s())
        self._shut()
        return pause_s

    def _open(self) -> None:
        library = _loaded()
        if not library.Picamera2.global_camera_info():
            raise DeviceError("no camera was found; check the ribbon cable at both ends")
        self._camera = camera = library.Picamera2()
        known = camera.camera_controls  # asking for what a camera lacks raises RuntimeError
        wanted = self._profile.controls()
        config = camera.create_video_configuration(
            main={"size": self._profile.size_wh, "format": Layout.YUV420.value},
            controls={name: value for name, value in wanted.items() if name in known},
            buffer_count=BUFFERS,
            **_full_range(),
        )
        camera.configure(config)
        self._planar = _as_given(camera.camera_configuration()["main"])
        camera.pre_callback = self._take
        camera.start()

    def _take(self, request: Any) -> None:  # noqa: ANN401 - picamera2 has no types
        """Copy one frame out; picamera2 calls this on its own thread and releases the request."""
        planar = self._planar
        if planar is None:
            return
        now_s = self._clock.now_s()
        buffer = request.make_buffer("main")
        taken_s = _exposure_end_s(request.get_metadata(), now_s)
        checksum = zlib.crc32(buffer[: planar.stride * planar.size_wh[1]])
        with self._lock:
            self._number += 1
            self._watch.frame(now_s, taken_s=taken_s, checksum=checksum)
            self._newest = _Raw(buffer=buffer, planar=planar, taken_s=taken_s, number=self._number)

    def _shut(self) -> None:
        camera, self._camera, self._planar = self._camera, None, None
        if camera is not None:
            with self._marked_busy(), contextlib.suppress(Exception):
                camera.stop()
            with self._marked_busy(), contextlib.suppress(Exception):
                camera.close()

    @contextlib.contextmanager
    def _marked_busy(self) -> Any:  # noqa: ANN401
        with self._lock:
            self._busy_since_s, self._busy_polls = self._clock.now_s(), 0
        try:
            yield
        finally:
            with self._lock:
                self._busy_since_s = None


def _loaded() -> Any:  # noqa: ANN401 - picamera2 has no types
    logging.getLogger("picamera2").setLevel(logging.WARNING)  # it tells every step otherwise
    try:
        return importlib.import_module("picamera2")
    except Exception as error:  # an ABI clash raises anything but ImportError
        raise DeviceError(
            f"picamera2 cannot be loaded ({error}); sudo apt install python3-picamera2"
        ) from error


def _full_range() -> dict[str, object]:
    """Ask for full-range BT.601 where libcamera can be asked."""
    with contextlib.suppress(Exception):
        return {"colour_space": importlib.import_module("libcamera").ColorSpace.Sycc()}
    return {}


def _as_given(stream: dict[str, Any]) -> Planar:
    """Return what the camera really gives: it may have changed size and format silently."""
    try:
        layout = Layout(str(stream["format"]))
    except ValueError:
        raise DeviceError(
            f"it gives pictures as {stream['format']}, the box needs YUV420 or NV12"
        ) from None
    width, height = stream["size"]
    return Planar(
        size_wh=(int(width), int(height)),
        stride=int(stream.get("stride") or width),
        layout=layout,
    )


def _exposure_end_s(metadata: dict[str, Any], now_s: float) -> float:
    """Return when the exposure ended: its start (SensorTimestamp, ns) plus its length (R1)."""
    start_ns = metadata.get("SensorTimestamp")
    if start_ns is None:
        return now_s
    taken_s = int(start_ns) / NS_PER_S + int(metadata.get("ExposureTime", 0)) / US_PER_S
    return min(taken_s, now_s)


def _in_words(error: Exception) -> str:
    words = f"{error}".lower()
    cause = f"{error.__cause__ or error.__context__ or ''}".lower()
    if "busy" in words or "busy" in cause or "acquire" in words or "acquire" in cause:
        holder = in_words(holders_of("/dev/media")) or in_words(holders_of("/dev/video"))
        return f"{holder or 'another program'} holds it; stop that program"
    return f"it does not start ({error}); check the ribbon cable, then pi-meyer doctor"
