"""The box's round window as seen from above: bare, or with the calibration card on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display import shapes
from pi_meyer.display.colours import INK, IVORY_LIGHT, QUIET, STITCH

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio

CARD_SHARE, MARK_SHARE = 0.86, 0.11
"""The card's width and a mark's, of the window's."""
MARKS_AT = (
    *((-0.11, -0.33), (0.11, -0.33)),
    *((-0.26, -0.14), (0.0, -0.14), (0.26, -0.14)),
    *((-0.33, 0.06), (-0.11, 0.06), (0.11, 0.06), (0.33, 0.06)),
    *((-0.22, 0.26), (0.0, 0.26), (0.22, 0.26)),
)
"""Twelve marks, in window widths from the middle: a drawing, not the card's measures."""


@dataclass(frozen=True, slots=True)
class WindowSeen:
    """The window, ``edge`` u high; with the card, or without anything."""

    edge: float
    card: bool

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        edge = self.edge
        middle = (edge / 2, edge / 2)
        sheet = studio.square_paint(edge, edge)
        sheet.shape(lambda x, y: shapes.disc(x, y, middle, edge / 2 - 1), STITCH)
        sheet.shape(lambda x, y: shapes.disc(x, y, middle, edge / 2 - 4), QUIET)
        if not self.card:
            return sheet.surface()
        sheet.shape(lambda x, y: shapes.disc(x, y, middle, edge * CARD_SHARE / 2), IVORY_LIGHT)
        size = edge * MARK_SHARE
        for across, down in MARKS_AT:
            _mark(sheet, (middle[0] + across * edge, middle[1] + down * edge), size)
        return sheet.surface()


def _mark(sheet: Paint, middle: shapes.Point, size: float) -> None:
    left, top = middle[0] - size / 2, middle[1] - size / 2
    window = sheet.window(left, top, left + size, top + size)
    sheet.shape(lambda x, y: shapes.box(x, y, (left, top), (size, size), 0.0), INK, window=window)
