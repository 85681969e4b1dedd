"""Could a die be lost in the glare of lamps? Only where it is wide, and not the lamps' alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.bodies import covered
from pi_meyer.vision.lamp_light import unlike_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene


def glare_hides_a_die(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether a third die could lie in the glare of lamps.

    Where it would show in part, it would disturb that the lamps' light looks the same after a
    turn from one lamp to the next.

    Args:
        scene: what was found in the picture.
        pair: the two faces that could be read.
    """
    edge_px = pair[0].edge_px
    if not scene.white.is_wide(edge_px):
        return False
    hidden = scene.white.most_hidden(edge_px)
    if hidden > tuning.GLARE_HIDES_ALL:
        return True
    symmetry = scene.lamp_symmetry(pair)
    dice = [_widened(covered(face, scene.middle_xy)) for face in pair]
    unlike = unlike_share(scene.planes.light, symmetry, dice)
    if hidden > tuning.GLARE_HIDES:
        # the more of a die is hidden, the less of it is left to disturb
        return hidden + tuning.GLARE_UNLIKE_WEIGHT * unlike > tuning.GLARE_HIDES_ALL
    return unlike > tuning.GLARE_UNLIKE_MAX


def _widened(corners: np.ndarray) -> np.ndarray:
    """A little more than these corners ``(4, 2)`` enclose."""
    middle = corners.mean(axis=0)
    return np.asarray(middle + tuning.GLARE_DICE_WIDER * (corners - middle))
