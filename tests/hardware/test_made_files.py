"""The files that a builder downloads: closed, printable, small, and of this very box."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np
import pytest

from hardware.layout import Layout
from hardware.make import CASE, PICTURES, SHEETS, VARIANTS
from hardware.parameters import load

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    Corners = npt.NDArray[np.float64]

STLS = sorted(CASE.glob("*.stl"))
PARTS = {
    "body", "lid", "cup_ring", "window_seat", "lamp_ring", "camera_seat", "computer_tray",
    "screen_frame", "screen_clamp", "base_rim", "base_disc",
}  # fmt: skip
RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("none", "<u2")])
MOST_BYTES = 10_000_000
SPACE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


def read_stl(path: Path) -> Corners:
    """Return the triangles' corners, ``(n, 3, 3)``, in mm."""
    raw = path.read_bytes()
    made = np.frombuffer(raw[84:], dtype=RECORD)
    assert len(made) == int(np.frombuffer(raw[80:84], dtype="<u4")[0])
    return made["corners"].astype(np.float64)


def volume_mm3(corners: Corners) -> float:
    """Return what a closed mesh holds."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    return float(np.sum(a * np.cross(b, c)) / 6)


def test_every_printed_part_has_its_file() -> None:
    """One STL a part, named as in the bill of materials."""
    assert {path.stem for path in STLS} == PARTS


@pytest.mark.parametrize("path", STLS, ids=[path.stem for path in STLS])
def test_an_stl_is_closed_and_fits_the_bed(path: Path) -> None:
    """Every edge belongs to two faces that run it in opposite ways; size and floor are right."""
    corners = read_stl(path)
    points, index = np.unique(
        np.rint(corners.reshape(-1, 3) * 1e3).astype(np.int64), axis=0, return_inverse=True
    )
    faces = index.reshape(-1, 3)
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    forth = edges[:, 0] * len(points) + edges[:, 1]
    back = edges[:, 1] * len(points) + edges[:, 0]
    assert np.array_equal(np.sort(forth), np.sort(back))
    assert volume_mm3(corners) > 1000
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    assert low[2] == pytest.approx(0, abs=1e-3)
    assert np.all(high - low <= load().printer.bed_xyz_mm)


def test_the_body_is_the_box_of_the_numbers() -> None:
    """Width, depth and height of the file are those of parameters.toml."""
    corners, layout = read_stl(CASE / "body.stl"), Layout(load())
    size = corners.max(axis=(0, 1)) - corners.min(axis=(0, 1))
    assert size == pytest.approx([*layout.body_wd, layout.lid_under_z], abs=1.0)


@pytest.mark.parametrize("name", ["pi_meyer-case", *(f"variant-{name}" for name in VARIANTS)])
def test_a_3mf_holds_all_parts_in_millimetres(name: str) -> None:
    """Each part is an object with its name, and each object is on the plate."""
    with zipfile.ZipFile(CASE / f"{name}.3mf") as archive:
        model = ElementTree.fromstring(archive.read("3D/3dmodel.model"))  # noqa: S314 - our own
    assert model.get("unit") == "millimeter"
    assert {made.get("name") for made in model.iter(f"{SPACE}object")} == PARTS
    assert len(list(model.iter(f"{SPACE}item"))) == len(PARTS)


def test_the_step_names_every_part() -> None:
    """Another CAD program shows the parts by their names, the window too, and no date."""
    text = (CASE / "pi_meyer-case.step").read_text(encoding="utf-8")
    for part in (*(PARTS - {"screen_clamp"}), "window", "screen_clamp_upper"):
        assert f"'{part}'" in text
    assert "2026-01-01T00:00:00" in text


def test_what_is_made_stays_small() -> None:
    """Solids, paper and pictures together weigh less than ten megabytes."""
    files = [p for folder in (CASE, SHEETS, PICTURES) for p in folder.iterdir() if p.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
