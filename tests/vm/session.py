"""One machine under test: what its checks share."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.vm.twin import DATABASE, POLL_S, ScenarioError, Twin

if TYPE_CHECKING:
    from collections.abc import Callable

LIKE_TWIN: Final = 0.97
UNIT: Final = "pi-meyer"
BOOT_S, READY_S = 240, 240
"""Patience on a busy host; a calm one takes 15 and 10 seconds."""
LIBRARIES: Final = "import cv2, pygame, numpy, gpiozero, picamera2"


@dataclass
class Session:
    """One machine and what was measured.

    Attributes:
        box: the driver of the machine.
        work: a folder for what a check makes.
        shots: where pictures are kept.
        twin: the same evening on the host.
        measured: figures by name.
    """

    box: Any
    work: Path
    shots: Path
    twin: Twin
    measured: dict[str, object] = field(default_factory=dict)
    _twins: int = 0

    def boot(self) -> float:
        """Switch the machine on; return the seconds until its agent answered."""
        took_s = float(self.box.boot(BOOT_S))
        keep_priority(self.box.proc.pid)
        return took_s

    def ready(self) -> float:
        """Wait for READY; return the seconds."""
        return float(self.box.wait_ready(READY_S))

    def show(self, name: str) -> str:
        """Return one property of the unit."""
        return str(self.box.show(name)[name])

    def restarts(self) -> int:
        """Return how often systemd has restarted the service."""
        return int(self.show("NRestarts"))

    def stop(self) -> None:
        """Stop the service, whatever it takes."""
        self.box.sh(f"systemctl stop {UNIT}", 60)

    def start(self) -> None:
        """Start the service and wait for READY."""
        self.box.sh(f"systemctl start {UNIT}", READY_S)

    def start_s(self) -> float:
        """Return the seconds that its last start took, from exec to READY, as systemd counts."""
        names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
        begun, ready = (int(self.show(name)) for name in names)
        return (ready - begun) / 1e6

    def imports_s(self, libraries: str = LIBRARIES) -> float:
        """Return the seconds that bare imports take there now, the best of two."""
        command = f"cd /; python3 -W ignore -c '{libraries}' >/dev/null"
        return min(self._timed(command) for _ in range(2))

    def imports_alone_s(self) -> float:
        """Return the seconds that bare imports take there while the service rests."""
        self.stop()
        bare_s = self.imports_s()
        self.start()
        self.twin.forget_power()
        self.twin.expect(self.twin.screen)
        return bare_s

    def _timed(self, command: str) -> float:
        clock = "date +%s%N"
        text = self.box.sh(f"a=$({clock}); {command}; b=$({clock}); echo; echo $((b - a))", 150)
        return int(text.split()[-1]) / 1e9

    def entries(self) -> int:
        """Return how many entries the machine's journal holds."""
        question = "select count(*) from entry"
        return int(self.box.sh(f"sqlite3 -readonly {self.twin.database} '{question}'"))

    def afresh(self, database: str = DATABASE) -> None:
        """Begin a new evening on both sides, whatever became of the last one."""
        self.stop()
        folder = database.rsplit("/", 1)[0]
        self.box.sh(f"rm -rf {folder}/*")
        self.speak_danish()
        self._twins += 1
        self.twin = Twin(self.box, self.work / f"evening-{time.monotonic_ns()}", database=database)
        self.twin.show_table()
        self.start()
        self.twin.expect(self.twin.screen)

    def speak_danish(self) -> None:
        """Settle the first start's question; settings that say so already may be read-only."""
        settings, wanted = "/etc/pi-meyer/settings.toml", 'language = "da"'
        change = f"sed -i 's/^language = .*/{wanted}/' {settings}"
        self.box.sh(f"grep -q '^{wanted}' {settings} || {change}")

    def like(self, name: str) -> str:
        """Save the screen until it is like the twin's; return the share in words."""
        share = self.twin.compare(self.shots / f"{name}.png", enough=LIKE_TWIN)
        demand(share >= LIKE_TWIN, f"{name}: only {share:.1%} of the pixels are like the twin's")
        return f"{share:.1%} of the pixels like the twin's"


def keep_priority(process: int) -> None:
    """Give a session the priority that `nice` gave this process: Linux shares between sessions."""
    group = Path(f"/proc/{process}/autogroup")
    wanted = os.nice(0)
    if group.exists() and wanted:
        group.write_text(str(wanted))


def demand(held: bool, words: str) -> None:
    """Fail with these words where something did not hold."""
    if not held:
        raise ScenarioError(words)


def until(what: Callable[[], bool], words: str, *, within_s: float) -> float:
    """Wait until something is so; return the seconds.

    Raises:
        ScenarioError: it was not, in that time.
    """
    start = time.monotonic()
    while not what():
        demand(time.monotonic() - start < within_s, f"not within {within_s:.0f} s: {words}")
        time.sleep(POLL_S)
    return time.monotonic() - start
