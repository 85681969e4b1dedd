"""What lies over a screen that has not drawn it itself: undo, notices, questions, marks.

A notice never takes a way on: it goes where nothing answers to a finger (`_place`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import chrome as parts
from pi_meyer.display.canvas import Rect
from pi_meyer.display.chrome import PLATE_H, SIGN_SIZE, STRIP_H
from pi_meyer.display.colours import CREAM, LEATHER_MID
from pi_meyer.display.components.corner import CORNER_U, SimulatedCorner
from pi_meyer.display.components.leather import Patch, Strip
from pi_meyer.display.components.marks import Glyph, HoldRing
from pi_meyer.display.components.tiles import State
from pi_meyer.display.components.veil import Veil
from pi_meyer.display.screens.cells import wrapped
from pi_meyer.display.transitions import UNDO
from pi_meyer.display.typography import S1, S2, Face
from pi_meyer.match import views
from pi_meyer.match.intents import Act, Do, Say

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import Chrome, Confirm, View

OWN_PLACE = (
    views.ReadyView,
    views.LivesView,
    views.ByView,
    views.RulingView,
    views.WinnerView,
    views.SaidView,
    views.EnterView,
    views.OutView,
)
"""Screens that draw undo and signs themselves."""

OWN_NOTICE = (views.ReadyView, views.LivesView, views.ByView, views.RulingView)
"""Screens that draw notices themselves."""

QUESTIONS = {views.SaidView: "said_q", views.EnterView: "read_q"}
"""What a screen goes on asking below a notice."""

GAP = 12.0
TOP_H, PORTRAIT_TOP_H = 104.0, 140.0
PATCH_H = 72.0
LEAST_PATCH_W = 300.0
QUESTION_H, PORTRAIT_QUESTION_H = 204.0, 236.0
"""On ready the question takes all below the hem: what fingers may touch."""
QUESTION_CAPS = (30.0, 27.0, 24.0, 21.0, 19.0, S1)
ANSWER_W = 168.0
BEHIND_A_QUESTION = 0.45
"""How dark the screen gets whose tiles do not answer while a question stands."""


def draw(view: View, sketch: Sketch) -> None:
    """Lay over a screen what it has not drawn itself."""
    chrome = view.chrome
    if chrome.confirm is not None:
        question(sketch, chrome.confirm, veiled=not isinstance(view, OWN_PLACE))
    elif not isinstance(view, OWN_PLACE):
        _overlaid(view, sketch)
    elif chrome.notice is not None and not isinstance(view, OWN_NOTICE):
        parts.hanging_notice(sketch, chrome.notice, question=QUESTIONS.get(type(view), ""))
    if chrome.simulated:
        sketch.put(SimulatedCorner(), 0.0, 0.0, CORNER_U, CORNER_U, group="simulated")
    if chrome.hold > 0:
        radius = 84.0
        half_w = sketch.canvas.square_w(radius + 6)
        sketch.put(
            HoldRing(radius, max(1, round(60 * min(1.0, chrome.hold)))),
            sketch.w / 2 - half_w,
            sketch.h / 2 - radius - 6,
            2 * half_w,
            2 * radius + 12,
            group="hold",
        )


def _overlaid(view: View, sketch: Sketch) -> None:
    chrome = view.chrome
    told = chrome.undo is not None or chrome.notice is not None
    low = Rect(x=0.0, y=sketch.h - STRIP_H, w=sketch.w, h=STRIP_H)
    if told and _is_free(sketch, low):
        sketch.cover(low)
        parts.strip(sketch, chrome)
        return
    if chrome.signs and not isinstance(view, views.DoctorView):
        parts.signs(sketch, chrome.signs, sketch.w - 8.0, sketch.h - 8.0 - SIGN_SIZE / 2)
    if told:
        place = _place(sketch)
        sketch.cover(place)
        _patch(sketch, chrome, place)


def _place(sketch: Sketch) -> Rect:
    """Where a piece of leather takes no way on: the screen's own spot, or the widest gap."""
    if sketch.spot is not None:
        return sketch.spot
    bands = (
        Rect(x=0.0, y=sketch.h - STRIP_H, w=sketch.w, h=STRIP_H),
        Rect(x=0.0, y=0.0, w=sketch.w, h=_top_h(sketch)),
        Rect(x=0.0, y=0.0, w=sketch.w, h=PATCH_H),
    )
    gaps = [_gap(sketch, band) for band in bands]
    return next((gap for gap in gaps if gap.w >= LEAST_PATCH_W), gaps[1])


def _top_h(sketch: Sketch) -> float:
    return TOP_H if not sketch.canvas.portrait else PORTRAIT_TOP_H


def _gap(sketch: Sketch, band: Rect) -> Rect:
    """The widest part of a band where nothing answers; all of it where little is taken."""
    if _is_free(sketch, band):
        return band
    taken = sorted(
        (t.rect.x, t.rect.right)
        for t in sketch.targets
        if t.frame is not None and t.rect.meets(band)
    )
    best, x = (0.0, 0.0), 0.0
    for left, right in (*taken, (sketch.w, sketch.w)):
        if left - x > best[1] - best[0]:
            best = (x, left)
        x = max(x, right)
    return Rect(x=best[0] + GAP, y=band.y + 2.0, w=best[1] - best[0] - 2 * GAP, h=band.h - 4.0)


def _is_free(sketch: Sketch, area: Rect) -> bool:
    """Whether no tile lies there."""
    return all(t.frame is None or not t.rect.meets(area) for t in sketch.targets)


def _patch(sketch: Sketch, chrome: Chrome, area: Rect) -> None:
    """What happened on a piece of leather, and the plate that undoes, as the area allows."""
    group = UNDO
    whole = area.w == sketch.w
    leather = Strip(area.w, area.h, hanging=True) if whole else Patch(area.w, area.h)
    sketch.put(leather, area.x, area.y, area.w, area.h, group=group)
    said = chrome.notice or (chrome.undo.happened if chrome.undo is not None else None)
    left, right, bottom = area.x + (46.0 if whole else 16.0), area.right - 14.0, area.bottom
    if chrome.undo is not None:
        wide = parts.plate_width(sketch, chrome)
        beside = area.w >= LEAST_PATCH_W and area.h < 1.6 * PATCH_H
        middle = area.centre[1] if beside else area.bottom - PLATE_H / 2 - 12.0
        most = min(wide, area.w - 24.0)
        plate = parts.plate(sketch, chrome, area.right - 10.0, middle, max_w=most, group=group)
        right, bottom = (plate.x - 10.0, bottom) if beside else (right, bottom - PLATE_H - 12.0)
    if said is not None:
        words = Rect(x=left, y=area.y + 13.0, w=right - left, h=bottom - area.y - 23.0)
        _say(sketch, sketch.sentence(said), words, group)


def _say(sketch: Sketch, words: str, box: Rect, group: str) -> None:
    """A sentence on leather, as large as the box lets it be, in as few lines as it needs."""
    for cap in (parts.NOTICE_CAP, 21.0, 18.0, S1, S2):
        lines = wrapped(sketch, words, box.w, cap, most=9, face=Face.STRONG)
        widest = max(sketch.width(line, cap, Face.STRONG) for line in lines)
        if widest <= box.w and (len(lines) - 1) * 1.5 * cap + cap <= box.h:
            break
    pitch = 1.5 * cap
    top = box.centre[1] - ((len(lines) - 1) * pitch + cap) / 2
    for number, line in enumerate(lines):
        sketch.small(
            *(line, box.x, top + number * pitch),
            cap=cap,
            colour=CREAM,
            on=LEATHER_MID,
            strong=True,
            max_w=box.w,
            group=group,
        )


def question(sketch: Sketch, confirm: Confirm, *, veiled: bool) -> None:
    """What waits for LIFT; with a dead button a second tile at the other end says yes."""
    high = QUESTION_H if not sketch.canvas.portrait else PORTRAIT_QUESTION_H
    top = sketch.h - high
    values = [t.rect.y for t in sketch.targets if isinstance(t.intent, Say)]
    covered = min((top, *values))  # a lit tile that does not answer would be a riddle
    sketch.cover(Rect(x=0.0, y=covered, w=sketch.w, h=sketch.h - covered))
    sketch.clear_targets()
    if veiled:
        sketch.put(Veil(BEHIND_A_QUESTION), 0.0, 0.0, sketch.w, sketch.h, group="veil")
    sketch.put(Strip(sketch.w, high), 0.0, top, sketch.w, high, group="confirm")
    tile_h = 72.0
    low = sketch.h - 18.0 - tile_h
    no = Rect(x=sketch.w - 24.0 - ANSWER_W, y=low, w=ANSWER_W, h=tile_h)
    _answer(sketch, no, "no", Act.CANCEL)
    if confirm.button_dead:
        _answer(sketch, Rect(x=24.0, y=low, w=ANSWER_W, h=tile_h), "yes", Act.CONFIRM)
    else:
        _lift_badge(sketch, low + tile_h / 2, 40.0)
    left = 40.0 if not sketch.canvas.portrait else 26.0
    box = Rect(x=left, y=top + 12.0, w=sketch.w - 2 * left, h=low - top - 12.0)
    _ask(sketch, sketch.sentence(confirm.what), box)


def _answer(sketch: Sketch, rect: Rect, key: str, act: Act) -> None:
    yes = act is Act.CONFIRM
    state = State.PLATE if yes else State.QUIET
    words = sketch.say(key)
    sketch.tile(rect, words, Do(act=act), state=state, reach=6.0, group="confirm", likely=yes)


def _ask(sketch: Sketch, words: str, box: Rect) -> None:
    """The question, as large as two lines of it allow."""
    for cap in QUESTION_CAPS:
        lines = parts.wrapped(sketch, words, box.w, cap)
        if all(sketch.width(line, cap, Face.STRONG) <= box.w for line in lines):
            break
    parts.paragraph(sketch, words, box.x, box.centre[1], box.w, cap=cap, group="confirm")


def _lift_badge(sketch: Sketch, middle: float, x: float) -> None:
    """The button's picture and "LIFT = YES"."""
    label, cap, size = sketch.say("confirm_lift"), 38.0, 60.0
    icon = sketch.canvas.square_w(size)
    sketch.sign(Glyph.BUTTON, x, middle - size / 2, size, 4.6, CREAM, group="confirm")
    sketch.text(label, x + icon + 14.0, middle - cap / 2, cap=cap, on=LEATHER_MID, group="confirm")
