"""Fingers and keys from the kernel's events: pure tracking, and devices played by pipes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pi_meyer.devices import evdev
from pi_meyer.devices.console import Console, sign_of
from pi_meyer.devices.evdev import EVENT, EventDevices, Key
from pi_meyer.devices.fingers import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    ABS_X,
    ABS_Y,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    SYN_DROPPED,
    SYN_REPORT,
    Finger,
    FingerDoes,
    Fingers,
)
from tests.devices.doubles import HandClock

if TYPE_CHECKING:
    from pathlib import Path

REPORT = (EV_SYN, SYN_REPORT, 0)
Event = tuple[int, int, int]


def down(x: int, y: int, *, slot: int = 0) -> list[Event]:
    return [
        (EV_ABS, ABS_MT_SLOT, slot),
        (EV_ABS, ABS_MT_TRACKING_ID, 7 + slot),
        (EV_ABS, ABS_MT_POSITION_X, x),
        (EV_ABS, ABS_MT_POSITION_Y, y),
    ]


def up(*, slot: int = 0) -> list[Event]:
    return [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]


def slotted() -> Fingers:
    return Fingers(x_range=(0, 800), y_range=(0, 400), slots=True)


def told(fingers: Fingers, *events: Event) -> list[tuple[str, int, float, float]]:
    found: list[Finger] = []
    for event in events:
        found += fingers.see(*event)
    return [(one.does.value, one.number, one.x, one.y) for one in found]


def test_a_touch_is_a_finger_down_and_up_where_it_was() -> None:
    """Down and up come with the report that ends them, as shares of the panel."""
    fingers = slotted()
    assert told(fingers, *down(200, 100)) == []
    assert told(fingers, REPORT) == [("down", 0, 0.25, 0.25)]
    assert told(fingers, *up(), REPORT) == [("up", 0, 0.25, 0.25)]


def test_a_second_touch_at_the_same_place_needs_no_new_coordinates() -> None:
    """The kernel leaves out what did not change; the place is remembered."""
    fingers = slotted()
    told(fingers, *down(200, 100), REPORT, *up(), REPORT)
    again = told(fingers, (EV_ABS, ABS_MT_TRACKING_ID, 9), REPORT)
    assert again == [("down", 0, 0.25, 0.25)]


def test_the_first_touch_may_be_where_the_last_one_was() -> None:
    """A program that opens the panel takes the places over: the kernel will not repeat them."""
    fingers = slotted()
    fingers.begin(((0, 0), (600, 100)), slot=1)
    assert told(fingers, (EV_ABS, ABS_MT_TRACKING_ID, 9), REPORT) == [("down", 1, 0.75, 0.25)]


def test_two_fingers_are_two() -> None:
    """Each slot is a finger of its own; one moves while the other rests."""
    fingers = slotted()
    both = told(fingers, *down(0, 0), *down(800, 400, slot=1), REPORT)
    assert [one[:2] for one in both] == [("down", 0), ("down", 1)]
    moved = told(fingers, (EV_ABS, ABS_MT_POSITION_X, 400), REPORT)
    assert moved == [("move", 1, 0.5, 1.0)]


def test_lost_events_lift_every_finger() -> None:
    """After SYN_DROPPED nobody knows who still touches: all are up, and none is stuck."""
    fingers = slotted()
    told(fingers, *down(200, 100), REPORT)
    lost = told(fingers, (EV_SYN, SYN_DROPPED, 0), (EV_ABS, ABS_MT_POSITION_X, 3), REPORT)
    assert lost == [("up", 0, 0.25, 0.25)]


def test_a_panel_with_one_contact_works_too() -> None:
    """Without slots BTN_TOUCH says when, ABS_X and ABS_Y where."""
    fingers = Fingers(x_range=(100, 300), y_range=(0, 100), slots=False)
    at = [(EV_ABS, ABS_X, 200), (EV_ABS, ABS_Y, 50)]
    assert told(fingers, (EV_KEY, BTN_TOUCH, 1), *at, REPORT) == [("down", 0, 0.5, 0.5)]
    assert told(fingers, (EV_KEY, BTN_TOUCH, 0), REPORT) == [("up", 0, 0.5, 0.5)]


@pytest.mark.parametrize(
    ("value", "sign"),
    [(0x0061, "a"), (0x0B41, "A"), (0x00E6, "æ"), (0xF000 ^ 0x20AC, "€"), (0x0200, "")],
)
def test_the_kernels_key_map_gives_signs(value: int, sign: str) -> None:
    """Latin and letter values, Unicode with its bits turned round; a hole types nothing."""
    assert sign_of(value) == sign


def test_without_a_console_keys_mean_what_an_american_keyboard_says(tmp_path: Path) -> None:
    """A plain file as standard input has no key map."""
    with (tmp_path / "in").open("w+") as file:
        console = Console(file.fileno())
        assert console.meaning(57, shifted=False) == ("space", " ")
        assert console.meaning(30, shifted=True) == ("a", "A")
        assert console.meaning(2, shifted=False) == ("1", "1")
        assert console.meaning(110, shifted=False) is None
        console.close()


class Rig:
    """Devices of which each is a pipe that the test writes into."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.clock = HandClock()
        self.none = os.open(os.devnull, os.O_RDONLY)
        self.ends: dict[str, int] = {}
        self.kinds: dict[str, Fingers | None] = {}
        self.forbidden: set[str] = set()
        monkeypatch.setattr(evdev, "_opened", self._opened)
        self.devices = EventDevices(self.clock, console=Console(self.none), folder=folder)

    def plug(self, name: str, fingers: Fingers | None) -> None:
        (self.folder / name).touch()
        self.kinds[name] = fingers

    def _opened(self, path: Path) -> evdev._Device:
        if path.name in self.forbidden:
            raise PermissionError(13, "Permission denied")
        reading, self.ends[path.name] = os.pipe()
        os.set_blocking(reading, False)
        return evdev._Device(file=reading, path=path, fingers=self.kinds[path.name])

    def send(self, name: str, *events: Event) -> None:
        os.write(self.ends[name], b"".join(EVENT.pack(0, 0, *event) for event in events))

    def poll(self, after_s: float = 3.0) -> tuple[Finger | Key, ...]:
        self.clock.advance(after_s)
        return self.devices.poll()


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    return Rig(tmp_path, monkeypatch)


def test_keys_and_fingers_come_from_their_devices(rig: Rig) -> None:
    """A press with shift types the upper sign; a repeated key is no second press."""
    rig.plug("event0", None)
    rig.plug("event1", slotted())
    rig.poll()
    rig.send("event0", (EV_KEY, 42, 1), (EV_KEY, 30, 1), (EV_KEY, 30, 2), (EV_KEY, 30, 0), REPORT)
    rig.send("event1", *down(400, 200), REPORT)
    assert rig.poll() == (
        Key(name="a", text="A", pressed=True),
        Key(name="a", text="A", pressed=False),
        Finger(does=FingerDoes.DOWN, number=0, x=0.5, y=0.5),
    )


def test_a_device_that_is_plugged_in_late_is_heard(rig: Rig) -> None:
    """New devices are looked for every two seconds, not at every turn."""
    rig.poll()
    rig.plug("event3", None)
    rig.poll(0.1)
    assert "event3" not in rig.ends
    rig.poll(2.0)
    rig.send("event3", (EV_KEY, 57, 1))
    assert rig.poll(0.1) == (Key(name="space", text=" ", pressed=True),)


def test_a_device_that_is_forbidden_at_first_is_tried_again(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    """udev gives a new device to the group a moment later: it is told once, and then heard."""
    rig.forbidden = {"event2"}
    rig.plug("event2", None)
    for _ in range(3):
        rig.poll()
    assert [message.split(" (")[0] for message in caplog.messages] == [
        "Input: event2 cannot be opened"
    ]
    rig.forbidden = set()
    rig.poll()
    rig.send("event2", (EV_KEY, 57, 1))
    assert rig.poll(0.1) == (Key(name="space", text=" ", pressed=True),)


def test_an_unplugged_panel_leaves_no_finger_down(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a device goes away its fingers leave; it is dropped and the rest goes on."""
    rig.plug("event1", slotted())
    rig.poll()
    rig.send("event1", *down(400, 200), REPORT)
    rig.poll()
    reads = [OSError(19, "No such device")]

    def gone(_file: int, _size: int) -> bytes:
        raise reads[0]

    monkeypatch.setattr(os, "read", gone)
    (rig.folder / "event1").unlink()
    assert [one.does for one in rig.poll() if isinstance(one, Finger)] == [FingerDoes.UP]
    assert rig.poll() == ()
    rig.devices.close()
