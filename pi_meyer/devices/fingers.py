"""From a touch screen's kernel events to fingers that come down, move and leave. Pure.

Both ways of the kernel's multi-touch are known (Documentation/input/multi-touch-protocol): slots
with tracking ids, and a single contact with BTN_TOUCH for the simplest panels.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Final

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_DROPPED = 0, 3
BTN_TOUCH: Final = 0x14A
ABS_X, ABS_Y = 0, 1
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39


class FingerDoes(enum.Enum):
    """What a finger did."""

    DOWN = "down"
    MOVE = "move"
    UP = "up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finger:
    """One thing that one finger did; x and y as shares of the panel, 0 to 1."""

    does: FingerDoes
    number: int
    x: float
    y: float


@dataclass(slots=True)
class _Contact:
    x: int = 0
    y: int = 0
    down: bool = False
    told: bool = False
    moved: bool = False


@dataclass(slots=True)
class Fingers:
    """Follows one panel.

    Args:
        x_range: lowest and highest value across, as the panel says.
        y_range: the same down.
        slots: whether the panel speaks of slots (ABS_MT_SLOT); else it has one contact.
    """

    x_range: tuple[int, int]
    y_range: tuple[int, int]
    slots: bool
    _contacts: dict[int, _Contact] = field(default_factory=dict)
    _slot: int = 0
    _dropped: bool = False

    def begin(self, places: tuple[tuple[int, int], ...], *, slot: int) -> None:
        """Take over the place of each slot, and the slot that the panel speaks of now."""
        self._slot = slot
        for number, (x, y) in enumerate(places):
            self._contacts[number] = _Contact(x=x, y=y)

    def see(self, kind: int, code: int, value: int) -> tuple[Finger, ...]:
        """Take in one event; at the end of a report return what the fingers did."""
        if kind == EV_SYN:
            return self._report(code)
        if not self._dropped:
            if kind == EV_ABS:
                self._axis(code, value)
            elif kind == EV_KEY and code == BTN_TOUCH and not self.slots:
                self._contact().down = bool(value)
        return ()

    def _axis(self, code: int, value: int) -> None:
        if code == ABS_MT_SLOT:
            self._slot = value
        elif code == ABS_MT_TRACKING_ID:
            self._contact().down = value >= 0
        elif code == (ABS_MT_POSITION_X if self.slots else ABS_X):
            self._contact().x = value
            self._contact().moved = True
        elif code == (ABS_MT_POSITION_Y if self.slots else ABS_Y):
            self._contact().y = value
            self._contact().moved = True

    def _contact(self) -> _Contact:
        return self._contacts.setdefault(self._slot, _Contact())

    def _report(self, code: int) -> tuple[Finger, ...]:
        if code == SYN_DROPPED:
            # Some events are lost, up to the next report: nobody knows which fingers are left.
            self._dropped = True
            for contact in self._contacts.values():
                contact.down = False
            return ()
        self._dropped = False
        found = [self._did(number, contact) for number, contact in self._contacts.items()]
        return tuple(finger for finger in found if finger is not None)

    def _did(self, number: int, contact: _Contact) -> Finger | None:
        moved, contact.moved = contact.moved, False
        if contact.down and not contact.told:
            does = FingerDoes.DOWN
        elif contact.told and not contact.down:
            does = FingerDoes.UP
        elif contact.down and moved:
            does = FingerDoes.MOVE
        else:
            return None
        contact.told = contact.down
        x, y = _share(contact.x, self.x_range), _share(contact.y, self.y_range)
        return Finger(does=does, number=number, x=x, y=y)


def _share(value: int, limits: tuple[int, int]) -> float:
    low, high = limits
    return min(1.0, max(0.0, (value - low) / max(1, high - low)))
