"""A bouncing, chattering, stuck or half-deaf contact becomes presses as a person meant them."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_meyer.devices.debounce import (
    CHATTER_WINDOW_S,
    IGNORE_S,
    STUCK_S,
    Contact,
    ContactEvent,
    ContactFault,
    Failed,
    Pressed,
    Released,
)
from pi_meyer.ports.lift_button import Edge

START_S = 100.0


def edges(*times_s: float, first: bool = True) -> list[Edge]:
    """Edges at these times, closing and opening in turns."""
    return [Edge(pressed=(n % 2 == 0) == first, at_s=START_S + t) for n, t in enumerate(times_s)]


def opened() -> Contact:
    return Contact().after((), now_s=START_S - 1, level=False)[0]


def play(
    found: list[Edge], *, until_s: float, contact: Contact | None = None, seen: bool = True
) -> tuple[Contact, list[ContactEvent]]:
    """Feed edges in turns of 10 ms; the level follows the edges where ``seen``."""
    contact, level = contact or opened(), False
    events: list[ContactEvent] = []
    for turn in range(1, round(until_s * 100) + 1):
        now_s = START_S + turn / 100
        due = [edge for edge in found if now_s - 0.01 <= edge.at_s < now_s]
        level = due[-1].pressed if due else level
        contact, new = contact.after(due, now_s=now_s, level=level if seen else None)
        events += new
    return contact, events


def test_first_edge_counts_at_once_with_its_own_time() -> None:
    """A press is known with the first edge, at the time that the kernel gave it."""
    contact, events = opened().after(edges(0.0), now_s=START_S + 0.004)
    assert events == (Pressed(at_s=START_S),)
    assert contact.pressed


def test_bouncing_press_and_release_are_one_of_each() -> None:
    """Bounces while closing and opening are swallowed; the hold's length comes out."""
    bounces = edges(0.0, 0.002, 0.003, 0.007, 0.015, 0.3, 0.304, 0.306, 0.309, 0.311)
    _, events = play(bounces, until_s=1.0)
    assert events == [
        Pressed(at_s=START_S),
        Released(at_s=START_S + 0.3, held_s=START_S + 0.3 - START_S),
    ]


def test_press_shorter_than_the_bounce_time_is_a_press() -> None:
    """A tap of 20 ms, whose release lies within the bounce time, is pressed and released."""
    _, events = play(edges(0.0, 0.02), until_s=1.0)
    assert [type(event) for event in events] == [Pressed, Released]
    assert events[0].at_s == START_S


def test_lost_release_is_healed_by_the_level() -> None:
    """A release whose edge was lost is found by looking, within a fifth of a second."""
    contact, _ = play(edges(0.0), until_s=0.5, seen=False)
    for step in (0.01, 0.06, 0.11, 0.16):
        contact, events = contact.after((), now_s=START_S + 0.5 + step, level=False)
        if events:
            break
    assert [type(event) for event in events] == [Released]
    assert not contact.pressed


def test_lost_press_is_dated_before_it_was_seen() -> None:
    """A healed press is given the last moment when the contact was surely open (R1)."""
    contact = opened()
    contact, _ = contact.after((), now_s=START_S, level=False)
    events: tuple[ContactEvent, ...] = ()
    for turn in range(1, 5):
        contact, new = contact.after((), now_s=START_S + turn * 0.05, level=True)
        events += new
    assert events == (Pressed(at_s=START_S),)


def test_level_seen_before_its_edge_makes_no_second_press() -> None:
    """A look that comes just before its own edge is reported waits for the edge."""
    contact = opened()
    contact, early = contact.after((), now_s=START_S + 0.001, level=True)
    contact, events = contact.after(edges(0.0), now_s=START_S + 0.011, level=True)
    assert early == ()
    assert events == (Pressed(at_s=START_S),)


def test_contact_closed_at_the_start_is_no_press() -> None:
    """A button that is held while the box starts was pressed by nobody."""
    contact, events = Contact().after((), now_s=START_S, level=True)
    assert (contact.pressed, events) == (True, ())


def test_stuck_contact_is_named_and_voids_the_hold() -> None:
    """After 15 s a closed contact is stuck; its end is no release, and then it works again."""
    contact, events = play(edges(0.0), until_s=STUCK_S + 0.5)
    assert [type(event) for event in events] == [Pressed, Failed]
    assert contact.fault is ContactFault.STUCK
    assert contact.held_s(START_S + STUCK_S + 0.5) == 0.0
    contact, events = play(edges(0.01, first=False), until_s=0.05, contact=contact)
    end = [Edge(pressed=False, at_s=START_S + 20)]
    contact, released = contact.after(end, now_s=START_S + 20.01, level=False)
    assert (contact.fault, released) == (None, ())
    again = [Edge(pressed=True, at_s=START_S + 21)]
    assert contact.after(again, now_s=START_S + 21)[1] == (Pressed(at_s=START_S + 21),)


def test_hold_of_five_seconds_is_no_fault() -> None:
    """The longest hold with a meaning (menu, 5 s) goes through, with its length."""
    contact, events = play(edges(0.0, 5.2), until_s=5.0)
    assert contact.held_s(START_S + 5.0) == pytest.approx(5.0)
    _, events = play(edges(0.0, 5.2), until_s=6.0)
    assert isinstance(events[-1], Released)
    assert events[-1].held_s == pytest.approx(5.2)


def test_chatter_is_named_and_ends_with_quiet() -> None:
    """A contact that never rests is at fault after a few of its presses, until it rests."""
    chatter = edges(*(n * 0.07 for n in range(100)))
    contact, events = play(chatter, until_s=7.2)
    assert contact.fault is ContactFault.CHATTER
    assert sum(isinstance(event, Failed) for event in events) == 1
    assert sum(isinstance(event, Pressed) for event in events) <= 30
    contact, _ = contact.after((), now_s=START_S + 7.2 + CHATTER_WINDOW_S + 0.1, level=False)
    assert contact.fault is None


@pytest.mark.parametrize("seed", range(5))
def test_worn_contact_is_named(seed: int) -> None:
    """Edges every 2 to 30 ms, as a worn contact gives them, are chatter within four seconds."""
    rng = random.Random(seed)
    times = list(itertools.accumulate(rng.uniform(0.002, 0.03) for _ in range(260)))
    contact, _ = play(edges(*times), until_s=4.0)
    assert contact.fault is ContactFault.CHATTER


def test_fast_hand_is_no_chatter() -> None:
    """Seven presses a second, for two seconds, are a person."""
    fast = edges(*(t for n in range(15) for t in (n / 7, n / 7 + 0.07)))
    contact, events = play(fast, until_s=3.5)
    assert contact.fault is None
    assert sum(isinstance(event, Pressed) for event in events) == 15


@given(
    st.lists(st.floats(min_value=0.0, max_value=3.0), max_size=60),
    st.integers(min_value=0, max_value=2**32),
)
def test_any_noise_keeps_order(times_s: list[float], levels: int) -> None:
    """Whatever comes, presses and releases alternate and their times never go back."""
    contact = opened()
    events: list[ContactEvent] = []
    found = edges(*sorted(times_s))
    for turn in range(1, 320):
        now_s = START_S + turn / 100
        due = [edge for edge in found if now_s - 0.01 <= edge.at_s < now_s]
        level = bool(levels >> (turn % 32) & 1) if turn % 5 == 0 else None
        contact, new = contact.after(due, now_s=now_s, level=level)
        events += new
    until_fault = list(itertools.takewhile(lambda e: not isinstance(e, Failed), events))
    for one, two in itertools.pairwise(until_fault):
        assert type(one) is not type(two)
        assert two.at_s >= one.at_s


@given(st.lists(st.floats(min_value=0.0, max_value=3.0), max_size=80))
def test_edges_alone_never_press_twice_within_the_bounce_time(times_s: list[float]) -> None:
    """Where nobody looks at the level, accepted changes lie 60 ms apart or more."""
    _, events = play(edges(*sorted(times_s)), until_s=3.1, seen=False)
    for one, two in itertools.pairwise(events):
        assert two.at_s - one.at_s >= IGNORE_S - 1e-9
