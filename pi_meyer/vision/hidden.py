"""Hidden frames: the last 3 s and five still ones from before the first jolt (fairness P4, P6).

Nobody reads the dice while they are hidden. The frames wait in one bounded ring in memory and are
lent by one function that demands the event that allows it. A frame is overwritten as soon as
neither the ring nor a borrower needs it; none is copied, since a full ring is 28 MB.
"""

from __future__ import annotations

import enum
import threading
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pi_meyer.ports.camera import Frame
from pi_meyer.vision.gate_state import GateState, View

if TYPE_CHECKING:
    from collections.abc import Iterable

KEPT_S: Final = 3.0
"""How long a frame stays (P4)."""

SPACING_S: Final = 0.09
"""Frames nearer than this replace the newest one: the 100 ms grid with some slack, whatever the
camera's rate, so that the ring stays below 32 MB at 640x480."""

MOST_FRAMES: Final = 34
"""Upper bound of the ring: 3 s of that spacing."""

CUP_OFF_KEPT_S: Final = 0.5
"""Frames from after the cup came off that are taken in; later ones show the room (N1)."""

BEFORE_JOLT_FRAMES: Final = 5
"""Still frames that are kept from before the first jolt (P4, F1)."""


class RevealKind(enum.Enum):
    """The events that allow a look at hidden frames."""

    LIFT = "lift"
    SHOWN_BY_RULE = "shown_by_rule"
    VOIDED_ON_SCREEN = "voided_on_screen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """The event that allows hidden frames to be opened; only the flow builds one (P6).

    Attributes:
        kind: what happened.
        at_s: when, in seconds of the frames' clock; frames must end before it (R1).
    """

    kind: RevealKind
    at_s: float


@dataclass(slots=True, eq=False, repr=False)
class _Kept:
    frame: Frame
    still: bool
    holders: int = 0

    def hold(self) -> None:
        with _HOLDING:
            self.holders += 1

    def let_go(self) -> None:
        """Overwrite the pixels when nobody else holds them."""
        with _HOLDING:
            self.holders -= 1
            last = self.holders == 0
        if last:
            self.frame.image.fill(0)


_HOLDING: Final = threading.Lock()
"""The reader gives frames back from its own thread."""


class Lent:
    """Frames that somebody may look at until `close`; dropping the ring does not blank them.

    Attributes:
        frames: oldest first; their pixels can be read, not written.
    """

    __slots__ = ("_kept", "frames")

    def __init__(self, kept: Iterable[_Kept]) -> None:
        self._kept = tuple(kept)
        for one in self._kept:
            one.hold()
        self.frames = tuple(_read_only(one.frame) for one in self._kept)

    @classmethod
    def of(cls, frames: Iterable[Frame]) -> Lent:
        """Lend frames that nobody else holds: they are overwritten when they come back."""
        return cls(_Kept(frame, still=True) for frame in frames)

    def __repr__(self) -> str:
        """Say how many frames are lent, and nothing of what is in them."""
        return f"Lent(frames={len(self.frames)})"

    def close(self) -> None:
        """Give the frames back; those that the ring has dropped meanwhile are overwritten."""
        kept, self._kept, self.frames = self._kept, (), ()
        for one in kept:
            one.let_go()


class HiddenRing:
    """The one place where hidden frames live. Not thread-safe: guard it where threads share it."""

    def __init__(self) -> None:
        """Start empty."""
        self._ring: deque[_Kept] = deque()
        self._cup_off_since_s: float | None = None
        self._before_jolt: tuple[_Kept, ...] = ()

    def __repr__(self) -> str:
        """Say how many frames wait, and nothing of what is in them."""
        return f"HiddenRing(frames={len(self._ring)}, before_jolt={len(self._before_jolt)})"

    def add(self, frame: Frame, state: GateState) -> None:
        """Keep a masked frame that the ring alone owns; the oldest are overwritten.

        Args:
            frame: masked; its pixels are zeroed when it leaves the ring, so give no shared array.
            state: the gate's answer to it.
        """
        if state.jolt and not self._before_jolt:
            self._keep_before_jolt()
        if self._shows_the_room(frame, state):
            frame.image.fill(0)  # the roll from before it waits for a late press
            return
        self._replace_newest_if_near(frame.taken_s)
        kept = _Kept(frame, state.view in {View.READY, View.BAD_VIEW})
        kept.hold()
        self._ring.append(kept)
        while len(self._ring) > MOST_FRAMES or self._too_old(frame.taken_s):
            self._ring.popleft().let_go()

    def open_hidden(self, reveal: Reveal) -> Lent:
        """Lend the still frames that ended before the reveal, oldest first (R1).

        The last unbroken run of still frames counts, so that all of them show the same rest.
        """
        run: list[_Kept] = []
        for kept in reversed(self._ring):
            if kept.frame.taken_s >= reveal.at_s:
                continue
            if not kept.still and run:
                break
            if kept.still:
                run.append(kept)
        return Lent(reversed(run))

    def open_before_jolt(self, reveal: Reveal) -> Lent:
        """Lend the still frames from before the first jolt, or none (F1)."""
        return Lent(kept for kept in self._before_jolt if kept.frame.taken_s < reveal.at_s)

    def drop(self) -> None:
        """Forget everything and overwrite what nobody is looking at: the roll is over."""
        for kept in (*self._ring, *self._before_jolt):
            kept.let_go()
        self._ring.clear()
        self._before_jolt = ()
        self._cup_off_since_s = None

    def _shows_the_room(self, frame: Frame, state: GateState) -> bool:
        """Return whether the cup has been off for so long that the frame is not kept (N1)."""
        if not state.cup_off:
            self._cup_off_since_s = None
            return False
        if self._cup_off_since_s is None:
            self._cup_off_since_s = frame.taken_s
        return frame.taken_s - self._cup_off_since_s > CUP_OFF_KEPT_S

    def _replace_newest_if_near(self, now_s: float) -> None:
        """Keep the spacing: the newest frame gives way when the one before it is near."""
        if len(self._ring) >= 2 and now_s - self._ring[-2].frame.taken_s < SPACING_S:
            self._ring.pop().let_go()

    def _keep_before_jolt(self) -> None:
        still = [kept for kept in self._ring if kept.still]
        self._before_jolt = tuple(still[-BEFORE_JOLT_FRAMES:])
        for kept in self._before_jolt:
            kept.hold()

    def _too_old(self, now_s: float) -> bool:
        return bool(self._ring) and now_s - self._ring[0].frame.taken_s > KEPT_S


def _read_only(frame: Frame) -> Frame:
    image = frame.image.view()
    image.setflags(write=False)
    return Frame(image=image, taken_s=frame.taken_s, number=frame.number)
