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


def to_bgr(buffer: Plane, planar: Planar) -> Plane:
    """Return the picture in a buffer as ``(height, width, 3)``, BGR, 8 bit.

    A picture of twice the working width or more is halved on the way (2 x 2 pixels make one), so
    that its colours need no doubling.

    Raises:
        DeviceError: the buffer is too short.
    """
    luma, blue_diff, red_diff = planar.split(buffer)
    if planar.size_wh[0] >= 2 * WORKING_WIDTH:
        y = _halved(luma)
        u, v = (blue_diff.astype(np.int16), red_diff.astype(np.int16))
        return _mixed(y, u, v)
    y = luma.astype(np.int16)
    return _mixed(y, _doubled(blue_diff), _doubled(red_diff))


def _halved(plane: Plane) -> npt.NDArray[np.int16]:
    wide = plane.astype(np.int16)
    rows = wide[0::2] + wide[1::2]
    halved: npt.NDArray[np.int16] = (rows[:, 0::2] + rows[:, 1::2] + 2) >> 2
    return halved


def _doubled(plane: Plane) -> npt.NDArray[np.int16]:
    return plane.astype(np.int16).repeat(2, axis=0).repeat(2, axis=1)


_STEPS = np.arange(256, dtype=np.float64) - 128.0
_BLUE = np.round(1.772 * _STEPS).astype(np.int16)
_RED = np.round(1.402 * _STEPS).astype(np.int16)
_GREEN_FROM_U = np.round(-0.344136 * 64 * _STEPS).astype(np.int16)
_GREEN_FROM_V = np.round(-0.714136 * 64 * _STEPS).astype(np.int16)


def _mixed(y: npt.NDArray[np.int16], u: npt.NDArray[np.int16], v: npt.NDArray[np.int16]) -> Plane:
    picture = np.empty((*y.shape, 3), dtype=np.uint8)
    green = (_GREEN_FROM_U[u] + _GREEN_FROM_V[v] + 32) >> 6
    for channel, shift in enumerate((_BLUE[u], green, _RED[v])):
        np.clip(y + shift, 0, 255, out=picture[:, :, channel], casting="unsafe")
    return picture
