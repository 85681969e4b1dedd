"""Everything round the dice: window, cup, room, exposure. Frozen values, compared and hashed."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import ColourBGR
    from pi_meyer.simulation.lamps import Lamps
    from pi_meyer.simulation.optics import Lens


class MarkKind(enum.Enum):
    """Dirt and damage on the window."""

    SMUDGE = "smudge"
    SCRATCHES = "scratches"
    DUST = "dust"
    BEER_RING = "beer_ring"
    DROPS = "drops"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One kind of dirt; ``seed`` says where and how.

    Attributes:
        kind: what it is.
        strength: 0 none, 1 as in the pictures.
        seed: of its own generator.
    """

    kind: MarkKind
    strength: float
    seed: int


class PlateKind(enum.Enum):
    """How clear the window is."""

    CLEAR = "clear"
    LIGHT = "light"
    FROSTED = "frosted"
    OPAL = "opal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """The window and the loose base on it.

    Attributes:
        kind: how clear.
        roughness: 0 clear to 0.27; blurs what stands above the window.
        haze: share of light that is scattered evenly, 0 to 0.16.
        radius_mm: of the window; outside lies the dark lid.
        marks: dirt on it.
    """

    kind: PlateKind = PlateKind.CLEAR
    roughness: float = 0.0
    haze: float = 0.01
    radius_mm: float = 50.0
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CupMaterial:
    """Colour and varnish of a cup, linear, blue, green, red."""

    name: str
    colour: ColourBGR
    gloss: float


CUP_MATERIALS: dict[str, CupMaterial] = {
    material.name: material
    for material in (
        CupMaterial(name="brown_leather", colour=(0.010, 0.0155, 0.033), gloss=0.4),
        CupMaterial(name="dark_leather", colour=(0.0155, 0.019, 0.025), gloss=0.5),
        CupMaterial(name="tan_leather", colour=(0.018, 0.033, 0.062), gloss=0.3),
        CupMaterial(name="black_plastic", colour=(0.009, 0.009, 0.010), gloss=1.0),
        CupMaterial(name="red_plastic", colour=(0.020, 0.019, 0.072), gloss=1.0),
        CupMaterial(name="green_felt", colour=(0.021, 0.038, 0.017), gloss=0.0),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """The cup, mouth down on the window.

    Attributes:
        material: what it is made of.
        centre_xy_mm: of its mouth.
        radius_mm: inner radius of its mouth.
        wall_mm: thickness of its rim.
        height_mm: of its inside.
        taper: radius of its closed end over that of its mouth.
        lift_mm: how high it is held; 0 stands on the window.
        shade_near_far_end: light on the wall at the mouth, at the closed end, and on the end.
        end_shine: light that a varnished end throws back, whatever its colour.
    """

    material: CupMaterial
    centre_xy_mm: tuple[float, float] = (0.0, 0.0)
    radius_mm: float = 38.0
    wall_mm: float = 2.5
    height_mm: float = 85.0
    taper: float = 0.82
    lift_mm: float = 0.0
    shade_near_far_end: tuple[float, float, float] = (1.0, 0.4, 1.8)
    end_shine: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What is seen through the window beside the cup, or when it is off.

    Attributes:
        level: linear brightness of the ceiling, 0 dark to 1 white.
        tint: its colour, blue, green, red.
        lid_level: linear brightness of the lid's underside.
        lights: how many ceiling lights.
        beams: how many shadows.
        heads: how many heads look down.
        fingers: how many fingers reach into the view.
        seed: where all of it is.
    """

    level: float = 0.15
    tint: ColourBGR = (1.0, 1.0, 1.0)
    lid_level: float = 0.03
    lights: int = 0
    beams: int = 0
    heads: int = 0
    fingers: int = 0
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow:
    """A shadow on the dice with one soft straight edge, as of a hand beside the box.

    Attributes:
        across_xy: direction into the shadow, of length 1.
        offset_mm: how far from the window's middle the edge lies.
        softness_mm: over what width it fades.
        depth: share of the light that is missing inside, 0 to 1.
    """

    across_xy: tuple[float, float]
    offset_mm: float
    softness_mm: float
    depth: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The whole view without dice.

    Attributes:
        lens: the camera.
        plate: the window.
        lamps: the ring of lamps.
        lamp_gain: brightness of their mirror images, 0 to 1 as in the pictures.
        glints: the same inside glossy pips.
        cup: the cup; None when it has gone.
        room: the room.
        exposure: linear level of a white face of reflectance 1 in the middle.
        vignetting: loss of light in the corners of the picture, 0 to 1.
        uneven_xy: relative gain of light a millimetre, in x and y.
        shadow: on the dice; None without one.
        distortion: of the lens: how much farther out, over its way, a point at the picture's side
            lies than with a pinhole; barrels are negative.
    """

    lens: Lens
    plate: Plate
    lamps: Lamps
    lamp_gain: float = 1.0
    glints: float = 1.0
    cup: Cup | None
    room: Room
    exposure: float = 0.92
    vignetting: float = 0.35
    uneven_xy: tuple[float, float] = (0.0, 0.0)
    shadow: Shadow | None = None
    distortion: float = 0.0
