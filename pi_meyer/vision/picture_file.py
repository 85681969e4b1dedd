"""Picture files, judged by their header before anything is decoded: memory stays bounded."""

from __future__ import annotations

import stat
import struct
from typing import TYPE_CHECKING

import cv2
import numpy as np

from pi_meyer.errors import SettingsError
from pi_meyer.vision import tuning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pi_meyer.vision.planes import Bytes


class PictureError(SettingsError):
    """A file that is no picture that can be read; the sentence names the file and what to do."""


def load_picture(path: Path) -> Bytes:
    """Read a picture file as ``(height, width, 3)``, BGR, 8 bit, turned as its EXIF says.

    Grey becomes three equal channels, 16 bit becomes 8, an alpha channel is dropped.

    Raises:
        PictureError: missing, no file, empty, truncated, not a picture, or larger than the reader
            takes.
    """
    return decode_picture(_bytes_of(path), plain_name(path))


def decode_picture(data: bytes, name: str) -> Bytes:
    """Return the picture in a file's bytes, as `load_picture` does; ``name`` begins its errors."""
    if not data:
        raise PictureError(f"{name}: the file is empty; give a picture.")
    if len(data) > tuning.FILE_MAX_BYTES:
        raise _too_large(name)
    size = size_in_header(data)
    if size is None:
        raise PictureError(
            f"{name}: this is no picture; give a JPEG, PNG, WebP, BMP, TIFF or PNM file."
        )
    width, height = size
    if width < 1 or height < 1:
        raise PictureError(f"{name}: the picture has no pixels; give another one.")
    if width * height > tuning.PICTURE_MAX_PIXELS:
        most = tuning.PICTURE_MAX_PIXELS // 1_000_000
        raise PictureError(
            f"{name}: {width} x {height} pixels are too many; "
            f"make it smaller than {most} megapixels."
        )
    if _cut_short(data):
        raise PictureError(f"{name}: the picture is cut short; copy the file again.")
    return _decode(name, data)


def plain_name(path: Path) -> str:
    """A file's name for people: on one line, and whatever is no letter escaped."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in str(path)
    )


def _bytes_of(path: Path) -> bytes:
    name = plain_name(path)
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise PictureError(f"{name}: this is a folder; give the pictures in it ({name}/*).")
        if not stat.S_ISREG(found.st_mode):
            raise PictureError(f"{name}: this is no file; save the picture to one, or give -.")
        if found.st_size > tuning.FILE_MAX_BYTES:
            raise _too_large(name)
        with path.open("rb") as file:
            return file.read(tuning.FILE_MAX_BYTES + 1)
    except OSError as problem:
        why = problem.strerror or "it cannot be opened"
        raise PictureError(f"{name}: {why}; check the name and your rights.") from problem


def _too_large(name: str) -> PictureError:
    most = tuning.FILE_MAX_BYTES // 1_000_000
    return PictureError(f"{name}: the file is larger than {most} MB; give a smaller one.")


def _decode(name: str, data: bytes) -> Bytes:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError) as problem:
        raise PictureError(_DAMAGED.format(name=name)) from problem
    if image is None or image.size == 0:
        raise PictureError(_DAMAGED.format(name=name))
    return image.astype(np.uint8, copy=False)


_DAMAGED = (
    "{name}: the picture is damaged or of an unusual kind; copy the file again, or save it as PNG."
)


def size_in_header(data: bytes) -> tuple[int, int] | None:
    """Width and height that a file's header states, or None where no known header is found."""
    try:
        return next((size(data) for starts, size in _FORMATS if starts(data)), None)
    except (struct.error, IndexError, ValueError):
        return None


def _png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _bmp_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack("<ii", data[18:26])
    return abs(width), abs(height)


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    for marker, at in _jpeg_segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
    return None


def _scan_start(data: bytes) -> int:
    """Where a JPEG's pixels begin; its end mark lies behind them, and films may follow it."""
    return next((at for marker, at in _jpeg_segments(data) if marker == 0xDA), len(data))


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """The marker of each segment of a JPEG, and where it stands."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        yield marker, at
        alone = marker == 0x01 or 0xD0 <= marker <= 0xD7
        at += 2 if alone else 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])


def _webp_size(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = struct.unpack("<I", data[21:25])[0]
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return (
                int.from_bytes(data[24:27], "little") + 1,
                int.from_bytes(data[27:30], "little") + 1,
            )
        case _:
            return None


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    order = "<" if data[:2] == b"II" else ">"
    start = struct.unpack(order + "I", data[4:8])[0]
    count = struct.unpack(order + "H", data[start : start + 2])[0]
    found: dict[int, int] = {}
    for index in range(count):
        at = start + 2 + 12 * index
        tag, kind = struct.unpack(order + "HH", data[at : at + 4])
        if tag in (256, 257):
            form = "H" if kind == 3 else "I"
            width = struct.calcsize(form)
            found[tag] = struct.unpack(order + form, data[at + 8 : at + 8 + width])[0]
    return (found[256], found[257]) if len(found) == 2 else None


def _pnm_size(data: bytes) -> tuple[int, int] | None:
    words: list[bytes] = []
    for line in data[:2048].splitlines():
        words += line.split(b"#")[0].split()
        if len(words) >= 3:
            return int(words[1]), int(words[2])
    return None


def _reaches_iend(data: bytes) -> bool:
    """Whether a PNG's parts follow each other to the last; a decoder believes their lengths."""
    at = 8
    while at + 12 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + int(struct.unpack(">I", data[at : at + 4])[0])
    return False


def _cut_short(data: bytes) -> bool:
    """Whether the end mark of a JPEG or PNG, or part of what a BMP or WebP states, is missing."""
    if data.startswith(b"\xff\xd8"):
        return data.find(b"\xff\xd9", _scan_start(data)) < 0
    if data.startswith(b"\x89PNG"):
        return not _reaches_iend(data)
    if data.startswith(b"BM"):
        return len(data) < int(struct.unpack("<I", data[2:6])[0])
    if data.startswith(b"RIFF"):
        return len(data) < int(struct.unpack("<I", data[4:8])[0]) + 8
    return False


_FORMATS: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], tuple[int, int] | None]], ...] = (
    (lambda data: data.startswith(b"\xff\xd8"), _jpeg_size),
    (lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), _png_size),
    (lambda data: data.startswith(b"BM"), _bmp_size),
    (lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP", _webp_size),
    (lambda data: data[:4] in (b"II*\0", b"MM\0*"), _tiff_size),
    (lambda data: data[:1] == b"P" and data[1:2] in b"123456" and data[2:3].isspace(), _pnm_size),
)
"""How each format begins, and where it states its size."""
