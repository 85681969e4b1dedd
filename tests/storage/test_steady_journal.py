"""The evening goes on whatever the disk does, and the disk has everything when it is back."""

from __future__ import annotations

import contextlib
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from pi_meyer.errors import JournalError, SettingsError
from pi_meyer.ports.journal import NoticeKind
from pi_meyer.storage.faults import DiskFaults
from pi_meyer.storage.journal import SqliteJournal
from pi_meyer.storage.steady import JOURNAL_NAME, SteadyJournal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEADER: dict[str, object] = {"preset": "cardzo"}


def fact(number: int) -> dict[str, object]:
    return {"kind": "fact", "n": number}


def on_disk(folder: Path) -> list[tuple[dict[str, object], ...]]:
    """What a new process would find, match by match."""
    journal = SqliteJournal(folder / JOURNAL_NAME)
    found = [journal.entries(record.match_id) for record in journal.matches()]
    journal.close()
    return found


def saves(journal: SteadyJournal) -> bool:
    """Whether it saves now (a call, so that the type checker expects it to change)."""
    return journal.saving


def kinds(journal: SteadyJournal) -> list[NoticeKind]:
    return [notice.kind for notice in journal.notices()]


@pytest.mark.parametrize("fault", ["full", "readonly"])
def test_evening_goes_on_without_the_disk(tmp_path: Path, fault: str) -> None:
    """With the disk gone in the middle nothing raises, and what is written can be read."""
    faults = DiskFaults()
    journal = SteadyJournal(tmp_path, before_write=faults)
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, fact(1))
    faults.set(fault)
    journal.append(match_id, 2, fact(2))
    journal.append(match_id, 3, fact(3), fact(4))
    assert not saves(journal)
    assert kinds(journal) == [NoticeKind.NOT_SAVING]
    assert [entry["n"] for entry in journal.entries(match_id)] == [1, 2, 3, 4]
    journal.close()
    assert on_disk(tmp_path) == [(fact(1),)]


@pytest.mark.parametrize("fault", ["full", "readonly"])
@pytest.mark.parametrize("by", ["retry", "next write"])
def test_disk_that_comes_back_gets_everything(tmp_path: Path, fault: str, by: str) -> None:
    """What was written meanwhile, a new match, names and values too, is on the disk afterwards."""
    faults = DiskFaults()
    journal = SteadyJournal(tmp_path, before_write=faults)
    first = journal.begin_match(HEADER)
    journal.append(first, 1, fact(1))
    faults.set(fault)
    journal.append(first, 2, fact(2))
    second = journal.begin_match({"preset": "meier_at"})
    journal.append(second, 1, fact(9))
    journal.remember_players(["Anna"])
    journal.put("wins", {"Anna": 1})
    faults.set("back")
    if by == "retry":
        journal.retry()
    else:
        journal.put("wins", {"Anna": 1})
    assert saves(journal)
    assert kinds(journal) == [NoticeKind.NOT_SAVING, NoticeKind.SAVING_AGAIN]
    journal.append(second, 2, fact(10))
    journal.close()
    assert on_disk(tmp_path) == [(fact(1), fact(2)), (fact(9), fact(10))]
    again = SteadyJournal(tmp_path)
    assert (again.players(), again.get("wins")) == (("Anna",), {"Anna": 1})
    again.close()


def test_torn_in_the_middle_loses_nothing_of_tonight(tmp_path: Path) -> None:
    """A file that breaks while the box runs is set aside, and the new one holds the match."""
    faults = DiskFaults()
    journal = SteadyJournal(tmp_path, before_write=faults)
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, fact(1))
    faults.set("torn", path=tmp_path / JOURNAL_NAME)
    journal.append(match_id, 2, fact(2))
    assert saves(journal)
    assert kinds(journal) == [NoticeKind.SET_ASIDE]
    journal.append(match_id, 3, fact(3))
    journal.close()
    assert on_disk(tmp_path) == [(fact(1), fact(2), fact(3))]
    assert (tmp_path / f"{JOURNAL_NAME}.corrupt-1").exists()


@pytest.mark.parametrize("content", [b"nonsense" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_torn_at_the_start_is_set_aside_and_said(tmp_path: Path, content: bytes) -> None:
    """A damaged file at the start costs its history, never the evening; each is kept apart."""
    for count in (1, 2):
        (tmp_path / JOURNAL_NAME).write_bytes(content)
        journal = SteadyJournal(tmp_path)
        assert saves(journal)
        (notice,) = journal.notices()
        assert notice.kind is NoticeKind.SET_ASIDE
        assert f"corrupt-{count}" in notice.sentence
        journal.append(journal.begin_match(HEADER), 1, fact(1))
        journal.close()
        assert (tmp_path / f"{JOURNAL_NAME}.corrupt-{count}").read_bytes() == content


def test_value_damaged_inside_a_sound_file(tmp_path: Path) -> None:
    """Damage that SQLite cannot see (a stored text that is no JSON) is set aside too."""
    journal = SqliteJournal(tmp_path / JOURNAL_NAME)
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, fact(1))
    journal._db.execute("UPDATE entry SET body = '{\"kind\": '")
    journal.close()
    steady = SteadyJournal(tmp_path)
    assert kinds(steady) == [NoticeKind.SET_ASIDE]
    assert steady.matches() == ()
    steady.close()


def test_second_instance_is_told_in_plain_words(tmp_path: Path) -> None:
    """A second box on the folder is refused with the first one's process; later it may."""
    first = SteadyJournal(tmp_path)
    with pytest.raises(JournalError, match=f"already running on .* \\(process {os.getpid()}\\)"):
        SteadyJournal(tmp_path)
    first.close()
    SteadyJournal(tmp_path).close()


def test_last_match_is_there_after_a_restart(tmp_path: Path) -> None:
    """A restart finds the match, its entries, and goes on with the next number."""
    journal = SteadyJournal(tmp_path, boot="one")
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, fact(1))
    journal.close()
    again = SteadyJournal(tmp_path, boot="two")
    last = again.last_match()
    assert last is not None
    assert (last.match_id, last.boot_id, last.entries) == (match_id, "one", 1)
    again.append(match_id, 2, fact(2))
    assert again.begin_match(HEADER) == match_id + 1
    assert len(again.matches()) == 2
    again.close()


def test_older_matches_are_read_from_the_disk(tmp_path: Path) -> None:
    """A match that is not the last one is found, and can still be corrected."""
    journal = SteadyJournal(tmp_path)
    first, second = journal.begin_match(HEADER), journal.begin_match(HEADER)
    journal.append(first, 1, fact(1))
    journal.close()
    again = SteadyJournal(tmp_path)
    assert again.entries(first) == (fact(1),)
    again.append(first, 2, fact(2))
    assert [record.match_id for record in again.matches()] == [first, second]
    again.close()
    assert on_disk(tmp_path) == [(fact(1), fact(2)), ()]


def test_forget_while_the_disk_is_away_is_done_when_it_is_back(tmp_path: Path) -> None:
    """Names are wiped from the disk, and from files set aside, as soon as that is possible."""
    faults = DiskFaults()
    (tmp_path / f"{JOURNAL_NAME}.corrupt-1").write_bytes(b"Wilhelmine")
    journal = SteadyJournal(tmp_path, before_write=faults)
    journal.remember_players(["Wilhelmine"])
    faults.set("readonly")
    journal.forget()
    assert journal.players() == ()
    faults.set("back")
    journal.retry()
    assert not any(b"Wilhelmine" in file.read_bytes() for file in tmp_path.iterdir())
    journal.close()


def test_unknown_fault_names_the_known_ones() -> None:
    """A script that asks for a fault that does not exist is told which there are."""
    with pytest.raises(SettingsError, match="full, readonly, torn, back"):
        DiskFaults().set("wet")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 256 KiB; skips where it may not be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        pytest.skip("this machine may not mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for _ in range(1000):
            file.write(b"x" * 4096)


def test_real_full_disk(small_disk: Path) -> None:
    """On a disk that is really full the evening goes on, and is saved once there is room."""
    ballast = small_disk / "ballast"
    journal = SteadyJournal(small_disk)
    match_id = journal.begin_match(HEADER)
    _fill(ballast)
    for number in range(1, 60):
        journal.append(match_id, number, {**fact(number), "filler": "x" * 500})
    assert not saves(journal)
    ballast.unlink()
    journal.retry()
    assert saves(journal)
    journal.close()
    assert len(on_disk(small_disk)[0]) == 59


def test_real_read_only_disk(small_disk: Path) -> None:
    """A disk that is really read-only is still read, the last entry in the log included."""
    journal = SteadyJournal(small_disk)
    match_id = journal.begin_match(HEADER)
    journal.append(match_id, 1, fact(1))
    log = (small_disk / f"{JOURNAL_NAME}-wal").read_bytes()
    main = (small_disk / JOURNAL_NAME).read_bytes()
    journal.close()
    # As a power cut leaves it: the log not yet moved into the main file.
    (small_disk / JOURNAL_NAME).write_bytes(main)
    (small_disk / f"{JOURNAL_NAME}-wal").write_bytes(log)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    again = SteadyJournal(small_disk)
    assert not saves(again)
    assert kinds(again) == [NoticeKind.NOT_SAVING]
    again.append(match_id, 2, fact(2))
    assert again.entries(match_id) == (fact(1), fact(2))
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    again.retry()
    assert saves(again)
    again.close()
    assert on_disk(small_disk) == [(fact(1), fact(2))]
