"""Which change of view is a movement, and which a hard cut (design/screens.md, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display import motions as m
from pi_meyer.display.canvas import Rect
from pi_meyer.display.components.leather import Cup
from pi_meyer.display.layout import Item, Kind, Scene
from pi_meyer.display.motions import Motion
from pi_meyer.display.reveal import CUP, FLOOD, Reveal
from pi_meyer.match.views import (
    ByView,
    LivesView,
    MomentView,
    OutView,
    ReadyView,
    RulingView,
    SaidView,
    ShakeView,
    WinnerView,
)

if TYPE_CHECKING:
    from pi_meyer.display.canvas import Canvas
    from pi_meyer.match.views import View

LIFTED_FROM = (ReadyView, SaidView, ByView, MomentView)
"""Screens on which the dice are still covered when the ruling comes."""

UNDO, LAMP, FALLING, ROCKING = "undo", "lamp", "falling", "rocking"
"""Groups that move by themselves when their screen comes."""


def motions_between(
    before: View | None, view: View, old: Scene, new: Scene, now_s: float
) -> tuple[Motion, ...]:
    """What moves when ``view`` takes the place of ``before``."""
    if view.chrome.less_motion:
        return ()
    found: list[Motion | None] = []
    if before is None or type(before) is not type(view):
        found += _arrivals(view, new, now_s)
    elif isinstance(view, ReadyView) and isinstance(before, ReadyView):
        found += _ready_motions(before, view, new, now_s)
    if before is not None and type(before) is type(view):
        found.append(_undo(old, new, now_s))
    return tuple(motion for motion in found if motion is not None)


def reveal_between(
    before: View | None, view: View, old: Scene, new: Scene, *, canvas: Canvas, now_s: float
) -> Reveal | None:
    """The reveal, where a screen with covered dice gives way to a ruling that shows them."""
    if not isinstance(view, RulingView) or isinstance(before, RulingView):
        return None
    if view.chrome.less_motion or view.dice is None or not isinstance(before, LIFTED_FROM):
        return None
    flood = new.box_of(FLOOD)
    if not any(item.group == CUP for item in old.items):
        old = _covered(canvas)
    cup = next((rect for name, rect in old.places if name == "cup"), None)
    return Reveal(
        before=old,
        after=new,
        began_s=now_s,
        cup_h=cup.bottom + 12.0 if cup else 0.0,
        flood_h=flood.h if flood else 0.0,
    )


def _covered(canvas: Canvas) -> Scene:
    """The bare cup over the dice: what was asked meanwhile is gone at once."""
    tall = canvas.h - 102.0
    cup = Cup(canvas.w, tall - 60.0, tall, 32.0, 10.0, 14.0)
    rect = Rect(x=0.0, y=0.0, w=cup.w, h=cup.h)
    item = Item(recipe=cup, x=0.0, y=0.0, rect=rect, kind=Kind.BACKDROP, group=CUP)
    return Scene(items=(item,), places=(("cup", rect),))


def _motion(
    scene: Scene, group: str, now_s: float, lasts_s: float, at: object, *, around: float = 2.0
) -> Motion | None:
    box = scene.box_of(group)
    if box is None or not callable(at):
        return None
    return Motion(group=group, began_s=now_s, lasts_s=lasts_s, at=at, area=box.grown(around))


def _arrivals(view: View, new: Scene, now_s: float) -> list[Motion | None]:
    match view:
        case ShakeView():
            return [_motion(new, ROCKING, now_s, m.ROCK_S, m.rocked, around=24.0)]
        case OutView():
            return [_motion(new, FALLING, now_s, m.OUT_S, m.tipped, around=40.0)]
        case WinnerView():
            return [
                _motion(new, f"{LAMP}:{n}", now_s + n * m.LAMP_LAG_S, m.LAMP_S, m.glowing)
                for n in range(m.LAMP_STRIPS)
            ]
        case LivesView():
            changed = [s.person.seat for s in view.standings if s.before != s.count]
            away = [_motion(new, f"was:{n}", now_s, m.TURN_S, m.turned_away) for n in changed]
            up = [_motion(new, f"life:{n}", now_s, m.TURN_S, m.turned_up) for n in changed]
            return [*away, *up]
        case _:
            return []


def _ready_motions(
    before: ReadyView, view: ReadyView, new: Scene, now_s: float
) -> list[Motion | None]:
    if view.tracked and not before.tracked:
        groups = {i.group for i in new.items if i.group.startswith(("value:", "extra:"))}
        return [
            _motion(new, g, now_s, m.TILES_UP_S, m.slid_up(m.TILES_DOWN_U), around=m.TILES_DOWN_U)
            for g in sorted(groups)
        ]
    if view.touched is not None and view.touched != before.touched:
        return [_motion(new, "touched", now_s, m.TILE_FADE_S, m.faded_in)]
    return []


def _undo(old: Scene, new: Scene, now_s: float) -> Motion | None:
    came, was = new.box_of(UNDO), old.box_of(UNDO)
    if came is None or was is not None:
        return None
    return _slide(came, now_s)


def _slide(box: Rect, now_s: float) -> Motion:
    """Up into its place from just below it: both places are drawn anew."""
    return Motion(
        group=UNDO,
        began_s=now_s,
        lasts_s=m.STRIP_S,
        at=m.slid_up(box.h + 8.0),
        area=Rect(x=box.x - 2.0, y=box.y - 10.0, w=box.w + 4.0, h=2 * box.h + 30.0),
    )
