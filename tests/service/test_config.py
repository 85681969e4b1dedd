"""The settings file says what it means, or the sentence says what is wrong and what to do."""

from __future__ import annotations

import contextlib
import dataclasses
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_meyer.errors import SettingsError
from pi_meyer.service import config
from pi_meyer.service.config import SCHEMA, MarkPolicy, Settings, parse
from pi_meyer.service.config_file import template


def test_template_says_the_defaults() -> None:
    """The shipped file, with every line in force, is exactly what no file at all means."""
    assert parse(template()) == Settings()
    assert parse("") == Settings()


def test_template_explains_every_setting() -> None:
    """Every key is in the template, below a remark that is about it."""
    lines = template().splitlines()
    keys = {key.rsplit(".", 1)[-1] for key in SCHEMA}
    there = {line.split("=")[0].strip() for line in lines if re.match(r"\w+ = ", line)}
    assert there == keys
    for at, line in enumerate(lines):
        if line.startswith("["):
            assert lines[at + 1].startswith("#") or line == "[rules.house]"


def test_values_arrive_where_they_belong() -> None:
    """A file with something in every section comes out as frozen values."""
    found = parse(
        """
        language = "da"
        [rules]
        preset = "meyer_norsk"
        [rules.house]
        start_lives = 3
        [panel]
        size = "720x1280"
        rotation = 270
        height_mm = 155.5
        [marks]
        cup_off = "void"
        [camera]
        driver = "recorded"
        folder = "/tmp/pictures"
        lens_position = 14.5
        [pins]
        encoder_a = 5
        encoder_b = 6
        """
    )
    assert (found.language, found.preset, dict(found.house)) == (
        "da",
        "meyer_norsk",
        {"start_lives": 3},
    )
    assert (found.panel.rotation, found.panel.height_mm) == (270, 155.5)
    assert found.marks.cup_off is MarkPolicy.VOID
    assert found.camera.folder == Path("/tmp/pictures")  # noqa: S108 - never opened
    assert (found.pins.encoder_a, found.pins.encoder_b, found.pins.lift) == (5, 6, 17)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.language = "en"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("langauge = 'da'", "did you mean 'language'"),
        ("[panel]\nrotaton = 90", "did you mean 'panel.rotation'"),
        ("rotation = 90", "did you mean 'panel.rotation'"),
        ("[display]\nvolume = 5", "did you mean 'sound.volume'"),
        ("language = 'fr'", "one of da, nb, de, en"),
        ("[panel]\nrotation = 45", "0, 90, 180 or 270 degrees"),
        ("[panel]\nrotation = true", "0, 90, 180 or 270 degrees"),
        ("[panel]\nheight_mm = -1", "0 to 2000 mm"),
        ("[panel]\nheight_mm = nan", "0 to 2000 mm"),
        ("[sound]\nvolume = 101", "0 to 100 percent"),
        ("[sound]\nvolume = '60'", "0 to 100 percent"),
        ("[rules]\npreset = 'cardzoo'", "cardzo"),
        ("[rules.house]\nstart_live = 3", "start_lives"),
        ("[rules.house]\nstart_lives = 99", "1 to 12"),
        ("[camera]\nexposure_us = 15000", "multiple of 10000"),
        ("[camera]\nframes_per_s = 30\nexposure_us = 40000", "does not fit"),
        ("[camera]\ndriver = 'recorded'", "camera.folder"),
        ("[camera]\nprofile = 'module3wide'", "module3_wide"),
        ("[dice]\nprofile = 'western_16'", "western_16mm"),
        ("[pins]\nlift = 2", "I2C"),
        ("[pins]\nlift = 40", "0 to 27"),
        ("[pins]\nlift = 27", "share a pin"),
        ("[pins]\nencoder_a = 5", "both or neither"),
        ("version = 2", "exactly 1"),
        ("language = ", "no TOML"),
        ("rules = 3", "no setting 'rules'"),
    ],
)
def test_nonsense_is_a_sentence_that_helps(text: str, says: str) -> None:
    """A misspelt key names the nearest one; a value says its range and unit; the file is named."""
    with pytest.raises(SettingsError, match=re.escape(says)) as caught:
        parse(text, where="here.toml")
    assert str(caught.value).startswith("here.toml")


def test_bus_pins_can_be_forced() -> None:
    """Who knows better may use a pin of a bus."""
    assert parse("[pins]\nlift = 2\nforce = true").pins.lift == 2


@given(st.text(max_size=200))
def test_any_text_is_settings_or_a_sentence(text: str) -> None:
    """Whatever stands in the file, nothing but a SettingsError comes out."""
    with contextlib.suppress(SettingsError):
        assert isinstance(parse(text), Settings)


def test_auto_follows_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a Pi auto means its hardware, elsewhere the simulated table and the keyboard."""
    for is_pi, drivers in ((True, ("picamera2", "gpio")), (False, ("simulated", "keyboard"))):
        monkeypatch.setattr(config, "is_raspberry_pi", lambda is_pi=is_pi: is_pi)
        assert (Settings().camera_driver(), Settings().lift_driver()) == drivers
    fixed = parse("[camera]\ndriver = 'picamera2'\n[button]\ndriver = 'gpio'")
    assert (fixed.camera_driver(), fixed.lift_driver()) == ("picamera2", "gpio")


def test_evenings_are_kept_where_systemd_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file's folder first, then systemd's, then the box's where one may, then one's own."""
    monkeypatch.setenv("XDG_DATA_HOME", "/home/anna/data")
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(config, "BOX_FOLDER", tmp_path / "none")
    assert Settings().evenings_folder() == Path("/home/anna/data/pi-meyer")
    monkeypatch.setattr(config, "BOX_FOLDER", tmp_path)
    assert Settings().evenings_folder() == tmp_path
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/pi-meyer:/other")
    assert Settings().evenings_folder() == Path("/var/lib/pi-meyer")
    assert parse("[data]\nfolder = '/mnt/usb'").evenings_folder() == Path("/mnt/usb")


def test_focus_that_is_set_counts_before_the_calibration() -> None:
    """The device's profile takes the file's focus where there is one, else the caller's."""
    free, fixed = Settings().camera, parse("[camera]\nlens_position = 9.5").camera
    size_wh = (640, 480)
    assert free.device_profile(size_wh=size_wh, lens_position=14.0).lens_position == 14.0
    assert fixed.device_profile(size_wh=size_wh, lens_position=14.0).lens_position == 9.5
