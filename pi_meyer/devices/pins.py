"""Which pins of the header may be used, by BCM number (pinout.xyz, BCM2711 datasheet table 94)."""

from __future__ import annotations

from pi_meyer.errors import DeviceError, SettingsError

LIFT_PIN_BCM = 17
LIGHT_PIN_BCM = 27

_BUSES = {
    **dict.fromkeys((0, 1), "the EEPROM of add-on boards"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "UART"),
}


def check_pin(pin_bcm: int, *, forced: bool = False) -> int:
    """Return ``pin_bcm`` if it may be used.

    Args:
        pin_bcm: the number that the processor gives the pin, not its place on the header.
        forced: take a pin of I2C, SPI or UART all the same.

    Raises:
        SettingsError: no such pin, or it belongs to a bus and was not forced.
    """
    if not 0 <= pin_bcm <= 27:
        raise SettingsError(f"There is no pin BCM {pin_bcm}: use 0 to 27 (BCM numbers).")
    bus = _BUSES.get(pin_bcm)
    if bus is not None and not forced:
        raise SettingsError(
            f"Pin BCM {pin_bcm} belongs to {bus}: use another one, such as {LIFT_PIN_BCM} or "
            f"{LIGHT_PIN_BCM}, or set pins.force = true."
        )
    return pin_bcm


def pin_trouble(pin_bcm: int, error: Exception, *, holder: str | None) -> DeviceError:
    """Return the sentence for a pin that cannot be had."""
    if "busy" in str(error).lower():
        who = holder or "another program (is the service running? systemctl status pi-meyer)"
        return DeviceError(f"Pin BCM {pin_bcm} is held by {who}: stop it or use another pin.")
    return DeviceError(
        f"Pin BCM {pin_bcm} cannot be used: {error}; check /dev/gpiochip* and the group gpio."
    )
