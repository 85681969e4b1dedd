"""An optional turning knob beside the button: it steps the highlight."""

from __future__ import annotations

from typing import Any

from pi_meyer.devices.gpio_factory import lgpio_factory, pin_error
from pi_meyer.devices.pins import check_pin


class GpioEncoder:
    """A quadrature knob on two pins.

    Args:
        pin_a_bcm: BCM number of contact A.
        pin_b_bcm: BCM number of contact B.
        forced: allow pins of I2C, SPI or UART.
        factory: gpiozero's pin factory; tests give a ``MockFactory``.

    Raises:
        SettingsError: a pin may not be used.
        DeviceError: it cannot be had; the sentence says who holds it.
    """

    def __init__(
        self,
        *,
        pin_a_bcm: int,
        pin_b_bcm: int,
        forced: bool = False,
        factory: Any = None,  # noqa: ANN401 - gpiozero has no types
    ) -> None:
        self._pins = check_pin(pin_a_bcm, forced=forced), check_pin(pin_b_bcm, forced=forced)
        self._own_factory = factory is None
        self._factory = lgpio_factory() if factory is None else factory
        self._returned = 0
        self._knob: Any = None
        try:
            self._knob = self._opened()
        except Exception as error:
            self.close()
            raise pin_error(pin_a_bcm, error) from error

    def poll(self) -> int:
        """Return the steps turned since the last call, clockwise positive; never waits."""
        steps = int(self._knob.steps)
        turned, self._returned = steps - self._returned, steps
        return turned

    def close(self) -> None:
        """Let the pins go. May be called twice."""
        if self._knob is not None:
            self._knob.close()
        if self._own_factory:
            self._factory.close()

    def _opened(self) -> Any:  # noqa: ANN401 - gpiozero has no types
        from gpiozero import RotaryEncoder  # noqa: PLC0415 - not at import time

        # Without an end: gpiozero's default stops counting after 16 steps either way.
        return RotaryEncoder(*self._pins, max_steps=0, pin_factory=self._factory)
