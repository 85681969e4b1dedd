"""The reader: still frames in, a reading it is sure of or a refusal with a reason out.

The one rule above all: never wrong. Whatever does not fit is refused by name (design/vision).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

import cv2
import numpy as np

from pi_meyer.rules.rolls import BottomFace, TopFace, top
from pi_meyer.vision import tuning
from pi_meyer.vision.above import TopView, read_above
from pi_meyer.vision.glare import glare_hides_a_die
from pi_meyer.vision.judge import JudgedFace, judge_all, look, same_size, smear_of
from pi_meyer.vision.kept_memory import forget_pictures
from pi_meyer.vision.planes import Bytes, PlaneMemory, planes_of
from pi_meyer.vision.reading import DieReading, PointXY, Reading, Refusal, RefusalReason
from pi_meyer.vision.reasons import reason_of
from pi_meyer.vision.second_look import (
    leans_without_lamp_light,
    middle_is_a_lamp,
    pair_in_lamp_light,
    third_die_in_lamp_light,
)
from pi_meyer.vision.third_die import clear_third_face, third_die
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pi_meyer.ports.camera import Frame
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene

__all__ = ["View", "around_window", "read_frames", "read_image", "working_size"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Scaled:
    """A picture of working size, and how many of its pixels one pixel of the original is."""

    image: Bytes
    scale: float


def read_image(image_bgr: Bytes, *, view: View = View.BELOW) -> Reading | Refusal:
    """Read the dice of one picture.

    Args:
        image_bgr: ``(height, width, 3)``, BGR, 8 bit; other widths than 640 are scaled.
        view: from below exactly two dice are read, from above one to six.

    Returns:
        A reading in pixels of the given picture, the highest top face first, or a refusal.
    """
    scaled = _to_working_size(image_bgr)
    if scaled is None:
        return Refusal(reason=RefusalReason.NO_DICE)
    match view:
        case View.BELOW:
            found = _dice_below(scaled)
        case View.ABOVE:
            found = _dice_above(image_bgr)
        case _:
            assert_never(view)
    if isinstance(found, RefusalReason):
        return Refusal(reason=found)
    return Reading(dice=tuple(sorted(found, key=lambda die: -die.top)))


def _dice_below(scaled: _Scaled) -> list[DieReading] | RefusalReason:
    verdict = _read_below(scaled.image)
    if isinstance(verdict, RefusalReason):
        return verdict
    pair, corner_xy = verdict
    return [_die_below(judged, corner_xy, scaled.scale) for judged in pair]


def _dice_above(image_bgr: Bytes) -> list[DieReading] | RefusalReason:
    views = read_above(image_bgr)
    if isinstance(views, RefusalReason):
        return views
    return [_die_above(view) for view in views]


def read_frames(frames: Iterable[Frame], *, view: View = View.BELOW) -> Reading | Refusal:
    """Read still frames until three agree (fairness R1 to R3).

    Args:
        frames: still frames of one roll, in any order; no more are looked at than are needed.
        view: as for :func:`read_image`.

    Returns:
        The reading that three frames share (the surest of them). ``FRAMES_DISAGREE`` when two
        frames read different values, else the commonest reason of the refusals. Nothing of the
        frames stays in the reader's memory.
    """
    try:
        return _agreed(frames, view)
    finally:
        forget_pictures()


def _agreed(frames: Iterable[Frame], view: View) -> Reading | Refusal:
    readings: list[Reading] = []
    reasons: Counter[RefusalReason] = Counter()
    for frame in frames:
        match read_image(frame.image, view=view):
            case Reading() as reading:
                readings.append(reading)
            case Refusal(reason=reason):
                reasons[reason] += 1
        if len({reading.top for reading in readings}) > 1:
            return Refusal(reason=RefusalReason.FRAMES_DISAGREE)
        if len(readings) >= tuning.FRAMES_AGREE:
            return max(readings, key=_surest)
    if reasons:
        return Refusal(reason=reasons.most_common(1)[0][0])
    return Refusal(reason=RefusalReason.NO_DICE if not readings else RefusalReason.FRAMES_DISAGREE)


def _surest(reading: Reading) -> float:
    return min(die.confidence for die in reading.dice)


def _to_working_size(image_bgr: Bytes) -> _Scaled | None:
    """Scale to 640 pixels wide (or 960 high, if that is smaller); None where too little is left."""
    height, width = image_bgr.shape[:2]
    scale = min(tuning.WORK_WIDTH_PX / width, tuning.WORK_HEIGHT_MAX_PX / height)
    size_wh = (round(width * scale), round(height * scale))
    if min(*size_wh, width, height) < tuning.SIDE_MIN_PX:
        return None
    if size_wh == (width, height):
        return _Scaled(image=np.ascontiguousarray(image_bgr), scale=1.0)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    image = cv2.resize(image_bgr, size_wh, interpolation=how).astype(np.uint8, copy=False)
    return _Scaled(image=image, scale=scale)


def around_window(image: Bytes) -> tuple[Bytes, tuple[int, int]]:
    """Drop what lies outside the window; the second answer is the corner of what is left."""
    height, width = image.shape[:2]
    left, top = (max(0, size // 2 - tuning.CROP_HALF_PX) for size in (width, height))
    right, bottom = (min(size, size // 2 + tuning.CROP_HALF_PX) for size in (width, height))
    return image[top:bottom, left:right], (left, top)


def working_size(image_bgr: Bytes) -> Bytes:
    """The picture as the reader works on it: 640 pixels wide (tiny ones stay as they are)."""
    scaled = _to_working_size(image_bgr)
    return image_bgr if scaled is None else scaled.image


def look_below(image: Bytes) -> tuple[Scene, tuple[int, int]]:
    """What is found round the window of a picture of working size, and the corner of that part.

    The scene's planes last until the thread's next picture.
    """
    cropped, corner_xy = around_window(image)
    return look(planes_of(cropped, PlaneMemory.kept(*cropped.shape[:2]))), corner_xy


def _read_below(image: Bytes) -> tuple[Sequence[JudgedFace], tuple[int, int]] | RefusalReason:
    """Two faces without a doubt and the corner of what was cropped, or why not."""
    scene, corner_xy = look_below(image)
    match sure_pair(scene) or pair_in_lamp_light(scene):
        case None:
            return reason_of(scene, image, corner_xy)
        case RefusalReason.THREE_DICE:
            hand = reason_of(scene, image, corner_xy) is RefusalReason.HAND
            return RefusalReason.HAND if hand else RefusalReason.THREE_DICE
        case RefusalReason() as against:
            return against
        case pair:
            return pair, corner_xy


def sure_pair(scene: Scene) -> Sequence[JudgedFace] | RefusalReason | None:
    """Two faces without a doubt, or what forbids to read them; None where there are none."""
    likely = [face for face in scene.faces if face.score > tuning.LIKELY_SCORE]
    if len(likely) < 2 or clear_third_face(scene.faces):
        return None
    pair = judge_all(scene, likely[:2]) if same_size(*likely[:2]) else None
    if pair is None:
        return None
    return _against_pair(scene, likely[:2]) or pair


def _against_pair(scene: Scene, pair: Sequence[Face]) -> RefusalReason | None:
    """What forbids a reading although both faces are without a doubt."""
    if smear_of(scene, pair) > tuning.SMEAR_MAX:
        return RefusalReason.MOTION
    if third_die(scene, pair) or third_die_in_lamp_light(scene, pair):
        return RefusalReason.THREE_DICE
    if glare_hides_a_die(scene, pair) or middle_is_a_lamp(scene, pair):
        return RefusalReason.GLARE
    return RefusalReason.COCKED if leans_without_lamp_light(scene, pair) else None


def _die_below(judged: JudgedFace, corner_xy: tuple[int, int], scale: float) -> DieReading:
    bottom = BottomFace(judged.face.value)
    return DieReading(
        top=top(bottom),
        bottom=bottom,
        centre_xy_px=_point(judged.face.centre_xy.tolist(), corner_xy, scale),
        corners_xy_px=_corners(judged.face, corner_xy, scale),
        confidence=round(judged.confidence, 3),
    )


def _die_above(view: TopView) -> DieReading:
    return DieReading(
        top=TopFace(view.face.value),
        bottom=None,
        centre_xy_px=_point(view.face.centre_xy.tolist(), (0, 0), view.scale),
        corners_xy_px=_corners(view.face, (0, 0), view.scale),
        confidence=round(min(1.0, max(0.0, view.score)), 3),
    )


def _corners(
    face: Face, corner_xy: tuple[int, int], scale: float
) -> tuple[PointXY, PointXY, PointXY, PointXY]:
    one, two, three, four = (_point(xy, corner_xy, scale) for xy in face.corners_xy().tolist())
    return one, two, three, four


def _point(xy: Sequence[float], corner_xy: tuple[int, int], scale: float) -> PointXY:
    x, y = xy
    return (x + corner_xy[0]) / scale, (y + corner_xy[1]) / scale
