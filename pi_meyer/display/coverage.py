"""Which characters a font file can draw, read from its ``cmap`` table (OpenType specification).

Asking the rendering library is slow and its answer for a missing glyph differs between versions.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import TYPE_CHECKING

from pi_meyer.display.errors import FontError

if TYPE_CHECKING:
    from pathlib import Path

UNICODE_TABLES = ((3, 10), (0, 4), (0, 6), (3, 1), (0, 3))
"""Platform and encoding of Unicode tables, the fullest first."""


@cache
def characters_of(path: Path) -> frozenset[int]:
    """All code points that the font has a glyph for.

    Raises:
        FontError: if the file is no font or cannot be read.
    """
    try:
        data = path.read_bytes()
        return frozenset(_mapped(data, _unicode_table(data, _table(data, b"cmap"))))
    except (OSError, struct.error, LookupError) as error:
        raise FontError(
            f"The font {path.name} cannot be read ({error}); install its package again."
        ) from error


def _table(data: bytes, name: bytes) -> int:
    """Where a table begins."""
    (count,) = struct.unpack_from(">H", data, 4)
    for number in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * number)
        if tag == name:
            return int(offset)
    raise LookupError(f"no {name.decode()} table")


def _unicode_table(data: bytes, cmap: int) -> int:
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    found = {}
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * number)
        found[platform, encoding] = cmap + offset
    for kind in UNICODE_TABLES:
        if kind in found:
            return int(found[kind])
    raise LookupError("no Unicode table")


def _mapped(data: bytes, table: int) -> set[int]:
    (form,) = struct.unpack_from(">H", data, table)
    if form == 12:
        return _mapped_in_groups(data, table)
    if form == 4:
        return _mapped_in_segments(data, table)
    raise LookupError(f"a table of the unknown form {form}")


def _mapped_in_groups(data: bytes, table: int) -> set[int]:
    (count,) = struct.unpack_from(">I", data, table + 12)
    found: set[int] = set()
    for number in range(count):
        first, last, _ = struct.unpack_from(">III", data, table + 16 + 12 * number)
        found.update(range(first, last + 1))
    return found


def _mapped_in_segments(data: bytes, table: int) -> set[int]:
    """Form 4: segments of first, last, delta, and where their glyph numbers lie (0: by delta)."""
    (double,) = struct.unpack_from(">H", data, table + 6)
    count = double // 2
    lasts = struct.unpack_from(f">{count}H", data, table + 14)
    firsts = struct.unpack_from(f">{count}H", data, table + 16 + double)
    deltas = struct.unpack_from(f">{count}H", data, table + 16 + 2 * double)
    ranges_at = table + 16 + 3 * double
    ranges = struct.unpack_from(f">{count}H", data, ranges_at)
    found: set[int] = set()
    for number, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code + deltas[number]
            if ranges[number]:
                at = ranges_at + 2 * number + ranges[number] + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", data, at)
            if glyph & 0xFFFF:
                found.add(code)
    return found
