"""Everybody's tally after the round; a touched row says that somebody else should have lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome
from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, DIM, GROUND, TILE, Colour
from pi_meyer.display.components.mats import Look
from pi_meyer.display.components.tiles import Plate, State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.screens.lives_cells import cells, changed, picture
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D4, NAME_CAPS_WIDE
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
        cells(view, sketch, area)
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
    picture(view, sketch, standing, die.x, die.y, edge=die.h)
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
        picture(view, sketch, standing, die_x, middle - edge / 2, edge=edge)
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
