"""Make the virtual environment that `make play` and `make test` use.

On a Raspberry Pi the libraries that talk to the hardware come from apt, where they are built for
each other; a second numpy, OpenCV or pygame from pip would break them. There the environment sees
the system's packages and pip brings only what apt lacks. Everywhere else pip brings everything.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ONLY_PIP = ("font-fjallaone", "font-source-sans-pro", "segno", "tomlkit")


def main() -> int:
    """Create or refresh the environment; say in one line what is wrong if it cannot be done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv")
    parser.add_argument("--extra", default="", help="an optional-dependencies group")
    wanted = parser.parse_args()
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs before pip can check
        return _say(f"Python 3.11 or later is needed, this is {sys.version.split()[0]}.")
    on_pi = _is_raspberry_pi()
    if on_pi and (missing := _missing_from_apt()):
        names = " ".join(missing)
        return _say(f"On a Raspberry Pi first run: sudo apt install {names}")
    try:
        _create(wanted.venv, system_packages=on_pi)
        _install(wanted.venv, extra=wanted.extra, on_pi=on_pi)
    except (OSError, subprocess.CalledProcessError) as failure:
        return _say(f"The virtual environment {wanted.venv} could not be made: {failure}")
    return 0


def _say(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 1


def _is_raspberry_pi() -> bool:
    model = Path("/proc/device-tree/model")
    return model.exists() and model.read_text(errors="replace").startswith("Raspberry Pi")


def _missing_from_apt() -> list[str]:
    packages = {
        "numpy": "python3-numpy",
        "cv2": "python3-opencv",
        "pygame": "python3-pygame",
        "gpiozero": "python3-gpiozero python3-lgpio",
        "picamera2": "python3-picamera2",
    }
    return [apt for module, apt in packages.items() if importlib.util.find_spec(module) is None]


def _create(folder: Path, *, system_packages: bool) -> None:
    if not (folder / "bin" / "python").exists() and not (folder / "Scripts").exists():
        venv.EnvBuilder(with_pip=True, system_site_packages=system_packages).create(folder)


def _install(folder: Path, *, extra: str, on_pi: bool) -> None:
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(scripts / "python"), "-m", "pip", "install", "--quiet"]
    if on_pi:
        _run([*pip, *ONLY_PIP])
        _run([*pip, "--no-deps", "--editable", str(ROOT)])
        return
    _run([*pip, "--editable", f"{ROOT}[{extra}]" if extra else str(ROOT)])


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True)  # noqa: S603 - our own fixed words


if __name__ == "__main__":
    raise SystemExit(main())
