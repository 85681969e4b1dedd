"""The paper is true to scale: measured in the files of the repository, in millimetres."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.layout import Layout
from hardware.parameters import load
from hardware.sheets.words import RANKING, WORDS
from pi_meyer.rules.house_rules import DEFAULTS
from pi_meyer.rules.ranking import ranking_of

FOLDER = Path(__file__).resolve().parents[2] / "hardware" / "print-sheet"
SIZES = {
    "case-label": (210.0, 297.0),
    "cut-template": (210.0, 297.0),
    **{f"cheat-sheet-{language}": (210.0, 148.0) for language in WORDS},
}
SHEETS = pytest.mark.parametrize("name", list(SIZES))
SVG = "{http://www.w3.org/2000/svg}"
POINT_MM = 25.4 / 72


def _svg(name: str) -> ElementTree.Element:
    return ElementTree.parse(FOLDER / f"{name}.svg").getroot()  # noqa: S314 - our own file


def _named(name: str, words: str) -> list[tuple[float, float]]:
    """Return width and height of every outline that bears a name."""
    sizes = []
    for path in _svg(name).iter(f"{SVG}path"):
        if path.get("aria-label") == words:
            pairs = re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.attrib["d"])
            xs, ys = zip(*((float(x), float(y)) for x, y in pairs), strict=True)
            sizes.append((max(xs) - min(xs), max(ys) - min(ys)))
    return sizes


def _pdf(name: str) -> tuple[tuple[float, float], str]:
    """Return a PDF's page in millimetres and its drawing operators."""
    raw = (FOLDER / f"{name}.pdf").read_bytes()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", raw)
    stream = re.search(rb"stream\n(.*)\nendstream", raw, re.DOTALL)
    assert box
    assert stream
    size = (float(box[1]) * POINT_MM, float(box[2]) * POINT_MM)
    return size, zlib.decompress(stream[1]).decode("ascii")


@SHEETS
def test_svg_and_pdf_have_the_papers_size(name: str) -> None:
    """The page is A4 or A5 to a hundredth of a millimetre in both files."""
    root = _svg(name)
    wide, high = SIZES[name]
    assert (root.get("width"), root.get("height")) == (f"{wide:g}mm", f"{high:g}mm")
    assert root.get("viewBox") == f"0 0 {wide:g} {high:g}"
    assert _pdf(name)[0] == pytest.approx((wide, high), abs=0.01)


@SHEETS
def test_the_ruler_is_fifty_millimetres(name: str) -> None:
    """The line that the builder measures is 50 mm in the SVG and in the PDF."""
    assert _named(name, "ruler") == [(50.0, 0.0)]
    operators = _pdf(name)[1]
    scale = float(operators.split(maxsplit=1)[0])
    assert scale * POINT_MM == pytest.approx(1.0, abs=1e-5)
    lines = re.findall(r"([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l\nS", operators)
    assert any(
        float(x1) - float(x0) == pytest.approx(50.0, abs=0.01) and y0 == y1
        for x0, y0, x1, y1 in lines
    )


def test_the_labels_have_one_size_and_every_language() -> None:
    """Four labels of 90 x 62 mm, one for each language, with all their sentences."""
    assert _named("case-label", "label") == [(90.0, 62.0)] * 4
    said = " ".join(g.get("aria-label", "") for g in _svg("case-label").iter(f"{SVG}g"))
    for words in WORDS.values():
        for sentence in (*words.sees, *words.keeps):
            assert sentence in said


def test_the_cutting_template_is_the_boxes() -> None:
    """The two circles are the window and the cup's base of the box, to a hundredth."""
    layout = Layout(load())
    for name, radius in (("window", layout.window_radius), ("base", layout.base_radius)):
        assert _named("cut-template", name) == [pytest.approx((2 * radius, 2 * radius), abs=0.01)]


@pytest.mark.parametrize("language", list(WORDS))
def test_a_cheat_sheet_speaks_its_language_and_stays_on_the_page(language: str) -> None:
    """Every sentence is there, and no letter begins outside the printable page."""
    root = _svg(f"cheat-sheet-{language}")
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == language
    said = " ".join(g.get("aria-label", "") for g in root.iter(f"{SVG}g"))
    words = WORDS[language]
    for sentence in (*words.game, *words.box, *words.ranking, words.tonight):
        assert sentence in said
    for use in root.iter(f"{SVG}use"):
        x, y = map(
            float, re.findall(r"translate\(([\d.-]+) ([\d.-]+)\)", use.attrib["transform"])[0]
        )
        assert 5 <= x <= 205
        assert 5 <= y <= 146


def test_the_rolls_stand_in_the_laws_order() -> None:
    """The printed ranking is that of the default rules, best first."""
    order = ranking_of(DEFAULTS)
    assert len(RANKING) == 21
    assert list(RANKING) == [str(roll) for roll in reversed(order.order)]


def test_the_label_promises_what_the_design_demands() -> None:
    """Each language says what is seen and what is kept, and how to wipe it (N3, N4)."""
    for words in WORDS.values():
        assert len(words.sees) == 3
        assert "pi-meyer matches forget" in words.keeps[-1]


def test_the_sheets_in_the_repository_are_up_to_date(tmp_path: Path) -> None:
    """Drawn again they are the same bytes."""
    pytest.importorskip("fontTools", reason="drawing needs the extra `hardware`")
    from hardware.sheets import sheets  # noqa: PLC0415 - needs fontTools

    for made in sheets.write_all(tmp_path, load()):
        for ending in (".svg", ".pdf"):
            fresh = made.with_suffix(ending).read_bytes()
            assert fresh == (FOLDER / made.name).with_suffix(ending).read_bytes(), made.name
