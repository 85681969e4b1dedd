"""The wires go where the program looks for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.parameters import load
from hardware.wiring import cables
from hardware.wiring.cables import Variant
from pi_meyer.devices.pins import check_pin
from pi_meyer.errors import SettingsError
from pi_meyer.service.config import PinSettings

WIRING = Path(cables.__file__).parent
VARIANTS = pytest.mark.parametrize("variant", list(Variant))


def _drawn(variant: Variant) -> set[str]:
    """Return the header places that stand in the drawing of the repository."""
    drawing = (WIRING / f"schematic-{variant.value}.svg").read_text(encoding="utf-8")
    return set(re.findall(r"pin \d+ \([^)]+\)", drawing))


@VARIANTS
def test_the_drawing_shows_the_programs_default_pins(variant: Variant) -> None:
    """Button and lamp, and the encoder where it is drawn; no other GPIO."""
    pins = cables.pins(variant)
    used = [pins.lift, pins.light]
    used += [p for p in (pins.encoder_a, pins.encoder_b) if p is not None]
    drawn = {place for place in _drawn(variant) if "GPIO" in place}
    assert drawn == {cables.gpio(pin) for pin in used}


@VARIANTS
def test_drawing_and_cable_list_are_one(variant: Variant) -> None:
    """Every place of the header in the list is in the drawing, and the other way round."""
    listed = {w.start for w in cables.wires(variant) if w.start.startswith("pin ")}
    assert listed == _drawn(variant)


@VARIANTS
def test_no_place_of_the_header_is_used_twice(variant: Variant) -> None:
    """Each wire has its own place, and power places are what they say."""
    places = [w.start for w in cables.wires(variant) if w.start.startswith("pin ")]
    assert len(places) == len(set(places))
    for place in places:
        number = int(place.split()[1])
        if "5V" in place:
            assert number in cables.PLACES_5V
        elif "3V3" in place:
            assert number in cables.PLACES_3V3
        elif "GND" in place:
            assert number in cables.PLACES_GROUND


def test_the_default_box_is_the_button_alone() -> None:
    """The program's defaults name no encoder, and the first variant is drawn for them."""
    assert cables.pins(Variant.BUTTON) == PinSettings()


def test_the_encoders_pins_may_be_used() -> None:
    """They belong to no bus and collide with nothing."""
    pins = cables.pins(Variant.ENCODER)
    for pin in cables.ENCODER_BCM:
        assert check_pin(pin) == pin
    assert len({pins.lift, pins.light, *cables.ENCODER_BCM}) == 4


def test_a_pin_of_a_bus_cannot_be_drawn() -> None:
    """The drawing refuses what the program refuses."""
    with pytest.raises(SettingsError, match="I2C"):
        cables.gpio(2)


def test_the_header_is_numbered_as_it_is() -> None:
    """28 GPIOs, 2 3V3, 2 5V and 8 grounds make the header's 40 places, each once."""
    places = [
        *cables.PLACE_OF_BCM.values(),
        *cables.PLACES_5V,
        *cables.PLACES_3V3,
        *cables.PLACES_GROUND,
    ]
    assert sorted(places) == list(range(1, 41))


def test_the_wiring_page_is_up_to_date() -> None:
    """The page in the repository is what the numbers and the program's pins make today."""
    assert (WIRING / "README.md").read_text(encoding="utf-8") == cables.page(load())
