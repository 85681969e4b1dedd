"""Touch for wet fingers, as a pure state machine (design/product.md, Screens).

Act on finger-up inside the same tile, with one contact only. Two contacts at once: ignore
everything until all are gone for 150 ms. A tile that acted is locked for 300 ms.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Tile = TypeVar("Tile")

QUIET_AFTER_MANY_S = 0.150
TILE_LOCK_S = 0.300
FORGOTTEN_AFTER_S = 10.0
"""A contact that says nothing for so long was lost by the driver; it must not block the game."""


class Fingers(Generic[Tile]):
    """What the fingers do, told in order of time; ``Tile`` is any hashable name of a place."""

    def __init__(self) -> None:
        self._down: dict[int, float] = {}
        self._tile: Tile | None = None
        self._spoilt = False
        self._deaf_until_s = -1.0
        self._locked: dict[Tile, float] = {}

    @property
    def pressed(self) -> Tile | None:
        """The tile under the one finger, while lifting it there would act."""
        return None if self._spoilt or len(self._down) != 1 else self._tile

    @property
    def alone_since_s(self) -> float | None:
        """When the one finger came down; None with no finger or several."""
        if self._spoilt or len(self._down) != 1:
            return None
        return next(iter(self._down.values()))

    def down(self, finger: int, tile: Tile | None, now_s: float) -> None:
        """A finger came down on a tile, or beside all of them (None)."""
        self._drop_forgotten(now_s)
        crowd = bool(set(self._down) - {finger})
        self._down[finger] = now_s
        self._tile = tile
        if crowd or now_s < self._deaf_until_s:
            self._spoil()

    def move(self, finger: int, tile: Tile | None) -> None:
        """A finger moved; having left its tile it can no longer act."""
        if finger in self._down and tile != self._tile:
            self._tile = None

    def up(self, finger: int, tile: Tile | None, now_s: float) -> Tile | None:
        """A finger left; return the tile that was touched, if it counts."""
        if self._down.pop(finger, None) is None:
            return None
        touched, self._tile = self._tile, None
        if self._spoilt:
            if not self._down:
                self._spoilt = False
                self._deaf_until_s = now_s + QUIET_AFTER_MANY_S
            return None
        if touched is None or tile != touched or now_s < self._locked.get(touched, -1.0):
            return None
        self._locked = {t: until for t, until in self._locked.items() if until > now_s}
        self._locked[touched] = now_s + TILE_LOCK_S
        return touched

    def cancel(self) -> None:
        """What is under the fingers changed: nothing that is down now may act."""
        self._tile = None

    def _spoil(self) -> None:
        self._spoilt = True
        self._tile = None

    def _drop_forgotten(self, now_s: float) -> None:
        kept = {f: at for f, at in self._down.items() if now_s - at < FORGOTTEN_AFTER_S}
        if len(kept) != len(self._down):
            self._down = kept
            self._spoilt = self._spoilt and bool(kept)
