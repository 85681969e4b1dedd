"""Sample views for the picture book and the tests: every screen, and the hard cases of each.

Twelve players, names of forty letters and of other scripts, all verdicts, all signs. Nothing in
here is ever shown in a game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from pi_meyer.display.sample_places import corners
from pi_meyer.display.sample_rounds import beginnings, ends, rounds
from pi_meyer.display.sample_rulings import rulings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pi_meyer.match.views import View


@cache
def every_sample() -> Mapping[str, View]:
    """All sample views by name; the first word of a name is the screen's."""
    return {
        **beginnings(),
        **rounds(),
        **rulings(),
        **ends(),
        **corners(),
    }


def sample(name: str, *, language: str = "da") -> View:
    """One sample view in that language.

    Raises:
        KeyError: if there is no sample of that name.
    """
    view = every_sample()[name]
    return replace(view, chrome=replace(view.chrome, language=language))
