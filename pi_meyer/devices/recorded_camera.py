"""A camera that plays pictures from a folder, for tests and for showing a recorded evening.

No picture library may be used here (OpenCV stays in vision), so the pictures are decoded by what
the caller gives, or are numpy's own ``.npy`` files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.errors import DeviceError
from pi_meyer.ports.camera import Frame

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt

    from pi_meyer.ports.clock import Clock

    Decode = Callable[[Path], npt.NDArray[np.uint8] | None]


def decode_npy(path: Path) -> npt.NDArray[np.uint8] | None:
    """Return the array in an ``.npy`` file, or None where it is no picture."""
    try:
        picture = np.load(path, allow_pickle=False)
    except (OSError, ValueError):
        return None
    wrong = picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3
    return None if wrong else picture


class RecordedCamera:
    """Plays a folder's pictures in the order of their names, again and again.

    Args:
        folder: where they lie.
        clock: paces them; a frame's ``taken_s`` lies on its scale.
        frames_per_s: how many a second.
        suffix: which files count as pictures.
        decode: makes ``(height, width, 3)`` BGR of a file, or None where it cannot.

    Raises:
        DeviceError: the folder holds no such pictures.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        *,
        frames_per_s: float = 15.0,
        suffix: str = ".npy",
        decode: Decode = decode_npy,
    ) -> None:
        self._paths = sorted(folder.glob(f"*{suffix}")) if folder.is_dir() else []
        if not self._paths:
            raise DeviceError(
                f"The folder {folder} holds no pictures (*{suffix}): put recorded ones there."
            )
        self._clock = clock
        self._period_s = 1.0 / frames_per_s
        self._decode = decode
        self._start_s = clock.now_s()
        self._returned = 0
        self._closed = False

    def poll(self) -> Frame | None:
        """Return the newest frame not yet returned, or None; never waits.

        Raises:
            DeviceError: a picture cannot be decoded, or the camera was closed.
        """
        if self._closed:
            raise DeviceError("The recorded camera was closed: open it again.")
        due = int((self._clock.now_s() - self._start_s) / self._period_s) + 1
        if due <= self._returned:
            return None
        self._returned = due
        path = self._paths[(due - 1) % len(self._paths)]
        image = self._decode(path)
        if image is None:
            raise DeviceError(f"{path} is no picture: take it out of the folder.")
        taken_s = self._start_s + (due - 1) * self._period_s
        return Frame(image=image, taken_s=taken_s, number=due)

    def close(self) -> None:
        """Let the camera go. May be called twice."""
        self._closed = True
