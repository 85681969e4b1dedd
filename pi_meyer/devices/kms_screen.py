"""The bare screen through the kernel's mode setting (KMS): two plain buffers, shown in turns.

The box draws its pictures in memory; to show one it needs no GPU. SDL's way to the same screen
loads OpenGL for it, which takes 100 MB and several seconds at start where the GPU is a program, and
another driver on every model of Pi; plain buffers are the same everywhere.
"""

from __future__ import annotations

import contextlib
import logging
import mmap
import os
import select
import struct
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pi_meyer.devices import drm
from pi_meyer.errors import DeviceError

_log = logging.getLogger(__name__)

CARDS: Final = Path("/dev/dri")
FLIP_WAIT_S: Final = 0.1
"""A screen changes its picture 25 times a second or more often; one that does not is not waited
for."""
BITS, DEPTH = 32, 24
"""Blue, green, red and an unused byte (XRGB8888): every driver has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Buffer:
    frame: int
    handle: int
    stride: int
    memory: mmap.mmap


class KmsScreen:
    """The screen of the first card that has one connected.

    Args:
        wanted_wh: the panel's pixels; a screen without that mode gets the one it prefers.
        cards: where the cards are.

    Raises:
        DeviceError: no card gives a screen; the sentence says why.
    """

    def __init__(self, *, wanted_wh: tuple[int, int], cards: Path = CARDS) -> None:
        self._buffers: list[_Buffer] = []
        self._front = 0
        self._flipping = False
        failures = []
        for path in sorted(cards.glob("card*")):
            try:
                self._open(path, wanted_wh)
            except OSError as error:
                failures.append(f"{path.name}: {error.strerror or error}")
                self.close()
            else:
                return
        raise DeviceError(
            f"No screen can be had ({'; '.join(failures) or 'there is no graphics card'}): check "
            "its cable, and that nothing else draws on it."
        )

    def _open(self, path: Path, wanted_wh: tuple[int, int]) -> None:
        self._card = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        there = drm.resources(self._card)
        found = [drm.connector(self._card, number) for number in there.connectors]
        self._connector = next((one for one in found if one.connected and one.modes), None)
        if self._connector is None:
            raise OSError("no screen is connected")
        self._mode = _fitting(self._connector.modes, wanted_wh)
        self.size_wh = self._mode.size_wh
        self._crtc = drm.crtc_of(self._card, self._connector, there.crtcs)
        for _ in range(2):
            self._buffers.append(self._buffer())
        self._set_mode()
        _log.info("Screen: %s, %sx%s.", path.name, *self.size_wh)

    def show(self, picture: memoryview, stride: int) -> None:
        """Show a picture of ``size_wh`` pixels, four bytes each: blue, green, red and one unused.

        Args:
            picture: its bytes, row by row.
            stride: bytes from row to row.

        Raises:
            DeviceError: the screen went away.
        """
        self._await_flip()
        back = self._buffers[1 - self._front]
        _copy(picture, stride, back, self.size_wh)
        self._front = 1 - self._front
        flip = struct.pack("<4IQ", self._crtc, back.frame, drm.FLIP_EVENT, 0, 0)
        try:
            drm.request(self._card, drm.PAGE_FLIP, flip)
            self._flipping = True
        except OSError:
            self._set_mode_again()

    def close(self) -> None:
        """Give the screen back; the console draws on it again. May be called twice."""
        for buffer in self._buffers:
            buffer.memory.close()
        self._buffers.clear()
        card, self._card = getattr(self, "_card", -1), -1
        if card >= 0:
            with contextlib.suppress(OSError):
                os.close(card)  # the kernel takes frames and buffers away with it

    def _set_mode_again(self) -> None:
        """A cable that was out, or another console: begin with the mode."""
        try:
            self._set_mode()
        except OSError as error:
            raise DeviceError(
                f"The screen went away ({error.strerror}): check its cable."
            ) from error

    def _set_mode(self) -> None:
        if self._connector is None:
            return
        self._flipping = False
        connectors = array("I", [self._connector.number])
        place = connectors.buffer_info()[0]
        frame = self._buffers[self._front].frame
        asked = struct.pack("<Q7I", place, 1, self._crtc, frame, 0, 0, 0, 1) + self._mode.raw
        drm.request(self._card, drm.SET_CRTC, asked)

    def _await_flip(self) -> None:
        """Let the last change happen, so that nobody draws into what is shown."""
        if not self._flipping:
            return
        ready, _, _ = select.select([self._card], [], [], FLIP_WAIT_S)
        if ready:
            os.read(self._card, 1024)
        self._flipping = False

    def _buffer(self) -> _Buffer:
        width, height = self.size_wh
        made = drm.request(
            self._card, drm.CREATE_DUMB, struct.pack("<6IQ", height, width, BITS, 0, 0, 0, 0)
        )
        *_, handle, stride, size = struct.unpack("<6IQ", made)
        added = drm.request(
            self._card,
            drm.ADD_FB,
            struct.pack("<7I", 0, width, height, stride, BITS, DEPTH, handle),
        )
        mapped = drm.request(self._card, drm.MAP_DUMB, struct.pack("<2IQ", handle, 0, 0))
        offset = struct.unpack("<2IQ", mapped)[2]
        memory = mmap.mmap(self._card, size, offset=offset)
        return _Buffer(
            frame=struct.unpack("<7I", added)[0], handle=handle, stride=stride, memory=memory
        )


def _fitting(modes: tuple[drm.Mode, ...], wanted_wh: tuple[int, int]) -> drm.Mode:
    same = [mode for mode in modes if mode.size_wh == wanted_wh]
    preferred = [mode for mode in modes if mode.preferred]
    return (same or preferred or list(modes))[0]


def _copy(picture: memoryview, stride: int, back: _Buffer, size_wh: tuple[int, int]) -> None:
    width, height = size_wh
    if stride == back.stride:
        back.memory[: stride * height] = picture[: stride * height]
        return
    for row in range(height):
        line = picture[row * stride : row * stride + 4 * width]
        back.memory[row * back.stride : row * back.stride + 4 * width] = line
