"""Hidden frames stay in one bounded ring that only a reveal opens, and leave no trace."""

from __future__ import annotations

import numpy as np
import pytest

from pi_meyer.ports.camera import Frame
from pi_meyer.vision.gate import GateState, View
from pi_meyer.vision.hidden import KEPT_S, MOST_FRAMES, HiddenRing, Lent, Reveal, RevealKind


def frame(number: int, every_s: float = 0.1) -> Frame:
    image = np.full((48, 64, 3), 1 + number % 250, dtype=np.uint8)
    return Frame(image=image, taken_s=number * every_s, number=number)


def state(
    of: Frame, view: View = View.READY, *, jolt: bool = False, cup_off: bool = False
) -> GateState:
    return GateState(
        view=view, reason=None, cup_off=cup_off, jolt=jolt, taken_s=of.taken_s, number=of.number
    )


def lift(at_s: float) -> Reveal:
    return Reveal(kind=RevealKind.LIFT, at_s=at_s)


def filled(count: int) -> tuple[HiddenRing, list[Frame]]:
    ring, frames = HiddenRing(), [frame(i) for i in range(count)]
    for one in frames:
        ring.add(one, state(one))
    return ring, frames


def numbers(frames: tuple[Frame, ...]) -> list[int]:
    return [one.number for one in frames]


def test_only_frames_that_ended_before_the_press_come_out() -> None:
    """A frame whose exposure ends at or after the press is never used (R1)."""
    ring, _ = filled(10)
    assert numbers(ring.open_hidden(lift(0.5)).frames) == [0, 1, 2, 3, 4]


def test_frames_older_than_three_seconds_are_gone_and_blank() -> None:
    """The ring holds the last 3 s; what leaves it is overwritten with zeros (P4)."""
    ring, frames = filled(60)
    kept = ring.open_hidden(lift(100.0)).frames
    assert kept[0].taken_s >= 5.9 - KEPT_S - 1e-9
    gone = [one for one in frames if one.number < kept[0].number]
    assert gone
    assert not any(one.image.any() for one in gone)


@pytest.mark.parametrize("every_s", [1 / 120, 1 / 60, 1 / 30, 0.1])
def test_memory_is_bounded_whatever_the_frame_rate(every_s: float) -> None:
    """However fast the camera, no more than MOST_FRAMES are kept, and always the newest."""
    ring = HiddenRing()
    frames = [frame(i, every_s) for i in range(600)]
    for one in frames:
        ring.add(one, state(one))
    kept = ring.open_hidden(lift(1e6)).frames
    assert len(kept) <= MOST_FRAMES
    assert kept[-1].number == 599
    assert sum(bool(one.image.any()) for one in frames) == len(kept)


def test_dropping_zeroes_every_buffer() -> None:
    """After drop nothing comes out and no pixel is left in the frames that were handed in (P4)."""
    ring, frames = filled(20)
    jolted = frame(20)
    ring.add(jolted, state(jolted, View.MOVING, jolt=True))
    ring.drop()
    assert not any(one.image.any() for one in [*frames, jolted])
    assert ring.open_hidden(lift(1e6)).frames == ()
    assert ring.open_before_jolt(lift(1e6)).frames == ()


def test_what_was_opened_outlives_the_drop_until_it_is_given_back() -> None:
    """Dropping the ring does not blank what the reader looks at; giving it back then does (P4)."""
    ring, frames = filled(5)
    opened = ring.open_hidden(lift(1.0))
    lent = opened.frames
    ring.drop()
    assert len(lent) == 5
    assert all(one.image.any() for one in lent)
    opened.close()
    assert not any(one.image.any() for one in [*lent, *frames])
    assert opened.frames == ()


def test_what_was_given_back_can_be_opened_again_until_the_drop() -> None:
    """A press that was undone is no loss: the ring keeps its frames, and lends no copies."""
    ring, frames = filled(5)
    for _ in range(2):
        opened = ring.open_hidden(lift(1.0))
        pairs = zip(opened.frames, frames, strict=True)
        assert all(np.shares_memory(lent.image, kept.image) for lent, kept in pairs)
        assert all(one.image.any() for one in opened.frames)
        opened.close()
        opened.close()
    ring.drop()
    assert not any(one.image.any() for one in frames)


def test_two_borrowers_of_a_frame_do_not_blank_it_for_each_other() -> None:
    """Frames from before a jolt may be lent twice; the last who needs one has it overwritten."""
    ring, frames = filled(3)
    jolted = frame(3)
    ring.add(jolted, state(jolted, View.MOVING, jolt=True))
    first, second = ring.open_hidden(lift(1.0)), ring.open_before_jolt(lift(1.0))
    ring.drop()
    first.close()
    assert all(one.image.any() for one in second.frames)
    second.close()
    assert not any(one.image.any() for one in frames)


def test_nobody_writes_into_a_frame_that_is_lent() -> None:
    """The reader gets pixels to look at: what it does cannot change a second reading."""
    ring, _ = filled(3)
    with pytest.raises(ValueError, match="read-only"):
        ring.open_hidden(lift(1.0)).frames[0].image[0, 0] = 7


def test_handed_over_frames_are_blank_when_they_come_back() -> None:
    """Frames from after the lift belong to nobody else (R2): read, they are overwritten."""
    frames = [frame(1), frame(2)]
    lent = Lent.of(frames)
    assert numbers(lent.frames) == [1, 2]
    lent.close()
    assert not any(one.image.any() for one in frames)


def test_moving_frames_never_come_out_and_only_the_last_rest_does() -> None:
    """Frames from before the last motion show another rest and stay inside."""
    ring = HiddenRing()
    views = [View.READY] * 4 + [View.MOVING] * 2 + [View.READY] * 3 + [View.MOVING]
    for i, view in enumerate(views):
        one = frame(i)
        ring.add(one, state(one, view))
    assert numbers(ring.open_hidden(lift(10.0)).frames) == [6, 7, 8]


def test_a_cocked_die_is_opened_too() -> None:
    """Where Kippe is a rule a cocked die is judged after the lift, so its frames must come out."""
    ring = HiddenRing()
    for i in range(3):
        one = frame(i)
        ring.add(one, state(one, View.BAD_VIEW))
    assert len(ring.open_hidden(lift(1.0)).frames) == 3


def test_five_still_frames_from_before_the_first_jolt_are_kept() -> None:
    """Of several jolts the first decides; its frames survive longer than 3 s (F1, P4)."""
    ring, _ = filled(8)
    for i in range(8, 120):
        one = frame(i)
        jolt = i in {8, 9, 60}
        ring.add(one, state(one, View.MOVING if jolt else View.READY, jolt=jolt))
    assert numbers(ring.open_before_jolt(lift(100.0)).frames) == [3, 4, 5, 6, 7]
    assert ring.open_hidden(lift(100.0)).frames[0].number > 60


def test_with_the_cup_off_frames_are_taken_for_half_a_second_only() -> None:
    """After 500 ms the window shows the room: such frames are blanked at once (N1)."""
    ring, _ = filled(3)
    late = [frame(i) for i in range(3, 12)]
    for one in late:
        ring.add(one, state(one, cup_off=True))
    assert max(numbers(ring.open_hidden(lift(10.0)).frames)) == 8
    assert not late[-1].image.any()
    back = frame(12)
    ring.add(back, state(back))
    assert numbers(ring.open_hidden(lift(10.0)).frames)[-1] == 12


def test_its_repr_shows_no_data() -> None:
    """A traceback that prints the ring or a frame prints counts and times only (P4)."""
    ring, frames = filled(3)
    assert repr(ring) == "HiddenRing(frames=3, before_jolt=0)"
    assert repr(ring.open_hidden(lift(1.0))) == "Lent(frames=3)"
    assert "array" not in repr(frames[0]) + str(vars(type(ring)).get("__dict__", ""))
