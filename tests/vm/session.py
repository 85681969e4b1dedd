"""One machine under test: what its checks share."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.vm.twin import DATABASE, POLL_S, UNIT, ScenarioError, Twin

if TYPE_CHECKING:
    from collections.abc import Callable

LIKE_TWIN: Final = 0.97
BOOT_S, READY_S = 240, 240
"""Patience on a busy host; a calm one takes 15 and 10 seconds."""
LIBRARIES: Final = "import cv2, pygame, numpy, gpiozero, picamera2"
SETTINGS: Final = "/etc/pi-meyer/settings.toml"


@dataclass
class Session:
    """One machine and what was measured.

    Attributes:
        box: the driver of the machine.
        work: a folder for what a check makes.
        shots: where pictures are kept.
        twin: the same evening on the host.
        measured: figures by name.
        database: the machine's journal.
        settings: the machine's settings file.
        strict: demand ratios of times too.
        answered: whether the machine has ever come up.
    """

    box: Any
    work: Path
    shots: Path
    twin: Twin
    measured: dict[str, object] = field(default_factory=dict)
    database: str = DATABASE
    settings: str = SETTINGS
    strict: bool = True
    answered: bool = False

    def boot(self) -> float:
        """Switch the machine on; return the seconds until its agent answered."""
        took_s = float(self.box.boot(BOOT_S))
        self.answered = True
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
        """Return the seconds that bare imports take there now, under the unit's own options.

        The service must rest: both want the console, and the processor.
        """
        unit = f"{UNIT}-bare"
        text = bare_unit(self.box.sh(f"systemctl cat {UNIT}"), libraries)
        (self.box.share / f"{unit}.service").write_text(text)
        self.box.sh(f"cp /share/{unit}.service /run/systemd/system/; systemctl daemon-reload")
        self.box.sh(f"systemctl start {unit}", READY_S)
        names = ("ExecMainStartTimestampMonotonic", "ExecMainExitTimestampMonotonic")
        told = self.box.sh(f"systemctl show -p {','.join(names)} {unit}; systemctl stop {unit}")
        times = dict(line.split("=", 1) for line in told.split())
        return (int(times[names[1]]) - int(times[names[0]])) / 1e6

    def back_after(self, death: str, *, within_s: float) -> float:
        """Let the service die and come back; return the seconds from exec to READY.

        Nothing is asked meanwhile: every question would take the only processor from the start.

        Args:
            death: the shell command that ends it, at once or later.
            within_s: patience until it has begun again.
        """
        before = self.restarts()
        self.box.sh(death)
        begun = f"systemctl show -p NRestarts --value {UNIT}"
        self.box.sh(f"until [ $({begun}) -gt {before} ]; do sleep 1; done", within_s)
        self.box.sh(f"systemctl start {UNIT}", READY_S)  # joins the start that is under way
        return self.start_s()

    def entries(self) -> int:
        """Return how many entries the machine's journal holds."""
        question = "select count(*) from entry"
        return int(self.box.sh(f"sqlite3 -readonly {self.twin.database} '{question}'"))

    def afresh(self) -> None:
        """Begin a new evening on both sides, whatever became of the last one."""
        self.stop()
        folder = self.database.rsplit("/", 1)[0]
        self.box.sh(f"rm -rf {folder}/*")
        self.speak_danish()
        evening = self.work / f"evening-{time.monotonic_ns()}"
        self.twin = Twin(self.box, evening, database=self.database)
        self.twin.show_table()
        self.start()
        self.twin.expect(self.twin.screen)

    def speak_danish(self) -> None:
        """Set another language than the one that is chosen on the first screen."""
        self.box.sh(f"sed -i 's/^language = .*/language = \"da\"/' {self.settings}")

    def like(self, name: str) -> str:
        """Save the screen until it is like the twin's; return the share in words."""
        share = self.twin.compare(self.shots / f"{name}.png", enough=LIKE_TWIN)
        demand(share >= LIKE_TWIN, f"{name}: only {share:.1%} of the pixels are like the twin's")
        return f"{share:.1%} of the pixels like the twin's"


def bare_unit(unit: str, libraries: str) -> str:
    """Return a unit that only imports libraries, with everything else as the service has it."""
    own = ("Type=", "NotifyAccess=", "ExecStart", "Restart", "Watchdog", "StartLimit", "Conflicts=")
    kept = [line for line in unit.splitlines() if not line.startswith(own)]
    command = f"/usr/bin/python3 -W ignore -c '{libraries}'"
    added = ("[Service]", "Type=oneshot", "RemainAfterExit=yes", f"ExecStart={command}")
    return "\n".join((*kept, *added, ""))


@dataclass
class Race:
    """Starts of the box and bare imports by turns, so that both meet the same load.

    The least of each counts: a busy host makes some longer, and none shorter.
    """

    ready_s: list[float] = field(default_factory=list)
    bare_s: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Return READY against bare imports."""
        return min(self.ready_s) / min(self.bare_s)

    def __str__(self) -> str:
        """Say it in a line."""
        return (
            f"READY {min(self.ready_s):.1f} s after exec, bare imports {min(self.bare_s):.1f} s: "
            f"{self.ratio:.2f} (of {len(self.ready_s)} starts)"
        )


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
