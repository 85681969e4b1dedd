"""Somebody is out: a die with its last pip tips over the edge of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome
from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM
from pi_meyer.display.components.leather import Patch
from pi_meyer.display.components.tiles import State
from pi_meyer.display.motions import TIPPED_ANGLE
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.transitions import FALLING, UNDO
from pi_meyer.display.typography import D2, D3, NAME_CAPS_WIDE
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import OutView, Person

NAME_CAPS = (D2, 120.0, 110.0, D3)


def draw(view: OutView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    w, h = sketch.w, sketch.h
    portrait = sketch.canvas.portrait
    parts.ground(sketch, lamp=(w * 0.35, h * 0.1, w * 0.5, h * 0.5))
    sketch.target(sketch.canvas.whole, Do(act=Act.GO), likely=True)
    edge_y = h - 114.0 if not portrait else h - 230.0
    size = 206.0 if not portrait else 250.0
    wide = sketch.canvas.square_w(size)
    left, top = (w - wide * 0.99, edge_y - size * 0.68)
    _words(view, sketch, left if not portrait else w - 24.0)
    parts.line(sketch, 0.0, edge_y, left + wide * 0.1, thick=4.0)
    sketch.die(1, left, top, size, angle=TIPPED_ANGLE, group=FALLING)
    _undo(view, sketch)
    _left(
        view,
        sketch,
        edge_y + _left_dy(view, portrait=portrait),
        (left if not portrait else w) - 24.0,
    )


def _left_dy(view: OutView, *, portrait: bool) -> float:
    """How far below the edge of the table the last row stands: upright it clears the die."""
    if not portrait:
        return 4.0
    return 24.0 if view.may_buy_back else 104.0


def _undo(view: OutView, sketch: Sketch) -> None:
    """Undo and signs on a piece of leather in the upper right corner: nothing else is there."""
    right = sketch.w - 22.0
    if view.chrome.undo is not None:
        wide = chrome.plate_width(sketch, view.chrome)
        rect = Rect(x=right - wide - 8.0, y=-14.0, w=wide + 18.0, h=86.0)
        sketch.put(Patch(rect.w, rect.h), rect.x, rect.y, rect.w, rect.h, group=UNDO)
        chrome.plate(sketch, view.chrome, right, 34.0)
        right = rect.x - 8.0
    chrome.signs(sketch, view.chrome.signs, right, 34.0, most=1)


def _words(view: OutView, sketch: Sketch, right: float) -> None:
    if len(view.people) == 1:
        top = 40.0 if not sketch.canvas.portrait else 96.0
        room = min(NAME_CAPS_WIDE * D2, sketch.w - 72.0)
        name = sketch.name(view.people[0]).upper()
        cap = sketch.fits(name, room, NAME_CAPS) if sketch.canvas.portrait else D2
        name = sketch.cut(name, room, cap, pressed=True)
        sketch.text(name, 42.0, top, cap=cap, pressed=True)
        words = sketch.say("out")
        cap = sketch.fits(words, right - 60.0, NAME_CAPS)
        sketch.text(words, 46.0, top + 152.0, cap=cap, pressed=True, max_w=right - 60.0)
        return
    _many(view.people, sketch, right)


def _many(people: tuple[Person, ...], sketch: Sketch, right: float) -> None:
    """Several went out together: their mats, and the word."""
    top = 40.0 if not sketch.canvas.portrait else 96.0
    room = sketch.w - 92.0
    pitch = min(136.0, room / len(people))
    radius = min(60.0, pitch * 0.42 / sketch.canvas.squash)
    for number, person in enumerate(people):
        sketch.mat(person, 46.0 + pitch * (number + 0.5), top + 64.0, radius)
    words = sketch.say("out_many")
    cap = sketch.fits(words, right - 60.0, NAME_CAPS)
    sketch.text(words, 46.0, top + 152.0, cap=cap, pressed=True, max_w=right - 60.0)


def _left(view: OutView, sketch: Sketch, top: float, right: float) -> None:
    """Who is left, below the edge of the table; or the way back."""
    middle = top + 57.0
    cap = 42.0
    x = 42.0
    if view.may_buy_back:
        label = sketch.say("buy_back")
        rect = Rect(
            x=24.0,
            y=middle - 36.0,
            w=min(280.0, right - 24.0) if not sketch.canvas.portrait else 204.0,
            h=72.0,
        )
        sketch.tile(rect, label, Do(act=Act.BUY_BACK), state=State.LEGAL)
        x = rect.right + 24.0
        if sketch.canvas.portrait:
            x, middle = 42.0, middle + 90.0
    if not view.left:
        return
    words = sketch.say("left", str(len(view.left)))
    box = sketch.text(words, x, middle - cap / 2, cap=cap, max_w=right - x, colour=CREAM)
    room = right - box.right - 16.0
    pitch = min(78.0, room / len(view.left))
    if pitch < 26.0:
        return
    radius = min(29.0, pitch * 0.43 / sketch.canvas.squash)
    for number, person in enumerate(view.left):
        sketch.mat(person, box.right + 16.0 + pitch * (number + 0.5), middle, radius)
