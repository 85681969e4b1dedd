"""What may be asked of a reader: to read, to refuse, or either (as in the pictures' manifests)."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.simulation.distortion import bent
from pi_meyer.simulation.lamps import image_centres_px
from pi_meyer.simulation.scene import EITHER_KINDS

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import DoubleArray
    from pi_meyer.simulation.scene import Scene
    from pi_meyer.simulation.window_view import Image

_LEAST_CONTRAST = 20.0
"""Grey levels between a pip and its surroundings below which it is hardly visible."""

_LEAST_SIGNAL = 2.0
"""The same over the deviation of the noise."""

_LIKE_A_PIP = 0.4
"""Contrast of a glint over that of the weakest pip from which on it looks like one."""


class Expectation(enum.Enum):
    """The names are those of the manifests."""

    READ = "read"
    REFUSE = "refuse"
    EITHER = "either"


def expected(scene: Scene, view: Image) -> Expectation:
    """Say what a reader must do with a scene and its noiseless view.

    As in the manifests: every pip must be visible with contrast, and no glint on a face may look
    like a pip; where one is not, or does, and where a hand or something strange lies beside
    legible dice, the right answer or a refusal is fine, a wrong answer is not.
    """
    if scene.reason is not None:
        return Expectation.REFUSE
    if scene.kind in EITHER_KINDS:
        return Expectation.EITHER
    contrasts = pip_contrasts(scene, view)
    weakest = min(contrasts, default=0.0)
    if weakest < max(_LEAST_CONTRAST, _LEAST_SIGNAL * scene.noise_levels):
        return Expectation.EITHER
    glint = max(glint_contrasts(scene, view), default=0.0)
    looks_like_a_pip = glint > max(_LEAST_CONTRAST, _LIKE_A_PIP * weakest)
    return Expectation.EITHER if looks_like_a_pip else Expectation.READ


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


def glint_contrasts(scene: Scene, view: Image) -> tuple[float, ...]:
    """Contrast of what may be taken for a pip: bare places of the lattice, and lamp images.

    Off the lattice a lamp's image is like a pip only where pips are light.
    """
    setting = scene.setting
    rough = setting.plate.roughness
    images = np.array(image_centres_px(setting.lens, setting.lamps, rough)).reshape(-1, 2)
    images = bent(images, setting.lens.size_wh, setting.distortion)
    contrasts = []
    for die, pips in zip(scene.dice, scene.pips_px(), strict=True):
        radius = die.pip_radius * die.edge_mm * setting.lens.px_per_mm
        places = scene.project(die.bottom_lattice_mm())
        if setting.lamp_gain > 0 and sum(die.style.pip) > sum(die.style.body):
            corners = scene.project(die.bottom_corners_mm()).astype(np.float32)
            inside = [cv2.pointPolygonTest(corners, at, True) > radius for at in images.tolist()]
            places = np.concatenate([places, images[np.array(inside, bool)]])
        gaps = np.linalg.norm(places[:, None] - pips[None], axis=2).min(1)
        contrasts += [_contrast(view, place, radius) for place in places[gaps > 2 * radius]]
    return tuple(contrasts)
