"""Fit the small nets of `vision.small_nets` in numpy: cross-entropy, Adam, a falling rate."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pi_meyer.vision.small_nets import (
    FIRST_SIZE,
    SECOND_SIZE,
    Floats,
    Net,
    PatchNet,
    places_across,
    windows,
    windows_last,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Slopes = tuple[list[Floats], float]
BATCH = 256
FAST = 1.5e-3
"""Half of the first step; the steps shrink to almost nothing in the end."""


def fit(
    inputs: npt.NDArray[Any],
    answers: npt.NDArray[Any],
    weights: npt.NDArray[Any],
    *,
    hidden: int,
    classes: int,
    epochs: int,
    decay: float,
    seed: int,
    lost: float = 0.0,
) -> Net:
    """Return a net with one hidden layer.

    Args:
        inputs: ``(n, k)``.
        answers: the right class of each, ``(n,)``.
        weights: what each counts for, ``(n,)``.
        hidden: size of the hidden layer.
        classes: number of classes.
        epochs: how often all are seen.
        decay: pull of the weights towards 0.
        seed: of the start and of the order.
        lost: share of the inputs that are blanked while it learns.
    """
    rng = np.random.default_rng(seed)
    mean = inputs.mean(axis=0, dtype=np.float64).astype(np.float32)
    spread = inputs.std(axis=0, dtype=np.float64).astype(np.float32) + np.float32(1e-3)
    right = np.eye(classes, dtype=np.float32)[answers.astype(np.intp)]
    net = _plain_start(rng, inputs.shape[1], hidden, classes)

    def slopes(batch: npt.NDArray[np.intp], share: Floats) -> Slopes:
        rows = (inputs[batch].astype(np.float32) - mean) / spread
        rows *= rng.random((1, rows.shape[1]), np.float32) >= lost
        found, _, loss = _plain_slopes(net, rows, right[batch], share)
        found[0] += np.float32(decay) * net[0]
        found[2] += np.float32(decay) * net[2]
        return found, loss

    _descend(net, slopes, weights, epochs, rng)
    inward = net[0] / spread[:, None]
    return Net(inward=inward, bias=net[1] - mean @ inward, outward=net[2], offset=net[3])


def _descend(
    net: list[Floats],
    slopes: Callable[[npt.NDArray[np.intp], Floats], Slopes],
    weights: npt.NDArray[Any],
    epochs: int,
    rng: np.random.Generator,
) -> None:
    adam, loss = Adam(net), 0.0
    for epoch in range(epochs):
        rate, loss = FAST * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5, 0.0
        for batch in _batches(len(weights), rng):
            share = (weights[batch] / weights[batch].sum()).astype(np.float32)
            found, lesson_loss = slopes(batch, share)
            adam.descend(found, float(rate))
            loss += lesson_loss * len(batch) / len(weights)
    say(f"{len(weights)} lessons, {net[-1].size} classes: loss {loss:.4f}")


class Adam:
    """Kingma and Ba's optimiser, for a list of arrays that it changes in place."""

    def __init__(self, net: list[Floats]) -> None:
        self._net = net
        self._means = [np.zeros_like(part) for part in net]
        self._squares = [np.zeros_like(part) for part in net]
        self._step = 0

    def descend(self, slopes: list[Floats], rate: float) -> None:
        """Take one step down the slopes."""
        self._step += 1
        for i, slope in enumerate(slopes):
            self._means[i] += 0.1 * (slope - self._means[i])
            self._squares[i] += 0.001 * (slope**2 - self._squares[i])
            mean = self._means[i] / (1 - 0.9**self._step)
            square = self._squares[i] / (1 - 0.999**self._step)
            self._net[i] -= rate * mean / (np.sqrt(square) + 1e-8)


def say(line: str) -> None:
    """Print a line at once, for people who wait."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _batches(count: int, rng: np.random.Generator) -> Iterator[npt.NDArray[np.intp]]:
    yield from np.array_split(rng.permutation(count), count // BATCH + 1)


def _plain_start(rng: np.random.Generator, size: int, hidden: int, classes: int) -> list[Floats]:
    return [
        _drawn(rng, (size, hidden), 2 / size),
        np.zeros(hidden, np.float32),
        _drawn(rng, (hidden, classes), 1 / hidden),
        np.zeros(classes, np.float32),
    ]


def _drawn(rng: np.random.Generator, shape: tuple[int, int], square: float) -> Floats:
    return rng.normal(0, square**0.5, shape).astype(np.float32)


def _plain_slopes(
    net: list[Floats], rows: Floats, right: Floats, share: Floats
) -> tuple[list[Floats], Floats, float]:
    """Slopes of the four parts of a plain net, those of its inputs, and the loss."""
    hidden = np.maximum(rows @ net[0] + net[1], 0)
    scores = hidden @ net[2] + net[3]
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances = scores / scores.sum(axis=1, keepdims=True)
    loss = -float((np.log((chances * right).sum(axis=1) + 1e-9) * share).sum())
    error = (chances - right) * share[:, None]
    back = (error @ net[2].T) * (hidden > 0)
    slopes = [rows.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
    return slopes, back @ net[0].T, loss


def fit_patches(
    patches: npt.NDArray[Any],
    told: Floats,
    answers: npt.NDArray[Any],
    weights: npt.NDArray[Any],
    *,
    sizes: tuple[int, int, int],
    classes: int,
    epochs: int,
    decay: float,
    lost: float,
    seed: int,
    change: Callable[[Floats, np.random.Generator], Floats] | None = None,
) -> PatchNet:
    """Return a net of two convolutions for patches.

    Args:
        patches: ``(n, layers, size, size)``.
        told: what else is known of each, ``(n, k)``.
        answers: the right class of each, ``(n,)``.
        weights: what each counts for, ``(n,)``.
        sizes: kernels of the first and of the second convolution, and size of the hidden layer.
        classes: number of classes.
        epochs: how often all are seen.
        decay: pull of the weights towards 0.
        lost: share of what the convolutions found that is blanked while it learns.
        seed: of the start and of the order.
        change: what may be done to patches ``(m, layers, size, size)`` without a change of class.
    """
    rng = np.random.default_rng(seed)
    layers, size = patches.shape[1:3]
    mean, spread = _spread_of_layers(patches)
    told_mean, told_spread = told.mean(axis=0), told.std(axis=0) + np.float32(1e-3)
    right = np.eye(classes, dtype=np.float32)[answers.astype(np.intp)]
    net = _conv_start(rng, (layers, size, told.shape[1]), sizes, classes)

    def slopes(batch: npt.NDArray[np.intp], share: Floats) -> Slopes:
        rows = patches[batch].astype(np.float32)
        rows = rows if change is None else change(rows, rng)
        rows = (rows - mean[:, None, None]) / spread[:, None, None]
        known = ((told[batch] - told_mean) / told_spread).astype(np.float32)
        found_size = net[4].shape[0] - known.shape[1]
        kept = (rng.random((len(rows), found_size), np.float32) >= lost).astype(np.float32)
        kept /= np.float32(1 - lost)
        found, loss = _conv_slopes(net, (rows, known), right[batch], share, kept)
        for part in (0, 2, 4, 6):
            found[part] += np.float32(decay) * net[part]
        return found, loss

    _descend(net, slopes, weights, epochs, rng)
    return _joined(net, mean, spread, told_mean.astype(np.float32), told_spread.astype(np.float32))


def _spread_of_layers(patches: npt.NDArray[Any]) -> tuple[Floats, Floats]:
    some = patches[:: max(1, len(patches) // 4000)].astype(np.float32)
    return some.mean(axis=(0, 2, 3)), some.std(axis=(0, 2, 3)) + np.float32(1e-3)


def _conv_start(
    rng: np.random.Generator,
    shape: tuple[int, int, int],
    sizes: tuple[int, int, int],
    classes: int,
) -> list[Floats]:
    """The parts of a net that begins; the shape is layers, size and what is told besides."""
    layers, size, told = shape
    one, two = layers * FIRST_SIZE**2, sizes[0] * SECOND_SIZE**2
    across = places_across(places_across(size, FIRST_SIZE), SECOND_SIZE)
    return [
        _drawn(rng, (one, sizes[0]), 2 / one),
        np.zeros(sizes[0], np.float32),
        _drawn(rng, (two, sizes[1]), 2 / two),
        np.zeros(sizes[1], np.float32),
        *_plain_start(rng, across**2 * sizes[1] + told, sizes[2], classes),
    ]


def _conv_slopes(
    net: list[Floats],
    seen: tuple[Floats, Floats],
    right: Floats,
    share: Floats,
    kept: Floats,
) -> Slopes:
    """Slopes of all parts of a net for patches, and the loss.

    Args:
        net: its parts.
        seen: patches ``(n, layers, size, size)`` and what is told ``(n, k)``.
        right: 1 for the right class, ``(n, classes)``.
        share: what each counts for.
        kept: factors of what the convolutions find.
    """
    rows, told = seen
    count, layers, size = rows.shape[:3]
    kernels, more = net[1].size, net[3].size
    seen_1 = rows.reshape(count, -1).take(windows(layers, size, FIRST_SIZE), axis=1)
    seen_1 = seen_1.reshape(-1, net[0].shape[0])
    found_1 = np.maximum(seen_1 @ net[0] + net[1], 0).reshape(count, -1)
    places = windows_last(kernels, places_across(size, FIRST_SIZE), SECOND_SIZE)
    seen_2 = found_1.take(places, axis=1).reshape(-1, net[2].shape[0])
    found_2 = np.maximum(seen_2 @ net[2] + net[3], 0).reshape(count, -1)
    slopes, back, loss = _plain_slopes(
        net[4:], np.column_stack([found_2 * kept, told]), right, share
    )
    back_2 = (back[:, : found_2.shape[1]] * kept * (found_2 > 0)).reshape(-1, more)
    back_seen = (back_2 @ net[2].T).reshape(count, len(places), -1)
    back_1 = np.zeros_like(found_1)
    for at, place in enumerate(places):
        back_1[:, place] += back_seen[:, at]
    back_1 *= found_1 > 0
    back_rows = back_1.reshape(-1, kernels)
    parts = [seen_1.T @ back_rows, back_rows.sum(axis=0), seen_2.T @ back_2, back_2.sum(axis=0)]
    return [*parts, *slopes], loss


def _joined(
    net: list[Floats], mean: Floats, spread: Floats, told_mean: Floats, told_spread: Floats
) -> PatchNet:
    """The net for inputs as they are, without their mean and spread taken out before."""
    each = FIRST_SIZE**2
    first = net[0] / np.repeat(spread, each)[:, None]
    inward = net[4].copy()
    inward[-len(told_mean) :] /= told_spread[:, None]
    return PatchNet(
        first=first,
        first_bias=net[1] - np.repeat(mean, each) @ first,
        second=net[2],
        second_bias=net[3],
        last=Net(
            inward=inward,
            bias=net[5] - told_mean @ inward[-len(told_mean) :],
            outward=net[6],
            offset=net[7],
        ),
    )
