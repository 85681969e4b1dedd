"""The doctor's findings as lines of the screen, in words of the catalogue where it has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.languages import catalogue
from pi_meyer.match.views import CheckLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pi_meyer.service.health import Check


def lines_of(checks: Iterable[Check]) -> tuple[CheckLine, ...]:
    """Turn checks into lines; a part without words on the screen keeps its plain name."""
    return tuple(_line(check) for check in checks)


def _line(check: Check) -> CheckLine:
    what, advice = f"doctor_{check.part}", f"advice_{check.part}"
    known = catalogue.has(advice)
    return CheckLine(
        state=check.health.value,
        what=what if catalogue.has(what) else check.part,
        advice=(advice if known else check.advice) if check.advice else "",
        value=check.found,
    )
