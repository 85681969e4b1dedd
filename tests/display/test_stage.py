"""The stage: still pictures cost nothing, touches find their place on turned panels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest

from pi_meyer.display.ahead import views_ahead
from pi_meyer.display.components.dice import Die
from pi_meyer.display.components.flood import Flood
from pi_meyer.display.motions import TILE_FADE_S
from pi_meyer.display.panel import Panel, every_panel
from pi_meyer.display.reveal import REVEAL_S
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.match.intents import Act, Do, Say
from pi_meyer.match.views import LivesView, OutView, ReadyView, RulingView, View

PLAYED = ("idle", "shake", "ready", "ready untracked", "said", "by", "ruling true", "lives", "out")


def pixels(stage: Stage) -> bytes:
    return pygame.image.tobytes(stage.surface, "RGB")


def settled(stage: Stage, view: View, at_s: float) -> bytes:
    stage.show(view, at_s)
    stage.tick(at_s)
    stage.tick(at_s + 3.0)
    stage.tick(at_s + 3.1)
    return pixels(stage)


def ready() -> ReadyView:
    view = every_sample()["ready"]
    assert isinstance(view, ReadyView)
    return view


def ruling() -> RulingView:
    view = every_sample()["ruling bluff"]
    assert isinstance(view, RulingView)
    return view


@pytest.mark.parametrize("name", PLAYED)
def test_a_still_screen_redraws_nothing(name: str) -> None:
    """Once it stands, no tick changes a pixel, and showing the same view again is nothing."""
    stage = Stage(Panel())
    view = every_sample()[name]
    settled(stage, view, 0.0)
    stage.show(replace(view), 10.0)
    assert not any(stage.tick(10.0 + step) for step in range(5))


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_drawn_depends_on_the_view_alone(name: str) -> None:
    """The same view after another screen, with another clock, is the same picture."""
    samples = every_sample()
    fresh, used = Stage(Panel()), Stage(Panel())
    settled(used, samples["winner"], 5.0)
    assert settled(fresh, samples[name], 0.0) == settled(used, samples[name], 77.7)


def test_motion_ends_where_the_still_picture_is() -> None:
    """Every movement between two screens comes to rest in the picture of the new one."""
    samples = every_sample()
    order = ("ready", "ruling true", "lives", "out", "winner", "shake", "ready undo", "said")
    stage = Stage(Panel())
    now = 0.0
    for name in order:
        stage.show(samples[name], now)
        for step in range(40):
            stage.tick(now + step * 0.03)
        now += 10.0
        stage.tick(now)
        assert pixels(stage) == settled(Stage(Panel()), samples[name], 0.0), name


def test_less_motion_means_none() -> None:
    """Then every change is a hard cut."""
    samples = every_sample()
    stage = Stage(Panel())
    for number, name in enumerate(("ready", "ruling true", "lives", "out", "winner", "shake")):
        view = samples[name]
        stage.show(replace(view, chrome=replace(view.chrome, less_motion=True)), float(number))
        assert not stage.busy(float(number))
        assert stage.tick(float(number))
        assert not stage.tick(number + 0.01)


def test_the_reveal_lasts_the_same_for_every_roll_and_verdict() -> None:
    """0.95 s, however it ends."""
    for dice, verdict in (((2, 1), "bluff"), ((6, 6), "true"), ((4, 2), "void")):
        stage = Stage(Panel())
        settled(stage, ready(), 0.0)
        stage.show(replace(ruling(), dice=dice, verdict=verdict), 10.0)
        assert stage.busy(10.0 + REVEAL_S - 0.001)
        assert not stage.busy(10.0 + REVEAL_S)


def test_the_verdict_is_not_seen_before_the_flood() -> None:
    """While cup rises and dice lie alone, true and bluff are the same picture."""
    frames = []
    for verdict in ("true", "bluff"):
        stage = Stage(Panel(size_wh=(720, 1280)))
        settled(stage, ready(), 0.0)
        stage.show(replace(ruling(), verdict=verdict), 10.0)
        seen = []
        for moment in (0.0, 0.1, 0.2, 0.4, 0.6, 0.69):
            stage.tick(10.0 + moment)
            seen.append(pixels(stage))
        frames.append(seen)
    assert frames[0] == frames[1]


def test_a_ruling_that_changes_during_the_reveal_does_not_begin_again() -> None:
    """The undo that goes away meanwhile is no reason to put the cup back."""
    stage = Stage(Panel())
    settled(stage, ready(), 0.0)
    stage.show(ruling(), 10.0)
    stage.tick(10.5)
    stage.show(replace(ruling(), chrome=replace(ruling().chrome, simulated=True)), 10.6)
    assert stage.busy(10.9)
    assert not stage.busy(10.0 + REVEAL_S)


def test_nobody_wipes_the_ruling_away_before_it_stands() -> None:
    """A finger during the reveal does nothing; afterwards it goes on."""
    stage = Stage(Panel())
    settled(stage, ready(), 0.0)
    stage.show(ruling(), 10.0)
    stage.finger_down(1, 400, 300, 10.3)
    assert stage.finger_up(1, 400, 300, 10.4) is None
    stage.finger_down(1, 400, 300, 12.0)
    assert stage.finger_up(1, 400, 300, 12.1) == Do(act=Act.GO)


def test_heard_is_a_jump_of_the_hem_and_nothing_below_it() -> None:
    """LIFT was pressed: the cup stands 6 u higher, the tiles as they were."""
    stage = Stage(Panel())
    settled(stage, ready(), 0.0)
    before = pygame.surfarray.array3d(stage.surface)
    settled(stage, replace(ready(), heard=True), 10.0)
    after = pygame.surfarray.array3d(stage.surface)
    assert (before[:, 250:] == after[:, 250:]).all()
    assert (before[:, 6:230] == after[:, :224]).mean() > 0.97


def test_a_touched_tile_fades_in_and_rests() -> None:
    """120 ms of cream."""
    stage = Stage(Panel())
    settled(stage, ready(), 0.0)
    stage.show(replace(ready(), touched="64"), 10.0)
    assert stage.busy(10.05)
    stage.tick(10.05)
    assert not stage.busy(10.0 + TILE_FADE_S)


@pytest.mark.parametrize("panel", every_panel(), ids=str)
def test_touches_find_their_tile_on_every_panel(panel: Panel) -> None:
    """What ``centre_of`` says is where the tile answers, in pixels of the panel as it hangs."""
    stage = Stage(panel)
    stage.show(ready(), 0.0)
    stage.tick(0.0)
    assert stage.output().get_size() == panel.size_wh
    assert stage.surface.get_size() == panel.picture_wh
    for number, value in enumerate(("21", "66", "64")):
        spot = stage.centre_of(Say(value=value))
        assert spot is not None
        assert 0 <= spot[0] < panel.size_wh[0]
        assert 0 <= spot[1] < panel.size_wh[1]
        stage.finger_down(1, *spot, float(number))
        assert stage.finger_up(1, *spot, number + 0.1) == Say(value=value)


def test_a_turned_picture_is_the_upright_one_turned() -> None:
    """Sprites are turned one by one; together they must make the same picture."""
    view = every_sample()["lives"]
    pictures = []
    for rotation in (90, 270):
        stage = Stage(Panel(size_wh=(720, 1280), rotation=rotation))
        settled(stage, view, 0.0)
        pictures.append(pixels(stage))
        turned = pygame.transform.rotate(stage.surface, -rotation)
        assert pygame.image.tobytes(turned, "RGB") == pygame.image.tobytes(stage.output(), "RGB")
    assert pictures[0] == pictures[1]
    upright, upside_down = (
        settled(Stage(Panel(rotation=rotation)), view, 0.0) for rotation in (0, 180)
    )
    assert upright == upside_down


def test_the_button_alone_reaches_every_legal_place_the_likeliest_first() -> None:
    """Steps go round all targets; taking one yields its intent and clears the highlight."""
    stage = Stage(Panel())
    stage.show(every_sample()["by"], 0.0)
    legal = {t.intent for t in stage.targets() if t.legal}
    likely = next(t.intent for t in stage.targets() if t.likely)
    assert stage.take_highlight() is None
    stage.step_highlight()
    assert stage.take_highlight() == likely
    reached = set()
    for steps in range(1, len(legal) + 1):
        for _ in range(steps):
            stage.step_highlight()
        reached.add(stage.take_highlight())
    assert reached == legal


def test_the_highlight_is_seen() -> None:
    """It changes the picture, and goes when it is taken."""
    stage = Stage(Panel())
    plain = settled(stage, every_sample()["said"], 0.0)
    stage.step_highlight()
    assert stage.tick(10.0)
    assert pixels(stage) != plain
    stage.take_highlight()
    stage.tick(11.0)
    assert pixels(stage) == plain


def test_a_finger_is_seen_at_the_next_frame() -> None:
    """From input to changed pixels: one tick."""
    stage = Stage(Panel())
    plain = settled(stage, ready(), 0.0)
    spot = stage.centre_of(Say(value="66"))
    assert spot is not None
    stage.finger_down(1, *spot, 10.0)
    assert stage.tick(10.016)
    assert pixels(stage) != plain


def test_peek_takes_the_whole_window_and_leaves_nothing_behind() -> None:
    """The referee's picture comes back as it was (fairness P9)."""
    stage = Stage(Panel())
    plain = settled(stage, ready(), 0.0)
    look = np.full((240, 320, 3), (10, 200, 30), dtype=np.uint8)
    stage.show_peek(look)
    assert stage.tick(10.0)
    assert tuple(stage.surface.get_at((400, 240))) == (10, 200, 30, 255)
    assert not stage.tick(10.1)
    stage.show_peek(None)
    assert stage.tick(10.2)
    assert pixels(stage) == plain


def test_a_confirm_asks_for_the_button_or_for_a_second_tile_elsewhere() -> None:
    """With a live button touch can only say no; with a dead one YES is not where the tile was."""
    stage = Stage(Panel())
    samples = every_sample()
    stage.show(samples["ready confirm"], 0.0)
    assert {t.intent for t in stage.targets()} == {Do(act=Act.CANCEL)}
    stage.show(samples["ready confirm dead"], 1.0)
    yes = next(t for t in stage.targets() if t.intent == Do(act=Act.CONFIRM))
    stage.show(samples["ready extras"], 2.0)
    asked = [t for t in stage.targets() if isinstance(t.intent, Do)]
    assert asked
    assert not any(yes.rect.meets(t.rect) for t in asked)


def test_a_life_die_turns_only_for_who_lost() -> None:
    """The others lie still."""
    stage = Stage(Panel())
    view = every_sample()["lives"]
    assert isinstance(view, LivesView)
    settled(stage, every_sample()["shake"], 0.0)
    stage.show(view, 10.0)
    stage.tick(10.0)
    stage.tick(10.06)
    turning = pygame.surfarray.array3d(stage.surface)
    stage.tick(12.0)
    still = pygame.surfarray.array3d(stage.surface)
    rows = np.unique(np.nonzero((turning != still).any(axis=2))[1])
    assert rows.size
    assert rows.max() - rows.min() < 80


def test_spare_moments_make_the_sprites_of_the_reveal_ready() -> None:
    """Then the reveal's first frame makes no die and no flood; the picture is the same as ever."""
    samples = every_sample()
    stage = Stage(Panel())
    settled(stage, samples["ready"], 0.0)
    before = pixels(stage)
    made = 0
    while stage.warm():
        made += 1
    assert made > 5
    assert not stage.warm()
    assert not stage.tick(20.0)
    assert pixels(stage) == before
    for name in ("ruling true", "ruling bluff"):
        items = stage.sketched(samples[name]).items
        large = [i for i in items if isinstance(i.recipe, Die | Flood) and i.rect.h > 150]
        assert large
        assert all(stage.studio.has(item.recipe) for item in large)


def test_what_is_made_ahead_is_the_same_for_every_roll() -> None:
    """It comes from the view before the lift, which knows no roll, and holds all six faces."""
    faces = set()
    for view in views_ahead(ready()):
        if isinstance(view, RulingView) and view.dice is not None:
            faces |= set(view.dice)
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize(("before", "after"), [("ruling bluff", "out"), ("out", "winner")])
def test_spare_moments_make_the_pictures_of_a_movement_ready(
    size: tuple[int, int], before: str, after: str
) -> None:
    """The falling die and the growing lamp make no sprite while they move."""
    first, then = every_sample()[before], every_sample()[after]
    if isinstance(first, RulingView):
        first = replace(first, losses=(replace(first.losses[0], after=0),))
    if isinstance(first, OutView):
        first = replace(first, left=first.left[:1])
    stage = Stage(Panel(size_wh=size))
    settled(stage, first, 0.0)
    while stage.warm():
        pass
    stage.show(then, 20.0)
    stage.tick(20.0)  # the screen's own words
    made = set(stage.studio.recipes)
    moved = sum(stage.tick(20.0 + number / 60) for number in range(1, 60))
    assert moved > 4
    assert set(stage.studio.recipes) <= made


@pytest.mark.parametrize("percent", [40, 70])
def test_a_dimmed_panel_is_given_the_same_picture_darker(percent: int) -> None:
    """Every pixel has that share of its light; the picture as drawn, and so the tests', stay."""
    stage = Stage(Panel())
    whole = settled(stage, ready(), 0.0)
    full = pygame.surfarray.array3d(stage.output()).astype(int)
    stage.set_brightness(percent)
    assert stage.tick(10.0)
    given = pygame.surfarray.array3d(stage.output()).astype(int)
    assert np.abs(given - full * percent / 100).max() <= 2
    assert pixels(stage) == whole
    assert not stage.tick(10.1)


def test_full_brightness_gives_back_the_picture_itself() -> None:
    """Dimming and back again costs nothing that stays."""
    stage = Stage(Panel())
    settled(stage, ready(), 0.0)
    full = pygame.image.tobytes(stage.output(), "RGB")
    for percent in (40, 100):
        stage.set_brightness(percent)
        stage.tick(10.0)
    assert pygame.image.tobytes(stage.output(), "RGB") == full
