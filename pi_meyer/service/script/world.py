"""The world of an evening script: simulated table, camera, button, disk and fingers on one clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.display.panel import Panel
from pi_meyer.service.keyboard import Keyboard
from pi_meyer.service.wiring import build_simulated, journal_in
from pi_meyer.simulation.simulated_button import SimulatedButton
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import SimulatedTable
from pi_meyer.storage.faults import DiskFaults

if TYPE_CHECKING:
    from pi_meyer.match.intents import Intent
    from pi_meyer.match.views import View
    from pi_meyer.service.box import Box
    from pi_meyer.service.config import Settings

STEP_S = 0.05
"""The simulated time of one step of the box: 20 a second, as many as the camera's frames."""
TAP_S = 0.1
"""How long a finger stays on a tile."""


@dataclass(slots=True)
class World:
    """Everything around the box, and the box itself, which a power cut replaces."""

    folder: Path
    settings: Settings
    seed: int
    panel: Panel
    clock: SteppedClock = field(default_factory=SteppedClock)
    disk: DiskFaults = field(default_factory=DiskFaults)
    touch_dead: bool = False
    steps: int = 0
    table: SimulatedTable = field(init=False)
    camera: SimulatedCamera = field(init=False)
    button: SimulatedButton = field(init=False)
    keyboard: Keyboard = field(init=False)
    box: Box = field(init=False)
    view: View = field(init=False)

    def __post_init__(self) -> None:
        """Set the table and switch the box on."""
        self.table = SimulatedTable(self.clock, seed=self.seed)
        self.button = SimulatedButton(self.clock, seed=self.seed)
        self.keyboard = Keyboard(simulated=True)
        self.switch_on()

    def switch_on(self) -> None:
        """Build the box anew on the journal as it lies on the disk."""
        self.camera = SimulatedCamera(self.table, self.clock, seed=self.seed)
        self.box = build_simulated(
            settings=self.settings,
            panel=self.panel,
            clock=self.clock,
            camera=self.camera,
            button=self.button,
            journal=journal_in(self.folder, before_write=self.disk),
        )
        self.step()

    def cut_power(self) -> None:
        """Let the box die where it stands, and start it again."""
        self.box.evening.host.journal.close()
        self.switch_on()

    def step(self) -> None:
        """One step of the box, and of everything else."""
        self.view = self.box.step()
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
        return True

    def tap(self, x: float, y: float) -> None:
        """Put a finger on the panel and take it off again."""
        if self.touch_dead:
            return
        stage = self.box.stage
        stage.finger_down(1, x, y, self.clock.now_s())
        self.run_for(TAP_S)
        intent = stage.finger_up(1, x, y, self.clock.now_s())
        if intent is not None:
            self.box.handle(intent)
        self.step()
