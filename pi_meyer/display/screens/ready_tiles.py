"""The lower half of READY: the map of 21 tiles and the other words of tonight's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.tiles import State
from pi_meyer.display.screens import play_parts as parts
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import D3, D4, T2
from pi_meyer.match.intents import Act, Do, Say

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import ReadyView

BAR_H = 56.0
"""Height of the bar of other words, upright."""

WORD_AND_GLYPH: dict[Act, tuple[str, Glyph]] = {
    Act.LIFT: ("lift_tile", Glyph.UP),
    Act.SAME: ("same_s", Glyph.SAME),
    Act.HIGHER: ("over", Glyph.HIGHER),
    Act.KIPPE: ("kippe_s", Glyph.LEANING),
    Act.ALLOW: ("allow_s", Glyph.AGAIN),
    Act.ACCEPT: ("accept_s", Glyph.SHUT_EYE),
    Act.DOUBLE: ("double_s", Glyph.TIMES_TWO),
    Act.CONCEDE: ("concede_s", Glyph.FLAG),
}
"""The other words of tonight's rules."""


def tiles(view: ReadyView, sketch: Sketch, area: Rect) -> None:
    """The map of 21 tiles, and tonight's other words in an eighth column."""
    extras = [Act(name) for name in view.extras if name != Act.LIFT.value]
    if not any(tile.legal for tile in view.tiles):
        _choices(view, sketch, extras, area)
        return
    portrait = sketch.canvas.portrait
    columns = 7 if portrait else 8
    tile_w = (area.w - (columns - 1) * parts.GAP) / columns
    rows_h = area.h - (parts.GAP + BAR_H if portrait else 0.0)
    tile_h = (rows_h - 2 * parts.GAP) / 3
    _map(view, sketch, parts.grid(area.x, area.y, tile_w, tile_h, count=len(view.tiles), columns=7))
    if not extras:
        return
    if portrait:
        bar = Rect(x=area.x, y=area.bottom - BAR_H, w=area.w, h=BAR_H)
        each = (bar.w - (len(extras) - 1) * parts.GAP) / len(extras)
        rects = parts.grid(bar.x, bar.y, each, bar.h, count=len(extras), columns=len(extras))
    else:
        each = (area.h - (len(extras) - 1) * parts.GAP) / len(extras)
        rects = parts.grid(area.right - tile_w, area.y, tile_w, each, count=len(extras), columns=1)
    for act, rect in zip(extras, rects, strict=True):
        _extra(view, sketch, act, rect)


def _map(view: ReadyView, sketch: Sketch, rects: list[Rect]) -> None:
    legal = [tile.value for tile in view.tiles if tile.legal]
    for tile, rect in zip(view.tiles, rects, strict=True):
        touched = tile.value == view.touched
        unlit = State.QUIET if tile.loses else State.ILLEGAL
        state = State.LEGAL if tile.legal else unlit
        sketch.value_tile(
            rect,
            tile.value,
            Say(value=tile.value),
            state=state,
            cap=T2,
            stitched=tile.meyer and tile.legal,
            likely=bool(legal) and tile.value == legal[-1],
        )
        if touched:
            sketch.tile(rect, tile.value, None, state=State.TOUCHED, cap=T2, group="touched")


def _extra(view: ReadyView, sketch: Sketch, act: Act, rect: Rect) -> None:
    """One of the other words: sign above word, or beside it where the tile is low."""
    key, glyph = WORD_AND_GLYPH[act]
    touched = act.value == view.touched
    state = State.TOUCHED if touched else State.LEGAL
    group = f"extra:{act.value}"
    sketch.tile(rect, "", Do(act=act), state=state, group=group)
    word = sketch.say(key)
    ink, on = state.ink, state.behind
    if rect.h < 56.0 and rect.w < 120.0:
        cap = sketch.fits(word, rect.w - 14.0, (24.0, 21.0, 19.0, 17.0))
        sketch.text(
            word,
            rect.centre[0],
            rect.centre[1] - cap / 2,
            cap=cap,
            colour=ink,
            on=on,
            anchor=Anchor.MIDDLE,
            max_w=rect.w - 12.0,
            group=group,
        )
        return
    if rect.w > 1.8 * rect.h:
        cap = sketch.fits(word, rect.w - 76.0, (34.0, 30.0, 26.0, 22.0, 19.0, 17.0))
        size = min(40.0, rect.h - 16.0)
        icon = sketch.canvas.square_w(size)
        wide = min(sketch.width(word, cap), rect.w - icon - 34.0)
        x = rect.centre[0] - (icon + 14.0 + wide) / 2
        sketch.sign(glyph, x, rect.centre[1] - size / 2, size, size * 0.13, ink, group=group)
        sketch.text(
            word,
            x + icon + 14.0,
            rect.centre[1] - cap / 2,
            cap=cap,
            colour=ink,
            on=on,
            max_w=wide + 1,
            group=group,
        )
        return
    caps = (24.0, 21.0, 19.0, 17.0) if rect.h > 90.0 else (19.0, 17.0)
    cap = sketch.fits(word, rect.w - 16.0, caps)
    size = min(54.0, max(18.0, rect.h - cap - (30.0 if rect.h > 90.0 else 21.0)))
    gap = 7.0 if rect.h < 90 else min(26.0, rect.h * 0.12)
    icon = sketch.canvas.square_w(size)
    top = rect.centre[1] - (size + gap + cap) / 2
    sketch.sign(
        glyph, rect.centre[0] - icon / 2, top, size, max(3.6, size * 0.13), ink, group=group
    )
    sketch.text(
        word,
        rect.centre[0],
        top + size + gap,
        cap=cap,
        colour=ink,
        on=on,
        anchor=Anchor.MIDDLE,
        max_w=rect.w - 14.0,
        group=group,
    )


def _choices(view: ReadyView, sketch: Sketch, extras: list[Act], area: Rect) -> None:
    """No value can be said: tonight's other words as wide tiles, or the call to lift."""
    if not extras:
        words = sketch.say("idle1")
        cap = sketch.fits(words, area.w - 60.0, (D3, 86.0, D4))
        sketch.text(
            words,
            area.centre[0],
            area.centre[1] - cap / 2,
            cap=cap,
            anchor=Anchor.MIDDLE,
            max_w=area.w - 24.0,
            pressed=True,
        )
        return
    high = min(area.h, 150.0)
    across = 1 if sketch.canvas.portrait else len(extras)
    down = -(-len(extras) // across)
    w = (area.w - (across - 1) * parts.GAP) / across
    h = min(high, (area.h - (down - 1) * parts.GAP) / down)
    top = area.y + (area.h - down * h - (down - 1) * parts.GAP) / 2
    for act, rect in zip(
        extras, parts.grid(area.x, top, w, h, count=len(extras), columns=across), strict=True
    ):
        _choice(view, sketch, act, rect, first=act is extras[0])


def _choice(view: ReadyView, sketch: Sketch, act: Act, rect: Rect, *, first: bool) -> None:
    key, glyph = WORD_AND_GLYPH[act]
    group = f"extra:{act.value}"
    state = State.TOUCHED if act.value == view.touched else State.LEGAL
    sketch.tile(
        rect,
        "",
        Do(act=act),
        state=state,
        stitched=first,
        likely=first,
        radius=14.0,
        group=group,
    )
    word = sketch.say(key)
    size = min(72.0, rect.h - 60.0)
    icon = sketch.canvas.square_w(size)
    room = rect.w - icon - 74.0
    cap = sketch.fits(word, room, (D4, 60.0, 52.0, 44.0, 36.0))
    wide = min(room, sketch.width(word, cap))
    x = rect.centre[0] - (icon + 22.0 + wide) / 2
    sketch.sign(glyph, x, rect.centre[1] - size / 2, size, size * 0.12, state.ink, group=group)
    sketch.text(
        word,
        x + icon + 22.0,
        rect.centre[1] - cap / 2,
        cap=cap,
        colour=state.ink,
        on=state.behind,
        max_w=room,
        group=group,
    )
