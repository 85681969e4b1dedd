"""What reading costs: process CPU time of one thread, as ratios in the same run.

To one 5x5 Gaussian blur of the same 640-pixel grey frame, and to the standard recipe
(SimpleBlobDetector with its default thresholds, area 20 to 600 px, circularity 0.7, then DBSCAN
with eps 40 px, min 1).
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.gate import look
from pi_meyer.vision.reader import read_image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Image = npt.NDArray[np.uint8]
_NEAR_PX = 40.0


def cpu_ms(act: Callable[[], object], repeats: int) -> float:
    """Process CPU time of one call in milliseconds: the least of five batches."""
    act()
    best = math.inf
    for _ in range(5):
        start = time.process_time()
        for _ in range(repeats):
            act()
        best = min(best, (time.process_time() - start) / repeats * 1000)
    return best


def standard_recipe() -> Callable[[Image], int]:
    """The standard recipe; its DBSCAN with min 1 is the same as joining all within 40 pixels."""
    blobs: Any = cv2  # the stubs of some versions leave these two names out
    asked = blobs.SimpleBlobDetector_Params()
    asked.filterByArea, asked.minArea, asked.maxArea = True, 20.0, 600.0
    asked.filterByCircularity, asked.minCircularity = True, 0.7
    detector = blobs.SimpleBlobDetector_create(asked)

    def count_dice(grey: Image) -> int:
        return _groups(np.array([spot.pt for spot in detector.detect(grey)], float).reshape(-1, 2))

    return count_dice


def _groups(points: npt.NDArray[np.float64]) -> int:
    """How many groups there are when points within 40 pixels are joined."""
    near = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) <= _NEAR_PX
    seen = np.zeros(len(points), bool)
    groups = 0
    for index in range(len(points)):
        if seen[index]:
            continue
        groups += 1
        queue = [index]
        while queue:
            at = queue.pop()
            seen[at] = True
            queue += [int(one) for one in np.nonzero(near[at] & ~seen)[0]]
    return groups


def speed_lines(pictures: Iterable[Image]) -> list[str]:
    """CPU time of gate, reader and recipe on the pictures, as ratios."""
    recipe = standard_recipe()
    sums: defaultdict[str, float] = defaultdict(float)
    count = 0
    for image in pictures:
        count += 1
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        sums["blur"] += cpu_ms(partial(cv2.GaussianBlur, grey, (5, 5), 0), 20)
        sums["gate, one still picture"] += cpu_ms(partial(look, image), 2)
        sums["reader"] += cpu_ms(partial(read_image, image), 2)
        sums["standard recipe"] += cpu_ms(partial(recipe, grey), 2)
    return [
        f"{name:34} {total / count:8.2f} ms {total / sums['blur']:8.1f} blurs"
        f" {total / sums['standard recipe']:6.2f} recipes"
        for name, total in sums.items()
    ]
