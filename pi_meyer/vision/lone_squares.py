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


def square_round_a_spot(planes: Planes, all_blobs: Sequence[Blobs], edge_px: float) -> float:
    """Strength, 0 to 1, of the second weakest side of the clearest square round any of these spots.

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
        return 0.0
    outlines = trace_outlines(planes, poses, FINE)
    edges = outlines.offsets.sum(axis=1) / 2 * poses.lengths / edge_px
    least, most = tuning.LONE_EDGES
    sides = np.sort(outlines.strengths, axis=1)[:, 1]
    return float(sides[(edges > least) & (edges < most)].max(initial=0.0))
