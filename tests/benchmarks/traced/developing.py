"""From linear light to the camera's picture: lens, bloom, noise, mosaic, tone curve, JPEG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tests.benchmarks.traced.scenery import Cast

FloatMap = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

JPEG_QUALITY = 95
_FULL_WELL = 4000.0
_BLOOM_SHARES = ((3.0, 0.5), (12.0, 0.3), (45.0, 0.2))


def through_lens(light: FloatMap, cast: Cast) -> FloatMap:
    """Blur of the lens, its bloom round lamps, and dark corners; (height, width, 3) RGB."""
    lit = np.minimum(light, 60.0)
    soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), cast.psf_px), np.float32)
    halo = np.zeros_like(soft)
    small = cv2.resize(np.minimum(lit, 25.0), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    for sigma, share in _BLOOM_SHARES:
        wide = cv2.GaussianBlur(small, (0, 0), sigma / 4)
        grown = cv2.resize(wide, soft.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        halo += np.float32(share) * np.asarray(grown, np.float32)
    soft += np.float32(cast.bloom) * (halo - soft)
    return soft * _vignette(soft.shape, cast.scene.setting.vignetting)


def _vignette(shape: tuple[int, ...], loss: float) -> FloatMap:
    height, width = shape[:2]
    x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
    far2 = x[None] ** 2 + y[:, None] ** 2
    result: FloatMap = (1 / (1 + np.float32(loss) * far2) ** 2).astype(np.float32)
    return result[:, :, None]


def toned(light: FloatMap) -> Image:
    """The usual tone curve; linear RGB to 8 bit BGR without noise."""
    clipped = np.clip(light[:, :, ::-1], 0, 1)
    curved = np.where(
        clipped <= 0.0031308, 12.92 * clipped, 1.055 * np.power(clipped, 1 / 2.4) - 0.055
    )
    result: Image = np.rint(curved * 255).astype(np.uint8)
    return result


def photographed(light: FloatMap, cast: Cast) -> Image:
    """One exposure: shot and read noise on the mosaic, then colours between its sites."""
    rng = np.random.default_rng(cast.seed + 11)
    raw = _mosaic(light)
    noise = cast.scene.noise_levels / 1.45
    spread = noise * np.sqrt(np.clip(raw, 0, 1) / _FULL_WELL * 0.9 + 4.0e-6)
    raw = raw + spread * rng.standard_normal(raw.shape).astype(np.float32)
    levels = np.rint(np.clip(raw, 0, 1) * 65535).astype(np.uint16)
    colour = cv2.cvtColor(levels, cv2.COLOR_BayerRGGB2RGB)
    return toned(colour.astype(np.float32) / 65535)


def _mosaic(light: FloatMap) -> FloatMap:
    """Red at even rows and columns, blue at odd ones, green between."""
    raw = light[:, :, 1].copy()
    raw[0::2, 0::2] = light[0::2, 0::2, 0]
    raw[1::2, 1::2] = light[1::2, 1::2, 2]
    return raw


def jpeg(image: Image) -> bytes:
    """Encoded as the shared pictures are."""
    options = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111]
    _, data = cv2.imencode(".jpg", image, options)
    return data.tobytes()
