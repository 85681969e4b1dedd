"""The reader on every picture from under the window: sure or silent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import Reading, Refusal

if TYPE_CHECKING:
    from pathlib import Path

Line = dict[str, Any]
Answers = list[tuple[Line, Reading | Refusal]]


@pytest.fixture(scope="module")
def answers(shared: Path) -> Answers:
    lines = [
        json.loads(line) for line in (shared / "frames/manifest.jsonl").read_text().splitlines()
    ]
    return [(line, read_image(_image(shared / "frames" / line["file"]))) for line in lines]


def _image(path: Path) -> np.ndarray[Any, np.dtype[np.uint8]]:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert image is not None
    return image.astype(np.uint8)


def test_no_picture_is_read_wrongly(answers: Answers) -> None:
    """A reading is right on all dice, and a picture that must be refused is never read."""
    wrong = [
        line["file"]
        for line, answer in answers
        if isinstance(answer, Reading)
        and (
            line["expect"]["action"] == "refuse"
            or sorted(die.bottom or 0 for die in answer.dice) != line["expect"]["bottom"]
        )
    ]
    assert wrong == []


def test_top_is_seven_minus_bottom_and_the_highest_comes_first(answers: Answers) -> None:
    """Every reading shows two dice in descending order, each the complement of what was seen."""
    readings = [answer for _, answer in answers if isinstance(answer, Reading)]
    assert readings
    for reading in readings:
        assert list(reading.top) == sorted(reading.top, reverse=True)
        assert [die.top + (die.bottom or 0) for die in reading.dice] == [7, 7]
