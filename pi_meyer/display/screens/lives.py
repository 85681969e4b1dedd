"""Everybody's tally after the round; a touched row says that somebody else should have lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome
from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, DIM, GROUND, TILE, Colour
from pi_meyer.display.components.mats import Look
from pi_meyer.display.components.tiles import Plate, State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D4, NAME_CAPS_WIDE, S1, S2, Face
from pi_meyer.display.wording import MINUS
from pi_meyer.match.intents import Act, Do, PickSeat
from pi_meyer.match.views import Score

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import LivesView, Standing

MOST_ROWS = 5


def draw(view: LivesView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    parts.ground(sketch)
    sketch.target(sketch.canvas.whole, Do(act=Act.GO), likely=True)
    area = Rect(x=0.0, y=0.0, w=sketch.w, h=sketch.h - chrome.STRIP_H)
    if len(view.standings) <= MOST_ROWS:
        _rows(view, sketch, area)
    else:
        _cells(view, sketch, area)
    hint = ""
    if view.may_correct and not (view.may_buy_back and sketch.canvas.portrait):
        short = sketch.canvas.portrait or bool(view.may_buy_back)
        hint = sketch.say("wrong_s" if short else "wrong")
    chrome.strip(sketch, view.chrome, hint=hint or " ")
    if view.may_buy_back:
        _buy_back(view, sketch)


def _buy_back(view: LivesView, sketch: Sketch) -> None:
    """The way back for who is out, on the strip where undo would stand."""
    wide = 230.0 if sketch.canvas.portrait else 250.0
    right = sketch.w - 26.0
    if view.chrome.undo is not None:
        right -= chrome.plate_width(sketch, view.chrome) + 12.0
    wide = min(wide, right - 40.0)
    rect = Rect(x=right - wide, y=sketch.h - chrome.STRIP_H + 5.0, w=wide, h=56.0)
    sketch.tile(rect, sketch.say("buy_back"), Do(act=Act.BUY_BACK), state=State.QUIET)


def changed(standing: Standing, score: Score) -> str:
    """What the round did to somebody's tally, with its sign; empty for nothing."""
    if standing.lost == 0:
        return ""
    if score is Score.LIVES:
        return f"{MINUS}{standing.lost}"
    return f"+{standing.lost}" if standing.lost > 0 else f"{MINUS}{-standing.lost}"


# Up to five people: rows


def _rows(view: LivesView, sketch: Sketch, area: Rect) -> None:
    count = len(view.standings)
    portrait = sketch.canvas.portrait
    pitch = min(area.h / count, 157.0 if portrait else 116.0)
    top = (area.h - pitch * count) / 2 + 1.0
    for number, standing in enumerate(view.standings):
        row = Rect(x=0.0, y=top + number * pitch, w=area.w, h=pitch)
        _row(view, sketch, standing, row)


def _row(view: LivesView, sketch: Sketch, standing: Standing, row: Rect) -> None:
    group = f"row:{standing.person.seat}"
    high = min(row.h - 2.0, 154.0)
    band = Rect(x=8.0, y=row.y + (row.h - high) / 2, w=row.w - 16.0, h=high)
    if standing.lost > 0:
        sketch.put(Plate(band.w, band.h, State.LEGAL), band.x, band.y, band.w, band.h, group=group)
    if view.may_correct and not (standing.out and standing.lost == 0):
        answers = Rect(x=band.x, y=row.y + 7.0, w=band.w, h=row.h - 14.0)
        sketch.target(answers, PickSeat(seat=standing.person.seat), frame=band, group=group)
    if sketch.canvas.portrait:
        _portrait_row(view, sketch, standing, row)
    else:
        _landscape_row(view, sketch, standing, row)


def _landscape_row(view: LivesView, sketch: Sketch, standing: Standing, row: Rect) -> None:
    cap = D4 if row.h < 96 else (84.0 if row.h < 110 else 90.0)
    radius = min(36.0 * row.h / 82.0, 46.0)
    middle = row.centre[1]
    on = TILE if standing.lost > 0 else GROUND
    group = f"row:{standing.person.seat}"
    sketch.mat(
        standing.person,
        60.0,
        middle,
        radius,
        cap=radius * 1.2,
        look=Look.OUT if standing.out else Look.LIVE,
        group=group,
    )
    x = 60.0 + sketch.canvas.square_w(radius) * 1.16 + 24.0
    edge = min(72.0 * cap / D4, row.h - 8.0)
    die_x = sketch.w - 210.0 - (edge - 72.0)
    name = sketch.cut(
        sketch.name(standing.person).upper(),
        min(NAME_CAPS_WIDE * cap, die_x - x - 120),
        cap,
        pressed=True,
    )
    box = sketch.text(
        name,
        x,
        middle - cap / 2,
        cap=cap,
        pressed=True,
        on=on,
        colour=DIM if standing.out else CREAM,
        group=group,
    )
    _tail(
        view, sketch, standing, Rect(x=die_x, y=middle - edge / 2, w=edge, h=edge), cap=cap, on=on
    )
    if standing.out:
        parts.line(sketch, box.x - 8.0, middle - 3.0, box.w + 16.0, thick=6.0, colour=DIM)


def _tail(
    view: LivesView,
    sketch: Sketch,
    standing: Standing,
    die: Rect,
    *,
    cap: float,
    on: Colour,
) -> None:
    """What was lost, the picture of the tally, and its digit."""
    group = f"row:{standing.person.seat}"
    right = sketch.w - 42.0
    change = changed(standing, view.score)
    if change:
        small = 52.0
        sketch.text(
            change,
            die.x - 26.0,
            die.centre[1] - small / 2,
            cap=small,
            on=on,
            anchor=Anchor.RIGHT,
            group=group,
        )
    _picture(view, sketch, standing, die.x, die.y, edge=die.h)
    if standing.out and view.score is Score.LIVES:
        sketch.text(
            sketch.say("outcell"),
            right,
            die.centre[1] - 13.0,
            cap=28.0,
            colour=DIM,
            on=on,
            anchor=Anchor.RIGHT,
            max_w=right - die.right - 8.0,
            group=group,
        )
        return
    sketch.text(
        str(standing.count),
        right,
        die.centre[1] - cap / 2,
        cap=cap,
        on=on,
        colour=DIM if standing.out else CREAM,
        anchor=Anchor.RIGHT,
        group=group,
        max_w=right - die.x - sketch.canvas.square_w(die.w) - 10.0,
    )


def _picture(
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


def _portrait_row(view: LivesView, sketch: Sketch, standing: Standing, row: Rect) -> None:
    w, middle, cap = sketch.w, row.centre[1], D4
    on = TILE if standing.lost > 0 else GROUND
    group = f"row:{standing.person.seat}"
    radius = 35.0
    sketch.mat(
        standing.person,
        52.0,
        middle,
        radius,
        cap=42.0,
        look=Look.OUT if standing.out else Look.LIVE,
        group=group,
    )
    edge = 62.0
    wide = sketch.canvas.square_w(edge)
    right = w - 18.0
    digits = sketch.width(str(standing.count), cap)
    die_x = right - max(digits, 40.0) - 10.0 - wide
    x = 52.0 + sketch.canvas.square_w(radius) * 1.16 + 12.0
    end = die_x if not standing.out else w - 78.0
    name = sketch.cut(sketch.name(standing.person).upper(), end - 12.0 - x, cap, pressed=True)
    box = sketch.text(
        name,
        x,
        middle - cap / 2,
        cap=cap,
        pressed=True,
        on=on,
        colour=DIM if standing.out else CREAM,
        group=group,
    )
    if standing.out:
        parts.line(sketch, box.x - 6.0, middle - 3.0, box.w + 12.0, thick=6.0, colour=DIM)
        sketch.text(
            sketch.say("outcell"),
            right,
            middle - 14.0,
            cap=28.0,
            colour=DIM,
            on=on,
            anchor=Anchor.RIGHT,
            max_w=58.0,
            group=group,
        )
    else:
        _picture(view, sketch, standing, die_x, middle - edge / 2, edge=edge)
        sketch.text(
            str(standing.count),
            right,
            middle - cap / 2,
            cap=cap,
            on=on,
            anchor=Anchor.RIGHT,
            group=group,
        )
    change = changed(standing, view.score)
    if change and row.h > 130:
        sketch.text(
            change,
            right,
            middle + edge / 2 + 6.0,
            cap=30.0,
            on=on,
            anchor=Anchor.RIGHT,
            group=group,
        )


# Six to twelve people: a grid


def _cells(view: LivesView, sketch: Sketch, area: Rect) -> None:
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
        _picture(view, sketch, standing, box.x, middle - edge / 2, edge=edge)
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
