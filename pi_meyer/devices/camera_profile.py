"""How the camera is set: fixed, since a camera that adapts changes what a pip looks like."""

from __future__ import annotations

from dataclasses import dataclass

from pi_meyer.errors import SettingsError

MAINS_HALF_WAVE_US = 10_000
"""Room light flickers at 100 Hz; an exposure of a multiple of 10 ms always gets whole waves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraProfile:
    """The fixed settings of a camera under the window.

    Attributes:
        size_wh: the size to ask for, pixels; a camera may give another (it is read back).
        frames_per_s: how many frames a second are wanted.
        exposure_us: exposure time; a multiple of 10 ms.
        gain: analogue gain.
        red_gain: white balance, red against green.
        blue_gain: white balance, blue against green.
        lens_position: focus as 1 / distance in metres; None for a lens that cannot move.

    Raises:
        SettingsError: a value makes no sense.
    """

    size_wh: tuple[int, int] = (640, 480)
    frames_per_s: float = 15.0
    exposure_us: int = 10_000
    gain: float = 1.0
    red_gain: float = 1.6
    blue_gain: float = 1.6
    lens_position: float | None = 12.0

    def __post_init__(self) -> None:
        """Check what can be checked without a camera."""
        if self.exposure_us <= 0 or self.exposure_us % MAINS_HALF_WAVE_US:
            raise SettingsError(
                f"camera.exposure_us is {self.exposure_us}: use a multiple of 10000 (10 ms), or "
                "room light flickers in the picture."
            )
        if self.exposure_us > 1_000_000 / self.frames_per_s:
            raise SettingsError(
                f"camera.exposure_us = {self.exposure_us} does not fit into "
                f"{self.frames_per_s:g} frames a second: use a shorter exposure or fewer frames."
            )

    def controls(self) -> dict[str, object]:
        """Return the controls by libcamera's names (libcamera, control_ids_core.yaml)."""
        frame_us = round(1_000_000 / self.frames_per_s)
        wanted: dict[str, object] = {
            "AeEnable": False,
            "ExposureTime": self.exposure_us,
            "AnalogueGain": self.gain,
            "AwbEnable": False,
            "ColourGains": (self.red_gain, self.blue_gain),
            "FrameDurationLimits": (frame_us, frame_us),
        }
        if self.lens_position is not None:
            wanted |= {"AfMode": 0, "LensPosition": self.lens_position}  # 0: manual
        return wanted
