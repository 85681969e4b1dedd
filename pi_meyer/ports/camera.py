"""The camera as the box needs it: a source of frames with honest timestamps.

This is the only port that names numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """One picture from under the window; its repr shows no pixel (fairness P4).

    Attributes:
        image: the pixels, ``(height, width, 3)``, BGR, 8 bit.
        taken_s: when the exposure ended, in seconds of the monotonic clock (R1).
        number: counts up by one a frame for as long as the camera stays open.
    """

    image: npt.NDArray[np.uint8]
    taken_s: float
    number: int

    def __repr__(self) -> str:
        """Name the frame without showing what is in it."""
        return f"Frame(number={self.number}, taken_s={self.taken_s:.3f})"


class Camera(Protocol):
    """A source of frames. Every call is short; none waits for a frame."""

    def poll(self) -> Frame | None:
        """Return the newest frame not yet returned, or None when there is none.

        Raises:
            DeviceError: the camera is gone; the sentence says what to look at.
        """

    def close(self) -> None:
        """Let the camera go. May be called twice."""
