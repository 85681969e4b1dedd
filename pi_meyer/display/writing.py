"""Words on the sketch: measured, fitted, placed by cap top; and all that is collected."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from pi_meyer.display import wording
from pi_meyer.display.canvas import Canvas, Rect
from pi_meyer.display.colours import CREAM, GROUND, MUTED, Colour
from pi_meyer.display.layout import Item, Kind, Scene, Target, TextNote
from pi_meyer.display.typography import D4, S1, Face

if TYPE_CHECKING:
    from pi_meyer.display.studio import Studio
    from pi_meyer.match.views import Person, Words

NARROWEST = 0.74
"""How far a text may be condensed before letters are cut off it."""


class Anchor(enum.Enum):
    """Which part of a text's ink stands at the given x."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True, slots=True)
class Lettering:
    """Text as a sprite; ``narrow`` below 1 condenses it."""

    text: str
    face: Face
    cap: float
    colour: Colour
    pressed: bool = False
    narrow: float = 1.0

    def render(self, studio: Studio) -> pygame.Surface:
        """Set it."""
        ink = studio.ink(self.text, self.face, self.cap, self.colour, pressed=self.pressed)
        if self.narrow >= 1.0:
            return ink.surface
        return pygame.transform.smoothscale(ink.surface, (max(1, int(ink.w * self.narrow)), ink.h))


class Writing:
    """Collects a scene and writes on it. ``x`` and ``y`` are u; texts are placed by cap top."""

    def __init__(self, studio: Studio, language: str, preset: str = "") -> None:
        self._studio = studio
        self.language = language
        self.preset = preset
        self._items: list[Item] = []
        self._ghosts: list[Item] = []
        self._ghostly = False
        self._targets: list[Target] = []
        self._texts: list[TextNote] = []
        self._places: list[tuple[str, Rect]] = []

    @property
    def canvas(self) -> Canvas:
        """The picture's measures."""
        return self._studio.canvas

    @property
    def w(self) -> float:
        """Width of the picture in u."""
        return self._studio.canvas.w

    @property
    def h(self) -> float:
        """Height of the picture in u."""
        return self._studio.canvas.h

    def scene(self) -> Scene:
        """All that was put down, back to front."""
        return Scene(
            items=tuple(self._items),
            ghosts=tuple(self._ghosts),
            targets=tuple(self._targets),
            texts=tuple(self._texts),
            places=tuple(self._places),
        )

    def say(self, key: str, *gaps: str) -> str:
        """A sentence of the catalogue in this screen's language."""
        return wording.text(self.language, key, *gaps, preset=self.preset)

    def sentence(self, words: Words) -> str:
        """Words of a view in this screen's language."""
        return wording.words(self.language, words, preset=self.preset)

    def name(self, person: Person) -> str:
        """What a person is called on the screen, as typed."""
        return wording.name(self.language, person)

    def width(
        self, text: str, cap: float, face: Face = Face.POSTER, *, pressed: bool = False
    ) -> float:
        """Width of a text in u."""
        return self._studio.width(text, face, cap, pressed=pressed)

    def fits(
        self, text: str, max_w: float, caps: tuple[float, ...], face: Face = Face.POSTER
    ) -> float:
        """The largest of the given cap heights (largest first) at which the text fits."""
        for cap in caps:
            if self.width(text, cap, face) <= max_w:
                return cap
        return caps[-1]

    def cut(
        self,
        text: str,
        max_w: float,
        cap: float,
        face: Face = Face.POSTER,
        *,
        pressed: bool = False,
    ) -> str:
        """The text, or its beginning with a full stop where it is wider than ``max_w``."""
        if self.width(text, cap, face, pressed=pressed) <= max_w:
            return text
        for length in range(len(text) - 1, 0, -1):
            shorter = text[:length].rstrip(" .-·") + "."
            if self.width(shorter, cap, face, pressed=pressed) <= max_w:
                return shorter
        return text[:1]

    def text(
        self,
        text: str,
        x: float,
        top: float,
        *,
        cap: float,
        face: Face = Face.POSTER,
        colour: Colour = CREAM,
        on: Colour = GROUND,
        anchor: Anchor = Anchor.LEFT,
        max_w: float | None = None,
        pressed: bool = False,
        group: str = "",
        kind: Kind = Kind.SOLID,
    ) -> Rect:
        """Put a text down; return its box from cap line to baseline.

        Where the ink is wider than ``max_w`` it is condensed a little, then cut.
        """
        text, narrow = self._made_to_fit(text, cap, face, max_w, pressed=pressed)
        if not text:
            return Rect(x=x, y=top, w=0.0, h=cap)
        recipe = Lettering(text, face, cap, colour, pressed, narrow)
        ink = self._studio.ink(text, face, cap, colour, pressed=pressed)
        scale = self.canvas.scale
        w, h = self._studio.sprite(recipe).upright.get_width() / scale, ink.h / scale
        left = x - anchor.value * w
        y = (self.canvas.px(top) + ink.rise) / scale
        self._items.append(
            Item(
                recipe=recipe, x=left, y=y, rect=Rect(x=left, y=y, w=w, h=h), kind=kind, group=group
            )
        )
        box = Rect(x=left, y=top, w=w, h=cap)
        far = cap >= D4 - 0.5
        self._texts.append(
            TextNote(
                text=text, rect=Rect(x=left, y=y, w=w, h=h), cap=cap, colour=colour, on=on, far=far
            )
        )
        return box

    def small(
        self,
        text: str,
        x: float,
        top: float,
        *,
        cap: float = S1,
        colour: Colour = MUTED,
        on: Colour = GROUND,
        anchor: Anchor = Anchor.LEFT,
        max_w: float | None = None,
        strong: bool = False,
        group: str = "",
    ) -> Rect:
        """A sentence at arm's length."""
        face = Face.STRONG if strong else Face.SENTENCE
        return self.text(
            text,
            x,
            top,
            cap=cap,
            face=face,
            colour=colour,
            on=on,
            anchor=anchor,
            max_w=max_w,
            group=group,
        )

    def _made_to_fit(
        self, text: str, cap: float, face: Face, max_w: float | None, *, pressed: bool
    ) -> tuple[str, float]:
        if max_w is None:
            return text, 1.0
        wide = self.width(text, cap, face, pressed=pressed)
        if wide <= max_w:
            return text, 1.0
        if wide * NARROWEST > max_w:
            text = self.cut(text, max_w / NARROWEST, cap, face, pressed=pressed)
            wide = self.width(text, cap, face, pressed=pressed)
        return text, min(1.0, max_w / max(wide, 0.1))
