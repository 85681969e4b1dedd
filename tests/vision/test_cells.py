"""Cells of a drawn face: a lamp's image neither hides a pip nor makes one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.vision import tuning
from pi_meyer.vision.cell_margins import FaceCells, centre_margin
from pi_meyer.vision.cells import CloseCells, look_closely
from pi_meyer.vision.lattice import CELLS, PATTERNS, Poses, agree
from pi_meyer.vision.pips import find_blobs
from pi_meyer.vision.planes import Bytes, planes_of

if TYPE_CHECKING:
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.white import White

PITCH_PX = 20.0
MIDDLE_XY = np.array((100.0, 90.0))
DARK_DIE, LIGHT_DIE = (60, 210), (200, 40)
"""Grey levels of pips and face."""


def drawn(value: int, greys: tuple[int, int]) -> Bytes:
    """A face alone, straight, with the pips of the first way round of that value."""
    pip, body = greys
    image = np.full((180, 200, 3), 20, np.uint8)
    corner, across = np.round(MIDDLE_XY - 39).astype(int), 78
    cv2.rectangle(image, (*corner.tolist(), across, across), (body, body, body), -1)
    for cell, on in zip(CELLS, PATTERNS[value][0], strict=True):
        if on == "1":
            cv2.circle(image, place(cell), 7, (pip, pip, pip), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (3, 3), 0), np.uint8)


def place(cell: npt.NDArray[np.floating]) -> tuple[int, int]:
    """The pixel of a cell."""
    x, y = np.round(MIDDLE_XY + cell * PITCH_PX).astype(int).tolist()
    return x, y


def lit(image: Bytes, cell: int, radius_px: int, added: float) -> Bytes:
    """The picture with more light (linear, 0 to 1) on one cell."""
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.circle(spot, place(CELLS[cell]), radius_px, (1.0,), -1)
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), 1.5), np.float32)
    light = (image / 255.0) ** tuning.GAMMA + added * spot[..., None]
    return np.asarray(np.clip(light, 0, 1) ** (1 / tuning.GAMMA) * 255, np.uint8)


def looked_at(image: Bytes, *, dark: bool, lone: bool = False) -> CloseCells:
    """The close look at the face where it was drawn."""
    poses = Poses.square(
        MIDDLE_XY[None].astype(np.float32), np.array(((PITCH_PX, 0.0),), np.float32)
    )
    return look_closely(planes_of(image), poses, np.array((dark,)), np.array((lone,)))


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("greys", [DARK_DIE, LIGHT_DIE])
def test_every_value_is_seen_with_clear_margins(value: int, greys: tuple[int, int]) -> None:
    """On a clean face every cell is a whole pip or bare."""
    cells = looked_at(drawn(value, greys), dark=greys == DARK_DIE, lone=value == 1)
    assert cells.values.tolist() == [value]
    assert np.abs(np.abs(cells.shares - 0.5) - 0.5).max() < 0.1
    assert cells.ripples[0] < 0.05


def test_light_that_changes_over_the_face_leaves_no_trace() -> None:
    """More light from one side, as a lamp's wide image gives, moves no cell towards a pip."""
    light = (drawn(5, DARK_DIE) / 255.0) ** tuning.GAMMA
    slope = np.linspace(0, 0.4, light.shape[1])[None, :, None]
    image = np.asarray(np.clip(light + slope, 0, 1) ** (1 / tuning.GAMMA) * 255, np.uint8)
    cells = looked_at(image, dark=True)
    assert cells.values.tolist() == [5]
    assert cells.shares[0, [1, 3, 5, 7]].max() < 0.1


@pytest.mark.parametrize("cell", [0, 2, 6, 8])
def test_a_lamp_image_over_a_dark_pip_does_not_take_it_away(cell: int) -> None:
    """The opposite pip tells that a white corner holds one too."""
    image = lit(drawn(4, DARK_DIE), cell, 10, 1.0)
    cells = looked_at(image, dark=True)
    assert cells.seen[0, cell] < 0
    assert cells.values.tolist() == [4]


@pytest.mark.parametrize("cell", [1, 3, 2, 6])
def test_a_lamp_image_on_a_dark_face_makes_no_light_pip(cell: int) -> None:
    """The opposite cell is bare, and a lamp only adds light."""
    image = lit(drawn(2, LIGHT_DIE), cell, 7, 1.0)
    assert looked_at(image, dark=False).values.tolist() == [2]


def test_a_dark_spot_on_one_corner_makes_no_pip_for_sure() -> None:
    """Opposite cells that contradict each other without a lamp's help speak half and half."""
    rises = np.array(((1.0, 0, 1.0, 0, 0, 0, 0, 0, 1.0),), np.float32)
    assert agree(rises, 0)[0, [2, 6]].tolist() == [0.5, 0.5]
    assert agree(rises, 0)[0, [0, 8]].tolist() == [1.0, 1.0]


def test_what_twins_say_is_the_same_for_both() -> None:
    """Agreed cells look the same from both ends, light or dark."""
    rises = np.random.default_rng(3).normal(0, 1, (40, 9)).astype(np.float32)
    for lights in (0, 17, 40):
        agreed = agree(rises, lights)
        assert np.array_equal(agreed, agreed[:, ::-1])


def test_every_pip_is_one_blob_of_its_kind() -> None:
    """No pass finds again what another one found, and the negative shows the dark ones."""
    light, dark = find_blobs(planes_of(drawn(5, DARK_DIE)))
    wanted = [place(cell) for cell, on in zip(CELLS, PATTERNS[5][0], strict=True) if on == "1"]
    gaps = np.hypot(*(dark.centres[:, None] - np.array(wanted)[None]).transpose(2, 0, 1))
    assert (gaps < 2).sum(axis=0).tolist() == [1] * 5
    assert not len(light.centres) or (
        np.hypot(*(light.centres[:, None] - np.array(wanted)[None]).transpose(2, 0, 1)).min() > 3
    )


def test_nothing_is_found_in_an_empty_picture() -> None:
    """An even picture has no blobs of either kind."""
    assert [len(blobs.centres) for blobs in find_blobs(planes_of(drawn(1, (90, 90)) * 0 + 90))] == [
        0,
        0,
    ]


@pytest.mark.parametrize(("middle", "is_bare"), [(0.1, True), (0.22, False)])
def test_a_bare_middle_is_darker_than_light_pips(middle: float, is_bare: bool) -> None:
    """A lamp beside a middle pip lights up its ring, so that it stands out no more; it is light."""
    levels = [0.22, 0.05, 0.2, 0.15, middle, 0.08, 0.25, 0.1, 0.21]
    shares = [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0]
    cells = FaceCells(
        face=cast("Face", SimpleNamespace(value=4, step=0.17)),
        white=cast("White", SimpleNamespace(ring=None)),
        middle_xy=(244.0, 224.0),
        dark=False,
        seen=shares,
        lowest=shares,
        highest=shares,
        levels=levels,
        shares=shares,
        on=[0, 2, 6, 8],
        bare=[1, 3, 4, 5, 7],
        lamps=frozenset(),
    )
    assert (centre_margin(cells) > 0) is is_bare
