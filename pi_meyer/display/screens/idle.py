"""Nobody plays: the name of the box and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.colours import LEATHER_MID
from pi_meyer.display.components.leather import Cup
from pi_meyer.display.components.tiles import State
from pi_meyer.display.components.veil import Veil
from pi_meyer.display.languages import catalogue
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D2, D3, S1
from pi_meyer.match.intents import Act, Do, PickLanguage

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import IdleView


POSTER_CAPS = (D3, 92.0, 86.0, 80.0)
"""Measures of the call to act upright: it may give a little before it breaks into two lines."""


def draw(view: IdleView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    w, h = sketch.w, sketch.h
    portrait = sketch.canvas.portrait
    parts.ground(sketch, lamp=(w * 0.83, h * 0.78, w * 0.5, h * 0.42))
    sketch.target(sketch.canvas.whole, Do(act=Act.GO), likely=True)
    name_on_cup(sketch)
    if portrait:
        _portrait_lines(sketch)
    else:
        _landscape_lines(sketch)
    _foot(view, sketch)
    if view.dimmed:
        sketch.put(Veil(0.7), 0.0, 0.0, w, h, group="veil")


def name_on_cup(sketch: Sketch) -> None:
    """The cup at the top of the picture, and on it the name of the game."""
    w = sketch.w
    cup = Cup(w, 143.0, 180.0, 28.0, 10.0, 6.0)
    sketch.put(cup, 0.0, 0.0, cup.w, cup.h, group="cup", place="cup")
    word = sketch.say("name")
    cap = D2 if not sketch.canvas.portrait else 104.0
    widths = [sketch.width(letter, cap) for letter in word]
    room = w - 2 * (88.0 if not sketch.canvas.portrait else 52.0)
    gap = (room - sum(widths)) / max(1, len(word) - 1)
    x = (w - room) / 2
    for letter, wide in zip(word, widths, strict=True):
        sketch.text(letter, x, 143.0 - cap, cap=cap, on=LEATHER_MID, group="cup")
        x += wide + gap


def _landscape_lines(sketch: Sketch) -> None:
    w = sketch.w
    sketch.text(sketch.say("idle1"), 46.0, 204.0, cap=D3, max_w=w - 80.0, pressed=True)
    second = sketch.text(sketch.say("idle2"), 46.0, 317.0, cap=D3, max_w=w - 320.0, pressed=True)
    edge = 100.0
    wide = sketch.canvas.square_w(edge)
    x = max(w - 236.0, second.right + 26.0)
    sketch.die(2, x, 318.0, edge, angle=-8.0)
    sketch.die(1, x + wide + 14.0, 325.0, edge, angle=7.0)


def _portrait_lines(sketch: Sketch) -> None:
    w = sketch.w
    room = w - 56.0
    top = 230.0
    for key in ("idle1", "idle2"):
        whole = sketch.say(key)
        cap = sketch.fits(whole, room, POSTER_CAPS)
        lines = [whole] if sketch.width(whole, cap) <= room else whole.split(" ", 1)
        for words in lines:
            cap = sketch.fits(words, room, POSTER_CAPS)
            sketch.text(words, 30.0, top, cap=cap, max_w=room, pressed=True)
            top += cap + 27.0
    foot = sketch.h - 140.0
    edge = min(118.0, foot - top - 4.0)
    wide = sketch.canvas.square_w(edge)
    y = top + (foot - top - edge) * 0.5
    sketch.die(2, w - 2 * wide - 54.0, y - 4.0, edge, angle=-8.0)
    sketch.die(1, w - wide - 34.0, y + 5.0, edge, angle=7.0)


def _foot(view: IdleView, sketch: Sketch) -> None:
    w, h = sketch.w, sketch.h
    count = sketch.sentence(catalogue.counted(view.score, view.start_count))
    tonight = sketch.say("tonight", catalogue.preset_name(sketch.language, view.preset), count)
    tile_w, tile_h = (68.0, 46.0) if not sketch.canvas.portrait else (104.0, 56.0)
    total = len(catalogue.LANGUAGES) * (tile_w + parts.GAP) - parts.GAP
    left = w - 24.0 - total if not sketch.canvas.portrait else (w - total) / 2
    top = h - 8.0 - tile_h - (0.0 if not sketch.canvas.portrait else 16.0)
    if sketch.canvas.portrait:
        sketch.small(tonight, w / 2, top - 44.0, anchor=Anchor.MIDDLE, max_w=w - 40.0)
    else:
        sketch.small(tonight, 40.0, top + tile_h / 2 - S1 / 2, max_w=left - 60.0)
    for language, rect in zip(
        catalogue.LANGUAGES,
        parts.grid(left, top, tile_w, tile_h, count=len(catalogue.LANGUAGES), columns=4),
        strict=True,
    ):
        chosen = language == sketch.language
        sketch.tile(
            rect,
            language.upper(),
            PickLanguage(language=language),
            state=State.LEGAL if chosen else State.QUIET,
            cap=24.0,
            reach=6.0,
        )
