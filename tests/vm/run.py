"""``python -m tests.vm.run``: the box in the virtual machine, from power-on to power-off.

Installs the package into a Debian that runs on a kernel of its own, with real systemd, KMS screen,
touch, GPIO lines and camera library, and plays. Prints a line a check; a check that fails is made
once more on a new boot. The exit code is 0 when all held, 1 when one failed twice, 77 when the
machine cannot be built here. Any check can be named alone: it brings the machine where it begins.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from tests.vm import kit, play, system
from tests.vm.session import Session, keep_priority
from tests.vm.twin import ScenarioError, Twin, plain_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Check = Callable[[Session], str]

CANNOT: Final = 77
BOOT_LIMIT_S: Final = 3600
"""A boot is ended after so long, whatever happens."""

CHECKS: Final[tuple[Check, ...]] = (
    play.first_screen,
    system.confined,
    play.a_round,
    system.memory,
    play.killed_while_hidden,
    play.hanging,
    play.cut_while_hidden,
    system.start_up,
    system.doctor,
    play.camera_frozen,
    play.camera_missing,
    system.power_cut,
    play.updated_from_a_stick,
    system.package,
    system.read_only_root,
    play.switched_off,
)
"""After power-on, in this order."""


def main() -> int:
    """Build the machine, make the checks, print what came of each."""
    names = [check.__name__ for check in CHECKS]
    parser = argparse.ArgumentParser(prog="python -m tests.vm.run", description=__doc__)
    parser.add_argument("--shots", type=Path, default=Path("out/vm"), metavar="DIR")
    parser.add_argument(
        "checks", nargs="*", choices=[*names, []], metavar="CHECK", help=", ".join(names)
    )
    wanted = parser.parse_args()
    keep_priority(os.getpid())
    wanted.shots.mkdir(parents=True, exist_ok=True)
    try:
        folder = kit.build()
    except kit.KitError as reason:
        _say(f"The machine cannot be built here: {reason}")
        return CANNOT
    checks = [check for check in CHECKS if not wanted.checks or check.__name__ in wanted.checks]
    with tempfile.TemporaryDirectory(prefix="pi-meyer-vm-") as name:
        failed = _all(folder, Path(name), wanted.shots, checks)
    _say(f"{len(checks) + 1 - failed} of {len(checks) + 1} checks held.")
    return int(failed > 0)


def _all(folder: Path, work: Path, shots: Path, checks: Sequence[Check]) -> int:
    plain_table(work / "table")
    box_class = kit.driver(folder).Box
    with box_class(frames=work / "table", service=kit.SERVICE, limit=BOOT_LIMIT_S) as box:
        session = Session(box=box, work=work, shots=shots, twin=Twin(box, work / "evening"))
        if not _holds(system.power_on, session):
            return len(checks) + 1
        failed = 0
        for check in checks:
            if not _holds(check, session):
                _begin_again(session)
                # A starved machine may fail a check once; what is wrong fails it twice.
                if not _holds(check, session):
                    failed += 1
                    _begin_again(session)
    (shots / "measured.json").write_text(json.dumps(session.measured, indent=1))
    return failed


def _begin_again(session: Session) -> None:
    """After a failure nobody knows where the machine stands: a new boot, a new evening."""
    try:
        session.box.cut()
        session.boot()
        session.afresh()
    except (ScenarioError, TimeoutError, RuntimeError, OSError) as failure:
        _say(f"     the machine does not come back: {failure}")


def _holds(check: Check, session: Session) -> bool:
    start = time.monotonic()
    try:
        words, held = check(session), True
    except (ScenarioError, TimeoutError, RuntimeError, ConnectionError) as failure:
        words, held = f"{failure}", False
    except Exception:
        words, held = traceback.format_exc(), False
    took_s = time.monotonic() - start
    name = check.__name__.replace("_", " ")
    _say(f"{'ok  ' if held else 'FAIL'} {took_s:6.1f} s  {name}: {words}")
    return held


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
