"""Is there a patch of a die's size in the colour of a known die? Found by colour alone."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.bodies import covered
from pi_meyer.vision.planes import LINEAR, as_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene
    from pi_meyer.vision.planes import Bytes

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

_SHRINK = 8
_FIRST = _SHRINK // 2
_BLACK = np.float32(0.002)
_LINE = np.linspace(-0.36, 0.36, 7)
_BODY = np.stack(np.meshgrid(_LINE, _LINE), axis=-1).reshape(-1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """Where a patch of a die's colour and size lies.

    Attributes:
        full: share of it that has the colour, less the share around it; 1 for a clear body.
        apart: how much its tint differs from that around it; light and shadow on one ground
            differ little.
        centre_xy: its middle in pixels.
    """

    full: float
    apart: float
    centre_xy: tuple[float, float]


def best_patch(small: SmallView, within_px: float) -> Patch:
    """Find the clearest patch of the colour of a known die that is not that die.

    Grey, black and white say nothing, since much else is; such dice count as no patch.

    Args:
        small: the picture, and the dice that are known.
        within_px: how far from the camera's axis spots count.
    """
    scene, known = small.scene, small.known
    owns = zip(known, _owns(scene.planes.image, known), strict=True)
    coloured = [(face, own) for face, own in owns if _chroma(own) > tuning.PATCH_CHROMA]
    least = tuning.PATCH_NOTHING
    found = [_patch_of(small, own, face.edge_px, within_px, least) for face, own in coloured]
    return _fullest_of(scene, found)


def best_foreign_patch(small: SmallView, within_px: float) -> Patch:
    """Find the clearest patch of a strong colour, whatever that of the known dice is.

    Leather, wood and beer are tinted too, so that only colours far from grey count.

    Args:
        small: the picture, and the dice that are known.
        within_px: how far from the camera's axis spots count.
    """
    edge_px = sum(face.edge_px for face in small.known) / len(small.known)
    off = small.tint - np.float32(1 / 3)
    strong = _sizes(off.copy()) > tuning.FOREIGN_CHROMA
    least = tuning.FOREIGN_AREA * (edge_px / _SHRINK) ** 2
    if np.count_nonzero(strong) > least:
        strong &= small.away < within_px**2
        strong &= (small.free > 0) & (small.total > tuning.FOREIGN_LIGHT)
    found = []
    spots = np.flatnonzero(strong)
    if len(spots) > least:
        blue, green, red = off.reshape(3, -1).take(spots, axis=1)
        hue = np.angle(red - green + 1j * np.sqrt(3) * blue) * (_HUES / (2 * np.pi))
        hues = np.rint(hue).astype(np.intp) % _HUES
        counts = np.bincount(hues, minlength=_HUES)
        # what is far more than a die is the cup
        most = tuning.PATCH_CUP * (edge_px / _SHRINK) ** 2
        for kind in np.flatnonzero((counts > least) & (counts < most)):
            light = small.light.reshape(3, -1).take(spots[hues == kind], axis=1)
            light.sort(axis=1)
            own = light[:, (light.shape[1] - 1) // 2] + light[:, light.shape[1] // 2]
            least_full = tuning.FOREIGN_NOTHING
            found.append(_patch_of(small, own / 2, edge_px, within_px, least_full))
    return _fullest_of(small.scene, found)


_HUES = 8
"""Kinds of strong colours that are told apart."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SmallView:
    """A picture at an eighth of its size.

    Attributes:
        scene: what was found in the picture.
        known: faces; what their dice cover does not count.
        light: linear light ``(3, h, w)``; ``total`` its sum and ``tint`` its shares.
        away: squared distance from the camera's axis in pixels, ``(h, w)``.
        frees: ``free``, once it was asked for; most pictures have no colour that asks for it.
    """

    scene: Scene
    known: Sequence[Face]
    light: Floats
    total: Floats
    tint: Floats
    away: Floats
    frees: list[Floats] = field(default_factory=list)

    @property
    def free(self) -> Floats:
        """1 where no known die lies, ``(h, w)``."""
        if not self.frees:
            self.frees.append(_free(self.total.shape, self.scene, self.known))
        return self.frees[0]


def small_view(scene: Scene, known: Sequence[Face]) -> SmallView:
    """The small picture of a scene, for all who seek patches in it."""
    height, width = scene.planes.image.shape[:2]
    columns, rows = (-(-(size - _FIRST) // _SHRINK) for size in (width, height))
    means = scene.planes.image[: rows * _SHRINK, : columns * _SHRINK]
    # three times by two takes half the time of once by eight
    for left in (4, 2, 1):
        size_wh = (columns * left, rows * left)
        means = as_bytes(cv2.resize(means, size_wh, interpolation=cv2.INTER_AREA))
    # channel by channel: sums over three neighbours in memory are slow
    channels = means.transpose(2, 0, 1)
    light = LINEAR.take(channels) + _BLACK
    total = light[0] + light[1] + light[2]
    return SmallView(
        scene=scene,
        known=known,
        light=light,
        total=total,
        tint=light / total,
        away=_away(total.shape, scene.middle_xy),
    )


def _patch_of(
    small: SmallView, own: Floats, edge_px: float, within_px: float, least: float
) -> Patch | None:
    """The clearest patch of a colour and of a die's size; None where none can be full enough."""
    near = min(tuning.PATCH_TINT, tuning.PATCH_TINT_SHARE * _chroma(own))
    share = small.total / own.sum()
    off = small.tint - (own / own.sum())[:, None, None]
    alike = _sizes(off) < near
    edge = edge_px / _SHRINK
    darkest = _above_ground(share[alike & (small.free > 0) & (small.away < within_px**2)], edge)
    alike &= (share > darkest) & (share < tuning.PATCH_LIGHTEST)
    spots = alike * small.free
    if np.count_nonzero(spots) < least * _side(_FULL_EDGES * edge) ** 2:
        return None  # too few for anything that counts
    inside = _share(spots * (small.away < within_px**2), _side(_FULL_EDGES * edge))
    if float(inside.max()) < least:
        return None
    full = _fullness(inside, spots, edge)
    if alike[small.away < tuning.PATCH_AXIS_PX**2].mean() > tuning.PATCH_END:
        # right above the camera
        full[small.away < _end_px(alike, small.free, small.away) ** 2] = 0
    full[_ground(spots, edge)] = 0
    return _fullest(small, full, edge)


def _above_ground(shares: Floats, edge: float) -> float:
    """Brightness that a body needs, as a share of the known die's.

    A cup may have the dice's own colour: it is darker than they are, and all round them.

    Args:
        shares: of what has the die's tint, however dark.
        edge: the edge of a die.
    """
    ground = shares[shares < tuning.PATCH_GROUND_LIGHT]
    if len(ground) < tuning.PATCH_CUP * edge * edge:
        return tuning.PATCH_DARKEST
    return max(tuning.PATCH_DARKEST, tuning.PATCH_OVER_CUP * float(np.percentile(ground, 95)))


def _sizes(tints: Floats) -> Floats:
    """How far differences of tint ``(3, h, w)``, which are lost, are from none: ``(h, w)``."""
    blue, green, red = np.abs(tints, out=tints)
    sizes: Floats = np.add(blue, green, out=blue)
    sizes += red
    return sizes


def _fullest_of(scene: Scene, found: Sequence[Patch | None]) -> Patch:
    nothing = Patch(full=0.0, apart=0.0, centre_xy=scene.middle_xy)
    return max((nothing, *(one for one in found if one)), key=lambda patch: patch.full)


def _end_px(alike: Flags, free: Floats, away: Floats) -> float:
    """How far from the axis the far end of a cup reaches that has a die's colour."""
    ring = (np.sqrt(away) / _SHRINK).astype(np.int32)
    there = free > 0
    counts = np.bincount(ring[there])
    shares = np.bincount(ring[there], weights=alike[there]) / np.maximum(counts, 1)
    bare = (shares < tuning.PATCH_END_EDGE) & (counts > 0)
    reach = float(bare.argmax() * _SHRINK) if bare.any() else 0.0
    return min(max(reach, tuning.PATCH_FROM_PX), tuning.PATCH_END_MOST_PX)


def _chroma(colour: Floats) -> float:
    """How far a colour's tint is from grey."""
    channels = colour.tolist()
    total = sum(channels)
    return float(sum(abs(one / total - 1 / 3) for one in channels))


def _free(shape: tuple[int, ...], scene: Scene, known: Sequence[Face]) -> Floats:
    """1 where no known die lies."""
    free: Floats = np.ones(shape, np.float32)
    for face in known:
        corners = (covered(face, scene.middle_xy) - _FIRST) / _SHRINK
        cv2.fillConvexPoly(free, np.round(corners).astype(np.int32), 0)
    return free


@functools.lru_cache(maxsize=4)
def _away(shape: tuple[int, ...], middle_xy: tuple[float, float]) -> Floats:
    """Squared distance of every spot from the camera's axis in pixels."""
    middle_x, middle_y = middle_xy
    rows, columns = (np.arange(size, dtype=np.float32) * _SHRINK + _FIRST for size in shape)
    return np.asarray(np.add.outer((rows - middle_y) ** 2, (columns - middle_x) ** 2), np.float32)


def _owns(image: Bytes, known: Sequence[Face]) -> Floats:
    """The usual colour of each face, in linear light, ``(faces, 3)``."""
    middles = np.array([face.centre_xy for face in known])
    sides = np.array([face.normals[:2] * face.edge_px for face in known])
    spots = np.rint(middles[:, None] + _BODY @ sides).astype(np.intp)
    columns = np.minimum(np.maximum(spots[..., 0], 0), image.shape[1] - 1)
    rows = np.minimum(np.maximum(spots[..., 1], 0), image.shape[0] - 1)
    usual = np.sort(image[rows, columns], axis=1)[:, len(_BODY) // 2]
    return np.asarray(LINEAR[usual] + _BLACK, np.float32)


def _fullness(inside: Floats, anywhere: Floats, edge: float) -> Floats:
    """The share of a square of a die's size round every spot, less that of a ring around it.

    Args:
        inside: the first share, of spots of a die's colour where dice can lie.
        anywhere: 1 for such spots wherever they lie; these count in the ring.
        edge: the edge of a die.
    """
    inner, outer = _side(1.25 * edge), _side(1.9 * edge)
    ring = outer**2 * _share(anywhere, outer) - inner**2 * _share(anywhere, inner)
    return np.asarray(inside - ring / (outer**2 - inner**2), np.float32)


def _share(spots: Floats, side: int) -> Floats:
    """The share of a square of this side that such spots cover, round every spot."""
    share = cv2.boxFilter(spots, -1, (side, side), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(share, np.float32)


_FULL_EDGES = 0.9
"""Side of the square that should be full of a die's colour, in edges."""


def _side(size: float) -> int:
    """The odd number of spots next to a size."""
    return max(1, round(size)) | 1


def _ground(alike: Floats, edge: float) -> npt.NDArray[np.bool_]:
    """Spots in or at one piece of a die's colour much larger than a die: lit ground behind it."""
    pieces = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, _PIECE)
    # counted in 16 bit they take a third of the time
    _, labels, stats, _ = cv2.connectedComponentsWithStats(pieces, connectivity=4, ltype=cv2.CV_16U)
    large = stats[:, cv2.CC_STAT_AREA] > tuning.PATCH_GROUND * edge * edge
    large[0] = False
    ground = cv2.dilate(large[labels].astype(np.uint8), _AROUND_PIECE)
    return np.asarray(ground, bool)


_PIECE = np.ones((2, 2), np.uint8)
_AROUND_PIECE = np.ones((5, 5), np.uint8)


def _fullest(small: SmallView, fullness: Floats, edge: float) -> Patch:
    row, column = divmod(int(fullness.argmax()), fullness.shape[1])
    centre_xy = (float(column * _SHRINK + _FIRST), float(row * _SHRINK + _FIRST))
    rows, columns = (np.arange(size, dtype=np.float32) for size in fullness.shape)
    away = np.hypot.outer(rows - np.float32(row), columns - np.float32(column)) / np.float32(edge)
    free = small.free > 0
    inside, around = free & (away < _INSIDE), free & (away > _AROUND[0]) & (away < _AROUND[1])
    apart = 0.0
    if inside.any() and around.any():
        tints = [np.median(small.tint[:, there], axis=1) for there in (inside, around)]
        apart = float(np.abs(tints[0] - tints[1]).sum())
    return Patch(full=float(fullness[row, column]), apart=apart, centre_xy=centre_xy)


_INSIDE = 0.35
_AROUND = (0.8, 1.1)
"""Distances from its middle, in edges, that surely belong to a patch, and that surely do not."""
