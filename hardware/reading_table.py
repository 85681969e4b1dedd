"""How well the reader reads what this box's camera would see, for each lens and lamp ring.

The pictures are the project's own simulation (dice, cups, windows, dirt and noise as in the given
pictures); only lens and lamps are replaced by the case's geometry.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware import optics
from hardware.parameters import with_value
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.lamps import LampStyle
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import Refusal

if TYPE_CHECKING:
    from hardware.parameters import Parameters
    from pi_meyer.simulation.lamps import Lamps
    from pi_meyer.simulation.optics import Lens

SEED: Final = 20_260_407
AS_GIVEN: Final = Doses()
CLEAN: Final = Doses(marks=0.0, frost=0.0, haze=0.2)
KINDS: Final = (SceneKind.FLAT, SceneKind.TOUCHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rig:
    """One lens over one ring.

    Attributes:
        name: as it stands in the table.
        box: the geometry.
        doses: how much dirt, frost and noise.
    """

    name: str
    box: Parameters
    doses: Doses = AS_GIVEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What the reader answered."""

    rig: Rig
    read: int
    refused: int
    wrong: int
    reasons: tuple[tuple[str, int], ...]


def rigs(wide: Parameters, standard: Parameters) -> list[Rig]:
    """Return the box's own rings, and rings that a builder might be tempted to use."""
    made = []
    for lens, box in (("Module 3", standard), ("Module 3 Wide", wide)):
        own = box.lamps
        made.append(
            Rig(name=f"{lens}, this box's ring, window clear and clean", box=box, doses=CLEAN)
        )
        made.append(Rig(name=f"{lens}, this box's ring", box=box))
        for name, radius, depth in (
            ("half the radius", own.ring_radius_mm / 2, own.depth_mm),
            ("round the lens", 15.0, box.optics.lens_to_window_mm - 5.0),
        ):
            moved = with_value(box, "lamps.ring_radius_mm", radius)
            made.append(Rig(name=f"{lens}, {name}", box=with_value(moved, "lamps.depth_mm", depth)))
    return made


def score(rig: Rig, pictures: int) -> Score:
    """Render and read pictures of two dice that lie flat, alone or touching."""
    cv2.setNumThreads(1)
    random = np.random.default_rng(SEED)
    answers: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for number in range(pictures):
        scene = seen_by(rig.box, random_scene(random, rig.doses, kind=KINDS[number % len(KINDS)]))
        verdict = read_image(add_noise(render(scene), scene, random))
        if isinstance(verdict, Refusal):
            answers["refused"] += 1
            reasons[verdict.reason.value] += 1
            continue
        found = Counter(die.bottom for die in verdict.dice)
        true = Counter(die.bottom for die in scene.dice)
        answers["read" if found == true else "wrong"] += 1
    return Score(
        rig=rig,
        read=answers["read"],
        refused=answers["refused"],
        wrong=answers["wrong"],
        reasons=tuple(reasons.most_common(3)),
    )


def seen_by(box: Parameters, scene: Scene) -> Scene:
    """Return a scene as this box's camera and lamps would show it."""
    setting = scene.setting
    lens, lamps = _lens(box, setting.lens), _lamps(box, setting.lamps)
    return replace(scene, setting=replace(setting, lens=lens, lamps=lamps))


def _lens(box: Parameters, drawn: Lens) -> Lens:
    """Return our lens; misplacement, tilt and focus error stay those that were drawn."""
    width, height = (int(side) for side in box.optics.picture_wh_px)
    half = math.tan(math.radians(box.camera.vfov_deg / 2)) * width / height
    return replace(
        drawn,
        distance_mm=box.optics.lens_to_window_mm,
        hfov_deg=2 * math.degrees(math.atan(half)),
        size_wh=(width, height),
    )


def _lamps(box: Parameters, drawn: Lamps) -> Lamps:
    """Return our ring; its brightness and the window's glow stay those that were drawn."""
    return replace(
        drawn,
        count=box.lamps.count,
        ring_radius_mm=box.lamps.ring_radius_mm,
        depth_mm=box.lamps.depth_mm,
        style=LampStyle.POINTS,
        lamp_radius_mm=box.lamps.led_diameter_mm / 2,
        phase_deg=180.0 / box.lamps.count,
    )


def table(wide: Parameters, standard: Parameters, pictures: int) -> str:
    """Return the table as Markdown."""
    rows = []
    for rig in rigs(wide, standard):
        found = score(rig, pictures)
        image = optics.nearest_image_mm(rig.box)
        reasons = ", ".join(f"{name} {count}" for name, count in found.reasons)
        rows.append(
            f"| {rig.name} | {rig.box.lamps.ring_radius_mm:.0f} | {rig.box.lamps.depth_mm:.0f} "
            f"| {image:.1f} | {100 * found.read / pictures:.0f} % "
            f"| {100 * found.refused / pictures:.0f} % | {found.wrong} | {reasons} |"
        )
    columns = ("lens and ring", "radius mm", "depth mm", "image at mm", "read", "refused", "wrong")
    head = "| " + " | ".join((*columns, "why refused")) + " |\n" + "|---" * 8 + "|"
    return "\n".join([head, *rows])
