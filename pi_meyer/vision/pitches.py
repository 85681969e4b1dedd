"""The other die as a measure: one that leans lies higher and is seen aslant, so that it is smaller.

Both dice of a pair are mostly of one set, with the same distance between their pips. What the
window's own slope adds to the difference is known from all but the face itself. Dice of two sets
tell nothing, whatever their pitches are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pi_meyer.vision import tuning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.leans import Lean


def advantage_of_size(lean: Lean, way: Sequence[float], smaller: float) -> float:
    """How much more likely flat makes the size of a face than a tilt does, as twice a logarithm.

    Args:
        lean: what all but the face tells of the window's slope, along the face's own axes.
        way: from the other face to this one, in the camera's distances, along the same axes.
        smaller: logarithm of the other face's pitch over this one's.
    """
    (x, y), (xx, xy, yy) = way, lean.known
    # one that looks larger than it can is no flatter for that
    off = max(0.0, smaller - (lean.window[0] * x + lean.window[1] * y))
    det = xx * yy - xy * xy
    spread_of_slope = (yy * x * x - 2 * xy * x * y + xx * y * y) / det if det else math.inf
    spread = math.sqrt(tuning.SAME_PITCH_SPREAD**2 + spread_of_slope)
    other_set = (1 - tuning.SAME_SET) * tuning.OTHER_SET_DENSITY
    flat = tuning.SAME_SET * math.exp(-0.5 * (off / spread) ** 2) / (spread * _ROOT)
    short = max(0.0, tuning.TILTED_SMALLER - off) / spread
    beyond = max(0.0, off - tuning.TILTED_SMALLER) / tuning.TILTED_SMALLER_USUAL
    tilted = tuning.SAME_SET * math.exp(-0.5 * short * short - beyond)
    tilted /= tuning.TILTED_SMALLER_USUAL
    advantage = 2 * math.log((flat + other_set) / (tilted + other_set))
    return advantage * (1 if advantage > 0 else tuning.SMALLER_TRUST)


_ROOT = math.sqrt(2 * math.pi)
