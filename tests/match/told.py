# ruff: noqa: ANN401 - settings and results are what JSON has
"""Telling a match in short words: facts without their braces, results without what is not asked.

``tell("63 lift:52")`` is an announced 63 and a lift of 5 and 2. Words: a number or ``higher`` or
``kippe`` announces; ``lift:52``, ``double:21``, ``show:21`` uncover (``lift:cocked``);
``pass``/``pass:64``, ``accept``, ``allow``, ``concede``, ``void``, ``undo`` speak for themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pi_meyer.match.replay import ReplayError, read_match

if TYPE_CHECKING:
    from pi_meyer.match.referee import Match

Fact = dict[str, Any]

ABC = ("Anna", "Ben", "Cara")


def tell(words: str) -> list[Fact]:
    """Read short words as facts."""
    return [_fact(word) for word in words.split()]


def _fact(word: str) -> Fact:
    act, _, what = word.partition(":")
    if act in {"lift", "double", "show"}:
        return {act: "cocked" if what == "cocked" else [int(what[0]), int(what[1])]}
    if act == "pass":
        return {"pass": what or "same"}
    if act in {"accept", "allow", "concede", "undo"}:
        return {act: True}
    if act == "void":
        return {"void": "dice moved"}
    return {"announce": act}


def said(value: str, by: str, dice: str, lifted_by: str) -> Fact:
    """A round that was not tracked."""
    faces = "cocked" if dice == "cocked" else [int(dice[0]), int(dice[1])]
    return {"said": value, "by": by, "lift": faces, "lifted_by": lifted_by}


def match_of(
    facts: str | list[Fact],
    *,
    preset: str = "cardzo",
    players: tuple[str, ...] = ABC,
    **settings: Any,
) -> Match:
    """Play facts under a preset and settings."""
    told = tell(facts) if isinstance(facts, str) else facts
    return read_match(
        {"preset": preset, "settings": settings, "players": list(players), "facts": told}
    )


def result_of(facts: str | list[Fact], **how: Any) -> dict[str, Any]:
    """Play facts and give the whole result."""
    return match_of(facts, **how).result()


def last_of(facts: str | list[Fact], **how: Any) -> dict[str, Any]:
    """Play facts and give the last round's result."""
    played: dict[str, Any] = result_of(facts, **how)["rounds"][-1]
    return played


def refused_at(facts: str | list[Fact], **how: Any) -> int | None:
    """Number of the fact that is refused, or None if all are taken."""
    try:
        match_of(facts, **how)
    except ReplayError as error:
        return error.fact
    return None
