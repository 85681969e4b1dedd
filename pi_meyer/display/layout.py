"""What a screen is: things to draw and places to touch. A screen is a function view -> Scene.

A screen's module has one function ``draw(view, sketch)``. It puts things on the sketch; nothing
is painted yet, so that a test can ask for every text, box and target without looking at pixels.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pi_meyer.display.canvas import Rect

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.colours import Colour
    from pi_meyer.display.studio import Studio
    from pi_meyer.match.intents import Intent


class Recipe(Protocol):
    """How to make one sprite; a frozen value, so that equal recipes share one sprite."""

    def render(self, studio: Studio) -> pygame.Surface:
        """Make the sprite for the studio's panel."""

    def __hash__(self) -> int:
        """Recipes are keys of the studio's cache."""


class Kind(enum.Enum):
    """What a thing is for the rule that nothing may cover anything else."""

    BACKDROP = "backdrop"  # others lie on it: ground, cup, flood, tiles, strips
    SOLID = "solid"  # dice, mats, words, signs: must not be met by another


@dataclass(frozen=True, slots=True, kw_only=True)
class TextNote:
    """A text as it stands in the picture, for tests and for nobody else.

    ``cap`` is the cap height in u, ``on`` the colour behind it, ``far`` whether it is read from
    two metres.
    """

    text: str
    rect: Rect
    cap: float
    colour: Colour
    on: Colour
    far: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One sprite and where its upper left corner goes (u). ``group`` is what moves together."""

    recipe: Recipe
    x: float
    y: float
    rect: Rect
    kind: Kind
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A place that answers to a finger.

    Attributes:
        rect: where it answers, in u.
        frame: what is outlined while pressed or highlighted; None for the whole picture.
        intent: what it yields.
        legal: an illegal one shakes and yields nothing.
        likely: where the highlight of the LIFT button starts.
        radius: corner radius of the outline.
        group: the items that shake with it.
    """

    rect: Rect
    intent: Intent
    frame: Rect | None = None
    legal: bool = True
    likely: bool = False
    radius: float = 10.0
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A screen, ready to be painted: back to front. ``ghosts`` show only while they move."""

    items: tuple[Item, ...] = ()
    ghosts: tuple[Item, ...] = ()
    targets: tuple[Target, ...] = ()
    texts: tuple[TextNote, ...] = ()
    places: tuple[tuple[str, Rect], ...] = ()

    def box_of(self, group: str) -> Rect | None:
        """The rectangle around all items of a group."""
        everything = (*self.items, *self.ghosts)
        rects = [item.rect for item in everything if item.group == group]
        if not rects:
            return None
        left, top = min(r.x for r in rects), min(r.y for r in rects)
        right, bottom = max(r.right for r in rects), max(r.bottom for r in rects)
        return Rect(x=left, y=top, w=right - left, h=bottom - top)
