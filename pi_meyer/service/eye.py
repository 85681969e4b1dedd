"""The box's eye: camera, mask, gate and the ring of hidden frames, in that order.

Everything outside the window is black before anybody else sees a frame (fairness N1). This is the
only place in the program that opens hidden frames, and it demands a `Reveal` (P6).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pi_meyer.errors import DeviceError
from pi_meyer.vision.gate_state import GateState, View
from pi_meyer.vision.hidden import CUP_OFF_KEPT_S, HiddenRing, Lent, Reveal
from pi_meyer.vision.liveness import Liveness

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Camera, Frame
    from pi_meyer.vision.calibration import Calibration
    from pi_meyer.vision.gate import Gate
    from pi_meyer.vision.plate import Plate

AFTER_FRAMES = 5
"""Frames from after the cup came off that are compared with the reading (fairness R2)."""
HELD_UP_S = 0.5
"""A box that did not come round for so long, since libraries were loaded or the machine was busy,
has held up the camera's threads too."""
FAIR_S = 1.5
"""It then gives the camera so long before it calls it asleep."""
FRAMES_A_LOOK = 2
"""A camera that is quicker than the gate always has one more; touches and the button wait too."""


COMMON_EDGE_MM = 16.0
"""Edge of the common die; plate.py says so too, but loads OpenCV."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one look brought.

    Attributes:
        states: the gate's answers to the new frames, oldest first.
        gate_ms: the process milliseconds that mask and gate took for each.
        asleep: why the camera counts as asleep, in a sentence for the log; None while awake.
    """

    states: tuple[GateState, ...] = ()
    gate_ms: tuple[float, ...] = ()
    asleep: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Opened:
    """Frames that a reveal brought to light: before the press, and before the first jolt."""

    before_press: Lent
    before_jolt: Lent


@dataclass(slots=True)
class Eye:
    """Looks at every frame once; keeps hidden what is hidden.

    Attributes:
        camera: sends the frames.
        plate: where the window lies in them; None until the first, and as long as nobody knows.
        edge_mm: edge of the dice that the settings name, until a calibration has measured them.
        shows_table: the next picture of the open table is wanted.
        picture: that picture.
    """

    camera: Camera
    plate: Plate | None = None
    edge_mm: float = COMMON_EDGE_MM
    shows_table: bool = False
    picture: Frame | None = field(default=None, repr=False)
    _gate: Gate | None = None
    _ring: HiddenRing = field(default_factory=HiddenRing)
    _liveness: Liveness = field(default_factory=Liveness)
    _looked_s: float | None = None
    _fair_from_s: float = 0.0
    _lifted_s: float | None = None
    _cup_off_s: float | None = None
    _after: list[Frame] = field(default_factory=list)
    _after_is_over: bool = False

    def look(self, now_s: float) -> Look:
        """Take in the frames that came since the last look; never waits."""
        states: list[GateState] = []
        gate_ms: list[float] = []
        asleep: str | None = None
        try:
            for _ in range(FRAMES_A_LOOK):
                if (frame := self.camera.poll()) is None:
                    break
                self._liveness.see(frame)
                started = time.thread_time()
                states.append(self._take_in(frame))
                gate_ms.append((time.thread_time() - started) * 1000)
        except DeviceError as failure:
            asleep = str(failure)
        if self._looked_s is not None and now_s - self._looked_s > HELD_UP_S:
            self._fair_from_s = now_s + FAIR_S
        self._looked_s = now_s
        if asleep is None and now_s >= self._fair_from_s and self._liveness.asleep(now_s):
            asleep = "The camera's picture stands still."
        return Look(states=tuple(states), gate_ms=tuple(gate_ms), asleep=asleep)

    def use(self, calibration: Calibration) -> None:
        """Look through a calibrated window at the dice that were measured, or else are set."""
        edge_mm = calibration.die.edge_mm if calibration.die else self.edge_mm
        self.plate, self._gate = replace(calibration.plate, edge_mm=edge_mm), None

    def take_picture(self) -> Frame | None:
        """Return the open table's picture that was wanted (``shows_table``), once."""
        picture, self.picture = self.picture, None
        return picture

    def open(self, reveal: Reveal) -> Opened:
        """Bring the hidden frames to light that ended before the reveal (R1)."""
        self._lifted_s = reveal.at_s
        return Opened(
            before_press=self._ring.open_hidden(reveal),
            before_jolt=self._ring.open_before_jolt(reveal),
        )

    def after_the_lift(self, now_s: float) -> Lent | None:
        """Return the frames from after the cup came off, once, when enough time has passed (R2)."""
        if self._after_is_over or self._cup_off_s is None:
            return None
        if now_s - self._cup_off_s < CUP_OFF_KEPT_S:
            return None
        after = Lent.of(self._after)
        self._after = []  # they are overwritten when the reading desk has looked
        self._after_is_over = True
        return after

    def drop(self) -> None:
        """Overwrite and forget every hidden frame: a new roll begins."""
        self._ring.drop()
        self._forget_after()

    def close(self) -> None:
        """Forget everything and let the camera go."""
        self.drop()
        self.camera.close()

    def _take_in(self, frame: Frame) -> GateState:
        # OpenCV is loaded with the first frame: by then the first picture is on the screen.
        from pi_meyer.vision.gate import Gate  # noqa: PLC0415
        from pi_meyer.vision.plate import Plate  # noqa: PLC0415

        height, width = frame.image.shape[:2]
        if self.plate is None or self.plate.size_wh != (width, height):
            self.plate = Plate.default((width, height), edge_mm=self.edge_mm)
            self._gate = None
        if self._gate is None:
            self._gate = Gate(self.plate)
        if self.shows_table:  # through the wide window: the known one may be wrong
            self.picture = Plate.default((width, height)).mask(frame)
        masked = self.plate.mask(frame)
        state = self._gate.see(masked)
        if self._lifted_s is None:
            self._ring.add(masked, state)
        else:
            self._keep_after(masked, state)
        return state

    def _keep_after(self, masked: Frame, state: GateState) -> None:
        if not state.cup_off or self._lifted_s is None or masked.taken_s < self._lifted_s:
            return
        if self._cup_off_s is None:
            self._cup_off_s = masked.taken_s
        recent = not self._after_is_over and masked.taken_s - self._cup_off_s <= CUP_OFF_KEPT_S
        if recent and state.view is not View.MOVING and len(self._after) < AFTER_FRAMES:
            self._after.append(masked)

    def _forget_after(self) -> None:
        for frame in self._after:
            frame.image.fill(0)
        self._after.clear()
        self._after_is_over = False
        self._lifted_s = None
        self._cup_off_s = None
