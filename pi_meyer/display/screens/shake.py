"""SHAKE: whose turn it is, and everybody's tally. No dice in the picture but life dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import LEATHER_MID
from pi_meyer.display.components.cups import ShakenCup, Swing
from pi_meyer.display.layout import Kind
from pi_meyer.display.motions import REST_ANGLE
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.transitions import ROCKING
from pi_meyer.display.typography import D1, D4, NAME_CAPS_WIDE

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import ShakeView

VERB_CAPS = (D1, 178.0, 166.0, 154.0, 142.0, 129.0, 118.0, 108.0, 98.0)


def draw(view: ShakeView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    if sketch.canvas.portrait:
        _portrait(view, sketch)
    else:
        _landscape(view, sketch)


def _landscape(view: ShakeView, sketch: Sketch) -> None:
    w, h = sketch.w, sketch.h
    parts.ground(sketch, lamp=(w * 0.72, h * 0.42, w * 0.36, h * 0.6))
    size = 352.0
    wide = sketch.canvas.square_w(size)
    left = w - 24.0 - wide
    verb = sketch.say("shake")
    room = left - 52.0 - 6.0  # up to the strokes that swing beside the cup
    cap = sketch.fits(verb, room, VERB_CAPS)
    sketch.text(verb, 52.0, 28.0 + (D1 - cap) / 2, cap=cap, max_w=room)
    _cup(sketch, left, 18.0, size)
    _whose(view, sketch, 90.0, 304.0, left - 40.0)
    _tally(view, sketch, Rect(x=24.0, y=h - 78.0, w=w - 36.0 - _signs_w(view), h=74.0))


def _portrait(view: ShakeView, sketch: Sketch) -> None:
    w, h = sketch.w, sketch.h
    parts.ground(sketch, lamp=(w * 0.5, h * 0.5, w * 0.6, h * 0.4))
    verb = sketch.say("shake")
    cap = sketch.fits(verb, w - 64.0, VERB_CAPS)
    sketch.text(verb, 32.0, 34.0, cap=cap, max_w=w - 60.0)
    size = 360.0
    wide = sketch.canvas.square_w(size)
    _cup(sketch, (w - wide) / 2, 240.0, size)
    _whose(view, sketch, 78.0, 660.0, w - 24.0)
    _tally(view, sketch, Rect(x=16.0, y=h - 124.0, w=w - 24.0 - _signs_w(view), h=112.0))


def _tally(view: ShakeView, sketch: Sketch, place: Rect) -> None:
    """Everybody's tally; it makes way for the strip of undo and notices."""
    if view.chrome.undo is not None or view.chrome.notice is not None:
        return
    parts.line(sketch, 0.0, place.y - 6.0, sketch.w, colour=LEATHER_MID)
    parts.tally_row(sketch, view.standings, view.score, place, dice=True, group="tally")


def _signs_w(view: ShakeView) -> float:
    """What the status signs take from the lowest row."""
    return 66.0 * min(3, len(view.chrome.signs))


def _cup(sketch: Sketch, x: float, y: float, size: float) -> None:
    wide = sketch.canvas.square_w(size)
    sketch.put(ShakenCup(size, REST_ANGLE), x, y, wide, size, group=ROCKING, place="shaken cup")
    w, h = 34.0, 84.0
    for at, right in (
        ((x + wide * 0.02, y + size * 0.36), False),
        ((x + wide * 0.925, y + size * 0.44), True),
    ):
        sketch.put(Swing(w, h, right), *at, w, h, kind=Kind.SOLID, place="sign")


def _whose(view: ShakeView, sketch: Sketch, cx: float, cy: float, right: float) -> None:
    radius = 50.0
    sketch.mat(view.turn, cx, cy, radius, cap=D4)
    name = sketch.name(view.turn).upper()
    x = cx + sketch.canvas.square_w(radius) * 1.14 + 20.0
    room = min(right - x, NAME_CAPS_WIDE * D4)
    name = sketch.cut(name, room, D4, pressed=True)
    sketch.text(name, x, cy - D4 / 2, cap=D4, pressed=True)
