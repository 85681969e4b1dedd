"""Camera, focus, light, button and pins: opened for a moment, and let go again.

While the box runs it holds them; then that is the finding, and nobody is disturbed.
"""

from __future__ import annotations

import contextlib
import importlib
import shutil
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pi_meyer.devices.clock import MonotonicClock
from pi_meyer.devices.loading import DeviceKind, adapter
from pi_meyer.errors import DeviceError
from pi_meyer.service.health import Check, fault, fine, warning

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.ports.camera import Camera, Frame
    from pi_meyer.service.config import Settings

UNIT: Final = "pi-meyer"
FIRST_FRAME_S: Final = 12.0
"""Loading picamera2 and starting the camera takes up to this long on a slow card."""
PAUSE_S: Final = 0.1
DARK: Final = 8.0
"""Mean brightness below which a picture shows nothing, of 255."""


def service_runs() -> bool:
    """Tell whether the box runs as a service on this machine."""
    if shutil.which("systemctl") is None:
        return False
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        words = ["systemctl", "is-active", "--quiet", UNIT]
        done = subprocess.run(words, check=False, timeout=5, capture_output=True)  # noqa: S603
        return done.returncode == 0
    return False


OUR_CONSUMER: Final = "lg"
"""As lgpio, and so the box, calls itself on a line that it holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Devices:
    """Looks at the devices that the settings name.

    Attributes:
        settings: which drivers and pins.
        in_use: whether the running box holds them.
        load: gives an adapter's class; tests put their own there.
        pause: waits that many seconds.
    """

    settings: Settings
    in_use: bool
    load: Callable[[DeviceKind, str], Any] = adapter
    pause: Callable[[float], None] = time.sleep

    def camera(self) -> Check:
        """Open the camera and wait for one picture."""
        driver = self.settings.camera_driver()
        if driver != "picamera2":
            return fine("camera", f"{driver}: no camera is asked for")
        if self.in_use:
            return fine("camera", "in use by the running box")
        try:
            frame = self._first_frame()
        except DeviceError as error:
            return fault("camera", str(error), "Plug the camera cable in again, all the way.")
        if frame is None:
            return fault("camera", "no picture came", "Restart the Pi; then try another cable.")
        height, width = frame.image.shape[:2]
        if float(frame.image.mean()) < DARK:
            return warning(
                "camera", f"{width}x{height}, dark", "Check the lamp, and that the lens is free."
            )
        return fine("camera", f"{width}x{height}")

    def focus(self) -> Check:
        """Say which focus is set, and from where."""
        camera = self.settings.camera
        if self.settings.camera_driver() != "picamera2":
            return fine("focus", "no camera is asked for")
        if camera.lens_position is None:
            return fine("focus", f"from calibration or profile {camera.profile}")
        distance_mm = 1000 / camera.lens_position
        return fine("focus", f"{camera.lens_position:g} (sharp at {distance_mm:.0f} mm)")

    def light(self) -> Check:
        """Take the lamp's pin for a moment."""
        pin = self.settings.pins.light
        if self.settings.lift_driver() != "gpio":
            return fine("light", "no pins are asked for")
        if self.in_use:
            return fine("light", f"BCM {pin}, in use by the running box")
        try:
            lamp = self.load(DeviceKind.LIGHT, "gpio")(pin_bcm=pin, forced=self.settings.pins.force)
        except DeviceError as error:
            return fault("light", f"BCM {pin}", str(error))
        lamp.on()
        self.pause(PAUSE_S)
        lamp.close()
        return fine("light", f"BCM {pin}, blinked: did you see it?")

    def button(self) -> Check:
        """Take the button's pin for a moment and look at the contact."""
        pin = self.settings.pins.lift
        if self.settings.lift_driver() != "gpio":
            return fine("button", "the space bar lifts")
        if self.in_use:
            return fine("button", f"BCM {pin}, in use by the running box")
        try:
            contact = self.load(DeviceKind.BUTTON, "gpio")(
                MonotonicClock(), pin_bcm=pin, forced=self.settings.pins.force
            )
        except DeviceError as error:
            return fault("button", f"BCM {pin}", str(error))
        try:
            pressed = contact.is_pressed()
        finally:
            contact.close()
        if pressed:
            return warning(
                "button", f"BCM {pin} is closed", "If nobody presses it, check its two wires."
            )
        return fine("button", f"BCM {pin}, open: press it while asking again")

    def pins(self) -> Check:
        """Say for each pin in the settings who holds its line, by the kernel's own list."""
        pins = self.settings.pins
        if self.settings.lift_driver() != "gpio":
            return fine("pins", "no pins are asked for")
        used = {"LIFT": pins.lift, "light": pins.light, "A": pins.encoder_a, "B": pins.encoder_b}
        library = importlib.import_module("lgpio")
        chip = library.gpiochip_open(0)
        try:
            holders = {
                f"{what} BCM {pin}": library.gpio_get_line_info(chip, pin)[4]
                for what, pin in used.items()
                if pin is not None
            }
        finally:
            library.gpiochip_close(chip)
        found = ", ".join(f"{line}: {holder or 'free'}" for line, holder in holders.items())
        lost = [line for line, holder in holders.items() if holder != OUR_CONSUMER]
        if self.in_use and lost:
            advice = f"The running box has not {' and '.join(lost)}: stop what holds it, restart."
            return warning("pins", found, advice)
        return fine("pins", found)

    def _first_frame(self) -> Frame | None:
        """Return the first picture, or None where none came in time.

        Raises:
            DeviceError: the camera said why there is none.
        """
        profile = self.settings.camera.device_profile(size_wh=(640, 480), lens_position=None)
        camera: Camera = self.load(DeviceKind.CAMERA, "picamera2")(
            MonotonicClock(), profile=profile
        )
        try:
            for _ in range(round(FIRST_FRAME_S / PAUSE_S)):
                frame = camera.poll()
                if frame is not None:
                    return frame
                self.pause(PAUSE_S)
        finally:
            camera.close()
        return None
