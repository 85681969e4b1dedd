"""The window on SDL's dummy driver: events become touches and keys; stillness is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from pi_meyer.display.errors import WindowError
from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.display.window import Closed, KeyDown, KeyUp, Window, Wish, driver_order
from pi_meyer.match.intents import Say

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window(Panel())
    pygame.event.clear()
    yield opened
    opened.close()


@pytest.fixture
def stage() -> Stage:
    shown = Stage(Panel())
    shown.show(every_sample()["ready"], 0.0)
    return shown


def finger(kind: int, spot: tuple[float, float], number: int = 1) -> pygame.event.Event:
    return pygame.event.Event(
        kind, {"finger_id": number, "touch_id": 0, "x": spot[0] / 800, "y": spot[1] / 480}
    )


def mouse(kind: int, spot: tuple[float, float], *, touch: bool = False) -> pygame.event.Event:
    place = (round(spot[0]), round(spot[1]))
    return pygame.event.Event(kind, {"pos": place, "button": 1, "touch": touch})


def spot_of(stage: Stage, value: str) -> tuple[float, float]:
    spot = stage.centre_of(Say(value=value))
    assert spot is not None
    return spot


def test_a_still_picture_is_not_flipped(window: Window, stage: Stage) -> None:
    """present says so."""
    assert window.present(stage, 1.0)
    assert not window.present(stage, 2.0)
    assert pygame.display.get_surface().get_at((20, 470))[:3] == stage.surface.get_at((20, 470))[:3]


def test_an_uncovered_window_is_painted_again(window: Window, stage: Stage) -> None:
    """Another window lay over it."""
    window.present(stage, 1.0)
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    assert list(window.happenings(stage, 2.0)) == []
    assert window.present(stage, 2.0)


def test_a_finger_becomes_a_wish(window: Window, stage: Stage) -> None:
    """Down and up on one tile."""
    spot = spot_of(stage, "66")
    pygame.event.post(finger(pygame.FINGERDOWN, spot))
    pygame.event.post(finger(pygame.FINGERUP, spot))
    assert list(window.happenings(stage, 1.0)) == [Wish(intent=Say(value="66"))]


def test_the_mouse_of_a_touch_counts_once(window: Window, stage: Stage) -> None:
    """Mouse events that come from touch are dropped, and all for 800 ms after a finger."""
    spot = spot_of(stage, "66")
    for event in (finger(pygame.FINGERDOWN, spot), finger(pygame.FINGERUP, spot)):
        pygame.event.post(event)
    pygame.event.post(mouse(pygame.MOUSEBUTTONDOWN, spot, touch=True))
    pygame.event.post(mouse(pygame.MOUSEBUTTONUP, spot, touch=True))
    assert len(list(window.happenings(stage, 1.0))) == 1
    other = spot_of(stage, "55")
    pygame.event.post(mouse(pygame.MOUSEBUTTONDOWN, other))
    pygame.event.post(mouse(pygame.MOUSEBUTTONUP, other))
    assert list(window.happenings(stage, 1.5)) == []
    _turns(window, stage, 12)
    pygame.event.post(mouse(pygame.MOUSEBUTTONDOWN, other))
    pygame.event.post(mouse(pygame.MOUSEBUTTONUP, other))
    assert list(window.happenings(stage, 2.5)) == [Wish(intent=Say(value="55"))]


def test_a_slow_turn_lets_no_touch_count_twice(window: Window, stage: Stage) -> None:
    """The mouse half of a touch may be asked for a second later: it is still ignored."""
    spot = spot_of(stage, "66")
    pygame.event.post(finger(pygame.FINGERDOWN, spot))
    pygame.event.post(finger(pygame.FINGERUP, spot))
    assert len(list(window.happenings(stage, 1.0))) == 1
    pygame.event.post(mouse(pygame.MOUSEBUTTONDOWN, spot_of(stage, "55")))
    pygame.event.post(mouse(pygame.MOUSEBUTTONUP, spot_of(stage, "55")))
    assert list(window.happenings(stage, 3.0)) == []


def _turns(window: Window, stage: Stage, turns: int) -> None:
    for _ in range(turns):
        list(window.happenings(stage, 1.6))


def test_keys_and_the_end_are_told(window: Window, stage: Stage) -> None:
    """By name and text; QUIT (SIGTERM too) is the end."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, {"key": pygame.K_6, "unicode": "6"}))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, {"key": pygame.K_6}))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    told = list(window.happenings(stage, 1.0))
    assert told == [KeyDown(name="6", text="6"), KeyUp(name="6"), Closed()]


def test_drivers_are_tried_in_order() -> None:
    """A desktop first where there is one; the environment has the last word."""
    assert driver_order({}) == ("kmsdrm",)
    assert driver_order({"DISPLAY": ":0"}) == ("x11", "kmsdrm")
    assert driver_order({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}) == ("wayland", "x11", "kmsdrm")
    assert driver_order({"DISPLAY": ":0", "SDL_VIDEODRIVER": "dummy"}) == ("dummy",)


def test_no_display_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names what was tried and what to do."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")

    def refuse() -> None:
        raise pygame.error("not available")

    monkeypatch.setattr(pygame.display, "init", refuse)
    with pytest.raises(WindowError, match=r"nonsense.*--headless\.$"):
        Window(Panel())
