"""Path tracing of a cast with Mitsuba's ray engine (Dr.Jit, one thread).

The window is a thin layer at z = 0 that is solved by formula, so that small lamps need no luck:
light of the lamps reaches the scene straight through it, a camera's ray is bent by frost and dirt
on its way up, and the lamps' mirror images in the window's two sides are added in closed form.
Above it light is traced among triangles: at the first surface every lamp is asked, later one by
chance; clear dice refract the ray, tint it, and let light of lamps pass.
"""

from __future__ import annotations

import importlib
import math
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pi_meyer.errors import SettingsError
from tests.benchmarks.traced import surfaces
from tests.benchmarks.traced.solids import joined
from tests.benchmarks.traced.stage import (
    BOXES,
    COLUMNS,
    FRESNEL,
    INDEX,
    PASS,
    clear_boxes,
    fill_lid,
    lamp_rows,
    numbers_of,
    paint_rows,
    solids_of,
    through_window,
)

if TYPE_CHECKING:
    from types import ModuleType

    from tests.benchmarks.traced.scenery import Cast
    from tests.benchmarks.traced.solids import Solid

Traced: TypeAlias = Any
"""A Dr.Jit array or a tuple of them; its package has no types of its own."""

FloatMap = npt.NDArray[np.float32]

WINDOW_THICK_MM = 2.0
"""Optical thickness of the window: 3 mm of acrylic."""

_DEPTH = 3
_CLEAR_DEPTH = 7
_CLAMP = 1.5
_TURNS = 3
"""At the first surface each sample asks every third lamp, the next sample the next ones."""
_NUDGE_MM = 0.02
_CLEAR_SHARE = 0.25
"""Share of the light that passes a clear die; the rest is scattered by its dye and scuffs."""
_DENSITY_MM = 0.055


def engine() -> tuple[ModuleType, ModuleType]:
    """Mitsuba and Dr.Jit, set to one thread.

    Raises:
        SettingsError: they are not installed.
    """
    newest = _newest_llvm()
    if newest is not None:
        os.environ.setdefault("DRJIT_LIBLLVM_PATH", str(newest))
    try:
        mitsuba = importlib.import_module("mitsuba")
        drjit = importlib.import_module("drjit")
        mitsuba.set_variant("llvm_ad_rgb")
    except ImportError as error:
        raise SettingsError(
            "Tracing pictures needs Mitsuba: install the extra with pip install '.[traced]', and "
            f"an LLVM library of the system ({error})."
        ) from error
    drjit.set_thread_count(1)
    return mitsuba, drjit


def _newest_llvm() -> Path | None:
    """Debian's LLVM of version 16 or later; 15 lacks an instruction that the programs need."""
    found = {}
    for path in Path("/usr/lib").glob("*-linux-gnu/libLLVM*.so*"):
        number = re.search(r"(?:-|so\.)(\d+)", path.name)
        if number and int(number.group(1)) >= 16:
            found[int(number.group(1))] = path
    return found[max(found)] if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """Linear pictures (height, width, 3) in red, green, blue; their sum is what a lens sees.

    Attributes:
        seen: what lies above the window, and the lid round it.
        veil: haze, dirt and the lamps' mirror images in the window.
    """

    seen: FloatMap
    veil: FloatMap


@dataclass(frozen=True, slots=True, kw_only=True)
class _World:
    """Arrays of one cast on the engine's side."""

    all_solids: Traced
    opaque_solids: Traced
    opaque_there: bool
    triangles: Traced
    paint_of: Traced
    corners: Traced
    normals: Traced
    extras: Traced
    table: Traced
    boxes: Traced
    lamps: Traced
    dirt: Traced
    sky: Traced
    numbers: dict[str, Traced]


class Tracer:
    """Renders casts; one for a whole set, so that programs are compiled once."""

    def __init__(self) -> None:
        self.mi, self.dr = engine()

    def render(self, cast: Cast, samples: int) -> Traces:
        """Trace a cast with that many samples a pixel, spread over the steps of a motion."""
        motion = cast.scene.motion_px
        steps = 1 if motion == (0.0, 0.0) else max(4, int(math.hypot(*motion) / 2.4))
        each = samples if steps == 1 else _TURNS
        sums: list[FloatMap] = []
        for step in range(steps):
            share = 0.0 if steps == 1 else step / (steps - 1) - 0.5
            world = self._world(cast, share)
            part = self._trace(cast, world, each, cast.seed % 65521 + 977 * step)
            sums = part if not sums else [a + b for a, b in zip(sums, part, strict=True)]
        scale = np.float32(1 / steps)
        return Traces(seen=sums[0] * scale, veil=sums[1] * scale)

    # --- the world ---------------------------------------------------------------------------

    def _world(self, cast: Cast, share: float) -> _World:
        clear, opaque = solids_of(cast, share)
        all_solids = joined([*opaque, *clear])
        opaque_solids = joined(opaque)
        mi = self.mi
        extras = [all_solids.pip_edge_mm, all_solids.shade, all_solids.worn]
        return _World(
            all_solids=self._scene(all_solids),
            opaque_solids=self._scene(opaque_solids),
            opaque_there=bool(opaque),
            triangles=mi.UInt32(all_solids.triangles.ravel().astype(np.uint32)),
            paint_of=mi.UInt32(all_solids.paints.astype(np.uint32)),
            corners=self._floats(all_solids.corners_mm),
            normals=self._floats(all_solids.normals),
            extras=self._floats(np.stack(extras, 1)),
            table=self._floats(paint_rows(cast)),
            boxes=self._floats(clear_boxes(cast, share)),
            lamps=self._floats(lamp_rows(cast)),
            dirt=self._floats(surfaces.dirt(cast.scene.setting.plate.marks)),
            sky=self._floats(surfaces.sky(cast)),
            numbers={
                name: self.dr.opaque(mi.Float, value) for name, value in numbers_of(cast).items()
            },
        )

    def _floats(self, values: npt.NDArray[Any]) -> Traced:
        return self.mi.Float(np.ascontiguousarray(values, dtype=np.float32).ravel())

    def _scene(self, solid: Solid) -> Traced:
        mesh = self.mi.Mesh("solids", len(solid.corners_mm), len(solid.triangles))
        fields = self.mi.traverse(mesh)
        fields["vertex_positions"] = self._floats(solid.corners_mm)
        fields["faces"] = self.mi.UInt32(solid.triangles.ravel().astype(np.uint32))
        fields.update()
        return self.mi.load_dict({"type": "scene", "solids": mesh})

    # --- rays --------------------------------------------------------------------------------

    def _trace(self, cast: Cast, world: _World, samples: int, seed: int) -> list[FloatMap]:
        mi, dr = self.mi, self.dr
        width, height = cast.scene.setting.lens.size_wh
        at = np.flatnonzero(through_window(cast)).astype(np.uint32)
        pixel = dr.repeat(mi.UInt32(at), samples)
        rng = mi.PCG32(size=len(at) * samples, initstate=dr.opaque(mi.UInt64, seed))
        origin, way = self._camera_rays(world, pixel, rng, (width, height))
        beta, bent, start, veil, inside = self._window(world, origin, way, rng)
        phase = dr.arange(mi.UInt32, len(at) * samples) % _TURNS
        seen = self._paths(world, start, bent, phase, rng) * beta
        lid = self._lid(world, start)
        seen = dr.select(inside, seen, lid)
        veil = dr.select(inside, veil, mi.Color3f(0.0))
        pictures = []
        for light in (seen, veil):
            canvas = np.zeros((height * width, 3), np.float32)
            sums = [
                dr.block_reduce(dr.ReduceOp.Add, c, samples) for c in (light.x, light.y, light.z)
            ]
            dr.eval(sums)
            canvas[at] = np.stack([np.asarray(s) for s in sums], 1) / samples
            pictures.append(canvas.reshape(height, width, 3))
        fill_lid(pictures[0], at, cast)
        return pictures

    def _camera_rays(
        self, world: _World, pixel: Traced, rng: Traced, size_wh: tuple[int, int]
    ) -> tuple[Traced, Traced]:
        mi, dr, n = self.mi, self.dr, world.numbers
        width, height = size_wh
        x = mi.Float(pixel % width) + rng.next_float32() - width / 2
        y = mi.Float(pixel // width) + rng.next_float32() - height / 2
        x, y = x / n["focal_px"], y / n["focal_px"]
        way = mi.Vector3f(
            n["r00"] * x + n["r10"] * y + n["r20"],
            n["r01"] * x + n["r11"] * y + n["r21"],
            n["r02"] * x + n["r12"] * y + n["r22"],
        )
        radius = n["pupil"] * dr.sqrt(rng.next_float32())
        sine, cosine = dr.sincos(2 * math.pi * rng.next_float32())
        pupil = mi.Point3f(n["px"], n["py"], n["pz"])
        focus = pupil + way * n["focus"]
        origin = pupil + mi.Vector3f(radius * cosine, radius * sine, 0.0)
        return origin, dr.normalize(focus - origin)

    def _window(
        self, world: _World, origin: Traced, way: Traced, rng: Traced
    ) -> tuple[Traced, Traced, Traced, Traced, Traced]:
        """What passes, the bent ray and its start, the window's own light, whether it is window."""
        mi, dr, n = self.mi, self.dr, world.numbers
        at = origin + way * (-origin.z / way.z)
        inside = at.x * at.x + at.y * at.y < n["window2"]
        size = surfaces.DIRT_SIZE
        column = dr.clip(mi.Int32(at.x * surfaces.DIRT_PX_PER_MM + size / 2), 0, size - 1)
        row = dr.clip(mi.Int32(at.y * surfaces.DIRT_PX_PER_MM + size / 2), 0, size - 1)
        first = mi.UInt32(row * size + column) * 5
        sx, sy, extra, scatter, swallow = (
            dr.gather(mi.Float, world.dirt, first + k) for k in range(5)
        )
        rough = dr.sqrt(n["rough"] * n["rough"] + extra * extra)
        slope = rough * dr.sqrt(-dr.log(dr.maximum(1 - rng.next_float32(), 1e-7))) * n["bent"]
        sine, cosine = dr.sincos(2 * math.pi * rng.next_float32())
        dx, dy = slope * cosine + 0.49 * sx, slope * sine + 0.49 * sy
        bent = dr.normalize(mi.Vector3f(way.x / way.z + dx, way.y / way.z + dy, 1.0))
        thick = n["lower"] * WINDOW_THICK_MM
        start = mi.Point3f(at.x + dx * thick, at.y + dy * thick, 0.0)
        scatter = dr.clip(scatter, 0, 0.9)
        beta = PASS * (1 - n["haze"]) * (1 - scatter) * (1 - dr.clip(swallow, 0, 0.95))
        images, light = self._lamp_images(world, at, way, rough, rng)
        veil = images * (1 - scatter) + light * (n["haze"] + scatter)
        veil += mi.Color3f(n["sky_r"], n["sky_g"], n["sky_b"]) * (n["haze"] + 0.5 * scatter)
        return mi.Color3f(beta), bent, start, veil, inside

    def _lamp_images(
        self, world: _World, at: Traced, way: Traced, rough: Traced, rng: Traced
    ) -> tuple[Traced, Traced]:
        """The lamps mirrored in both sides; the light that white at the window would send."""
        mi, dr, n = self.mi, self.dr, world.numbers
        u, v = rng.next_float32(), rng.next_float32()
        lower = at - way * (WINDOW_THICK_MM / way.z)
        alpha2 = dr.maximum(rough * rough, 1e-5)

        def body(k: Traced, images: Traced, light: Traced) -> tuple[Traced, Traced, Traced]:
            x, y, power = (dr.gather(mi.Float, world.lamps, 3 * k + c) for c in range(3))
            depth, radius = n["lamp_depth"], n["lamp_radius"]
            # a smooth side: the mirrored ray meets the lamp or misses it
            sharp = mi.Float(0.0)
            for side, smooth in ((lower, n["smooth_lower"]), (at, n["smooth_upper"])):
                reach = (side.z + depth) / way.z
                gx, gy = side.x + way.x * reach - x, side.y + way.y * reach - y
                sharp += dr.select(gx * gx + gy * gy < radius * radius, smooth, 0.0)
            # a rough side: a point of the lamp, and how many facets mirror it
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
            glow = dr.select(rough > 0.002, glow, 0.0)
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

    def _lid(self, world: _World, at: Traced) -> Traced:
        dr, n = self.dr, world.numbers
        far2 = at.x * at.x + at.y * at.y
        level = dr.exp(-far2 / n["lid_fall2"])
        return self.mi.Color3f(n["lid_r"], n["lid_g"], n["lid_b"]) * level

    # --- above the window --------------------------------------------------------------------

    def _paths(
        self, world: _World, start: Traced, way: Traced, phase: Traced, rng: Traced
    ) -> Traced:
        mi, dr = self.mi, self.dr

        def body(*state: Traced) -> tuple[Traced, ...]:
            alive, depth, bounces, origin, way, beta, light, rng = state
            ray = mi.Ray3f(origin, way)
            hit = world.all_solids.ray_intersect_preliminary(ray, active=alive)
            found = alive & hit.is_valid()
            lost = alive & ~hit.is_valid()
            sent = beta * self._beyond(world, way)
            sent = dr.select(bounces > 0, dr.minimum(sent, _CLAMP), sent)
            light += dr.select(lost, sent, 0.0)
            point = ray(hit.t)
            skin = self._skin(world, hit, found)
            within = skin["clear"] & (dr.dot(skin["normal"], way) > 0)
            beta = dr.select(found & within, beta * self._tint(skin["body"], hit.t), beta)
            facing = dr.select(dr.dot(skin["normal"], way) > 0, -skin["normal"], skin["normal"])
            direct = self._lamps_at(world, (point, facing, way), skin, (bounces, phase, found), rng)
            passes = found & skin["clear"] & (within | (rng.next_float32() < _CLEAR_SHARE))
            asked = found & ~(passes & within)
            direct = dr.select(passes, direct[1], direct[0] + direct[1])
            add = beta * direct
            add = dr.select(bounces > 0, dr.minimum(add, _CLAMP), add)
            light += dr.select(asked, add, 0.0)
            scattered = _cosine(mi, dr, facing, rng)
            through = self._refracted(skin["normal"], way)
            way = dr.select(passes, through, scattered)
            beta = dr.select(found & ~passes, beta * skin["colour"], beta)
            lifted = dr.select(passes, mi.Vector3f(0.0), facing * _NUDGE_MM)
            origin = mi.Point3f(point + way * _NUDGE_MM + lifted)
            depth = depth + 1
            bounces = dr.select(found & ~passes, bounces + 1, bounces)
            alive = found & (bounces < _DEPTH) & (depth < _CLEAR_DEPTH)
            return alive, depth, bounces, origin, way, beta, light, rng

        state = (
            dr.full(mi.Bool, True, dr.width(way)),
            mi.UInt32(0),
            mi.UInt32(0),
            start,
            way,
            mi.Color3f(1.0),
            mi.Color3f(0.0),
            rng,
        )
        result = dr.while_loop(state, lambda alive, *_: alive, body, label="paths")
        return result[6]

    def _beyond(self, world: _World, way: Traced) -> Traced:
        """Light from the ceiling, or from the dark box below."""
        mi, dr, n = self.mi, self.dr, world.numbers
        size = surfaces.SKY_SIZE
        scale = size / 2 / (1 + dr.maximum(way.z, 0.0))
        column = dr.clip(mi.Int32(way.x * scale + size / 2), 0, size - 1)
        row = dr.clip(mi.Int32(way.y * scale + size / 2), 0, size - 1)
        first = mi.UInt32(row * size + column) * 3
        up = mi.Color3f(*(dr.gather(mi.Float, world.sky, first + k) for k in range(3)))
        return dr.select(way.z > 0, up, mi.Color3f(n["below"]))

    def _skin(self, world: _World, hit: Traced, found: Traced) -> dict[str, Traced]:
        """Colour, varnish and normal of what was hit."""
        mi, dr = self.mi, self.dr
        index = dr.select(found, hit.prim_index, 0)
        ids = [dr.gather(mi.UInt32, world.triangles, 3 * index + k) for k in range(3)]
        b1, b2 = hit.prim_uv.x, hit.prim_uv.y
        weights = (1 - b1 - b2, b1, b2)

        def blend(source: Traced, column: int) -> Traced:
            parts = [
                w * dr.gather(mi.Float, source, 3 * i + column)
                for w, i in zip(weights, ids, strict=True)
            ]
            return parts[0] + parts[1] + parts[2]

        normal = dr.normalize(mi.Vector3f(*(blend(world.normals, k) for k in range(3))))
        edge, shade, worn = (blend(world.extras, k) for k in range(3))
        row = dr.gather(mi.UInt32, world.paint_of, index) * COLUMNS
        cell = [dr.gather(mi.Float, world.table, row + k) for k in range(COLUMNS)]
        body = mi.Color3f(*cell[0:3]) * shade
        painted = edge < 0
        pip = mi.Color3f(*cell[3:6]) * (1 - worn) + body * worn
        return {
            "normal": normal,
            "body": mi.Color3f(*cell[0:3]),
            "colour": dr.clip(dr.select(painted, pip, body), 0.0, 0.95),
            "sheen": cell[6],
            "rough": dr.select(painted, cell[8], cell[7]),
            "clear": (cell[9] > 0.5) & ~painted,
        }

    def _lamps_at(
        self,
        world: _World,
        ray: tuple[Traced, Traced, Traced],
        skin: dict[str, Traced],
        turn: tuple[Traced, Traced, Traced],
        rng: Traced,
    ) -> tuple[Traced, Traced]:
        """Light of the lamps that a surface sends back: scattered, and mirrored by its varnish."""
        mi, dr, n = self.mi, self.dr, world.numbers
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
        gain = dr.select(once, n["lamp_count"], float(_TURNS))
        alpha2 = dr.maximum(skin["rough"] ** 4, 1e-5)
        lifted = point + normal * _NUDGE_MM
        start = mi.Point3f(lifted.x, lifted.y, dr.maximum(lifted.z, 1e-3))
        seen = dr.maximum(-dr.dot(way, normal), 0.05)

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
            shadow = world.opaque_solids.ray_test(
                mi.Ray3f(start, to, reach, 0.0, []), active=useful
            )
            useful &= ~shadow
            arriving = power * PASS * n["lamp_area"] * -to.z / far2
            colour = mi.Color3f(n["lamp_r"], n["lamp_g"], n["lamp_b"]) * (arriving * gain)
            colour *= self._through_clear(world, start, to)
            half = dr.normalize(to - way)
            nh = dr.maximum(dr.dot(half, normal), 0.0)
            spread = nh * nh * (alpha2 - 1) + 1
            facets = alpha2 / (math.pi * spread * spread)
            grazing = (
                skin["sheen"] + (1 - skin["sheen"]) * (1 - dr.maximum(dr.dot(half, to), 0)) ** 5
            )
            mirror = facets * dr.select(skin["sheen"] > 0.004, grazing, 0.0) / (4 * seen)
            matt += dr.select(useful, colour * (lean / math.pi), 0.0)
            bright += dr.select(useful & ~once, colour * dr.minimum(mirror, 200.0), 0.0)
            return k + _TURNS, matt, bright

        _, matt, bright = dr.while_loop(
            (first, mi.Color3f(0.0), mi.Color3f(0.0)),
            lambda k, *_: k < stop,
            body,
            label="lamps",
        )
        return matt * skin["colour"], bright

    def _through_clear(self, world: _World, start: Traced, to: Traced) -> Traced:
        """What the clear dice on a straight way let pass."""
        mi, dr = self.mi, self.dr
        passed = mi.Color3f(1.0)
        for number in range(BOXES):
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
            passed *= dr.select(length > 0.3, 0.8 * self._tint(tint, length), mi.Color3f(1.0))
        return passed

    def _tint(self, body: Traced, length_mm: Traced) -> Traced:
        """What a clear body of that colour lets pass."""
        dr = self.dr
        top = dr.maximum(dr.max(body), 1e-3)
        return dr.exp(dr.log(dr.maximum(body / top, 0.01)) * (_DENSITY_MM * length_mm) * 2.5)

    def _refracted(self, normal: Traced, way: Traced) -> Traced:
        """The way on through a clear die's surface, mirrored where it cannot pass."""
        mi, dr = self.mi, self.dr
        cosine = -dr.dot(normal, way)
        entering = cosine > 0
        facing = dr.select(entering, normal, -normal)
        ratio = dr.select(entering, 1 / INDEX, mi.Float(INDEX))
        lean = dr.abs(cosine)
        rest = 1 - ratio * ratio * (1 - lean * lean)
        mirrored = way + facing * (2 * lean)
        bent = way * ratio + facing * (ratio * lean - dr.safe_sqrt(rest))
        return dr.normalize(dr.select(rest < 0, mirrored, bent))


def _cosine(mi: ModuleType, dr: ModuleType, normal: Traced, rng: Traced) -> Traced:
    """A direction by chance about a normal, as a matt surface scatters."""
    sine, cosine = dr.sincos(2 * math.pi * rng.next_float32())
    z = 2 * rng.next_float32() - 1
    r = dr.safe_sqrt(1 - z * z)
    ball = mi.Vector3f(r * cosine, r * sine, z)
    return dr.normalize(normal * 1.0005 + ball)
