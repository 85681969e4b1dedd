"""The sheets themselves: case label, cheat sheet, cutting template. Looks: design/screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.layout import Layout
from hardware.sheets.paper import Sheet, width_mm
from hardware.sheets.words import RANKING, WORDS, Words

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.parameters import Parameters

INK: Final = "#14100C"
LEATHER: Final = "#4A2A16"
STITCH: Final = "#D8A765"
CREAM: Final = "#F6ECD6"
IVORY: Final = "#FFF9EA"
EDGE: Final = "#9C8658"
GREY: Final = "#6B5A45"

A4_WH_MM: Final = (210.0, 297.0)
A5_WH_MM: Final = (210.0, 148.0)
LABEL_WH_MM: Final = (90.0, 62.0)
RULER_MM: Final = 50.0
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def hem(sheet: Sheet, corner: tuple[float, float], wide: float, high: float, words: str) -> None:
    """Draw the leather band with its two rows of stitches and a name on it."""
    x, y = corner
    sheet.box(x, y, wide, high, 2.0, fill=LEATHER)
    for level in (y + high - 1.4, y + high - 2.8):
        sheet.line(
            (x + 2, level), (x + wide - 2, level), stroke=STITCH, line_mm=0.45, dash_mm=(2.0, 1.5)
        )
    cap = high * 0.42
    left = x + 4
    for letter in words:
        end = sheet.text(letter, left, y + high * 0.58, cap, "poster", fill=CREAM)
        left = end + cap * 0.14


def die(sheet: Sheet, x: float, y: float, edge: float, value: int) -> None:
    """Draw an ivory die by its top left corner."""
    sheet.box(x, y, edge, edge, edge * 0.21, fill=IVORY, stroke=EDGE, line_mm=edge * 0.03)
    for column, row in PIPS[value]:
        radius = edge * (0.125 if value == 1 else 0.098)
        middle = x + edge / 2 + column * edge * 0.265, y + edge / 2 + row * edge * 0.265
        sheet.circle(*middle, radius, fill=INK)


def ruler(sheet: Sheet, x: float, y: float, words: Words) -> None:
    """Draw the line that tells whether the printer kept the scale."""
    look = {"stroke": INK, "line_mm": 0.25}
    sheet.line((x, y), (x + RULER_MM, y), words="ruler", **look)
    for i in range(6):
        sheet.line((x + 10 * i, y - 1.5), (x + 10 * i, y), **look)
    sheet.text(words.scale, x + RULER_MM + 3, y, 1.7)


def case_label() -> Sheet:
    """Return the page with the label in all languages, to be cut along the thin lines."""
    sheet = Sheet(*A4_WH_MM, "pi_meyer: case label", "mul")
    wide, high = LABEL_WH_MM
    for number, words in enumerate(WORDS.values()):
        column, row = number % 2, number // 2
        _label(sheet, 12.0 + column * (wide + 6), 14.0 + row * (high + 8), words)
    ruler(sheet, 12.0, 160.0, WORDS["en"])
    return sheet


def _label(sheet: Sheet, x: float, y: float, words: Words) -> None:
    wide, high = LABEL_WH_MM
    sheet.box(x, y, wide, high, 3.0, fill="#FFFDF6", stroke=EDGE, line_mm=0.2, words="label")
    hem(sheet, (x + 2, y + 2), wide - 4, 10.0, "MEYER")
    die(sheet, x + wide - 16.5, y + 3.0, 4.8, 2)
    die(sheet, x + wide - 10.5, y + 3.0, 4.8, 1)
    line = y + 18.0
    for heading, *sentences in (words.sees, words.keeps):
        sheet.text(heading, x + 4, line, 3.2, "poster", fill=LEATHER)
        line += 4.6
        for sentence in sentences:
            line = sheet.paragraph(sentence, x + 4, line, wide - 8, 1.8)
        line += 2.6


def cheat_sheet(language: str) -> Sheet:
    """Return the game on one page, A5 lying."""
    words = WORDS[language]
    sheet = Sheet(*A5_WH_MM, f"pi_meyer: cheat sheet ({language})", language)
    sheet.box(0, 0, *A5_WH_MM, fill="#FFFDF6")
    hem(sheet, (8, 7), A5_WH_MM[0] - 16, 18.0, "MEYER")
    die(sheet, 174.0, 9.0, 10.4, 2)
    die(sheet, 187.0, 9.0, 10.4, 1)
    _ranking(sheet, words)
    _steps(sheet, words)
    ruler(sheet, 8.0, 143.0, words)
    return sheet


def _ranking(sheet: Sheet, words: Words) -> None:
    heading, below = words.ranking
    sheet.text(heading, 8, 35, 4.2, "poster", fill=LEATHER)
    pitch_x, pitch_y, edge = 14.2, 14.2, 6.2
    for place, roll in enumerate(RANKING):
        x, y = 8 + place % 7 * pitch_x, 39 + place // 7 * pitch_y
        die(sheet, x, y, edge, int(roll[0]))
        die(sheet, x + edge + 0.5, y, edge, int(roll[1]))
        middle = x + edge + 0.25 - width_mm(roll, 2.6, "poster") / 2
        sheet.text(roll, middle, y + edge + 4.2, 2.6, "poster")
    sheet.text(below, 8, 84.0, 2.1)


def _steps(sheet: Sheet, words: Words) -> None:
    heading, *steps = words.game
    sheet.text(heading, 114, 35, 4.2, "poster", fill=LEATHER)
    line = 43.5
    for number, step in enumerate(steps, start=1):
        sheet.text(str(number), 114, line + 1.0, 5.4, "poster", fill=LEATHER)
        line = sheet.paragraph(step, 121, line, 81, 2.6) + 4.6
    heading, *lines = words.box
    sheet.text(heading, 8, 94, 4.2, "poster", fill=LEATHER)
    line = 101.0
    for sentence in lines:
        line = sheet.paragraph(sentence, 8, line, 98, 2.3) + 1.4
    sheet.paragraph(words.tonight, 114, 132.0, 88, 2.3, "bold")


def cut_template(box: Parameters) -> Sheet:
    """Return the two acrylic discs, true to scale, to be glued onto the protective film."""
    sheet = Sheet(*A4_WH_MM, "pi_meyer: cutting template", "mul")
    layout = Layout(box)
    discs = (
        ("window", 105.0, 75.0, layout.window_radius, box.window.thickness_mm, 0),
        ("base", 105.0, 195.0, layout.base_radius, box.base.disc_thickness_mm, 1),
    )
    for name, x, y, radius, thick, which in discs:
        sheet.circle(x, y, radius, stroke=INK, line_mm=0.2, words=name)
        for way in ((1, 0), (0, 1)):
            start, end = (x - 6 * way[0], y - 6 * way[1]), (x + 6 * way[0], y + 6 * way[1])
            sheet.line(start, end, stroke=INK, line_mm=0.2)
        line = y + 12
        for words in WORDS.values():
            said = words.cut[which].format(f"{thick:g}") + f", ø {2 * radius:.1f} mm"
            sheet.text(said, x - width_mm(said, 1.9, "text") / 2, line, 1.9)
            line += 4.4
    ruler(sheet, 12.0, 285.0, WORDS["en"])
    return sheet


def write_all(folder: Path, box: Parameters) -> list[Path]:
    """Write every sheet as SVG and PDF."""
    folder.mkdir(parents=True, exist_ok=True)
    sheets = {"case-label": case_label(), "cut-template": cut_template(box)}
    sheets |= {f"cheat-sheet-{language}": cheat_sheet(language) for language in WORDS}
    for name, sheet in sheets.items():
        sheet.write(folder / name)
    return [folder / name for name in sheets]
