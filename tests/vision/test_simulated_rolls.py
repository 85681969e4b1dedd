"""2,000 simulated rolls through camera noise, gate and reader: none is read wrongly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pi_meyer.ports.camera import Frame
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.expectation import Expectation, expected
from pi_meyer.simulation.scene import READABLE_KINDS, Scene, SceneKind
from pi_meyer.simulation.window_view import Image, add_noise, render
from pi_meyer.vision.gate import Gate, View
from pi_meyer.vision.plate import Plate
from pi_meyer.vision.reader import read_frames
from pi_meyer.vision.reading import Reading

BATCHES, ROLLS = 8, 250
FRAMES = 3
REFUSED_KINDS = tuple(kind for kind in SceneKind if kind not in READABLE_KINDS)


def _scene(rng: np.random.Generator, number: int) -> Scene:
    """Every fifth scene is one that must be refused."""
    kind = REFUSED_KINDS[(number // 5) % len(REFUSED_KINDS)] if number % 5 == 0 else None
    return random_scene(rng, Doses(), kind=kind)


def _frames(scene: Scene, view: Image, rng: np.random.Generator) -> list[Frame]:
    return [
        Frame(image=add_noise(view, scene, rng), taken_s=number * 0.1, number=number)
        for number in range(FRAMES)
    ]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_simulated_roll_is_read_wrongly(batch: int) -> None:
    """A readable roll is read right or refused; what must be refused is; half or more is read."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((2000, batch))
    wrong: list[tuple[int, str]] = []
    readable = read = 0
    for number in range(ROLLS):
        scene = _scene(rng, number)
        view = render(scene)
        frames = _frames(scene, view, rng)
        gate = Gate(Plate.default((640, 480)))
        ready = [gate.see(frame).view is View.READY for frame in frames]
        answer = read_frames(frames) if any(ready) else None
        asked = expected(scene, view)
        readable += asked is Expectation.READ
        if isinstance(answer, Reading):
            truth = tuple(sorted((int(face) for face in scene.tops), reverse=True))
            right = asked is not Expectation.REFUSE and answer.top == truth
            read += right and asked is Expectation.READ
            wrong += [] if right else [(number, scene.kind.name)]
    assert wrong == []
    assert read >= readable / 2
