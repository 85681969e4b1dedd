"""Where a screen puts things: words, dice, mats, tiles, and the places that answer to a finger."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from pi_meyer.display import wording
from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, Colour
from pi_meyer.display.components.dice import Die, NoDie, turned_room
from pi_meyer.display.components.marks import Glyph, Sign
from pi_meyer.display.components.mats import ROOM, Look, Mat, letter_colour, mat_colour
from pi_meyer.display.components.tiles import Plate, State
from pi_meyer.display.layout import Item, Kind, Recipe, Target, TextNote
from pi_meyer.display.typography import D4, T2
from pi_meyer.display.writing import Anchor, Lettering, Writing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pi_meyer.match.intents import Intent
    from pi_meyer.match.views import Person

__all__ = ["BACKDROPS", "LABEL_CAPS", "Anchor", "Lettering", "Sketch"]

LABEL_CAPS = (44.0, 40.0, 36.0, 33.0, 30.0, 27.0, 24.0)
"""Measures of the words on buttons, largest first."""


BACKDROPS = frozenset({"tile", "cup", "flood"})
"""Places that others may lie on."""


class Sketch(Writing):
    """A screen in the making: words, dice, mats, tiles, and places that answer to a finger.

    ``spot`` is where the screen would have a notice, if the lowest edge is taken.
    """

    spot: Rect | None = None

    def put(
        self,
        recipe: Recipe,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        kind: Kind = Kind.BACKDROP,
        group: str = "",
        place: str = "",
    ) -> Rect:
        """Put any sprite down at its upper left corner; ``place`` names it for tests."""
        rect = Rect(x=x, y=y, w=w, h=h)
        item = Item(recipe=recipe, x=x, y=y, rect=rect, kind=kind, group=group)
        if self._ghostly:
            self._ghosts.append(item)
            return rect
        self._items.append(item)
        if place:
            self._places.append((place, rect))
        return rect

    @contextmanager
    def ghost(self) -> Iterator[None]:
        """What is put down meanwhile shows only while its group moves."""
        self._ghostly = True
        try:
            yield
        finally:
            self._ghostly = False

    def die(
        self, pips: int, x: float, y: float, edge: float, *, angle: float = 0.0, group: str = ""
    ) -> Rect:
        """A die whose upright box begins at (x, y); it is as wide as high in mm."""
        wide = self.canvas.square_w(edge)
        room = turned_room(angle)
        extra_w, extra_h = wide * (room - 1) / 2, edge * (room - 1) / 2
        self.put(
            Die(edge, pips, angle),
            x - extra_w,
            y - extra_h,
            wide * room,
            edge * room,
            kind=Kind.SOLID,
            group=group,
        )
        rect = Rect(x=x, y=y, w=wide, h=edge)
        if not self._ghostly:
            self._places.append(("die", rect))
        return rect

    def no_die(self, x: float, y: float, edge: float) -> Rect:
        """The empty place of somebody who is out."""
        return self.put(
            NoDie(edge), x, y, self.canvas.square_w(edge), edge, kind=Kind.SOLID, place="die"
        )

    def mat(
        self,
        person: Person,
        cx: float,
        cy: float,
        radius: float,
        *,
        cap: float | None = None,
        look: Look = Look.LIVE,
        group: str = "",
        name: str = "mat",
    ) -> Rect:
        """A person's mat, by its middle."""
        cap = radius * 1.3 if cap is None else cap
        half_w, half_h = self.canvas.square_w(radius * ROOM), radius * ROOM
        self.put(
            Mat(person.seat, radius, person.letters, cap, look),
            cx - half_w,
            cy - half_h,
            2 * half_w,
            2 * half_h,
            kind=Kind.SOLID,
            group=group,
        )
        core_w = self.canvas.square_w(radius)
        rect = Rect(x=cx - core_w, y=cy - radius, w=2 * core_w, h=2 * radius)
        self._places.append((name, rect))
        self._texts.append(
            TextNote(
                text=person.letters,
                rect=Rect(x=cx - core_w / 2, y=cy - cap / 2, w=core_w, h=cap),
                cap=cap,
                colour=letter_colour(person.seat, look),
                on=mat_colour(person.seat, look),
                far=cap >= D4 - 0.5,
            )
        )
        return rect

    def sign(  # noqa: PLR0917 - what, where, how large, how heavy, in which colour
        self,
        glyph: Glyph,
        x: float,
        y: float,
        size: float,
        thick: float,
        colour: Colour = CREAM,
        *,
        group: str = "",
    ) -> Rect:
        """A drawn sign in a square box."""
        return self.put(
            Sign(glyph, size, thick, colour),
            x,
            y,
            self.canvas.square_w(size),
            size,
            kind=Kind.SOLID,
            group=group,
            place="sign",
        )

    # Tiles and targets

    @property
    def targets(self) -> tuple[Target, ...]:
        """What answers so far."""
        return tuple(self._targets)

    def target(
        self,
        rect: Rect,
        intent: Intent,
        *,
        frame: Rect | None = None,
        legal: bool = True,
        likely: bool = False,
        radius: float = 10.0,
        group: str = "",
    ) -> None:
        """A place that answers to a finger."""
        self._targets.append(
            Target(
                rect=rect,
                intent=intent,
                frame=frame,
                legal=legal,
                likely=likely,
                radius=radius,
                group=group,
            )
        )

    def tile(
        self,
        rect: Rect,
        label: str,
        intent: Intent | None,
        *,
        state: State = State.LEGAL,
        cap: float | None = None,
        stitched: bool = False,
        likely: bool = False,
        radius: float = 10.0,
        reach: float = 0.0,
        group: str | None = None,
    ) -> None:
        """A tile with a word in its middle; ``cap`` None takes the largest button measure.

        ``reach`` lets it answer that much more above and below.
        """
        group = f"tile{len(self._targets)}" if group is None else group
        room = rect.w - 2 * max(8.0, radius * 0.8)
        plain = Plate(rect.w, rect.h, state, stitched, radius)
        chosen = self.fits(label, room, _caps_in(rect.h, stitched)) if cap is None else cap
        if label and self.width(label, chosen) <= room:
            plain = Plate(rect.w, rect.h, state, stitched, radius, label, chosen)
            self._note(label, rect, chosen, state)
        self.put(plain, rect.x, rect.y, rect.w, rect.h, group=group, place="tile")
        if label and not plain.label:
            self._label(label, rect, room, chosen, state=state, group=group)
        if intent is not None:
            self.target(
                rect.grown(0.0, reach),
                intent,
                frame=rect,
                likely=likely,
                radius=radius,
                legal=state is not State.ILLEGAL,
                group=group,
            )

    def _label(
        self, label: str, rect: Rect, room: float, cap: float, *, state: State, group: str
    ) -> None:
        """A label too wide for one line: two lines, or condensed."""
        first, second = wording.halves(label)
        tall = rect.h >= 2 * cap * 0.75 + 34.0
        if not second or not tall:
            self.text(
                label,
                rect.centre[0],
                rect.centre[1] - cap / 2,
                cap=cap,
                max_w=room,
                colour=state.ink,
                on=state.behind,
                anchor=Anchor.MIDDLE,
                group=group,
            )
            return
        longest = max(first, second, key=lambda part: self.width(part, 24.0))
        caps = tuple(c for c in LABEL_CAPS if 2 * c + 0.4 * c + 20 <= rect.h) or (24.0,)
        cap = self.fits(longest, room, caps)
        gap = max(10.0, cap * 0.42)
        top = rect.centre[1] - cap - gap / 2
        for line, y in ((first, top), (second, top + cap + gap)):
            self.text(
                line,
                rect.centre[0],
                y,
                cap=cap,
                max_w=room,
                colour=state.ink,
                on=state.behind,
                anchor=Anchor.MIDDLE,
                group=group,
            )

    def _note(self, label: str, rect: Rect, cap: float, state: State) -> None:
        w = self.width(label, cap)
        box = Rect(x=rect.centre[0] - w / 2, y=rect.centre[1] - cap / 2, w=w, h=cap)
        self._texts.append(
            TextNote(
                text=label,
                rect=box,
                cap=cap,
                colour=state.ink,
                on=state.behind,
                far=cap >= D4 - 0.5,
            )
        )

    def value_tile(
        self,
        rect: Rect,
        value: str,
        intent: Intent,
        *,
        state: State,
        cap: float = T2,
        stitched: bool = False,
        likely: bool = False,
    ) -> None:
        """One of the 21 tiles."""
        self.tile(
            rect,
            value,
            intent,
            state=state,
            cap=cap,
            stitched=stitched,
            likely=likely,
            group=f"value:{value}",
        )

    def cover(self, area: Rect) -> None:
        """Something is about to be laid over an area: what it would cut through goes away."""
        self.clear_targets(area)
        inside = area.grown(-1.0)
        cut = [rect for name, rect in self._places if name == "tile" and rect.meets(inside)]

        def gone(rect: Rect) -> bool:
            return any(rect.inside(tile.grown(0.5)) for tile in cut)

        self._items = [
            item
            for item in self._items
            if not gone(item.rect) and (item.kind is Kind.BACKDROP or not item.rect.meets(inside))
        ]
        self._texts = [t for t in self._texts if not (gone(t.rect) or t.rect.meets(inside))]
        self._places = [
            place
            for place in self._places
            if not gone(place[1]) and (place[0] in BACKDROPS or not place[1].meets(inside))
        ]

    def clear_targets(self, under: Rect | None = None) -> None:
        """Nothing, or nothing below what is laid over the screen, answers any more."""
        if under is None:
            self._targets = []
        self._targets = [
            t for t in self._targets if t.frame is None or not (under and t.rect.meets(under))
        ]


def _caps_in(height: float, stitched: bool) -> tuple[float, ...]:
    """The measures that leave air above and below a word on a tile, and its stitches free."""
    room = height - (40.0 if stitched else 28.0)
    return tuple(cap for cap in LABEL_CAPS if cap <= room) or LABEL_CAPS[-1:]
