"""Six to twelve people: a grid of mats with their tally; and what rows and cells share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, DIM, GROUND, TILE, Colour
from pi_meyer.display.components.mats import Look
from pi_meyer.display.components.tiles import Plate, State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D4, S1, S2, Face
from pi_meyer.display.wording import MINUS
from pi_meyer.match.intents import PickSeat
from pi_meyer.match.views import Score

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import LivesView, Standing


def changed(standing: Standing, score: Score) -> str:
    """What the round did to somebody's tally, with its sign; empty for nothing."""
    if standing.lost == 0:
        return ""
    if score is Score.LIVES:
        return f"{MINUS}{standing.lost}"
    return f"+{standing.lost}" if standing.lost > 0 else f"{MINUS}{-standing.lost}"


# Up to five people: rows


def picture(
    view: LivesView, sketch: Sketch, standing: Standing, x: float, y: float, *, edge: float
) -> None:
    """The tally as a picture; the old one shows while a life die turns."""
    seat, count = standing.person.seat, standing.count
    if standing.before != count and view.score is Score.LIVES and standing.before > 0:
        with sketch.ghost():
            parts.counter(sketch, standing.before, view.score, x, y, edge=edge, group=f"was:{seat}")
    parts.counter(
        sketch, count, view.score, x, y, edge=edge, group=f"life:{seat}", out=standing.out
    )


def cells(view: LivesView, sketch: Sketch, area: Rect) -> None:
    """All people in a grid; a touched cell corrects."""
    count = len(view.standings)
    columns = 2 if sketch.canvas.portrait else 3 if count == 6 else 4
    rows = -(-count // columns)
    inset, gap = 8.0, 8.0
    w = (area.w - 2 * inset - (columns - 1) * gap) / columns
    h = (area.h - 2 * inset - (rows - 1) * gap + 4.0) / rows
    h = min(h, 200.0)
    for standing, cell in zip(
        view.standings,
        parts.grid(inset, inset - 2.0, w, h, count=count, columns=columns, gap=gap),
        strict=True,
    ):
        _cell(view, sketch, standing, cell)


def _cell(view: LivesView, sketch: Sketch, standing: Standing, cell: Rect) -> None:
    group = f"row:{standing.person.seat}"
    lost = standing.lost > 0
    on = TILE if lost else GROUND
    if lost:
        sketch.put(Plate(cell.w, cell.h, State.LEGAL), cell.x, cell.y, cell.w, cell.h, group=group)
    if view.may_correct and not (standing.out and not lost):
        sketch.target(
            cell.grown(-2.0), PickSeat(seat=standing.person.seat), frame=cell, group=group
        )
    large = cell.w > 230.0 and cell.h > 180.0 and not sketch.canvas.portrait
    radius = 54.0 if large else min(39.0, (cell.h - 40.0) / 2.1)
    name_cap, face = (25.0, Face.POSTER) if large else (S2, Face.STRONG)
    block = 2 * radius + (24.0 if large else 12.0) + name_cap
    top = cell.centre[1] - block / 2
    cx = cell.x + (10.0 if large else 5.0) + sketch.canvas.square_w(radius) * 1.12
    cy = top + radius
    sketch.mat(
        standing.person,
        cx,
        cy,
        radius,
        cap=D4 if large else min(56.0, radius * 1.38),
        look=Look.OUT if standing.out else Look.LIVE,
        group=group,
    )
    left = cx + sketch.canvas.square_w(radius) * 1.13 + (12.0 if large else 5.0)
    _cell_tally(
        view,
        sketch,
        standing,
        Rect(x=left, y=cy - 36.0, w=cell.right - (12.0 if large else 7.0) - left, h=D4),
        on=on,
        edge=46.0 if large else 40.0,
    )
    _cell_name(
        view,
        sketch,
        standing,
        Rect(x=cell.x + 8.0, y=top + block - name_cap, w=cell.w - 16.0, h=name_cap),
        cx=cx,
        face=face,
        on=on,
    )


def _cell_tally(
    view: LivesView,
    sketch: Sketch,
    standing: Standing,
    box: Rect,
    *,
    on: Colour,
    edge: float,
) -> None:
    group = f"row:{standing.person.seat}"
    wide = sketch.canvas.square_w(edge)
    middle = box.centre[1]
    if standing.out and view.score is Score.LIVES:
        sketch.no_die(box.x, middle - edge / 2, edge)
        sketch.text(
            sketch.say("outcell"),
            box.right,
            middle - 12.0,
            cap=24.0,
            colour=DIM,
            on=on,
            anchor=Anchor.RIGHT,
            max_w=box.w - wide - 6.0,
            group=group,
        )
        return
    digits = str(standing.count)
    room = box.w - wide - 5.0
    if sketch.width(digits, D4) <= room:
        picture(view, sketch, standing, box.x, middle - edge / 2, edge=edge)
    sketch.text(
        digits,
        box.right,
        box.y,
        cap=D4,
        on=on,
        anchor=Anchor.RIGHT,
        max_w=box.w,
        colour=DIM if standing.out else CREAM,
        group=group,
    )


def _cell_name(
    view: LivesView,
    sketch: Sketch,
    standing: Standing,
    box: Rect,
    *,
    cx: float,
    face: Face,
    on: Colour,
) -> None:
    """The name under the mat, and what was lost at the other end."""
    group = f"row:{standing.person.seat}"
    change = changed(standing, view.score)
    right = box.right
    if change:
        cap = 34.0 if face is Face.POSTER else S1
        shown = sketch.text(
            change,
            box.right - 6.0,
            box.y + (box.h - cap) / 2,
            cap=cap,
            face=Face.POSTER,
            on=on,
            anchor=Anchor.RIGHT,
            group=group,
        )
        right = shown.x - 8.0
    name = sketch.cut(sketch.name(standing.person), right - box.x, box.h, face)
    half = sketch.width(name, box.h, face) / 2
    x = min(max(cx, box.x + half), right - half)
    sketch.text(
        name,
        x,
        box.y,
        cap=box.h,
        face=face,
        colour=DIM if standing.out else CREAM,
        on=on,
        anchor=Anchor.MIDDLE,
        group=group,
    )
