"""Spots that look like the pips of one face are told from single drops."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from pi_meyer.vision.pips import Polarity
from pi_meyer.vision.spots import (
    Spots,
    alike,
    any_dark_pip,
    crossed_pips,
    in_company,
    small_pips,
    together,
)

if TYPE_CHECKING:
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene

PITCH_PX, STEP = 20.0, 0.3


def _two(*, near: float, uneven: float, gap_pitches: float = 2.0) -> list[bool]:
    """Whether each of two round light spots so far apart is in company."""
    spots = _spots(near=near, uneven=uneven, gap_pitches=gap_pitches)
    return [bool(one) for one in in_company(spots, Polarity.LIGHT, STEP, _KNOWN)]


_KNOWN = [cast("Face", SimpleNamespace(pitch_px=PITCH_PX))] * 2


def _spots(*, near: float, uneven: float, gap_pitches: float) -> Spots:
    both = np.ones(2, np.float32)
    return Spots(
        xy=np.array(((100.0, 100.0), (100.0 + gap_pitches * PITCH_PX, 100.0)), np.float32),
        radii_px=90 * both,
        levels=0.3 * both,
        near=np.float32(near * 0.24) * both,
        falls=0.24 * both,
        far=0.24 * both,
        uneven=np.float32(uneven * 0.24) * both,
        round_=0.97 * both,
    )


@pytest.mark.parametrize(
    ("near", "uneven", "are_pips"),
    [(0.1, 0.8, True), (0.33, 0.25, True), (0.33, 0.8, False), (0.5, 0.25, False)],
)
def test_two_alike_are_pips_where_they_are_sharp_or_lie_on_clear_ground(
    near: float, uneven: float, are_pips: bool
) -> None:
    """A crowded pip must have an even middle; a soft one an even ring. Neither alone is enough."""
    assert _two(near=near, uneven=uneven) == [are_pips, are_pips]


@pytest.mark.parametrize(("far", "is_pip"), [(1.0, True), (0.6, True), (0.05, False)])
def test_the_light_middle_of_a_drop_is_no_pip(far: float, is_pip: bool) -> None:
    """A pip lies on a body; beyond a drop's dark rim there is the light of its middle again."""
    one = np.ones(1, np.float32)
    drop = Spots(
        xy=np.array(((100.0, 100.0),), np.float32),
        radii_px=90 * one,
        levels=0.3 * one,
        near=0.0 * one,
        falls=0.24 * one,
        far=np.float32(far * 0.24) * one,
        uneven=0.02 * one,
        round_=0.97 * one,
    )
    white = SimpleNamespace(lamp_like=lambda _: False)
    scene = cast("Scene", SimpleNamespace(white=white))
    _, clear = alike(scene, drop, Polarity.LIGHT, STEP)
    assert clear.tolist() == [is_pip]


def test_spots_farther_apart_than_on_a_face_are_no_company() -> None:
    """The pips of one face lie within three and a bit pitches of a neighbour."""
    assert _two(near=0.1, uneven=0.2, gap_pitches=4.0) == [False, False]


@pytest.mark.parametrize(("gap_pitches", "are"), [(2.83, True), (1.0, True), (4.0, False)])
def test_two_that_could_be_pips_are_together_as_far_apart_as_on_a_face(
    gap_pitches: float, are: bool
) -> None:
    """Two poor spots speak for a die where a face has two pips so far apart, and only there."""
    spots = _spots(near=0.4, uneven=0.45, gap_pitches=gap_pitches)
    assert together(spots, np.ones(2, bool), _KNOWN).tolist() == [are, are]
    assert not together(spots, np.array((True, False)), _KNOWN).any()


@pytest.mark.parametrize(
    ("round_", "near", "is_pip"), [(0.96, 0.0, True), (0.8, 0.0, False), (0.96, 0.3, False)]
)
def test_a_dark_pip_is_one_however_its_ring_is_lit(
    round_: float, near: float, is_pip: bool
) -> None:
    """Round and even inside it is a pip beside a lamp too; out of shape or soft it is none."""
    one = np.ones(1, np.float32)
    spots = Spots(
        xy=np.array(((100.0, 100.0),), np.float32),
        radii_px=70 * one,
        levels=0.2 * one,
        near=np.float32(near * 0.25) * one,
        falls=0.25 * one,
        far=0.24 * one,
        uneven=0.4 * one,
        round_=np.float32(round_) * one,
    )
    assert any_dark_pip(spots, STEP) is is_pip


@pytest.mark.parametrize(
    ("near", "uneven", "is_pip"), [(0.5, 0.1, True), (0.8, 0.1, False), (0.5, 0.5, False)]
)
def test_a_small_pip_is_softer_inside_and_lies_on_even_ground(
    near: float, uneven: float, is_pip: bool
) -> None:
    """A dot that is gone at the nearest ring is a lamp's, one on uneven ground a scratch's."""
    spots = _spots(near=near, uneven=uneven, gap_pitches=2.0)
    assert small_pips(spots, Polarity.LIGHT, STEP).tolist() == [is_pip, is_pip]


@pytest.mark.parametrize(
    ("near", "uneven", "round_", "is_pip"),
    [
        (0.0, 0.1, 0.75, True),
        (0.3, 0.1, 0.75, False),
        (0.0, 0.3, 0.75, False),
        (0.0, 0.1, 0.5, False),
    ],
)
def test_a_clear_pip_is_one_though_something_crosses_it(
    near: float, uneven: float, round_: float, is_pip: bool
) -> None:
    """A wide light spot on even ground is a pip where half its rim is gone, and no lamp's dot."""
    spots = replace(_spots(near=near, uneven=uneven, gap_pitches=4.0), round_=np.full(2, round_))
    assert crossed_pips(spots, Polarity.LIGHT, STEP).tolist() == [is_pip, is_pip]
    assert not crossed_pips(spots, Polarity.DARK, STEP).any()
