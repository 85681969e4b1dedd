"""The people of the sample views, and what lies before them: tallies, tiles, undo, signs."""

from __future__ import annotations

from typing import Final

from pi_meyer.match.views import Chrome, Person, Sign, Standing, Tile, Undo, Words

ROLLS: Final = (
    *("21", "66", "55", "44", "33", "22", "11"),
    *("65", "64", "63", "62", "61", "54", "53"),
    *("52", "51", "43", "42", "41", "32", "31"),
)
"""The 21 rolls of cardzo's ranking, highest first."""

LITTLE_MEYER_ROLLS: Final = ("21", "31", *(roll for roll in ROLLS[1:] if roll != "31"))

FRIENDS: Final = ("Mette", "Jonas", "Sofie", "Anders", "Bo")
LONG: Final = "Maximiliane-Alexandra von Hohenstein-Ber"
HARD: Final = (LONG, "Øyvind Ålesund", "Ольга", "美咲", "محمد", "Ürsül")
TWELVE: Final = (
    *("Mette", "Jonas", "Sofie", "Anders", "Bo", "Ida"),
    *("Kurt", "Freja", "Peter", "Liv", "Otto", "Birgitte"),
)
LETTERS: Final = "ABCDEFGHIJKL"


def people(names: tuple[str, ...]) -> tuple[Person, ...]:
    """Seat these names in order; an initial that is taken gets a second letter."""
    seated: list[Person] = []
    taken: set[str] = set()
    for seat, name in enumerate(names):
        letters = name[:1].upper() or LETTERS[seat]
        if letters in taken:
            letters = name[:2].capitalize() if len(name) > 1 else LETTERS[seat]
        taken.add(letters)
        seated.append(Person(seat=seat, name=name, letters=letters))
    return tuple(seated)


def standings(
    names: tuple[str, ...], counts: tuple[int, ...], *, loser: int = 1, lost: int = 1
) -> tuple[Standing, ...]:
    """Give each of them a tally; one has just lost something."""
    return tuple(
        Standing(
            person=person,
            count=count,
            before=count + lost if person.seat == loser else count,
            lost=lost if person.seat == loser else 0,
            out=count == 0,
        )
        for person, count in zip(people(names), counts, strict=True)
    )


def tiles(announced: str | None, *, rolls: tuple[str, ...] = ROLLS) -> tuple[Tile, ...]:
    """Lay out the 21 tiles; what is above the announcement is legal."""
    water = len(rolls) if announced is None else rolls.index(announced)
    return tuple(
        Tile(value=roll, legal=place < water, meyer=roll == "21")
        for place, roll in enumerate(rolls)
    )


FIVE: Final = standings(FRIENDS, (4, 2, 6, 0, 5))
PLAIN: Final = Chrome(preset="cardzo")
UNDO_LOSS: Final = Undo(happened=Words(key="did_correct", gaps=("Jonas", "1")))
UNDO_SAY: Final = Undo(happened=Words(key="did_say", gaps=("Mette", "63")), value="63")
EVERY_SIGN: Final = (Sign.CAMERA_ASLEEP, Sign.NO_TOUCH, Sign.NOT_SAVING, Sign.LOW_POWER, Sign.HOT)
METTE, JONAS, SOFIE, ANDERS, BO = people(FRIENDS)
