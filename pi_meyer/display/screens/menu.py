"""The places behind the held corner; the way back wears the stitches."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import MUTED, QUIET
from pi_meyer.display.components.tiles import State
from pi_meyer.display.screens.cells import GAP, back_tile, cells, ground
from pi_meyer.display.sketch import Anchor
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import MenuView


def draw(view: MenuView, sketch: Sketch) -> None:
    """Draw one tile a place."""
    ground(sketch)
    entries = [entry for entry in view.entries if entry != Act.BACK.value]
    columns = 2 if sketch.canvas.portrait else 3
    rows = max(3, math.ceil((len(entries) + 1) / columns))
    box = Rect(x=GAP, y=GAP, w=sketch.w - 2 * GAP, h=sketch.h - 2 * GAP)
    boxes = cells(box, columns, rows)
    for cell, entry in zip(boxes, entries, strict=False):
        _draw_entry(view, sketch, entry, cell)
    last = boxes[-1]
    free = rows * columns - len(entries)
    wide = (last.w + GAP) * min(free, columns) - GAP
    if (view.chrome.notice or view.chrome.undo) and free > 1:  # what is said takes its left part
        sketch.spot = Rect(x=last.right - wide, y=last.y, w=wide - last.w - GAP, h=last.h)
        wide = last.w
    back_tile(sketch, Rect(x=last.right - wide, y=last.y, w=wide, h=last.h))


def _draw_entry(view: MenuView, sketch: Sketch, entry: str, box: Rect) -> None:
    detail = _detail(view, sketch, entry)
    group = f"menu:{entry}"
    if not detail:
        sketch.tile(box, sketch.say(entry), Do(act=Act(entry)), state=State.QUIET, group=group)
        return
    sketch.tile(box, "", Do(act=Act(entry)), state=State.QUIET, group=group)
    cap = sketch.fits(sketch.say(entry), box.w - 20.0, (33.0, 30.0, 27.0, 24.0))
    middle = box.centre[1]
    sketch.text(
        *(sketch.say(entry), box.centre[0], middle - cap - 3.0),
        cap=cap,
        on=QUIET,
        anchor=Anchor.MIDDLE,
        max_w=box.w - 20.0,
        group=group,
    )
    sketch.small(
        *(detail, box.centre[0], middle + 13.0),
        on=QUIET,
        colour=MUTED,
        anchor=Anchor.MIDDLE,
        group=group,
    )


def _detail(view: MenuView, sketch: Sketch, entry: str) -> str:
    """What a stepping entry stands at now."""
    steps = {Act.SOUND.value: view.volume, Act.LIGHT.value: view.brightness}
    if entry == Act.LANGUAGE.value:
        return sketch.say("language_name")
    step = steps.get(entry)
    return "" if step is None else sketch.say("percent", str(step))
