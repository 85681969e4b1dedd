"""Independent vetoes: what speaks against a face, and against a pair of faces."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.cell_margins import (
    cells_of,
    centre_margin,
    contrary_margin,
    faint_margin,
    lamp_margin,
    over,
    pip_margin,
    under,
)
from pi_meyer.vision.faces import Face, find_faces
from pi_meyer.vision.flatness import Stance, stances_of
from pi_meyer.vision.lamp_light import Symmetry, symmetry_of, without_lamp_light
from pi_meyer.vision.pips import Blobs, Polarity, find_blobs
from pi_meyer.vision.planes import as_complex
from pi_meyer.vision.tilt import misfit_margin, spare_by_shape, spare_of
from pi_meyer.vision.white import White, find_white

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pi_meyer.vision.planes import Bytes, Planes, Reals
    from pi_meyer.vision.spots import SpotsBeside


class Doubt(enum.Enum):
    """One thing that speaks against a face; any one of them alone forbids a reading."""

    WEAK_SIDE = "a side of the outline is hardly there"
    WEAK_PIP = "a pip is fainter than its neighbours"
    FAINT_CELL = "a bare cell holds something like a pip"
    CONTRARY_CELL = "a bare cell holds a spot of the other kind"
    CENTRE = "the bare middle of a 2 or 4 is not quite bare"
    LAMP = "a cell is white where lamp images lie"
    STRAY_PIP = "a pip lies beside the lattice"
    UNEVEN = "the bare face is uneven"
    PITCH = "the pips are too near or too far for the outline"
    TILTED = "the face is no flat square"
    SIDE_FACE = "a side face shows that a flat die would hide"
    FAR_OUT = "the face lies farther out than a die under a cup can lie"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedFace:
    """A face, its doubts, and the smallest margin of its tests (0 to 1).

    Attributes:
        margins: of every test that was made; what is not above 0 is a doubt.
    """

    face: Face
    doubts: frozenset[Doubt]
    confidence: float
    margins: Mapping[Doubt, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """Everything that was found in one picture.

    Attributes:
        faces: the best first.
        stances: how the first two lie, once that was asked for.
        straight_stances: the same where the sides of faint faces are believed by how straight they
            run.
        symmetries: those of the lamps' light, once they were asked for.
        unlit: the picture without that light, once that was asked for.
        spots: those beside known faces, once they were asked for; see ``spots_beside``.
        rings: levels of rings round the axis, once they were asked for; see ``near_lamps``.
    """

    planes: Planes
    blobs: tuple[Blobs, ...]
    faces: tuple[Face, ...]
    white: White
    middle_xy: tuple[float, float]
    stances: list[Stance] = field(default_factory=list)
    straight_stances: list[Stance] = field(default_factory=list)
    symmetries: dict[tuple[object, ...], Symmetry] = field(default_factory=dict)
    unlit: dict[tuple[object, ...], Bytes] = field(default_factory=dict)
    spots: dict[tuple[object, ...], SpotsBeside] = field(default_factory=dict)
    rings: dict[tuple[object, ...], Reals] = field(default_factory=dict)

    def stance(self, face: Face, *, straight: bool = False) -> Stance:
        """How a face lies; the first two are one pair and are measured together.

        Args:
            face: one of the scene.
            straight: believe the sides of faint faces by how straight they run.
        """
        pair, known = self.faces[:2], self.straight_stances if straight else self.stances
        if face not in pair:
            there = stances_of(self.planes, [face], self.middle_xy, by_straightness=straight)
            return there[0]
        if not known:
            known += stances_of(self.planes, pair, self.middle_xy, by_straightness=straight)
        return known[pair.index(face)]

    def lamp_symmetry(self, known: Sequence[Face]) -> Symmetry:
        """The symmetry of the lamps' light; several ask for it, and the search takes long.

        Args:
            known: faces, which are no part of that light.
        """
        key = (self.planes, self.white.ring, *known)
        found = self.symmetries.get(key)
        if found is None:
            found = symmetry_of(self.planes.light, self.white.ring, known)
            self.symmetries[key] = found
        return found

    def without_lamps(self, known: Sequence[Face], *, finely: bool = False) -> Bytes:
        """The picture without the lamps' light, for all who ask of it.

        Args:
            known: faces, which are no part of that light.
            finely: see ``without_lamp_light``.
        """
        key = (self.planes, self.white.ring, finely, *known)
        found = self.unlit.get(key)
        if found is None:
            symmetry = self.lamp_symmetry(known)
            found = without_lamp_light(self.planes.image, symmetry, known, finely=finely)
            self.unlit[key] = found
        return found


def look(planes: Planes, *, white: White | None = None) -> Scene:
    """Find blobs, faces and white in a picture.

    Args:
        planes: the picture.
        white: its white, where that is known already.
    """
    width, height = planes.size_wh
    middle_xy = ((width - 1) / 2, (height - 1) / 2)
    blobs = find_blobs(planes)
    faces = tuple(find_faces(planes, blobs))
    white = white or find_white(planes, faces[:2], middle_xy)
    return Scene(planes=planes, blobs=blobs, faces=faces, white=white, middle_xy=middle_xy)


def judge(scene: Scene, face: Face, *, fully: bool = True) -> JudgedFace:
    """Test one face of a scene; every test has a limit in ``tuning`` and gives a margin.

    Args:
        scene: what was found.
        face: one of its faces.
        fully: make all tests; False leaves the dear ones out where a cheap one already fails.
    """
    margins = _cheap_margins(scene, face)
    if fully or min(margins.values()) > 0:
        margins |= _dear_margins(scene, face)
    return _judged(face, margins)


def judge_all(scene: Scene, faces: Sequence[Face]) -> list[JudgedFace] | None:
    """Test faces of one scene, the cheap tests of all first; None as soon as there is a doubt."""
    found = []
    for face in faces:
        found.append(_cheap_margins(scene, face))
        if min(found[-1].values()) <= 0:
            return None
    for face, margins in zip(faces, found, strict=True):
        margins.update(_dear_margins(scene, face))
        if min(margins.values()) <= 0:
            return None
    return [_judged(face, margins) for face, margins in zip(faces, found, strict=True)]


def _judged(face: Face, margins: dict[Doubt, float]) -> JudgedFace:
    return JudgedFace(
        face=face,
        doubts=frozenset(doubt for doubt, margin in margins.items() if margin <= 0),
        confidence=max(0.0, min(margins.values())),
        margins=margins,
    )


def _dear_margins(scene: Scene, face: Face) -> dict[Doubt, float]:
    by_shape = spare_by_shape(scene, face)
    shape = min(
        by_shape / tuning.FLAT_FULL,
        misfit_margin(scene, face),
        _crease_margin(face, scene.stance(face)),
    )
    spare = spare_of(scene, face, by_shape) if shape > 0 else by_shape
    return {Doubt.TILTED: shape, Doubt.SIDE_FACE: spare / tuning.FLAT_FULL}


def _cheap_margins(scene: Scene, face: Face) -> dict[Doubt, float]:
    cells = cells_of(face, scene.white, scene.middle_xy)
    return {
        Doubt.CENTRE: centre_margin(cells),
        Doubt.WEAK_SIDE: _side_margin(face),
        Doubt.WEAK_PIP: pip_margin(cells),
        Doubt.FAINT_CELL: faint_margin(cells),
        Doubt.CONTRARY_CELL: contrary_margin(cells),
        Doubt.LAMP: lamp_margin(cells),
        Doubt.STRAY_PIP: _stray_margin(scene, face),
        Doubt.UNEVEN: under(face.ripple, tuning.RIPPLE_MAX),
        Doubt.PITCH: _pitch_margin(face),
        Doubt.FAR_OUT: _place_margin(scene, face),
    }


def _side_margin(face: Face) -> float:
    """The two weakest sides are clear, or at least there: the steps along them lie on one line."""
    weakest, second, *_ = sorted(face.strengths.tolist())
    clear = min(over(weakest, tuning.SIDE_WEAKEST), over(second, tuning.SIDE_SECOND))
    if clear > 0:
        return clear
    rough = float(face.roughs[face.strengths < tuning.SIDE_SECOND].max())
    there = min(over(weakest, tuning.THIN_WEAKEST), over(second, tuning.THIN_SECOND))
    return min(there, under(rough, tuning.THIN_ROUGH))


def smear_of(scene: Scene, pair: Sequence[Face]) -> float:
    """How much wider (squared pixels) the rims of all pips are along one way than on average.

    Dice that move are smeared the same way; what disturbs the pips of still ones is not, so that
    the die that is smeared less counts too.
    """
    smears = [scene.stance(face).smear_px2 for face in pair]
    common = sum(smears) / len(smears)
    way = common / (abs(common) + 1e-9)
    least = min((smear * way.conjugate()).real for smear in smears)
    return min(abs(common), max(0.0, 2 * least))


def _stray_margin(scene: Scene, face: Face) -> float:
    """Blobs of the pips' own kind within the outline must lie on cells that count as pips."""
    worst = 0.0
    for blobs in scene.blobs:
        if blobs.polarity is not face.polarity or not len(blobs.centres):
            continue
        off = blobs.centres - face.centre_xy
        across, down = np.abs(face.normals[:2] @ off.T)
        within = (np.maximum(across, down) < face.edge_px * tuning.STRAY_EDGES).nonzero()[0]
        spots = as_complex(off.take(within, axis=0)).tolist()
        worst = max(worst, _worst_stray(face, spots, blobs.steps.take(within).tolist()))
    return under(worst, tuning.STRAY_SHARE_MAX)


def _worst_stray(face: Face, spots: Sequence[complex], steps: Sequence[float]) -> float:
    """How clear the clearest of some spots beside the lattice is, as a share of a usual pip.

    In plain numbers: there are few.
    """
    reach = tuning.STRAY_PITCHES * face.pitch_px
    pips = as_complex(face.pips_xy - face.centre_xy).tolist()
    own, stray = [], []
    for spot, step in zip(spots, steps, strict=True):
        if min(abs(spot - pip) for pip in pips) < reach:
            own.append(step)
        else:
            stray.append((spot, step))
    if face.polarity is Polarity.LIGHT and face.value > 1:
        # a single one may be a lamp's image, but a pip has its twin opposite
        stray = [one for one in stray if any(abs(one[0] + spot) < reach for spot, _ in stray)]
    if not (own and stray):
        return 0.0
    return max(step for _, step in stray) / _median(own)


def _median(steps: Sequence[float]) -> float:
    ranked = sorted(steps)
    return (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2


def _crease_margin(face: Face, stance: Stance) -> float:
    """Pips of two faces, and their crease for a side: a side is weak, and nothing fits flat.

    Or it runs through the midst of a 4: two opposite sides cross both faces and are weak.
    """
    one, two, other, another = face.strengths.tolist()
    across = min(max(one, other), max(two, another)) < tuning.CREASE_ACROSS
    if face.value == 4 and across and stance.misfit > tuning.CREASE_ACROSS_MISFIT:
        return (stance.advantage - tuning.CREASE_ACROSS_FLAT) / tuning.FLAT_FULL
    if float(face.strengths.min()) > tuning.CREASE_SIDE:
        return 1.0
    return under(stance.misfit, tuning.CREASE_MISFIT_MAX)


def _place_margin(scene: Scene, face: Face) -> float:
    """Beyond the cup two rings of lamp images make lattices of light pips."""
    away = math.dist(face.centre_xy.tolist(), scene.middle_xy)
    return 1.0 if away < tuning.DICE_WITHIN_PX else -1.0


def _pitch_margin(face: Face) -> float:
    if face.edge_px < tuning.EDGE_MIN_PX:
        return -1.0
    if face.value == 1:
        return 1.0
    share = face.pitch_px / face.edge_px
    light = face.polarity is Polarity.LIGHT
    most = tuning.PITCH_SHARE_DARK_DIE_MAX if light else tuning.PITCH_SHARE_MAX
    middle = (tuning.PITCH_SHARE_MIN + most) / 2
    return under(abs(share - middle), (most - tuning.PITCH_SHARE_MIN) / 2)


def same_size(one: Face, two: Face) -> bool:
    """Both dice of a pair lie on the window, so that both edges can be alike."""
    (least_one, most_one), (least_two, most_two) = _edge_span(one), _edge_span(two)
    slack = 1 + tuning.PAIR_SIZE_SLACK
    return least_one < most_two * slack and least_two < most_one * slack


def _edge_span(face: Face) -> tuple[float, float]:
    """How short and how long an edge can be, in pixels.

    An outline may be the inner rim of a rounded edge, never more than the whole face; the pitch of
    the pips, which is measured far better, tells how much of the face it is.
    """
    if face.value == 1:
        return face.edge_px, face.edge_px * tuning.EDGE_PER_RIM_MAX
    least = max(face.edge_px, face.pitch_px / tuning.PITCH_SHARE_WIDE)
    return least, max(least, face.pitch_px / tuning.PITCH_SHARE_CLOSE)
