"""The colours by their roles, and the contrast between two (design/screens.md, section 4)."""

from __future__ import annotations

Colour = tuple[int, int, int]

GROUND: Colour = (0x0B, 0x0B, 0x0D)
CREAM: Colour = (0xF6, 0xEC, 0xD6)
MUTED: Colour = (0xB8, 0xAB, 0x93)
DIM: Colour = (0x8A, 0x7F, 0x6D)
UNLIT: Colour = (0x84, 0x79, 0x68)
UNLIT_EDGE: Colour = (0x2E, 0x28, 0x22)
INK: Colour = (0x14, 0x10, 0x0C)

LEATHER_LIGHT: Colour = (0x64, 0x39, 0x1D)
LEATHER_MID: Colour = (0x4A, 0x2A, 0x16)
LEATHER_DARK: Colour = (0x24, 0x14, 0x09)
TILE: Colour = (0x45, 0x28, 0x16)
TILE_EDGE: Colour = (0xA9, 0x79, 0x3F)
QUIET: Colour = (0x17, 0x12, 0x0E)
QUIET_EDGE: Colour = (0x6B, 0x5A, 0x45)
STITCH: Colour = (0xD8, 0xA7, 0x65)
SEAM: Colour = (0x12, 0x09, 0x04)

IVORY_LIGHT: Colour = (0xFF, 0xF9, 0xEA)
IVORY_DARK: Colour = (0xE3, 0xD3, 0xAC)
IVORY_LIP: Colour = (0x9C, 0x86, 0x58)

LAMP: Colour = (0x2E, 0x1D, 0x0F)
LAMP_FULL: Colour = (0x60, 0x3C, 0x19)

TRUE: Colour = (0x56, 0xB4, 0xE9)
BLUFF: Colour = (0xE6, 0x9F, 0x00)

SEATS: tuple[Colour, ...] = (
    (0xFF, 0x91, 0x82),
    (0xF4, 0xDF, 0x57),
    (0x7F, 0xDB, 0x8B),
    (0xCB, 0xAE, 0xFF),
    (0xF2, 0xEA, 0xD8),
    (0xFF, 0xA6, 0xD3),
)
"""Mats of seats 1 to 6; 7 to 12 wear the same as rings."""


def seat_colour(seat: int) -> Colour:
    """The mat's colour of a seat from 0 to 11."""
    return SEATS[seat % len(SEATS)]


def mixed(a: Colour, b: Colour, share_of_b: float) -> Colour:
    """The colour that lies that far on the way from ``a`` to ``b``."""
    return (
        round(a[0] + (b[0] - a[0]) * share_of_b),
        round(a[1] + (b[1] - a[1]) * share_of_b),
        round(a[2] + (b[2] - a[2]) * share_of_b),
    )


def luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1), 0 to 1."""
    linear = []
    for channel in colour:
        part = channel / 255
        linear.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Colour, b: Colour) -> float:
    """Contrast ratio of two colours (WCAG 2.1), 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)
