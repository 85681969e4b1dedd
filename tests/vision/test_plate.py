"""The mask leaves nothing of the room, and the window's coordinates are true."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.ports.camera import Frame
from pi_meyer.vision.plate import Plate, region_of_interest

if TYPE_CHECKING:
    from pathlib import Path

SIZES_WH = [(640, 480), (400, 300), (1280, 960), (320, 240), (64, 48)]


def white(size_wh: tuple[int, int]) -> Frame:
    image = np.full((size_wh[1], size_wh[0], 3), 255, dtype=np.uint8)
    return Frame(image=image, taken_s=1.5, number=7)


@pytest.mark.parametrize("size_wh", SIZES_WH)
def test_everything_outside_the_circle_is_exactly_zero(size_wh: tuple[int, int]) -> None:
    """Pixels farther from the middle than the radius are 0 in every channel (N1)."""
    plate = Plate.default(size_wh)
    masked = plate.mask(white(size_wh)).image
    y, x = np.mgrid[: size_wh[1], : size_wh[0]]
    away = np.hypot(x - size_wh[0] / 2, y - size_wh[1] / 2) / plate.px_per_mm
    assert not masked[away > plate.radius_mm + 1.5 / plate.px_per_mm].any()
    assert (masked[away < plate.radius_mm - 1.5 / plate.px_per_mm] == 255).all()


def test_a_face_above_the_table_leaves_no_trace() -> None:
    """A head drawn outside the window changes no pixel of the masked frame (N1)."""
    plate = Plate.default((640, 480))
    quiet, face = white((640, 480)), white((640, 480))
    rng = np.random.default_rng(0)
    face.image[:, :60] = rng.integers(0, 255, (480, 60, 3))
    face.image[:60, 560:] = rng.integers(0, 255, (60, 80, 3))
    assert (plate.mask(quiet).image == plate.mask(face).image).all()


def test_the_mask_is_a_copy_and_keeps_time_and_number() -> None:
    """The camera's own buffer stays as it was; when and which frame it was stays known (R1)."""
    frame = white((640, 480))
    masked = Plate.default((640, 480)).mask(frame)
    assert (frame.image == 255).all()
    assert (masked.taken_s, masked.number) == (1.5, 7)


def test_a_frame_of_another_size_is_named() -> None:
    """A camera that changed its size silently is found out."""
    with pytest.raises(SettingsError, match="400x300"):
        Plate.default((640, 480)).mask(white((400, 300)))


def test_the_uncalibrated_plate_cuts_no_die_that_can_be_read(shared: Path) -> None:
    """In every picture to be read, all corners of all dice lie inside the default circle."""
    lines = (shared / "frames" / "manifest.jsonl").read_text().splitlines()
    rows = [row for row in map(json.loads, lines) if row["expect"]["action"] == "read"]
    mask = region_of_interest(Plate.default((640, 480)))
    assert len(rows) > 100
    for row in rows:
        for die in row["dice"]:
            assert all(mask[round(y), round(x)] for x, y in die["px_corners"]), row["file"]


@pytest.mark.parametrize("k1", [0.0, 0.08, -0.05])
def test_millimetres_and_pixels_undo_each_other(k1: float) -> None:
    """With lens and perspective, to_px undoes to_mm within a hundredth of a pixel."""
    plate = Plate(
        size_wh=(640, 480),
        centre_xy_px=(322.0, 236.0),
        px_per_mm=4.9,
        homography=(0.2, 0.004, -65.0, -0.003, 0.21, -49.0, 2e-5, -3e-5, 1.0),
        k1=k1,
    )
    points = np.random.default_rng(1).uniform((60, 40), (580, 440), (50, 2))
    assert plate.to_px(plate.to_mm(points)) == pytest.approx(points, abs=0.01)


def test_a_plate_without_homography_scales_about_its_middle() -> None:
    """One millimetre to the right of the middle is px_per_mm pixels to the right."""
    plate = Plate(size_wh=(640, 480), centre_xy_px=(310.0, 250.0), px_per_mm=5.0)
    assert plate.to_px(np.array([[1.0, 0.0]])).tolist() == [[315.0, 250.0]]
    assert plate.to_mm(np.array([[310.0, 260.0]])).tolist() == [[0.0, 2.0]]
