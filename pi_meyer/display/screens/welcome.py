"""The very first start: language, which way up the picture is, and a trial with two dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, TILE
from pi_meyer.display.components.tiles import State
from pi_meyer.display.languages import catalogue
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.screens.cells import GAP, cells, wrapped
from pi_meyer.display.screens.idle import name_on_cup
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D4, S1, Face
from pi_meyer.match.intents import Act, Do, PickLanguage
from pi_meyer.match.views import Welcome

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import WelcomeView

NAME_CAPS = (56.0, 52.0, 48.0, 44.0)
QUESTION_CAPS = (D4, 60.0, 52.0, 46.0, 40.0, 36.0, 33.0, 29.0)
TOP = 208.0
"""Where the cup has ended."""
LOW_H = 76.0
LEFT = 36.0


def draw(view: WelcomeView, sketch: Sketch) -> None:
    """Draw the cup, and below it the question with its answers."""
    w, h = sketch.w, sketch.h
    parts.ground(sketch, lamp=(w * 0.83, h * 0.78, w * 0.5, h * 0.42))
    name_on_cup(sketch)
    match view.asks:
        case Welcome.LANGUAGE:
            _languages(sketch)
        case Welcome.UPRIGHT:
            end = _question(sketch, sketch.say("upright_q"))
            sketch.small(sketch.say("upright_panel", view.panel), LEFT, end, max_w=w - 2 * LEFT)
            _answers(sketch, ("turn", Act.TURN), ("v_on", Act.GO))
        case Welcome.TRIAL:
            _question(sketch, sketch.sentence(view.said) if view.said else sketch.say("try_q"))
            if view.sure:
                _answers(sketch, ("v_off", Act.BACK), ("v_on", Act.GO))
            else:
                _answers(sketch, ("try_later", Act.BACK), ("try_look", Act.GO))
        case _:
            assert_never(view.asks)


def _question(sketch: Sketch, words: str) -> float:
    """As large as it fits between the cup and the answers; return where it ends."""
    box = Rect(x=LEFT, y=TOP + 8.0, w=sketch.w - 2 * LEFT, h=sketch.h - TOP - LOW_H - 3 * GAP - 8.0)
    cap = next((cap for cap in QUESTION_CAPS if _fits(sketch, words, box, cap)), QUESTION_CAPS[-1])
    lines = wrapped(sketch, words, box.w, cap, most=6, face=Face.POSTER)
    for number, line in enumerate(lines):
        sketch.text(line, box.x, box.y + number * cap * 1.5, cap=cap, max_w=box.w)
    return box.y + len(lines) * cap * 1.5


def _fits(sketch: Sketch, words: str, box: Rect, cap: float) -> bool:
    lines = wrapped(sketch, words, box.w, cap, most=99, face=Face.POSTER)
    wide = max(sketch.width(line, cap) for line in lines)
    return wide <= box.w and len(lines) * cap * 1.5 <= box.h and len(lines) <= 6


def _answers(sketch: Sketch, other: tuple[str, Act], likely: tuple[str, Act]) -> None:
    low = Rect(x=GAP, y=sketch.h - GAP - LOW_H, w=sketch.w - 2 * GAP, h=LOW_H)
    left, right = cells(low, 2, 1)
    sketch.tile(left, sketch.say(other[0]), Do(act=other[1]), state=State.QUIET)
    sketch.tile(right, sketch.say(likely[0]), Do(act=likely[1]), stitched=True, likely=True)


def _languages(sketch: Sketch) -> None:
    """Four large tiles below the cup, each in its own language."""
    portrait = sketch.canvas.portrait
    area = Rect(x=12.0, y=TOP, w=sketch.w - 24.0, h=sketch.h - TOP - 12.0)
    boxes = cells(area, 1 if portrait else 2, 4 if portrait else 2)
    for language, box in zip(catalogue.LANGUAGES, boxes, strict=True):
        _language(sketch, language, box)


def _language(sketch: Sketch, language: str, box: Rect) -> None:
    group = f"language:{language}"
    sketch.tile(
        box,
        "",
        PickLanguage(language=language),
        state=State.LEGAL,
        likely=language == sketch.language,
        group=group,
    )
    name = catalogue.text(language, "language_name")
    cap = sketch.fits(name, box.w - 40.0, NAME_CAPS)
    middle, y = box.centre[0], box.centre[1] - (cap + 20.0 + S1) / 2
    sketch.text(name, middle, y, cap=cap, on=TILE, anchor=Anchor.MIDDLE, group=group)
    sketch.small(
        *(catalogue.text(language, "hello"), middle, y + cap + 20.0),
        colour=CREAM,
        on=TILE,
        anchor=Anchor.MIDDLE,
        max_w=box.w - 24.0,
        group=group,
    )
