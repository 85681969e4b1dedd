"""A camera that looks at the simulated table from under the window."""

from __future__ import annotations

import enum
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.errors import DeviceError
from pi_meyer.ports.camera import Frame
from pi_meyer.simulation.window_view import Image, add_noise, render

if TYPE_CHECKING:
    from pi_meyer.ports.clock import Clock
    from pi_meyer.simulation.scene import Scene
    from pi_meyer.simulation.table import SimulatedTable

FRAMES_A_SECOND = 20
"""Enough for the gate's 100 ms grid, and cheap."""

_KEPT_VIEWS = 40
_SLOW_FACTOR = 10
_COVERED_LEVEL = 2


class CameraFault(enum.Enum):
    """What a script can do to the camera."""

    FREEZE = "freeze"
    LOST = "lost"
    COVERED = "covered"
    SLOW = "slow"
    BACK = "back"


class SimulatedCamera:
    """Implements ``ports.camera.Camera`` on a simulated table.

    Frame ``n`` is exposed until ``n`` periods after the opening. A still view is rendered once;
    every frame of it gets fresh noise, seeded with its number, so that neither the polling nor the
    values change what is drawn (fairness P1).

    Args:
        table: what it looks at.
        clock: the table's clock.
        seed: of the noise.
        noise: False gives the bare picture.
    """

    def __init__(
        self, table: SimulatedTable, clock: Clock, *, seed: int = 0, noise: bool = True
    ) -> None:
        self._table = table
        self._clock = clock
        self._seed = seed
        self._noise = noise
        self._opened_s = clock.now_s()
        self._last = -1
        self._number = -1
        self._fault = CameraFault.BACK
        self._shown: Frame | None = None
        self._views: OrderedDict[Scene, Image] = OrderedDict()
        self._closed = False

    def poll(self) -> Frame | None:
        """Return the newest frame not yet returned, or None when there is none.

        Raises:
            DeviceError: the camera is lost or was closed.
        """
        if self._closed or self._fault is CameraFault.LOST:
            raise DeviceError("The simulated camera is gone; bring it back.")
        period = 1 / FRAMES_A_SECOND
        step = _SLOW_FACTOR if self._fault is CameraFault.SLOW else 1
        now_s = self._clock.now_s()
        newest = int((now_s - self._opened_s) / period + 1e-6) // step * step
        if newest <= self._last:
            return None
        self._last = newest
        self._number += 1
        self._shown = self._frame(newest, min(now_s, self._opened_s + newest * period))
        return self._shown

    def set_fault(self, fault: CameraFault) -> None:
        """Break the camera in that way, or mend it with ``BACK``."""
        self._fault = fault

    def close(self) -> None:
        """Let the camera go. May be called twice."""
        self._closed = True
        self._views.clear()

    def _frame(self, tick: int, taken_s: float) -> Frame:
        if self._fault is CameraFault.FREEZE and self._shown is not None:
            image, taken_s = self._shown.image, self._shown.taken_s
        elif self._fault is CameraFault.COVERED:
            width, height = 640, 480
            image = np.full((height, width, 3), _COVERED_LEVEL, np.uint8)
        else:
            image = self._picture(self._table.scene_at(taken_s), tick)
        return Frame(image=image, taken_s=taken_s, number=self._number)

    def _picture(self, scene: Scene, tick: int) -> Image:
        view = self._view(scene)
        if not self._noise:
            return view.copy()
        return add_noise(view, scene, np.random.default_rng((self._seed, tick)))

    def _view(self, scene: Scene) -> Image:
        """The rendered scene, kept for its next frames."""
        if scene in self._views:
            self._views.move_to_end(scene)
            return self._views[scene]
        view = render(scene)
        self._views[scene] = view
        if len(self._views) > _KEPT_VIEWS:
            self._views.popitem(last=False)
        return view
