"""From a scene to the picture: dice over the backdrop, dirt, mirror images, lens, sensor."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.backdrop import backdrop, frost_sigma_px, window_cover
from pi_meyer.simulation.die_view import DieLayer, Light, draw_die
from pi_meyer.simulation.dirt import add_marks
from pi_meyer.simulation.distortion import bend
from pi_meyer.simulation.filters import blurred, dim, thrice
from pi_meyer.simulation.lamps import add_images
from pi_meyer.simulation.things import draw_thing

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import FloatArray
    from pi_meyer.simulation.scene import Scene
    from pi_meyer.simulation.setting import Setting

Image = npt.NDArray[np.uint8]
"""A picture, (height, width, 3), BGR, 8 bit."""

_TONES = 4096
_BANK_MARGIN = 64
_BANK_LEVELS = 256.0
_VEIL_LEVEL = 0.75


def render(scene: Scene) -> Image:
    """Draw the scene without sensor noise, (height, width, 3), BGR; the same bytes every time."""
    canvas = backdrop(scene.setting).copy()
    _add_dice(canvas, scene)
    _add_window(canvas, scene.setting)
    soft = blurred(canvas, scene.setting.lens.blur_sigma_px() * scene.blur_gain)
    dim(soft, _vignette(scene.setting.lens.size_wh, round(scene.setting.vignetting, 3)))
    return develop(bend(soft, scene.setting.distortion))


def add_noise(image: Image, scene: Scene, rng: np.random.Generator, *, light: float = 1.0) -> Image:
    """One frame of a still scene: the rendered picture with fresh sensor noise.

    ``light`` is a factor on the grey levels: lamps and exposure differ a little between frames.
    Draws the same two numbers from ``rng`` whatever the scene shows (fairness P1).
    """
    height, width = image.shape[:2]
    x, y = (int(v) for v in rng.integers(0, _BANK_MARGIN, 2))
    if scene.noise_levels <= 0 and light == 1:
        return image.copy()
    noise = _noise_bank((width, height))[y : y + height, x : x + width]
    gain = scene.noise_levels / _BANK_LEVELS
    return np.asarray(cv2.addWeighted(image, light, noise, gain, 0.0, dtype=cv2.CV_8U), np.uint8)


def _add_dice(canvas: FloatArray, scene: Scene) -> None:
    setting = scene.setting
    light = Light(
        lamps=setting.lamps,
        room=setting.room.level if setting.cup is None else 0.0,
        room_tint=setting.room.tint,
        uneven_xy=setting.uneven_xy,
        glints=setting.glints,
        shadow=setting.shadow,
    )
    drawn = [draw_die(die, setting.lens, light) for die in scene.dice]
    drawn += [draw_thing(thing, setting.lens) for thing in scene.things]
    layers = [layer for layer in drawn if layer is not None]
    if not layers:
        return
    pad = 4 + int(6 * setting.plate.roughness * setting.lens.px_per_mm)
    pad += int(max(abs(v) for v in scene.motion_px))
    box = _union(layers, pad, setting.lens.size_wh)
    colour, height_mm = _stack(layers, box)
    colour[:, :, :3] *= np.float32(setting.exposure)
    colour = _move(_frost(colour, height_mm, setting), scene.motion_px)
    x0, y0, x1, y1 = box
    through = window_cover(setting.lens, setting.plate.radius_mm)[y0:y1, x0:x1]
    part = canvas[y0:y1, x0:x1]
    cover = np.ascontiguousarray(colour[:, :, 3]) * through
    part *= thrice(1 - cover)
    part += np.ascontiguousarray(colour[:, :, :3]) * thrice(through)


def _union(layers: list[DieLayer], pad: int, size_wh: tuple[int, int]) -> tuple[int, int, int, int]:
    boxes = np.array([layer.box_xyxy for layer in layers])
    x0, y0 = (max(0, int(v) - pad) for v in boxes[:, :2].min(0))
    x1, y1 = (min(m, int(v) + pad) for v, m in zip(boxes[:, 2:].max(0), size_wh, strict=True))
    return x0, y0, x1, y1


def _stack(layers: list[DieLayer], box: tuple[int, int, int, int]) -> tuple[FloatArray, FloatArray]:
    """Join dice, the nearer before the farther; weighted colour and cover (h, w, 4), and height."""
    x0, y0, x1, y1 = box
    joined = np.zeros((y1 - y0, x1 - x0, 4), np.float32)
    depth = np.full(joined.shape[:2], np.inf, np.float32)
    height = np.zeros(joined.shape[:2], np.float32)
    for layer in layers:
        left, upper, right, lower = layer.box_xyxy
        at = np.s_[upper - y0 : lower - y0, left - x0 : right - x0]
        new = np.concatenate([layer.colour, np.ones_like(layer.colour[:, :, :1])], 2)
        new *= layer.alpha[:, :, None]
        old, nearer = joined[at], layer.depth < depth[at]
        before = new + old * (1 - new[:, :, 3:])
        behind = old + new * (1 - old[:, :, 3:])
        joined[at] = np.where(nearer[:, :, None], before, behind)
        height[at] = np.where(nearer & (layer.alpha > 0), layer.height_mm, height[at])
        depth[at] = np.minimum(depth[at], np.where(layer.alpha > 0.5, layer.depth, np.inf))
    return joined, height


def _frost(colour: FloatArray, height_mm: FloatArray, setting: Setting) -> FloatArray:
    """Blur what stands above a frosted window, the higher the more."""
    rough = setting.plate.roughness
    if rough <= 0:
        return colour
    top_mm = 16.0
    low = blurred(colour, max(0.3, frost_sigma_px(setting.lens, rough, top_mm / 3)))
    high = blurred(colour, max(0.4, frost_sigma_px(setting.lens, rough, top_mm)))
    height = blurred(height_mm, 1.5)[:, :, None]
    first = np.clip(height / np.float32(top_mm / 3), 0, 1)
    second = np.clip((height - np.float32(top_mm / 3)) / np.float32(top_mm * 2 / 3), 0, 1)
    result: FloatArray = colour + (low - colour) * first
    result += (high - result) * second
    return result


def _move(colour: FloatArray, motion_px: tuple[float, float]) -> FloatArray:
    """Smear along the dice's way during the exposure."""
    length = math.hypot(*motion_px)
    if length < 1:
        return colour
    reach = int(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    dx, dy = (v / 2 for v in motion_px)
    one = 1 << 4
    start = (int((reach - dx) * one), int((reach - dy) * one))
    stop = (int((reach + dx) * one), int((reach + dy) * one))
    cv2.line(kernel, start, stop, 1.0, 1, cv2.LINE_8, 4)
    return np.asarray(cv2.filter2D(colour, -1, kernel / kernel.sum()), np.float32)


def _add_window(canvas: FloatArray, setting: Setting) -> None:
    """Dirt, mirror images of the lamps and veiling light, all in the window."""
    add_marks(canvas, setting)
    plate = setting.plate
    add_images(canvas, setting.lens, setting.lamps, plate.roughness, setting.lamp_gain)
    if plate.haze > 0:
        canvas *= np.float32(1 - plate.haze)
        canvas += np.float32(plate.haze * _VEIL_LEVEL * setting.exposure)


@lru_cache(maxsize=32)
def _vignette(size_wh: tuple[int, int], loss: float) -> FloatArray:
    """Light that reaches the sensor, (height, width), 1 in the middle."""
    width, height = size_wh
    x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
    square = x[None] ** 2 + y[:, None] ** 2
    result: FloatArray = (1 / (1 + np.float32(loss) * square) ** 2).astype(np.float32)
    return result


def develop(linear: FloatArray) -> Image:
    """Linear light to 8 bit with the usual tone curve."""
    np.clip(linear, 0, 1, out=linear)
    linear *= _TONES - 1
    result: Image = _tone_curve().take(linear.astype(np.uint16))
    return result


@lru_cache(maxsize=1)
def _tone_curve() -> Image:
    """The sRGB curve for 4096 linear levels."""
    linear = np.arange(_TONES) / (_TONES - 1)
    curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    result: Image = np.rint(curved * 255).astype(np.uint8)
    return result


@lru_cache(maxsize=2)
def _noise_bank(size_wh: tuple[int, int]) -> npt.NDArray[np.int16]:
    """Noise of a mosaic sensor after colour interpolation, deviation 256, with a margin."""
    width, height = (v + _BANK_MARGIN for v in size_wh)
    chance = np.random.default_rng(20)
    raw = chance.standard_normal((height, width)).astype(np.float32)
    kernel = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]], np.float32) / 4
    planes = []
    for sites in (((0, 0),), ((0, 1), (1, 0)), ((1, 1),)):
        seen = np.zeros_like(raw)
        for row, column in sites:
            seen[row::2, column::2] = raw[row::2, column::2]
        plane = cv2.filter2D(seen, -1, kernel / len(sites))
        planes.append(plane / plane.std() * _BANK_LEVELS)
    result: npt.NDArray[np.int16] = np.rint(np.stack(planes, 2)).astype(np.int16)
    return result
