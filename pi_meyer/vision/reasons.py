"""Why a picture from below is refused: a name that helps the table, found only after the refusal.

Nothing here can turn a refusal into a reading. What is plain is said first: a dark picture, one
out of focus, a window full of dirt. All else is weighed by a small net from the signs of
`reason_signs`; its numbers come from simulated and traced pictures only
(`python -m tests.benchmarks.train_reasons`), never from those that are measured.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.errors import SettingsError
from pi_meyer.vision import tuning
from pi_meyer.vision.planes import as_bytes
from pi_meyer.vision.profiles import models_folder
from pi_meyer.vision.reading import RefusalReason
from pi_meyer.vision.reason_places import Layer, finder_for
from pi_meyer.vision.reason_signs import signs_of
from pi_meyer.vision.small_nets import Floats, Net, PatchNet, stored_net, stored_patch_net

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pi_meyer.vision.judge import Scene
    from pi_meyer.vision.planes import Bytes

MODEL_VERSION: Final = 4
"""Version of the file of numbers."""

NAMED: Final = (
    RefusalReason.NO_DICE,
    RefusalReason.ONE_DIE,
    RefusalReason.THREE_DICE,
    RefusalReason.COCKED,
    RefusalReason.OUT_OF_VIEW,
    RefusalReason.MOTION,
    RefusalReason.GLARE,
    RefusalReason.HAND,
)
"""The net's classes in order; glare stands for two flat dice in view of which a pip is not."""

_SHRINK: Final = 4
_AROUND: Final = np.ones((7, 7), np.uint8)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Nets:
    """What was learned in one training: two looks for places, and the net that weighs the signs."""

    looks: tuple[PatchNet, PatchNet]
    reason: Net


def reason_of(scene: Scene, image: Bytes, corner_xy: tuple[int, int]) -> RefusalReason:
    """Name why a picture is refused.

    Args:
        scene: what was found in the part of the picture round the window.
        image: the whole picture at working size.
        corner_xy: the first pixel of that part in the whole picture.
    """
    finder = finder_for((image.shape[1], image.shape[0]))
    shown = finder.show(image)
    if _is_dark(shown.grid[Layer.LARGEST][finder.under_cup]):
        return RefusalReason.DARK
    if _specks(scene) > tuning.DIRTY_SPECKS:
        return RefusalReason.DIRTY_WINDOW

    def ask(nets: Nets) -> Floats:
        signs = signs_of(scene, finder.look_twice(shown, nets.looks), image, corner_xy)
        chances: Floats = nets.reason.chances(signs[None])[0]
        return chances

    chances = agreed(shipped_nets(), ask)
    named = NAMED[int(chances.argmax())]
    steep = np.count_nonzero(shown.grid[Layer.STEEPEST] > tuning.SHARP_SURELY)
    if steep > tuning.SHARP_SPOTS:
        return named
    # the inside of an empty cup behind frost has soft edges only
    empty = chances[NAMED.index(RefusalReason.NO_DICE)] > tuning.BLURRED_EMPTY
    limit = tuning.BLURRED_SURELY if empty else tuning.BLURRED_SHARPNESS
    return RefusalReason.BLURRED if _is_blurred(image, limit) else named


def agreed(trained: Sequence[Nets], ask: Callable[[Nets], Floats]) -> Floats:
    """The chances of all reasons by the first nets, and where these are unsure by all on average.

    Each errs in its own way, so that together they err less.

    Args:
        trained: nets, those first that are asked first.
        ask: gives the chances of all reasons, ``(reasons,)``, by some nets.
    """
    first, *others = trained
    chances = ask(first)
    if chances.max() > tuning.REASON_SURE:
        return chances
    for nets in others:
        chances = chances + ask(nets)
    return chances / np.float32(len(trained))


def _is_dark(roots: npt.NDArray[np.float32]) -> bool:
    """Whether nothing is light enough to be seen, by roots of grey levels."""
    return _quantile(roots, tuning.DARK_SHARE) ** 2 < tuning.DARK_GREY


def _is_blurred(image: Bytes, limit: float) -> bool:
    """Whether something is there, but nothing of it is sharper than the limit."""
    height, width = image.shape[:2]
    size_wh = (max(8, width // _SHRINK), max(8, height // _SHRINK))
    # twice by two takes a quarter of the time of once by four
    half_wh = (max(8, width // 2), max(8, height // 2))
    half = cv2.resize(image, half_wh, interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(cv2.resize(half, size_wh, interpolation=cv2.INTER_AREA))
    planes = (
        cv2.max(cv2.max(blue, green), red),
        cv2.min(cv2.min(blue, green), red),
    )
    asked = _window(size_wh)
    return 0 < max(_sharpness(as_bytes(plane), asked) for plane in planes) < limit


@functools.lru_cache(maxsize=4)
def _window(size_wh: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Where dice can lie in the small picture."""
    columns, rows = (np.arange(size) - (size - 1) / 2 for size in size_wh)
    near: npt.NDArray[np.bool_] = np.hypot(rows[:, None], columns) < tuning.DICE_WITHIN_PX / _SHRINK
    return near


def _quantile(values: npt.NDArray[np.generic], share: float) -> float:
    if not values.size:
        return 0.0
    return float(
        np.partition(values, int(share * (values.size - 1)))[int(share * (values.size - 1))]
    )


def _sharpness(plane: Bytes, asked: npt.NDArray[np.bool_]) -> float:
    """The steepest slopes for each pixel as a share of the contrast around; 0 without contrast."""
    contrast = cv2.subtract(cv2.dilate(plane, _AROUND), cv2.erode(plane, _AROUND))
    asked = asked & np.asarray(contrast > tuning.SHARP_CONTRAST_GREY)
    if np.count_nonzero(asked) < tuning.SHARP_SPOTS:
        return 0.0
    x, y = cv2.spatialGradient(plane)
    slopes = np.hypot(x[asked].astype(np.float32), y[asked].astype(np.float32)) / 8
    return _quantile(slopes / contrast[asked].astype(np.float32), tuning.SHARP_SHARE)


def _specks(scene: Scene) -> int:
    """How many clear spots of both kinds lie where dice can lie."""
    middle = np.array(scene.middle_xy, np.float32)
    count = 0
    for blobs in scene.blobs:
        away = np.hypot(*(blobs.centres - middle).T)
        clear = (away < tuning.DICE_WITHIN_PX) & (blobs.steps > tuning.SPECK_STEP_GREY)
        count += int(np.count_nonzero(clear))
    return count


@functools.cache
def shipped_nets() -> tuple[Nets, ...]:
    """Return the nets that come with the program, those first that are asked first.

    Raises:
        SettingsError: the file is missing or of another version.
    """
    source = models_folder() / "reasons" / "reasons.npz"
    if not source.is_file():
        raise SettingsError("models/reasons/reasons.npz is missing; install the program again.")
    with source.open("rb") as file, np.load(file, allow_pickle=False) as stored:
        if int(stored["version"]) != MODEL_VERSION:
            raise SettingsError("models/reasons/reasons.npz is of another version; install again.")
        return tuple(_stored(stored, number) for number in range(int(stored["trained"])))


def _stored(numbers: Mapping[str, npt.NDArray[np.generic]], number: int) -> Nets:
    first, closer = (stored_patch_net(numbers, f"{name}_{number}") for name in ("first", "closer"))
    return Nets(looks=(first, closer), reason=stored_net(numbers, f"reason_{number}"))
