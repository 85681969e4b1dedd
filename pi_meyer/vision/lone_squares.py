"""A square of a die's size round a spot: a lone pip's face, whatever light lies on it.

Faces of one pip are sought by how even they are; under the light of lamps none is. The outline
round a spot right in its midst is left, which chance hardly makes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.ones import one_poses
from pi_meyer.vision.outlines import FINE, trace_outlines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.pips import Blobs
    from pi_meyer.vision.planes import Planes


def squares_round_spots(
    planes: Planes, all_blobs: Sequence[Blobs], edge_px: float
) -> tuple[float, float]:
    """How strong, 0 to 1, the second weakest side and all sides of squares round spots are at most.

    Args:
        planes: the picture.
        all_blobs: the spots that could be pips, of which the clearest of each kind are asked.
        edge_px: the edge of a die; of another size a square is none.
    """
    spots = []
    for blobs in all_blobs:
        clearest = np.argsort(-blobs.steps, kind="stable")[: tuning.LONE_SPOTS]
        spots.append(blobs.centres[clearest])
    poses, _, clear = one_poses(planes, np.concatenate(spots))
    poses = poses.take(np.flatnonzero(clear > tuning.LONE_CLEAR))
    if not len(poses.centres):
        return 0.0, 0.0
    outlines = trace_outlines(planes, poses, FINE)
    edges = outlines.offsets.sum(axis=1) / 2 * poses.lengths / edge_px
    least, most = tuning.LONE_EDGES
    sides = np.sort(outlines.strengths[(edges > least) & (edges < most)], axis=1)
    return float(sides[:, 1].max(initial=0.0)), float(np.sqrt(sides).mean(axis=1).max(initial=0.0))
