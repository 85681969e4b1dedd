"""Planes and samples: what is done for speed changes no answer."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.vision.lattice import CELLS, Poses
from pi_meyer.vision.planes import (
    PlaneMemory,
    around,
    planes_of,
    sample,
    sample_colours,
    sample_kinds,
)


def _picture(seed: int) -> npt.NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    noise = rng.integers(0, 256, (90, 120, 3)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (9, 9), 0), np.uint8)


def test_used_memory_gives_the_same_planes_as_fresh_memory() -> None:
    """Planes do not depend on what lay in their memory before."""
    memory = PlaneMemory.of_size(90, 120)
    planes_of(_picture(1), memory)
    again, fresh = planes_of(_picture(2), memory), planes_of(_picture(2))
    assert np.array_equal(again.layers, fresh.layers)
    assert np.array_equal(again.light, fresh.light)
    assert np.array_equal(again.dark, fresh.dark)


def test_slopes_are_those_of_sobel() -> None:
    """The gradients are the 3x3 Sobel ones of the softened largest and smallest channel."""
    image = _picture(3)
    channels = (image.max(axis=2), image.min(axis=2))
    wanted = [
        cv2.Sobel(cv2.GaussianBlur(channel, (5, 5), 0), cv2.CV_16S, dx, 1 - dx)
        for channel in channels
        for dx in (1, 0)
    ]
    assert np.array_equal(planes_of(image).slopes, np.stack(wanted))


@pytest.mark.parametrize("shift", [0.0, -70.0, 95.0, 400.0])
def test_colours_are_those_of_the_whole_picture(shift: float) -> None:
    """Colour samples are the same as from the whole picture, also beyond its border."""
    image = _picture(4)
    points = (np.random.default_rng(5).random((4, 30, 2)) * 60 + shift).astype(np.float32)
    whole = [sample(image[..., channel].astype(np.int16), points) for channel in range(3)]
    assert np.array_equal(sample_colours(image, points), np.stack(whole, axis=-1))


@pytest.mark.parametrize("lights", [0, 3, 7])
def test_rows_are_sampled_from_the_plane_of_their_kind(lights: int) -> None:
    """The first rows come from the light plane, the others from the dark one."""
    planes = planes_of(_picture(6))
    points = (np.random.default_rng(7).random((7, 5, 2)) * 80).astype(np.float32)
    found = sample_kinds(planes.light_soft, planes.dark_soft, lights, points)
    assert np.array_equal(found[:lights], sample(planes.light_soft, points[:lights]))
    assert np.array_equal(found[lights:], sample(planes.dark_soft, points[lights:]))


@pytest.mark.parametrize("count", [0, 1, 6])
def test_lattice_points_are_centre_plus_steps(count: int) -> None:
    """A lattice point lies its rows and columns of steps from the centre, for any count."""
    rng = np.random.default_rng(8)
    centres, pitches, downs = (rng.random((3, count, 2)) * 50).astype(np.float32)
    found = Poses(centres=centres, pitches=pitches, downs=downs).at(CELLS)
    steps = CELLS[:, :1] * pitches[:, None] + CELLS[:, 1:] * downs[:, None]
    assert found.shape == (count, 9, 2)
    assert np.allclose(found, centres[:, None] + steps, atol=1e-4)


def test_points_around_centres_are_sums() -> None:
    """Every offset is added to every centre."""
    rng = np.random.default_rng(9)
    centres, offsets = rng.random((4, 2)), rng.random((5, 2))
    wanted = centres.astype(np.float32)[:, None] + offsets.astype(np.float32)
    assert np.array_equal(around(centres, offsets), wanted)
