"""systemd hears exactly what it should, when it should, and nothing about the dice."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest

from pi_meyer.errors import DeviceError
from pi_meyer.match.views import Screen
from pi_meyer.service.notify import Notifier
from pi_meyer.service.power import gives_way, switch_off

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class HandClock:
    """A clock that the test moves."""

    time_s = 10.0

    def now_s(self) -> float:
        return self.time_s


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(str(tmp_path / "notify"))
        made.setblocking(False)
        yield made


def heard(ear: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(ear.recv(4096).decode())
        except BlockingIOError:
            return found


def environment(ear: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": ear.getsockname(), **more}


def test_ready_status_and_stopping(ear: socket.socket) -> None:
    """The messages are systemd's own words; a screen is named once until it changes."""
    notifier = Notifier(HandClock(), environment=environment(ear))
    notifier.ready()
    for screen in (Screen.SHAKE, Screen.SHAKE, Screen.READY):
        notifier.show(screen)
    notifier.stopping()
    assert heard(ear) == [
        "READY=1",
        "STATUS=Screen: shake",
        "STATUS=Screen: ready",
        "STOPPING=1",
    ]


def test_abstract_socket() -> None:
    """A name that begins with @ is in the abstract namespace."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(f"\0pi-meyer-test-{os.getpid()}")
        ear.setblocking(False)
        where = {"NOTIFY_SOCKET": f"@pi-meyer-test-{os.getpid()}"}
        Notifier(HandClock(), environment=where).ready()
        assert heard(ear) == ["READY=1"]


def test_watchdog_is_fed_ten_times_a_period(ear: socket.socket) -> None:
    """Ten seconds of turns feed it every second; turns in between send nothing."""
    clock = HandClock()
    notifier = Notifier(clock, environment=environment(ear, WATCHDOG_USEC="10000000"))
    for _ in range(100):
        notifier.alive()
        clock.time_s += 0.1
    assert heard(ear) == ["WATCHDOG=1"] * 10


def test_watchdog_is_patient_while_the_camera_loads(ear: socket.socket) -> None:
    """For a minute after READY it waits a minute, then as long as the unit says."""
    clock = HandClock()
    notifier = Notifier(clock, environment=environment(ear, WATCHDOG_USEC="10000000"))
    notifier.ready()
    assert heard(ear) == ["READY=1", "WATCHDOG_USEC=60000000"]
    clock.time_s += 59.9
    notifier.alive()
    assert heard(ear) == ["WATCHDOG=1"]
    clock.time_s += 0.2
    notifier.alive()
    assert heard(ear) == ["WATCHDOG_USEC=10000000"]


def test_watchdog_starves_while_storage_does_not_answer(ear: socket.socket) -> None:
    """A loop that turns without its journal is no living box."""
    notifier = Notifier(HandClock(), environment=environment(ear, WATCHDOG_USEC="10000000"))
    notifier.alive(storage=False)
    assert heard(ear) == []


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "x"},
        {"WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"},
    ],
)
def test_no_watchdog_no_feed(ear: socket.socket, more: dict[str, str]) -> None:
    """Without a watchdog, or with one meant for another process, nothing is fed."""
    Notifier(HandClock(), environment=environment(ear, **more)).alive()
    assert heard(ear) == []


@pytest.mark.parametrize("where", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_service_manager_nothing_happens(where: dict[str, str]) -> None:
    """No socket, or one that is gone, is no error."""
    notifier = Notifier(HandClock(), environment=where)
    notifier.ready()
    notifier.show(Screen.IDLE)
    notifier.alive()
    notifier.stopping()


def test_switching_off_leaves_the_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service leaves the note that its path unit waits for; elsewhere it says what to do."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    switch_off()
    assert (tmp_path / "poweroff").exists()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "gone"))
    with pytest.raises(DeviceError, match="pull the plug"):
        switch_off()
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    with pytest.raises(DeviceError, match="sudo poweroff"):
        switch_off()


def test_a_hung_camera_makes_one_process_give_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The service ends once for it; the next process and a laptop stay."""
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert not gives_way()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert [gives_way(), gives_way()] == [True, False]
