"""A list that grows at its end and is shared by all its earlier states.

A match keeps every earlier state of itself for taking back. Copying a list of ten thousand rounds
for each fact would make late facts dear; a chain shares everything before its last link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Item = TypeVar("Item")


class Chain(Generic[Item]):
    """One link: its item, all before it, and how many there are in total."""

    __slots__ = ("before", "item", "length")

    def __init__(self, before: Chain[Item] | None, item: Item) -> None:
        self.before = before
        self.item = item
        self.length: int = 1 if before is None else before.length + 1


def length(chain: Chain[Item] | None) -> int:
    """Count the items; no chain has none."""
    return 0 if chain is None else chain.length


def newest_first(chain: Chain[Item] | None) -> Iterator[Item]:
    """Walk from the last item to the first."""
    while chain is not None:
        yield chain.item
        chain = chain.before


def in_order(chain: Chain[Item] | None, *, skip: int = 0) -> list[Item]:
    """List the items from the first to the last, without the first ``skip``."""
    items: list[Item] = []
    while chain is not None and chain.length > skip:
        items.append(chain.item)
        chain = chain.before
    items.reverse()
    return items
