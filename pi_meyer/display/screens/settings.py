"""The rules tonight: six as tiles, the rest on pages, presets, and what a step would change."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, DIM, MUTED, QUIET, TILE
from pi_meyer.display.components.marks import Glyph
from pi_meyer.display.components.tiles import State
from pi_meyer.display.languages import catalogue
from pi_meyer.display.screens.cells import (
    GAP,
    HEAD_H,
    back_tile,
    cells,
    ground,
    heading,
    lines_of,
    wrapped,
)
from pi_meyer.display.typography import D4, S1, S2, Face
from pi_meyer.match.intents import Act, Do, PickPreset, StepSetting

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import Change, SettingsView, SettingTile

PER_PAGE: Final = 6
LOW_H: Final = 70.0
VALUE_CAPS: Final = (31.0, 28.0, 25.0)
PRESET_KEY: Final = "preset"
"""The key of a pending step that is not one rule but a whole preset."""


def draw(view: SettingsView, sketch: Sketch) -> None:
    """Draw the tiles, the presets, or the question about a step that changes the match."""
    ground(sketch)
    if view.pending is not None:
        _draw_pending(view, view.pending, sketch)
    elif view.presets:
        _draw_presets(view, sketch)
    else:
        _draw_rules(view, sketch)


def _grid(sketch: Sketch, low_rows: int = 1) -> tuple[list[Rect], Rect]:
    """Six cells between the head and the lowest rows, and where those are."""
    portrait = sketch.canvas.portrait
    low_h = low_rows * LOW_H + (low_rows - 1) * GAP
    top = GAP + HEAD_H + GAP
    if portrait:
        top += HEAD_H + GAP
    box = Rect(x=GAP, y=top, w=sketch.w - 2 * GAP, h=sketch.h - top - low_h - 2 * GAP)
    low = Rect(x=GAP, y=box.bottom + GAP, w=box.w, h=low_h)
    return cells(box, 2 if portrait else 3, 3 if portrait else 2), low


def _wide_head_tile(sketch: Sketch) -> Rect:
    """Where the preset stands: right of the heading, upright below it."""
    if sketch.canvas.portrait:
        return Rect(x=GAP, y=2 * GAP + HEAD_H, w=sketch.w - 2 * GAP, h=HEAD_H)
    w = sketch.w * 0.46
    return Rect(x=sketch.w - GAP - w, y=GAP, w=w, h=HEAD_H)


def _draw_rules(view: SettingsView, sketch: Sketch) -> None:
    preset = _wide_head_tile(sketch)
    portrait = sketch.canvas.portrait
    room = sketch.w - 50.0 if portrait else preset.x - 40.0
    first = view.page == 0
    page = sketch.say("page", str(view.page + 1), str(view.pages))
    heading(sketch, sketch.say("rules") if first else f"{sketch.say('more')}  {page}", room)
    name = catalogue.preset_name(sketch.language, view.preset)
    sketch.tile(preset, name, Do(act=Act.PRESETS), state=State.QUIET)
    boxes, low = _grid(sketch, low_rows=2 if portrait else 1)
    for box, tile in zip(boxes, view.tiles, strict=False):
        _draw_rule(view, sketch, tile, box)
    _draw_low_row(view, sketch, low)


def _draw_rule(view: SettingsView, sketch: Sketch, tile: SettingTile, box: Rect) -> None:
    language, preset = sketch.language, view.preset
    group = f"rule:{tile.key}"
    sketch.tile(box, "", StepSetting(key=tile.key), state=State.QUIET, group=group)
    left, room = box.x + 16.0, box.w - 30.0
    tall = box.h > 165.0
    name = catalogue.rule_name(language, tile.key, preset=preset)
    sketch.small(name, left, box.y + 12.0, on=QUIET, max_w=room, group=group)
    value = catalogue.value_text(language, tile.key, tile.value, preset=preset)
    caps = (34.0, *VALUE_CAPS) if tall else VALUE_CAPS
    cap = sketch.fits(value, room, caps)
    sketch.text(
        *(value, left, box.y + 38.0 + (caps[0] - cap) / 2),
        cap=cap,
        colour=CREAM if tile.effective else DIM,
        on=QUIET,
        max_w=room,
        group=group,
    )
    about = catalogue.rule_about(language, tile.key, preset=preset)
    if not tile.effective:
        about = sketch.say("no_effect")
    below = Rect(x=left, y=box.y + 38.0 + caps[0] + 11.0, w=room, h=60.0)
    lines_of(
        sketch,
        about,
        below,
        pitch=22.0 if tall else 21.0,
        most=4 if tall else 3,
        on=QUIET,
        group=group,
    )


def _draw_low_row(view: SettingsView, sketch: Sketch, low: Rect) -> None:
    """More rules, players, language, sound and light; the last is the way back."""
    columns, rows = (3, 2) if sketch.canvas.portrait else (6, 1)
    boxes = cells(low, columns, rows)
    sound = f"{sketch.say('sound')} {view.volume}"
    light = f"{sketch.say('light')} {view.brightness}"
    entries = (
        (sketch.say("more"), Act.MORE_RULES),
        (sketch.say("players"), Act.SEATS),
        (sketch.say("language"), Act.LANGUAGE),
        (sound, Act.SOUND),
        (light, Act.LIGHT),
    )
    for box, (label, act) in zip(boxes, entries, strict=False):
        sketch.tile(box, label, Do(act=act), state=State.QUIET, cap=24.0)
    back_tile(sketch, boxes[-1])


def _draw_presets(view: SettingsView, sketch: Sketch) -> None:
    """Six presets a page, each with the sentence that sets it apart; tonight's wears stitches."""
    pages = math.ceil(len(view.presets) / PER_PAGE)
    page = view.page % pages
    heading(sketch, sketch.say("presets"), sketch.w - 60.0)
    head = GAP + HEAD_H + GAP
    low = Rect(x=GAP, y=sketch.h - GAP - LOW_H, w=sketch.w - 2 * GAP, h=LOW_H)
    box = Rect(x=GAP, y=head, w=low.w, h=low.y - GAP - head)
    portrait = sketch.canvas.portrait
    boxes = cells(box, 1 if portrait else 3, 6 if portrait else 2)
    shown = view.presets[page * PER_PAGE : (page + 1) * PER_PAGE]
    for cell, preset in zip(boxes, shown, strict=False):
        _draw_preset(view, sketch, preset, cell)
    more, back = cells(low, 2, 1)
    of = sketch.say("page", str(page + 1), str(pages))
    sketch.tile(more, of, Do(act=Act.MORE_RULES), state=State.QUIET, cap=26.0)
    back_tile(sketch, back)


def _draw_preset(view: SettingsView, sketch: Sketch, preset: str, box: Rect) -> None:
    tonight = preset == view.preset
    state = State.LEGAL if tonight else State.QUIET
    on = TILE if tonight else QUIET
    group = f"preset:{preset}"
    sketch.tile(box, "", PickPreset(preset=preset), state=state, likely=tonight, group=group)
    left, room = box.x + 16.0, box.w - 30.0
    name = catalogue.preset_name(sketch.language, preset)
    flat = box.h < 120
    caps = (27.0, 24.0) if flat else (31.0, 28.0, 25.0)
    cap = sketch.fits(name, room, caps)
    sketch.text(name, left, box.y + 15.0, cap=cap, on=on, max_w=room, group=group)
    below = Rect(x=left, y=box.y + 15.0 + caps[0] + (10.0 if flat else 16.0), w=room, h=60.0)
    lines_of(
        *(sketch, catalogue.preset_about(sketch.language, preset), below),
        pitch=22.0,
        most=2 if flat else 4,
        colour=CREAM if tonight else MUTED,
        on=on,
        group=group,
    )


def _draw_pending(view: SettingsView, pending: SettingTile, sketch: Sketch) -> None:
    """What the step would change in the running match; nothing has happened yet."""
    head = _pending_words(view, pending, sketch)
    room = sketch.w - 72.0
    cap = sketch.fits(head, room, (D4, 60.0, 48.0, 40.0))
    top = 26.0
    for line in wrapped(sketch, head, room, cap, most=2, face=Face.POSTER):
        sketch.text(line, 36.0, top, cap=cap, max_w=room)
        top += cap + 20.0
    key = "would_change" if view.changes else "change_none"
    sketch.small(sketch.say(key), 36.0, top, colour=CREAM, max_w=room)
    top += S1 + 20.0
    low_h = 84.0
    low = Rect(x=GAP, y=sketch.h - GAP - low_h, w=sketch.w - 2 * GAP, h=low_h)
    _draw_changes(view, sketch, Rect(x=28.0, y=top, w=sketch.w - 56.0, h=low.y - top - 60.0))
    if view.conflicts:
        number = "conflicts_one" if view.conflicts == 1 else "conflicts_many"
        said = sketch.say(number, str(view.conflicts))
        lines = len(wrapped(sketch, said, room, S1, most=2))
        below = Rect(x=36.0, y=low.y - 6.0 - 24.0 * lines, w=room, h=0.0)
        lines_of(sketch, said, below, cap=S1, pitch=24.0, most=2)
    no, yes = cells(low, 2, 1)
    sketch.tile(no, sketch.say("no"), Do(act=Act.CANCEL), state=State.QUIET)
    sketch.tile(yes, sketch.say("yes"), Do(act=Act.GO), stitched=True, likely=True)


def _pending_words(view: SettingsView, pending: SettingTile, sketch: Sketch) -> str:
    if pending.key == PRESET_KEY:
        return catalogue.preset_name(sketch.language, pending.value)
    name = catalogue.rule_name(sketch.language, pending.key, preset=view.preset)
    value = catalogue.value_text(sketch.language, pending.key, pending.value, preset=view.preset)
    return f"{name}: {value}"


def _draw_changes(view: SettingsView, sketch: Sketch, box: Rect) -> None:
    """Everybody whom the step would touch: mat, before, after, and out or back."""
    if not view.changes:
        return
    portrait = sketch.canvas.portrait
    most = 2 if portrait else 4
    columns = min(most, max(len(view.changes), 2 if portrait else 3))
    rows = math.ceil(len(view.changes) / columns)
    h = min(92.0, box.h / rows)
    for place, change in enumerate(view.changes):
        row, column = divmod(place, columns)
        cell = Rect(x=box.x + column * box.w / columns, y=box.y + row * h, w=box.w / columns, h=h)
        _draw_change(sketch, change, cell)


def _draw_change(sketch: Sketch, change: Change, cell: Rect) -> None:
    radius = min(26.0, cell.h * 0.36)
    middle = cell.y + radius * 1.2
    sketch.mat(change.person, cell.x + radius * 1.2, middle, radius)
    cap = min(33.0, radius * 1.3)
    x = cell.x + radius * 2.4 + 10.0
    x = sketch.text(str(change.before), x, middle - cap / 2, cap=cap, colour=MUTED).right + 8.0
    size = cap * 0.8
    x = sketch.sign(Glyph.RIGHT, x, middle - size / 2, size, 4.0, MUTED).right + 8.0
    x = sketch.text(str(change.after), x, middle - cap / 2, cap=cap).right + 10.0
    words = {"change_out": change.goes_out, "change_back": change.comes_back}
    for key in (key for key, holds in words.items() if holds):
        said = sketch.say(key, sketch.name(change.person))
        room = cell.w - 12.0
        sketch.small(said, cell.x + 2.0, middle + radius * 1.2 + 4.0, cap=S2, max_w=room)
