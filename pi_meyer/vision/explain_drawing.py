"""Drawing for those who look at a reading: enlarged pictures under a band of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.planes import Bytes, Reals

Colour = tuple[int, int, int]
"""Blue, green, red."""

GREEN: Final[Colour] = (90, 220, 80)
RED: Final[Colour] = (80, 90, 255)
YELLOW: Final[Colour] = (0, 220, 250)
BLUE: Final[Colour] = (255, 180, 70)
GREY: Final[Colour] = (170, 170, 170)
WHITE: Final[Colour] = (255, 255, 255)
BLACK: Final[Colour] = (0, 0, 0)

WIDTH_PX: Final = 1280
"""Width of every picture: a common screen shows it whole."""

MOST_HEIGHT_PX: Final = 1920

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_TEXT: Final = 0.75
_LINE_PX: Final = 30
_SMALL: Final = 0.55
_INDENT_PX: Final = 14

Line = tuple[str, Colour]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """An enlarged picture that can be drawn on.

    Attributes:
        picture: ``(height, width, 3)``, BGR.
        scale: its pixels for one of the picture that was enlarged.
        corner_xy: the pixel of that picture from which points are counted.
    """

    picture: Bytes
    scale: float
    corner_xy: tuple[float, float]

    def at(self, xy: Reals) -> tuple[int, int]:
        """Where a point lies on the sheet."""
        x, y = (float(xy[axis]) + self.corner_xy[axis] + 0.5 for axis in (0, 1))
        return round(x * self.scale - 0.5), round(y * self.scale - 0.5)

    def outline(self, corners_xy: Reals, colour: Colour, *, thick: int = 2) -> None:
        """Draw a closed line through points ``(n, 2)``."""
        points = np.array([self.at(xy) for xy in corners_xy], np.int32)
        cv2.polylines(self.picture, [points], isClosed=True, color=colour, thickness=thick)

    def ring(self, xy: Reals, radius_px: int, colour: Colour, *, thick: int = 1) -> None:
        """Draw a circle whose radius is in pixels of the sheet."""
        cv2.circle(self.picture, self.at(xy), radius_px, colour, thick)

    def cross(self, xy: Reals, colour: Colour) -> None:
        """Draw a small cross."""
        cv2.drawMarker(self.picture, self.at(xy), colour, cv2.MARKER_CROSS, 12, 2)

    def label(self, xy: Reals, words: str, colour: Colour) -> None:
        """Write words on a dark ground, their left end a little beside a point."""
        x, y = self.at(xy)
        small_label(self.picture, (x + 8, y), words, colour)


def enlarged(image: Bytes, corner_xy: tuple[float, float] = (0.0, 0.0)) -> Sheet:
    """Return a picture as wide as a screen (a tall one lower than that) to be drawn on."""
    height, width = image.shape[:2]
    scale = min(WIDTH_PX / width, MOST_HEIGHT_PX / height)
    size_wh = (max(1, round(width * scale)), max(1, round(height * scale)))
    picture = cv2.resize(image, size_wh, interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    return Sheet(picture=picture, scale=scale, corner_xy=corner_xy)


def small_label(picture: Bytes, left_xy: tuple[int, int], words: str, colour: Colour) -> None:
    """Write a few words on a dark ground; what would leave the picture is moved in."""
    (width, height), _ = cv2.getTextSize(words, _FONT, _SMALL, 1)
    x = max(2, min(left_xy[0], picture.shape[1] - width - 4))
    y = max(height + 4, min(left_xy[1], picture.shape[0] - 6))
    cv2.rectangle(picture, (x - 3, y - height - 4), (x + width + 3, y + 5), BLACK, -1)
    cv2.putText(picture, words, (x, y), _FONT, _SMALL, colour, 1, cv2.LINE_AA)


def with_words(picture: Bytes, title: str, lines: Sequence[Line] = ()) -> Bytes:
    """Return the picture under a dark band with a title and lines, wrapped to its width."""
    width = max(WIDTH_PX, picture.shape[1])
    wrapped = [(part, colour) for line, colour in lines for part in _wrapped(line, width)]
    band = text_block([(title, WHITE), *wrapped], width)
    wide = np.zeros((picture.shape[0], width, 3), np.uint8)
    wide[:, : picture.shape[1]] = picture
    return np.concatenate([band, wide])


def text_block(lines: Sequence[Line], width_px: int) -> Bytes:
    """Return lines of words on a dark ground."""
    block = np.full((_LINE_PX * len(lines) + 14, width_px, 3), 24, np.uint8)
    for row, (words, colour) in enumerate(lines):
        at = (_INDENT_PX, _LINE_PX * (row + 1) - 4)
        cv2.putText(block, words, at, _FONT, _TEXT, colour, 1, cv2.LINE_AA)
    return block


def _wrapped(words: str, width_px: int) -> list[str]:
    """Break a line where it would leave the picture."""
    rows = [""]
    for word in words.split():
        longer = f"{rows[-1]} {word}".strip()
        if _width(longer) <= width_px - 3 * _INDENT_PX or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append("    " + word)
    return rows


def _width(words: str) -> int:
    return int(cv2.getTextSize(words, _FONT, _TEXT, 1)[0][0])
