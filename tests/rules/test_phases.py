"""The table of phases: complete, reachable, and drawn as it is."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.rules.phases import RECORD_ACTS, TRANSITIONS, Act, Phase, diagram

if TYPE_CHECKING:
    import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_phase_has_its_row() -> None:
    """No phase is without a row, and acts on the record stand in none."""
    assert set(TRANSITIONS) == set(Phase)
    for phase in Phase:
        assert not RECORD_ACTS & set(TRANSITIONS[phase])


def test_every_act_is_possible_somewhere() -> None:
    """Each act has a phase it belongs to, or is an act on the record."""
    possible = {act for phase in Phase for act in TRANSITIONS[phase]}
    assert possible | RECORD_ACTS == set(Act)


def test_every_phase_can_be_reached_and_left() -> None:
    """From between rounds every phase is reached, and none is a dead end."""
    reached = {Phase.BETWEEN}
    for _ in Phase:
        for phase in set(reached):
            for there in TRANSITIONS[phase].values():
                reached |= set(there)
    assert reached == set(Phase)
    assert all(TRANSITIONS[phase] for phase in Phase)


def test_the_picture_in_the_docs_is_drawn_from_the_table() -> None:
    """docs/phases.md is what the command prints; run it again after a change."""
    assert (DOCS / "phases.md").read_text(encoding="utf-8") == diagram()


def test_the_command_prints_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    """``python -m pi_meyer.rules.phases`` prints the page and nothing else."""
    source = Path(__file__).resolve().parents[2] / "pi_meyer" / "rules" / "phases.py"
    runpy.run_path(str(source), run_name="__main__")
    assert capsys.readouterr().out == diagram()


def test_the_picture_shows_every_arrow_of_the_table() -> None:
    """Each cell of the table is an arrow that names its act."""
    drawn = diagram().splitlines()
    for here, acts in TRANSITIONS.items():
        for act, phases in acts.items():
            for there in phases:
                (arrow,) = [e for e in drawn if e.startswith(f"    {here.name} --> {there.name}:")]
                assert act.value in arrow.split(": ")[1].split(", ")
