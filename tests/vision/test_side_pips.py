"""Pips of a side face that a flat die would hide prove that a die leans."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.pips import Blobs, Polarity
from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import Refusal
from pi_meyer.vision.side_pips import side_pips_show

if TYPE_CHECKING:
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import Scene

EDGE_PX = 60.0
AXIS_XY = (224.0, 224.0)


def _two_on_side(across: float, apart: float) -> bool:
    """Ask about a 2 that lies left of the axis, with two faint spots so far to its right."""
    middle = np.array((100.0, 224.0))
    own, spot = EDGE_PX * 0.35, EDGE_PX * np.array((across, apart / 2))
    off = np.array([(-own, -own), (own, own), spot, spot * (1, -1)])
    face = SimpleNamespace(
        polarity=Polarity.LIGHT,
        value=2,
        edge_px=EDGE_PX,
        centre_xy=middle,
        normals=np.array([(1, 0), (0, 1), (-1, 0), (0, -1)], float),
    )
    blobs = Blobs(
        polarity=Polarity.LIGHT,
        centres=(middle + off).astype(np.float32),
        steps=np.array((80, 76, 17, 12), np.float32),
    )
    scene = SimpleNamespace(blobs=(blobs,), middle_xy=AXIS_XY)
    return side_pips_show(cast("Scene", scene), cast("Face", face), ())


@pytest.mark.parametrize(
    ("across", "apart", "is_proof"),
    [(-0.74, 0.65, True), (0.74, 0.65, False), (-0.74, 0.2, False), (-1.3, 0.65, False)],
)
def test_only_spots_abreast_outside_an_outer_side_are_a_side_s_pips(
    across: float, apart: float, is_proof: bool
) -> None:
    """A flat die shows its side towards the axis, and spots too near together are no two pips."""
    assert _two_on_side(across, apart) is is_proof


def test_a_black_die_that_shows_its_outer_side_is_not_read() -> None:
    """Its body hardly shows on dark leather: the shape alone does not tell its 20 degrees."""
    rng = np.random.default_rng((20261203, 2468))
    rng.random()
    scene = random_scene(rng, Doses(near_lamps=0.0), kind=SceneKind.COCKED_WALL)
    assert isinstance(read_image(add_noise(render(scene), scene, rng)), Refusal)
