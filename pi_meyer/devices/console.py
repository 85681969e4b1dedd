"""The console under the bare screen: its keyboard is silenced, its key map tells what keys mean."""

from __future__ import annotations

import contextlib
import fcntl
import struct
from typing import Final

KDGKBMODE, KDSKBMODE, KDGKBENT = 0x4B44, 0x4B45, 0x4B46
K_OFF: Final = 4
PLAIN, SHIFTED = 0, 1
STDIN: Final = 0
"""The unit gives the first console as standard input."""

_SPECIAL: Final = {
    1: "escape",
    14: "backspace",
    15: "tab",
    28: "return",
    57: "space",
    96: "enter",
    103: "up",
    105: "left",
    106: "right",
    108: "down",
    111: "delete",
}
_FUNCTION: Final = {59 + number: f"f{number + 1}" for number in range(10)}
_ROWS: Final = ((2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'"), (44, "zxcvbnm,./"))
_TYPED: Final = {start + n: sign for start, row in _ROWS for n, sign in enumerate(row)}
_LATIN: Final = (0x00, 0x0B)
"""KT_LATIN and KT_LETTER: the value's low byte is the sign (linux/keyboard.h)."""
_TYPES: Final = 15
"""From this kind on a value is a Unicode sign, its upper four bits turned round."""
_ALL: Final = range(1, 112)


class Console:
    """Keeps what is typed from the console while the box draws on it.

    Without a console (another standard input) it does nothing, and keys mean what an American
    keyboard says.
    """

    def __init__(self, file: int = STDIN) -> None:
        self._file = file
        self._before: int | None = None
        self._signs = _key_map(file)  # read first: a silenced console hides signs
        with contextlib.suppress(OSError):
            held = fcntl.ioctl(file, KDGKBMODE, struct.pack("i", 0))
            fcntl.ioctl(file, KDSKBMODE, K_OFF)
            self._before = struct.unpack("i", held)[0]

    def meaning(self, code: int, *, shifted: bool) -> tuple[str, str] | None:
        """Return a key's name and the text that it types, or None where it means nothing."""
        special = _SPECIAL.get(code) or _FUNCTION.get(code)
        if special is not None:
            return special, " " if special == "space" else ""
        plain, with_shift = self._signs.get(code, ("", ""))
        if not plain or not plain.isprintable():
            return None
        return plain, with_shift if shifted else plain

    def close(self) -> None:
        """Let the console hear its keyboard again."""
        if self._before is not None:
            with contextlib.suppress(OSError):
                fcntl.ioctl(self._file, KDSKBMODE, self._before)
            self._before = None


def sign_of(value: int) -> str:
    """Return the sign of a value of the kernel's key map, or nothing."""
    kind = value >> 8
    if kind in _LATIN:
        return chr(value & 0xFF)
    sign = value ^ 0xF000
    return chr(sign) if kind >= _TYPES and sign < 0xD800 else ""


def _key_map(file: int) -> dict[int, tuple[str, str]]:
    """Return what each key types, alone and with shift."""
    try:
        return {code: (_asked(file, code, PLAIN), _asked(file, code, SHIFTED)) for code in _ALL}
    except OSError:
        return {code: (sign, sign.upper()) for code, sign in _TYPED.items()}


def _asked(file: int, code: int, table: int) -> str:
    entry = fcntl.ioctl(file, KDGKBENT, struct.pack("BBH", table, code, 0))
    return sign_of(struct.unpack("BBH", entry)[2])
