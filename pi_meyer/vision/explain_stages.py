"""The stages of a reading as pictures: pips, faces, lattice, cells, verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from pi_meyer.vision.explain_account import LETTERS, headline
from pi_meyer.vision.explain_drawing import (
    BLUE,
    GREEN,
    GREY,
    RED,
    WHITE,
    WIDTH_PX,
    YELLOW,
    Sheet,
    enlarged,
    small_label,
    text_block,
    with_words,
)
from pi_meyer.vision.lattice import CELLS, Poses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.explain_drawing import Line
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.pips import Blobs
    from pi_meyer.vision.planes import Bytes, Reals
    from pi_meyer.vision.reading import Reading, Refusal
    from pi_meyer.vision.view import View

BEST: Final = 2
"""Faces whose cells are always shown: the pair that would be read."""

MOST: Final = 6
"""Faces whose cells are shown at most."""

SURE_WITHIN: Final = 0.3
"""How far from 0 or 1 a cell's number may lie to be drawn as sure."""

TILE_PX: Final = 360
FACE_PX: Final = 280
"""Edge of a face in its tile."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Found:
    """A face and what its tests said.

    Attributes:
        face: as it was measured.
        tests: in words.
        doubtful: whether any of them speaks against it.
        grow: pixels of the picture that is drawn for one of the picture on which it was measured.
    """

    face: Face
    tests: Sequence[Line]
    doubtful: bool
    grow: float = 1.0

    @property
    def corners_xy(self) -> Reals:
        """Corners ``(4, 2)`` in pixels of the picture that is drawn."""
        corners: Reals = self.face.corners_xy() * np.float32(self.grow)
        return corners

    @property
    def cells_xy(self) -> Reals:
        """Middles of the nine cells ``(9, 2)``, likewise."""
        face = self.face
        poses = Poses(
            centres=face.centre_xy[None], pitches=face.pitch_xy[None], downs=face.down_xy[None]
        )
        cells: Reals = poses.at(CELLS)[0] * np.float32(self.grow)
        return cells

    @property
    def pips_xy(self) -> Reals:
        """Middles of the pips, likewise."""
        pips: Reals = self.face.pips_xy * np.float32(self.grow)
        return pips


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """What was made of a picture, or of the same without the lamps' light."""

    image: Bytes
    corner_xy: tuple[int, int]
    blobs: Sequence[Blobs]
    found: Sequence[Found]

    def sheet(self) -> Sheet:
        """The picture, enlarged, to be drawn on."""
        return enlarged(self.image, self.corner_xy)

    @property
    def looked_into(self) -> Sequence[tuple[str, Found]]:
        """The best faces and all clear ones, with their letters: more would cover the picture."""
        named = zip(LETTERS, self.found, strict=False)
        chosen = [(name, one) for name, one in named if name in LETTERS[:BEST] or not one.doubtful]
        return chosen[:MOST]


def draw_pips(seen: Seen) -> Bytes:
    """Every small spot that could be a pip."""
    sheet = seen.sheet()
    for blobs in seen.blobs:
        colour = YELLOW if blobs.polarity.value > 0 else BLUE
        for centre in blobs.centres:
            sheet.ring(centre, 10, colour, thick=2)
    lines = [("Yellow: lighter than around. Blue: darker. Most of it is none.", YELLOW)]
    return with_words(sheet.picture, "Pips: every small spot that could be one", lines)


def draw_faces(seen: Seen, title: str) -> Bytes:
    """All candidates, the best with their letters."""
    sheet = seen.sheet()
    others = seen.found[len(LETTERS) :] if len(seen.found) > len(LETTERS) else ()
    for one in others:
        sheet.outline(one.corners_xy, GREY, thick=1)
    for letter, one in reversed(list(zip(LETTERS, seen.found, strict=False))):
        colour = _colour_of(one)
        best = letter in LETTERS[:BEST] or not one.doubtful
        sheet.outline(one.corners_xy, colour, thick=2 if best else 1)
        words = f"{letter}: {one.face.value}, score {one.face.score:.2f}" if best else letter
        sheet.label(_beside(one), words, colour)
    lines = [
        (
            "Best first: A, B, ... and the pips that each shows. Green: no doubt. Red: a doubt.",
            YELLOW,
        )
    ]
    return with_words(sheet.picture, title, lines)


def _beside(one: Found) -> Reals:
    """The corner farthest to the right, where a label covers the least."""
    right: Reals = one.corners_xy[one.corners_xy[:, 0].argmax()]
    return right


def _colour_of(one: Found) -> tuple[int, int, int]:
    return RED if one.doubtful else GREEN


def draw_lattice(seen: Seen) -> Bytes:
    """The nine places of each face, and its pips."""
    sheet = seen.sheet()
    for letter, one in seen.looked_into:
        for xy in one.cells_xy:
            sheet.ring(xy, 8, BLUE, thick=2)
        for xy in one.pips_xy:
            sheet.cross(xy, YELLOW)
        words = f"{letter}: off by {one.face.misfit_px:.2f} pixels"
        sheet.label(_beside(one), words, YELLOW)
    lines = [("Blue: the nine places of a face. Yellow: its pips, as they were measured.", YELLOW)]
    return with_words(sheet.picture, "Lattice: do the pips lie where a die has them?", lines)


def draw_cells(seen: Seen) -> Bytes:
    """Each face upright and large, its nine cells, and its tests beside it."""
    rows = [_tile(seen, letter, one) for letter, one in seen.looked_into]
    lines = [
        ("Number below a cell: 1 is a pip, 0 is bare face. Red: neither.", YELLOW),
        ("Tests: YES speaks against the face; a number near 0 is nearly the other answer.", YELLOW),
    ]
    if not rows:
        lines = [("No face was found.", RED)]
        return with_words(np.zeros((8, 8, 3), np.uint8), "Cells: pip or no pip?", lines)
    return with_words(np.concatenate(rows), "Cells: pip or no pip?", lines)


def _tile(seen: Seen, letter: str, one: Found) -> Bytes:
    low = (TILE_PX - FACE_PX) / 2
    high = low + FACE_PX
    upright = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    corners = one.corners_xy + np.array(seen.corner_xy, np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), upright)
    tile = cv2.warpPerspective(seen.image, matrix, (TILE_PX, TILE_PX)).astype(np.uint8)
    cv2.polylines(tile, [upright.astype(np.int32)], isClosed=True, color=_colour_of(one))
    cells = one.cells_xy + np.array(seen.corner_xy, np.float32)
    places = cv2.perspectiveTransform(cells[None].astype(np.float32), matrix)[0]
    for (x, y), share in zip(places, one.face.shares, strict=True):
        sure = min(abs(float(share)), abs(float(share) - 1)) < SURE_WITHIN
        small_label(tile, (round(x) - 18, round(y) + 32), f"{share:.2f}", GREEN if sure else RED)
    head: Line = (f"{letter}: {one.face.value}, score {one.face.score:.2f}", WHITE)
    words = text_block([head, *one.tests], WIDTH_PX - TILE_PX)
    row = np.full((max(TILE_PX, words.shape[0]), WIDTH_PX, 3), 24, np.uint8)
    row[:TILE_PX, :TILE_PX] = tile
    row[: words.shape[0], TILE_PX:] = words
    return row


def draw_verdict(
    seen: Seen,
    answer: Reading | Refusal,
    view: View,
    lines: Sequence[Line],
    marks: Sequence[Reals] = (),
) -> Bytes:
    """The answer, what decided, and the faces that it is about."""
    sheet = seen.sheet()
    for letter, one in seen.looked_into:
        sheet.outline(one.corners_xy, _colour_of(one), thick=3)
        words = f"{letter}: {one.face.value}"
        sheet.label(_beside(one), words, _colour_of(one))
    for xy in marks:
        sheet.ring(xy, 26, RED, thick=4)
    return with_words(sheet.picture, headline(answer, view), lines)
