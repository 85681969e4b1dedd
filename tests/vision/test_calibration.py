"""The card gives the window back, the die in use is examined, and the file refuses what it must."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from pi_meyer.errors import SettingsError
from pi_meyer.rules.rolls import BottomFace, TopFace
from pi_meyer.service.cli_calibrate import run_calibrate
from pi_meyer.simulation.chance import random_scene
from pi_meyer.simulation.scene import SceneKind
from pi_meyer.simulation.window_view import render
from pi_meyer.vision.calibration import (
    Calibration,
    load_calibration,
    parse_calibration,
    save_calibration,
    to_toml,
)
from pi_meyer.vision.card import CARD_RADIUS_MM, CENTRES_MM, CODES, MARK_MM, corners_mm
from pi_meyer.vision.dice_in_use import DieInUse, check_opposites, examine_die, face_colours
from pi_meyer.vision.empty_window import EmptyWindow, learn_empty_window
from pi_meyer.vision.focus import best_position, sharpness, sweep_focus
from pi_meyer.vision.marks import find_marks
from pi_meyer.vision.plate import (
    RADIUS_MM,
    Plate,
    apply_homography,
    bend,
    region_of_interest,
)
from pi_meyer.vision.reading import DieReading, Refusal, RefusalReason
from pi_meyer.vision.window_fit import CalibrationError, fit_window
from tests.vision.card_pictures import card_picture, geometry

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

SIZE_WH = (640, 480)


def test_all_marks_lie_inside_the_region_of_interest() -> None:
    """The camera needs to see no more of the card than of the window, and none overlap."""
    assert len(CENTRES_MM) == len(CODES) == len(set(CODES)) == 12
    far = max(np.hypot(x, y) for number in range(12) for x, y in corners_mm(number))
    assert far < RADIUS_MM < CARD_RADIUS_MM
    gaps = [
        max(abs(a[0] - b[0]), abs(a[1] - b[1])) - MARK_MM
        for i, a in enumerate(CENTRES_MM)
        for b in CENTRES_MM[:i]
    ]
    assert min(gaps) >= MARK_MM / 6


def test_other_programs_read_the_same_marks() -> None:
    """Where OpenCV has its own detector, it finds the same numbers in the same corners."""
    aruco: Any = getattr(cv2, "aruco", None)
    if not hasattr(aruco, "ArucoDetector"):
        pytest.skip("this OpenCV has no ArUco detector")
    image = card_picture(*geometry(0))
    detector = aruco.ArucoDetector(aruco.getPredefinedDictionary(aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(image)
    theirs = {int(n): c.reshape(4, 2) for n, c in zip(numbers.ravel(), corners, strict=True)}
    ours = {mark.number: mark.corners_xy_px for mark in find_marks(image)}
    assert set(theirs) == set(ours) == set(range(12))
    for number, found in ours.items():
        assert np.abs(found - theirs[number]).max() < 2.0


@pytest.mark.parametrize("seed", range(5))
def test_a_known_perspective_and_lens_come_back_within_a_fifth_of_a_millimetre(seed: int) -> None:
    """Whatever turn, tilt, scale and lens: any place on the window is right to 0.2 mm."""
    matrix, k1 = geometry(seed)
    fit = fit_window(card_picture(matrix, k1))
    axis = np.linspace(-29, 29, 9)
    places = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
    seen = bend(apply_homography(matrix, places), SIZE_WH, k1)
    off_mm = np.hypot(*(fit.plate.to_mm(seen) - places).T)
    assert off_mm.max() < 0.2
    assert fit.marks == 12
    middle = bend(apply_homography(matrix, np.zeros((1, 2))), SIZE_WH, k1)[0]
    assert np.hypot(*(np.array(fit.plate.centre_xy_px) - middle)) < 1.0


def test_half_a_card_is_enough_and_a_quarter_is_not() -> None:
    """With marks covered the rest does; with fewer than six the sentence counts them."""
    matrix = np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]])
    image = card_picture(matrix, 0.0)
    half, quarter = image.copy(), image.copy()
    half[:170] = 120
    quarter[:290] = 120
    assert fit_window(half).marks >= 6
    with pytest.raises(CalibrationError, match="marks are seen"):
        fit_window(quarter)


@pytest.mark.parametrize("seed", range(4))
def test_a_lamp_on_a_mark_spoils_that_mark_only(seed: int) -> None:
    """A mirror image over a mark's corner moves what is found there; that mark is left out."""
    matrix, k1 = geometry(seed)
    image = card_picture(matrix, k1, noise=1.0)
    middle = bend(apply_homography(matrix, np.array([corners_mm(5)[0]])), SIZE_WH, k1)[0]
    away = (middle - bend(apply_homography(matrix, np.array([CENTRES_MM[5]])), SIZE_WH, k1)[0]) / 9
    cv2.circle(image, np.rint(middle + 2 * away).astype(int).tolist(), 11, (235, 235, 235), -1)
    fit = fit_window(image)
    axis = np.linspace(-29, 29, 9)
    places = np.stack([part.ravel() for part in np.meshgrid(axis, axis)], axis=1)
    seen = bend(apply_homography(matrix, places), SIZE_WH, k1)
    assert np.hypot(*(fit.plate.to_mm(seen) - places).T).max() < 0.2
    assert fit.residual_mm < 0.1


@pytest.mark.parametrize(
    ("scale", "aside_px", "sentence"),
    [
        (2.3, 0, "a die would span 37 pixels and 40 are needed; bring the camera nearer"),
        (6.8, 0, "does not lie in the picture as a whole"),
        (4.4, 110, "lies 25 mm beside the picture's"),
    ],
)
def test_a_camera_in_the_wrong_place_is_named(scale: float, aside_px: int, sentence: str) -> None:
    """Where the reader could not see the dice the builder is told while the screwdriver is out."""
    matrix = np.array([[scale, 0.0, 320.0 + aside_px], [0.0, scale, 240.0], [0.0, 0.0, 1.0]])
    with pytest.raises(CalibrationError, match=sentence):
        fit_window(card_picture(matrix, 0.0))


def test_a_card_printed_out_of_shape_is_refused() -> None:
    """A card that a printer stretched in one corner does not fit its own numbers."""
    matrix = np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]])
    image = card_picture(matrix, 0.0)
    y, x = np.mgrid[:480, :640].astype(np.float32)
    bent = cv2.remap(image, x + 6 * np.sin(y / 40), y, cv2.INTER_LINEAR)
    with pytest.raises(CalibrationError, match="100 %"):
        fit_window(np.asarray(bent, dtype=np.uint8))


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_without_card_is_refused(level: int) -> None:
    """Black, grey and white pictures hold no marks."""
    with pytest.raises(CalibrationError, match="Only 0"):
        fit_window(np.full((480, 640, 3), level, dtype=np.uint8))


def test_noise_and_dice_are_no_marks() -> None:
    """Neither noise nor a view of dice is mistaken for the card."""
    rng = np.random.default_rng(0)
    assert find_marks(rng.integers(0, 255, (480, 640, 3)).astype(np.uint8)) == ()
    scene = random_scene(rng, kind=SceneKind.FLAT)
    assert find_marks(render(scene)) == ()


# --- the dice in use -------------------------------------------------------------------------

CORNERS = ((250.0, 250.0), (330.0, 250.0), (330.0, 330.0), (250.0, 330.0))
PLATE = Plate(size_wh=SIZE_WH, centre_xy_px=(320.0, 240.0), px_per_mm=5.0)


def face(below: int, scale: float = 1.0) -> DieReading:
    corners = tuple((290 + (x - 290) * scale, 290 + (y - 290) * scale) for x, y in CORNERS)
    return DieReading(
        top=TopFace(7 - below),
        bottom=BottomFace(below),
        centre_xy_px=(290.0, 290.0),
        corners_xy_px=(corners[0], corners[1], corners[2], corners[3]),
        confidence=1.0,
    )


def painted() -> npt.NDArray[np.uint8]:
    image = np.full((480, 640, 3), 30, dtype=np.uint8)
    cv2.rectangle(image, (250, 250), (330, 330), (40, 50, 200), -1)
    cv2.circle(image, (290, 290), 9, (240, 240, 240), -1)
    return image


def examine(below_by_top: dict[int, DieReading | Refusal]) -> DieInUse:
    pictures = {top: painted() for top in below_by_top}
    answers = iter(below_by_top[top] for top in sorted(below_by_top))
    return examine_die(pictures, PLATE, lambda _: next(answers))


def test_a_true_die_gives_size_and_colours() -> None:
    """Six faces whose opposites sum to 7 give edge, body and pips."""
    die = examine({top: face(7 - top) for top in range(1, 7)})
    assert die.edge_mm == pytest.approx(16.0)
    assert die.light_pips
    assert die.body_bgr == pytest.approx((40, 50, 200), abs=2)
    assert die.pip_bgr == pytest.approx((240, 240, 240), abs=2)


def test_a_die_whose_opposite_faces_do_not_sum_to_seven_is_found_out() -> None:
    """A die that carries 1 opposite 2 is refused, and the pairs are named."""
    odd = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5}
    with pytest.raises(CalibrationError, match="1 above 2") as caught:
        examine({top: face(below) for top, below in odd.items()})
    assert "3 above 4" not in str(caught.value)


@pytest.mark.parametrize("wrong", [(1, 5), (6, 6), (3, 3)])
def test_one_wrong_pair_is_enough(wrong: tuple[int, int]) -> None:
    """A single face that does not fit refuses the die."""
    pairs = {top: 7 - top for top in range(1, 7)} | dict([wrong])
    with pytest.raises(CalibrationError, match="do not sum to 7"):
        check_opposites(pairs)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({4: Refusal(reason=RefusalReason.GLARE)}, "4 on top cannot be read"),
        ({2: Refusal(reason=RefusalReason.THREE_DICE)}, "three dice"),
        ({5: face(2, scale=1.4)}, "no die of one size"),
    ],
)
def test_a_bad_picture_of_a_die_is_named(
    change: dict[int, DieReading | Refusal], sentence: str
) -> None:
    """What is wrong, and with which face, is said."""
    faces: dict[int, DieReading | Refusal] = {top: face(7 - top) for top in range(1, 7)}
    with pytest.raises(CalibrationError, match=sentence):
        examine(faces | change)


def test_a_missing_face_is_named() -> None:
    """Five pictures are not enough."""
    with pytest.raises(CalibrationError, match="3 on top is missing"):
        examine({top: face(7 - top) for top in (1, 2, 4, 5, 6)})


def test_a_blank_face_has_one_colour() -> None:
    """A face without contrast gives its own colour twice instead of nothing."""
    image = np.full((480, 640, 3), 99, dtype=np.uint8)
    assert face_colours(image, face(1)) == ((99, 99, 99), (99, 99, 99))


# --- focus and empty window ------------------------------------------------------------------


def test_the_sweep_finds_the_sharpest_lens_position() -> None:
    """A lens that is sharp at 13.7 dioptres is found to a fifth of one."""
    sharp = card_picture(*geometry(0), noise=0.0, blur_px=0.6)

    def take(position: float) -> npt.NDArray[np.uint8]:
        blur = 0.3 + 0.8 * abs(position - 13.7)
        noisy = cv2.GaussianBlur(sharp, (0, 0), blur)
        return np.asarray(noisy, dtype=np.uint8)

    assert sweep_focus(take, 5.0, 25.0) == pytest.approx(13.7, abs=0.2)
    assert sharpness(take(13.7)) > sharpness(take(14.7))


@pytest.mark.parametrize(("sharp_at", "advice"), [(28.0, "farther from"), (3.0, "nearer to")])
def test_a_window_beyond_the_lenses_range_is_named(sharp_at: float, advice: str) -> None:
    """Sharpest at an end of the range: the camera stands wrongly, and which way is said."""
    sharp = card_picture(*geometry(0), noise=0.0, blur_px=0.6)

    def take(position: float) -> npt.NDArray[np.uint8]:
        soft = cv2.GaussianBlur(sharp, (0, 0), 0.3 + 0.2 * abs(position - sharp_at))
        return np.asarray(soft, dtype=np.uint8)

    with pytest.raises(CalibrationError, match=advice):
        sweep_focus(take, 5.0, 25.0)


def test_a_lens_that_changes_nothing_is_refused() -> None:
    """Without anything in view no position is better, and that is said."""
    grey = np.full((480, 640, 3), 100, dtype=np.uint8)
    with pytest.raises(CalibrationError, match="No lens position"):
        sweep_focus(lambda _: grey, 5.0, 25.0)
    assert best_position([(1.0, 1.0), (2.0, 4.0)]) == 2.0


def test_the_empty_window_shows_its_lamps() -> None:
    """Two spots on an even window come back with place and size, and the light map fits."""
    image = np.full((480, 640, 3), 40, dtype=np.uint8)
    cv2.circle(image, (420, 240), 6, (255, 255, 255), -1)
    cv2.circle(image, (320, 140), 6, (255, 255, 255), -1)
    cv2.circle(image, (20, 20), 6, (255, 255, 255), -1)
    empty = learn_empty_window(image, PLATE)
    places = sorted(empty.lamps_mm)
    assert [round(value) for lamp in places for value in lamp] == [0, -20, 1, 20, 0, 1]
    assert len(empty.light) == empty.points**2


def test_a_window_with_dice_is_not_empty() -> None:
    """The empty picture is refused where dice lie."""
    image = render(random_scene(np.random.default_rng(11), kind=SceneKind.FLAT))
    with pytest.raises(CalibrationError, match="not empty"):
        learn_empty_window(image, Plate.default(SIZE_WH))


# --- the file --------------------------------------------------------------------------------


def whole() -> Calibration:
    fit = fit_window(card_picture(*geometry(2)))
    return Calibration(
        plate=replace(fit.plate, edge_mm=15.9),
        residual_mm=fit.residual_mm,
        die=DieInUse(edge_mm=15.9, body_bgr=(40.0, 50.0, 200.0), pip_bgr=(240.0, 241.0, 242.0)),
        lens_position=13.7,
        empty=EmptyWindow(points=2, light=b"\x00\x10\x20\xff", lamps_mm=((1.0, -2.5, 0.8),)),
    )


def test_the_file_gives_back_what_was_stored(tmp_path: Path) -> None:
    """Saved and loaded, every part is the same, and no spare file stays behind."""
    path = tmp_path / "deep" / "calibration.toml"
    save_calibration(whole(), path)
    assert load_calibration(path, SIZE_WH) == whole()
    assert [entry.name for entry in path.parent.iterdir()] == ["calibration.toml"]


def test_a_calibration_of_the_card_alone_is_enough() -> None:
    """Dice, focus and empty window are optional parts."""
    alone = replace(whole(), die=None, lens_position=None, empty=None)
    alone = replace(alone, plate=replace(alone.plate, edge_mm=16.0))
    assert parse_calibration(to_toml(alone), "here") == alone


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("version = 2", "version = 1", "of version 1"),
        ("version = 2", "version = 99", "of version 99"),
        ('camera = "unknown"', "camera = 7", "a line of text"),
        ("homography = [", "homography = [0, 0, 0, 0, 0, 0, 0, 0, 0] #", "do not fit together"),
        ("centre_xy_px = [", "centre_xy_px = [1.0, 2.0] #", "do not fit together"),
        ("px_per_mm =", "px_per_mm = 2.0 #", "do not fit together"),
        ("k1 =", "k1 = -0.5 #", "do not fit together"),
        ('kind = "pi_meyer calibration"', 'kind = "cake"', "this is no calibration"),
        ("px_per_mm =", "px_per_mn =", "did you mean 'px_per_mm'"),
        ("k1 =", "k1 = 7 #", "from -0.5 to 0.5"),
        ("[dice]", "[mice]", "unknown part 'mice'"),
        ("[window]", "[window", "damaged"),
        ("opposite_sum = 7", "opposite_sum = 8", "exactly 7"),
        ('light = "', 'light = "!', "damaged"),
        ("points = 2", "points = 3", "damaged"),
    ],
)
def test_a_wrong_file_is_refused_in_plain_words(old: str, new: str, sentence: str) -> None:
    """Old, foreign and damaged files name themselves and what to do."""
    text = to_toml(whole())
    assert old in text
    with pytest.raises(SettingsError, match="my file") as caught:
        parse_calibration(text.replace(old, new, 1), "my file")
    assert sentence in str(caught.value)


def test_a_calibration_of_another_camera_is_refused(tmp_path: Path) -> None:
    """Pictures of another size belong to another camera or setting."""
    path = tmp_path / "calibration.toml"
    save_calibration(whole(), path)
    with pytest.raises(CalibrationError, match="640x480 pixels, but this camera sends 1280x720"):
        load_calibration(path, (1280, 720))


def test_a_calibration_made_with_another_camera_of_the_same_pictures_is_refused(
    tmp_path: Path,
) -> None:
    """The wide camera sends pictures of the same size; its window lies elsewhere in them."""
    path = tmp_path / "calibration.toml"
    save_calibration(replace(whole(), camera="module3_wide"), path)
    assert load_calibration(path, SIZE_WH, camera="module3_wide").camera == "module3_wide"
    with pytest.raises(CalibrationError, match="the settings name module3;"):
        load_calibration(path, SIZE_WH, camera="module3")
    save_calibration(whole(), path)  # nobody said with which
    assert load_calibration(path, SIZE_WH, camera="module3") == whole()


def parsed(text: str) -> tuple[Plate | None, str]:
    try:
        return parse_calibration(text, "here").plate, ""
    except SettingsError as problem:
        return None, str(problem)


def test_changed_numbers_are_refused_or_of_use() -> None:
    """Whatever number of the file is changed, it is refused by name or its window can be used."""
    rng = np.random.default_rng(3)
    text = to_toml(whole())
    numbers = list(re.finditer(r"-?[0-9][0-9.e-]*", text))
    for _ in range(300):
        number = numbers[rng.integers(len(numbers))]
        new = str(rng.choice(["0", "-1", "1e300", "nan", "inf", "0.001", "7", "-40.5", "x"]))
        changed = text[: number.start()] + new + text[number.end() :]
        plate, said = parsed(changed)
        assert said.startswith("here") if plate is None else region_of_interest(plate).any()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[" * 5000, b"x" * 300_000])
def test_garbage_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    """Whatever lies in the file's place, the answer is a sentence."""
    path = tmp_path / "calibration.toml"
    path.write_bytes(content)
    with pytest.raises(CalibrationError, match="calibrat"):
        load_calibration(path)
    with pytest.raises(CalibrationError, match="cannot be read"):
        load_calibration(tmp_path / "nothing.toml")


def test_only_a_seen_window_can_be_stored(tmp_path: Path) -> None:
    """A guessed plate is no calibration, and a place that cannot be written is named."""
    guess = Calibration(plate=Plate.default(SIZE_WH), residual_mm=0.0)
    with pytest.raises(CalibrationError, match="card"):
        to_toml(guess)
    (tmp_path / "file").write_text("x")
    with pytest.raises(CalibrationError, match="cannot be written"):
        save_calibration(whole(), tmp_path / "file" / "calibration.toml")
    (tmp_path / "folder" / "full").mkdir(parents=True)
    with pytest.raises(CalibrationError, match="cannot be written"):
        save_calibration(whole(), tmp_path / "folder")
    assert not (tmp_path / "folder.new").exists()


# --- the command -----------------------------------------------------------------------------


def write(path: Path, image: npt.NDArray[np.uint8]) -> str:
    assert cv2.imwrite(str(path), image)
    return str(path)


def test_the_command_writes_a_calibration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Card and empty window in, one file out, and a line for each part."""
    empty = np.full((480, 640, 3), 40, dtype=np.uint8)
    pictures = [
        write(tmp_path / "window.png", empty),
        write(tmp_path / "card.png", card_picture(*geometry(3))),
    ]
    out = tmp_path / "calibration.toml"
    assert run_calibrate(pictures, out=out) == 0
    assert load_calibration(out).empty is not None
    assert "pixels a mm" in capsys.readouterr().out


@pytest.mark.parametrize("case", ["nothing", "no card", "no picture", "one top"])
def test_the_command_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Without a card, with a broken file or with too few faces nothing is written."""
    out = tmp_path / "calibration.toml"
    grey = np.full((480, 640, 3), 40, dtype=np.uint8)
    card = write(tmp_path / "card.png", card_picture(*geometry(3)))
    (tmp_path / "broken.png").write_bytes(b"not a picture")
    pictures = {
        "nothing": [],
        "no card": [write(tmp_path / "grey.png", grey)],
        "no picture": [card, str(tmp_path / "broken.png")],
        "one top": [card, write(tmp_path / "top-3.png", grey)],
    }[case]
    assert run_calibrate(pictures, out=out) == 2
    assert not out.exists()
    assert len(capsys.readouterr().err.strip()) > 20


GREY = np.full((480, 640, 3), 40, dtype=np.uint8)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["card.png", "large.png"], "large.png: 1280x960 pixels, but "),
        (["large-card.png"], "but the box looks at 640x480"),
        (["card.png", "top-3.png", "again/top_3.png"], "both show a die with 3 on top"),
        (["card.png", "grey.png", "dark.png"], "Only one of these can be the empty window"),
        (["covered.png", "grey.png"], "covered.png: only 2 of the card's marks are seen"),
        (["card.png", "dice.png"], "dice.png: The window is not empty"),
        (["bent.png"], "bent.png: The marks lie"),
    ],
)
def test_the_command_names_the_picture_that_is_wrong(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    names: list[str],
    sentence: str,
) -> None:
    """Sizes that differ, doubles, a covered card, dice in the empty window: by the file's name."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    card = card_picture(np.array([[4.9, 0.0, 320.0], [0.0, 4.9, 240.0], [0.0, 0.0, 1.0]]), 0.0)
    y, x = np.mgrid[:480, :640].astype(np.float32)
    covered = card.copy()
    covered[:290] = 120
    pictures = {
        "card.png": card,
        "large.png": cv2.resize(GREY, (1280, 960)),
        "large-card.png": cv2.resize(card, (1280, 960)),
        "covered.png": covered,
        "dice.png": render(random_scene(np.random.default_rng(11), kind=SceneKind.FLAT)),
        "bent.png": cv2.remap(card, x + 6 * np.sin(y / 40), y, cv2.INTER_LINEAR),
    }
    (tmp_path / "again").mkdir()
    files = [
        write(tmp_path / name, np.asarray(pictures.get(name, GREY), np.uint8)) for name in names
    ]
    assert run_calibrate(files) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "data").exists()


def test_the_calibration_names_the_camera_of_the_settings(tmp_path: Path) -> None:
    """What the command writes is refused by a box with another camera."""
    settings = tmp_path / "settings.toml"
    settings.write_text('[camera]\nprofile = "module3_wide"\n', encoding="utf-8")
    card = write(tmp_path / "card.png", card_picture(*geometry(3)))
    out = tmp_path / "calibration.toml"
    assert run_calibrate([card], out=out, settings_file=settings) == 0
    assert load_calibration(out).camera == "module3_wide"


def test_a_calibration_that_is_broken_off_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control-C says that nothing was written, and the command ends with 2."""

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pi_meyer.service.cli_calibrate.calibrate", stop)
    card = write(tmp_path / "card.png", GREY)
    assert run_calibrate([card], out=tmp_path / "out.toml") == 2
    assert "Nothing was written" in capsys.readouterr().err


@pytest.mark.parametrize(("edge_mm", "is_said"), [(15.7, False), (16.4, False), (12.1, True)])
def test_dice_that_measure_otherwise_than_the_settings_say_are_mentioned(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    edge_mm: float,
    is_said: bool,
) -> None:
    """Other dice, or a card that was printed smaller: the builder is sent to the ruler."""
    found = whole()
    assert found.die is not None
    found = replace(found, die=replace(found.die, edge_mm=edge_mm))
    monkeypatch.setattr("pi_meyer.service.cli_calibrate.calibrate", lambda _: found)
    settings = tmp_path / "settings.toml"
    settings.write_text('[dice]\nprofile = "western_16mm"\n', encoding="utf-8")
    grey = write(tmp_path / "card.png", GREY)
    assert run_calibrate([grey], out=tmp_path / "out.toml", settings_file=settings) == 0
    assert ("ruler" in capsys.readouterr().out) == is_said
