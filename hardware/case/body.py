"""The body: five walls and a floor, rooms for everything, the hood between lamp and screen."""

from __future__ import annotations

import math
from typing import Any, Final

import build123d as b3d

from hardware.case.screws import insert_holes, m3_holes
from hardware.case.shapes import block, front_block, front_plane, joined, profile, tube, without
from hardware.layout import FEED_SLOT_WH_MM, Layout

HOOD_REACH: Final = 22.5
HOOD_HALF: Final = 16.0
FOOT_RADIUS: Final = 6.3
CORNER: Final = 8.0


def body(layout: Layout) -> Any:
    """Return walls, floor, dark wall and cable hood in one piece."""
    shell = _outer(layout)
    solid = without(shell, [*_rooms(layout), _front_opening(layout)])
    solid = joined([solid, *_frame_pads(layout), *_hood(layout)])
    return without(solid, _body_holes(layout))


def _outline(layout: Layout, inset: float) -> list[tuple[float, float]]:
    """Return the side view's outline (y, z), moved inwards."""
    bottom = layout.box.case.floor_mm if inset else 0.0
    slide = inset / math.sin(layout.slant)
    cotangent = 1 / math.tan(layout.slant)
    top, rear = layout.lid_under_z, layout.rear_y - inset
    top_y = layout.slope_top_y + slide
    over = 1.0 if inset else 0.0
    return [
        (rear, bottom),
        (rear, top + over),
        (top_y + over * cotangent, top + over),
        (top_y - (top - bottom) * cotangent, bottom),
    ]


def _outer(layout: Layout) -> Any:
    prism = profile(_outline(layout, 0.0), layout.left_x, layout.right_x)
    rear = [
        edge
        for edge in prism.edges().filter_by(b3d.Axis.Z)
        if layout.rear_y - 0.1 < edge.center().Y
    ]
    return b3d.fillet(rear, CORNER)


def _rooms(layout: Layout) -> list[Any]:
    """Return the hollow: the dark chamber, and the bay that opens into the wedge."""
    floor, top, inner = layout.box.case.floor_mm, layout.lid_under_z + 1, layout.chamber_mm
    wall = layout.box.case.wall_mm
    chamber = block((-inner, -inner, floor), (inner, inner, top))
    bay = block((layout.bay_x[0], -inner, floor), (layout.bay_x[1], inner, top))
    wedge = _wedge(layout, layout.left_x + wall, layout.right_x - wall)
    return [_round_rear(layout, chamber, left=True), _round_rear(layout, bay, left=False), wedge]


def _round_rear(layout: Layout, room: Any, *, left: bool) -> Any:
    """Round the room's outer rear corner, so that the wall keeps its thickness."""
    box = room.bounding_box()
    x = box.min.X if left else box.max.X
    edge = [
        e
        for e in room.edges().filter_by(b3d.Axis.Z)
        if abs(e.center().X - x) < 0.1 and e.center().Y > 0
    ]
    return b3d.fillet(edge, CORNER - layout.box.case.wall_mm)


def _wedge(layout: Layout, x0: float, x1: float) -> Any:
    outline = _outline(layout, layout.box.case.wall_mm)
    rear = -layout.rear_y
    bay_side = profile(
        [(-layout.chamber_mm + 1, z) if y > 0 else (y, z) for y, z in outline],
        layout.bay_x[0],
        x1,
    )
    return joined([profile([(rear, z) if y > 0 else (y, z) for y, z in outline], x0, x1), bay_side])


def _front_opening(layout: Layout) -> Any:
    half_u = layout.frame_wh[0] / 2 - layout.box.case.wall_mm
    half_v = layout.frame_wh[1] / 2 - 5.0
    up = half_v + 30.0  # open to the top: nothing to bridge for the printer, the lid closes it
    return front_block(layout, (-half_u, half_u), (-half_v, up), (-5.0, 12.0))


def _frame_pads(layout: Layout) -> list[Any]:
    """Return the two pads that take the frame's screws; they grow out of the side walls."""
    half, wide, thick = layout.frame_wh[0] / 2, 8.5, 8.0
    pads = []
    for sign in (-1, 1):
        edge, inner = sign * half, sign * (half - wide)
        outline = [(edge, -28.0 - wide), (edge, 28.0), (inner, 28.0), (inner, -28.0)]
        face = b3d.make_face(b3d.Polyline(*outline, close=True))
        pads.append(front_plane(layout) * b3d.Pos(0, 0, -thick) * _grown(face, thick))
    return pads


def _grown(face: Any, height: float) -> Any:
    """Return a face's prism, upwards whichever way the face was drawn."""
    return b3d.extrude(face, amount=height, dir=(0, 0, 1))


def _hood(layout: Layout) -> list[Any]:
    """Return the light trap over the cable slot: a roof with cheeks and a sill before it."""
    inner, floor, wall = layout.chamber_mm, layout.box.case.floor_mm, 2.0
    start = inner - HOOD_REACH
    roof = block((start, -HOOD_HALF, 16.0), (inner + 0.5, HOOD_HALF, 18.0))
    cheeks = [
        block((start, y, floor - 0.5), (inner + 0.5, y + wall, 18.0))
        for y in (-HOOD_HALF, HOOD_HALF - wall)
    ]
    sill = block((start + 10, -HOOD_HALF, floor - 0.5), (start + 12, HOOD_HALF, 13.5))
    return [roof, *cheeks, sill]


def _body_holes(layout: Layout) -> list[Any]:
    return [
        *m3_holes(layout, "lid", "camera seat", "computer tray"),
        *insert_holes(layout, "screen frame"),
        _feed_slot(layout),
        *_ports(layout),
        *_vents(layout),
        *_strain_relief(layout),
        *(tube(xy, -1.0, 1.0, FOOT_RADIUS) for xy in feet_xy(layout)),
    ]


def _feed_slot(layout: Layout) -> Any:
    wide, high = FEED_SLOT_WH_MM
    x0, x1 = layout.chamber_mm - 1, layout.bay_x[0] + 1
    low = layout.box.case.floor_mm + 0.5
    return block((x0, -wide / 2, low), (x1, wide / 2, low + high))


def feet_xy(layout: Layout) -> list[tuple[float, float]]:
    """Return where the four stick-on feet go."""
    x0, x1 = layout.left_x + 14, layout.right_x - 14
    y0, y1 = layout.slope_bottom_y + 14, layout.rear_y - 14
    return [(x0, y0), (x1, y0), (x0, y1), (x1, y1)]


def _ports(layout: Layout) -> list[Any]:
    """Return the openings for plugs: USB at the rear, power at the right."""
    x, y = layout.board_corner_xy
    across = layout.box.board.outline_wh_mm[1]
    top = layout.board_z
    right = block((layout.bay_x[1] - 1, y + 3, top - 2), (layout.right_x + 1, y + 47, top + 12))
    if layout.box.board.ports == "side":
        return [block((layout.bay_x[1] - 1, y + 5, top - 2), (layout.right_x + 1, y + 60, top + 9))]
    rear = block(
        (x - across + 1, layout.rear_y - layout.box.case.wall_mm - 1, top - 1),
        (x - 1, layout.rear_y + 1, top + 19),
    )
    return [right, rear]


def _vents(layout: Layout) -> list[Any]:
    """Return slots under the computer and high in the right wall; none leads into the chamber."""
    corner_x, corner_y = layout.board_corner_xy
    across = layout.box.board.outline_wh_mm[1]
    floor_slots = [
        block((corner_x - across / 2 - 1.5, y, -1.0), (corner_x - across / 2 + 1.5, y + 9, 8.0))
        for y in (corner_y + 30, corner_y + 44)
    ]
    high = layout.lid_under_z - 34
    wall_slots = [
        block((layout.bay_x[1] - 1, y, high), (layout.right_x + 1, y + 2.4, high + 16))
        for y in [-24 + 6 * i for i in range(9)]
    ]
    return [*floor_slots, *wall_slots]


def _strain_relief(layout: Layout) -> list[Any]:
    """Return two slots beside the power opening; a cable tie through them holds the cable."""
    y = layout.board_corner_xy[1] - 8
    return [
        block((layout.bay_x[1] - 1, y - 1.2, z), (layout.right_x + 1, y + 1.2, z + 4.5))
        for z in (layout.board_z - 4, layout.board_z + 8)
    ]
