"""The real adapters on gpiozero's mock pins: the same contract as every other button and lamp."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory

from pi_meyer.devices.debounce import ContactFault, Pressed
from pi_meyer.devices.gpio_button import GpioButton
from pi_meyer.devices.gpio_encoder import GpioEncoder
from pi_meyer.devices.gpio_light import GpioLight
from pi_meyer.devices.holders import Holder, holders_of, in_words
from pi_meyer.devices.loading import DeviceKind, adapter
from pi_meyer.devices.pins import check_pin
from pi_meyer.devices.pressing import DebouncedButton
from pi_meyer.errors import DeviceError, SettingsError
from tests.devices.doubles import HandClock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    factory = MockFactory()
    yield factory
    factory.reset()


def test_edges_come_once_and_in_order(pins: MockFactory) -> None:
    """Every edge is reported, bounces included, oldest first, and only once."""
    clock = HandClock()
    button = GpioButton(clock, factory=pins)
    for drive in ("low", "high", "low"):
        getattr(pins.pin(17), f"drive_{drive}")()
    assert [edge.pressed for edge in button.poll()] == [True, False, True]
    assert button.poll() == ()
    assert button.is_pressed()
    button.close()


def test_time_is_the_kernels_where_it_can_be_believed(pins: MockFactory) -> None:
    """A stamp on the monotonic scale is kept; one from another scale is replaced by arrival."""
    clock = HandClock(time_s=50.0)
    button = GpioButton(clock, factory=pins)
    for ticks_s in (49.9, 1_700_000_000.0, 3.0):
        button._changed(ticks_s, 0)
    assert [edge.at_s for edge in button.poll()] == [49.9, 50.0, 50.0]
    button.close()


def test_chattering_contact_does_not_fill_memory(pins: MockFactory) -> None:
    """A contact that nobody polls keeps its newest edges only."""
    button = GpioButton(HandClock(), factory=pins)
    for n in range(5000):
        button._changed(100.0, n % 2)
    assert len(button.poll()) == 1000
    button.close()


def test_debounced_button_reports_one_press(pins: MockFactory) -> None:
    """Edges and level together give one press, and the hold's length grows."""
    clock = HandClock()
    button = DebouncedButton(GpioButton(clock, factory=pins), clock)
    assert button.poll() == ()
    clock.advance(1.0)
    for _ in range(3):
        button._button._changed(clock.now_s(), 0)  # type: ignore[attr-defined]
        button._button._changed(clock.now_s(), 1)  # type: ignore[attr-defined]
    pins.pin(17).drive_low()
    assert button.poll() == (Pressed(at_s=101.0),)
    clock.advance(0.5)
    button.poll()
    assert button.held_s() == 0.5
    clock.advance(15.0)
    button.poll()
    assert button.fault is ContactFault.STUCK
    button.close()


def test_light_is_on_or_off_and_writes_only_changes(pins: MockFactory) -> None:
    """Switching on twice is one write; closing leaves it dark (fairness P10)."""
    light = GpioLight(factory=pins)
    pin = pins.pin(27)
    light.on()
    light.on()
    assert pin.state
    light.off()
    assert [state.state for state in pin.states][-2:] == [True, False]
    light.on()
    light.close()
    light.close()
    with pytest.raises(DeviceError, match="BCM 27"):
        light.on()


def test_encoder_counts_steps_both_ways(pins: MockFactory) -> None:
    """A turned knob gives signed steps, each once, without an end."""
    knob = GpioEncoder(pin_a_bcm=5, pin_b_bcm=6, factory=pins)
    a, b = pins.pin(5), pins.pin(6)
    for _ in range(20):
        a.drive_low(), b.drive_low(), a.drive_high(), b.drive_high()
    assert abs(knob.poll()) == 20
    assert knob.poll() == 0
    knob.close()


@pytest.mark.parametrize("pin", [0, 2, 3, 7, 8, 9, 10, 11, 14, 15])
def test_pins_of_buses_are_refused_unless_forced(pin: int) -> None:
    """A pin that belongs to a bus is refused with its bus, and taken when forced."""
    with pytest.raises(SettingsError, match=r"I2C|SPI|UART|EEPROM"):
        check_pin(pin)
    assert check_pin(pin, forced=True) == pin


@pytest.mark.parametrize("pin", [-1, 28, 40])
def test_pins_that_do_not_exist_are_refused(pin: int) -> None:
    """A place on the header (1 to 40) is not mistaken for a BCM number above 27."""
    with pytest.raises(SettingsError, match="0 to 27"):
        check_pin(pin, forced=True)


def test_busy_pin_says_who_holds_it(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's "GPIO busy" becomes a sentence with a process in it."""
    holder = (Holder(pid=77, name="pi-meyer"),)
    monkeypatch.setattr("pi_meyer.devices.gpio_factory.holders_of", lambda _: holder)

    def busy(*_: object) -> None:
        raise RuntimeError("'GPIO busy'")

    monkeypatch.setattr(pins, "pin", busy)
    with pytest.raises(DeviceError, match=r"BCM 17 is held by pi-meyer \(process 77\)"):
        GpioButton(HandClock(), factory=pins)


def test_without_lgpio_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing or broken lgpio is a sentence, not an ImportError; nothing falls back silently."""
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(DeviceError, match="apt install python3-gpiozero"):
        GpioButton(HandClock())


def test_holders_are_found_in_proc(tmp_path: Path) -> None:
    """A process with the device open is named; one with other files, or none, is not."""
    for pid, name, target in ((12, "camera-app", "/dev/media3"), (13, "other", "/dev/null")):
        (tmp_path / str(pid) / "fd").mkdir(parents=True)
        (tmp_path / str(pid) / "comm").write_text(f"{name}\n")
        (tmp_path / str(pid) / "fd" / "5").symlink_to(target)
    (tmp_path / "14").mkdir()
    (tmp_path / "self").mkdir()
    found = holders_of("/dev/media", proc=tmp_path)
    assert in_words(found) == "camera-app (process 12)"
    assert in_words(holders_of("/dev/gpiochip", proc=tmp_path)) is None


def test_adapters_are_found_by_name() -> None:
    """A known name gives its class, an unknown one a sentence with the known ones."""
    assert adapter(DeviceKind.BUTTON, "gpio") is GpioButton
    with pytest.raises(SettingsError, match="picamera2, recorded"):
        adapter(DeviceKind.CAMERA, "webcam")


def test_importing_the_adapters_loads_no_hardware_library() -> None:
    """A computer that is no Pi can import every adapter: the libraries come when one is opened."""
    code = (
        "import sys, pkgutil, importlib, pi_meyer.devices as d\n"
        "for m in pkgutil.iter_modules(d.__path__):\n"
        "    importlib.import_module(f'{d.__name__}.{m.name}')\n"
        "print(sorted({'gpiozero', 'lgpio', 'picamera2', 'libcamera', 'cv2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
