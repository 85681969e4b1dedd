"""TRUE and BLUFF are told apart by everybody: in grey, and by the three kinds of colour-blind eyes.

The simulations are the matrices of Machado, Oliveira and Fernandes (2009) at full severity, on
linear RGB.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pygame
import pytest

from pi_meyer.display.colours import BLUFF, CREAM, GROUND, INK, SEATS, TRUE, contrast
from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.match.views import RulingView

if TYPE_CHECKING:
    from numpy.typing import NDArray

EYES: dict[str, list[list[float]]] = {
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def seen(verdict: str, panel: Panel, eyes: str) -> NDArray[np.float64]:
    """The ruling as those eyes see it, 0 to 1, the same but for its verdict."""
    view = every_sample()["ruling true"]
    assert isinstance(view, RulingView)
    stage = Stage(panel)
    stage.show(replace(view, verdict=verdict), 0.0)
    stage.tick(5.0)
    rgb = pygame.surfarray.array3d(stage.surface) / 255.0
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.clip(linear @ np.array(EYES[eyes]).T, 0.0, 1.0))


@pytest.mark.parametrize("panel", [Panel(), Panel(size_wh=(720, 1280))], ids=str)
@pytest.mark.parametrize("eyes", EYES)
def test_the_frames_differ_for_all_eyes(panel: Panel, eyes: str) -> None:
    """Edge and side bands of the flood differ, apart from word and sign, by light alone."""
    true, bluff = seen("true", panel, eyes), seen("bluff", panel, eyes)
    light = np.abs(true - bluff).mean(axis=2)
    width, height = light.shape
    band = light[: int(width * 0.04), int(height * 0.6) :]
    word = light[int(width * 0.05) : int(width * 0.6), int(height * 0.48) : int(height * 0.78)]
    assert (band > 0.25).mean() > 0.2
    assert (word > 0.25).mean() > 0.1


def test_the_two_colours_are_equal_in_grey_and_so_never_the_only_sign() -> None:
    """The reason for word, sign and frame."""
    assert contrast(TRUE, BLUFF) < 1.1


@pytest.mark.parametrize("colour", [TRUE, BLUFF])
def test_ink_stands_out_on_the_verdict(colour: tuple[int, int, int]) -> None:
    """8:1 on both floods, and on the ground."""
    assert contrast(INK, colour) >= 8.0
    assert contrast(colour, GROUND) >= 8.0


def test_no_seat_wears_a_verdict_colour() -> None:
    """Blue and orange belong to the ruling alone; every letter is read on its mat."""
    for seat in SEATS:
        assert np.abs(np.subtract(seat, TRUE)).sum() > 90
        assert np.abs(np.subtract(seat, BLUFF)).sum() > 90
        assert contrast(seat, INK) >= 7.0
        assert contrast(seat, GROUND) >= 7.0
    assert contrast(CREAM, GROUND) >= 16.0


def test_blue_and_orange_appear_on_no_other_screen() -> None:
    """Not a pixel near either."""
    stage = Stage(Panel())
    for name, view in every_sample().items():
        if isinstance(view, RulingView):
            continue
        stage.show(view, 0.0)
        stage.tick(5.0)
        rgb = pygame.surfarray.array3d(stage.surface).astype(np.int16)
        for colour in (TRUE, BLUFF):
            assert (np.abs(rgb - colour).sum(axis=2) < 40).sum() < 30, (name, colour)
