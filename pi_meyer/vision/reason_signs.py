"""What speaks for one reason or another, as a row of numbers: the net of `reasons` weighs them.

Each is something that can be seen and named: how sure the likeliest places of dice are and how
the dice there lie (`reason_places`), how good the reader's own faces are, how they stand, whether
something of skin's colour reaches in (`reason_skin`), and how much glare there is. All of them are
bounded, and of the order of 1. Square bodies, patches of a die's colour and pips beside the clear
faces told the net nothing beyond the places and would cost ten blurs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.judge import same_size, smear_of
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.reason_places import How
from pi_meyer.vision.reason_skin import skin_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene
    from pi_meyer.vision.planes import Bytes, Reals
    from pi_meyer.vision.reason_places import Places

Floats = npt.NDArray[np.float32]

FACES: Final = 3
"""Faces of the reader that are told."""

PLACES: Final = 4
"""Places that are told, the surest first."""

BESIDE: Final = 2
"""Places beside the clear faces that are told."""

_FAR_PX: Final = 200.0
_MET_PX: Final = 40.0


def signs_of(scene: Scene, places: Places, image: Bytes, corner_xy: tuple[int, int]) -> Floats:
    """Return the signs of one picture, ``(k,)``; k is the same for all.

    Args:
        scene: what the reader found in the part of the picture round the window.
        places: what lies where, in pixels of the whole picture.
        image: the whole picture at working size.
        corner_xy: the first pixel of that part in the whole picture.
    """
    known = [face for face in scene.faces if is_solid(face)]
    shift = np.array(corner_xy, np.float32)
    middle = np.array(scene.middle_xy, np.float32)
    off = places.centres - shift - middle
    signs = [
        *_of_places(places, off),
        *_of_places_beside(places, off, [face.centre_xy - middle for face in known[:2]], known),
        *_of_places_at_faces(places, off, [face.centre_xy - middle for face in scene.faces]),
        *(float(len(known) > number) for number in range(FACES)),
        *_of_faces(scene),
        *(_of_stances(scene) if known else _NO_STANCE),
        *skin_signs(image),
        scene.white.ring_turn,
        float(scene.white.lamps_near),
        min(scene.white.free_width_px, 2 * tuning.EDGE_USUAL_PX) / tuning.EDGE_USUAL_PX,
    ]
    return np.array(signs, np.float32)


def is_solid(face: Face) -> bool:
    """Whether a candidate looks like a die at all, read or not."""
    usual = abs(float(np.log(face.edge_px / tuning.EDGE_USUAL_PX))) < tuning.SOLID_SIZE_LOG
    clear = float(face.strengths.min()) > tuning.SOLID_SIDE
    return face.score > tuning.SOLID_SCORE and usual and clear


def _odds(chance: float) -> float:
    """The logarithm of a chance's odds, from -7 to 7."""
    return float(np.log((chance + 1e-3) / (1 - chance + 1e-3)))


def _of_places(places: Places, off: Floats) -> list[float]:
    """How sure each place is and how a die lies there; how many dice there should be of a kind."""
    signs: list[float] = []
    for chances, xy in zip(places.chances[:PLACES], off[:PLACES], strict=True):
        signs.append(_odds(1 - float(chances[How.NOTHING])))
        signs += chances[How.LEANING :].tolist()
        signs.append(float(np.hypot(*xy)) / _FAR_PX)
    signs += places.chances[:, How.FLAT :].sum(axis=0).tolist()
    for one, two in ((0, 1), (1, 2)):
        gap = float(np.hypot(*(off[one] - off[two])))
        signs.append(min(3.0, gap / tuning.EDGE_USUAL_PX))
    return signs


def _of_places_beside(
    places: Places, off: Floats, middles: Sequence[Reals], known: Sequence[Face]
) -> list[float]:
    """The surest places that lie on no clear face."""
    free = np.ones(len(off), bool)
    for middle, face in zip(middles, known, strict=False):
        free &= np.hypot(*(off - middle).T) > tuning.REASON_BESIDE_EDGES * face.edge_px
    signs: list[float] = []
    for at in np.flatnonzero(free)[:BESIDE]:
        chances = places.chances[at]
        signs.append(_odds(1 - float(chances[How.NOTHING])))
        signs += [float(chances[How.CUT_OFF]), float(np.hypot(*off[at])) / _FAR_PX]
    return signs + [_odds(0.0), 0.0, 0.0] * (BESIDE - len(signs) // 3)


def _of_places_at_faces(places: Places, off: Floats, middles: Sequence[Reals]) -> list[float]:
    """What the places say of the reader's best faces."""
    signs: list[float] = []
    for middle in middles[:FACES]:
        gaps = np.hypot(*(off - middle).T)
        near = int(gaps.argmin())
        signs += places.chances[near].tolist() if gaps[near] < _MET_PX else _NOTHING
    return signs + _NOTHING * (FACES - len(signs) // len(How))


_NOTHING = [1.0, 0.0, 0.0, 0.0, 0.0]


def _of_faces(scene: Scene) -> list[float]:
    """How good the reader's best faces are."""
    signs: list[float] = []
    for face in scene.faces[:FACES]:
        sides = np.sort(face.strengths)
        odd = abs(float(np.log(face.edge_px / tuning.EDGE_USUAL_PX)))
        away = float(np.hypot(*(face.centre_xy - np.array(scene.middle_xy))))
        signs += [face.score, float(sides[0]), float(sides[1]), float(sides.mean())]
        signs += [float(_lamp_like(face)), min(0.5, odd), away / _FAR_PX, float(face.value == 1)]
    return signs + _NO_FACE * (FACES - len(signs) // len(_NO_FACE))


_NO_FACE = [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0]


def _lamp_like(face: Face) -> bool:
    """Whether a candidate's pips are so white that they may be lamp images."""
    white = float(face.levels[face.shares > 0.5].max()) > tuning.THIRD_WHITE
    return face.polarity is Polarity.LIGHT and white


def _of_stances(scene: Scene) -> list[float]:
    """How the two best faces stand, and whether both are smeared the same way."""
    pair = scene.faces[:2]
    signs: list[float] = []
    for face in pair:
        stance = scene.stance(face)
        signs.append(float(np.clip(stance.advantage, -40, 40)) / 20)
        signs += [min(stance.misfit, 120.0) / 60, min(abs(stance.smear_px2), 4.0)]
    signs += [0.0] * (6 - len(signs))
    if len(pair) < 2:
        return [*signs, 0.0, 0.0]
    return [*signs, min(3.0, smear_of(scene, pair)), float(same_size(*pair))]


_NO_STANCE = [0.0] * 8
