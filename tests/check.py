"""Every check of the project, one after the other: `python -m tests.check`.

The tests come last, so that the output closes with their count. The exit code is 0 only when every
check was clean.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(sys.executable).parent
PYTHON_FOLDERS = ("pi_meyer", "tests", "tools", "hardware", "systemd")

CHECKS: tuple[tuple[str, list[str]], ...] = (
    ("lint", [str(HERE / "ruff"), "check", *PYTHON_FOLDERS]),
    ("format", [str(HERE / "ruff"), "format", "--check", "--quiet", *PYTHON_FOLDERS]),
    ("types", [str(HERE / "mypy")]),
    ("import contracts", [str(HERE / "lint-imports")]),
    (
        "tests",
        [
            sys.executable,
            "-m",
            "pytest",
            "--quiet",
            "--numprocesses=2",
            "--cov=pi_meyer.rules",
            "--cov=pi_meyer.match",
            "--cov-branch",
            "--cov-fail-under=100",
        ],
    ),
)


def main() -> int:
    """Run all checks even when one fails, and name those that did."""
    failed = [name for name, command in CHECKS if not _clean(name, command)]
    if failed:
        sys.stderr.write("Not clean: " + ", ".join(failed) + "\n")
    return 1 if failed else 0


def _clean(name: str, command: list[str]) -> bool:
    print(f"== {name}", flush=True)  # noqa: T201
    surroundings = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    return subprocess.run(command, cwd=ROOT, env=surroundings, check=False).returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
