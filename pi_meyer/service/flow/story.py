"""What is known about one lift, from the press to the ruling."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from pi_meyer.vision.reading import Reading, Refusal, RefusalReason

COCKED = "cocked"
"""What stands in a fact for dice of which one leans."""

Dice = tuple[int, int] | str
"""Two top faces, the higher first, or "cocked"."""


class LiftKind(enum.Enum):
    """Which act of the rules the press is."""

    LIFT = "lift"
    DOUBLE = "double"
    SHOW = "show"


@dataclass(slots=True, kw_only=True)
class LiftStory:
    """A lift on its way to a ruling.

    Attributes:
        kind: what the press meant under the rules.
        pressed_s: the button's first edge.
        asks: whether the table must say what was announced, and by whom.
        tracked: an undone lift of a round that was tracked: the same words are that lift again.
        dice: what lay there, once it is known.
        refusal: why the box could not read, until the table has entered the dice.
        said, by: the table's answers.
        last_input_s: the last thing that the ruling waited for (fairness P11).
        marks: neutral marks that belong to this ruling.
    """

    kind: LiftKind
    pressed_s: float
    asks: bool
    tracked: bool = False
    dice: Dice | None = None
    refusal: RefusalReason | None = None
    said: str | None = None
    by: str | None = None
    lifted_by: str | None = None
    last_input_s: float = 0.0
    read: bool = False
    marks: list[str] = field(default_factory=list)

    def hear(self, outcome: Reading | Refusal) -> None:
        """Take in what the reader says; a cocked die is an answer, any other refusal is not."""
        self.read = True
        match outcome:
            case Reading():
                high, low = sorted((int(face) for face in outcome.top), reverse=True)
                self.dice = (high, low)
            case Refusal(reason=RefusalReason.COCKED):
                self.dice = COCKED
            case Refusal():
                self.refusal = outcome.reason


def dice_fact(dice: Dice) -> object:
    """Return dice in the words of the replay format: two faces in a list, or "cocked"."""
    return dice if isinstance(dice, str) else list(dice)


def dice_of_roll(roll: str) -> tuple[int, int]:
    """Return the two faces of a roll like "63"."""
    return int(roll[0]), int(roll[1])
