"""The table of somebody without the box: a cup, two dice, and what happens to them in time.

Fairness P1: nothing but the pips depends on the values. Places, angles, motion and the amount of
random numbers drawn are the same for all 36 rolls.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.errors import SettingsError
from pi_meyer.rules.rolls import BottomFace, TopFace
from pi_meyer.simulation.chance import places_for, stand
from pi_meyer.simulation.dice_model import STYLES, Die
from pi_meyer.simulation.lamps import Lamps
from pi_meyer.simulation.optics import Lens
from pi_meyer.simulation.profiled import measured_as
from pi_meyer.simulation.scene import READABLE_KINDS, Scene, SceneKind
from pi_meyer.simulation.setting import CUP_MATERIALS, Cup, Plate, Room, Setting

if TYPE_CHECKING:
    from pi_meyer.ports.clock import Clock
    from pi_meyer.vision.profiles import DieProfile

SHAKE_S = 1.2
"""How long cup and base are away from the window."""

SETTLE_S = 0.4
"""How long the dice still move after cup and base were set down."""

JOLT_S = 0.3
"""How long the dice move after a jolt."""

STEP_S = 0.05
"""How often a moving view changes."""

_LIFT_STEPS_MM = (6.0, 22.0, 55.0, 110.0)
_MOTION_LOOPS = 3
_THIRD_BOTTOM = BottomFace(4)


class Pose(enum.Enum):
    """How the dice come to rest (evening script, rules.md section 10)."""

    APART = "apart"
    TOUCHING = "touching"
    EDGE = "edge"
    COCKED = "cocked"
    STACKED = "stacked"
    ONE = "one"
    THREE = "three"


_KINDS = {
    Pose.APART: SceneKind.FLAT,
    Pose.TOUCHING: SceneKind.TOUCHING,
    Pose.EDGE: SceneKind.RIM,
    Pose.STACKED: SceneKind.STACKED,
    Pose.ONE: SceneKind.ONE_DIE,
    Pose.THREE: SceneKind.THREE_DICE,
}


class CupState(enum.Enum):
    """Where the cup is."""

    DOWN = "down"
    TAKEN = "taken"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """From when on the table looks like that."""

    from_s: float
    scene: Scene


class SimulatedTable:
    """A cup with two dice on the window; acts are called by a script or by keys.

    Args:
        clock: the time on which everything happens.
        seed: of the places and angles; never of the values.
        style: of the dice, a name of ``dice_model.STYLES``.
        profile: the measures of the dice; None for common ones of 16 mm.
        setting: the view without dice, cup down; None for a clean window with far lamps.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        seed: int = 0,
        style: str = "white_black",
        profile: DieProfile | None = None,
        setting: Setting | None = None,
    ) -> None:
        if style not in STYLES:
            raise SettingsError(f"There is no dice style {style!r}; take one of {sorted(STYLES)}.")
        self._clock = clock
        self._rng = np.random.default_rng(seed)
        self._down = setting or _clean_setting()
        model = Die(style=STYLES[style], bottom=BottomFace(1), centre_mm=(0.0, 0.0, 8.0))
        self._model = model if profile is None else measured_as(model, profile)
        self._cup = CupState.DOWN
        self._tops = (TopFace(1), TopFace(1))
        self._dice: tuple[Die, ...] = ()
        self._kind = SceneKind.NO_DICE
        self._loops = [self._motion_loop() for _ in range(_MOTION_LOOPS)]
        self._moments: list[Moment] = []
        self._place((1, 1), Pose.APART)
        self._show(self._still())

    @property
    def cup(self) -> CupState:
        """Where the cup is after the last act."""
        return self._cup

    @property
    def tops(self) -> tuple[TopFace, TopFace]:
        """What the two dice show after the last act: the table's own truth, never the box's."""
        return self._tops

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice as they lie after the last act."""
        return self._dice

    @property
    def still_from_s(self) -> float:
        """When everything that was started has come to rest."""
        return self._moments[-1].from_s

    def scene_at(self, at_s: float) -> Scene:
        """What the camera would see at that time."""
        for moment in reversed(self._moments):
            if moment.from_s <= at_s + 1e-9:
                return moment.scene
        return self._moments[0].scene

    def roll(self, rng: np.random.Generator) -> tuple[TopFace, TopFace]:
        """Draw two fair top faces; two numbers are drawn, whatever they are."""
        first, second = rng.integers(1, 7, 2)
        return TopFace(int(first)), TopFace(int(second))

    def take_cup(self) -> None:
        """Take cup and base together from the window; no dice are in view."""
        self._cup = CupState.TAKEN
        self._show(self._empty())

    def shake_and_set_down(self, tops: tuple[int, int], pose: Pose = Pose.APART) -> None:
        """Take cup and base, shake, set down; the dice come to rest after a fixed time.

        Raises:
            SettingsError: for values that no die has.
        """
        loop = self._loops[int(self._rng.integers(0, _MOTION_LOOPS))]
        self._place(tops, pose)
        self._cup = CupState.DOWN
        self._show(
            self._empty(), *_paced(loop, SHAKE_S, SETTLE_S), (SHAKE_S + SETTLE_S, self._still())
        )

    def lift_cup(self) -> None:
        """Lift the cup off its base: the dice stay, the light jumps. Nothing if it is not down."""
        if self._cup is not CupState.DOWN:
            return
        steps = [
            (k * STEP_S, self._lifted(height_mm)) for k, height_mm in enumerate(_LIFT_STEPS_MM)
        ]
        self._cup = CupState.OFF
        self._show(*steps, (len(steps) * STEP_S, self._still()))

    def put_cup_back(self) -> None:
        """Put the cup (and base, if it was taken) down again over the dice as they lie."""
        self._cup = CupState.DOWN
        self._show(self._still())

    def nudge(self, tops: tuple[int, int], pose: Pose = Pose.APART) -> None:
        """Jolt the cup: the dice move for a short while and then lie so.

        Raises:
            SettingsError: for values that no die has.
        """
        loop = self._loops[int(self._rng.integers(0, _MOTION_LOOPS))]
        self._place(tops, pose)
        if self._cup is CupState.TAKEN:
            self._show(self._empty())
            return
        self._show(*_paced(loop, 0.0, JOLT_S), (JOLT_S, self._still()))

    def _show(self, *scenes: Scene | tuple[float, Scene]) -> None:
        """From now on the table looks so; a bare scene begins at once, others after seconds."""
        now_s = self._clock.now_s()
        started = [m for m in self._moments if m.from_s <= now_s]
        timed = [entry if isinstance(entry, tuple) else (0.0, entry) for entry in scenes]
        new = [Moment(from_s=now_s + after_s, scene=scene) for after_s, scene in timed]
        self._moments = started[-1:] + new

    def _place(self, tops: tuple[int, int], pose: Pose) -> None:
        """Put the dice down; the draws do not depend on the values."""
        if any(value not in range(1, 7) for value in tops):
            raise SettingsError(f"Two dice cannot show {tops!r}; give two numbers from 1 to 6.")
        number = {Pose.ONE: 1, Pose.THREE: 3}.get(pose, 2)
        self._kind = self._kind_of(pose)
        edges = (self._model.edge_mm,) * number
        radius = self._down.cup.radius_mm if self._down.cup is not None else 36.0
        places = places_for(self._rng, self._kind, edges, radius)
        self._tops = (TopFace(tops[0]), TopFace(tops[1]))
        bottoms = (BottomFace(7 - tops[0]), BottomFace(7 - tops[1]), _THIRD_BOTTOM)
        self._dice = tuple(
            stand(replace(self._model, bottom=bottom, grain_seed=k), place)
            for k, (bottom, place) in enumerate(zip(bottoms, places, strict=False))
        )

    def _kind_of(self, pose: Pose) -> SceneKind:
        """The kind of view; a cocked die leans on the wall or on the other one."""
        on_wall = self._rng.uniform() < 0.5
        if pose is Pose.COCKED:
            return SceneKind.COCKED_WALL if on_wall else SceneKind.COCKED_DIE
        return _KINDS[pose]

    def _still(self) -> Scene:
        setting = self._down if self._cup is CupState.DOWN else self._open_setting()
        kind = self._kind
        if self._cup is CupState.OFF and kind in READABLE_KINDS:
            kind = SceneKind.LIFTED
        return Scene(kind=kind, setting=setting, dice=self._dice)

    def _empty(self) -> Scene:
        return Scene(kind=SceneKind.NO_DICE, setting=self._open_setting(), dice=())

    def _lifted(self, height_mm: float) -> Scene:
        cup = self._down.cup
        setting = replace(self._down, cup=None if cup is None else replace(cup, lift_mm=height_mm))
        return Scene(kind=self._kind, setting=setting, dice=self._dice)

    def _open_setting(self) -> Setting:
        return replace(self._down, cup=None)

    def _motion_loop(self) -> list[Scene]:
        """Views of tumbling dice; made once, so they cannot tell one roll from another."""
        frames = []
        edges = (self._model.edge_mm, self._model.edge_mm)
        for _ in range(round(SETTLE_S / STEP_S)):
            places = places_for(self._rng, SceneKind.MOTION, edges, 34.0)
            bottoms = self._rng.integers(1, 7, 2)
            way = self._rng.uniform(-16, 16, 2)
            dice = tuple(
                stand(replace(self._model, bottom=BottomFace(int(b))), place)
                for b, place in zip(bottoms, places, strict=True)
            )
            frames.append(
                Scene(
                    kind=SceneKind.MOTION,
                    setting=self._down,
                    dice=dice,
                    motion_px=(float(way[0]), float(way[1])),
                )
            )
        return frames


def _paced(loop: list[Scene], after_s: float, for_s: float) -> list[tuple[float, Scene]]:
    """The loop's first views, one a step, beginning after some seconds."""
    return [(after_s + k * STEP_S, scene) for k, scene in enumerate(loop[: round(for_s / STEP_S)])]


def _clean_setting() -> Setting:
    """The box as it is built: far lamps, a clear window, a leather cup in a dim room."""
    return Setting(
        lens=Lens(),
        plate=Plate(radius_mm=46.0),
        lamps=Lamps(ring_radius_mm=82.0, count=12),
        cup=Cup(material=CUP_MATERIALS["brown_leather"]),
        room=Room(level=0.3, beams=1, seed=3),
    )
