"""The values of the law and the match are values: frozen, slotted, named at every use."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from typing import TYPE_CHECKING, get_args

import pytest

import pi_meyer.match
import pi_meyer.rules
from pi_meyer.match.facts import Fact
from pi_meyer.match.settling import Charged
from pi_meyer.rules.phases import Act

if TYPE_CHECKING:
    from types import ModuleType

MODULES: list[ModuleType] = [
    importlib.import_module(f"{package.__name__}.{found.name}")
    for package in (pi_meyer.rules, pi_meyer.match)
    for found in pkgutil.iter_modules(package.__path__)
]
WORKING = {Charged}
"""Classes that are changed while one function works with them, and leave no module."""

VALUES = [
    each
    for module in MODULES
    for each in vars(module).values()
    if isinstance(each, type)
    and each.__module__ == module.__name__
    and dataclasses.is_dataclass(each)
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__qualname__)
def test_every_value_is_frozen_slotted_and_named(value: type) -> None:
    """Nothing can be changed, misspelt or mixed up by position."""
    params = value.__dataclass_params__  # type: ignore[attr-defined]
    assert params.frozen or value in WORKING
    assert "__slots__" in vars(value)
    assert all(field.kw_only for field in dataclasses.fields(value))


@pytest.mark.parametrize("kind", get_args(Fact), ids=lambda kind: kind.__name__)
def test_every_kind_of_fact_is_a_value(kind: type) -> None:
    """A fact can be compared, and knows its act."""
    assert dataclasses.is_dataclass(kind)
    assert hasattr(kind, "act")


def test_the_acts_of_facts_are_all_the_acts_there_are() -> None:
    """One kind of fact for each act of the table of phases."""

    assert {kind.act for kind in get_args(Fact)} == set(Act)
