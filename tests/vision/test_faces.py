"""Candidates for faces: what is part of a die is no die of its own."""

from __future__ import annotations

import numpy as np
import pytest

from pi_meyer.vision.candidates import Rough
from pi_meyer.vision.faces import _are_parts
from pi_meyer.vision.lattice import PATTERNS, Poses

PITCH_PX = 18.0


def _code(value: int) -> int:
    """The code of the first way round of a value."""
    return int(PATTERNS[value][0][::-1], 2)


def _rough(*found: tuple[int, tuple[float, float], tuple[float, float]]) -> Rough:
    """Candidates by value, middle and pitch."""
    zeros = np.zeros(len(found), np.float32)
    centres, pitches = (np.array([one[at] for one in found], np.float32) for at in (1, 2))
    return Rough(
        poses=Poses.square(centres, pitches),
        dark=np.zeros(len(found), bool),
        codes=np.array([_code(value) for value, *_ in found], np.int64),
        clear=np.ones((len(found), 9), bool),
        margins=zeros,
        ripples=zeros,
        ranks=zeros,
    )


@pytest.mark.parametrize(("aside_px", "is_part"), [(0.0, True), (3 * PITCH_PX, False)])
def test_two_pips_of_a_five_are_no_two(aside_px: float, is_part: bool) -> None:
    """A 2 of half the pitch over two pips of a 5 is part of it; one beside it is a die."""
    middle = 200 + PITCH_PX / 2 + aside_px
    rough = _rough((5, (200.0, 200.0), (PITCH_PX, 0.0)), (2, (middle, middle), (PITCH_PX / 2, 0.0)))
    assert _are_parts(rough).tolist() == [False, is_part]


def test_a_whole_face_is_never_part_of_itself() -> None:
    """Candidates round the same middle are rivals, not parts."""
    rough = _rough((5, (200.0, 200.0), (PITCH_PX, 0.0)), (4, (200.0, 200.0), (PITCH_PX, 0.0)))
    assert not _are_parts(rough).any()
