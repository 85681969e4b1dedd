"""The light under the window on a pin: on or off through a constant-current driver (P10)."""

from __future__ import annotations

from typing import Any

from pi_meyer.devices.gpio_factory import lgpio_factory, pin_error
from pi_meyer.devices.pins import LIGHT_PIN_BCM, check_pin


class GpioLight:
    """A pin that is high while the light is on; it starts and ends dark.

    Args:
        pin_bcm: BCM number.
        forced: allow a pin of I2C, SPI or UART.
        factory: gpiozero's pin factory; tests give a ``MockFactory``.

    Raises:
        SettingsError: the pin may not be used.
        DeviceError: it cannot be had; the sentence says who holds it.
    """

    def __init__(
        self,
        *,
        pin_bcm: int = LIGHT_PIN_BCM,
        forced: bool = False,
        factory: Any = None,  # noqa: ANN401 - gpiozero has no types
    ) -> None:
        self._pin_bcm = check_pin(pin_bcm, forced=forced)
        self._own_factory = factory is None
        self._factory = lgpio_factory() if factory is None else factory
        self._lamp: Any = None
        try:
            self._lamp = self._opened()
        except Exception as error:
            self.close()
            raise pin_error(self._pin_bcm, error) from error

    def on(self) -> None:
        """Switch the light on; on a light that is on it writes nothing (P10).

        Raises:
            DeviceError: the pin is closed or gone.
        """
        self._set(lit=True)

    def off(self) -> None:
        """Switch the light off.

        Raises:
            DeviceError: the pin is closed or gone.
        """
        self._set(lit=False)

    def close(self) -> None:
        """Let the pin go, dark. May be called twice."""
        if self._lamp is not None:
            self._lamp.close()
        if self._own_factory:
            self._factory.close()

    def _set(self, *, lit: bool) -> None:
        try:
            if bool(self._lamp.value) != lit:
                self._lamp.value = lit
        except Exception as error:
            raise pin_error(self._pin_bcm, error) from error

    def _opened(self) -> Any:  # noqa: ANN401 - gpiozero has no types
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415 - not at import time

        return DigitalOutputDevice(self._pin_bcm, initial_value=False, pin_factory=self._factory)
