"""The figures and the drawing of docs/optics.md, computed from the box's numbers.

The page's prose is written by hand; between two marks stands what this module writes.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, TypeAlias

from hardware import limits, optics, reading_table
from hardware.layout import LAMP_BOTTOM_MM, LAMP_TOP_MM, Layout
from hardware.make import VARIANTS
from hardware.parameters import load
from pi_meyer.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hardware.parameters import Parameters

Figure: TypeAlias = "Callable[[Parameters], float | str]"
PICTURES: Final = 120
DRAWING: Final = "pictures/optics.svg"


def write(page: Path, box: Parameters) -> None:
    """Write both tables into the page and the drawing beside it."""
    wide = limits.require_possible(load(**VARIANTS["flat-wide"]))
    text = page.read_text(encoding="utf-8")
    text = between(text, "geometry", geometry(box, wide))
    text = between(text, "reading", reading_table.table(wide, box, PICTURES))
    page.write_text(text, encoding="utf-8")
    drawn = page.parent / DRAWING
    drawn.parent.mkdir(parents=True, exist_ok=True)
    drawn.write_text(section(box), encoding="utf-8")


def between(text: str, name: str, new: str) -> str:
    """Return a page with what stands between a pair of marks replaced.

    Raises:
        SettingsError: the page has lost its marks.
    """
    marks = re.compile(rf"(<!-- made: {name} -->\n).*?(<!-- end: {name} -->)", re.DOTALL)
    if not marks.search(text):
        raise SettingsError(f"docs/optics.md has no marks for {name}; put them back.")
    return marks.sub(lambda found: f"{found[1]}{new}\n{found[2]}", text)


def geometry(box: Parameters, wide: Parameters) -> str:
    """Return the table of what both boxes see."""
    rows = [(name, *(_cell(figure(b)) for b in (box, wide))) for name, figure in FIGURES]
    body = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    return f"| | this box | flat box |\n|---|---|---|\n{body}"


def _cell(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.1f}"


def _seen(box: Parameters) -> float:
    return optics.seen_radius_mm(box, box.camera.vfov_deg / 2)


def _edge_deg(box: Parameters) -> float:
    return optics.view_half_angle_deg(box, box.optics.roi_diameter_mm / 2)


def _image(surface: optics.Surface) -> Figure:
    return lambda b: optics.image_radius_mm(b, surface, optics.lamp_inner_radius_mm(b))


FIGURES: Final[tuple[tuple[str, Figure], ...]] = (
    ("camera", lambda b: b.choice.camera),
    ("lens to window's upper side, mm", lambda b: b.optics.lens_to_window_mm),
    ("focus distance, mm of air", optics.focus_mm),
    ("nearest focus of the lens, mm", lambda b: b.camera.focus_from_mm),
    ("LensPosition, dioptres", optics.lens_position),
    ("seen at the dice's height: radius up and down, mm", _seen),
    ("region of interest: radius, mm", lambda b: b.optics.roi_diameter_mm / 2),
    ("its edge from the axis, degrees", _edge_deg),
    ("scale, pixels a mm (640 x 480)", optics.px_per_mm),
    ("a 16 mm die, pixels", lambda b: 16 * optics.px_per_mm(b)),
    ("lamps: radius, mm", lambda b: b.lamps.ring_radius_mm),
    ("lamps: below the window's upper side, mm", lambda b: b.lamps.depth_mm),
    *((f"lamps' image in the {s.value}: inner edge, mm", _image(s)) for s in optics.Surface),
    ("least light in the region, middle = 1", lambda b: optics.evenness(b)[0]),
    ("most light in the region, middle = 1", lambda b: optics.evenness(b)[1]),
    ("case, table to deck, mm", lambda b: b.case.height_mm),
)


def section(box: Parameters) -> str:
    """Return a section through the axis as SVG, one unit a millimetre: rays as they really go."""
    layout, roi = Layout(box), box.optics.roi_diameter_mm / 2
    dice = layout.deck_z + box.base.disc_thickness_mm
    shapes = [
        *_walls(layout),
        _rect(
            -layout.window_radius, layout.deck_z, layout.window_radius, layout.window_under_z, GLASS
        ),
        _rect(-layout.base_radius, dice, layout.base_radius, layout.deck_z, GLASS),
        *(_dice_at(x, dice, box.optics.die_edge_mm) for x in (-22.0, 6.0)),
        *(_view_ray(box, layout, sign * roi) for sign in (-1, 1)),
        *(_lamp(layout, sign) for sign in (-1, 1)),
        *(_mirror_ray(box, layout, sign) for sign in (-1, 1)),
        _rect(-4, layout.pupil_z + 2, 4, layout.camera_board_z, "#14100C"),
        _label(0, layout.pupil_z - 16, "camera", "middle"),
        _label(-layout.base_radius, dice + 20, f"region of interest {2 * roi:.0f} mm", "start"),
        _label(layout.lamp_ring_inside - 3, layout.lamp_z - 8, "lamps", "end"),
        _label(46, dice + 5, "their images", "start"),
    ]
    half, high = layout.chamber_mm + 8, layout.deck_z + 40
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{8 * half:.0f}" height="{4 * high:.0f}" '
        f'viewBox="{-half:g} {-high + 5:g} {2 * half:g} {high:g}" font-family="sans-serif" '
        f'font-size="4.2">\n<rect x="{-half:g}" y="{-high + 5:g}" width="{2 * half:g}" '
        f'height="{high:g}" fill="#FFFDF6"/>\n{body}\n</svg>\n'
    )


GLASS: Final = "#BFDCEB"
WALL: Final = "#2A2A2E"


def _walls(layout: Layout) -> list[str]:
    inner, outer, floor = layout.chamber_mm, layout.rear_y, layout.box.case.floor_mm
    opening = layout.opening_radius
    return [
        *(_rect(s * inner, layout.lid_under_z, s * outer, 0, WALL) for s in (-1, 1)),
        _rect(-outer, floor, outer, 0, WALL),
        *(
            _rect(s * layout.window_radius, layout.deck_z, s * outer, layout.lid_under_z, "#7A4A28")
            for s in (-1, 1)
        ),
        *(
            _rect(
                s * opening,
                layout.lid_under_z,
                s * layout.seat_radius,
                layout.lid_under_z - 2.5,
                WALL,
            )
            for s in (-1, 1)
        ),
    ]


def _lamp(layout: Layout, sign: int) -> str:
    low, high = layout.lamp_z - LAMP_BOTTOM_MM, layout.lamp_z + LAMP_TOP_MM
    ring = layout.lamp_ring_inside
    holder = _rect(
        sign * ring, layout.lamp_z - 4, sign * (layout.led_cone_radius(5, low + 6)), low, WALL
    )
    radius = layout.box.lamps.ring_radius_mm
    dome = f'<circle cx="{sign * radius:g}" cy="{-layout.lamp_z:g}" r="2.5" fill="#E69F00"/>'
    back = _rect(sign * (radius + 2), high, sign * (radius + 7), low + 6, WALL)
    return holder + back + dome


def _rect(x0: float, z0: float, x1: float, z1: float, fill: str) -> str:
    x, z = min(x0, x1), max(z0, z1)
    return (
        f'<rect x="{x:.2f}" y="{-z:.2f}" width="{abs(x1 - x0):.2f}" height="{abs(z1 - z0):.2f}" '
        f'fill="{fill}"/>'
    )


def _dice_at(x: float, z: float, edge: float) -> str:
    return (
        f'<rect x="{x:g}" y="{-z - edge:g}" width="{edge:g}" height="{edge:g}" rx="2" '
        'fill="#FFF9EA" stroke="#9C8658" stroke-width="0.4"/>'
    )


def _label(x: float, z: float, words: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{-z:g}" text-anchor="{anchor}" fill="#14100C">{words}</text>'


def _view_ray(box: Parameters, layout: Layout, radius: float) -> str:
    """Return the ray from the lens to a place on the dice's plane, bent in the acrylic."""
    angle = math.radians(optics.view_half_angle_deg(box, abs(radius)))
    sign = math.copysign(1, radius)
    under = sign * optics.lens_air_mm(box) * math.tan(angle)
    points = [
        (0, layout.pupil_z),
        (under, layout.window_under_z),
        (radius, layout.deck_z + box.base.disc_thickness_mm),
    ]
    return _polyline(points, "#3D7BA6", "")


def _mirror_ray(box: Parameters, layout: Layout, sign: int) -> str:
    """Return the way from a lamp's inner edge by the base's upper face to the lens."""
    index, slab = box.window.refractive_index, optics.slab_mm(box)
    lens, lamp = optics.lens_air_mm(box), optics.lamp_air_mm(box)
    inner = optics.lamp_inner_radius_mm(box)
    angle = optics.angle_rad(inner, lens + lamp, 2 * slab, index)
    up = lens * math.tan(angle)
    top = optics.travel_mm(angle, lens, slab, index)
    down = optics.travel_mm(angle, lens, 2 * slab, index)
    dice = layout.deck_z + box.base.disc_thickness_mm
    points = [
        (0, layout.pupil_z),
        (sign * up, layout.window_under_z),
        (sign * top, dice),
        (sign * down, layout.window_under_z),
        (sign * inner, layout.lamp_z),
    ]
    return _polyline(points, "#C26A00", ' stroke-dasharray="2 1.4"')


def _polyline(points: list[tuple[float, float]], colour: str, look: str) -> str:
    path = " ".join(f"{x:.2f},{-z:.2f}" for x, z in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="0.5"{look}/>'
