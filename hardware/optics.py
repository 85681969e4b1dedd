"""Rays of the box: what the camera sees, where the lamps' mirror images lie, how light falls.

Everything is a surface of revolution round the camera's axis, so a ray is a radius and an angle.
Window and base are one slab of acrylic
with a film of air between, which bends nothing because its faces are parallel (Snell's law).
Source of the rule for lamps: design/vision, "The optics of the box".
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from hardware.parameters import Parameters

BISECTIONS: Final = 60
STEEPEST_RAD: Final = math.radians(89.9)


class Surface(Enum):
    """The four faces that can mirror a lamp, from below upwards; the last carries the dice."""

    WINDOW_BELOW = "window, lower face"
    WINDOW_ABOVE = "window, upper face"
    BASE_ABOVE = "base, upper face, and the dice on it"


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorImage:
    """Where the nearest part of a lamp appears, seen in the plane of the dice.

    Attributes:
        surface: the face that mirrors.
        radius_mm: distance from the axis of the image's inner edge.
    """

    surface: Surface
    radius_mm: float


def slab_mm(box: Parameters) -> float:
    """Return the thickness of acrylic between the chamber and the dice."""
    return box.window.thickness_mm + box.base.disc_thickness_mm


def lens_air_mm(box: Parameters) -> float:
    """Return the air between the lens's pupil and the window's underside."""
    return box.optics.lens_to_window_mm - box.window.thickness_mm


def lamp_air_mm(box: Parameters) -> float:
    """Return the air between the lamps and the window's underside."""
    return box.lamps.depth_mm - box.window.thickness_mm


def travel_mm(angle_rad: float, air_mm: float, acrylic_mm: float, index: float) -> float:
    """Return how far a ray moves sideways on its way through air and acrylic."""
    inside = math.asin(math.sin(angle_rad) / index)
    return air_mm * math.tan(angle_rad) + acrylic_mm * math.tan(inside)


def angle_rad(radius_mm: float, air_mm: float, acrylic_mm: float, index: float) -> float:
    """Return the angle in air of the ray that moves sideways by `radius_mm`."""
    return _root(lambda a: travel_mm(a, air_mm, acrylic_mm, index) - radius_mm)


def view_half_angle_deg(box: Parameters, radius_mm: float) -> float:
    """Return the angle from the axis under which the lens sees a point on the dice's plane."""
    return math.degrees(
        angle_rad(radius_mm, lens_air_mm(box), slab_mm(box), box.window.refractive_index)
    )


def seen_radius_mm(box: Parameters, half_angle_deg: float) -> float:
    """Return the radius on the dice's plane that the lens sees under that angle."""
    return travel_mm(
        math.radians(half_angle_deg),
        lens_air_mm(box),
        slab_mm(box),
        box.window.refractive_index,
    )


def px_per_mm(box: Parameters) -> float:
    """Return the working picture's scale in the plane of the dice; the sensor's height is kept."""
    return box.optics.picture_wh_px[1] / (2 * seen_radius_mm(box, box.camera.vfov_deg / 2))


def focus_mm(box: Parameters) -> float:
    """Return the distance the lens must focus: acrylic counts 1/n, as it brings things nearer."""
    return lens_air_mm(box) + slab_mm(box) / box.window.refractive_index


def lens_position(box: Parameters) -> float:
    """Return libcamera's LensPosition for the dice's plane, in dioptres."""
    return 1000.0 / focus_mm(box)


def lamp_inner_radius_mm(box: Parameters) -> float:
    """Return the radius of the lamps' innermost point."""
    return box.lamps.ring_radius_mm - box.lamps.led_diameter_mm / 2


def image_radius_mm(box: Parameters, surface: Surface, lamp_radius_mm: float) -> float:
    """Return where a lamp, mirrored by a surface, appears in the plane of the dice.

    With thin acrylic this is ``r * d / (d + h)`` for a lamp at radius r and depth h under a camera
    at depth d; here both ways through the acrylic are counted too.
    """
    index = box.window.refractive_index
    acrylic = {
        Surface.WINDOW_BELOW: 0.0,
        Surface.WINDOW_ABOVE: 2 * box.window.thickness_mm,
        Surface.BASE_ABOVE: 2 * slab_mm(box),
    }[surface]
    air = lens_air_mm(box) + lamp_air_mm(box)
    angle = angle_rad(lamp_radius_mm, air, acrylic, index)
    return travel_mm(angle, lens_air_mm(box), slab_mm(box), index)


def mirror_images(box: Parameters) -> tuple[MirrorImage, ...]:
    """Return the inner edge of the lamps' image in each mirroring surface."""
    inner = lamp_inner_radius_mm(box)
    return tuple(
        MirrorImage(surface=surface, radius_mm=image_radius_mm(box, surface, inner))
        for surface in Surface
    )


def nearest_image_mm(box: Parameters) -> float:
    """Return the smallest radius at which any lamp appears."""
    return min(image.radius_mm for image in mirror_images(box))


def lamp_xyz_mm(box: Parameters) -> npt.NDArray[np.float64]:
    """Return the lamps' places ``(count, 3)``; z is 0 at the window's underside, up positive."""
    turns = (np.arange(box.lamps.count) + 0.5) * 2 * np.pi / box.lamps.count
    radius = box.lamps.ring_radius_mm
    return np.stack(
        [radius * np.cos(turns), radius * np.sin(turns), np.full_like(turns, -lamp_air_mm(box))],
        axis=1,
    )


def light_on_dice(
    box: Parameters, points_xy_mm: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return relative light on downward faces at points ``(n, 2)``, 1.0 on the axis.

    Inverse square, cosine at the die, cosine of a wide-beam LED off its axis, and Fresnel loss at
    the four faces of window and base.
    """
    points = np.vstack([[[0.0, 0.0]], np.asarray(points_xy_mm, dtype=np.float64)])
    targets = np.column_stack([points, np.full(len(points), slab_mm(box))])
    total = np.zeros(len(targets))
    for lamp in lamp_xyz_mm(box):
        total += _light_of(box, lamp, targets)
    return np.asarray(total[1:] / total[0])


def _light_of(
    box: Parameters, lamp: npt.NDArray[np.float64], targets: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    ray = targets - lamp
    distance = np.linalg.norm(ray, axis=1)
    ray = ray / distance[:, None]
    tilt = math.radians(box.lamps.tilt_deg)
    inward = -lamp[:2] / np.linalg.norm(lamp[:2])
    axis = np.array([*(inward * math.cos(tilt)), math.sin(tilt)])
    beam = np.clip(ray @ axis, 0, None)
    through = fresnel_transmission(ray[:, 2], box.window.refractive_index) ** 4
    return np.asarray(beam * ray[:, 2] / distance**2 * through)


def fresnel_transmission(cosine: npt.NDArray[np.float64], index: float) -> npt.NDArray[np.float64]:
    """Return the share of unpolarised light that passes one face, by the cosine of incidence."""
    inside = np.sqrt(1 - (1 - cosine**2) / index**2)
    across = ((cosine - index * inside) / (cosine + index * inside)) ** 2
    along = ((index * cosine - inside) / (index * cosine + inside)) ** 2
    return np.asarray(1 - (across + along) / 2)


def evenness(box: Parameters) -> tuple[float, float]:
    """Return the least and the most light in the region of interest, 1.0 on the axis."""
    radius = box.optics.roi_diameter_mm / 2
    rings = np.linspace(0, radius, 12)
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    grid = np.stack([np.outer(rings, np.cos(turns)), np.outer(rings, np.sin(turns))], axis=-1)
    light = light_on_dice(box, grid.reshape(-1, 2))
    return float(light.min()), float(light.max())


def _root(rises: Callable[[float], float]) -> float:
    low, high = 0.0, STEEPEST_RAD
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    return (low + high) / 2
