"""A third die as it shows in the picture without the light of near lamps.

Its pips may have been covered by that light, its face disturbed by it. What only the taking away
has made is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.candidates import Limits
from pi_meyer.vision.faces import find_faces
from pi_meyer.vision.lone_squares import squares_round_spots
from pi_meyer.vision.patches import best_foreign_patch, best_patch, small_view
from pi_meyer.vision.pips import Blobs, Polarity
from pi_meyer.vision.planes import LINEAR, Reals, around, sample
from pi_meyer.vision.spots import RING, Spots, on_die, others_of, pitch_px, spots_beside
from pi_meyer.vision.third_die import grade, like_a_die, like_pips, usual_edge_px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene


def evidence_without_lamps(first: Scene, second: Scene, pair: Sequence[Face]) -> float:
    """The evidence of a third die that a picture shows without the lamps' light, 0 for none.

    What was white may be what is left of a lamp's image, and a spot that was none before was made:
    they are no pips.

    Args:
        first: the picture itself.
        second: the same without the light of the lamps.
        pair: the two faces that could be read.
    """
    step = min(face.step for face in pair)
    found = spots_beside(second, pair, step, tuning.SPOT_RINGS_WITHIN_PX)
    evidence = max(
        like_pips(
            second,
            pair,
            polarity,
            spots.take(_were_there(first, pair, polarity, spots)),
            near_lamps=True,
        )
        for polarity, spots in found
    )
    if evidence < tuning.UNLIT_ENOUGH:
        small = small_view(second, pair)
        patch = best_patch(small, tuning.PATCH_WITHIN_PX)
        evidence = max(evidence, grade(patch.full, tuning.PATCH_NOTHING, tuning.PATCH_UNLIT))
        foreign = best_foreign_patch(small, tuning.PATCH_WITHIN_PX)
        strong = foreign.full > tuning.UNLIT_FOREIGN and foreign.apart > tuning.UNLIT_FOREIGN_APART
        evidence = max(evidence, float(strong))
    if evidence < tuning.UNLIT_ENOUGH:
        evidence = max(evidence, _face_of_third(first, second, pair))
    return evidence


def _face_of_third(first: Scene, second: Scene, pair: Sequence[Face]) -> float:
    """How much the best face beside two dice without the lamps' light speaks for a third die."""
    blobs = [_beside(first, second, kind, pair) for kind in second.blobs]
    if not any(len(kind.centres) for kind in blobs):
        return 0.0
    usual, step, evidence = usual_edge_px(pair), min(face.step for face in pair), 0.0
    for face in find_faces(second.planes, blobs, limits=_FEW):
        white = bool(_were_white(first, face.polarity, face.pips_xy).all())
        evidence = max(evidence, like_a_die(face, usual, step, of_lamps=white))
    if evidence < tuning.UNLIT_ENOUGH:
        second_side, sides = squares_round_spots(second.planes, blobs, usual)
        evidence = max(
            evidence,
            grade(second_side, tuning.LONE_NOTHING, tuning.LONE_ENOUGH),
            grade(sides, tuning.LONE_SIDES_NOTHING, tuning.LONE_SIDES_ENOUGH),
        )
    return evidence


_FEW = Limits(
    rough=tuning.UNLIT_ROUGH,
    outlined=tuning.UNLIT_OUTLINED,
    settled=tuning.UNLIT_SETTLED,
    clear_first=False,
)
"""One face is enough."""


def _were_white(first: Scene, polarity: Polarity, xy: Reals) -> npt.NDArray[np.bool_]:
    """Which light spots were white in the picture itself."""
    if polarity is Polarity.DARK:
        return np.zeros(len(xy), bool)
    light = LINEAR[sample(first.planes.light_soft, xy.astype(np.float32))]
    return np.asarray(light > tuning.SPOT_WHITE, bool)


def _were_there(
    first: Scene, pair: Sequence[Face], polarity: Polarity, spots: Spots
) -> npt.NDArray[np.bool_]:
    """Which spots of the picture without the lamps' light may be pips.

    Light ones must have been spots before, and not white unless the lamps' light that was taken
    away made no spot there; that light may have hidden dark ones.
    """
    if polarity is Polarity.DARK:
        return np.ones(len(spots.xy), bool)
    ring = RING * np.float32(tuning.SPOT_RINGS_PITCHES[1] * pitch_px(pair))
    around_it = LINEAR[sample(first.planes.light_soft, around(spots.xy, ring))]
    light = LINEAR[sample(first.planes.light_soft, spots.xy)]
    before = light - np.median(around_it, axis=1)
    there = before > tuning.UNLIT_THERE * spots.falls
    white = light > tuning.SPOT_WHITE
    # a pip in light that is even is as high without it, and no other spot is white as lamps are
    own = (before < tuning.UNLIT_SAME * spots.falls) & ~others_of(spots.xy, white)
    return np.asarray(there & (~white | own), bool)


def _beside(first: Scene, second: Scene, blobs: Blobs, pair: Sequence[Face]) -> Blobs:
    """Blobs without the lamps' light that lie on neither of two dice, and were blobs before."""
    off = blobs.centres - np.array(second.middle_xy, np.float32)
    keep = np.hypot(off[:, 0], off[:, 1]) < tuning.SPOT_WITHIN_PX
    for face in pair:
        keep &= ~on_die(face, second.middle_xy, blobs.centres)
    at = np.flatnonzero(keep)
    pitch = np.float32(pitch_px(pair))
    before, after = (
        _falls(scene, blobs.polarity, blobs.centres[at], pitch) for scene in (first, second)
    )
    at = at[before > tuning.UNLIT_THERE * np.maximum(after, 0)]
    return Blobs(polarity=blobs.polarity, centres=blobs.centres[at], steps=blobs.steps[at])


def _falls(scene: Scene, polarity: Polarity, xy: Reals, pitch: np.float32) -> Reals:
    """How far the light falls (for dark spots: rises) from each to the usual of what is around."""
    dark = polarity is Polarity.DARK
    plane = scene.planes.dark_soft if dark else scene.planes.light_soft
    light = LINEAR[sample(plane, around(xy, _HERE_AND_AROUND * pitch))]
    falls = light[:, 0] - np.sort(light[:, 1:], axis=1)[:, len(RING) // 4]
    return np.asarray(-falls if dark else falls, np.float32)


_HERE_AND_AROUND = np.concatenate(
    (np.zeros((1, 2), np.float32), RING[::2] * tuning.SPOT_RINGS_PITCHES[1])
).astype(np.float32)
