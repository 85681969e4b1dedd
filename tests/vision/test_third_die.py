"""A third die is always seen, and lamps, cup and the pair's own side faces are none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import Image, add_noise, render
from pi_meyer.vision import tuning
from pi_meyer.vision.bodies import Bodies, find_bodies
from pi_meyer.vision.judge import look
from pi_meyer.vision.patches import best_foreign_patch, best_patch, small_view
from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.planes import Bytes, planes_of
from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import Reading, Refusal, RefusalReason
from pi_meyer.vision.third_die import like_a_die
from pi_meyer.vision.white import find_white

if TYPE_CHECKING:
    from pi_meyer.vision.faces import Face

SCENES = 40
EDGE_PX = 76


def _views(kind: SceneKind, near_lamps: float, seed: int) -> list[Image]:
    cv2.setNumThreads(1)
    views = []
    for number in range(SCENES):
        rng = np.random.default_rng((seed, number))
        scene = random_scene(rng, Doses(near_lamps=near_lamps), kind=kind)
        views.append(add_noise(render(scene), scene, rng))
    return views


def _reasons(views: list[Image]) -> list[RefusalReason]:
    answers = [read_image(view) for view in views]
    return [answer.reason for answer in answers if isinstance(answer, Refusal)]


def _bodies(draw_at: tuple[int, int], *, round_: bool) -> Bodies:
    image = np.full((480, 488, 3), 60, np.uint8)
    if round_:
        cv2.circle(image, draw_at, EDGE_PX // 2, (150, 150, 150), -1)
    else:
        corners = cv2.boxPoints((draw_at, (EDGE_PX, EDGE_PX), 20.0)).round().astype(np.int32)
        cv2.fillConvexPoly(image, corners, (150, 150, 150))
    return find_bodies(look(planes_of(image)), (), float(EDGE_PX))


@pytest.mark.parametrize("near_lamps", [0.0, 1.0])
def test_three_dice_are_never_read(near_lamps: float) -> None:
    """No picture of three dice is read, be the lamps near the lens or far."""
    views = _views(SceneKind.THREE_DICE, near_lamps, seed=31)
    assert len(_reasons(views)) == SCENES


def test_three_dice_in_good_light_are_named() -> None:
    """With far lamps nine of ten pictures of three dice are refused for the third one."""
    reasons = _reasons(_views(SceneKind.THREE_DICE, 0.0, seed=32))
    assert reasons.count(RefusalReason.THREE_DICE) >= 0.9 * SCENES


@pytest.mark.parametrize("near_lamps", [0.0, 1.0])
@pytest.mark.parametrize("kind", [SceneKind.FLAT, SceneKind.RIM])
def test_lamps_and_cup_are_no_third_die(kind: SceneKind, near_lamps: float) -> None:
    """Of two dice at most one picture in ten is refused for a third one."""
    reasons = _reasons(_views(kind, near_lamps, seed=33))
    assert reasons.count(RefusalReason.THREE_DICE) <= 0.1 * SCENES


@pytest.mark.parametrize("kind", [SceneKind.ONE_DIE, SceneKind.STACKED])
def test_one_die_is_named(kind: SceneKind) -> None:
    """One die, or two of which one hides the other, is mostly named as one, never as three."""
    reasons = _reasons(_views(kind, 0.0, seed=34))
    assert reasons.count(RefusalReason.ONE_DIE) >= 0.7 * SCENES
    assert RefusalReason.THREE_DICE not in reasons


def test_a_square_is_a_body_and_a_disc_is_none() -> None:
    """A square of a die's size is found to a few pixels, a disc of that size is not clear."""
    square, disc = (_bodies((200, 260), round_=round_) for round_ in (False, True))
    best = int(square.clear.argmax())
    assert square.clear[best] > 0.7
    assert np.hypot(*(square.centres[best] - (200, 260))) < 5
    assert disc.clear.max(initial=0.0) < 0.6


def test_no_dice_is_no_reading() -> None:
    """An empty window is refused, and no dice are counted in it."""
    answers = [read_image(view) for view in _views(SceneKind.NO_DICE, 0.5, seed=35)]
    assert not any(isinstance(answer, Reading) for answer in answers)


@pytest.mark.parametrize(("width_px", "is_die"), [(EDGE_PX, True), (5 * EDGE_PX, False)])
def test_a_patch_of_a_dies_colour_is_a_die_only_where_it_ends(width_px: int, is_die: bool) -> None:
    """A square of a known die's colour is a die's patch, a long band of lit ground is none."""
    image = np.full((480, 488, 3), 60, np.uint8)
    ivory = (150, 190, 210)
    cv2.rectangle(image, (30, 300), (30 + width_px, 300 + EDGE_PX), ivory, -1)
    corners = cv2.boxPoints(((250.0, 150.0), (EDGE_PX, EDGE_PX), 20.0)).round().astype(np.int32)
    cv2.fillConvexPoly(image, corners, ivory)
    cv2.circle(image, (250, 150), 8, (20, 20, 20), -1)
    scene = look(planes_of(image))
    patch = best_patch(small_view(scene, scene.faces[:1]), 300.0)
    assert (patch.full > tuning.PATCH_ENOUGH) is is_die


@pytest.mark.parametrize(("ground", "is_die"), [((60, 60, 60), True), ((75, 95, 105), False)])
def test_light_and_shadow_on_one_ground_are_no_die(
    ground: tuple[int, int, int], is_die: bool
) -> None:
    """A patch of a die's tint stands apart only where its ground has another tint."""
    image = np.full((480, 488, 3), ground, np.uint8)
    ivory = (150, 190, 210)
    # as wide as the far end of a cup: a die and a half
    cv2.circle(image, (250, 310), round(0.62 * EDGE_PX), ivory, -1)
    corners = cv2.boxPoints(((250.0, 150.0), (EDGE_PX, EDGE_PX), 20.0)).round().astype(np.int32)
    cv2.fillConvexPoly(image, corners, ivory)
    cv2.circle(image, (250, 150), 8, (20, 20, 20), -1)
    scene = look(planes_of(image))
    patch = best_patch(small_view(scene, scene.faces[:1]), 300.0)
    assert (patch.apart > tuning.PATCH_APART_ENOUGH) is is_die
    assert (patch.apart < tuning.PATCH_APART_NOTHING) is not is_die


@pytest.mark.parametrize(
    ("colour", "is_die"), [((160, 60, 30), True), ((50, 50, 160), True), ((70, 90, 110), False)]
)
def test_a_patch_of_a_strong_colour_is_a_die_whatever_the_pair_s_colour(
    colour: tuple[int, int, int], is_die: bool
) -> None:
    """A blue or red square beside an ivory die is a die's patch, leather alone is none."""
    image = np.full((480, 488, 3), 60, np.uint8)
    cv2.rectangle(image, (250, 280), (250 + EDGE_PX, 280 + EDGE_PX), colour, -1)
    corners = cv2.boxPoints(((250.0, 150.0), (EDGE_PX, EDGE_PX), 20.0)).round().astype(np.int32)
    cv2.fillConvexPoly(image, corners, (150, 190, 210))
    cv2.circle(image, (250, 150), 8, (20, 20, 20), -1)
    scene = look(planes_of(image))
    patch = best_foreign_patch(small_view(scene, scene.faces[:1]), 300.0)
    assert (patch.full > tuning.FOREIGN_ENOUGH) is is_die


@pytest.mark.parametrize("is_die", [True, False])
def test_a_cup_of_the_dices_own_colour_is_no_die_and_a_die_in_it_is_one(is_die: bool) -> None:
    """A red cup whose lit side is as wide as a die holds a third red die only where one lies."""
    image = np.full((480, 488, 3), 30, np.uint8)
    red = np.array((50, 48, 215))
    # the wall grows lighter towards the cup's mouth, which is left out between two shadows
    for radius in range(170, 60, -2):
        level = 0.4 + 0.25 * (radius - 60) / 110
        cv2.circle(image, (244, 240), radius, (red * level).round().tolist(), -1)
    cv2.circle(image, (244, 240), 60, (30, 30, 30), -1)
    cv2.ellipse(image, (244, 240), (130, 130), 0, 100, 150, (12, 12, 20), 80)
    cv2.ellipse(image, (244, 240), (130, 130), 0, 210, 260, (12, 12, 20), 80)
    dice = [((330.0, 170.0), 20.0), *([((130.0, 240.0), 5.0)] if is_die else [])]
    for at_xy, turn in dice:
        corners = cv2.boxPoints((at_xy, (EDGE_PX, EDGE_PX), turn)).round().astype(np.int32)
        cv2.fillConvexPoly(image, corners, red.tolist())
    cv2.circle(image, (330, 170), 8, (240, 240, 240), -1)
    scene = look(planes_of(image))
    known = [face for face in scene.faces if np.hypot(*(face.centre_xy - (330, 170))) < 4]
    small = small_view(scene, known[:1])
    assert known
    assert (best_patch(small, 300.0).full > tuning.PATCH_ENOUGH) is is_die
    assert best_foreign_patch(small, 300.0).full < tuning.FOREIGN_NOTHING


def _lamp_beside(view: Image, at_xy: tuple[int, int], *, pip: float) -> Image:
    """Draw the image of a lamp, and in its glow a light pip of so many grey levels."""
    lamp, spot = (np.zeros(view.shape[:2], np.float32) for _ in range(2))
    cv2.circle(lamp, (at_xy[0] + 20, at_xy[1] + 6), 12, 1.0, -1)
    cv2.circle(spot, at_xy, 7, 1.0, -1)
    glow = 255 * 1.2 * cv2.GaussianBlur(lamp, (0, 0), 4.0)
    light = view + (glow + pip * cv2.GaussianBlur(spot, (0, 0), 1.2))[..., None]
    return np.asarray(np.clip(light, 0, 255), np.uint8)


def test_a_light_pip_in_a_lamp_s_glow_speaks_for_a_third_die() -> None:
    """All that shows of a black die beside a lamp may be one pip; the lamp alone says nothing."""
    cv2.setNumThreads(1)
    with_pip = without = 0
    for number in range(SCENES // 2):
        rng = np.random.default_rng((36, number))
        scene = random_scene(rng, Doses(), kind=SceneKind.FLAT)
        view = add_noise(render(scene), scene, rng)
        answer = read_image(view)
        if isinstance(answer, Reading):
            spot = _free_spot(answer)
            with_pip += isinstance(read_image(_lamp_beside(view, spot, pip=150)), Refusal)
            without += isinstance(read_image(_lamp_beside(view, spot, pip=0)), Refusal)
    assert without <= 0.15 * SCENES // 2
    assert with_pip >= without + 3


def _free_spot(reading: Reading) -> tuple[int, int]:
    """A place near the middle that lies far from both dice."""
    dice = np.array([die.centre_xy_px for die in reading.dice])
    turns = np.arange(24) * np.pi / 12
    spots = np.array((320.0, 240.0)) + 90.0 * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    gaps = np.hypot(*(spots[:, None] - dice[None]).transpose(2, 0, 1)).min(axis=1)
    x, y = spots[int(gaps.argmax())]
    return int(x), int(y)


def _glare(radius_px: int, hole_px: int) -> Bytes:
    """Lamps near the lens that run into each other: a soft white ring, or a disc without a hole."""
    light = np.zeros((448, 448), np.float32)
    cv2.circle(light, (230, 215), radius_px, (600.0,), -1)
    cv2.circle(light, (230, 215), hole_px, (0.0,), -1)
    grey = np.clip(cv2.GaussianBlur(light, (0, 0), 8.0) + 40, 0, 255).astype(np.uint8)
    return np.asarray(cv2.merge((grey, grey, grey)), np.uint8)


@pytest.mark.parametrize(("radius_px", "hole_px"), [(36, 0), (48, 20), (60, 30)])
def test_glare_is_round_and_no_body(radius_px: int, hole_px: int) -> None:
    """A ring or a disc of glare of a die's size has four clear sides, but they are bent."""
    bodies = find_bodies(look(planes_of(_glare(radius_px, hole_px))), (), float(EDGE_PX))
    assert bodies.clear.max() > 0.38
    assert bodies.round_glare.all()


def test_a_square_has_straight_sides() -> None:
    """A body of a die's shape counts as square, and its slopes point to no single place."""
    bodies = _bodies((200, 260), round_=False)
    best = int(bodies.clear.argmax())
    assert not bodies.round_glare[best]
    assert bodies.fans[best] > 0.2
    assert abs(bodies.bows[best]) < 0.3


@pytest.mark.parametrize(
    ("radius_px", "hole_px", "hides"), [(70, 0, True), (50, 14, True), (40, 32, False)]
)
def test_a_die_is_lost_only_where_neither_outline_nor_face_shows(
    radius_px: int, hole_px: int, hides: bool
) -> None:
    """A wide disc of glare hides a die; in a thin ring its face shows."""
    image = _glare(radius_px, hole_px)
    white = find_white(planes_of(image), (), (223.5, 223.5))
    assert (white.most_hidden(float(EDGE_PX)) > tuning.GLARE_HIDES) is hides


def test_a_lamp_of_the_room_behind_the_dice_hides_none() -> None:
    """Where far lamps have their images is known: a wide white spot elsewhere lies behind dice."""
    image = np.full((448, 448, 3), 60, np.uint8)
    for turn in np.arange(10) * 2 * np.pi / 10:
        at = 223.5 + 165 * np.array((np.cos(turn), np.sin(turn)))
        cv2.circle(image, at.round().astype(int).tolist(), 14, (255, 255, 255), -1)
    lamps = find_white(planes_of(image), (), (223.5, 223.5))
    cv2.circle(image, (230, 190), 70, (255, 255, 255), -1)
    room = find_white(planes_of(image), (), (223.5, 223.5))
    assert lamps.lamps_far
    assert room.lamps_far
    assert room.most_hidden(float(EDGE_PX)) == lamps.most_hidden(float(EDGE_PX))


def _readable(count: int, seed: int, lamps: float = 1.0) -> list[tuple[Image, tuple[int, int]]]:
    """Views that are read, with so bright lamp images, each with a place beside the dice."""
    cv2.setNumThreads(1)
    found: list[tuple[Image, tuple[int, int]]] = []
    for number in range(4 * count):
        rng = np.random.default_rng((seed, number))
        scene = random_scene(rng, Doses(lamp_images=lamps), kind=SceneKind.FLAT)
        view = add_noise(render(scene), scene, rng)
        answer = read_image(view)
        if isinstance(answer, Reading) and len(found) < count:
            found.append((view, _free_spot(answer)))
    return found


def _disc(view: Image, at_xy: tuple[int, int], radius_px: int, grey: int) -> Image:
    drawn = cv2.circle(view.copy(), at_xy, radius_px, (grey, grey, grey), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.8), np.uint8)


def _white_die(view: Image, at_xy: tuple[int, int]) -> Image:
    corners = cv2.boxPoints((at_xy, (EDGE_PX, EDGE_PX), 20.0)).round().astype(np.int32)
    drawn = cv2.fillConvexPoly(view.copy(), corners, (255, 255, 255), cv2.LINE_AA)
    return _disc(np.asarray(drawn, np.uint8), at_xy, 8, 40)


def test_a_lamp_of_the_room_is_no_third_die_and_a_white_die_is_one() -> None:
    """A blank white disc seldom forbids a reading, a square as white with a pip always does."""
    views = _readable(SCENES // 5, 37)
    lamps = [read_image(_disc(view, spot, 42, 255)) for view, spot in views]
    dice = [read_image(_white_die(view, spot)) for view, spot in views]
    assert sum(isinstance(answer, Refusal) for answer in lamps) <= 0.35 * len(views)
    assert all(isinstance(answer, Refusal) for answer in dice)


def _dim_lamps(view: Image, turns: npt.NDArray[np.float64]) -> Image:
    """Draw grey images on a ring that lies mostly beyond where pips are sought."""
    drawn = view.copy()
    for turn in turns.tolist():
        at_xy = (round(342 + 160 * np.cos(turn)), round(240 + 160 * np.sin(turn)))
        cv2.circle(drawn, at_xy, 7, (190, 190, 190), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.8), np.uint8)


def test_an_even_ring_of_grey_spots_is_the_lamps_and_no_third_die() -> None:
    """Twelve grey images of dim lamps are no pips; one such spot by itself may be one."""
    views = [view for view, _ in _readable(SCENES // 5, 38, lamps=0.0)]
    all_round = np.arange(12) * np.pi / 6
    ring = [read_image(_dim_lamps(view, all_round)) for view in views]
    alone = [read_image(_dim_lamps(view, all_round[6:7])) for view in views]
    assert sum(isinstance(answer, Refusal) for answer in ring) <= 0.4 * len(views)
    assert sum(isinstance(answer, Refusal) for answer in alone) >= 0.5 * len(views)


def test_a_large_red_spot_on_grey_ground_speaks_for_a_third_die() -> None:
    """The pip of an Asian 1 is larger than the rings round a usual pip; its colour tells it."""
    views = _readable(SCENES // 5, 39)
    grounds = [_disc(view, spot, 34, 70) for view, spot in views]
    assert sum(isinstance(read_image(ground), Reading) for ground in grounds) >= 0.3 * len(views)
    for ground, (_, spot) in zip(grounds, views, strict=True):
        cv2.circle(ground, spot, 13, (40, 40, 110), -1, cv2.LINE_AA)
        assert isinstance(read_image(ground), Refusal)


def test_two_faint_pips_of_a_die_that_the_pair_hems_in_are_a_third_die() -> None:
    """A wooden 2 on wood between a white and a red die has two weak pips and no free side."""
    rng = np.random.default_rng((828282, 1454))
    scene = random_scene(rng, Doses(near_lamps=0.0), kind=SceneKind.THREE_DICE)
    assert _reasons([add_noise(render(scene), scene, rng)]) == [RefusalReason.THREE_DICE]


@pytest.mark.parametrize(
    ("share", "strength", "is_die"),
    [(0.72, 0.64, True), (0.72, 0.4, False), (0.6, 0.64, False), (1.35, 0.64, False)],
)
def test_the_inner_rim_of_a_black_die_is_a_third_die(
    share: float, strength: float, is_die: bool
) -> None:
    """A face with clear sides is a die down to the inner rim of its rounded edge, not below."""
    face = SimpleNamespace(
        edge_px=share * EDGE_PX,
        step=0.3,
        score=0.7,
        polarity=Polarity.LIGHT,
        strengths=np.full(4, strength, np.float32),
        levels=np.full(9, 0.3, np.float32),
        shares=np.eye(9, dtype=np.float32)[4],
    )
    assert (like_a_die(cast("Face", face), float(EDGE_PX), 0.3) >= 1) is is_die


@pytest.mark.parametrize("frame", range(5))
def test_a_white_pip_speaks_for_a_third_die_where_lamps_are_far(frame: int) -> None:
    """In strong light a pip is as white as a lamp's image, but only a pip is as neat."""
    rng = np.random.default_rng((20261202, 1937))
    rng.random()
    # a third green die, two of whose pips lie under lamps' images
    scene = random_scene(rng, Doses(near_lamps=0.0), kind=SceneKind.THREE_DICE)
    view = render(scene)
    noise = np.random.default_rng(frame)
    assert _reasons([add_noise(view, scene, noise)]) == [RefusalReason.THREE_DICE]


def test_white_pips_of_a_third_die_are_seen_among_near_lamps() -> None:
    """Two neat white spots at different distances from the axis are no images of one ring."""
    rng = np.random.default_rng((91002, 298))
    scene = random_scene(rng, Doses(near_lamps=1.0), kind=SceneKind.THREE_DICE)
    assert _reasons([add_noise(render(scene), scene, rng)]) == [RefusalReason.THREE_DICE]


def test_one_soft_pip_on_even_ground_is_a_third_die_where_lamps_are_far() -> None:
    """A black 1 of another size in a dark cup shows nothing but its pip."""
    rng = np.random.default_rng((92001, 610))
    scene = random_scene(rng, Doses(near_lamps=0.0), kind=SceneKind.THREE_DICE)
    assert _reasons([add_noise(render(scene), scene, rng)]) == [RefusalReason.THREE_DICE]


def test_one_soft_pip_is_a_third_die_where_nothing_shows_near_lamps() -> None:
    """Lamps whose images form two rings are not known to be far, but nothing of them is near."""
    rng = np.random.default_rng((20261203, 56021))
    rng.random()
    scene = random_scene(rng, Doses(near_lamps=0.0), kind=SceneKind.THREE_DICE)
    assert _reasons([add_noise(render(scene), scene, rng)]) == [RefusalReason.THREE_DICE]
