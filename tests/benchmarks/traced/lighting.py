"""Light of the lamps: mirrored in the window, on surfaces, through clear dice; and the lid's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.benchmarks.traced.stage import FRESNEL, PASS

if TYPE_CHECKING:
    from tests.benchmarks.traced.world import Traced, World

TURNS = 6
"""At the first surface each sample asks every sixth lamp, the next sample the next ones."""
NUDGE_MM = 0.02
"""How far a new ray starts from the surface that it leaves."""
WINDOW_THICK_MM = 2.0
"""Optical thickness of the window: 3 mm of acrylic."""

_BRIGHTEST = 0.3
"""At most this share of a lamp's light comes from one sample of a varnish."""
_WIDE_MM = 3.0
_DENSITY_MM = 0.055


def lamp_images(
    world: World, at: Traced, way: Traced, rough: Traced, rng: Traced
) -> tuple[Traced, Traced]:
    """The lamps mirrored in both sides; the light that white at the window would send."""
    mi, dr, n = world.rays.mi, world.rays.dr, world.numbers
    u, v = rng.next_float32(), rng.next_float32()
    lower = at - way * (WINDOW_THICK_MM / way.z)
    alpha2 = dr.maximum(rough * rough, 1e-5)
    wide = n["lamp_radius"] > dr.maximum(2 * n["lamp_depth"] * rough, _WIDE_MM)
    slope = 2 * rough * dr.sqrt(-dr.log(dr.maximum(1 - rng.next_float32(), 1e-7)))
    tilt_y, tilt_x = dr.sincos(2 * math.pi * rng.next_float32())
    tilt_x, tilt_y = tilt_x * slope, tilt_y * slope

    def body(k: Traced, images: Traced, light: Traced) -> tuple[Traced, Traced, Traced]:
        x, y, power = (dr.gather(mi.Float, world.lamps, 3 * k + c) for c in range(3))
        depth, radius = n["lamp_depth"], n["lamp_radius"]
        # a smooth side: the mirrored ray meets the lamp or misses it
        sharp = mi.Float(0.0)
        for side, smooth in ((lower, n["smooth_lower"]), (at, n["smooth_upper"])):
            reach = (side.z + depth) / way.z
            gx, gy = side.x + way.x * reach - x, side.y + way.y * reach - y
            sharp += dr.select(gx * gx + gy * gy < radius * radius, smooth, 0.0)
        # a rough side and a wide lamp: one facet by chance mirrors the ray
        reach = depth / way.z
        gx = at.x + (way.x + tilt_x * way.z) * reach - x
        gy = at.y + (way.y + tilt_y * way.z) * reach - y
        luck = dr.select(gx * gx + gy * gy < radius * radius, n["rough_gain"], 0.0)
        # a rough side and a small lamp: a point of the lamp, and how many facets mirror it
        ring = radius * dr.sqrt(u)
        sine, cosine = dr.sincos(2 * math.pi * v)
        down = mi.Vector3f(x + ring * cosine - at.x, y + ring * sine - at.y, -depth)
        far2 = dr.squared_norm(down)
        down = down * dr.rsqrt(far2)
        half = dr.normalize(down - way)
        cos2 = half.z * half.z
        facets = dr.exp(-(1 - cos2) / (cos2 * alpha2)) / (math.pi * alpha2 * cos2 * cos2)
        solid = n["lamp_area"] * -down.z / far2
        glow = facets * solid * n["rough_gain"] / (4 * way.z)
        glow = dr.select(wide, luck, glow) * dr.select(rough > 0.002, 1.0, 0.0)
        colour = mi.Color3f(n["lamp_r"], n["lamp_g"], n["lamp_b"]) * power
        images += colour * (FRESNEL * (sharp + glow))
        light += colour * (PASS * solid * -down.z / math.pi)
        return k + 1, images, light

    _, images, light = dr.while_loop(
        (mi.UInt32(0), mi.Color3f(0.0), mi.Color3f(0.0)),
        lambda k, *_: k < mi.UInt32(n["lamp_count"]),
        body,
        label="lamp images",
    )
    return images, light


def lid(world: World, at: Traced) -> Traced:
    """The underside of the lid."""
    dr, n = world.rays.dr, world.numbers
    far2 = at.x * at.x + at.y * at.y
    level = dr.exp(-far2 / n["lid_fall2"])
    return world.rays.mi.Color3f(n["lid_r"], n["lid_g"], n["lid_b"]) * level


def lamps_at(
    world: World,
    ray: tuple[Traced, Traced, Traced],
    skin: dict[str, Traced],
    turn: tuple[Traced, Traced, Traced],
    rng: Traced,
) -> tuple[Traced, Traced]:
    """Light of the lamps that a surface sends back: scattered, and mirrored by its varnish."""
    mi, dr, n = world.rays.mi, world.rays.dr, world.numbers
    count = mi.UInt32(n["lamp_count"])
    u, v, pick = rng.next_float32(), rng.next_float32(), rng.next_float32()
    ring = n["lamp_radius"] * dr.sqrt(u)
    sine, cosine = dr.sincos(2 * math.pi * v)
    chosen = dr.minimum(mi.UInt32(pick * n["lamp_count"]), count - 1)
    point, normal, way = ray
    bounces, phase, found = turn
    once = bounces > 0
    first = dr.select(once, chosen, phase)
    stop = dr.select(found, dr.select(once, chosen + 1, count), first)
    gain = dr.select(once, n["lamp_count"], float(TURNS))
    alpha2 = dr.maximum(skin["rough"] ** 4, 1e-5)
    lifted = point + normal * NUDGE_MM
    start = mi.Point3f(lifted.x, lifted.y, dr.maximum(lifted.z, 1e-3))
    seen = dr.maximum(-dr.dot(way, normal), 0.05)
    wide = n["lamp_radius"] > dr.maximum(2 * n["lamp_depth"] * dr.sqrt(alpha2), _WIDE_MM)
    mirrored = _mirrored(world, way, normal, alpha2, rng)

    def body(k: Traced, matt: Traced, bright: Traced) -> tuple[Traced, Traced, Traced]:
        x, y, power = (dr.gather(mi.Float, world.lamps, 3 * k + c) for c in range(3))
        off = mi.Vector3f(
            x + ring * cosine - start.x, y + ring * sine - start.y, -n["lamp_depth"] - start.z
        )
        far2 = dr.squared_norm(off)
        to = off * dr.rsqrt(far2)
        lean = dr.dot(to, normal)
        reach = start.z / -to.z
        cx, cy = start.x + to.x * reach, start.y + to.y * reach
        useful = (lean > 0) & (cx * cx + cy * cy < n["window2"]) & (k < stop)
        shadow = world.opaque_solids.ray_test(mi.Ray3f(start, to, reach, 0.0, []), active=useful)
        useful &= ~shadow
        colour = mi.Color3f(n["lamp_r"], n["lamp_g"], n["lamp_b"]) * (power * PASS * gain)
        colour *= through_clear(world, start, to)
        solid = n["lamp_area"] * -to.z / far2
        half = dr.normalize(to - way)
        nh = dr.maximum(dr.dot(half, normal), 0.0)
        spread = nh * nh * (alpha2 - 1) + 1
        facets = alpha2 / (math.pi * spread * spread)
        grazing = skin["sheen"] + (1 - skin["sheen"]) * (1 - dr.maximum(dr.dot(half, to), 0)) ** 5
        mirror = facets * solid / (4 * seen)
        # a glossy varnish and a wide lamp: one facet by chance mirrors the ray
        reach = (start.z + n["lamp_depth"]) / dr.maximum(-mirrored.z, 1e-3)
        gx, gy = start.x + mirrored.x * reach - x, start.y + mirrored.y * reach - y
        meets = (gx * gx + gy * gy < n["lamp_radius"] * n["lamp_radius"]) & (mirrored.z < 0)
        mirror = dr.select(wide, dr.select(meets, 1.0, 0.0), mirror)
        mirror *= dr.select(skin["sheen"] > 0.004, grazing, 0.0)
        matt += dr.select(useful, colour * (solid * lean / math.pi), 0.0)
        bright += dr.select(useful & ~once, colour * dr.minimum(mirror, _BRIGHTEST), 0.0)
        return k + TURNS, matt, bright

    _, matt, bright = dr.while_loop(
        (first, mi.Color3f(0.0), mi.Color3f(0.0)),
        lambda k, *_: k < stop,
        body,
        label="lamps",
    )
    return matt * skin["colour"], bright


def _mirrored(world: World, way: Traced, normal: Traced, alpha2: Traced, rng: Traced) -> Traced:
    """A ray mirrored by one facet of a varnish, by chance."""
    mi, dr = world.rays.mi, world.rays.dr
    u = rng.next_float32()
    steep = dr.sqrt(alpha2 * u / dr.maximum(1 - u, 1e-4))
    sine, cosine = dr.sincos(2 * math.pi * rng.next_float32())
    along, across = mi.coordinate_system(normal)
    facet = dr.normalize(normal + along * (steep * cosine) + across * (steep * sine))
    return way - facet * (2 * dr.dot(way, facet))


def through_clear(world: World, start: Traced, to: Traced) -> Traced:
    """What the clear dice on a straight way let pass."""
    mi, dr = world.rays.mi, world.rays.dr
    passed = mi.Color3f(1.0)
    for number in range(world.clear_dice):
        cell = [dr.gather(mi.Float, world.boxes, mi.UInt32(number * 16 + k)) for k in range(16)]
        off = mi.Vector3f(start.x - cell[9], start.y - cell[10], start.z - cell[11])
        near, far = mi.Float(0.0), mi.Float(1e4)
        for axis in range(3):
            row = mi.Vector3f(*cell[3 * axis : 3 * axis + 3])
            own, own_way = dr.dot(row, off), dr.dot(row, to)
            own_way = dr.select(dr.abs(own_way) < 1e-5, 1e-5, own_way)
            a, b = (-cell[12] - own) / own_way, (cell[12] - own) / own_way
            near, far = dr.maximum(near, dr.minimum(a, b)), dr.minimum(far, dr.maximum(a, b))
        length = dr.maximum(far - near, 0.0)
        tint = mi.Color3f(*cell[13:16])
        passed *= dr.select(length > 0.3, 0.8 * tint_of(world, tint, length), mi.Color3f(1.0))
    return passed


def tint_of(world: World, body: Traced, length_mm: Traced) -> Traced:
    """What a clear body of that colour lets pass."""
    dr = world.rays.dr
    top = dr.maximum(dr.max(body), 1e-3)
    return dr.exp(dr.log(dr.maximum(body / top, 0.01)) * (_DENSITY_MM * length_mm) * 2.5)
