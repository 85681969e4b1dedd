"""`pi-meyer run --simulate --headless --script FILE`: plays an evening and says what came of it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from pi_meyer.errors import MeyerError, SettingsError
from pi_meyer.service.script.player import Player
from pi_meyer.service.script.reading import read_script
from pi_meyer.service.script.world import World


def run_script(script: Path, *, seed: int, shots: Path | None, as_json: bool) -> int:
    """Play a script on a simulated clock; print the result object.

    Returns:
        0 if every `expect` held, 1 if not (or the machine failed), 2 if the file is no script.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    try:
        lines = read_script(script)
        if shots is not None:
            _make_folder(shots)
        with tempfile.TemporaryDirectory(prefix="pi-meyer-") as folder:
            player = Player(world=World(folder=Path(folder), seed=seed), shots=shots)
            player.play(lines)
            result = player.result()
            player.world.box.close()
            player.world.host.journal.close()
    except SettingsError as mistake:
        return _say(mistake, 2)
    except (MeyerError, OSError) as failure:
        return _say(failure, 1)
    print(json.dumps(result, ensure_ascii=False) if as_json else _readable(result))
    for failure_line in player.failures:
        sys.stderr.write(failure_line + "\n")
    return 1 if player.failures else 0


def _make_folder(shots: Path) -> None:
    try:
        shots.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        why = failure.strerror or failure
        raise SettingsError(f"--shots {shots} cannot be a folder for pictures: {why}.") from failure


def _say(failure: Exception, code: int) -> int:
    sys.stderr.write(" ".join(str(failure).split()) + "\n")
    return code


def _readable(result: dict[str, object]) -> str:
    rounds = result["rounds"]
    lines = [
        f"{number}. {played['announced']} {played['verdict']} ({played['reason']}) {played['lost']}"
        for number, played in enumerate(rounds if isinstance(rounds, list) else [], start=1)
    ]
    standings = result.get("standings", [])
    return "\n".join([*lines, f"standings: {standings}", f"winner: {result.get('winner')}"])
