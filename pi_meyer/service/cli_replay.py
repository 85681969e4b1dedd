"""``pi-meyer replay``: rule on recorded matches, one from a file or many from standard input.

Nothing here touches camera, screen or numbers in bulk, so that it starts at once.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from pi_meyer.match.replay import ReplayError, parse_match
from pi_meyer.match.sheet import as_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.match.referee import Match

STANDARD_INPUT = "-"


def run_replay(path: str, as_json: bool) -> int:
    """Replay a file, or with ``-`` one object a line, and print what follows from it.

    Returns the exit code: 2 for a file that is none or holds an illegal fact, with one line on
    standard error and nothing on standard output; standard input answers every line and gives 0.
    """
    if path == STANDARD_INPUT:
        return _replay_lines(as_json=as_json)
    try:
        match = parse_match(_read(Path(path)))
    except ReplayError as error:
        _write(_one_line(error), sys.stderr)
        return 2
    _write(_answer(match, as_json=as_json), sys.stdout)
    return 0


def _replay_lines(*, as_json: bool) -> int:
    """Answer each object with one line; its errors are answers, too."""
    for raw in sys.stdin.buffer:
        try:
            answer = _answer(parse_match(_decoded(raw)), as_json=as_json)
        except ReplayError as error:
            why = {"error": {"fact": error.fact, "why": _flat(str(error))}}
            answer = json.dumps(why) if as_json else _one_line(error)
        _write(answer, sys.stdout)
        sys.stdout.flush()
    return 0


def _answer(match: Match, *, as_json: bool) -> str:
    return json.dumps(match.result()) if as_json else as_text(match)


def _read(path: Path) -> str:
    try:
        return _decoded(path.read_bytes())
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror}.") from error


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReplayError(f"This is no UTF-8 text: {error.reason}.") from error


def _write(answer: str, stream: TextIO) -> None:
    """Print text; letters that the terminal lacks are spelled out, names come from people."""
    encoding = stream.encoding or "utf-8"
    stream.write(answer.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def _one_line(error: ReplayError) -> str:
    where = "" if error.fact is None else f"fact {error.fact}: "
    return _flat(f"{where}{error}")


def _flat(text: str) -> str:
    return " ".join(text.split())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command by itself: ``python -m pi_meyer.service.cli_replay FILE [--json]``."""
    parser = argparse.ArgumentParser(prog="pi-meyer replay")
    parser.add_argument("file", help="a replay file, or - for one object a line")
    parser.add_argument("--json", action="store_true", help="print the result object")
    chosen = parser.parse_args(arguments)
    return run_replay(chosen.file, chosen.json)


if __name__ == "__main__":
    sys.exit(main())
