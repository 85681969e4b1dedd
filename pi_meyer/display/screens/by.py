"""WHO SAID IT? One seat answers; the likeliest wears leather and stitches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome
from pi_meyer.display.canvas import Rect
from pi_meyer.display.components.tiles import State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import S1, Face
from pi_meyer.match.intents import PickSeat

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import ByView, Person


def draw(view: ByView, sketch: Sketch) -> None:
    """Put it on the sketch."""
    parts.ground(sketch)
    said = parts.value_word(sketch, view.announced)
    top = parts.question(sketch, sketch.say("by_q", said))
    area = Rect(x=12.0, y=top, w=sketch.w - 24.0, h=sketch.h - chrome.STRIP_H - 12.0 - top)
    columns = _columns(len(view.people), portrait=sketch.canvas.portrait)
    rows = -(-len(view.people) // columns)
    w = (area.w - (columns - 1) * parts.GAP) / columns
    h = (area.h - (rows - 1) * parts.GAP) / rows
    h = min(h, 280.0)
    for person, rect in zip(
        view.people,
        parts.grid(area.x, area.y, w, h, count=len(view.people), columns=columns),
        strict=True,
    ):
        _seat(sketch, person, rect, likely=person.seat == view.likely)
    chrome.strip(sketch, view.chrome, hint=sketch.say("saidbar", said))


def _columns(count: int, *, portrait: bool) -> int:
    if portrait:
        return 2 if count <= 8 else 3
    return max(2, count) if count <= 5 else -(-count // 2)


def _seat(sketch: Sketch, person: Person, rect: Rect, *, likely: bool) -> None:
    group = f"seat:{person.seat}"
    sketch.tile(
        rect,
        "",
        PickSeat(seat=person.seat),
        state=State.LEGAL if likely else State.QUIET,
        stitched=likely,
        likely=likely,
        radius=14.0 if rect.h > 150 else 10.0,
        group=group,
    )
    radius = min(56.0, rect.w * 0.4 / sketch.canvas.squash / 1.12, (rect.h - 52.0) * 0.42)
    tall = rect.h > 190.0
    cap = 34.0 if tall else S1 + 1
    gap = 34.0 if tall else 13.0
    block = 2 * radius + gap + cap
    cy = rect.centre[1] - block / 2 + radius
    sketch.mat(person, rect.centre[0], cy, radius, group=group)
    face = Face.POSTER if tall else Face.STRONG
    name = sketch.cut(sketch.name(person), rect.w - 16.0, cap, face)
    sketch.text(
        name,
        rect.centre[0],
        cy + radius + gap,
        cap=cap,
        face=face,
        anchor=Anchor.MIDDLE,
        on=(State.LEGAL if likely else State.QUIET).behind,
        group=group,
    )
