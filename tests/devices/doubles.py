"""Stand-ins that several tests of the devices share."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


@dataclass
class HandClock:
    """A clock that a test moves."""

    time_s: float = 100.0

    def now_s(self) -> float:
        return self.time_s

    def advance(self, seconds: float) -> None:
        self.time_s += seconds


@dataclass
class FakeRequest:
    """One completed request: a buffer and its metadata."""

    buffer: np.ndarray[Any, np.dtype[np.uint8]]
    metadata: dict[str, Any]

    def make_buffer(self, name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
        assert name == "main"
        return self.buffer.copy()

    def get_metadata(self) -> dict[str, Any]:
        return self.metadata


@dataclass
class FakeLibrary:
    """A picamera2 whose camera does what the test says."""

    given: dict[str, Any] = field(
        default_factory=lambda: {"size": (64, 48), "format": "YUV420", "stride": 128}
    )
    known: tuple[str, ...] = (
        "AeEnable",
        "ExposureTime",
        "AnalogueGain",
        "AwbEnable",
        "ColourGains",
        "FrameDurationLimits",
        "AfMode",
        "LensPosition",
    )
    present: bool = True
    on_open: Callable[[], None] = lambda: None
    on_stop: Callable[[], None] = lambda: None
    calls: list[str] = field(default_factory=list)
    configs: list[dict[str, Any]] = field(default_factory=list)
    cameras: list[Any] = field(default_factory=list)

    def install(self, monkeypatch: pytest.MonkeyPatch) -> FakeLibrary:
        module = ModuleType("picamera2")
        module.Picamera2 = self._camera_class()  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "picamera2", module)
        monkeypatch.setitem(sys.modules, "libcamera", None)
        return self

    def show(self, level: int, *, start_ns: int, exposure_us: int = 10_000) -> None:
        """Give the newest camera one frame of this brightness."""
        size = self.given["stride"] * self.given["size"][1] * 3 // 2
        buffer = np.full(size, 128, dtype=np.uint8)
        buffer[: self.given["stride"] * self.given["size"][1]] = level
        metadata = {"SensorTimestamp": start_ns, "ExposureTime": exposure_us}
        self.cameras[-1].pre_callback(FakeRequest(buffer, metadata))

    def _camera_class(self) -> type:
        library = self

        class Picamera2:
            pre_callback: Callable[[FakeRequest], None]

            def __init__(self) -> None:
                library.calls.append("open")
                library.on_open()
                self.camera_controls = dict.fromkeys(library.known)
                library.cameras.append(self)

            @staticmethod
            def global_camera_info() -> list[dict[str, int]]:
                return [{"Num": 0}] if library.present else []

            def create_video_configuration(self, **wanted: object) -> dict[str, Any]:
                library.configs.append(wanted)
                return wanted

            def configure(self, config: dict[str, Any]) -> None:
                library.calls.append(f"configure {sorted(config)}"[:9])

            def camera_configuration(self) -> dict[str, Any]:
                return {"main": library.given}

            def start(self) -> None:
                library.calls.append("start")

            def stop(self) -> None:
                library.calls.append("stop")
                library.on_stop()

            def close(self) -> None:
                library.calls.append("close")

        return Picamera2
