"""Make the calibration card: `python -m hardware.calibration_card.make [FOLDER]`.

Both files are drawn from the same shapes in millimetres (`pi_meyer.vision.card`), on A4, and are
true to scale when printed at 100 %. The PDF is written by hand: one page, plain operators.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pi_meyer.vision.card import CARD_RADIUS_MM, RectMm, black_rects_mm
from pi_meyer.vision.plate import RADIUS_MM

FOLDER: Final = Path(__file__).resolve().parents[1] / "calibration-card"

PAGE_MM: Final = (210.0, 297.0)
MIDDLE_MM: Final = (105.0, 100.0)
"""Where the card's middle lies on the page, from its top left."""

RULER_MM: Final = 100.0
RULER_TOP_MM: Final = 190.0
POINTS_PER_MM: Final = 72 / 25.4
CIRCLE_HANDLE: Final = 0.5522847498
"""Length of a cubic curve's handle that makes a quarter circle of radius 1 (error 0.03 %)."""

TEXT: Final = (
    "pi_meyer calibration card, version 1",
    "Print at 100 % (no fitting to the page). The ruler must measure 100 mm.",
    "Cut along the outer circle, lay the card on the window, printed side down,",
    "switch the lamps on, and run: pi-meyer calibrate",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What is on the page, in millimetres from its top left.

    Attributes:
        rects: black areas.
        circles: lines, as x, y, radius.
        lines: thin lines, as x1, y1, x2, y2.
        texts: x, y of the baseline, height, words.
    """

    rects: tuple[RectMm, ...]
    circles: tuple[tuple[float, float, float], ...]
    lines: tuple[tuple[float, float, float, float], ...]
    texts: tuple[tuple[float, float, float, str], ...]


def drawing() -> Drawing:
    """Return the card on its page."""
    x, y = MIDDLE_MM
    rects = tuple((x + left, y + top, w, h) for left, top, w, h in black_rects_mm())
    left = (PAGE_MM[0] - RULER_MM) / 2
    ticks = tuple(
        (left + mm, RULER_TOP_MM, left + mm, RULER_TOP_MM + (6.0 if mm % 50 == 0 else 3.0))
        for mm in range(0, int(RULER_MM) + 1, 10)
    )
    return Drawing(
        rects=rects,
        circles=((x, y, CARD_RADIUS_MM), (x, y, RADIUS_MM)),
        lines=((left, RULER_TOP_MM, left + RULER_MM, RULER_TOP_MM), *ticks),
        texts=tuple((left, 210.0 + 7 * i, 4.0, words) for i, words in enumerate(TEXT)),
    )


def svg(page: Drawing) -> str:
    """Return the page as SVG; one user unit is one millimetre."""
    width, height = PAGE_MM
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        '<g fill="black" shape-rendering="crispEdges">',
        *(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"/>'
            for x, y, w, h in page.rects
        ),
        "</g>",
        '<g fill="none" stroke="black" stroke-width="0.2">',
        *(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>' for x, y, r in page.circles),
        *(
            f'<line x1="{_n(a)}" y1="{_n(b)}" x2="{_n(c)}" y2="{_n(d)}"/>'
            for a, b, c, d in page.lines
        ),
        "</g>",
        '<g fill="black" font-family="Helvetica, Arial, sans-serif">',
        *(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}">{words}</text>'
            for x, y, size, words in page.texts
        ),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def pdf(page: Drawing) -> bytes:
    """Return the page as a PDF file; its own unit is turned into millimetres from the top left."""
    width, height = (mm * POINTS_PER_MM for mm in PAGE_MM)
    content = "\n".join(_operators(page)).encode("ascii")
    return _pdf_file(
        [
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4f} {height:.4f}] "
                "/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            ).encode("ascii"),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        ]
    )


def _operators(page: Drawing) -> list[str]:
    scale = POINTS_PER_MM
    lines = [f"{scale:.8f} 0 0 {-scale:.8f} 0 {PAGE_MM[1] * scale:.4f} cm", "0 g 0 G 0.2 w"]
    lines += [f"{_n(x)} {_n(y)} {_n(w)} {_n(h)} re f" for x, y, w, h in page.rects]
    for x, y, radius in page.circles:
        lines += _circle(x, y, radius)
    lines += [f"{_n(a)} {_n(b)} m {_n(c)} {_n(d)} l S" for a, b, c, d in page.lines]
    for x, y, size, words in page.texts:
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        lines.append(f"BT /F1 {_n(size)} Tf 1 0 0 -1 {_n(x)} {_n(y)} Tm ({escaped}) Tj ET")
    return lines


def _circle(x: float, y: float, radius: float) -> list[str]:
    handle = CIRCLE_HANDLE * radius
    lines = [f"{_n(x + radius)} {_n(y)} m"]
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        points = (
            (x + radius * a - handle * b, y + radius * b + handle * a),
            (x - radius * b + handle * a, y + radius * a + handle * b),
            (x - radius * b, y + radius * a),
        )
        lines.append(" ".join(f"{_n(px)} {_n(py)}" for px, py in points) + " c")
    return [*lines, "h S"]


def _pdf_file(objects: list[bytes]) -> bytes:
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    file += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    file += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(file)


def _n(number: float) -> str:
    """Return a number with a tenth of a micrometre and no needless zeros."""
    return f"{number:.4f}".rstrip("0").rstrip(".")


def main(arguments: list[str] | None = None) -> int:
    """Write card.svg and card.pdf; returns the exit code."""
    chosen = sys.argv[1:] if arguments is None else arguments
    folder = Path(chosen[0]) if chosen else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    page = drawing()
    (folder / "card.svg").write_text(svg(page), encoding="utf-8")
    (folder / "card.pdf").write_bytes(pdf(page))
    sys.stdout.write(f"written: {folder / 'card.svg'} and {folder / 'card.pdf'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
