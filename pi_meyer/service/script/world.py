"""The world of an evening script: table, camera, button, disk and fingers on one clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.display.panel import Panel
from pi_meyer.display.stage import Stage
from pi_meyer.service.flow.host import Host
from pi_meyer.service.keyboard import Keyboard
from pi_meyer.service.wiring import build, journal_in
from pi_meyer.simulation.simulated_button import SimulatedButton
from pi_meyer.simulation.simulated_camera import CameraFault, SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import SimulatedTable
from pi_meyer.storage.faults import DiskFaults
from pi_meyer.storage.steady import JOURNAL_NAME

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.match.intents import Intent
    from pi_meyer.match.views import View
    from pi_meyer.service.box import Box

STEP_S = 0.05
"""The simulated time of one step of the box: 20 a second, as many as the camera's frames."""
TAP_S = 0.1
"""How long a finger stays on a tile."""
TOUCH_GAP_S = 0.25
"""People take this long to touch again; a tile that acted is locked for 300 ms."""
STILL_S = 3.0
"""No motion of the screen lasts longer."""


@dataclass(slots=True)
class World:
    """Everything around the box, and the box itself, which a power cut replaces."""

    folder: Path
    seed: int
    panel: Panel = field(default_factory=Panel)
    clock: SteppedClock = field(default_factory=SteppedClock)
    disk: DiskFaults = field(default_factory=DiskFaults)
    language: str = "da"
    touch_dead: bool = False
    display_lost: bool = False
    steps: int = 0
    table: SimulatedTable = field(init=False)
    button: SimulatedButton = field(init=False)
    keyboard: Keyboard = field(init=False)
    camera: SimulatedCamera = field(init=False)
    host: Host = field(init=False)
    box: Box = field(init=False)
    view: View = field(init=False)
    _chance: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        """Set the table and switch the box on."""
        self.table = SimulatedTable(self.clock, seed=self.seed)
        self.button = SimulatedButton(self.clock, seed=self.seed)
        self.keyboard = Keyboard(simulated=True)
        self._chance = np.random.default_rng(self.seed)
        self.switch_on()

    def switch_on(self) -> None:
        """Build the box anew on the journal as it lies on the disk."""
        journal = journal_in(self.folder, before_write=self.disk)
        self.host = Host(journal=journal, simulated=True, language=self.language)
        self.host.save = self._save
        self.camera = SimulatedCamera(self.table, self.clock, seed=self.seed)
        self.box = build(
            host=self.host,
            panel=self.panel,
            clock=self.clock,
            camera=self.camera,
            button=self.button,
            beside=False,
        )
        self.step()

    def cut_power(self) -> None:
        """Let the box die where it stands, and start it again."""
        self.host.journal.close()
        self.switch_on()

    def _save(self, changes: dict[str, object]) -> None:
        """Keep what a settings file would: the language outlives a power cut."""
        self.language = str(changes.get("language", self.language))

    def show_on(self, panel: Panel) -> None:
        """Take another panel."""
        self.panel = panel
        self.box.stage = Stage(panel)

    def break_camera(self, fault: CameraFault) -> None:
        """Break the camera in a way of the script, or bring it back."""
        self.camera.set_fault(fault)

    def break_disk(self, fault: str) -> None:
        """Break the disk in a way of the script, or bring it back."""
        self.disk.set(fault, path=self.folder / JOURNAL_NAME)
        if fault == "back":
            self.host.journal.retry()

    def throw(self) -> tuple[int, int]:
        """Draw two fair faces."""
        first, second = self.table.roll(self._chance)
        return int(first), int(second)

    def step(self) -> None:
        """One step of the box, and of everything else."""
        self.view = self.box.step()
        if not self.display_lost:
            self.box.stage.tick(self.clock.now_s())
        self.clock.advance(STEP_S)
        self.steps += 1

    def run_for(self, seconds: float) -> None:
        """Let simulated time pass."""
        for _ in range(round(seconds / STEP_S)):
            self.step()

    def touch(self, intent: Intent) -> bool:
        """Touch the tile that yields an intent; False if the screen shows none."""
        centre = self.box.stage.centre_of(intent)
        if centre is None:
            return False
        self.tap(*centre)
        self.run_for(TOUCH_GAP_S)
        return True

    def tap(self, x: float, y: float) -> None:
        """Put a finger on the panel and take it off again."""
        if self.touch_dead:
            return
        self.box.stage.finger_down(1, x, y, self.clock.now_s())
        self.run_for(TAP_S)
        intent = self.box.stage.finger_up(1, x, y, self.clock.now_s())
        if intent is not None:
            self.box.handle(intent)
        self.step()

    def hold_corner(self, seconds: float) -> None:
        """Hold a finger in the corner that opens the menu."""
        if self.touch_dead:
            return
        stage = self.box.stage
        stage.finger_down(1, 2, 2, self.clock.now_s())
        for _ in range(round(seconds / STEP_S)):
            self.step()
            intent = stage.held(self.clock.now_s())
            if intent is not None:
                self.box.handle(intent)
        stage.finger_up(1, 2, 2, self.clock.now_s())
        self.step()

    def finish_motion(self) -> None:
        """Draw the screen as it is when nothing moves any more; the box's time stands."""
        self.box.stage.tick(self.clock.now_s() + STILL_S)
