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
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import LINEAR, Bytes, Reals
from pi_meyer.vision.reading import RefusalReason
from pi_meyer.vision.third_die import like_a_die, pips_elsewhere, third_die

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face

_SHRINK = 4
_COCKED = frozenset((Doubt.TILTED, Doubt.SIDE_FACE))
_CLEAN_KERNEL = np.ones((3, 3), np.uint8)
_LAMP_KERNEL = np.ones((7, 7), np.uint8)


def reason_for_pair(scene: Scene, pair: Sequence[JudgedFace]) -> RefusalReason:
    """Two faces stand out, and at least one of them has a doubt."""
    if smear_of(scene, [judged.face for judged in pair]) > tuning.SMEAR_SURE:
        return RefusalReason.MOTION
    if third_die(scene, [judged.face for judged in pair]):
        return RefusalReason.THREE_DICE
    doubts = pair[0].doubts | pair[1].doubts
    if doubts & _COCKED or not same_size(pair[0].face, pair[1].face):
        return RefusalReason.COCKED
    return RefusalReason.GLARE


def reason_without_pair(scene: Scene, image: Bytes, left: int) -> RefusalReason:
    """Fewer or more than two faces stand out.

    Args:
        scene: what was found in the part of the picture round the window.
        image: the whole picture at working size.
        left: how many columns of it are missing on the scene's left.
    """
    solid = [face for face in scene.faces if is_solid(face)]
    if len(solid) > 2:
        return RefusalReason.THREE_DICE
    if len(solid) == 2:
        if smear_of(scene, solid) > tuning.SMEAR_SURE:
            return RefusalReason.MOTION
        third = third_die(scene, solid)
        return RefusalReason.THREE_DICE if third else RefusalReason.COCKED
    return _beside_one(scene, solid[0], image, left) if solid else _none_solid(scene, image)


def is_solid(face: Face) -> bool:
    """Whether a candidate looks like a die at all, read or not."""
    usual = abs(float(np.log(face.edge_px / tuning.EDGE_USUAL_PX))) < tuning.SOLID_SIZE_LOG
    clear = float(face.strengths.min()) > tuning.SOLID_SIDE
    return face.score > tuning.SOLID_SCORE and usual and clear


def _beside_one(scene: Scene, face: Face, image: Bytes, left: int) -> RefusalReason:
    """One die is clear: is another one there, and is it in view?"""
    reach = _second_die_px(scene, face)
    body = _second_body(image, face, left)
    if body is not None and body.reach_px > tuning.VIEW_RADIUS_PX:
        return RefusalReason.OUT_OF_VIEW
    if reach is None:
        return RefusalReason.ONE_DIE
    return RefusalReason.OUT_OF_VIEW if reach > tuning.VIEW_MIDDLE_PX else RefusalReason.COCKED


def _second_die_px(scene: Scene, face: Face) -> float | None:
    """How far from the camera's axis a second die lies, if there is one, in pixels."""
    places = [other.centre_xy for other in scene.faces if _second(other, face)]
    bodies = find_bodies(scene, (face,), face.edge_px)
    places += list(bodies.centres[bodies.clear > tuning.SECOND_CLEAR])
    places += list(pips_elsewhere(scene, (face,), tuning.SECOND_WITHIN_PX))
    if not places:
        return None
    return float(np.median(np.hypot(*(np.array(places) - np.array(scene.middle_xy)).T)))


def _second(other: Face, face: Face) -> bool:
    """Whether a candidate is a die although it is not clear."""
    away = float(np.hypot(*(other.centre_xy - face.centre_xy)))
    return away > tuning.SECOND_BESIDE_EDGES * face.edge_px and like_a_die(other, face)


def _none_solid(scene: Scene, image: Bytes) -> RefusalReason:
    """No die is clear: do they move, or is the window empty?"""
    bodies = find_bodies(scene, (), tuning.EDGE_USUAL_PX)
    clear = bodies.centres[bodies.clear > tuning.STILL_CLEAR]
    weak = [face for face in scene.faces if _weak(face)]
    places = [*clear, *(face.centre_xy for face in weak)]
    if len(clear):
        return RefusalReason.COCKED if _apart(places) else RefusalReason.ONE_DIE
    if weak:
        return RefusalReason.COCKED if _apart(places) else RefusalReason.ONE_DIE
    busy = _structure(image) > tuning.BUSY_SPOTS
    return RefusalReason.MOTION if busy else RefusalReason.NO_DICE


def _weak(face: Face) -> bool:
    """Whether a candidate is no lamps but a die, though it does not look clear."""
    usual = abs(float(np.log(face.edge_px / tuning.EDGE_USUAL_PX))) < tuning.SOLID_SIZE_LOG
    lamps = face.polarity is Polarity.LIGHT and float(face.levels.max()) > tuning.THIRD_WHITE
    clear = float(face.strengths.min()) > tuning.WEAK_SIDE
    return usual and clear and not lamps and face.score > tuning.WEAK_SCORE


def _apart(places: Sequence[Reals]) -> bool:
    """Whether places belong to more than one die."""
    xy = np.array(places)
    gaps = np.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1))
    return bool(gaps.max() > tuning.APART_EDGES * tuning.EDGE_USUAL_PX)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body:
    reach_px: float


def _second_body(image: Bytes, face: Face, left: int) -> _Body | None:
    """The largest patch of the face's own colour that is not the face, if it is of a die's size."""
    small, spots, radius = _shrunk(image)
    light = LINEAR[small]
    away = np.abs((spots - face.centre_xy - (left, 0)) @ face.normals[:2].T).max(axis=-1)
    own = np.median(light[away < face.edge_px * 0.4], axis=0)
    total, own_total = light.sum(axis=-1) + 1e-3, float(own.sum()) + 1e-3
    tint = np.abs(light / total[..., None] - own / own_total).sum(axis=-1)
    share = total / own_total
    alike = (tint < tuning.BODY_TINT) & (share > 0.35) & (share < 1.5)
    alike &= (away > face.edge_px * 0.6) & (small.min(axis=-1) < 245)
    mask = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, _CLEAN_KERNEL)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return None
    best = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    area = float(stats[best, cv2.CC_STAT_AREA]) * _SHRINK**2 / face.edge_px**2
    if not tuning.BODY_AREA_MIN < area < tuning.BODY_AREA_MAX:
        return None
    return _Body(reach_px=float(radius[labels == best].max()))


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
