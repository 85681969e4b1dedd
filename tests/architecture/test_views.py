"""No view that the display is given before the ruling has a place for a roll (fairness P6)."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing

import pytest

from pi_meyer.match import views

EVERY_VIEW = typing.get_args(views.View)
HARMLESS = {bool, int, float, str, type(None)}


def _parts(kind: object) -> set[type]:
    """Return every type that a value of this type can hold, down to its leaves."""
    origin = typing.get_origin(kind)
    if origin in (tuple, typing.Union, types.UnionType):
        return {part for inner in typing.get_args(kind) for part in _parts(inner)}
    if kind is Ellipsis:
        return set()
    assert isinstance(kind, type), kind
    if dataclasses.is_dataclass(kind):
        return {kind}.union(*(_parts(hint) for hint in typing.get_type_hints(kind).values()))
    return {kind}


@pytest.mark.parametrize("view", EVERY_VIEW, ids=lambda view: view.__name__)
def test_a_view_holds_plain_words_and_numbers_only(view: type) -> None:
    """Walking the type hints of a view never meets a frame, a reading or a face of a die."""
    for part in _parts(view):
        own = part.__module__ == views.__name__
        assert own or part in HARMLESS or issubclass(part, enum.Enum), part


def test_only_the_ruling_has_a_place_for_dice() -> None:
    """The field for two faces exists in the view of the ruling and nowhere else."""
    with_dice = [
        view.__name__
        for view in EVERY_VIEW
        if any("dice" in name or "roll" in name for name in typing.get_type_hints(view))
    ]
    assert with_dice == ["RulingView", "EnterView"]  # entering shows all 21 rolls as tiles


def test_every_view_is_frozen() -> None:
    """What was given to the display cannot be changed afterwards."""
    for view in EVERY_VIEW:
        assert view.__dataclass_params__.frozen
