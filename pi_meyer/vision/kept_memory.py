"""Memory for planes that a thread uses again for its next picture, and overwrites at the end.

Fresh memory for so many planes costs the system more time than all filters that fill it. What was
read last would stay in it until the next reading; `forget_pictures` overwrites it (fairness P4).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import MutableMapping

Array = npt.NDArray[Any]


def kept_memory(name: str, shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
    """Return memory whose last content the thread is done with; it holds anything.

    Args:
        name: what it is for; there is one piece for each name and thread.
        shape: of the array; another one than the last makes it anew.
        kind: of its numbers.
    """
    pieces = _pieces()
    found = pieces.get(name)
    if found is None or found.shape != shape or found.dtype != kind:
        found = pieces[name] = np.empty(shape, kind)
    return found


def forget_pictures() -> None:
    """Overwrite all that the thread keeps."""
    for piece in _pieces().values():
        piece.fill(0)


def _pieces() -> MutableMapping[str, Array]:
    pieces: MutableMapping[str, Array] | None = getattr(_OF_THREAD, "pieces", None)
    if pieces is None:
        pieces = _OF_THREAD.pieces = {}
    return pieces


_OF_THREAD = threading.local()
