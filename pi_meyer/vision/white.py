"""Where a picture is blank white: lamp images, and glare that could hide a die or a pip."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.lamps import LampRing, find_ring
from pi_meyer.vision.planes import as_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.planes import Bytes, Planes, Reals

_SHRINK = 4
_PARTS = 24
_BEFORE = np.arange(-1, _PARTS - 1)
_ROUGH_DISC = 0.6
"""Share of the square round a disc that it covers at least, however coarse its rim."""

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class White:
    """The blank white of one picture.

    Attributes:
        inside: places ``(n, 2)`` in ``bright``, row and column, of all within the cup's place that
            is nearly white and lies on no face. near: those of them where only lamps near the
            lens have their images.
        ring_turn: how much of a whole turn these cover, 0 to 1. ring_parts: in how many separate
            directions from the axis they lie.
        radii_px: distance from the camera's axis of every white spot that is not on a face,
            ascending; lamp images lie on a circle round that axis.
        bright: 1 where the picture is nearly white and no face lies, of a quarter of its size.
        middle_xy: the pixel right above the camera.
        faces_xy: middles of those faces, ``(n, 2)``.
        rings: the ring of lamp images, once it was asked for.
        discs: width and turn of the widest white disc, once they were asked for.
    """

    inside: Places
    near: Places
    ring_turn: float
    ring_parts: int
    radii_px: Reals
    bright: Bytes
    middle_xy: tuple[float, float]
    faces_xy: Reals
    rings: list[LampRing | None] = field(default_factory=list)
    discs: list[tuple[float, float]] = field(default_factory=list)

    @property
    def ring(self) -> LampRing | None:
        """Where all lamp images lie, if those that are seen tell it surely."""
        if not self.rings:
            self.rings.append(find_ring(self.bright, _SHRINK, self.middle_xy))
        return self.rings[0]

    @property
    def free_width_px(self) -> float:
        """Diameter of the widest disc within the cup's place that is nearly white, on no face."""
        return self._widest[0]

    @property
    def _widest(self) -> tuple[float, float]:
        """That diameter, and how much of a turn is nearly white at the disc's distance, 0 to 1."""
        if not self.discs:
            self.discs.append(_widest(self.bright.shape, self.inside, self.middle_xy))
        return self.discs[0]

    def is_wide(self, edge_px: float) -> bool:
        """Whether there is lamp glare so wide that a die could be lost in it.

        Images of the lamps lie in front of the dice, on a ring round the camera's axis. A lamp of
        the room lies behind them, on one side: a die in front of it would stand out dark.
        """
        round_about = self.ring_turn > tuning.GLARE_TURN and not self.lamps_far
        if round_about and _cover(self.bright.shape, self.near) > tuning.GLARE_RING_COVER:
            return True
        # fewer than such a disc holds are none
        least = _ROUGH_DISC * (edge_px * tuning.GLARE_EDGES / _SHRINK) ** 2
        if len(self.inside) < least or self.free_width_px <= edge_px * tuning.GLARE_EDGES:
            return False
        return self._widest[1] > tuning.GLARE_TURN and not self._small_lamps(edge_px)

    def most_hidden(self, edge_px: float) -> float:
        """How much of a die's outline and of its face is white where most is, 0 to 1."""
        height, width = self.bright.shape
        columns, rows = (np.arange(size) * _SHRINK + (_SHRINK - 1) / 2 for size in (width, height))
        places = columns + 1j * rows[:, None]
        possible = np.abs(places - complex(*self.middle_xy)) < tuning.BODY_WITHIN_PX
        for x, y in self.faces_xy.tolist():
            possible &= np.abs(places - complex(x, y)) > tuning.GLARE_BESIDE_EDGES * edge_px
        white = self._hiding()
        return max(
            float((np.asarray(cv2.filter2D(white, -1, die)) * possible).max())
            for die in _dice_turned(round(edge_px / _SHRINK))
        )

    def _hiding(self) -> Reals:
        """What is nearly white and lies in front of dice, 1 or 0.

        Where far lamps have their images is known; the other white is the room's light, behind.
        """
        white: Reals = self.bright.astype(np.float32)
        if self.ring is not None and self.lamps_far:
            rows, columns = np.nonzero(self.bright)
            spots = np.stack((columns, rows), axis=1) * np.float32(_SHRINK) + (_SHRINK - 1) / 2
            images = self.ring.near(spots.astype(np.float32), tuning.RING_BESIDE_PX)
            white[rows[~images], columns[~images]] = 0
        return white

    def _small_lamps(self, edge_px: float) -> bool:
        """Whether the lamps are known to have images that a die would not be lost in."""
        ring = self.ring
        return (
            ring is not None
            and ring.gap_px > 0
            and (2 * ring.reach_px < edge_px * tuning.GLARE_EDGES)
        )

    @property
    def lamps_near(self) -> bool:
        """Whether there is white where only lamps near the lens have their images."""
        seen = self.ring_parts >= tuning.LAMPS_NEAR_PARTS or self.ring_turn > tuning.GLARE_TURN
        return seen and not self.lamps_far

    @property
    def lamps_far(self) -> bool:
        """Whether the lamps are known to have their images farther out than near ones have."""
        beyond = np.count_nonzero(self.radii_px > tuning.LAMPS_NEAR_WITHIN_PX)
        ring = self.ring if beyond >= tuning.RING_SEEN_MIN else None
        return ring is not None and (ring.radius_px - ring.reach_px > tuning.LAMPS_NEAR_WITHIN_PX)

    def lamp_like(self, radius_px: float, *, ring_px: float = tuning.LAMP_RING_PX) -> bool:
        """Whether the picture is white elsewhere at this distance from the camera's axis.

        Args:
            radius_px: the distance.
            ring_px: how much nearer or farther still counts.
        """
        low, high = np.searchsorted(self.radii_px, (radius_px - ring_px, radius_px + ring_px))
        return int(high - low) >= tuning.LAMP_RING_SPOTS


@functools.lru_cache(maxsize=16)
def _dice_turned(edge: int) -> tuple[npt.NDArray[np.float32], ...]:
    """A die's outline and face as weights, half each, turned by eight angles."""
    reach = edge // 2 * 3 // 2 + 2
    line = np.arange(-reach, reach + 1)
    grid = line + 1j * line[:, None]
    turned = []
    for step in range(8):
        there = grid * np.exp(-1j * np.pi / 16 * step)
        far = np.maximum(np.abs(there.real), np.abs(there.imag)) / edge
        face = (far < 0.45).astype(np.float32)
        # the corners are rounded
        outline = ((far > 0.45) & (far < 0.55)).astype(np.float32)
        outline *= np.minimum(np.abs(there.real), np.abs(there.imag)) < 0.4 * edge
        turned.append(face / (2 * face.sum()) + outline / (2 * outline.sum()))
    return tuple(turned)


def find_white(planes: Planes, faces: Sequence[Face], middle_xy: tuple[float, float]) -> White:
    """Find the white of a picture; what lies on the given faces does not count as lamp image."""
    width, height = planes.size_wh
    half_wh, size_wh = (width // 2, height // 2), (width // _SHRINK, height // _SHRINK)
    # twice by two takes a fifth of the time of once by four
    small = cv2.resize(planes.light, half_wh, interpolation=cv2.INTER_AREA)
    small = cv2.resize(small, size_wh, interpolation=cv2.INTER_AREA)
    found = (as_bytes(small).ravel() >= tuning.BRIGHT_GREY).nonzero()[0]
    if not len(found):
        return _nothing(size_wh, middle_xy)
    rows, columns = places = np.array(np.divmod(found, size_wh[0]))
    spots = _middles_of(places.T)
    free = np.ones(len(spots), bool)
    faces_xy = np.array([face.centre_xy for face in faces], np.float32).reshape(-1, 2)
    for face in faces:
        free &= ~_on(face, spots)
    off = spots - np.array(middle_xy, np.float32)
    radii = np.hypot(off[:, 0], off[:, 1])
    near = free & (radii < tuning.LAMPS_NEAR_WITHIN_PX)
    there = _directions(off[near]) if near.any() else _NOWHERE
    white = small[rows, columns] >= tuning.WHITE_GREY
    bright = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    bright[rows[free], columns[free]] = 1
    return White(
        inside=places[:, free & (radii < tuning.DICE_WITHIN_PX)].T,
        near=places[:, near].T,
        ring_turn=float(np.count_nonzero(there)) / _PARTS,
        ring_parts=int(np.count_nonzero(there & ~there[_BEFORE])),
        radii_px=np.sort(radii[free & white]),
        bright=bright,
        middle_xy=middle_xy,
        faces_xy=faces_xy,
    )


def _nothing(size_wh: tuple[int, int], middle_xy: tuple[float, float]) -> White:
    return White(
        inside=np.zeros((0, 2), np.intp),
        near=np.zeros((0, 2), np.intp),
        ring_turn=0.0,
        ring_parts=0,
        radii_px=np.zeros(0, np.float32),
        bright=np.zeros((size_wh[1], size_wh[0]), np.uint8),
        middle_xy=middle_xy,
        faces_xy=np.zeros((0, 2), np.float32),
    )


def _middles_of(places: Places) -> Reals:
    """The middles of places, row and column, as x and y in pixels: ``(n, 2)``."""
    spots = places[:, ::-1].astype(np.float32)
    spots *= np.float32(_SHRINK)
    spots += np.float32((_SHRINK - 1) / 2)
    return spots


def _widest(
    shape: tuple[int, ...], places: Places, middle_xy: tuple[float, float]
) -> tuple[float, float]:
    """Diameter of the widest disc of these places, and how far they go round at its distance."""
    if not len(places):
        return 0.0, 0.0
    mask = np.zeros((shape[0] + 2, shape[1] + 2), np.uint8)
    # it has a border of one
    rows, columns = places.T + 1
    mask[rows, columns] = 1
    deep = cv2.distanceTransform(mask, cv2.DIST_L2, 5)[rows, columns]
    off = _middles_of(places) - np.array(middle_xy, np.float32)
    radii = np.hypot(off[:, 0], off[:, 1])
    width = float(deep.max()) * 2 * _SHRINK
    near = np.abs(radii - radii[deep.argmax()]) < max(width / 4, _SHRINK)
    return width, _turn(off[near])


def _cover(shape: tuple[int, ...], places: Places) -> float:
    """The largest share of a die's usual square that these places cover, wherever it lies."""
    if not len(places):
        return 0.0
    mask = np.zeros(shape, np.float32)
    mask[places[:, 0], places[:, 1]] = 1
    side = round(tuning.EDGE_USUAL_PX / _SHRINK)
    return float(np.asarray(cv2.boxFilter(mask, -1, (side, side))).max())


def _turn(off: Reals) -> float:
    """How much of a whole turn these spots cover, seen from the axis, 0 to 1."""
    return float(np.count_nonzero(_directions(off))) / _PARTS


_NOWHERE = np.zeros(_PARTS, bool)


def _directions(off: Reals) -> npt.NDArray[np.bool_]:
    """In which parts of a turn these spots lie, seen from the axis."""
    there = np.zeros(_PARTS, bool)
    angles = np.arctan2(off[:, 1], off[:, 0])
    there[((angles / (2 * np.pi) + 0.5) * _PARTS).astype(int) % _PARTS] = True
    return there


def _on(face: Face, spots: Reals) -> npt.NDArray[np.bool_]:
    across, down = np.abs(face.normals[:2] @ (spots - face.centre_xy).T)
    inside: npt.NDArray[np.bool_] = np.maximum(across, down) < face.edge_px * 0.55
    return inside
