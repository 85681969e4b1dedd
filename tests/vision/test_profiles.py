"""Profiles of cameras and dice are data with one schema; a wrong one is refused in plain words."""

from __future__ import annotations

import math

import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.vision import profiles
from pi_meyer.vision.profiles import camera_profile, die_profile, parse_camera, parse_die


def text_of(kind: str, name: str) -> str:
    return (profiles.models_folder() / kind / f"{name}.toml").read_text(encoding="utf-8")


CAMERA = text_of("cameras", "module3")
DIE = text_of("dice", "western_16mm")


@pytest.mark.parametrize("name", ["module3", "module3_wide"])
def test_every_camera_shows_a_die_large_enough(name: str) -> None:
    """At its working distance the window fits and a 16 mm die spans 60 pixels (vision)."""
    camera = camera_profile(name)
    height_mm = 2 * camera.working_distance_mm * math.tan(math.radians(camera.vfov_deg / 2))
    px_per_mm = camera.picture_wh_px[1] / height_mm
    assert height_mm >= 84
    assert 16 * px_per_mm >= 60
    assert camera.working_distance_mm >= camera.closest_focus_mm


@pytest.mark.parametrize("name", ["western_16mm", "asian_16mm", "casino_19mm", "western_12mm"])
def test_every_die_of_the_design_has_a_profile(name: str) -> None:
    """The four kinds load, and their lattice fits on the face."""
    die = die_profile(name)
    assert 2 * die.pip_pitch_mm + die.pip_diameter_mm < die.edge_mm - die.rounding_mm
    assert die.opposite_sum == 7


def test_names_list_what_can_be_asked_for() -> None:
    """Every listed name loads."""
    assert [camera_profile(name).name for name in profiles.camera_names()]
    assert [die_profile(name).name for name in profiles.die_names()]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("edge_mm =", "edge_mn =", "did you mean 'edge_mm'"),
        ("edge_mm = 16.0", "edge_mm = 160.0", "a number from 8 to 30 mm"),
        ("edge_mm = 16.0", 'edge_mm = "16"', "a number from 8 to 30 mm"),
        ("edge_mm = 16.0", "edge_mm = true", "a number from 8 to 30 mm"),
        ("edge_mm = 16.0", "edge_mm = nan", "a number from 8 to 30 mm"),
        ("edge_mm = 16.0", "", "'edge_mm' is missing"),
        ("red_faces = []", "red_faces = [7]", "a whole number from 1 to 6"),
        ("opposite_sum = 7", "opposite_sum = 8", "exactly 7"),
        ('handedness = "western"', 'handedness = "left"', "one of western, asian"),
        ("light_pips = false", "light_pips = 0", "true or false"),
        ("version = 1", "version = 2", "exactly 1"),
        ("pip_pitch_mm = 4.1", "pip_pitch_mm = 8.0", "do not fit on a face"),
        ("version = 1", "version 1", "is not TOML"),
        ('name = "Western 16 mm"', 'name = ""', "a line of text"),
        ("edge_mm =", "zzzzzzzz =", "known keys"),
    ],
)
def test_a_wrong_die_is_refused_in_plain_words(old: str, new: str, sentence: str) -> None:
    """Each mistake names the file, the key and what would be right."""
    assert old in DIE
    with pytest.raises(SettingsError, match=r"^my") as caught:
        parse_die(DIE.replace(old, new), "my.toml")
    assert sentence in str(caught.value)


def test_a_wrong_camera_is_refused_too() -> None:
    """Sizes are pairs of whole numbers."""
    assert parse_camera(CAMERA, "my.toml").picture_wh_px == (640, 480)
    with pytest.raises(SettingsError, match="a list of 2"):
        parse_camera(CAMERA.replace("[640, 480]", "[640]"), "my.toml")


def test_an_unknown_name_lists_the_known_ones() -> None:
    """Asking for a profile that is not there says which are."""
    with pytest.raises(SettingsError, match="asian_16mm, casino_19mm"):
        die_profile("../cameras/module3")
