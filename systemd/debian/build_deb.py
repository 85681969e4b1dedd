"""Build ``pi-meyer_VERSION_all.deb``: the one-command install on a Raspberry Pi.

Stages what an installed box has, then calls ``dpkg-deb``. The same sources and SOURCE_DATE_EPOCH
give the same bytes (reproducible-builds.org). Fonts that apt lacks come from the environment that
runs this (pip brought them), and travel with their licences.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from email.utils import formatdate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEBIAN = Path(__file__).resolve().parent
SYSTEMD = DEBIAN.parent
APP = Path("usr/lib/pi-meyer")
DOC = Path("usr/share/doc/pi-meyer")
FONTS = {
    "font_fjallaone": ("FjallaOne-Regular.ttf",),
    "font_source_sans_pro": ("SourceSansPro-Semibold.ttf", "SourceSansPro-Bold.ttf"),
}
OFL_TEXT = "LICENSE.txt"
"""The licence of both fonts, word for word, lies beside the second one."""
PLACES = {
    "pi-meyer.service": "usr/lib/systemd/system/pi-meyer.service",
    "pi-meyer-poweroff.path": "usr/lib/systemd/system/pi-meyer-poweroff.path",
    "pi-meyer-poweroff.service": "usr/lib/systemd/system/pi-meyer-poweroff.service",
    "pi-meyer-update.path": "usr/lib/systemd/system/pi-meyer-update.path",
    "pi-meyer-update.service": "usr/lib/systemd/system/pi-meyer-update.service",
    "update-from-stick": f"{APP}/update-from-stick",
    "pi-meyer.sysusers": "usr/lib/sysusers.d/pi-meyer.conf",
    "pi-meyer.tmpfiles": "usr/lib/tmpfiles.d/pi-meyer.conf",
    "60-pi-meyer.rules": "usr/lib/udev/rules.d/60-pi-meyer.rules",
    "drop-ins/journald.conf": "usr/lib/systemd/journald.conf.d/pi-meyer.conf",
    "drop-ins/data-partition.conf": f"{DOC}/examples/data-partition.conf",
    "README.md": f"{DOC}/service.md",
}
SCRIPTS = ("postinst", "prerm", "postrm")


class BuildError(Exception):
    """The package cannot be built; the sentence says what is missing."""


def main() -> int:
    """Build the package and print its path."""
    parser = argparse.ArgumentParser(description="Build the Debian package.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR")
    wanted = parser.parse_args()
    try:
        sys.stdout.write(f"{build(wanted.out)}\n")
    except (BuildError, OSError, subprocess.CalledProcessError) as failure:
        sys.stderr.write(f"The package could not be built: {failure}\n")
        return 1
    return 0


def build(out: Path) -> Path:
    """Stage the tree, pack it, and return the package's path.

    Raises:
        BuildError: a tool, font or file is missing.
    """
    if shutil.which("dpkg-deb") is None:
        raise BuildError("dpkg-deb is missing; on Debian or Raspberry Pi OS it is always there.")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = project["project"]["version"]
    epoch = _epoch()
    out.mkdir(parents=True, exist_ok=True)
    package = out / f"pi-meyer_{version}_all.deb"
    with tempfile.TemporaryDirectory(prefix="pi-meyer-deb-") as folder:
        root = Path(folder) / "root"
        _stage_program(root, project)
        _stage_fonts(root)
        _stage_service(root)
        _stage_documents(root, version, epoch)
        _stage_control(root, version)
        _settle(root, epoch)
        words = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(package)]
        subprocess.run(  # noqa: S603 - our own words
            words,
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
        )
    return package


def _epoch() -> int:
    """Return the moment that all files carry: given, or the last commit's."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isdecimal():
        return int(given)
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        words = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        done = subprocess.run(words, check=True, capture_output=True, text=True)  # noqa: S603
        return int(done.stdout)
    return int((ROOT / "pyproject.toml").stat().st_mtime)


def _stage_program(root: Path, project: dict[str, dict[str, dict[str, object]]]) -> None:
    """Copy the package, and what the wheel's build puts inside it too."""
    _copy_tree(ROOT / "pi_meyer", root / APP / "pi_meyer")
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]  # type: ignore[index]
    for source, target in wheel.get("force-include", {}).items():
        _copy(ROOT / source, root / APP / target)
    _copy(DEBIAN / "pi-meyer", root / "usr/bin/pi-meyer")


def _stage_fonts(root: Path) -> None:
    for package, files in FONTS.items():
        target = root / APP / package
        for name in files:
            _copy(_font_folder(package) / name, target / "files" / name)
        (target / "__init__.py").write_text('"""A font; see copyright."""\n', encoding="utf-8")


def _font_folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        name = package.replace("_", "-")
        raise BuildError(f"the font {name} is missing; use make deb, or pip install {name}.")
    return Path(found.origin).parent / "files"


def _stage_service(root: Path) -> None:
    for source, target in PLACES.items():
        _copy(SYSTEMD / source, root / target)


def _stage_documents(root: Path, version: str, epoch: int) -> None:
    _copy(ROOT / "README.md", root / DOC / "README.md")
    _pack(root / DOC / "changes.gz", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    entry = (
        f"pi-meyer ({version}) unstable; urgency=medium\n\n  * See changes.gz.\n\n"
        " -- The pi_meyer founders <pi-meyer@example.org>  "
        f"{formatdate(epoch)}\n"
    )
    _pack(root / DOC / "changelog.gz", entry)
    manual = (DEBIAN / "pi-meyer.1").read_text(encoding="utf-8")
    _pack(root / "usr/share/man/man1/pi-meyer.1.gz", manual)
    text = (DEBIAN / "copyright.in").read_text(encoding="utf-8")
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").split("\n\n", 2)[2]
    ofl = (_font_folder("font_source_sans_pro") / OFL_TEXT).read_text(encoding="utf-8")
    text = text.replace("@EXPAT@", _folded(licence))
    text = text.replace("@OFL@", _folded(ofl[ofl.index("SIL OPEN FONT LICENSE") :]))
    (root / DOC / "copyright").write_text(text, encoding="utf-8")


def _folded(text: str) -> str:
    """Return a licence as the machine-readable form wants it: indented, dots for empty lines."""
    lines = (line.rstrip().replace("\t", " ") for line in text.strip().splitlines())
    return "\n".join(f" {line}" if line else " ." for line in lines)


def _pack(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0))


def _stage_control(root: Path, version: str) -> None:
    control = root / "DEBIAN"
    files = sorted(path for path in root.rglob("*") if path.is_file())
    sums = "".join(f"{_md5(path)}  {path.relative_to(root)}\n" for path in files)
    size_kib = sum((path.stat().st_size + 1023) // 1024 for path in files)
    control.mkdir()
    text = (DEBIAN / "control.in").read_text(encoding="utf-8")
    text = text.replace("@VERSION@", version).replace("@INSTALLED_SIZE@", str(size_kib))
    (control / "control").write_text(text, encoding="utf-8")
    (control / "md5sums").write_text(sums, encoding="utf-8")
    for name in SCRIPTS:
        shutil.copyfile(DEBIAN / name, control / name)


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        _copy_tree(source, target)
        return
    if not source.is_file():
        raise BuildError(f"{source} is missing; check out the whole project.")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _copy_tree(source: Path, target: Path) -> None:
    left_out = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
    shutil.copytree(source, target, ignore=left_out, dirs_exist_ok=True)


def _settle(root: Path, epoch: int) -> None:
    """Give every file the rights and the moment that it has whoever builds it, and whenever."""
    commands = (root / "usr/bin/pi-meyer", root / APP / "update-from-stick")
    programs = {*commands, *(root / "DEBIAN" / name for name in SCRIPTS)}
    for path in sorted(root.rglob("*"), reverse=True):
        path.chmod(0o755 if path.is_dir() or path in programs else 0o644)
        os.utime(path, (epoch, epoch))
    root.chmod(0o755)
    os.utime(root, (epoch, epoch))


if __name__ == "__main__":
    raise SystemExit(main())
