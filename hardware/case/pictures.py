"""The pictures of the guide: every one is rendered from the parts, the guide's order is here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from hardware.case import assembly, export
from hardware.case.assembly import BRASS, GREY, IVORY, STEEL, Body
from hardware.case.lid import inlay
from hardware.case.render import Item, View, mesh_of, picture
from hardware.case.screws import screws_of
from hardware.case.shapes import along, block, joined, rod, tube, washer
from hardware.layout import FRAME_LIP_MM, FRAME_MM, Layout

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt

    Array = npt.NDArray[np.float64]
    Vector = tuple[float, float, float]

QUALITY: Final = 86
SIZE: Final = (840, 630)
RIBBON: Final = (0.80, 0.78, 0.70)
WIRE: Final = (0.45, 0.03, 0.02)
SCREEN_LIGHT: Final = 0.9


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what is in it, and from where."""

    items: list[Item]
    view: View


class Album:
    """All bodies of one box as meshes, tessellated once."""

    def __init__(self, layout: Layout) -> None:
        """Make the parts."""
        self.layout = layout
        self.bodies = {b.name: b for b in (*assembly.printed(layout), *assembly.bought(layout))}
        self.meshes = {name: mesh_of(body.solid) for name, body in self.bodies.items()}
        self.inlay = mesh_of(inlay(layout))

    def item(self, name: str, move: Vector = (0, 0, 0)) -> Item:
        """Return one body, moved."""
        body, (vertices, faces) = self.bodies[name], self.meshes[name]
        gloss = 0.35 if name in {"lift_button", "cup_ring", "leds"} else 0.10
        return Item(vertices + np.array(move), faces, body.colour, gloss, body.clear)

    def paint(self, move: Vector = (0, 0, 0)) -> Item:
        """Return the paint in the deck's engraving."""
        return Item(self.inlay[0] + np.array(move), self.inlay[1], BRASS, 0.3)

    def screws(self, joint: str, out_mm: float = 0.0, move: Vector = (0, 0, 0)) -> list[Item]:
        """Return the screws of a joint, pulled out against their direction."""
        found = []
        for screw in screws_of(self.layout, joint):
            vertices, faces = mesh_of(assembly.screw_solid(screw), 0.1)
            shift = np.array(move) - out_mm * np.array(screw.direction_xyz)
            found.append(Item(vertices + shift, faces, STEEL, 0.5))
        return found

    def inserts(self, joint: str, out_mm: float = 0.0, move: Vector = (0, 0, 0)) -> list[Item]:
        """Return the brass inserts of a joint."""
        found = []
        for screw in screws_of(self.layout, joint):
            solid = rod(along(screw, screw.grip_mm), screw.direction_xyz, 4.0, 2.25)
            bore = rod(along(screw, screw.grip_mm - 1), screw.direction_xyz, 6.0, 1.4)
            vertices, faces = mesh_of(solid - bore, 0.1)
            shift = np.array(move) - out_mm * np.array(screw.direction_xyz)
            found.append(Item(vertices + shift, faces, BRASS, 0.5))
        return found

    def prop(self, solid: Any, colour: Vector, move: Vector = (0, 0, 0)) -> Item:
        """Return something that is only in a picture."""
        vertices, faces = mesh_of(solid)
        return Item(vertices + np.array(move), faces, colour)

    def lit_screen(
        self, image: npt.NDArray[np.uint8] | None, move: Vector = (0, 0, 0)
    ) -> list[Item]:
        """Return the panel's lit rectangle with a picture on it."""
        if image is None:
            return []
        layout = self.layout
        wide, high = layout.box.display.active_wh_mm
        depth = FRAME_LIP_MM - FRAME_MM - 0.1
        corner = np.array(layout.on_slope(-wide / 2, -high / 2, depth)) + np.array(move)
        right = np.array([wide, 0.0, 0.0])
        up = np.array(layout.on_slope(0, high, depth)) - np.array(layout.on_slope(0, 0, depth))
        corners = np.array([corner, corner + right, corner + right + up, corner + up])
        faces = np.array([[0, 1, 2], [0, 2, 3]])
        return [Item(corners, faces, (0, 0, 0), 0.0, texture=(corner, right, up, image))]


def flipped(items: list[Item]) -> list[Item]:
    """Turn things upside down, about the line from left to right."""
    turn = np.diag([1.0, -1.0, -1.0])
    return [Item(i.vertices @ turn, i.triangles, i.colour, i.gloss, i.clear) for i in items]


def aimed(
    items: list[Item],
    way: Vector,
    *,
    fill: float = 1.15,
    ground: bool = True,
    size: tuple[int, int] = SIZE,
) -> Shot:
    """Return a picture of all items, seen along a direction and filling the frame."""
    corners = np.concatenate([item.vertices for item in items])
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle = (low + high) / 2
    forward = np.array(way, float) / np.linalg.norm(way)
    right = np.cross(forward, [0, 0, 1.0])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    across = np.ptp(corners @ right) * size[1] / size[0]
    height = max(across, np.ptp(corners @ up)) * fill
    centre = middle + up * ((corners @ up).max() + (corners @ up).min() - 2 * middle @ up) / 2
    centre += right * ((corners @ right).max() + (corners @ right).min() - 2 * middle @ right) / 2
    eye = centre - forward * height * 3.0
    view = View(
        eye=(eye[0], eye[1], eye[2]),
        target=(centre[0], centre[1], centre[2]),
        height_mm=float(height),
        size_wh=size,
        ground=float(low[2]) if ground else None,
    )
    return Shot(items, view)


FROM_FRONT: Final[Vector] = (0.42, 0.95, -0.62)
FROM_REAR: Final[Vector] = (-0.5, -0.85, -0.62)
FROM_ABOVE: Final[Vector] = (0.10, 0.26, -1.05)
INSIDE: Final = ("body", "camera_seat", "camera", "computer_tray", "computer")
LID_SIDE: Final = ("lid", "cup_ring", "window_seat", "window")


def everything(album: Album, image: npt.NDArray[np.uint8] | None) -> list[Item]:
    """Return the closed box with its screen lit."""
    items = [album.item(name) for name in album.bodies if not name.startswith("base_")]
    joints = ("lid", "screen frame")
    return [
        *items,
        album.paint(),
        *(screw for joint in joints for screw in album.screws(joint)),
        *album.lit_screen(image),
    ]


def hero(album: Album, image: npt.NDArray[np.uint8] | None) -> Shot:
    """Return the finished box after a lift: the picture that makes one want to build it."""
    props = [
        Item(*mesh_of(b.solid), b.colour, 0.12) for b in assembly.cup_and_dice(album.layout, 62.0)
    ]
    bases = [album.item("base_rim"), album.item("base_disc")]
    return aimed(
        [*everything(album, image), *bases, *props], FROM_FRONT, fill=1.08, size=(1200, 1000)
    )


def covered(album: Album, image: npt.NDArray[np.uint8] | None) -> Shot:
    """Return the box in play, the cup down."""
    props = [
        Item(*mesh_of(b.solid), b.colour, 0.12) for b in assembly.cup_and_dice(album.layout, 0.0)
    ]
    bases = [album.item("base_rim"), album.item("base_disc")]
    return aimed([*everything(album, image), *bases, *props], FROM_FRONT, fill=1.1)


def exploded(album: Album) -> Shot:
    """Return all parts, pulled apart the way they are put together."""
    items = [album.item(b.name, b.explode) for b in album.bodies.values()]
    lid, frame = album.bodies["lid"].explode, album.bodies["screen_frame"].explode
    items += [album.paint(lid), *album.screws("screen frame", 30.0, frame)]
    items += [*album.screws("lid", 26.0, lid), *album.screws("lamp ring", 8.0, (0, 0, 62.0))]
    return aimed(items, (0.5, 0.9, -0.42), fill=1.06, ground=False, size=(900, 1000))


def parcel(album: Album) -> Shot:
    """Return all printed parts and discs, laid out as they come from the bed."""
    items, x, y, row = [], 0.0, 0.0, 0.0
    for body in assembly.printed(album.layout):
        vertices, faces = mesh_of(export.as_printed(album.layout, body.name, body.solid))
        wide, deep = np.ptp(vertices[:, 0]), np.ptp(vertices[:, 1])
        if x and x + wide > 640:
            x, y, row = 0.0, y - row - 18, 0.0
        place = np.array([x + wide / 2, y - deep / 2, 0.0])
        items.append(Item(vertices + place, faces, body.colour, 0.12, body.clear))
        x, row = x + wide + 18, max(row, deep)
    return aimed(items, (0.12, 0.6, -1.0), fill=1.05)


def inserts(album: Album) -> Shot:
    """Return lid and window seat upside down with their inserts above the holes."""
    lid = [album.item("lid"), *album.inserts("lid", 16.0)]
    seat = [album.item("window_seat", (-205, 0, 0))]
    seat += album.inserts("lamp ring", 14.0, (-205, 0, 0))
    return aimed(flipped([*lid, *seat]), (0.2, 0.75, -0.9))


def camera_on_seat(album: Album) -> Shot:
    """Return the camera above its seat."""
    lifted = (0.0, 0.0, 16.0)
    items = [album.item("camera_seat"), album.item("camera", lifted)]
    items += [*album.screws("camera", 12.0, lifted), *album.inserts("camera seat")]
    return aimed(items, (-0.75, 0.8, -0.7))


def camera_in_body(album: Album) -> Shot:
    """Return the seat in the chamber, the ribbon through the light trap."""
    items = [album.item(n) for n in ("body", "camera_seat", "camera")]
    items += [ribbon(album), *album.screws("camera", 0.0)]
    return aimed(items, FROM_ABOVE)


def ribbon(album: Album) -> Item:
    """Return the camera's ribbon on its way into the bay."""
    return album.prop(assembly.ribbon(album.layout), RIBBON)


def leds_in_ring(album: Album) -> Shot:
    """Return the ring from below, LEDs pushed in from outside and wired in a circle."""
    items = [album.item("lamp_ring"), album.item("leds")]
    radius, z = album.layout.box.lamps.ring_radius_mm + 5.0, album.layout.lamp_z - 6.5
    circle = washer(z, z + 0.9, radius, radius + 0.9)
    other = washer(z - 2.5, z - 1.6, radius - 1.5, radius - 0.6)
    items += [album.prop(circle, WIRE), album.prop(other, GREY)]
    return aimed(flipped(items), (0.2, 0.7, -0.85))


def window_in_lid(album: Album) -> Shot:
    """Return lid, window, cup ring and seat as a sandwich, upside down."""
    moves = {"cup_ring": 34.0, "window": 16.0, "lid": 0.0, "window_seat": -34.0}
    items = [album.item(name, (0, 0, z)) for name, z in moves.items()]
    items += [album.paint(), *album.screws("window seat", 30.0, (0, 0, -34.0))]
    return aimed(flipped(items), (0.3, 0.8, -0.55), ground=False)


def ring_on_posts(album: Album) -> Shot:
    """Return the lamp ring above the posts under the lid."""
    moves = dict.fromkeys(LID_SIDE, 0.0) | {"lamp_ring": -26.0, "leds": -26.0}
    items = [album.item(name, (0, 0, z)) for name, z in moves.items()]
    items += [*album.screws("lamp ring", 18.0, (0, 0, -26.0)), *album.screws("window seat")]
    return aimed(flipped(items), (0.3, 0.85, -0.65))


def button_in_lid(album: Album) -> Shot:
    """Return the button over its hole."""
    items = [album.item(name) for name in LID_SIDE]
    items += [album.paint(), album.item("lift_button", (0, 0, 62.0))]
    if album.layout.box.choice.encoder:
        items.append(album.item("encoder", (0, 0, 40.0)))
    return aimed(items, FROM_FRONT)


def computer_on_tray(album: Album) -> Shot:
    """Return the computer above its tray."""
    up = (0.0, 0.0, 26.0)
    items = [album.item("computer_tray"), album.item("computer", up)]
    items += [*album.screws("computer", 16.0, up), *album.inserts("computer tray")]
    return aimed(items, (-0.6, 0.75, -0.75))


def tray_in_body(album: Album) -> Shot:
    """Return the bay with computer, ribbon and the screws from below pulled out."""
    items = [album.item(name) for name in INSIDE]
    items += [ribbon(album), *album.screws("camera")]
    return aimed(items, (-0.12, 0.26, -1.05))


def screen_in_frame(album: Album) -> Shot:
    """Return panel and clamps behind the frame."""
    back = assembly.front_way(album.layout, -34.0)
    far = assembly.front_way(album.layout, -66.0)
    items = [album.item("screen_frame"), album.item("display", back)]
    items += [album.item(name, far) for name in ("screen_clamp_upper", "screen_clamp_lower")]
    items += album.screws("screen clamps", 18.0, far)
    return aimed(items, (-0.75, -0.8, -0.55), ground=False)


def frame_on_body(album: Album, image: npt.NDArray[np.uint8] | None) -> Shot:
    """Return the frame before the body."""
    out = assembly.front_way(album.layout, 55.0)
    items = [album.item(name) for name in INSIDE]
    fronts = ("screen_frame", "display", "screen_clamp_upper", "screen_clamp_lower")
    items += [album.item(name, out) for name in fronts]
    items += [ribbon(album), *album.screws("screen frame", 24.0, out)]
    items += album.lit_screen(image, out)
    return aimed(items, FROM_FRONT)


def lid_on_body(album: Album, image: npt.NDArray[np.uint8] | None) -> Shot:
    """Return the lid above the body, its screws at the sides."""
    up = (0.0, 0.0, 60.0)
    lower = [*INSIDE, "screen_frame", "display", "screen_clamp_upper", "screen_clamp_lower"]
    items = [album.item(name) for name in lower]
    items += [album.item(n, up) for n in (*LID_SIDE, "lamp_ring", "leds", "lift_button")]
    items += [album.paint(up), *album.screws("lid", 22.0), *album.screws("screen frame")]
    return aimed([*items, *album.lit_screen(image)], FROM_FRONT)


def base_for_cup(album: Album) -> Shot:
    """Return disc, rim and cup, one above the other."""
    cup = [
        Item(*mesh_of(b.solid), b.colour, 0.12) for b in assembly.cup_and_dice(album.layout, 44.0)
    ]
    items = [album.item("base_disc"), album.item("base_rim", (0, 0, 14.0))]
    return aimed([*items, *cup], (0.4, 0.85, -0.45))


def card_on_window(album: Album, image: npt.NDArray[np.uint8] | None) -> Shot:
    """Return the box with the calibration card in the cup's ring."""
    z = album.layout.deck_z
    card = tube((0, 0), z + 0.1, z + 0.6, album.layout.base_radius)
    marks = [
        block((x - 7, y - 7, z + 0.5), (x + 7, y + 7, z + 0.75))
        for x, y in ((-20, -20), (20, -20), (-20, 20), (20, 20))
    ]
    items = [*everything(album, image), album.prop(card, IVORY), album.prop(joined(marks), GREY)]
    return aimed(items, FROM_FRONT)


def screen_image(sample: str, language: str = "en") -> npt.NDArray[np.uint8] | None:
    """Return what the program shows, drawn by the program itself; None where it cannot run."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    try:
        import pygame  # noqa: PLC0415 - SDL must be told of no window first

        from pi_meyer.display.panel import Panel  # noqa: PLC0415
        from pi_meyer.display.picture_book import pictures  # noqa: PLC0415
    except ImportError:
        return None
    pygame.init()
    for _, surface in pictures(Panel(size_wh=(800, 480)), language, [sample]):
        rgb = pygame.surfarray.array3d(surface).swapaxes(0, 1)
        return np.ascontiguousarray(rgb[:, :, ::-1])
    return None


def shots(album: Album) -> dict[str, Callable[[], Shot]]:
    """Return all pictures by file name, made when asked for."""
    return {
        "box": lambda: hero(album, screen_image("ruling bluff")),
        "exploded": lambda: exploded(album),
        "01-parcel": lambda: parcel(album),
        "02-inserts": lambda: inserts(album),
        "03-camera": lambda: camera_on_seat(album),
        "04-camera-in-body": lambda: camera_in_body(album),
        "05-lamps": lambda: leds_in_ring(album),
        "06-window": lambda: window_in_lid(album),
        "07-lamp-ring": lambda: ring_on_posts(album),
        "08-button": lambda: button_in_lid(album),
        "09-computer": lambda: computer_on_tray(album),
        "10-bay": lambda: tray_in_body(album),
        "11-screen": lambda: screen_in_frame(album),
        "12-front": lambda: frame_on_body(album, None),
        "13-lid": lambda: lid_on_body(album, screen_image("doctor")),
        "14-base": lambda: base_for_cup(album),
        "15-calibrate": lambda: card_on_window(album, screen_image("calibrate")),
        "16-first-round": lambda: covered(album, screen_image("ready untracked")),
    }


def write(folder: Path, album: Album, names: list[str]) -> list[Path]:
    """Render pictures into a folder and return their files."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, shot in shots(album).items():
        if names and name not in names:
            continue
        made = shot()
        path = folder / f"{name}.jpg"
        cv2.imwrite(str(path), picture(made.items, made.view), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        written.append(path)
    return written


__all__ = ["Album", "Body", "shots", "write"]
