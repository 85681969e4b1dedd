"""The score sheet: rounds down, people across, what is left in ivory at the foot; SAVE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, DIM, MUTED, TILE_EDGE, Colour
from pi_meyer.display.components.furniture import Band, QrCode
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.mats import Look
from pi_meyer.display.components.tiles import State
from pi_meyer.display.screens import play_parts
from pi_meyer.display.screens.cells import GAP, back_tile, cells, ground, lines_of, sign_tile
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import S1, S2, T2
from pi_meyer.display.wording import MINUS
from pi_meyer.match.intents import Act, Do
from pi_meyer.match.views import Score

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import SheetView, Standing

ROW_H: Final = 36.0
HEAD_H: Final = 96.0
FOOT_H: Final = 74.0
WINS_H: Final = 34.0
NUMBER_W: Final = 52.0
SIDE_W: Final = 142.0
CELL_CAP: Final = 24.0
STRIPE: Colour = (0x15, 0x11, 0x0E)
DASH: Final = "—"
QR_AT_ONCE: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Where the sheet's parts go, and which rows are shown."""

    box: Rect
    side: Rect
    columns: int
    shown: int
    first: int
    wins: bool

    @classmethod
    def of(cls, view: SheetView, sketch: Sketch) -> Table:
        """Lay out for the panel; the last page is always a full one."""
        portrait = sketch.canvas.portrait
        if portrait:
            side = Rect(x=GAP, y=sketch.h - GAP - 2 * 72.0 - GAP, w=sketch.w - 2 * GAP, h=156.0)
            box = Rect(x=GAP, y=GAP, w=sketch.w - 2 * GAP, h=side.y - 2 * GAP)
        else:
            side = Rect(x=sketch.w - SIDE_W - 14.0, y=14.0, w=SIDE_W, h=sketch.h - 28.0)
            box = Rect(x=24.0, y=GAP, w=side.x - 24.0 - 14.0, h=sketch.h - 2 * GAP)
        wins = any(view.wins)
        room = box.h - HEAD_H - FOOT_H - (WINS_H if wins else 0.0)
        if view.saved is not None and not view.qr_texts:
            room -= 2 * ROW_H  # what became of the saving stands there
        shown = max(1, int(room // ROW_H))
        first = min(max(0, view.first_row), max(0, len(view.rows) - shown))
        return cls(
            box=box, side=side, columns=len(view.people), shown=shown, first=first, wins=wins
        )

    @property
    def pitch(self) -> float:
        """Width of a person's column."""
        return (self.box.w - NUMBER_W) / max(1, self.columns)

    def middle(self, column: int) -> float:
        """The middle of a person's column."""
        return self.box.x + NUMBER_W + self.pitch * (column + 0.5)

    @property
    def foot_y(self) -> float:
        """Where the foot begins."""
        return self.box.bottom - FOOT_H - (WINS_H if self.wins else 0.0)


def draw(view: SheetView, sketch: Sketch) -> None:
    """Draw the table, or the codes that carry it away."""
    ground(sketch)
    table = Table.of(view, sketch)
    if view.qr_texts:
        _draw_codes(view, sketch, table)
    else:
        _draw_head(view, sketch, table)
        _draw_rows(view, sketch, table)
        _draw_foot(view, sketch, table)
        _draw_saved(view, sketch, table)
    _draw_side(view, sketch, table)


def _draw_head(view: SheetView, sketch: Sketch, table: Table) -> None:
    radius = min(26.0, table.pitch * 0.42)
    wide = table.pitch >= 58.0
    for column, person in enumerate(view.people):
        x = table.middle(column)
        out = any(s.out for s in view.standings if s.person == person)
        look = Look.OUT if out and not wide else Look.LIVE
        sketch.mat(person, x, table.box.y + 32.0, radius, look=look)
        if wide:
            name = sketch.name(person)
            sketch.small(
                *(name, x, table.box.y + 70.0), cap=S2, anchor=Anchor.MIDDLE, max_w=table.pitch - 8
            )
    _line(sketch, table.box.x, table.box.y + HEAD_H - 6.0, table.box.w)


def _line(sketch: Sketch, x: float, y: float, w: float) -> None:
    sketch.put(Band(w, 2.0, TILE_EDGE), x, y, w, 2.0)


def _draw_rows(view: SheetView, sketch: Sketch, table: Table) -> None:
    top = table.box.y + HEAD_H
    if not view.rows:
        sketch.text(
            *(sketch.say("sheet_empty"), table.box.centre[0], top + 60.0),
            cap=30.0,
            colour=MUTED,
            anchor=Anchor.MIDDLE,
            max_w=table.box.w,
        )
        return
    for line, row in enumerate(view.rows[table.first : table.first + table.shown]):
        number = table.first + line
        y = top + line * ROW_H
        if number % 2:
            sketch.put(Band(table.box.w, ROW_H, STRIPE), table.box.x, y, table.box.w, ROW_H)
        label = str(number + 1)
        sketch.small(
            *(label, table.box.x + 30.0, y + (ROW_H - 18.0) / 2), cap=18.0, anchor=Anchor.MIDDLE
        )
        for column, cell in enumerate(row):
            _draw_cell(sketch, cell, table.middle(column), y, table.pitch)


def _draw_cell(sketch: Sketch, cell: int | None, x: float, y: float, pitch: float) -> None:
    if cell == 0:
        sketch.put(Band(4.0, 4.0, DIM, 2.0), x - 2.0, y + ROW_H / 2 - 2.0, 4.0, 4.0)
        return
    if cell is None:
        sketch.put(Band(16.0, 2.0, DIM), x - 8.0, y + ROW_H / 2 - 1.0, 16.0, 2.0)
        return
    shown = f"{MINUS}{-cell}" if cell < 0 else str(cell)
    sketch.text(
        *(shown, x, y + (ROW_H - CELL_CAP) / 2),
        cap=CELL_CAP,
        anchor=Anchor.MIDDLE,
        max_w=pitch - 4.0,
    )


def _draw_foot(view: SheetView, sketch: Sketch, table: Table) -> None:
    y = table.foot_y
    _line(sketch, table.box.x, y, table.box.w)
    key = {Score.LIVES: "livesleft", Score.POINTS: "pointsleft", Score.LIDS: "lidsleft"}
    middle = y + FOOT_H / 2 + 2.0
    label = sketch.say(key[view.score])
    sketch.small(
        *(label, table.box.x, middle - S2 / 2),
        cap=S2,
        colour=CREAM,
        max_w=NUMBER_W + 4.0,
        strong=True,
    )
    for column, standing in enumerate(view.standings[: table.columns]):
        cell = Rect(x=table.middle(column) - table.pitch / 2, y=y, w=table.pitch, h=FOOT_H + 4.0)
        _draw_left(view, sketch, standing, cell)
    if table.wins:
        _draw_wins(view, sketch, table, y + FOOT_H)


def _draw_left(view: SheetView, sketch: Sketch, standing: Standing, cell: Rect) -> None:
    """What is left: a life die and its digit, or the digit alone where the column is narrow."""
    x, middle = cell.centre
    colour = DIM if standing.out else CREAM
    words = sketch.say("outcell") if standing.out else str(standing.count)
    cap = 20.0 if standing.out else T2
    if standing.out and cell.w < 44.0:
        _draw_cell(sketch, None, x, middle - ROW_H / 2, cell.w)
        return
    if view.score is not Score.LIVES or cell.w < 98.0:
        cap = min(cap, cell.w * 0.6)
        sketch.text(
            *(words, x, middle - cap / 2),
            cap=cap,
            colour=colour,
            anchor=Anchor.MIDDLE,
            max_w=cell.w - 6.0,
        )
        return
    edge = 46.0
    wide = sketch.canvas.square_w(edge)
    left = x - (wide + 36.0) / 2
    play_parts.life_dice(sketch, standing.count, left, middle - edge / 2, edge, out=standing.out)
    begin = left + wide + 10.0
    sketch.text(*(words, begin, middle - cap / 2), cap=cap, colour=colour, max_w=cell.right - begin)


def _draw_wins(view: SheetView, sketch: Sketch, table: Table, y: float) -> None:
    """Wins of the evening, one number a person."""
    label = sketch.say("wins_short")
    sketch.small(*(label, table.box.x, y + 2.0), cap=S2, max_w=NUMBER_W + 4.0)
    for column, wins in enumerate(view.wins[: table.columns]):
        x = table.middle(column)
        if wins:
            sketch.text(*(str(wins), x, y), cap=20.0, colour=MUTED, anchor=Anchor.MIDDLE)
        else:
            _draw_cell(sketch, 0, x, y + 10.0 - ROW_H / 2, table.pitch)


def _draw_codes(view: SheetView, sketch: Sketch, table: Table) -> None:
    """Plain text as QR codes, two at a time, with what became of the saving above."""
    count = len(view.qr_texts)
    first = min(max(0, view.qr_page), count - 1)
    texts = view.qr_texts[first : first + QR_AT_ONCE]
    words = sketch.sentence(view.saved) if view.saved is not None else ""
    head = Rect(x=table.box.x + 4.0, y=table.box.y + 6.0, w=table.box.w - 8.0, h=50.0)
    end = lines_of(sketch, words, head, cap=S1, pitch=24.0, most=2, colour=CREAM)
    boxes = _code_boxes(
        sketch,
        len(texts),
        Rect(x=table.box.x, y=end + 8.0, w=table.box.w, h=table.box.bottom - end - 8.0),
    )
    for number, (box, plain) in enumerate(zip(boxes, texts, strict=True), start=first + 1):
        sketch.put(QrCode(plain, box.h), box.x, box.y, box.w, box.h, place="code")
        if count > 1:
            page = sketch.say("qr_page", str(number), str(count))
            sketch.small(page, box.centre[0], box.bottom + 10.0, anchor=Anchor.MIDDLE)


def _code_boxes(sketch: Sketch, count: int, room: Rect) -> list[Rect]:
    """Square in mm, side by side or one above the other, each with room for its number."""
    below = 34.0
    across = not sketch.canvas.portrait
    columns, rows = (count, 1) if across else (1, count)
    wide = (room.w - GAP * (columns - 1)) / columns
    high = (room.h - GAP * (rows - 1)) / rows - below
    edge = min(high, wide / sketch.canvas.squash)
    w = sketch.canvas.square_w(edge)
    left = room.x + (room.w - columns * w - (columns - 1) * GAP) / 2
    return [
        Rect(
            x=left + (w + GAP) * (n if across else 0),
            y=room.y + (edge + below + GAP) * (0 if across else n),
            w=w,
            h=edge,
        )
        for n in range(count)
    ]


def _draw_side(view: SheetView, sketch: Sketch, table: Table) -> None:
    """Back, save, up and down; arrows are lit where there is more."""
    columns, rows = (2, 2) if sketch.canvas.portrait else (1, 4)
    back, save, up, down = cells(table.side, columns, rows)
    back_tile(sketch, back)
    sketch.tile(save, sketch.say("export"), Do(act=Act.SAVE), state=State.QUIET)
    above, below = table.first > 0, table.first + table.shown < len(view.rows)
    if view.qr_texts:
        above = view.qr_page > 0
        below = view.qr_page + QR_AT_ONCE < len(view.qr_texts)
    sign_tile(sketch, up, Glyph.UP, Act.SCROLL_UP, lit=above)
    sign_tile(sketch, down, Glyph.DOWN, Act.SCROLL_DOWN, lit=below)


def _draw_saved(view: SheetView, sketch: Sketch, table: Table) -> None:
    """What became of saving, in the line above the foot."""
    if view.saved is None:
        return
    box = Rect(x=table.box.x, y=table.foot_y - 2 * ROW_H + 10.0, w=table.box.w, h=2 * ROW_H)
    lines_of(sketch, sketch.sentence(view.saved), box, cap=S1, pitch=25.0, most=2, colour=CREAM)
