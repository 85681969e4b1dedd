"""Everything that lies in the box: printed parts, bought parts as plain bodies, and props.

The bought parts are outlines for clearance and pictures, made from the same numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import build123d as b3d

from hardware.case import parts
from hardware.case.screws import screws_of
from hardware.case.shapes import (
    block,
    front_block,
    joined,
    rod,
    rounded_plate,
    tube,
    turned,
    washer,
    without,
)
from hardware.layout import (
    CAMERA_EDGES_X_MM,
    FRAME_LIP_MM,
    FRAME_MM,
    PCB_MM,
    Layout,
    Point3,
    Screw,
    ring,
)


def _linear(code: str) -> tuple[float, float, float]:
    """Return linear light of a hex colour."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red**2.2, green**2.2, blue**2.2


# Colours are those of the screens (design/screens): leather, ivory, brass stitches, black.
BLACK: Final = _linear("3A3A40")
LEATHER: Final = _linear("7A4A28")
LEATHER_DARK: Final = _linear("64391D")
BRASS: Final = _linear("D8A765")
IVORY: Final = _linear("F4E9CF")
GREEN: Final = _linear("2F7A52")
STEEL: Final = _linear("B8BAC0")
WHITE: Final = _linear("F2F1EC")
GREY: Final = _linear("55565C")
CLEAR: Final = _linear("E4F1F6")
INK: Final = _linear("14100C")


@dataclass(frozen=True, slots=True)
class Body:
    """One solid of the assembly.

    Attributes:
        name: its name in the BOM and guide.
        solid: where it is in the finished box.
        colour: linear-ish red, green, blue.
        explode: the way it moves in the exploded picture, in mm.
        clear: seen through.
    """

    name: str
    solid: Any
    colour: tuple[float, float, float]
    explode: tuple[float, float, float]
    clear: bool = False


def front_way(layout: Layout, distance: float) -> tuple[float, float, float]:
    """Return a move square to the screen, towards the people."""
    return 0.0, -math.sin(layout.slant) * distance, math.cos(layout.slant) * distance


def printed(layout: Layout) -> list[Body]:
    """Return the printed parts and the two acrylic discs."""
    made = parts.build(layout)
    front = front_way(layout, 70.0)
    inside = front_way(layout, 22.0)
    looks: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
        "body": (BLACK, (0, 0, 0)),
        "lid": (LEATHER, (0, 0, 150.0)),
        "cup_ring": (BRASS, (0, 0, 215.0)),
        "window_seat": (BLACK, (0, 0, 105.0)),
        "lamp_ring": (BLACK, (0, 0, 62.0)),
        "camera_seat": (BLACK, (0, 0, 0)),
        "computer_tray": (BLACK, (0, 0, 0)),
        "screen_frame": (LEATHER, front),
        "screen_clamp_upper": (BLACK, inside),
        "screen_clamp_lower": (BLACK, inside),
        "base_rim": (IVORY, (0, 0, 265.0)),
        "base_disc": (CLEAR, (0, 0, 250.0)),
        "window": (CLEAR, (0, 0, 190.0)),
    }
    return [
        Body(name, made[name], colour, way, clear=colour == CLEAR)
        for name, (colour, way) in looks.items()
    ]


def bought(layout: Layout) -> list[Body]:
    """Return the outlines of what is bought."""
    bodies = [
        Body("camera", camera(layout), GREEN, (0, 0, 26.0)),
        Body("computer", computer(layout), GREEN, (0, 0, 30.0)),
        Body("display", display(layout), GREY, front_way(layout, 46.0)),
        Body("lift_button", button(layout), IVORY, (0, 0, 200.0)),
        Body("leds", leds(layout), WHITE, (0, 0, 62.0)),
    ]
    if layout.box.choice.encoder:
        bodies.append(Body("encoder", encoder(layout), STEEL, (0, 0, 200.0)))
    return bodies


def camera(layout: Layout) -> Any:
    """Return board, lens and ribbon socket of a camera module."""
    x0, x1 = CAMERA_EDGES_X_MM
    z = layout.camera_board_z
    lens = layout.box.camera.lens_radius_mm
    board = without(
        rounded_plate((x0, x1), (-12.5, 12.5), (z, z + 1.0), 2.0),
        [
            tube((s.seat_xyz[0], s.seat_xyz[1]), z - 1, z + 2, 1.1)
            for s in screws_of(layout, "camera")
        ],
    )
    housing = block((-4.5, -4.5, z + 1.0), (4.5, 4.5, z + 4.0))
    barrel = tube((0, 0), z + 4.0, layout.pupil_z + 1.0, min(lens, 3.6))
    socket = block((x1 - 6.0, -10.0 + 1.6, z - 2.7), (x1, 10.0 - 1.6, z))
    return joined([board, housing, barrel, socket])


def ribbon(layout: Layout) -> Any:
    """Return the camera's ribbon: out of the seat, over the sill, through the slot, up the bay."""
    floor, top, half, thick = layout.box.case.floor_mm, layout.camera_board_z - 2.0, 8.0, 0.3
    edge = CAMERA_EDGES_X_MM[1] + 2.5
    drop, rise = layout.chamber_mm - 9.9, layout.bay_x[0] + 2.0
    over, low = 14.6, floor + 1.6
    return joined(
        [
            block((edge, -half, min(over, top)), (edge + thick, half, max(over + thick, top))),
            block((edge, -half, over), (drop + thick, half, over + thick)),
            block((drop, -half, low), (drop + thick, half, over + thick)),
            block((drop, -half, low), (rise + thick, half, low + thick)),
            block((rise, -half, low), (rise + thick, half, low + 34.0)),
        ]
    )


def computer(layout: Layout) -> Any:
    """Return the board with a block for whatever stands on it."""
    x, y = layout.board_corner_xy
    length, across = layout.box.board.outline_wh_mm
    z = layout.board_z
    board = without(
        rounded_plate((x - across, x), (y, y + length), (z, z + PCB_MM), 3.0),
        [tube(xy, z - 1, z + 3, 1.35) for xy in layout.standoffs_xy],
    )
    top = z + PCB_MM + 0.01
    if layout.box.board.ports == "side":
        return joined([board, block((x - 6, y + 8, top - 0.5), (x + 0.8, y + 58, top + 3))])
    sockets = [
        block(
            (x - across + a, y + length - 17, top - 0.5), (x - across + b, y + length + 2, top + h)
        )
        for a, b, h in ((2.5, 17.5, 15.5), (20.5, 34.0, 15.5), (38.0, 54.0, 13.5))
    ]
    power = block((x - 7.5, y + 6.5, top - 0.5), (x + 1.2, y + 15.5, top + 3.2))
    screens = [block((x - 7, y + a, top - 0.5), (x + 1, y + a + 7, top + 3.0)) for a in (22, 35)]
    header = block((x - across + 1, y + 7, top - 0.5), (x - across + 6, y + 58, top + 8.5))
    cooler = block(
        (x - 44, y + 22, top - 0.5), (x - 12, y + 52, z + min(18.0, layout.box.board.height_mm))
    )
    return joined([board, *sockets, power, *screens, header, cooler])


def display(layout: Layout) -> Any:
    """Return glass, metal back and driver board of the panel, with its active area let in."""
    panel = layout.box.display
    face = FRAME_LIP_MM - FRAME_MM
    glass = _centred(layout, panel.glass_wh_mm, face, face + panel.glass_mm)
    back = _centred(layout, panel.chassis_wh_mm, face + 0.5, face + panel.chassis_depth_mm)
    boards = _centred(layout, panel.boards_wh_mm, face + 1.0, face + panel.depth_mm)
    return joined([glass, back, boards])


def screen_face(layout: Layout) -> Any:
    """Return the lit rectangle, a hair in front of the glass, for pictures."""
    face = FRAME_LIP_MM - FRAME_MM
    return _centred(layout, layout.box.display.active_wh_mm, face - 0.05, face + 0.2)


def _centred(layout: Layout, size: tuple[float, float], d0: float, d1: float) -> Any:
    half_u, half_v = size[0] / 2, size[1] / 2
    return front_block(layout, (-half_u, half_u), (-half_v, half_v), (d0, d1))


def button(layout: Layout) -> Any:
    """Return the LIFT button: dome, rim, thread, nut and micro switch."""
    made, (x, y), z = layout.box.button, layout.button_xy, layout.deck_z
    rim, thread = made.rim_mm / 2, made.hole_mm / 2 - 0.3
    height = made.dome_mm
    arc = [
        (rim * math.cos(a), 6.0 + (height - 6.0) * math.sin(a))
        for a in [math.pi / 2 * i / 48 for i in range(49)]
    ]
    outline = [(0.0, 0.0), (rim, 0.0), (rim, 5.0), *arc[1:-1], (0.0, height)]
    if height < 10:
        outline = [(0.0, 0.0), (rim, 0.0), (rim, 2.5), (rim - 3, height), (0.0, height)]
    dome = b3d.Pos(x, y, z) * turned(outline)
    under = layout.lid_under_z
    stem = tube((x, y), z - made.below_deck_mm + 22, z + 0.5, thread)
    nut = tube((x, y), under - 5, under - 0.1, thread + 4)
    switch = block(
        (x - 5, y - 10, z - made.below_deck_mm), (x + 5, y + 10, z - made.below_deck_mm + 23)
    )
    return joined([dome, stem, nut, switch])


def encoder(layout: Layout) -> Any:
    """Return the encoder and its knob."""
    (x, y), z, under = layout.encoder_xy, layout.deck_z, layout.lid_under_z
    made = layout.box.encoder
    half_x, half_y = made.body_mm[0] / 2, made.body_mm[1] / 2
    body = block((x - half_x, y - half_y, under - 8), (x + half_x, y + half_y, under - 0.1))
    shaft = tube((x, y), under - 1, z + 6, made.hole_mm / 2 - 0.2)
    return joined([body, shaft, tube((x, y), z + 1.5, z + 16, 9.0)])


def leds(layout: Layout) -> Any:
    """Return all LEDs in their holders."""
    box = layout.box
    tilt, radius = math.radians(box.lamps.tilt_deg), box.lamps.led_diameter_mm / 2
    made = []
    for x, y in ring(box.lamps.count, box.lamps.ring_radius_mm, 180.0 / box.lamps.count):
        length = math.hypot(x, y)
        way = (-x / length * math.cos(tilt), -y / length * math.cos(tilt), math.sin(tilt))
        centre = (x, y, layout.lamp_z)
        back = behind(centre, way, 6.0)
        made += [rod(back, way, 6.0, radius), b3d.Pos(*centre) * b3d.Sphere(radius)]
        made.append(rod(back, way, 0.9, radius + 0.4))
    return b3d.Compound([joined(made[i : i + 3]) for i in range(0, len(made), 3)])


def behind(at: Point3, way: Point3, distance: float) -> Point3:
    """Return the point that lies behind another, against a direction."""
    return (
        at[0] - distance * way[0],
        at[1] - distance * way[1],
        at[2] - distance * way[2],
    )


def screw_solids(layout: Layout) -> list[Any]:
    """Return every screw with its head, for pictures and for the light test."""
    return [screw_solid(screw) for screw in layout.screws]


def screw_solid(screw: Screw) -> Any:
    """Return one screw: head above its seat, shank below."""
    size = float(screw.kind[1:].split("x", maxsplit=1)[0])
    back = (-screw.direction_xyz[0], -screw.direction_xyz[1], -screw.direction_xyz[2])
    shank = rod(screw.seat_xyz, screw.direction_xyz, screw.length_mm, size / 2 - 0.05)
    return joined([shank, rod(screw.seat_xyz, back, size * 0.65, size * 0.95)])


def cup_and_dice(layout: Layout, lifted: float) -> list[Body]:
    """Return a leather cup and two dice for the pictures: the cup hangs `lifted` mm above."""
    base = layout.deck_z + layout.box.base.disc_thickness_mm
    radius = layout.box.cup.outer_diameter_mm / 2
    z = base + lifted
    wall = [(radius - 4, z), (radius, z), (radius, z + 8), (radius - 1, z + 9)]
    outer = [*wall, (radius - 4, z + 90), (radius - 8, z + 95), (0, z + 95)]
    inner = [(0, z + 90), (radius - 9, z + 90)]
    cup = turned([*outer, *inner])
    seams = [
        washer(z + 12 + d, z + 13.2 + d, radius - 2, radius - 1.0 - d * 0.03) for d in (0.0, 4.0)
    ]
    bodies = [
        Body("cup", cup, LEATHER_DARK, (0, 0, 0)),
        Body("seam", joined(seams), BRASS, (0, 0, 0)),
    ]
    if lifted:
        bodies += _dice(layout, base)
    return bodies


def _dice(layout: Layout, z: float) -> list[Body]:
    edge = layout.box.optics.die_edge_mm
    made = []
    for x, y, turn, value in ((-13.0, 6.0, 24.0, 4), (14.0, -8.0, -14.0, 2)):
        die = b3d.fillet(b3d.Box(edge, edge, edge).edges(), 2.0)
        place = b3d.Pos(x, y, z + edge / 2) * b3d.Rot(0, 0, turn)
        pips = [place * _pip(at, edge) for at in _pip_places(value, edge)]
        made.append(Body("die", place * die, IVORY, (0, 0, 0)))
        made.append(Body("pips", b3d.Compound(pips), INK, (0, 0, 0)))
    return made


def _pip(at: tuple[float, float, float], edge: float) -> Any:
    """Return a painted pip: a film on the face that its place lies on."""
    x, y, z = (float(abs(c) > edge * 0.49) * math.copysign(1, c) for c in at)
    way = (x, y, z)
    return rod(behind(at, way, 0.1), way, 0.16, 1.7)


def _pip_places(value: int, edge: float) -> list[tuple[float, float, float]]:
    """Return pips of the top face (two or four) and of the sides that are seen."""
    h, s = edge / 2, edge * 0.25
    corners = [(-s, s, h), (s, -s, h), (-s, -s, h), (s, s, h)]
    top = corners[:value]
    front = [(0.0, -h, 0.0)]  # a 1; the sides left and right of it sum to 7 as on a real die
    left = [(-h, -s, -s), (-h, s, s), *([(-h, 0.0, 0.0)] if value == 2 else [])]
    right = [(h, a * s, b * s) for a in (-1, 1) for b in (-1, 1)]
    right += [(h, 0.0, 0.0)] if value == 4 else []
    return [*top, *front, *left, *right]
