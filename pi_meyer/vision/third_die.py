"""Does a third die lie beside the pair, read or not? Three kinds of evidence are added up.

A further candidate face, a square body without its pips, and single spots that look like pips;
each alone may be a lamp, a ring or a drop, so that a faint one is not enough, but a clear one is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.bodies import clearest_square
from pi_meyer.vision.pips import Blobs, Polarity, roundness
from pi_meyer.vision.planes import LINEAR, Reals, sample

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
    evidence = _further_face(scene.faces[2:], pair)
    evidence += tuning.LAMPS_NEAR_DOUBT if scene.white.lamps_near else 0.0
    if evidence < 1:
        evidence += _spots_like_pips(scene, pair)
    if evidence < 1:
        clear = clearest_square(scene.planes, pair, scene.middle_xy)
        evidence += _grade(clear, tuning.SQUARE_NOTHING, tuning.SQUARE_ENOUGH)
    return evidence >= tuning.THIRD_DIE_ENOUGH


def clear_third_face(faces: Sequence[Face]) -> bool:
    """Whether a third candidate is by itself too good to be nothing."""
    return len(faces) > 2 and _further_face(faces[2:], faces[:2]) >= 1


def pips_elsewhere(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether a spot beside both faces looks so much like a pip that another die must be there."""
    return _spots_like_pips(scene, pair) >= 1


def _grade(value: float, nothing: float, enough: float) -> float:
    """0 where a value is no evidence, 1 where it is enough."""
    return max(0.0, (value - nothing) / (enough - nothing))


def _further_face(others: Sequence[Face], pair: Sequence[Face]) -> float:
    usual = (pair[0].edge_px + pair[1].edge_px) / 2
    grades = [
        _grade(face.score, tuning.THIRD_NOTHING, tuning.THIRD_ENOUGH)
        for face in others
        if abs(float(np.log(face.edge_px / usual))) < tuning.THIRD_SIZE_LOG
    ]
    grades += [
        _grade(face.score, tuning.THIRD_NOTHING_ANY, tuning.THIRD_ENOUGH_ANY) for face in others
    ]
    return max(grades, default=0.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Spots:
    """Blobs away from the pair: parallel arrays; falls are in linear light, sorted by ring."""

    xy: Reals
    levels: Reals
    near: Reals
    falls: Reals
    far: Reals
    round_: Reals
    radii_px: Reals


def _spots_like_pips(scene: Scene, pair: Sequence[Face]) -> float:
    """Evidence from blobs: any that looks like a pip is enough, a poorer one is a little."""
    step = min(face.step for face in pair)
    evidence = 0.0
    for blobs in scene.blobs:
        spots = _measured(scene, pair, blobs)
        if spots is None:
            continue
        like, clear = _alike(scene, spots, blobs.polarity, step)
        if clear.any() or _in_company(spots, blobs.polarity, step, pair):
            return 1.0
        if like.any():
            evidence = tuning.SPOT_FAINT
    return evidence


def _measured(scene: Scene, pair: Sequence[Face], blobs: Blobs) -> _Spots | None:
    edge = (pair[0].edge_px + pair[1].edge_px) / 2
    pitch = (pair[0].pitch_px + pair[1].pitch_px) / 2
    xy = blobs.centres
    if not len(xy):
        return None
    radii = np.hypot(*(xy - np.array(scene.middle_xy)).T)
    gaps = np.min([np.hypot(*(xy - face.centre_xy).T) for face in pair], axis=0)
    asked = (gaps > tuning.SPOT_BESIDE_EDGES * edge) & (radii < tuning.SPOT_WITHIN_PX)
    xy, radii = xy[asked], radii[asked]
    if not len(xy):
        return None
    light = blobs.polarity is Polarity.LIGHT
    soft = scene.planes.light_soft if light else scene.planes.dark_soft
    fine = scene.planes.light_fine if light else scene.planes.dark_fine
    levels = LINEAR[sample(soft, xy)]
    rings = [
        (levels[:, None] - LINEAR[sample(soft, xy[:, None] + _RING * np.float32(share * pitch))])
        * np.float32(blobs.polarity.value)
        for share in tuning.SPOT_RINGS_PITCHES
    ]
    near, falls, far = (np.sort(ring, axis=1) for ring in rings)
    return _Spots(
        xy=xy,
        levels=levels,
        near=near[:, 8],
        falls=falls,
        far=far[:, 8],
        round_=roundness(fine, blobs.polarity, xy, 0.5 * pitch),
        radii_px=radii,
    )


def _alike(
    scene: Scene, spots: _Spots, polarity: Polarity, step: float
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which spots could be pips at all, and which cannot well be anything else."""
    middle, uneven = spots.falls[:, 8], spots.falls[:, -1] - spots.falls[:, 0]
    like = (middle > tuning.SPOT_STEP * step) & (middle > 0.01) & (spots.round_ > 0.85)
    like &= (uneven < tuning.SPOT_UNEVEN * middle) & (spots.near < tuning.SPOT_NEAR_FALL * middle)
    clear = like & (middle > 0.25 * step) & (middle < 3 * step)
    clear &= (spots.round_ > tuning.SPOT_ROUND) & (uneven < tuning.SPOT_EVEN * middle)
    clear &= (spots.near < 0.3 * middle) & (spots.far < tuning.SPOT_FAR_FALL * middle)
    if polarity is Polarity.LIGHT:
        # white spots are lamps, and so are paler ones as far out as white ones
        like &= spots.levels < tuning.SPOT_WHITE
        clear &= (spots.levels < tuning.SPOT_WHITE) & (spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX)
        like &= np.array(
            [not scene.white.lamp_like(float(r), ring_px=20.0) for r in spots.radii_px], bool
        )
    return like, clear


def _in_company(spots: _Spots, polarity: Polarity, step: float, pair: Sequence[Face]) -> bool:
    """Whether two spots look like pips of one face; each makes the other's ring uneven."""
    middle, uneven = spots.falls[:, 8], spots.falls[:, -1] - spots.falls[:, 0]
    fit = (middle > 0.15 * step) & (middle > 0.01) & (middle < 3 * step)
    fit &= (uneven < tuning.SPOT_COMPANY_UNEVEN * middle) & (spots.round_ > tuning.SPOT_ROUND)
    fit &= (spots.near < 0.2 * middle) & (np.abs(spots.far - middle) < 0.3 * middle)
    if polarity is Polarity.LIGHT:
        fit &= (spots.levels < tuning.SPOT_WHITE) & (spots.radii_px < tuning.SPOT_LIGHT_WITHIN_PX)
    xy = spots.xy[fit]
    gaps = np.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1)) / pair[0].pitch_px
    near, far = tuning.SPOT_COMPANY_PITCHES
    return bool(((gaps > near) & (gaps < far)).any())
