"""The words of the ruling: who said what, the rule that decided, who pays and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import INK
from pi_meyer.display.components.mats import Look
from pi_meyer.display.languages import catalogue
from pi_meyer.display.reveal import FLOOD
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.screens.cells import wrapped
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D3, D4, NAME_CAPS_WIDE, S1, Face
from pi_meyer.display.wording import MINUS, halves
from pi_meyer.match.views import Score

if TYPE_CHECKING:
    from pi_meyer.display.components.flood import Tone
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import Loss, Person, RulingView

INSET = 46.0
SILENT_MARKS = frozenset({"simulated"})
"""Marks that the picture carries already."""


def lines_beside(view: RulingView, sketch: Sketch, tone: Tone, box: Rect) -> None:
    """Who said what, the rule that decided, odds or marks: as many as fit, the rule always."""
    lines = _said_lines(view, sketch, box.w)
    widest = 42.0 if len(lines) <= 3 else 33.0
    pitch = min(widest, (box.h - S1) / max(1, len(lines) - 1))
    top = box.y + (box.h - S1 - (len(lines) - 1) * pitch) / 2
    for number, words in enumerate(lines):
        sketch.small(
            words,
            box.x,
            top + number * pitch,
            colour=INK,
            on=tone.colour,
            strong=True,
            max_w=box.w,
            group=FLOOD,
        )


def _said_lines(view: RulingView, sketch: Sketch, max_w: float, most: int = 4) -> list[str]:
    lost = max((loss.lost for loss in view.losses), default=0)
    reason = _wrapped(sketch, sketch.sentence(catalogue.reason_words(view.reason, lost)), max_w)
    if view.chrome.notice is not None:  # all of it, for its few seconds
        words = sketch.sentence(view.chrome.notice)
        told = wrapped(sketch, words, max_w, S1, most=9, face=Face.STRONG)
        return [*reason, *told] if len(reason) + len(told) <= most + 1 else told
    marks = [sketch.say(f"mark_{mark}") for mark in view.marks if mark not in SILENT_MARKS]
    extra = [line for words in marks for line in _wrapped(sketch, words, max_w)]
    said = []
    if view.announced is not None and view.announcer is not None:
        said = _wrapped(sketch, _who_said(sketch, view.announcer, view.announced, max_w), max_w)
    odds = []
    if view.odds_of_36 is not None and not extra:
        odds = _wrapped(sketch, sketch.say("odds", str(view.odds_of_36)), max_w)
    room = most - len(reason)
    extra = extra[:room]
    said = said if len(said) <= room - len(extra) else []
    odds = odds if len(odds) <= room - len(extra) - len(said) else []
    return [*said, *reason, *extra, *odds]


def _wrapped(sketch: Sketch, words: str, max_w: float) -> list[str]:
    """One line where it fits (a little condensed at most), else two."""
    if sketch.width(words, S1, Face.STRONG) * 0.9 <= max_w:
        return [words]
    return [part for part in halves(words) if part]


def _who_said(sketch: Sketch, person: Person, said: str, max_w: float) -> str:
    name = sketch.name(person)

    def words(shown: str) -> str:
        if said.isdecimal():
            return sketch.say("said", shown, said)
        return sketch.say("said_kippe", shown)

    shown = name
    while len(shown) > 3 and sketch.width(words(shown), S1, Face.STRONG) > max_w:
        name = name[:-1].rstrip()
        shown = name + "."
    return words(shown)


# What it costs


def loser_row(view: RulingView, sketch: Sketch, tone: Tone, top: float) -> None:
    """Who pays, and what: one person, several, or nobody."""
    w = sketch.w
    if not view.losses:
        words = sketch.say("nobody_loses")
        cap = sketch.fits(words, w - 2 * INSET - 10.0, (D3, 90.0, 80.0, D4))
        sketch.text(
            words,
            INSET + 4.0,
            top + (D3 - cap) / 2,
            cap=cap,
            colour=INK,
            on=tone.colour,
            pressed=True,
            max_w=w - 2 * INSET,
            group=FLOOD,
        )
    elif len(view.losses) == 1:
        _one_loser(view, sketch, view.losses[0], tone, top)
    else:
        losers(view, sketch, tone, Rect(x=INSET, y=top, w=w - 2 * INSET, h=D3))


def cost(view: RulingView, loss: Loss) -> str:
    """What a loss does to the tally: lives go, points and lids come."""
    return f"{MINUS}{loss.lost}" if view.score is Score.LIVES else f"+{loss.lost}"


def _one_loser(view: RulingView, sketch: Sketch, loss: Loss, tone: Tone, top: float) -> None:
    w = sketch.w
    radius = 46.0
    half = sketch.canvas.square_w(radius)
    cx = INSET + 2.0 + half * 1.06
    sketch.mat(loss.person, cx, top + D3 / 2, radius, cap=62.0, look=Look.FLOOD, group=FLOOD)
    x = cx + half * 1.14 + 20.0
    edge = 97.0
    wide = sketch.canvas.square_w(edge)
    die_x = w - 34.0 - wide
    price = cost(view, loss)
    price_w = sketch.width(price, D3) + 26.0
    name = sketch.name(loss.person).upper()
    full = min(sketch.width(name, D3, pressed=True), NAME_CAPS_WIDE * D3)
    keeps_die = x + full + price_w + 16.0 <= die_x
    room = min(NAME_CAPS_WIDE * D3, (die_x - 16.0 if keeps_die else w - INSET) - price_w - x)
    name = sketch.cut(name, room, D3, pressed=True)
    box = sketch.text(name, x, top, cap=D3, colour=INK, on=tone.colour, pressed=True, group=FLOOD)
    sketch.text(price, box.right + 26.0, top, cap=D3, colour=INK, on=tone.colour, group=FLOOD)
    if keeps_die:
        tally(view, sketch, loss, die_x, top - 0.5, edge=edge, tone=tone)


def tally(
    view: RulingView, sketch: Sketch, loss: Loss, x: float, y: float, *, edge: float, tone: Tone
) -> None:
    """The new tally: a life die; points and lids as a number of their own."""
    if view.score is Score.LIVES:
        parts.life_dice(sketch, loss.after, x, y, edge, group=FLOOD)
        return
    wide = sketch.canvas.square_w(edge)
    sketch.text(
        str(loss.after),
        x + wide,
        y + (edge - D4) / 2,
        cap=D4,
        colour=INK,
        on=tone.colour,
        anchor=Anchor.RIGHT,
        group=FLOOD,
    )


def losers(view: RulingView, sketch: Sketch, tone: Tone, box: Rect) -> None:
    """Several pay: their mats and what each pays."""
    price = cost(view, view.losses[0])
    price_w = sketch.width(price, box.h)
    room = box.w - price_w - 30.0
    pitch = min(102.0, room / len(view.losses))
    radius = min(46.0, pitch * 0.42 / sketch.canvas.squash)
    for number, loss in enumerate(view.losses):
        cx = box.x + pitch * (number + 0.5)
        sketch.mat(loss.person, cx, box.y + box.h / 2, radius, look=Look.FLOOD, group=FLOOD)
    x = box.x + pitch * len(view.losses) + 24.0
    sketch.text(price, x, box.y, cap=box.h, colour=INK, on=tone.colour, group=FLOOD)


# Upright
