"""The numbers of the box: read, checked, and refused with the nearest that makes a box."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from hardware import limits
from hardware.layout import Layout
from hardware.make import VARIANTS
from hardware.parameters import FILE, ImpossibleBoxError, load, with_value
from pi_meyer.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

POSSIBLE: list[dict[str, Any]] = [{}, *VARIANTS.values(), {"cup__outer_diameter_mm": 68.0}]


@pytest.mark.parametrize("changes", POSSIBLE)
def test_every_box_that_the_guide_offers_can_exist(changes: dict[str, Any]) -> None:
    """Each combination of bought parts that the guide names passes every check."""
    assert limits.refusals(load(**changes)) == []


IMPOSSIBLE = [
    ("optics.lens_to_window_mm", 200.0, "into the table"),
    ("optics.lens_to_window_mm", 40.0, "field of view"),
    ("case.height_mm", 60.0, "sloping front"),
    ("case.height_mm", 400.0, "taller than the printer"),
    ("window.diameter_mm", 70.0, "smaller than the cup's base"),
    ("cup.outer_diameter_mm", 95.0, "outside the region of interest"),
    ("cup.outer_diameter_mm", 40.0, "two dice"),
    ("lamps.ring_radius_mm", 40.0, "mirror images"),
    ("lamps.depth_mm", 70.0, "mirror images"),
    ("lamps.count", 10, "four divides"),
    ("lamps.current_ma", 60.0, "5 to 20 mA"),
    ("lamps.forward_v", 3.9, "no voltage"),
    ("case.wall_mm", 1.0, "light through"),
    ("case.bay_width_mm", 40.0, "beside the chamber"),
    ("case.deck_front_mm", 3.0, "dark wall"),
    ("case.slant_deg", 45.0, "flatter than 60"),
    ("base.disc_thickness_mm", 9.0, "out of focus"),
    ("window.thickness_mm", 1.0, "bends"),
]


@pytest.mark.parametrize(("name", "value", "reason"), IMPOSSIBLE)
def test_an_impossible_number_is_refused_with_its_reason(
    name: str, value: float, reason: str
) -> None:
    """The sentence names the reason and a nearest possible value."""
    with pytest.raises(ImpossibleBoxError, match=reason) as refusal:
        limits.require_possible(with_value(load(), name, value))
    assert "nearest possible: " in str(refusal.value)


@pytest.mark.parametrize(("name", "value", "reason"), IMPOSSIBLE)
def test_the_nearest_possible_value_is_possible_and_near(
    name: str, value: float, reason: str
) -> None:
    """Taking the value that the sentence offers makes the box; one grain farther back does not."""
    broken = with_value(load(), name, value)
    sentences = "\n".join(limits.refusals(broken))
    offers = re.findall(rf"{re.escape(name)} = ([0-9.]*[0-9])(?=, or|\.\n|\.$)", sentences)
    assert offers, sentences
    whole = [
        float(o) for o in offers if not limits.refusals(with_value(broken, name, _as(value, o)))
    ]
    assert whole, sentences
    offered = whole[0]
    grain = 1 if isinstance(value, int) else limits.GRAIN
    back = offered + (grain if value > offered else -grain)
    assert limits.refusals(with_value(broken, name, _as(value, str(round(back, 1)))))


def _as(value: float, offer: str) -> float:
    return int(float(offer)) if isinstance(value, int) else float(offer)


def test_a_lens_that_cannot_focus_is_told_where_it_can() -> None:
    """Module 3 at the wide module's distance is refused for its focus and its field of view."""
    wide = VARIANTS["flat-wide"] | {"choice__camera": "module-3"}
    sentences = "\n".join(limits.refusals(load(**wide)))
    assert "cannot focus so near; nearest possible: optics.lens_to_window_mm = " in sentences
    assert "field of view would cut" in sentences


def test_a_computer_without_dsi_is_told_which_screen_it_can_drive() -> None:
    """A Zero 2 W with a DSI panel is refused, and the sentence names what would do."""
    with pytest.raises(ImpossibleBoxError, match=r'choice\.display = "hdmi-7"'):
        limits.require_possible(load(choice__board="zero-2-w"))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("version = 1", "version = 7", "version = 1"),
        ("slant_deg = 72.0", 'slant_deg = "steep"', "case.slant_deg"),
        ("slant_deg = 72.0", "slant = 72.0", "slant"),
        ("slant_deg = 72.0", "", "lacks slant_deg"),
        ('camera = "module-3"', 'camera = "webcam"', "module-3"),
        ("picture_wh_px = [640, 480]", "picture_wh_px = [640]", "must have 2 numbers"),
        ("picture_wh_px = [640, 480]", "picture_wh_px = 640", "must be a list"),
        ("count = 12", "count = 12.5", "lamps.count"),
        ("count = 12", "count = = 12", "not TOML"),
    ],
)
def test_a_file_of_another_shape_is_refused_in_one_sentence(
    tmp_path: Path, before: str, after: str, said: str
) -> None:
    """Whatever is wrong with the file, the sentence names the place."""
    text = FILE.read_text(encoding="utf-8")
    assert before in text
    file = tmp_path / "parameters.toml"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(SettingsError, match=re.escape(said)):
        load(file)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    """A file that is not there is a sentence, not a traceback of the operating system."""
    with pytest.raises(SettingsError, match="cannot be read"):
        load(tmp_path / "nothing.toml")


def test_the_camera_moves_with_its_distance_and_nothing_else() -> None:
    """Ten more millimetres to the lens lower the camera's seat by ten."""
    box = load()
    lower = with_value(box, "optics.lens_to_window_mm", box.optics.lens_to_window_mm + 10)
    assert Layout(box).camera_board_z - Layout(lower).camera_board_z == pytest.approx(10)
    assert Layout(box).lamp_z == Layout(lower).lamp_z
