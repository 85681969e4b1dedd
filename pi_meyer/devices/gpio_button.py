"""The LIFT button on a pin: closes to ground, held high by the processor's own resistor."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from pi_meyer.devices.gpio_factory import lgpio_factory, pin_error
from pi_meyer.devices.pins import LIFT_PIN_BCM, check_pin
from pi_meyer.ports.lift_button import Edge

if TYPE_CHECKING:
    from pi_meyer.ports.clock import Clock

_KEPT_EDGES = 1000
_LATE_S = 5.0


class GpioButton:
    """Edges with the kernel's time stamps (CLOCK_MONOTONIC since Linux 5.7, gpio uapi).

    Args:
        clock: the monotonic clock.
        pin_bcm: BCM number.
        forced: allow a pin of I2C, SPI or UART.
        factory: gpiozero's pin factory; tests give a ``MockFactory``.

    Raises:
        SettingsError: the pin may not be used.
        DeviceError: it cannot be had; the sentence says who holds it.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        pin_bcm: int = LIFT_PIN_BCM,
        forced: bool = False,
        factory: Any = None,  # noqa: ANN401 - gpiozero has no types
    ) -> None:
        self._clock = clock
        self._pin_bcm = check_pin(pin_bcm, forced=forced)
        # Filled from lgpio's thread; a deque's append and popleft need no lock. A chattering
        # contact may fill it: the newest edges are worth most.
        self._edges: deque[Edge] = deque(maxlen=_KEPT_EDGES)
        self._own_factory = factory is None
        self._factory = lgpio_factory() if factory is None else factory
        self._button: Any = None
        try:
            self._button = self._opened()
        except Exception as error:
            self.close()
            raise pin_error(self._pin_bcm, error) from error

    def poll(self) -> tuple[Edge, ...]:
        """Return the edges since the last call, oldest first; never waits."""
        found = []
        while self._edges:
            found.append(self._edges.popleft())
        return tuple(found)

    def is_pressed(self) -> bool:
        """Return the contact's level now.

        Raises:
            DeviceError: the pin is closed or gone.
        """
        try:
            return bool(self._button.is_pressed)
        except Exception as error:
            raise pin_error(self._pin_bcm, error) from error

    def close(self) -> None:
        """Let the pin go. May be called twice."""
        if self._button is not None:
            self._button.close()
        if self._own_factory:
            self._factory.close()

    def _opened(self) -> Any:  # noqa: ANN401 - gpiozero has no types
        from gpiozero import Button  # noqa: PLC0415 - not at import time

        # The kernel's own debounce delays and drops short presses (gpiozero issues 550, 697).
        button = Button(self._pin_bcm, pull_up=True, bounce_time=None, pin_factory=self._factory)
        # Button's own events carry no time; the pin's do. It keeps only a weak reference to us.
        button.pin.when_changed = self._changed
        return button

    def _changed(self, ticks_s: float, level: int) -> None:
        now_s = self._clock.now_s()
        # Kernels before 5.7 and some drivers stamp with the wall clock: then arrival is the time.
        believable = now_s - _LATE_S <= ticks_s <= now_s
        self._edges.append(Edge(pressed=not level, at_s=ticks_s if believable else now_s))
