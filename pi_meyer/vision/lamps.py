"""The ring of lamps: its mirror images lie on one circle, evenly spaced.

Windows and flat faces that lie on them mirror the lamps at the same places, so that a few images
tell where all others are, those on dice too. Nothing is said where the images seen do not agree.
"""

from __future__ import annotations

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
        gaps = np.hypot(*(xy[:, None] - self.images_xy).transpose(2, 0, 1)).min(axis=1)
        there: npt.NDArray[np.bool_] = gaps < self.reach_px + beyond_px
        return there


def find_ring(bright: Bytes, shrink: int, middle_xy: tuple[float, float]) -> LampRing | None:
    """The ring that most bright spots are images of, or None where they do not surely make one.

    Args:
        bright: not 0 where the picture is bright and no die lies, ``(height, width)``.
        shrink: pixels of the picture for each of its pixels.
        middle_xy: the pixel right above the camera.
    """
    spots, reaches = _spots(bright, shrink)
    if len(spots) < tuning.RING_SEEN_MIN:
        return None
    off = spots - np.array(middle_xy)
    circle = _circle(off)
    if circle is None:
        return None
    centre, on = circle
    angles = np.angle((off[on] - centre) @ np.array((1, 1j)))
    radius = float(np.hypot(*(off[on] - centre).T).mean())
    count, phase = _spacing(angles, radius)
    if not count:
        return None
    turns = phase + 2 * np.pi / count * np.arange(count)
    images = radius * np.stack((np.cos(turns), np.sin(turns)), axis=1) + centre + middle_xy
    reach = float(reaches[on].max())
    gap = 2 * np.pi / count * radius - 2 * reach
    return LampRing(radius_px=radius, images_xy=images, reach_px=reach, gap_px=gap)


def _spots(bright: Bytes, shrink: int) -> tuple[Reals, Reals]:
    """Middles ``(n, 2)`` and reaches ``(n,)`` of the bright spots of a lamp image's size."""
    count, _, stats, middles = cv2.connectedComponentsWithStats(bright, connectivity=8)
    sides = stats[1:count, 2:4].max(axis=1) * shrink
    order = np.argsort(-sides, kind="stable")
    lamps = order[sides[order] < tuning.RING_IMAGE_MAX_PX][: tuning.RING_SPOTS_MAX]
    xy = middles[1:count][lamps] * shrink + (shrink - 1) / 2
    return xy, sides[lamps] / 2


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
    # least squares of x^2 + y^2 = 2ax + 2by + c
    there = off[on[best]]
    terms = np.concatenate((2 * there, np.ones((len(there), 1))), axis=1)
    middle: Reals = np.linalg.lstsq(terms, (there**2).sum(axis=1), rcond=None)[0][:2]
    return middle, on[best]


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


def _spacing(angles: Reals, radius_px: float) -> tuple[int, float]:
    """How many evenly spaced lamps explain these angles, and the angle of one; 0 where none do."""
    for count in range(tuning.RING_COUNT_MIN, tuning.RING_COUNT_MAX + 1):
        phase = float(np.angle(np.exp(1j * count * angles).mean())) / count
        steps = (angles - phase) * count / (2 * np.pi)
        arcs = (steps - np.rint(steps)) * 2 * np.pi / count * radius_px
        seen = len(set((np.rint(steps).astype(int) % count).tolist()))
        enough = seen >= max(tuning.RING_SEEN_MIN, tuning.RING_SEEN_SHARE * count)
        step_px = 2 * np.pi / count * radius_px
        if enough and np.abs(arcs).max() < min(tuning.RING_ARC_PX, tuning.RING_ARC_STEPS * step_px):
            return count, phase
    return 0, 0.0
