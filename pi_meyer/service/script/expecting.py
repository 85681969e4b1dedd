"""Compares what a script expects with what is (rules.md, M1).

Only the given keys count, inside objects too; a list is compared from its end.
"""

from __future__ import annotations


def differences(expected: object, actual: object, where: str = "") -> tuple[str, ...]:
    """Return a sentence for each given key that does not match; empty when all hold."""
    if isinstance(expected, dict):
        return _in_object(expected, actual, where)
    if isinstance(expected, list):
        return _in_list(expected, actual, where)
    if expected == actual and isinstance(expected, bool) == isinstance(actual, bool):
        return ()
    return (f"{where or 'it'} should be {expected!r} but is {actual!r}",)


def _in_object(expected: dict[str, object], actual: object, where: str) -> tuple[str, ...]:
    if not isinstance(actual, dict):
        return (f"{where or 'it'} should be an object but is {actual!r}",)
    found: list[str] = []
    for key, value in expected.items():
        path = f"{where}.{key}" if where else key
        if key not in actual:
            found.append(f"{path} should be {value!r} but is missing")
        else:
            found += differences(value, actual[key], path)
    return tuple(found)


def _in_list(expected: list[object], actual: object, where: str) -> tuple[str, ...]:
    if not isinstance(actual, list | tuple):
        return (f"{where} should be a list but is {actual!r}",)
    if len(expected) > len(actual):
        return (f"{where} should have {len(expected)} entries or more but has {len(actual)}",)
    found: list[str] = []
    for back in range(1, len(expected) + 1):
        found += differences(expected[-back], actual[-back], f"{where}[-{back}]")
    return tuple(found)
