"""The line of a manifest for a traced picture: what is there, and what a reader must do with it.

Whether a pip can be seen is measured in the picture without noise, not taken from the scene.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.rules.rolls import top
from pi_meyer.simulation.dice_model import PATTERNS
from pi_meyer.simulation.scene import READABLE_KINDS, SceneKind

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import Die
    from pi_meyer.simulation.optics import Lens
    from tests.benchmarks.traced.scenery import Cast

Image = npt.NDArray[np.uint8]
Row = dict[str, object]

LEAST_CONTRAST = 22.0
"""Grey levels below which a pip is hardly visible."""
LEAST_SIGNAL = 3.4
"""The same over the deviation of the noise."""
LEAST_SHARE = 0.3
"""The weakest pip of a die over its strongest, below which a glint hides it."""
FAKE_SHARE = 0.4
"""A blob beside the pips that has this share of their contrast looks like one."""
HARDLY_VISIBLE = "a pip is hardly visible, or a glint on the face looks like one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """How one die's lower face looks in the picture.

    Attributes:
        contrast: of the worst pip in grey levels, below 0 where a glint turns it round.
        best: of the best pip.
        snr: ``contrast`` over the noise.
        fake: contrast of the most pip-like blob on a place without a pip, or between the places.
    """

    contrast: float
    best: float
    snr: float
    fake: float

    @property
    def clear(self) -> bool:
        """Whether every pip stands out and nothing else looks like one."""
        return (
            self.contrast >= max(LEAST_CONTRAST, LEAST_SHARE * self.best)
            and self.snr >= LEAST_SIGNAL
            and abs(self.fake) < max(LEAST_CONTRAST, FAKE_SHARE * self.best)
        )


def visibility(die: Die, lens: Lens, picture: Image, noise_levels: float) -> Visibility:
    """Measure a die's lower face in the noiseless picture (height, width, 3), BGR."""
    channel, sign = _telling(die)
    radius = die.pip_radius * die.edge_mm * lens.px_per_mm
    cells = [(u / 2, v / 2) for u in range(-2, 3) for v in range(-2, 3)]
    own = {(float(u), float(v)) for u, v in PATTERNS[die.bottom]}
    pips, fakes = [], []
    for cell in cells:
        big = die.style.big_one if cell in own and die.bottom == 1 else 1.0
        spot = _contrast(picture[:, :, channel], _place_px(die, lens, cell), radius * big)
        if cell in own:
            pips.append(sign * spot)
        elif min(np.hypot(cell[0] - u, cell[1] - v) for u, v in own) > 0.9:
            fakes.append(spot)
    worst = min(pips)
    return Visibility(
        contrast=worst,
        best=max(pips),
        snr=worst / max(0.5, noise_levels),
        fake=max(fakes, key=abs, default=0.0),
    )


def _place_px(die: Die, lens: Lens, cell: tuple[float, float]) -> tuple[float, float]:
    """Where a place of the lower face's lattice is seen; places are counted in pitches."""
    step, h = die.pitch * die.edge_mm, die.edge_mm / 2
    own = np.array([cell[0] * step, cell[1] * step, -h])
    x, y = lens.project([die.rotation() @ own + np.array(die.centre_mm)])[0]
    return float(x), float(y)


def _telling(die: Die) -> tuple[int, float]:
    """The channel, blue, green or red, that tells pips best, and 1 where they are light."""
    style = die.style
    pip = style.red_pip if style.red_pip and die.bottom in (1, 4) else style.pip
    gaps = [p - b for p, b in zip(pip, style.body, strict=True)]
    channel = max(range(3), key=lambda k: abs(gaps[k]))
    return channel, 1.0 if gaps[channel] > 0 else -1.0


def _contrast(plane: Image, at_px: tuple[float, float], radius_px: float) -> float:
    """Level of a disc's middle minus that of a ring round it."""
    reach = int(1.8 * radius_px) + 2
    x, y = round(at_px[0]), round(at_px[1])
    height, width = plane.shape
    x0, x1, y0, y1 = (
        max(0, x - reach),
        min(width, x + reach),
        max(0, y - reach),
        min(height, y + reach),
    )
    if x1 - x0 < 3 or y1 - y0 < 3:
        return 0.0
    part = plane[y0:y1, x0:x1].astype(np.float64)
    off = np.hypot(
        np.arange(x0, x1)[None] + 0.5 - at_px[0], np.arange(y0, y1)[:, None] + 0.5 - at_px[1]
    )
    inside, ring = off < 0.7 * radius_px, (off > 1.25 * radius_px) & (off < 1.7 * radius_px)
    if not inside.any() or not ring.any():
        return 0.0
    return float(part[inside].mean() - np.median(part[ring]))


def row(cast: Cast, file: str, picture: Image) -> Row:
    """One line of ``manifest.jsonl`` in the shared pictures' form."""
    scene = cast.scene
    lens, plate, lamps = scene.setting.lens, scene.setting.plate, scene.setting.lamps
    readable = scene.kind in (*READABLE_KINDS, SceneKind.HAND)
    seen = [
        visibility(die, lens, picture, scene.noise_levels) if readable else None
        for die in scene.dice
    ]
    cup = scene.setting.cup
    return {
        "file": file,
        "kind": scene.kind.value,
        "expect": _expect(cast, [v for v in seen if v is not None]),
        "dice": [_die_row(die, lens, v) for die, v in zip(scene.dice, seen, strict=True)],
        "window": {
            "kind": plate.kind.value,
            "roughness": round(plate.roughness, 3),
            "haze": round(plate.haze, 3),
            "marks": [mark.kind.value for mark in plate.marks],
            "rough_side": cast.rough_side.value if plate.roughness > 0 else None,
        },
        "camera": {
            "distance_mm": round(lens.distance_mm, 1),
            "hfov_deg": round(lens.hfov_deg, 1),
            "offset_mm": [round(v, 2) for v in lens.offset_xy_mm],
            "tilt_deg": [round(v, 2) for v in lens.tilt_xy_deg],
            "focus_error_mm": round(lens.focus_error_mm, 1),
        },
        "lamps": {
            "count": lamps.count - len(cast.dark_lamps),
            "ring_radius_mm": round(lamps.ring_radius_mm, 1),
            "style": lamps.style.value,
        },
        "cup": {"material": cup.material.name if cup else None, "lifted": cup is None},
        "hand": bool(cast.fingers),
        "motion": scene.kind is SceneKind.MOTION,
    }


def _expect(cast: Cast, seen: list[Visibility]) -> Row:
    scene = cast.scene
    if scene.reason is not None:
        return {"action": "refuse", "reason": scene.reason.value}
    bottoms = sorted(int(die.bottom) for die in scene.dice)
    faces: Row = {
        "bottom": bottoms,
        "top": sorted(int(top(die.bottom)) for die in scene.dice),
    }
    if scene.kind is SceneKind.HAND:
        return {"action": "either", **faces, "reason": "hand"}
    if all(v.clear for v in seen):
        return {"action": "read", **faces}
    return {"action": "either", **faces, "reason": HARDLY_VISIBLE}


def _die_row(die: Die, lens: Lens, seen: Visibility | None) -> Row:
    middle = die.bottom_corners_mm().mean(0, keepdims=True)
    return {
        "style": die.style.name,
        "hand": die.hand.value,
        "edge_mm": round(die.edge_mm, 2),
        "casino": die.style.translucency > 0,
        "wear": die.wear,
        "bottom": int(die.bottom),
        "tilt_deg": round(die.tilt_deg, 1),
        "centre_mm": [round(v, 2) for v in die.centre_mm],
        "px_centre": _pixels(lens.project(middle))[0],
        "px_corners": _pixels(lens.project(die.bottom_corners_mm())),
        "px_pips": _pixels(lens.project(die.bottom_pips_mm())),
        "pip_contrast": None if seen is None else round(seen.contrast, 1),
        "pip_snr": None if seen is None else round(seen.snr, 2),
        "pip_best_contrast": None if seen is None else round(seen.best, 1),
        "fake_contrast": None if seen is None else round(seen.fake, 1),
    }


def _pixels(points: npt.NDArray[np.float64]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
