"""The Debian package: the same bytes every time, whole, and installed, upgraded and purged cleanly.

The maintainer scripts run here with the machine's tools replaced
by notes of how they were called; the real thing happens in the virtual machine (tests/vm).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "systemd" / "debian" / "build_deb.py"
EPOCH = "1700000000"


def built(out: Path, **environment: str) -> Path:
    """Build once into a folder; skips where Debian's tools are absent."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is not on this machine")
    done = subprocess.run(
        [sys.executable, BUILD, "--out", out],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH, **environment},
    )
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("deb"))


def listed(package: Path) -> list[str]:
    done = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True)
    names = subprocess.run(["tar", "-tf", "-"], input=done.stdout, capture_output=True, check=True)
    return names.stdout.decode().split()


def field(package: Path, name: str) -> str:
    words = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def test_same_sources_same_bytes(package: Path, tmp_path: Path) -> None:
    """A second build, under another time zone, language and mask, gives the same file."""
    again = built(tmp_path, TZ="Asia/Tokyo", LC_ALL="C", PYTHONHASHSEED="7")
    assert again.read_bytes() == package.read_bytes()


def test_name_and_dependencies(package: Path) -> None:
    """The file is named as the README says; its dependencies are apt's builds for the Pi."""
    assert package.name == f"pi-meyer_{field(package, 'Version')}_all.deb"
    depends = field(package, "Depends")
    for name in ("picamera2", "opencv", "pygame", "gpiozero", "lgpio", "numpy"):
        assert f"python3-{name}" in depends


def test_everything_that_runs_is_inside(package: Path) -> None:
    """Program, models, fonts with their licences, units, rules and a settings file; no rubbish."""
    names = set(listed(package))
    for path in (
        "./usr/bin/pi-meyer",
        "./usr/lib/pi-meyer/pi_meyer/service/cli.py",
        "./usr/lib/pi-meyer/pi_meyer/service/data/settings.toml",
        "./usr/lib/pi-meyer/pi_meyer/_data/models/cameras/module3_wide.toml",
        "./usr/lib/pi-meyer/font_fjallaone/files/FjallaOne-Regular.ttf",
        "./usr/lib/systemd/system/pi-meyer.service",
        "./usr/lib/sysusers.d/pi-meyer.conf",
        "./usr/lib/tmpfiles.d/pi-meyer.conf",
        "./usr/lib/udev/rules.d/60-pi-meyer.rules",
        "./usr/share/doc/pi-meyer/copyright",
    ):
        assert path in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    assert not [name for name in names if name.startswith("./etc/")]


def unpacked(package: Path, root: Path) -> Path:
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    return root


def test_fonts_carry_their_licence(package: Path, tmp_path: Path) -> None:
    """The copyright file holds both fonts' copyright and the licence word for word."""
    text = (unpacked(package, tmp_path) / "usr/share/doc/pi-meyer/copyright").read_text()
    assert "Sorkin Type" in text
    assert "Adobe" in text
    assert "SIL OPEN FONT LICENSE" in text


def test_installed_program_runs_from_its_own_folder(package: Path, tmp_path: Path) -> None:
    """Unpacked somewhere, without the checkout, the command finds modules, models and fonts."""
    root = unpacked(package, tmp_path)
    code = (
        "import pi_meyer, font_fjallaone\n"
        "from pi_meyer.vision.profiles import camera_names\n"
        "from pi_meyer.display.typography import Face\n"
        "from pi_meyer.service.config_file import template\n"
        "from pi_meyer.service.config import parse\n"
        "parse(template())\n"
        "print(pi_meyer.__file__, camera_names(), Face.POSTER.path)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root / "usr/lib/pi-meyer")},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(str(root)) == 2
    assert "module3" in done.stdout


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm"])
def test_maintainer_scripts_are_sound_shell(script: str) -> None:
    """Each script parses, and stops at its first error."""
    path = BUILD.parent / script
    subprocess.run(["sh", "-n", path], check=True)
    assert "\nset -e\n" in path.read_text()


def test_lintian_finds_no_error(package: Path) -> None:
    """Debian's own checker has no error to report."""
    if shutil.which("lintian") is None:
        pytest.skip("lintian is not on this machine")
    done = subprocess.run(
        ["lintian", "--fail-on", "error", "--allow-root", package],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


TOOLS = (
    "systemd-sysusers",
    "systemd-tmpfiles",
    "py3compile",
    "py3clean",
    "udevadm",
    "deb-systemd-helper",
    "deb-systemd-invoke",
    "systemctl",
)


def ran(script: str, *words: str, folder: Path) -> list[str]:
    """Run a maintainer script with tools that only note their call; return the notes."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    notes = folder / "notes"
    notes.write_text("")
    for name in TOOLS:
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{notes}\n')
        (tools / name).chmod(0o755)
    subprocess.run(
        ["sh", BUILD.parent / script, *words],
        check=True,
        env={"PATH": f"{tools}:/usr/bin:/bin"},
    )
    return notes.read_text().splitlines()


def test_install_makes_user_settings_and_enables_the_box(tmp_path: Path) -> None:
    """Configuring makes the user before its files, compiles, and enables both units."""
    notes = ran("postinst", "configure", folder=tmp_path)
    assert notes[0] == "systemd-sysusers pi-meyer.conf"
    assert notes[1] == "systemd-tmpfiles --create pi-meyer.conf"
    assert "py3compile -p pi-meyer /usr/lib/pi-meyer" in notes
    for unit in ("pi-meyer.service", "pi-meyer-poweroff.path"):
        assert f"deb-systemd-helper enable {unit}" in notes


def test_upgrade_keeps_and_purge_takes(tmp_path: Path) -> None:
    """Upgrading and removing touch neither settings nor evenings; purging names both folders."""
    for script, word in (("prerm", "upgrade"), ("postrm", "upgrade"), ("postrm", "remove")):
        notes = ran(script, word, folder=tmp_path)
        assert not [note for note in notes if "purge" in note]
    text = (BUILD.parent / "postrm").read_text()
    before, purging = text.split('if [ "$1" = purge ]')
    assert "rm -rf /etc/pi-meyer /var/lib/pi-meyer" in purging
    assert "rm " not in before
