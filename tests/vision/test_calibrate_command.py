"""`pi-meyer calibrate`: what it writes, and which picture it names when it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_meyer.service.cli_calibrate import run_calibrate
from pi_meyer.simulation.chance import random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import render
from pi_meyer.vision.calibration import (
    Calibration,
    load_calibration,
)
from pi_meyer.vision.dice_in_use import DieInUse
from pi_meyer.vision.window_fit import fit_window
from tests.vision.card_pictures import card_picture, geometry

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt


def write(path: Path, image: npt.NDArray[np.uint8]) -> str:
    assert cv2.imwrite(str(path), image)
    return str(path)


def test_the_command_writes_a_calibration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Card and empty window in, one file out, and a line for each part."""
    empty = np.full((480, 640, 3), 40, dtype=np.uint8)
    pictures = [
        write(tmp_path / "window.png", empty),
        write(tmp_path / "card.png", card_picture(*geometry(3))),
    ]
    out = tmp_path / "calibration.toml"
    assert run_calibrate(pictures, out=out) == 0
    assert load_calibration(out).empty is not None
    assert "pixels a mm" in capsys.readouterr().out


@pytest.mark.parametrize("case", ["nothing", "no card", "no picture", "one top"])
def test_the_command_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Without a card, with a broken file or with too few faces nothing is written."""
    out = tmp_path / "calibration.toml"
    grey = np.full((480, 640, 3), 40, dtype=np.uint8)
    card = write(tmp_path / "card.png", card_picture(*geometry(3)))
    (tmp_path / "broken.png").write_bytes(b"not a picture")
    pictures = {
        "nothing": [],
        "no card": [write(tmp_path / "grey.png", grey)],
        "no picture": [card, str(tmp_path / "broken.png")],
        "one top": [card, write(tmp_path / "top-3.png", grey)],
    }[case]
    assert run_calibrate(pictures, out=out) == 2
    assert not out.exists()
    assert len(capsys.readouterr().err.strip()) > 20


GREY = np.full((480, 640, 3), 40, dtype=np.uint8)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["card.png", "large.png"], "large.png: 1280x960 pixels, but "),
        (["large-card.png"], "but the box looks at 640x480"),
        (["card.png", "top-3.png", "again/top_3.png"], "both show a die with 3 on top"),
        (["card.png", "grey.png", "dark.png"], "Only one of these can be the empty window"),
        (["covered.png", "grey.png"], "covered.png: only 2 of the card's marks are seen"),
        (["card.png", "dice.png"], "dice.png: The window is not empty"),
        (["bent.png"], "bent.png: The marks lie"),
    ],
)
def test_the_command_names_the_picture_that_is_wrong(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    names: list[str],
    sentence: str,
) -> None:
    """Sizes that differ, doubles, a covered card, dice in the empty window: by the file's name."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    card = card_picture(np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]]), 0.0)
    y, x = np.mgrid[:480, :640].astype(np.float32)
    covered = card.copy()
    covered[:290] = 120
    pictures = {
        "card.png": card,
        "large.png": cv2.resize(GREY, (1280, 960)),
        "large-card.png": cv2.resize(card, (1280, 960)),
        "covered.png": covered,
        "dice.png": render(random_scene(np.random.default_rng(11), kind=SceneKind.FLAT)),
        "bent.png": cv2.remap(card, x + 6 * np.sin(y / 40), y, cv2.INTER_LINEAR),
    }
    (tmp_path / "again").mkdir()
    files = [
        write(tmp_path / name, np.asarray(pictures.get(name, GREY), np.uint8)) for name in names
    ]
    assert run_calibrate(files) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "data").exists()


def test_the_calibration_names_the_camera_of_the_settings(tmp_path: Path) -> None:
    """What the command writes is refused by a box with another camera."""
    settings = tmp_path / "settings.toml"
    settings.write_text('[camera]\nprofile = "module3_wide"\n', encoding="utf-8")
    card = write(tmp_path / "card.png", card_picture(*geometry(3)))
    out = tmp_path / "calibration.toml"
    assert run_calibrate([card], out=out, settings_file=settings) == 0
    assert load_calibration(out).camera == "module3_wide"


def test_a_calibration_that_is_broken_off_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control-C says that nothing was written, and the command ends with 2."""

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pi_meyer.service.cli_calibrate.calibrate", stop)
    card = write(tmp_path / "card.png", GREY)
    assert run_calibrate([card], out=tmp_path / "out.toml") == 2
    assert "Nothing was written" in capsys.readouterr().err


@pytest.mark.parametrize(("edge_mm", "is_said"), [(15.7, False), (16.4, False), (12.1, True)])
def test_dice_that_measure_otherwise_than_the_settings_say_are_mentioned(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    edge_mm: float,
    is_said: bool,
) -> None:
    """Other dice, or a card that was printed smaller: the builder is sent to the ruler."""
    fit = fit_window(card_picture(*geometry(2)))
    die = DieInUse(edge_mm=edge_mm, body_bgr=(40.0, 50.0, 200.0), pip_bgr=(240.0, 241.0, 242.0))
    found = Calibration(plate=fit.plate, residual_mm=fit.residual_mm, die=die)
    monkeypatch.setattr("pi_meyer.service.cli_calibrate.calibrate", lambda _: found)
    settings = tmp_path / "settings.toml"
    settings.write_text('[dice]\nprofile = "western_16mm"\n', encoding="utf-8")
    grey = write(tmp_path / "card.png", GREY)
    assert run_calibrate([grey], out=tmp_path / "out.toml", settings_file=settings) == 0
    assert ("ruler" in capsys.readouterr().out) == is_said
