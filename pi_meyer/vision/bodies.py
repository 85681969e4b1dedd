"""Is there a third die of the pair's own colour? Dice of one set look alike, read or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import LINEAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.planes import Words

_SHRINK = 4


def body_elsewhere(image: Words, pair: Sequence[Face], middle_xy: tuple[float, float]) -> bool:
    """Whether a patch of the colour of one of the pair, as wide as half a die, lies beside both.

    Args:
        image: the picture, ``(height, width, 3)``.
        pair: the two faces that could be read.
        middle_xy: the pixel right above the camera.
    """
    height, width = image.shape[:2]
    size_wh = (width // _SHRINK, height // _SHRINK)
    small = np.asarray(cv2.resize(image, size_wh, interpolation=cv2.INTER_AREA), np.int16)
    light, clear = LINEAR[small], _clear_edges(small)
    rows, columns = np.mgrid[: size_wh[1], : size_wh[0]]
    spots = np.stack((columns, rows), axis=-1) * _SHRINK + (_SHRINK - 1) / 2
    free = np.hypot(*np.moveaxis(spots - np.array(middle_xy), -1, 0)) < tuning.DICE_WITHIN_PX
    away = [np.abs((spots - face.centre_xy) @ face.normals[:2].T).max(axis=-1) for face in pair]
    for face, distance in zip(pair, away, strict=True):
        free &= distance > face.edge_px * tuning.BODY_BESIDE_EDGES
    for face, distance in zip(pair, away, strict=True):
        own = np.median(light[distance < face.edge_px * 0.4], axis=0)
        if _like_a_die(_alike(light, own), free, clear, face.edge_px / _SHRINK):
            return True
    return False


def _clear_edges(small: Words) -> npt.NDArray[np.float32]:
    """How clear an edge is at every spot of the shrunk picture, 0 to 1."""
    largest = np.asarray(small.max(axis=2), np.float32)
    x, y = cv2.Sobel(largest, cv2.CV_32F, 1, 0), cv2.Sobel(largest, cv2.CV_32F, 0, 1)
    square = np.asarray(x * x + y * y, np.float32)
    return np.asarray(np.sqrt(square / (square + tuning.SLOPE_SOFT**2)), np.float32)


def _alike(light: npt.NDArray[np.float32], own: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Where the picture has a colour, in light or shade."""
    total, own_total = light.sum(axis=-1) + 1e-3, float(own.sum()) + 1e-3
    tint = np.abs(light / total[..., None] - own / own_total).sum(axis=-1)
    share = total / own_total
    # a pale die has no tint of its own to tell it from glow; then its brightness must be alike too
    pale = float(own.max()) / own_total < tuning.BODY_PALE
    darkest = tuning.BODY_PALE_DARKEST if pale else tuning.BODY_DARKEST
    alike: npt.NDArray[np.bool_] = (
        (tint < tuning.BODY_TINT) & (share > darkest) & (share < tuning.BODY_LIGHTEST)
    )
    return alike


def _like_a_die(
    alike: npt.NDArray[np.bool_],
    free: npt.NDArray[np.bool_],
    clear: npt.NDArray[np.float32],
    edge: float,
) -> bool:
    """Whether a patch is as wide as a die may be and ends in clear edges, as no glow does."""
    mask = np.pad((alike & free).astype(np.uint8), 1)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    widest = float(depth.max()) * 2 / edge
    if not tuning.BODY_WIDTH_EDGES < widest < tuning.BODY_WIDEST_EDGES:
        return False
    _, labels = cv2.connectedComponents(mask)
    patch = (labels == labels[np.unravel_index(int(depth.argmax()), depth.shape)]).astype(np.uint8)
    rim = cv2.dilate(patch, _KERNEL) - cv2.erode(patch, _KERNEL)
    around = rim[1:-1, 1:-1] > 0
    # where the search ends says nothing about the patch
    inner = cv2.erode(free.astype(np.uint8), _KERNEL) > 0
    found = clear[around & inner]
    known = found.size > tuning.BODY_RIM_KNOWN * int(around.sum())
    return known and float(found.mean()) > tuning.BODY_RIM_CLEAR


_KERNEL = np.ones((3, 3), np.uint8)
