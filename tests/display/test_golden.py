"""Golden pictures with tolerance: an unmeant change of the look is seen."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from tests.display.golden_pictures import FOLDER, pictures

MEAN_OFF, PART_OFF, FAR_OFF = 2.0, 0.01, 60
"""Levels off on the average, and which part of the pixels may be far off (other versions of SDL
set type a little differently)."""


@pytest.fixture(scope="module")
def drawn() -> dict[str, pygame.Surface]:
    return pictures()


def test_there_is_a_golden_picture_for_each_and_no_other(drawn: dict[str, pygame.Surface]) -> None:
    """Draw them anew with ``python -m tests.display.golden_pictures``."""
    assert {path.name for path in FOLDER.glob("*.png")} == set(drawn)


def test_every_picture_looks_as_it_should(drawn: dict[str, pygame.Surface]) -> None:
    """Pixel by pixel, with tolerance."""
    for name, picture in drawn.items():
        now = pygame.surfarray.array3d(picture).astype(int)
        golden = pygame.surfarray.array3d(pygame.image.load(str(FOLDER / name))).astype(int)
        assert now.shape == golden.shape, name
        off = np.abs(now - golden)
        assert off.mean() <= MEAN_OFF, name
        assert (off.max(axis=2) > FAR_OFF).mean() <= PART_OFF, name


def test_the_tolerance_tells_two_screens_apart(drawn: dict[str, pygame.Surface]) -> None:
    """A golden test that passes for anything would be none: another digit is too much."""
    ready = pygame.surfarray.array3d(drawn["wide-ready.png"]).astype(int)
    meyer = pygame.surfarray.array3d(drawn["wide-ready-meyer.png"]).astype(int)
    assert np.abs(ready - meyer).mean() > MEAN_OFF
