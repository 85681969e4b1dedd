"""The menu's light is what the panel gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from pi_meyer.match.intents import Act, Do
from pi_meyer.service.script.world import World

if TYPE_CHECKING:
    from pathlib import Path


def _light(world: World) -> float:
    return float(pygame.surfarray.array3d(world.box.stage.output()).mean())


def test_a_touch_on_light_darkens_the_panel_and_another_one_lights_it_again(
    tmp_path: Path,
) -> None:
    """From full brightness it steps to the least, then to the middle one, then back."""
    world = World(folder=tmp_path, seed=1)
    world.run_for(0.5)
    world.box.handle(Do(act=Act.MENU))
    world.run_for(0.2)
    seen = []
    for _ in range(3):
        world.touch(Do(act=Act.LIGHT))
        world.run_for(0.2)
        seen.append(_light(world))
    world.box.close()
    world.host.journal.close()
    assert seen[0] < 0.8 * seen[1]
    assert seen[1] < 0.8 * seen[2]
