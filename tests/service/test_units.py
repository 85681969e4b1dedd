"""The service's units: accepted without a word, tightly confined, and as the design wants them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
UNITS = (
    "pi-meyer.service",
    "pi-meyer-poweroff.path",
    "pi-meyer-poweroff.service",
    "pi-meyer-update.path",
    "pi-meyer-update.service",
)
LEAST_LOOSE = 2.0


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units with a program that exists on every machine; skips where systemd is absent."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    for name in UNITS:
        text = (SYSTEMD / name).read_text()
        for program in ("/usr/bin/pi-meyer", "/usr/lib/pi-meyer/update-from-stick"):
            text = text.replace(program, "/usr/bin/true")
        (tmp_path / name).write_text(text)
    return tmp_path


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "--no-pager", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "SYSTEMD_LOG_LEVEL": "notice"},
    )


def test_verify_is_silent(units: Path) -> None:
    """systemd has nothing to say about any unit."""
    done = analyze("verify", "--man=no", *(units / name for name in UNITS))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_verify_would_notice(units: Path) -> None:
    """The check above can fail: a misspelt directive is reported."""
    path = units / "pi-meyer.service"
    path.write_text(path.read_text().replace("WatchdogSec", "WatchdogSecs"))
    done = analyze("verify", "--man=no", path)
    assert "WatchdogSecs" in done.stdout + done.stderr


def test_exposure_is_below_two(units: Path) -> None:
    """systemd's own measure of what the service could reach (0 is nothing, 10 is everything)."""
    done = analyze("security", "--offline=true", units / "pi-meyer.service")
    found = done.stdout.rsplit("Overall exposure level", 1)[1].split(":")[1].split()[0]
    assert float(found) < LEAST_LOOSE


@pytest.mark.parametrize(
    "line",
    [
        "Type=notify",
        "WatchdogSec=10",
        "Restart=always",
        "User=pi-meyer",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "TemporaryFileSystem=/tmp:mode=1777,nosuid,nodev,noexec,size=16M",
        "TemporaryFileSystem=/var/tmp:mode=1777,nosuid,nodev,noexec,size=16M",
        "PrivateNetwork=yes",
        "RestrictAddressFamilies=AF_UNIX AF_NETLINK",
        "SystemCallFilter=@system-service",
        "DevicePolicy=closed",
        "LimitCORE=0",
        "MemorySwapMax=0",
        "StateDirectory=pi-meyer",
        "TTYPath=/dev/tty1",
        "Conflicts=getty@tty1.service",
        "SupplementaryGroups=video render input gpio audio",
    ],
)
def test_what_the_design_demands_is_there(line: str) -> None:
    """Each promise of the design is a line of the unit (fairness P4 and P5, pi.md, Service)."""
    assert line in (SYSTEMD / "pi-meyer.service").read_text().splitlines()


def test_shader_compilers_may_work() -> None:
    """The one directive that would kill Mesa's compiler is not set."""
    text = (SYSTEMD / "pi-meyer.service").read_text()
    assert "\nMemoryDenyWriteExecute" not in text


def test_users_groups_are_made_before_they_are_used() -> None:
    """Every group that the unit asks for is in the sysusers file."""
    made = {
        line.split()[1]
        for line in (SYSTEMD / "pi-meyer.sysusers").read_text().splitlines()
        if line[:1] in ("g", "u")
    }
    assert {"pi-meyer", "video", "render", "input", "gpio", "audio"} <= made


def test_first_settings_file_is_the_programs_own() -> None:
    """What tmpfiles copies is the template inside the package."""
    source = (SYSTEMD / "pi-meyer.tmpfiles").read_text().splitlines()[-1].split()[-1]
    inside = source.removeprefix("/usr/lib/pi-meyer/")
    assert (SYSTEMD.parent / inside).is_file()


def test_sysusers_and_tmpfiles_are_accepted(tmp_path: Path) -> None:
    """systemd's own tools make user and settings in an empty root."""
    if shutil.which("systemd-sysusers") is None:
        pytest.skip("systemd-sysusers is not on this machine")
    (tmp_path / "etc").mkdir()
    template = tmp_path / "usr/lib/pi-meyer/pi_meyer/service/data/settings.toml"
    template.parent.mkdir(parents=True)
    template.write_text("version = 1\n")
    for tool, file in (("systemd-sysusers", "sysusers"), ("systemd-tmpfiles", "tmpfiles")):
        words = [tool, f"--root={tmp_path}", *(["--create"] if file == "tmpfiles" else [])]
        done = subprocess.run(
            [*words, SYSTEMD / f"pi-meyer.{file}"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert "pi-meyer:" in (tmp_path / "etc/passwd").read_text()
    made = tmp_path / "etc/pi-meyer/settings.toml"
    assert made.read_text() == "version = 1\n"
    assert made.stat().st_mode & 0o777 == 0o644
