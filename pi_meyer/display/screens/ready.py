"""READY: two dice at rest under the cup. The same picture for every roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome
from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, LEATHER_MID
from pi_meyer.display.components.leather import HEM_LIGHT, Cup
from pi_meyer.display.components.tiles import State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.screens import ready_tiles
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D0, D1, D2, D4, S1, Face
from pi_meyer.display.writing import NARROWEST
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import ReadyView

HEARD_U = 6.0
LIFT_H = 56.0
"""How far the hem jumps when LIFT was pressed."""


def draw(view: ReadyView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    parts.ground(sketch)
    if not view.tracked:
        _untracked(view, sketch)
    elif sketch.canvas.portrait:
        _portrait(view, sketch)
    else:
        _landscape(view, sketch)


def _lifted(view: ReadyView) -> float:
    return -HEARD_U if view.heard else 0.0


def _cup(sketch: Sketch, cup: Cup, dy: float) -> None:
    sketch.put(cup, 0.0, dy, cup.w, cup.h, group="cup", place="cup")


# Nobody tells the box what is said


def _untracked(view: ReadyView, sketch: Sketch) -> None:
    w, h, dy = sketch.w, sketch.h, _lifted(view)
    tall = h - (102.0 if not sketch.canvas.portrait else 190.0)
    cup = Cup(w, tall - 60.0, tall, 32.0, 10.0, 14.0)
    _cup(sketch, cup, dy)
    word = sketch.say("ready")
    cap = sketch.fits(word, w - 2 * 62.0, (D0, D1, 167.0, 150.0, D2))
    top = (cup.hem_top - cap) * 0.5
    sketch.text(word, w / 2, top + dy, cap=cap, on=LEATHER_MID, anchor=Anchor.MIDDLE, group="cup")
    hint = sketch.say("lifthint")
    if view.chrome.notice is not None:
        told = sketch.sentence(view.chrome.notice)
        if sketch.width(told, S1, Face.STRONG) <= (w - 90.0) / NARROWEST:
            hint = told
        else:  # too long for the hem: it hangs from the upper edge
            chrome.hanging_notice(sketch, view.chrome.notice)
    middle = (cup.hem_top + cup.hem_bottom) / 2 + 13.0
    sketch.small(
        hint,
        w / 2,
        middle - S1 / 2 + dy,
        colour=CREAM,
        on=HEM_LIGHT,
        strong=True,
        anchor=Anchor.MIDDLE,
        max_w=w - 90.0,
        group="cup",
    )
    _tab(view, sketch)


def _tab(view: ReadyView, sketch: Sketch) -> None:
    w, h = sketch.w, sketch.h
    label = sketch.say("saytab")
    label_w = sketch.width(label, S1, Face.STRONG)
    width = min(w * 0.62, 20.0 + 76.0 + 18.0 + label_w + 24.0)
    rect = Rect(x=w - 24.0 - width, y=h - 70.0, w=width, h=82.0)
    sketch.tile(
        rect, "", Do(act=Act.TILES), state=State.QUIET, radius=14.0, likely=True, group="tab"
    )
    for dot in parts.grid(rect.x + 20.0, rect.y + 16.0, 8.0, 9.0, count=21, columns=7, gap=3.0):
        parts.line(sketch, dot.x, dot.y, dot.w, thick=dot.h, group="tab")
    left, room = rect.x + 114.0, width - 134.0
    sketch.small(label, left, h - 45.0, colour=CREAM, strong=True, max_w=room, group="tab")
    if sketch.canvas.portrait:
        _beside_tab(view, sketch, Rect(x=16.0, y=h - 158.0, w=w - 32.0, h=76.0))
    else:
        _beside_tab(view, sketch, Rect(x=24.0, y=h - 72.0, w=rect.x - 40.0, h=64.0))


def _beside_tab(view: ReadyView, sketch: Sketch, place: Rect) -> None:
    """Undo and signs while they are there, else everybody's tally in digits."""
    middle = place.centre[1]
    if Act.LIFT.value in view.extras:
        rect = Rect(x=place.x, y=place.y + 2.0, w=130.0, h=60.0)
        sketch.tile(rect, sketch.say("lift_tile"), Do(act=Act.LIFT), group="extra:lift")
        place = Rect(x=place.x + 142.0, y=place.y, w=place.w - 142.0, h=place.h)
    if view.chrome.undo is not None:
        room = place.w - 60.0 * min(1, len(view.chrome.signs))
        plate = chrome.plate(sketch, view.chrome, 0.0, middle, left=place.x, max_w=room)
        chrome.signs(
            sketch, view.chrome.signs, place.right, middle, most=_room(place.right - plate.right)
        )
        return
    left = chrome.signs(sketch, view.chrome.signs, place.right, middle, most=1)
    area = Rect(x=place.x, y=place.y + 2.0, w=left - place.x, h=60.0)
    parts.tally_row(sketch, view.standings, view.score, area, dice=False, group="tally")


def _room(width: float) -> int:
    return max(0, int(width // 66.0))


# Everybody sees what must be beaten


def _landscape(view: ReadyView, sketch: Sketch) -> None:
    w, dy = sketch.w, _lifted(view)
    cup = Cup(w, 203.0, 236.0, 22.0, 9.0, 4.0)
    _cup(sketch, cup, dy)
    word = sketch.say("ready")
    sketch.text(word, 41.0, 15.0 + dy, cap=D2, on=LEATHER_MID, max_w=w * 0.42, group="cup")
    right = w - 45.0
    left = _whose(view, sketch, right, dy)
    _under_the_word(view, sketch, Rect(x=41.0, y=150.0 + dy, w=left - 41.0 - 14.0, h=52.0))
    ready_tiles.tiles(view, sketch, Rect(x=12.0, y=256.0, w=w - 24.0, h=213.0))


def _whose(view: ReadyView, sketch: Sketch, right: float, dy: float) -> float:
    """The announcement and whose it is, or the opener's mat; returns where they begin."""
    if view.announced is None or view.announcer is None:
        radius = 74.0
        cx = right - sketch.canvas.square_w(radius * 1.12)
        sketch.mat(view.turn, cx, 94.0 + dy, radius, cap=100.0, group="cup")
        name = sketch.cut(sketch.name(view.turn), 190.0, S1 + 2, Face.STRONG)
        sketch.small(
            name,
            cx,
            180.0 + dy,
            cap=S1 + 2,
            colour=CREAM,
            on=LEATHER_MID,
            strong=True,
            anchor=Anchor.MIDDLE,
            group="cup",
        )
        return cx - sketch.canvas.square_w(radius * 1.16)
    number = parts.value(sketch, view.announced, right, 13.0 + dy, D1, on=LEATHER_MID, group="cup")
    radius = 51.0
    cx = number.x - 20.0 - sketch.canvas.square_w(radius)
    sketch.mat(view.announcer, cx, 82.0 + dy, radius, cap=D4, group="cup")
    name = sketch.cut(sketch.name(view.announcer), 132.0, S1, Face.STRONG)
    sketch.small(
        name,
        cx,
        158.0 + dy,
        colour=CREAM,
        on=LEATHER_MID,
        strong=True,
        anchor=Anchor.MIDDLE,
        group="cup",
    )
    return cx - sketch.canvas.square_w(radius * 1.16)


def _under_the_word(view: ReadyView, sketch: Sketch, place: Rect) -> None:
    """One line: what to undo, what to heed, a lift by touch, or whose turn it is; then signs."""
    middle = place.y + place.h / 2 + 2
    left = place.x
    if Act.LIFT.value in view.extras:
        rect = Rect(x=left, y=middle - LIFT_H / 2, w=124.0, h=LIFT_H)
        sketch.tile(rect, sketch.say("lift_tile"), Do(act=Act.LIFT), group="cup")
        left = rect.right + 12.0
    signs = view.chrome.signs
    right = place.right
    if signs:
        right = chrome.signs(sketch, signs, place.right, middle, most=1, size=50.0, group="cup")
    if view.chrome.notice is not None:
        words = sketch.sentence(view.chrome.notice)
        chrome.paragraph(sketch, words, left + 2, middle, right - left - 4, group="cup")
    elif view.chrome.undo is not None:
        chrome.plate(sketch, view.chrome, 0.0, middle, left=left, max_w=right - left, group="cup")
    else:
        _turn(view, sketch, left, middle, right - left)


def _turn(view: ReadyView, sketch: Sketch, left: float, middle: float, max_w: float) -> None:
    radius = 17.0
    half = sketch.canvas.square_w(radius)
    sketch.mat(view.turn, left + half + 4, middle, radius, cap=20.0, group="cup")
    words = sketch.say("turnof", sketch.name(view.turn))
    sketch.small(
        words,
        left + 2 * half + 16,
        middle - S1 / 2,
        colour=CREAM,
        on=LEATHER_MID,
        strong=True,
        max_w=max_w - 2 * half - 18,
        group="cup",
    )


def _portrait(view: ReadyView, sketch: Sketch) -> None:
    w, h, dy = sketch.w, sketch.h, _lifted(view)
    cup = Cup(w, 386.0, 427.0, 18.0, 9.0, 4.0)
    _cup(sketch, cup, dy)
    word = sketch.say("ready")
    cap = sketch.fits(word, w - 2 * 58.0, (167.0, 158.0, 150.0, 140.0, D2))
    sketch.text(
        word,
        w / 2,
        184.0 - cap + dy,
        cap=cap,
        on=LEATHER_MID,
        anchor=Anchor.MIDDLE,
        max_w=w - 100.0,
        group="cup",
    )
    if view.announced is None or view.announcer is None:
        sketch.mat(view.turn, w / 2, 276.0 + dy, 74.0, cap=100.0, group="cup")
    else:
        number = parts.value(
            sketch, view.announced, w - 65.0, 200.0 + dy, D1 - 4, on=LEATHER_MID, group="cup"
        )
        cx = (52.0 + number.x - 20.0) / 2
        sketch.mat(view.announcer, cx, 272.0 + dy, 58.0, cap=75.0, group="cup")
        name = sketch.cut(sketch.name(view.announcer), 150.0, S1 + 2, Face.STRONG)
        sketch.small(
            name,
            cx,
            350.0 + dy,
            cap=S1 + 2,
            colour=CREAM,
            on=LEATHER_MID,
            strong=True,
            anchor=Anchor.MIDDLE,
            group="cup",
        )
    bottom = h - 62.0
    ready_tiles.tiles(view, sketch, Rect(x=12.0, y=450.0, w=w - 24.0, h=bottom - 8.0 - 450.0))
    _portrait_foot(view, sketch, bottom)


def _portrait_foot(view: ReadyView, sketch: Sketch, top: float) -> None:
    place = Rect(x=12.0, y=top + 2.0, w=sketch.w - 24.0, h=54.0)
    busy = view.chrome.notice or view.chrome.undo or view.chrome.signs
    if not busy and Act.LIFT.value not in view.extras:
        radius = 17.0
        half = sketch.canvas.square_w(radius)
        middle = place.centre[1]
        sketch.mat(view.turn, 16.0 + half, middle, radius, cap=20.0)
        sketch.small(
            sketch.say("turnof", sketch.name(view.turn)),
            28.0 + 2 * half,
            middle - S1 / 2,
            colour=CREAM,
            strong=True,
            max_w=sketch.w - 2 * half - 50.0,
        )
        return
    _under_the_word(view, sketch, place)
