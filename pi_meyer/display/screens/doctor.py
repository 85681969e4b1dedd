"""The health of the box: what is wrong first and large, with what to do; what is well in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, MUTED
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.languages import catalogue
from pi_meyer.display.screens.cells import GAP, HEAD_H, back_tile, ground, heading, lines_of
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D4, S1

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import CheckLine, DoctorView

ROW_H: Final = 64.0
TALL_ROW_H: Final = 80.0
BACK_W: Final = 170.0
SEVERITY: Final = {"fault": 0, "warning": 1, "ok": 2}


def draw(view: DoctorView, sketch: Sketch) -> None:
    """Draw the faults, then the warnings, then all that is well."""
    ground(sketch)
    portrait = sketch.canvas.portrait
    heading(sketch, sketch.say("doctor"), sketch.w - BACK_W - 60.0)
    back_tile(sketch, Rect(x=sketch.w - GAP - BACK_W, y=GAP, w=BACK_W, h=HEAD_H))
    ill = [line for line in view.lines if line.state != "ok"]
    ill.sort(key=lambda line: SEVERITY.get(line.state, 1))
    well = [line for line in view.lines if line.state == "ok"]
    top = GAP + HEAD_H + 22.0
    if not ill:
        top = _draw_all_well(sketch, top)
    well_h = (80.0 if portrait else 54.0) if well else 12.0
    row_h = TALL_ROW_H if portrait else ROW_H
    most = max(1, int((sketch.h - top - well_h) // row_h))
    for number, line in enumerate(ill[:most]):
        _draw_line(sketch, line, top + number * row_h)
    _draw_well(sketch, well, sketch.h - well_h, most=3 if portrait else 2)


def said(sketch: Sketch, words: str) -> str:
    """A key of the catalogue in this language, or the plain text that it is."""
    return sketch.say(words) if catalogue.has(words) else words


def _draw_all_well(sketch: Sketch, top: float) -> float:
    words = sketch.say("doctor_ok")
    size = 110.0
    y = top + 40.0
    sign = sketch.sign(Glyph.TICK, sketch.w / 2 - sketch.canvas.square_w(size) / 2, y, size, 18.0)
    cap = sketch.fits(words, sketch.w - 60.0, (D4, 60.0, 48.0, 40.0, 33.0))
    y = sign.bottom + 36.0
    sketch.text(words, sketch.w / 2, y, cap=cap, anchor=Anchor.MIDDLE, max_w=sketch.w - 60.0)
    return y + cap


def _draw_line(sketch: Sketch, line: CheckLine, y: float) -> None:
    size = 30.0
    glyph = Glyph.CROSS if line.state == "fault" else Glyph.DASH
    sign = sketch.sign(glyph, 28.0, y + 7.0, size, 7.0)
    left = sign.right + 18.0
    name = said(sketch, line.what)
    portrait = sketch.canvas.portrait
    column = 190.0 if portrait else 210.0
    sketch.text(name, left, y + (2.0 if portrait else 8.0), cap=27.0, max_w=column)
    words_x = left + column + 14.0
    room = sketch.w - words_x - 24.0
    value = f"{sketch.say(f'state_{line.state}')}  {line.value}".strip()
    value_y = y + (8.0 if portrait else 0.0)
    sketch.small(value, words_x, value_y, colour=CREAM, max_w=room, strong=True)
    if not line.advice:
        return
    if portrait:  # too narrow for two columns of words: the advice gets a line of its own
        words_x, room = left, sketch.w - left - 24.0
    advice_y = y + (41.0 if portrait else 27.0)
    sketch.small(said(sketch, line.advice), words_x, advice_y, max_w=room)


def _draw_well(sketch: Sketch, well: list[CheckLine], y: float, *, most: int) -> None:
    if not well:
        return
    names = " · ".join(f"{said(sketch, line.what)} {line.value}".strip() for line in well)
    words = f"{sketch.say('state_ok')}: {names}"
    box = Rect(x=28.0, y=y, w=sketch.w - 56.0, h=0.0)
    lines_of(sketch, words, box, cap=S1, pitch=22.0, most=most, colour=MUTED)
