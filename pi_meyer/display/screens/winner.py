"""The match is over: the winner gets the cup; or the losers, where the rules know only those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome
from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import LAMP_FULL, MUTED
from pi_meyer.display.components.cups import TrophyCup
from pi_meyer.display.components.grounds import PLAIN, Table
from pi_meyer.display.components.tiles import State
from pi_meyer.display.layout import Kind
from pi_meyer.display.motions import LAMP_STRIPS
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import LABEL_CAPS
from pi_meyer.display.transitions import LAMP
from pi_meyer.display.typography import D2, D3, D4, D_GROWN, NAME_CAPS_WIDE
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import Person, WinnerView

TROPHY, PORTRAIT_TROPHY = 262.0, 224.0


def draw(view: WinnerView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    w, h = sketch.w, sketch.h
    portrait = sketch.canvas.portrait
    at = (
        (w * 0.78, h * 0.36, w * 0.62, h * 0.72)
        if not portrait
        else (w * 0.5, h * 0.58, w * 0.85, h * 0.5)
    )
    if view.winner is not None:
        for number in range(LAMP_STRIPS):
            lamp = Table(*at, lamp=LAMP_FULL, strip=(number, LAMP_STRIPS))
            high = h / LAMP_STRIPS
            sketch.put(lamp, 0.0, number * high, w, high, group=f"{LAMP}:{number}")
        _winner(view, view.winner, sketch)
    else:
        sketch.put(PLAIN, 0.0, 0.0, w, h, group="ground")
        _losers(view, sketch)
    _ways_on(view, sketch)


def _winner(view: WinnerView, winner: Person, sketch: Sketch) -> None:
    w, portrait = sketch.w, sketch.canvas.portrait
    size = TROPHY if not portrait else PORTRAIT_TROPHY
    wide = sketch.canvas.square_w(size)
    trophy_x = w - 44.0 - wide if not portrait else (w - wide) / 2
    trophy_y = 12.0 if not portrait else 394.0
    room = (trophy_x - 16.0 if not portrait else w - 36.0) - 46.0
    name = sketch.name(winner).upper()
    caps = (D_GROWN, 165.0, 154.0, 144.0, 136.0, D2)
    cap = sketch.fits(name, room, caps)
    fits = sketch.width(name, cap, pressed=True) <= room
    keeps_cup = fits or portrait
    if not keeps_cup:
        room = min(w - 92.0, NAME_CAPS_WIDE * D2 * 1.35)
    name = sketch.cut(name, room, cap, pressed=True)
    top = 36.0 if not portrait else 56.0
    sketch.text(name, 46.0, top, cap=cap, pressed=True)
    _wins_line(view, sketch, top + cap + 30.0, room)
    if keeps_cup:
        _trophy(winner, sketch, trophy_x, trophy_y, size)
    else:
        small = 150.0
        x = w - 60.0 - sketch.canvas.square_w(small)
        sketch.put(
            TrophyCup(small),
            x,
            182.0,
            sketch.canvas.square_w(small),
            small * 1.3,
            kind=Kind.SOLID,
            place="trophy",
        )
        sketch.mat(
            winner,
            x + sketch.canvas.square_w(small) / 2,
            182.0 + small * 0.81,
            36.0,
            name="mat on cup",
        )


def _wins_line(view: WinnerView, sketch: Sketch, top: float, room: float) -> None:
    wins = sketch.say("wins")
    box = sketch.text(wins, 43.0, top, cap=D3, max_w=max(room, 300.0), pressed=True)
    if view.wins > 0:
        key = "wins_one" if view.wins == 1 else "wins_many"
        sketch.small(
            sketch.say(key, str(view.wins)),
            46.0,
            box.bottom + 18.0,
            colour=MUTED,
            max_w=max(room, 300.0),
        )


def _trophy(winner: Person, sketch: Sketch, x: float, y: float, size: float) -> None:
    wide = sketch.canvas.square_w(size)
    sketch.put(TrophyCup(size), x, y, wide, size * 1.3, kind=Kind.SOLID, place="trophy")
    sketch.mat(winner, x + wide * 0.48, y + size * 0.83, size * 0.206, name="mat on cup")


def _losers(view: WinnerView, sketch: Sketch) -> None:
    """Those who lost, where nobody wins; the cup stays away."""
    if not view.losers:
        words = sketch.say("nobody_wins")
        cap = sketch.fits(words, sketch.w - 92.0, (D2, 118.0, 108.0, D3, 85.0, D4))
        sketch.text(words, 46.0, 120.0, cap=cap, pressed=True, max_w=sketch.w - 80.0)
        return
    if len(view.losers) == 1:
        room = min(sketch.w - 92.0, NAME_CAPS_WIDE * D2)
        name = sketch.cut(sketch.name(view.losers[0]).upper(), room, D2, pressed=True)
        sketch.text(name, 46.0, 46.0, cap=D2, pressed=True)
    else:
        pitch = min(150.0, (sketch.w - 92.0) / len(view.losers))
        radius = min(62.0, pitch * 0.45 / sketch.canvas.squash)
        for number, person in enumerate(view.losers):
            sketch.mat(person, 46.0 + pitch * (number + 0.5), 112.0, radius)
    words = sketch.say("loses" if len(view.losers) == 1 else "lose_many")
    sketch.text(
        words,
        46.0,
        205.0,
        cap=D2 if not sketch.canvas.portrait else D3,
        pressed=True,
        max_w=sketch.w - 80.0,
    )


def _ways_on(view: WinnerView, sketch: Sketch) -> None:
    """Again, sheet, seats; the last place is kept for undo."""
    w, h = sketch.w, sketch.h
    if sketch.canvas.portrait:
        _portrait_ways(view, sketch)
        return
    high, top = 80.0, h - 12.0 - 80.0
    undo = view.chrome.undo is not None
    room = w - 24.0 - (186.0 + parts.GAP if undo else 0.0)
    first = room * 0.42
    other = (room - first - 2 * parts.GAP) / 2
    rects = _row_of(12.0, top, (first, other, other), high)
    sketch.tile(
        rects[0], sketch.say("again"), Do(act=Act.GO), stitched=True, likely=True, radius=14.0
    )
    _quiet_ways(sketch, rects[1:])
    if undo:
        chrome.plate(sketch, view.chrome, w - 12.0, top + high / 2, max_w=186.0)
    elif view.chrome.signs:
        chrome.signs(sketch, view.chrome.signs, w - 12.0, top - 34.0, most=2)


def _row_of(x: float, y: float, widths: tuple[float, ...], h: float) -> list[Rect]:
    """Tiles of different widths side by side."""
    rects = []
    for w in widths:
        rects.append(Rect(x=x, y=y, w=w, h=h))
        x += w + parts.GAP
    return rects


def _quiet_ways(sketch: Sketch, rects: list[Rect]) -> None:
    """Sheet and seats, in one measure."""
    words = [sketch.say("sheet"), sketch.say("seats")]
    cap = min(sketch.fits(w, r.w - 40.0, LABEL_CAPS) for w, r in zip(words, rects, strict=True))
    for word, act, rect in zip(words, (Act.SHEET, Act.SEATS), rects, strict=True):
        sketch.tile(rect, word, Do(act=act), state=State.QUIET, cap=cap)


def _portrait_ways(view: WinnerView, sketch: Sketch) -> None:
    w, h = sketch.w, sketch.h
    high = 74.0
    top = h - 12.0 - high
    half = (w - 24.0 - parts.GAP) / 2
    main = Rect(x=12.0, y=top - parts.GAP - high, w=w - 24.0, h=high)
    if view.chrome.undo is not None:
        main = Rect(x=12.0, y=main.y, w=w - 24.0 - 190.0, h=high)
        chrome.plate(sketch, view.chrome, w - 12.0, main.centre[1], max_w=178.0)
    sketch.tile(main, sketch.say("again"), Do(act=Act.GO), stitched=True, likely=True)
    _quiet_ways(sketch, _row_of(12.0, top, (half, half), high))
