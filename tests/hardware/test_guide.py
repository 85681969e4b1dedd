"""The builder's guide, tried as a newcomer would: every part is bought, every screw has a place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from hardware import bom, optics_page
from hardware.layout import Layout
from hardware.make import VARIANTS
from hardware.parameters import load
from pi_meyer.display.languages import en
from pi_meyer.errors import SettingsError
from pi_meyer.service.config import Settings

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
STEPS = re.split(r"^## (?=\d+\. )", GUIDE, flags=re.MULTILINE)[1:]
LINES = bom.read()
OPTION = "encoder"


def _needs(step: str) -> list[tuple[str, int, str]]:
    """Return id, number and joint of what a step takes from the parcel."""
    block = re.search(r"\*\*Needs:\*\*(.*?)(?:\n\n|\Z)", step, re.DOTALL)
    assert block, step[:40]
    found = re.findall(r"`([\w.]+)` \u00d7 (\d+)(?: \(([^)]*)\))?", block[1])
    return [(name, int(count), joint) for name, count, joint in found]


def test_every_part_of_the_guide_is_in_the_bill_with_its_number() -> None:
    """What the steps take adds up to the bill, nothing left over and nothing missing."""
    taken: Counter[str] = Counter()
    for step in STEPS:
        for name, count, _ in _needs(step):
            taken[name] += count
    bill = {line.id: line.quantity for line in LINES.values() if line.group != bom.OPTION}
    assert dict(taken) == bill
    assert f"`{OPTION}`" in GUIDE


def test_every_screw_of_the_guide_has_its_hole() -> None:
    """Kind and number of the screws of each joint are those that the case has holes for."""
    holes = Counter((screw.joint, screw.kind) for screw in Layout(load()).screws)
    named = {(joint, name): count for step in STEPS for name, count, joint in _needs(step) if joint}
    assert named == dict(holes)


def test_the_bill_counts_screws_and_inserts_as_the_case_does() -> None:
    """Screws by kind, and one insert for each thread that is not cut into plastic."""
    screws = Layout(load()).screws
    for kind, count in Counter(screw.kind for screw in screws).items():
        assert LINES[kind].quantity == count
    assert LINES["insert_m3"].quantity == sum(screw.insert for screw in screws)
    assert LINES["led"].quantity == load().lamps.count
    assert LINES["resistor_rk"].quantity == load().lamps.count


def test_every_step_has_one_picture_a_check_and_a_doctor() -> None:
    """One rendered picture a step, one thing to see or feel, and parts that the doctor knows."""
    parts = {key.removeprefix("doctor_") for key in en.WORDS if key.startswith("doctor_")}
    parts |= {"settings", "libraries"}
    assert len(STEPS) == 16
    for number, step in enumerate(STEPS, start=1):
        assert step.startswith(f"{number}. ")
        pictures = re.findall(r"\]\((pictures/guide/[^)]+)\)", step)
        assert len(pictures) == 1, step[:40]
        assert pictures[0].startswith(f"pictures/guide/{number:02d}-")
        assert "- **Check:** " in step
        doctor = re.search(r"- \*\*Doctor:\*\* (.+)", step)
        assert doctor, step[:40]
        assert set(re.findall(r"`([^`]+)`", doctor[1].split("(")[0])) <= parts


def test_every_link_of_the_guides_leads_somewhere() -> None:
    """Pictures, sheets and pages that build.md and optics.md name are there."""
    for page in ("build.md", "optics.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#]+)\)", text):
            assert (ROOT / "docs" / link).exists(), (page, link)


def test_the_total_cost_is_the_bills() -> None:
    """The range and its date stand in the guide as they add up."""
    low, high = bom.total_eur(LINES)
    assert f"{low:.0f} to {high:.0f} euro" in GUIDE
    assert bom.PRICED_ON in GUIDE


def test_the_box_s_camera_is_the_program_s_own_and_the_guide_names_the_other() -> None:
    """A box as it is built needs no setting for its camera; one with the other camera does."""
    words = {"module-3": "module3", "module-3-wide": "module3_wide"}
    wanted = words[load().choice.camera]
    assert Settings().camera.profile == wanted
    (other,) = set(words.values()) - {wanted}
    assert f'camera.profile = "{other}"' in GUIDE


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("body,0,piece,printed,Body,x,x,x,1,2", "no sense"),
        ("body,1,piece,printed,Body,x,x,x,3,2", "no sense"),
        ("body,many,piece,printed,Body,x,x,x,1,2", "not complete"),
        ("body,1,piece,printed,A,x,x,x,1,2\nbody,1,piece,printed,B,x,x,x,1,2", "twice"),
    ],
)
def test_a_bill_that_makes_no_sense_is_refused(tmp_path: Path, row: str, said: str) -> None:
    """Quantity, prices and names are looked at, and the line is named."""
    head = bom.FILE.read_text(encoding="utf-8").splitlines()[0]
    file = tmp_path / "BOM.csv"
    file.write_text(f"{head}\n{row}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=said):
        bom.read(file)


def test_the_figures_of_the_optics_page_are_up_to_date() -> None:
    """The table of the geometry is what the numbers make today, and so is the drawing."""
    text = (ROOT / "docs" / "optics.md").read_text(encoding="utf-8")
    fresh = optics_page.geometry(load(), load(**VARIANTS["flat-wide"]))
    assert fresh in text
    assert optics_page.section(load()) == (ROOT / "docs" / optics_page.DRAWING).read_text(
        encoding="utf-8"
    )


def test_the_reading_table_holds_no_wrong_reading() -> None:
    """Every row counts 0 wrong, and this box's own ring reads best of its lens."""
    text = (ROOT / "docs" / "optics.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (Module[^|,]*), ([^|]*) \|[^|]*\|[^|]*\|[^|]*\| (\d+) % \|[^|]*\| (\d+) \|",
        text,
        re.MULTILINE,
    )
    assert len(rows) == 8
    shares: dict[str, dict[str, int]] = {}
    for lens, ring, share, wrong in rows:
        assert wrong == "0"
        shares.setdefault(lens, {})[ring] = int(share)
    for rings in shares.values():
        assert max(rings, key=lambda ring: rings[ring]).startswith("this box's ring")
