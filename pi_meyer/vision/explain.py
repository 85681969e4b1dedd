"""One picture per stage of a reading, for somebody who builds or mends the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.vision.above import acceptable, look_closest
from pi_meyer.vision.judge import judge, look
from pi_meyer.vision.lattice import CELLS, Poses
from pi_meyer.vision.pips import Blobs, find_blobs
from pi_meyer.vision.planes import Bytes, Reals, planes_of
from pi_meyer.vision.reader import read_image, working_size
from pi_meyer.vision.reading import Reading, Refusal
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.vision.faces import Face

_GREEN, _RED, _YELLOW, _BLUE = (80, 200, 60), (60, 60, 230), (0, 210, 240), (230, 160, 60)
BEST = 3
"""Faces whose cells are always shown."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Seen:
    """What the stages before the verdict made of a picture; ``doubts`` is "" for a clear face."""

    image: Bytes
    blobs: tuple[Blobs, ...]
    faces: tuple[tuple[Face, str], ...]

    @property
    def looked_into(self) -> tuple[tuple[Face, str], ...]:
        """The best few faces, and all clear ones: more would cover the picture."""
        return tuple(one for rank, one in enumerate(self.faces) if rank < BEST or not one[1])


def explain(image_bgr: Bytes, folder: Path, *, view: View = View.BELOW) -> list[Path]:
    """Write what each stage saw: blobs, faces, lattice, cells with margins, verdict.

    Args:
        image_bgr: ``(height, width, 3)``, BGR, 8 bit.
        folder: where the pictures go; made when it is missing.
        view: from which side the picture was taken.

    Returns:
        The files that were written, in the order of the stages.

    Raises:
        OSError: the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    seen = _seen_below(image_bgr) if view is View.BELOW else _seen_above(image_bgr)
    stages = {
        "1-blobs": _draw_blobs(seen),
        "2-faces": _draw_faces(seen),
        "3-lattice": _draw_lattice(seen),
        "4-cells": _draw_cells(seen),
        "5-verdict": _draw_verdict(seen, read_image(image_bgr, view=view)),
    }
    return [_write(folder / f"{name}.png", picture) for name, picture in stages.items()]


def _seen_below(image_bgr: Bytes) -> _Seen:
    image = working_size(image_bgr)
    planes = planes_of(image)
    scene = look(planes)
    judged = [judge(scene, face) for face in scene.faces]
    faces = tuple((one.face, "; ".join(sorted(d.value for d in one.doubts))) for one in judged)
    return _Seen(image=image, blobs=tuple(find_blobs(planes)), faces=faces)


def _seen_above(image_bgr: Bytes) -> _Seen:
    closest = look_closest(image_bgr)
    clear = {id(view.face) for view in acceptable(closest)}
    faces = tuple((face, "" if id(face) in clear else "not certain") for face in closest.faces)
    return _Seen(image=closest.image, blobs=closest.blobs, faces=faces)


def _write(path: Path, picture: Bytes) -> Path:
    done, coded = cv2.imencode(".png", picture)
    if not done:
        raise OSError(f"{path} cannot be coded")
    path.write_bytes(coded.tobytes())
    return path


def _twice(image: Bytes) -> Bytes:
    return cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def _at(xy: Reals) -> tuple[int, int]:
    return round(float(xy[0]) * 2 + 0.5), round(float(xy[1]) * 2 + 0.5)


def _write_text(
    picture: Bytes, text: str, at: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    cv2.putText(picture, text, at, _FONT, 0.45, (0, 0, 0), 3)
    cv2.putText(picture, text, at, _FONT, 0.45, colour, 1)


def _draw_blobs(seen: _Seen) -> Bytes:
    picture = _twice(seen.image)
    for blobs, colour in zip(seen.blobs, (_YELLOW, _BLUE), strict=True):
        for centre in blobs.centres:
            cv2.circle(picture, _at(centre), 9, colour, 1)
    _write_text(picture, "what could be a pip: light (yellow), dark (blue)", (8, 20), _YELLOW)
    return picture


def _draw_faces(seen: _Seen) -> Bytes:
    picture = _twice(seen.image)
    for rank, (face, doubts) in enumerate(seen.faces):
        colour = _RED if doubts else _GREEN
        _outline(picture, face, colour)
        _write_text(picture, f"#{rank} {face.score:.2f}", _at(face.centre_xy - 14), colour)
    _write_text(picture, "candidates by score; green has no doubt", (8, 20), _YELLOW)
    return picture


def _outline(picture: Bytes, face: Face, colour: tuple[int, int, int]) -> None:
    corners = np.array([_at(xy) for xy in face.corners_xy()], np.int32)
    cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=1)


def _draw_lattice(seen: _Seen) -> Bytes:
    picture = _twice(seen.image)
    for face, _ in seen.looked_into:
        for xy in _cells_xy(face):
            cv2.circle(picture, _at(xy), 5, _BLUE, 1)
        for xy in face.pips_xy:
            cv2.drawMarker(picture, _at(xy), _YELLOW, cv2.MARKER_CROSS, 9)
        words = f"misfit {face.misfit_px:.2f} px"
        _write_text(picture, words, _at(face.centre_xy + 40), _YELLOW)
    return picture


def _cells_xy(face: Face) -> Reals:
    poses = Poses(
        centres=face.centre_xy[None], pitches=face.pitch_xy[None], downs=face.down_xy[None]
    )
    there: Reals = poses.at(CELLS)[0]
    return there


def _draw_cells(seen: _Seen) -> Bytes:
    picture = _twice(seen.image)
    for face, _ in seen.looked_into:
        for xy, share in zip(_cells_xy(face), face.shares, strict=True):
            colour = _GREEN if abs(float(share) - 0.5) > 0.2 else _RED
            _write_text(picture, f"{float(share):.2f}", _at(xy - 5), colour)
    _write_text(picture, "1 is a pip, 0 is bare face, between is a doubt", (8, 20), _YELLOW)
    return picture


def _draw_verdict(seen: _Seen, answer: Reading | Refusal) -> Bytes:
    picture = _twice(seen.image)
    match answer:
        case Reading():
            head = "read: " + " ".join(str(value) for value in answer.top)
        case Refusal(reason=reason):
            head = "refused: " + reason.value
    _write_text(picture, head, (8, 20), _GREEN if isinstance(answer, Reading) else _RED)
    for rank, (face, doubts) in enumerate(seen.looked_into):
        words = f"#{rank}: {face.value} - {doubts or 'no doubt'}"
        _write_text(picture, words, (8, 44 + 20 * rank), _YELLOW)
        _outline(picture, face, _RED if doubts else _GREEN)
    return picture
