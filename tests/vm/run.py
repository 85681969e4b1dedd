"""``python -m tests.vm.run``: the box in the virtual machine, from power-on to power-off.

Installs the package into a Debian that runs on a kernel of its own, with real systemd, KMS screen,
touch, GPIO lines and camera library, and plays. Prints a line a step; the exit code is 0 when all
held, 1 when one did not, 77 when the machine cannot be built here.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from pi_meyer.match.intents import Say
from pi_meyer.match.views import Screen
from tests.vm import kit
from tests.vm.twin import DATABASE, ScenarioError, Twin, plain_table

if TYPE_CHECKING:
    from collections.abc import Callable

CANNOT: Final = 77
LIKE_TWIN: Final = 0.97
MOST_MEMORY_MB: Final = 240
READY_RATIO: Final = 1.3
WATCHDOG_S: Final = 10
LIBRARIES: Final = "import cv2, pygame, numpy, gpiozero, picamera2"

WRITER: Final = """
import os, sys
from pathlib import Path
sys.path.insert(0, "/usr/lib/pi-meyer")
from pi_meyer.storage.steady import SteadyJournal
journal = SteadyJournal(Path("/var/lib/cut"))
match, number = journal.begin_match({}), 1
acks = os.open("/share/acks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
while journal.saving:
    journal.append(match, number, {"kind": "fact", "n": number, "filler": "x" * 500})
    os.write(acks, b"%d\\n" % number); os.fsync(acks)
    number += 1
"""
SETTINGS: Final = """
import sys
from pathlib import Path
sys.path.insert(0, "/usr/lib/pi-meyer")
from pi_meyer.service.config_file import change
wanted = {"camera.driver": "picamera2", "button.driver": "gpio"}
change(Path("/etc/pi-meyer/settings.toml"), wanted)
"""
READER: Final = """
import sys
from pathlib import Path
sys.path.insert(0, "/usr/lib/pi-meyer")
from pi_meyer.storage.steady import SteadyJournal
journal = SteadyJournal(Path("/var/lib/cut"))
print(len(journal.entries(1)), [notice.kind.value for notice in journal.notices()])
"""


@dataclass
class Session:
    """One machine and what was measured."""

    box: Any
    shots: Path
    twin: Twin
    ready_s: float = 0.0
    measured: dict[str, object] = field(default_factory=dict)


def power_on(s: Session) -> str:
    """From power-on the box comes up by itself, as the package installed it."""
    boot_s = s.box.boot(180)
    ready_s = s.box.wait_ready(180)
    path = s.box.show("FragmentPath")["FragmentPath"]
    _demand(path == "/usr/lib/systemd/system/pi-meyer.service", path)
    s.twin.expect(Screen.IDLE)
    s.measured |= {"boot_s": round(boot_s, 1), "ready_s": round(ready_s, 1)}
    return f"kernel and agent {boot_s:.0f} s, READY {ready_s:.0f} s later"


def first_screen(s: Session) -> str:
    """The first screen is the picture that it should be."""
    return _like(s, "idle")


def confined(s: Session) -> str:
    """No socket but AF_UNIX and AF_NETLINK, nothing writable but its own, exposure below 2.0."""
    text = s.box.sh("systemd-analyze security pi-meyer --no-pager | tail -1", 60)
    exposure = float(text.split(":")[1].split()[0])
    _demand(exposure < 2.0, text)
    pid = s.box.show("MainPID")["MainPID"]
    tables = f"/proc/{pid}/net/{{tcp,tcp6,udp,udp6,raw,packet}}"
    network = s.box.sh(f"cat {tables} 2>/dev/null | grep -c '^ *[0-9]*: ' || true")
    _demand(network.strip() == "0", f"sockets: {network}")
    capabilities = s.box.sh(f"grep CapBnd /proc/{pid}/status").split()[1]
    _demand(int(capabilities, 16) == 0, capabilities)
    return f"exposure {exposure}, no internet socket, no capability"


def a_round(s: Session) -> str:
    """Seats, shake, announcement by touch, LIFT by the pin: the ruling that the twin gives."""
    s.twin.go()
    s.twin.go()
    s.twin.take_cup()
    s.twin.set_down((5, 2))
    s.twin.touch(Say(value="63"))
    s.twin.lift()
    _demand(s.twin.screen is Screen.RULING, f"the twin shows {s.twin.screen.value}")
    words = _like(s, "ruling", after_s=1.0)
    s.twin.await_lives()
    return f"ruling; {words}"


def killed_while_hidden(s: Session) -> str:
    """kill -9 with dice under the cup: READY again in time, the match goes on, the lift reads."""
    s.twin.go()
    s.twin.take_cup()
    s.twin.set_down((6, 4))
    s.twin.touch(Say(value="64"))
    before = _entries(s)
    start = time.monotonic()
    s.box.kill("KILL")
    s.box.wait(lambda: s.box.show("NRestarts")["NRestarts"] != "0", 30, 0.2)
    s.box.wait_ready(120)
    back_s = time.monotonic() - start
    _demand(_entries(s) >= before, "entries were lost")
    s.twin.forget_power()
    s.twin.expect(s.twin.screen)
    s.measured["after_kill_s"] = round(back_s, 1)
    s.twin.lift()
    _demand(s.twin.screen is Screen.RULING, f"the twin shows {s.twin.screen.value}")
    words = _like(s, "ruling-after-kill", after_s=1.0)
    s.twin.await_lives()
    return f"READY after {back_s:.1f} s; then {words}"


def hanging(s: Session) -> str:
    """A process that hangs is killed by the watchdog and comes back where it was."""
    restarts = int(s.box.show("NRestarts")["NRestarts"])
    screen = s.twin.status()
    start = time.monotonic()
    s.box.kill("STOP")
    s.box.wait(lambda: int(s.box.show("NRestarts")["NRestarts"]) > restarts, 90, 0.5)
    s.box.wait_ready(120)
    s.twin.forget_power()
    s.twin.expect(s.twin.screen)
    return f"back on {screen} after {time.monotonic() - start:.0f} s (watchdog {WATCHDOG_S} s)"


def start_up(s: Session) -> str:
    """After a kill READY takes at most 1.3 times what bare imports of the same libraries take."""
    s.box.sh("systemctl stop pi-meyer", 60)
    command = f"cd /; python3 -W ignore -c '{LIBRARIES}' >/dev/null"
    bare_s = min(_timed(s, command) for _ in range(2))
    ready_s = min(_timed(s, "systemctl restart pi-meyer") for _ in range(2))
    ratio = ready_s / bare_s
    s.measured |= {"imports_s": round(bare_s, 1), "start_s": round(ready_s, 1)}
    words = f"{ready_s:.1f} s against {bare_s:.1f} s for the imports: {ratio:.2f}"
    _demand(ratio <= READY_RATIO, words)
    return words


def camera_busy(s: Session) -> str:
    """A camera that somebody else holds is said, and found again when it is free."""
    s.box.sh("systemctl stop pi-meyer", 60)
    hold = (
        "import picamera2, time; c = picamera2.Picamera2(); print(1, flush=True); time.sleep(600)"
    )
    s.box.sh(
        "systemd-run -q --unit=thief --setenv=LIBCAMERA_PIPELINES_MATCH_LIST=virtual "
        f"python3 -c '{hold}'",
        60,
    )
    s.box.wait(lambda: "1" in s.box.sh("journalctl -u thief -o cat --no-pager"), 90)
    s.box.sh("systemctl start pi-meyer", 120)
    s.box.wait(lambda: "holds it" in s.box.journal(50), 90)
    s.box.sh("systemctl kill -s KILL thief")
    start = time.monotonic()
    s.box.wait(lambda: "camera is awake" in s.box.journal(50).lower() or _camera_runs(s), 60)
    return f"said who holds it; back {time.monotonic() - start:.0f} s after it was free"


def doctor(s: Session) -> str:
    """The doctor in the machine finds camera, pins, screen and touch, and no fault."""
    s.box.sh(
        'sed -i \'s/^driver = .*/driver = "gpio"/; 0,/"gpio"/s//"picamera2"/\' '
        "/etc/pi-meyer/settings.toml"
    )
    found = json.loads(s.box.sh("pi-meyer doctor --json 2>/dev/null || true", 120))
    lines = {line["part"]: line for line in found["checks"]}
    s.measured["doctor"] = {part: line["found"] for part, line in lines.items()}
    faults = [line for line in lines.values() if line["health"] == "fault"]
    _demand(not faults, f"{faults}")
    _demand("running box" in lines["camera"]["found"], lines["camera"]["found"])
    _demand("lg" in lines["pins"]["found"], lines["pins"]["found"])
    return f"{len(lines)} lines, no fault; {lines['pins']['found']}"


def memory(s: Session) -> str:
    """The service stays below its budget after a round."""
    pid = s.box.show("MainPID")["MainPID"]
    status = s.box.sh(f"cat /proc/{pid}/status")
    rows = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    sizes = {key: int(rows[key].split()[0]) // 1024 for key in ("VmHWM", "RssAnon", "RssFile")}
    peak = int(s.box.show("MemoryPeak")["MemoryPeak"]) // 1_000_000
    s.measured["memory_mb"] = sizes | {"MemoryPeak": peak}
    words = f"peak charged to the service {peak} MB; resident {sizes}"
    _demand(peak < MOST_MEMORY_MB, words)
    return words


def power_cut(s: Session) -> str:
    """The plug is pulled while the journal is written: no acknowledged entry is lost."""
    cuts = []
    for cut in range(2):
        (s.box.share / "acks").write_text("")
        (s.box.share / "writer.py").write_text(WRITER)
        (s.box.share / "reader.py").write_text(READER)
        s.box.sh("systemctl stop pi-meyer; rm -rf /var/lib/cut; sync", 60)
        s.box.sh("systemd-run -q python3 /share/writer.py")
        s.box.wait(lambda: (s.box.share / "acks").stat().st_size > 200, 60)
        time.sleep(1.0 + cut)
        s.box.cut()
        s.box.boot(180)
        told = int((s.box.share / "acks").read_bytes().rsplit(b"\n", 2)[-2])
        found = s.box.sh("systemctl stop pi-meyer; python3 /share/reader.py", 90).splitlines()[-1]
        _demand(int(found.split()[0]) >= told, f"told {told}, found {found}")
        _demand("set_aside" not in found, found)
        cuts.append(f"{told} told, {found.split()[0]} there")
    s.box.sh("systemctl start pi-meyer", 120)
    return "; ".join(cuts)


def evening_after_the_cut(s: Session) -> str:
    """After a power cut the match stands where it stood."""
    s.twin.forget_power()
    s.twin.expect(s.twin.screen)
    return f"{s.twin.status()}, {_entries(s)} entries"


def switched_off(s: Session) -> str:
    """The note that the menu's tile leaves switches the machine off, in order."""
    start = time.monotonic()
    s.box.sh("touch /run/pi-meyer/poweroff")
    s.box.proc.wait(90)
    s.box.cut()
    return f"off after {time.monotonic() - start:.0f} s"


STEPS: Final[tuple[Callable[[Session], str], ...]] = (
    power_on,
    first_screen,
    confined,
    a_round,
    memory,
    killed_while_hidden,
    hanging,
    doctor,
    start_up,
    camera_busy,
    power_cut,
    evening_after_the_cut,
    switched_off,
)
"""In this order: each begins where the last one left the machine."""


def main() -> int:
    """Build the machine, play the steps, print what came of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm.run", description=__doc__)
    parser.add_argument("--shots", type=Path, default=Path("out/vm"), metavar="DIR")
    parser.add_argument("--only", action="append", metavar="STEP", help="these, after power_on")
    wanted = parser.parse_args()
    wanted.shots.mkdir(parents=True, exist_ok=True)
    try:
        folder = kit.build()
    except kit.KitError as reason:
        _say(f"The machine cannot be built here: {reason}")
        return CANNOT
    steps = [step for step in STEPS if _is_wanted(step.__name__, wanted.only)]
    with tempfile.TemporaryDirectory(prefix="pi-meyer-vm-") as name:
        failed = _play(folder, Path(name), wanted.shots, steps)
    return int(failed > 0)


def _is_wanted(name: str, only: list[str] | None) -> bool:
    return only is None or name == power_on.__name__ or name in only


def _play(folder: Path, work: Path, shots: Path, steps: list[Callable[[Session], str]]) -> int:
    plain_table(work / "table")
    failed = 0
    box_class = kit.driver(folder).Box
    with box_class(frames=work / "table", service=kit.SERVICE, limit=1500) as box:
        session = Session(box=box, shots=shots, twin=Twin(box, work))
        for step in steps:
            failed += not _tried(step, session)
    (shots / "measured.json").write_text(json.dumps(session.measured, indent=1))
    return failed


def _tried(step: Callable[[Session], str], session: Session) -> bool:
    start = time.monotonic()
    try:
        words, held = step(session), True
    except (ScenarioError, TimeoutError, RuntimeError, ConnectionError) as failure:
        words, held = f"{failure}", False
    except Exception:
        words, held = traceback.format_exc(), False
    took_s = time.monotonic() - start
    name = step.__name__.replace("_", " ")
    _say(f"{'ok  ' if held else 'FAIL'} {took_s:6.1f} s  {name}: {words}")
    return held


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _demand(held: bool, words: str) -> None:
    if not held:
        raise ScenarioError(words)


def _like(s: Session, name: str, *, after_s: float = 2.0) -> str:
    share = s.twin.compare(s.shots / f"{name}.png", after_s=after_s)
    _demand(share >= LIKE_TWIN, f"only {share:.1%} of the pixels are like the twin's")
    return f"{share:.1%} of the pixels like the twin's"


def _entries(s: Session) -> int:
    question = "select count(*) from entry"
    return int(s.box.sh(f"sqlite3 -readonly {DATABASE} '{question}'"))


def _timed(s: Session, command: str) -> float:
    text = s.box.sh(
        f"a=$(date +%s%N); {command}; b=$(date +%s%N); echo; echo $(( (b - a) / 1000000 ))", 150
    )
    return int(text.split()[-1]) / 1000


def _camera_runs(s: Session) -> bool:
    pid = s.box.show("MainPID")["MainPID"]
    return "udmabuf" in s.box.sh(f"ls -l /proc/{pid}/fd 2>/dev/null; true") and not s.box.sh(
        "systemctl is-active thief || true"
    ).startswith("active")


if __name__ == "__main__":
    sys.exit(main())
