"""The path tracer's scenes and manifests; nothing here needs the tracer itself."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.rules.rolls import BottomFace, top
from pi_meyer.simulation.dice_model import STYLES, Die
from pi_meyer.simulation.optics import Lens
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.setting import Mark, MarkKind
from tests.benchmarks.traced import surfaces, truth
from tests.benchmarks.traced.__main__ import main
from tests.benchmarks.traced.plan import planned
from tests.benchmarks.traced.scenery import KIND_SHARES, draw_cast
from tests.benchmarks.traced.solids import Carving, die_solid
from tests.benchmarks.traced.stage import lamp_rows, numbers_of, solids_of
from tests.benchmarks.traced.world import llvm_library

if TYPE_CHECKING:
    from pathlib import Path

SEED = 3
LENS = Lens()


def flat_die(value: int, style: str = "white_black") -> Die:
    return Die(
        style=STYLES[style], bottom=BottomFace(value), centre_mm=(4.0, -3.0, 8.0), yaw_deg=25
    )


def painted(die: Die, *, without: int | None = None) -> truth.Image:
    """A picture of the lower face: white, with a black disc on each pip but one."""
    picture = np.full((480, 640, 3), 200, np.uint8)
    rows, columns = np.mgrid[0:480, 0:640]
    radius = die.pip_radius * die.edge_mm * LENS.px_per_mm
    for number, (x, y) in enumerate(LENS.project(die.bottom_pips_mm())):
        if number != without:
            picture[np.hypot(columns - x, rows - y) < radius] = 40
    return picture


def test_a_set_holds_the_kinds_in_the_shared_pictures_shares_half_of_each_with_near_lamps() -> None:
    """Every kind comes as often as in the shared pictures, and half of it with near lamps."""
    tasks = planned(sum(KIND_SHARES.values()), SEED)
    assert Counter(task.kind for task in tasks) == KIND_SHARES
    for kind, share in KIND_SHARES.items():
        assert sum(task.near for task in tasks if task.kind is kind) == share // 2


def test_a_set_may_keep_to_some_kinds() -> None:
    """Only they are planned, in the shares that they have among themselves."""
    tasks = planned(66, SEED, (SceneKind.COCKED_WALL, SceneKind.THREE_DICE))
    kinds = Counter(task.kind for task in tasks)
    assert kinds == {SceneKind.COCKED_WALL: 42, SceneKind.THREE_DICE: 24}


def test_the_same_seed_and_number_draw_the_same_scene_and_another_number_another() -> None:
    """A set that was broken off goes on as it would have gone."""
    first = draw_cast(SEED, 5, near=True, kind=SceneKind.RIM)
    assert first == draw_cast(SEED, 5, near=True, kind=SceneKind.RIM)
    assert first != draw_cast(SEED, 6, near=True, kind=SceneKind.RIM)


@pytest.mark.parametrize("kind", list(KIND_SHARES))
def test_every_kind_gives_solids_above_the_window_and_a_line_of_json(kind: SceneKind) -> None:
    """No solid reaches below the window, and the manifest says what must be done."""
    cast = draw_cast(SEED, 1, near=True, kind=kind)
    clear, opaque = solids_of(cast, 0.0)
    lowest = min((solid.corners_mm[:, 2].min() for solid in [*clear, *opaque]), default=0.0)
    assert lowest > -1e-9
    row = truth.row(cast, "frame-001.jpg", np.zeros((480, 640, 3), np.uint8))
    told = json.loads(json.dumps(row))
    want = "refuse" if cast.scene.reason else "either"
    assert told["expect"]["action"] == want
    assert told["expect"].get("reason") is not None


@pytest.mark.parametrize("value", range(1, 7))
def test_the_face_that_looks_down_has_its_pips_where_the_truth_says(value: int) -> None:
    """The corners deepest in a pip of the lower face lie above the middles that are told."""
    die = flat_die(value)
    solid = die_solid(die, Carving(depth=0.5), 0)
    low = np.unique(solid.triangles[solid.paints == 5])
    sunk = low[solid.pip_edge_mm[low] < -0.9 * die.pip_radius * die.edge_mm]
    gaps = np.linalg.norm(
        solid.corners_mm[sunk][:, None, :2] - die.bottom_pips_mm()[None, :, :2], axis=2
    )
    assert gaps.min(1).max() < 0.2
    assert set(gaps.argmin(1)) == set(range(value))


@pytest.mark.parametrize("number", range(6))
def test_a_leaning_die_touches_the_window(number: int) -> None:
    """The lowest corner of its rounded solid lies on the window, less than a hair above."""
    cast = draw_cast(SEED, number, near=False, kind=SceneKind.COCKED_WALL)
    die = next(die for die in cast.scene.dice if die.tilt_deg > 0)
    lowest = die_solid(die, Carving(depth=0.4), 0).corners_mm[:, 2].min()
    assert 0.0 <= lowest < 0.15


def test_a_white_thing_at_the_window_has_the_scenes_exposure() -> None:
    """The lamps' radiance is chosen so that their light adds up to it in the middle."""
    cast = draw_cast(SEED, 2, near=False, kind=SceneKind.FLAT)
    numbers, rows = numbers_of(cast), lamp_rows(cast)
    far2 = (rows[:, :2] ** 2).sum(1) + numbers["lamp_depth"] ** 2
    solid = numbers["lamp_area"] * numbers["lamp_depth"] ** 2 / far2**2
    passed = (1 - 0.0387) ** 2 * numbers["lamp_g"] * (rows[:, 2] * solid).sum() / np.pi
    assert passed == pytest.approx(cast.scene.setting.exposure, rel=1e-3)


def test_clear_faces_are_to_be_read_and_a_lost_or_a_faked_pip_makes_them_either() -> None:
    """What can be seen is measured in the picture, with the pips' own contrast as the measure."""
    die = flat_die(5)
    assert truth.visibility(die, LENS, painted(die), 2.0).clear
    assert not truth.visibility(die, LENS, painted(die, without=4), 2.0).clear
    four = flat_die(4)
    assert not truth.visibility(four, LENS, painted(die), 2.0).clear
    assert truth.visibility(four, LENS, painted(four), 2.0).contrast == pytest.approx(160, abs=5)


def test_what_is_read_from_above_is_seven_minus_what_lies_below() -> None:
    """The manifest tells both, sorted."""
    cast = draw_cast(SEED, 9, near=False, kind=SceneKind.FLAT)
    row = json.loads(json.dumps(truth.row(cast, "a.jpg", np.zeros((480, 640, 3), np.uint8))))
    want = sorted(int(top(BottomFace(value))) for value in row["expect"]["bottom"])
    assert row["expect"]["top"] == want


@pytest.mark.parametrize("kind", list(MarkKind))
def test_a_clean_window_changes_nothing_and_each_dirt_does_something(kind: MarkKind) -> None:
    """The dirt's map is zero without marks and not with any."""
    assert not surfaces.dirt(()).any()
    assert surfaces.dirt((Mark(kind=kind, strength=1.0, seed=SEED),)).any()


def test_without_the_tracer_installed_one_plain_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends with 1 and names the extra."""
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    assert main(["--out", f"{tmp_path}/set", "--count", "1"]) == 1
    assert "pip install '.[traced]'" in capsys.readouterr().err


def test_llvm_must_be_new_enough_and_may_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """15 would abort the process; of several the newest is taken, the named one before all."""
    monkeypatch.delenv("DRJIT_LIBLLVM_PATH", raising=False)
    folder = str(tmp_path.relative_to("/"))
    (tmp_path / "libLLVM-15.so.1").touch()
    with pytest.raises(SettingsError, match="LLVM 16 or later"):
        llvm_library((folder,))
    for name in ("libLLVM-16.so.1", "libLLVM.so.19.1"):
        (tmp_path / name).touch()
    assert llvm_library((folder,)) == str(tmp_path / "libLLVM.so.19.1")
    monkeypatch.setenv("DRJIT_LIBLLVM_PATH", "/opt/libLLVM.so")
    assert llvm_library((folder,)) == "/opt/libLLVM.so"


def test_a_set_can_keep_to_lamps_near_the_lens() -> None:
    """Asked for, all tasks have near lamps; else every other one of a kind has."""
    assert all(task.near for task in planned(40, SEED, all_near=True))
    assert 15 <= sum(task.near for task in planned(40, SEED)) <= 20
