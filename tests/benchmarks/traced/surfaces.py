"""Flat maps that the tracer looks up: dirt on the window, the ceiling, and the paints' table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.simulation.dice_model import face_values
from pi_meyer.simulation.setting import Mark, MarkKind
from tests.benchmarks.traced.solids import ColourRGB, Matter, Paint

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import ColourBGR, Die
    from tests.benchmarks.traced.scenery import Cast

FloatMap = npt.NDArray[np.float32]

DIRT_SIZE = 1024
DIRT_PX_PER_MM = 8.0
"""The window's map: 128 mm square, its middle the window's."""

SKY_SIZE = 512
"""The ceiling's map: the upper half-sphere in stereographic projection."""

_CUP_GAIN = 4.5
_SCUFFS = 0.03
"""White light that a clear die's scuffed faces scatter."""
_SKIN: ColourRGB = (0.40, 0.24, 0.17)
_BITS = 4
_ONE = 1 << _BITS


def paints(cast: Cast) -> list[Paint]:
    """The table: six rows a die, then the cup, the skin and the hair."""
    rows: list[Paint] = []
    for die in cast.scene.dice:
        rows += _die_paints(die, cast)
    cup = cast.scene.setting.cup
    gloss = cup.material.gloss if cup is not None else 0.0
    colour = _rgb(cup.material.colour, _CUP_GAIN) if cup is not None else (0.1, 0.1, 0.1)
    rows.append(Paint(body=colour, sheen=0.04 * min(1.0, 2 * gloss), roughness=0.42 - 0.2 * gloss))
    chance = np.random.default_rng(cast.seed + 5)
    tone, dark = chance.uniform(0.25, 1.1), chance.uniform(0.02, 0.1)
    rows.append(Paint(body=_scaled(_SKIN, tone), sheen=0.03, roughness=0.5))
    rows.append(Paint(body=_scaled((1.0, 0.75, 0.6), dark), sheen=0.03, roughness=0.35))
    return rows


def _die_paints(die: Die, cast: Cast) -> list[Paint]:
    """Rows for +x, -x, +y, -y, +z, -z; red paint for 1 and 4 where the style has it."""
    body = _rgb(tuple(b * t for b, t in zip(die.style.body, die.tint, strict=True)))
    clear = die.style.translucency > 0
    if clear:
        body = (body[0] + _SCUFFS, body[1] + _SCUFFS, body[2] + _SCUFFS)
    return [
        Paint(
            body=body,
            pip=_rgb(
                die.style.red_pip if die.style.red_pip and value in (1, 4) else die.style.pip,
                die.paint,
            ),
            sheen=0.04 * min(1.0, 0.3 + die.gloss),
            roughness=0.14 if clear else 0.5 - 0.32 * die.gloss,
            pip_roughness=cast.pip_gloss,
            matter=Matter.CLEAR if clear else Matter.OPAQUE,
        )
        for value in face_values(die.bottom, die.hand)
    ]


def _rgb(bgr: ColourBGR | tuple[float, ...], gain: float = 1.0) -> ColourRGB:
    b, g, r = (min(0.92, v * gain) for v in bgr)
    return (r, g, b)


def _scaled(rgb: ColourRGB, by: float) -> ColourRGB:
    r, g, b = (v * by for v in rgb)
    return (r, g, b)


def dirt(marks: tuple[Mark, ...]) -> FloatMap:
    """Slope in x and y, extra roughness, share scattered, share swallowed: (size, size, 5)."""
    layers = np.zeros((DIRT_SIZE, DIRT_SIZE, 5), np.float32)
    for mark in marks:
        chance = np.random.default_rng(mark.seed)
        match mark.kind:
            case MarkKind.SMUDGE:
                _smudge(layers, chance, mark.strength)
            case MarkKind.SCRATCHES:
                _scratch(layers, chance, mark.strength)
            case MarkKind.DUST:
                _dust(layers, chance, mark.strength)
            case MarkKind.BEER_RING:
                _beer_ring(layers, chance, mark.strength)
            case MarkKind.DROPS:
                _drops(layers, chance)
    return layers


def _spot(chance: np.random.Generator, reach_mm: float) -> tuple[float, float]:
    """A point of the window in pixels of its map."""
    angle, radius = chance.uniform(0, 2 * math.pi), reach_mm * math.sqrt(chance.uniform(0, 1))
    middle = DIRT_SIZE / 2
    return (
        middle + DIRT_PX_PER_MM * radius * math.cos(angle),
        middle + DIRT_PX_PER_MM * radius * math.sin(angle),
    )


def _fixed(at: tuple[float, float]) -> tuple[int, int]:
    return int(at[0] * _ONE), int(at[1] * _ONE)


def _smudge(layers: FloatMap, chance: np.random.Generator, strength: float) -> None:
    """Fingerprints: ridges of grease on a greasy patch."""
    for _ in range(int(chance.integers(1, 4))):
        at, turn = _spot(chance, 34), chance.uniform(0, 180)
        ridges = np.zeros(layers.shape[:2], np.float32)
        for ring in range(3, 60, 5):
            axes = (int(ring * 0.8 * _ONE), int(ring * 1.1 * _ONE))
            cv2.ellipse(ridges, _fixed(at), axes, turn, 0, 360, 1.0, 2, cv2.LINE_AA, _BITS)
        patch = np.zeros_like(ridges)
        size = (int(52 * _ONE), int(68 * _ONE))
        cv2.ellipse(patch, _fixed(at), size, turn, 0, 360, 1.0, -1, cv2.LINE_AA, _BITS)
        patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), 12), np.float32)
        grease = patch * (0.35 + 0.65 * ridges) * np.float32(strength * chance.uniform(0.4, 1.2))
        layers[:, :, 2] += 0.05 * grease
        layers[:, :, 3] += 0.012 * grease


def _scratch(layers: FloatMap, chance: np.random.Generator, strength: float) -> None:
    for _ in range(int(chance.integers(4, 18))):
        at, way = _spot(chance, 42), chance.uniform(0, 2 * math.pi)
        length, bend = chance.uniform(30, 260), chance.uniform(-0.3, 0.3)
        points = [at]
        for k in range(6):
            x, y = points[-1]
            turn = way + bend * k / 2
            points.append((x + length / 6 * math.cos(turn), y + length / 6 * math.sin(turn)))
        line = np.zeros(layers.shape[:2], np.float32)
        path = (np.array(points) * _ONE).astype(np.int32)
        cv2.polylines(line, [path], False, 1.0, 1, cv2.LINE_AA, _BITS)
        depth = np.float32(strength * chance.uniform(0.08, 0.4))
        layers[:, :, 3] += depth * line
        layers[:, :, 2] += 0.1 * depth * line


def _dust(layers: FloatMap, chance: np.random.Generator, strength: float) -> None:
    specks = np.zeros(layers.shape[:2], np.float32)
    for _ in range(int(chance.integers(15, 70))):
        size = int(chance.uniform(0.6, 2.4) * _ONE)
        level = float(chance.uniform(0.1, 0.6))
        cv2.circle(specks, _fixed(_spot(chance, 44)), size, level, -1, cv2.LINE_AA, _BITS)
    layers[:, :, 3] += 0.6 * np.float32(strength) * specks
    layers[:, :, 4] += 0.3 * np.float32(strength) * specks


def _beer_ring(layers: FloatMap, chance: np.random.Generator, strength: float) -> None:
    """The dried trace of a wet glass."""
    at, radius = _spot(chance, 38), int(chance.uniform(24, 34) * DIRT_PX_PER_MM * _ONE)
    start, sweep = chance.uniform(0, 360), chance.uniform(200, 360)
    ring = np.zeros(layers.shape[:2], np.float32)
    width = int(chance.integers(5, 13))
    cv2.ellipse(
        ring, _fixed(at), (radius, radius), 0, start, start + sweep, 1.0, width, cv2.LINE_AA, _BITS
    )
    ring = np.asarray(cv2.GaussianBlur(ring, (0, 0), 1.5), np.float32)
    blots = chance.standard_normal((24, 24)).astype(np.float32)
    patches = np.asarray(
        cv2.resize(blots, (DIRT_SIZE, DIRT_SIZE), interpolation=cv2.INTER_CUBIC), np.float32
    )
    ring *= np.clip(0.7 + 0.35 * patches, 0.1, 1.5) * np.float32(strength)
    layers[:, :, 2] += 0.03 * ring
    layers[:, :, 3] += np.float32(chance.uniform(0.02, 0.08)) * ring
    layers[:, :, 4] += 0.05 * ring


def _drops(layers: FloatMap, chance: np.random.Generator) -> None:
    """Caps of water: each is a strong small lens."""
    for _ in range(int(chance.integers(3, 10))):
        x, y = _spot(chance, 42)
        radius = chance.uniform(0.8, 2.8) * DIRT_PX_PER_MM
        x0, y0, reach = int(x), int(y), int(radius) + 2
        rows, columns = np.mgrid[y0 - reach : y0 + reach + 1, x0 - reach : x0 + reach + 1]
        dx, dy = (columns - x) / radius, (rows - y) / radius
        away = np.hypot(dx, dy)
        steep = np.where(away < 1, 1.1 / np.sqrt(1.25 - np.minimum(away, 1) ** 2) - 0.2, 0.0)
        inside = (rows >= 0) & (rows < DIRT_SIZE) & (columns >= 0) & (columns < DIRT_SIZE)
        at = (rows[inside], columns[inside])
        layers[(*at, 0)] -= (steep * dx)[inside].astype(np.float32)
        layers[(*at, 1)] -= (steep * dy)[inside].astype(np.float32)


def sky(cast: Cast) -> FloatMap:
    """Light that comes from above, linear red, green, blue: (size, size, 3)."""
    room, chance = cast.scene.setting.room, np.random.default_rng(cast.scene.setting.room.seed)
    tint = np.array(room.tint[::-1], np.float32)
    view = np.full((SKY_SIZE, SKY_SIZE, 3), 1.0, np.float32) * tint * np.float32(0.7 * room.level)
    slope = chance.uniform(-0.35, 0.35, 2)
    grid = np.linspace(-1, 1, SKY_SIZE, dtype=np.float32)
    view *= np.clip(1 + slope[0] * grid[None] + slope[1] * grid[:, None], 0.2, 2)[:, :, None]
    for _ in range(room.beams):
        view *= _beam(chance)[:, :, None]
    for _ in range(room.lights):
        view += _ceiling_light(chance, room.level)
    return np.asarray(view, np.float32)


def _beam(chance: np.random.Generator) -> FloatMap:
    """A dark or bright band across the ceiling."""
    mask = np.ones((SKY_SIZE, SKY_SIZE), np.float32)
    turn, off = chance.uniform(0, math.pi), chance.uniform(-60, 60)
    way = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-way[1], way[0]])
    middle = SKY_SIZE / 2 + across * off
    first, last = middle - 600 * way, middle + 600 * way
    level, width = float(chance.uniform(0.35, 0.75)), int(chance.uniform(14, 45))
    ends = (int(first[0]), int(first[1])), (int(last[0]), int(last[1]))
    cv2.line(mask, ends[0], ends[1], level, width, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), float(chance.uniform(0.8, 4)))
    return np.asarray(soft, np.float32)


def _ceiling_light(chance: np.random.Generator, level: float) -> FloatMap:
    disc = np.zeros((SKY_SIZE, SKY_SIZE), np.float32)
    at = SKY_SIZE / 2 + chance.normal(0, 55, 2)
    cv2.circle(
        disc,
        _fixed((float(at[0]), float(at[1]))),
        int(chance.uniform(8, 20) * _ONE),
        1.0,
        -1,
        cv2.LINE_AA,
        _BITS,
    )
    disc = np.asarray(cv2.GaussianBlur(disc, (0, 0), float(chance.uniform(1.5, 5))), np.float32)
    bright = (0.4 + 2.5 * level) * chance.uniform(0.6, 1.8)
    tint = np.array([1.0, 1.0, 1.0]) - np.array([0.0, 0.06, 0.2]) * chance.uniform(0, 1)
    return np.asarray(disc[:, :, None] * (bright * tint), np.float32)
