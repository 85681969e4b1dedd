"""What is no readable die, and what the pictures do not have: sizes, shadows, distortion."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.dice_model import Marking
from pi_meyer.simulation.expectation import Expectation, expected
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.things import RADIUS_MM, ThingKind
from pi_meyer.simulation.window_view import render
from pi_meyer.vision.reading import RefusalReason

EASY = Doses(blur=0, noise=0, lamp_images=0, glints=0, haze=0, frost=0, marks=0, wear=0)


def scenes(kind: SceneKind, doses: Doses = EASY, number: int = 40) -> list[Scene]:
    """Scenes of one kind."""
    return [random_scene(np.random.default_rng(seed), doses, kind=kind) for seed in range(number)]


def test_what_is_not_a_die_must_be_refused() -> None:
    """Numerals, d20s, caps and coins: at most one die with pips is left, so nothing can be read."""
    found = scenes(SceneKind.NOT_A_DIE)
    for scene in found:
        assert scene.reason is RefusalReason.NOT_A_DIE
        assert sum(die.marking is Marking.PIPS for die in scene.dice) <= 1
        assert len(scene.dice) + len(scene.things) == 2
    assert {thing.kind for scene in found for thing in scene.things} == set(ThingKind)
    assert any(die.marking is Marking.NUMERALS for scene in found for die in scene.dice)


def test_strange_views_may_be_refused_or_read_right() -> None:
    """Two legible dice with a thing beside them, or with rings for pips."""
    found = scenes(SceneKind.STRANGE)
    for scene in found:
        assert len(scene.dice) == 2
        assert expected(scene, render(scene)) is Expectation.EITHER
    assert any(die.marking is Marking.RINGS for scene in found for die in scene.dice)


def test_a_thing_covers_no_die() -> None:
    """Things lie beside the dice, not on them."""
    for scene in scenes(SceneKind.STRANGE):
        for thing in scene.things:
            for die in scene.dice:
                gap = np.hypot(*(np.array(thing.at_xy_mm) - die.centre_mm[:2]))
                assert gap > RADIUS_MM[thing.kind] + 0.3 * die.edge_mm


def test_marks_on_the_faces_look_different() -> None:
    """Pips, rings and numerals give three pictures of the same die."""
    scene = scenes(SceneKind.FLAT, number=1)[0]
    views = {
        render(replace(scene, dice=tuple(replace(die, marking=m) for die in scene.dice))).tobytes()
        for m in Marking
    }
    assert len(views) == 3


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_dice_of_other_sizes_are_a_dose(share: float) -> None:
    """At 0 all have 16 mm, at 1 all have 12 or 19 mm; both of a pair are of one size."""
    sizes = set()
    for scene in scenes(SceneKind.FLAT, replace(EASY, sizes=share)):
        edges = [die.edge_mm for die in scene.dice]
        assert max(edges) - min(edges) < 0.08 * min(edges)
        sizes.add(min((12, 16, 19), key=lambda size: abs(size - edges[0])))
    assert sizes == ({12, 19} if share else {16})


def test_truth_follows_the_lens_distortion() -> None:
    """With a strong barrel the pips of white dice are still dark where the truth says."""
    moved = 0.0
    for seed in range(8):
        straight, bent = (
            random_scene(
                np.random.default_rng(seed), replace(EASY, distortion=d), kind=SceneKind.RIM
            )
            for d in (0.0, 3.0)
        )
        grey = cv2.cvtColor(render(bent), cv2.COLOR_BGR2GRAY).astype(float)
        for one, two in zip(straight.pips_px(), bent.pips_px(), strict=True):
            moved = max(moved, float(np.linalg.norm(one - two, axis=1).max()))
        assert expected(bent, render(bent)) is expected(straight, render(straight))
        assert grey.shape == (480, 640)
    assert moved > 3


def test_a_shadow_darkens_one_side_of_the_dice() -> None:
    """The light of the faces differs more with a shadow than without, and never grows."""
    for plain, shaded in zip(
        scenes(SceneKind.FLAT, EASY, 6),
        scenes(SceneKind.FLAT, replace(EASY, shadows=1.5), 6),
        strict=True,
    ):
        assert plain.dice == shaded.dice
        before, after = render(plain).astype(int), render(shaded).astype(int)
        assert (after <= before + 1).all()
        assert before.sum() > after.sum()


@pytest.mark.parametrize("dose", ["big_ones", "shine"])
def test_styles_have_doses(dose: str) -> None:
    """Red pips of 1 grow; casino dice become clearer."""
    few, many = (
        [d.style for s in scenes(SceneKind.FLAT, replace(EASY, **{dose: a})) for d in s.dice]
        for a in (0.0, 1.2)
    )
    value = {"big_ones": "big_one", "shine": "translucency"}[dose]
    assert sum(getattr(s, value) for s in few) < sum(getattr(s, value) for s in many)
