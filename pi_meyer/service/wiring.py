"""The composition root: the one place that joins ports with adapters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.devices.pressing import DebouncedButton
from pi_meyer.display.stage import Stage
from pi_meyer.service.box import Box
from pi_meyer.service.eye import Eye
from pi_meyer.service.flow.evening import Evening
from pi_meyer.service.flow.record import Record
from pi_meyer.service.flow.resuming import resume
from pi_meyer.service.reading_desk import ReadingDesk
from pi_meyer.storage.steady import SteadyJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from pi_meyer.display.panel import Panel
    from pi_meyer.ports.camera import Camera, Frame
    from pi_meyer.ports.clock import Clock
    from pi_meyer.ports.lift_button import LiftButton
    from pi_meyer.service.flow.host import Host
    from pi_meyer.vision.plate import Plate
    from pi_meyer.vision.reading import Reading, Refusal


def journal_in(folder: Path, *, before_write: Callable[[], None] = lambda: None) -> SteadyJournal:
    """Open the journal of a data folder; it goes on in memory where the disk does not.

    Raises:
        JournalError: another box runs on this folder.
    """
    return SteadyJournal(folder, before_write=before_write)


def build(
    *,
    host: Host,
    panel: Panel,
    clock: Clock,
    camera: Camera,
    button: LiftButton | None,
    plate: Plate | None = None,
    beside: bool,
) -> Box:
    """Join everything and take up the evening where it was left.

    Args:
        host: the owner's wishes, on the journal.
        panel: the glass.
        clock: stamps frames, edges and timers.
        camera: the eye's source.
        button: LIFT; None where only keys are there.
        plate: where the window lies in the picture; None takes the default.
        beside: read in a thread beside the screen; False reads at once, on a stepped clock.
    """
    evening = Evening(record=Record(journal=host.journal), host=host, since_s=clock.now_s())
    resume(evening, clock.now_s())
    return Box(
        clock=clock,
        eye=Eye(camera=camera, plate=plate),
        button=DebouncedButton(button, clock) if button is not None else None,
        desk=ReadingDesk(_read, beside=beside),
        evening=evening,
        stage=Stage(panel),
    )


def _read(frames: Sequence[Frame]) -> Reading | Refusal:
    from pi_meyer.vision.reader import read_frames  # noqa: PLC0415 - after the first picture

    return read_frames(frames)
