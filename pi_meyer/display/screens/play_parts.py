"""Parts that several play screens share: the map of 21 tiles, the tally in a row, big values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome
from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, DIM, GROUND, TILE_EDGE, Colour
from pi_meyer.display.components.counters import LidPile, TallyMarks
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.mats import Look
from pi_meyer.display.layout import Kind
from pi_meyer.display.sketch import Anchor
from pi_meyer.match.views import Score

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import Chrome, Standing

GAP = 12.0
COLUMNS = 7


def grid(
    left: float, top: float, w: float, h: float, *, count: int, columns: int, gap: float = GAP
) -> list[Rect]:
    """Rectangles in reading order."""
    return [
        Rect(x=left + (n % columns) * (w + gap), y=top + (n // columns) * (h + gap), w=w, h=h)
        for n in range(count)
    ]


def ground(sketch: Sketch, *, lamp: tuple[float, float, float, float] | None = None) -> None:
    """The table, with the soft lamp at (x, y) reaching (half_w, half_h) if given."""
    from pi_meyer.display.components.grounds import PLAIN, soft_lamp  # noqa: PLC0415

    recipe = PLAIN if lamp is None else soft_lamp(*lamp)
    sketch.put(recipe, 0.0, 0.0, sketch.w, sketch.h, group="ground")


def value(
    sketch: Sketch,
    announced: str,
    right: float,
    top: float,
    cap: float,
    *,
    on: Colour,
    group: str = "",
) -> Rect:
    """A value at poster size, by its right edge; Kippe is a leaning die without pips."""
    if announced.isdecimal():
        return sketch.text(announced, right, top, cap=cap, on=on, anchor=Anchor.RIGHT, group=group)
    size = cap * 0.92
    wide = sketch.canvas.square_w(size)
    return sketch.sign(
        Glyph.LEANING, right - wide, top + (cap - size) / 2, size, size * 0.09, CREAM, group=group
    )


def value_word(sketch: Sketch, announced: str) -> str:
    """A value inside a sentence."""
    return announced if announced.isdecimal() else sketch.say("kippe_s")


def counter(
    sketch: Sketch,
    count: int,
    score: Score,
    x: float,
    y: float,
    *,
    edge: float,
    group: str = "",
    out: bool = False,
) -> Rect:
    """What the digit says, as a picture: life dice, tally strokes or a pile of lids."""
    wide = sketch.canvas.square_w(edge)
    if score is Score.LIVES:
        return life_dice(sketch, count, x, y, edge, group=group, out=out)
    recipe = (
        TallyMarks(edge, min(count, 10)) if score is Score.POINTS else LidPile(edge, min(count, 8))
    )
    return sketch.put(recipe, x, y, wide, edge, kind=Kind.SOLID, group=group, place="counter")


def life_dice(
    sketch: Sketch,
    count: int,
    x: float,
    y: float,
    edge: float,
    *,
    group: str = "",
    out: bool = False,
) -> Rect:
    """Lives as dice: 7 to 12 are two smaller dice, one above the other; 0 is a dark place."""
    if out or count <= 0:
        return sketch.no_die(x, y, edge)
    if count <= 6:
        return sketch.die(count, x, y, edge, group=group)
    half = edge * 0.56
    wide = sketch.canvas.square_w(edge)
    small = sketch.canvas.square_w(half)
    sketch.die(6, x, y, half, group=group)
    sketch.die(min(count - 6, 6), x + wide - small, y + edge - half, half, group=group)
    return Rect(x=x, y=y, w=wide, h=edge)


def tally_row(
    sketch: Sketch,
    standings: tuple[Standing, ...],
    score: Score,
    box: Rect,
    *,
    dice: bool,
    group: str = "",
) -> None:
    """Everybody's tally along one line, at arm's length; ``dice`` False keeps pips away.

    More than six people stand in two lines.
    """
    least = 116.0 if dice and score is Score.LIVES else 78.0
    lines = 1 if len(standings) * least <= box.w else 2
    per_line = -(-len(standings) // lines)
    pitch_x, pitch_y = box.w / max(per_line, 4 if box.w > 600 else 3), box.h / lines
    small = lines == 2 and (pitch_y < 46.0 or pitch_x < 92.0)
    dice = dice and pitch_x >= 116.0
    for number, standing in enumerate(standings):
        x = box.x + (number % per_line) * pitch_x
        y = box.y + (number // per_line + 0.5) * pitch_y
        _tally_cell(
            sketch,
            standing,
            score,
            Rect(x=x, y=y, w=pitch_x, h=pitch_y),
            dice=dice,
            small=small,
            group=group,
        )


def _tally_cell(
    sketch: Sketch,
    standing: Standing,
    score: Score,
    cell: Rect,
    *,
    dice: bool,
    small: bool,
    group: str,
) -> None:
    radius = min(15.0, cell.h * 0.41) if small else 21.0
    look = Look.OUT if standing.out else Look.LIVE
    wide = sketch.canvas.square_w(radius)
    sketch.mat(standing.person, cell.x + wide + 3, cell.y, radius, look=look, group=group)
    x = cell.x + 2 * wide + 14.0
    edge = 0.0
    if dice and not small and score is Score.LIVES:
        edge = 40.0
        counter(sketch, standing.count, score, x, cell.y - edge / 2, edge=edge, out=standing.out)
        x += sketch.canvas.square_w(edge) + 12.0
    cap = 20.0 if small else 26.0
    if standing.out and score is Score.LIVES:
        return
    sketch.text(
        str(standing.count),
        x,
        cell.y - cap / 2,
        cap=cap,
        colour=DIM if standing.out else CREAM,
        on=GROUND,
        group=group,
    )


def line(
    sketch: Sketch,
    x: float,
    y: float,
    w: float,
    *,
    thick: float = 2.0,
    colour: Colour = TILE_EDGE,
    group: str = "",
) -> None:
    """A thin rule across the table."""
    from pi_meyer.display.components.counters import Rule  # noqa: PLC0415

    sketch.put(Rule(w, thick, colour), x, y, w, thick, group=group)


def question(sketch: Sketch, words: str) -> float:
    """A question over tiles, centred, in one line or (upright) two; returns where tiles begin."""
    from pi_meyer.display.typography import D4  # noqa: PLC0415
    from pi_meyer.display.wording import halves  # noqa: PLC0415

    room = sketch.w - 48.0
    if not sketch.canvas.portrait:
        sketch.text(words, sketch.w / 2, 22.0, cap=D4, anchor=Anchor.MIDDLE, max_w=room)
        return 116.0
    lines = [words] if sketch.width(words, D4) <= room else [part for part in halves(words) if part]
    top = 30.0
    for words_of_line in lines:
        sketch.text(words_of_line, sketch.w / 2, top, cap=D4, anchor=Anchor.MIDDLE, max_w=room)
        top += D4 + 22.0
    return top + 12.0


def undo_place(shown: Chrome, sketch: Sketch, place: Rect) -> None:
    """The corner of a row of tiles that is kept for undo, and for a sign when there is none."""
    middle = place.centre[1]
    if shown.undo is not None:
        chrome.plate(sketch, shown, place.right, middle, max_w=place.w)
    elif shown.signs:
        chrome.signs(sketch, shown.signs, place.right, middle, most=2)
