"""A second look at a picture whose dice lie in the light of lamps near the lens.

The faces are read in the picture without that light. What speaks against a reading beside the
faces, as a third die does, is asked of both pictures.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.glare import glare_hides_a_die
from pi_meyer.vision.judge import Scene, judge, judge_all, look, same_size, smear_of
from pi_meyer.vision.lamp_light import symmetry_of, without_lamp_light
from pi_meyer.vision.planes import PlaneMemory, planes_of
from pi_meyer.vision.third_die import clear_third_face, lamps_lie_near, third_die
from pi_meyer.vision.white import find_white

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import JudgedFace
    from pi_meyer.vision.planes import Planes
    from pi_meyer.vision.white import White


def pair_in_lamp_light(first: Scene) -> Sequence[JudgedFace] | None:
    """Two faces without a doubt once the lamps' light is taken away; None where there are none.

    Args:
        first: what was found in the picture itself.
    """
    if not (lamps_lie_near(first, first.faces[:2]) and _could_be_two(first)):
        return None
    second = _without_light(first)
    likely = [face for face in second.faces if face.score > tuning.LIKELY_SCORE]
    if len(likely) < 2 or clear_third_face(second.faces):
        return None
    pair = likely[:2]
    white = find_white(first.planes, pair, first.middle_xy)
    whole, second = (_with_pair(scene, pair, white) for scene in (first, second))
    judged = judge_all(second, pair) if same_size(*pair) else None
    if judged is None:
        return None
    if _contradicted(first, pair) or smear_of(second, pair) > tuning.SMEAR_MAX:
        return None
    if third_die(whole, pair) or third_die(second, pair):
        return None
    return None if glare_hides_a_die(whole, pair) else judged


def _could_be_two(first: Scene) -> bool:
    """Whether there are two faces that may be read without the lamps' light, and no third one.

    That light disturbs a face; it does not make a flat one look clearly tilted.
    """
    two = [face for face in first.faces[:2] if face.score > tuning.DISTURBED_SCORE]
    if len(two) < 2 or clear_third_face(first.faces) or _odd_size(*two) > tuning.DISTURBED_SIZE:
        return False
    return min(first.stance(face).advantage for face in two) > tuning.DISTURBED_ADVANTAGE


def _odd_size(one: Face, two: Face) -> float:
    """How many times larger the larger one is."""
    return max(one.edge_px, two.edge_px) / min(one.edge_px, two.edge_px)


def _without_light(first: Scene) -> Scene:
    """The same picture without the light of the lamps."""
    known = [face for face in first.faces[:2] if face.score > tuning.LIKELY_SCORE]
    symmetry = symmetry_of(first.planes.light, first.white.ring, known)
    without = without_lamp_light(first.planes.image, symmetry, known)
    planes = planes_of(without, PlaneMemory.kept(*without.shape[:2], name="second look"))
    _blind_to_rims(planes)
    return look(planes, white=first.white)


def _blind_to_rims(planes: Planes) -> None:
    """Take out the slopes round what stayed white, which are no outlines of dice."""
    white = cv2.threshold(planes.light, tuning.WHITE_GREY - 1, 1, cv2.THRESH_BINARY)[1]
    around = cv2.dilate(white, _AROUND_WHITE)
    planes.slopes[:, np.asarray(around, bool)] = 0


_AROUND_WHITE = np.ones((5, 5), np.uint8)


def _with_pair(scene: Scene, pair: Sequence[Face], white: White) -> Scene:
    """A picture with these two faces for its first ones, and the white of the picture itself."""
    others = [face for face in scene.faces if not any(_same_place(face, own) for own in pair)]
    return replace(scene, faces=(*pair, *others), white=white, stances=[])


def _same_place(one: Face, two: Face) -> bool:
    gap = float(np.hypot(*(one.centre_xy - two.centre_xy)))
    return gap < tuning.PLACE_EDGES * max(one.edge_px, two.edge_px)


def _contradicted(first: Scene, pair: Sequence[Face]) -> bool:
    """Whether the picture itself shows another value where one of the pair lies, without doubt."""
    return any(
        face.score > tuning.LIKELY_SCORE
        and face.value != own.value
        and _same_place(face, own)
        and not judge(first, face, fully=False).doubts
        for face in first.faces
        for own in pair
    )
