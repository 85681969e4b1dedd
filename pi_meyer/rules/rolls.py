"""Faces and rolls: what a die shows, and what two dice make.

A bottom face (what the camera sees) and a top face (what counts) are two types, so that a type
checker tells them apart: ``top`` is the only bridge.
"""

from __future__ import annotations

import enum
from typing import NewType

from pi_meyer.errors import IllegalMoveError

TopFace = NewType("TopFace", int)
"""The face of a die that looks up, 1 to 6: the value that counts (seed S0, 0.1)."""

BottomFace = NewType("BottomFace", int)
"""The face of a die that lies on the window, 1 to 6: the pips that the camera sees."""

Roll = NewType("Roll", str)
"""Two top faces as people say them, the higher digit first: "63", never "36" (rule 1.2)."""


class Leaning(enum.Enum):
    """Dice that are no roll: one of them leans or lies on the other (decision C44)."""

    COCKED = "cocked"


Dice = tuple[TopFace, TopFace] | Leaning
"""What a lift uncovers: two top faces in either order, or dice that do not lie flat."""


class NoSuchRollError(IllegalMoveError):
    """Somebody named a roll that two dice cannot make."""


ALL_ROLLS: tuple[Roll, ...] = tuple(
    Roll(f"{tens}{units}") for tens in range(1, 7) for units in range(1, tens + 1)
)
"""The 21 rolls, by their digits; how they rank is ``ranking``'s business."""

MEYER = Roll("21")
LITTLE_MEYER = Roll("31")
JOKER = Roll("32")
HALF_MEYER = Roll("42")


def top(bottom: BottomFace) -> TopFace:
    """Turn a bottom face into the top face of the same die: opposite faces sum to 7."""
    return TopFace(7 - bottom)


def roll_of(one: TopFace, other: TopFace) -> Roll:
    """Name the roll that two top faces make, the higher digit first (rules 1.2, 2.2, 3.3, 4.2)."""
    return Roll(f"{max(one, other)}{min(one, other)}")


def parse_roll(text: str) -> Roll:
    """Read a roll as it is written in files: "63".

    Raises:
        NoSuchRollError: for anything else, "36" and "77" included.
    """
    roll = Roll(text)
    if roll not in ALL_ROLLS:
        swapped = Roll(text[::-1])
        hint = f"did you mean {swapped}?" if swapped in ALL_ROLLS else "rolls are 11 to 66."
        raise NoSuchRollError(f"There is no roll {text!r}, the higher die comes first; {hint}")
    return roll


def is_pair(roll: Roll) -> bool:
    """Tell whether both dice show the same face."""
    return roll[0] == roll[1]


def ways(roll: Roll) -> int:
    """Count how many of the 36 throws make this roll: one for a pair, two for a mixed roll."""
    return 1 if is_pair(roll) else 2
