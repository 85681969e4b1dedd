"""The stage: shows a view, moves what moves, and turns fingers into intents.

Nothing here knows a clock: every call brings the time. A still picture costs nothing.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pygame

from pi_meyer.display import chrome, laid_over
from pi_meyer.display.ahead import recipes_ahead
from pi_meyer.display.highlight import Highlight
from pi_meyer.display.holding import CornerHold
from pi_meyer.display.layout import Scene, Target
from pi_meyer.display.motions import TILE_SHAKE_S, TILE_SHAKE_U, Motion, Move, shaken
from pi_meyer.display.painter import Painter
from pi_meyer.display.screens import every
from pi_meyer.display.sketch import Sketch
from pi_meyer.display.studio import Studio
from pi_meyer.display.touch import Fingers
from pi_meyer.display.transitions import motions_between, reveal_between
from pi_meyer.display.typography import Typography
from pi_meyer.match.intents import Act, Do, Intent, Lift

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from pi_meyer.display.layout import Recipe
    from pi_meyer.display.panel import Panel
    from pi_meyer.display.reveal import Reveal
    from pi_meyer.match.views import View


FULL_BRIGHTNESS = 100
"""Per cent."""


class Stage:
    """The picture of one panel and all that may be touched on it.

    Raises:
        FontError: if a font file is missing.
    """

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.studio = Studio(panel, Typography())
        self._painter = Painter(self.studio)
        self._fingers: Fingers[Target] = Fingers()
        self._hold = CornerHold(self.studio.canvas)
        self._highlight = Highlight()
        self._view: View | None = None
        self._scene = Scene()
        self._motions: tuple[Motion, ...] = ()
        self._reveal: Reveal | None = None
        self._pressed: Target | None = None
        self._ring = 0
        self._peek: NDArray[np.uint8] | None = None
        self._moved: dict[str, Move] = {}
        self._ahead: Iterator[Recipe | None] | None = None
        self._all_dirty = True
        self._brightness = FULL_BRIGHTNESS
        self._dimmed: pygame.Surface | None = None

    # Pictures

    @property
    def view(self) -> View | None:
        """What is shown."""
        return self._view

    @property
    def scene(self) -> Scene:
        """What is drawn, before anything moves: for tests."""
        return self._scene

    @property
    def surface(self) -> pygame.Surface:
        """The picture as people see it, before it is turned for the panel."""
        return self._painter.upright()

    def output(self) -> pygame.Surface:
        """The picture as the panel needs it: ``panel.size_wh`` pixels, at tonight's brightness."""
        picture = self._painter.target
        if self._brightness >= FULL_BRIGHTNESS:
            return picture
        if self._dimmed is None:
            self._dimmed = picture.copy()
        level = round(255 * self._brightness / FULL_BRIGHTNESS)
        self._dimmed.blit(picture, (0, 0))
        self._dimmed.fill((level, level, level), special_flags=pygame.BLEND_MULT)
        return self._dimmed

    def set_brightness(self, percent: int) -> None:
        """Dim what the panel is given; not every panel has a lamp that a program can dim."""
        if percent != self._brightness:
            self._brightness = percent
            self._all_dirty = True

    def show(self, view: View, now_s: float) -> None:
        """Show a view; nothing happens if it is the one already shown."""
        if view == self._view:
            return
        before, old = self._view, self._scene
        self._view = view
        self._scene = self.sketched(view)
        if before is None or type(before) is not type(view):
            self._ahead = recipes_ahead(self, view)
        if before is None or type(before) is not type(view):
            self._fingers.cancel()
            self._highlight.clear()
        self._highlight.keep(self._scene.targets)
        same = before is not None and type(before) is type(view)
        running = self._motions if same else ()
        if same and self._reveal is not None:
            self._reveal = dataclasses.replace(self._reveal, after=self._scene)
        else:
            canvas = self.studio.canvas
            self._reveal = reveal_between(
                before, view, old, self._scene, canvas=canvas, now_s=now_s
            )
        begun = motions_between(before, view, old, self._scene, now_s)
        groups = {motion.group for motion in begun}
        self._motions = (*(m for m in running if m.group not in groups), *begun)
        self._all_dirty = True

    def sketched(self, view: View) -> Scene:
        """The scene of a view on this panel."""
        sketch = Sketch(self.studio, view.chrome.language, view.chrome.preset)
        every.draw(view, sketch)
        laid_over.draw(view, sketch)
        return sketch.scene()

    def show_peek(self, image_rgb: NDArray[np.uint8] | None) -> None:
        """Fill the window with the look under the cup (h, w, 3); None brings the referee back.

        The referee's own screen never shows it (fairness P9).
        """
        self._peek = image_rgb
        self._all_dirty = True

    def tick(self, now_s: float) -> bool:
        """Redraw what changed; True if any pixel may have."""
        self._update_ring(now_s)
        if self._peek is not None:
            return self._paint_peek()
        if self._reveal is not None:
            return self._paint_reveal(now_s)
        moving = self._motions
        self._motions = tuple(m for m in moving if not m.over(now_s))
        moves = {m.group: m.move(now_s) for m in self._motions}
        if not self._all_dirty and moves == self._moved:
            return False
        changed = [m.area for m in moving if moves.get(m.group) != self._moved.get(m.group)]
        areas = None if self._all_dirty else changed
        self._moved = moves
        self._painter.paint(self._scene, moves, self._overlays(), areas)
        self._all_dirty = False
        return True

    def warm(self) -> bool:
        """Make one sprite that a coming screen will probably need; False if there is none left.

        For spare moments: what is made is the same for every roll.
        """
        if self._ahead is None:
            return False
        for recipe in self._ahead:
            if recipe is None:
                return True
            if not self.studio.has(recipe):
                self.studio.sprite(recipe)
                return True
        self._ahead = None
        return False

    def redraw(self) -> None:
        """The panel lost its picture: paint all of it at the next tick."""
        self._all_dirty = True

    def busy(self, now_s: float) -> bool:
        """Whether something moves."""
        return self._revealing(now_s) or any(not motion.over(now_s) for motion in self._motions)

    def _revealing(self, now_s: float) -> bool:
        return self._reveal is not None and not self._reveal.over(now_s)

    def _paint_peek(self) -> bool:
        if not self._all_dirty or self._peek is None:
            return False
        self._painter.paint_image(self._peek)
        self._all_dirty = False
        return True

    def _paint_reveal(self, now_s: float) -> bool:
        reveal = self._reveal
        if reveal is None:
            return False
        if reveal.over(now_s):
            self._reveal = None
            self._painter.forget()
            self._all_dirty = True
            return self.tick(now_s)
        changed = self._painter.paint_reveal(reveal, now_s, fresh=self._all_dirty)
        self._all_dirty = False
        return changed

    def _overlays(self) -> Scene:
        highlight = self._highlight.target
        return chrome.overlays(self.studio, self._pressed, highlight, self._hold.place, self._ring)

    def _update_ring(self, now_s: float) -> None:
        ring = self._hold.steps(self._fingers.alone_since_s, now_s)
        if ring != self._ring:
            self._ring = ring
            self._all_dirty = True

    # Touch

    def targets(self) -> tuple[Target, ...]:
        """All places that answer now."""
        return self._scene.targets

    def centre_of(self, intent: Intent) -> tuple[float, float] | None:
        """Where to touch for an intent, in panel pixels; None if nothing yields it."""
        for target in self._scene.targets:
            if target.intent == intent:
                spot = self._free_spot(target)
                if spot is not None:
                    scale = self.studio.canvas.scale
                    return self.panel.to_panel(spot[0] * scale, spot[1] * scale)
        return None

    def _free_spot(self, target: Target) -> tuple[float, float] | None:
        """A point that belongs to this target and to none above it."""
        rect = target.rect
        for down in (0.5, 0.25, 0.75, 0.1, 0.9, 0.4, 0.6):
            for across in (0.5, 0.25, 0.75, 0.1, 0.9):
                x, y = rect.x + rect.w * across, rect.y + rect.h * down
                if self._target_at(x, y) == target:
                    return (x, y)
        return None

    def finger_down(self, finger: int, x: float, y: float, now_s: float) -> None:
        """A finger came down at (x, y) panel pixels."""
        spot = self._in_u(x, y)
        self._fingers.down(finger, self._target_at(*spot), now_s)
        self._hold.down(spot)
        self._show_pressed()

    def finger_move(self, finger: int, x: float, y: float, now_s: float) -> None:  # noqa: ARG002
        """A finger moved."""
        spot = self._in_u(x, y)
        self._fingers.move(finger, self._target_at(*spot))
        self._hold.move(spot)
        self._show_pressed()

    def finger_up(self, finger: int, x: float, y: float, now_s: float) -> Intent | None:
        """A finger left; return what it asked for, if it counts.

        A tile that is not legal shakes and asks for nothing; while the cup goes up nothing answers,
        so that no wet finger wipes the ruling away unseen. Never a lift, unless the button is dead
        and its tile on the screen was touched.
        """
        touched = self._fingers.up(finger, self._target_at(*self._in_u(x, y)), now_s)
        self._hold.clear()
        self._show_pressed()
        if touched is None or self._revealing(now_s):
            return None
        if not touched.legal:
            self._shake(touched, now_s)
            return None
        return _stamped(touched.intent, now_s)

    def held(self, now_s: float) -> Intent | None:
        """The menu, once a corner was held long enough; ask at every step."""
        if not self._hold.due(self._fingers.alone_since_s, now_s):
            return None
        self._fingers.cancel()
        self._hold.clear()
        self._show_pressed()
        return Do(act=Act.MENU)

    def _in_u(self, x: float, y: float) -> tuple[float, float]:
        across, down = self.panel.to_picture(x, y)
        scale = self.studio.canvas.scale
        return (across / scale, down / scale)

    def _target_at(self, x: float, y: float) -> Target | None:
        for target in reversed(self._scene.targets):
            if target.rect.holds(x, y):
                return target
        return None

    def _show_pressed(self) -> None:
        pressed = self._fingers.pressed
        if pressed is not None and not pressed.legal:
            pressed = None
        if pressed != self._pressed:
            self._pressed = pressed
            self._all_dirty = True

    def _shake(self, target: Target, now_s: float) -> None:
        box = self._scene.box_of(target.group)
        if box is None or self._view is None or self._view.chrome.less_motion:
            return
        motion = Motion(
            group=target.group,
            began_s=now_s,
            lasts_s=TILE_SHAKE_S,
            at=shaken,
            area=box.grown(TILE_SHAKE_U + 1),
        )
        self._motions = (*(m for m in self._motions if m.group != target.group), motion)

    # The LIFT button alone

    @property
    def highlighted(self) -> Intent | None:
        """What a long press would take now."""
        return self._highlight.target.intent if self._highlight.target is not None else None

    def step_highlight(self, *, back: bool = False) -> None:
        """Move the highlight to the next place that answers, or back; the likeliest first."""
        self._highlight.step(self._scene.targets, back=back)
        self._all_dirty = True

    def take_highlight(self) -> Intent | None:
        """What the highlighted place yields; None without a highlight."""
        target = self._highlight.target
        self._highlight.clear()
        self._all_dirty = True
        return None if target is None else target.intent


def _stamped(intent: Intent, now_s: float) -> Intent:
    """A lift by touch (dead button) happens now."""
    return dataclasses.replace(intent, at_s=now_s) if isinstance(intent, Lift) else intent
