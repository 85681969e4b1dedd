"""The camera is gone: the cup shuts its eyes, and the evening goes on by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.components.cups import ShutEyes
from pi_meyer.display.components.leather import Cup
from pi_meyer.display.layout import Kind
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D4
from pi_meyer.display.wording import halves
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import AsleepView


def draw(view: AsleepView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    w, h, portrait = sketch.w, sketch.h, sketch.canvas.portrait
    parts.ground(sketch)
    hem = 123.0 if not portrait else 200.0
    cup = Cup(w, hem, hem + 35.0, 28.0, 9.0, 6.0)
    sketch.put(cup, 0.0, 0.0, cup.w, cup.h, group="cup", place="cup")
    _eyes(sketch, hem)
    lines = [sketch.say("asleep"), sketch.say("read_q")]
    if portrait:
        lines = [part for words in lines for part in _fitted(sketch, words, w - 44.0) if part]
    top = hem + (61.0 if not portrait else 82.0)
    pitch = D4 + (20.0 if not portrait else 24.0)
    for number, words in enumerate(lines):
        sketch.text(
            words, w / 2, top + number * pitch, cap=D4, anchor=Anchor.MIDDLE, max_w=w - 40.0
        )
    top += len(lines) * pitch - 4.0
    sketch.small(sketch.sentence(view.check), w / 2, top, anchor=Anchor.MIDDLE, max_w=w - 40.0)
    signs_w = 66.0 * min(3, len(view.chrome.signs))
    high, wide = (68.0, 380.0) if not portrait else (84.0, w - 24.0 - signs_w)
    y = h - 12.0 - high if not portrait else h - 108.0
    sketch.tile(
        Rect(x=12.0 if portrait else (w - wide) / 2, y=y, w=wide, h=high),
        sketch.say("on"),
        Do(act=Act.GO),
        stitched=True,
        likely=True,
    )


def _fitted(sketch: Sketch, words: str, room: float) -> tuple[str, ...]:
    return (words,) if sketch.width(words, D4) <= room else halves(words)


def _eyes(sketch: Sketch, hem: float) -> None:
    size = 112.0 if not sketch.canvas.portrait else 140.0
    wide = sketch.canvas.square_w(size)
    apart = 56.0
    y = hem * 0.56 - size * 0.28
    for x in (sketch.w / 2 - apart / 2 - wide, sketch.w / 2 + apart / 2):
        sketch.put(
            ShutEyes(size), x, y, wide, size * 0.6, kind=Kind.SOLID, group="cup", place="eye"
        )
