"""Where the pictures go and the touches come from: a window, or the bare screen without a desktop.

SDL has the last word where ``SDL_VIDEODRIVER`` is set, and wherever there is a desktop. Else the
box draws on the screen by itself (devices/kms_screen.py says why), and SDL is tried when it cannot.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from pi_meyer.display.errors import WindowError
from pi_meyer.display.panel import SIZES_MM_WH, Panel
from pi_meyer.display.window import Closed, KeyDown, KeyUp, Window, Wish
from pi_meyer.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pi_meyer.devices.evdev import EventDevices, Key
    from pi_meyer.devices.fingers import Finger
    from pi_meyer.devices.kms_screen import KmsScreen
    from pi_meyer.display.stage import Stage
    from pi_meyer.display.window import Happening
    from pi_meyer.ports.clock import Clock

_log = logging.getLogger(__name__)


class Glass(Protocol):
    """What the loop needs of a display."""

    panel: Panel
    """The panel that is really there, as it hangs."""

    def present(self, stage: Stage, now_s: float) -> bool:
        """Redraw what changed and show it; True if anything did."""
        ...

    def happenings(self, stage: Stage, now_s: float) -> Iterator[Happening]:
        """What people did since the last call; touches go to the stage on the way."""
        ...

    def close(self) -> None:
        """Give the display back."""
        ...


class BareGlass:
    """A panel without a desktop: plain buffers of the kernel, and its event devices.

    Args:
        panel: the glass of the settings; a screen that has not its pixels, but those of another
            known panel, is that one.
        screen: shows pictures.
        inputs: fingers and keys.
    """

    def __init__(self, panel: Panel, screen: KmsScreen, inputs: EventDevices) -> None:
        self.panel = _there(panel, screen.size_wh)
        self._screen = screen
        self._inputs = inputs
        self._fitted: pygame.Surface | None = None
        self._asked_to_end = False
        self._before = signal.signal(signal.SIGTERM, self._end)

    @property
    def has_touch(self) -> bool:
        """Whether a touch screen is there and can be read."""
        return self._inputs.has_touch

    def present(self, stage: Stage, now_s: float) -> bool:
        """Redraw what changed and show it; in a spare moment make a sprite of a coming screen.

        Raises:
            WindowError: the screen went away.
        """
        if not stage.tick(now_s):
            stage.warm()
            return False
        picture = self._fit(stage.output())
        try:
            pixels: Any = picture.get_buffer()  # a view: a copy would be a megabyte a picture
            self._screen.show(memoryview(pixels), picture.get_pitch())
        except DeviceError as error:
            raise WindowError(str(error)) from error
        return True

    def happenings(self, stage: Stage, now_s: float) -> Iterator[Happening]:
        """What people did since the last call; touches go to the stage on the way."""
        if self._asked_to_end:
            yield Closed()
        for event in self._inputs.poll():
            happening = self._translated(event, stage, now_s)
            if happening is not None:
                yield happening
        held = stage.held(now_s)
        if held is not None:
            yield Wish(intent=held)

    def close(self) -> None:
        """Give screen and devices back."""
        signal.signal(signal.SIGTERM, self._before)
        self._inputs.close()
        self._screen.close()

    def _translated(self, event: Finger | Key, stage: Stage, now_s: float) -> Happening | None:
        from pi_meyer.devices.evdev import Key  # noqa: PLC0415 - only where there are such devices
        from pi_meyer.devices.fingers import FingerDoes  # noqa: PLC0415

        if isinstance(event, Key):
            return (
                KeyDown(name=event.name, text=event.text)
                if event.pressed
                else KeyUp(name=event.name)
            )
        width, height = self.panel.size_wh
        spot = event.x * (width - 1), event.y * (height - 1)
        match event.does:
            case FingerDoes.DOWN:
                stage.finger_down(event.number, *spot, now_s)
            case FingerDoes.MOVE:
                stage.finger_move(event.number, *spot, now_s)
            case FingerDoes.UP:
                intent = stage.finger_up(event.number, *spot, now_s)
                return None if intent is None else Wish(intent=intent)
        return None

    def _fit(self, picture: pygame.Surface) -> pygame.Surface:
        """Most often the screen has the panel's size."""
        if picture.get_size() == self._screen.size_wh:
            return picture
        if self._fitted is None:
            self._fitted = pygame.Surface(self._screen.size_wh, 0, picture)
        return pygame.transform.scale(picture, self._screen.size_wh, self._fitted)

    def _end(self, *_: Any) -> None:  # noqa: ANN401 - a signal's number and frame
        self._asked_to_end = True


def _there(panel: Panel, size_wh: tuple[int, int]) -> Panel:
    """Return the known panel of a screen's size, or the one that was named."""
    if size_wh == panel.size_wh or size_wh not in SIZES_MM_WH:
        return panel
    return Panel(size_wh=size_wh, rotation=panel.rotation)


def open_glass(
    panel: Panel, clock: Clock, *, environment: Mapping[str, str] | None = None
) -> Glass:
    """Open what fits: SDL's window where there is a desktop, else the bare screen.

    Raises:
        WindowError: there is no display of any kind.
    """
    given = os.environ if environment is None else environment
    sdl = any(given.get(key) for key in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY"))
    if sdl or sys.platform != "linux":
        return Window(panel)
    try:
        return _bare(panel, clock)
    except DeviceError as failure:
        _log.warning("%s SDL is tried instead.", failure)
        return Window(panel)


def _bare(panel: Panel, clock: Clock) -> BareGlass:
    from pi_meyer.devices.console import Console  # noqa: PLC0415 - not on every system
    from pi_meyer.devices.evdev import EventDevices  # noqa: PLC0415
    from pi_meyer.devices.kms_screen import KmsScreen  # noqa: PLC0415

    screen = KmsScreen(wanted_wh=panel.size_wh)
    return BareGlass(panel, screen, EventDevices(clock, console=Console()))
