"""``python -m tests.vm.run``: the box in the virtual machine, from power-on to power-off.

Installs the package into a Debian that runs on a kernel of its own, with real systemd, KMS screen,
touch, GPIO lines and camera library, and plays. Prints a line a check, and a table at the end; a
check that fails is made again on a new boot. The exit code is 0 when all held, 1 when one failed
every time or the package cannot be built, 77 when there can be no such machine here. Any check
can be named alone: it brings the machine where it begins. ``--core`` makes those that hold beside
any load, for `.ci/run`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from tests.vm import kit, parts, play, system
from tests.vm.session import Session, keep_priority
from tests.vm.twin import ScenarioError, StarvedError, Twin, plain_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Check = Callable[[Session], str]

CANNOT: Final = 77
BOOT_LIMIT_S: Final = 3600
"""A boot is ended after so long, whatever happens."""
NO_TERMINAL: Final = "systemd.tty.rows.tty1=30 systemd.tty.columns.tty1=100"
"""A Pi's console tells systemd its size at once; nobody is behind this one's, and systemd would
wait a third of a second for an answer before each start."""

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
    parts.broken_parts,
    parts.unplugged,
    system.package,
    system.full_disk,
    system.read_only_root,
    play.switched_off,
)
"""After power-on, in this order."""

CORE: Final[tuple[Check, ...]] = (
    play.first_screen,
    system.confined,
    play.a_round,
    play.killed_while_hidden,
    play.cut_while_hidden,
    system.power_cut,
    system.package,
    system.read_only_root,
)
"""What must hold beside any load; here no ratio of times is demanded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one check: its name, whether it held, its seconds, and what it saw.

    ``starved``: it failed because the host gave the machine too little time.
    """

    name: str
    held: bool | None
    took_s: float
    words: str
    starved: bool = False

    def __str__(self) -> str:
        """Return its line; a check that was not made neither held nor failed."""
        mark = {True: "ok  ", False: "FAIL", None: "--  "}[self.held]
        return f"{mark} {self.took_s:6.1f} s  {self.name}: {self.words}"


def main() -> int:
    """Build the machine, make the checks, print what came of each."""
    wanted = _wanted()
    keep_priority(os.getpid())
    wanted.shots.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    try:
        folder = kit.build()
    except kit.NoMachineError as reason:
        _say(f"There can be no virtual machine here: {reason}")
        return CANNOT
    except kit.KitError as reason:
        _say(f"The machine cannot be built: {reason}")
        return 1
    _say(f"built in {time.monotonic() - start:.0f} s")
    names = wanted.checks or [check.__name__ for check in (CORE if wanted.core else CHECKS)]
    checks = [check for check in CHECKS if check.__name__ in names]
    with tempfile.TemporaryDirectory(prefix="pi-meyer-vm-") as name:
        until_s = start + wanted.minutes * 60
        try:
            results = _all(folder, Path(name), wanted, checks, until_s=until_s)
        except kit.NoMachineError as reason:
            _say(f"The virtual machine does not come up here: {reason}")
            return CANNOT
        except OSError as failure:  # no room, no process: this machine's trouble
            _say(f"The virtual machine cannot go on here: {failure}")
            return CANNOT
    _say("\n" + "\n".join(map(str, results)))
    failed = sum(result.held is False for result in results)
    held = sum(result.held is True for result in results)
    _say(f"{held} of {len(results)} checks held, {failed} failed.")
    return int(failed > 0)


def _wanted() -> argparse.Namespace:
    names = [check.__name__ for check in CHECKS]
    parser = argparse.ArgumentParser(prog="python -m tests.vm.run", description=__doc__)
    parser.add_argument("--shots", type=Path, default=Path("out/vm"), metavar="DIR")
    parser.add_argument("--core", action="store_true", help="only what holds beside any load")
    parser.add_argument(
        "--minutes", type=float, default=24 * 60, help="begin no check later than this"
    )
    parser.add_argument(
        "checks", nargs="*", choices=[*names, []], metavar="CHECK", help=", ".join(names)
    )
    return parser.parse_args()


def _all(
    folder: Path,
    work: Path,
    wanted: argparse.Namespace,
    checks: Sequence[Check],
    *,
    until_s: float,
) -> list[Result]:
    plain_table(work / "table")
    box_class = kit.driver(folder).Box
    settings = {"frames": work / "table", "service": kit.SERVICE, "limit": BOOT_LIMIT_S}
    with box_class(**settings) as box:
        box.append += f" {NO_TERMINAL}"
        twin = Twin(box, work / "evening")
        session = Session(box=box, work=work, shots=wanted.shots, twin=twin)
        session.strict = not wanted.core
        results = [_result(system.power_on, session)]
        if not session.answered:
            raise kit.NoMachineError(results[0].words)
        if not results[0].held:
            return results
        for check in checks:
            if time.monotonic() > until_s:
                name = check.__name__.replace("_", " ")
                results.append(Result(name=name, held=None, took_s=0, words="no time was left"))
            else:
                results.append(_made(check, session, tries=3 if wanted.core else 2))
    (wanted.shots / "measured.json").write_text(json.dumps(session.measured, indent=1))
    return results


def _made(check: Check, session: Session, *, tries: int) -> Result:
    """Make a check; a starved machine may fail it once, what is wrong fails it every time.

    Where no ratio is demanded, a check that a starved machine failed to the last is not shown.
    """
    for left in reversed(range(tries)):
        result = _result(check, session)
        if result.held:
            return result
        _begin_again(session)
        if result.starved and left == 0 and not session.strict:
            return replace(result, held=None)
    return result


def _begin_again(session: Session) -> None:
    """After a failure nobody knows where the machine stands: a new boot, a new evening."""
    try:
        session.box.cut()
        session.boot()
        session.afresh()
    except (ScenarioError, TimeoutError, RuntimeError, OSError) as failure:
        _say(f"     the machine does not come back: {failure}")


def _result(check: Check, session: Session) -> Result:
    start = time.monotonic()
    starved = False
    try:
        words, held = check(session), True
    except (StarvedError, TimeoutError) as failure:
        words, held, starved = f"{failure}", False, True
    except (ScenarioError, RuntimeError, ConnectionError) as failure:
        words, held = f"{failure}", False
    except Exception:
        words, held = traceback.format_exc(), False
    took_s = time.monotonic() - start
    if not held:
        with contextlib.suppress(Exception):
            session.box.shot(session.shots / f"failed-{check.__name__}.png")
    name = check.__name__.replace("_", " ")
    result = Result(name=name, held=held, took_s=took_s, words=words.strip(), starved=starved)
    _say(f"{result}")
    return result


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
