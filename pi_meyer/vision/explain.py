"""One picture per stage of a reading, for somebody who builds or mends the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.above import doubts_above, judge_photo, look_closest
from pi_meyer.vision.explain_account import LETTERS, account_of, headline
from pi_meyer.vision.explain_drawing import (
    BLUE,
    GREEN,
    GREY,
    RED,
    WHITE,
    YELLOW,
    Sheet,
    enlarged,
    small_label,
    text_block,
    with_words,
)
from pi_meyer.vision.lattice import CELLS, Poses
from pi_meyer.vision.reader import look_below, read_image, working_size
from pi_meyer.vision.reading import Reading, Refusal
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pi_meyer.vision.above import Photo
    from pi_meyer.vision.explain_drawing import Line
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import JudgedFace
    from pi_meyer.vision.pips import Blobs
    from pi_meyer.vision.planes import Bytes, Reals

STAGES: Final = (
    "mask",
    "pips",
    "faces",
    "lattice",
    "cells",
    "second-look",
    "second-cells",
    "verdict",
)
"""The pictures' names in order; those of the second look are there only where one was made."""

BEST: Final = 2
"""Faces whose cells are always shown: the pair that would be read."""

MOST: Final = 6
"""Faces whose cells are shown at most."""

TESTS: Final = 6
"""Tests of a face that are shown, those nearest to a doubt first."""

SURE_WITHIN: Final = 0.3
"""How far from 0 or 1 a cell's number may lie to be drawn as sure."""

TILE_PX: Final = 360
FACE_PX: Final = 280
"""Edge of a face in its tile."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Found:
    """A face and what its tests said: in words, and whether any of them speaks against it."""

    face: Face
    tests: Sequence[Line]
    doubtful: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Seen:
    """What was made of a picture, or of the same without the lamps' light."""

    image: Bytes
    corner_xy: tuple[int, int]
    blobs: Sequence[Blobs]
    found: Sequence[_Found]

    def sheet(self) -> Sheet:
        return enlarged(self.image, self.corner_xy)

    @property
    def looked_into(self) -> Sequence[tuple[str, _Found]]:
        """The best faces and all clear ones, with their letters: more would cover the picture."""
        named = zip(LETTERS, self.found, strict=False)
        chosen = [(name, one) for name, one in named if name in LETTERS[:BEST] or not one.doubtful]
        return chosen[:MOST]


def explain(image_bgr: Bytes, folder: Path, *, view: View = View.BELOW) -> list[Path]:
    """Write what each stage saw: mask, pips, faces, lattice, cells with margins, verdict.

    Args:
        image_bgr: ``(height, width, 3)``, BGR, 8 bit.
        folder: where the pictures go; made when it is missing. Those of an earlier explanation go.
        view: from which side the picture was taken.

    Returns:
        The files that were written, in the order of the stages.

    Raises:
        OSError: the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if min(working_size(image_bgr).shape[:2]) < tuning.SIDE_MIN_PX:
        stages = _too_small(image_bgr)
    elif view is View.BELOW:
        stages = _stages_below(image_bgr)
    else:
        stages = _stages_above(image_bgr)
    for name in STAGES:
        for old in folder.glob(f"[1-9]-{name}.png"):
            old.unlink()
    return [
        _write(folder / f"{number}-{name}.png", picture)
        for number, (name, picture) in enumerate(stages.items(), start=1)
    ]


def _write(path: Path, picture: Bytes) -> Path:
    done, coded = cv2.imencode(".png", picture)
    if not done:
        raise OSError(f"{path} cannot be coded")
    path.write_bytes(coded.tobytes())
    return path


def _too_small(image_bgr: Bytes) -> Mapping[str, Bytes]:
    least = tuning.SIDE_MIN_PX
    words = (
        f"The picture is too small or too thin: at {tuning.WORK_WIDTH_PX} pixels across, and as it "
        f"came, it must be {least} pixels high and wide."
    )
    lines = [(words, YELLOW)]
    return {"verdict": with_words(enlarged(image_bgr).picture, "REFUSED (no dice)", lines)}


# --- from below ------------------------------------------------------------------------------


def _stages_below(image_bgr: Bytes) -> Mapping[str, Bytes]:
    image = working_size(image_bgr)
    scene, corner_xy = look_below(image)
    account = account_of(scene)
    seen = _Seen(
        image=image,
        corner_xy=corner_xy,
        blobs=scene.blobs,
        found=[_found_below(one) for one in account.judged],
    )
    stages = {
        "mask": _draw_mask(image, scene.planes.size_wh, corner_xy),
        "pips": _draw_pips(seen),
        "faces": _draw_faces(seen, "Faces: squares with pips on them"),
        "lattice": _draw_lattice(seen),
        "cells": _draw_cells(seen),
    }
    decisive = seen
    if account.again is not None:
        decisive = _Seen(
            image=account.again.scene.planes.image.copy(),
            corner_xy=(0, 0),
            blobs=account.again.scene.blobs,
            found=[_found_below(one) for one in account.judged_again],
        )
        title = "Second look: the same without the light of the lamps near the lens"
        stages["second-look"] = _draw_faces(decisive, title)
        stages["second-cells"] = _draw_cells(decisive)
    answer = read_image(image_bgr)
    lines = [(words, YELLOW) for words in account.sentences]
    if isinstance(answer, Refusal) and account.named_by_look:
        lines.append(("The name of a refusal comes from a look at the whole picture.", GREY))
    stages["verdict"] = _draw_verdict(decisive, answer, View.BELOW, lines)
    return stages


def _found_below(judged: JudgedFace) -> _Found:
    worst = sorted(judged.margins.items(), key=lambda test: test[1])[:TESTS]
    tests = [
        (f"YES ({margin:.2f}): {doubt.value}", RED)
        if margin <= 0
        else (f"no ({margin:.2f}): {doubt.value}", GREEN)
        for doubt, margin in worst
    ]
    return _Found(face=judged.face, tests=tests, doubtful=bool(judged.doubts))


def _draw_mask(image: Bytes, size_wh: tuple[int, int], corner_xy: tuple[int, int]) -> Bytes:
    """Darken what is not looked at, and half of it where no die can lie."""
    shades = np.full(image.shape[:2], 0.25, np.float32)
    left, top = corner_xy
    cropped = shades[top : top + size_wh[1], left : left + size_wh[0]]
    cropped[:] = 0.6
    middle = (round((size_wh[0] - 1) / 2), round((size_wh[1] - 1) / 2))
    inside = np.zeros(cropped.shape, np.uint8)
    cv2.circle(inside, middle, round(tuning.DICE_WITHIN_PX), (1,), -1)
    cropped[inside > 0] = 1.0
    shaded = (image * shades[:, :, None]).astype(np.uint8)
    lines = [
        ("Bright: where the middle of a die may lie. Half dark: looked at all the same.", YELLOW),
        ("Dark: not looked at. The window must lie in the middle of the picture.", YELLOW),
    ]
    return with_words(enlarged(shaded).picture, "Mask: what is looked at", lines)


# --- from above ------------------------------------------------------------------------------


def _stages_above(image_bgr: Bytes) -> Mapping[str, Bytes]:
    photo = judge_photo(image_bgr)
    closest = look_closest(photo)
    found = []
    for face in closest.faces:
        doubts = list(doubts_above(closest, face))
        tests = [(f"YES: {doubt.value}", RED) for doubt in doubts]
        tests = tests or [("every cell is certain", GREEN)]
        found.append(_Found(face=face, tests=tests, doubtful=bool(doubts)))
    seen = _Seen(image=closest.image, corner_xy=(0, 0), blobs=closest.blobs, found=found)
    height, width = closest.image.shape[:2]
    words = (
        f"A photo is looked at in several sizes; this is the one whose dice are as large as usual: "
        f"{width} x {height} pixels."
    )
    title = "Mask: all of the photo is looked at"
    return {
        "mask": with_words(seen.sheet().picture, title, [(words, YELLOW)]),
        "pips": _draw_pips(seen),
        "faces": _draw_faces(seen, "Faces: squares with pips on them"),
        "lattice": _draw_lattice(seen),
        "cells": _draw_cells(seen),
        "verdict": _verdict_above(
            seen, photo, closest.scale, read_image(image_bgr, view=View.ABOVE)
        ),
    }


def _verdict_above(seen: _Seen, photo: Photo, scale: float, answer: Reading | Refusal) -> Bytes:
    lines: list[Line] = []
    if photo.why:
        lines.append((f"Decisive: {photo.why}.", YELLOW))
    if len(photo.places_xy):
        lines.append(("It is marked in red on the picture.", YELLOW))
    marks = [xy * np.float32(scale) for xy in photo.places_xy]
    if isinstance(answer, Reading):
        lines.append(("Every spot that looks like a pip lies on one of the faces.", YELLOW))
    return _draw_verdict(seen, answer, View.ABOVE, lines, marks)


# --- both ------------------------------------------------------------------------------------


def _draw_pips(seen: _Seen) -> Bytes:
    sheet = seen.sheet()
    for blobs in seen.blobs:
        colour = YELLOW if blobs.polarity.value > 0 else BLUE
        for centre in blobs.centres:
            sheet.ring(centre, 10, colour, thick=2)
    lines = [("Yellow: lighter than around. Blue: darker. Most of it is none.", YELLOW)]
    return with_words(sheet.picture, "Pips: every small spot that could be one", lines)


def _draw_faces(seen: _Seen, title: str) -> Bytes:
    sheet = seen.sheet()
    others = seen.found[len(LETTERS) :] if len(seen.found) > len(LETTERS) else ()
    for one in others:
        sheet.outline(one.face.corners_xy(), GREY, thick=1)
    for letter, one in reversed(list(zip(LETTERS, seen.found, strict=False))):
        colour = _colour_of(one)
        best = letter in LETTERS[:BEST] or not one.doubtful
        sheet.outline(one.face.corners_xy(), colour, thick=2 if best else 1)
        words = f"{letter}: {one.face.value}, score {one.face.score:.2f}" if best else letter
        sheet.label(_beside(one.face), words, colour)
    lines = [
        (
            "Best first: A, B, ... and the pips that each shows. Green: no doubt. Red: a doubt.",
            YELLOW,
        )
    ]
    return with_words(sheet.picture, title, lines)


def _beside(face: Face) -> Reals:
    """The corner farthest to the right, where a label covers the least."""
    corners = face.corners_xy()
    right: Reals = corners[corners[:, 0].argmax()]
    return right


def _colour_of(one: _Found) -> tuple[int, int, int]:
    return RED if one.doubtful else GREEN


def _draw_lattice(seen: _Seen) -> Bytes:
    sheet = seen.sheet()
    for letter, one in seen.looked_into:
        for xy in _cells_xy(one.face):
            sheet.ring(xy, 8, BLUE, thick=2)
        for xy in one.face.pips_xy:
            sheet.cross(xy, YELLOW)
        words = f"{letter}: off by {one.face.misfit_px:.2f} pixels"
        sheet.label(_beside(one.face), words, YELLOW)
    lines = [("Blue: the nine places of a face. Yellow: its pips, as they were measured.", YELLOW)]
    return with_words(sheet.picture, "Lattice: do the pips lie where a die has them?", lines)


def _cells_xy(face: Face) -> Reals:
    poses = Poses(
        centres=face.centre_xy[None], pitches=face.pitch_xy[None], downs=face.down_xy[None]
    )
    there: Reals = poses.at(CELLS)[0]
    return there


def _draw_cells(seen: _Seen) -> Bytes:
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


def _tile(seen: _Seen, letter: str, one: _Found) -> Bytes:
    low = (TILE_PX - FACE_PX) / 2
    high = low + FACE_PX
    upright = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    corners = one.face.corners_xy() + np.array(seen.corner_xy, np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), upright)
    tile = cv2.warpPerspective(seen.image, matrix, (TILE_PX, TILE_PX)).astype(np.uint8)
    cv2.polylines(tile, [upright.astype(np.int32)], isClosed=True, color=_colour_of(one))
    cells = _cells_xy(one.face) + np.array(seen.corner_xy, np.float32)
    places = cv2.perspectiveTransform(cells[None].astype(np.float32), matrix)[0]
    for (x, y), share in zip(places, one.face.shares, strict=True):
        sure = min(abs(float(share)), abs(float(share) - 1)) < SURE_WITHIN
        small_label(tile, (round(x) - 18, round(y) + 32), f"{share:.2f}", GREEN if sure else RED)
    head: Line = (f"{letter}: {one.face.value}, score {one.face.score:.2f}", WHITE)
    words = text_block([head, *one.tests], 1280 - TILE_PX)
    row = np.full((max(TILE_PX, words.shape[0]), 1280, 3), 24, np.uint8)
    row[:TILE_PX, :TILE_PX] = tile
    row[: words.shape[0], TILE_PX:] = words
    return row


def _draw_verdict(
    seen: _Seen,
    answer: Reading | Refusal,
    view: View,
    lines: Sequence[Line],
    marks: Sequence[Reals] = (),
) -> Bytes:
    sheet = seen.sheet()
    for letter, one in seen.looked_into:
        sheet.outline(one.face.corners_xy(), _colour_of(one), thick=3)
        words = f"{letter}: {one.face.value}"
        sheet.label(_beside(one.face), words, _colour_of(one))
    for xy in marks:
        sheet.ring(xy, 26, RED, thick=4)
    return with_words(sheet.picture, headline(answer, view), lines)
