"""Contact sheets: simulated scenes of every kind, or twins beside the pictures of a manifest.

``python -m pi_meyer.simulation.contact_sheet OUT.png [--seed N] [--kind KIND] [--doses haze=2]``
``python -m pi_meyer.simulation.contact_sheet OUT.png --frames FOLDER [--rows 1 2 3]``
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path

import cv2
import numpy as np

from pi_meyer.errors import MeyerError, SettingsError
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.manifest import read_rows, scene_from_row
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.window_view import Image, add_noise, render

_TILE_WH = (384, 288)
_COLUMNS = 6


def main(arguments: list[str] | None = None) -> int:
    """Write one sheet; 0 when it was written, 2 when the arguments make no sense."""
    options = _parser().parse_args(arguments)
    try:
        if options.number < 1:
            raise SettingsError("A sheet needs one scene or more; give --number 1 or more.")
        tiles = _twin_tiles(options) if options.frames else _scene_tiles(options)
        _write(options.out, tiles)
    except MeyerError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="contact_sheet", description="Simulated views, as one picture."
    )
    parser.add_argument("out", type=Path, metavar="OUT.png")
    parser.add_argument("--frames", type=Path, help="folder of pictures with a manifest")
    parser.add_argument("--rows", type=int, nargs="*", help="rows of the manifest, counted from 1")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=[kind.value for kind in SceneKind])
    parser.add_argument("--number", type=int, default=24, help="how many scenes")
    parser.add_argument("--doses", nargs="*", default=[], metavar="NAME=NUMBER")
    return parser


def _scene_tiles(options: argparse.Namespace) -> list[Image]:
    doses = parse_doses(options.doses)
    kinds = [SceneKind(options.kind)] if options.kind else list(SceneKind)
    tiles = []
    for k in range(options.number):
        rng = np.random.default_rng((options.seed, k))
        scene = random_scene(rng, doses, kind=kinds[k % len(kinds)])
        tiles.append(_tile(add_noise(render(scene), scene, rng), _caption(scene)))
    return tiles


def _twin_tiles(options: argparse.Namespace) -> list[Image]:
    """Pictures and their twins, side by side."""
    rows = read_rows(options.frames)
    wanted = options.rows or range(1, min(13, len(rows) + 1))
    tiles = []
    for number in wanted:
        if not 1 <= number <= len(rows):
            raise SettingsError(f"There is no row {number}; the manifest has {len(rows)}.")
        row = rows[number - 1]
        picture = cv2.imread(str(options.frames / row["file"]))
        if picture is None:
            raise SettingsError(f"{row['file']} cannot be read as a picture.")
        real = np.asarray(picture, np.uint8)
        scene = scene_from_row(row, real)
        twin = add_noise(render(scene), scene, np.random.default_rng(number))
        tiles += [_tile(real, f"{row['file']} {row['kind']}"), _tile(twin, _caption(scene))]
    return tiles


def parse_doses(entries: list[str]) -> Doses:
    """Turn ``name=number`` entries into doses.

    Raises:
        SettingsError: an unknown name, or not a number of 0 or more.
    """
    names = {field.name for field in fields(Doses)}
    given: dict[str, float] = {}
    for entry in entries:
        name, _, text = entry.partition("=")
        if name not in names:
            raise SettingsError(f"There is no dose {name!r}; there are {', '.join(sorted(names))}.")
        try:
            given[name] = float(text)
        except ValueError as error:
            raise SettingsError(f"The dose {entry!r} needs a number, as in haze=1.5.") from error
        if not 0 <= given[name] < np.inf:
            raise SettingsError(f"The dose {entry!r} must be 0 or more.")
    return Doses(**given)


def _caption(scene: Scene) -> str:
    dice = " ".join(f"{die.style.name}:{die.bottom}" for die in scene.dice)
    return f"{scene.kind.value} {scene.setting.plate.kind.value} {dice}"


def _tile(image: Image, caption: str) -> Image:
    small = np.asarray(cv2.resize(image, _TILE_WH, interpolation=cv2.INTER_AREA), np.uint8)
    cv2.putText(
        small, caption, (4, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (0, 255, 255), 1, cv2.LINE_AA
    )
    return small


def _write(out: Path, tiles: list[Image]) -> None:
    missing = -len(tiles) % _COLUMNS
    tiles = tiles + [np.zeros_like(tiles[0])] * missing
    lines = [np.hstack(tiles[k : k + _COLUMNS]) for k in range(0, len(tiles), _COLUMNS)]
    try:
        written = cv2.imwrite(str(out), np.vstack(lines))
    except cv2.error as error:
        raise SettingsError(f"{out} is not a name for a picture; end it in .png.") from error
    if not written:
        raise SettingsError(f"{out} cannot be written.")


if __name__ == "__main__":
    raise SystemExit(main())
