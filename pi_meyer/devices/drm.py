"""The few requests of the kernel's display interface that a plain picture needs.

Numbers and layouts are those of Linux' uapi headers drm.h and drm_mode.h. Everything is a struct
that the kernel reads and fills; lists are asked for twice, first for their length.
"""

from __future__ import annotations

import fcntl
import struct
from array import array
from dataclasses import dataclass
from typing import Final

GET_RESOURCES: Final = 0xA0
SET_CRTC: Final = 0xA2
GET_ENCODER: Final = 0xA6
GET_CONNECTOR: Final = 0xA7
ADD_FB: Final = 0xAE
PAGE_FLIP: Final = 0xB0
CREATE_DUMB: Final = 0xB2
MAP_DUMB: Final = 0xB3

CONNECTED: Final = 1
FLIP_EVENT: Final = 1
"""DRM_MODE_PAGE_FLIP_EVENT: say when the picture has changed."""
MODE: Final = struct.Struct("<I10HIII32s")
MODE_PREFERRED: Final = 1 << 3

_RESOURCES: Final = struct.Struct("<4Q8I")
_CONNECTOR: Final = struct.Struct("<4Q12I")
_ENCODER: Final = struct.Struct("<5I")
_READ_WRITE: Final = 3 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """Ids of what a card has."""

    crtcs: tuple[int, ...]
    connectors: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One way to drive a screen: its size, and the kernel's own bytes."""

    size_wh: tuple[int, int]
    preferred: bool
    raw: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Connector:
    """A socket, with what hangs there."""

    number: int
    connected: bool
    encoder: int
    encoders: tuple[int, ...]
    modes: tuple[Mode, ...]


def request(card: int, number: int, packed: bytes) -> bytes:
    """Make one request of the kernel; return the struct as it was filled.

    Raises:
        OSError: the kernel refused.
    """
    filled = bytearray(packed)
    fcntl.ioctl(card, _READ_WRITE | len(packed) << 16 | ord("d") << 8 | number, filled)
    return bytes(filled)


def resources(card: int) -> Resources:
    """Ask what a card has; one that only computes has no connectors (or refuses: OSError)."""
    counts = _RESOURCES.unpack(request(card, GET_RESOURCES, _RESOURCES.pack(*[0] * 12)))
    crtcs, connectors = _room("I", counts[5]), _room("I", counts[6])
    asked = _RESOURCES.pack(
        *(0, _address(crtcs), _address(connectors), 0),
        *(0, counts[5], counts[6], 0, 0, 0, 0, 0),
    )
    request(card, GET_RESOURCES, asked)
    return Resources(crtcs=tuple(crtcs), connectors=tuple(connectors))


def connector(card: int, number: int) -> Connector:
    """Look at one connector; the first request makes the kernel look at the cable."""
    none = [0] * 12
    none[4] = number
    counts = _CONNECTOR.unpack(request(card, GET_CONNECTOR, _CONNECTOR.pack(*[0] * 4, *none)))
    modes, encoders = bytearray(MODE.size * max(counts[4], 1)), _room("I", counts[6])
    held = array("B", modes)
    asked = [counts[4], 0, counts[6], *none[3:]]
    pointers = (_address(encoders), _address(held), 0, 0)
    filled = _CONNECTOR.unpack(request(card, GET_CONNECTOR, _CONNECTOR.pack(*pointers, *asked)))
    return Connector(
        number=number,
        connected=filled[11] == CONNECTED,
        encoder=filled[7],
        encoders=tuple(encoders)[: counts[6]],
        modes=tuple(_modes(held.tobytes(), min(counts[4], filled[4]))),
    )


def crtc_of(card: int, found: Connector, crtcs: tuple[int, ...]) -> int:
    """Return the picture source for a connector: the one that feeds it now, or one that can.

    Raises:
        OSError: there is none.
    """
    for encoder in (found.encoder, *found.encoders):
        if encoder:
            packed = request(card, GET_ENCODER, _ENCODER.pack(encoder, 0, 0, 0, 0))
            _, _, now, possible, _ = _ENCODER.unpack(packed)
            if now:
                return int(now)
            for index, crtc in enumerate(crtcs):
                if possible & 1 << index:
                    return crtc
    raise OSError("no picture source fits the connector")


def _modes(held: bytes, count: int) -> list[Mode]:
    found = []
    for start in range(0, count * MODE.size, MODE.size):
        raw = held[start : start + MODE.size]
        fields = MODE.unpack(raw)
        preferred = bool(fields[13] & MODE_PREFERRED)
        found.append(Mode(size_wh=(fields[1], fields[6]), preferred=preferred, raw=raw))
    return found


def _room(kind: str, count: int) -> array[int]:
    return array(kind, [0] * count)


def _address(room: array[int]) -> int:
    return room.buffer_info()[0] if len(room) else 0
