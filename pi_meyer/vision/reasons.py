"""Why a picture from below is refused: a name that helps the table, found only after the refusal.

Nothing here can turn a refusal into a reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.bodies import find_bodies
from pi_meyer.vision.judge import Doubt, JudgedFace, Scene, same_size, smear_of
from pi_meyer.vision.patches import best_patch
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.reading import RefusalReason
from pi_meyer.vision.third_die import grade, like_a_die, pips_elsewhere, surely_third, third_die

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.planes import Bytes, Reals

_SHRINK = 4
_COCKED = frozenset((Doubt.TILTED, Doubt.SIDE_FACE))
_LAMP_KERNEL = np.ones((7, 7), np.uint8)


def reason_for_pair(scene: Scene, pair: Sequence[JudgedFace]) -> RefusalReason:
    """Two faces stand out, and at least one of them has a doubt."""
    if smear_of(scene, [judged.face for judged in pair]) > tuning.SMEAR_SURE:
        return RefusalReason.MOTION
    faces = [judged.face for judged in pair]
    doubts = pair[0].doubts | pair[1].doubts
    if doubts & _COCKED or not same_size(*faces):
        # a die on its edge shows pips and sides that would make a third one
        return RefusalReason.THREE_DICE if surely_third(scene, faces) else RefusalReason.COCKED
    return RefusalReason.THREE_DICE if third_die(scene, faces) else RefusalReason.GLARE


def reason_without_pair(scene: Scene, image: Bytes) -> RefusalReason:
    """Fewer or more than two faces stand out.

    Args:
        scene: what was found in the part of the picture round the window.
        image: the whole picture at working size.
    """
    solid = [face for face in scene.faces if is_solid(face)]
    if len(solid) > 2:
        return RefusalReason.THREE_DICE
    if len(solid) == 2:
        if smear_of(scene, solid) > tuning.SMEAR_SURE:
            return RefusalReason.MOTION
        third = surely_third(scene, solid)
        return RefusalReason.THREE_DICE if third else RefusalReason.COCKED
    return _beside_one(scene, solid[0]) if solid else _none_solid(scene, image)


def is_solid(face: Face) -> bool:
    """Whether a candidate looks like a die at all, read or not."""
    usual = abs(float(np.log(face.edge_px / tuning.EDGE_USUAL_PX))) < tuning.SOLID_SIZE_LOG
    clear = float(face.strengths.min()) > tuning.SOLID_SIDE
    return face.score > tuning.SOLID_SCORE and usual and clear


def _beside_one(scene: Scene, face: Face) -> RefusalReason:
    """One die is clear: is another one there, and is it in view?"""
    signs = [
        *(
            _Sign(weight=weight, middle_xy=other.centre_xy)
            for other in scene.faces
            if (weight := _second(other, face)) > 0
        ),
        _body_sign(scene, face),
        _patch_sign(scene, face),
        _pip_sign(scene, face),
    ]
    faces = max((sign.weight for sign in signs[:-3]), default=0.0)
    if faces + sum(sign.weight for sign in signs[-3:]) < tuning.SECOND_ENOUGH:
        return RefusalReason.ONE_DIE
    best = max(signs, key=lambda sign: sign.weight)
    away = float(np.hypot(*(np.array(best.middle_xy) - np.array(scene.middle_xy))))
    return RefusalReason.OUT_OF_VIEW if away > tuning.VIEW_MIDDLE_PX else RefusalReason.COCKED


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Sign:
    """How much something speaks for a second die, and where it lies in pixels."""

    weight: float
    middle_xy: Reals | tuple[float, float]


def _second(other: Face, face: Face) -> float:
    """How much a candidate beside the clear face speaks for a die."""
    away = float(np.hypot(*(other.centre_xy - face.centre_xy)))
    apart = other is not face and away > tuning.SECOND_BESIDE_EDGES * face.edge_px
    return min(_MOST, like_a_die(other, face)) if apart else 0.0


_MOST = 1.2
"""The most that one sign weighs."""


def _body_sign(scene: Scene, face: Face) -> _Sign:
    bodies = find_bodies(scene, (face,), face.edge_px)
    if not len(bodies.clear):
        return _Sign(weight=0.0, middle_xy=scene.middle_xy)
    best = int(bodies.clear.argmax())
    weight = grade(float(bodies.clear[best]), tuning.SECOND_NOTHING, tuning.SECOND_CLEAR)
    return _Sign(weight=min(_MOST, weight), middle_xy=bodies.centres[best])


def _patch_sign(scene: Scene, face: Face) -> _Sign:
    patch = best_patch(scene, (face,), tuning.SECOND_WITHIN_PX)
    weight = grade(patch.full, tuning.PATCH_NOTHING, tuning.SECOND_PATCH)
    return _Sign(weight=min(_MOST, weight), middle_xy=patch.centre_xy)


def _pip_sign(scene: Scene, face: Face) -> _Sign:
    pips = pips_elsewhere(scene, (face,), tuning.SECOND_WITHIN_PX)
    if len(pips):
        return _Sign(weight=_MOST, middle_xy=np.median(pips, axis=0))
    return _Sign(weight=0.0, middle_xy=scene.middle_xy)


def _none_solid(scene: Scene, image: Bytes) -> RefusalReason:
    """No die is clear: how many are there at all, do they move, or is the window empty?"""
    bodies = find_bodies(scene, (), tuning.EDGE_USUAL_PX)
    places = [*bodies.centres[bodies.clear > tuning.STILL_CLEAR]]
    places += [face.centre_xy for face in scene.faces if _weak(face)]
    if places:
        return RefusalReason.COCKED if _apart(places) else RefusalReason.ONE_DIE
    busy = _structure(image) > tuning.BUSY_SPOTS
    return RefusalReason.MOTION if busy else RefusalReason.NO_DICE


def _weak(face: Face) -> bool:
    """Whether a candidate is no lamps but a die, though it does not look clear."""
    usual = abs(float(np.log(face.edge_px / tuning.EDGE_USUAL_PX))) < tuning.WEAK_SIZE_LOG
    level = float(face.levels[face.shares > 0.5].max())
    lamps = face.polarity is Polarity.LIGHT and level > tuning.THIRD_WHITE
    clear = float(face.strengths.min()) > tuning.WEAK_SIDE
    return usual and clear and not lamps and face.score > tuning.WEAK_SCORE


def _apart(places: Sequence[Reals]) -> bool:
    """Whether places belong to more than one die."""
    xy = np.array(places)
    gaps = np.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1))
    return bool(gaps.max() > tuning.APART_EDGES * tuning.EDGE_USUAL_PX)


def _shrunk(image: Bytes) -> tuple[Bytes, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The picture at a quarter, the place of its pixels, their distance from the middle (px)."""
    height, width = image.shape[:2]
    size_wh = (width // _SHRINK, height // _SHRINK)
    small = cv2.resize(image, size_wh, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    rows, columns = np.mgrid[: size_wh[1], : size_wh[0]]
    spots = np.stack((columns, rows), axis=-1) * _SHRINK + (_SHRINK - 1) / 2
    middle = ((width - 1) / 2, (height - 1) / 2)
    return small, spots, np.hypot(spots[..., 0] - middle[0], spots[..., 1] - middle[1])


def _structure(image: Bytes) -> int:
    """How many spots within the window have an edge that does not run round the middle.

    The inside of an empty cup shows only rings round the middle, and lamp images, which are left
    out.
    """
    small, spots, radius = _shrunk(image)
    blue, green, red = cv2.split(small)
    least, most = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    lamps = cv2.dilate((least > tuning.LAMP_GREY).astype(np.uint8), _LAMP_KERNEL)
    asked = (radius < tuning.STRUCTURE_WITHIN_PX) & (radius > 2 * _SHRINK) & (lamps == 0)
    height, width = image.shape[:2]
    out = (spots - ((width - 1) / 2, (height - 1) / 2)) / np.maximum(radius, 1)[..., None]
    found = np.zeros(radius.shape, bool)
    for plane in (most, least):
        soft = cv2.GaussianBlur(plane, (3, 3), 0)
        x, y = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        size = np.hypot(x, y)
        radial = np.abs(x * out[..., 0] + y * out[..., 1]) / (size + 1e-3)
        found |= asked & (size > tuning.STRUCTURE_SLOPE) & (radial < 0.8)
    return int(found.sum())
