"""The ruling: what lay there, who was right, what it costs. One picture for the whole pub."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import INK, LEATHER_MID, Colour
from pi_meyer.display.components.dice import Die
from pi_meyer.display.components.flood import TOOTH_H, Flood, Tone
from pi_meyer.display.components.leather import Cup
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.layout import Kind
from pi_meyer.display.reveal import FLOOD, VERDICT_SIGN
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.screens.ruling_words import (
    INSET,
    cost,
    lines_beside,
    loser_row,
    losers,
    tally,
)
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D1, D2, D3, D4, NAME_CAPS_WIDE, S1, Face
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import Loss, RulingView

TONES: dict[str, tuple[Tone, Glyph]] = {
    "true": (Tone.TRUE, Glyph.TICK),
    "bluff": (Tone.BLUFF, Glyph.CROSS),
    "accepted": (Tone.NEITHER, Glyph.SHUT_EYE),
    "conceded": (Tone.NEITHER, Glyph.FLAG),
    "illegal": (Tone.NEITHER, Glyph.TOO_LOW),
    "void": (Tone.NEITHER, Glyph.AGAIN),
    "entered": (Tone.NEITHER, Glyph.DASH),
}
"""Colour with frame, and sign, of every verdict."""

BOLD = frozenset({Glyph.TICK, Glyph.CROSS, Glyph.DASH})
"""Signs with strokes as heavy as the word beside them."""

VERDICT_CAPS = (D2, 120.0, 112.0, 105.0, D3)
LONG_VERDICT_CAPS = (*VERDICT_CAPS, 90.0, 82.0, D4)
"""TRUE and BLUFF keep 17.5 mm at least; the others may go down to the smallest for 2 m."""

RESULT_DIE = 195.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Where the flood's parts go."""

    top: float
    word_top: float
    loser_top: float


def draw(view: RulingView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    w, h = sketch.w, sketch.h
    parts.ground(sketch, lamp=(w * 0.5, h * 0.22, w * 0.55, h * 0.4))
    sketch.target(sketch.canvas.whole, Do(act=Act.GO), likely=True)
    if sketch.canvas.portrait:
        _portrait(view, sketch)
    else:
        _landscape(view, sketch)


def _flood(view: RulingView, sketch: Sketch, top: float) -> Tone:
    tone, _ = TONES.get(view.verdict, (Tone.NEITHER, Glyph.DASH))
    high = sketch.h - top
    sketch.put(
        Flood(sketch.w, high, tone),
        0.0,
        top - TOOTH_H,
        sketch.w,
        high + TOOTH_H,
        group=FLOOD,
        place="flood",
    )
    return tone


# What lay there


def _landscape(view: RulingView, sketch: Sketch) -> None:
    w = sketch.w
    if view.dice is not None:
        wide = sketch.canvas.square_w(RESULT_DIE)
        sketch.die(view.dice[0], INSET, 13.0, RESULT_DIE)
        sketch.die(view.dice[1], INSET + wide + 16.0, 13.0, RESULT_DIE)
        rolled = f"{view.dice[0]}{view.dice[1]}"
        left = INSET + 2 * wide + 16.0
        number = sketch.width(rolled, D1)
        x = max(left + 30.0, w - INSET - number)
        sketch.text(rolled, x, 15.0, cap=D1)
    elif view.cocked:
        _leaning(sketch, INSET + 20.0, 16.0, 176.0)
        word = sketch.say("kippe_s")
        cap = sketch.fits(word, w - 520.0, (120.0, 108.0, D3, 85.0, D4))
        sketch.text(
            word, w - INSET, 15.0 + (D1 - cap) / 2, cap=cap, anchor=Anchor.RIGHT, max_w=w - 500.0
        )
    else:
        _still_covered(view, sketch, Cup(w, 170.0, 200.0, 22.0, 8.0, 4.0), 20.0, 132.0)
    tone = _flood(view, sketch, 226.0)
    _verdict_row(view, sketch, tone, 235.0)
    loser_row(view, sketch, tone, 373.0)


def _leaning(sketch: Sketch, x: float, y: float, edge: float) -> None:
    """A die without a value that leans on another one."""
    wide = sketch.canvas.square_w(edge)
    sketch.put(Die(edge, 0), x, y + 14.0, wide, edge, kind=Kind.SOLID, place="die")
    room = 1.42
    sketch.put(
        Die(edge, 0, 24.0),
        x + wide * 1.06 - wide * 0.21,
        y + 6.0 - edge * 0.21,
        wide * room,
        edge * room,
        kind=Kind.SOLID,
    )


def _still_covered(view: RulingView, sketch: Sketch, cup: Cup, top: float, cap: float) -> None:
    """No dice were shown: the cup stands, with what was said on it."""
    sketch.put(cup, 0.0, 0.0, cup.w, cup.h, place="cup")
    right = sketch.w - INSET - 12.0
    if view.announced is None:
        return
    number = parts.value(sketch, view.announced, right, top, cap, on=LEATHER_MID)
    if view.announcer is None:
        return
    cx = number.x - 30.0 - sketch.canvas.square_w(51.0)
    sketch.mat(view.announcer, cx, top + cap / 2 - 8.0, 51.0, cap=D4)
    name = sketch.cut(sketch.name(view.announcer), 140.0, S1, Face.STRONG)
    sketch.small(
        name,
        cx,
        top + cap / 2 + 53.0,
        colour=(0xF6, 0xEC, 0xD6),
        on=LEATHER_MID,
        strong=True,
        anchor=Anchor.MIDDLE,
    )


# Who was right


def _verdict_row(view: RulingView, sketch: Sketch, tone: Tone, top: float) -> None:
    w = sketch.w
    word = sketch.say(view.verdict)
    lines_w = 196.0
    room = w - 2 * INSET - 18.0 - sketch.canvas.square_w(112.0) - 20.0 - lines_w
    cap = sketch.fits(word, room + 20.0, VERDICT_CAPS)
    box = sketch.text(
        word,
        INSET + 4.0,
        top + (D2 - cap) / 2,
        cap=cap,
        colour=INK,
        on=tone.colour,
        group=FLOOD,
        pressed=True,
        max_w=w - 2 * INSET - 100.0,
    )
    _, glyph = TONES.get(view.verdict, (Tone.NEITHER, Glyph.DASH))
    size = 112.0 if cap >= D2 - 12 else 92.0
    wide = sketch.canvas.square_w(size)
    right = box.right
    if w - INSET - right - wide - 40.0 >= 150.0:
        thick = 26.0 if glyph in BOLD else 12.0
        sketch.sign(
            glyph, right + 18.0, top + (D2 - size) / 2, size, thick * size / 112.0, INK, group=FLOOD
        )
        right += 18.0 + wide
    lines_beside(
        view, sketch, tone, Rect(x=right + 20.0, y=top, w=w - INSET + 6.0 - right - 20.0, h=D2)
    )


def _portrait(view: RulingView, sketch: Sketch) -> None:
    w = sketch.w
    _portrait_top(view, sketch)
    tone = _flood(view, sketch, 478.0)
    word = sketch.say(view.verdict)
    room = w - 2 * INSET - 6.0
    caps = VERDICT_CAPS if tone is not Tone.NEITHER else LONG_VERDICT_CAPS
    cap = sketch.fits(word, room, caps)
    sketch.text(
        word,
        INSET + 3.0,
        494.0 + (D2 - cap) / 2,
        cap=cap,
        colour=INK,
        on=tone.colour,
        group=FLOOD,
        pressed=True,
        max_w=room,
    )
    if not view.losses:
        words = sketch.say("nobody_loses")
        cap = sketch.fits(words, room, (D3, 90.0, 80.0, D4))
        sketch.text(
            words,
            INSET + 3.0,
            639.0 + (D3 - cap) / 2,
            cap=cap,
            colour=INK,
            on=tone.colour,
            pressed=True,
            max_w=room,
            group=FLOOD,
        )
        lines_beside(view, sketch, tone, Rect(x=INSET - 4.0, y=748.0, w=room, h=104.0))
        return
    if len(view.losses) > 1:
        losers(view, sketch, tone, Rect(x=INSET - 6.0, y=643.0, w=room + 12.0, h=90.0))
        lines_beside(view, sketch, tone, Rect(x=INSET - 4.0, y=748.0, w=room, h=104.0))
        return
    _portrait_loser(view, sketch, view.losses[0], tone)


def _portrait_top(view: RulingView, sketch: Sketch) -> None:
    w = sketch.w
    wide = sketch.canvas.square_w(RESULT_DIE)
    left = (w - 2 * wide - 19.0) / 2
    tone, glyph = TONES.get(view.verdict, (Tone.NEITHER, Glyph.DASH))
    if view.dice is None and not view.cocked:
        _portrait_cup(view, sketch)
        return
    if view.dice is None:
        _leaning(sketch, left + 6.0, 40.0, 176.0)
        word = sketch.say("kippe_s")
        cap = sketch.fits(word, w - 2 * INSET, (150.0, D2, D3, D4))
        sketch.text(
            word, w / 2, 275.0 + (150.0 - cap) / 2, cap=cap, anchor=Anchor.MIDDLE, max_w=w - 60.0
        )
        return
    for number, pips in enumerate(view.dice):
        sketch.die(pips, left + number * (wide + 19.0), 22.0, RESULT_DIE)
    rolled = f"{view.dice[0]}{view.dice[1]}"
    box = sketch.text(rolled, INSET + 3.0, 246.0, cap=D1)
    _hanging_sign(sketch, glyph, tone.colour, box.right, w)


def _hanging_sign(sketch: Sketch, glyph: Glyph, colour: Colour, left: float, w: float) -> None:
    """The sign beside the number; it comes with the flood, for it tells the verdict."""
    size = 124.0
    wide = sketch.canvas.square_w(size)
    x = (left + w - 20.0 - wide) / 2 + 6.0
    sketch.sign(glyph, x, 246.0 + (D1 - size) / 2, size, 29.0, colour, group=VERDICT_SIGN)


def _portrait_cup(view: RulingView, sketch: Sketch) -> None:
    cup = Cup(sketch.w, 388.0, 428.0, 18.0, 9.0, 4.0)
    sketch.put(cup, 0.0, 0.0, cup.w, cup.h, place="cup")
    w = sketch.w
    if view.announced is None:
        return
    parts.value(
        sketch, view.announced, w / 2 + sketch.width("63", D1) / 2, 172.0, D1, on=LEATHER_MID
    )
    if view.announcer is not None:
        sketch.mat(view.announcer, w / 2, 92.0, 58.0, cap=75.0)


def _portrait_loser(view: RulingView, sketch: Sketch, loss: Loss, tone: Tone) -> None:
    w = sketch.w
    room = min(NAME_CAPS_WIDE * D3, w - 2 * INSET - 4.0)
    name = sketch.cut(sketch.name(loss.person).upper(), room, D3, pressed=True)
    sketch.text(
        name, INSET + 3.0, 639.0, cap=D3, colour=INK, on=tone.colour, pressed=True, group=FLOOD
    )
    edge = 97.0
    die_x = w - INSET + 4.0 - sketch.canvas.square_w(edge)
    price = sketch.text(
        cost(view, loss),
        die_x - 20.0,
        752.0,
        cap=D3,
        colour=INK,
        on=tone.colour,
        anchor=Anchor.RIGHT,
        group=FLOOD,
    )
    tally(view, sketch, loss, die_x, 752.0, edge=edge, tone=tone)
    lines_beside(view, sketch, tone, Rect(x=INSET - 6.0, y=750.0, w=price.x - INSET - 8.0, h=102.0))
