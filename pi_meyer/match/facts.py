"""What happened at the table: facts, in the past tense and forever unchanged.

A fact says what was said or done, never what follows from it; who held the dice follows from the
seats and is kept beside the fact once it is entered (``Entry``), so that a later change of rules
cannot move it to somebody else (J4).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pi_meyer.rules.phases import Act

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.rules.announcements import Call
    from pi_meyer.rules.rolls import Dice, Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """Whoever held the dice announced a number, "higher" or a Kippe."""

    act: ClassVar[Act] = Act.ANNOUNCE
    value: Roll | Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """The receiver passed the cup on unseen, with the same value (``None``) or another."""

    act: ClassVar[Act] = Act.PASS
    value: Roll | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifted:
    """The receiver lifted the cup off these dice."""

    act: ClassVar[Act] = Act.LIFT
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A round that was not tracked: who had said what, and who lifted (B12)."""

    act: ClassVar[Act] = Act.SAID
    value: Roll | Call
    by: str
    dice: Dice
    lifted_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """The receiver let a Kippe be rolled again."""

    act: ClassVar[Act] = Act.ALLOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The receiver believed a Meyer and ended the round."""

    act: ClassVar[Act] = Act.ACCEPT


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled:
    """The receiver lifted a Meyer at double stake."""

    act: ClassVar[Act] = Act.DOUBLE
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """Whoever had to announce gave up instead."""

    act: ClassVar[Act] = Act.CONCEDE


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A Meyer was laid open by its announcer, or announced by laying it open (B10)."""

    act: ClassVar[Act] = Act.SHOW
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """The table called the round off."""

    act: ClassVar[Act] = Act.VOID
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowEntered:
    """A row of the sheet was entered by hand (J1)."""

    act: ClassVar[Act] = Act.ROW
    lost: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtBack:
    """Somebody who was out took the second chance (H1)."""

    act: ClassVar[Act] = Act.BUY_BACK
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LivesRerolled:
    """Somebody's lives were rolled anew with one die (H2)."""

    act: ClassVar[Act] = Act.REROLL_LIVES
    lives: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Somebody took the last seat, or came back to the old one (K1)."""

    act: ClassVar[Act] = Act.JOIN
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Somebody left the table (K1)."""

    act: ClassVar[Act] = Act.LEAVE
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reseated:
    """Everybody at the table changed seats."""

    act: ClassVar[Act] = Act.ORDER
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A cell of the sheet was set by hand; no round means the last one (J2)."""

    act: ClassVar[Act] = Act.CORRECT
    round: int | None
    player: str
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged:
    """Settings were changed for the whole match."""

    act: ClassVar[Act] = Act.SET
    settings: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The last fact not yet taken back was taken back (J3)."""

    act: ClassVar[Act] = Act.UNDO


Fact = (
    Announced
    | Passed
    | Lifted
    | Said
    | Allowed
    | Accepted
    | Doubled
    | Conceded
    | Shown
    | Voided
    | RowEntered
    | BoughtBack
    | LivesRerolled
    | Joined
    | Left
    | Reseated
    | Corrected
    | SettingsChanged
    | Undone
)


class Meaning(enum.Enum):
    """What an entered fact was taken for; a later change of rules does not change it (J5)."""

    AS_SAID = "as said"
    TOO_LOW = "too low"
    SHOWN_UNANNOUNCED = "shown unannounced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A fact as entered: its number in the file and the people who were frozen with it (J4).

    ``actor`` is who did it, ``None`` for acts of the whole table; ``other`` is the next living
    seat at a shown Meyer; ``round`` is the round that a correction was for.
    """

    number: int
    fact: Fact
    actor: str | None = None
    other: str | None = None
    round: int | None = None
    meaning: Meaning = Meaning.AS_SAID
