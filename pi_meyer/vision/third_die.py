"""Does a third die lie beside the pair, read or not? Three kinds of evidence are added up.

A further candidate face, a square body without its pips, and single spots that look like pips;
each alone may be a lamp, a ring or a drop, so that a faint one is not enough, but a clear one is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.bodies import find_bodies
from pi_meyer.vision.lamps import ring_through
from pi_meyer.vision.near_lamps import glare_shows_near, lamps_lie_near, ring_shows_near
from pi_meyer.vision.patches import best_foreign_patch, best_patch, small_view
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import LINEAR, Reals, around, sample_colours
from pi_meyer.vision.spots import (
    RING,
    Spots,
    alike,
    any_dark_pip,
    crossed_pips,
    in_company,
    in_lattice,
    in_ring,
    neat_pips,
    on_die,
    pitch_px,
    ragged_pips,
    small_pips,
    spots_beside,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene


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
    found = spots_beside(scene, pair, step, tuning.SPOT_RINGS_WITHIN_PX)
    others = [face for face in scene.faces[2:] if not _of_lamps(scene, face)]
    evidence = _further_face(others, pair)
    near = not scene.white.lamps_far and glare_shows_near(scene, pair)
    near |= scene.white.lamps_near or any(ring_shows_near(scene, *spots) for spots in found)
    if near:
        evidence += tuning.LAMPS_NEAR_DOUBT
    if evidence < 1:
        evidence += max(like_pips(scene, pair, *spots, near_lamps=near) for spots in found)
    if evidence < 1 and _red_pip(scene, pair):
        evidence = 1.0
    if evidence < 1:
        evidence += _square_body(scene, pair)
    if evidence < 1:
        evidence += _coloured_body(scene, pair)
    return evidence


def _coloured_body(scene: Scene, pair: Sequence[Face]) -> float:
    """Evidence from patches of a die's size and colour.

    Light and shadow on one ground make such patches too, whose tint is hardly their own. What is as
    full as only a body can be is one all the same.
    """
    small = small_view(scene, pair)
    own = best_patch(small, tuning.PATCH_WITHIN_PX)
    apart = grade(own.apart, tuning.PATCH_APART_NOTHING, tuning.PATCH_APART_ENOUGH)
    apart = max(apart, grade(own.full, tuning.PATCH_ENOUGH, tuning.PATCH_SURELY))
    evidence = grade(own.full, tuning.PATCH_NOTHING, tuning.PATCH_ENOUGH) * min(1.0, apart)
    foreign = best_foreign_patch(small, tuning.PATCH_WITHIN_PX)
    apart = grade(foreign.apart, tuning.FOREIGN_APART_NOTHING, tuning.FOREIGN_APART_ENOUGH)
    full = grade(foreign.full, tuning.FOREIGN_NOTHING, tuning.FOREIGN_ENOUGH)
    return evidence + full * min(1.0, apart)


def _red_pip(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether a red spot on colourless ground lies beside the pair: the pip of an Asian 1.

    It may be so large that the rings round a usual pip lie within it, and nothing else is red.
    """
    dark = next(blobs for blobs in scene.blobs if blobs.polarity is Polarity.DARK)
    columns, rows = np.rint(dark.centres).astype(np.intp).T
    colours = scene.planes.image[rows, columns].astype(np.int16)
    red = colours[:, 2] - colours[:, 1] > tuning.RED_GREY
    if not red.any():
        return False
    centres = dark.centres[red]
    off = centres - np.array(scene.middle_xy, np.float32)
    beside = np.hypot(off[:, 0], off[:, 1]) < tuning.SPOT_WITHIN_PX
    for face in pair:
        beside &= ~on_die(face, scene.middle_xy, centres)
    if not beside.any():
        return False
    spots = around(centres[beside], _RED_SPOT * np.float32(pitch_px(pair)))
    light = LINEAR[sample_colours(scene.planes.image, spots)] + np.float32(1e-3)
    red = light[..., 2] / light.sum(axis=-1)
    ground = np.sort(red[:, len(RING) :], axis=1)
    inside = red[:, : len(RING)].min(axis=1) - ground[:, len(RING) * 3 // 4]
    grey = np.abs(ground[:, len(RING) // 2] - 1 / 3) < tuning.RED_GROUND
    return bool((grey & (inside > tuning.RED_STEP)).any())


_RED_SPOT = np.concatenate((RING * 0.3, RING * 1.0)).astype(np.float32)
"""A ring within a large pip and one right outside, in pitches."""


def _square_body(scene: Scene, pair: Sequence[Face]) -> float:
    bodies = find_bodies(scene, pair, usual_edge_px(pair), least=tuning.SQUARE_NOTHING)
    own = ~bodies.round_glare
    clear = float(bodies.clear[own].max(initial=0.0))
    # what is blank white in the midst of a body may be a near lamp's image as well
    if clear > tuning.SQUARE_NOTHING and not scene.white.lamps_near:
        own &= ~_room_lamps(scene, bodies.centres, usual_edge_px(pair))
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
    for polarity, spots in spots_beside(scene, known, step, within_px):
        _, clear = alike(scene, spots, polarity, step)
        sure = clear | in_company(spots, polarity, step, known) | in_lattice(spots, known)
        ring = in_ring(scene, spots, tuning.SPOT_RING_FROM_PX)
        found.append(spots.xy[sure & ~ring])
    return np.concatenate(found)


def grade(value: float, nothing: float, enough: float) -> float:
    """0 where a value is no evidence, 1 where it is enough."""
    return max(0.0, (value - nothing) / (enough - nothing))


def _further_face(others: Sequence[Face], pair: Sequence[Face]) -> float:
    usual = usual_edge_px(pair)
    step = min(face.step for face in pair)
    own = [face for face in others if not _of_pips_on(pair, face)]
    return max((like_a_die(face, usual, step) for face in own), default=0.0)


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


def like_a_die(face: Face, usual_px: float, step: float, *, of_lamps: bool = False) -> float:
    """How much a candidate speaks for a third die.

    Lamp images make lattices of two, three and four too; only the outline tells those.

    Args:
        face: the candidate.
        usual_px: the edge of the pair's faces.
        step: what the pips of the pair's faces stand out by, in linear light.
        of_lamps: its pips may all be lamp images.
    """
    larger = float(np.log(face.edge_px / usual_px))
    if face.step < tuning.THIRD_STEP * step:
        return 0.0
    if not -tuning.THIRD_RIM_LOG < larger < tuning.THIRD_SIZE_LOG:
        return 0.0
    sides = float(np.sort(face.strengths)[1])
    by_sides = grade(sides, tuning.THIRD_SIDE_NOTHING, tuning.THIRD_SIDE_ENOUGH)
    odd = abs(larger)
    # of a black die the inner rim of its rounded edge may show instead of the outline
    if of_lamps or odd > tuning.THIRD_SIZE_LOG:
        return by_sides
    nothing, enough = tuning.THIRD_NOTHING, tuning.THIRD_ENOUGH
    white = float(face.levels[face.shares > 0.5].max()) > tuning.THIRD_WHITE
    if face.polarity is Polarity.LIGHT and white:
        if odd > tuning.PAIR_SIZE_LOG:
            return by_sides
        nothing, enough = tuning.THIRD_LAMPS_NOTHING, tuning.THIRD_LAMPS_ENOUGH
    return max(by_sides, grade(face.score, nothing, enough))


def like_pips(
    scene: Scene, pair: Sequence[Face], polarity: Polarity, spots: Spots, *, near_lamps: bool
) -> float:
    """Evidence from blobs: any that looks like a pip is enough, a poorer one is a little.

    Where no lamps near the lens make such spots, poor ones are enough too.

    Args:
        scene: what was found.
        pair: the two faces that could be read.
        polarity: of the spots.
        spots: blobs beside the pair.
        near_lamps: lamps near the lens may have made them.
    """
    all_spots, spots = spots, spots.take(_that_count(scene, polarity, spots))
    if not len(spots.xy):
        return 0.0
    step, dark = min(face.step for face in pair), polarity is Polarity.DARK
    small = small_pips(spots, polarity, step)
    crossed = crossed_pips(spots, polarity, step)
    seem_near = near_lamps or lamps_lie_near(scene, pair)
    if seem_near:
        small = crossed = np.zeros_like(small)
    if not ((spots.round_ > tuning.SPOT_CROSSED_ROUND) | small | crossed).any():
        return 0.0  # nothing round, no pip
    like, clear = alike(scene, spots, polarity, step)
    sure = clear | crossed | in_company(spots, polarity, step, pair) | in_lattice(spots, pair)
    sure |= neat_pips(spots, polarity, step, pair, near_lamps=seem_near)
    sure |= together(spots, (like & (dark or not near_lamps)) | small, pair)
    sure &= ~in_ring(scene, spots, tuning.SPOT_RING_FROM_PX)
    if not dark and sure.any():
        sure &= ~_on_dim_lamps(scene, all_spots, spots.xy)
    if sure.any():
        return 1.0
    if dark and like.any() and not near_lamps:
        return 1.0  # nothing else makes one: none of 1,069 pictures of two dice has any
    if dark and (any_dark_pip(spots, step) or ragged_pips(spots, step) >= tuning.RAGGED_PIPS):
        return 1.0
    return tuning.SPOT_FAINT if like.any() else 0.0


def _that_count(scene: Scene, polarity: Polarity, spots: Spots) -> npt.NDArray[np.bool_]:
    """Which spots lie where dice can, and are no images of a known ring of lamps."""
    count = spots.radii_px < tuning.SPOT_WITHIN_PX
    if polarity is Polarity.LIGHT and scene.white.ring is not None:
        count &= ~scene.white.ring.are_images(spots.xy)
    return np.asarray(count, bool)


def _on_dim_lamps(scene: Scene, spots: Spots, xy: Reals) -> npt.NDArray[np.bool_]:
    """Which places lie on images of lamps that are not white, but evenly spaced round the axis."""
    out = np.flatnonzero(spots.radii_px > tuning.SPOT_RING_FROM_PX)
    best = out[np.argsort(-spots.falls[out], kind="stable")][: tuning.RING_SPOTS_MAX]
    # lamps are alike: what stands out far more or less is something else on their circle
    usual = np.median(spots.falls[best[: tuning.RING_SEEN_MIN]]) if len(best) else 0.0
    alike = best[np.abs(spots.falls[best] - usual) < tuning.RING_FALL_SHARE * usual]
    there = np.zeros(len(xy), bool)
    for some in (best, alike):
        reaches = np.full(len(some), tuning.SPOT_SAME_PX)
        ring = ring_through(spots.xy[some], reaches, scene.middle_xy)
        there |= False if ring is None else ring.near(xy, 0.0)
    return there


def usual_edge_px(known: Sequence[Face]) -> float:
    """The mean edge of some faces in pixels."""
    return sum(face.edge_px for face in known) / len(known)
