"""Pictures of the calibration card as a camera with known geometry sees it."""

from __future__ import annotations

import functools

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.card import black_rects_mm
from pi_meyer.vision.plate import apply_homography, straighten

FloatArray = npt.NDArray[np.float64]
SHEET_PX_PER_MM = 12
SHEET_MM = 110


def geometry(seed: int) -> tuple[FloatArray, float]:
    """Return millimetres to straightened pixels ``(3, 3)``, and a lens."""
    rng = np.random.default_rng(seed)
    turn, scale = rng.uniform(0, 2 * np.pi), rng.uniform(3.8, 5.0)
    matrix = np.array(
        [
            [scale * np.cos(turn), -scale * np.sin(turn), 320 + rng.uniform(-10, 10)],
            [scale * np.sin(turn), scale * np.cos(turn), 240 + rng.uniform(-10, 10)],
            [rng.uniform(-4e-4, 4e-4), rng.uniform(-4e-4, 4e-4), 1.0],
        ]
    )
    return matrix, float(rng.uniform(-0.05, 0.12))


def card_picture(
    matrix: FloatArray,
    k1: float,
    *,
    noise: float = 3.0,
    blur_px: float = 0.9,
    size_wh: tuple[int, int] = (640, 480),
) -> npt.NDArray[np.uint8]:
    """Return the card's picture, twice oversampled, softened, with sensor noise."""
    fine = 2
    y, x = np.mgrid[: size_wh[1] * fine, : size_wh[0] * fine]
    pixels = np.stack([x.ravel(), y.ravel()], axis=1).astype(np.float64)
    places = np.asarray((pixels + 0.5) / fine - 0.5, dtype=np.float64)
    to_card = np.asarray(np.linalg.inv(matrix), dtype=np.float64)
    on_card = apply_homography(to_card, straighten(places, size_wh, k1))
    source = ((on_card + SHEET_MM / 2) * SHEET_PX_PER_MM - 0.5).astype(np.float32)
    shape = (size_wh[1] * fine, size_wh[0] * fine)
    columns, rows = source[:, 0].reshape(shape), source[:, 1].reshape(shape)
    grey = cv2.remap(_sheet(), columns, rows, cv2.INTER_LINEAR, borderValue=(60,))
    small = cv2.resize(grey, size_wh, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), blur_px).astype(np.float64)[:, :, None]
    noisy = soft + np.random.default_rng(1).normal(0, noise, (*soft.shape[:2], 3))
    return np.clip(noisy, 0, 255).astype(np.uint8)


@functools.cache
def _sheet() -> npt.NDArray[np.uint8]:
    side = SHEET_MM * SHEET_PX_PER_MM
    sheet = np.full((side, side), 235, dtype=np.uint8)
    for left, top, width, height in black_rects_mm():
        x0, x1 = (round((x + SHEET_MM / 2) * SHEET_PX_PER_MM) for x in (left, left + width))
        y0, y1 = (round((y + SHEET_MM / 2) * SHEET_PX_PER_MM) for y in (top, top + height))
        sheet[y0:y1, x0:x1] = 20
    return sheet
