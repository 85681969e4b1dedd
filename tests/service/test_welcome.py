"""The very first start asks three things, once; each can be answered with the button alone."""

from __future__ import annotations

import numpy as np
import pytest

from pi_meyer.display.panel import Panel
from pi_meyer.display.stage import Stage
from pi_meyer.match.intents import Act, PickLanguage
from pi_meyer.match.views import IdleView, Welcome, WelcomeView
from pi_meyer.rules.rolls import BottomFace
from pi_meyer.service.flow.asked_picture import HANDS_OFF_S, PATIENCE_S
from pi_meyer.simulation.dice_model import STYLES, Die
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import SimulatedTable
from pi_meyer.simulation.window_view import render
from tests.service.pilot import Pilot


def _new_box(asks: Welcome = Welcome.LANGUAGE) -> Pilot:
    pilot = Pilot()
    pilot.host.turn = lambda: None
    pilot.host.greet()
    if asks is not Welcome.LANGUAGE:
        pilot.do(PickLanguage(language="nb"))
    if asks is Welcome.TRIAL:
        pilot.act(Act.GO)
    assert _asked(pilot) is asks
    return pilot


def _asked(pilot: Pilot) -> Welcome:
    view = pilot.view
    assert isinstance(view, WelcomeView)
    return view.asks


def _look_at(pilot: Pilot, scene: Scene) -> WelcomeView:
    """Touch "look", wait as the box does, and hand in the picture."""
    pilot.act(Act.GO)
    pilot.wait(HANDS_OFF_S + 0.1)
    assert pilot.evening.wants_picture(pilot.now_s)
    pilot.evening.picture(render(scene))
    view = pilot.view
    assert isinstance(view, WelcomeView)
    return view


def _scene(kind: SceneKind, *dice: Die) -> Scene:
    setting = SimulatedTable(SteppedClock(), seed=3).scene_at(0.0).setting
    return Scene(kind=kind, setting=setting, dice=dice)


def _two_dice(values: tuple[int, int]) -> Scene:
    places = ((-15.0, 2.0, 8.0), (14.0, -3.0, 8.0))
    return _scene(
        SceneKind.FLAT,
        *(
            Die(style=STYLES["white_black"], bottom=BottomFace(7 - value), centre_mm=place)
            for value, place in zip(values, places, strict=True)
        ),
    )


def test_a_new_box_asks_for_language_turn_and_a_trial_and_never_again() -> None:
    """Three answers later the box invites to play, in that language, after a restart as well."""
    pilot = _new_box()
    pilot.do(PickLanguage(language="nb"))
    assert _asked(pilot) is Welcome.UPRIGHT
    pilot.act(Act.GO)
    assert _asked(pilot) is Welcome.TRIAL
    pilot.act(Act.BACK)
    assert isinstance(pilot.view, IdleView)
    assert pilot.view.chrome.language == "nb"
    again = pilot.restart()
    again.host.greet()
    assert again.host.welcome is None


def test_a_power_cut_between_the_questions_begins_them_anew() -> None:
    """A box whose picture hangs upside down asks for its turn again."""
    pilot = _new_box(Welcome.UPRIGHT).restart()
    pilot.host.greet()
    assert pilot.host.welcome is Welcome.LANGUAGE


def test_a_window_is_not_turned_and_a_simulated_table_not_tried() -> None:
    """On a desktop the language is all that is asked."""
    pilot = Pilot()
    pilot.host.simulated = True
    pilot.host.greet()
    pilot.do(PickLanguage(language="de"))
    assert isinstance(pilot.view, IdleView)


def test_the_picture_is_turned_as_often_as_one_likes() -> None:
    """Every touch turns the panel once more, and the question stays."""
    pilot = _new_box(Welcome.UPRIGHT)
    turned: list[int] = []
    pilot.host.turn = lambda: turned.append(1)
    pilot.act(Act.TURN)
    pilot.act(Act.TURN)
    assert len(turned) == 2
    assert _asked(pilot) is Welcome.UPRIGHT


@pytest.mark.parametrize("values", [(6, 4), (2, 1), (5, 5)])
def test_the_trial_says_what_lies_there(values: tuple[int, int]) -> None:
    """The top faces are said, the higher first, and "yes" ends the welcome."""
    pilot = _new_box(Welcome.TRIAL)
    view = _look_at(pilot, _two_dice(values))
    assert view.sure
    assert view.said is not None
    assert view.said.gaps == tuple(map(str, values))
    pilot.act(Act.GO)
    assert isinstance(pilot.view, IdleView)


def test_a_wrong_trial_is_looked_at_again() -> None:
    """ "No" takes another picture instead of going on."""
    pilot = _new_box(Welcome.TRIAL)
    _look_at(pilot, _two_dice((6, 4)))
    pilot.act(Act.BACK)
    assert _asked(pilot) is Welcome.TRIAL
    pilot.wait(HANDS_OFF_S + 0.1)
    assert pilot.evening.wants_picture(pilot.now_s)


def test_an_empty_window_is_said_to_be_unsure_and_may_be_left() -> None:
    """What cannot be read names no value, and the box is in nobody's way."""
    pilot = _new_box(Welcome.TRIAL)
    view = _look_at(pilot, _scene(SceneKind.NO_DICE))
    assert not view.sure
    assert view.said is not None
    assert view.said.gaps == ()
    pilot.act(Act.BACK)
    assert isinstance(pilot.view, IdleView)


def test_a_camera_that_sends_nothing_does_not_hold_the_trial_up() -> None:
    """After some seconds it says that the camera sleeps, and can be asked again."""
    pilot = _new_box(Welcome.TRIAL)
    pilot.act(Act.GO)
    pilot.wait(HANDS_OFF_S + PATIENCE_S + 0.1)
    view = pilot.view
    assert isinstance(view, WelcomeView)
    assert view.said is not None
    assert view.said.key == "try_asleep"
    assert not pilot.evening.wants_picture(pilot.now_s)


def test_dice_laid_down_for_the_trial_are_no_roll() -> None:
    """While they are tried the gate moves nothing, and no match begins."""
    pilot = _new_box(Welcome.TRIAL)
    pilot.shake()
    assert _asked(pilot) is Welcome.TRIAL


def test_a_picture_that_comes_too_late_is_let_go() -> None:
    """What arrives after the welcome is over changes nothing."""
    pilot = _new_box(Welcome.TRIAL)
    pilot.act(Act.BACK)
    pilot.evening.picture(np.zeros((480, 640, 3), dtype=np.uint8))
    assert isinstance(pilot.view, IdleView)


def test_the_button_alone_goes_through_every_question() -> None:
    """The first place that a press lights is an answer that goes on."""
    pilot = _new_box()
    stage = Stage(Panel())
    for _ in range(2):
        stage.show(pilot.view, pilot.now_s)
        stage.step_highlight()
        answer = stage.take_highlight()
        assert answer is not None
        pilot.do(answer)
    assert _asked(pilot) is Welcome.TRIAL
