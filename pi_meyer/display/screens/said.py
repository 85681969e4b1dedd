"""WHAT WAS SAID? One tile answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.components.tiles import State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.typography import T1
from pi_meyer.match.intents import Act, Do, Say

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import SaidView


def draw(view: SaidView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    parts.ground(sketch)
    top = parts.question(sketch, sketch.say("said_q"))
    w, h = sketch.w, sketch.h
    foot_h = 62.0
    foot = h - 12.0 - foot_h
    tile_w = (w - 24.0 - 6 * parts.GAP) / 7
    tile_h = (foot - top - 3 * parts.GAP) / 3
    rects = parts.grid(12.0, top, tile_w, tile_h, count=len(view.tiles), columns=7)
    for tile, rect in zip(view.tiles, rects, strict=True):
        likely = tile.value == view.likely
        state = State.LEGAL if tile.legal else State.ILLEGAL
        sketch.value_tile(
            rect,
            tile.value,
            Say(value=tile.value),
            state=state,
            cap=T1 if not sketch.canvas.portrait else 36.0,
            stitched=likely or (view.likely is None and tile.meyer and tile.legal),
            likely=likely,
        )
        if likely:
            sketch.tile(
                rect,
                tile.value,
                None,
                state=State.TOUCHED,
                cap=T1 if not sketch.canvas.portrait else 36.0,
                group="touched",
            )
    _foot(view, sketch, Rect(x=12.0, y=foot, w=w - 24.0, h=foot_h))


def _foot(view: SaidView, sketch: Sketch, area: Rect) -> None:
    """Nothing was said, Kippe where it is known, and the place that is kept for undo."""
    undo_w = min(220.0, area.w * 0.46)
    room = area.w - undo_w - parts.GAP
    count = 2 if view.kippe else 1
    each = (room - (count - 1) * parts.GAP) / count
    rects = parts.grid(area.x, area.y, each, area.h, count=count, columns=count)
    if view.kippe:
        sketch.tile(rects[0], sketch.say("kippe_s"), Do(act=Act.KIPPE), cap=None)
    sketch.tile(rects[-1], sketch.say("nothing"), Do(act=Act.NOTHING), state=State.QUIET)
    parts.undo_place(view.chrome, sketch, Rect(x=area.right - undo_w, y=area.y, w=undo_w, h=area.h))
