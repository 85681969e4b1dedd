"""Path tracing of a cast with Mitsuba's ray engine (Dr.Jit, one thread).

The window is a thin layer at z = 0 that is solved by formula, so that small lamps need no luck:
light of the lamps reaches the scene straight through it, a camera's ray is bent by frost and dirt
on its way up, and the lamps' mirror images in the window's two sides are added in closed form.
Above it light is traced among triangles: at the first surface a pixel's samples ask all lamps in
turn, at the next one by chance; clear dice refract the ray, tint it, and let light of lamps pass.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tests.benchmarks.traced import surfaces
from tests.benchmarks.traced.lighting import (
    NUDGE_MM,
    TURNS,
    WINDOW_THICK_MM,
    lamp_images,
    lamps_at,
    lid,
    tint_of,
)
from tests.benchmarks.traced.stage import COLUMNS, INDEX, PASS, fill_lid, through_window
from tests.benchmarks.traced.world import built, engine

if TYPE_CHECKING:
    from types import ModuleType

    from tests.benchmarks.traced.scenery import Cast
    from tests.benchmarks.traced.world import Traced, World

FloatMap = npt.NDArray[np.float32]

_DEPTH = 2
_CLEAR_DEPTH = 7
_CLAMP = 1.5
_CLEAR_SHARE = 0.25
"""Share of the light that passes a clear die; the rest is scattered by its dye and scuffs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """Linear pictures (height, width, 3) in red, green, blue; their sum is what a lens sees.

    Attributes:
        seen: what lies above the window, and the lid round it.
        veil: haze, dirt and the lamps' mirror images in the window.
    """

    seen: FloatMap
    veil: FloatMap


class Tracer:
    """Renders casts; one for a whole set, so that programs are compiled once."""

    def __init__(self) -> None:
        self.rays = engine()

    def render(self, cast: Cast, samples: int) -> Traces:
        """Trace a cast with that many samples a pixel, spread over the steps of a motion."""
        motion = cast.scene.motion_px
        steps = 1 if motion == (0.0, 0.0) else max(4, int(math.hypot(*motion) / 2.4))
        each = samples if steps == 1 else TURNS
        sums: list[FloatMap] = []
        for step in range(steps):
            share = 0.0 if steps == 1 else step / (steps - 1) - 0.5
            world = built(self.rays, cast, share)
            part = self._trace(cast, world, each, cast.seed % 65521 + 977 * step)
            sums = part if not sums else [a + b for a, b in zip(sums, part, strict=True)]
        scale = np.float32(1 / steps)
        return Traces(seen=sums[0] * scale, veil=sums[1] * scale)

    def _trace(self, cast: Cast, world: World, samples: int, seed: int) -> list[FloatMap]:
        mi, dr = self.rays.mi, self.rays.dr
        width, height = cast.scene.setting.lens.size_wh
        at = np.flatnonzero(through_window(cast)).astype(np.uint32)
        pixel = dr.repeat(mi.UInt32(at), samples)
        rng = mi.PCG32(size=len(at) * samples, initstate=dr.opaque(mi.UInt64, seed))
        origin, way = self._camera_rays(world, pixel, rng, (width, height))
        beta, bent, start, veil, inside = self._window(world, origin, way, rng)
        phase = dr.arange(mi.UInt32, len(at) * samples) % TURNS
        seen = self._paths(world, start, bent, phase, rng) * beta
        under = lid(world, start)
        seen = dr.select(inside, seen, under)
        veil = dr.select(inside, veil, mi.Color3f(0.0))
        sums = [
            dr.block_reduce(dr.ReduceOp.Add, channel, samples)
            for light in (seen, veil)
            for channel in (light.x, light.y, light.z)
        ]
        dr.eval(sums)
        canvas = np.zeros((6, height * width), np.float32)
        canvas[:, at] = np.stack([np.asarray(channel) for channel in sums]) / samples
        pictures = [
            np.ascontiguousarray(canvas[k : k + 3].T).reshape(height, width, 3) for k in (0, 3)
        ]
        fill_lid(pictures[0], at, cast)
        return pictures

    def _camera_rays(
        self, world: World, pixel: Traced, rng: Traced, size_wh: tuple[int, int]
    ) -> tuple[Traced, Traced]:
        mi, dr, n = self.rays.mi, self.rays.dr, world.numbers
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
        self, world: World, origin: Traced, way: Traced, rng: Traced
    ) -> tuple[Traced, Traced, Traced, Traced, Traced]:
        """What passes, the bent ray and its start, the window's own light, whether it is window."""
        mi, dr, n = self.rays.mi, self.rays.dr, world.numbers
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
        thick = n["lift"] * WINDOW_THICK_MM
        start = mi.Point3f(at.x + dx * thick, at.y + dy * thick, 0.0)
        scatter = dr.clip(scatter, 0, 0.9)
        beta = PASS * (1 - n["haze"]) * (1 - scatter) * (1 - dr.clip(swallow, 0, 0.95))
        images, light = lamp_images(world, at, way, rough, rng)
        veil = images * (1 - scatter) + light * (n["haze"] + scatter)
        veil += mi.Color3f(n["sky_r"], n["sky_g"], n["sky_b"]) * (n["haze"] + 0.5 * scatter)
        return mi.Color3f(beta), bent, start, veil, inside

    def _paths(
        self, world: World, start: Traced, way: Traced, phase: Traced, rng: Traced
    ) -> Traced:
        mi, dr = self.rays.mi, self.rays.dr

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
            behind = dr.dot(skin["normal"], way) > 0
            crossed = found & behind & skin["glass"]
            beta = dr.select(crossed, beta * tint_of(world, skin["body"], hit.t), beta)
            within = skin["clear"] & behind
            facing = dr.select(behind, -skin["normal"], skin["normal"])
            direct = lamps_at(world, (point, facing, way), skin, (bounces, phase, found), rng)
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
            lifted = dr.select(passes, mi.Vector3f(0.0), facing * NUDGE_MM)
            origin = mi.Point3f(point + way * NUDGE_MM + lifted)
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

    def _beyond(self, world: World, way: Traced) -> Traced:
        """Light from the ceiling, or from the dark box below."""
        mi, dr, n = self.rays.mi, self.rays.dr, world.numbers
        size = surfaces.SKY_SIZE
        scale = size / 2 / (1 + dr.maximum(way.z, 0.0))
        column = dr.clip(mi.Int32(way.x * scale + size / 2), 0, size - 1)
        row = dr.clip(mi.Int32(way.y * scale + size / 2), 0, size - 1)
        first = mi.UInt32(row * size + column) * 3
        up = mi.Color3f(*(dr.gather(mi.Float, world.sky, first + k) for k in range(3)))
        return dr.select(way.z > 0, up, mi.Color3f(n["below"]))

    def _skin(self, world: World, hit: Traced, found: Traced) -> dict[str, Traced]:
        """Colour, varnish and normal of what was hit."""
        mi, dr = self.rays.mi, self.rays.dr
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
            "glass": cell[9] > 0.5,
            "clear": (cell[9] > 0.5) & ~painted,
        }

    def _refracted(self, normal: Traced, way: Traced) -> Traced:
        """The way on through a clear die's surface, mirrored where it cannot pass."""
        mi, dr = self.rays.mi, self.rays.dr
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
