"""What may be asked of a reader: to read, to refuse, or either (as in the pictures' manifests)."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.simulation.lamps import image_centres_px
from pi_meyer.simulation.scene import SceneKind

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import DoubleArray
    from pi_meyer.simulation.scene import Scene
    from pi_meyer.simulation.window_view import Image

_LEAST_CONTRAST = 20.0
"""Grey levels between a pip and its surroundings below which it is hardly visible."""

_LEAST_SIGNAL = 2.0
"""The same over the deviation of the noise."""


class Expectation(enum.Enum):
    """The names are those of the manifests."""

    READ = "read"
    REFUSE = "refuse"
    EITHER = "either"


def expected(scene: Scene, view: Image) -> Expectation:
    """Say what a reader must do with a scene and its noiseless view.

    A lamp's image on the lattice of a face fakes or hides a pip, a pip may hardly be visible, a
    hand may lie beside legible dice: there the right answer or a refusal is fine, a wrong answer
    is not.
    """
    if scene.reason is not None:
        return Expectation.REFUSE
    if scene.kind is SceneKind.HAND or _lamp_like_a_pip(scene):
        return Expectation.EITHER
    weakest = min(pip_contrasts(scene, view), default=0.0)
    least = max(_LEAST_CONTRAST, _LEAST_SIGNAL * scene.noise_levels)
    return Expectation.EITHER if weakest < least else Expectation.READ


def pip_contrasts(scene: Scene, view: Image) -> tuple[float, ...]:
    """Contrast of every pip of the lower faces in grey levels: middle against a ring round it."""
    contrasts = []
    for die, pips in zip(scene.dice, scene.pips_px(), strict=True):
        radius = die.pip_radius * die.edge_mm * scene.setting.lens.px_per_mm
        contrasts += [_contrast(view, pip, radius) for pip in pips]
    return tuple(contrasts)


def _contrast(view: Image, pip: DoubleArray, radius_px: float) -> float:
    """The largest difference of the three channels."""
    reach = int(2 * radius_px) + 2
    x, y = (round(float(v)) for v in pip)
    part = view[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    if part.size == 0:
        return 0.0
    rows = np.arange(max(0, y - reach), max(0, y - reach) + part.shape[0])[:, None] - pip[1]
    columns = np.arange(max(0, x - reach), max(0, x - reach) + part.shape[1])[None] - pip[0]
    off = np.hypot(rows, columns)
    inside, ring = off < 0.6 * radius_px, (off > 1.3 * radius_px) & (off < 1.7 * radius_px)
    if not inside.any() or not ring.any():
        return 0.0
    return float(np.abs(np.median(part[inside], axis=0) - np.median(part[ring], axis=0)).max())


def _lamp_like_a_pip(scene: Scene) -> bool:
    """Whether a mirror image lies on a place of the 3x3 lattice: there it hides or fakes a pip."""
    setting = scene.setting
    if setting.lamp_gain <= 0:
        return False
    images = np.array(image_centres_px(setting.lens, setting.lamps, setting.plate.roughness))
    for die in scene.dice:
        places = setting.lens.project(die.bottom_lattice_mm())
        gaps = np.linalg.norm(places[:, None] - images[None], axis=2)
        if gaps.min() < die.pip_radius * die.edge_mm * setting.lens.px_per_mm:
            return True
    return False
