"""Which libraries are there, in which version, from where, and whether they get along.

On the Pi they come from apt, built for each other; a second copy from pip breaks them (pi.md,
Installing).
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import platform
from typing import TYPE_CHECKING, Final

from pi_meyer.service.health import Check, fault, fine, warning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NEEDED: Final = ("numpy", "cv2", "pygame")
HARDWARE: Final = ("gpiozero", "lgpio", "picamera2")
_APT: Final = {
    "numpy": "python3-numpy",
    "cv2": "python3-opencv",
    "pygame": "python3-pygame",
    "gpiozero": "python3-gpiozero",
    "lgpio": "python3-lgpio",
    "picamera2": "python3-picamera2",
}


def version_of(name: str, *, needed: bool) -> Check:
    """Import one library and say its version and where it comes from.

    Args:
        name: what is imported.
        needed: False for what only a Pi has.
    """
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError:
        if not needed:
            return fine(name, "not here, and not needed here")
        return fault(name, "not installed", f"sudo apt install {_APT[name]} (elsewhere: pip).")
    except Exception as error:
        return fault(
            name,
            f"cannot be loaded: {error}",
            f"Two builds clash: pip uninstall {name} numpy, then sudo apt install {_APT[name]}.",
        )
    version = _version(name, getattr(module, "__version__", None))
    if name == "pygame":
        version += f" with SDL {'.'.join(str(part) for part in module.get_sdl_version())}"
    return fine(name, f"{version} {origin(getattr(module, '__file__', '') or '')}")


def origin(path: str) -> str:
    """Tell apt's packages from pip's by where they lie."""
    if "/dist-packages/" in path and path.startswith("/usr/lib/"):
        return f"from apt ({path})"
    return f"from pip ({path})"


def _version(name: str, told: object) -> str:
    if told:
        return str(told)
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def clashes(
    *,
    distributions: Iterable[str] | None = None,
    path_of: Callable[[str], str] | None = None,
    machine: str | None = None,
) -> Check:
    """Look for copies that break each other.

    Args:
        distributions: the names of what is installed.
        path_of: where a library lies; empty where it is not there.
        machine: the processor's name.
    """
    names = _installed() if distributions is None else {name.lower() for name in distributions}
    where = _path_of if path_of is None else path_of
    if {"pygame", "pygame-ce"} <= names:
        return warning(
            "libraries",
            "pygame and pygame-ce are both installed",
            "They overwrite each other: pip uninstall pygame pygame-ce, then install one again.",
        )
    numpy_pip = "from pip" in origin(where("numpy")) and bool(where("numpy"))
    others_apt = [n for n in ("cv2", "pygame", "picamera2") if "from apt" in origin(where(n))]
    if numpy_pip and others_apt:
        return warning(
            "libraries",
            f"numpy is from pip, {', '.join(others_apt)} from apt",
            "They were built for apt's numpy: pip uninstall numpy.",
        )
    pygame_pip = "from pip" in origin(where("pygame")) and bool(where("pygame"))
    if pygame_pip and "pygame-ce" not in names and (machine or platform.machine()) == "aarch64":
        return warning(
            "libraries",
            "pygame is from pip",
            "That build cannot draw without a desktop: pip uninstall pygame, "
            "sudo apt install python3-pygame.",
        )
    return fine("libraries", "they get along")


def _installed() -> set[str]:
    found = (entry.metadata["Name"] for entry in importlib.metadata.distributions())
    return {name.lower() for name in found if name}


def _path_of(name: str) -> str:
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return ""
    return (found.origin or "") if found is not None else ""
