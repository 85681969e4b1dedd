"""OpenCV's filters on float pictures, with the types that numpy has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import FloatArray


def blurred(picture: FloatArray, sigma_px: float) -> FloatArray:
    """The picture after a Gaussian blur."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.float32)


def resized(picture: FloatArray, size_wh: tuple[int, int]) -> FloatArray:
    """The picture in another size: averaged when it shrinks, interpolated when it grows."""
    shrinks = size_wh[0] < picture.shape[1]
    way = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size_wh, interpolation=way), np.float32)


def widely_blurred(picture: FloatArray, sigma_px: float) -> FloatArray:
    """The picture after a Gaussian blur, on fewer pixels where it is wide."""
    shrink = 1 if sigma_px < 2.5 else 2 if sigma_px < 6 else 4
    if shrink == 1:
        return blurred(picture, sigma_px)
    height, width = picture.shape[:2]
    small = resized(picture, (width // shrink, height // shrink))
    return resized(blurred(small, sigma_px / shrink), (width, height))


def thrice(plane: FloatArray) -> FloatArray:
    """A plane (height, width) as a picture of three equal channels; numpy's broadcast is slow."""
    return np.asarray(cv2.merge([plane, plane, plane]), np.float32)


def add_grey(canvas: FloatArray, plane: FloatArray) -> None:
    """Add a plane of colourless light to a picture (height, width, 3), in place."""
    cv2.add(canvas, thrice(plane), dst=canvas)


def dim(canvas: FloatArray, plane: FloatArray) -> None:
    """Multiply a picture (height, width, 3) by a plane, in place."""
    cv2.multiply(canvas, thrice(plane), dst=canvas)
