"""Harm done to readable pictures: the reader may fall silent, it may never be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import Reading

if TYPE_CHECKING:
    from pathlib import Path

Image = npt.NDArray[np.uint8]
Die = dict[str, Any]
Harm = Callable[[Image, Die, np.random.Generator], Image]

FRAMES = 16
"""Pictures that are harmed, each in every way twice."""


def _spot(image: Image, xy: npt.NDArray[np.float64], radius_px: float, soft_px: float) -> Image:
    """Add light as a lamp image does: a disc with a soft rim, in linear light."""
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    away = np.hypot(columns - xy[0], rows - xy[1])
    light = np.clip((radius_px - away) / soft_px + 0.5, 0, 1)[..., None]
    linear = (image / 255.0) ** 2.2 + light
    return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def _disc(image: Image, xy: npt.NDArray[np.float64], radius_px: float, colour: float) -> Image:
    out = image.copy()
    centre = (round(float(xy[0]) * 16), round(float(xy[1]) * 16))
    cv2.circle(out, centre, round(radius_px * 16), (colour,) * 3, -1, cv2.LINE_AA, 4)
    return out


def _edge(die: Die) -> float:
    corners = np.array(die["px_corners"])
    return float(np.hypot(*(corners[1] - corners[0])))


def _off_centre_pips(die: Die) -> list[npt.NDArray[np.float64]]:
    middle = np.array(die["px_centre"])
    pips = [np.array(pip) for pip in die["px_pips"]]
    return [pip for pip in pips if np.hypot(*(pip - middle)) > 0.1 * _edge(die)]


def _lamp_on_a_corner_pip(image: Image, die: Die, rng: np.random.Generator) -> Image:
    pips = _off_centre_pips(die) or [np.array(die["px_centre"])]
    pip = pips[rng.integers(len(pips))] + rng.normal(0, 2, 2)
    return _spot(image, pip, rng.uniform(6, 14), rng.uniform(1, 5))


def _erased_corner_pip(image: Image, die: Die, rng: np.random.Generator) -> Image:
    pips = _off_centre_pips(die)
    if not pips:
        return image
    middle = np.array(die["px_centre"])
    x, y = np.round(middle + 0.22 * (np.array(die["px_corners"][0]) - middle)).astype(int)
    pip = pips[rng.integers(len(pips))]
    return _disc(image, pip, 0.13 * _edge(die), float(image[y, x].mean()))


def _white_disc_on_an_edge_cell(image: Image, die: Die, rng: np.random.Generator) -> Image:
    corners = np.array(die["px_corners"])
    side = int(rng.integers(4))
    middle = corners.mean(axis=0)
    towards = (corners[side] + corners[(side + 1) % 4]) / 2 - middle
    return _disc(image, middle + towards * 0.52, rng.uniform(0.07, 0.12) * _edge(die), 255.0)


def _dark_disc_on_a_corner_cell(image: Image, die: Die, rng: np.random.Generator) -> Image:
    corners = np.array(die["px_corners"])
    middle = corners.mean(axis=0)
    corner = middle + (corners[rng.integers(4)] - middle) * 0.52
    return _disc(image, corner, rng.uniform(0.07, 0.12) * _edge(die), 10.0)


def _blur(image: Image, die: Die, rng: np.random.Generator) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(1, 5))), np.uint8)


def _motion(image: Image, die: Die, rng: np.random.Generator) -> Image:
    length = int(rng.integers(5, 25))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length / 2, length / 2), float(rng.uniform(0, 180)), 1)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _darker(image: Image, die: Die, rng: np.random.Generator) -> Image:
    return np.asarray(image * rng.uniform(0.05, 0.6), np.uint8)


def _brighter(image: Image, die: Die, rng: np.random.Generator) -> Image:
    return np.asarray(np.clip(image * rng.uniform(1.2, 3), 0, 255), np.uint8)


def _noise(image: Image, die: Die, rng: np.random.Generator) -> Image:
    return np.asarray(np.clip(image + rng.normal(0, rng.uniform(5, 40), image.shape), 0, 255), "B")


HARMS: tuple[Harm, ...] = (
    _lamp_on_a_corner_pip,
    _erased_corner_pip,
    _white_disc_on_an_edge_cell,
    _dark_disc_on_a_corner_cell,
    _blur,
    _motion,
    _darker,
    _brighter,
    _noise,
)


@pytest.fixture(scope="module")
def readable(shared: Path) -> list[tuple[dict[str, Any], Image]]:
    """Every fifth picture with far lamps that should be read."""
    lines = [
        json.loads(line) for line in (shared / "frames/manifest.jsonl").read_text().splitlines()
    ]
    far = [
        line
        for line in lines
        if line["expect"]["action"] == "read" and line["lamps"]["ring_radius_mm"] >= 50
    ]
    found = []
    for line in far[::5][:FRAMES]:
        image = cv2.imread(str(shared / "frames" / line["file"]), cv2.IMREAD_COLOR)
        assert image is not None
        found.append((line, np.asarray(image, np.uint8)))
    return found


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__.strip("_"))
def test_a_harmed_picture_is_never_read_wrongly(
    readable: list[tuple[dict[str, Any], Image]], harm: Harm
) -> None:
    """Whatever is done to one die or to the picture, an answer is still the right one.

    A centre pip that is taken away or painted on without a trace is left out: it makes another
    legal face, which nobody could tell from a real one.
    """
    rng = np.random.default_rng(20260101)
    wrong = []
    for line, image in readable:
        for die in line["dice"]:
            answer = read_image(harm(image, die, rng))
            if isinstance(answer, Reading):
                seen = sorted(int(one.bottom or 0) for one in answer.dice)
                wrong += [line["file"]] if seen != line["expect"]["bottom"] else []
    assert wrong == []


def test_most_readable_pictures_stay_readable_in_a_little_less_light(
    readable: list[tuple[dict[str, Any], Image]],
) -> None:
    """The tests are contrasts, not levels: four fifths of the light change little."""
    plain = sum(isinstance(read_image(image), Reading) for _, image in readable)
    dimmed = [np.asarray(image * 0.8, np.uint8) for _, image in readable]
    assert sum(isinstance(read_image(image), Reading) for image in dimmed) >= 0.8 * plain > 0
