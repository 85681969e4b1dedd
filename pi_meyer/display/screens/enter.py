"""The table reads the dice itself: 21 tiles with pictures of dice. You match what you see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.components.tiles import State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import S1
from pi_meyer.match.intents import Act, Do, EnterDice

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import EnterView


def draw(view: EnterView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    parts.ground(sketch)
    w, h = sketch.w, sketch.h
    top = parts.question(sketch, sketch.say("read_q"))
    top -= 8.0 if not sketch.canvas.portrait else 12.0
    sketch.small(sketch.sentence(view.why), w / 2, top, anchor=Anchor.MIDDLE, max_w=w - 40.0)
    top += S1 + 15.0
    foot_h = 56.0
    foot = h - 12.0 - foot_h
    columns = 7
    if len(view.rolls) <= 6:
        columns = 3 if not sketch.canvas.portrait else 2
    rows = max(1, -(-len(view.rolls) // columns))
    tile_w = (w - 24.0 - (columns - 1) * parts.GAP) / columns
    tile_h = (foot - top - rows * parts.GAP) / rows
    rects = parts.grid(12.0, top, tile_w, tile_h, count=len(view.rolls), columns=columns)
    for roll, rect in zip(view.rolls, rects, strict=True):
        _roll(sketch, roll, rect)
    _foot(view, sketch, Rect(x=12.0, y=foot, w=w - 24.0, h=foot_h))


def _roll(sketch: Sketch, roll: str, rect: Rect) -> None:
    """One tile: the dice side by side, or one above the other on a narrow tile."""
    group = f"roll:{roll}"
    sketch.tile(rect, "", EnterDice(roll=roll), state=State.QUIET, group=group)
    faces = [int(face) for face in roll if face in "123456"]
    stacked = rect.h > rect.w * 1.2 and len(faces) > 1
    count = max(1, len(faces))
    if stacked:
        edge = min((rect.h - 18.0) / count - 4.0, (rect.w - 12.0) / sketch.canvas.squash, 110.0)
    else:
        edge = min(rect.h - 14.0, ((rect.w - 14.0) / count - 3.0) / sketch.canvas.squash, 110.0)
    wide = sketch.canvas.square_w(edge)
    gap = 5.0
    step_x, step_y = (0.0, edge + gap) if stacked else (wide + gap, 0.0)
    x = rect.centre[0] - (wide + step_x * (count - 1)) / 2
    y = rect.centre[1] - (edge + step_y * (count - 1)) / 2
    for number, face in enumerate(faces):
        sketch.die(face, x + step_x * number, y + step_y * number, edge, group=group)


def _foot(view: EnterView, sketch: Sketch, area: Rect) -> None:
    undo_w = min(220.0, area.w * 0.46)
    sketch.tile(
        Rect(x=area.x, y=area.y, w=area.w - undo_w - parts.GAP, h=area.h),
        sketch.say("cocked"),
        Do(act=Act.COCKED),
        state=State.QUIET,
    )
    parts.undo_place(view.chrome, sketch, Rect(x=area.right - undo_w, y=area.y, w=undo_w, h=area.h))
