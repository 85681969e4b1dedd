"""One picture per stage of a reading, for somebody who builds or mends the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from pi_meyer.vision import tuning
from pi_meyer.vision.above import doubts_above, judge_photo, look_closest
from pi_meyer.vision.explain_account import account_of
from pi_meyer.vision.explain_drawing import GREEN, GREY, RED, YELLOW, enlarged, with_words
from pi_meyer.vision.explain_stages import (
    Found,
    Seen,
    draw_cells,
    draw_faces,
    draw_lattice,
    draw_pips,
    draw_verdict,
)
from pi_meyer.vision.reader import look_below, read_image, working_size
from pi_meyer.vision.reading import Reading, Refusal
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pi_meyer.vision.above import Look, Photo, TopView
    from pi_meyer.vision.explain_drawing import Line
    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import JudgedFace
    from pi_meyer.vision.planes import Bytes

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


TESTS: Final = 6
"""Tests of a face that are shown, those nearest to a doubt first."""


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
    seen = Seen(
        image=image,
        corner_xy=corner_xy,
        blobs=scene.blobs,
        found=[_found_below(one) for one in account.judged],
    )
    stages = {
        "mask": _draw_mask(image, scene.planes.size_wh, corner_xy),
        "pips": draw_pips(seen),
        "faces": draw_faces(seen, "Faces: squares with pips on them"),
        "lattice": draw_lattice(seen),
        "cells": draw_cells(seen),
    }
    decisive = seen
    if account.again is not None:
        decisive = Seen(
            image=account.again.scene.planes.image.copy(),
            corner_xy=(0, 0),
            blobs=account.again.scene.blobs,
            found=[_found_below(one) for one in account.judged_again],
        )
        title = "Second look: the same without the light of the lamps near the lens"
        stages["second-look"] = draw_faces(decisive, title)
        stages["second-cells"] = draw_cells(decisive)
    answer = read_image(image_bgr)
    lines = [(words, YELLOW) for words in account.sentences]
    if isinstance(answer, Refusal) and account.named_by_look:
        lines.append(("The name of a refusal comes from a look at the whole picture.", GREY))
    stages["verdict"] = draw_verdict(decisive, answer, View.BELOW, lines)
    return stages


def _found_below(judged: JudgedFace) -> Found:
    worst = sorted(judged.margins.items(), key=lambda test: test[1])[:TESTS]
    tests = [
        (f"YES ({margin:.2f}): {doubt.value}", RED)
        if margin <= 0
        else (f"no ({margin:.2f}): {doubt.value}", GREEN)
        for doubt, margin in worst
    ]
    return Found(face=judged.face, tests=tests, doubtful=bool(judged.doubts))


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
    found = [_chosen(view, closest.scale) for view in photo.chosen]
    found += [_found_above(closest, face) for face in closest.faces if not _known(face, found)]
    seen = Seen(image=closest.image, corner_xy=(0, 0), blobs=closest.blobs, found=found)
    height, width = closest.image.shape[:2]
    words = (
        f"A photo is looked at in several sizes; this is the one whose dice are as large as usual: "
        f"{width} x {height} pixels."
    )
    title = "Mask: all of the photo is looked at"
    return {
        "mask": with_words(seen.sheet().picture, title, [(words, YELLOW)]),
        "pips": draw_pips(seen),
        "faces": draw_faces(seen, "Faces: squares with pips on them"),
        "lattice": draw_lattice(seen),
        "cells": draw_cells(seen),
        "verdict": _verdict_above(
            seen, photo, closest.scale, read_image(image_bgr, view=View.ABOVE)
        ),
    }


def _chosen(view: TopView, scale: float) -> Found:
    """A face that was accepted, in whichever size of the photo it was seen best."""
    tests = [("every cell is certain", GREEN)]
    return Found(face=view.face, tests=tests, doubtful=False, grow=scale / view.scale)


def _found_above(look: Look, face: Face) -> Found:
    tests = [(f"YES: {doubt.value}", RED) for doubt in doubts_above(look, face)]
    tests = tests or [("no, but another face in this place is better", RED)]
    return Found(face=face, tests=tests, doubtful=True)


def _known(face: Face, chosen: Sequence[Found]) -> bool:
    """Whether a face is one of those that were accepted."""
    return any(
        one.face.value == face.value
        and np.hypot(*(one.face.centre_xy * np.float32(one.grow) - face.centre_xy)) < face.pitch_px
        for one in chosen
    )


def _verdict_above(seen: Seen, photo: Photo, scale: float, answer: Reading | Refusal) -> Bytes:
    lines: list[Line] = []
    if photo.why:
        lines.append((f"Decisive: {photo.why}.", YELLOW))
    if len(photo.places_xy):
        lines.append(("It is marked in red on the picture.", YELLOW))
    marks = [xy * np.float32(scale) for xy in photo.places_xy]
    if isinstance(answer, Reading):
        lines.append(("Every spot that looks like a pip lies on one of the faces.", YELLOW))
    return draw_verdict(seen, answer, View.ABOVE, lines, marks)
