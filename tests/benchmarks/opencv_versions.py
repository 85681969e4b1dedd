"""The same answers under OpenCV 4.6, 4.10 and 5.0: `python -m tests.benchmarks.opencv_versions`.

Makes one virtual environment for each version in a temporary folder (kept with --environments),
runs `pi-meyer read --json` and the gate on all shared pictures in each, and compares status and
values. Needs a package index. Ends with 1 where an answer differs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"

READ = "import sys; from pi_meyer.service.cli import main; sys.exit(main(sys.argv[1:]))"

LOOK = """
import sys
from pathlib import Path
from pi_meyer.vision.gate import look
from pi_meyer.vision.picture_file import load_picture
for name in sys.argv[1:]:
    view, reason = look(load_picture(Path(name)))
    print(name, view.value, reason.value if reason else "-")
"""

CHUNK = 60
"""Pictures in one run, so that command lines stay short."""


@dataclass(frozen=True, slots=True)
class Version:
    """One OpenCV to try, with the numpy that it was built for."""

    name: str
    packages: tuple[str, ...]


VERSIONS = (
    Version("4.6", ("opencv-python-headless==4.6.*", "numpy<2")),
    Version("4.10", ("opencv-python-headless==4.10.*", "numpy<2.3")),
    Version("5.0", ("opencv-python-headless==5.0.*", "numpy>=2")),
)


def make_environment(folder: Path, version: Version) -> Path:
    """Make or reuse an environment; returns its Python."""
    home = folder / f"opencv-{version.name}"
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", *version.packages]
    subprocess.run(install, check=True)
    return python


def snapshot(folder: Path) -> Path:
    """Copy program and models, so that every version sees the same code whoever edits meanwhile."""
    copy = folder / "code"
    shutil.rmtree(copy, ignore_errors=True)
    for name in ("pi_meyer", "models"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def run(python: Path, program: Path, code: str, arguments: list[str]) -> list[str]:
    """Run code on a copy of the program in an environment; returns its lines."""
    environment = {**os.environ, "PYTHONPATH": str(program), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [str(python), "-c", code, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        cwd=program,
    )
    return done.stdout.splitlines()


def answers(python: Path, program: Path, pictures: dict[str, list[str]]) -> dict[str, str]:
    """Return, for each picture and question, what the environment answers."""
    found: dict[str, str] = {}
    for side, files in pictures.items():
        for start in range(0, len(files), CHUNK):
            chunk = files[start : start + CHUNK]
            lines = run(python, program, READ, ["read", "--json", "--from", side, *chunk])
            for line in map(json.loads, lines):
                found[f"read {line['file']}"] = _essence(line)
            if side == "below":
                for line in run(python, program, LOOK, chunk):
                    name, answer = line.split(" ", 1)
                    found[f"gate {name}"] = answer
    return found


def _essence(line: dict[str, Any]) -> str:
    return f"{line['status']} {line['top']} {line['bottom']} {line['reason']}"


def shared_pictures(limit: int | None) -> dict[str, list[str]]:
    """Return the pictures by the side they were taken from."""
    frames = sorted(map(str, (SHARED / "frames").rglob("*.jpg")))
    photos = sorted(
        str(path) for path in (SHARED / "photos").rglob("*") if path.suffix in {".jpg", ".png"}
    )
    return {"below": frames[:limit], "above": photos[:limit]}


def compare(by_version: dict[str, dict[str, str]]) -> tuple[str, int]:
    """Return a table and the number of answers that are not the same everywhere."""
    names = list(by_version)
    first = by_version[names[0]]
    lines = [f"{'question':<60}" + "".join(f"{name:>40}" for name in names)]
    different = 0
    for question in first:
        row = [by_version[name].get(question, "nothing") for name in names]
        if len(set(row)) > 1:
            different += 1
            lines.append(f"{question[-60:]:<60}" + "".join(f"{answer:>40}" for answer in row))
    lines.append(f"{len(first)} answers under {', '.join(names)}: {different} differ")
    return "\n".join(lines), different


def main(arguments: list[str] | None = None) -> int:
    """Make the environments, ask, compare; returns 0 where all agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--environments", type=Path, metavar="DIR", help="keep them here")
    parser.add_argument("--limit", type=int, help="only so many frames and photos")
    chosen = parser.parse_args(arguments)
    pictures = shared_pictures(chosen.limit)
    if not any(pictures.values()):
        sys.stderr.write("The shared pictures are not beside the project.\n")
        return 2
    with tempfile.TemporaryDirectory() as spare:
        folder = chosen.environments or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        program = snapshot(folder)
        by_version = {
            version.name: answers(make_environment(folder, version), program, pictures)
            for version in VERSIONS
        }
    table, different = compare(by_version)
    sys.stdout.write(table + "\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
