"""Which pictures a set holds: kinds as the shared pictures do, every other one with near lamps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.traced.scenery import KIND_SHARES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.simulation.scene import SceneKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One picture to make.

    Attributes:
        number: from 1.
        kind: of the scene.
        near: whether the lamp ring is so near the lens that its images lie on the dice.
    """

    number: int
    kind: SceneKind
    near: bool

    @property
    def file(self) -> str:
        """The picture's name in its folder."""
        return f"frame-{self.number:03d}.jpg"


def planned(
    count: int, seed: int, only: Sequence[SceneKind] = (), *, all_near: bool = False
) -> tuple[Task, ...]:
    """The tasks of a set, mixed, so that a set that was broken off is balanced as well.

    Args:
        count: how many.
        seed: of the order.
        only: kinds to keep to; all of them where none is named.
        all_near: lamps near the lens in all of them, not in every other one of a kind.
    """
    wanted = only or tuple(KIND_SHARES)
    kinds = [kind for kind, share in KIND_SHARES.items() for _ in range(share) if kind in wanted]
    rng = np.random.default_rng(seed)
    order: list[SceneKind] = []
    while len(order) < count:
        order += [kinds[k] for k in rng.permutation(len(kinds))]
    seen: dict[SceneKind, int] = {}
    tasks = []
    for number, kind in enumerate(order[:count], 1):
        seen[kind] = seen.get(kind, -1) + 1
        near = all_near or seen[kind] % 2 == 1
        tasks.append(Task(number=number, kind=kind, near=near))
    return tuple(tasks)
