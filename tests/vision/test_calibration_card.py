"""The printed card is true to scale, in SVG and in PDF, and the files in the project are fresh."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from hardware.calibration_card import make
from pi_meyer.vision.card import CARD_RADIUS_MM, CENTRES_MM, MARK_MM, black_rects_mm

if TYPE_CHECKING:
    from pathlib import Path

POINT_MM = 25.4 / 72
Rect = tuple[float, float, float, float]


def svg_rects_mm(text: str) -> list[Rect]:
    """Return the black areas in real millimetres, whatever the user unit is."""
    root = ET.fromstring(text)  # noqa: S314 (our own file)
    width_mm = float(root.attrib["width"].removesuffix("mm"))
    unit = width_mm / float(root.attrib["viewBox"].split()[2])
    names = ("x", "y", "width", "height")
    return [
        tuple(float(node.attrib[name]) * unit for name in names)  # type: ignore[misc]
        for node in root.iter("{http://www.w3.org/2000/svg}rect")
    ]


def pdf_rects_mm(data: bytes) -> list[Rect]:
    """Return the black areas in real millimetres from the page's top left."""
    text = data.decode("latin-1")
    matrix = [float(n) for n in re.search(r"([-\d. ]+) cm", text)[1].split()]  # type: ignore[index]
    height = float(re.search(r"MediaBox \[0 0 [\d.]+ ([\d.]+)\]", text)[1])  # type: ignore[index]
    assert matrix[1] == matrix[2] == 0
    rects = []
    for found in re.finditer(r"([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re f", text):
        x, y, w, h = (float(n) for n in found.groups())
        top = height - (matrix[3] * y + matrix[5])
        size = (w * matrix[0], h * -matrix[3])
        rects.append(((matrix[0] * x + matrix[4]), top, *size))
    return [tuple(n * POINT_MM for n in rect) for rect in rects]  # type: ignore[misc]


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_every_black_cell_has_its_place_to_a_hundredth_of_a_millimetre(kind: str) -> None:
    """Measured in the file's own unit, all cells lie where the program expects them."""
    page = make.drawing()
    rects = svg_rects_mm(make.svg(page)) if kind == "svg" else pdf_rects_mm(make.pdf(page))
    middle = make.MIDDLE_MM
    expected = [(x + middle[0], y + middle[1], w, h) for x, y, w, h in black_rects_mm()]
    assert len(rects) == len(expected)
    for rect, wanted in zip(rects, expected, strict=True):
        assert rect == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_marks_measure_what_they_should(kind: str) -> None:
    """The whole pattern spans three pitches and one mark, in both directions."""
    page = make.drawing()
    rects = svg_rects_mm(make.svg(page)) if kind == "svg" else pdf_rects_mm(make.pdf(page))
    span = max(x for x, _ in CENTRES_MM) - min(x for x, _ in CENTRES_MM) + MARK_MM
    across = max(x + w for x, _, w, _ in rects) - min(x for x, *_ in rects)
    down = max(y + h for _, y, _, h in rects) - min(y for _, y, *_ in rects)
    assert (across, down) == pytest.approx((span, span), abs=0.01)
    assert span == pytest.approx(74.0)


def test_the_card_fits_its_circle_and_the_page() -> None:
    """What is cut out is a circle of 104 mm that lies on the page as a whole."""
    x, y, radius = make.drawing().circles[0]
    assert radius == CARD_RADIUS_MM
    assert min(x, y, make.PAGE_MM[0] - x, make.RULER_TOP_MM - y) > radius


def test_the_pdf_is_sound() -> None:
    """Every object lies where the table says, and the stream is as long as it claims."""
    data = make.pdf(make.drawing())
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref")
    offsets = [int(line[:10]) for line in data[start:].splitlines()[3:8]]
    for number, offset in enumerate(offsets, start=1):
        assert data[offset:].startswith(b"%d 0 obj" % number)
    length = int(re.search(rb"/Length (\d+)", data)[1])  # type: ignore[index]
    begin = data.index(b"stream\n") + len(b"stream\n")
    assert data[begin + length :].startswith(b"\nendstream")


def test_the_files_in_the_project_are_fresh(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Making the card again gives the stored files, byte for byte."""
    assert make.main([str(tmp_path)]) == 0
    for name in ("card.svg", "card.pdf"):
        assert (tmp_path / name).read_bytes() == (make.FOLDER / name).read_bytes()
