"""Independent vetoes: what speaks against a face, and against a pair of faces."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.faces import Face
from pi_meyer.vision.flatness import flatness_of
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import Planes


class Doubt(enum.Enum):
    """One thing that speaks against a face; any one of them alone forbids a reading."""

    WEAK_SIDE = "a side of the outline is hardly there"
    WEAK_PIP = "a pip is fainter than its neighbours"
    FAINT_CELL = "a bare cell holds something like a pip"
    CONTRARY_CELL = "a bare cell holds a spot of the other kind"
    SATURATED_CELL = "a bare cell is too bright to show a pip"
    UNEVEN = "the bare face is uneven"
    PITCH = "the pips are too near or too far for the outline"
    TILTED = "the face is no flat square"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedFace:
    """A face, its doubts, and the smallest margin of its tests (0 to 1)."""

    face: Face
    doubts: frozenset[Doubt]
    confidence: float


def judge(face: Face, middle_xy: tuple[float, float]) -> JudgedFace:
    """Test one face on its own; every test has a limit in ``tuning`` and gives a margin."""
    sides = np.sort(face.strengths)
    margins = {
        Doubt.WEAK_SIDE: min(
            _over(float(sides[0]), tuning.SIDE_WEAKEST), _over(float(sides[1]), tuning.SIDE_SECOND)
        ),
        Doubt.WEAK_PIP: _over(face.lowest_on, tuning.PIP_SHARE_MIN),
        Doubt.FAINT_CELL: _under(face.highest_off, tuning.BARE_SHARE_MAX),
        Doubt.CONTRARY_CELL: _under(face.most_contrary, tuning.CONTRARY_SHARE_MAX),
        Doubt.SATURATED_CELL: _saturation_margin(face),
        Doubt.UNEVEN: _under(face.ripple, tuning.RIPPLE_MAX),
        Doubt.PITCH: _pitch_margin(face),
        Doubt.TILTED: _under(flatness_of(face, middle_xy).total, tuning.FLAT_LIMIT),
    }
    return JudgedFace(
        face=face,
        doubts=frozenset(doubt for doubt, margin in margins.items() if margin <= 0),
        confidence=max(0.0, min(margins.values())),
    )


def _over(value: float, limit: float) -> float:
    return (value - limit) / (1 - limit)


def _under(value: float, limit: float) -> float:
    return min(1.0, (limit - value) / limit)


def _pitch_margin(face: Face) -> float:
    if face.value == 1:
        return 1.0
    share = face.pitch_px / face.edge_px
    middle = (tuning.PITCH_SHARE_MIN + tuning.PITCH_SHARE_MAX) / 2
    return _under(abs(share - middle), (tuning.PITCH_SHARE_MAX - tuning.PITCH_SHARE_MIN) / 2)


def _saturation_margin(face: Face) -> float:
    """A bare cell near full white cannot show whether a dark pip lies in the glare."""
    if face.polarity is Polarity.LIGHT:
        return 1.0
    bare = face.levels[face.shares <= 0.5]
    return _under(float(bare.max()), tuning.SATURATED_LEVEL)


def glare_hides(planes: Planes, edge_px: float) -> bool:
    """Whether a patch of blank white is so large that a die could be lost in it."""
    width, height = planes.size_wh
    small = cv2.resize(planes.light, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    white = (small >= tuning.WHITE_GREY).astype(np.uint8)
    size = max(3, round(edge_px * tuning.GLARE_EDGES / 4))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return bool(cv2.erode(white, kernel, borderValue=0).any())


def same_size(one: Face, two: Face) -> bool:
    """Both dice of a pair lie on the window, so that both edges look alike."""
    return abs(float(np.log(one.edge_px / two.edge_px))) < tuning.PAIR_SIZE_LOG


def third_body(faces: Sequence[Face]) -> bool:
    """Whether a further candidate is too good to be nothing."""
    return len(faces) > 2 and faces[2].score > tuning.THIRD_SCORE
