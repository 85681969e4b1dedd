"""Dirt and damage on the window: smudges, scratches, dust, beer rings, drops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.simulation.filters import add_grey
from pi_meyer.simulation.setting import Mark, MarkKind, Setting

if TYPE_CHECKING:
    from pi_meyer.simulation.optics import FloatArray, Lens

_BITS = 4
_ONE = 1 << _BITS


def add_marks(canvas: FloatArray, setting: Setting) -> None:
    """Put all marks of the window on a linear picture, in place."""
    marks = [mark for mark in setting.plate.marks if mark.strength > 0]
    light = np.zeros(canvas.shape[:2], np.float32)
    for mark in marks:
        if mark.kind is not MarkKind.DROPS:
            layer = _layer(mark, setting.lens)
            strength = mark.strength * setting.exposure / 255
            light += layer * np.float32(strength)
    if marks:
        add_grey(canvas, light)
    for mark in marks:
        if mark.kind is MarkKind.DROPS:
            chance = np.random.default_rng(mark.seed)
            for _ in range(int(chance.integers(3, 9))):
                _drop(canvas, chance, setting.lens, mark.strength)


def _layer(mark: Mark, lens: Lens) -> np.typing.NDArray[np.uint8]:
    """How much light a mark scatters, 0 to 255."""
    chance = np.random.default_rng(mark.seed)
    match mark.kind:
        case MarkKind.SMUDGE:
            return _smudges(chance, lens)
        case MarkKind.SCRATCHES:
            return _scratches(chance, lens)
        case MarkKind.DUST:
            return _dust(chance, lens)
        case MarkKind.BEER_RING:
            return _beer_ring(chance, lens)
        case MarkKind.DROPS:
            return _empty(lens)


def _empty(lens: Lens) -> np.typing.NDArray[np.uint8]:
    return np.zeros((lens.size_wh[1], lens.size_wh[0]), np.uint8)


def _spot(chance: np.random.Generator, lens: Lens, reach_mm: float) -> tuple[float, float]:
    """A random point of the window, in pixels."""
    angle, radius = chance.uniform(0, 2 * math.pi), reach_mm * math.sqrt(chance.uniform(0, 1))
    x, y = lens.project([[radius * math.cos(angle), radius * math.sin(angle), 0.0]])[0]
    return float(x), float(y)


def _smudges(chance: np.random.Generator, lens: Lens) -> np.typing.NDArray[np.uint8]:
    """Fingerprints: nested ridges of grease that scatter a little light."""
    layer = _empty(lens)
    for _ in range(int(chance.integers(1, 4))):
        x, y = _spot(chance, lens, 36)
        turn = chance.uniform(0, 180)
        level = int(chance.uniform(4, 16))
        for ring in range(int(chance.integers(3, 7))):
            axes = (int((6 + 7 * ring) * _ONE), int((9 + 9 * ring) * _ONE))
            start = chance.uniform(0, 360)
            cv2.ellipse(
                layer,
                (int(x * _ONE), int(y * _ONE)),
                axes,
                turn,
                start,
                start + chance.uniform(120, 360),
                level,
                int(chance.integers(2, 5)),
                cv2.LINE_AA,
                _BITS,
            )
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), 1.6), np.uint8)


def _scratches(chance: np.random.Generator, lens: Lens) -> np.typing.NDArray[np.uint8]:
    layer = _empty(lens)
    for _ in range(int(chance.integers(4, 16))):
        x, y = _spot(chance, lens, 42)
        turn, length = chance.uniform(0, 2 * math.pi), chance.uniform(20, 120)
        bend = chance.uniform(-0.3, 0.3)
        points = [(x, y)]
        for k in range(4):
            px, py = points[-1]
            way = turn + bend * k
            points.append((px + length / 4 * math.cos(way), py + length / 4 * math.sin(way)))
        level = int(chance.uniform(10, 45))
        path = (np.array(points) * _ONE).astype(np.int32)
        cv2.polylines(layer, [path], False, level, 1, cv2.LINE_AA, _BITS)
    return layer


def _dust(chance: np.random.Generator, lens: Lens) -> np.typing.NDArray[np.uint8]:
    layer = _empty(lens)
    for _ in range(int(chance.integers(15, 60))):
        x, y = _spot(chance, lens, 44)
        radius = chance.uniform(0.4, 1.3)
        level = int(chance.uniform(10, 70))
        middle = (int(x * _ONE), int(y * _ONE))
        cv2.circle(layer, middle, int(radius * _ONE), level, -1, cv2.LINE_AA, _BITS)
    return layer


def _beer_ring(chance: np.random.Generator, lens: Lens) -> np.typing.NDArray[np.uint8]:
    """The trace of a wet glass: a thin bright arc."""
    layer = _empty(lens)
    x, y = _spot(chance, lens, 40)
    radius = int(chance.uniform(24, 34) * lens.px_per_mm * _ONE)
    start = chance.uniform(0, 360)
    level = int(chance.uniform(10, 32))
    cv2.ellipse(
        layer,
        (int(x * _ONE), int(y * _ONE)),
        (radius, radius),
        0,
        start,
        start + chance.uniform(180, 360),
        level,
        int(chance.integers(4, 9)),
        cv2.LINE_AA,
        _BITS,
    )
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), 1.3), np.uint8)


def _drop(canvas: FloatArray, chance: np.random.Generator, lens: Lens, strength: float) -> None:
    """A drop is a small lens: it shows its surroundings upside down, with a dark rim."""
    x, y = _spot(chance, lens, 42)
    radius = chance.uniform(0.8, 2.4) * lens.px_per_mm
    glare = chance.uniform(0.1, 0.6)
    height, width = canvas.shape[:2]
    x0, x1 = max(0, int(x - radius) - 1), min(width, int(x + radius) + 2)
    y0, y1 = max(0, int(y - radius) - 1), min(height, int(y + radius) + 2)
    if x0 >= x1 or y0 >= y1:
        return
    dx = np.arange(x0, x1, dtype=np.float32)[None] - np.float32(x)
    dy = np.arange(y0, y1, dtype=np.float32)[:, None] - np.float32(y)
    share = np.sqrt(dx * dx + dy * dy) / np.float32(radius)
    bend = np.float32(1.0) - np.float32(2.2 * strength) * np.clip(share, 0, 1)
    seen = cv2.remap(
        canvas,
        np.asarray(x + dx * bend + 0 * dy, np.float32),
        np.asarray(y + dy * bend + 0 * dx, np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    rim = 1 - 0.75 * np.clip((share - 0.55) / 0.4, 0, 1)
    spark = glare * np.exp(
        -((dx + radius * 0.3) ** 2 + (dy + radius * 0.3) ** 2) / (0.03 * radius**2)
    )
    cover = np.clip((1 - share) * np.float32(radius) + 0.5, 0, 1) * np.float32(min(1.0, strength))
    wet = seen * rim[:, :, None] + spark[:, :, None]
    part = canvas[y0:y1, x0:x1]
    part += (wet - part) * cover[:, :, None]
