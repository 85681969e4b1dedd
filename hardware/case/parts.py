"""The printed parts, each a function of the layout. All stand where they stand in the finished box.

Which way up they are printed is in `hardware.case.export`.
"""

from __future__ import annotations

import math
from typing import Any, Final

import build123d as b3d

from hardware.case.shapes import (
    along,
    block,
    clearance,
    front_block,
    front_plane,
    joined,
    lettering,
    profile,
    rod,
    rounded_plate,
    thread,
    tube,
    turned,
    washer,
    without,
)
from hardware.layout import (
    APERTURE_EDGE_MM,
    CAMERA_EDGES_X_MM,
    CLAMP_MM,
    CUP_RING_MM,
    FEED_SLOT_WH_MM,
    FRAME_LIP_MM,
    FRAME_MM,
    LAMP_BOTTOM_MM,
    LAMP_FLAT_MM,
    LAMP_TOP_MM,
    LED_FACE_MM,
    POST_RADIUS_MM,
    POSTS,
    SEAT_MM,
    STANDOFF_MM,
    TRAY_MM,
    Layout,
    Screw,
    ring,
)

HEAD_RADIUS: Final = 3.0
CORNER: Final = 8.0
HOOD_REACH: Final = 22.5
HOOD_HALF: Final = 16.0
STITCH_MM: Final = (4.0, 1.2, 3.0)
ENGRAVE: Final = 0.6
FOOT_RADIUS: Final = 6.3


def screws_of(layout: Layout, joint: str) -> list[Screw]:
    """Return the screws of one joint."""
    return [screw for screw in layout.screws if screw.joint == joint]


def _m3_holes(layout: Layout, *joints: str) -> list[Any]:
    radius = layout.box.fit.m3_clear_mm / 2
    return [
        hole for joint in joints for s in screws_of(layout, joint) for hole in clearance(s, radius)
    ]


def _inserts(layout: Layout, joint: str, depth_mm: float = 0.0) -> list[Any]:
    """Return the holes for a joint's heat-set inserts."""
    fit = layout.box.fit
    depth = depth_mm or fit.m3_insert_depth_mm
    return [
        thread(s, along(s, s.grip_mm), depth, fit.m3_insert_mm / 2)
        for s in screws_of(layout, joint)
    ]


# ---- body ----------------------------------------------------------------------------------------


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
        *_m3_holes(layout, "lid", "camera seat", "computer tray"),
        *_inserts(layout, "screen frame"),
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


# ---- lid and window ------------------------------------------------------------------------------


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
        *_m3_holes(layout, "window seat"),
        *_inserts(layout, "lid"),
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


def cup_ring(layout: Layout) -> Any:
    """Return the ring on the deck that clamps the window and seats the cup; three gaps drain it."""
    z, inside, outside = layout.deck_z, layout.cup_ring_inside, layout.seat_radius
    outline = [
        (inside, z),
        (outside, z),
        (outside, z + 4.2),
        (outside - 2.8, z + CUP_RING_MM),
        (inside + 2.0, z + CUP_RING_MM),
        (inside, z + CUP_RING_MM - 2.0),
    ]
    drains = [
        b3d.Rot(0, 0, angle) * block((inside - 2, -4.0, z - 1), (outside + 2, 4.0, z + 3.0))
        for angle in (90, 210, 330)
    ]
    return without(turned(outline), [*drains, *_inserts(layout, "window seat")])


def window_seat(layout: Layout) -> Any:
    """Return the ring under the lid on which the window rests, with the lamp ring's posts."""
    top, under = layout.lid_under_z, layout.lid_under_z - SEAT_MM
    gap = layout.box.fit.gap_mm
    plate = washer(under, top, layout.opening_radius, layout.seat_radius)
    step = [
        washer(top - 0.5, z, layout.opening_radius, layout.window_radius - gap)
        for z in [layout.window_under_z]
        if z > top + 0.1
    ]
    foot = layout.lamp_z - LAMP_FLAT_MM
    posts = [
        tube(xy, foot, under + 0.5, POST_RADIUS_MM) for xy in ring(POSTS, layout.post_radius, 0.0)
    ]
    holes = [*_m3_holes(layout, "window seat"), *_inserts(layout, "lamp ring")]
    return without(joined([plate, *step, *posts]), holes)


def lamp_ring(layout: Layout) -> Any:
    """Return the ring that holds the LEDs and hides them from the lens."""
    z, (front, back) = layout.lamp_z, LED_FACE_MM
    flat, top, bottom = z - LAMP_FLAT_MM, z + LAMP_TOP_MM, z - LAMP_BOTTOM_MM
    cone = layout.led_cone_radius
    outline = [
        (layout.lamp_ring_inside, bottom),
        (cone(back, bottom), bottom),
        (cone(back, top - 1.5), top - 1.5),
        (cone(back, top - 1.5), top),
        (cone(front, top), top),
        (cone(front, flat), flat),
        (layout.lamp_ring_inside, flat),
    ]
    box = layout.box
    tilt = math.radians(box.lamps.tilt_deg)
    holes = []
    for x, y in ring(box.lamps.count, box.lamps.ring_radius_mm, 180.0 / box.lamps.count):
        inward = (-x / math.hypot(x, y), -y / math.hypot(x, y))
        way = (inward[0] * math.cos(tilt), inward[1] * math.cos(tilt), math.sin(tilt))
        start = (x - way[0] * 12, y - way[1] * 12, z - way[2] * 12)
        holes.append(rod(start, way, 14.0, box.lamps.led_diameter_mm / 2 + 0.1))
    radius = box.fit.m3_clear_mm / 2
    screws = [
        tool for s in screws_of(layout, "lamp ring") for tool in clearance(s, radius, HEAD_RADIUS)
    ]
    return without(turned(outline), [*holes, *screws])


# ---- inside --------------------------------------------------------------------------------------


def camera_seat(layout: Layout) -> Any:
    """Return the tower that holds the camera at its height; open to the right for the ribbon."""
    floor, top = layout.box.case.floor_mm, layout.camera_board_z
    back = CAMERA_EDGES_X_MM[0] - 2.0
    foot = rounded_plate((-30, 30), (-25, 25), (floor, floor + 4.0), 4.0)
    sides = [
        block((back, y, floor + 1), (CAMERA_EDGES_X_MM[1] + 2, y + 5.4, top)) for y in (-14.0, 8.6)
    ]
    rear = block((back, -14.0, floor + 1), (back + 2.0, 14.0, top))
    bosses = [
        tube((s.seat_xyz[0], s.seat_xyz[1]), floor, floor + 7.5, 4.5)
        for s in screws_of(layout, "camera seat")
    ]
    inserts = _inserts(layout, "camera seat")
    core = layout.box.fit.m2_core_mm / 2
    threads = [
        rod((x, y, top + 0.5), (0, 0, -1), 7.0, core)
        for x, y in [(s.seat_xyz[0], s.seat_xyz[1]) for s in screws_of(layout, "camera")]
    ]
    return without(joined([foot, *sides, rear, *bosses]), [*inserts, *threads])


def computer_tray(layout: Layout) -> Any:
    """Return the tray with the chosen board's standoffs."""
    floor = layout.box.case.floor_mm
    (left, front), (right, rear) = layout.tray_xy
    plate = rounded_plate((left, right), (front, rear), (floor, floor + TRAY_MM), 3.0)
    top = floor + TRAY_MM + STANDOFF_MM
    standoffs = [tube(xy, floor + 1, top, 3.0) for xy in layout.standoffs_xy]
    bosses = [tube(xy, floor, floor + 7.5, 4.5) for xy in layout.tray_screws_xy]
    inserts = _inserts(layout, "computer tray")
    core = layout.box.fit.m25_core_mm / 2
    threads = [rod((*xy, top + 0.5), (0, 0, -1), 8.0, core) for xy in layout.standoffs_xy]
    middle = ((left + right) / 2, (front + rear) / 2)
    air = block((middle[0] - 6, front + 26, floor - 1), (middle[0] + 6, rear - 42, top))
    return without(joined([plate, *standoffs, *bosses]), [*inserts, *threads, air])


# ---- front ---------------------------------------------------------------------------------------


def screen_frame(layout: Layout) -> Any:
    """Return the frame round the screen; the glass lies behind its lip."""
    wide, high = layout.frame_wh
    display, gap = layout.box.display, layout.box.fit.gap_mm
    plane = front_plane(layout, -FRAME_MM)
    plate = b3d.extrude(b3d.RectangleRounded(wide, high, 4.0), amount=-FRAME_MM)
    plate = b3d.chamfer(plate.faces().sort_by(b3d.Axis.Z)[-1].edges(), 1.2)
    aperture = [side + 2 * APERTURE_EDGE_MM for side in display.active_wh_mm]
    opening = b3d.extrude(b3d.RectangleRounded(*aperture, 2.0), amount=-20.0, both=True)
    glass = [side + 2 * gap for side in display.glass_wh_mm]
    pocket = b3d.Pos(0, 0, -FRAME_LIP_MM - 10.0) * b3d.Box(glass[0], glass[1], 20.0)
    solid = plane * without(plate, [opening, pocket])
    clear = layout.box.fit.m3_clear_mm / 2
    screws = [tool for s in screws_of(layout, "screen frame") for tool in clearance(s, clear)]
    inserts = _inserts(layout, "screen clamps", depth_mm=FRAME_MM - 1.4)
    return without(solid, [*screws, *inserts])


def screen_clamps(layout: Layout) -> tuple[Any, Any]:
    """Return the two bars that press the screen into its frame, upper and lower."""
    return _clamp(layout, layout.clamp_v), _clamp(layout, -layout.clamp_v)


def _clamp(layout: Layout, v: float) -> Any:
    leg, half = layout.clamp_leg_mm, layout.frame_wh[0] / 2 - layout.box.case.wall_mm - 0.5
    bar = front_block(layout, (-half, half), (v - 6, v + 6), (leg, leg + CLAMP_MM))
    inside = layout.box.display.glass_wh_mm[0] / 2 + 0.2
    legs = []
    for sign in (-1, 1):
        u = sorted((sign * half, sign * inside))
        legs.append(front_block(layout, (u[0], u[1]), (v - 6, v + 6), (0.0, leg + 1)))
    radius = layout.box.fit.m3_clear_mm / 2
    holes = [
        tool
        for s in screws_of(layout, "screen clamps")
        if abs(s.seat_xyz[2] - layout.on_slope(0, v, leg + CLAMP_MM)[2]) < 1
        for tool in clearance(s, radius)
    ]
    return without(joined([bar, *legs]), holes)


# ---- the cup's base ------------------------------------------------------------------------------


def base_rim(layout: Layout) -> Any:
    """Return the rim that is glued onto the base's disc and closes the cup."""
    base, outside = layout.box.base, layout.base_radius
    low = layout.deck_z + base.disc_thickness_mm
    inside = outside - base.rim_wall_mm
    high = low + base.rim_height_mm
    outline = [
        (inside, low),
        (outside, low),
        (outside, high),
        (inside + 0.4, high),
        (inside, high - 1),
    ]
    return turned(outline)


def base_disc(layout: Layout) -> Any:
    """Return the clear disc on which the dice lie: cut from acrylic, or printed clear."""
    low = layout.deck_z
    return tube((0, 0), low, low + layout.box.base.disc_thickness_mm, layout.base_radius)


def window(layout: Layout) -> Any:
    """Return the acrylic disc in the deck."""
    return tube((0, 0), layout.window_under_z, layout.deck_z, layout.window_radius)


def build(layout: Layout) -> dict[str, Any]:
    """Return all parts of a box by name."""
    upper, lower = screen_clamps(layout)
    return {
        "body": body(layout),
        "lid": lid(layout),
        "cup_ring": cup_ring(layout),
        "window_seat": window_seat(layout),
        "lamp_ring": lamp_ring(layout),
        "camera_seat": camera_seat(layout),
        "computer_tray": computer_tray(layout),
        "screen_frame": screen_frame(layout),
        "screen_clamp_upper": upper,
        "screen_clamp_lower": lower,
        "base_rim": base_rim(layout),
        "base_disc": base_disc(layout),
        "window": window(layout),
    }
