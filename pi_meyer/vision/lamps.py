"""The ring of lamps: its mirror images lie on one circle, evenly spaced.

Windows and flat faces that lie on them mirror the lamps at the same places, so that a few images
tell where all others are, those on dice too. Nothing is said where the images seen do not agree.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import as_complex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.planes import Bytes, Reals

Spots = npt.NDArray[np.complex64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LampRing:
    """A ring of lamp images.

    Attributes:
        radius_px: of the circle on which the images lie.
        images_xy: where all images lie, seen or not, ``(count, 2)`` in pixels.
        reach_px: how far from there the picture may be white.
        gap_px: what is free between two neighbours.
    """

    radius_px: float
    images_xy: Reals
    reach_px: float
    gap_px: float

    def near(self, xy: Reals, beyond_px: float) -> npt.NDArray[np.bool_]:
        """Which points ``(n, 2)`` lie on an image, or less than so many pixels beyond it."""
        there: npt.NDArray[np.bool_] = self._gaps(xy) < self.reach_px + beyond_px
        return there

    def are_images(self, xy: Reals) -> npt.NDArray[np.bool_]:
        """Which of these middles of spots ``(n, 2)`` are those of images."""
        there: npt.NDArray[np.bool_] = self._gaps(xy) < tuning.RING_SAME_PX
        return there

    def _gaps(self, xy: Reals) -> Reals:
        gaps: Reals = np.hypot(*(xy[:, None] - self.images_xy).transpose(2, 0, 1)).min(axis=1)
        return gaps


def find_ring(bright: Bytes, shrink: int, middle_xy: tuple[float, float]) -> LampRing | None:
    """The ring that most bright spots are images of, or None where they do not surely make one.

    Args:
        bright: not 0 where the picture is bright and no die lies, ``(height, width)``.
        shrink: pixels of the picture for each of its pixels.
        middle_xy: the pixel right above the camera.
    """
    return ring_through(*_spots(bright, shrink), middle_xy)


def ring_through(
    spots_xy: Reals, reaches_px: Reals, middle_xy: tuple[float, float]
) -> LampRing | None:
    """The ring that most of these spots are images of, or None where they do not make one.

    Args:
        spots_xy: their middles, ``(n, 2)`` in pixels.
        reaches_px: how far each reaches from there, ``(n,)``.
        middle_xy: the pixel right above the camera.
    """
    if len(spots_xy) < tuning.RING_SEEN_MIN:
        return None
    off = spots_xy - np.array(middle_xy)
    circle = _circle(off)
    if circle is None:
        return None
    centre, on = circle
    spokes = [complex(x, y) for x, y in (off[on] - centre).tolist()]
    angles = [cmath.phase(one) for one in spokes]
    radius = sum(abs(one) for one in spokes) / len(spokes)
    count, phase = _spacing(angles, radius)
    if not count:
        return None
    middle = complex(*centre) + complex(*middle_xy)
    images = [
        middle + cmath.rect(radius, phase + 2 * math.pi / count * turn) for turn in range(count)
    ]
    reach = float(reaches_px[on].max())
    gap = 2 * np.pi / count * radius - 2 * reach
    images_xy = np.array([(image.real, image.imag) for image in images])
    return LampRing(radius_px=radius, images_xy=images_xy, reach_px=reach, gap_px=gap)


def _spots(bright: Bytes, shrink: int) -> tuple[Reals, Reals]:
    """Middles ``(n, 2)`` and reaches ``(n,)`` of the bright spots of a lamp image's size."""
    # counted in 16 bit they take a third of the time
    count, _, stats, middles = cv2.connectedComponentsWithStats(
        bright, connectivity=8, ltype=cv2.CV_16U
    )
    sides = [max(width, height) * shrink for width, height in stats[1:count, 2:4].tolist()]
    order = sorted(range(len(sides)), key=lambda at: -sides[at])
    lamps = [at for at in order if sides[at] < tuning.RING_IMAGE_MAX_PX][: tuning.RING_SPOTS_MAX]
    there, first = middles[1:count].tolist(), (shrink - 1) / 2
    xy = [(there[at][0] * shrink + first, there[at][1] * shrink + first) for at in lamps]
    return np.array(xy).reshape(-1, 2), np.array([sides[at] / 2 for at in lamps])


def _circle(off: Reals) -> tuple[Reals, npt.NDArray[np.bool_]] | None:
    """The circle round about the axis that most spots lie on: its middle, and which these are."""
    spots = as_complex(off)
    one, two, three = spots.take(_triples(len(off)))
    middles = _middles(one, two, three)
    good = np.abs(middles) < tuning.RING_OFF_AXIS_PX
    middles = middles[good]
    if not len(middles):
        return None
    radii = np.abs(one[good] - middles)
    on = np.abs(np.abs(spots - middles[:, None]) - radii[:, None]) < tuning.RING_WIDTH_PX
    counts = np.count_nonzero(on, axis=1)
    best = int(counts.argmax())
    if counts[best] < tuning.RING_SEEN_MIN:
        return None
    middle = _middle_of(off[on[best]].tolist())
    return None if middle is None else (np.array(middle), on[best])


def _middle_of(points: list[list[float]]) -> tuple[float, float] | None:
    """The middle of a circle through points: least squares of x^2 + y^2 = 2ax + 2by + c."""
    mean_x, mean_y = (sum(part) / len(points) for part in zip(*points, strict=True))
    xx = xy = yy = x_size = y_size = 0.0
    for point_x, point_y in points:
        x, y = point_x - mean_x, point_y - mean_y
        size = (x * x + y * y) / 2
        xx, xy, yy = xx + x * x, xy + x * y, yy + y * y
        x_size, y_size = x_size + size * x, y_size + size * y
    det = xx * yy - xy * xy
    if not det:
        return None
    return mean_x + (yy * x_size - xy * y_size) / det, mean_y + (xx * y_size - xy * x_size) / det


@lru_cache(maxsize=32)
def _triples(count: int) -> npt.NDArray[np.intp]:
    """All three of so many: ``(3, n)``."""
    return np.array(list(combinations(range(count), 3))).T


def _middles(one: Spots, two: Spots, three: Spots) -> Spots:
    """Middles of the circles through three points each; far away where they are in line."""
    to_two, to_three = two - one, three - one
    cross = to_two * to_three.conj()
    cross -= cross.conj()
    cross[np.abs(cross) < 1] = np.complex64(1e-3j)
    middles: Spots = (to_two * np.abs(to_three) ** 2 - to_three * np.abs(to_two) ** 2) / cross
    return one + middles


def _spacing(angles: Sequence[float], radius_px: float) -> tuple[int, float]:
    """How many evenly spaced lamps explain these angles, and the angle of one; 0 where none do."""
    ways = [cmath.rect(1.0, angle) for angle in angles]
    turned = [way ** (tuning.RING_COUNT_MIN - 1) for way in ways]
    for count in range(tuning.RING_COUNT_MIN, tuning.RING_COUNT_MAX + 1):
        # turned so many times as far, all lamps lie in the same direction, give or take a little
        turned = [far * way for far, way in zip(turned, ways, strict=True)]
        mean = sum(turned) / len(turned)
        if abs(mean) < _EVEN_LEAST:
            continue
        step = 2 * math.pi / count
        phase = cmath.phase(mean) / count
        steps = [round((angle - phase) / step) for angle in angles]
        seen = len({one % count for one in steps})
        if seen < max(tuning.RING_SEEN_MIN, tuning.RING_SEEN_SHARE * count):
            continue
        arcs = (abs(angle - phase - one * step) for angle, one in zip(angles, steps, strict=True))
        most_px = min(tuning.RING_ARC_PX, tuning.RING_ARC_STEPS * step * radius_px)
        if max(arcs) * radius_px < most_px:
            return count, phase
    return 0, 0.0


_EVEN_LEAST = math.cos(2 * math.pi * tuning.RING_ARC_STEPS)
"""How long the mean of these directions is at least where none is too far off."""
