"""Faces and rolls."""

from __future__ import annotations

import pytest

from pi_meyer.rules.rolls import (
    ALL_ROLLS,
    BottomFace,
    NoSuchRollError,
    TopFace,
    is_pair,
    parse_roll,
    roll_of,
    top,
    ways,
)


def test_there_are_21_rolls_with_the_higher_digit_first() -> None:
    """Two dice make 21 rolls, each written with the higher digit first."""
    assert len(set(ALL_ROLLS)) == 21
    assert all(roll[0] >= roll[1] for roll in ALL_ROLLS)


def test_all_36_throws_are_counted_once() -> None:
    """Every one of the 36 throws makes exactly one roll, and ``ways`` counts them."""
    throws = [roll_of(TopFace(a), TopFace(b)) for a in range(1, 7) for b in range(1, 7)]
    assert {roll: throws.count(roll) for roll in ALL_ROLLS} == {r: ways(r) for r in ALL_ROLLS}
    assert sum(ways(roll) for roll in ALL_ROLLS) == 36


def test_the_order_of_the_dice_does_not_matter() -> None:
    """1 and 6 make 61, whichever die shows which."""
    assert roll_of(TopFace(1), TopFace(6)) == roll_of(TopFace(6), TopFace(1)) == "61"


@pytest.mark.parametrize(("bottom", "above"), [(1, 6), (2, 5), (3, 4), (6, 1)])
def test_opposite_faces_sum_to_seven(bottom: int, above: int) -> None:
    """What lies on the window tells the face that counts."""
    assert top(BottomFace(bottom)) == above


def test_pairs_are_the_six_equal_rolls() -> None:
    """Six rolls are pairs, and 21 is none."""
    assert [r for r in ALL_ROLLS if is_pair(r)] == ["11", "22", "33", "44", "55", "66"]


@pytest.mark.parametrize("text", ["63", "21", "66"])
def test_a_roll_is_read_as_it_is_written(text: str) -> None:
    """A roll in a file is its two digits."""
    assert parse_roll(text) == text


@pytest.mark.parametrize("text", ["", "6", "70", "07", "663", "six"])
def test_anything_else_is_no_roll(text: str) -> None:
    """What two dice cannot make is refused by name."""
    with pytest.raises(NoSuchRollError, match=r"There is no roll .*11 to 66"):
        parse_roll(text)


def test_a_roll_with_the_lower_digit_first_is_answered_with_the_right_one() -> None:
    """Whoever writes 36 is told that it is 63."""
    with pytest.raises(NoSuchRollError, match="did you mean 63"):
        parse_roll("36")
