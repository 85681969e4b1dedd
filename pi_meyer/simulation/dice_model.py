"""Dice as solid things: styles, where the faces are, how a die stands.

A die's own frame: the face that looks down is on -z, its opposite on +z; a die is a cube of edge 1.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.rules.rolls import BottomFace, TopFace, top

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import DoubleArray

ColourBGR = tuple[float, float, float]
"""Linear reflectance, blue, green, red, each 0 to 1."""


class Hand(enum.Enum):
    """Which way 1, 2, 3 run round their corner."""

    WESTERN = "western"
    ASIAN = "asian"


class Marking(enum.Enum):
    """What tells the faces apart; only pips are read."""

    PIPS = "pips"
    RINGS = "rings"
    NUMERALS = "numerals"


@dataclass(frozen=True, slots=True, kw_only=True)
class DieStyle:
    """How a kind of die looks.

    Attributes:
        name: as in the pictures' manifests.
        body: colour of the body.
        pip: colour of the paint.
        red_pip: colour of the paint of 1 and 4; None for dice with one paint.
        big_one: how much larger the pip of the 1 is.
        translucency: 0 opaque to 1 clear; far pips shine through.
        rounding: lower and upper bound of the edge's radius over the edge.
        gloss: 0 matt to 1 a mirror-like varnish.
    """

    name: str
    body: ColourBGR
    pip: ColourBGR
    red_pip: ColourBGR | None = None
    big_one: float = 1.0
    translucency: float = 0.0
    rounding: tuple[float, float] = (0.03, 0.2)
    gloss: float = 0.5


_BLACK: ColourBGR = (0.045, 0.045, 0.045)
_WHITE: ColourBGR = (0.80, 0.83, 0.84)

STYLES: dict[str, DieStyle] = {
    style.name: style
    for style in (
        DieStyle(name="white_black", body=(0.73, 0.81, 0.84), pip=_BLACK),
        DieStyle(
            name="asian_white",
            body=(0.84, 0.88, 0.89),
            pip=_BLACK,
            red_pip=(0.045, 0.04, 0.66),
            big_one=1.55,
        ),
        DieStyle(name="ivory_black", body=(0.40, 0.68, 0.82), pip=_BLACK),
        DieStyle(name="ivory_brown", body=(0.34, 0.58, 0.70), pip=(0.035, 0.05, 0.10)),
        DieStyle(name="wood_black", body=(0.13, 0.27, 0.50), pip=_BLACK, gloss=0.15),
        DieStyle(name="yellow_black", body=(0.045, 0.40, 0.62), pip=_BLACK),
        DieStyle(name="red_white", body=(0.06, 0.06, 0.62), pip=_WHITE),
        DieStyle(name="blue_white", body=(0.47, 0.13, 0.085), pip=_WHITE),
        DieStyle(name="green_white", body=(0.075, 0.19, 0.065), pip=_WHITE),
        DieStyle(name="black_white", body=(0.02, 0.02, 0.02), pip=(0.52, 0.56, 0.57)),
        DieStyle(
            name="casino_red",
            body=(0.03, 0.025, 0.46),
            pip=(0.92, 0.95, 0.96),
            translucency=0.8,
            rounding=(0.015, 0.06),
            gloss=0.9,
        ),
    )
}

PATTERNS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""Where the pips of a value lie on the 3x3 lattice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """One die in the world.

    Attributes:
        style: how it looks.
        marking: pips, or what must not be taken for them.
        hand: its handedness.
        edge_mm: its size.
        bottom: the face that looks down.
        centre_mm: x, y, z of its middle; z = edge / 2 when it lies flat.
        yaw_deg: turn about the vertical.
        tilt_deg: how far it leans; 0 lies flat.
        tilt_towards_deg: direction, about the vertical, in which its underside has been raised.
        rounding: radius of its edges over the edge.
        pitch: distance of neighbouring pips over the edge.
        pip_radius: radius of a pip over the edge.
        paint: factor on the colour of its pips.
        wear: 0 new to 1; paint goes.
        tint: factors on the body's colour, blue, green, red.
        gloss: 0 matt to 1.
        texture: amplitude of the grain of the body.
        grain_seed: which grain.
    """

    style: DieStyle
    marking: Marking = Marking.PIPS
    hand: Hand = Hand.WESTERN
    edge_mm: float = 16.0
    bottom: BottomFace
    centre_mm: tuple[float, float, float]
    yaw_deg: float = 0.0
    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0
    rounding: float = 0.1
    pitch: float = 0.26
    pip_radius: float = 0.088
    paint: float = 1.0
    wear: float = 0.0
    tint: ColourBGR = (1.0, 1.0, 1.0)
    gloss: float = 0.5
    texture: float = 0.03
    grain_seed: int = 0

    @property
    def top(self) -> TopFace:
        """The face that counts."""
        return top(self.bottom)

    def rotation(self) -> DoubleArray:
        """Die's own directions to world directions, shape (3, 3)."""
        return rotation(self.yaw_deg, self.tilt_deg, self.tilt_towards_deg)

    def bottom_corners_mm(self) -> DoubleArray:
        """Sharp corners of the face that looks down, in world millimetres, shape (4, 3)."""
        h = self.edge_mm / 2
        own = np.array([[h, h, -h], [h, -h, -h], [-h, -h, -h], [-h, h, -h]])
        return self._world(own)

    def bottom_pips_mm(self) -> DoubleArray:
        """Middles of the pips of the face that looks down, in world millimetres, shape (n, 3)."""
        step, h = self.pitch * self.edge_mm, self.edge_mm / 2
        own = np.array([[u * step, v * step, -h] for u, v in PATTERNS[self.bottom]])
        return self._world(own)

    def bottom_lattice_mm(self) -> DoubleArray:
        """The nine places for pips of the face that looks down, in the world, shape (9, 3)."""
        step, h = self.pitch * self.edge_mm, self.edge_mm / 2
        own = np.array([[u * step, v * step, -h] for u in (-1, 0, 1) for v in (-1, 0, 1)])
        return self._world(own)

    def all_corners_mm(self) -> DoubleArray:
        """The eight sharp corners in world millimetres, shape (8, 3)."""
        h = self.edge_mm / 2
        own = np.array([[x, y, z] for x in (-h, h) for y in (-h, h) for z in (-h, h)])
        return self._world(own)

    def _world(self, own_mm: DoubleArray) -> DoubleArray:
        result: DoubleArray = own_mm @ self.rotation().T + np.array(self.centre_mm)
        return result


def rotation(yaw_deg: float, tilt_deg: float, towards_deg: float) -> DoubleArray:
    """Turn about the vertical, then raise the underside on the side ``towards_deg``."""
    yaw, tilt, towards = (math.radians(v) for v in (yaw_deg, tilt_deg, towards_deg))
    about_z = np.array(
        [[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]]
    )
    axis = np.array([math.sin(towards), -math.cos(towards), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * cross @ cross
    result: DoubleArray = lean @ about_z
    return result


def standing_height_mm(
    edge_mm: float, yaw_deg: float, tilt_deg: float, towards_deg: float
) -> float:
    """How high the middle is when the lowest corner touches the window."""
    h = edge_mm / 2
    own = np.array([[x, y, z] for x in (-h, h) for y in (-h, h) for z in (-h, h)])
    return float(-(own @ rotation(yaw_deg, tilt_deg, towards_deg).T)[:, 2].min())


def _value_axis(value: int) -> DoubleArray:
    axis = np.zeros(3)
    axis[min(value, 7 - value) - 1] = 1 if value <= 3 else -1
    return axis


def _axis_value(axis: DoubleArray) -> int:
    k = int(np.argmax(np.abs(axis)))
    return k + 1 if axis[k] > 0 else 6 - k


@lru_cache(maxsize=12)
def face_values(bottom: int, hand: Hand) -> tuple[int, int, int, int, int, int]:
    """Values on +x, -x, +y, -y, +z, -z of a die's own frame; opposite faces sum to 7."""
    z = _value_axis(7 - bottom)
    side = min(v for v in range(1, 7) if v not in (bottom, 7 - bottom))
    x = _value_axis(side)
    y = np.cross(z, x) * (1 if hand is Hand.WESTERN else -1)
    vx, vy = _axis_value(x), _axis_value(y)
    return (vx, 7 - vx, vy, 7 - vy, 7 - bottom, bottom)
