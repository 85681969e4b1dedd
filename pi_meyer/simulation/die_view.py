"""One die as the camera sees it: a rounded cube with concave painted pips, pixel by pixel.

Each die is drawn only inside its bounding box: a ray a pixel, walked to the rounded cube.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.lamps import Lamps, radiance
from pi_meyer.simulation.markings import grain, pips

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import ColourBGR, Die
    from pi_meyer.simulation.optics import FloatArray, Lens
    from pi_meyer.simulation.setting import Shadow

_WALK_STEPS = 16
_SIDE_AMBIENT = 0.08
SHEEN = 0.05
"""Light of the lit box below that varnish on an underside throws back, over a white face's."""

_GLINT = 1.6
_FLAT_COSINE = 0.9995
_PIXEL_MM = 0.2
_SOFT_DENT = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """What falls on the dice.

    Attributes:
        lamps: the ring below.
        room: light from above and beside (cup off), relative to the ring's.
        room_tint: its colour, blue, green, red.
        uneven_xy: relative gain a millimetre, in x and y.
        glints: 0 none to 1 as glossy dice have them.
        shadow: the edge of a shadow across the dice; None without one.
    """

    lamps: Lamps
    room: float = 0.0
    room_tint: ColourBGR = (1.0, 1.0, 1.0)
    uneven_xy: tuple[float, float] = (0.0, 0.0)
    glints: float = 1.0
    shadow: Shadow | None = None


@dataclass(slots=True, kw_only=True)
class DieLayer:
    """A drawn die: where, how much, how deep.

    Attributes:
        box_xyxy: the pixels that it covers; the upper bounds are excluded.
        colour: linear light (height, width, 3), not yet weighted.
        alpha: cover (height, width), 0 to 1.
        depth: distance along the ray in camera depths (height, width).
        height_mm: height above the window (height, width).
    """

    box_xyxy: tuple[int, int, int, int]
    colour: FloatArray
    alpha: FloatArray
    depth: FloatArray
    height_mm: FloatArray


def draw_die(die: Die, lens: Lens, light: Light) -> DieLayer | None:
    """Draw one die under the light; None when it is not in the picture."""
    box = _bounding_box(die, lens)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    origin, rays = _own_rays(die, lens, box)
    near, far, hit = _slab(origin, rays, die.edge_mm / 2 * 1.01)
    colour = np.zeros((3, rays.shape[1]), np.float32)
    alpha = np.zeros(rays.shape[1], np.float32)
    depth = np.full(rays.shape[1], np.inf, np.float32)
    height = np.zeros(rays.shape[1], np.float32)
    index = np.flatnonzero(hit)
    if index.size:
        part = np.ascontiguousarray(rays[:, index])
        walk, miss = _walk(origin, part, near[index], far[index], die)
        point = origin[:, None] + part * walk
        alpha[index] = np.clip(1 - 1.4 * lens.px_per_mm * np.maximum(miss - 0.012, 0), 0, 1)
        depth[index] = walk
        turn = die.rotation().astype(np.float32)
        height[index] = turn[2] @ point + np.float32(die.centre_mm[2])
        colour[:, index] = _shade(point, part, die, turn, light)
    shape = (y1 - y0, x1 - x0)
    return DieLayer(
        box_xyxy=box,
        colour=np.ascontiguousarray(colour.T).reshape(*shape, 3),
        alpha=alpha.reshape(shape),
        depth=depth.reshape(shape),
        height_mm=height.reshape(shape),
    )


def _bounding_box(die: Die, lens: Lens) -> tuple[int, int, int, int] | None:
    seen = lens.project(die.all_corners_mm())
    width, height = lens.size_wh
    x0, y0 = (max(0, int(v) - 2) for v in seen.min(0))
    x1, y1 = (min(m, int(v) + 3) for v, m in zip(seen.max(0), (width, height), strict=True))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _own_rays(
    die: Die, lens: Lens, box: tuple[int, int, int, int]
) -> tuple[FloatArray, FloatArray]:
    """The pupil and one direction a pixel, in the die's own frame."""
    x0, y0, x1, y1 = box
    turn = die.rotation()
    matrix = (turn.T @ lens.ray_matrix()).astype(np.float32)
    xs = np.arange(x0, x1, dtype=np.float32)
    ys = np.arange(y0, y1, dtype=np.float32)
    rows = [matrix[k, 0] * xs[None] + (matrix[k, 1] * ys + matrix[k, 2])[:, None] for k in range(3)]
    origin = (turn.T @ (lens.pupil_mm - np.array(die.centre_mm))).astype(np.float32)
    return origin, np.stack([row.ravel() for row in rows])


def _slab(
    origin: FloatArray, rays: FloatArray, half: float
) -> tuple[FloatArray, FloatArray, npt.NDArray[np.bool_]]:
    """Where rays enter and leave a cube of that half edge."""
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / rays
        one = (-half - origin[:, None]) * inverse
        two = (half - origin[:, None]) * inverse
    near = np.minimum(one, two).max(0)
    far = np.maximum(one, two).min(0)
    return near, far, near < far


def _walk(
    origin: FloatArray, rays: FloatArray, near: FloatArray, far: FloatArray, die: Die
) -> tuple[FloatArray, FloatArray]:
    """Walk rays to the rounded cube; returns where they stop and how far off they missed.

    Most rays meet a face where it is flat: they are there at once.
    """
    radius = np.float32(die.rounding * die.edge_mm)
    inner = np.float32(die.edge_mm / 2) - radius
    length = np.sqrt((rays * rays).sum(0))
    walk, (stop, flat) = near.copy(), _flat_hits(origin, rays, die.edge_mm / 2, inner)
    best = np.where(flat, np.float32(0), np.float32(np.inf))
    active = np.flatnonzero(~flat)
    for _ in range(_WALK_STEPS):
        point = origin[:, None] + rays[:, active] * walk[active]
        gap = _distance(point, inner, radius)
        better = gap < best[active]
        closer = active[better]
        best[closer] = gap[better]
        stop[closer] = walk[closer]
        going = (gap > 0.01) & (walk[active] < far[active])
        active = active[going]
        if not active.size:
            break
        walk[active] += gap[going] / length[active]
    return stop, best


def _flat_hits(
    origin: FloatArray, rays: FloatArray, half: float, inner: np.float32
) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Where rays enter the sharp cube, and which of them do so on the flat part of a face."""
    enter, _, hit = _slab(origin, rays, half)
    # a ray along a face may miss the cube infinitely far away, and nought times that is no number
    depth = np.where(hit, enter, np.float32(0))
    beyond = np.zeros(enter.shape, np.int8)
    for axis in range(3):
        beyond += np.abs(origin[axis] + rays[axis] * depth) > inner
    return enter, hit & (beyond == 1)


def _distance(point: FloatArray, inner: np.float32, radius: np.float32) -> FloatArray:
    q = np.abs(point) - inner
    outside = np.maximum(q, 0)
    result: FloatArray = np.sqrt((outside * outside).sum(0)) + np.minimum(q.max(0), 0) - radius
    return result


def _shade(
    point: FloatArray, rays: FloatArray, die: Die, turn: FloatArray, light: Light
) -> FloatArray:
    """Linear light (3, n), blue, green, red, of surface points in the die's own frame."""
    face, u, v = _unfold(point)
    paint, dent_u, dent_v = pips(face, u, v, die)
    normal = _normals(point, die)
    smear = _smear(normal, dent_u, dent_v, die)
    _dent(normal, face, dent_u, dent_v)
    up = turn @ normal
    place = turn @ point + np.array(die.centre_mm, np.float32)[:, None]
    fall = _irradiance(up, place, light)
    body = _body(point, rays, face, die)
    pip_colour = _paint_colours(die)[paint.kind]
    mixed = body + (pip_colour.T - body) * paint.cover
    facing = np.clip((-up[2] - np.float32(0.86)) / np.float32(0.12), 0, 1)
    result: FloatArray = mixed * fall + facing * np.float32(SHEEN * die.gloss)
    if light.glints > 0:
        result += _glints(up, turn @ rays, place, smear, light) * np.float32(die.gloss)
    return result


def _unfold(point: FloatArray) -> tuple[npt.NDArray[np.int64], FloatArray, FloatArray]:
    """Face (0 to 5: +x -x +y -y +z -z) and the two coordinates on it."""
    axis = np.abs(point).argmax(0)
    columns = np.arange(point.shape[1])
    sign = point[axis, columns] < 0
    u = point[(axis + 1) % 3, columns]
    v = point[(axis + 2) % 3, columns]
    return axis * 2 + sign, u, v


def _normals(point: FloatArray, die: Die) -> FloatArray:
    """Outward normals of the rounded cube, shape (3, n)."""
    inner = np.float32(die.edge_mm / 2 * (1 - 2 * die.rounding)) - np.float32(1e-3)
    outside = np.sign(point) * np.maximum(np.abs(point) - inner, 0)
    norm = np.sqrt((outside * outside).sum(0)) + np.float32(1e-6)
    result: FloatArray = outside / norm
    return result


def _smear(normal: FloatArray, dent_u: FloatArray, dent_v: FloatArray, die: Die) -> FloatArray:
    """Over what angle, in radians, a pixel's mirror image is smeared.

    By the varnish, and on rounded edges and in dents by the turn of the normal within the pixel.
    """
    edge = np.abs(normal).max(0) < np.float32(_FLAT_COSINE)
    dent = (dent_u != 0) | (dent_v != 0)
    turn = edge * np.float32(_PIXEL_MM / (die.rounding * die.edge_mm))
    turn += dent * np.float32(_SOFT_DENT * _PIXEL_MM / (die.pip_radius * die.edge_mm))
    rough = np.float32(0.03 + 0.12 * (1 - die.gloss) ** 2)
    result: FloatArray = np.hypot(rough, 2 * turn)
    return result


def _dent(
    normal: FloatArray, face: npt.NDArray[np.int64], dent_u: FloatArray, dent_v: FloatArray
) -> None:
    """Lean normals towards the middle of their pip, in place."""
    at = np.flatnonzero(dent_u * dent_u + dent_v * dent_v)
    axis = face[at] // 2
    normal[(axis + 1) % 3, at] -= dent_u[at]
    normal[(axis + 2) % 3, at] -= dent_v[at]
    part = normal[:, at]
    normal[:, at] = part / np.sqrt((part * part).sum(0))


def _irradiance(up: FloatArray, place: FloatArray, light: Light) -> FloatArray:
    """Light on surfaces (3, n) by their normals and places; 1 on an underside in the middle."""
    lamps = light.lamps
    down = np.clip(-up[2], 0, 1)
    side = np.sqrt(np.clip(1 - up[2] * up[2], 0, 1))
    ring = down + side * np.float32(lamps.side_share / lamps.down_share) * (down < 0.95)
    gradient = (
        1 + place[0] * np.float32(light.uneven_xy[0]) + place[1] * np.float32(light.uneven_xy[1])
    )
    fading = np.float32(1) - place[2] * np.float32(0.004)
    fading *= _lamp_falloff(place, lamps)
    if light.shadow is not None:
        fading *= _shade_of(place, light.shadow)
    base = ring * np.clip(gradient, 0.2, 2) * fading + side * np.float32(_SIDE_AMBIENT)
    room = np.float32(light.room) * (0.10 * down + 0.45 * side)
    tint = np.array(light.room_tint, np.float32)[:, None]
    result: FloatArray = base[None] + room[None] * tint
    return result


def _shade_of(place: FloatArray, shadow: Shadow) -> FloatArray:
    """Share of the light that a shadow with a soft straight edge leaves."""
    x, y = shadow.across_xy
    off = place[0] * np.float32(x) + place[1] * np.float32(y) - np.float32(shadow.offset_mm)
    inside = np.clip(off / np.float32(shadow.softness_mm) + 0.5, 0, 1)
    result: FloatArray = 1 - np.float32(shadow.depth) * inside
    return result


def _lamp_falloff(place: FloatArray, lamps: Lamps) -> FloatArray:
    """Lamps near the axis light the middle more than the rim; far ones light both alike."""
    near = max(0.0, 1 - lamps.ring_radius_mm / 75)
    square = (place[0] ** 2 + place[1] ** 2) * np.float32(near / lamps.depth_mm**2)
    result: FloatArray = 1 / (1 + square) ** 2
    return result


def _paint_colours(die: Die) -> FloatArray:
    """Colours by kind of paint, shape (4, 3)."""
    usual = die.style.pip
    red = die.style.red_pip or usual
    return np.array([usual, usual, red, red], np.float32) * np.float32(die.paint)


def _body(point: FloatArray, rays: FloatArray, face: npt.NDArray[np.int64], die: Die) -> FloatArray:
    """Colour of the body without paint, shape (3, n)."""
    colour = np.array(die.style.body, np.float32) * np.array(die.tint, np.float32)
    tile = grain()[
        ((point[1] + point[2]) * 6).astype(np.int64) % 256,
        ((point[0] - point[2]) * 6 + die.grain_seed * 37).astype(np.int64) % 256,
    ]
    body = colour[:, None] * (1 + np.float32(die.texture) * tile)
    if die.style.translucency > 0:
        body = body * _shine_through(point, rays, face, die)
    result: FloatArray = body.astype(np.float32, copy=False)
    return result


def _shine_through(
    point: FloatArray, rays: FloatArray, face: npt.NDArray[np.int64], die: Die
) -> FloatArray:
    """Factor on the body of a clear die: far pips are bright, near edges guide light."""
    inward = rays / np.sqrt((rays * rays).sum(0))
    axis = face // 2
    columns = np.arange(point.shape[1])
    bent = inward / np.float32(1.49)
    tangent2 = (bent * bent).sum(0) - bent[axis, columns] ** 2
    bent[axis, columns] = np.sign(inward[axis, columns]) * np.sqrt(np.clip(1 - tangent2, 0.05, 1))
    half = np.float32(die.edge_mm / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        ways = (np.sign(bent) * half - point) / bent
    ways[axis, columns] = np.where(ways[axis, columns] < 0.01, np.inf, ways[axis, columns])
    out = point + bent * np.maximum(ways, 0).min(0)
    far_face, u, v = _unfold(out)
    paint, _, _ = pips(far_face, u, v, die)
    edge = np.sort(np.abs(point), axis=0)[1] / half
    facets = 0.05 * np.sign(grain()[(u * 2).astype(np.int64) % 256, (v * 2).astype(np.int64) % 256])
    lit = 0.84 + 0.4 * paint.cover + 0.35 * np.clip(edge - 0.8, 0, 1) / 0.2 + facets
    strength = np.float32(die.style.translucency)
    result: FloatArray = (1 - strength + strength * lit).astype(np.float32)
    return result


def _glints(
    up: FloatArray, rays: FloatArray, place: FloatArray, smear: FloatArray, light: Light
) -> FloatArray:
    """Mirror images of the lamps on varnish: on faces, on rounded edges, and inside glossy pips.

    Where the surface bends within a pixel the pixel sees a stripe of the lamps, not a point.
    The result is that of a gloss of 1.
    """
    lamps = light.lamps
    along = (rays * up).sum(0)
    mirrored = rays - 2 * along * up
    falls = np.minimum(mirrored[2], np.float32(-1e-3))
    way = (-np.float32(lamps.depth_mm) - place[2]) / falls
    x = place[0] + mirrored[0] * way
    y = place[1] + mirrored[1] * way
    length = way * np.sqrt((mirrored * mirrored).sum(0))
    spread = smear * length
    seen = radiance(x, y, lamps, spread) * (mirrored[2] < -1e-3)
    strength = np.float32(_GLINT * light.glints * lamps.glare)
    result: FloatArray = (seen * strength)[None]
    return result
