"""The settings file survives power cuts, spoilt lines and full disks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.service import config, config_file
from pi_meyer.service.config import Settings
from pi_meyer.service.config_file import StandIn, backup_of, change, load, template


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pi-meyer" / "settings.toml"


def test_change_keeps_remarks_and_order(path: Path) -> None:
    """A changed value is the only line that differs from the file before."""
    path.parent.mkdir()
    path.write_text(template())
    assert change(path, {"panel.rotation": 90}).panel.rotation == 90
    before, after = template().splitlines(), path.read_text().splitlines()
    differing = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert differing == [("rotation = 0", "rotation = 90")]


def test_change_of_a_missing_file_begins_with_the_template(path: Path) -> None:
    """The first change on a fresh box leaves a fully commented file."""
    change(path, {"language": "da", "rules.house.start_lives": 3})
    text = path.read_text()
    assert text.count("#") == template().count("#")
    loaded = load(path)
    assert (loaded.settings.language, dict(loaded.settings.house)) == ("da", {"start_lives": 3})
    assert loaded.notices == ()


def test_value_taken_out_is_the_default_again(path: Path) -> None:
    """A house rule that is set back leaves no line behind."""
    change(path, {"rules.house.start_lives": 3})
    assert dict(change(path, {"rules.house.start_lives": None}).house) == {}
    assert "start_lives = 3\n[panel]" not in path.read_text()


def test_wrong_value_changes_nothing(path: Path) -> None:
    """A change that makes no sense is refused, and file and last good one stay as they were."""
    change(path, {"language": "da"})
    before = path.read_text(), backup_of(path).read_text()
    with pytest.raises(SettingsError, match="rotation"):
        change(path, {"panel.rotation": 45, "language": "de"})
    assert (path.read_text(), backup_of(path).read_text()) == before


@pytest.mark.parametrize("torn", ["", 'language = "d', "language = 'xx'", "\0\0\0\0"])
def test_torn_file_gives_way_to_the_last_good_one(path: Path, torn: str) -> None:
    """An empty, cut or spoilt file: the last good one counts, and that is said."""
    change(path, {"language": "da"})
    change(path, {"language": "de"})
    path.write_text(torn)
    loaded = load(path)
    assert loaded.settings.language == "da"
    assert len(loaded.notices) == 1
    assert "settings.toml.bak" in loaded.notices[0]
    assert loaded.stands_in is StandIn.LAST_GOOD
    assert change(path, {"sound.volume": 0}).language == "da"
    assert load(path).notices == ()
    assert load(path).stands_in is None


def test_named_file_must_be_good(path: Path) -> None:
    """A file that the command line names is there and makes sense, or it is the user's mistake."""
    with pytest.raises(SettingsError, match="no settings file"):
        load(path)
    path.parent.mkdir()
    path.write_text("language = 'xx'")
    with pytest.raises(SettingsError, match="one of da, nb, de, en"):
        load(path)
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(SettingsError, match="no text"):
        load(path)


def test_box_without_hands_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the usual place a missing file is normal, and a spoilt one is said, not fatal."""
    monkeypatch.setattr(config_file, "BOX_PATH", path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(path.parent.parent))
    assert load().settings == Settings()
    assert load().notices == ()
    path.parent.mkdir()
    path.write_text("langauge = 'da'")
    loaded = load()
    assert loaded.settings == Settings()
    assert "did you mean 'language'" in loaded.notices[0]
    assert loaded.path == path
    assert loaded.stands_in is StandIn.OWN


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("version = 99\nlanguage = 'da'\n", "da"),
        ('language = "nb"\n[panel]\nsize = "800x', "nb"),
        ("language = 'xx'\n", Settings().language),
        ("\0\0\0\0", Settings().language),
    ],
)
def test_a_spoilt_file_still_names_the_tables_language(
    path: Path, text: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old or torn settings speak the language that they name: that much of them can be read."""
    monkeypatch.setattr(config_file, "BOX_PATH", path)
    path.parent.mkdir()
    path.write_text(text)
    assert load().settings == Settings(language=language)
    assert load().stands_in is StandIn.OWN


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_disk_that_refuses_leaves_the_old_file(
    path: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that fails half-way leaves the old file whole and no rubbish beside it."""
    change(path, {"language": "da"})
    before = path.read_text()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    where: object = os if failing == "fsync" else Path
    monkeypatch.setattr(where, failing, refuse)
    with pytest.raises(SettingsError, match="for tonight only"):
        change(path, {"language": "de"})
    assert path.read_text() == before
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "settings.toml",
        "settings.toml.bak",
    ]


def _on_partition(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A box whose settings (German) and evenings are on a partition too; the root's are Danish."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(config_file, "BOX_PATH", path)
    monkeypatch.setattr(config, "BOX_FOLDER", path.parent)
    monkeypatch.setattr(config, "PARTITION", folder)
    change(path, {"language": "da"})
    there = folder / "settings" / path.name
    change(there, {"language": "de"})
    (folder / "evenings").mkdir()
    return there


def test_the_command_line_finds_what_the_service_uses(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a data partition its settings and evenings count outside the service, by its link."""
    folder = tmp_path / "data"
    there = _on_partition(path, folder, monkeypatch)
    assert load().path == there
    assert load().settings.language == "de"
    assert Settings().evenings_folder() == folder / "evenings"


def test_the_service_keeps_its_usual_places(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service has the partition bound to its places, and may write nowhere else."""
    _on_partition(path, tmp_path / "data", monkeypatch)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert load().path == path
    assert Settings().evenings_folder() == tmp_path / "state"


def test_a_partition_that_is_gone_leaves_the_roots_files(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that leads nowhere is none."""
    folder = tmp_path / "data"
    _on_partition(path, folder, monkeypatch)
    monkeypatch.setattr(config, "PARTITION", tmp_path / "link")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    assert load().path == path
    assert Settings().evenings_folder() == path.parent


def test_settings_that_are_forbidden_are_said_and_not_fatal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that the box may not look into: its own settings count, and that is said."""
    change(path, {"language": "da"})
    monkeypatch.setattr(config_file, "BOX_PATH", path)

    def refuse(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "read_text", refuse)
    loaded = load()
    assert loaded.stands_in is StandIn.OWN
    assert loaded.path == path
    assert "cannot be read: Permission denied" in loaded.notices[0]


def test_the_drop_in_makes_the_link_that_is_looked_for() -> None:
    """The drop-in of the data partition and the program name the same link and folders."""
    systemd = Path(__file__).resolve().parents[2] / "systemd"
    drop_in = (systemd / "drop-ins/data-partition.conf").read_text()
    assert f"ln -sfnT /data/pi-meyer {config.PARTITION}\n" in drop_in
    assert f"BindPaths=-/data/pi-meyer/evenings:{config.BOX_FOLDER}\n" in drop_in
    assert f"BindPaths=-/data/pi-meyer/settings:{config_file.BOX_PATH.parent}\n" in drop_in
