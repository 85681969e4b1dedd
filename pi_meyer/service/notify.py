"""What systemd is told: ready, which screen is shown, still alive (sd_notify(3)); plain sockets.

Without ``NOTIFY_SOCKET`` every call does nothing, so a laptop runs the same program.
"""

from __future__ import annotations

import contextlib
import os
import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.match.views import Screen
    from pi_meyer.ports.clock import Clock

FEEDS_A_PERIOD: Final = 10
"""So often that a machine which stood still for most of it does not find it hungry already."""
LOADING_S: Final = 60.0
"""After the first picture the camera's libraries are loaded; linking them holds every thread up,
on a slow card for longer than the watchdog waits."""
US_PER_S: Final = 1_000_000


class Notifier:
    """Talks to the service manager, if there is one.

    Args:
        clock: monotonic; the feed must not go silent when the wall clock steps back.
        environment: where ``NOTIFY_SOCKET``, ``WATCHDOG_USEC`` and ``WATCHDOG_PID`` stand.
    """

    def __init__(self, clock: Clock, *, environment: Mapping[str, str] | None = None) -> None:
        given = os.environ if environment is None else environment
        self._clock = clock
        self._address = _address(given.get("NOTIFY_SOCKET", ""))
        self._feed_s = _feed_s(given)
        self._fed_s: float | None = None
        self._patient_until_s: float | None = None
        self._screen: Screen | None = None

    def ready(self) -> None:
        """Say that the first picture is on the screen; the watchdog is patient for a minute."""
        self._send("READY=1")
        if self._feed_s is not None:
            self._patient_until_s = self._clock.now_s() + LOADING_S
            self._send(f"WATCHDOG_USEC={round(LOADING_S * US_PER_S)}")

    def show(self, screen: Screen) -> None:
        """Name the screen that is shown, when it changed; a screen's name can tell no roll (P1)."""
        if screen is not self._screen:
            self._screen = screen
            self._send(f"STATUS=Screen: {screen.value}")

    def alive(self, *, storage: bool = True) -> None:
        """Feed the watchdog when it is due; call it every turn of the loop.

        Args:
            storage: whether the journal answers (in memory counts). A dead camera is no reason to
                restart: the evening goes on by hand.
        """
        if self._feed_s is None or not storage:
            return
        now_s = self._clock.now_s()
        if self._patient_until_s is not None and now_s >= self._patient_until_s:
            self._patient_until_s = None
            self._send(f"WATCHDOG_USEC={round(self._feed_s * FEEDS_A_PERIOD * US_PER_S)}")
        if self._fed_s is None or now_s - self._fed_s >= self._feed_s:
            self._fed_s = now_s
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the program ends by itself."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if self._address is None:
            return
        # The service manager may restart; a message lost is no reason to end the evening.
        with contextlib.suppress(OSError), _datagram() as channel:
            channel.sendto(message.encode("utf-8"), self._address)


def _datagram() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)


def _address(text: str) -> str | None:
    if not text.startswith(("/", "@")):
        return None
    return f"\0{text[1:]}" if text.startswith("@") else text


def _feed_s(environment: Mapping[str, str]) -> float | None:
    period = environment.get("WATCHDOG_USEC", "")
    meant_for = environment.get("WATCHDOG_PID", "")
    if not period.isdecimal() or int(period) == 0:
        return None
    if meant_for and meant_for != str(os.getpid()):
        return None
    return int(period) / US_PER_S / FEEDS_A_PERIOD
