"""What became of many pictures: exact, refused by reason, wrong, with 95 % bounds."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.vision.reading import Reading, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADING = (
    f"{'set':34} {'number':>7} {'exact':>7} {'':7} {'refused':>7} {'wrong':>5}   95 % of wrong"
)


@dataclass
class Tally:
    """What became of the pictures of one set."""

    exact: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        """How many there were."""
        return self.exact + self.refused + len(self.wrong)

    def add(self, name: str, answer: Reading | Refusal, truth: list[int] | None, why: str) -> None:
        """Count one answer; ``truth`` None is a picture that must be refused because of ``why``."""
        match answer:
            case Refusal(reason=reason):
                self.refused += 1
                self.reasons[why, reason.value] += 1
            case Reading(dice=dice):
                if truth is not None and seen_values(dice_reading=answer) == sorted(truth):
                    self.exact += 1
                else:
                    self.wrong.append(f"{name} as {' '.join(str(die.top) for die in dice)}")

    def line(self, name: str) -> str:
        """One row of the table."""
        low, high = bounds(len(self.wrong), self.count)
        return (
            f"{name:34} {self.count:7} {self.exact:7} {share(self.exact, self.count)}"
            f" {self.refused:7} {len(self.wrong):5}   {100 * low:.3f} to {100 * high:.3f} %"
        )

    def right_reasons(self) -> tuple[int, int]:
        """Refusals with the right name (one die for a stack, where one shows), and all of them."""
        right = sum(
            count
            for (want, got), count in self.reasons.items()
            if want == got or (want, got) == ("stacked", "one_die")
        )
        return right, self.reasons.total()


def seen_values(dice_reading: Reading) -> list[int]:
    """The values that the camera saw, lowest first."""
    return sorted(int(die.bottom or die.top) for die in dice_reading.dice)


def share(part: int, count: int) -> str:
    """A share in per cent, seven characters wide."""
    return f"{100 * part / count:5.1f} %" if count else "      -"


def bounds(wrong: int, count: int) -> tuple[float, float]:
    """95 % bounds of a share: 0 wrong in N is under 3/N, else Wilson's."""
    if not count:
        return 0.0, 1.0
    if not wrong:
        return 0.0, min(1.0, 3 / count)
    part, z = wrong / count, 1.96
    middle = (part + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(part * (1 - part) / count + z * z / (4 * count**2))
    half /= 1 + z * z / count
    return max(0.0, middle - half), min(1.0, middle + half)


def table(tallies: Mapping[str, Tally]) -> list[str]:
    """The sets, the reasons of what had to be refused, and what was wrong."""
    lines = [HEADING, *(tallies[name].line(name) for name in sorted(tallies))]
    for name, tally in sorted(tallies.items()):
        right, count = tally.right_reasons()
        if count and "refuse" in name:
            lines.append(f"\n{name}: right reason {right} of {count}{share(right, count)}")
            lines += [
                f"    {want:12} named {got:14} {number:5}"
                for (want, got), number in sorted(tally.reasons.items())
            ]
    lines += [
        f"\nWRONG in {name}: {', '.join(tally.wrong)}"
        for name, tally in sorted(tallies.items())
        if tally.wrong
    ]
    return lines
