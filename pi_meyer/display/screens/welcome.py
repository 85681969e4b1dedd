"""The very first start: the box asks for the language, in every language that it speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.canvas import Rect
from pi_meyer.display.colours import CREAM, TILE
from pi_meyer.display.components.tiles import State
from pi_meyer.display.languages import catalogue
from pi_meyer.display.screens.cells import cells
from pi_meyer.display.sketch import Anchor
from pi_meyer.display.typography import S1
from pi_meyer.match.intents import PickLanguage

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch

NAME_CAPS = (56.0, 52.0, 48.0, 44.0)


def draw(sketch: Sketch, top: float) -> None:
    """Four large tiles below the cup, each in its own language."""
    portrait = sketch.canvas.portrait
    area = Rect(x=12.0, y=top, w=sketch.w - 24.0, h=sketch.h - top - 12.0)
    boxes = cells(area, 1 if portrait else 2, 4 if portrait else 2)
    for language, box in zip(catalogue.LANGUAGES, boxes, strict=True):
        _tile(sketch, language, box)


def _tile(sketch: Sketch, language: str, box: Rect) -> None:
    group = f"language:{language}"
    sketch.tile(
        box,
        "",
        PickLanguage(language=language),
        state=State.LEGAL,
        likely=language == sketch.language,
        group=group,
    )
    name = catalogue.text(language, "language_name")
    cap = sketch.fits(name, box.w - 40.0, NAME_CAPS)
    middle, y = box.centre[0], box.centre[1] - (cap + 20.0 + S1) / 2
    sketch.text(name, middle, y, cap=cap, on=TILE, anchor=Anchor.MIDDLE, group=group)
    sketch.small(
        *(catalogue.text(language, "hello"), middle, y + cap + 20.0),
        colour=CREAM,
        on=TILE,
        anchor=Anchor.MIDDLE,
        max_w=box.w - 24.0,
        group=group,
    )
