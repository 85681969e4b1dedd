"""A camera that sleeps is noticed, one that shows a quiet picture is not."""

from __future__ import annotations

import numpy as np

from pi_meyer.ports.camera import Frame
from pi_meyer.vision.liveness import Liveness


def noisy(number: int, taken_s: float) -> Frame:
    rng = np.random.default_rng(number)
    image = rng.integers(40, 44, (48, 64, 3)).astype(np.uint8)
    return Frame(image=image, taken_s=taken_s, number=number)


def test_noise_on_a_still_picture_is_life() -> None:
    """A dozen noisy variants of one picture are an awake camera."""
    watch = Liveness()
    for i in range(60):
        watch.see(noisy(i % 12, i / 30))
        assert not watch.asleep(i / 30)


def test_byte_equal_frames_for_a_second_are_sleep() -> None:
    """The same bytes over and over mean a frozen sensor (F6), and new bytes wake it."""
    watch = Liveness()
    answers = []
    for i in range(31):
        watch.see(noisy(1, i / 30))
        answers.append(watch.asleep(i / 30))
    assert answers == [False] * 30 + [True]
    watch.see(noisy(2, 1.1))
    assert not watch.asleep(1.1)


def test_time_that_stands_still_is_sleep() -> None:
    """Frames that differ but carry one timestamp come from a stuck driver (F6)."""
    watch = Liveness()
    for i in range(4):
        watch.see(noisy(i, 2.0))
    assert watch.asleep(2.0)


def test_silence_is_sleep() -> None:
    """A newest frame older than 1.5 s means that the camera is gone."""
    watch = Liveness()
    assert not watch.asleep(100.0)
    watch.see(noisy(1, 1.0))
    assert not watch.asleep(2.4)
    assert watch.asleep(2.6)
