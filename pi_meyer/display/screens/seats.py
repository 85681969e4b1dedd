"""Who sits where: a ring round the table, and what can be done with the mat that was touched."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, LAMP, TILE
from pi_meyer.display.components.furniture import RoundTable
from pi_meyer.display.components.grounds import soft_lamp
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.tiles import Plate, State
from pi_meyer.display.screens import name_entry
from pi_meyer.display.screens.cells import lines_of, sign_tile, wrapped
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D2, S1, S2, T1, Face
from pi_meyer.match.intents import Act, Do, PickSeat

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import Person, SeatsView

GAP: Final = 12.0
SIDE_W: Final = 308.0
NAME_H: Final = 26.0
SPOT_H, UNDO_SPOT_H = 96.0, 132.0
"""A notice takes the upper part of the way out, across; upright, the middle of the table."""
FEWEST: Final = 2
MOST: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where ring and side column go."""

    ring: Rect
    side: Rect

    @classmethod
    def of(cls, sketch: Sketch) -> Places:
        """The ring above or left, the choices below or right."""
        w, h = sketch.w, sketch.h
        if sketch.canvas.portrait:
            side_h = 292.0
            ring_h = h - side_h - 2 * GAP
            return cls(
                ring=Rect(x=GAP, y=GAP, w=w - 2 * GAP, h=ring_h - GAP),
                side=Rect(x=GAP, y=ring_h + GAP, w=w - 2 * GAP, h=side_h),
            )
        side_x = w - SIDE_W - 22.0
        return cls(
            ring=Rect(x=GAP, y=GAP, w=side_x - 2 * GAP, h=h - 2 * GAP),
            side=Rect(x=side_x, y=24.0, w=SIDE_W, h=h - 48.0),
        )


def draw(view: SeatsView, sketch: Sketch) -> None:
    """Draw the ring, or the letters for a name."""
    if view.naming:
        name_entry.draw(view, sketch)
        return
    places = Places.of(sketch)
    _draw_ring(view, sketch, places.ring)
    side = places.side
    if not sketch.canvas.portrait:
        sketch.spot = Rect(x=side.x, y=side.y, w=side.w, h=_spot_h(view))
    picked = next((p for p in view.people if p.seat == view.picked), None)
    if picked is None:
        _draw_choices(view, sketch, side)
    elif view.swapping:
        _draw_swapping(sketch, picked, side)
    else:
        _draw_person(view, sketch, picked, side)


def _spot_h(view: SeatsView) -> float:
    return SPOT_H if view.chrome.undo is None else UNDO_SPOT_H


def mat_radius(count: int) -> float:
    """How large the mats of the ring are, so that names fit between them."""
    if count <= 6:
        return 42.0
    return 36.0 if count <= 8 else 27.0


def ring_centres(count: int, ring: Rect, radius: float) -> list[tuple[float, float]]:
    """The middles of the mats, clockwise from the top, each with room for a name below."""
    cx, cy = ring.centre[0], ring.centre[1] - NAME_H / 2
    reach_x, reach_y = ring.w / 2 - radius * 1.5, ring.h / 2 - NAME_H / 2 - radius * 1.16
    turns = [math.tau * place / count for place in range(count)]
    return [(cx + reach_x * math.sin(turn), cy - reach_y * math.cos(turn)) for turn in turns]


def _draw_ring(view: SeatsView, sketch: Sketch, ring: Rect) -> None:
    cx, cy = ring.centre
    sketch.put(soft_lamp(cx, cy, ring.w * 0.62, ring.h * 0.62), 0, 0, sketch.w, sketch.h)
    count = len(view.people)
    radius = mat_radius(count)
    half_w = ring.w / 2 - radius * 2.66 - 12.0
    half_h = ring.h / 2 - radius * 2.32 - NAME_H - 10.0
    sketch.put(RoundTable(2 * half_w, 2 * half_h), cx - half_w, cy - half_h, 2 * half_w, 2 * half_h)
    sketch.text(str(count), cx, cy - D2 / 2, cap=D2, anchor=Anchor.MIDDLE, on=LAMP)
    centres = ring_centres(count, ring, radius)
    if sketch.canvas.portrait:
        sketch.spot = _between([touch_box(count, at) for at in centres], ring.centre)
    for person, at in zip(view.people, centres, strict=True):
        _draw_seat(view, sketch, person, at)


def _between(boxes: list[Rect], middle: tuple[float, float]) -> Rect:
    """The largest place round the middle of the table where no mat answers."""
    sizes = ((w, h) for w in range(150, 361, 10) for h in range(76, 241, 4))
    places = (
        Rect(x=middle[0] - w / 2, y=middle[1] - h / 2 - NAME_H / 2 + dy, w=w, h=h)
        for w, h in sizes
        for dy in (0.0, NAME_H / 2)
    )
    free = [p for p in places if not any(box.meets(p) for box in boxes)]
    return max(free, key=lambda place: min(place.w, 2.4 * place.h))


def touch_box(count: int, at: tuple[float, float]) -> Rect:
    """Where a mat answers: apart from its neighbours, with its name where there is room."""
    radius = mat_radius(count)
    x, y = at
    if count > 8:
        return Rect(x=x - 38.0, y=y - 28.0, w=76.0, h=56.0)
    w = 120.0 if count <= 6 else 104.0
    return Rect(x=x - w / 2, y=y - radius * 1.16 - 2, w=w, h=radius * 2.32 + NAME_H)


def _draw_seat(view: SeatsView, sketch: Sketch, person: Person, at: tuple[float, float]) -> None:
    x, y = at
    few = len(view.people) <= 8
    radius = mat_radius(len(view.people))
    box = touch_box(len(view.people), at)
    chosen = person.seat == view.picked
    if chosen:
        sketch.put(Plate(box.w, box.h, State.LEGAL), box.x, box.y, box.w, box.h)
    sketch.mat(person, x, y, radius)
    sketch.small(
        *(sketch.name(person), x, y + radius * 1.16 + (3 if few else 5)),
        cap=S1 if few else S2,
        colour=CREAM,
        on=TILE if chosen and few else LAMP,
        anchor=Anchor.MIDDLE,
        max_w=box.w if few else 84.0,
        strong=True,
    )
    sketch.target(box, PickSeat(seat=person.seat), frame=box)


def _draw_choices(view: SeatsView, sketch: Sketch, side: Rect) -> None:
    """The stitched way out, fewer and more players, and a fresh start."""
    low = 56.0 if sketch.canvas.portrait else 66.0
    hint_h = S1 + 16.0
    told = view.chrome.notice is not None or view.chrome.undo is not None
    above = _spot_h(view) + GAP if told and not sketch.canvas.portrait else 0.0
    high = side.h - 2 * (low + GAP) - hint_h - above
    out = Rect(x=side.x, y=side.y + above, w=side.w, h=high)
    _draw_way_out(view, sketch, out)
    half = (side.w - GAP) / 2
    left, right = side.x, side.x + half + GAP
    y = out.bottom + GAP
    more = len(view.people) < MOST
    if view.running:
        state = State.QUIET if more else State.ILLEGAL
        wide = Rect(x=left, y=y, w=side.w, h=low)
        sketch.tile(wide, sketch.say("join"), Do(act=Act.MORE_PLAYERS), state=state)
    else:
        fewer = Rect(x=left, y=y, w=half, h=low)
        lit = len(view.people) > FEWEST
        sign_tile(sketch, fewer, Glyph.MINUS, Act.FEWER_PLAYERS, lit=lit)
        wide = Rect(x=right, y=y, w=half, h=low)
        sign_tile(sketch, wide, Glyph.PLUS, Act.MORE_PLAYERS, lit=more)
    y += low + GAP
    if view.running:
        hint = Rect(x=left + 6.0, y=y + 10.0, w=side.w - 12.0, h=low)
        lines_of(sketch, sketch.say("seats_running"), hint, cap=S1, pitch=25.0, most=3)
        return
    _bottom_pair(sketch, Rect(x=left, y=y, w=side.w, h=low))
    sketch.small(
        *(sketch.say("seathint"), side.centre[0], side.bottom - S1 - 1),
        anchor=Anchor.MIDDLE,
        max_w=side.w + 20,
    )


def _bottom_pair(sketch: Sketch, row: Rect) -> None:
    half = (row.w - GAP) / 2
    rules = Rect(x=row.x, y=row.y, w=half, h=row.h)
    fresh = Rect(x=row.x + half + GAP, y=row.y, w=half, h=row.h)
    sketch.tile(rules, sketch.say("settings"), Do(act=Act.SETTINGS), state=State.QUIET)
    sketch.tile(fresh, sketch.say("fresh"), Do(act=Act.NEW_TABLE), state=State.QUIET)


def _draw_way_out(view: SeatsView, sketch: Sketch, box: Rect) -> None:
    key = "on" if view.running else ("same" if view.same_as_last else "play")
    go = Do(act=Act.BACK if view.running else Act.GO)
    sketch.tile(box, "", go, stitched=True, likely=True, radius=14.0, group="way_out")
    words = sketch.say(key)
    lines = _lines(sketch, words, box.w - 40.0) if box.h > 150.0 else [words]
    cap = T1 if len(lines) > 1 or view.running else 72.0
    cap = min(sketch.fits(line, box.w - 36.0, (cap, T1, 40.0, 33.0, 27.0)) for line in lines)
    mats_h = 54.0 if box.h > 150 else 0.0
    step = cap + 16.0
    top = box.y + (box.h - mats_h - step * len(lines) + 16.0) / 2
    for number, line in enumerate(lines):
        sketch.text(
            line,
            box.centre[0],
            top + number * step,
            cap=cap,
            on=TILE,
            anchor=Anchor.MIDDLE,
            group="way_out",
        )
    if mats_h:
        _draw_small_mats(view, sketch, Rect(x=box.x, y=box.bottom - mats_h - 18, w=box.w, h=mats_h))


def _draw_small_mats(view: SeatsView, sketch: Sketch, row: Rect) -> None:
    count = len(view.people)
    rows = 1 if count <= 6 else 2
    per_row = math.ceil(count / rows)
    radius = 18.0 if rows == 1 else 12.0
    pitch = min(54.0, (row.w - 40.0) / per_row)
    for place, person in enumerate(view.people):
        line, column = divmod(place, per_row)
        width = pitch * (min(per_row, count - line * per_row) - 1)
        x = row.centre[0] - width / 2 + column * pitch
        y = row.centre[1] + (line - (rows - 1) / 2) * 30.0
        sketch.mat(person, x, y, radius, group="way_out")


def _lines(sketch: Sketch, words: str, max_w: float) -> list[str]:
    """One line, or two where one would be too wide at the size of a choice."""
    if sketch.width(words, T1) <= max_w or " " not in words:
        return [words]
    parts = words.split(" ")
    ways = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    return list(min(ways, key=lambda way: max(sketch.width(line, T1) for line in way)))


def _head(sketch: Sketch, person: Person, side: Rect) -> float:
    """A person's mat and name; return where the things below may begin."""
    radius = 40.0
    sketch.mat(person, side.x + radius * 1.1, side.y + radius * 1.16, radius)
    left = side.x + radius * 2.3 + 12.0
    cap = 44.0
    top = side.y + radius * 1.16 - cap / 2
    sketch.text(sketch.name(person), left, top, cap=cap, max_w=side.right - left)
    return side.y + radius * 2.32 + GAP


def _draw_person(view: SeatsView, sketch: Sketch, person: Person, side: Rect) -> None:
    """Name, move, leave: what can be done with the mat that was touched."""
    top = _head(sketch, person, side)
    if view.chrome.undo is not None and not sketch.canvas.portrait:
        top = side.y + UNDO_SPOT_H + GAP
    entries = (
        ("rename", Act.RENAME, State.LEGAL),
        ("swap", Act.SWAP, State.LEGAL),
        ("leave", Act.LEAVE, State.LEGAL if len(view.people) > FEWEST else State.ILLEGAL),
        ("back", Act.BACK, State.QUIET),
    )
    columns = 2 if sketch.canvas.portrait else 1
    _stack(sketch, Rect(x=side.x, y=top, w=side.w, h=side.bottom - top), entries, columns)


def _stack(
    sketch: Sketch, box: Rect, entries: tuple[tuple[str, Act, State], ...], columns: int
) -> None:
    rows = math.ceil(len(entries) / columns)
    w = (box.w - GAP * (columns - 1)) / columns
    h = (box.h - GAP * (rows - 1)) / rows
    for place, (key, act, state) in enumerate(entries):
        line, column = divmod(place, columns)
        rect = Rect(x=box.x + column * (w + GAP), y=box.y + line * (h + GAP), w=w, h=h)
        sketch.tile(rect, sketch.say(key), Do(act=act), state=state, likely=place == 0)


def _draw_swapping(sketch: Sketch, person: Person, side: Rect) -> None:
    """Wait for the other one; the ring itself answers."""
    top = _head(sketch, person, side) + 22.0
    question = sketch.say("swap_with", sketch.name(person))
    cap = 40.0
    lines = wrapped(sketch, question, side.w, cap, most=4, face=Face.POSTER)
    for number, line in enumerate(lines):
        sketch.text(line, side.x, top + number * (cap + 22.0), cap=cap, max_w=side.w)
    low = 66.0
    box = Rect(x=side.x, y=side.bottom - low, w=side.w, h=low)
    sketch.tile(box, sketch.say("back"), Do(act=Act.BACK), state=State.QUIET)
