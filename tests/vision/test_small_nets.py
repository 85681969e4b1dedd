"""The small nets calculate what they should, and learn."""

from __future__ import annotations

import numpy as np
import pytest

from pi_meyer.vision.small_nets import Floats, Net, PatchNet, numbers_of, stored_patch_net
from tests.benchmarks.net_fitting import fit, fit_patches


def _random_net(rng: np.random.Generator) -> PatchNet:
    def drawn(*shape: int) -> Floats:
        return rng.normal(0, 0.3, shape).astype(np.float32)

    last = Net(inward=drawn(4 * 5 + 3, 6), bias=drawn(6), outward=drawn(6, 2), offset=drawn(2))
    return PatchNet(
        first=drawn(2 * 16, 3),
        first_bias=drawn(3),
        second=drawn(3 * 9, 5),
        second_bias=drawn(5),
        last=last,
    )


def _slowly(net: PatchNet, patch: Floats, told: Floats) -> Floats:
    """The same by loops over every place, for one patch ``(2, 12, 12)``."""
    one = np.zeros((5, 5, 3), np.float32)
    for y in range(5):
        for x in range(5):
            seen = patch[:, 2 * y : 2 * y + 4, 2 * x : 2 * x + 4].ravel()
            one[y, x] = np.maximum(seen @ net.first + net.first_bias, 0)
    two = np.zeros((2, 2, 5), np.float32)
    for y in range(2):
        for x in range(2):
            seen = one[2 * y : 2 * y + 3, 2 * x : 2 * x + 3].transpose(2, 0, 1).ravel()
            two[y, x] = np.maximum(seen @ net.second + net.second_bias, 0)
    hidden = np.concatenate([two.ravel(), told]) @ net.last.inward + net.last.bias
    return np.asarray(np.maximum(hidden, 0) @ net.last.outward + net.last.offset, np.float32)


def test_two_convolutions_are_what_loops_over_all_places_give() -> None:
    """The fast way and the plain way agree for every patch."""
    rng = np.random.default_rng(3)
    net = _random_net(rng)
    patches = rng.normal(0, 1, (4, 2, 12, 12)).astype(np.float32)
    told = rng.normal(0, 1, (4, 3)).astype(np.float32)
    slow = np.stack([_slowly(net, one, known) for one, known in zip(patches, told, strict=True)])
    assert np.allclose(net.scores(patches, told), slow, atol=1e-4)


def test_patches_side_by_side_score_as_each_by_itself() -> None:
    """Patches that share what the convolutions find have the same scores as one by one."""
    rng = np.random.default_rng(7)
    net = _random_net(rng)
    seen = rng.normal(0, 1, (2, 20, 20)).astype(np.float32)
    asked = np.array([0, 0, 1, 4]), np.array([0, 3, 2, 4])
    told = rng.normal(0, 1, (4, 3)).astype(np.float32)
    corners = zip(2 * asked[0], 2 * asked[1], strict=True)
    patches = [seen[:, y : y + 12, x : x + 12] for y, x in corners]
    alone = net.scores(np.stack(patches), told)
    assert np.allclose(net.scores_everywhere(seen, 12, asked, told), alone, atol=1e-4)


def test_a_net_is_stored_and_found_again() -> None:
    """What is written as arrays gives the same net, to 16 bits."""
    rng = np.random.default_rng(4)
    net = _random_net(rng)
    patches = rng.normal(0, 1, (4, 2, 12, 12)).astype(np.float32)
    told = np.zeros((4, 3), np.float32)
    again = stored_patch_net(numbers_of("some", net), "some")
    assert np.allclose(net.scores(patches, told), again.scores(patches, told), atol=0.02)


@pytest.mark.parametrize("inverted", [False, True])
def test_patches_with_a_bar_are_told_by_its_way(inverted: bool) -> None:
    """After a few lessons with noise, lying and standing bars are told apart in new noise."""
    rng = np.random.default_rng(5)
    patches = rng.normal(20, 6, (1200, 2, 12, 12)).astype(np.float32)
    answers = np.arange(1200) % 2
    patches[answers == 0, :, 5:7] += -12 if inverted else 12
    patches[answers == 1, :, :, 5:7] += -12 if inverted else 12
    told, weights = np.zeros((1200, 1), np.float32), np.ones(1000)
    net = fit_patches(
        patches[:1000],
        told[:1000],
        answers[:1000],
        weights,
        sizes=(4, 6, 8),
        classes=2,
        epochs=12,
        decay=1e-4,
        lost=0.1,
        seed=1,
    )
    named = net.scores(patches[1000:], told[1000:]).argmax(axis=1)
    assert (named == answers[1000:]).mean() > 0.95


def test_a_plain_net_learns_what_no_line_divides() -> None:
    """Whether two numbers have the same sign is learned from lessons."""
    rng = np.random.default_rng(6)
    inputs = rng.normal(0, 1, (1500, 2)).astype(np.float32)
    answers = inputs[:, 0] * inputs[:, 1] > 0
    net = fit(
        inputs[:1200],
        answers[:1200],
        np.ones(1200),
        hidden=16,
        classes=2,
        epochs=200,
        decay=1e-5,
        seed=1,
    )
    named = net.scores(inputs[1200:]).argmax(axis=1)
    assert (named == answers[1200:]).mean() > 0.95
