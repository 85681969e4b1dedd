"""The command line: it knows all commands and loads only what the wanted one needs."""

from __future__ import annotations

import argparse
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pi_meyer.errors import MeyerError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Sequence

OK, MACHINE_FAILED, USER_MISTAKE = 0, 1, 2
"""Exit codes: the machine's faults are 1, the user's mistakes 2."""


class _Parser(argparse.ArgumentParser):
    """Answers a wrong command line in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and leave with 2."""
        sys.stderr.write(f"{self.prog}: {message}; try {self.prog} --help.\n")
        raise SystemExit(USER_MISTAKE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")  # what is wrong with a picture we say once
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may know fewer letters
    wanted = _parser().parse_args(arguments)
    try:
        return int(wanted.command(wanted))
    except SettingsError as mistake:
        return _say(str(mistake), USER_MISTAKE)
    except MeyerError as failure:
        return _say(str(failure), MACHINE_FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads us any more
        return OK
    except KeyboardInterrupt:
        return OK
    except Exception as failure:
        if wanted.debug:
            raise
        kind = type(failure).__name__
        return _say(f"pi-meyer failed: {kind}: {failure}. --debug shows where.", MACHINE_FAILED)


def _say(sentence: str, code: int) -> int:
    sys.stderr.write(" ".join(sentence.split()) + "\n")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="pi-meyer", description="The referee of the dice-bluffing game Meyer.")
    parser.add_argument("--debug", action="store_true", help="show where a failure comes from")
    commands = parser.add_subparsers(title="commands", required=True, parser_class=_Parser)
    for add in (_add_run, _add_replay, _add_read, _add_rules, _add_matches, _add_box_commands):
        add(commands)
    return parser


def _add_run(commands: argparse._SubParsersAction[_Parser]) -> None:
    run = commands.add_parser("run", help="open the game")
    run.add_argument("--simulate", action="store_true", help="play at the simulated table")
    run.add_argument("--headless", action="store_true", help="no window; goes with --script")
    run.add_argument("--script", type=Path, metavar="FILE", help="play an evening script")
    run.add_argument("--seed", type=int, default=0, help="of the simulated dice and pictures")
    run.add_argument("--shots", type=Path, metavar="DIR", help="write pictures of the screens")
    run.add_argument("--json", action="store_true", help="print the result as one JSON object")
    run.add_argument("--settings", type=Path, metavar="FILE", help="another settings file")
    run.add_argument("--data", type=Path, metavar="DIR", help="another folder for the evenings")
    run.set_defaults(command=_run)


def _add_replay(commands: argparse._SubParsersAction[_Parser]) -> None:
    replay = commands.add_parser("replay", help="rule on a recorded match")
    replay.add_argument("file", help="a replay file, or - for one object a line on standard input")
    replay.add_argument("--json", action="store_true", help="print the result object")
    replay.set_defaults(command=_replay)


def _add_read(commands: argparse._SubParsersAction[_Parser]) -> None:
    read = commands.add_parser("read", help="read dice in pictures")
    read.add_argument("files", nargs="+", metavar="FILE", help="a picture; - for standard input")
    read.add_argument("--from", dest="view", choices=("below", "above"), default="below")
    read.add_argument("--json", action="store_true", help="one JSON object a picture")
    read.add_argument("--explain", metavar="DIR", help="write one picture per stage")
    read.set_defaults(command=_read)


def _add_rules(commands: argparse._SubParsersAction[_Parser]) -> None:
    rules = commands.add_parser("rules", help="the presets, and tonight's rules as a page")
    rules.add_argument("action", choices=("list", "show"))
    rules.add_argument("preset", nargs="?")
    rules.add_argument("--language", choices=("da", "nb", "de", "en"), default="en")
    rules.set_defaults(command=_rules)


def _add_matches(commands: argparse._SubParsersAction[_Parser]) -> None:
    matches = commands.add_parser("matches", help="the evenings that were played")
    matches.add_argument("action", choices=("list", "show", "export", "forget"))
    matches.add_argument("match", nargs="?", type=int, help="its number in the list")
    matches.add_argument("--format", choices=("json", "csv", "html"), default="json")
    matches.add_argument("--language", choices=("da", "nb", "de", "en"), default="en")
    matches.add_argument("--settings", type=Path, metavar="FILE")
    matches.add_argument("--data", type=Path, metavar="DIR")
    matches.set_defaults(command=_matches)


def _add_box_commands(commands: argparse._SubParsersAction[_Parser]) -> None:
    doctor = commands.add_parser("doctor", help="look at the health of the box")
    doctor.add_argument("--json", action="store_true")
    doctor.add_argument("--settings", type=Path, metavar="FILE")
    doctor.set_defaults(command=_doctor)
    calibrate = commands.add_parser("calibrate", help="learn where the window is")
    calibrate.add_argument("pictures", nargs="*", metavar="FILE")
    calibrate.add_argument("--out", type=Path, metavar="FILE", help="write it elsewhere")
    calibrate.add_argument("--settings", type=Path, metavar="FILE")
    calibrate.set_defaults(command=_calibrate)


def _run(wanted: argparse.Namespace) -> int:
    if wanted.script is not None:
        from pi_meyer.service.script.cli_script import run_script

        return run_script(wanted.script, seed=wanted.seed, shots=wanted.shots, as_json=wanted.json)
    if wanted.headless:
        raise SettingsError("--headless needs --script FILE: without a screen somebody must play.")
    from pi_meyer.service.lean import import_pygame

    import_pygame()
    from pi_meyer.service.cli_run import run_window

    return run_window(
        simulate=wanted.simulate,
        seed=wanted.seed,
        settings_file=wanted.settings,
        data_folder=wanted.data,
    )


def _replay(wanted: argparse.Namespace) -> int:
    from pi_meyer.service.cli_replay import run_replay

    return run_replay(wanted.file, wanted.json)


def _read(wanted: argparse.Namespace) -> int:
    from pi_meyer.service.cli_read import run_read
    from pi_meyer.vision.view import View

    return run_read(
        wanted.files, view=View(wanted.view), as_json=wanted.json, explain_dir=wanted.explain
    )


def _rules(wanted: argparse.Namespace) -> int:
    from pi_meyer.service.cli_rules import run_rules

    return run_rules(wanted.action, preset=wanted.preset, language=wanted.language)


def _matches(wanted: argparse.Namespace) -> int:
    from pi_meyer.service.cli_matches import run_matches

    return run_matches(
        wanted.action,
        match_id=wanted.match,
        form=wanted.format,
        language=wanted.language,
        settings_file=wanted.settings,
        data_folder=wanted.data,
    )


def _doctor(wanted: argparse.Namespace) -> int:
    from pi_meyer.service.cli_doctor import run_doctor

    return run_doctor(as_json=wanted.json, settings_file=wanted.settings)


def _calibrate(wanted: argparse.Namespace) -> int:
    from pi_meyer.service.cli_calibrate import run_calibrate

    return run_calibrate(wanted.pictures, out=wanted.out, settings_file=wanted.settings)


if __name__ == "__main__":
    raise SystemExit(main())
