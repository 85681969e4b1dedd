"""Builds the machine: the handed kit, the package under test, and a disk that holds both.

The slow half (a Debian with the libraries) is kept by a hash of what it is made from; the disk is
made anew when the package changed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import ModuleType

    from tests.vm.session import Session

ROOT: Final = Path(__file__).resolve().parents[2]
SHARED_KIT: Final = ROOT.parent / "shared" / "vm"
HERE: Final = Path(__file__).resolve().parent
SERVICE: Final = "pi-meyer"
EXTRA_PKGS: Final = "python3-segno"
STAND_INS: Final = {
    "python3-picamera2": "0.3.38",
    "python3-lgpio": "0.2.2",
    "python3-gpiozero": "2.0.1",
}
NEEDED: Final = ("mmdebstrap", "mke2fs", "xz", "dpkg-deb")
DISK_BYTES, MEMORY_BYTES = 4_000_000_000, 1_200_000_000
TRY_S: Final = 60
MISSES_DISK: Final = "Unable to mount root fs"
"""The last words of a kernel without a disk."""

_BRIDGE_LINE: Final = "        if len(picture) == len(m): m[:] = picture\n"
_LIVELY_LINES: Final = """\
        import time; time.sleep(.07)
        given[0] += 1
        try:
            with open('/run/pi-meyer/frames', 'w') as count: count.write(str(given[0]))
        except OSError: pass
        if len(picture) == len(m): m[:] = picture
        if not os.path.exists('/run/frozen'): m[:16] = bytes([given[0] * 37 % 256]) * 16
"""
_BRIDGE_HEAD: Final = "live = [None, b'']\n"
_LIVELY_HEAD: Final = _BRIDGE_HEAD + "given = [0]\n"
"""A still picture would be a frozen camera: a real sensor's frames differ by their noise. Here some
pixels in the corner never repeat, unless /run/frozen is there. A real sensor has a pace, too; the
virtual one gives frames as fast as it can and takes the only processor. What was given is counted,
so that a test can wait for frames instead of seconds."""


class KitError(Exception):
    """What is under test cannot be built; the sentence says why."""


class NoMachineError(KitError):
    """A tool, a right, room or a source is missing here: that says nothing about the box."""


def cache_folder() -> Path:
    """Return where the machine is kept between runs."""
    given = os.environ.get("PI_MEYER_VM", "")
    return Path(given) if given else Path.home() / ".cache" / "pi-meyer-vm"


def build() -> Path:
    """Build what is missing; return the kit's folder, with ``out/disk.img`` in it.

    Raises:
        NoMachineError: the kit, a tool or a right is missing here.
        KitError: the package under test cannot be built.
    """
    _check_machine()
    kit = cache_folder() / _hash_of(SHARED_KIT)[:16]
    with tempfile.TemporaryDirectory(prefix="pi-meyer-vm-") as name:
        app = Path(name)
        built = package(app)
        _lay_kit(kit)
        for stand_in, version in STAND_INS.items():
            _stand_in(app, stand_in, version)
        shutil.copy(HERE / "install.sh", app)
        mark = kit / "out" / "package.sha256"
        key = hashlib.sha256(built.read_bytes() + _hash_of(HERE).encode()).hexdigest()
        if not (mark.exists() and mark.read_text() == key and (kit / "out/disk.img").exists()):
            _run([str(kit / "build.sh")], APP=str(app), SERVICE=SERVICE, EXTRA_PKGS=EXTRA_PKGS)
            mark.write_text(key)
    _try_kernel(kit / "out" / "linux")
    return kit


def driver(kit: Path) -> ModuleType:
    """Return the kit's own driver module, ``box``."""
    spec = importlib.util.spec_from_file_location("pi_meyer_vm_box", kit / "box.py")
    if spec is None or spec.loader is None:
        raise KitError(f"{kit}/box.py cannot be loaded.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _check_machine() -> None:
    if not SHARED_KIT.is_dir():
        raise NoMachineError("the kit of the virtual machine (../shared/vm) is not here.")
    if os.geteuid() != 0:
        raise NoMachineError("building the disk needs root: sudo python -m tests.vm.run.")
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    if missing:
        raise NoMachineError(
            f"{', '.join(missing)} missing: apt install mmdebstrap e2fsprogs xz-utils "
            "debian-archive-keyring."
        )
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    for folder, needed in ((cache, DISK_BYTES), (memory_folder(), MEMORY_BYTES)):
        if shutil.disk_usage(folder).free < needed:
            raise NoMachineError(f"{folder} has less than {needed / 1e9:.1f} GB left.")


def memory_folder() -> Path:
    """Return where the machine's memory lies."""
    return Path(os.environ.get("UML_TMP", "/dev/shm"))  # noqa: S108 - the kit's own default


def _try_kernel(kernel: Path) -> None:
    """Start the kernel without a disk: it must get so far as to miss it."""
    words = [str(kernel), "mem=64M", "con=null", "con0=null,fd:1", "ssl=null", "panic=-1"]
    try:
        with tempfile.TemporaryDirectory() as name:
            done = subprocess.run(
                [*words, f"uml_dir={name}"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, "TMPDIR": str(memory_folder())},
                timeout=TRY_S,
                check=False,
            )
    except (OSError, subprocess.TimeoutExpired) as failure:
        raise NoMachineError(f"the kernel does not run here: {failure}") from failure
    said = done.stdout.decode(errors="replace")
    if MISSES_DISK not in said:
        raise NoMachineError(f"the kernel does not run here: {said[-500:]}")


def _lay_kit(kit: Path) -> None:
    """Copy the kit, let its camera have noise, and fetch its wheels; once."""
    if not (kit / "box.py").exists():
        shutil.copytree(SHARED_KIT, kit, dirs_exist_ok=True)
        subprocess.run(["chmod", "-R", "u+w", str(kit)], check=True)
    name = "guest/box_virtual_camera.py"
    text = (SHARED_KIT / name).read_text(encoding="utf-8")
    changes = {
        _BRIDGE_LINE: _LIVELY_LINES,
        _BRIDGE_HEAD: _LIVELY_HEAD,
    }
    for before, after in changes.items():
        if before not in text:
            raise KitError("the kit's camera bridge has changed; mend tests/vm/kit.py.")
        text = text.replace(before, after)
    (kit / name).write_text(text, encoding="utf-8")
    if not list((kit / "wheels").glob("*.whl")):
        _run([str(kit / "wheels.sh")])


def package(app: Path) -> Path:
    """Build the package under test into a folder; return its path.

    Raises:
        KitError: it cannot be built.
    """
    words = [sys.executable, str(ROOT / "systemd/debian/build_deb.py"), "--out", str(app)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise KitError(f"the package cannot be built: {done.stderr.strip()}")
    return Path(done.stdout.strip())


def newer_package(s: Session, version: str) -> str:
    """Put the same package under another version into the shared folder; return its name."""
    with tempfile.TemporaryDirectory() as folder:
        built = package(Path(folder))
        tree = Path(folder) / "tree"
        subprocess.run(["dpkg-deb", "-R", str(built), str(tree)], check=True)
        control = tree / "DEBIAN" / "control"
        lines = control.read_text().splitlines()
        changed = [f"Version: {version}" if line.startswith("Version:") else line for line in lines]
        control.write_text("\n".join(changed) + "\n")
        name = f"pi-meyer_{version}_all.deb"
        words = ["dpkg-deb", "--root-owner-group", "-b", str(tree), str(s.box.share / name)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return name


def _stand_in(app: Path, name: str, version: str) -> None:
    """Make an empty package that only says that it is there."""
    with tempfile.TemporaryDirectory() as folder:
        control = Path(folder) / "DEBIAN" / "control"
        control.parent.mkdir()
        control.write_text(
            f"Package: {name}\nVersion: {version}-0standin\nArchitecture: all\n"
            "Maintainer: tests <tests@example.org>\nDescription: stand-in for the test\n"
        )
        Path(folder).chmod(0o755)
        words = ["dpkg-deb", "--root-owner-group", "--build", folder, str(app / f"{name}.deb")]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def _run(words: list[str], **environment: str) -> None:
    done = subprocess.run(
        words,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise NoMachineError(f"{Path(words[0]).name} failed:\n{done.stdout[-2000:]}")


def _hash_of(folder: Path) -> str:
    """Return one hash of all files in a folder, names included."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        made = {"out", "wheels", "__pycache__"} & set(relative.parts)
        if path.is_file() and not made:
            total.update(str(relative).encode())
            total.update(path.read_bytes())
    return total.hexdigest()
