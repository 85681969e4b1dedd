"""Every notice, question and undone act fits where it is shown, uncut, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pi_meyer.display.components.leather import Patch, Strip
from pi_meyer.display.languages.catalogue import CATALOGUES, LANGUAGES
from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import every_sample, sample
from pi_meyer.display.sketch import Sketch
from pi_meyer.display.stage import Stage
from pi_meyer.display.transitions import UNDO
from pi_meyer.match.views import Chrome, Confirm, Undo, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pi_meyer.display.canvas import Rect
    from pi_meyer.display.layout import Scene, Target

NOTICES = ("no_", "note_", "fault_", "again_", "undone", "moved_decide", "hello")
QUESTIONS = ("ask_",)
UNDONE = ("did_",)
NO_NOTICE = {"no_effect"}
GAPS = {
    "did_set": ("start_lives", "6"),
    "ask_set": ("start_lives", "6"),
    "no_setting": ("start_lives", "6"),
    "did_preset": ("meyer_norsk",),
    "did_swap": ("Jonas", "Sofie"),
}
SCREENS = {
    "notice": (
        *("ready", "ready untracked", "shake", "said", "lives", "enter", "settings"),
        *("menu", "seats", "sheet", "asleep", "ruling true", "ruling void", "idle"),
        *("welcome upright", "welcome trial", "winner"),
    ),
    "undo": ("shake", "lives", "by", "settings", "menu", "seats running", "sheet"),
    "confirm": ("ready", "lives", "menu", "seats"),
}


@pytest.fixture(scope="module", params=[(800, 480), (720, 1280)], ids=str)
def stage(request: pytest.FixtureRequest) -> Stage:
    """The smallest panel either way up; on the others everything has more room."""
    return Stage(Panel(size_wh=request.param))


def keys_of(beginnings: tuple[str, ...]) -> Iterator[str]:
    """Keys of the catalogue that begin so."""
    return (key for key in CATALOGUES["en"] if key.startswith(beginnings) and key not in NO_NOTICE)


def chromes(base: Chrome) -> Iterator[tuple[str, str, Chrome]]:
    """What can stand on a screen: where, which sentence, and the chrome with it."""
    for key in keys_of(NOTICES):
        yield "notice", key, replace(base, notice=words(key))
    for key in keys_of(UNDONE):
        yield "undo", key, replace(base, undo=Undo(happened=words(key)))
    for key in keys_of(QUESTIONS):
        yield "confirm", key, replace(base, confirm=Confirm(what=words(key)))
        yield "confirm", key, replace(base, confirm=Confirm(what=words(key), button_dead=True))


def words(key: str) -> Words:
    """A sentence with people and numbers in it."""
    return Words(key=key, gaps=GAPS.get(key, ("Jonas", "2")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_on_a_strip_is_whole(
    stage: Stage, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No notice, question or undone act is cut on any screen that shows it."""
    cuts: list[tuple[str, str]] = []
    made_to_fit = Sketch._made_to_fit

    def recorded(self: Sketch, text: str, *args: object, **named: object) -> tuple[str, float]:
        shown, narrow = made_to_fit(self, text, *args, **named)  # type: ignore[arg-type]
        if shown != text:
            cuts.append((text, shown))
        return shown, narrow

    monkeypatch.setattr(Sketch, "_made_to_fit", recorded)
    whole = stage.studio.canvas.whole.grown(1.5)
    for where, key, chrome in chromes(Chrome(language=language)):
        for name in SCREENS[where]:
            scene = stage.sketched(replace(sample(name), chrome=chrome))
            assert cuts == [], (key, name)
            assert all(note.rect.inside(whole) for note in scene.texts), (key, name)


SPOT_MM = (10.0, 8.0)
"""What a wet finger needs (design/product, touch)."""


def has_spot(stage: Stage, scene: Scene, target: Target, leather: tuple[Rect, ...]) -> bool:
    """Whether a target has a spot that nothing else answers for and no leather covers."""
    unit = stage.studio.canvas.mm_per_u
    wide, high = (mm / unit for mm in SPOT_MM)
    rect = target.rect
    wide, high = min(wide, rect.w), min(high, rect.h)
    above = [other.rect for other in scene.targets[scene.targets.index(target) + 1 :]]
    return any(
        not any(spot.meets(other) for other in (*above, *leather))
        for across in range(41)
        for down in range(41)
        for spot in [
            replace(
                rect,
                x=rect.x + (rect.w - wide) * across / 40,
                y=rect.y + (rect.h - high) * down / 40,
                w=wide,
                h=high,
            ).grown(-0.01)
        ]
    )


def laid(scene: Scene, before: Scene) -> tuple[Rect, ...]:
    """The leather that one scene has over the other."""
    return tuple(
        item.rect
        for item in scene.items
        if isinstance(item.recipe, Strip | Patch) and item not in before.items
    )


@pytest.mark.parametrize(
    "name", sorted(n for n, v in every_sample().items() if not v.chrome.confirm)
)
def test_a_notice_takes_no_way_on(stage: Stage, name: str) -> None:
    """Whatever is told, every legal place still answers, on 10 mm x 8 mm that one can see."""
    view = every_sample()[name]
    quiet = replace(view.chrome, notice=None, undo=None)
    before = stage.sketched(replace(view, chrome=quiet))
    told = (
        replace(quiet, notice=words("no_above_meyer")),
        replace(quiet, undo=Undo(happened=words("did_set"))),
    )
    for chrome in told:
        scene = stage.sketched(replace(view, chrome=chrome))
        left = {target.intent: target for target in scene.targets if target.legal}
        for target in before.targets:
            if target.legal:
                assert target.intent in left
                found = left[target.intent]
                leather = () if found.group == UNDO else laid(scene, before)  # or it lies on it
                assert has_spot(stage, scene, found, leather), target.intent
