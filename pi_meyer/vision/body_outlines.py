"""The outline of a square body, traced finely: where its sides lie, whether they are straight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.planes import sample

if TYPE_CHECKING:
    from pi_meyer.vision.planes import Planes

Floats = npt.NDArray[np.float32]
Waves = npt.NDArray[np.complex64]

SHRINK = 4
"""Every fourth pixel of the picture is looked at, in both directions, from the second one on."""

_NO_SECOND: Any = None
_OUT_STEP = 0.05
_OUT = np.arange(-14, 15).astype(np.float32) * np.float32(_OUT_STEP)
_ALONG = np.linspace(-0.4, 0.4, 9).astype(np.float32)
_GRID = (_OUT[:, None] + 1j * _ALONG).astype(np.complex64)
_GRIDS = np.stack((_GRID, _GRID * np.complex64(1j)))
"""Points across the first and the second pair of sides, in edges: ``(2, out, along)``."""

_MIDDLE = len(_OUT) // 2
_APART = round(1 / _OUT_STEP)
_PAIRS = np.array(
    [
        (first, first + gap)
        for gap in range(_APART - 1, _APART + 3)
        for first in range(len(_OUT) - gap)
        if abs(first + gap / 2 - _MIDDLE) * _OUT_STEP < 0.2
    ]
)
"""Steps that lie an edge apart, give or take a little, and whose middle lies near."""


def trace_sides(
    parts: Floats, spots: Waves, turns: Waves, edge_px: float
) -> tuple[Waves, Waves, Floats, Floats, Floats, npt.NDArray[np.intp]]:
    """Four sides near there: middles, directions, strengths, share seen, slopes, steps out."""
    rows, pairs = np.arange(len(spots))[:, None, None], np.arange(2)[:, None]
    for last in (False, True):
        there = _around(parts, spots, turns, edge_px)
        profiles = np.abs(np.add.reduce(there[..., 0], axis=-1)) / np.float32(len(_ALONG))
        ends = _PAIRS[np.add.reduce(profiles[..., _PAIRS], axis=-1).argmax(axis=-1)]
        moved = (np.add.reduce(ends, axis=-1) / 2 - _MIDDLE) * _OUT_STEP * edge_px
        spots = (spots + (moved[:, 0] + 1j * moved[:, 1]) * turns).astype(np.complex64)
        if not last:
            turns = turns * _slant(there[rows, pairs, ends])
    lines = there[rows, pairs, ends]
    sides = profiles[rows, pairs, ends].reshape(len(spots), 4)
    seen = lines[..., 2].reshape(len(spots), -1).mean(axis=1)
    return spots, turns, sides, seen, lines[..., :2], ends


def bows_and_fans(lines: Floats, ends: npt.NDArray[np.intp]) -> tuple[Floats, Floats]:
    """How much four sides are bent, and how far their slopes miss one point; see ``Bodies``.

    Args:
        lines: slope across and along two pairs of sides, ``(n, 2, 2, along, 2)``.
        ends: at which step out each side lies, ``(n, 2, 2)``.
    """
    across, beside = lines[..., 0], lines[..., 1]
    turned = (beside * _ALONG).sum(axis=-1) * np.sign(across.sum(axis=-1)) * np.sign(_OUT[ends])
    straight = (np.abs(across) * _ALONG**2).sum(axis=-1) + np.float32(1e-3)
    trust = np.abs(across.mean(axis=-1)) + np.float32(1e-3)
    bows = (turned / straight * trust).sum(axis=(1, 2)) / trust.sum(axis=(1, 2))
    # along the axes of the outline, in edges; the second pair lies a quarter turn further
    quarter = np.array((1, 1j), np.complex64)[:, None, None]
    slopes = ((across + 1j * beside) * quarter).reshape(len(lines), -1)
    places = ((_OUT[ends][..., None] + 1j * _ALONG) * quarter).reshape(len(lines), -1)
    size = np.abs(slopes) + np.float32(1e-6)
    # one point p: the squared misses are sums of weight * Im(conj(way) * (p - place))^2
    normals = 1j * slopes / size
    misses = (normals.conj() * places).real
    pull = (size * misses * normals).sum(axis=1)
    alike, twice = size.sum(axis=1), (size * normals * normals).sum(axis=1)
    point = 2 * (alike * pull - twice * pull.conj())
    point /= alike * alike - np.abs(twice) ** 2 + np.float32(1e-6)
    left = (normals.conj() * point[:, None]).real - misses
    fans = np.sqrt((size * left * left).sum(axis=1) / alike)
    return np.asarray(bows, np.float32), np.asarray(fans, np.float32)


def _around(parts: Floats, spots: Waves, turns: Waves, edge_px: float) -> Floats:
    """Slope across and along the sides, and share seen: ``(n, 2, out, along, 3)``."""
    grids = _GRIDS * (turns * np.float32(edge_px))[:, None, None, None]
    at = ((spots - (1 + 1j))[:, None, None, None] + grids) / np.float32(SHRINK)
    maps = at.astype(np.complex64).view(np.float32).reshape(len(spots), -1, 2)
    found = cv2.remap(parts, maps, _NO_SECOND, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    there = np.asarray(found, np.float32).reshape(*at.shape, 3)
    # the second pair of sides lies a quarter turn further
    ways = np.stack((turns, turns * 1j), axis=1)[:, :, None, None]
    cos, sin = ways.real, ways.imag
    across = there[..., 0] * cos + there[..., 1] * sin
    there[..., 1] = there[..., 1] * cos - there[..., 0] * sin
    there[..., 0] = across
    return there


def _slant(there: Floats) -> Waves:
    """How much further the sides are turned, as complex numbers ``(n,)`` of length 1."""
    slopes = (there[..., 0] + 1j * there[..., 1]).reshape(len(there), -1)
    # taken twice round, a slope counts whatever its sign
    twice = (slopes * slopes).sum(axis=1)
    turn = np.clip(np.angle(twice) / 2, -_MOST_SLANT, _MOST_SLANT)
    slant: Waves = np.exp(1j * turn).astype(np.complex64)
    return slant


_MOST_SLANT = np.pi / 24


def greys_of(planes: Planes, spots: Waves, turns: Waves, edge_px: float) -> Floats:
    """Usual grey level at the brighter side of outlines, ``(n,)``."""
    at = spots[:, None, None] + (turns * np.float32(edge_px))[:, None, None] * _BESIDE
    grey = sample(planes.light_soft, at.view(np.float32).reshape(*at.shape, 2))
    return np.asarray(np.median(grey.max(axis=1), axis=1), np.float32)


_BESIDE = np.stack(
    [
        np.concatenate([(out + 1j * _ALONG) * 1j**side for side in range(4)])
        for out in (0.38, 0.5, 0.62)
    ]
).astype(np.complex64)
"""Points within, on and beyond the four sides, in edges: ``(3, 36)``."""
