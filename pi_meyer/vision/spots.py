"""Single spots beside the pair that look like pips: measured, and told from lamps and drops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.pips import Polarity, roundness
from pi_meyer.vision.planes import LINEAR, Reals, around, as_complex, sample_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene

_TURN = np.arange(16) * np.pi / 8
RING = np.stack((np.cos(_TURN), np.sin(_TURN)), axis=1).astype(np.float32)
"""Sixteen points on a circle of radius 1, ``(16, 2)``."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spots:
    """Blobs away from the pair: parallel arrays; falls are in linear light.

    Attributes:
        xy: middles in pixels. radii_px: how far they lie from the camera's axis.
        levels: linear light in the middle.
        near, falls, far: median fall to three rings round it. uneven: spread of the second.
        round_: how round it is, 1 for a circle.
    """

    xy: Reals
    radii_px: Reals
    levels: Reals
    near: Reals
    falls: Reals
    far: Reals
    uneven: Reals
    round_: Reals

    def take(self, keep: npt.NDArray[np.bool_] | slice) -> Spots:
        """Keep some of the spots."""
        if isinstance(keep, slice):
            return Spots(**{name: getattr(self, name)[keep] for name in Spots.__slots__})
        # numbers of rows are taken in a fifth of the time of flags
        rows = keep.nonzero()[0]
        if len(rows) == len(keep):
            return self
        return Spots(**{name: getattr(self, name).take(rows, axis=0) for name in Spots.__slots__})


SpotsBeside = tuple[tuple[Polarity, Spots], tuple[Polarity, Spots]]
"""Light ones and dark ones."""


def spots_beside(scene: Scene, known: Sequence[Face], step: float, within_px: float) -> SpotsBeside:
    """The blobs that lie where another die's pips could lie and stand out as pips do.

    Several ask for them; both kinds are measured together, the light ones first.
    """
    key = (scene.planes, scene.blobs, step, within_px, *known)
    found = scene.spots.get(key)
    if found is None:
        found = scene.spots[key] = _measured(scene, known, step, within_px)
    return found


def _measured(scene: Scene, known: Sequence[Face], step: float, within_px: float) -> SpotsBeside:
    planes, pitch = scene.planes, pitch_px(known)
    blobs = sorted(scene.blobs, key=lambda kind: kind.polarity is Polarity.DARK)
    xy = np.concatenate([kind.centres for kind in blobs])
    off = xy - np.array(scene.middle_xy, np.float32)
    radii = np.hypot(off[:, 0], off[:, 1])
    asked = radii < within_px
    # further out only light ones tell something, as images of lamps, and those round or not
    asked[len(blobs[0].centres) :] &= radii[len(blobs[0].centres) :] < tuning.SPOT_WITHIN_PX
    for face in known:
        asked &= ~on_die(face, scene.middle_xy, xy)
    lights = int(np.count_nonzero(asked[: len(blobs[0].centres)]))
    xy, radii = xy[asked], radii[asked]
    points = around(xy, _SPOT * np.float32(pitch))
    light_there = LINEAR.take(sample_kinds(planes.light_soft, planes.dark_soft, lights, points))
    levels, rings = light_there[:, 0], light_there[:, 1:].reshape(len(xy), 3, len(RING))
    falls = levels[:, None, None] - rings
    np.negative(falls[lights:], out=falls[lights:])
    falls.sort(axis=2)
    clear = falls[:, 1, 8] > max(tuning.SPOT_STEP * step, 0.01)
    lights = int(np.count_nonzero(clear[:lights]))
    xy, radii, levels, falls = xy[clear], radii[clear], levels[clear], falls[clear]
    near, middle, far = falls[:, :, 8].T
    round_ = np.zeros(len(xy), np.float32)
    full = near < tuning.SPOT_NEAR_FALL * middle  # others are no pips, round or not
    full &= radii < tuning.SPOT_WITHIN_PX
    kinds = planes.light_fine, planes.dark_fine, int(np.count_nonzero(full[:lights]))
    round_[full] = roundness(*kinds, xy[full], 0.5 * pitch)
    spots = Spots(
        xy=xy,
        radii_px=radii,
        levels=levels,
        near=near,
        falls=middle,
        far=far,
        uneven=falls[:, 1, -1] - falls[:, 1, 0],
        round_=round_,
    )
    light, dark = spots.take(slice(lights)), spots.take(slice(lights, None))
    return (Polarity.LIGHT, light), (Polarity.DARK, dark)


_SPOT = np.concatenate(
    (np.zeros((1, 2), np.float32), *(RING * share for share in tuning.SPOT_RINGS_PITCHES))
).astype(np.float32)
"""A spot's middle and three rings round it, in pitches."""


def on_die(face: Face, middle_xy: tuple[float, float], xy: Reals) -> npt.NDArray[np.bool_]:
    """Which spots lie on a face's die, its inner side faces, or right beside."""
    x, y = face.centre_xy.tolist()
    shifts, reaches = [], []
    for across, down in face.normals[:2].tolist():
        away = across * (x - middle_xy[0]) + down * (y - middle_xy[1])
        # the inner side face is the one towards the middle
        further = tuning.SIDE_FACE_PER_EDGE / 2 * away
        shifts.append((further - across * x - down * y,))
        reaches.append((_OUTER * face.edge_px + abs(further),))
    off = face.normals[:2] @ xy.T
    off += np.array(shifts, np.float32)
    near, along = np.abs(off, out=off) < np.array(reaches, np.float32)
    on: npt.NDArray[np.bool_] = near & along
    return on


_OUTER = 0.5 + tuning.SPOT_BESIDE_EDGES


def alike(
    scene: Scene, spots: Spots, polarity: Polarity, step: float
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which spots could be pips at all, and which cannot well be anything else."""
    middle, uneven = spots.falls, spots.uneven
    like = (uneven < tuning.SPOT_UNEVEN * middle) & (spots.near < tuning.SPOT_NEAR_FALL * middle)
    like &= spots.round_ > tuning.SPOT_ROUND_LEAST
    clear = like & (middle > 0.25 * step) & (middle < 3 * max(step, tuning.SPOT_STEP_USUAL))
    clear &= (spots.round_ > tuning.SPOT_ROUND) & (uneven < tuning.SPOT_EVEN * middle)
    clear &= (spots.near < 0.3 * middle) & (spots.far < tuning.SPOT_FAR_FALL * middle)
    clear |= _flat(spots, polarity, step)
    if polarity is Polarity.LIGHT:
        # within a drop's dark rim it is as light as around it
        clear &= spots.far > tuning.SPOT_FAR_LEAST * middle
        # several white spots, or one far out, are lamps, and so are paler ones as far out as those
        white = spots.levels > tuning.SPOT_WHITE
        alone = (spots.radii_px < tuning.LAMPS_NEAR_WITHIN_PX) & ~others_of(spots.xy, white)
        inner = spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX
        clear = clear & (~white | alone) & inner
        like = like & ~white
        for index in np.nonzero(like)[0].tolist():
            like[index] = not scene.white.lamp_like(float(spots.radii_px[index]))
    return np.asarray(like, bool), np.asarray(clear, bool)


def _flat(spots: Spots, polarity: Polarity, step: float) -> npt.NDArray[np.bool_]:
    """Which spots have a pip's step and even middle, though a lamp or a scratch lies beside."""
    middle = spots.falls
    flat = _even_middle(spots, tuning.SPOT_FLAT)
    uneven = (spots.uneven < tuning.SPOT_FLAT_UNEVEN * middle) & (
        spots.round_ > tuning.SPOT_FLAT_ROUND
    )
    crossed = (spots.uneven < tuning.SPOT_CROSSED_UNEVEN * middle) & (
        spots.round_ > tuning.SPOT_CROSSED_ROUND
    )
    flat = (flat & (uneven | crossed)) | _lit_pips(spots, polarity)
    return np.asarray(flat & (middle > 0.5 * step) & (middle < 1.6 * step), bool)


def _even_middle(spots: Spots, share: float) -> npt.NDArray[np.bool_]:
    """Which spots are as even inside as a pip, and lie on ground as even further out."""
    flat = spots.near < share * spots.falls
    flat &= np.abs(spots.far - spots.falls) < share * spots.falls
    return np.asarray(flat, bool)


def _lit_pips(spots: Spots, polarity: Polarity) -> npt.NDArray[np.bool_]:
    """Which spots are as round as a pip with a lamp image beside it, and are no lamp's own."""
    lit = spots.uneven < tuning.SPOT_LIT_UNEVEN * spots.falls
    if polarity is Polarity.DARK:
        lit &= _even_middle(spots, tuning.SPOT_FLAT) & (spots.round_ > tuning.SPOT_ROUND)
        return np.asarray(lit, bool)
    lit &= _even_middle(spots, tuning.SPOT_LIT_FLAT)
    lit &= (spots.round_ > tuning.SPOT_LIT_ROUND) & (spots.levels < tuning.SPOT_WHITE)
    return np.asarray(lit, bool)


def others_of(xy: Reals, white: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """For which spots there is a white one somewhere else.

    Args:
        xy: the spots, ``(n, 2)`` in pixels.
        white: which of them are white, ``(n,)``.
    """
    points = as_complex(xy)
    away = np.abs(np.subtract.outer(points, points)) > tuning.SPOT_SAME_PX
    return np.asarray((away & white).any(axis=1), bool)


def in_ring(scene: Scene, spots: Spots, from_px: float) -> npt.NDArray[np.bool_]:
    """Which spots lie on a ring of many round the camera's axis, as lamp images do."""
    if len(spots.xy) < tuning.SPOT_RING_SPOTS:
        return np.zeros(len(spots.xy), bool)
    ways = as_complex(spots.xy - np.array(scene.middle_xy)) / np.maximum(spots.radii_px, 1)
    near = np.abs(np.subtract.outer(spots.radii_px, spots.radii_px)) < tuning.SPOT_RING_PX
    near &= np.abs(np.subtract.outer(spots.levels, spots.levels)) < tuning.SPOT_RING_LEVEL
    count = np.add.reduce(near, axis=1)
    spread = np.abs(near @ ways) / np.maximum(count, 1) < tuning.SPOT_RING_SPREAD
    ring = spread & (count >= tuning.SPOT_RING_SPOTS) & (spots.radii_px > from_px)
    return np.asarray(ring, bool)


def in_company(
    spots: Spots, polarity: Polarity, step: float, known: Sequence[Face]
) -> npt.NDArray[np.bool_]:
    """Which spots look like pips of one face; each makes the other's ring uneven."""
    middle = spots.falls
    fit = (spots.uneven < tuning.SPOT_COMPANY_UNEVEN * middle) & (spots.near < 0.2 * middle)
    # a soft pip on a clear face
    fit |= (spots.uneven < tuning.SPOT_NEAT * middle) & (spots.near < tuning.SPOT_NEAT * middle)
    fit &= (np.abs(spots.far - middle) < 0.3 * middle) & (spots.round_ > tuning.SPOT_ROUND)
    fit &= (middle > 0.15 * step) & (middle < 3 * max(step, tuning.SPOT_STEP_USUAL))
    if polarity is Polarity.LIGHT:
        fit &= (spots.levels < tuning.SPOT_WHITE) & (spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX)
    return together(spots, fit, known)


def crossed_pips(spots: Spots, polarity: Polarity, step: float) -> npt.NDArray[np.bool_]:
    """Which light spots are wide and even pips, though a drop or a ring of beer crosses them."""
    middle = spots.falls
    if polarity is Polarity.DARK:
        return np.zeros(len(middle), bool)
    wide = (spots.near < tuning.WIDE_NEAR * middle) & (middle > tuning.WIDE_STEP * step)
    wide &= spots.uneven < tuning.WIDE_UNEVEN * middle
    wide &= np.abs(spots.far - middle) < tuning.WIDE_FAR * middle
    wide &= (spots.levels < tuning.SPOT_WHITE) & (spots.round_ > tuning.WIDE_ROUND)
    return np.asarray(wide, bool)


def neat_pips(
    spots: Spots, polarity: Polarity, step: float, known: Sequence[Face], *, near_lamps: bool
) -> npt.NDArray[np.bool_]:
    """Which light spots are pips, white or not, as neat as only pips are.

    Images of lamps near the lens can be as neat, but lie on one ring round the axis: there it takes
    two spots, as far apart as on a face and not as far out, and no more in all than a face has.

    Args:
        spots: blobs beside the pair.
        polarity: of the spots.
        step: what the pips of the pair's faces stand out by, in linear light.
        known: the pair.
        near_lamps: lamps near the lens may have made them.
    """
    middle = spots.falls
    if polarity is Polarity.DARK:
        return np.zeros(len(middle), bool)
    neat = (np.abs(spots.near) < tuning.NEAT_EVEN * middle) & (middle > 0.5 * step)
    neat &= np.abs(spots.far - middle) < tuning.NEAT_EVEN * middle
    neat &= spots.uneven < tuning.NEAT_UNEVEN * middle
    neat &= spots.round_ > tuning.NEAT_ROUND
    neat &= spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX
    if near_lamps and np.count_nonzero(neat) > tuning.NEAT_MOST:
        return np.zeros(len(middle), bool)
    if near_lamps:
        return together(spots, neat, known, off_ring_px=tuning.NEAT_OFF_PX)
    return np.asarray(neat | _soft_pips(spots, step), bool)


def _soft_pips(spots: Spots, step: float) -> npt.NDArray[np.bool_]:
    """Which light spots are as round, and on ground as even, as only a smaller die's pip is."""
    middle = spots.falls
    soft = (spots.near < tuning.SPOT_NEAR_FALL * middle) & (middle > 0.5 * step)
    soft &= np.abs(spots.far - middle) < tuning.SOFT_EVEN * middle
    soft &= (spots.uneven < tuning.SOFT_EVEN * middle) & (spots.round_ > tuning.NEAT_ROUND)
    return np.asarray(soft & (spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX), bool)


def small_pips(spots: Spots, polarity: Polarity, step: float) -> npt.NDArray[np.bool_]:
    """Which spots could be pips smaller than the pair's: softer inside, on ground as even."""
    middle = spots.falls
    small = (spots.near < tuning.SMALL_NEAR * middle) & (middle > tuning.SMALL_STEP * step)
    small &= spots.uneven < tuning.SMALL_UNEVEN * middle
    small &= np.abs(spots.far - middle) < tuning.SMALL_FAR * middle
    if polarity is Polarity.LIGHT:
        small &= spots.levels < tuning.SPOT_WHITE
    return np.asarray(small, bool)


def together(
    spots: Spots,
    fit: npt.NDArray[np.bool_],
    known: Sequence[Face],
    *,
    off_ring_px: float = 0.0,
) -> npt.NDArray[np.bool_]:
    """Which of the spots that fit have another of them as far away as pips of one face are.

    A single spot that could be a pip may be a drop or a glint; of 1,300 pictures of two dice one
    shows two such spots together.

    Args:
        spots: blobs beside the pair.
        fit: which of them may be pips, ``(n,)``.
        known: the pair.
        off_ring_px: how much farther from the axis one of two must lie than the other.
    """
    xy = as_complex(spots.xy)
    gaps = np.abs(np.subtract.outer(xy, xy)) / pitch_px(known)
    near, far = tuning.SPOT_COMPANY_PITCHES
    pairs = (gaps > near) & (gaps < far) & fit
    if off_ring_px:
        pairs &= np.abs(np.subtract.outer(spots.radii_px, spots.radii_px)) > off_ring_px
    company: npt.NDArray[np.bool_] = fit & pairs.any(axis=1)
    return company


def in_lattice(spots: Spots, known: Sequence[Face]) -> npt.NDArray[np.bool_]:
    """Which spots lie as the pips of a 3 or of a 4 do, the ends of its diagonal; no lamps do."""
    pitch = pitch_px(known)
    good = spots.round_ > tuning.SPOT_ROUND_LEAST
    found = np.zeros(len(good), bool)
    rows = np.nonzero(good)[0]
    if len(rows) < 3:
        return found
    xy = as_complex(spots.xy[good])
    size = np.abs(np.subtract.outer(xy, xy)) / (np.sqrt(8) * pitch)
    one, two = np.nonzero(np.abs(size - 1) < tuning.SPOT_LATTICE_SIZE)
    one, two = one[one < two], two[one < two]
    middles, halves = (xy[one] + xy[two]) / 2, (xy[one] - xy[two]) / 2
    places = np.stack((middles, middles + 1j * halves, middles - 1j * halves), axis=1)
    off = np.abs(places[..., None] - xy).min(axis=-1, initial=np.inf)
    held = off < tuning.SPOT_LATTICE_PITCHES * pitch
    ends = held[:, 0] | (held[:, 1] & held[:, 2])
    found[rows[one[ends]]] = found[rows[two[ends]]] = True
    return found


def ragged_pips(spots: Spots, step: float) -> int:
    """How many dark spots are pips out of shape, as lamps' light on a die makes them.

    Light alone leaves no two of them: what it only adds to is dark nowhere.
    """
    falls = spots.falls
    pips = (falls > tuning.RAGGED_STEP * step) & (spots.near < tuning.RAGGED_NEAR * falls)
    pips &= np.abs(spots.far - falls) < tuning.RAGGED_FAR * falls
    pips &= spots.uneven < tuning.RAGGED_UNEVEN * falls
    pips &= spots.round_ > tuning.RAGGED_ROUND
    return int(np.count_nonzero(pips))


def any_dark_pip(spots: Spots, step: float) -> bool:
    """Whether a dark spot is round, even inside and as deep as a pip, however its ring is lit.

    Lamps and glow only add light: they make its ring uneven, but no such spot.
    """
    falls = spots.falls
    pips = (falls > tuning.DARK_PIP_STEP * step) & (spots.near < tuning.RAGGED_NEAR * falls)
    pips &= np.abs(spots.far - falls) < tuning.DARK_PIP_FAR * falls
    pips &= spots.uneven < tuning.DARK_PIP_UNEVEN * falls
    pips &= spots.round_ > tuning.DARK_PIP_ROUND
    return bool(pips.any())


def pitch_px(known: Sequence[Face]) -> float:
    """The usual distance of neighbouring cells of these faces, in pixels."""
    return sum(face.pitch_px for face in known) / len(known)
