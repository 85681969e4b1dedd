"""Every sample, language and panel: no sentence is cut, no pixel shared, no tile too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from pi_meyer.display import sample_guests, samples
from pi_meyer.display.components.cups import TrophyCup
from pi_meyer.display.components.dice import Die
from pi_meyer.display.components.mats import Mat
from pi_meyer.display.components.tiles import Plate
from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.display.layout import Kind
from pi_meyer.display.panel import Panel, every_panel
from pi_meyer.display.sketch import Lettering, Sketch
from pi_meyer.display.stage import Stage
from pi_meyer.match.intents import PickLanguage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pi_meyer.display.canvas import Rect
    from pi_meyer.display.layout import Item, Scene
    from pi_meyer.match.views import View

SLACK_U = 1.5
SHARED_PX = 3
FINGER_MM = 9.9
GAP_MM = 1.95
MANY_THINGS = {"", "confirm", "cup", "undo", "strip", "flood"}
"""Groups that move together and are more than one tile."""

LONG_NAMES = (*sample_guests.HARD, *sample_guests.TWELVE, "Margrethe", "Åshild")


PANELS = [panel for panel in every_panel() if panel.rotation != 270]
"""Turned by 270 degrees the picture is the one turned by 90."""


@pytest.fixture(scope="module", params=PANELS, ids=lambda p: f"{p.size_wh}-{p.rotation}")
def stage(request: pytest.FixtureRequest) -> Stage:
    """A stage of each picture there can be."""
    panel: Panel = request.param
    return Stage(panel)


def scenes(stage: Stage, language: str) -> Iterator[tuple[str, View, Scene]]:
    """All samples in one language, as they would be drawn on this stage."""
    for name in samples.every_sample():
        view = samples.sample(name, language=language)
        yield name, view, stage.sketched(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_long_names_are_cut(
    stage: Stage, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a text does not fit, it is a long name or a sentence with one in it."""
    cuts: list[tuple[str, str]] = []
    made_to_fit = Sketch._made_to_fit

    def recorded(self: Sketch, text: str, *args: object, **named: object) -> tuple[str, float]:
        shown, narrow = made_to_fit(self, text, *args, **named)  # type: ignore[arg-type]
        if shown != text:
            cuts.append((text, shown))
        return shown, narrow

    monkeypatch.setattr(Sketch, "_made_to_fit", recorded)
    for name, _, _ in scenes(stage, language):
        for text, shown in cuts:
            has_name = any(long.casefold() in text.casefold() for long in LONG_NAMES)
            assert has_name, (name, text, shown)
        cuts.clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_lies_on_words_dice_mats_or_signs(stage: Stage, language: str) -> None:
    """The pixels of two solid things never meet, unless a strip over the screen hides the lower."""
    for name, _, scene in scenes(stage, language):
        assert list(meetings(stage, scene)) == [], name


def meetings(stage: Stage, scene: Scene) -> Iterator[tuple[Item, Item]]:
    """Pairs of solid things that share pixels in sight."""
    solids = [(n, item) for n, item in enumerate(scene.items) if item.kind is Kind.SOLID]
    for place, (lower, below) in enumerate(solids):
        for upper, above in solids[place + 1 :]:
            if shared_pixels(stage, below, above) <= SHARED_PX:
                continue
            if not hidden(scene.items[lower + 1 : upper], below, above):
                yield below, above


def shared_pixels(stage: Stage, below: Item, above: Item) -> int:
    """How many pixels two sprites both cover."""
    if not below.rect.meets(above.rect):
        return 0
    px = stage.studio.canvas.px
    offset = (px(above.x) - px(below.x), px(above.y) - px(below.y))
    return mask_of(stage, below).overlap_area(mask_of(stage, above), offset)


def mask_of(stage: Stage, item: Item) -> pygame.mask.Mask:
    """The pixels that a sprite covers more than half."""
    return pygame.mask.from_surface(stage.studio.sprite(item.recipe).upright, 127)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_stay_on_their_tiles(stage: Stage, language: str) -> None:
    """All that is written on a tile lies within its edge."""
    for name, _, scene in scenes(stage, language):
        plates = {
            item.group: item.rect
            for item in scene.items
            if isinstance(item.recipe, Plate) and item.group not in MANY_THINGS
        }
        for item in scene.items:
            if isinstance(item.recipe, Lettering) and item.group in plates:
                assert item.rect.inside(plates[item.group]), (name, item.recipe.text)


def hidden(between: tuple[Item, ...], below: Item, above: Item) -> bool:
    """Whether something opaque was laid over the lower of two things before the upper."""
    kinds = (type(below.recipe), type(above.recipe))
    if above.group in {"hold", "simulated"} or kinds in {(Die, Die), (TrophyCup, Mat)}:
        return True  # meant: over all of it, a leaning die, seven lives, the mat on the trophy
    return any(
        item.kind is Kind.BACKDROP and below.rect.grown(-SLACK_U).meets(item.rect)
        for item in between
    )


@pytest.mark.parametrize("language", ["da"])
def test_places_are_large_and_apart(stage: Stage, language: str) -> None:
    """Places that answer are 10 mm each way and 2 mm apart, but for the languages on idle."""
    for name, _, scene in scenes(stage, language):
        places = [
            (target.rect, target.frame)
            for target in scene.targets
            if target.frame is not None and not isinstance(target.intent, PickLanguage)
        ]
        for number, (rect, frame) in enumerate(places):
            wide, high = in_mm(stage, rect)
            assert min(wide, high) >= FINGER_MM, (name, frame, wide, high)
            for other, _ in places[number + 1 :]:
                assert apart_mm(stage, rect, other) >= GAP_MM, (name, rect, other)


def in_mm(stage: Stage, rect: Rect) -> tuple[float, float]:
    """Width and height of a rectangle in mm."""
    canvas, panel = stage.studio.canvas, stage.panel
    return (
        rect.w * canvas.scale / panel.px_per_mm_x,
        rect.h * canvas.scale / panel.px_per_mm_y,
    )


def apart_mm(stage: Stage, a: Rect, b: Rect) -> float:
    """The larger of the gaps across and down between two rectangles; negative if they meet."""
    canvas, panel = stage.studio.canvas, stage.panel
    across = max(b.x - a.right, a.x - b.right) * canvas.scale / panel.px_per_mm_x
    down = max(b.y - a.bottom, a.y - b.bottom) * canvas.scale / panel.px_per_mm_y
    return max(across, down)
