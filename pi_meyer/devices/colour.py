"""From a camera's planes to the picture that the box works with; numpy only.

Planes are 4:2:0, full range, BT.601 (libcamera's ``ColorSpace.Sycc``); coefficients: JFIF 1.02.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from pi_meyer.errors import DeviceError

if TYPE_CHECKING:
    import numpy.typing as npt

    Plane = npt.NDArray[np.uint8]

WORKING_WIDTH: Final = 640
"""At about 640 pixels across a die spans 60 pixels or more (design/vision)."""


class Layout(enum.Enum):
    """How the colour planes lie behind the brightness plane, by libcamera's names."""

    YUV420 = "YUV420"
    """A plane of U, then one of V, each with half the stride."""
    NV12 = "NV12"
    """One plane of U and V in turns, with the full stride."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planar:
    """What a camera's buffer holds.

    Attributes:
        size_wh: width and height in pixels, both even.
        stride: bytes from one row of brightness to the next; the rest of a row is padding.
        layout: where the colours lie.
    """

    size_wh: tuple[int, int]
    stride: int
    layout: Layout

    def split(self, buffer: Plane) -> tuple[Plane, Plane, Plane]:
        """Cut a buffer into Y ``(h, w)``, U and V ``(h / 2, w / 2)``, padding removed.

        Raises:
            DeviceError: the buffer is too short for what the camera said.
        """
        width, height = self.size_wh
        luma_bytes, half_wh = self.stride * height, (width // 2, height // 2)
        if buffer.size < luma_bytes * 3 // 2:
            raise DeviceError(
                f"The camera gave {buffer.size} bytes for {width}x{height} {self.layout.value}: "
                "update libcamera and picamera2 (sudo apt full-upgrade)."
            )
        luma = buffer[:luma_bytes].reshape(height, self.stride)[:, :width]
        chroma = buffer[luma_bytes : luma_bytes * 3 // 2]
        if self.layout is Layout.NV12:
            pairs = chroma.reshape(height // 2, self.stride)[:, :width]
            return luma, pairs[:, 0::2], pairs[:, 1::2]
        planes = chroma.reshape(2, height // 2, self.stride // 2)[:, :, : half_wh[0]]
        return luma, planes[0], planes[1]


class Mixer:
    """Makes pictures of one camera's buffers, in room that is kept from frame to frame.

    Memory that is asked for and given back 15 times a second costs more than the arithmetic: the
    system clears every page of it anew. A picture of twice the working width or more is halved on
    the way (2 x 2 pixels make one), so that its colours need no doubling.

    Args:
        planar: what the buffers hold.
    """

    def __init__(self, planar: Planar) -> None:
        self.planar = planar
        width, height = planar.size_wh
        self._halves = width >= 2 * WORKING_WIDTH
        if self._halves:
            self._rows = np.empty((height // 2, width), dtype=np.int16)
            width, height = width // 2, height // 2
        self._y, self._u, self._v = (np.empty((height, width), dtype=np.int16) for _ in range(3))
        self._sum = np.empty((height, width), dtype=np.int32)
        self._part = np.empty((height, width), dtype=np.int32)

    def bgr(self, buffer: Plane) -> Plane:
        """Return the picture in a buffer as a new ``(height, width, 3)``, BGR, 8 bit.

        Raises:
            DeviceError: the buffer is too short.
        """
        self._fill(*self.planar.split(buffer))
        picture = np.empty((*self._y.shape, 3), dtype=np.uint8)
        for channel, (of_u, of_v) in enumerate(_COEFFICIENTS):
            np.multiply(self._u, of_u, out=self._sum, dtype=np.int32)
            if of_v:
                np.multiply(self._v, of_v, out=self._part, dtype=np.int32)
                self._sum += self._part
            self._sum += _HALF
            self._sum >>= _BITS
            self._sum += self._y
            np.clip(self._sum, 0, 255, out=self._sum)
            picture[:, :, channel] = self._sum
        return picture

    def _fill(self, luma: Plane, blue_diff: Plane, red_diff: Plane) -> None:
        if self._halves:
            np.add(luma[0::2], luma[1::2], out=self._rows, dtype=np.int16)
            np.add(self._rows[:, 0::2], self._rows[:, 1::2], out=self._y)
            self._y += 2
            self._y >>= 2
            self._u[:], self._v[:] = blue_diff, red_diff
        else:
            self._y[:] = luma
            for row in (0, 1):
                for column in (0, 1):
                    self._u[row::2, column::2] = blue_diff
                    self._v[row::2, column::2] = red_diff
        self._u -= 128
        self._v -= 128


_BITS = 16
_HALF = 1 << _BITS - 1
_COEFFICIENTS = tuple(
    (round(of_u * (1 << _BITS)), round(of_v * (1 << _BITS)))
    for of_u, of_v in ((1.772, 0.0), (-0.344136, -0.714136), (0.0, 1.402))
)
"""Blue, green and red from the two colour differences, as whole numbers."""
