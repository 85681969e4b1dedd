"""Pictures of meshes by ray casting: soft sun, sky light, contact shadow. Embree finds the hits.

Every picture is made from the same seed, so it comes out the same again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

Array = npt.NDArray[np.float64]
Hits = tuple[npt.NDArray[np.int64], Array]

SUN: Final = np.array([-0.45, -0.62, 0.85])
FILL: Final = np.array([0.8, -0.35, 0.35])
SKY_RAYS: Final = 14
SUN_RAYS: Final = 2
OVERSAMPLE: Final = 2
FAR: Final = 1.0e30


@dataclass(frozen=True, slots=True)
class Item:
    """One mesh of a picture; `texture` is (origin, right, up, image) for a lit rectangle."""

    vertices: Array
    triangles: npt.NDArray[np.int64]
    colour: tuple[float, float, float]
    gloss: float = 0.12
    clear: bool = False
    texture: tuple[Array, Array, Array, npt.NDArray[np.uint8]] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Where the picture is taken from.

    Attributes:
        eye: of the camera, mm.
        target: what it looks at.
        height_mm: how much of the world is seen at the target, upwards.
        size_wh: pixels.
        ground: the height of the table, or None for a free-floating object.
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    height_mm: float
    size_wh: tuple[int, int] = (1200, 900)
    ground: float | None = 0.0
    paper: tuple[float, float, float] = (0.62, 0.55, 0.45)


class Scene:
    """Meshes that rays can meet."""

    def __init__(self, items: list[Item]) -> None:
        """Build the search tree."""
        self.items = items
        counts = [len(item.triangles) for item in items]
        self.owner = np.repeat(np.arange(len(items)), counts)
        corners = [item.vertices[item.triangles] for item in items if len(item.triangles)]
        self.corners = np.concatenate(corners).astype(np.float32)
        edges = self.corners[:, 1:] - self.corners[:, :1]
        normals = np.cross(edges[:, 0], edges[:, 1])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        self.normals = normals / np.maximum(lengths, 1e-12)
        self.tree = EmbreeScene()
        TriangleMesh(self.tree, self.corners)

    def hits(self, origins: Array, ways: Array) -> Hits:
        """Return for every ray the triangle met first (-1: none) and the distance."""
        found = self.tree.run(
            origins.astype(np.float32), ways.astype(np.float32), query="INTERSECT", output=True
        )
        triangle = np.full(len(origins), -1, dtype=np.int64)
        distance = np.full(len(origins), np.inf)
        triangle[:] = found["primID"]
        distance[:] = found["tfar"]
        distance[triangle < 0] = np.inf
        return triangle, distance

    def blocked(self, origins: npt.NDArray[Any], ways: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Return which rays meet anything."""
        found = self.tree.run(origins.astype(np.float32), ways.astype(np.float32), query="OCCLUDED")
        return np.asarray(found) >= 0


def picture(items: list[Item], view: View) -> npt.NDArray[np.uint8]:
    """Return a BGR picture of the items."""
    solid = [item for item in items if not item.clear]
    scene = Scene(solid)
    glass = [item for item in items if item.clear]
    origins, ways, shape = _rays(view)
    met = scene.hits(origins, ways)
    colour, depth = _shade(scene, view, origins, ways, met)
    if glass:
        colour = _behind_glass(Scene(glass), origins, ways, depth, colour)
    canvas = colour.reshape(*shape, 3)
    canvas = _outlined(canvas, scene, met, shape)
    small = cv2.resize(canvas, view.size_wh, interpolation=cv2.INTER_AREA)
    encoded = np.clip(small, 0, 1) ** (1 / 2.2) * 255
    return np.asarray(np.rint(encoded[:, :, ::-1]), dtype=np.uint8)


def _rays(view: View) -> tuple[Array, Array, tuple[int, int]]:
    eye, target = np.array(view.eye, float), np.array(view.target, float)
    forward = target - eye
    distance = np.linalg.norm(forward)
    forward /= distance
    right = np.cross(forward, [0.0, 0.0, 1.0])
    if np.linalg.norm(right) < 1e-6:
        right = np.array([1.0, 0.0, 0.0])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    width, height = (side * OVERSAMPLE for side in view.size_wh)
    half = view.height_mm / 2 / distance
    ys = (0.5 - (np.arange(height) + 0.5) / height) * 2 * half
    xs = ((np.arange(width) + 0.5) / width - 0.5) * 2 * half * width / height
    ways = forward + xs[None, :, None] * right + ys[:, None, None] * up
    ways = (ways / np.linalg.norm(ways, axis=2, keepdims=True)).reshape(-1, 3)
    return np.broadcast_to(eye, ways.shape).copy(), ways, (height, width)


def _shade(scene: Scene, view: View, origins: Array, ways: Array, met: Hits) -> tuple[Array, Array]:
    """Return colour and depth of every ray."""
    triangle, depth = met
    colour = np.tile(np.array(view.paper), (len(ways), 1))
    ground = _ground_depth(view, origins, ways)
    on_ground = (ground < depth) & np.isfinite(ground)
    on_thing = (triangle >= 0) & ~on_ground
    points = origins[on_thing] + ways[on_thing] * depth[on_thing, None]
    colour[on_thing] = _things(scene, ways[on_thing], triangle[on_thing], points)
    points = origins[on_ground] + ways[on_ground] * ground[on_ground, None]
    up = np.tile([0.0, 0.0, 1.0], (len(points), 1))
    near = np.linalg.norm(points[:, :2] - np.array(view.target[:2]), axis=1) < view.height_mm * 1.1
    light = np.ones(len(points))
    light[near] = _light(scene, points[near], up[near]) / _open_light()
    colour[on_ground] = np.array(view.paper) * np.clip(light, 0, 1)[:, None]
    depth = np.where(on_ground, ground, depth)
    return colour, depth


def _ground_depth(view: View, origins: Array, ways: Array) -> Array:
    if view.ground is None:
        return np.full(len(ways), np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = (view.ground - origins[:, 2]) / ways[:, 2]
    return np.where((depth > 0) & np.isfinite(depth), depth, np.inf)


def _things(scene: Scene, way: Array, tri: npt.NDArray[np.int64], points: Array) -> Array:
    """Return the colour of every point that shows a thing."""
    normals = scene.normals[tri]
    normals = np.where(np.sum(normals * way, axis=1, keepdims=True) > 0, -normals, normals)
    owners = scene.owner[tri]
    base = np.array([item.colour for item in scene.items])[owners]
    gloss = np.array([item.gloss for item in scene.items])[owners]
    light = _light(scene, points, normals)
    half = SUN / np.linalg.norm(SUN) - way
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = np.clip(np.sum(normals * half, axis=1), 0, 1) ** 40 * gloss
    rim = (1 + np.sum(normals * way, axis=1)).clip(0, 1) ** 4 * 0.10
    shown = base * light[:, None] + (shine + rim * light)[:, None]
    for number, item in enumerate(scene.items):
        if item.texture is not None:
            mine = owners == number
            shown[mine] = _texture(item, points[mine])
    return np.asarray(shown)


def _light(scene: Scene, points: Array, normals: Array) -> Array:
    """Return sun, fill and sky at points, shadows included."""
    start = (points + normals * 0.05).astype(np.float32)
    normals = normals.astype(np.float32)
    random = np.random.default_rng(7)
    total = np.zeros(len(points))
    sun = (SUN / np.linalg.norm(SUN)).astype(np.float32)
    for _ in range(SUN_RAYS):
        way = sun + 0.09 * _any_way(random, len(points))
        facing = np.clip(np.sum(normals * way, axis=1), 0, None)
        total += 0.95 * facing * ~scene.blocked(start, way) / SUN_RAYS
    fill = FILL / np.linalg.norm(FILL)
    total += 0.22 * np.clip(normals @ fill, 0, None)
    for _ in range(SKY_RAYS):
        way = _any_way(random, len(points)) + normals * np.float32(1.001)
        rise = way[:, 2] / np.linalg.norm(way, axis=1)
        sky = np.where(rise > 0, 0.55 + 0.45 * rise, 0.25)
        total += 0.62 * sky * ~scene.blocked(start, way) / SKY_RAYS
    return total


def _any_way(random: np.random.Generator, count: int) -> npt.NDArray[np.float32]:
    """Return directions evenly over the sphere, drawn from a stock: quicker than fresh ones."""
    stock = np.random.default_rng(8).standard_normal((8192, 3)).astype(np.float32)
    stock /= np.linalg.norm(stock, axis=1, keepdims=True)
    return np.asarray(stock[random.integers(0, len(stock), count)])


def _open_light() -> float:
    """Return the light on bare ground, to which the paper's colour belongs."""
    sun = SUN / np.linalg.norm(SUN)
    fill = FILL / np.linalg.norm(FILL)
    return float(0.95 * sun[2] + 0.22 * fill[2] + 0.62 * (0.55 + 0.45 * 0.66))


def _texture(item: Item, points: Array) -> Array:
    assert item.texture is not None
    origin, right, up, image = item.texture
    offset = points - origin
    u = np.clip(offset @ right / (right @ right), 0, 0.9999)
    v = np.clip(offset @ up / (up @ up), 0, 0.9999)
    rows = ((1 - v) * image.shape[0]).astype(int).clip(0, image.shape[0] - 1)
    cols = (u * image.shape[1]).astype(int)
    return np.asarray((image[rows, cols, ::-1] / 255.0) ** 2.2)


def _behind_glass(glass: Scene, origins: Array, ways: Array, depth: Array, colour: Array) -> Array:
    triangle, near = glass.hits(origins, ways)
    seen = (triangle >= 0) & (near < depth - 0.02)
    normals = glass.normals[triangle[seen]]
    facing = np.abs(np.sum(normals * ways[seen], axis=1))
    tint = np.array([item.colour for item in glass.items])[glass.owner[triangle[seen]]]
    share = (0.14 + 0.55 * (1 - facing) ** 3)[:, None]
    mixed = colour.copy()
    mixed[seen] = colour[seen] * (1 - share) * (0.9 + 0.1 * tint) + share * tint * 0.85
    return mixed


def _outlined(canvas: Array, scene: Scene, met: Hits, shape: tuple[int, int]) -> Array:
    """Darken the pixels where one thing ends before another: a draughtsman's thin line."""
    triangle, depth = met
    owner = np.where(triangle >= 0, scene.owner[triangle], -1).reshape(shape)
    distance = np.where(np.isfinite(depth), depth, 1e5).reshape(shape)
    edge = np.zeros(shape, dtype=bool)
    for axis in (0, 1):
        change = np.diff(owner, axis=axis) != 0
        jump = np.abs(np.diff(distance, axis=axis)) > 6.0
        marks = change | jump
        pad = [(0, 0), (0, 0)]
        pad[axis] = (0, 1)
        edge |= np.pad(marks, pad)
    return np.where(edge[:, :, None], canvas * 0.55, canvas)


def mesh_of(solid: Any, tolerance: float = 0.05) -> tuple[Array, npt.NDArray[np.int64]]:
    """Return vertices and triangles of a build123d solid."""
    vertices, triangles = solid.tessellate(tolerance, 0.12)
    return (
        np.array([(v.X, v.Y, v.Z) for v in vertices], dtype=np.float64),
        np.array(triangles, dtype=np.int64).reshape(-1, 3),
    )
