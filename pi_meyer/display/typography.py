"""Two families of type, placed by cap top and baseline, never by the font's box.

Fjalla One carries capitals, digits and tiles; Source Sans Pro carries sentences. Both come from
their font packages, never from the system. Names in tight rows get the signwriter's accents of
design/screens.md, section 3: an accent is pressed into the cap height, a slash is trimmed to it.
"""

from __future__ import annotations

import enum
import importlib.util
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pygame
import pygame.font

from pi_meyer.display.colours import CREAM, Colour
from pi_meyer.display.coverage import characters_of
from pi_meyer.display.errors import FontError

D0, D1, D2, D3, D4 = 213.0, 190.0, 129.0, 98.0, 72.0
T1, T2 = 48.0, 38.0
S1, S2 = 16.4, 14.0
"""The steps of type as cap heights in u; S2 is the smallest allowed, D4 the smallest for 2 m."""

D_GROWN = 176.0
"""How far a short name may grow on the winner's screen."""

NAME_CAPS_WIDE = 4.12
"""Names in capitals are at most so many cap heights wide."""

PRESS_SLACK = 0.025
"""How far ink may pass cap line and baseline in a tight row (round letters do, by design)."""

SLASHED = "ØǾø"
INKS_KEPT, WIDTHS_KEPT = 24, 4000


class Face(enum.Enum):
    """A face: font package, file, and cap height as a share of the font size."""

    POSTER = ("font_fjallaone", "FjallaOne-Regular.ttf", 0.834)
    SENTENCE = ("font_source_sans_pro", "SourceSansPro-Semibold.ttf", 0.651)
    STRONG = ("font_source_sans_pro", "SourceSansPro-Bold.ttf", 0.651)

    @property
    def path(self) -> Path:
        """The file of the face.

        Raises:
            FontError: if its package is not installed or lacks the file.
        """
        package, file, _ = self.value
        return _file_of(package, file)

    @property
    def cap_share(self) -> float:
        """Cap height as a share of the font size."""
        return self.value[2]


def _file_of(package: str, file: str) -> Path:
    found = importlib.util.find_spec(package)
    folders = list(found.submodule_search_locations or ()) if found else []
    for folder in folders:
        path = Path(folder) / "files" / file
        if path.is_file():
            return path
    raise FontError(
        f"The font {file} is missing; install the package {package.replace('_', '-')} again."
    )


@cache
def _characters(face: Face) -> frozenset[int]:
    return characters_of(face.path)


@dataclass(frozen=True, slots=True)
class Ink:
    """Rendered text cut to its ink; ``rise`` is how far the ink starts above (-) the cap top."""

    surface: pygame.Surface
    rise: int

    @property
    def w(self) -> int:
        """Width of the ink in pixels."""
        return self.surface.get_width()

    @property
    def h(self) -> int:
        """Height of the ink in pixels."""
        return self.surface.get_height()


def _covers(face: Face, character: str) -> bool:
    return ord(character) in _characters(face)


def drawable(text: str) -> str:
    """The text without the characters that neither family has; may be empty.

    Raises:
        FontError: if a font file is missing.
    """
    return "".join(c for c in text if any(_covers(face, c) for face in Face)).strip()


class Typography:
    """Renders and measures text in pixels. One per stage; its caches live as long as it does."""

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: dict[tuple[Face, int], pygame.font.Font] = {}
        self._inks: dict[tuple[str, Face, float, Colour, bool], Ink] = {}
        self._widths: dict[tuple[str, Face, float, bool], int] = {}
        for face in Face:
            _ = face.path  # a missing file is said at once, not in the middle of a match

    def font(self, face: Face, size_px: int) -> pygame.font.Font:
        """The face at a font size in whole pixels."""
        key = (face, size_px)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(str(face.path), size_px)
        return self._fonts[key]

    def font_for_cap(self, face: Face, cap_px: float) -> pygame.font.Font:
        """The smallest font whose capital H is at least so many pixels high."""
        size = max(6, math.ceil(cap_px / face.cap_share - 0.02))
        font = self.font(face, size)
        while cap_of(font) < math.floor(cap_px + 0.25):
            size += 1
            font = self.font(face, size)
        return font

    def ink(
        self,
        text: str,
        face: Face,
        cap_px: float,
        colour: Colour = CREAM,
        *,
        pressed: bool = False,
    ) -> Ink:
        """The text in that colour, cut to its ink; pressed sets names for tight rows."""
        key = (text, face, cap_px, colour, pressed)
        found = self._inks.get(key)
        if found is None:
            found = self._rendered(text, face, cap_px, colour, pressed=pressed)
            self._inks[key] = found
            if len(self._inks) > INKS_KEPT:
                del self._inks[next(iter(self._inks))]
        return found

    def size(self, text: str, face: Face, cap_px: float, *, pressed: bool = False) -> int:
        """Width of the ink in pixels. Measuring keeps a number, not a picture."""
        key = (text, face, cap_px, pressed)
        if key not in self._widths:
            if len(self._widths) > WIDTHS_KEPT:
                self._widths.clear()
            self._widths[key] = self._rendered(text, face, cap_px, CREAM, pressed=pressed).w
        return self._widths[key]

    def _rendered(
        self, text: str, face: Face, cap_px: float, colour: Colour, *, pressed: bool
    ) -> Ink:
        runs = _runs(text, face, apart=pressed)
        if not runs:
            return Ink(pygame.Surface((1, 1), pygame.SRCALPHA, 32), 0)
        pieces: list[tuple[int, Ink, int]] = []
        pen = 0
        for run, run_face, alone in runs:
            font = self.font_for_cap(run_face, cap_px)
            ink, left = _cut(font, run, colour)
            if alone:
                ink = _pressed(ink, run, cap_of(self.font_for_cap(face, cap_px)))
            pieces.append((pen + left, ink, 0))
            pen += font.size(run)[0]
        return pieces[0][1] if len(pieces) == 1 else _joined(pieces)


def cap_of(font: pygame.font.Font) -> int:
    """Height of the capital H in pixels."""
    metrics = font.metrics("H")
    return int(metrics[0][3]) if metrics and metrics[0] else font.get_ascent()


def _runs(text: str, face: Face, *, apart: bool) -> list[tuple[str, Face, bool]]:
    """Split into runs of one face; letters that must be pressed stand alone."""
    runs: list[tuple[str, Face, bool]] = []
    for character in text:
        choice = _face_for(character, face)
        if choice is None:
            continue
        alone = apart and character.isalpha() and not character.isascii()
        if runs and not alone and not runs[-1][2] and runs[-1][1] is choice:
            runs[-1] = (runs[-1][0] + character, choice, False)
        else:
            runs.append((character, choice, alone))
    return runs


def _face_for(character: str, face: Face) -> Face | None:
    for choice in (face, Face.STRONG):
        if _covers(choice, character):
            return choice
    return None


def _cut(font: pygame.font.Font, run: str, colour: Colour) -> tuple[Ink, int]:
    """Render a run; return it cut to its ink and where the ink starts after the pen."""
    drawn = font.render(run, True, colour)
    box = drawn.get_bounding_rect()
    if box.w == 0:
        return Ink(pygame.Surface((1, 1), pygame.SRCALPHA, 32), 0), 0
    cap_top = font.get_ascent() - cap_of(font)
    return Ink(drawn.subsurface(box).copy(), box.y - cap_top), box.x


def _pressed(ink: Ink, letter: str, cap_px: int) -> Ink:
    """Bring one accented letter between cap line and baseline."""
    slack = max(1, round(cap_px * PRESS_SLACK))
    top, bottom = ink.rise, ink.rise + ink.h
    if top >= -slack and bottom <= cap_px + slack:
        return ink
    if letter in SLASHED:
        first = max(0, -slack - top)
        last = min(ink.h, cap_px + slack - top)
        kept = ink.surface.subsurface(pygame.Rect(0, first, ink.w, last - first)).copy()
        return Ink(kept, max(top, -slack))
    upper, lower = max(0, top), min(cap_px, bottom) if bottom <= cap_px + slack else cap_px
    upper = 0 if top < -slack else upper
    return Ink(pygame.transform.smoothscale(ink.surface, (ink.w, lower - upper)), upper)


def _joined(pieces: list[tuple[int, Ink, int]]) -> Ink:
    left = min(x for x, _, _ in pieces)
    right = max(x + ink.w for x, ink, _ in pieces)
    top = min(ink.rise for _, ink, _ in pieces)
    bottom = max(ink.rise + ink.h for _, ink, _ in pieces)
    whole = pygame.Surface((right - left, bottom - top), pygame.SRCALPHA, 32)
    for x, ink, _ in pieces:
        whole.blit(ink.surface, (x - left, ink.rise - top))
    return Ink(whole.subsurface(whole.get_bounding_rect()).copy(), top)
