"""Whether a face lies flat: one sum of all that was measured, each measure with its weight.

Every measure alone is doubtful: faint sides make flat and tilted alike, a shadow looks like a side
face, dice of two sets differ in size. The sum is the odds of flat, in the unit of a stance's
advantage. Its weights are a logistic regression on simulated dice, some flat and some that lean by
10 to 18 degrees, rounded towards what also parts path-traced dice (`tests.benchmarks.tilt`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.vision import tuning
from pi_meyer.vision.cell_margins import under
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.side_pips import side_pips_show
from pi_meyer.vision.surroundings import (
    is_coloured,
    missing_side_face_of,
    side_face_of,
    wide_side_face_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.flatness import Stance
    from pi_meyer.vision.judge import Scene
    from pi_meyer.vision.planes import Planes


def advantage_of(scene: Scene, face: Face) -> float:
    """The advantage of flat over tilted by the face's own shape, as twice a logarithm of odds.

    A faint face is measured both ways: how its sides stand out, and how straight they run.
    """
    advantage = scene.stance(face).advantage
    if not face.is_faint:
        return advantage
    return (advantage + scene.stance(face, straight=True).advantage) / 2


def spare_by_shape(scene: Scene, face: Face) -> float:
    """How much more than needed speaks for flat, but for what lies around the face.

    In the unit of a stance's advantage, twice a logarithm of odds.
    """
    stance, advantage = scene.stance(face), advantage_of(scene, face)
    by_size, least = stance.by_size, tuning.FLAT_LEAST
    if face.is_faint:
        by_size = min(by_size, tuning.FLAT_BY_SIZE_FAINT)
        least = tuning.FLAT_LEAST_FAINT
    told = min(max(advantage, -tuning.FLAT_BOUND), tuning.FLAT_BOUND)
    told += tuning.FLAT_BY_SIZE * by_size
    if face.value < tuning.FLAT_MANY:
        told -= tuning.FLAT_MISFIT * max(0.0, stance.misfit - tuning.FLAT_MISFIT_FREE)
    return told - least[face.value - 1]


def spare_of(scene: Scene, face: Face, by_shape: float) -> float:
    """The same with what lies around it, as far as that can still change the answer.

    Args:
        scene: what was found.
        face: one of its faces.
        by_shape: what its shape leaves to spare.
    """
    others = [other for other in scene.faces[:2] if other is not face]
    if by_shape > 0 and _is_dim(scene, face) and side_pips_show(scene, face, others):
        return -by_shape
    doubted = _doubted(scene.stance(face))
    around = (
        (tuning.FLAT_MISSING_SIDE * doubted, _missing),
        (tuning.FLAT_WIDE_SIDE * doubted, wide_side_face_of),
        (tuning.FLAT_SIDE_FACE, side_face_of),
    )
    spare, left = by_shape, sum(weight for weight, _ in around)
    for weight, seek in around:
        if not 0 < spare <= left:
            break
        spare -= weight * seek(scene.planes, face, others, scene.middle_xy) if weight else 0.0
        left -= weight
    return spare


def _is_dim(scene: Scene, face: Face) -> bool:
    """Whether light pips are all that is seen well of a die: its shape tells nothing."""
    if face.polarity is Polarity.DARK or not face.is_faint or face.value >= tuning.FLAT_MANY:
        return False
    return advantage_of(scene, face) < tuning.FLAT_SIDE_PIPS


def _doubted(stance: Stance) -> float:
    """How much the face's own shape leaves it open whether it is tilted, 0 to 1."""
    none, full = tuning.FLAT_DOUBT
    doubt = (stance.misfit - stance.advantage - none) / (full - none)
    return min(1.0, max(0.0, doubt))


def misfit_margin(scene: Scene, face: Face) -> float:
    """Whether the face is a square at all; what disturbs flat and tilted alike counts half."""
    stance = scene.stance(face)
    return under(stance.misfit - max(0.0, stance.advantage) / 2, tuning.FLAT_MISFIT_MAX)


def _missing(
    planes: Planes, face: Face, others: Sequence[Face], middle_xy: tuple[float, float]
) -> float:
    missing = missing_side_face_of(planes, face, others, middle_xy)
    if not missing:
        return 0.0
    black = tuning.FLAT_MISSING_BLACK
    return missing * (black + (1 - black) * is_coloured(planes, face))
