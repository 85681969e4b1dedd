"""The dice in use: their size, their colours, and whether their opposite faces sum to 7.

One die lies alone on the window, once with each of its faces up; the person who lays it says which.
What lies below is read as it is seen. A die whose opposite faces do not sum to 7 would be read
wrongly for ever, so it is found out here and refused (design/vision, optics).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from pi_meyer.vision.reading import DieReading, Refusal
from pi_meyer.vision.window_fit import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.vision.plate import Plate

Image = npt.NDArray[np.uint8]
ReadDie = Callable[[Image], DieReading | Refusal]
"""Reads the only die of a picture from below."""

ColourBGR = tuple[float, float, float]

OPPOSITE_SUM: Final = 7

FACES: Final = 6

FACE_SHARE: Final = 0.8
"""Part of the face, about its middle, that colours are taken from: no edge, no side face."""

EDGE_RANGE_MM: Final = (8.0, 30.0)
"""Edges that can be a die's; others mean that the window is calibrated wrongly."""

MOST_EDGE_SPREAD: Final = 0.1
"""Share by which the six sizes may differ before something was laid wrongly."""


class OppositesError(CalibrationError):
    """A die that the box cannot play with, or that was laid wrongly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DieInUse:
    """A die that was examined, opposite faces and all.

    Attributes:
        edge_mm: its size.
        body_bgr: mean colour of its body, 0 to 255.
        pip_bgr: mean colour of its pips.
    """

    edge_mm: float
    body_bgr: ColourBGR
    pip_bgr: ColourBGR

    @property
    def light_pips(self) -> bool:
        """Whether the pips are lighter than the body."""
        return sum(self.pip_bgr) > sum(self.body_bgr)


def examine_die(
    pictures_by_top: Mapping[int, Image],
    plate: Plate,
    read_die: ReadDie,
) -> DieInUse:
    """Return what six pictures of one die tell.

    Args:
        pictures_by_top: for each value 1 to 6 that was up, the picture from below.
        plate: the calibrated window.
        read_die: reads one die from below.

    Raises:
        CalibrationError: a picture is missing or unreadable, sizes differ, or opposite faces do not
            sum to 7; the sentence says which face.
    """
    missing = sorted(set(range(1, FACES + 1)) - set(pictures_by_top))
    if missing:
        raise CalibrationError(
            f"A picture with {missing[0]} on top is missing; lay the die with each face up once."
        )
    seen = {top: _seen(pictures_by_top[top], top, read_die) for top in sorted(pictures_by_top)}
    check_opposites({top: _below(die) for top, die in seen.items()})
    edges = [_edge_mm(die, plate) for die in seen.values()]
    colours = [face_colours(pictures_by_top[top], die) for top, die in seen.items()]
    return DieInUse(
        edge_mm=_one_edge(edges),
        body_bgr=_mean([body for body, _ in colours]),
        pip_bgr=_mean([pip for _, pip in colours]),
    )


def check_face(image: Image, top: int, read_die: ReadDie) -> None:
    """Check one picture of a die: it can be read, and the face below fits the one on top.

    Raises:
        CalibrationError: it cannot, or does not.
    """
    check_opposites({top: _below(_seen(image, top, read_die))})


def check_opposites(below_by_top: Mapping[int, int]) -> None:
    """Check that opposite faces sum to 7.

    Args:
        below_by_top: for each value that was up, the one that was seen from below.

    Raises:
        OppositesError: they do not; the sentence names the pairs.
    """
    wrong = {top: below for top, below in below_by_top.items() if top + below != OPPOSITE_SUM}
    if wrong:
        pairs = ", ".join(f"{top} above {below}" for top, below in sorted(wrong.items()))
        raise OppositesError(
            f"This die's opposite faces do not sum to 7 ({pairs}); the box cannot play with it: "
            "use another die, or lay it again if it was laid wrongly."
        )


def _seen(image: Image, top: int, read_die: ReadDie) -> DieReading:
    answer = read_die(image)
    if isinstance(answer, Refusal):
        named = answer.reason.value.replace("_", " ")
        raise CalibrationError(
            f"The picture with {top} on top cannot be read ({named}); lay the die "
            "flat in the middle, nothing else on the window, and take it again."
        )
    return answer


def _below(die: DieReading) -> int:
    return int(die.top if die.bottom is None else die.bottom)


def _edge_mm(die: DieReading, plate: Plate) -> float:
    corners = plate.to_mm(np.array(die.corners_xy_px))
    sides = corners - np.roll(corners, 1, axis=0)
    return float(np.hypot(sides[:, 0], sides[:, 1]).mean())


def _one_edge(edges_mm: list[float]) -> float:
    edge = float(np.median(edges_mm))
    spread = (max(edges_mm) - min(edges_mm)) / edge
    if not EDGE_RANGE_MM[0] <= edge <= EDGE_RANGE_MM[1] or spread > MOST_EDGE_SPREAD:
        raise CalibrationError(
            f"The die measures {min(edges_mm):.1f} to {max(edges_mm):.1f} mm, which is no die of "
            "one size; calibrate the window with the card first, then lay the die flat."
        )
    return edge


def face_colours(image: Image, die: DieReading) -> tuple[ColourBGR, ColourBGR]:
    """Return the mean colours of a face's body and of its pips, told apart by their grey."""
    corners = np.array(die.corners_xy_px)
    inner = corners.mean(axis=0) + FACE_SHARE * (corners - corners.mean(axis=0))
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.rint(inner).astype(np.int32), (255,))
    pixels = image[mask > 0]
    grey = pixels.mean(axis=1).astype(np.uint8)
    level, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    light, dark = pixels[grey > level], pixels[grey <= level]
    body, pips = (light, dark) if len(light) > len(dark) else (dark, light)
    return _mean(body), _mean(pips if len(pips) else body)


def _mean(colours: npt.ArrayLike) -> ColourBGR:
    blue, green, red = np.asarray(colours, dtype=np.float64).reshape(-1, 3).mean(axis=0)
    return (round(float(blue), 1), round(float(green), 1), round(float(red), 1))
