"""Which wire goes where: taken from the program's own defaults, so that both cannot differ.

Header places: Raspberry Pi's 40-pin header, the same on Pi 4, Pi 5 and Zero 2 W.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from hardware import driver
from pi_meyer.devices.pins import check_pin
from pi_meyer.errors import SettingsError
from pi_meyer.service.config import PinSettings

if TYPE_CHECKING:
    from hardware.parameters import Parameters

PLACE_OF_BCM: Final = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35,
    16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
PLACES_5V: Final = (2, 4)
PLACES_3V3: Final = (1, 17)
PLACES_GROUND: Final = (6, 9, 14, 20, 25, 30, 34, 39)
ENCODER_BCM: Final = (5, 6)
PULL_UP_OHM: Final = 10_000
SERIES_OHM: Final = 1_000


class Variant(Enum):
    """What hangs on the header."""

    BUTTON = "button"
    ENCODER = "button-and-encoder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One wire or lead.

    Attributes:
        start: where it begins, a place on the header or a part's leg.
        end: where it ends.
        colour: a proposal, so that two people mean the same wire.
        length_mm: with room to lift the lid.
        why: what it does.
    """

    start: str
    end: str
    colour: str
    length_mm: int
    why: str


def pins(variant: Variant) -> PinSettings:
    """Return the program's default pins; the encoder's are the ones that the guide sets."""
    if variant is Variant.BUTTON:
        return PinSettings()
    return PinSettings(encoder_a=ENCODER_BCM[0], encoder_b=ENCODER_BCM[1])


def gpio(bcm: int) -> str:
    """Return a pin's name as it stands in drawing, list and guide.

    Raises:
        SettingsError: the pin belongs to a bus or is not on the header.
    """
    check_pin(bcm)
    if bcm not in PLACE_OF_BCM:
        raise SettingsError(f"BCM {bcm} is not on the header; use one of {sorted(PLACE_OF_BCM)}.")
    return f"pin {PLACE_OF_BCM[bcm]} (GPIO{bcm})"


def wires(variant: Variant) -> tuple[Wire, ...]:
    """Return every wire of a variant, in the order of soldering."""
    used = pins(variant)
    return (
        *_lamp_wires(used.light),
        *_button_wires(used.lift),
        *(_encoder_wires(used) if variant is Variant.ENCODER else ()),
        *_screen_wires(),
    )


def _lamp_wires(light_bcm: int) -> tuple[Wire, ...]:
    return (
        _wire("pin 2 (5V)", "driver board +5", "red", 200, "feeds the lamps"),
        _wire("pin 9 (GND)", "driver board GND", "black", 200, "return of the lamps"),
        _wire(gpio(light_bcm), "driver board IN (Rb)", "yellow", 200, "switches the lamps on"),
        _wire("driver board +5", "lamp ring +", "red", 350, "light trap, to the anodes"),
        _wire("lamp ring -", "driver board LED-", "blue", 350, "light trap, from the cathodes"),
    )


def _button_wires(lift_bcm: int) -> tuple[Wire, ...]:
    return (
        _wire(gpio(lift_bcm), "LIFT button NO (through Rs)", "white", 300, "pulled low by a press"),
        _wire("pin 14 (GND)", "LIFT button COM", "black", 300, "the contact's other leg"),
        _wire("pin 1 (3V3)", "Rp, to the white wire", "orange", 60, "outer pull-up"),
    )


def _encoder_wires(used: PinSettings) -> tuple[Wire, ...]:
    assert used.encoder_a is not None  # noqa: S101 - the encoder's variant sets both
    assert used.encoder_b is not None  # noqa: S101
    return (
        _wire(gpio(used.encoder_a), "encoder A", "green", 300, "turning, track A"),
        _wire(gpio(used.encoder_b), "encoder B", "violet", 300, "turning, track B"),
        _wire("pin 30 (GND)", "encoder C", "black", 300, "common of both tracks"),
    )


def _screen_wires() -> tuple[Wire, ...]:
    return (
        _wire("pin 4 (5V)", "screen 5V", "red", 250, "comes with the screen"),
        _wire("pin 6 (GND)", "screen GND", "black", 250, "comes with the screen"),
    )


def _wire(start: str, end: str, colour: str, length_mm: int, why: str) -> Wire:
    return Wire(start=start, end=end, colour=colour, length_mm=length_mm, why=why)


def page(box: Parameters) -> str:
    """Return the wiring page: drawings, lists, resistors, currents and the power budget."""
    first, second = ENCODER_BCM
    encoder = (
        "The encoder is off by default. Switch it on in the settings file: "
        f"`pins.encoder_a = {first}`, `pins.encoder_b = {second}`."
    )
    parts = (
        PREFACE,
        _section("Button only", Variant.BUTTON),
        _section("Button and encoder", Variant.ENCODER),
        encoder,
        _driver(box),
        _budget(box),
        RULES,
    )
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _section(title: str, variant: Variant) -> str:
    rows = "\n".join(
        f"| {w.start} | {w.end} | {w.colour} | {w.length_mm} | {w.why} |" for w in wires(variant)
    )
    return f"""
## {title}

![Schematic, {title.lower()}](schematic-{variant.value}.svg)

| from | to | colour | mm | what it does |
|---|---|---|---|---|
{rows}
"""


def _driver(box: Parameters) -> str:
    made, lamps = driver.figures(box), box.lamps
    return f"""
## The lamps' current source

{lamps.count} LEDs in parallel, each behind its own Rk; T1 (BD139) carries the sum and T2 (BC547)
holds the voltage over Re at one base-emitter drop. Nothing switches: the light is constant and does
not follow the supply. Never dim it by PWM: the sensor sees the stripes.

| figure | value |
|---|---|
| Re, sets the current | {made.sense_ohm:g} ohm, 0.25 W (warms by {made.sense_w:.2f} W) |
| Rk, one for each LED | {made.ballast_ohm:g} ohm |
| Rb, from the pin | {made.base_ohm:g} ohm |
| one LED | {made.led_ma:.1f} mA |
| all LEDs | {made.total_ma:.0f} mA, {made.light_w:.2f} W from the 5 V rail |
| from the pin | {made.pin_ma:.1f} mA at most (limit {box.power.gpio_most_ma:g} mA) |
| T1 | {made.transistor_w:.2f} W: no heat sink |
| left for T1 at {box.power.supply_least_v:g} V | {made.headroom_v:.2f} V |
"""


def _budget(box: Parameters) -> str:
    loads = driver.budget(box)
    total, supply = sum(load.watts for load in loads), driver.supply_w(box)
    rows = "\n".join(f"| {load.name} | {load.watts:.1f} |" for load in loads)
    return f"""
## Power budget

| what | W |
|---|---|
{rows}
| **sum** | **{total:.1f}** |
| supply, {box.board.supply_a:g} A at 5 V | {supply:.0f} |

That is {100 * total / supply:.0f} % of the supply. A telephone's charger sags below 4.75 V under
such a load: the screen flickers first, and its corner shows the low-power sign.
"""


PREFACE: Final = """
# Wiring

Made by `make hardware` from the program's default pins and the box's numbers; do not edit it by
hand.
"""

RULES: Final = f"""
## Rules of the wire

- The contact pulls GPIO to ground. The program switches the pin's own pull-up on; Rp
  ({PULL_UP_OHM // 1000} kilohm to 3V3) keeps long leads quiet, Rs ({SERIES_OHM // 1000} kilohm in
  series) saves the pin if a lead ever meets 5 V.
- The encoder uses the pins' own pull-ups; keep its leads below 300 mm.
- Strain relief: the supply's cable is tied to the two slots beside its opening, the lid's wires to
  a lid block, with 150 mm of slack so that the lid can be laid beside the box.
- Through the light trap go only the camera's ribbon and the lamps' two wires, flat: under the roof,
  over the sill, through the slot.
- The driver board is stuck to the bay's side of the dark wall with foam tape, parts outwards;
  sleeve every joint that could touch it.
"""
