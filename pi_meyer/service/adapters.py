"""Opens the camera, the button and the lamp that the settings name; each is loaded by name.

A library that exists only on a Pi is imported only where its adapter is wanted.
"""

from __future__ import annotations

import logging
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.errors import DeviceError, SettingsError
from pi_meyer.vision.profiles import camera_profile

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Camera, Frame
    from pi_meyer.ports.clock import Clock
    from pi_meyer.ports.knob import Knob
    from pi_meyer.ports.lift_button import LiftButton
    from pi_meyer.ports.light import Light
    from pi_meyer.service.config import Settings

_log = logging.getLogger(__name__)

FRAME_SIZE_WH = (640, 480)
"""The working size: a 16 mm die spans 60 pixels or more (design/vision, optics)."""


class NoCameraYet:
    """Stands where the camera comes after the first picture on the screen."""

    def poll(self) -> Frame | None:
        """Return None: nothing was seen yet."""
        return None

    def close(self) -> None:
        """Nothing to let go."""


class MissingCamera:
    """Stands where no camera could be opened: always asleep, and says why."""

    def __init__(self, why: str) -> None:
        """Remember why."""
        self._why = why

    def poll(self) -> Frame | None:
        """Say that there is none.

        Raises:
            DeviceError: always.
        """
        raise DeviceError(self._why)

    def close(self) -> None:
        """Nothing to let go."""


def open_camera(settings: Settings, clock: Clock, *, lens_position: float | None = None) -> Camera:
    """Open the camera of the settings; one that cannot be had is asleep, and the game goes on.

    ``lens_position`` is the calibrated focus in dioptres; None takes the profile's distance.
    """
    camera = settings.camera
    try:
        if settings.camera_driver() == "recorded":
            module = import_module("pi_meyer.devices.recorded_camera")
            recorded: Camera = module.RecordedCamera(camera.folder or Path(), clock)
            return recorded
        distance_m = camera_profile(camera.profile).working_distance_mm / 1000
        focus = 1 / distance_m if lens_position is None else lens_position
        profile = camera.device_profile(size_wh=FRAME_SIZE_WH, lens_position=focus)
        module = import_module("pi_meyer.devices.picamera2_camera")
        opened: Camera = module.Picamera2Camera(clock, profile=profile)
    except (DeviceError, SettingsError, ImportError) as failure:
        _log.warning("No camera: %s", failure)
        return MissingCamera(str(failure))
    return opened


def open_button(settings: Settings, clock: Clock) -> LiftButton | None:
    """Open LIFT; None where there is none, and the space bar or the screen lifts."""
    if settings.lift_driver() != "gpio":
        return None
    try:
        module = import_module("pi_meyer.devices.gpio_button")
        opened: LiftButton = module.GpioButton(
            clock, pin_bcm=settings.pins.lift, forced=settings.pins.force
        )
    except (DeviceError, ImportError) as failure:
        _log.warning("No LIFT button: %s", failure)
        return None
    return opened


def open_knob(settings: Settings) -> Knob | None:
    """Open the turning knob; None where none is built in."""
    pins = settings.pins
    if settings.lift_driver() != "gpio" or pins.encoder_a is None or pins.encoder_b is None:
        return None
    try:
        module = import_module("pi_meyer.devices.gpio_encoder")
        opened: Knob = module.GpioEncoder(
            pin_a_bcm=pins.encoder_a, pin_b_bcm=pins.encoder_b, forced=pins.force
        )
    except (DeviceError, ImportError) as failure:
        _log.warning("No turning knob: %s", failure)
        return None
    return opened


def open_light(settings: Settings) -> Light | None:
    """Open the lamp and switch it on; it stays constant all evening (fairness P10)."""
    if settings.lift_driver() != "gpio":
        return None
    try:
        module = import_module("pi_meyer.devices.gpio_light")
        lamp: Light = module.GpioLight(pin_bcm=settings.pins.light, forced=settings.pins.force)
        lamp.on()
    except (DeviceError, ImportError) as failure:
        _log.warning("No lamp: %s", failure)
        return None
    return lamp
