"""Panels, the canvas in mm, and type: cap heights, pressed accents, other scripts."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from pi_meyer.display.canvas import Canvas
from pi_meyer.display.colours import CREAM
from pi_meyer.display.coverage import characters_of
from pi_meyer.display.errors import FontError, PanelError
from pi_meyer.display.panel import Panel, every_panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage
from pi_meyer.display.typography import D0, D1, D2, D3, D4, Face, Typography, drawable
from pi_meyer.errors import DeviceError, SettingsError

MM_AT_LEAST = {D0: 38.0, D1: 34.0, D2: 23.0, D3: 17.5, D4: 12.8}


@pytest.mark.parametrize("name", ["640x480", "800", "x", "-800x480", "80ox480", ""])
def test_a_panel_that_does_not_exist_is_refused_with_a_sentence(name: str) -> None:
    """The host can mend it."""
    with pytest.raises(SettingsError, match=r"panel.*\.$"):
        Panel.named(name)


@pytest.mark.parametrize("rotation", [45, -90, 360, 1])
def test_a_rotation_that_does_not_exist_is_refused(rotation: int) -> None:
    """0, 90, 180 or 270."""
    with pytest.raises(PanelError, match=r"0, 90, 180 or 270"):
        Panel(rotation=rotation)


def test_a_panel_without_height_is_refused() -> None:
    """Nor one as high as a house."""
    for height_mm in (0.0, -86.0, 5000.0, math.nan):
        with pytest.raises(PanelError):
            Panel(height_mm=height_mm)


@pytest.mark.parametrize("panel", every_panel(), ids=str)
def test_touches_turn_back_to_where_they_were(panel: Panel) -> None:
    """Picture to panel to picture."""
    for spot in ((0.0, 0.0), (17.0, 3.0), (200.0, 399.0)):
        assert panel.to_picture(*panel.to_panel(*spot)) == pytest.approx(spot)


@pytest.mark.parametrize("panel", every_panel(), ids=str)
@pytest.mark.parametrize(("step", "least_mm"), MM_AT_LEAST.items())
def test_cap_heights_are_kept_in_mm(panel: Panel, step: float, least_mm: float) -> None:
    """Measured on the rendered H, on every panel."""
    canvas = Canvas.of(panel)
    ink = Typography().ink("H", Face.POSTER, step * canvas.scale)
    assert ink.h / panel.px_per_mm_y >= least_mm - 0.5 / panel.px_per_mm_y


def test_a_larger_panel_is_larger_type() -> None:
    """The height in the settings scales all."""
    small, large = Panel(), Panel(height_mm=120.0)
    assert Canvas.of(large).mm_per_u == pytest.approx(Canvas.of(small).mm_per_u * 120.0 / 85.92)


def test_the_official_panel_has_oblong_pixels() -> None:
    """A die must be drawn 0.93 as wide as high to be square in mm."""
    assert Canvas.of(Panel()).squash == pytest.approx(0.93, abs=0.005)


@pytest.mark.parametrize("letter", "ÅÄÖÜÉØÇŠÑ")
def test_accents_are_pressed_into_the_cap_height(letter: str) -> None:
    """Between cap line and baseline, 3 % and a pixel apart at most."""
    cap = 98
    typography = Typography()
    ink = typography.ink(f"H{letter}H", Face.POSTER, cap, pressed=True)
    assert ink.rise >= -cap * 0.03 - 1
    assert ink.rise + ink.h <= cap * 1.03 + 2
    free = typography.ink(f"H{letter}H", Face.POSTER, cap)
    assert free.h > ink.h


def test_other_scripts_show_what_can_be_shown() -> None:
    """Cyrillic comes from the second family; what neither has is left out, never a box."""
    assert drawable("Ольга") == "Ольга"
    assert drawable("美咲") == ""
    assert drawable("Bo 美") == "Bo"
    assert Typography().ink("Ольга", Face.POSTER, 72, CREAM).w > 100


def test_what_a_font_covers_is_read_from_the_font() -> None:
    """The poster face has no Cyrillic, the other has; neither has Chinese; a text file is none."""
    poster, strong = characters_of(Face.POSTER.path), characters_of(Face.STRONG.path)
    assert {ord(c) for c in "AZØÅß0?—·"} <= poster
    assert ord("Ж") not in poster
    assert ord("Ж") in strong
    assert ord("美") not in poster | strong
    with pytest.raises(FontError, match=r"install its package again\.$"):
        characters_of(Path(__file__))


def test_nobody_is_called_nothing() -> None:
    """A name that no face can draw becomes the seat's."""
    scene = Stage(Panel()).sketched(every_sample()["by hard"])
    texts = {note.text for note in scene.texts}
    assert {"Plads D", "Plads E", "Ольга"} <= texts


def test_a_missing_font_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The builder can mend it."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(DeviceError, match=r"font-fjallaone"):
        Typography()
    with pytest.raises(FontError):
        _ = Face.STRONG.path
