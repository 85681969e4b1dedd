"""One drawing, written as SVG and as PDF. All lengths are millimetres from the top left corner.

Text is drawn as outlines of the two house fonts, so that it looks the same on every printer; its
words are kept beside it for screen readers and for the tests.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from font_fjallaone import FjallaOne
from font_source_sans_pro import SourceSansProBold, SourceSansProSemibold
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

if TYPE_CHECKING:
    from pathlib import Path

    Point = tuple[float, float]
    Step = tuple[str, tuple[Point, ...]]

POINTS_PER_MM: Final = 72 / 25.4
KAPPA: Final = 0.5522847498

FONTS: Final = {
    "poster": FjallaOne,
    "bold": SourceSansProBold,
    "text": SourceSansProSemibold,
}
CAP: Final = {"poster": 0.834, "bold": 0.651, "text": 0.651}  # cap height of one unit of size


@cache
def font(name: str) -> Any:
    """Return one of the house fonts."""
    return TTFont(FONTS[name])


@dataclass(frozen=True, slots=True)
class Shape:
    """One filled or stroked outline."""

    steps: tuple[Step, ...]
    fill: str | None
    stroke: str | None
    line_mm: float
    dash_mm: tuple[float, float] | None
    words: str = ""
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Where a line of text stands: SVG draws its letters from a common stock."""

    x: float
    baseline: float
    cap_mm: float
    face: str


@dataclass(slots=True)
class Sheet:
    """A page."""

    width_mm: float
    height_mm: float
    title: str
    language: str
    shapes: list[Shape] = field(default_factory=list)

    def path(
        self,
        steps: tuple[Step, ...],
        *,
        fill: str | None = None,
        stroke: str | None = None,
        line_mm: float = 0.3,
        dash_mm: tuple[float, float] | None = None,
        words: str = "",
    ) -> None:
        """Add an outline."""
        self.shapes.append(Shape(steps, fill, stroke, line_mm, dash_mm, words))

    def box(
        self, x: float, y: float, wide: float, high: float, radius: float = 0.0, **look: Any
    ) -> None:
        """Add a rectangle, its corners rounded."""
        self.path(rounded(x, y, wide, high, radius), **look)

    def circle(self, x: float, y: float, radius: float, **look: Any) -> None:
        """Add a circle."""
        self.box(x - radius, y - radius, 2 * radius, 2 * radius, radius, **look)

    def line(self, start: Point, end: Point, **look: Any) -> None:
        """Add a straight line."""
        self.path((("M", (start,)), ("L", (end,))), **look)

    def text(
        self, words: str, x: float, baseline: float, cap_mm: float, face: str = "text", **look: Any
    ) -> float:
        """Add a line of text by its left edge and baseline; return where it ends."""
        steps, width = outlines(words, cap_mm, face)
        moved = tuple(
            (name, tuple((px + x, baseline - py) for px, py in points)) for name, points in steps
        )
        colour = look.get("fill", "#14100C")
        place = Text(x, baseline, cap_mm, face)
        self.shapes.append(Shape(moved, colour, None, 0.0, None, words, place))
        return x + width

    def paragraph(  # noqa: PLR0917 - a place, a width, a size: the order of every line of text
        self, words: str, x: float, baseline: float, wide: float, cap_mm: float, face: str = "text"
    ) -> float:
        """Add text in lines no wider than `wide`; return the baseline after the last."""
        for row in wrapped(words, wide, cap_mm, face):
            self.text(row, x, baseline, cap_mm, face)
            baseline += cap_mm * 2.05
        return baseline

    def write(self, path: Path) -> None:
        """Write ``path`` with the endings .svg and .pdf."""
        path.with_suffix(".svg").write_text(self.svg(), encoding="utf-8")
        path.with_suffix(".pdf").write_bytes(self.pdf())

    def svg(self) -> str:
        """Return the page as SVG, one unit a millimetre."""
        body = "\n".join(_svg_shape(shape) for shape in self.shapes)
        size = f'width="{self.width_mm:g}mm" height="{self.height_mm:g}mm"'
        view = f'viewBox="0 0 {self.width_mm:g} {self.height_mm:g}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} xml:lang="{self.language}">\n'
            f"<title>{escape(self.title)}</title>\n{self._stock()}\n{body}\n</svg>\n"
        )

    def _stock(self) -> str:
        """Return every letter that the page uses, once."""
        used = {(s.text.face, letter) for s in self.shapes if s.text for letter in s.words}
        letters = "\n".join(_svg_letter(face, letter) for face, letter in sorted(used))
        return f"<defs>\n{letters}\n</defs>"

    def pdf(self) -> bytes:
        """Return the page as PDF 1.4, without a date."""
        wide, high = self.width_mm * POINTS_PER_MM, self.height_mm * POINTS_PER_MM
        flip = f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {high:.3f} cm"
        content = "\n".join([flip, *(_pdf_shape(shape) for shape in self.shapes)])
        stream = zlib.compress(content.encode("ascii"), 9)
        title = self.title.encode("utf-16-be").hex().upper()
        parts = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.3f} {high:.3f}] "
            "/Resources << >> /Contents 4 0 R >>".encode(),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(stream)
            + stream
            + b"\nendstream",
            f"<< /Title <FEFF{title}> >>".encode(),
        ]
        return _pdf_file(parts)


def _pdf_file(parts: list[bytes]) -> bytes:
    made, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n" % number + part + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(parts) + 1
    tail = b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    head = b"xref\n0 %d\n0000000000 65535 f \n" % count
    return made + head + table + tail % (count, len(made))


def rounded(x: float, y: float, wide: float, high: float, r: float) -> tuple[Step, ...]:
    """Return a rectangle's outline with corners of radius r (0: square)."""
    right, low = x + wide, y + high
    if not r:
        return (
            ("M", ((x, y),)),
            ("L", ((right, y),)),
            ("L", ((right, low),)),
            ("L", ((x, low),)),
            ("Z", ()),
        )
    k = r * (1 - KAPPA)
    return (
        ("M", ((x + r, y),)),
        ("L", ((right - r, y),)),
        ("C", ((right - k, y), (right, y + k), (right, y + r))),
        ("L", ((right, low - r),)),
        ("C", ((right, low - k), (right - k, low), (right - r, low))),
        ("L", ((x + r, low),)),
        ("C", ((x + k, low), (x, low - k), (x, low - r))),
        ("L", ((x, y + r),)),
        ("C", ((x, y + k), (x + k, y), (x + r, y))),
        ("Z", ()),
    )


def outlines(words: str, cap_mm: float, face: str) -> tuple[tuple[Step, ...], float]:
    """Return a line's outlines, baseline at 0 and upwards positive, and its width."""
    made = font(face)
    glyphs, table, widths = made.getGlyphSet(), made.getBestCmap(), made["hmtx"]
    scale = cap_mm / CAP[face] / made["head"].unitsPerEm
    steps: list[Step] = []
    x = 0.0
    for letter in words:
        name = table.get(ord(letter))
        if name is None:
            raise KeyError(f"The font {face} has no {letter!r}; draw it instead.")
        pen = DecomposingRecordingPen(glyphs)
        glyphs[name].draw(pen)
        steps += _steps(pen.value, x, scale)
        x += widths[name][0] * scale
    return tuple(steps), x


def width_mm(words: str, cap_mm: float, face: str) -> float:
    """Return how wide a line is."""
    made = font(face)
    table, widths = made.getBestCmap(), made["hmtx"]
    scale = cap_mm / CAP[face] / made["head"].unitsPerEm
    return float(sum(widths[table[ord(letter)]][0] for letter in words) * scale)


def wrapped(words: str, wide: float, cap_mm: float, face: str) -> list[str]:
    """Return the lines of a text that fit a width."""
    rows, row = [], ""
    for word in words.split():
        longer = f"{row} {word}".strip()
        if row and width_mm(longer, cap_mm, face) > wide:
            rows.append(row)
            row = word
        else:
            row = longer
    return [*rows, row]


def _steps(recorded: list[Any], x: float, scale: float) -> list[Step]:
    """Turn a pen's record into moves, lines and cubic curves."""
    steps: list[Step] = []
    here = (0.0, 0.0)
    for name, raw in recorded:
        points = tuple((px * scale + x, py * scale) for px, py in raw if raw)
        match name:
            case "moveTo":
                steps.append(("M", points))
            case "lineTo":
                steps.append(("L", points))
            case "curveTo":
                steps.append(("C", points))
            case "qCurveTo":
                steps.extend(("C", curve) for curve in _cubics(here, points))
            case _:
                steps.append(("Z", ()))
        if points:
            here = points[-1]
    return steps


def _cubics(start: Point, points: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """Return TrueType's quadratic run as cubic curves."""
    curves: list[tuple[Point, ...]] = []
    *offs, end = points
    for i, off in enumerate(offs):
        last = i == len(offs) - 1
        following = offs[i + 1] if not last else end
        goal = end if last else ((off[0] + following[0]) / 2, (off[1] + following[1]) / 2)
        first = (start[0] + 2 / 3 * (off[0] - start[0]), start[1] + 2 / 3 * (off[1] - start[1]))
        second = (goal[0] + 2 / 3 * (off[0] - goal[0]), goal[1] + 2 / 3 * (off[1] - goal[1]))
        curves.append((first, second, goal))
        start = goal
    return curves


def _svg_letter(face: str, letter: str) -> str:
    """Return a letter's outline, 100 units of cap height, for the stock."""
    steps, _ = outlines(letter, 100.0, face)
    flipped = tuple((name, tuple((x, -y) for x, y in points)) for name, points in steps)
    return f'<path id="{face}-{ord(letter):x}" d="{_svg_data(flipped, 1)}"/>'


def _svg_data(steps: tuple[Step, ...], digits: int) -> str:
    return "".join(
        name + " ".join(f"{x:.{digits}f},{y:.{digits}f}" for x, y in points)
        for name, points in steps
    )


def _svg_shape(shape: Shape) -> str:
    label = f' aria-label="{escape(shape.words, {chr(34): "&quot;"})}"' if shape.words else ""
    if shape.text:
        return f'<g fill="{shape.fill}"{label}>{_svg_line(shape.words, shape.text)}</g>'
    look = f'fill="{shape.fill or "none"}"'
    if shape.stroke:
        look += f' stroke="{shape.stroke}" stroke-width="{shape.line_mm:g}"'
    if shape.dash_mm:
        look += f' stroke-dasharray="{shape.dash_mm[0]:g} {shape.dash_mm[1]:g}"'
    return f'<path d="{_svg_data(shape.steps, 3)}" {look}{label}/>'


def _svg_line(words: str, text: Text) -> str:
    """Return the letters of a line, taken from the stock."""
    uses, x = [], text.x
    for letter in words:
        place = f"translate({x:.3f} {text.baseline:.3f}) scale({text.cap_mm / 100:g})"
        uses.append(f'<use href="#{text.face}-{ord(letter):x}" transform="{place}"/>')
        x += width_mm(letter, text.cap_mm, text.face)
    return "".join(uses)


def _pdf_shape(shape: Shape) -> str:
    rows = []
    if shape.fill:
        rows.append(f"{_rgb(shape.fill)} rg")
    if shape.stroke:
        rows.append(f"{_rgb(shape.stroke)} RG {shape.line_mm:g} w")
    on, off = shape.dash_mm or (0.0, 0.0)
    rows.append(f"[{on:g} {off:g}] 0 d" if shape.dash_mm else "[] 0 d")
    for name, points in shape.steps:
        numbers = " ".join(f"{x:.2f} {y:.2f}" for x, y in points)
        rows.append(f"{numbers} {PDF_STEP[name]}".strip())
    rows.append("B" if shape.fill and shape.stroke else "f" if shape.fill else "S")
    return "\n".join(rows)


PDF_STEP: Final = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def _rgb(code: str) -> str:
    return " ".join(f"{int(code[i : i + 2], 16) / 255:.4f}" for i in (1, 3, 5))
