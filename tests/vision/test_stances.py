"""Flat, tilted, still or moving: what drawn faces of known slope give away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.vision import tuning
from pi_meyer.vision.flatness import Stance, stances_of
from pi_meyer.vision.judge import Scene, _crease_margin, look, smear_of
from pi_meyer.vision.lattice import CELLS, PATTERNS
from pi_meyer.vision.planes import planes_of
from pi_meyer.vision.rims import rims_of
from pi_meyer.vision.slope_terms import sloped_terms_of
from pi_meyer.vision.surroundings import (
    missing_side_face_of,
    side_face_of,
    wide_side_face_of,
)
from pi_meyer.vision.tilt import spare_by_shape

if TYPE_CHECKING:
    from pi_meyer.vision.faces import Face

Doubles = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

EDGE_PX, PITCH, PIP_RADIUS = 76.0, 0.256, 0.09
MIDDLE_XY = np.array((243.5, 239.5))
DISTANCE = tuning.FOCAL_PX / EDGE_PX
TURN = np.radians(20.0)
FINE = 4
"""The picture is drawn that much larger, so that edges are smooth."""
RED, WHITE = (60, 50, 190), (235, 235, 235)
LEFT, RIGHT = np.array((-1.2, 0.1)), np.array((1.1, -0.4))
"""Middles of two dice, in edges from the middle of the picture."""


def _seen(spots: Doubles, away: Doubles, slope: Doubles) -> Doubles:
    """Pixels of places on a face (edges) whose depth grows by ``slope``, without approximation."""
    size = float(np.hypot(*slope))
    way = slope / (size or 1.0)
    shrink = 1 - 1 / np.hypot(1, size)
    flat = spots - shrink * np.outer(spots @ way, way)
    nearer = DISTANCE / (DISTANCE + flat @ slope)
    pixels: Doubles = MIDDLE_XY + EDGE_PX * (away + flat) * nearer[:, None]
    return pixels


def _turned(spots: Doubles) -> Doubles:
    cos, sin = np.cos(TURN), np.sin(TURN)
    turned: Doubles = spots @ np.array([[cos, sin], [-sin, cos]])
    return turned


def _draw(picture: Picture, value: int, away: Doubles, slope: Doubles) -> None:
    def fill(outline: Doubles, colour: tuple[int, int, int]) -> None:
        corners = np.rint((_seen(_turned(outline), away, slope) + 0.5) * FINE * 16 - 8)
        cv2.fillPoly(picture, [corners.astype(np.int32)], colour, cv2.LINE_AA, 4)

    fill(np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]), RED)
    round_ = np.arange(48) * 2 * np.pi / 48
    circle = np.stack((np.cos(round_), np.sin(round_)), axis=1) * PIP_RADIUS
    for cell, there in zip(CELLS.astype(float), PATTERNS[value][0], strict=True):
        if there == "1":
            fill(cell * PITCH + circle, WHITE)


def _picture(*dice: tuple[int, Doubles, Doubles]) -> Picture:
    """Dice (value, place, slope) on a dark ground, as a lens and a sensor would show them."""
    large = np.full((480 * FINE, 488 * FINE, 3), 18, np.uint8)
    for value, away, slope in dice:
        _draw(large, value, away, slope)
    small = cv2.resize(large, (488, 480), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(7).normal(0, 1.5, small.shape)
    soft = cv2.GaussianBlur(small, (5, 5), 1.0) + noise
    return np.asarray(np.clip(np.rint(soft), 0, 255), np.uint8)


def _slope(degrees: float, way: float) -> Doubles:
    return float(np.tan(np.radians(degrees))) * np.array((np.cos(way), np.sin(way)))


def _at(scene: Scene, away: Doubles) -> Face:
    return min(
        scene.faces[:2],
        key=lambda face: float(np.hypot(*(face.centre_xy - MIDDLE_XY - EDGE_PX * away))),
    )


def _spare(scene: Scene, away: Doubles) -> float:
    """How much more than needed speaks for flat by the shape of the face at that place."""
    return spare_by_shape(scene, _at(scene, away))


LEVEL = np.zeros(2)


@pytest.mark.parametrize("value", range(1, 7))
def test_flat_dice_are_flat_with_room_to_spare(value: int) -> None:
    """Two dice that lie flat are told to be flat, whatever they show."""
    scene = look(planes_of(_picture((value, LEFT, LEVEL), (7 - value, RIGHT, LEVEL))))
    assert min(_spare(scene, LEFT), _spare(scene, RIGHT)) > 5


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("way", np.arange(8) * np.pi / 4)
def test_a_die_tilted_by_fifteen_degrees_is_never_flat(value: int, way: float) -> None:
    """A tilt towards any side shows, though the other die lies flat."""
    tilted = (value, LEFT, _slope(15, way))
    scene = look(planes_of(_picture(tilted, (5, RIGHT, LEVEL))))
    assert _spare(scene, LEFT) < -5


@pytest.mark.parametrize("way", [0.3, 2.0, 4.0])
def test_a_camera_aslant_tilts_no_die(way: float) -> None:
    """A slope of three degrees that both dice share is the window's, not theirs."""
    slope = _slope(3, way)
    scene = look(planes_of(_picture((5, LEFT, slope), (6, RIGHT, slope))))
    assert min(_spare(scene, LEFT), _spare(scene, RIGHT)) > 0


def test_slopes_in_closed_form_are_those_of_the_projection() -> None:
    """Pips of a face at 12 degrees lie where the exact projection puts them."""
    cells = np.zeros((1, 6, 2))
    cells[0] = CELLS[[0, 2, 3, 5, 6, 8]] * PITCH
    x, y = slope = _slope(12, 0.7)
    terms = sloped_terms_of(LEFT[None], cells, np.array([[DISTANCE]]))[0]
    told = (terms @ (x, y, x * x, x * y, y * y))[10:].reshape(6, 2)
    seen = (_seen(cells[0], LEFT, slope) - _seen(cells[0], LEFT, LEVEL)) / EDGE_PX
    assert np.abs(told - seen).max() < 0.0008


def test_a_lamp_image_at_the_rim_moves_a_pip_little() -> None:
    """A white spot over the rim of one pip moves its middle by less than half a pixel."""
    picture = _picture((4, LEFT, LEVEL), (5, RIGHT, LEVEL))
    face = _at(look(planes_of(picture)), LEFT)
    before = rims_of(planes_of(picture), [face]).pips_xy
    spot = before[0] + 8.0 * face.normals[0]
    cv2.circle(picture, tuple(np.rint(spot * 16).astype(int)), 64, (255, 255, 255), -1, 16, 4)
    after = rims_of(planes_of(picture), [face]).pips_xy
    assert np.abs(after[0] - before[0]).max() < 0.5
    assert np.abs(after[1:] - before[1:]).max() < 0.1


@pytest.mark.parametrize("way", [0.0, 0.8, 1.57])
def test_motion_smears_the_pips_of_both_dice_alike(way: float) -> None:
    """Eight pixels of motion are told from none, whatever their direction."""
    still = _picture((3, LEFT, LEVEL), (6, RIGHT, LEVEL))
    moves = np.linspace(-4, 4, 33)
    shifted = [
        cv2.warpAffine(
            still, np.array([[1, 0, m * np.cos(way)], [0, 1, m * np.sin(way)]]), (488, 480)
        ).astype(float)
        for m in moves
    ]
    smeared = np.rint(np.mean(shifted, axis=0)).astype(np.uint8)
    scenes = [look(planes_of(picture)) for picture in (still, smeared)]
    calm, moving = (smear_of(scene, [_at(scene, LEFT), _at(scene, RIGHT)]) for scene in scenes)
    assert calm < tuning.SMEAR_MAX / 2
    assert moving > tuning.SMEAR_MAX


def test_a_face_in_the_void_is_not_said_to_be_flat() -> None:
    """Where the picture went black under a face, nothing speaks for flat and nothing breaks."""
    face = _at(look(planes_of(_picture((4, LEFT, LEVEL), (5, RIGHT, LEVEL)))), LEFT)
    black = planes_of(np.zeros((480, 488, 3), np.uint8))
    (stance,) = stances_of(black, [face], (float(MIDDLE_XY[0]), float(MIDDLE_XY[1])))
    assert not np.isnan(stance.advantage)
    assert not np.isnan(stance.misfit)
    assert abs(stance.smear_px2) < 1e-6


@pytest.mark.parametrize(
    ("weakest", "misfit", "doubted"), [(0.3, 41.0, True), (0.3, 10.0, False), (0.9, 41.0, False)]
)
def test_a_weak_side_where_nothing_fits_flat_is_a_crease(
    weakest: float, misfit: float, doubted: bool
) -> None:
    """Pips of two faces of a die on its edge fit no flat one, and a side of theirs is no edge."""
    flat = np.zeros(2)
    face = _at(look(planes_of(_picture((4, LEFT, flat), (6, RIGHT, flat)))), LEFT)
    seen = replace(face, strengths=np.array((0.97, 0.97, 0.92, weakest), np.float32))
    margin = _crease_margin(seen, Stance(advantage=40.0, misfit=misfit, smear_px2=0j))
    assert (margin <= 0) is doubted


def _with_strip(outwards: float, wide: float) -> float:
    """The evidence of a darker strip of the die's colour, so many edges wide, on one side."""
    picture = _picture((4, LEFT, LEVEL), (5, RIGHT, LEVEL))
    face = _at(look(planes_of(picture)), LEFT)
    away = face.centre_xy - MIDDLE_XY
    side = int((outwards * face.normals @ away).argmax())
    normal, along = face.normals[side], face.normals[(side + 1) % 4]
    near = face.centre_xy + face.offsets_px[side] * normal
    corners = [
        near + sign * 0.5 * EDGE_PX * along + out * EDGE_PX * normal
        for sign, out in ((-1, 0), (1, 0), (1, wide), (-1, wide))
    ]
    shade = tuple(channel * 0.6 for channel in RED)
    cv2.fillPoly(picture, [np.rint(np.array(corners)).astype(np.int32)], shade)
    middle_xy = (float(MIDDLE_XY[0]), float(MIDDLE_XY[1]))
    return side_face_of(planes_of(picture), face, [], middle_xy)


def test_an_outer_side_face_speaks_for_a_tilt() -> None:
    """A strip of the die's own tint on the side away from the middle is no flat die's."""
    assert _with_strip(1.0, 0.2) > 0.5


def test_an_inner_side_face_says_nothing() -> None:
    """A strip towards the middle, no wider than a flat die shows, is no evidence."""
    assert _with_strip(-1.0, 0.1) < 0.1


def _paint_side_face(
    picture: Picture, face: Face, inner: bool, wide: float, ends: tuple[float, float]
) -> None:
    """Paint a strip of the die's colour beside a face."""
    way = (MIDDLE_XY - face.centre_xy) * (1 if inner else -1)
    side = int((face.normals @ way).argmax())
    normal, along = face.normals[side], face.normals[(side + 1) % 4]
    near = face.centre_xy + face.offsets_px[side] * normal
    places = ((ends[0], 0.0), (ends[1], 0.0), (ends[1], wide), (ends[0], wide))
    corners = [near + EDGE_PX * (place * along + out * normal) for place, out in places]
    shade = tuple(channel * 0.6 for channel in RED)
    cv2.fillPoly(picture, [np.rint(np.array(corners)).astype(np.int32)], shade)


def _with_side_face(
    inner: bool,
    wide: float,
    ends: tuple[float, float] = (-0.5, 0.5),
    of_other: float = 0.09,
) -> tuple[float, float]:
    """How surely a strip of the die's colour, so many edges wide, is too wide, and one missing.

    Args:
        inner: whether it lies towards the middle.
        wide: its width in edges.
        ends: where it begins and ends along the side, in edges.
        of_other: width of the other die's inner side face in edges.
    """
    picture = _picture((4, LEFT, LEVEL), (5, RIGHT, LEVEL))
    scene = look(planes_of(picture))
    face, others = _at(scene, LEFT), [_at(scene, RIGHT)]
    _paint_side_face(picture, face, inner, wide, ends)
    _paint_side_face(picture, others[0], True, of_other, (-0.5, 0.5))
    planes, middle_xy = planes_of(picture), (float(MIDDLE_XY[0]), float(MIDDLE_XY[1]))
    return (
        wide_side_face_of(planes, face, others, middle_xy),
        missing_side_face_of(planes, face, others, middle_xy),
    )


def test_an_inner_side_face_of_a_flat_dies_width_is_as_it_should_be() -> None:
    """A die far from the middle that shows its inner side face, just as wide, may lie flat."""
    assert _with_side_face(inner=True, wide=0.09) == (0.0, 0.0)


@pytest.mark.parametrize("ends", [(-0.5, 0.5), (-0.5, 0.0), (0.0, 0.5)])
@pytest.mark.parametrize("inner", [True, False])
def test_a_side_face_too_wide_for_a_flat_die_shows_on_half_a_side(
    inner: bool, ends: tuple[float, float]
) -> None:
    """One that reaches further out than a flat die's is told, though one half be hidden."""
    assert _with_side_face(inner=inner, wide=0.3, ends=ends)[0] == 1.0
    assert _with_side_face(inner=inner, wide=0.0, ends=ends)[0] == 0.0


def test_a_die_far_out_without_its_inner_side_face_leans() -> None:
    """Where a flat die must show its inner side face and none is there, that is told."""
    assert _with_side_face(inner=True, wide=0.0)[1] == 1.0


def test_where_no_die_shows_its_inner_side_face_none_is_missed() -> None:
    """A window that hides the side faces of both dice tells nothing of one."""
    assert _with_side_face(inner=True, wide=0.0, of_other=0.0)[1] < 0.6


def test_the_slope_of_a_dies_own_rim_ends_no_strip() -> None:
    """A line just beyond a side is the die's own soft rim, and what falls off from it none."""
    assert _with_side_face(inner=False, wide=0.07)[0] == 0.0
