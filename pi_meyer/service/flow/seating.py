"""Who sits where: seats, names and mats.

A player is known to the match by a key that never changes; the name on the screen may change at
any time and is no fact of the match (rules.md, section 9).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pi_meyer.match.views import Person

SEAT_LETTERS = "ABCDEFGHIJKL"
MOST_SEATS = 12
FEWEST_SEATS = 2
LONGEST_NAME = 40
"""Letters of a name that are kept; the screen shortens it further by width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat: its mat (0 to 11), the key in the match, the name on the screen ("" = none)."""

    mat: int
    key: str
    name: str


@dataclass(slots=True)
class Seating:
    """The seats in the order of play."""

    seats: list[Seat] = field(default_factory=list)

    @classmethod
    def of_names(cls, names: list[str]) -> Seating:
        """Seat people by name; an empty name gets the seat's letter as its key."""
        seating = cls()
        for name in names:
            seating.add(name)
        return seating

    def add(self, name: str = "") -> Seat:
        """Seat one more person on the lowest free mat."""
        mat = next(m for m in range(MOST_SEATS) if m not in {s.mat for s in self.seats})
        seat = Seat(mat=mat, key=self._free_key(name, mat), name=name)
        self.seats.append(seat)
        return seat

    def remove(self, mat: int) -> None:
        """Take a seat away."""
        self.seats = [seat for seat in self.seats if seat.mat != mat]

    def swap(self, mat_a: int, mat_b: int) -> None:
        """Let two people change places; each keeps the mat."""
        a, b = self._index(mat_a), self._index(mat_b)
        self.seats[a], self.seats[b] = self.seats[b], self.seats[a]

    def rename(self, mat: int, name: str, *, key_too: bool) -> None:
        """Change the name on the screen; before a match begins the key follows."""
        index = self._index(mat)
        seat = replace(self.seats[index], name=name[:LONGEST_NAME])
        if key_too:
            self.seats[index] = replace(seat, key="")
            seat = replace(seat, key=self._free_key(seat.name, mat))
        self.seats[index] = seat

    def arrange(self, keys: tuple[str, ...]) -> None:
        """Put the seats back into the order of the match; others keep the end."""
        place = {key: index for index, key in enumerate(keys)}
        self.seats.sort(key=lambda seat: place.get(seat.key, len(keys)))

    def people(self) -> tuple[Person, ...]:
        """Return everybody in the order of play."""
        return tuple(self._person(seat) for seat in self.seats)

    def person(self, key: str) -> Person:
        """Return the person that the match knows by this key."""
        return self._person(next(seat for seat in self.seats if seat.key == key))

    def key_of(self, mat: int) -> str | None:
        """Return the key of whoever has this mat, if anybody."""
        return next((seat.key for seat in self.seats if seat.mat == mat), None)

    @property
    def keys(self) -> list[str]:
        """Return the keys in the order of play."""
        return [seat.key for seat in self.seats]

    def _index(self, mat: int) -> int:
        return next(i for i, seat in enumerate(self.seats) if seat.mat == mat)

    def _free_key(self, name: str, mat: int) -> str:
        taken = {seat.key for seat in self.seats}
        wanted = name or SEAT_LETTERS[mat]
        key, number = wanted, 2
        while key in taken:
            key, number = f"{wanted} {number}", number + 1
        return key

    def _person(self, seat: Seat) -> Person:
        return Person(seat=seat.mat, name=seat.name, letters=self._letters(seat))

    def _letters(self, seat: Seat) -> str:
        if not seat.name:
            return SEAT_LETTERS[seat.mat]
        initial = seat.name[0].upper()
        earlier = self.seats[: self.seats.index(seat)]
        if any(other.name[:1].upper() == initial for other in earlier) and len(seat.name) > 1:
            return initial + seat.name[1].lower()
        return initial
