"""Is there a third die of the pair's own colour? Dice of one set look alike, read or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision import tuning
from pi_meyer.vision.planes import LINEAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.planes import Words

Doubles = npt.NDArray[np.float64]

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
    channels = cv2.split(cv2.resize(image, size_wh, interpolation=cv2.INTER_AREA))
    blue, green, red = (np.asarray(channel, np.int16) for channel in channels)
    light = np.stack([LINEAR[channel] for channel in (blue, green, red)])
    clear = _clear_edges(np.maximum(np.maximum(blue, green), red))
    columns, rows = (np.arange(count) * _SHRINK + (_SHRINK - 1) / 2 for count in size_wh)
    free = np.add.outer((rows - middle_xy[1]) ** 2, (columns - middle_xy[0]) ** 2)
    free = free < tuning.DICE_WITHIN_PX**2
    away = [_away(face, columns, rows) for face in pair]
    for face, distance in zip(pair, away, strict=True):
        free &= distance > face.edge_px * tuning.BODY_BESIDE_EDGES
    for face, distance in zip(pair, away, strict=True):
        own = np.median(light[:, distance < face.edge_px * 0.4], axis=1)
        if _like_a_die(_alike(light, own), free, clear, face.edge_px / _SHRINK):
            return True
    return False


def _away(face: Face, columns: Doubles, rows: Doubles) -> Doubles:
    """Half the side of the square round a face on whose rim each spot lies, ``(rows, columns)``."""
    (ax, ay), (bx, by) = face.normals[:2].tolist()
    x, y = columns - float(face.centre_xy[0]), rows - float(face.centre_xy[1])
    away: Doubles = np.maximum(
        np.abs(np.add.outer(y * ay, x * ax)), np.abs(np.add.outer(y * by, x * bx))
    )
    return away


def _clear_edges(largest: Words) -> npt.NDArray[np.float32]:
    """How clear an edge is at every spot of the shrunk largest channel, 0 to 1."""
    whole = largest.astype(np.float32)
    x, y = cv2.Sobel(whole, cv2.CV_32F, 1, 0), cv2.Sobel(whole, cv2.CV_32F, 0, 1)
    square = np.asarray(x * x + y * y, np.float32)
    return np.asarray(np.sqrt(square / (square + tuning.SLOPE_SOFT**2)), np.float32)


def _alike(light: npt.NDArray[np.float32], own: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Where the picture ``(3, rows, columns)`` has a colour, in light or shade."""
    total, own_total = light.sum(axis=0) + 1e-3, float(own.sum()) + 1e-3
    tint = np.abs(light / total - (own / own_total)[:, None, None]).sum(axis=0)
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
    mask = np.zeros((alike.shape[0] + 2, alike.shape[1] + 2), np.uint8)
    mask[1:-1, 1:-1] = alike & free
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
