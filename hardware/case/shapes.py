"""Small solids that the parts are made of. Everything is placed in the box's axes (see layout)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import build123d as b3d
from font_fjallaone import FjallaOne

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardware.layout import Layout, Point2, Point3, Screw

FJALLA_CAP: Final = 0.834  # cap height of one unit of size (design/screens)


def block(low: Point3, high: Point3) -> Any:
    """Return a box between two corners."""
    size = [b - a for a, b in zip(low, high, strict=True)]
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    return b3d.Pos(*middle) * b3d.Box(*size)


def tube(xy: Point2, z0: float, z1: float, radius: float) -> Any:
    """Return an upright cylinder."""
    return b3d.Pos(xy[0], xy[1], (z0 + z1) / 2) * b3d.Cylinder(radius, z1 - z0)


def washer(z0: float, z1: float, inside: float, outside: float) -> Any:
    """Return a ring round the axis."""
    return tube((0, 0), z0, z1, outside) - tube((0, 0), z0 - 1, z1 + 1, inside)


def rod(start: Point3, way: Point3, length: float, radius: float) -> Any:
    """Return a cylinder that begins at a point and runs along a direction."""
    plane = b3d.Plane(origin=start, z_dir=way)
    return plane * b3d.Pos(0, 0, length / 2) * b3d.Cylinder(radius, length)


def rounded_plate(
    x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], radius: float
) -> Any:
    """Return a plate with rounded upright edges."""
    sketch = b3d.RectangleRounded(x[1] - x[0], y[1] - y[0], radius)
    plate = b3d.extrude(sketch, amount=z[1] - z[0])
    return b3d.Pos((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, z[0]) * plate


def turned(points_rz: Iterable[Point2]) -> Any:
    """Return the solid that a closed outline (radius, height) makes round the axis."""
    outline = [(r, 0.0, z) for r, z in points_rz]
    face = b3d.make_face(b3d.Polyline(*outline, close=True))
    return b3d.revolve(face, axis=b3d.Axis.Z)


def profile(points_yz: Iterable[Point2], x0: float, x1: float) -> Any:
    """Return the prism of a closed outline (y, z) between two values of x."""
    outline = [(x0, y, z) for y, z in points_yz]
    face = b3d.make_face(b3d.Polyline(*outline, close=True))
    return b3d.extrude(face, amount=x1 - x0, dir=(1, 0, 0))


def joined(solids: Iterable[Any]) -> Any:
    """Return the union of solids in one go."""
    first, *rest = solids
    return first.fuse(*rest) if rest else first


def without(solid: Any, tools: Iterable[Any]) -> Any:
    """Return a solid less all the tools, in one go."""
    tools = list(tools)
    return solid.cut(*tools) if tools else solid


def front_plane(layout: Layout, depth: float = 0.0) -> Any:
    """Return the plane of the sloping front: x to the right, y up the slope, z outwards."""
    sine, cosine = math.sin(layout.slant), math.cos(layout.slant)
    return b3d.Plane(origin=layout.on_slope(0, 0, depth), x_dir=(1, 0, 0), z_dir=(0, -sine, cosine))


def front_block(
    layout: Layout, u: tuple[float, float], v: tuple[float, float], depth: tuple[float, float]
) -> Any:
    """Return a box on the sloping front; depth counts inwards from the slope."""
    middle = b3d.Pos((u[0] + u[1]) / 2, (v[0] + v[1]) / 2, -(depth[0] + depth[1]) / 2)
    return front_plane(layout) * middle * b3d.Box(u[1] - u[0], v[1] - v[0], depth[1] - depth[0])


def clearance(screw: Screw, radius: float, head_radius: float = 0.0) -> list[Any]:
    """Return what a part must lose where a screw passes: the hole, and room for its head."""
    back: Point3 = (-screw.direction_xyz[0], -screw.direction_xyz[1], -screw.direction_xyz[2])
    hole = rod(screw.seat_xyz, screw.direction_xyz, screw.length_mm, radius)
    if not head_radius:
        return [hole]
    return [hole, rod(screw.seat_xyz, back, 60.0, head_radius)]


def thread(screw: Screw, start: Point3, depth: float, radius: float) -> Any:
    """Return the hole for an insert, from the surface where the thread begins."""
    return rod(start, screw.direction_xyz, depth, radius)


def along(screw: Screw, distance: float) -> Point3:
    """Return the point of a screw's axis that lies below its head's seat."""
    x, y, z = (s + distance * d for s, d in zip(screw.seat_xyz, screw.direction_xyz, strict=True))
    return x, y, z


def lettering(text: str, cap_mm: float, left_xy: Point2, z: float, depth: float) -> Any:
    """Return spaced capitals, cut from above into a plane, starting at a left margin."""
    solids, x = [], left_xy[0]
    for letter in text:
        sketch = b3d.Text(
            letter,
            font_size=cap_mm / FJALLA_CAP,
            font_path=FjallaOne,
            align=(b3d.Align.MIN, b3d.Align.NONE),
        )
        box = sketch.bounding_box()
        placed = b3d.Pos(x - box.min.X, left_xy[1] - box.min.Y, z - depth) * sketch
        solids.append(b3d.extrude(placed, amount=depth + 1.0))
        x += box.size.X + cap_mm * 0.22
    return joined(solids)
