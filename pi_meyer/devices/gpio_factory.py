"""The pin factory, chosen explicitly: gpiozero's silent chain ends at libraries that are dead.

RPi.GPIO does not work on the Pi 5 nor with kernels since 6.6 (gpiozero issues 1101, 1136, 1172).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pi_meyer.devices.holders import holders_of, in_words
from pi_meyer.devices.pins import pin_trouble
from pi_meyer.errors import DeviceError

_MODEL = Path("/proc/device-tree/model")
_CPUINFO = Path("/proc/cpuinfo")


def is_raspberry_pi() -> bool:
    """Tell whether this machine calls itself a Raspberry Pi."""
    for path in (_MODEL, _CPUINFO):
        try:
            if "Raspberry Pi" in path.read_text(encoding="utf-8", errors="replace"):
                return True
        except OSError:
            continue
    return False


def lgpio_factory() -> Any:  # noqa: ANN401 - gpiozero has no types
    """Return a new factory for the kernel's gpiochip.

    Raises:
        DeviceError: gpiozero or lgpio is missing or broken, or the chip cannot be opened.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only where it is wanted
    except Exception as error:  # an ABI clash raises anything but ImportError
        raise DeviceError(
            f"gpiozero with lgpio cannot be loaded ({error}): sudo apt install python3-gpiozero "
            "python3-lgpio."
        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:
        raise DeviceError(
            f"The pins cannot be opened ({error}): check that /dev/gpiochip0 exists and that you "
            "are in the group gpio."
        ) from error


def pin_error(pin_bcm: int, error: Exception) -> DeviceError:
    """Return the sentence for a pin that gpiozero could not give, with who holds it."""
    return pin_trouble(pin_bcm, error, holder=in_words(holders_of("/dev/gpiochip")))
