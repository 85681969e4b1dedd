"""Which module draws which view: one for each screen, named as the evening script names it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from pi_meyer.match.views import SCREEN_OF

if TYPE_CHECKING:
    from pi_meyer.display.sketch import Sketch
    from pi_meyer.match.views import View


def draw(view: View, sketch: Sketch) -> None:
    """Put a view's screen on the sketch. Modules load when first needed: boot time counts."""
    name = SCREEN_OF[type(view)].value
    module = importlib.import_module(f"pi_meyer.display.screens.{name}")
    module.draw(view, sketch)
