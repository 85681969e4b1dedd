"""The picture book draws what it is asked for, and says plainly what it cannot draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from pi_meyer.display.panel import Panel
from pi_meyer.display.picture_book import EVENING, main, panel_name
from pi_meyer.display.samples import every_sample
from pi_meyer.match.views import SCREEN_OF

if TYPE_CHECKING:
    from pathlib import Path

    from pi_meyer.match.views import View


def test_the_book_has_a_picture_a_screen_and_a_contact_sheet(tmp_path: Path) -> None:
    """One panel, one language, one screen: its pictures in the panel's size, and a sheet."""
    asked = ["--panel", "1024x600", "--language", "nb", "--screen", "moment"]
    assert main([str(tmp_path), *asked]) == 0
    picture = pygame.image.load(str(tmp_path / "1024x600" / "nb" / "moment.png"))
    assert picture.get_size() == (1024, 600)
    assert (tmp_path / "contact-1024x600-nb-1.png").is_file()


def test_a_turned_panel_is_drawn_as_people_see_it(tmp_path: Path) -> None:
    """The portrait panel turned by 90 degrees gives a landscape picture."""
    asked = ["--panel", "720x1280", "--rotation", "90", "--language", "de", "--screen", "moment"]
    assert main([str(tmp_path), *asked]) == 0
    picture = pygame.image.load(str(tmp_path / "720x1280-turned90" / "de" / "moment.png"))
    assert picture.get_size() == (1280, 720)
    assert panel_name(Panel.named("800x480")) == "800x480"


def test_the_evening_is_one_picture(tmp_path: Path) -> None:
    """The steps of an evening stand on one sheet."""
    assert main([str(tmp_path), "--evening", "--panel", "800x480", "--language", "en"]) == 0
    assert (tmp_path / "evening.png").is_file()
    assert set(EVENING) <= set(every_sample())


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["--panel", "640x200"], "no panel"),
        (["--panel", "wide"], "no panel size"),
        (["--screen", "cinema"], "No sample"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], why: str
) -> None:
    """An unknown panel or screen is one sentence on standard error and exit code 2."""
    assert main([str(tmp_path), *asked]) == 2
    assert why in capsys.readouterr().err


def test_the_samples_cover_every_view(every_sample: dict[str, View]) -> None:
    """There is a sample of every view class, named by its screen."""
    assert {type(view) for view in every_sample.values()} == set(SCREEN_OF)
    for name, view in every_sample.items():
        assert name.split()[0] == SCREEN_OF[type(view)].value
