"""The lamps' constant-current source and the box's power, in figures.

Circuit: all LEDs in parallel, each with a small ballast that makes them share; one BD139 carries
the sum, a BC547 watches the drop over one resistor and steals base current as soon as it reaches
its base-emitter voltage. The current is that voltage over that resistor: it does not follow the
supply, and nothing switches, so nothing flickers in view of the sensor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.parameters import Parameters

E24: Final = (
    1.0, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2.0, 2.2, 2.4, 2.7, 3.0,
    3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1,
)  # fmt: skip
BALLAST_V: Final = 0.33
LEAST_GAIN: Final = 63.0  # BD139-10 at 150 mA, datasheet
BASE_MA_SPARE: Final = 1.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What the builder solders and what flows.

    Attributes:
        sense_ohm: the resistor that sets the current.
        ballast_ohm: one before each LED.
        base_ohm: between pin and BD139.
        total_ma: all LEDs together.
        led_ma: one LED.
        pin_ma: most that the pin gives.
        headroom_v: what is left for the transistor at the supply's lower limit.
        transistor_w: heat of the BD139 at the full supply.
        sense_w: heat of the sense resistor.
        light_w: the whole lamp circuit.
    """

    sense_ohm: float
    ballast_ohm: float
    base_ohm: float
    total_ma: float
    led_ma: float
    pin_ma: float
    headroom_v: float
    transistor_w: float
    sense_w: float
    light_w: float


def e24(ohm: float) -> float:
    """Return the nearest resistor of the E24 row."""
    decade: float = 10.0 ** _exponent(ohm)
    choices = [value * decade for value in (*E24, 10.0)]
    nearest: float = min(choices, key=lambda value: abs(value - ohm))
    return round(nearest, 6)


def _exponent(ohm: float) -> int:
    exponent = 0
    while ohm >= 10:
        ohm, exponent = ohm / 10, exponent + 1
    while ohm < 1:
        ohm, exponent = ohm * 10, exponent - 1
    return exponent


def figures(box: Parameters) -> Figures:
    """Return resistors, currents and heat of the lamp circuit for these numbers."""
    power, lamps = box.power, box.lamps
    wanted_a = lamps.current_ma * lamps.count / 1000
    sense = e24(power.base_emitter_v / wanted_a)
    total_a = power.base_emitter_v / sense
    led_a = total_a / lamps.count
    ballast = e24(BALLAST_V / led_a)
    base_drop_v = power.gpio_v - 2 * power.base_emitter_v - 0.05
    base = e24(base_drop_v / (total_a / LEAST_GAIN + BASE_MA_SPARE / 1000))
    used_v = lamps.forward_v + ballast * led_a + power.base_emitter_v
    return Figures(
        sense_ohm=sense,
        ballast_ohm=ballast,
        base_ohm=base,
        total_ma=total_a * 1000,
        led_ma=led_a * 1000,
        pin_ma=base_drop_v / base * 1000,
        headroom_v=power.supply_least_v - used_v - power.saturation_v,
        transistor_w=(power.supply_v - used_v) * total_a,
        sense_w=power.base_emitter_v * total_a,
        light_w=power.supply_v * total_a,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """One line of the power budget, in watts at the 5 V rail."""

    name: str
    watts: float


def budget(box: Parameters) -> tuple[Load, ...]:
    """Return what draws how much."""
    return (
        Load(name=f"{box.choice.board} with camera, program running", watts=box.board.power_w),
        Load(name=box.choice.display, watts=box.display.power_w),
        Load(name="lamp ring", watts=figures(box).light_w),
        Load(name="button and encoder (pull-ups)", watts=0.001),
        Load(name="USB stick while the sheet is saved", watts=1.0),
    )


def supply_w(box: Parameters) -> float:
    """Return what the supply gives."""
    return box.board.supply_a * box.power.supply_v
