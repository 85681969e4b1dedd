"""A second look at a picture whose dice lie in the light of lamps near the lens.

The faces are read in the picture without that light. What speaks against a reading beside the
faces, as a third die does, is asked of both pictures.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.faces import find_faces
from pi_meyer.vision.glare import glare_hides_a_die
from pi_meyer.vision.judge import Scene, judge, judge_all, same_size, smear_of
from pi_meyer.vision.lamp_light import without_white
from pi_meyer.vision.lattice import CELLS, TWINS, Poses
from pi_meyer.vision.near_lamps import lamps_lie_near, lamps_show_near
from pi_meyer.vision.pips import Blobs, Polarity, find_blobs
from pi_meyer.vision.planes import LINEAR, PlaneMemory, planes_of, sample
from pi_meyer.vision.third_die import clear_third_face, third_die
from pi_meyer.vision.tilt import spare_by_shape
from pi_meyer.vision.unlit_third_die import evidence_without_lamps
from pi_meyer.vision.white import find_white

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import JudgedFace
    from pi_meyer.vision.planes import Bytes, Planes
    from pi_meyer.vision.white import White


class SecondDoubt(enum.Enum):
    """Why a second look gives no reading either."""

    TOO_FEW = "fewer than two faces are clear"
    THIRD_FACE = "a third face is clear"
    FACES = "a face is in doubt"
    CONTRADICTED = "another value is seen there while the lamps' light is left in"
    DECEIVED = "a pip may be the rest of a lamp's image, or be hidden by one"
    MOTION = "the pips are smeared"
    GLARE = "a die could be hidden by glare"
    THIRD_DIE = "something like a third die is there"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SecondLook:
    """What was seen without the lamps' light.

    Attributes:
        scene: the picture without that light.
        why: why nothing is read; None where ``pair`` is read.
        pair: two faces without a doubt; empty where there are none.
    """

    scene: Scene
    why: SecondDoubt | None
    pair: Sequence[JudgedFace] = ()


def pair_in_lamp_light(first: Scene) -> Sequence[JudgedFace] | None:
    """Two faces without a doubt once the lamps' light is taken away; None where there are none.

    Args:
        first: what was found in the picture itself.
    """
    again = look_again(first)
    return None if again is None or again.why else again.pair


def look_again(first: Scene) -> SecondLook | None:
    """Look at a picture without the light of near lamps; None where that is of no use.

    Args:
        first: what was found in the picture itself.
    """
    if not (lamps_lie_near(first, first.faces[:2]) and _could_be_two(first)):
        return None
    second = _without_light(first)
    likely = [face for face in second.faces if face.score > tuning.LIKELY_SCORE]
    if len(likely) < 2 or clear_third_face(second.faces):
        few = len(likely) < 2
        return SecondLook(scene=second, why=SecondDoubt.TOO_FEW if few else SecondDoubt.THIRD_FACE)
    pair = likely[:2]
    white = find_white(first.planes, pair, first.middle_xy)
    whole, second = (_with_pair(scene, pair, white) for scene in (first, second))
    judged = judge_all(second, pair) if same_size(*pair) else None
    if judged is None:
        return SecondLook(scene=second, why=SecondDoubt.FACES)
    return SecondLook(scene=second, why=_against(first, whole, second), pair=judged)


def _against(first: Scene, whole: Scene, second: Scene) -> SecondDoubt | None:
    """What forbids to read the first two faces of the second look, which are without a doubt."""
    pair = second.faces[:2]
    if _contradicted(first, pair):
        return SecondDoubt.CONTRADICTED
    if any(_lamps_deceive(first, second, face) for face in pair):
        return SecondDoubt.DECEIVED
    if smear_of(second, pair) > tuning.SMEAR_MAX:
        return SecondDoubt.MOTION
    if glare_hides_a_die(whole, pair):
        return SecondDoubt.GLARE
    third = third_die(whole, pair) or third_die(second, pair)
    third = third or third_die_in_lamp_light(whole, pair, second.planes.image)
    return SecondDoubt.THIRD_DIE if third else None


def _lamps_deceive(first: Scene, second: Scene, face: Face) -> bool:
    """Whether a cell, and not its opposite one alone, may be other than it looks.

    What is left of a lamp's image may look like a light pip, and where too much was taken away like
    a dark one. What was white may have been whiter still, so that less was taken away than it had.

    Args:
        first: the picture itself.
        second: the same without the light of the lamps.
        face: a face of the second picture.
    """
    dark = face.polarity is Polarity.DARK
    poses = Poses(
        centres=face.centre_xy[None], pitches=face.pitch_xy[None], downs=face.down_xy[None]
    )
    points = poses.at(_CELL_SPOTS).reshape(9, -1, 2)
    before, after = (
        LINEAR.take(sample(plane, points))
        for plane in (
            scene.planes.dark_soft if dark else scene.planes.light_soft for scene in (first, second)
        )
    )
    taken = np.sort(before - after, axis=1)
    inner = (before - after)[:, :_INNER_SPOTS].max(axis=1)
    lit: npt.NDArray[np.bool_] = (
        inner - taken[:, taken.shape[1] // 2] > tuning.LAMP_PIP_STEP * face.step
    )
    unseen = np.ones(9, bool)
    if dark:
        # a true one is darker than what is around it in the picture itself too
        middles = np.median(before[:, :_INNER_SPOTS], axis=1)
        fall = np.median(before[:, _INNER_SPOTS:], axis=1) - middles
        unseen = (face.shares <= 0.5) | (fall < tuning.LAMP_PIP_DARK * face.step)
        lit &= unseen
    else:
        # what stayed white was made as white as can be
        kept = sample(second.planes.light_fine, points[:, :_INNER_SPOTS]).max(axis=1)
        lit |= kept > tuning.KEPT_WHITE_GREY
    lit &= face.shares > 0.5
    white = np.median(before[:, :_INNER_SPOTS], axis=1) > _BRIGHT
    gone = np.median(before[:, :_INNER_SPOTS] - after[:, :_INNER_SPOTS], axis=1)
    white &= gone > (tuning.WHITE_GONE_DARK if dark else tuning.WHITE_GONE_LIGHT)
    lit |= white & unseen
    lit[4] &= face.value != 6
    return bool((lit & lit[TWINS]).any())


_BRIGHT = LINEAR[tuning.BRIGHT_GREY]


_INNER_SPOTS = 9
_CELL_SPOTS = np.concatenate(
    [
        cell
        + np.concatenate(
            [np.zeros((1, 2))]
            + [
                radius * np.stack((np.cos(turns), np.sin(turns)), axis=1)
                for radius, turns in (
                    (0.22, np.arange(_INNER_SPOTS - 1) * 2 * np.pi / (_INNER_SPOTS - 1)),
                    (0.6, np.arange(12) * np.pi / 6),
                )
            ]
        )
        for cell in CELLS
    ]
).astype(np.float32)
"""Spots on and around the nine cells, in pitches."""


def third_die_in_lamp_light(first: Scene, pair: Sequence[Face], unlit: Bytes | None = None) -> bool:
    """Whether a third die shows once the light of lamps near the lens is taken away.

    Args:
        first: what was found in the picture itself.
        pair: its two faces that could be read.
        unlit: the picture without that light, where it is known already.
    """
    if not lamps_show_near(first, pair):
        return False
    without = without_white(first.without_lamps(pair) if unlit is None else unlit)
    planes = planes_of(without, PlaneMemory.kept(*without.shape[:2], name="third look"))
    blobs = find_blobs(planes)
    second = replace(first, planes=planes, blobs=blobs, faces=tuple(pair), stances=[])
    return evidence_without_lamps(first, second, pair) >= tuning.UNLIT_ENOUGH


def middle_is_a_lamp(first: Scene, pair: Sequence[Face]) -> bool:
    """Whether the middle pip of a light 3 or 5 is not there without the light of near lamps.

    Args:
        first: what was found in the picture itself.
        pair: its two faces that could be read.
    """
    asked = [face for face in pair if face.polarity is Polarity.LIGHT and face.value in (3, 5)]
    if not asked or not lamps_lie_near(first, pair):
        return False
    second = _without_light(first)
    return any(
        face.value != own.value for own in asked for face in second.faces if _same_place(face, own)
    )


def leans_without_lamp_light(first: Scene, pair: Sequence[Face]) -> bool:
    """Whether a face that only just looks flat leans once the light of near lamps is taken away.

    An image of a lamp on a side can straighten a face as well as bend it.

    Args:
        first: what was found in the picture itself.
        pair: its two faces that could be read.
    """
    unsure = [face for face in pair if spare_by_shape(first, face) < tuning.JUST_FLAT]
    if not unsure or not lamps_lie_near(first, pair):
        return False
    second = _without_light(first, finely=True)
    same = [face for face in second.faces for own in unsure if _same_place(face, own)]
    return any(spare_by_shape(second, face) < 0 for face in same)


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


def _without_light(first: Scene, *, finely: bool = False) -> Scene:
    """The same picture without the light of the lamps."""
    known = [face for face in first.faces[:2] if face.score > tuning.LIKELY_SCORE]
    without = first.without_lamps(known, finely=finely)
    planes = planes_of(without, PlaneMemory.kept(*without.shape[:2], name="second look"))
    _blind_to_rims(planes)
    blobs = find_blobs(planes)
    # a third die is sought later, where these two can be read
    near = [_near(kind, first.faces[:2]) for kind in blobs]
    faces = tuple(find_faces(planes, near))
    return replace(first, planes=planes, blobs=blobs, faces=faces, stances=[], straight_stances=[])


def _near(blobs: Blobs, faces: Sequence[Face]) -> Blobs:
    """Blobs that can be pips of dice where these faces lie."""
    keep = np.zeros(len(blobs.centres), bool)
    for face in faces:
        off = blobs.centres - face.centre_xy
        keep |= np.hypot(off[:, 0], off[:, 1]) < tuning.AGAIN_EDGES * face.edge_px
    return Blobs(polarity=blobs.polarity, centres=blobs.centres[keep], steps=blobs.steps[keep])


def _blind_to_rims(planes: Planes) -> None:
    """Take out the slopes round what stayed white, which are no outlines of dice."""
    white = cv2.threshold(planes.light, tuning.WHITE_GREY - 1, 1, cv2.THRESH_BINARY)[1]
    around = np.flatnonzero(cv2.dilate(white, _AROUND_WHITE))
    for slopes in planes.slopes:
        slopes.reshape(-1)[around] = 0


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
