"""A name, letter by letter, with letters large enough for wet fingers, and the names known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import MUTED, STITCH
from pi_meyer.display.components.furniture import Band
from pi_meyer.display.components.grounds import PLAIN
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.tiles import State
from pi_meyer.display.typography import D4, Face, drawable
from pi_meyer.match.intents import Act, Do, TypeName

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import SeatsView

GAP: Final = 12.0
LONGEST_NAME: Final = 40

ROWS: Final = {
    "da": ("QWERTYUIOPÅ", "ASDFGHJKLÆØ", "ZXCVBNM-"),
    "nb": ("QWERTYUIOPÅ", "ASDFGHJKLØÆ", "ZXCVBNM-"),
    "de": ("QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNMß-"),
    "en": ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM-"),
}
"""The letters as they lie on the keyboards of each country."""

EXTRAS: Final = {"da": "ÆØÅ", "nb": "ÆØÅ", "de": "ÄÖÜß", "en": ""}
"""What follows Z where the letters stand in the order of the alphabet."""

NARROW_COLUMNS: Final = 6


def draw(view: SeatsView, sketch: Sketch) -> None:
    """Draw the name so far, names that begin so, the letters, and the way out."""
    sketch.put(PLAIN, 0, 0, sketch.w, sketch.h)
    wide = sketch.w - 2 * GAP
    _draw_name(view, sketch, Rect(x=GAP + 8, y=20.0, w=wide - 16, h=D4))
    known = Rect(x=GAP, y=20.0 + D4 + 18.0, w=wide, h=56.0)
    _draw_known(view, sketch, known)
    low_h = 68.0
    low = Rect(x=GAP, y=sketch.h - GAP - low_h, w=wide, h=low_h)
    letters = Rect(x=GAP, y=known.bottom + GAP, w=wide, h=low.y - known.bottom - 2 * GAP)
    if sketch.canvas.portrait:
        _draw_grid(view, sketch, letters)
    else:
        _draw_rows(view, sketch, letters)
    _draw_ways_out(view, sketch, low)


def grown(typed: str, letter: str) -> str:
    """The name with one more letter: capitals begin a word, small letters go on."""
    begins = not typed or typed[-1] in " -"
    return (typed + (letter.upper() if begins and letter != "ß" else letter.lower()))[:LONGEST_NAME]


def fitting_names(view: SeatsView) -> tuple[str, ...]:
    """Names of earlier evenings that begin with what is typed and do not sit here yet."""
    here = {person.name for person in view.people if person.seat != view.picked}
    begin = view.typed.casefold()
    return tuple(
        name
        for name in view.remembered
        if name not in here and name.casefold().startswith(begin) and drawable(name)
    )


def _draw_name(view: SeatsView, sketch: Sketch, box: Rect) -> None:
    """The question, or the end of what is written, with a stitched cursor."""
    if not view.typed:
        question = sketch.say("name_q")
        sketch.text(question, box.x, box.y + 12, cap=48.0, colour=MUTED, max_w=box.w)
        return
    shown = drawable(view.typed).upper()
    while len(shown) > 1 and sketch.width(shown, D4, pressed=True) > box.w - 24:
        shown = shown[1:]
    at = sketch.text(shown, box.x, box.y, cap=D4, pressed=True)
    bar = Rect(x=at.right + 10, y=box.y, w=5.0, h=D4)
    sketch.put(Band(bar.w, bar.h, STITCH, 2.0), bar.x, bar.y, bar.w, bar.h)


def _draw_known(view: SeatsView, sketch: Sketch, row: Rect) -> None:
    x = row.x
    for name in fitting_names(view):
        label = sketch.cut(name, 190.0, 24.0, Face.POSTER)
        w = max(72.0, sketch.width(label, 24.0) + 36.0)
        if x + w > row.right:
            break
        box = Rect(x=x, y=row.y, w=w, h=row.h)
        sketch.tile(box, label, TypeName(name=name), cap=24.0, likely=x == row.x)
        x += w + GAP


def _draw_rows(view: SeatsView, sketch: Sketch, box: Rect) -> None:
    rows = ROWS.get(sketch.language, ROWS["en"])
    columns = max(len(row) for row in rows)
    w = (box.w - GAP * (columns - 1)) / columns
    h = (box.h - GAP * (len(rows) - 1)) / len(rows)
    for line, row in enumerate(rows):
        y = box.y + line * (h + GAP)
        left = box.x + (columns - len(row)) * (w + GAP) / 2 if line < 2 else box.x
        for place, letter in enumerate(row):
            _letter(view, sketch, Rect(x=left + place * (w + GAP), y=y, w=w, h=h), letter)
    x = box.x + len(rows[2]) * (w + GAP)
    _erase(view, sketch, Rect(x=x, y=box.bottom - h, w=box.right - x, h=h))


def _draw_grid(view: SeatsView, sketch: Sketch, box: Rect) -> None:
    """Upright there is no room for a keyboard's rows: the alphabet, six letters a row."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + EXTRAS.get(sketch.language, "") + "-"
    cells = len(letters) + 1
    rows = math.ceil(cells / NARROW_COLUMNS)
    w = (box.w - GAP * (NARROW_COLUMNS - 1)) / NARROW_COLUMNS
    h = (box.h - GAP * (rows - 1)) / rows
    for place, letter in enumerate(letters):
        line, column = divmod(place, NARROW_COLUMNS)
        cell = Rect(x=box.x + column * (w + GAP), y=box.y + line * (h + GAP), w=w, h=h)
        _letter(view, sketch, cell, letter)
    line, column = divmod(len(letters), NARROW_COLUMNS)
    x = box.x + column * (w + GAP)
    _erase(view, sketch, Rect(x=x, y=box.y + line * (h + GAP), w=box.right - x, h=h))


def _letter(view: SeatsView, sketch: Sketch, box: Rect, letter: str) -> None:
    full = len(view.typed) >= LONGEST_NAME
    state = State.ILLEGAL if full else State.LEGAL
    sketch.tile(box, letter, TypeName(name=grown(view.typed, letter)), state=state, cap=36.0)


def _erase(view: SeatsView, sketch: Sketch, box: Rect) -> None:
    state = State.QUIET if view.typed else State.ILLEGAL
    sketch.tile(box, "", TypeName(name=view.typed[:-1]), state=state, group="erase")
    size = 36.0
    x = box.centre[0] - sketch.canvas.square_w(size) / 2
    sketch.sign(Glyph.LEFT, x, box.centre[1] - size / 2, size, 6.0, state.ink, group="erase")


def _draw_ways_out(view: SeatsView, sketch: Sketch, row: Rect) -> None:
    third = (row.w - 2 * GAP) / 3
    boxes = [Rect(x=row.x + n * (third + GAP), y=row.y, w=third, h=row.h) for n in range(3)]
    space = State.QUIET if view.typed and len(view.typed) < LONGEST_NAME else State.ILLEGAL
    sketch.tile(boxes[0], sketch.say("back"), Do(act=Act.BACK), state=State.QUIET)
    sketch.tile(boxes[1], sketch.say("name_space"), TypeName(name=view.typed + " "), state=space)
    sketch.tile(boxes[2], sketch.say("done"), Do(act=Act.GO), stitched=True)
