"""What the screens behind the menu share: cells of a grid, lines of a sentence, the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import GROUND, MUTED, Colour
from pi_meyer.display.components.grounds import PLAIN
from pi_meyer.display.components.tiles import State
from pi_meyer.display.typography import S2, Face
from pi_meyer.match.intents import Act, Do

if TYPE_CHECKING:
    from pi_meyer.display.components.marks import Glyph
    from pi_meyer.display.sketch import Sketch

GAP: Final = 12.0
HEAD_H: Final = 56.0
HEAD_CAP: Final = 38.0


def ground(sketch: Sketch) -> None:
    """The black table."""
    sketch.put(PLAIN, 0, 0, sketch.w, sketch.h)


def cells(box: Rect, columns: int, rows: int) -> list[Rect]:
    """A grid with the gap of touch areas between its cells, in reading order."""
    w = (box.w - GAP * (columns - 1)) / columns
    h = (box.h - GAP * (rows - 1)) / rows
    return [
        Rect(x=box.x + column * (w + GAP), y=box.y + row * (h + GAP), w=w, h=h)
        for row in range(rows)
        for column in range(columns)
    ]


def heading(sketch: Sketch, words: str, max_w: float) -> None:
    """The name of a place, upper left."""
    cap = sketch.fits(words, max_w, (HEAD_CAP, 34.0, 30.0, 26.0))
    sketch.text(words, 25.0, GAP + (HEAD_H - cap) / 2, cap=cap, max_w=max_w)


def back_tile(sketch: Sketch, box: Rect) -> None:
    """The way out wears leather and stitches."""
    sketch.tile(box, sketch.say("back"), Do(act=Act.BACK), stitched=True, likely=True)


def wrapped(
    sketch: Sketch, words: str, max_w: float, cap: float, *, most: int, face: Face = Face.SENTENCE
) -> list[str]:
    """A sentence in as few lines as its width allows, at most ``most``; the last takes the rest."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        fits = sketch.width(longer, cap, face) <= max_w
        if lines and (fits or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def lines_of(
    sketch: Sketch,
    words: str,
    box: Rect,
    *,
    cap: float = S2,
    pitch: float = 19.0,
    most: int = 3,
    colour: Colour = MUTED,
    on: Colour = GROUND,
    group: str = "",
) -> float:
    """Write a sentence into a box from its top; return where it ends."""
    lines = wrapped(sketch, words, box.w, cap, most=most)
    for number, line in enumerate(lines):
        sketch.small(
            *(line, box.x, box.y + number * pitch),
            cap=cap,
            colour=colour,
            on=on,
            max_w=box.w,
            group=group,
        )
    return box.y + len(lines) * pitch


def sign_tile(
    sketch: Sketch, box: Rect, glyph: Glyph, act: Act, *, lit: bool = True, size: float = 40.0
) -> None:
    """A quiet tile with a drawn sign; unlit where it would do nothing."""
    group = f"sign:{act.value}"
    state = State.QUIET if lit else State.ILLEGAL
    sketch.tile(box, "", Do(act=act), state=state, group=group)
    x = box.centre[0] - sketch.canvas.square_w(size) / 2
    sketch.sign(glyph, x, box.centre[1] - size / 2, size, 6.0, state.ink, group=group)
