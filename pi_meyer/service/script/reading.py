"""Reads an evening script: one JSON object a line (rules.md, section 10).

Only the form is judged here: what a line means at its moment is the box's business, and a refused
act changes nothing and does not end the script (M1).
"""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from pathlib import Path

from pi_meyer.errors import SettingsError
from pi_meyer.simulation.table import Pose

MOST_BYTES = 4_000_000
"""A script longer than this is none; an evening of 1,000 rounds takes a tenth of it."""

CAMERA_FAULTS = ("freeze", "lost", "covered", "slow", "back")
DISK_FAULTS = ("full", "readonly", "torn", "back")
BUTTON_FAULTS = ("stuck", "dead", "chatter", "back")
TOUCH_FAULTS = ("dead", "back")
CUP_ACTS = ("taken", "off", "on")
MOST = {"wait_s": 86_400, "button": 3_600}
"""Seconds that a script may wait, or hold the button, in one line."""
FAR_PX = 100_000
"""No panel is so large."""
WORDS = ("same", "higher", "kippe", "allow", "accept", "double", "concede", "nothing")

JsonObject = dict[str, object]


class ScriptError(SettingsError):
    """The file is no evening script; the sentence names the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One act of the script: its number in the file, its verb and the whole object."""

    number: int
    verb: str
    act: JsonObject


COMPANIONS: dict[str, tuple[str, ...]] = {
    "seats": ("preset", "settings", "language", "panel"),
    "shake": ("pose",),
    "tile": (),
    "lift": ("cup",),
    "said": ("by", "lifted_by"),
    "by": ("lifted_by",),
    "enter": (),
    "nudge": (),
    "cup": (),
    "peek": (),
    "camera": (),
    "disk": (),
    "power": (),
    "button": (),
    "touch": (),
    "key": (),
    "clock": (),
    "display": (),
    "second_instance": (),
    "undo": (),
    "correct": (),
    "set": (),
    "menu": (),
    "wait_s": (),
    "shot": (),
    "expect": (),
}
"""Each verb, and the keys that may stand beside it."""


def read_script(path: Path) -> tuple[Line, ...]:
    """Read a script.

    Raises:
        ScriptError: the file is missing, empty, torn or has a line that is no act.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ScriptError(f"{path} is too long for an evening script.")
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as failure:
        raise ScriptError(f"The script {path} cannot be read: {failure}") from failure
    lines = tuple(
        _line(number, raw)
        for number, raw in enumerate(text.split("\n"), start=1)
        if raw.strip() and not raw.lstrip().startswith("#")
    )
    if not lines:
        raise ScriptError(f"The script {path} is empty: it needs one JSON object a line.")
    return lines


def _line(number: int, raw: str) -> Line:
    try:
        act = json.loads(raw)
    except (ValueError, RecursionError) as failure:
        raise ScriptError(f"Line {number} is not JSON: {failure}") from failure
    if not isinstance(act, dict) or not act:
        raise ScriptError(f"Line {number} is no JSON object with an act in it.")
    verb = _verb(number, act)
    _check_keys(number, verb, act)
    _check_form(number, verb, act)
    return Line(number=number, verb=verb, act=act)


def _verb(number: int, act: JsonObject) -> str:
    for verb in COMPANIONS:  # "said" before "by": the order of the table decides
        if verb in act:
            return verb
    key = next(iter(act))
    near = difflib.get_close_matches(key, COMPANIONS, n=1)
    hint = f' Did you mean "{near[0]}"?' if near else ""
    raise ScriptError(f'Line {number}: "{key}" is no act of the evening script.{hint}')


def _check_keys(number: int, verb: str, act: JsonObject) -> None:
    for key in act:
        if key != verb and key not in COMPANIONS[verb]:
            raise ScriptError(f'Line {number}: "{key}" does not go with "{verb}".')


def _check_form(number: int, verb: str, act: JsonObject) -> None:
    wanted = _FORMS.get(verb)
    if wanted is not None and not wanted.fits(act[verb]):
        raise ScriptError(f'Line {number}: "{verb}" takes {wanted.words}.')
    if verb == "shake" and act.get("pose", "apart") not in {pose.value for pose in Pose}:
        poses = ", ".join(pose.value for pose in Pose)
        raise ScriptError(f'Line {number}: "pose" takes one of {poses}.')
    if verb == "seats":
        _check_seats(number, act)
    if verb in MOST and not 0 <= _number(act[verb]) <= MOST[verb]:
        raise ScriptError(f'Line {number}: "{verb}" takes 0 to {MOST[verb]} seconds.')
    if verb == "shot" and Path(str(act["shot"])).name in ("", ".."):
        raise ScriptError(f'Line {number}: "shot" takes the name of a file.')
    if verb == "lift" and act.get("cup", "off") not in ("off", "stays"):
        raise ScriptError(f'Line {number}: "cup" beside "lift" takes "stays".')


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0.0


def _check_seats(number: int, act: JsonObject) -> None:
    for key, kind, words in (
        ("preset", str, "a preset's name"),
        ("settings", dict, "an object of settings"),
        ("language", str, "da, nb, de or en"),
        ("panel", str, 'a size like "800x480"'),
    ):
        if key in act and not isinstance(act[key], kind):
            raise ScriptError(f'Line {number}: "{key}" takes {words}.')


@dataclass(frozen=True, slots=True)
class _Form:
    words: str
    kinds: tuple[type, ...] = ()
    values: tuple[object, ...] = ()
    dice: bool = False
    die: bool = False
    spot: bool = False

    def fits(self, value: object) -> bool:
        if (self.die and is_one_die(value)) or (self.spot and is_spot(value)):
            return True
        if self.dice and is_dice(value):
            return True
        if any(value == known and type(value) is type(known) for known in self.values):
            return True
        if isinstance(value, bool):
            return bool in self.kinds
        return isinstance(value, self.kinds) if self.kinds else False


def is_dice(value: object) -> bool:
    """Tell whether a JSON value is two faces from 1 to 6."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(face) is int and 1 <= face <= 6 for face in value)
    )


def is_one_die(value: object) -> bool:
    """Tell whether a JSON value is one face from 1 to 6, alone or in a list."""
    faces = value if isinstance(value, list) else [value]
    return len(faces) == 1 and type(faces[0]) is int and 1 <= faces[0] <= 6


def is_spot(value: object) -> bool:
    """Tell whether a JSON value is a place on the panel, [x, y] in pixels."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(pixel) in (int, float) and abs(pixel) < FAR_PX for pixel in value)
    )


def _one_of(values: tuple[str, ...], *kinds: type) -> _Form:
    return _Form("one of " + ", ".join(values), kinds=kinds, values=values)


_FORMS: dict[str, _Form] = {
    "seats": _Form("a list of names", kinds=(list,)),
    "shake": _Form("two faces from 1 to 6", dice=True),
    "nudge": _Form("two faces from 1 to 6", dice=True),
    "enter": _Form('two faces from 1 to 6 or "cocked"', values=("cocked",), dice=True, die=True),
    "tile": _Form("a value or a word as text", kinds=(str,)),
    "lift": _Form("true", values=(True,)),
    "said": _Form("a value as text", kinds=(str,)),
    "by": _Form("a name", kinds=(str,)),
    "cup": _one_of(CUP_ACTS),
    "camera": _one_of(CAMERA_FAULTS),
    "disk": _one_of(DISK_FAULTS),
    "power": _one_of(("cut",)),
    "button": _Form("stuck, dead, chatter, back or seconds", (int, float), BUTTON_FAULTS),
    "touch": _Form("dead, back or [x, y] in pixels", values=TOUCH_FAULTS, spot=True),
    "key": _Form("the name of a key", kinds=(str,)),
    "clock": _Form("seconds", kinds=(int, float)),
    "display": _one_of(("lost", "back")),
    "peek": _Form("true or false", kinds=(bool,)),
    "second_instance": _Form("true", values=(True,)),
    "undo": _Form("true", values=(True,)),
    "correct": _Form("an object with player and lost", kinds=(dict,)),
    "set": _Form("an object of settings", kinds=(dict,)),
    "menu": _Form("the name of a place", kinds=(str,)),
    "wait_s": _Form("seconds", kinds=(int, float)),
    "shot": _Form("a file's name", kinds=(str,)),
    "expect": _Form("an object", kinds=(dict,)),
}
