"""The case as solids and meshes. Needs the extra `hardware`: `make test-hardware`."""

from __future__ import annotations

import itertools
import math
import zipfile
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import pytest

from hardware.layout import Layout
from hardware.make import CASE, VARIANTS, printed_meshes
from hardware.parameters import load

pytest.importorskip("build123d", reason="CAD tests run with `make test-hardware`")

import manifold3d
import trimesh

from hardware.case import assembly, export, parts, shapes
from hardware.case.body import CORNER, HOOD_HALF, HOOD_REACH
from hardware.case.render import Item, Scene
from tests.hardware.test_made_files import read_stl, volume_mm3

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from hardware.layout import Screw
    from hardware.parameters import Fit

    Array = npt.NDArray[np.float64]
    Faces = npt.NDArray[np.int64]
    Mesh = tuple[Array, Faces]

BOXES: dict[str, dict[str, Any]] = {
    "as in parameters.toml": {},
    **VARIANTS,
    "narrow cup": {"cup__outer_diameter_mm": 70.0},
}
TOUCHING_MM3 = 0.5
INSIDE_MM = 1.0


class Made:
    """A box with its meshes."""

    def __init__(self, changes: dict[str, Any]) -> None:
        self.layout = Layout(load(**changes))
        self.printed = assembly.printed(self.layout)
        self.bought = assembly.bought(self.layout)
        self.meshes = {
            body.name: export.mesh(body.solid, 0.05) for body in (*self.printed, *self.bought)
        }
        self.screws = [export.mesh(s, 0.05) for s in assembly.screw_solids(self.layout)]

    def opaque(self) -> Scene:
        """Everything that stops light, screws in their holes."""
        names = [b.name for b in (*self.printed, *self.bought) if not b.clear]
        meshes = [self.meshes[name] for name in names] + self.screws
        return Scene([Item(v, f, (1, 1, 1)) for v, f in meshes])


@pytest.fixture(scope="module", params=list(BOXES))
def made(request: pytest.FixtureRequest) -> Made:
    return Made(BOXES[request.param])


def test_every_part_is_one_closed_solid(made: Made) -> None:
    """Watertight, consistently wound, one piece, no zero volume: a slicer takes it as it is."""
    for body in made.printed:
        vertices, faces = made.meshes[body.name]
        mesh = trimesh.Trimesh(vertices, faces, process=False)
        assert mesh.is_watertight, body.name
        assert mesh.is_winding_consistent, body.name
        assert mesh.volume > 1000, body.name
        assert len(body.solid.solids()) == 1, body.name


def test_meshes_hold_what_the_solids_hold(made: Made) -> None:
    """The mesh's volume is the exact solid's within half a percent and a bit."""
    for body in made.printed:
        measured = export.volume_mm3(*made.meshes[body.name])
        assert measured == pytest.approx(body.solid.volume, rel=0.02), body.name


def test_every_part_fits_the_printer_as_it_lies_on_the_bed(made: Made) -> None:
    """No part is larger than the bed, and each lies flat on it."""
    bed = made.layout.box.printer.bed_xyz_mm
    for body in made.printed:
        size = export.as_printed(made.layout, body.name, body.solid).bounding_box()
        for side, limit in zip((size.size.X, size.size.Y, size.size.Z), bed, strict=True):
            assert side <= limit, body.name
        assert pytest.approx(0, abs=1e-6) == size.min.Z


def test_no_two_things_are_in_the_same_place(made: Made) -> None:
    """Printed parts, boards, panel, button and LEDs share no space; touching is allowed."""
    solids = {name: _manifold(mesh) for name, mesh in made.meshes.items()}
    for a, b in itertools.combinations(solids, 2):
        shared = (solids[a] ^ solids[b]).volume()
        assert shared < TOUCHING_MM3, f"{a} and {b} share {shared:.1f} mm3"


def test_the_ribbon_has_its_way(made: Made) -> None:
    """16 mm of ribbon pass over the sill and through the slot and touch nothing."""
    ribbon = _manifold(export.mesh(assembly.ribbon(made.layout), 0.05))
    for name, mesh in made.meshes.items():
        assert (ribbon ^ _manifold(mesh)).volume() < TOUCHING_MM3, name


def test_the_stack_adds_up(made: Made) -> None:
    """Seat, camera and distance reach the deck; feet to dome the box has the height it says."""
    layout, box = made.layout, made.layout.box
    seat_top = made.meshes["camera_seat"][0][:, 2].max()
    lens = seat_top + box.camera.pupil_above_board_mm
    assert lens + box.optics.lens_to_window_mm == pytest.approx(layout.deck_z, abs=0.02)
    assert made.meshes["lid"][0][:, 2].max() == pytest.approx(box.case.height_mm, abs=0.02)
    assert made.meshes["window"][0][:, 2].max() == pytest.approx(layout.deck_z, abs=0.02)
    assert made.meshes["base_disc"][0][:, 2].min() == pytest.approx(layout.deck_z, abs=0.02)
    lamps = made.meshes["leds"][0][:, 2].mean()
    assert layout.lamp_z - 5 < lamps < layout.lamp_z + 5


def test_nothing_needs_supports(made: Made) -> None:
    """As it lies on the bed, what hangs over is a bridge no longer than 30 mm on its short side."""
    for body in made.printed:
        if body.name in export.NOT_PRINTED:
            continue
        vertices, faces = export.mesh(export.as_printed(made.layout, body.name, body.solid), 0.05)
        mesh = trimesh.Trimesh(vertices, faces, process=False)
        hanging = (mesh.face_normals[:, 2] < -0.8) & (mesh.triangles[:, :, 2].min(axis=1) > 0.3)
        if not hanging.any():
            continue
        part = mesh.submesh([np.flatnonzero(hanging)], append=True)
        for group in trimesh.graph.connected_components(
            part.face_adjacency, nodes=np.arange(len(part.faces))
        ):
            spans = np.ptp(part.triangles[group].reshape(-1, 3)[:, :2], axis=0)
            assert min(spans) <= 30.0, (body.name, spans)


def test_walls_are_thick_enough_to_print(made: Made) -> None:
    """Through 99 of 100 places of the surface there are three lines of the nozzle or more."""
    least = made.layout.box.fit.least_wall_mm
    for body in made.printed:
        if body.clear:
            continue
        thick = _thickness(*made.meshes[body.name])
        assert np.mean(thick < least - 0.05) < 0.01, (body.name, np.percentile(thick, [0.5, 1, 2]))


def test_the_camera_sees_the_whole_region_of_interest(made: Made) -> None:
    """No opaque part cuts a ray from the lens to the dice's plane, nor from a lens off the axis."""
    layout, scene = made.layout, made.opaque()
    z = layout.deck_z + layout.box.base.disc_thickness_mm
    goal = _disc(min(layout.box.optics.roi_diameter_mm / 2, layout.base_radius - 2.0), z)
    off = layout.box.optics.off_axis_mm
    for dx, dy in ((0, 0), (off, 0), (-off, 0), (0, off), (0, -off)):
        eye = np.array([dx, dy, layout.pupil_z + 1.5])
        ways, far = _towards(eye, goal)
        _, distance = scene.hits(np.tile(eye, (len(goal), 1)), ways)
        assert np.all(distance > far - 0.1)


def test_no_lamp_shines_straight_into_the_lens(made: Made) -> None:
    """From the lens every point of every LED's dome is hidden by the ring that holds it."""
    layout = made.layout
    ring = Scene([Item(*made.meshes["lamp_ring"], (1, 1, 1))])
    eye = np.array([0.0, 0.0, layout.pupil_z])
    for point in _domes(layout):
        ways, far = _towards(eye, point)
        _, distance = ring.hits(np.tile(eye, (len(point), 1)), ways)
        assert np.all(distance < far)


def test_the_lamps_light_every_place_of_the_region_of_interest(made: Made) -> None:
    """Each place on the base sees nearly all LEDs over the edges of seat, posts and ring."""
    layout = made.layout
    names = ("lid", "cup_ring", "window_seat", "lamp_ring", "body")
    scene = Scene([Item(*made.meshes[name], (1, 1, 1)) for name in names])
    goal = _disc(layout.base_radius - 3.0, layout.deck_z + layout.box.base.disc_thickness_mm)
    seen = np.zeros(len(goal))
    centres = [points.mean(axis=0) for points in _domes(layout)]
    for centre in centres:
        ways, far = _towards(centre, goal)
        _, distance = scene.hits(np.tile(centre, (len(goal), 1)), ways)
        seen += distance > far - 0.1
    assert seen.min() >= 0.75 * len(centres)


def test_no_ray_leaves_the_chamber_but_through_the_window(made: Made) -> None:
    """Of 200,000 straight rays from inside, none reaches the bay, the screen or the room."""
    layout, scene = made.layout, made.opaque()
    random = np.random.default_rng(11)
    inner, floor = layout.chamber_mm - INSIDE_MM, layout.box.case.floor_mm + INSIDE_MM
    low = np.array([-inner, -inner, floor])
    high = np.array([inner, inner, layout.lid_under_z - 5.0])
    start = random.uniform(low, high, (200_000, 3))
    past_sill = start[:, 0] > layout.chamber_mm - HOOD_REACH + 10
    in_trap = past_sill & (np.abs(start[:, 1]) < HOOD_HALF) & (start[:, 2] < 18)
    start = start[~in_trap]
    slot = random.uniform(
        [layout.chamber_mm - 3, -12, floor], [layout.chamber_mm - 1, 12, 16], (40_000, 3)
    )
    ways = _unit(random.normal(0, 1, start.shape))
    aimed = _unit(slot - start[: len(slot)])
    _assert_kept_in(layout, scene, start, ways)
    _assert_kept_in(layout, scene, start[: len(slot)], aimed)


def test_no_ray_runs_from_the_window_to_the_screen(made: Made) -> None:
    """Every line from the lit window down to the panel's front, back or edge meets plastic."""
    layout = made.layout
    names = ("body", "lid", "cup_ring", "window_seat", "lamp_ring", "camera_seat", "screen_frame")
    scene = Scene([Item(*made.meshes[name], (1, 1, 1)) for name in names])
    random = np.random.default_rng(12)
    start = _disc(layout.opening_radius - 0.5, layout.window_under_z - 0.1)
    wide, high = layout.box.display.glass_wh_mm
    for _ in range(40):
        u, v = random.uniform(-wide / 2, wide / 2), random.uniform(-high / 2, high / 2)
        goal = np.array(layout.on_slope(u, v, random.uniform(-4.0, layout.box.display.depth_mm)))
        ways = goal - start
        far = np.linalg.norm(ways, axis=1)
        _, distance = scene.hits(start, ways / far[:, None])
        assert np.all(distance < far)


def test_every_screw_has_its_hole(made: Made) -> None:
    """The shank passes freely, the head rests on plastic, and the thread's hole is there."""
    fit = made.layout.box.fit
    printed = {name.replace("_upper", ""): m for name, m in made.meshes.items()}
    lower = made.meshes["screen_clamp_lower"]
    for screw in made.layout.screws:
        for name in screw.through:
            both = [printed[name]] + ([lower] if name == "screen_clamp" else [])
            for mesh in both:
                grip = shapes.rod(screw.seat_xyz, screw.direction_xyz, screw.grip_mm, 1.5)
                assert _shared(grip, mesh) < 0.1, (screw.joint, name)
        if screw.through:
            seat = shapes.rod(screw.seat_xyz, screw.direction_xyz, 0.3, 2.7)
            rests = sum(_shared(seat, m) for m in (printed[screw.through[0]], lower))
            assert rests > 0.4 * math.pi * (2.7**2 - 1.7**2) * 0.3, screw.joint
        _assert_thread(screw, printed[screw.into], fit)


def test_every_screw_reaches_its_thread_and_not_beyond(made: Made) -> None:
    """Each has 3 mm or more of thread and does not come out on the other side."""
    for screw in made.layout.screws:
        engaged = screw.length_mm - screw.grip_mm
        assert engaged >= 3.0, screw.joint
        tip = shapes.rod(shapes.along(screw, screw.length_mm + 0.1), screw.direction_xyz, 0.6, 0.5)
        behind = shapes.rod(
            shapes.along(screw, screw.length_mm + 0.7), screw.direction_xyz, 0.4, 0.5
        )
        mesh = made.meshes[screw.into if screw.into in made.meshes else "body"]
        solid = _shared(behind, mesh) > 0.2 or _shared(tip, mesh) > 0.2
        roomy = screw.length_mm <= screw.grip_mm + made.layout.box.fit.m3_insert_depth_mm
        assert solid or roomy, screw.joint


def test_the_deck_has_no_hole_that_beer_could_enter(made: Made) -> None:
    """Apart from window, button and encoder nothing pierces the deck outside the cup's ring."""
    layout = made.layout
    lid = Scene([Item(*made.meshes[name], (1, 1, 1)) for name in ("lid", "cup_ring", "window")])
    xs = np.arange(layout.lid_x[0] + 3, layout.lid_x[1] - 3, 0.8)
    ys = np.arange(layout.lid_y[0] + 3, layout.lid_y[1] - 3, 0.8)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    known = [(layout.button_xy, layout.box.button.hole_mm / 2 + 0.5)]
    if layout.box.choice.encoder:
        known.append((layout.encoder_xy, layout.box.encoder.hole_mm / 2 + 0.5))
    keep = np.ones(len(grid), dtype=bool)
    for middle, radius in known:
        keep &= np.hypot(*(grid - middle).T) > radius
    keep &= _inside_corners(layout, grid)
    drops = np.column_stack([grid[keep], np.full(int(keep.sum()), layout.deck_z + 30)])
    down = np.tile([0.0, 0.0, -1.0], (len(drops), 1))
    triangle, distance = lid.hits(drops, down)
    assert np.all(triangle >= 0)
    assert np.all(distance < 30 + layout.box.case.lid_mm)


def test_made_files_are_the_same_again(tmp_path: Path) -> None:
    """Writing the same box twice gives the same bytes in STL, 3MF and STEP."""
    layout = Layout(load())
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        solids = {"base_rim": parts.base_rim(layout), "cup_ring": parts.cup_ring(layout)}
        meshes = {n: export.mesh(export.as_printed(layout, n, s)) for n, s in solids.items()}
        export.write_stl(tmp_path / folder / "a.stl", *meshes["cup_ring"])
        export.write_3mf(tmp_path / folder / "a.3mf", meshes)
        export.write_step(tmp_path / folder / "a.step", solids)
    for name in ("a.stl", "a.3mf", "a.step"):
        first, second = (tmp_path / folder / name for folder in ("first", "second"))
        assert first.read_bytes() == second.read_bytes(), name


def test_the_repositorys_files_are_this_box() -> None:
    """Built again, every part has the same mesh as its file: volume, bounds and place."""
    layout = Layout(load())
    for name, (vertices, faces) in printed_meshes(layout, parts.build(layout)).items():
        fresh, stored = vertices[faces], read_stl(CASE / f"{name}.stl")
        assert volume_mm3(stored) == pytest.approx(volume_mm3(fresh), rel=1e-3), name
        for side in (np.min, np.max):
            assert side(stored, axis=(0, 1)) == pytest.approx(side(fresh, axis=(0, 1)), abs=0.02)


def test_the_3mf_is_read_by_others(tmp_path: Path) -> None:
    """Another program's reader finds every object with its volume and millimetres."""
    layout = Layout(load())
    solid = export.mesh(export.as_printed(layout, "base_rim", parts.base_rim(layout)))
    export.write_3mf(tmp_path / "a.3mf", {"base_rim": solid})
    archive = tmp_path / "a.3mf"
    with zipfile.ZipFile(archive) as opened:
        model = ElementTree.fromstring(opened.read("3D/3dmodel.model"))  # noqa: S314 - our own file
    assert model.attrib["unit"] == "millimeter"
    space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    points = [[float(v.attrib[k]) for k in "xyz"] for v in model.iter(f"{space}vertex")]
    faces = [[int(t.attrib[k]) for k in ("v1", "v2", "v3")] for t in model.iter(f"{space}triangle")]
    volume = export.volume_mm3(np.array(points), np.array(faces))
    assert volume == pytest.approx(export.volume_mm3(*solid), rel=1e-3)


# ---- helpers -------------------------------------------------------------------------------------


def _manifold(mesh: Mesh) -> manifold3d.Manifold:
    vertices, faces = mesh
    return manifold3d.Manifold(
        manifold3d.Mesh(vertices.astype(np.float32), faces.astype(np.uint32))
    )


def _shared(solid: object, mesh: Mesh) -> float:
    return float((_manifold(export.mesh(solid, 0.02)) ^ _manifold(mesh)).volume())


def _assert_thread(screw: Screw, mesh: Mesh, fit: Fit) -> None:
    size = float(screw.kind[1:].split("x")[0])
    hole = {3.0: fit.m3_insert_mm, 2.5: fit.m25_core_mm, 2.0: fit.m2_core_mm}[size] / 2
    start, depth = shapes.along(screw, screw.grip_mm), 4.0
    free = shapes.rod(start, screw.direction_xyz, depth, hole - 0.1)
    assert _shared(free, mesh) < 0.2, f"{screw.joint}: the thread's hole is blocked"
    wall = 0.9 if size < 3 else 1.2
    around = shapes.rod(start, screw.direction_xyz, depth, hole + wall)
    ring = math.pi * ((hole + wall) ** 2 - hole**2) * depth
    assert _shared(around, mesh) > 0.85 * ring, f"{screw.joint}: too little plastic round the hole"


def _thickness(vertices: Array, faces: Faces) -> Array:
    random = np.random.default_rng(5)
    corners = vertices[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    chosen = random.choice(len(faces), 6000, p=areas / areas.sum())
    a, b = np.sort(random.uniform(0, 1, (2, 6000)), axis=0)
    weights = np.stack([a, b - a, 1 - b], axis=1)
    points = np.einsum("ij,ijk->ik", weights, corners[chosen])
    inward = -normals[chosen] / areas[chosen, None]
    _, distance = Scene([Item(vertices, faces, (1, 1, 1))]).hits(points + inward * 0.01, inward)
    return distance + 0.01


def _disc(radius: float, z: float) -> Array:
    rings = np.linspace(0, radius, 14)
    turns = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    xy = np.stack([np.outer(rings, np.cos(turns)), np.outer(rings, np.sin(turns))], axis=-1)
    flat = xy.reshape(-1, 2)
    return np.column_stack([flat, np.full(len(flat), z)])


def _towards(eye: Array, goal: Array) -> tuple[Array, Array]:
    ways = goal - eye
    far = np.linalg.norm(ways, axis=1)
    return ways / far[:, None], far


def _unit(ways: Array) -> Array:
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True))


def _domes(layout: Layout) -> list[Array]:
    """Points of every LED's dome, on its free half."""
    lamps = layout.box.lamps
    random = np.random.default_rng(3)
    domes = []
    for i in range(lamps.count):
        turn = (i + 0.5) * 2 * math.pi / lamps.count
        tilt = math.radians(lamps.tilt_deg)
        axis = np.array(
            [-math.cos(turn) * math.cos(tilt), -math.sin(turn) * math.cos(tilt), math.sin(tilt)]
        )
        ways = _unit(random.normal(0, 1, (200, 3)))
        ways = np.where((ways @ axis)[:, None] < 0, -ways, ways)
        centre = [
            lamps.ring_radius_mm * math.cos(turn),
            lamps.ring_radius_mm * math.sin(turn),
            layout.lamp_z,
        ]
        domes.append(np.array(centre) + ways * lamps.led_diameter_mm / 2)
    return domes


def _assert_kept_in(layout: Layout, scene: Scene, start: Array, ways: Array) -> None:
    triangle, distance = scene.hits(start, ways)
    end = start + ways * np.where(np.isfinite(distance), distance, 2000.0)[:, None]
    wall = layout.rear_y + 0.01
    inside = np.all(np.abs(end[:, :2]) <= wall, axis=1) & (triangle >= 0)
    inside &= (end[:, 2] >= -0.01) & (end[:, 2] <= layout.deck_z + 10)
    with np.errstate(divide="ignore", invalid="ignore"):
        rise = (layout.deck_z - start[:, 2]) / ways[:, 2]
    at_deck = start + ways * rise[:, None]
    normals = scene.normals[np.maximum(triangle, 0)]
    in_plastic = (triangle >= 0) & (np.sum(normals * ways, axis=1) > 0)
    by_window = (rise > 0) & (np.hypot(at_deck[:, 0], at_deck[:, 1]) < layout.window_radius)
    leaks = ~inside & ~by_window & ~in_plastic
    assert not leaks.any(), f"{leaks.sum()} rays, such as {start[leaks][0]} to {end[leaks][0]}"


def _inside_corners(layout: Layout, grid: Array) -> npt.NDArray[np.bool_]:
    """Leave out the lid's rounded corners."""
    radius = CORNER + 3.0
    dx = np.minimum(grid[:, 0] - layout.lid_x[0], layout.lid_x[1] - grid[:, 0])
    dy = np.minimum(grid[:, 1] - layout.lid_y[0], layout.lid_y[1] - grid[:, 1])
    return np.asarray(~((dx < radius) & (dy < radius)))
