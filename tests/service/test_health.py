"""The doctor sees each trap of the Pi, says what to do, and never falls ill itself."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pi_meyer.devices.loading import DeviceKind
from pi_meyer.errors import DeviceError
from pi_meyer.ports.camera import Frame
from pi_meyer.service import cli_doctor, health, health_libraries
from pi_meyer.service.cli_doctor import examine, run_doctor
from pi_meyer.service.config import Settings, parse
from pi_meyer.service.health import Check, Health
from pi_meyer.service.health_devices import Devices

if TYPE_CHECKING:
    from pathlib import Path

ON_A_PI = parse("[camera]\ndriver = 'picamera2'\n[button]\ndriver = 'gpio'")


def lay(root: Path, **files: str) -> Path:
    """Lay out a machine: paths with "__" for "/"."""
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("text", "state"),
    [("61000", Health.OK), ("80000", Health.WARNING), ("85100", Health.FAULT), ("", Health.OK)],
)
def test_heat(tmp_path: Path, text: str, state: Health) -> None:
    """From 80 degrees a warning, from 85 a fault, no sensor no complaint."""
    root = lay(tmp_path, sys__class__thermal__thermal_zone0__temp=text)
    check = health.temperature(root)
    assert check.health is state
    assert bool(check.advice) == (state is not Health.OK)


@pytest.mark.parametrize(("alarm", "state"), [("0", Health.OK), ("1", Health.WARNING)])
def test_under_voltage_is_found_by_name(tmp_path: Path, alarm: str, state: Health) -> None:
    """The sensor is known by its name, since its number changes; another chip's alarm is not it."""
    lay(tmp_path, sys__class__hwmon__hwmon0__name="cpu_thermal")
    lay(tmp_path, sys__class__hwmon__hwmon0__in0_lcrit_alarm="1")
    lay(tmp_path, sys__class__hwmon__hwmon3__name="rpi_volt")
    lay(tmp_path, sys__class__hwmon__hwmon3__in0_lcrit_alarm=alarm)
    assert health.power(tmp_path).health is state


def test_clock_that_was_never_set_is_no_fault(tmp_path: Path) -> None:
    """A box without a network has no date, and needs none."""
    assert "never set" in health.clock(tmp_path).found
    lay(tmp_path, run__systemd__timesync__synchronized="")
    assert health.clock(tmp_path).found == "set by the network"


def test_disk_that_works(tmp_path: Path) -> None:
    """Room is named, and nothing is left behind."""
    check = health.disk(tmp_path / "new" / "folder", lay(tmp_path / "root", proc__mounts=""))
    assert check.health is Health.OK
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("kind", ["tmpfs", "overlay"])
def test_disk_that_forgets_is_a_warning(tmp_path: Path, kind: str) -> None:
    """Evenings on an overlay or in memory are gone with the power; a partition inside is not."""
    mounts = f"/dev/root / ext4 rw 0 0\n{kind} {tmp_path} {kind} rw 0 0\n"
    root = lay(tmp_path / "root", proc__mounts=mounts)
    assert "gone with the power" in health.disk(tmp_path / "data", root).advice
    lay(root, proc__mounts=mounts + f"/dev/sda1 {tmp_path}/data ext4 rw 0 0\n")
    assert health.disk(tmp_path / "data", root).health is Health.OK


@pytest.mark.parametrize(
    ("error", "state"),
    [(PermissionError(13, "denied"), Health.WARNING), (OSError(30, "Read-only"), Health.FAULT)],
)
def test_disk_that_takes_nothing(
    tmp_path: Path, error: OSError, state: Health, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else's folder is a hint how to ask; a read-only disk is a fault."""

    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    check = health.disk(tmp_path)
    assert check.health is state
    assert check.advice


def test_full_disk_and_torn_files_are_warnings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little room, or a journal that was set aside, are said."""
    root = lay(tmp_path / "root", proc__mounts="")
    (tmp_path / "journal.sqlite3.corrupt-1").touch()
    assert "journal.sqlite3.corrupt-1" in health.disk(tmp_path, root).found
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    assert "5 MB free" in health.disk(tmp_path, root).found


def test_screen_of_another_size_is_named(tmp_path: Path) -> None:
    """A panel that is not the one in the settings says which key to set."""
    lay(tmp_path, sys__class__drm__card0__x="")
    for name, state, modes in (
        ("card0-HDMI-A-1", "disconnected", ""),
        ("card1-DSI-1", "connected", "720x1280\n"),
    ):
        lay(tmp_path, **{f"sys__class__drm__{name}__status": f"{state}\n"})
        lay(tmp_path, **{f"sys__class__drm__{name}__modes": modes})
    lay(tmp_path, dev__dri__card1="")
    none: dict[str, str] = {}
    assert "panel.size" in health.screen("800x480", tmp_path, environment=none).advice
    good = health.screen("720x1280", tmp_path, environment=none)
    assert (good.health, good.found) == (Health.OK, "card1-DSI-1 720x1280 (KMS)")
    (tmp_path / "dev/dri/card1").unlink()
    assert "groups" in health.screen("720x1280", tmp_path, environment=none).advice


def test_no_screen_and_a_desktop(tmp_path: Path) -> None:
    """Without any screen it is a fault; a desktop's window is fine."""
    assert health.screen("800x480", tmp_path, environment={}).health is Health.FAULT
    window = health.screen("800x480", tmp_path, environment={"DISPLAY": ":0"})
    assert "x11" in window.found


def test_touch_screen_is_told_from_a_mouse(tmp_path: Path) -> None:
    """Only a device whose picture is where it is touched counts."""
    mouse = 'I: Bus=0003\nN: Name="Mouse"\nB: PROP=0\nB: EV=17\n'
    panel = 'I: Bus=0018\nN: Name="generic ft5x06"\nB: PROP=2\nB: EV=b\n'
    lay(tmp_path, proc__bus__input__devices=mouse)
    assert health.touch(tmp_path).health is Health.WARNING
    lay(tmp_path, proc__bus__input__devices=f"{mouse}\n{panel}")
    assert health.touch(tmp_path).found == "generic ft5x06"


def test_sound_is_optional(tmp_path: Path) -> None:
    """No card is no complaint; a card is named."""
    lay(tmp_path, proc__asound__cards="--- no soundcards ---")
    assert health.sound(tmp_path).health is Health.OK
    lay(tmp_path, proc__asound__cards=" 0 [Headphones     ]: bcm2835 - bcm2835 Headphones\n   x\n")
    assert health.sound(tmp_path).found == "bcm2835 - bcm2835 Headphones"


@pytest.mark.parametrize(
    ("names", "paths", "says"),
    [
        (["pygame", "pygame-ce"], {}, "overwrite each other"),
        (["Pygame", "pygame-CE"], {}, "overwrite each other"),
        (
            ["numpy"],
            {"numpy": "/venv/site-packages/n", "cv2": "/usr/lib/python3/dist-packages/cv2"},
            "pip uninstall numpy",
        ),
        (["pygame"], {"pygame": "/venv/site-packages/pygame"}, "without a desktop"),
        (["pygame-ce"], {"pygame": "/venv/site-packages/pygame"}, ""),
        (["numpy"], {"numpy": "/usr/lib/python3/dist-packages/n"}, ""),
    ],
)
def test_clashes_of_libraries(names: list[str], paths: dict[str, str], says: str) -> None:
    """Two pygames, pip's numpy beside apt's builds, pip's pygame on a Pi: each is named."""
    check = health_libraries.clashes(
        distributions=names, path_of=lambda name: paths.get(name, ""), machine="aarch64"
    )
    assert says in check.advice
    assert (check.health is Health.OK) == (says == "")


def test_library_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing one names its package; one built for another numpy says so; versions are told."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert health_libraries.version_of("picamera2", needed=False).health is Health.OK
    missing = health_libraries.version_of("picamera2", needed=True)
    assert "apt install python3-picamera2" in missing.advice

    def clash(name: str) -> ModuleType:
        raise ValueError("numpy.dtype size changed")

    assert "2." in health_libraries.version_of("numpy", needed=True).found
    monkeypatch.setattr("importlib.import_module", clash)
    broken = health_libraries.version_of("cv2", needed=True)
    assert "dtype size changed" in broken.found
    assert broken.health is Health.FAULT


def test_check_that_breaks_is_a_line() -> None:
    """A bug in one check costs that line, not the others."""

    def broken() -> Check:
        raise RuntimeError("boom")

    found = health.run_all([("a", broken), ("b", lambda: health.fine("b", "well"))])
    assert [check.health for check in found] == [Health.WARNING, Health.OK]
    assert "boom" in found[0].found


@dataclass
class Bench:
    """Devices that do what the test says."""

    answer: Any = None
    closed: int = 0
    lit: list[str] = field(default_factory=list)
    pressed: bool = False

    def load(self, kind: DeviceKind, name: str) -> Any:  # noqa: ANN401 - stands for any class
        assert name in {"gpio", "picamera2"}
        if isinstance(self.answer, DeviceError) and kind is not DeviceKind.CAMERA:
            raise self.answer
        return lambda *_, **__: self

    def poll(self) -> Frame | None:
        if isinstance(self.answer, DeviceError):
            raise self.answer
        found: Frame | None = self.answer
        return found

    def is_pressed(self) -> bool:
        return self.pressed

    def on(self) -> None:
        self.lit.append("on")

    def close(self) -> None:
        self.closed += 1


def devices(bench: Bench, *, in_use: bool = False, settings: Settings = ON_A_PI) -> Devices:
    return Devices(settings=settings, in_use=in_use, load=bench.load, pause=lambda _: None)


def picture(level: int) -> Frame:
    return Frame(image=np.full((48, 64, 3), level, dtype=np.uint8), taken_s=1.0, number=1)


@pytest.mark.parametrize(
    ("answer", "state", "says"),
    [
        (picture(100), Health.OK, "64x48"),
        (picture(2), Health.WARNING, "dark"),
        (None, Health.FAULT, "no picture came"),
        (DeviceError("held by other"), Health.FAULT, "held by other"),
    ],
)
def test_camera_is_asked_for_one_picture(answer: Any, state: Health, says: str) -> None:  # noqa: ANN401
    """A picture, a dark one, none, or a reason; the camera is let go in every case."""
    bench = Bench(answer=answer)
    check = devices(bench).camera()
    assert (check.health, says in check.found) == (state, True)
    assert bench.closed == 1


def test_button_and_light_are_tried_and_let_go() -> None:
    """The lamp blinks, the contact is looked at, a busy pin says who holds it."""
    bench = Bench()
    assert devices(bench).light().health is Health.OK
    assert devices(bench).button().health is Health.OK
    assert (bench.lit, bench.closed) == (["on"], 2)
    assert devices(Bench(pressed=True)).button().health is Health.WARNING
    busy = Bench(answer=DeviceError("Pin BCM 17 is held by pi-meyer"))
    assert "held by pi-meyer" in devices(busy).button().advice
    assert "held by pi-meyer" in devices(busy).light().advice


def test_running_box_is_not_disturbed() -> None:
    """While the service runs nothing is opened."""
    busy = Bench(answer=DeviceError("must not be asked"))
    for check in (devices(busy, in_use=True).camera(), devices(busy, in_use=True).button()):
        assert "in use by the running box" in check.found
    assert "in use" in devices(busy, in_use=True).light().found


def test_pins_name_their_holders(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's list of lines tells who holds each pin of the settings."""
    library = ModuleType("lgpio")
    library.gpiochip_open = lambda _: 0  # type: ignore[attr-defined]
    library.gpiochip_close = lambda _: 0  # type: ignore[attr-defined]
    library.gpio_get_line_info = lambda _, pin: [0, pin, 0, "", "lg" if pin == 17 else ""]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", library)
    alone, running = devices(Bench()).pins(), devices(Bench(), in_use=True).pins()
    assert alone.found == running.found == "LIFT BCM 17: lg, light BCM 27: free"
    assert alone.health is Health.OK
    assert running.health is Health.WARNING  # the running box should hold its light
    assert "has not light BCM 27" in running.advice


def test_focus_says_the_distance() -> None:
    """A focus that is set is said as a distance, which a ruler can check."""
    fixed = parse("[camera]\ndriver = 'picamera2'\nlens_position = 12.5")
    assert "80 mm" in devices(Bench(), settings=fixed).focus().found
    assert "module3" in devices(Bench()).focus().found


def test_laptop_is_not_asked_for_hardware() -> None:
    """Without a Pi the simulated table and the keyboard are as good."""
    found = devices(Bench(answer=DeviceError("x")), settings=parse("[button]\ndriver='keyboard'"))
    checks = (found.camera(), found.focus(), found.light(), found.button(), found.pins())
    assert all(check.health is Health.OK for check in checks)


def test_command_prints_a_line_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain lines and JSON say the same; the exit code tells a fault."""
    file = tmp_path / "settings.toml"
    file.write_text(f"[data]\nfolder = '{tmp_path}'")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(cli_doctor, "service_runs", lambda: False)
    code = run_doctor(as_json=True, settings_file=file)
    told = json.loads(capsys.readouterr().out)
    assert code == int(told["health"] == "fault")
    parts = [line["part"] for line in told["checks"]]
    assert {"settings", "camera", "pins", "disk", "power", "numpy", "libraries"} <= set(parts)
    run_doctor(as_json=False, settings_file=file)
    plain = capsys.readouterr().out
    assert all(f"  {part}: " in plain for part in parts)


@pytest.mark.parametrize("text", ["langauge = 'da'", "= nonsense"])
def test_spoilt_settings_are_a_fault_and_the_rest_is_looked_at(tmp_path: Path, text: str) -> None:
    """A spoilt settings file is the first line; everything else is examined all the same."""
    file = tmp_path / "settings.toml"
    file.write_text(text)
    found = examine(file)
    assert (found[0].part, found[0].health) == ("settings", Health.FAULT)
    assert len(found) > 15
