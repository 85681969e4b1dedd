"""Does a face lie flat on the window? Tilted dice give themselves away in their outline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.faces import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Flatness:
    """How far a face is from a square that lies flat, each in units of its usual spread.

    Attributes:
        shift: the pips do not sit in the middle of the outline (two axes).
        aspect: the outline is longer one way.
        converge: opposite sides are not parallel (two axes).
        skew: neighbouring sides are not square.
        misfit: the pips are not on a square lattice.
    """

    shift: tuple[float, float]
    aspect: float
    converge: tuple[float, float]
    skew: float
    misfit: float

    @property
    def total(self) -> float:
        """All of them together, as the length of the vector."""
        parts = (*self.shift, self.aspect, *self.converge, self.skew, self.misfit)
        return float(np.sqrt(np.square(parts).sum()))


def flatness_of(face: Face, middle_xy: tuple[float, float]) -> Flatness:
    """Measure a face against a flat square seen from under ``middle_xy`` (pixels).

    A flat die shows its inner side faces a little, so that the outline reaches further inwards;
    a shift of the outline outwards counts double, since only a tilted die does that.
    """
    edge = face.edge_px
    sides = face.offsets_px / edge
    shift = np.array([sides[0] - sides[2], sides[1] - sides[3]]) / 2
    outwards = face.normals[:2] @ (face.centre_xy - np.array(middle_xy)) / edge
    shift -= tuning.SHIFT_PER_EDGE * outwards
    spread = np.where(
        (shift * outwards > 0) & (np.abs(outwards) > 0.2),
        tuning.SHIFT_OUT_SPREAD,
        tuning.SHIFT_IN_SPREAD,
    )
    slant = np.degrees(face.slants)
    aspect = np.log((sides[0] + sides[2]) / (sides[1] + sides[3]))
    skew = (slant[0] - slant[2]) / 2 - (slant[1] - slant[3]) / 2
    return Flatness(
        shift=_pair(np.abs(shift) / spread),
        aspect=float(abs(aspect)) / tuning.ASPECT_SPREAD,
        converge=_pair(np.abs(slant[:2] + slant[2:]) / tuning.CONVERGE_SPREAD_DEG),
        skew=float(abs(skew)) / tuning.SKEW_SPREAD_DEG,
        misfit=face.misfit_px / edge / tuning.MISFIT_SPREAD,
    )


def _pair(values: np.ndarray) -> tuple[float, float]:  # type: ignore[type-arg]
    return float(values[0]), float(values[1])
