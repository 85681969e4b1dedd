"""The ring of lamp images: what a few images tell about the others."""

import cv2
import numpy as np
import pytest

from pi_meyer.vision.lamps import find_ring

_SHRINK = 4
_MIDDLE_XY = (239.5, 239.5)


def _bright(images_xy: np.ndarray, *, width_px: float = 14.0) -> np.ndarray:
    """A picture of 480 by 480 pixels with round lamp images, shrunk and cut at half brightness."""
    picture = np.zeros((480, 480), np.uint8)
    for x, y in images_xy:
        cv2.circle(picture, (round(x), round(y)), round(width_px / 2), 255, -1)
    small = cv2.resize(picture, (120, 120), interpolation=cv2.INTER_AREA)
    return (small >= 128).astype(np.uint8)


def _images(
    count: int, radius_px: float, phase: float, centre_xy: tuple[float, float]
) -> np.ndarray:
    turns = phase + 2 * np.pi / count * np.arange(count)
    return radius_px * np.stack((np.cos(turns), np.sin(turns)), axis=1) + centre_xy


@pytest.mark.parametrize("count", [8, 9, 12])
@pytest.mark.parametrize("radius_px", [90.0, 170.0])
def test_images_that_dice_cover_are_known_from_those_that_are_seen(
    count: int, radius_px: float
) -> None:
    """Two hidden images of a ring that is a little off the axis lie where the others say."""
    images = _images(count, radius_px, 0.3, (250.0, 231.0))
    ring = find_ring(_bright(images[2:]), _SHRINK, _MIDDLE_XY)
    assert ring is not None
    assert len(ring.images_xy) == count
    gaps = np.hypot(*(images[:, None] - ring.images_xy).transpose(2, 0, 1)).min(axis=1)
    assert gaps.max() < 4.0
    assert 7.0 <= ring.reach_px < 14.0


def test_a_place_between_two_images_is_near_none() -> None:
    """A pip on the ring but between two lamps is no lamp's image, one beside an image may be."""
    images = _images(10, 160.0, 0.0, _MIDDLE_XY)
    between = _images(10, 160.0, np.pi / 10, _MIDDLE_XY)
    ring = find_ring(_bright(images), _SHRINK, _MIDDLE_XY)
    assert ring is not None
    assert not ring.near(between, 10.0).any()
    assert ring.near(images + 12.0, 10.0).all()


def test_few_images_tell_nothing() -> None:
    """Five images, however even, are too few to say where the others are."""
    images = _images(8, 150.0, 0.1, _MIDDLE_XY)[:5]
    assert find_ring(_bright(images), _SHRINK, _MIDDLE_XY) is None


def test_spots_by_chance_make_no_ring() -> None:
    """Of a hundred pictures with ten spots anywhere, none has a ring."""
    rng = np.random.default_rng(7)
    found = [
        find_ring(_bright(rng.uniform(60, 420, (10, 2))), _SHRINK, _MIDDLE_XY) for _ in range(100)
    ]
    assert not any(found)


def test_spots_at_uneven_angles_make_no_ring() -> None:
    """Spots at one distance from the axis are no ring of lamps unless they are evenly spaced."""
    turns = np.array((0.0, 0.5, 1.3, 2.0, 3.1, 4.4, 5.0))
    images = 160.0 * np.stack((np.cos(turns), np.sin(turns)), axis=1) + _MIDDLE_XY
    assert find_ring(_bright(images), _SHRINK, _MIDDLE_XY) is None


def test_a_dark_picture_has_no_ring() -> None:
    """Where nothing is bright there is nothing to say."""
    assert find_ring(np.zeros((120, 120), np.uint8), _SHRINK, _MIDDLE_XY) is None
