"""Things that are no dice of six faces: dice of twenty faces, bottle caps, coins."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.simulation.die_view import DieLayer

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import ColourBGR
    from pi_meyer.simulation.optics import DoubleArray, FloatArray, Lens

_MARGIN_PX = 3
_TEETH = 21
_FINER = 3


class ThingKind(enum.Enum):
    """What may lie on the window instead of a die."""

    D20 = "d20"
    BOTTLE_CAP = "bottle_cap"
    COIN = "coin"


RADIUS_MM = {ThingKind.D20: 10.5, ThingKind.BOTTLE_CAP: 15.5, ThingKind.COIN: 11.0}
"""From the middle to the farthest point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """One thing that lies flat on the window.

    Attributes:
        kind: what it is.
        at_xy_mm: its middle.
        turn_deg: how it is turned.
        colour: of its body, linear, blue, green, red.
        ink: of its print.
        label: a number, on a die of twenty faces.
    """

    kind: ThingKind
    at_xy_mm: tuple[float, float]
    turn_deg: float
    colour: ColourBGR
    ink: ColourBGR
    label: int = 20


def draw_thing(thing: Thing, lens: Lens) -> DieLayer | None:
    """Draw a thing as a layer like a die's; None when it is not in the picture."""
    radius_px = RADIUS_MM[thing.kind] * lens.px_per_mm
    x, y = lens.project([[*thing.at_xy_mm, 0.0]])[0]
    reach = int(radius_px) + _MARGIN_PX
    side = 2 * reach + 1
    canvas = np.zeros((side * _FINER, side * _FINER, 4), np.float32)
    middle = (reach + 0.5) * _FINER
    match thing.kind:
        case ThingKind.D20:
            _draw_d20(canvas, thing, middle, radius_px * _FINER)
        case ThingKind.BOTTLE_CAP:
            _draw_cap(canvas, thing, middle, radius_px * _FINER)
        case ThingKind.COIN:
            _draw_coin(canvas, thing, middle, radius_px * _FINER)
    small = np.asarray(cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    return _layer(small, round(float(x)) - reach, round(float(y)) - reach, lens)


def _layer(small: FloatArray, left: int, upper: int, lens: Lens) -> DieLayer | None:
    """The part inside the picture."""
    width, height = lens.size_wh
    x0, y0 = max(0, left), max(0, upper)
    x1, y1 = min(width, left + small.shape[1]), min(height, upper + small.shape[0])
    if x0 >= x1 or y0 >= y1:
        return None
    part = small[y0 - upper : y1 - upper, x0 - left : x1 - left]
    alpha = np.ascontiguousarray(part[:, :, 3])
    return DieLayer(
        box_xyxy=(x0, y0, x1, y1),
        colour=(part[:, :, :3] / np.maximum(alpha, 1e-3)[:, :, None]).astype(np.float32),
        alpha=alpha,
        depth=np.where(alpha > 0, 1.0, np.inf).astype(np.float32),
        height_mm=np.zeros_like(alpha),
    )


def _draw_d20(canvas: FloatArray, thing: Thing, middle: float, radius_px: float) -> None:
    """The triangle that lies below, the three faces round it, and the silhouette's six corners."""
    outer = [_polar(middle, radius_px, thing.turn_deg + 60 * k) for k in range(6)]
    inner = [_polar(middle, 0.62 * radius_px, thing.turn_deg + 120 * k) for k in range(3)]
    _fill(canvas, outer, thing.colour, 0.45)
    for k in range(3):
        flank = [inner[k], inner[(k + 1) % 3], outer[(2 * k + 1) % 6]]
        _fill(canvas, flank, thing.colour, 0.6 + 0.12 * k)
    _fill(canvas, inner, thing.colour, 1.0)
    _print(canvas, str(thing.label), thing.ink, middle, radius_px / 52)


def _draw_cap(canvas: FloatArray, thing: Thing, middle: float, radius_px: float) -> None:
    """A crown cork, mouth down: its teeth, the dark inside of its rim, the liner."""
    teeth = []
    for k in range(2 * _TEETH):
        reach = radius_px * (1.0 if k % 2 else 0.93)
        teeth.append(_polar(middle, reach, thing.turn_deg + 180 * k / _TEETH))
    _fill(canvas, teeth, thing.colour, 0.8)
    _disc(canvas, middle, 0.86 * radius_px, thing.colour, 0.25)
    _disc(canvas, middle, 0.78 * radius_px, thing.ink, 0.7)
    _disc(canvas, middle, 0.66 * radius_px, thing.ink, 0.9)


def _draw_coin(canvas: FloatArray, thing: Thing, middle: float, radius_px: float) -> None:
    """A metal disc with a raised rim and a number."""
    _disc(canvas, middle, radius_px, thing.colour, 0.8)
    _disc(canvas, middle, 0.9 * radius_px, thing.colour, 0.55)
    _print(canvas, str(thing.label % 10), thing.ink, middle, radius_px / 30)


def _polar(middle: float, radius: float, angle_deg: float) -> tuple[float, float]:
    angle = math.radians(angle_deg)
    return middle + radius * math.cos(angle), middle + radius * math.sin(angle)


def _lit(colour: ColourBGR, shade: float) -> tuple[float, float, float, float]:
    return colour[0] * shade, colour[1] * shade, colour[2] * shade, 1.0


def _fill(
    canvas: FloatArray, corners: list[tuple[float, float]], colour: ColourBGR, shade: float
) -> None:
    points: DoubleArray = np.array(corners)
    cv2.fillConvexPoly(canvas, np.rint(points).astype(np.int32), _lit(colour, shade))


def _disc(
    canvas: FloatArray, middle: float, radius: float, colour: ColourBGR, shade: float
) -> None:
    at = (int(middle), int(middle))
    cv2.circle(canvas, at, int(radius), _lit(colour, shade), -1)


def _print(canvas: FloatArray, text: str, ink: ColourBGR, middle: float, size: float) -> None:
    thick = max(2, int(3 * size))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, thick)
    at = (int(middle - width / 2), int(middle + height / 2))
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_DUPLEX, size, 255, thick)
    canvas[mask > 0] = _lit(ink, 1.0)
