"""Every string in every language on every panel: inside the picture, meeting nothing, large enough.

The drawing list is asked, not the pixels.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from pi_meyer.display.canvas import Canvas, Rect
from pi_meyer.display.colours import contrast
from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.display.panel import Panel, every_panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.match.views import SCREEN_OF, Screen

if TYPE_CHECKING:
    from pi_meyer.display.layout import Scene

PLAY = frozenset(
    {
        Screen.WELCOME,
        Screen.IDLE,
        Screen.SHAKE,
        Screen.READY,
        Screen.SAID,
        Screen.BY,
        Screen.RULING,
        Screen.LIVES,
        Screen.OUT,
        Screen.WINNER,
        Screen.ENTER,
        Screen.ASLEEP,
    }
)
SAMPLES = {n: v for n, v in every_sample().items() if SCREEN_OF[type(v)] in PLAY}
PANELS = {f"{p.picture_wh[0]}x{p.picture_wh[1]}": p for p in every_panel()}
FAR_MM, SMALL_MM = 12.8, 2.5


@cache
def stage_of(panel: str) -> Stage:
    return Stage(PANELS[panel])


def scene_of(sample: str, language: str, panel: str) -> Scene:
    view = SAMPLES[sample]
    return stage_of(panel).sketched(replace(view, chrome=replace(view.chrome, language=language)))


everywhere = pytest.mark.parametrize("panel", sorted(PANELS))
every_language = pytest.mark.parametrize("language", LANGUAGES)


def faults(scene: Scene, canvas: Canvas) -> list[str]:
    """What leaves the picture or meets another thing."""
    whole = canvas.whole.grown(0.75)
    covered = covers(scene)
    texts = [note for note in scene.texts if not any(c.meets(note.rect) for c in covered)]
    found = [f"{n.text!r} leaves the picture: {n.rect}" for n in texts if not n.rect.inside(whole)]
    for a, b in combinations(texts, 2):
        if a.text != b.text and a.rect.grown(-1.0).meets(b.rect.grown(-1.0)):
            found.append(f"{a.text!r} meets {b.text!r}: {a.rect} {b.rect}")
    for note in texts:
        for name, rect in scene.places:
            solid = name in {"die", "sign", "counter", "mat", "status", "eye"}
            own = name == "mat" and note.rect.grown(-2).inside(rect.grown(2))
            if solid and not own and note.rect.grown(-1.5).meets(rect.grown(-1.5)):
                found.append(f"{note.text!r} meets a {name}: {note.rect} {rect}")
    return found


def covers(scene: Scene) -> list[Rect]:
    """Strips that lie over the screen for a while, and all that they hide."""
    laid_over = {"confirm", "notice", "hold"}
    boxes = [scene.box_of(group) for group in laid_over]
    return [box for box in boxes if box is not None]


@everywhere
@every_language
@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_no_string_leaves_the_picture_or_meets_another_thing(
    sample: str, language: str, panel: str
) -> None:
    """Every string, language and panel."""
    scene = scene_of(sample, language, panel)
    assert faults(scene, stage_of(panel).studio.canvas) == []


@everywhere
@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_nothing_is_smaller_than_the_smallest_step(sample: str, panel: str) -> None:
    """No text below 2.4 mm cap height, and none between arm's length and 2 m by accident."""
    canvas = stage_of(panel).studio.canvas
    for note in scene_of(sample, "da", panel).texts:
        assert note.cap * canvas.mm_per_u >= 2.35, note


@everywhere
@every_language
@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_text_stands_out_from_its_ground(sample: str, language: str, panel: str) -> None:
    """7:1 for what is read from 2 m, 4.5:1 for all else."""
    for note in scene_of(sample, language, panel).texts:
        dim = note.colour == (0x8A, 0x7F, 0x6D)  # out: must not call for attention
        least = 7.0 if note.far and not dim else 4.5
        assert contrast(note.colour, note.on) >= least, note


@everywhere
@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_touch_areas_are_large_and_apart(sample: str, panel: str) -> None:
    """Tiles have 2 mm of dark between them and are 7 mm or more; nothing lies under another."""
    canvas = stage_of(panel).studio.canvas
    frames = [t.frame for t in scene_of(sample, "da", panel).targets if t.frame is not None]
    for frame in frames:
        assert min(frame.w, frame.h) * canvas.mm_per_u >= 7.0, frame
    for a, b in combinations(frames, 2):
        assert not a.meets(b), (a, b)


def test_two_panels_differ() -> None:
    """The table of panels holds landscape and portrait."""
    assert {Canvas.of(panel).portrait for panel in PANELS.values()} == {True, False}
    assert len({panel.rotation for panel in every_panel()}) > 1
    assert Panel() in every_panel()
