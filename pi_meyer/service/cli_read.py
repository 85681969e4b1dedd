"""The command ``pi-meyer read``: one line a picture, and a folder of pictures that explain it."""

from __future__ import annotations

import itertools
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pi_meyer.vision import tuning
from pi_meyer.vision.explain import explain
from pi_meyer.vision.picture_file import PictureError, decode_picture, load_picture, plain_name
from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import DieReading, PointXY, Reading, Refusal
from pi_meyer.vision.reason_words import meaning_of
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.planes import Bytes


STANDARD_INPUT: Final = "-"
"""The name that stands for it."""


def run_read(files: Sequence[str], *, view: View, as_json: bool, explain_dir: str | None) -> int:
    """Read picture files one after the other; a line each on stdout.

    Args:
        files: paths of the pictures; ``-`` is standard input.
        view: from which side they were taken.
        as_json: one JSON object a line, else a line for people.
        explain_dir: where to write one picture per stage and file; None for none.

    Returns:
        0 when every file was a picture, read or refused; 2 when one was not (a line on stderr
        says which and why, and the other files are read all the same).
    """
    code = 0
    folders = _Folders(Path(explain_dir)) if explain_dir is not None else None
    for name in files:
        try:
            image = _picture(name)
        except PictureError as problem:
            print(problem, file=sys.stderr)
            code = 2
            continue
        started = time.perf_counter()
        answer = read_image(image, view=view)
        ms = (time.perf_counter() - started) * 1000
        print(_json_line(name, answer, view, ms) if as_json else _plain_line(name, answer, view))
        if folders is not None and not _explained(image, folders.of(name), view):
            code = 2
    return code


def _picture(name: str) -> Bytes:
    if name == STANDARD_INPUT:
        return decode_picture(sys.stdin.buffer.read(tuning.FILE_MAX_BYTES + 1), "standard input")
    return load_picture(Path(name))


class _Folders:
    """One folder for each explained picture: pictures called alike get a number."""

    def __init__(self, parent: Path) -> None:
        self._parent = parent
        self._taken: set[str] = set()

    def of(self, name: str) -> Path:
        stem = "standard-input" if name == STANDARD_INPUT else Path(name).stem
        names = itertools.chain([stem], (f"{stem}-{count}" for count in itertools.count(2)))
        folder = next(one for one in names if one not in self._taken)
        self._taken.add(folder)
        return self._parent / folder


def _explained(image: Bytes, folder: Path, view: View) -> bool:
    try:
        explain(image, folder, view=view)
    except OSError as problem:
        why = problem.strerror or "it cannot be written"
        where = plain_name(folder)
        print(f"{where}: {why}; give another folder for the explanation.", file=sys.stderr)
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


def _plain_line(name: str, answer: Reading | Refusal, view: View) -> str:
    plain = "standard input" if name == STANDARD_INPUT else plain_name(Path(name))
    match answer:
        case Reading():
            return f"{plain}: {' '.join(str(value) for value in answer.top)}"
        case Refusal(reason=reason):
            named = reason.value.replace("_", " ")
            return f"{plain}: refused ({named}): {meaning_of(reason, view)}."
