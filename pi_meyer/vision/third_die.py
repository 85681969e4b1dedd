"""Does a third die lie beside the pair, read or not? Three kinds of evidence are added up.

A further candidate face, a square body without its pips, and single spots that look like pips;
each alone may be a lamp, a ring or a drop, so that a faint one is not enough, but a clear one is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.bodies import find_bodies
from pi_meyer.vision.lamps import ring_through
from pi_meyer.vision.patches import best_patch
from pi_meyer.vision.pips import Polarity, roundness
from pi_meyer.vision.planes import (
    LINEAR,
    Reals,
    around,
    as_complex,
    sample,
    sample_colours,
    sample_kinds,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene

_TURN = np.arange(16) * np.pi / 8
_RING = np.stack((np.cos(_TURN), np.sin(_TURN)), axis=1).astype(np.float32)


def third_die(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether there is enough evidence of a third die.

    Args:
        scene: what was found in the picture.
        pair: the two faces that could be read.
    """
    return evidence_of(scene, pair) >= tuning.THIRD_DIE_ENOUGH


def evidence_of(scene: Scene, pair: Sequence[Face]) -> float:
    """The evidence of a third die, 0 for none; where it is enough already, no more is sought."""
    step = min(face.step for face in pair)
    found = _measured(scene, pair, step, tuning.SPOT_RINGS_WITHIN_PX)
    others = [face for face in scene.faces[2:] if not _of_lamps(scene, face)]
    evidence = _further_face(others, pair)
    near = not scene.white.lamps_far and _glare_near(scene, pair)
    near |= scene.white.lamps_near
    if near or any(_lamps_near(scene, *spots) for spots in found):
        evidence += tuning.LAMPS_NEAR_DOUBT
    if evidence < 1:
        evidence += max(_like_pips(scene, pair, *spots) for spots in found)
    if evidence < 1 and _red_pip(scene, pair):
        evidence = 1.0
    if evidence < 1:
        evidence += _square_body(scene, pair)
    if evidence < 1:
        patch = best_patch(scene, pair, tuning.PATCH_WITHIN_PX)
        evidence += grade(patch.full, tuning.PATCH_NOTHING, tuning.PATCH_ENOUGH)
    return evidence


def _red_pip(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether a red spot on colourless ground lies beside the pair: the pip of an Asian 1.

    It may be so large that the rings round a usual pip lie within it, and nothing else is red.
    """
    dark = next(blobs for blobs in scene.blobs if blobs.polarity is Polarity.DARK)
    columns, rows = np.rint(dark.centres).astype(np.intp).T
    colours = scene.planes.image[rows, columns].astype(np.int16)
    centres = dark.centres[colours[:, 2] - colours[:, 1] > tuning.RED_GREY]
    off = centres - np.array(scene.middle_xy, np.float32)
    beside = np.hypot(off[:, 0], off[:, 1]) < tuning.SPOT_WITHIN_PX
    for face in pair:
        beside &= ~_on_die(face, scene.middle_xy, centres)
    if not beside.any():
        return False
    spots = around(centres[beside], _RED_SPOT * np.float32(_pitch_px(pair)))
    light = LINEAR[sample_colours(scene.planes.image, spots)] + np.float32(1e-3)
    red = light[..., 2] / light.sum(axis=-1)
    ground = np.sort(red[:, len(_RING) :], axis=1)
    inside = red[:, : len(_RING)].min(axis=1) - ground[:, len(_RING) * 3 // 4]
    grey = np.abs(ground[:, len(_RING) // 2] - 1 / 3) < tuning.RED_GROUND
    return bool((grey & (inside > tuning.RED_STEP)).any())


_RED_SPOT = np.concatenate((_RING * 0.3, _RING * 1.0)).astype(np.float32)
"""A ring within a large pip and one right outside, in pitches."""


def pip_evidence(scene: Scene, pair: Sequence[Face]) -> float:
    """The evidence of a third die from spots alone, 0 for none."""
    step = min(face.step for face in pair)
    found = _measured(scene, pair, step, tuning.SPOT_RINGS_WITHIN_PX)
    return max(_like_pips(scene, pair, *spots) for spots in found)


def _square_body(scene: Scene, pair: Sequence[Face]) -> float:
    bodies = find_bodies(scene, pair, _edge_px(pair))
    own = ~bodies.round_glare
    clear = float(bodies.clear[own].max(initial=0.0))
    if clear > tuning.SQUARE_NOTHING:
        own &= ~_room_lamps(scene, bodies.centres, _edge_px(pair))
        clear = float(bodies.clear[own].max(initial=0.0))
    return grade(clear, tuning.SQUARE_NOTHING, tuning.SQUARE_ENOUGH)


def _room_lamps(scene: Scene, centres: Reals, edge_px: float) -> npt.NDArray[np.bool_]:
    """Which bodies are lamps of the room: blank white over a disc as wide as no face of a die is.

    Dark pips leave no such disc, and light ones lie on a face that is darker than they are.
    """
    bright, shrink = scene.white.bright, scene.planes.size_wh[0] / scene.white.bright.shape[1]
    deep = cv2.distanceTransform(np.pad(bright, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    deep_enough = np.asarray(deep * shrink > tuning.LAMP_BLANK_EDGES * edge_px, np.float32)
    reach = round(tuning.LAMP_WITHIN_EDGES * edge_px / shrink)
    near = cv2.dilate(deep_enough, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    columns, rows = (np.asarray(centres) / shrink).astype(np.intp).T
    return np.asarray(near[rows, columns] > 0, bool)


def clear_third_face(faces: Sequence[Face]) -> bool:
    """Whether a third candidate is by itself too good to be nothing."""
    return len(faces) > 2 and _further_face(faces[2:], faces[:2]) >= 1


def pips_elsewhere(
    scene: Scene, known: Sequence[Face], within_px: float = tuning.SPOT_WITHIN_PX
) -> Reals:
    """Spots ``(n, 2)`` beside the faces that look so much like pips that a die must be there.

    Args:
        scene: what was found in the picture.
        known: one or two faces.
        within_px: how far from the camera's axis to look.
    """
    step = min(face.step for face in known)
    found = [np.zeros((0, 2), np.float32)]
    for polarity, spots in _measured(scene, known, step, within_px):
        _, clear = _alike(scene, spots, polarity, step)
        sure = clear | _in_company(spots, polarity, step, known) | _in_lattice(spots, known)
        ring = _in_ring(scene, spots, tuning.SPOT_RING_FROM_PX)
        found.append(spots.xy[sure & ~ring])
    return np.concatenate(found)


def grade(value: float, nothing: float, enough: float) -> float:
    """0 where a value is no evidence, 1 where it is enough."""
    return max(0.0, (value - nothing) / (enough - nothing))


def _further_face(others: Sequence[Face], pair: Sequence[Face]) -> float:
    usual = _edge_px(pair)
    step = min(face.step for face in pair)
    own = [face for face in others if not _of_pips_on(pair, face)]
    return max((_like_a_die(face, usual, step) for face in own), default=0.0)


def _of_lamps(scene: Scene, face: Face) -> bool:
    """Whether all pips of a candidate are images of a known ring of lamps near the lens."""
    if face.polarity is Polarity.DARK or not scene.white.lamps_near:
        return False
    ring = scene.white.ring
    return ring is not None and bool(ring.are_images(face.pips_xy).all())


def _of_pips_on(pair: Sequence[Face], face: Face) -> bool:
    """Whether all pips of a candidate lie on faces that are known, as across two dice."""
    on = np.zeros(len(face.pips_xy), bool)
    for known in pair:
        away = np.abs((face.pips_xy - known.centre_xy) @ known.normals[:2].T).max(axis=-1)
        on |= away < known.edge_px / 2
    return bool(on.all())


def _like_a_die(face: Face, usual_px: float, step: float) -> float:
    """How much a candidate speaks for a third die.

    Lamp images make lattices of two, three and four too; only the outline tells those.
    """
    odd = abs(float(np.log(face.edge_px / usual_px)))
    if face.step < tuning.THIRD_STEP * step or odd > tuning.THIRD_SIZE_LOG:
        return 0.0
    sides = float(np.sort(face.strengths)[1])
    by_sides = grade(sides, tuning.THIRD_SIDE_NOTHING, tuning.THIRD_SIDE_ENOUGH)
    nothing, enough = tuning.THIRD_NOTHING, tuning.THIRD_ENOUGH
    white = float(face.levels[face.shares > 0.5].max()) > tuning.THIRD_WHITE
    if face.polarity is Polarity.LIGHT and white:
        if odd > tuning.PAIR_SIZE_LOG:
            return by_sides
        nothing, enough = tuning.THIRD_LAMPS_NOTHING, tuning.THIRD_LAMPS_ENOUGH
    return max(by_sides, grade(face.score, nothing, enough))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Spots:
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

    def take(self, keep: npt.NDArray[np.bool_] | slice) -> _Spots:
        """Keep some of the spots."""
        return _Spots(**{name: getattr(self, name)[keep] for name in _Spots.__slots__})


def _like_pips(scene: Scene, pair: Sequence[Face], polarity: Polarity, spots: _Spots) -> float:
    """Evidence from blobs: any that looks like a pip is enough, a poorer one is a little."""
    all_spots, spots = spots, spots.take(spots.radii_px < tuning.SPOT_WITHIN_PX)
    if not (spots.round_ > tuning.SPOT_CROSSED_ROUND).any():
        return 0.0  # nothing round, no pip
    if polarity is Polarity.LIGHT and scene.white.ring is not None:
        spots = spots.take(~scene.white.ring.are_images(spots.xy))
    step = min(face.step for face in pair)
    like, clear = _alike(scene, spots, polarity, step)
    sure = clear | _in_company(spots, polarity, step, pair) | _in_lattice(spots, pair)
    sure &= ~_in_ring(scene, spots, tuning.SPOT_RING_FROM_PX)
    if polarity is Polarity.LIGHT and sure.any():
        sure &= ~_on_dim_lamps(scene, all_spots, spots.xy)
    if sure.any():
        return 1.0
    if polarity is Polarity.DARK and _ragged_pips(spots, step) >= tuning.RAGGED_PIPS:
        return 1.0
    return tuning.SPOT_FAINT if like.any() else 0.0


def _ragged_pips(spots: _Spots, step: float) -> int:
    """How many dark spots are pips out of shape, as lamps' light on a die makes them.

    Light alone leaves no two of them: what it only adds to is dark nowhere.
    """
    falls = spots.falls
    pips = (falls > tuning.RAGGED_STEP * step) & (spots.near < tuning.RAGGED_NEAR * falls)
    pips &= np.abs(spots.far - falls) < tuning.RAGGED_FAR * falls
    pips &= spots.uneven < tuning.RAGGED_UNEVEN * falls
    pips &= spots.round_ > tuning.RAGGED_ROUND
    return int(np.count_nonzero(pips))


def _on_dim_lamps(scene: Scene, spots: _Spots, xy: Reals) -> npt.NDArray[np.bool_]:
    """Which places lie on images of lamps that are not white, but evenly spaced round the axis."""
    out = np.flatnonzero(spots.radii_px > tuning.SPOT_RING_FROM_PX)
    best = out[np.argsort(-spots.falls[out], kind="stable")][: tuning.RING_SPOTS_MAX]
    reaches = np.full(len(best), tuning.SPOT_SAME_PX)
    ring = ring_through(spots.xy[best], reaches, scene.middle_xy)
    return np.zeros(len(xy), bool) if ring is None else ring.near(xy, 0.0)


def _lamps_near(scene: Scene, polarity: Polarity, spots: _Spots) -> bool:
    """Whether a ring of light spots, white or not, shows lamps near the lens."""
    if polarity is not Polarity.LIGHT:
        return False
    ring = _in_ring(scene, spots, 0.0)
    return bool((ring & (spots.radii_px < tuning.LAMPS_NEAR_WITHIN_PX)).any())


def lamps_lie_near(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether anything shows that lamps near the lens shine on the window.

    Args:
        scene: what was found in the picture.
        pair: faces that cover some of that light.
    """
    levels = _rings_round_axis(scene, pair)
    return scene.white.lamps_near or bool(
        levels[:-1].max() - levels[-1] > tuning.LAMP_LIGHT_GREY and levels[-1] < tuning.GLARE_DARK
    )


def _glare_near(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether a bright ring round the camera's axis, white or not, shows lamps near the lens."""
    levels = _rings_round_axis(scene, pair)
    return bool(levels[:-1].max() > tuning.GLARE_GREY and levels[-1] < tuning.GLARE_DARK)


def _rings_round_axis(scene: Scene, pair: Sequence[Face]) -> Reals:
    """The usual level of rings round the camera's axis; the last lies far out."""
    spots = np.array(scene.middle_xy) + _RINGS
    grey = sample(scene.planes.light_soft, spots.astype(np.float32)).astype(np.float32)
    for face in pair:
        on = np.abs((spots - face.centre_xy) @ face.normals[:2].T)
        grey[np.maximum(on[..., 0], on[..., 1]) < 0.6 * face.edge_px] = _COVERED
    return _usual(grey)


_COVERED = np.float32(1e3)
"""Stands for the level of a spot that a die covers: above all others."""


def _usual(rings: Reals) -> Reals:
    """The level that half of the free spots of each ring reach, 0 where too few are free."""
    free = np.count_nonzero(rings < _COVERED, axis=1)
    usual = np.sort(rings, axis=1)[np.arange(len(rings)), free // 2]
    return np.where(free > rings.shape[1] // 3, usual, np.float32(0))


_RINGS = np.array((24.0, 36.0, 48.0, 60.0, 75.0, 90.0, 105.0, 150.0))[:, None, None] * np.stack(
    (np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)), axis=1
)
"""Points on rings round the axis in pixels; the last is free of the images of near lamps."""


def _measured(
    scene: Scene, known: Sequence[Face], step: float, within_px: float
) -> tuple[tuple[Polarity, _Spots], tuple[Polarity, _Spots]]:
    """The blobs that lie where another die's pips could lie and stand out as pips do.

    Both kinds are measured together, the light ones first.
    """
    planes, pitch = scene.planes, _pitch_px(known)
    blobs = sorted(scene.blobs, key=lambda kind: kind.polarity is Polarity.DARK)
    xy = np.concatenate([kind.centres for kind in blobs])
    off = xy - np.array(scene.middle_xy, np.float32)
    radii = np.hypot(off[:, 0], off[:, 1])
    asked = radii < within_px
    for face in known:
        asked &= ~_on_die(face, scene.middle_xy, xy)
    lights = int(np.count_nonzero(asked[: len(blobs[0].centres)]))
    xy, radii = xy[asked], radii[asked]
    points = around(xy, _SPOT * np.float32(pitch))
    light_there = LINEAR.take(sample_kinds(planes.light_soft, planes.dark_soft, lights, points))
    levels, rings = light_there[:, 0], light_there[:, 1:].reshape(len(xy), 3, len(_RING))
    falls = levels[:, None, None] - rings
    np.negative(falls[lights:], out=falls[lights:])
    falls.sort(axis=2)
    clear = falls[:, 1, 8] > max(tuning.SPOT_STEP * step, 0.01)
    lights = int(np.count_nonzero(clear[:lights]))
    xy, radii, levels, falls = xy[clear], radii[clear], levels[clear], falls[clear]
    near, middle, far = falls[:, :, 8].T
    round_ = np.zeros(len(xy), np.float32)
    full = near < tuning.SPOT_NEAR_FALL * middle  # others are no pips, round or not
    kinds = planes.light_fine, planes.dark_fine, int(np.count_nonzero(full[:lights]))
    round_[full] = roundness(*kinds, xy[full], 0.5 * pitch)
    spots = _Spots(
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
    (np.zeros((1, 2), np.float32), *(_RING * share for share in tuning.SPOT_RINGS_PITCHES))
).astype(np.float32)
"""A spot's middle and three rings round it, in pitches."""


def _on_die(face: Face, middle_xy: tuple[float, float], xy: Reals) -> npt.NDArray[np.bool_]:
    """Which spots lie on a face's die, its inner side faces, or right beside."""
    axes = face.normals[:2] * np.float32(1 / face.edge_px)
    off = axes @ (xy - face.centre_xy).T
    outer = 0.5 + tuning.SPOT_BESIDE_EDGES
    on = np.ones(len(xy), bool)
    for along, away in zip(off, (axes @ (face.centre_xy - middle_xy)).tolist(), strict=True):
        inner = outer + tuning.SIDE_FACE_PER_EDGE * abs(away)
        # the inner side face is the one towards the middle
        least, most = (-inner, outer) if away > 0 else (-outer, inner)
        on &= along > least
        on &= along < most
    return on


def _alike(
    scene: Scene, spots: _Spots, polarity: Polarity, step: float
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which spots could be pips at all, and which cannot well be anything else."""
    middle, uneven = spots.falls, spots.uneven
    like = (uneven < tuning.SPOT_UNEVEN * middle) & (spots.near < tuning.SPOT_NEAR_FALL * middle)
    like &= spots.round_ > tuning.SPOT_ROUND_LEAST
    clear = like & (middle > 0.25 * step) & (middle < 3 * step)
    clear &= (spots.round_ > tuning.SPOT_ROUND) & (uneven < tuning.SPOT_EVEN * middle)
    clear &= (spots.near < 0.3 * middle) & (spots.far < tuning.SPOT_FAR_FALL * middle)
    clear |= _flat(spots, polarity, step)
    if polarity is Polarity.LIGHT:
        # several white spots, or one far out, are lamps, and so are paler ones as far out as those
        white = spots.levels > tuning.SPOT_WHITE
        alone = (spots.radii_px < tuning.LAMPS_NEAR_WITHIN_PX) & ~_others(spots.xy, white)
        inner = spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX
        clear = clear & (~white | alone) & inner
        like = like & ~white
        for index in np.nonzero(like)[0].tolist():
            like[index] = not scene.white.lamp_like(float(spots.radii_px[index]))
    return np.asarray(like, bool), np.asarray(clear, bool)


def _flat(spots: _Spots, polarity: Polarity, step: float) -> npt.NDArray[np.bool_]:
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


def _even_middle(spots: _Spots, share: float) -> npt.NDArray[np.bool_]:
    """Which spots are as even inside as a pip, and lie on ground as even further out."""
    flat = spots.near < share * spots.falls
    flat &= np.abs(spots.far - spots.falls) < share * spots.falls
    return np.asarray(flat, bool)


def _lit_pips(spots: _Spots, polarity: Polarity) -> npt.NDArray[np.bool_]:
    """Which spots are as round as a pip with a lamp image beside it, and are no lamp's own."""
    lit = spots.uneven < tuning.SPOT_LIT_UNEVEN * spots.falls
    if polarity is Polarity.DARK:
        lit &= _even_middle(spots, tuning.SPOT_FLAT) & (spots.round_ > tuning.SPOT_ROUND)
        return np.asarray(lit, bool)
    lit &= _even_middle(spots, tuning.SPOT_LIT_FLAT)
    lit &= (spots.round_ > tuning.SPOT_LIT_ROUND) & (spots.levels < tuning.SPOT_WHITE)
    return np.asarray(lit, bool)


def _others(xy: Reals, white: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """For which spots there is a white one somewhere else."""
    points = as_complex(xy)
    away = np.abs(np.subtract.outer(points, points)) > tuning.SPOT_SAME_PX
    return np.asarray((away & white).any(axis=1), bool)


def _in_ring(scene: Scene, spots: _Spots, from_px: float) -> npt.NDArray[np.bool_]:
    """Which spots lie on a ring of many round the camera's axis, as lamp images do."""
    ways = as_complex(spots.xy - np.array(scene.middle_xy)) / np.maximum(spots.radii_px, 1)
    near = np.abs(np.subtract.outer(spots.radii_px, spots.radii_px)) < tuning.SPOT_RING_PX
    near &= np.abs(np.subtract.outer(spots.levels, spots.levels)) < tuning.SPOT_RING_LEVEL
    count = near.sum(axis=1)
    spread = np.abs(near @ ways) / np.maximum(count, 1) < tuning.SPOT_RING_SPREAD
    ring = spread & (count >= tuning.SPOT_RING_SPOTS) & (spots.radii_px > from_px)
    return np.asarray(ring, bool)


def _in_company(
    spots: _Spots, polarity: Polarity, step: float, known: Sequence[Face]
) -> npt.NDArray[np.bool_]:
    """Which spots look like pips of one face; each makes the other's ring uneven."""
    middle = spots.falls
    fit = (middle > 0.15 * step) & (middle < 3 * step)
    fit &= (spots.uneven < tuning.SPOT_COMPANY_UNEVEN * middle) & (spots.round_ > tuning.SPOT_ROUND)
    fit &= (spots.near < 0.2 * middle) & (np.abs(spots.far - middle) < 0.3 * middle)
    if polarity is Polarity.LIGHT:
        fit &= (spots.levels < tuning.SPOT_WHITE) & (spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX)
    xy = as_complex(spots.xy)
    gaps = np.abs(np.subtract.outer(xy, xy)) / _pitch_px(known)
    near, far = tuning.SPOT_COMPANY_PITCHES
    together: npt.NDArray[np.bool_] = fit & ((gaps > near) & (gaps < far) & fit).any(axis=1)
    return together


def _in_lattice(spots: _Spots, known: Sequence[Face]) -> npt.NDArray[np.bool_]:
    """Which spots lie as the pips of a 3 or of a 4 do, the ends of its diagonal; no lamps do."""
    pitch = _pitch_px(known)
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


def _edge_px(known: Sequence[Face]) -> float:
    return sum(face.edge_px for face in known) / len(known)


def _pitch_px(known: Sequence[Face]) -> float:
    return sum(face.pitch_px for face in known) / len(known)
