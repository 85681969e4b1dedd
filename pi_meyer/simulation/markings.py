"""What is on the faces of a die: pips, rings or numerals, their paint, wear and dents."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.simulation.dice_model import PATTERNS, Die, DieStyle, Hand, Marking, face_values

if TYPE_CHECKING:
    import numpy.typing as npt

    from pi_meyer.simulation.optics import FloatArray

_PIP_SLOPE = 0.75
_RING_HOLE = 0.6
_TILE = 128
_EDGE_MM = 0.14
"""Over this width the paint's edge fades."""


@dataclass(slots=True, kw_only=True)
class Paint:
    """Which paint (0 none, 1 usual, 2 red, 3 large red) and how much of it, 0 to 1."""

    kind: npt.NDArray[np.uint8]
    cover: FloatArray


@lru_cache(maxsize=128)
def _lattice(bottom: int, hand: Hand, style: DieStyle) -> npt.NDArray[np.uint8]:
    """Paint of every cell, shape (6, 3, 3)."""
    cells = np.zeros((6, 3, 3), np.uint8)
    for face, value in enumerate(face_values(bottom, hand)):
        kind = 1
        if style.red_pip is not None and value in (1, 4):
            kind = 3 if value == 1 else 2
        for i, j in PATTERNS[value]:
            cells[face, i + 1, j + 1] = kind
    return cells


def pips(
    face: npt.NDArray[np.int64], u: FloatArray, v: FloatArray, die: Die
) -> tuple[Paint, FloatArray, FloatArray]:
    """Paint and the slope of the dents at surface points."""
    if die.marking is Marking.NUMERALS:
        return _numerals(face, u, v, die)
    step = np.float32(die.pitch * die.edge_mm)
    cells = _lattice(die.bottom, die.hand, die.style)
    many = cells[face, 1, 1] != 3
    i = np.clip(np.rint(u / step), -1, 1) * many
    j = np.clip(np.rint(v / step), -1, 1) * many
    kind = cells[face, i.astype(np.int64) + 1, j.astype(np.int64) + 1]
    radius = np.float32(die.pip_radius * die.edge_mm) * np.where(
        kind == 3, np.float32(die.style.big_one), np.float32(1)
    )
    du, dv = u - i * step, v - j * step
    off = np.sqrt(du * du + dv * dv)
    inside = (kind > 0) * np.clip((radius - off) / np.float32(_EDGE_MM) + 0.5, 0, 1)
    if die.marking is Marking.RINGS:
        hole = np.float32(_RING_HOLE) * radius - off
        inside = inside * (1 - np.clip(hole / np.float32(_EDGE_MM) + 0.5, 0, 1))
    cover = inside.astype(np.float32)
    if die.wear > 0:
        cover = cover * (1 - _worn(u, v, die))
    slope = inside * np.float32(_PIP_SLOPE) / radius
    return Paint(kind=kind, cover=cover), du * slope, dv * slope


def _numerals(
    face: npt.NDArray[np.int64], u: FloatArray, v: FloatArray, die: Die
) -> tuple[Paint, FloatArray, FloatArray]:
    """A printed figure on every face; print has no dents."""
    values = np.array(face_values(die.bottom, die.hand))
    tiles = _figures()
    scale = np.float32(_TILE / die.edge_mm)
    x, y = (np.clip((w * scale + _TILE / 2).astype(np.int64), 0, _TILE - 1) for w in (u, v))
    cover = tiles[values[face], y, x].astype(np.float32) * np.float32(1 / 255)
    if die.wear > 0:
        cover = cover * (1 - _worn(u, v, die))
    none = np.zeros_like(cover)
    return Paint(kind=(cover > 0).astype(np.uint8), cover=cover), none, none


@lru_cache(maxsize=1)
def _figures() -> npt.NDArray[np.uint8]:
    """Tiles (7, 128, 128) of the figures 1 to 6, as large as they are printed on dice."""
    tiles = np.zeros((7, _TILE, _TILE), np.uint8)
    for value in range(1, 7):
        (width, height), _ = cv2.getTextSize(str(value), cv2.FONT_HERSHEY_DUPLEX, 2.6, 7)
        at = ((_TILE - width) // 2, (_TILE + height) // 2)
        cv2.putText(tiles[value], str(value), at, cv2.FONT_HERSHEY_DUPLEX, 2.6, 255, 7, cv2.LINE_AA)
    tiles.flags.writeable = False
    return tiles


def _worn(u: FloatArray, v: FloatArray, die: Die) -> FloatArray:
    """Share of the paint that is gone, 0 to 1."""
    tile = grain()[
        ((v * 9).astype(np.int64) + die.grain_seed * 17) % 256,
        ((u * 9).astype(np.int64) + die.grain_seed * 31) % 256,
    ]
    lost = 0.04 + 0.12 * np.clip(tile, 0, 2.5)
    result: FloatArray = np.clip(die.wear * lost, 0, 0.9).astype(np.float32)
    return result


@lru_cache(maxsize=1)
def grain() -> FloatArray:
    """A tile of smooth noise, 256 x 256, of unit deviation."""
    rough = np.random.default_rng(7).standard_normal((256, 256)).astype(np.float32)
    wide = cv2.GaussianBlur(rough, (0, 0), 3.0, borderType=cv2.BORDER_REFLECT)
    fine = cv2.GaussianBlur(rough[::-1], (0, 0), 1.0, borderType=cv2.BORDER_REFLECT)
    both = wide / wide.std() + 0.7 * fine / fine.std()
    result: FloatArray = (both / both.std()).astype(np.float32)
    return result
