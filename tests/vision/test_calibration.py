"""The calibration file gives back what was stored and refuses what it must."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.vision.calibration import (
    Calibration,
    load_calibration,
    parse_calibration,
    save_calibration,
    to_toml,
)
from pi_meyer.vision.dice_in_use import DieInUse
from pi_meyer.vision.empty_window import EmptyWindow
from pi_meyer.vision.plate import (
    Plate,
    region_of_interest,
)
from pi_meyer.vision.window_fit import CalibrationError, fit_window
from tests.vision.card_pictures import card_picture, geometry

if TYPE_CHECKING:
    from pathlib import Path


SIZE_WH = (640, 480)


def whole() -> Calibration:
    fit = fit_window(card_picture(*geometry(2)))
    return Calibration(
        plate=replace(fit.plate, edge_mm=15.9),
        residual_mm=fit.residual_mm,
        die=DieInUse(edge_mm=15.9, body_bgr=(40.0, 50.0, 200.0), pip_bgr=(240.0, 241.0, 242.0)),
        lens_position=13.7,
        empty=EmptyWindow(points=2, light=b"\x00\x10\x20\xff", lamps_mm=((1.0, -2.5, 0.8),)),
    )


def test_the_file_gives_back_what_was_stored(tmp_path: Path) -> None:
    """Saved and loaded, every part is the same, and no spare file stays behind."""
    path = tmp_path / "deep" / "calibration.toml"
    save_calibration(whole(), path)
    assert load_calibration(path, SIZE_WH) == whole()
    assert [entry.name for entry in path.parent.iterdir()] == ["calibration.toml"]


def test_a_calibration_of_the_card_alone_is_enough() -> None:
    """Dice, focus and empty window are optional parts."""
    alone = replace(whole(), die=None, lens_position=None, empty=None)
    alone = replace(alone, plate=replace(alone.plate, edge_mm=16.0))
    assert parse_calibration(to_toml(alone), "here") == alone


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("version = 2", "version = 1", "of version 1"),
        ("version = 2", "version = 99", "of version 99"),
        ('camera = "unknown"', "camera = 7", "a line of text"),
        ("homography = [", "homography = [0, 0, 0, 0, 0, 0, 0, 0, 0] #", "do not fit together"),
        ("centre_xy_px = [", "centre_xy_px = [1.0, 2.0] #", "do not fit together"),
        ("px_per_mm =", "px_per_mm = 2.0 #", "do not fit together"),
        ("k1 =", "k1 = -0.5 #", "do not fit together"),
        ('kind = "pi_meyer calibration"', 'kind = "cake"', "this is no calibration"),
        ("px_per_mm =", "px_per_mn =", "did you mean 'px_per_mm'"),
        ("k1 =", "k1 = 7 #", "from -0.5 to 0.5"),
        ("[dice]", "[mice]", "unknown part 'mice'"),
        ("[window]", "[window", "damaged"),
        ("opposite_sum = 7", "opposite_sum = 8", "exactly 7"),
        ('light = "', 'light = "!', "damaged"),
        ("points = 2", "points = 3", "damaged"),
    ],
)
def test_a_wrong_file_is_refused_in_plain_words(old: str, new: str, sentence: str) -> None:
    """Old, foreign and damaged files name themselves and what to do."""
    text = to_toml(whole())
    assert old in text
    with pytest.raises(SettingsError, match="my file") as caught:
        parse_calibration(text.replace(old, new, 1), "my file")
    assert sentence in str(caught.value)


def test_a_calibration_of_another_camera_is_refused(tmp_path: Path) -> None:
    """Pictures of another size belong to another camera or setting."""
    path = tmp_path / "calibration.toml"
    save_calibration(whole(), path)
    with pytest.raises(CalibrationError, match="640x480 pixels, but this camera sends 1280x720"):
        load_calibration(path, (1280, 720))


def test_a_calibration_made_with_another_camera_of_the_same_pictures_is_refused(
    tmp_path: Path,
) -> None:
    """The wide camera sends pictures of the same size; its window lies elsewhere in them."""
    path = tmp_path / "calibration.toml"
    save_calibration(replace(whole(), camera="module3_wide"), path)
    assert load_calibration(path, SIZE_WH, camera="module3_wide").camera == "module3_wide"
    with pytest.raises(CalibrationError, match="the settings name module3;"):
        load_calibration(path, SIZE_WH, camera="module3")
    save_calibration(whole(), path)  # nobody said with which
    assert load_calibration(path, SIZE_WH, camera="module3") == whole()


def parsed(text: str) -> tuple[Plate | None, str]:
    try:
        return parse_calibration(text, "here").plate, ""
    except SettingsError as problem:
        return None, str(problem)


def test_changed_numbers_are_refused_or_of_use() -> None:
    """Whatever number of the file is changed, it is refused by name or its window can be used."""
    rng = np.random.default_rng(3)
    text = to_toml(whole())
    numbers = list(re.finditer(r"-?[0-9][0-9.e-]*", text))
    for _ in range(300):
        number = numbers[rng.integers(len(numbers))]
        new = str(rng.choice(["0", "-1", "1e300", "nan", "inf", "0.001", "7", "-40.5", "x"]))
        changed = text[: number.start()] + new + text[number.end() :]
        plate, said = parsed(changed)
        assert said.startswith("here") if plate is None else region_of_interest(plate).any()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[" * 5000, b"x" * 300_000])
def test_garbage_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    """Whatever lies in the file's place, the answer is a sentence."""
    path = tmp_path / "calibration.toml"
    path.write_bytes(content)
    with pytest.raises(CalibrationError, match="calibrat"):
        load_calibration(path)
    with pytest.raises(CalibrationError, match="cannot be read"):
        load_calibration(tmp_path / "nothing.toml")


def test_only_a_seen_window_can_be_stored(tmp_path: Path) -> None:
    """A guessed plate is no calibration, and a place that cannot be written is named."""
    guess = Calibration(plate=Plate.default(SIZE_WH), residual_mm=0.0)
    with pytest.raises(CalibrationError, match="card"):
        to_toml(guess)
    (tmp_path / "file").write_text("x")
    with pytest.raises(CalibrationError, match="cannot be written"):
        save_calibration(whole(), tmp_path / "file" / "calibration.toml")
    (tmp_path / "folder" / "full").mkdir(parents=True)
    with pytest.raises(CalibrationError, match="cannot be written"):
        save_calibration(whole(), tmp_path / "folder")
    assert not (tmp_path / "folder.new").exists()
