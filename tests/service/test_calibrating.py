"""The box is calibrated on its own screen; the calibration that lies there is used or refused."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_meyer.display.panel import Panel
from pi_meyer.match.intents import Act, Do
from pi_meyer.match.views import CalibrateView
from pi_meyer.rules.rolls import BottomFace
from pi_meyer.service.calibration_place import calibration_file, find_calibration
from pi_meyer.service.cli import main
from pi_meyer.service.cli_calibrate import focus_range
from pi_meyer.service.config import CameraSettings, Settings
from pi_meyer.service.flow.asked_picture import HANDS_OFF_S, PATIENCE_S
from pi_meyer.service.flow.host import Host
from pi_meyer.service.wiring import build
from pi_meyer.simulation.dice_model import STYLES, Die
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import SimulatedTable
from pi_meyer.simulation.window_view import render
from pi_meyer.storage.memory import MemoryJournal
from pi_meyer.vision.calibration import Calibration, load_calibration, save_calibration
from pi_meyer.vision.profiles import camera_names, camera_profile
from pi_meyer.vision.window_fit import fit_window
from tests.service.pilot import Pilot
from tests.vision.card_pictures import card_picture

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.ports.camera import Frame
    from pi_meyer.service.box import Box

SIZE_WH = (640, 480)


@dataclass
class Bench:
    """The simulated camera, in front of which a person lays a card, nothing, or one die."""

    clock: SteppedClock = field(default_factory=SteppedClock)
    shown: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]] | None = None

    def __post_init__(self) -> None:
        self.table = SimulatedTable(self.clock, seed=3)
        self.table.take_cup()
        self._camera = SimulatedCamera(self.table, self.clock, seed=3)
        self._rng = np.random.default_rng(4)
        self.kept: list[Calibration] = []
        self.silent = False
        self.host = Host(journal=MemoryJournal(boot="test"), keep_calibration=self.kept.append)
        self.box: Box = build(
            host=self.host,
            panel=Panel(),
            clock=self.clock,
            camera=self,
            button=None,
            beside=False,
        )

    def poll(self) -> Frame | None:
        frame = self._camera.poll()
        if frame is None or self.shown is None or self.silent:
            return None if self.silent else frame
        noisy = self.shown.astype(np.float64) + self._rng.normal(0, 1.0, self.shown.shape)
        return replace(frame, image=np.clip(noisy, 0, 255).astype(np.uint8))

    def close(self) -> None:
        self._camera.close()

    def run_for(self, seconds: float) -> CalibrateView:
        for _ in range(round(seconds / 0.05)):
            view = self.box.step()
            self.clock.advance(0.05)
        assert isinstance(view, CalibrateView)
        return view

    def lay_card(self) -> None:
        lens = self.table.scene_at(0.0).setting.lens
        matrix = np.array(
            [
                [lens.px_per_mm, 0.0, lens.size_wh[0] / 2],
                [0.0, lens.px_per_mm, lens.size_wh[1] / 2],
                [0.0, 0.0, 1.0],
            ]
        )
        self.shown = card_picture(matrix, 0.0, noise=0.0)

    def lay_nothing(self) -> None:
        self.shown = None

    def lay_die(self, top: int, *, beside: int = 7) -> None:
        bottom = BottomFace(beside - top)
        setting = replace(self.table.scene_at(0.0).setting, cup=None)
        die = Die(style=STYLES["white_black"], bottom=bottom, centre_mm=(2.0, 1.0, 8.0))
        self.shown = render(Scene(kind=SceneKind.ONE_DIE, setting=setting, dice=(die,)))

    def go(self) -> str:
        """Touch "go on", wait for the picture; return what the screen then says."""
        self.box.handle(Do(act=Act.GO))
        assert self.run_for(HANDS_OFF_S / 2).step.key == "calib_look"
        return self.run_for(HANDS_OFF_S).step.key

    def open(self) -> CalibrateView:
        self.run_quiet(1.0)
        self.box.handle(Do(act=Act.MENU))
        self.box.handle(Do(act=Act.CALIBRATE))
        return self.run_for(0.5)

    def run_quiet(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.box.step()
            self.clock.advance(0.05)


def test_the_card_alone_leaves_the_dice_as_the_settings_name_them() -> None:
    """Until a die is measured the eye expects the edge of the set dice, as after a restart."""
    bench = Bench()
    bench.box.eye.edge_mm = 12.0
    bench.open()
    bench.lay_card()
    bench.go()
    plate = bench.box.eye.plate
    assert plate is not None
    assert plate.edge_mm == 12.0
    assert plate.homography == bench.kept[0].plate.homography


def test_the_screen_leads_through_card_window_and_six_faces() -> None:
    """Step by step everything is learned, kept at once, and the eye looks through it."""
    bench = Bench()
    assert bench.open().step.key == "calib_card"
    bench.lay_card()
    assert bench.go() == "calib_clear"
    assert len(bench.kept) == 1  # the card alone is kept already
    assert bench.box.eye.plate == bench.kept[0].plate
    bench.lay_nothing()
    assert bench.go() == "calib_show"
    for top in range(1, 7):
        bench.lay_die(top)
        said = bench.go()
    assert said == "calib_done"
    learned = bench.kept[-1]
    assert learned.die is not None
    assert learned.empty is not None
    assert learned.plate.edge_mm == pytest.approx(16.0, abs=0.6)
    assert bench.box.eye.plate == learned.plate
    bench.box.handle(Do(act=Act.GO))
    bench.run_quiet(0.2)
    assert not isinstance(bench.box.evening.view(0.0), CalibrateView)


def test_a_step_that_fails_says_what_to_do_and_may_be_tried_again() -> None:
    """Without the card, and with a die on the empty window, nothing is learned and nothing lost."""
    bench = Bench()
    bench.open()
    assert bench.go() == "calib_failed"
    assert bench.kept == []
    bench.lay_card()
    assert bench.go() == "calib_clear"
    bench.lay_die(3)
    assert bench.go() == "calib_failed"
    bench.lay_nothing()
    assert bench.go() == "calib_show"


def test_a_die_that_does_not_sum_to_seven_is_found_out_at_once() -> None:
    """The first face that does not fit the one below it ends the matter."""
    bench = Bench()
    bench.open()
    bench.lay_card()
    bench.go()
    bench.lay_nothing()
    bench.go()
    bench.lay_die(1, beside=5)  # a 4 below
    assert bench.go() == "calib_failed"
    view = bench.run_for(0.1)
    assert "7" in view.step.gaps[0]


def test_a_camera_that_sends_nothing_does_not_hold_the_calibration_up() -> None:
    """Behind the screen of the sleeping camera it waits no longer; asked again it may see."""
    bench = Bench()
    bench.open()
    bench.lay_card()
    bench.silent = True
    bench.box.handle(Do(act=Act.GO))
    bench.run_quiet(HANDS_OFF_S + PATIENCE_S + 0.2)
    bench.box.handle(Do(act=Act.GO))  # "the camera sleeps" was read
    assert bench.run_for(0.1).step.key == "try_asleep"
    bench.silent = False
    assert bench.go() == "calib_clear"


def test_a_touch_beside_the_ways_reaches_no_game() -> None:
    """In the place nothing of the game answers, and a touch too many takes one picture."""
    bench = Bench()
    bench.open()
    bench.lay_card()
    for act in (Act.GO, Act.GO, Act.SAME, Act.NOTHING, Act.UNDO):
        bench.box.handle(Do(act=act))
    bench.run_for(2 * HANDS_OFF_S)
    assert len(bench.kept) == 1


def test_hidden_dice_are_given_up_before_a_camera_is_looked_through() -> None:
    """While dice are hidden the place asks; only LIFT opens it, and the round is void (P8)."""
    pilot = Pilot().play()
    pilot.shake()
    assert pilot.screen == "ready"
    pilot.act(Act.MENU)
    pilot.act(Act.CALIBRATE)
    confirm = pilot.view.chrome.confirm
    assert confirm is not None
    assert confirm.what.key == "ask_calibrate"
    assert pilot.evening.hides_dice()
    pilot.lift(2, 1)
    assert pilot.reveals == 0
    assert pilot.screen == "calibrate"
    assert not pilot.evening.hides_dice()
    assert pilot.evening.take_drop()
    pilot.act(Act.BACK)
    pilot.act(Act.BACK)
    assert set(pilot.lives.values()) == {6}


def test_no_leaves_the_hidden_round_as_it_was() -> None:
    """The question is answered with NO: the dice lie as before, and the round goes on."""
    pilot = Pilot().play()
    pilot.shake()
    pilot.act(Act.MENU)
    pilot.act(Act.CALIBRATE)
    pilot.act(Act.CANCEL)
    pilot.act(Act.BACK)
    assert pilot.screen == "ready"
    assert pilot.evening.hides_dice()


# --- the command -----------------------------------------------------------------------------


def test_the_command_learns_from_pictures_and_writes_where_the_box_looks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Card, window and six faces in any order; the box finds the file without being told."""
    bench = Bench()
    bench.lay_card()
    shown = {"card": bench.shown}
    empty = Scene(kind=SceneKind.NO_DICE, setting=bench.table.scene_at(0.0).setting, dice=())
    shown["empty"] = render(replace(empty, setting=replace(empty.setting, cup=None)))
    for top in range(1, 7):
        bench.lay_die(top)
        shown[f"top-{top}"] = bench.shown
    for name, image in shown.items():
        assert image is not None
        assert cv2.imwrite(str(tmp_path / f"{name}.png"), image)
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[data]\nfolder = "{tmp_path}/box"\n', encoding="utf-8")
    pictures = sorted(str(path) for path in tmp_path.glob("*.png"))
    assert main(["calibrate", *pictures, "--settings", str(settings)]) == 0
    assert "opposite sum 7" in capsys.readouterr().out
    found = find_calibration(tmp_path / "box", settings, SIZE_WH)
    assert found is not None
    assert found.die is not None
    assert found.empty is not None


@pytest.mark.parametrize("name", camera_names())
def test_the_focus_is_looked_for_round_the_window(name: str) -> None:
    """The sweep holds the working distance, and stays where the lens can go."""
    settings = Settings(camera=CameraSettings(profile=name))
    sweep = focus_range(settings)
    profile = camera_profile(name)
    if sweep is not None:
        low, high = sweep
        assert low < 1000 / profile.working_distance_mm < high
    fixed = replace(settings, camera=replace(settings.camera, lens_position=8.0))
    assert focus_range(fixed) is None


# --- the file --------------------------------------------------------------------------------


def known() -> Calibration:
    matrix = np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]])
    fit = fit_window(card_picture(matrix, 0.0))
    return Calibration(plate=fit.plate, residual_mm=fit.residual_mm, lens_position=9.5)


def test_the_box_finds_its_calibration_with_the_evenings_or_beside_the_settings(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What the box wrote counts first; the log names the file."""
    caplog.set_level(logging.INFO)
    data, etc = tmp_path / "data", tmp_path / "etc"
    etc.mkdir()
    save_calibration(known(), etc / "calibration.toml")
    assert find_calibration(data, etc / "settings.toml", SIZE_WH) == known()
    save_calibration(replace(known(), lens_position=8.0), calibration_file(data))
    found = find_calibration(data, etc / "settings.toml", SIZE_WH)
    assert found is not None
    assert found.lens_position == 8.0
    assert str(calibration_file(data)) in caplog.text


def test_without_a_calibration_the_defaults_count(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An absent file is no fault, and said once."""
    caplog.set_level(logging.INFO)
    assert find_calibration(tmp_path, tmp_path / "settings.toml", SIZE_WH) is None
    assert [record.levelname for record in caplog.records] == ["INFO"]


@pytest.mark.parametrize(
    "content", [b"", b"[window", b"\xff\xfe", b'kind = "cake"\nversion = 1\n', b"x" * 300_000]
)
def test_a_torn_or_foreign_calibration_is_left_aside_with_a_sentence(
    content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The game begins all the same, and the log says what to do."""
    calibration_file(tmp_path).write_bytes(content)
    assert find_calibration(tmp_path, tmp_path / "settings.toml", SIZE_WH) is None
    assert "pi-meyer calibrate" in caplog.text


def test_a_calibration_of_other_pictures_is_left_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file made for another size of pictures is not used."""
    save_calibration(known(), calibration_file(tmp_path))
    assert find_calibration(tmp_path, tmp_path / "settings.toml", (1280, 720)) is None
    assert "640x480" in caplog.text


def test_the_simulated_table_has_a_calibration_of_its_own(tmp_path: Path) -> None:
    """The real box's window is not laid over the simulated one, nor the other way round."""
    save_calibration(known(), calibration_file(tmp_path))
    settings = tmp_path / "settings.toml"
    assert find_calibration(tmp_path, settings, SIZE_WH, simulated=True) is None
    assert load_calibration(calibration_file(tmp_path), SIZE_WH) == known()
