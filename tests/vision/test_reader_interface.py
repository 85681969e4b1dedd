"""What the reader promises to those who call it: several frames, any picture, files and lines."""

from __future__ import annotations

import json
import os
import struct
import sys
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.ports.camera import Frame
from pi_meyer.service.cli_read import run_read
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.picture_file import PictureError, load_picture
from pi_meyer.vision.pips import find_blobs
from pi_meyer.vision.planes import PlaneMemory, planes_of
from pi_meyer.vision.reader import View, around_window, read_frames, read_image
from pi_meyer.vision.reading import Reading, Refusal, RefusalReason
from tests.vision.card_pictures import card_picture, geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

Image = npt.NDArray[np.uint8]


def _views(count: int) -> list[tuple[Image, list[int]]]:
    """Simulated views that can be read, with the faces below in ascending order."""
    rng = np.random.default_rng(7)
    found: list[tuple[Image, list[int]]] = []
    for _ in range(200):
        scene = random_scene(rng, Doses())
        view = np.asarray(add_noise(render(scene), scene, rng), np.uint8)
        if isinstance(read_image(view), Reading):
            found.append((view, sorted(int(bottom) for bottom in scene.bottoms)))
        if len(found) == count:
            return found
    raise AssertionError("too few simulated views can be read")


@pytest.fixture(scope="module")
def views() -> list[tuple[Image, list[int]]]:
    return _views(3)


def _frames(images: list[Image]) -> list[Frame]:
    return [Frame(image=image, taken_s=k / 60, number=k) for k, image in enumerate(images)]


BLACK = np.zeros((480, 640, 3), np.uint8)


def test_three_frames_that_agree_are_a_reading(views: list[tuple[Image, list[int]]]) -> None:
    """The reading of three like frames is that of one of them."""
    image, bottoms = views[0]
    answer = read_frames(_frames([image, image, image]))
    assert isinstance(answer, Reading)
    assert sorted(int(die.bottom or 0) for die in answer.dice) == bottoms


def test_two_frames_are_not_enough(views: list[tuple[Image, list[int]]]) -> None:
    """Fewer than three readings are none, even where nothing contradicts them."""
    image, _ = views[0]
    assert read_frames(_frames([image, image])) == Refusal(reason=RefusalReason.FRAMES_DISAGREE)


def test_no_more_frames_are_looked_at_than_needed(views: list[tuple[Image, list[int]]]) -> None:
    """The fourth frame is never asked for once three agree."""
    image, _ = views[0]
    given: list[int] = []

    def one_by_one() -> Iterator[Frame]:
        for frame in _frames([image] * 5):
            given.append(frame.number)
            yield frame

    assert isinstance(read_frames(one_by_one()), Reading)
    assert given == [0, 1, 2]


def test_nothing_of_the_frames_stays_in_memory(views: list[tuple[Image, list[int]]]) -> None:
    """After a reading and after a refusal the memory that is used again holds nothing but zeros."""
    image = views[0][0]
    for frame in (image, image // 4):
        read_image(frame)
        memory = PlaneMemory.kept(*around_window(frame)[0].shape[:2])
        assert all(plane.any() for plane in (memory.image, memory.single, memory.layers))
        read_frames(_frames([frame] * 3))
        assert not any(plane.any() for plane in (memory.image, memory.single, memory.layers))


def test_frames_that_disagree_are_refused(views: list[tuple[Image, list[int]]]) -> None:
    """Two different readings among the frames are no reading at all."""
    first, second = next((one[0], two[0]) for one in views for two in views if one[1] != two[1])
    answer = read_frames(_frames([first, second, first, first]))
    assert answer == Refusal(reason=RefusalReason.FRAMES_DISAGREE)


def test_the_commonest_reason_is_given() -> None:
    """Where no frame can be read the reason of most of them is the answer."""
    assert read_frames(_frames([BLACK] * 3)) == read_image(BLACK)
    assert read_frames([]) == Refusal(reason=RefusalReason.NO_DICE)


@pytest.mark.parametrize(
    "shape", [(1, 1), (480, 640), (50, 3000), (3000, 50), (64, 64), (1200, 900), (17, 640)]
)
@pytest.mark.parametrize("level", [0, 128, 255])
def test_blank_pictures_are_refused(shape: tuple[int, int], level: int) -> None:
    """A picture of one colour, of whatever size, holds no dice."""
    image = np.full((*shape, 3), level, np.uint8)
    assert isinstance(read_image(image), Refusal)
    assert isinstance(read_image(image, view=View.ABOVE), Refusal)


@pytest.mark.parametrize("view", list(View))
def test_noise_is_refused(view: View) -> None:
    """Pure noise is never taken for dice."""
    rng = np.random.default_rng(3)
    for _ in range(3):
        image = np.asarray(rng.integers(0, 256, (480, 640, 3)), np.uint8)
        assert isinstance(read_image(image, view=view), Refusal)


def test_a_texture_of_thousands_of_spots_costs_no_memory() -> None:
    """Fine slanting stripes are 30,000 peaks; compared with each other they took 15 GB."""
    rows, columns = np.indices((480, 640))
    striped = np.repeat(((rows + columns) // 9 % 2 * 255).astype(np.uint8)[:, :, None], 3, axis=2)
    large = np.asarray(cv2.resize(striped, (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8)
    planes = planes_of(large)
    tracemalloc.start()
    try:
        find_blobs(planes, within_px=1 << 20, limit=200)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 400_000_000


@pytest.mark.parametrize("seed", range(6))
def test_printed_marks_are_no_dice(seed: int) -> None:
    """The calibration card's squares are no pips, from neither side."""
    card = card_picture(*geometry(seed))
    for view in View:
        assert isinstance(read_image(card, view=view), Refusal)


def test_dice_below_forty_pixels_are_refused(views: list[tuple[Image, list[int]]]) -> None:
    """At the working size an edge under 40 pixels is too little to read from."""
    image, _ = views[0]
    small = np.zeros_like(image)
    shrunk = cv2.resize(image, (288, 216), interpolation=cv2.INTER_AREA)
    small[132:348, 176:464] = shrunk
    assert isinstance(read_image(small), Refusal)


def test_size_does_not_matter(views: list[tuple[Image, list[int]]]) -> None:
    """The same view twice as large is read alike, in its own pixels."""
    image, _ = views[0]
    large = np.asarray(cv2.resize(image, (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8)
    one, two = read_image(image), read_image(large)
    assert isinstance(one, Reading)
    assert isinstance(two, Reading)
    assert one.top == two.top
    for die, other in zip(one.dice, two.dice, strict=True):
        away = np.subtract(other.centre_xy_px, np.multiply(die.centre_xy_px, 2))
        assert np.abs(away).max() < 4 or one.dice[0].top == one.dice[1].top


def _save(path: Path, image: npt.NDArray[np.generic]) -> str:
    assert cv2.imwrite(str(path), np.asarray(image))
    return str(path)


def test_one_json_line_a_picture(
    views: list[tuple[Image, list[int]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status, top in descending order, bottom parallel to it, dice, reason and time."""
    names = [_save(tmp_path / "read.png", views[0][0]), _save(tmp_path / "black.png", BLACK)]
    assert run_read(names, view=View.BELOW, as_json=True, explain_dir=None) == 0
    read, refused = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert read["status"] == "read"
    assert read["reason"] is None
    assert read["top"] == sorted(read["top"], reverse=True)
    assert [a + b for a, b in zip(read["top"], read["bottom"], strict=True)] == [7, 7]
    assert [die["top"] for die in read["dice"]] == read["top"]
    assert all(len(die["corners"]) == 4 for die in read["dice"])
    assert refused["status"] == "refused"
    assert refused["reason"] == "dark"
    assert refused["top"] is None
    assert refused["dice"] == []
    assert read["ms"] >= 0


def test_files_that_are_no_pictures_end_with_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each bad file gets its own line on stderr, none on stdout, and the good ones are read."""
    good = _save(tmp_path / "good.png", BLACK)
    jpeg = Path(_save(tmp_path / "whole.jpg", np.full((200, 300, 3), 90, np.uint8))).read_bytes()
    bad = {
        "empty.png": b"",
        "text.jpg": b"no picture at all\n",
        "cut.jpg": jpeg[: len(jpeg) // 2],
        "cut.png": Path(good).read_bytes()[:60],
        "huge.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x40\0\0\0\x40\0\x08\x02\0\0\0",
    }
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)
    names = [str(tmp_path / name) for name in bad] + [str(tmp_path / "missing.png"), good]
    assert run_read(names, view=View.BELOW, as_json=True, explain_dir=None) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["file"] for line in out.splitlines()] == [good]
    for name in names[:-1]:
        assert sum(line.startswith(name) for line in err.splitlines()) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda image: image.astype(np.uint16) * 257,
        lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2GRAY),
        lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2BGRA),
    ],
    ids=["16 bit", "grey", "alpha"],
)
def test_other_kinds_of_pictures_become_plain_ones(
    make: object, views: list[tuple[Image, list[int]]], tmp_path: Path
) -> None:
    """16 bit, grey and alpha are loaded as 8 bit BGR and read or refused."""
    assert callable(make)
    name = _save(tmp_path / "other.png", make(views[0][0]))
    image = load_picture(Path(name))
    assert image.shape == (480, 640, 3)
    assert image.dtype == np.uint8
    answer = read_image(image)
    if isinstance(answer, Reading):
        assert sorted(int(die.bottom or 0) for die in answer.dice) == views[0][1]


def test_a_file_without_an_end_is_never_waited_for(tmp_path: Path) -> None:
    """A pipe that nobody writes to, a device and a folder are errors by name, at once."""
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    for path, words in (
        (pipe, "no file"),
        (Path("/dev/zero"), "no file"),
        (tmp_path, "a folder"),
    ):
        with pytest.raises(PictureError, match=words):
            load_picture(path)


def test_what_follows_the_picture_in_its_file_does_not_spoil_it(tmp_path: Path) -> None:
    """Telephones append a film to a JPEG; its bytes may look like the start of another scan."""
    name = Path(_save(tmp_path / "still.jpg", np.full((80, 90, 3), 90, np.uint8)))
    whole = name.read_bytes()
    name.write_bytes(whole + b"ftypmp42" + 9 * b"\xff\xda\x11")
    assert load_picture(name).shape == (80, 90, 3)
    name.write_bytes(whole[:-2])
    with pytest.raises(PictureError, match="cut short"):
        load_picture(name)


def test_a_png_that_states_more_than_it_holds_is_not_decoded(tmp_path: Path) -> None:
    """A part's length beyond the file's end would be believed by the decoder: two gigabytes."""
    name = Path(_save(tmp_path / "view.png", np.full((80, 90, 3), 90, np.uint8)))
    data = bytearray(name.read_bytes())
    data[33] = 0x7F  # the highest byte of the length of the part after IHDR
    name.write_bytes(bytes(data))
    with pytest.raises(PictureError, match="cut short"):
        load_picture(name)


def test_a_name_stays_on_its_line_whatever_it_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line breaks and bytes that are no text are escaped, on stdout and on stderr."""
    black = Path(_save(tmp_path / "black.png", BLACK))
    odd = [os.fsdecode(os.fsencode(tmp_path) + b"/" + name) for name in (b"a\nb.png", b"c\xff.png")]
    for name in odd:
        Path(name).write_bytes(black.read_bytes())
    missing = str(tmp_path / "d\ne.png")
    assert run_read([*odd, missing], view=View.BELOW, as_json=False, explain_dir=None) == 2
    out, err = capsys.readouterr()
    assert [line.partition(": ")[2][:14] for line in out.splitlines()] == 2 * ["refused (dark)"]
    assert len(err.splitlines()) == 1
    assert (out + err).isascii()


def test_a_picture_may_come_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name - stands for it, as in the other commands; the answer is that of the file."""
    name = _save(tmp_path / "black.png", BLACK)
    with Path(name).open(encoding="latin-1") as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert run_read(["-"], view=View.BELOW, as_json=True, explain_dir=None) == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "dark"


def test_pictures_of_one_name_are_explained_in_folders_of_their_own(tmp_path: Path) -> None:
    """Two files called alike in different folders do not overwrite each other's explanation."""
    names = []
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        names.append(_save(tmp_path / folder / "view.png", BLACK))
    where = tmp_path / "explained"
    assert run_read(names, view=View.BELOW, as_json=True, explain_dir=str(where)) == 0
    assert sorted(folder.name for folder in where.iterdir()) == ["view", "view-2"]


def _turned_by_exif(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF block that only says how the camera was held (EXIF 2.3, tag 0x0112)."""
    entry = struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    block = b"Exif\0\0" + b"II*\0" + struct.pack("<I", 8) + entry
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + jpeg[2:]


@pytest.mark.parametrize(
    ("orientation", "turn"),
    [(3, cv2.ROTATE_180), (6, cv2.ROTATE_90_CLOCKWISE), (8, cv2.ROTATE_90_COUNTERCLOCKWISE)],
)
def test_a_picture_is_turned_as_its_exif_says(orientation: int, turn: int, tmp_path: Path) -> None:
    """A phone that was held aslant writes the picture lying and says so beside it."""
    image = np.zeros((40, 60, 3), np.uint8)
    image[:20, :30] = (40, 90, 200)
    plain = cv2.imencode(".jpg", image)[1].tobytes()
    upright = tmp_path / "upright.jpg"
    upright.write_bytes(plain)
    held = tmp_path / "held.jpg"
    held.write_bytes(_turned_by_exif(plain, orientation))
    assert np.array_equal(load_picture(held), cv2.rotate(load_picture(upright), turn))


def _loads_or_says_why(path: Path) -> bool:
    try:
        image = load_picture(path)
    except PictureError as problem:
        return str(path) in str(problem)
    return isinstance(read_image(image), Reading | Refusal)


def test_mutated_files_are_pictures_or_errors_by_name(tmp_path: Path) -> None:
    """A file with bytes changed at random loads or fails with a plain error, nothing else."""
    rng = np.random.default_rng(11)
    small = np.asarray(rng.integers(0, 256, (40, 60, 3)), np.uint8)
    for ending in ("jpg", "png", "bmp"):
        whole = bytearray(Path(_save(tmp_path / f"whole.{ending}", small)).read_bytes())
        for _ in range(40):
            data = bytearray(whole)
            for at in rng.integers(0, len(data), 6):
                data[at] = int(rng.integers(0, 256))
            path = tmp_path / f"mutated.{ending}"
            path.write_bytes(bytes(data))
            assert _loads_or_says_why(path)


WRONG_LABELS = {"matteop65-107.jpg"}
"""Its label says 4 4 5 6; the photo shows 1 4 5 6."""


def test_photos_from_above_are_never_read_wrongly(shared: Path) -> None:
    """Every seventh photo: all visible dice and their values, or a refusal; no complement."""
    rows = (shared / "photos/manifest.csv").read_text(encoding="utf-8").splitlines()[1:]
    exact = 0
    for row in rows[::7]:
        name, _, pips = row.split(",")[:3]
        answer = read_image(load_picture(shared / "photos" / name), view=View.ABOVE)
        if isinstance(answer, Reading) and name not in WRONG_LABELS:
            assert sorted(answer.top) == [int(value) for value in pips.split()], name
            assert all(die.bottom is None for die in answer.dice)
            exact += 1
    assert exact >= len(rows[::7]) // 4
