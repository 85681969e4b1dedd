"""A whole match with the LIFT button alone (product.md, Inputs)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act, Do, Intent, PickSeat, Say
from pi_meyer.match.views import SCREEN_OF
from pi_meyer.service.script.world import World

if TYPE_CHECKING:
    from pathlib import Path

SHORT_S, LONG_S = 0.15, 0.8
MOST_STEPS = 60


def _choose(world: World, wanted: Intent) -> None:
    """Step the highlight with short presses until it lies on what is wanted; then press long."""
    stage = world.box.stage
    for _ in range(MOST_STEPS):
        world.button.press(SHORT_S)
        world.run_for(0.4)
        lit = stage.highlighted
        if lit is not None and lit == wanted:
            break
    world.button.press(LONG_S)
    world.run_for(1.3)


def _screen(world: World) -> str:
    return SCREEN_OF[type(world.view)].value


def _round(world: World, dice: tuple[int, int], said: str, by: int) -> None:
    world.table.shake_and_set_down(dice)
    world.run_for(3.5)
    assert _screen(world) == "ready"
    world.button.press(SHORT_S)
    world.run_for(0.4)
    world.table.lift_cup()
    world.run_for(1.2)
    assert _screen(world) == "said"
    _choose(world, Say(value=said))
    assert _screen(world) == "by"
    _choose(world, PickSeat(seat=by))
    world.run_for(1.0)
    assert _screen(world) == "ruling"


def test_a_match_is_played_from_seats_to_winner_with_the_button_alone(tmp_path: Path) -> None:
    """Short presses step, long presses take, and while dice are hidden a press lifts."""
    world = World(folder=tmp_path, seed=2)
    evening = world.box.evening
    _choose(world, Do(act=Act.GO))
    assert _screen(world) == "seats"
    for _ in range(2):
        _choose(world, Do(act=Act.FEWER_PLAYERS))
    evening.host.house.settings = {"start_lives": 1}
    _choose(world, Do(act=Act.GO))
    assert _screen(world) == "shake"
    _round(world, (5, 2), "63", by=0)
    world.run_for(16)
    assert _screen(world) == "winner"
    assert evening.record.winner == "B"
    world.box.close()
    world.host.journal.close()


def test_holding_lift_opens_the_menu_only_while_no_dice_are_hidden(tmp_path: Path) -> None:
    """Five seconds on the shake screen open the menu; under the cup they never do."""
    world = World(folder=tmp_path, seed=2)
    world.box.handle(Do(act=Act.GO))
    world.box.handle(Do(act=Act.GO))
    world.button.press(5.3)
    world.run_for(5.6)
    assert _screen(world) == "menu"
    world.box.handle(Do(act=Act.BACK))
    world.table.shake_and_set_down((4, 4))
    world.run_for(3.5)
    world.button.press(5.3)
    world.run_for(5.6)
    assert _screen(world) != "menu"
    world.box.close()
    world.host.journal.close()
