"""Contact sheets, and twins of given pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.simulation.chance import Doses
from pi_meyer.simulation.contact_sheet import main, parse_doses
from pi_meyer.simulation.manifest import read_rows, scene_from_row
from pi_meyer.simulation.window_view import render

if TYPE_CHECKING:
    from pathlib import Path


def test_a_sheet_of_every_kind_is_written(tmp_path: Path) -> None:
    """One tile a kind, in rows of six."""
    out = tmp_path / "sheet.png"
    assert main([str(out), "--number", "13"]) == 0
    sheet = cv2.imread(str(out))
    assert sheet is not None
    assert sheet.shape == (3 * 288, 6 * 384, 3)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--doses", "rain=1"],
        ["--doses", "haze=much"],
        ["--doses", "haze=-1"],
        ["--doses", "haze=nan"],
        ["--frames", "nowhere"],
        ["--number", "0"],
    ],
)
def test_nonsense_is_one_line_and_exit_code_2(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user's mistake is told in one sentence, without a traceback."""
    assert main([str(tmp_path / "sheet.png"), *arguments]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    """The manifest's absence is said by name."""
    with pytest.raises(SettingsError, match=r"manifest\.jsonl"):
        read_rows(tmp_path)


def test_doses_are_parsed_by_name() -> None:
    """Given doses are turned, others stay."""
    assert parse_doses(["haze=2", "noise=0"]) == Doses(haze=2.0, noise=0.0)


def test_twins_lie_where_the_pictures_dice_lie(shared: Path) -> None:
    """Faces and pips of a twin fall within two pixels of the manifest's truth."""
    rows = [r for r in read_rows(shared / "frames") if r["kind"] in ("flat", "touching", "lifted")]
    for row in rows[::5]:
        scene = scene_from_row(row)
        for entry, corners, pips in zip(
            row["dice"], scene.corners_px(), scene.pips_px(), strict=True
        ):
            for want, have in ((entry["px_corners"], corners), (entry["px_pips"], pips)):
                gaps = np.linalg.norm(np.array(want)[:, None] - have[None], axis=2).min(1)
                assert gaps.max() < 2.5, row["file"]


def test_twins_have_the_contrast_of_their_pictures(shared: Path) -> None:
    """Over many faces, pip contrast of twins and pictures differs by under 15 levels of 255."""
    rows = read_rows(shared / "frames")
    wanted = [r for r in rows if r["kind"] == "flat" and r["lamps"]["ring_radius_mm"] >= 50][::3]
    gaps = []
    for row in wanted:
        picture = cv2.imread(str(shared / "frames" / row["file"]))
        assert picture is not None
        real = np.asarray(picture, np.uint8)
        twin = render(scene_from_row(row, real))
        for entry in row["dice"]:
            corners = np.rint(np.array(entry["px_corners"])).astype(np.int32)
            mask = np.zeros(real.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, corners, 1)
            gaps.append(float(twin[mask > 0].std()) - float(real[mask > 0].std()))
    assert abs(np.median(gaps)) < 15
