"""Every notice, question and undone act fits where it is shown, uncut, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pi_meyer.display.languages.catalogue import CATALOGUES, LANGUAGES
from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import sample
from pi_meyer.display.sketch import Sketch
from pi_meyer.display.stage import Stage
from pi_meyer.match.views import Chrome, Confirm, Undo, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTICES = ("no_", "note_", "fault_", "again_", "undone", "moved_decide", "hello", "calib_hidden")
QUESTIONS = ("ask_",)
UNDONE = ("did_",)
NO_NOTICE = {"no_effect"}
GAPS = {
    "did_set": ("start_lives", "6"),
    "ask_set": ("start_lives", "6"),
    "no_setting": ("start_lives", "6"),
    "did_preset": ("meyer_norsk",),
    "ask_preset": ("meyer_norsk",),
    "did_swap": ("Jonas", "Sofie"),
}
SCREENS = {
    "notice": ("ready", "ready untracked", "shake", "said", "lives", "enter", "settings"),
    "undo": ("shake", "lives", "by"),
    "confirm": ("ready", "lives", "menu"),
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
