"""The house is built as its plan says."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pi_meyer"


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def _calls_named(tree: ast.Module, name: str) -> int:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return sum(isinstance(c.func, ast.Attribute) and c.func.attr == name for c in calls)


def test_hidden_frames_are_opened_in_one_place_only() -> None:
    """Exactly one call in the whole program opens the ring of hidden frames (fairness P6)."""
    callers = {
        path.relative_to(PACKAGE).as_posix(): n
        for path, tree in _modules()
        if (n := _calls_named(tree, "open_hidden"))
    }
    assert callers == {"service/eye.py": 1}


def test_the_replay_command_needs_no_heavy_library() -> None:
    """Replaying a match imports neither OpenCV nor numpy nor pygame."""
    probe = (
        "import sys, pi_meyer.service.cli_replay;"
        "print([m for m in ('cv2', 'numpy', 'pygame') if m in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", probe], check=True, capture_output=True, text=True, cwd=ROOT
    )
    assert answer.stdout.strip() == "[]"


def test_no_module_opens_an_internet_socket() -> None:
    """No source names an internet address family or a client of one (fairness P5)."""
    for path, tree in _modules():
        names = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
        assert not names & {"AF_INET", "AF_INET6", "urlopen", "create_connection"}, path


def test_init_files_are_empty_or_a_sentence() -> None:
    """No package does work when it is imported."""
    for path, tree in _modules():
        if path.name == "__init__.py":
            kinds = {type(node) for node in tree.body}
            assert kinds <= {ast.Expr}, path
