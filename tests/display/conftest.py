"""What the display's tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pi_meyer.display import samples

if TYPE_CHECKING:
    from pi_meyer.match.views import View


@pytest.fixture(scope="session")
def every_sample() -> dict[str, View]:
    """All sample views by name."""
    return dict(samples.every_sample())
