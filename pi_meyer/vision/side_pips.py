"""Pips of a side face that a flat die would hide: they prove a tilt where the body hardly shows.

Of a black die on dark ground the sides are seen badly, its light pips well. The side faces away
from the camera's axis are hidden as long as it lies flat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.spots import on_die
from pi_meyer.vision.surroundings import inner_sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene
    from pi_meyer.vision.pips import Blobs
    from pi_meyer.vision.planes import Reals


def side_pips_show(scene: Scene, face: Face, others: Sequence[Face]) -> bool:
    """Whether two spots lie side by side, as pips do, right outside an outer side of a face.

    Args:
        scene: what was found.
        face: the face to look around.
        others: faces whose own pips do not count.
    """
    blobs = next(kind for kind in scene.blobs if kind.polarity is face.polarity)
    off = _spots_beside(scene, blobs, face, others)
    inner = inner_sides(face, scene.middle_xy)
    for side in np.flatnonzero(inner < tuning.SIDE_PIPS_INNER).tolist():
        out, along = (off @ face.normals[[side, (side + 1) % 4]].T / face.edge_px).T
        if _two_abreast(out, along):
            return True
    return False


def _spots_beside(scene: Scene, blobs: Blobs, face: Face, others: Sequence[Face]) -> Reals:
    """The spots round a face, from its middle: ``(n, 2)`` in pixels."""
    off = blobs.centres - face.centre_xy
    within = np.abs(off @ face.normals[:2].T).max(axis=1)
    own = np.sort(blobs.steps[within < tuning.SIDE_PIPS_OWN * face.edge_px])[-face.value :]
    if not len(own):
        return off[:0]
    beside = within < tuning.SIDE_PIPS_OUT[1] * face.edge_px
    beside &= blobs.steps > tuning.SIDE_PIPS_STEP * np.median(own)
    for other in others:
        beside &= ~on_die(other, scene.middle_xy, blobs.centres)
    spots: Reals = off[beside]
    return spots


def _two_abreast(out: npt.NDArray[np.floating], along: npt.NDArray[np.floating]) -> bool:
    """Whether two spots lie as far outside a side as each other, and apart along it; in edges."""
    nearest, furthest = tuning.SIDE_PIPS_OUT
    there = (out > nearest) & (out < furthest) & (np.abs(along) < tuning.SIDE_PIPS_ALONG)
    out, along = out[there], along[there]
    level = np.abs(np.subtract.outer(out, out)) < tuning.SIDE_PIPS_LEVEL
    least, most = tuning.SIDE_PIPS_APART
    gaps = np.abs(np.subtract.outer(along, along))
    return bool((level & (gaps > least) & (gaps < most)).any())
