"""The command ``pi-meyer read``: one line a picture, and a folder of pictures that explain it."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pi_meyer.vision.explain import explain
from pi_meyer.vision.picture_file import PictureError, load_picture
from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import DieReading, PointXY, Reading, Refusal
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.planes import Bytes


def run_read(files: Sequence[str], *, view: View, as_json: bool, explain_dir: str | None) -> int:
    """Read picture files one after the other; a line each on stdout.

    Args:
        files: paths of the pictures.
        view: from which side they were taken.
        as_json: one JSON object a line, else a line for people.
        explain_dir: where to write one picture per stage and file; None for none.

    Returns:
        0 when every file was a picture, read or refused; 2 when one was not (a line on stderr
        says which and why, and the other files are read all the same).
    """
    code = 0
    for name in files:
        try:
            image = load_picture(Path(name))
        except PictureError as problem:
            print(problem, file=sys.stderr)
            code = 2
            continue
        started = time.perf_counter()
        answer = read_image(image, view=view)
        ms = (time.perf_counter() - started) * 1000
        print(_json_line(name, answer, view, ms) if as_json else _plain_line(name, answer))
        if explain_dir is not None and not _explained(image, Path(explain_dir), name, view):
            code = 2
    return code


def _explained(image: Bytes, folder: Path, name: str, view: View) -> bool:
    try:
        explain(image, folder / Path(name).stem, view=view)
    except OSError as problem:
        why = problem.strerror or "it cannot be written"
        print(f"{folder}: {why}; give another folder for the explanation.", file=sys.stderr)
        return False
    return True


def _json_line(name: str, answer: Reading | Refusal, view: View, ms: float) -> str:
    line: dict[str, Any] = {
        "file": name,
        "status": "refused",
        "top": None,
        "bottom": None,
        "dice": [],
        "reason": None,
        "ms": round(ms, 1),
    }
    match answer:
        case Reading(dice=dice):
            line["status"] = "read"
            line["top"] = [die.top for die in dice]
            if view is View.BELOW:
                line["bottom"] = [die.bottom for die in dice]
            line["dice"] = [_die(die) for die in dice]
        case Refusal(reason=reason):
            line["reason"] = reason.value
    return json.dumps(line)


def _die(die: DieReading) -> dict[str, Any]:
    return {
        "bottom": die.bottom,
        "top": die.top,
        "centre": _rounded(die.centre_xy_px),
        "corners": [_rounded(corner) for corner in die.corners_xy_px],
        "confidence": die.confidence,
    }


def _rounded(point: PointXY) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def _plain_line(name: str, answer: Reading | Refusal) -> str:
    match answer:
        case Reading():
            return f"{name}: {' '.join(str(value) for value in answer.top)}"
        case Refusal(reason=reason):
            return f"{name}: refused ({reason.value.replace('_', ' ')})"
