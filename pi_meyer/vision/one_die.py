"""Read one die that lies alone on the window: for the calibration, never for a ruling.

The same faces, tests and limits as in the reader of two dice; only the pair's own tests are left
out, since nothing else may lie there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.rules.rolls import BottomFace, top
from pi_meyer.vision import tuning
from pi_meyer.vision.judge import Doubt, judge, look
from pi_meyer.vision.planes import Bytes, Reals, planes_of
from pi_meyer.vision.reader import around_window, working_size
from pi_meyer.vision.reading import DieReading, PointXY, Refusal, RefusalReason
from pi_meyer.vision.reason_signs import is_solid
from pi_meyer.vision.third_die import pips_elsewhere

if TYPE_CHECKING:
    from pi_meyer.vision.judge import JudgedFace, Scene


def read_one_die(image_bgr: Bytes) -> DieReading | Refusal:
    """Read the only die of a picture from below.

    Args:
        image_bgr: ``(height, width, 3)``, BGR, 8 bit.

    Returns:
        The die in pixels of the given picture, or a refusal: no die, more than one
        (``THREE_DICE``), a die that does not lie flat (``COCKED``), or one that is not clear.
    """
    work = working_size(image_bgr)
    if min(work.shape[:2]) < tuning.SIDE_MIN_PX:
        return Refusal(reason=RefusalReason.NO_DICE)
    cropped, corner_xy = around_window(work)
    scene = look(planes_of(cropped))
    found = _only_face(scene)
    if isinstance(found, RefusalReason):
        return Refusal(reason=found)
    return _die(found, corner_xy, work.shape[1] / image_bgr.shape[1])


def _only_face(scene: Scene) -> JudgedFace | RefusalReason:
    likely = [face for face in scene.faces if face.score > tuning.LIKELY_SCORE]
    if not likely:
        return RefusalReason.NO_DICE
    if sum(is_solid(face) for face in scene.faces) > 1 or len(pips_elsewhere(scene, likely[:1])):
        return RefusalReason.THREE_DICE
    judged = judge(scene, likely[0])
    if judged.doubts & {Doubt.TILTED, Doubt.SIDE_FACE}:
        return RefusalReason.COCKED
    return RefusalReason.GLARE if judged.doubts else judged


def _die(judged: JudgedFace, corner_xy: tuple[int, int], scale: float) -> DieReading:
    face = judged.face
    bottom = BottomFace(face.value)

    def point(xy: Reals) -> PointXY:
        return (float(xy[0]) + corner_xy[0]) / scale, (float(xy[1]) + corner_xy[1]) / scale

    one, two, three, four = (point(xy) for xy in face.corners_xy())
    return DieReading(
        top=top(bottom),
        bottom=bottom,
        centre_xy_px=point(face.centre_xy),
        corners_xy_px=(one, two, three, four),
        confidence=round(judged.confidence, 3),
    )
