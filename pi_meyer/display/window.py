"""The window: opens the display, turns pygame's events into touches and keys, and flips.

Hints and order of drivers follow design/pi.md: wayland or x11 where there is a desktop, else
kmsdrm; ``SDL_VIDEODRIVER`` in the environment has the last word ("dummy" for headless). Touch
arrives as FINGER and, on some systems, as mouse too: both hints are set, mouse events that come
from touch are dropped, and the mouse is ignored for 800 ms after a finger.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from pi_meyer.display.errors import WindowError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pi_meyer.display.panel import Panel
    from pi_meyer.display.stage import Stage
    from pi_meyer.match.intents import Intent

MOUSE_DEAF_S = 0.800
MOUSE_DEAF_TURNS = 12
"""The mouse stays ignored for so many turns as well: a busy machine's turn may take a second."""
MOUSE_FINGER = -1
"""The mouse counts as one more finger with this number."""

HINTS = {
    "SDL_TOUCH_MOUSE_EVENTS": "0",
    "SDL_MOUSE_TOUCH_EVENTS": "0",
    "SDL_VIDEO_ALLOW_SCREENSAVER": "0",
    "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": "0",
}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyDown:
    """A key went down: its name as pygame says it, and the text it typed."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyUp:
    """A key came up."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A touch asked for something."""

    intent: Intent


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The window was closed, or the system asks the program to stop (SIGTERM)."""


Happening = KeyDown | KeyUp | Wish | Closed


class Window:
    """An open display of one panel.

    Args:
        panel: what to show it on.
        full_screen: True without a desktop; False opens a window of the panel's size.

    Raises:
        WindowError: if no display can be opened.
    """

    def __init__(
        self,
        panel: Panel,
        *,
        full_screen: bool | None = None,
        title: str = "Meyer",
    ) -> None:
        self.panel = panel
        self._deaf_until_s = -1.0
        self._turn = 0
        self._deaf_until_turn = 0
        self._mouse_down = False
        for hint, value in HINTS.items():
            os.environ.setdefault(hint, value)
        self.driver = _open_driver()
        desktop = self.driver in {"x11", "wayland", "windows", "cocoa", "dummy"}
        whole = not desktop if full_screen is None else full_screen
        self._screen = self._opened(title, whole=whole)
        _log.info(
            "Screen: driver %s, SDL %s, %sx%s.",
            self.driver,
            ".".join(map(str, pygame.get_sdl_version())),
            *self._screen.get_size(),
        )

    def _opened(self, title: str, *, whole: bool) -> pygame.Surface:
        flags = pygame.FULLSCREEN if whole else 0
        try:
            screen = pygame.display.set_mode(self.panel.size_wh, flags)
        except pygame.error as error:
            pygame.display.quit()
            raise WindowError(
                f"The screen cannot show {'x'.join(map(str, self.panel.size_wh))} ({error}); "
                "check the panel's size in the settings and its cable."
            ) from error
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(not whole)
        pygame.key.set_repeat()
        return screen

    def present(self, stage: Stage, now_s: float) -> bool:
        """Redraw what changed and show it; True if anything did. A still picture is not flipped.

        In a spare moment one sprite of a coming screen is made.

        Raises:
            WindowError: if the display went away.
        """
        if not stage.tick(now_s):
            stage.warm()
            return False
        try:
            self._fit(stage.output())
            pygame.display.flip()
        except pygame.error as error:
            raise WindowError(f"The screen went away ({error}); check its cable.") from error
        return True

    def _fit(self, picture: pygame.Surface) -> None:
        """Most often the display has the panel's size; kmsdrm may give another one."""
        if picture.get_size() == self._screen.get_size():
            self._screen.blit(picture, (0, 0))
        else:
            pygame.transform.scale(picture, self._screen.get_size(), self._screen)

    def happenings(self, stage: Stage, now_s: float) -> Iterator[Happening]:
        """What people did since the last call; touches go to the stage on the way."""
        self._turn += 1
        for event in pygame.event.get():
            if event.type == pygame.VIDEOEXPOSE:
                stage.redraw()  # another window, or another console, lay over the picture
            happening = self._translated(event, stage, now_s)
            if happening is not None:
                yield happening
        held = stage.held(now_s)
        if held is not None:
            yield Wish(intent=held)

    def _translated(
        self, event: pygame.event.Event, stage: Stage, now_s: float
    ) -> Happening | None:
        match event.type:
            case pygame.QUIT:
                return Closed()
            case pygame.KEYDOWN:
                return KeyDown(name=pygame.key.name(event.key), text=event.unicode)
            case pygame.KEYUP:
                return KeyUp(name=pygame.key.name(event.key))
            case pygame.FINGERDOWN | pygame.FINGERMOTION | pygame.FINGERUP:
                return self._finger(event, stage, now_s)
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEMOTION:
                return self._mouse(event, stage, now_s)
            case _:
                return None

    def _finger(self, event: pygame.event.Event, stage: Stage, now_s: float) -> Happening | None:
        self._deaf_until_s = now_s + MOUSE_DEAF_S
        self._deaf_until_turn = self._turn + MOUSE_DEAF_TURNS
        width, height = self.panel.size_wh
        x, y = event.x * width, event.y * height
        finger = int(event.finger_id)
        return self._touched(event.type, finger, (x, y), stage, now_s)

    def _touched(
        self, kind: int, finger: int, spot: tuple[float, float], stage: Stage, now_s: float
    ) -> Happening | None:
        if kind in {pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN}:
            stage.finger_down(finger, *spot, now_s)
        elif kind in {pygame.FINGERMOTION, pygame.MOUSEMOTION}:
            stage.finger_move(finger, *spot, now_s)
        else:
            intent = stage.finger_up(finger, *spot, now_s)
            return None if intent is None else Wish(intent=intent)
        return None

    def _mouse(self, event: pygame.event.Event, stage: Stage, now_s: float) -> Happening | None:
        deaf = now_s < self._deaf_until_s or self._turn <= self._deaf_until_turn
        if getattr(event, "touch", False) or deaf:
            return None
        if event.type == pygame.MOUSEMOTION:
            if not self._mouse_down:
                return None
        elif event.button != 1:
            return None
        else:
            self._mouse_down = event.type == pygame.MOUSEBUTTONDOWN
        shown = self._screen.get_size()
        x = event.pos[0] * self.panel.size_wh[0] / shown[0]
        y = event.pos[1] * self.panel.size_wh[1] / shown[1]
        return self._touched(event.type, MOUSE_FINGER, (x, y), stage, now_s)

    def close(self) -> None:
        """Give the display back."""
        pygame.display.quit()


def driver_order(environment: dict[str, str]) -> tuple[str, ...]:
    """Which of SDL's drivers to try, most fitting first."""
    wanted = environment.get("SDL_VIDEODRIVER", "")
    if wanted:
        return tuple(wanted.split(","))
    order = []
    if environment.get("WAYLAND_DISPLAY"):
        order.append("wayland")
    if environment.get("DISPLAY"):
        order.append("x11")
    return (*order, "kmsdrm")


def _open_driver() -> str:
    failures = []
    given = os.environ.get("SDL_VIDEODRIVER")
    for driver in driver_order(dict(os.environ)):
        os.environ["SDL_VIDEODRIVER"] = driver
        try:
            pygame.display.init()
        except pygame.error as error:
            failures.append(f"{driver}: {error}")
            continue
        return str(pygame.display.get_driver())
    _restore(given)
    raise WindowError(
        f"No screen can be opened ({'; '.join(failures)}); connect one, or on the box add the user "
        "to the groups video, render and input, or run with --headless."
    )


def _restore(given: str | None) -> None:
    if given is None:
        os.environ.pop("SDL_VIDEODRIVER", None)
    else:
        os.environ["SDL_VIDEODRIVER"] = given
