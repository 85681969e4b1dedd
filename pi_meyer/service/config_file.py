"""The settings file: found, read, and changed so that a pulled plug leaves a whole one.

Written to a temporary file, synced, renamed over the old one, and the folder synced: at every
moment either the old or the new file is there. The last good one stays beside it as ``.bak``.
"""

from __future__ import annotations

import contextlib
import enum
import importlib.resources
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.errors import SettingsError
from pi_meyer.service import config
from pi_meyer.service.config import Settings, checked, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

BOX_PATH = Path("/etc/pi-meyer/settings.toml")


class StandIn(enum.Enum):
    """What counts instead of a settings file that cannot be used."""

    LAST_GOOD = "last_good"
    OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What was read.

    Attributes:
        settings: what counts.
        path: the file they belong to, there or not.
        notices: sentences for the log; none is normal.
        stands_in: what counts where the file cannot be used; None where it can, or is missing.
    """

    settings: Settings
    path: Path
    notices: tuple[str, ...] = ()
    stands_in: StandIn | None = None


def default_path() -> Path:
    """Return the file that the box's service uses where there is one, else the user's own."""
    outside = not os.environ.get("STATE_DIRECTORY")  # systemd gives it to the service
    on_partition = config.PARTITION / "settings" / BOX_PATH.name
    if outside and os.access(on_partition, os.R_OK):
        return on_partition
    if _is_there(BOX_PATH):
        return BOX_PATH
    base = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(base) if base else Path.home() / ".config") / "pi-meyer" / BOX_PATH.name


def _is_there(path: Path) -> bool:
    """Tell whether a file is there; one that is forbidden is, and reading it says so."""
    try:
        path.stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def template() -> str:
    """Return the commented settings file that a fresh box begins with."""
    folder = importlib.resources.files("pi_meyer.service") / "data"
    return (folder / "settings.toml").read_text(encoding="utf-8")


def load(given: Path | None = None) -> Loaded:
    """Read the settings.

    A file that cannot be used is replaced for tonight by the last good one, and that is said. If
    there is none, a file that was named by hand is an error; without hands the box goes on with
    the defaults, so that a spoilt line does not end the evening.

    Args:
        given: the file that the command line named; None looks in the usual places.

    Raises:
        SettingsError: the given file is missing, or unusable without a last good one.
    """
    path = default_path() if given is None else given
    try:
        return Loaded(settings=_read(path), path=path)
    except FileNotFoundError:
        if given is not None:
            raise SettingsError(f"There is no settings file {path}: check the name.") from None
        return Loaded(settings=Settings(), path=path)
    except SettingsError as error:
        return _fallen_back(path, error, strict=given is not None)


def load_for_a_command(given: Path | None = None) -> Settings:
    """Read the settings as `load` does; what stands in for a spoilt file is told on stderr.

    Args:
        given: the file that the command line named; None looks in the usual places.

    Raises:
        SettingsError: as for `load`.
    """
    loaded = load(given)
    for notice in loaded.notices:
        sys.stderr.write(f"{notice}\n")
    return loaded.settings


def _fallen_back(path: Path, error: SettingsError, *, strict: bool) -> Loaded:
    backup = backup_of(path)
    with contextlib.suppress(SettingsError, FileNotFoundError):
        settings = _read(backup)
        notice = f"{error} The last good settings ({backup.name}) are used."
        return Loaded(settings=settings, path=path, notices=(notice,), stands_in=StandIn.LAST_GOOD)
    if strict:
        raise error
    notice = f"{error} The box's own settings are used meanwhile."
    own = Settings(language=_language_in(path))
    return Loaded(settings=own, path=path, notices=(notice,), stands_in=StandIn.OWN)


def _language_in(path: Path) -> str:
    """Return the language that a spoilt file still names: the table reads it, or else English."""
    with contextlib.suppress(OSError):
        text = path.read_text(encoding="utf-8", errors="replace")
        named = re.search(rf"^language *= *[\"']({'|'.join(LANGUAGES)})[\"']", text, re.MULTILINE)
        if named is not None:
            return named[1]
    return Settings().language


def _read(path: Path) -> Settings:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is damaged: it is no text.") from error
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    if not text and backup_of(path).exists():
        raise SettingsError(f"{path} is empty, as a power cut leaves a file.")
    return parse(text, where=str(path))


def backup_of(path: Path) -> Path:
    """Return where the last good version of a settings file lies."""
    return path.with_name(f"{path.name}.bak")


def change(path: Path, changes: Mapping[str, object]) -> Settings:
    """Change values in the file, remarks kept, and return the new settings.

    Args:
        path: the file; made from the template where it is missing or spoilt.
        changes: values by dotted key ("panel.rotation"); None takes a key out, which brings back
            its default.

    Raises:
        SettingsError: a value makes no sense, or the file cannot be written; nothing was changed.
    """
    before = _usable_text(path)
    text = _edited(before, changes)
    settings = parse(text, where=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(backup_of(path), before)
        write_atomically(path, text)
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written ({error.strerror}): the change counts for tonight only."
        ) from error
    return settings


def _usable_text(path: Path) -> str:
    for candidate in (path, backup_of(path)):
        with contextlib.suppress(SettingsError, OSError, UnicodeDecodeError):
            _read(candidate)
            return candidate.read_text(encoding="utf-8")
    return template()


def _edited(text: str, changes: Mapping[str, object]) -> str:
    import tomlkit  # noqa: PLC0415 - only a change needs it; it costs start-up time

    document = tomlkit.parse(text)
    for key, value in changes.items():
        *sections, name = key.split(".")
        table = document
        for section in sections:
            if section not in table:
                table[section] = tomlkit.table()
            table = table[section]
        if value is None:
            table.pop(name, None)
        else:
            table[name] = value
    checked(document.unwrap())
    return tomlkit.dumps(document)


def write_atomically(path: Path, text: str) -> None:
    """Put ``text`` into ``path`` so that a power cut leaves the old or the new file, whole.

    Raises:
        OSError: the disk does not take it; the old file is as it was.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary = Path(name)
        _like_the_old(temporary, path)
        temporary.replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _like_the_old(temporary: Path, path: Path) -> None:
    """Give the new file the old one's rights, and its owner where root writes for the box."""
    if not path.exists():
        temporary.chmod(0o644)
        return
    old = path.stat()
    temporary.chmod(old.st_mode & 0o777)
    with contextlib.suppress(PermissionError):
        os.chown(temporary, old.st_uid, old.st_gid)
