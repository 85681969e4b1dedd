"""Once nothing moves, the picture is that of its view, whatever was shown before it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest

from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.match.views import Undo, View, Words

PANELS = (Panel(), Panel(size_wh=(720, 1280), rotation=90))


def pixels(stage: Stage) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """What the panel is given, as an array of its own."""
    return pygame.surfarray.array3d(stage.output())


def assert_same_when_drawn_anew(stage: Stage, now_s: float, name: str) -> None:
    """Drawing all of the picture again changes no pixel of it."""
    shown = pixels(stage)
    stage.show_peek(None)  # nothing to peek at: all is drawn anew
    assert stage.tick(now_s)
    assert np.array_equal(shown, pixels(stage)), name


def played(stage: Stage, view: View, now_s: float) -> float:
    """Show a view and let it move to its rest, with a few frames on the way."""
    stage.show(view, now_s)
    for step_s in (0.0, 0.05, 0.12, 0.5, 3.0):
        stage.tick(now_s + step_s)
    return now_s + 3.0


@pytest.mark.parametrize("panel", PANELS, ids=lambda p: f"{p.size_wh}-{p.rotation}")
def test_a_picture_at_rest_remembers_nothing(panel: Panel) -> None:
    """Every sample after every kind of screen before it leaves no trace of its motion."""
    stage, now_s = Stage(panel), 0.0
    for name, view in every_sample().items():
        now_s = played(stage, view, now_s)
        assert not stage.busy(now_s)
        assert_same_when_drawn_anew(stage, now_s, name)


def test_undo_comes_and_goes_without_a_trace() -> None:
    """The undo strip or plate slides in and out of every screen and leaves nothing behind."""
    stage, now_s = Stage(Panel()), 0.0
    undo = Undo(happened=Words(key="did_say", gaps=("Mette", "63")), value="63")
    for name, view in every_sample().items():
        for shown in (None, undo, None):
            chrome = replace(view.chrome, undo=shown)
            now_s = played(stage, replace(view, chrome=chrome), now_s)
            assert_same_when_drawn_anew(stage, now_s, name)


def test_a_dimmed_box_is_dim_and_not_dark() -> None:
    """After a while without touch idle is the same picture at 30 %."""
    stage = Stage(Panel())
    now_s = played(stage, every_sample()["idle"], 0.0)
    bright = float(pixels(stage).mean())
    played(stage, every_sample()["idle dimmed"], now_s)
    assert float(pixels(stage).mean()) == pytest.approx(0.3 * bright, rel=0.05)
