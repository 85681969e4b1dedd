"""Do lamps near the lens shine on the window? Their images and glow lie on rings round the axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import Reals, sample
from pi_meyer.vision.spots import Spots, in_ring, spots_beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene


def ring_shows_near(scene: Scene, polarity: Polarity, spots: Spots) -> bool:
    """Whether a ring of light spots, white or not, shows lamps near the lens."""
    if polarity is not Polarity.LIGHT:
        return False
    ring = in_ring(scene, spots, 0.0)
    return bool((ring & (spots.radii_px < tuning.LAMPS_NEAR_WITHIN_PX)).any())


def lamps_lie_near(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether anything shows that lamps near the lens shine on the window.

    Args:
        scene: what was found in the picture.
        pair: faces that cover some of that light.
    """
    ring = scene.white.ring
    if scene.white.lamps_far or (ring is not None and ring.radius_px > tuning.NEAR_RING_PX):
        return False
    if scene.white.lamps_near:
        return True
    levels = _rings_round_axis(scene, pair)
    within, far_out = levels[:_FAR_OUT], levels[_FAR_OUT]
    lighter = within.max() - far_out > tuning.LAMP_LIGHT_GREY
    return bool(lighter and far_out < tuning.LAMP_LIGHT_DARK) or _veil(levels)


def _veil(levels: Reals) -> bool:
    """Whether a ring is lighter than its midst and than what lies beyond, as far as they are free.

    Images of near lamps that run into one another make one, even before the lit room.
    """
    best = int(levels[:_FAR_OUT].argmax())
    inside, beyond = levels[:best], levels[_FAR_OUT + 1 :]
    inside, beyond = inside[inside > 0], beyond[beyond > 0]
    if not (len(inside) and len(beyond)):
        return False
    return bool(levels[best] - max(inside.min(), beyond.min()) > tuning.VEIL_GREY)


def lamps_show_near(scene: Scene, pair: Sequence[Face]) -> bool:
    """As ``lamps_lie_near``, and whether images of lamps lie on a ring so near, however dim.

    Args:
        scene: what was found in the picture.
        pair: the two faces that could be read.
    """
    if lamps_lie_near(scene, pair):
        return True
    if scene.white.ring is not None:
        return False
    step = min(face.step for face in pair)
    found = spots_beside(scene, pair, step, tuning.SPOT_RINGS_WITHIN_PX)
    return any(ring_shows_near(scene, *spots) for spots in found)


def glare_shows_near(scene: Scene, pair: Sequence[Face]) -> bool:
    """Whether a bright ring round the camera's axis, white or not, shows lamps near the lens."""
    levels = _rings_round_axis(scene, pair)
    return bool(
        levels[:_FAR_OUT].max() > tuning.GLARE_GREY and levels[_FAR_OUT] < tuning.GLARE_DARK
    )


def _rings_round_axis(scene: Scene, pair: Sequence[Face]) -> Reals:
    """The usual level of rings round the camera's axis, outwards; 0 where dice cover them."""
    key = (scene.planes, *pair)
    found = scene.rings.get(key)
    if found is None:
        found = scene.rings[key] = _measured(scene, pair)
    return found


def _measured(scene: Scene, pair: Sequence[Face]) -> Reals:
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


_RADII_PX = np.array((24.0, 36.0, 48.0, 60.0, 75.0, 90.0, 105.0, 150.0, 165.0, 180.0))
_FAR_OUT = 7
"""Which ring is the first that is mostly free of the images of near lamps."""
_RINGS = _RADII_PX[:, None, None] * np.stack(
    (np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)), axis=1
)
"""Points on rings round the axis in pixels."""
