"""Calibration step by step: what to do in large words, and a drawing of what is to lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.tiles import State
from pi_meyer.display.components.window_seen import WindowSeen
from pi_meyer.display.screens.cells import GAP, HEAD_H, cells, ground, heading, wrapped
from pi_meyer.display.typography import Face
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import CalibrateView


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
    _draw_window(view, sketch, preview)
    if portrait:
        words = Rect(x=30.0, y=preview.bottom + 30.0, w=sketch.w - 60.0, h=180.0)
    else:
        words = Rect(x=30.0, y=top + 14.0, w=preview.x - 60.0, h=edge)
    _draw_step(view, sketch, words)
    back, go = cells(low, 2, 1)
    sketch.tile(back, sketch.say("back"), Do(act=Act.BACK), state=State.QUIET)
    key = "done" if view.shows == "done" else "calib_next"
    sketch.tile(go, sketch.say(key), Do(act=Act.GO), stitched=True, likely=True)


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


def _draw_window(view: CalibrateView, sketch: Sketch, box: Rect) -> None:
    """The window, and on it what belongs there now."""
    seen = WindowSeen(box.h, card=view.shows == "card")
    sketch.put(seen, box.x, box.y, box.w, box.h, place="window")
    middle_x, middle_y = box.centre
    if view.shows == "die":
        edge = box.h * 0.36
        sketch.die(view.top, middle_x - sketch.canvas.square_w(edge) / 2, middle_y - edge / 2, edge)
    elif view.shows == "done":
        size = box.h * 0.44
        left = middle_x - sketch.canvas.square_w(size) / 2
        sketch.sign(Glyph.TICK, left, middle_y - size / 2, size, 16.0)
