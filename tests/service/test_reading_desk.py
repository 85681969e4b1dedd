"""Whatever becomes of the reader, the table plays on and the frames are given back."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_meyer.ports.camera import Frame
from pi_meyer.service.reading_desk import PRESS, Answer, ReadingDesk
from pi_meyer.vision.hidden import Lent
from pi_meyer.vision.reading import Reading, Refusal, RefusalReason

if TYPE_CHECKING:
    from collections.abc import Sequence


def _broken(_frames: Sequence[Frame]) -> Reading | Refusal:
    raise ValueError("a fault of the program")


def _asked(desk: ReadingDesk, image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Answer:
    desk.submit(PRESS, Lent.of([Frame(image=image, taken_s=1.0, number=1)]))
    answers: tuple[Answer, ...] = ()
    while not answers:
        answers = desk.poll()
    desk.close()
    return answers[0]


@pytest.mark.parametrize("beside", [False, True])
def test_a_reader_that_fails_asks_the_table(
    caplog: pytest.LogCaptureFixture,
    beside: bool,
) -> None:
    """Its fault is a refusal and a report in the log, and nothing of the picture is left."""
    image = np.full((4, 4, 3), 9, np.uint8)
    with caplog.at_level(logging.ERROR):
        answer = _asked(ReadingDesk(_broken, beside=beside), image)
    assert answer.outcome == Refusal(reason=RefusalReason.OPINIONS_DISAGREE)
    assert not image.any()
    assert "a fault of the program" in caplog.text
