"""The printed parts, each a function of the layout. All stand where they stand in the finished box.

Body and lid have files of their own. Which way up parts are printed is in `hardware.case.export`.
"""

from __future__ import annotations

import math
from typing import Any, Final

import build123d as b3d

from hardware.case.body import body
from hardware.case.lid import lid
from hardware.case.screws import insert_holes, m3_holes, screws_of
from hardware.case.shapes import (
    block,
    clearance,
    front_block,
    front_plane,
    joined,
    rod,
    rounded_plate,
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
    ring,
)

HEAD_RADIUS: Final = 3.0


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
    return without(turned(outline), [*drains, *insert_holes(layout, "window seat")])


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
    holes = [*m3_holes(layout, "window seat"), *insert_holes(layout, "lamp ring")]
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
    inserts = insert_holes(layout, "camera seat")
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
    inserts = insert_holes(layout, "computer tray")
    core = layout.box.fit.m25_core_mm / 2
    threads = [rod((*xy, top + 0.5), (0, 0, -1), 8.0, core) for xy in layout.standoffs_xy]
    middle = ((left + right) / 2, (front + rear) / 2)
    air = block((middle[0] - 6, front + 26, floor - 1), (middle[0] + 6, rear - 42, top))
    return without(joined([plate, *standoffs, *bosses]), [*inserts, *threads, air])


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
    inserts = insert_holes(layout, "screen clamps", depth_mm=FRAME_MM - 1.4)
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
