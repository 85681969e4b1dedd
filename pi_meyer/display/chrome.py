"""What every screen carries: undo, notices, questions to confirm, signs, the simulated mark.

A screen that has a place of its own for them calls ``strip`` or ``plate`` itself; on all others
`laid_over` finds them a place.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, INK, LEATHER_MID
from pi_meyer.display.components.leather import Strip
from pi_meyer.display.components.marks import Glyph, HoldRing, StatusSign
from pi_meyer.display.components.tiles import Outline, Plate, State
from pi_meyer.display.layout import Item, Kind, Scene, Target
from pi_meyer.display.transitions import UNDO
from pi_meyer.display.typography import S1, Face
from pi_meyer.match.intents import Act, Do
from pi_meyer.match.views import Sign

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.display.studio import Studio
    from pi_meyer.match.views import Chrome, Words

STRIP_H = 66.0
PLATE_H = 52.0
PLATE_CAP = 26.0
SIGN_SIZE = 56.0
LINE_PITCH = 26.0
NOTICE_CAP = 24.0

GLYPH_OF: dict[Sign, Glyph] = {
    Sign.CAMERA_ASLEEP: Glyph.SHUT_EYE,
    Sign.NO_TOUCH: Glyph.NO_TOUCH,
    Sign.NO_BUTTON: Glyph.NO_BUTTON,
    Sign.NOT_SAVING: Glyph.NOT_SAVING,
    Sign.LOW_POWER: Glyph.LOW_POWER,
    Sign.HOT: Glyph.HOT,
}


def strip(sketch: Sketch, chrome: Chrome, hint: str = "") -> None:
    """The strip along the lowest edge: what happened, signs, and the plate that undoes."""
    top = sketch.h - STRIP_H
    group = UNDO if not hint else "strip"
    sketch.put(Strip(sketch.w, STRIP_H), 0.0, top, sketch.w, STRIP_H, group=group)
    right = sketch.w - 26.0
    if chrome.undo is not None:
        right = plate(sketch, chrome, right, top + 7.0 + PLATE_H / 2, group=UNDO).x - 12.0
    right = signs(sketch, chrome.signs, right, top + STRIP_H / 2 + 2, group=group)
    words = hint
    if chrome.notice is not None:
        words = sketch.sentence(chrome.notice)
    elif chrome.undo is not None and not hint:
        words = sketch.sentence(chrome.undo.happened)
    left = 34.0 if not sketch.canvas.portrait else 26.0
    paragraph(sketch, words, left, top + STRIP_H / 2 + 2, right - left - 8.0, group=group)


def hanging_notice(sketch: Sketch, notice: Words, *, question: str = "") -> None:
    """A notice on leather that hangs from the upper edge; a question goes on below it, smaller."""
    portrait = sketch.canvas.portrait
    high = 104.0 if not portrait else 140.0
    area = Rect(x=0.0, y=0.0, w=sketch.w, h=high)
    sketch.cover(area)
    sketch.put(Strip(sketch.w, high, hanging=True), 0.0, 0.0, sketch.w, high, group="notice")
    words, room = sketch.sentence(notice), sketch.w - 92.0
    if not question:
        paragraph(sketch, words, 46.0, high / 2 - 3, room, cap=NOTICE_CAP, group="notice")
        return
    paragraph(sketch, words, 46.0, 24.0 if not portrait else 36.0, room, cap=S1, group="notice")
    asked = sketch.say(question)
    cap = sketch.fits(asked, room, (44.0, 40.0, 36.0, 33.0))
    at = high - cap - 16.0
    sketch.text(asked, 46.0, at, cap=cap, max_w=room, on=LEATHER_MID, group="notice")


def paragraph(
    sketch: Sketch,
    words: str,
    x: float,
    middle: float,
    max_w: float,
    *,
    cap: float = S1,
    group: str = "",
) -> None:
    """One or two lines at arm's length on leather, centred on a height."""
    lines = wrapped(sketch, words, max_w, cap)
    pitch = cap * LINE_PITCH / S1
    top = middle - cap / 2 - (len(lines) - 1) * pitch / 2
    for number, line in enumerate(lines):
        sketch.small(
            line,
            x,
            top + number * pitch,
            cap=cap,
            colour=CREAM,
            on=LEATHER_MID,
            strong=True,
            max_w=max_w,
            group=group,
        )


def wrapped(sketch: Sketch, words: str, max_w: float, cap: float = S1) -> list[str]:
    """A sentence in one line where it fits, else in two even ones."""
    if sketch.width(words, cap, Face.STRONG) <= max_w:
        return [words]
    for columns in range(len(words) // 2, len(words) + 1):
        lines = textwrap.wrap(words, columns)
        if len(lines) <= 2:
            return lines
    return [words]


def _plate_label(sketch: Sketch, chrome: Chrome) -> str:
    value = chrome.undo.value if chrome.undo is not None else ""
    return f"{sketch.say('undo')} {value}".strip()


def plate_width(sketch: Sketch, chrome: Chrome) -> float:
    """How wide the plate is that undoes."""
    label = sketch.width(_plate_label(sketch, chrome), PLATE_CAP)
    return 18.0 + sketch.canvas.square_w(30.0) + 9.0 + label + 20.0


def plate(
    sketch: Sketch,
    chrome: Chrome,
    right: float,
    middle: float,
    *,
    left: float | None = None,
    max_w: float | None = None,
    group: str = UNDO,
) -> Rect:
    """The cream plate that undoes: sign, word and value; by its right end, or its left one."""
    cap, label = PLATE_CAP, _plate_label(sketch, chrome)
    icon = sketch.canvas.square_w(30.0)
    width = plate_width(sketch, chrome)
    if max_w is not None:
        width = min(width, max_w)
    x = right - width if left is None else left
    rect = Rect(x=x, y=middle - PLATE_H / 2, w=width, h=PLATE_H)
    sketch.put(
        Plate(width, PLATE_H, State.PLATE),
        rect.x,
        rect.y,
        rect.w,
        rect.h,
        group=group,
        place="tile",
    )
    sketch.sign(Glyph.UNDO, x + 14.0, middle - 17.0, 34.0, 4.6, INK, group=group)
    sketch.text(
        label,
        x + 16.0 + icon + 9.0,
        middle - cap / 2,
        cap=cap,
        colour=INK,
        on=CREAM,
        max_w=width - 25.0 - icon - 14.0,
        group=group,
    )
    sketch.target(rect.grown(0.0, 2.0), Do(act=Act.UNDO), frame=rect, group=group)
    return rect


def signs(
    sketch: Sketch,
    shown: tuple[Sign, ...],
    right: float,
    middle: float,
    *,
    group: str = "signs",
    most: int = 3,
    size: float = SIGN_SIZE,
) -> float:
    """Status signs from right to left; a touch opens the doctor. Returns where they begin."""
    wide = sketch.canvas.square_w(size)
    for sign in shown[:most]:
        right -= wide
        rect = Rect(x=right, y=middle - size / 2, w=wide, h=size)
        sketch.put(
            StatusSign(GLYPH_OF[sign], size),
            rect.x,
            rect.y,
            wide,
            size,
            kind=Kind.SOLID,
            group=group,
            place="status",
        )
        answers = rect.grown(max(0.0, (SIGN_SIZE - size) / 2))
        sketch.target(answers, Do(act=Act.DOCTOR), frame=rect, radius=size / 2, group=group)
        right -= 12.0
    return right


def overlays(
    studio: Studio,
    pressed: Target | None,
    highlight: Target | None,
    corner: tuple[float, float] | None,
    ring: int,
) -> Scene:
    """What fingers and the button show: the pressed edge, the highlight, the filling ring."""
    items: list[Item] = []
    if pressed is not None and pressed.frame is not None:
        items.append(_outlined(pressed.frame, pressed.radius, 3.0))
    if highlight is not None:
        frame = highlight.frame or studio.canvas.whole.grown(-8.0)
        items.append(_outlined(frame.grown(7.0), highlight.radius + 7.0, 6.0))
    if ring and corner is not None:
        radius = 74.0
        half_w, half_h = studio.canvas.square_w(radius + 6), radius + 6
        rect = Rect(x=corner[0] - half_w, y=corner[1] - half_h, w=2 * half_w, h=2 * half_h)
        items.append(
            Item(recipe=HoldRing(radius, ring), x=rect.x, y=rect.y, rect=rect, kind=Kind.SOLID)
        )
    return Scene(items=tuple(items))


def _outlined(frame: Rect, radius: float, line: float) -> Item:
    return Item(
        recipe=Outline(frame.w, frame.h, radius, line),
        x=frame.x,
        y=frame.y,
        rect=frame,
        kind=Kind.SOLID,
    )
