"""The lid: the deck with drip edge and light seal, and what is engraved in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import build123d as b3d

from hardware.case.body import CORNER
from hardware.case.screws import insert_holes, m3_holes, screws_of
from hardware.case.shapes import along, block, joined, lettering, rounded_plate, tube, without

if TYPE_CHECKING:
    from hardware.layout import Layout

STITCH_MM: Final = (4.0, 1.2, 3.0)
ENGRAVE: Final = 0.6


def lid(layout: Layout) -> Any:
    """Return the deck with drip edge, visor, light seal and its screw blocks."""
    plate = rounded_plate(
        layout.lid_x, layout.lid_y, (layout.lid_under_z, layout.deck_z), CORNER + 2.8
    )
    plate = b3d.chamfer(plate.faces().sort_by(b3d.Axis.Z)[-1].edges(), 1.0)
    solid = joined([plate, _drip_edge(layout), _light_seal(layout), *_lid_blocks(layout)])
    return without(solid, [*_lid_holes(layout), *engraving(layout)])


def inlay(layout: Layout) -> Any:
    """Return what a paint pen leaves in the engraving, for pictures."""
    z = layout.deck_z
    x, y = layout.lid_x, layout.lid_y
    film = block((x[0], y[0], z - ENGRAVE - 0.1), (x[1], y[1], z - 0.15))
    return b3d.Compound([cut & film for cut in engraving(layout)])


def _drip_edge(layout: Layout) -> Any:
    """Return the lip outside the left, rear and right wall."""
    low, z = layout.lid_under_z - layout.box.case.lip_mm, layout.lid_under_z
    outer = rounded_plate(layout.lid_x, layout.lid_y, (low, z + 0.5), CORNER + 2.8)
    gap = layout.box.fit.gap_mm
    x = (layout.left_x - gap, layout.right_x + gap)
    y = (layout.lid_y[0] - 40.0, layout.rear_y + gap)
    inside = rounded_plate(x, y, (low - 1, z), CORNER + gap)
    front = block(
        (layout.lid_x[0] - 1, layout.lid_y[0] - 1, low - 1),
        (layout.lid_x[1] + 1, layout.slope_top_y + 8.0, z),
    )
    return without(outer, [inside, front])


def _light_seal(layout: Layout) -> Any:
    """Return the rib that dips into the chamber all round."""
    outside = layout.chamber_mm - layout.box.fit.gap_mm
    z = (layout.lid_under_z - 4.0, layout.lid_under_z + 0.5)
    radius = CORNER - layout.box.case.wall_mm
    whole = rounded_plate((-outside, outside), (-outside, outside), z, radius)
    inside = outside - 2.0
    return whole - rounded_plate((-inside, inside), (-inside, inside), (z[0] - 1, z[1] + 1), radius)


def _lid_blocks(layout: Layout) -> list[Any]:
    """Return the blocks under the lid that take its screws from the side."""
    gap, wall = layout.box.fit.gap_mm, layout.box.case.wall_mm
    low, high = layout.deck_z - 16.0, layout.lid_under_z + 0.5
    blocks = []
    for screw in screws_of(layout, "lid"):
        near = along(screw, wall + gap)
        far = along(screw, wall + gap + 8.0)
        wide = 5.0
        if screw.direction_xyz[0]:
            x = sorted((near[0], far[0]))
            blocks.append(block((x[0], near[1] - wide, low), (x[1], near[1] + wide, high)))
        else:
            y = sorted((near[1], far[1]))
            blocks.append(block((near[0] - wide, y[0], low), (near[0] + wide, y[1], high)))
    return blocks


def _lid_holes(layout: Layout) -> list[Any]:
    z0, z1 = layout.lid_under_z - 6, layout.deck_z + 1
    gap = layout.box.fit.gap_mm
    holes = [
        tube((0, 0), z0, z1, layout.window_radius + gap / 2),
        tube(layout.button_xy, z0, z1, layout.box.button.hole_mm / 2),
        *m3_holes(layout, "window seat"),
        *insert_holes(layout, "lid"),
    ]
    if layout.box.choice.encoder:
        holes.append(tube(layout.encoder_xy, z0, z1, layout.box.encoder.hole_mm / 2))
    return holes


def engraving(layout: Layout) -> list[Any]:
    """Return what is cut into the deck: the name, the two dice of the best roll, the seam."""
    z = layout.deck_z
    front = layout.lid_y[0]
    word = lettering("MEYER", 15.0, (layout.lid_x[0] + 13, front + 14), z, ENGRAVE)
    dice = [
        part
        for x, value in ((layout.lid_x[1] - 44, 2), (layout.lid_x[1] - 23, 1))
        for part in _die(x, front + 20.5, z, value)
    ]
    return [word, *dice, *_seam(layout)]


def _die(x: float, y: float, z: float, value: int) -> list[Any]:
    """Return an outlined die of 15 mm with its pips, as cutters."""
    half, pip, step = 7.5, 1.5, 3.9
    outline = rounded_plate((x - half, x + half), (y - half, y + half), (z - ENGRAVE, z + 1), 3.0)
    inner = half - 1.0
    core = rounded_plate((x - inner, x + inner), (y - inner, y + inner), (z - 2, z + 2), 2.2)
    places = {1: [(0.0, 0.0)], 2: [(-step, step), (step, -step)]}[value]
    radius = 2.0 if value == 1 else pip
    return [outline - core, *(tube((x + a, y + b), z - ENGRAVE, z + 1, radius) for a, b in places)]


def _seam(layout: Layout) -> list[Any]:
    """Return the stitches along the deck's edge, like the hem of the cup on the screen."""
    long, wide, gap = STITCH_MM
    inset = 6.0
    x0, x1 = layout.lid_x[0] + inset, layout.lid_x[1] - inset
    y0, y1 = layout.lid_y[0] + inset, layout.lid_y[1] - inset
    z0, z1 = layout.deck_z - ENGRAVE, layout.deck_z + 1
    stitches = []
    for low, high, level, upright in (
        (x0, x1, y0, False),
        (x0, x1, y1, False),
        (y0, y1, x0, True),
        (y0, y1, x1, True),
    ):
        count = int((high - low - 2 * CORNER + gap) / (long + gap))
        start = (low + high - count * (long + gap) + gap) / 2
        for i in range(count):
            a = start + i * (long + gap)
            if upright:
                low_xyz, high_xyz = (level - wide / 2, a, z0), (level + wide / 2, a + long, z1)
            else:
                low_xyz, high_xyz = (a, level - wide / 2, z0), (a + long, level + wide / 2, z1)
            stitches.append(block(low_xyz, high_xyz))
    return stitches
