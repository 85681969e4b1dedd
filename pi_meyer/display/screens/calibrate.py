"""Calibration step by step: what to do in large words, and the place for the camera's picture.

The view holds no picture. Whoever may show one (fairness P8) lays it into the place "preview".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import DIM
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.tiles import Plate, State
from pi_meyer.display.screens.cells import GAP, HEAD_H, cells, ground, heading, wrapped
from pi_meyer.display.typography import Face
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import CalibrateView

PREVIEW: Final = "preview"
"""The name of the place where a picture from the camera may be laid."""


def draw(view: CalibrateView, sketch: Sketch) -> None:
    """Draw the step, the place of the picture, and the tiles to go on and back."""
    ground(sketch)
    heading(sketch, sketch.say("calibrate"), sketch.w - 60.0)
    low_h = 76.0
    low = Rect(x=GAP, y=sketch.h - GAP - low_h, w=sketch.w - 2 * GAP, h=low_h)
    top = GAP + HEAD_H + GAP
    portrait = sketch.canvas.portrait
    edge = sketch.w - 2 * 48.0 if portrait else low.y - top - GAP
    wide = sketch.canvas.square_w(edge)
    x = (sketch.w - wide) / 2 if portrait else sketch.w - GAP - wide
    preview = Rect(x=x, y=top, w=wide, h=edge)
    _draw_no_picture(sketch, preview)
    if portrait:
        words = Rect(x=30.0, y=preview.bottom + 30.0, w=sketch.w - 60.0, h=180.0)
    else:
        words = Rect(x=30.0, y=top + 14.0, w=preview.x - 60.0, h=edge)
    _draw_step(view, sketch, words)
    back, go = cells(low, 2, 1)
    sketch.tile(back, sketch.say("back"), Do(act=Act.BACK), state=State.QUIET)
    sketch.tile(go, sketch.say("on"), Do(act=Act.GO), stitched=True, likely=True)


def _draw_step(view: CalibrateView, sketch: Sketch, box: Rect) -> None:
    words = sketch.sentence(view.step)
    cap = next(
        (cap for cap in (40.0, 36.0, 33.0, 29.0, 26.0, 24.0) if _height(sketch, words, box, cap)),
        24.0,
    )
    lines = wrapped(sketch, words, box.w, cap, most=6, face=Face.POSTER)
    for number, line in enumerate(lines):
        sketch.text(line, box.x, box.y + number * cap * 1.6, cap=cap, max_w=box.w)


def _height(sketch: Sketch, words: str, box: Rect, cap: float) -> bool:
    """Whether the words fit the box at this measure."""
    lines = wrapped(sketch, words, box.w, cap, most=99, face=Face.POSTER)
    wide = max(sketch.width(line, cap) for line in lines)
    return wide <= box.w and len(lines) * cap * 1.6 <= box.h and len(lines) <= 6


def _draw_no_picture(sketch: Sketch, box: Rect) -> None:
    """An empty frame with a closed eye, until a picture may be shown."""
    plate = Plate(box.w, box.h, State.QUIET)
    sketch.put(plate, box.x, box.y, box.w, box.h, place=PREVIEW)
    size = 90.0
    x = box.centre[0] - sketch.canvas.square_w(size) / 2
    sketch.sign(Glyph.SHUT_EYE, x, box.centre[1] - size / 2, size, 5.0, DIM)
