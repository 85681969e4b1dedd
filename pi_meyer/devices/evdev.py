"""Touch screens and keyboards without a desktop, from the kernel's event devices."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pi_meyer.devices import fingers as touch
from pi_meyer.devices.fingers import Finger, Fingers

if TYPE_CHECKING:
    from pi_meyer.devices.console import Console
    from pi_meyer.ports.clock import Clock

_log = logging.getLogger(__name__)

FOLDER: Final = Path("/dev/input")
LOOK_AGAIN_S: Final = 2.0
"""How often new devices are looked for: a keyboard that is plugged in late."""
EVENT: Final = struct.Struct("qqHHi")
KEY_A, KEY_SPACE = 30, 57
SHIFTS: Final = (42, 54)
RELEASED, PRESSED, REPEATED = 0, 1, 2
_AT_ONCE: Final = 64
_READ: Final = 2 << 30
_INPUT_PROP_DIRECT: Final = 1 << 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key went down or came up: its name, and the text that it types."""

    name: str
    text: str
    pressed: bool


@dataclass(slots=True)
class _Device:
    file: int
    path: Path
    fingers: Fingers | None


class EventDevices:
    """All touch screens and keyboards there are, read without waiting.

    Args:
        clock: paces the look for new ones.
        console: tells what keys mean.
        folder: where the devices are.
    """

    def __init__(self, clock: Clock, *, console: Console, folder: Path = FOLDER) -> None:
        self._clock = clock
        self._console = console
        self._folder = folder
        self._devices: dict[Path, _Device] = {}
        self._ignored: set[Path] = set()
        self._forbidden: set[Path] = set()
        self._shifts: set[int] = set()
        self._look_s = -LOOK_AGAIN_S

    def poll(self) -> tuple[Finger | Key, ...]:
        """Return what happened since the last call, oldest first for each device; never waits."""
        now_s = self._clock.now_s()
        if now_s - self._look_s >= LOOK_AGAIN_S:
            self._look_s = now_s
            self._look()
        found: list[Finger | Key] = []
        for device in tuple(self._devices.values()):
            for kind, code, value in self._events(device):
                found += self._meant(device, kind, code, value)
        return tuple(found)

    @property
    def has_touch(self) -> bool:
        """Whether a touch screen was there at the last look."""
        return any(device.fingers is not None for device in self._devices.values())

    def close(self) -> None:
        """Let them go. May be called twice."""
        for device in self._devices.values():
            os.close(device.file)
        self._devices.clear()

    def _meant(self, device: _Device, kind: int, code: int, value: int) -> list[Finger | Key]:
        if device.fingers is not None:
            return list(device.fingers.see(kind, code, value))
        if kind != touch.EV_KEY or value == REPEATED:
            return []
        if code in SHIFTS:
            (self._shifts.add if value else self._shifts.discard)(code)
            return []
        meaning = self._console.meaning(code, shifted=bool(self._shifts))
        if meaning is None:
            return []
        return [Key(name=meaning[0], text=meaning[1], pressed=value == PRESSED)]

    def _events(self, device: _Device) -> list[tuple[int, int, int]]:
        found = []
        try:
            while data := os.read(device.file, EVENT.size * _AT_ONCE):
                found += [event[2:] for event in EVENT.iter_unpack(data)]
        except BlockingIOError:
            pass
        except OSError:  # unplugged: whatever touched it has left
            self._drop(device)
            found += [(touch.EV_SYN, touch.SYN_DROPPED, 0), (touch.EV_SYN, touch.SYN_REPORT, 0)]
        return found

    def _drop(self, device: _Device) -> None:
        _log.warning("Input: %s is gone.", device.path.name)
        os.close(device.file)
        del self._devices[device.path]

    def _look(self) -> None:
        there = set(self._folder.glob("event*"))
        self._ignored &= there
        self._forbidden &= there
        for path in sorted(there - self._ignored - set(self._devices)):
            try:
                device = _opened(path)
            except OSError as error:
                self._forbid(path, error)
                continue
            self._forbidden.discard(path)
            if device is None:
                self._ignored.add(path)
            else:
                self._devices[path] = device

    def _forbid(self, path: Path, error: OSError) -> None:
        """Say it once, and try again: udev gives a new device to the group a moment later."""
        if path not in self._forbidden:
            self._forbidden.add(path)
            _log.warning(
                "Input: %s cannot be opened (%s); check that you are in the group input.",
                path.name,
                error.strerror,
            )


def _opened(path: Path) -> _Device | None:
    """Open a device, or return None for one that is neither touch screen nor keyboard.

    Raises:
        OSError: it is forbidden, or gone again.
    """
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with contextlib.suppress(OSError):
        if _bits(file, 0x09, 4) & _INPUT_PROP_DIRECT:  # EVIOCGPROP
            return _Device(file=file, path=path, fingers=_fingers(file))
        keys = _bits(file, 0x20 + touch.EV_KEY, 96)  # EVIOCGBIT
        if keys >> KEY_SPACE & 1 and keys >> KEY_A & 1:
            return _Device(file=file, path=path, fingers=None)
    os.close(file)
    return None


def _fingers(file: int) -> Fingers:
    axes = _bits(file, 0x20 + touch.EV_ABS, 8)
    slots = bool(axes >> touch.ABS_MT_SLOT & 1)
    across = touch.ABS_MT_POSITION_X if slots else touch.ABS_X
    down = touch.ABS_MT_POSITION_Y if slots else touch.ABS_Y
    at_x, *x_range = _axis(file, across)
    at_y, *y_range = _axis(file, down)
    fingers = Fingers(
        x_range=(x_range[0], x_range[1]), y_range=(y_range[0], y_range[1]), slots=slots
    )
    # The kernel tells only what changes: a finger where the last one was brings no place.
    if slots:
        current, _, last = _axis(file, touch.ABS_MT_SLOT)
        places = zip(
            _in_slots(file, across, last + 1), _in_slots(file, down, last + 1), strict=True
        )
        fingers.begin(tuple(places), slot=current)
    else:
        fingers.begin(((at_x, at_y),), slot=0)
    return fingers


def _axis(file: int, axis: int) -> tuple[int, int, int]:
    """Return an axis' value now, and its lowest and highest (EVIOCGABS)."""
    value, low, high, *_ = struct.unpack("6i", _asked(file, 0x40 + axis, bytes(24)))
    return value, low, high


def _in_slots(file: int, axis: int, count: int) -> tuple[int, ...]:
    """Return the values of an axis in all slots (EVIOCGMTSLOTS)."""
    layout = f"I{count}i"
    asked = struct.pack(layout, axis, *[0] * count)
    return tuple(struct.unpack(layout, _asked(file, 0x0A, asked))[1:])


def _bits(file: int, number: int, size: int) -> int:
    return int.from_bytes(_asked(file, number, bytes(size)), "little")


def _asked(file: int, number: int, given: bytes) -> bytes:
    return fcntl.ioctl(file, _READ | len(given) << 16 | ord("E") << 8 | number, given)
