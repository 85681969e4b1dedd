"""Checks of the box as a machine: confinement, memory, start, doctor, power, package."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pi_meyer.match.views import Screen
from tests.vm import play
from tests.vm.kit import newer_package
from tests.vm.parts import told
from tests.vm.session import SETTINGS, Race, demand, until
from tests.vm.twin import DATABASE, UNIT

if TYPE_CHECKING:
    from tests.vm.session import Session

MOST_MEMORY_MB: Final = 240
READY_RATIO: Final = 1.3
FEW_RATIO: Final = 1.5
LEAST_TURNS: Final = 3
CUTS: Final = 2
ROOM: Final = 16_000_000
"""Bytes of the data partition."""
ON_DATA: Final = "/data/pi-meyer"
DROP_INS: Final = "/etc/systemd/system/pi-meyer.service.d"
DROP_IN: Final = Path(__file__).resolve().parents[2] / "systemd/drop-ins/data-partition.conf"
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
READER: Final = """
import sys
from pathlib import Path
sys.path.insert(0, "/usr/lib/pi-meyer")
from pi_meyer.storage.steady import SteadyJournal
journal = SteadyJournal(Path("/var/lib/cut"))
print(len(journal.entries(1)), [notice.kind.value for notice in journal.notices()])
"""


def power_on(s: Session) -> str:
    """From power-on the box comes up by itself, as the package installed it."""
    boot_s = s.boot()
    ready_s = s.ready()
    path = s.show("FragmentPath")
    demand(path == f"/usr/lib/systemd/system/{UNIT}.service", path)
    s.twin.expect(s.twin.screen)
    s.measured |= {"boot_s": round(boot_s, 1), "ready_s": round(ready_s, 1)}
    return f"kernel and agent {boot_s:.0f} s, READY {ready_s:.0f} s later"


def confined(s: Session) -> str:
    """No socket but AF_UNIX and AF_NETLINK, nothing writable but its own, exposure below 2.0."""
    text = s.box.sh(f"systemd-analyze security {UNIT} --no-pager | tail -1", 60)
    exposure = float(text.split(":")[1].split()[0])
    demand(exposure < 2.0, text)
    noise = s.box.sh(f"systemd-analyze verify {UNIT}.service 2>&1 || true", 90)
    demand(UNIT not in noise, noise)
    pid = s.show("MainPID")
    tables = f"/proc/{pid}/net/{{tcp,tcp6,udp,udp6,raw,packet}}"
    network = s.box.sh(f"cat {tables} 2>/dev/null | grep -c '^ *[0-9]*: ' || true")
    demand(network.strip() == "0", f"sockets: {network}")
    capabilities = s.box.sh(f"grep CapBnd /proc/{pid}/status").split()[1]
    demand(int(capabilities, 16) == 0, capabilities)
    families = s.show("RestrictAddressFamilies")
    demand(set(families.split()) == {"AF_UNIX", "AF_NETLINK"}, families)
    return f"exposure {exposure}, verify silent, no internet socket, no capability; {families}"


def memory(s: Session) -> str:
    """After a round the service has never taken more than its budget."""
    play.playing(s)
    pid = s.show("MainPID")
    status = s.box.sh(f"cat /proc/{pid}/status")
    rows = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    sizes = {key: int(rows[key].split()[0]) // 1024 for key in ("VmHWM", "RssAnon", "RssFile")}
    charged = int(s.show("MemoryPeak")) // 2**20
    s.measured["memory_mib"] = sizes | {"MemoryPeak": charged}
    words = (
        f"resident at most {sizes['VmHWM']} MiB (anonymous now {sizes['RssAnon']}, mapped files "
    )
    words += f"{sizes['RssFile']}); charged with the page cache that it filled {charged} MiB"
    demand(sizes["VmHWM"] < MOST_MEMORY_MB, words)
    return words


def start_up(s: Session) -> str:
    """From exec to READY takes at most 1.3 times what bare imports of its libraries take."""
    race, few_s = Race(), []
    for turn in range(1, play.MOST_TURNS + 1):
        s.stop()
        few_s.append(s.imports_s("import cv2, pygame, numpy"))
        race.bare_s.append(s.imports_s())
        s.start()
        race.ready_s.append(s.start_s())
        few = min(race.ready_s) / min(few_s)
        if turn >= LEAST_TURNS and race.ratio <= READY_RATIO and few <= FEW_RATIO:
            break
    s.twin.forget_power()
    s.twin.expect(s.twin.screen)
    s.measured |= {"ready_to_imports": round(race.ratio, 2), "ready_to_three": round(few, 2)}
    words = f"{race}; against cv2, pygame and numpy alone ({min(few_s):.1f} s): {few:.2f}"
    demand(race.ratio <= READY_RATIO and few <= FEW_RATIO, words)
    return words


def doctor(s: Session) -> str:
    """The doctor finds no fault, with the box running and with it stopped."""
    s.box.sh("mountpoint -q /proc/cpuinfo || mount --bind /vm/cpuinfo /proc/cpuinfo")
    running = _examined(s)
    demand("running box" in running["camera"], running["camera"])
    demand("lg" in running["pins"], running["pins"])
    s.stop()
    alone = _examined(s)
    s.start()
    s.twin.forget_power()
    demand("1280x720" in alone["camera"] or "640x" in alone["camera"], alone["camera"])
    demand("free" in alone["pins"], alone["pins"])
    text = s.box.sh("LIBCAMERA_PIPELINES_MATCH_LIST=virtual pi-meyer doctor 2>/dev/null", 150)
    (s.shots / "doctor.txt").write_text(text)
    return f"{len(running)} lines, no fault; {running['pins']}; stopped: camera {alone['camera']}"


def _examined(s: Session) -> dict[str, str]:
    command = "LIBCAMERA_PIPELINES_MATCH_LIST=virtual pi-meyer doctor --json 2>/dev/null || true"
    found = json.loads(s.box.sh(command, 150))
    faults = [line for line in found["checks"] if line["health"] == "fault"]
    demand(not faults, f"{faults}")
    return {line["part"]: line["found"] for line in found["checks"]}


def power_cut(s: Session) -> str:
    """The plug is pulled while the journal is written: no acknowledged entry is lost."""
    cuts = []
    for cut in range(CUTS):
        acks = s.box.share / "acks"
        acks.write_text("")
        (s.box.share / "writer.py").write_text(WRITER)
        (s.box.share / "reader.py").write_text(READER)
        s.box.sh(f"systemctl stop {UNIT}; rm -rf /var/lib/cut; sync", 60)
        s.box.sh("systemd-run -q python3 /share/writer.py")
        until(lambda acks=acks: acks.stat().st_size > 200, "rows are written", within_s=90)  # type: ignore[misc]
        time.sleep(1.0 + cut)
        s.box.cut()
        s.boot()
        told = int(acks.read_bytes().rsplit(b"\n", 2)[-2])
        found = s.box.sh(f"systemctl stop {UNIT}; python3 /share/reader.py", 90).splitlines()[-1]
        demand(int(found.split()[0]) >= told, f"told {told}, found {found}")
        demand("set_aside" not in found, found)
        cuts.append(f"{told} told, {found.split()[0]} there")
    s.box.sh("rm -rf /var/lib/cut")
    s.start()
    s.twin.forget_power()
    s.twin.show_table()
    s.twin.expect(s.twin.screen)
    return "; ".join(cuts)


def read_only_root(s: Session) -> str:
    """With a read-only root settings and evenings live on a data partition, or in memory."""
    _make_partition(s)
    usual = s.box.append
    s.database, s.settings = (
        f"{ON_DATA}/evenings/journal.sqlite3",
        f"{ON_DATA}/settings/settings.toml",
    )
    try:
        s.box.append = f"{usual} ro ubd1={s.work}/data.img"
        words = _played_read_only(s)
        s.box.cut()
        s.box.append = f"{usual} ro"
        without = _without_partition(s)
    finally:
        s.box.cut()
        s.box.append = usual
        s.database, s.settings = DATABASE, SETTINGS
    s.boot()
    s.box.sh(f"rm {DROP_INS}/{DROP_IN.name}; sed -i '/ubdb/d' /etc/fstab; systemctl daemon-reload")
    s.afresh()
    return f"root read-only; {words}; without the partition: {without}"


def _played_read_only(s: Session) -> str:
    s.boot()
    s.ready()
    root = s.box.sh("findmnt -no OPTIONS / | cut -d, -f1").strip()
    demand(root == "ro", f"the root is {root}")
    s.afresh()
    words = play.cut_while_hidden(s)
    kept = s.box.sh(f"ls {ON_DATA}/evenings; grep '^language' {s.settings}")
    demand("journal.sqlite3" in kept and '"en"' in kept, kept)
    refused = s.box.sh("touch /etc/pi-meyer/x /var/lib/pi-meyer/x 2>&1 || true")
    demand(refused.count("Read-only") == 2, refused)
    return words


def _without_partition(s: Session) -> str:
    """The partition is gone: the box starts all the same, and says what it cannot keep."""
    s.boot()
    s.ready()
    demand(s.twin.status() != "", "no screen is named")
    s.box.shot(s.shots / "no-partition.png")
    lines: list[str] = s.box.journal(30).splitlines()
    said = [line for line in lines if "cannot be used" in line]
    demand(bool(said), "the log does not say that nothing is kept")
    return said[0].split(": ", 2)[-1]


def _make_partition(s: Session) -> None:
    image = s.work / "data.img"
    with image.open("wb") as file:
        file.truncate(ROOM)
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", str(image)], check=True)
    shutil.copy(DROP_IN, s.box.share / DROP_IN.name)  # the image leaves /usr/share/doc out
    s.box.sh(f"mkdir -p /data {DROP_INS}; cp /share/{DROP_IN.name} {DROP_INS}/")
    options = "defaults,nofail,x-systemd.device-timeout=20s"
    s.box.sh(f"sed -i '/ubdb/d' /etc/fstab; echo '/dev/ubdb /data ext4 {options} 0 2' >>/etc/fstab")
    s.box.off()


def package(s: Session) -> str:
    """Upgraded, removed and installed again settings and evenings stay; purged they go."""
    play.hidden(s, (2, 1), "61")
    settings = s.settings
    s.box.sh(f"sed -i 's/^volume = .*/volume = 30  # mine/' {settings}")
    before = s.entries()
    name = newer_package(s, "9.0.0")
    s.box.sh(f"dpkg -i /share/{name} 2>&1", 240)
    s.ready()
    _demand_kept(s, before, "9.0.0")
    s.box.sh("dpkg -r pi-meyer 2>&1", 120)
    gone = s.box.sh(f"systemctl is-active {UNIT} || true; ls /etc/pi-meyer /var/lib/pi-meyer")
    demand("inactive" in gone or "failed" in gone or "unknown" in gone, gone)
    demand("settings.toml" in gone and "journal.sqlite3" in gone, gone)
    s.box.sh(f"dpkg -i /share/{name} 2>&1", 240)
    s.ready()
    _demand_kept(s, before, "9.0.0")
    s.box.sh("dpkg -P pi-meyer 2>&1", 120)
    left = s.box.sh("ls -d /etc/pi-meyer /var/lib/pi-meyer /usr/lib/pi-meyer 2>/dev/null || true")
    demand(not left.strip(), left)
    s.box.sh(f"dpkg -i /share/{name} 2>&1", 240)
    s.ready()
    s.afresh()
    return f"upgrade, removal, second install: {before} entries and the settings kept; purge clean"


def full_disk(s: Session) -> str:
    """A package does not fit on a full disk: dpkg says so, the box plays on, later it fits."""
    play.playing(s)
    name = newer_package(s, "9.2.0")
    s.box.sh("fallocate -l $(df --output=avail -B1 / | tail -1) /fill")
    fill = "dd if=/dev/zero of=/fill2 bs=4k oflag=append conv=notrunc 2>/dev/null || true; sync"
    s.box.sh(fill)
    try:
        words = s.box.sh(f"dpkg -i /share/{name} 2>&1 || true", 240)
        demand("No space left on device" in words, words)
        s.stop()
        s.box.sh(fill)  # with what the service gave back
        s.start()
        demand(s.twin.status() == Screen.SHAKE.value, "the box does not play on")
        said = told(s, "free or mend the disk")
    finally:
        s.box.sh("rm -f /fill /fill2; sync")
    s.box.sh(f"dpkg -i /share/{name} 2>&1", 240)
    s.ready()
    _demand_version(s, "9.2.0")
    s.afresh()
    return f"{words.strip().splitlines()[-1].strip()}; {said}; installed when there was room"


def _demand_version(s: Session, version: str) -> None:
    found = s.box.sh("dpkg-query -W -f '${Version} ${Status}' pi-meyer").strip()
    demand(found == f"{version} install ok installed", f"version {found}")


def _demand_kept(s: Session, entries: int, version: str) -> None:
    _demand_version(s, version)
    mine = s.box.sh("grep -c '^volume = 30  # mine' /etc/pi-meyer/settings.toml || true").strip()
    demand(mine == "1", "the settings were changed")
    demand(s.entries() >= entries > 0, f"{s.entries()} entries, {entries} before")
