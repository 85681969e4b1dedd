"""The unit of the design and how it becomes pixels and mm (design/screens.md, section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi_meyer.display.panel import Panel

LANDSCAPE_HEIGHT_U = 480.0
PORTRAIT_WIDTH_U = 485.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rect:
    """A rectangle in u, from its upper left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return (self.x + self.w / 2, self.y + self.h / 2)

    def grown(self, dx: float, dy: float | None = None) -> Rect:
        """The same rectangle with that much more on each side (negative: less)."""
        dy = dx if dy is None else dy
        return Rect(x=self.x - dx, y=self.y - dy, w=self.w + 2 * dx, h=self.h + 2 * dy)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def meets(self, other: Rect) -> bool:
        """Whether the two share any area."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def inside(self, other: Rect) -> bool:
        """Whether all of this lies within the other."""
        across = other.x <= self.x and self.right <= other.right
        return across and other.y <= self.y and self.bottom <= other.bottom


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """The picture in u.

    Attributes:
        w: width in u (800 on the official panel, more on longer ones, 485 upright).
        h: height in u (480 across, more upright).
        scale: pixels per u, the same both ways.
        squash: how much narrower a thing must be drawn in pixels to be as wide as high in mm
            (0.93 on the official panel, about 1 elsewhere). For dice, mats and cup, not for text.
        mm_per_u: mm of one u down the picture.
    """

    w: float
    h: float
    scale: float
    squash: float
    mm_per_u: float

    @classmethod
    def of(cls, panel: Panel) -> Canvas:
        """The canvas that fills the panel's picture."""
        width, height = panel.picture_wh
        upright = height > width
        scale = width / PORTRAIT_WIDTH_U if upright else height / LANDSCAPE_HEIGHT_U
        return cls(
            w=width / scale,
            h=height / scale,
            scale=scale,
            squash=panel.px_per_mm_x / panel.px_per_mm_y,
            mm_per_u=scale / panel.px_per_mm_y,
        )

    @property
    def portrait(self) -> bool:
        """Whether the picture is higher than wide."""
        return self.h > self.w

    @property
    def whole(self) -> Rect:
        """All of it."""
        return Rect(x=0.0, y=0.0, w=self.w, h=self.h)

    def px(self, u: float) -> int:
        """A place or length in whole pixels."""
        return round(u * self.scale)

    def square_w(self, edge: float) -> float:
        """The width in u of something that is as wide as high in mm."""
        return edge * self.squash
