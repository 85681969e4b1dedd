"""Photos from above: all visible top faces of one to six loose dice, or a refusal.

The dice may have any size and lie anywhere, so the picture is looked at in several sizes. Side
faces are in view, and much that is no die; a photo is read only when every spot that looks like a
pip is explained by a face that was read.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.candidates import Limits
from pi_meyer.vision.faces import Face, find_faces
from pi_meyer.vision.pips import Blobs, Polarity, find_blobs, roundness
from pi_meyer.vision.planes import LINEAR, Bytes, Planes, Reals, planes_of, sample
from pi_meyer.vision.reading import RefusalReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_TURN = np.arange(16) * np.pi / 8
_RING = np.stack((np.cos(_TURN), np.sin(_TURN)), axis=1).astype(np.float32)
_CIRCLE_TURN = np.arange(32) * np.pi / 16
_CIRCLE = np.stack((np.cos(_CIRCLE_TURN), np.sin(_CIRCLE_TURN)), axis=1).astype(np.float32)
_SQUARE_RADII = np.linspace(0.1, 0.8, 15)
"""Radii of circles round the pip of a 1, in pitches: from within the smallest to the bare face."""

_LIMITS = Limits(
    rough=tuning.ABOVE_ROUGH_LIMIT,
    outlined=tuning.ABOVE_OUTLINED_LIMIT,
    settled=tuning.ABOVE_FACE_LIMIT,
    least=(tuning.ABOVE_ROUGH_SCORE, tuning.ABOVE_ROUGH_SCORE),
    rivals=(math.inf, 0.0),
    faces=tuning.ABOVE_FACE_LIMIT,
    aslant=True,
)
_EVERYWHERE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TopView:
    """One face that was accepted; its lengths are pixels of the photo at ``scale`` 1.

    Attributes:
        face: as measured on the photo, scaled by ``scale``.
        scale: the size of the photo on which it was measured.
        score: how good a face it is, with a little less for unusual sizes.
    """

    face: Face
    scale: float
    score: float

    @property
    def centre_xy(self) -> Reals:
        """Middle of the face."""
        return self.face.centre_xy / np.float32(self.scale)

    @property
    def pitch_px(self) -> float:
        """Distance of cells, averaged over both directions."""
        return _pitch_of(self.face) / self.scale

    @property
    def edge_px(self) -> float:
        """Edge of the die, from its pips (from the outline for a 1)."""
        return _edge_of(self.face) / self.scale


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Look:
    """The photo in one of its sizes, and what could be pips and faces there.

    Attributes:
        scale: its size over the photo's.
        image: the photo in that size, ``(height, width, 3)``, BGR.
        planes, blobs, faces: what the stages made of it.
    """

    scale: float
    image: Bytes
    planes: Planes
    blobs: tuple[Blobs, ...]
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Photo:
    """A photo that was judged.

    Attributes:
        looks: the photo in its sizes.
        chosen: the faces that were accepted, the best first.
        reason: why it is not read; None where ``chosen`` are read.
        why: the same in a sentence; "" where it is read.
        places_xy: what speaks against it, ``(k, 2)``, in pixels of the photo.
    """

    looks: Sequence[Look]
    chosen: Sequence[TopView]
    reason: RefusalReason | None = None
    why: str = ""
    places_xy: Reals = field(default_factory=lambda: np.empty((0, 2), np.float32))


def read_above(image: Bytes) -> Sequence[TopView] | RefusalReason:
    """Find the top faces of a photo ``(height, width, 3)``, or say why they cannot be read."""
    photo = judge_photo(image)
    return photo.reason or photo.chosen


def judge_photo(image: Bytes) -> Photo:
    """Find the top faces of a photo ``(height, width, 3)``, and what forbids to read them."""
    looks = _looks(image)
    views = [view for look in looks for view in acceptable(look)]
    views.sort(key=lambda view: -view.score)
    chosen, clash = _without_clash(views)
    photo = Photo(looks=looks, chosen=chosen, reason=RefusalReason.NOT_A_DIE)
    if clash:
        places = np.array([view.centre_xy for view in clash])
        return replace(photo, why="two faces are seen in one place", places_xy=places)
    if not chosen:
        why = "no face is certain in all its cells"
        return replace(photo, reason=RefusalReason.NO_DICE, why=why)
    why, places = _against(looks, chosen)
    return replace(photo, reason=photo.reason if why else None, why=why, places_xy=places)


def _against(looks: Sequence[Look], chosen: Sequence[TopView]) -> tuple[str, Reals]:
    """What forbids to read these faces, and where on the photo; "" where nothing does."""
    nowhere = np.empty((0, 2), np.float32)
    if len(chosen) > tuning.ABOVE_DICE_MAX:
        return f"there are more than {tuning.ABOVE_DICE_MAX} faces", nowhere
    if not _one_kind(chosen):
        return "the faces differ too much in size to be dice of one photo", nowhere
    edge = float(np.median([view.edge_px for view in chosen]))
    look = _nearest(looks, edge)
    for blobs in look.blobs:
        stray = _unexplained(look, blobs, chosen)
        if len(stray):
            return "what looks like a pip lies on no face", stray
    for one in looks:
        apart = _bystanders(one, chosen)
        if len(apart):
            return "what may be one more face is not certain", apart
    return "", nowhere


def look_closest(photo: Photo) -> Look:
    """Return the photo in the size in which its dice are as large as usual: to be explained."""
    edges = [view.edge_px for look in photo.looks for view in acceptable(look)]
    if edges:
        return _nearest(photo.looks, float(np.median(edges)))
    return max(photo.looks, key=lambda look: len(look.faces))


def _looks(image: Bytes) -> list[Look]:
    return [_look(image, width) for width in tuning.ABOVE_WIDTHS_PX]


def _nearest(looks: Sequence[Look], edge_px: float) -> Look:
    return min(looks, key=lambda one: abs(np.log(one.scale * edge_px / tuning.EDGE_USUAL_PX)))


def _look(image: Bytes, width_px: int) -> Look:
    # tall pictures count by their height, so that the work stays bounded
    scale = min(width_px / image.shape[1], 2 * width_px / image.shape[0])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    size_wh = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    small = cv2.resize(image, size_wh, interpolation=how).astype(np.uint8, copy=False)
    planes = planes_of(small)
    blobs = find_blobs(planes, within_px=_EVERYWHERE, limit=tuning.ABOVE_BLOB_LIMIT)
    faces = tuple(find_faces(planes, blobs, limits=_LIMITS))
    return Look(scale=scale, image=small, planes=planes, blobs=blobs, faces=faces)


def _pitch_of(face: Face) -> float:
    (a, b), (c, d) = face.pitch_xy, face.down_xy
    return float(np.sqrt(abs(a * d - b * c)))


def _edge_of(face: Face) -> float:
    return face.edge_px if face.value == 1 else _pitch_of(face) / tuning.PITCH_SHARE


class AboveDoubt(enum.Enum):
    """One thing that speaks against a face of a photo; any one of them alone is enough."""

    SIZE = "it is too small or too large here"
    SCORE = "outline and pips are too faint"
    UNEVEN = "the bare face is uneven"
    WEAK_PIP = "a pip is too faint"
    FAINT_CELL = "a bare cell holds something like a pip"
    SLANTED = "it is seen too much aslant"
    MISFIT = "the pips lie beside the lattice"
    ROUND = "the pips are not round"
    SQUARE = "the pip is square, as in a print"
    CONTRARY_CELL = "a bare cell holds a spot of the other kind"


def acceptable(look: Look) -> list[TopView]:
    """The faces of usual size on which every cell is certain."""
    found = []
    for face in look.faces:
        if next(doubts_above(look, face), None) is None:
            unusual = abs(float(np.log(_edge_of(face) / tuning.EDGE_USUAL_PX)))
            score = face.score - tuning.ABOVE_SIZE_COST * unusual
            found.append(TopView(face=face, scale=look.scale, score=score))
    return found


def doubts_above(look: Look, face: Face) -> Iterator[AboveDoubt]:
    """What speaks against a face of a photo, the cheap tests first; each is made when asked for."""
    return (doubt for doubt, speaks_against in _TESTS if speaks_against(look, face))


def _has_odd_size(_: Look, face: Face) -> bool:
    return not tuning.ABOVE_EDGE_MIN_PX < _edge_of(face) < tuning.ABOVE_EDGE_MAX_PX


def _is_flat(look: Look, face: Face) -> bool:
    """Whether the pips are as flat as those of side faces."""
    round_ = _roundness(look.planes, face.polarity, face.pips_xy, _reach(face))
    return float(np.median(round_)) < tuning.ABOVE_ROUND_MIN


def _is_contrary(_: Look, face: Face) -> bool:
    bare = face.shares <= 0.5
    worst = max(float(face.highest[bare].max()), -float(face.lowest[bare].min()))
    return not worst < tuning.ABOVE_CONTRARY_MAX


def _least_score(face: Face) -> float:
    return tuning.ABOVE_ONE_SCORE if face.value == 1 else tuning.ABOVE_SCORE


def _is_slanted(face: Face) -> bool:
    """Whether rows and columns differ too much in length, or are too far from a right angle."""
    long, short = np.hypot(*face.pitch_xy), np.hypot(*face.down_xy)
    slant = float(face.pitch_xy @ face.down_xy) / float(long * short)
    square = abs(float(np.log(long / short))) < tuning.ABOVE_ASPECT_LOG
    return not square or abs(slant) > tuning.ABOVE_SLANT_COS


def _squareness(planes: Planes, face: Face) -> float:
    """How much light changes four times round the pip of a 1, as a share of the pip's step.

    Round its middle a disc, seen aslant too, changes twice at most; a square shows its corners.
    Pips of other values prove each other by their places: 0 for those.
    """
    if face.value != 1:
        return 0.0
    plane = planes.light_fine if face.polarity is Polarity.LIGHT else planes.dark_fine
    radii = (_SQUARE_RADII * _pitch_of(face)).astype(np.float32)
    levels = LINEAR[sample(plane, face.centre_xy + _CIRCLE * radii[:, None, None])]
    step = float(levels[:2].mean() - np.median(levels[-3:]))
    corners = np.abs((levels * np.exp(4j * _CIRCLE_TURN)).mean(axis=1)).max()
    return 2 * float(corners) / max(abs(step), 1e-6)


def _roundness(planes: Planes, polarity: Polarity, centres: Reals, reach_px: float) -> Reals:
    """How round blobs of one kind are."""
    lights = len(centres) if polarity is Polarity.LIGHT else 0
    return roundness(planes.light_fine, planes.dark_fine, lights, centres, reach_px)


def _reach(face: Face) -> float:
    """How far a pip may reach, in pixels; the pip of a 1 is often larger and stands alone."""
    share = tuning.ABOVE_ONE_REACH if face.value == 1 else tuning.ABOVE_PIP_REACH
    return share * _pitch_of(face)


_TESTS: tuple[tuple[AboveDoubt, Callable[[Look, Face], bool]], ...] = (
    (AboveDoubt.SIZE, _has_odd_size),
    (AboveDoubt.SCORE, lambda _, face: face.score < _least_score(face)),
    (AboveDoubt.UNEVEN, lambda _, face: face.ripple > tuning.ABOVE_RIPPLE_MAX),
    (AboveDoubt.WEAK_PIP, lambda _, face: face.lowest_on < tuning.ABOVE_PIP_MIN),
    (AboveDoubt.FAINT_CELL, lambda _, face: face.highest_off > tuning.ABOVE_BARE_MAX),
    (AboveDoubt.SLANTED, lambda _, face: _is_slanted(face)),
    (
        AboveDoubt.MISFIT,
        lambda _, face: face.misfit_px > tuning.ABOVE_MISFIT_PITCHES * _pitch_of(face),
    ),
    (AboveDoubt.ROUND, _is_flat),
    (
        AboveDoubt.SQUARE,
        lambda look, face: _squareness(look.planes, face) > tuning.ABOVE_SQUARE_MAX,
    ),
    (AboveDoubt.CONTRARY_CELL, _is_contrary),
)
"""The tests of a face, the cheap ones first; what is true speaks against it."""


def _without_clash(
    views: Sequence[TopView],
) -> tuple[list[TopView], tuple[TopView, TopView] | None]:
    """The best view of every place, and two good ones that contradict each other, if there are."""
    chosen: list[TopView] = []
    for view in views:
        clash = next((other for other in chosen if _overlap(view, other)), None)
        if clash is None:
            chosen.append(view)
            continue
        gap = float(np.hypot(*(view.centre_xy - clash.centre_xy)))
        same = view.face.value == clash.face.value and gap < 0.25 * clash.edge_px
        if not same and view.score > clash.score - tuning.ABOVE_SCORE_GAP:
            return chosen, (clash, view)
    return chosen, None


def _overlap(one: TopView, other: TopView) -> bool:
    gap = float(np.hypot(*(one.centre_xy - other.centre_xy)))
    return gap < tuning.ABOVE_APART_EDGES * max(one.edge_px, other.edge_px)


def _one_kind(views: Sequence[TopView]) -> bool:
    """Whether the faces' sizes are such as dice of one photo have."""
    edges = [view.edge_px for view in views]
    return max(edges) < tuning.ABOVE_SIZE_RATIO * min(edges)


def _unexplained(look: Look, blobs: Blobs, views: Sequence[TopView]) -> Reals:
    """What looks like a pip and belongs to none of the faces ``(k, 2)``, in pixels of the photo."""
    if not len(blobs.centres):
        return blobs.centres
    own, steps = _own_blobs(look, blobs, views)
    reference = float(np.percentile(blobs.steps[own], 20)) if own.any() else steps
    share = tuning.ABOVE_STRAY_SHARE if own.any() else tuning.ABOVE_OTHER_SHARE
    asked = (blobs.steps > share * reference) & ~own
    asked[asked] = _pip_like(look, blobs, asked, views)
    places = blobs.centres / np.float32(look.scale)
    pitch = float(np.median([view.pitch_px for view in views])) * look.scale
    reach = tuning.ABOVE_PIP_REACH * pitch
    round_ = _roundness(look.planes, blobs.polarity, blobs.centres, reach)
    slanted = round_ < tuning.ABOVE_SLANTED
    for view in views:
        gap = np.hypot(*(places - view.centre_xy).T) / view.edge_px
        reach_out = np.abs((places - view.centre_xy) @ view.face.normals[:2].T).max(axis=1)
        inside = reach_out < tuning.ABOVE_STRAY_INSIDE_EDGES * view.edge_px
        if view.face.polarity is blobs.polarity and (inside & asked).any():
            asked &= inside
            break
        asked &= gap > np.where(slanted, tuning.ABOVE_SIDE_EDGES, tuning.ABOVE_NEAR_EDGES)
    stray: Reals = places[asked]
    return stray


def _bystanders(look: Look, views: Sequence[TopView]) -> Reals:
    """Candidates that were not certain and lie apart from all that were, in pixels of the photo."""
    found = []
    for face in look.faces:
        edge = _edge_of(face)
        usual = tuning.ABOVE_EDGE_MIN_PX < edge < tuning.ABOVE_BYSTANDER_EDGE_MAX_PX
        if not usual or face.score < tuning.ABOVE_BYSTANDER_SCORE or face.value == 1:
            continue
        place = face.centre_xy / np.float32(look.scale)
        gaps = [float(np.hypot(*(place - view.centre_xy))) / view.edge_px for view in views]
        if min(gaps) > tuning.ABOVE_SIDE_EDGES:
            found.append(place)
    return np.array(found, np.float32).reshape(-1, 2)


def _own_blobs(
    look: Look, blobs: Blobs, views: Sequence[TopView]
) -> tuple[npt.NDArray[np.bool_], float]:
    """Which blobs are pips of the faces, and the usual step of pips of both polarities."""
    own = np.zeros(len(blobs.centres), bool)
    steps: list[float] = []
    for view in views:
        of_look = next(one for one in look.blobs if one.polarity is view.face.polarity)
        pips = view.face.pips_xy / np.float32(view.scale) * np.float32(look.scale)
        gaps = np.hypot(*(of_look.centres[:, None] - pips[None]).transpose(2, 0, 1))
        near = gaps.min(axis=1) < 0.45 * view.pitch_px * look.scale
        steps += [float(step) for step in of_look.steps[near]]
        if of_look is blobs:
            own |= near
    return own, float(np.median(steps)) if steps else tuning.BLOB_STEP_GREY


def _pip_like(
    look: Look, blobs: Blobs, asked: npt.NDArray[np.bool_], views: Sequence[TopView]
) -> npt.NDArray[np.bool_]:
    """Whether blobs stand out all round from something even, as a pip does from its face."""
    plane = look.planes.light_soft if blobs.polarity is Polarity.LIGHT else look.planes.dark_soft
    pitch = float(np.median([view.pitch_px for view in views])) * look.scale
    same = [view.face.step for view in views if view.face.polarity is blobs.polarity]
    step = float(np.median(same or [view.face.step for view in views]))
    centres = blobs.centres[asked]
    ring = LINEAR[sample(plane, centres[:, None] + _RING[None] * np.float32(0.55 * pitch))]
    falls = (LINEAR[sample(plane, centres)][:, None] - ring) * np.float32(blobs.polarity.value)
    falls.sort(axis=1)
    middle = falls[:, 8]
    even = (falls[:, 12] - falls[:, 3] < tuning.ABOVE_EVEN * middle) & (
        middle > tuning.ABOVE_FAINT_STEP * step
    )
    clear = (falls[:, 5] > 0.4 * falls[:, 13]) & (middle > tuning.ABOVE_CLEAR_STEP * step)
    likely: npt.NDArray[np.bool_] = even | clear
    return likely
