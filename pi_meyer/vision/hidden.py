"""Hidden frames: the last 3 s and five still ones from before the first jolt (fairness P4, P6).

Nobody reads the dice while they are hidden. The frames wait in one bounded ring in memory and leave
it through one function that demands the event that allows it; whatever is dropped is overwritten.
"""

from __future__ import annotations

import enum
from collections import deque
from dataclasses import dataclass
from typing import Final

from pi_meyer.ports.camera import Frame
from pi_meyer.vision.gate_state import GateState, View

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


@dataclass(slots=True)
class _Kept:
    frame: Frame
    still: bool


class HiddenRing:
    """The one place where hidden frames live. Not thread-safe: guard it where threads share it."""

    def __init__(self) -> None:
        """Start empty."""
        self._ring: deque[_Kept] = deque()
        self._cup_off_since_s: float | None = None
        self._before_jolt: list[Frame] = []

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
            self._overwrite(frame)  # the roll from before it waits for a late press
            return
        self._replace_newest_if_near(frame.taken_s)
        self._ring.append(_Kept(frame, state.view in {View.READY, View.BAD_VIEW}))
        while len(self._ring) > MOST_FRAMES or self._too_old(frame.taken_s):
            self._overwrite(self._ring.popleft().frame)

    def open_hidden(self, reveal: Reveal) -> tuple[Frame, ...]:
        """Return the still frames that ended before the reveal, oldest first (R1).

        They are copies: dropping the ring does not blank what the reader is looking at. The last
        unbroken run of still frames counts, so that all of them show the same rest.
        """
        run: list[Frame] = []
        for kept in reversed(self._ring):
            if kept.frame.taken_s >= reveal.at_s:
                continue
            if not kept.still and run:
                break
            if kept.still:
                run.append(kept.frame)
        return tuple(_copy(frame) for frame in reversed(run))

    def open_before_jolt(self, reveal: Reveal) -> tuple[Frame, ...]:
        """Return the still frames from before the first jolt, or none (F1); copies."""
        return tuple(_copy(f) for f in self._before_jolt if f.taken_s < reveal.at_s)

    def drop(self) -> None:
        """Overwrite and forget everything: the roll is over."""
        for kept in self._ring:
            self._overwrite(kept.frame)
        self._ring.clear()
        for frame in self._before_jolt:
            self._overwrite(frame)
        self._before_jolt.clear()
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
            self._overwrite(self._ring.pop().frame)

    def _keep_before_jolt(self) -> None:
        still = [kept.frame for kept in self._ring if kept.still]
        self._before_jolt = [_copy(frame) for frame in still[-BEFORE_JOLT_FRAMES:]]

    def _too_old(self, now_s: float) -> bool:
        return bool(self._ring) and now_s - self._ring[0].frame.taken_s > KEPT_S

    @staticmethod
    def _overwrite(frame: Frame) -> None:
        frame.image.fill(0)


def _copy(frame: Frame) -> Frame:
    return Frame(image=frame.image.copy(), taken_s=frame.taken_s, number=frame.number)
