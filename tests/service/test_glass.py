"""The bare screen without a desktop: pictures go out, fingers and keys come in, SIGTERM ends."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

from pi_meyer.devices.evdev import Key
from pi_meyer.devices.fingers import Finger, FingerDoes
from pi_meyer.display.errors import WindowError
from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.display.window import Closed, KeyDown, KeyUp, Window, Wish
from pi_meyer.errors import DeviceError
from pi_meyer.match.intents import Say
from pi_meyer.service import glass
from pi_meyer.service.glass import BareGlass, open_glass
from pi_meyer.simulation.stepped_clock import SteppedClock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pi_meyer.devices.evdev import EventDevices
    from pi_meyer.devices.kms_screen import KmsScreen


@dataclass
class _Screen:
    size_wh: tuple[int, int] = (800, 480)
    shown: list[tuple[bytes, int]] = field(default_factory=list)
    gone: bool = False
    closed: bool = False

    def show(self, picture: memoryview, stride: int) -> None:
        if self.gone:
            raise DeviceError("The screen went away (no such device): check its cable.")
        self.shown.append((bytes(picture), stride))

    def close(self) -> None:
        self.closed = True


@dataclass
class _Inputs:
    waiting: list[Finger | Key] = field(default_factory=list)
    closed: bool = False

    def poll(self) -> tuple[Finger | Key, ...]:
        happened, self.waiting = self.waiting, []
        return tuple(happened)

    def close(self) -> None:
        self.closed = True


@dataclass
class _Rig:
    screen: _Screen
    inputs: _Inputs
    glass: BareGlass
    stage: Stage


def _opened(screen: _Screen) -> _Rig:
    inputs = _Inputs()
    bare = BareGlass(Panel(), cast("KmsScreen", screen), cast("EventDevices", inputs))
    stage = Stage(Panel())
    stage.show(every_sample()["ready"], 0.0)
    return _Rig(screen, inputs, bare, stage)


@pytest.fixture
def rig() -> Iterator[_Rig]:
    opened = _opened(_Screen())
    yield opened
    opened.glass.close()


def test_a_picture_goes_out_as_it_is_and_a_still_one_not_at_all(rig: _Rig) -> None:
    """Blue, green, red and an unused byte, row by row; a still picture costs nothing."""
    assert rig.glass.present(rig.stage, 1.0)
    assert not rig.glass.present(rig.stage, 2.0)
    [(picture, stride)] = rig.screen.shown
    assert len(picture) == stride * 480
    red, green, blue, _ = rig.stage.output().get_at((400, 240))
    at = 240 * stride + 4 * 400
    assert picture[at : at + 3] == bytes((blue, green, red))


def test_a_screen_of_another_size_gets_the_picture_in_its_size() -> None:
    """A monitor without the panel's mode shows the whole picture."""
    rig = _opened(_Screen(size_wh=(1280, 720)))
    rig.glass.present(rig.stage, 1.0)
    [(picture, stride)] = rig.screen.shown
    assert (stride, len(picture)) == (1280 * 4, 1280 * 720 * 4)
    rig.glass.close()


def test_a_known_panel_is_found_by_its_pixels() -> None:
    """A Touch Display 2 where the settings name the first one is that panel, with its own size."""
    rig = _opened(_Screen(size_wh=(720, 1280)))
    assert rig.glass.panel == Panel(size_wh=(720, 1280))
    rig.glass.close()
    rig = _opened(_Screen(size_wh=(1280, 720)))
    assert rig.glass.panel == Panel()
    rig.glass.close()


def test_a_finger_on_a_tile_becomes_a_wish(rig: _Rig) -> None:
    """Shares of the panel find the tile under the finger."""
    spot = rig.stage.centre_of(Say(value="66"))
    assert spot is not None
    x, y = spot[0] / 800, spot[1] / 480
    for at_s, does in ((1.0, FingerDoes.DOWN), (1.1, FingerDoes.MOVE), (1.2, FingerDoes.UP)):
        rig.inputs.waiting.append(Finger(does=does, number=0, x=x, y=y))
        found = list(rig.glass.happenings(rig.stage, at_s))
    assert found == [Wish(intent=Say(value="66"))]


def test_keys_are_told(rig: _Rig) -> None:
    """A press with its text, and the release."""
    rig.inputs.waiting += [
        Key(name="a", text="A", pressed=True),
        Key(name="a", text="A", pressed=False),
    ]
    found = list(rig.glass.happenings(rig.stage, 1.0))
    assert found == [KeyDown(name="a", text="A"), KeyUp(name="a")]


def test_sigterm_asks_the_program_to_end(rig: _Rig) -> None:
    """systemd's signal becomes the same happening as a closed window."""
    os.kill(os.getpid(), signal.SIGTERM)
    assert list(rig.glass.happenings(rig.stage, 1.0)) == [Closed()]


def test_a_screen_that_went_away_is_a_sentence(rig: _Rig) -> None:
    """The loop hears of it as of a lost window."""
    rig.screen.gone = True
    with pytest.raises(WindowError, match="check its cable"):
        rig.glass.present(rig.stage, 1.0)


def test_sdl_has_the_last_word_and_catches_a_screen_that_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SDL_VIDEODRIVER or a desktop opens its window; so does a kernel without a screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")

    def no_screen(*_: object) -> BareGlass:
        raise DeviceError("No screen can be had.")

    monkeypatch.setattr(glass, "_bare", no_screen)
    for environment in ({"SDL_VIDEODRIVER": "dummy"}, {"DISPLAY": ":0"}, {}):
        opened = open_glass(Panel(), SteppedClock(), environment=environment)
        assert isinstance(opened, Window)
        opened.close()
