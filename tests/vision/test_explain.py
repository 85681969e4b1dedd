"""The explanation of a reading: a picture per stage, and what decided in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.window_view import add_noise, render
from pi_meyer.vision.above import acceptable, judge_photo, look_closest
from pi_meyer.vision.explain import STAGES, explain
from pi_meyer.vision.explain_account import account_of, headline
from pi_meyer.vision.explain_drawing import (
    GREEN,
    MOST_HEIGHT_PX,
    WIDTH_PX,
    Colour,
    Sheet,
    with_words,
)
from pi_meyer.vision.picture_file import load_picture
from pi_meyer.vision.reader import look_below, read_image
from pi_meyer.vision.reading import Reading, Refusal, RefusalReason
from pi_meyer.vision.reason_words import meaning_of
from pi_meyer.vision.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Image = npt.NDArray[np.uint8]

FIRST_LOOK = [name for name in STAGES if not name.startswith("second")]


def _views(seed: int, *, near_lamps: float) -> Iterator[Image]:
    rng = np.random.default_rng(seed)
    while True:
        scene = random_scene(rng, Doses(near_lamps=near_lamps))
        yield np.asarray(add_noise(render(scene), scene, rng), np.uint8)


def _stages(written: list[Path]) -> list[str]:
    return [path.stem.partition("-")[2] for path in written]


@pytest.mark.parametrize("near_lamps", [0.0, 1.0])
def test_the_words_say_what_the_reader_did(near_lamps: float) -> None:
    """Whatever is seen: "nothing speaks against them" is said when it is read, and only then."""
    answers = []
    for image, _ in zip(_views(5, near_lamps=near_lamps), range(24), strict=False):
        answer = read_image(image)
        account = account_of(look_below(image)[0])
        read = isinstance(answer, Reading)
        assert ("nothing else speaks against them" in account.sentences[-1]) == read
        if isinstance(answer, Refusal):
            answers.append(answer.reason)
            assert account.sentences[0]
    assert 0 < len(answers) < 24


def test_a_doubt_is_named_with_the_face_that_it_speaks_against(shared: Path) -> None:
    """Two good faces of which one leans: its letter, its pips and the test stand in the words."""
    image = load_picture(shared / "frames" / "frame-140.jpg")
    account = account_of(look_below(image)[0])
    doubtful = [letter for letter, one in zip("AB", account.judged, strict=False) if one.doubts]
    assert doubtful
    for letter, one in zip("AB", account.judged, strict=False):
        line = next(words for words in account.sentences if words.startswith(f"{letter} ("))
        assert all(doubt.value in line for doubt in one.doubts)
        assert ("no doubt" in line) == (letter not in doubtful)


def test_a_second_look_has_pictures_of_its_own_and_they_go_with_it(tmp_path: Path) -> None:
    """They are there where one was made; explaining another picture there leaves none behind."""
    views = _views(3, near_lamps=1.0)
    image = next(view for view in views if account_of(look_below(view)[0]).again is not None)
    assert _stages(explain(image, tmp_path)) == list(STAGES)
    written = explain(np.zeros((480, 640, 3), np.uint8), tmp_path)
    assert _stages(written) == FIRST_LOOK
    assert sorted(tmp_path.iterdir()) == sorted(written)


def test_every_picture_is_as_wide_as_a_screen(tmp_path: Path) -> None:
    """All stages of a view have one width, whether dice are in it or not."""
    for image in (next(_views(1, near_lamps=0.0)), np.zeros((480, 640, 3), np.uint8)):
        for path in explain(image, tmp_path):
            picture = cv2.imread(str(path))
            assert picture is not None
            assert picture.shape[1] == WIDTH_PX


def test_words_never_leave_the_picture() -> None:
    """A long line is broken, so that its last columns stay dark ground."""
    lines = [("many little words " * 30, (255, 255, 255))]
    picture = with_words(np.zeros((10, 10, 3), np.uint8), "title", lines)
    assert picture.shape[0] > 10 + 4 * 30
    assert len(np.unique(picture[:, -10:])) <= 2
    assert picture[:, :-10].max() > 200


@pytest.mark.parametrize("shape", [(1, 1), (3, 3000), (3000, 3), (16, 640)])
@pytest.mark.parametrize("view", list(View))
def test_the_smallest_pictures_are_explained_too(
    shape: tuple[int, int], view: View, tmp_path: Path
) -> None:
    """What is refused for its size has stages as well, however thin it is."""
    written = explain(np.full((*shape, 3), 90, np.uint8), tmp_path, view=view)
    assert all(cv2.imread(str(path)) is not None for path in written)


@pytest.mark.parametrize("view", list(View))
@pytest.mark.parametrize("reason", list(RefusalReason))
def test_every_refusal_says_what_it_means(reason: RefusalReason, view: View) -> None:
    """Each reason has words for people, from below and from above."""
    words = meaning_of(reason, view)
    assert words in headline(Refusal(reason=reason), view)
    assert words[0].islower()
    assert not words.endswith(".")


def test_the_stages_of_a_photo_are_those_of_the_view_from_above(
    shared: Path, tmp_path: Path
) -> None:
    """The size that is explained shows every face that was read, and a picture per stage."""
    photo = load_picture(shared / "photos" / "damiantab-003.jpg")
    answer = read_image(photo, view=View.ABOVE)
    assert isinstance(answer, Reading)
    shown = sorted(view.face.value for view in acceptable(look_closest(judge_photo(photo))))
    assert shown == sorted(answer.top)
    assert _stages(explain(photo, tmp_path, view=View.ABOVE)) == FIRST_LOOK


@pytest.mark.parametrize("name", ["damiantab-003.jpg", "matteop65-107.jpg", "damiantab-002.jpg"])
def test_the_faces_that_were_accepted_are_those_that_are_drawn(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In whichever size of the photo a face was accepted, it is drawn green, and no other is."""
    photo = load_picture(shared / "photos" / name)
    chosen = judge_photo(photo).chosen
    green: list[Image] = []
    draw = Sheet.outline

    def note(
        sheet: Sheet, corners_xy: npt.NDArray[np.floating], colour: Colour, *, thick: int = 2
    ) -> None:
        if thick == 3 and colour == GREEN:
            green.append((corners_xy.mean(axis=0) * sheet.scale).round())
        draw(sheet, corners_xy, colour, thick=thick)

    monkeypatch.setattr(Sheet, "outline", note)
    explain(photo, tmp_path, view=View.ABOVE)
    scale = min(WIDTH_PX / photo.shape[1], MOST_HEIGHT_PX / photo.shape[0])
    middles = [view.centre_xy * scale for view in chosen]
    assert len(green) == len(chosen)
    for middle in middles:
        assert min(np.hypot(*(middle - xy)) for xy in green) < 0.2 * chosen[0].edge_px * scale


def test_a_refused_photo_is_told_with_the_place_of_what_decided(shared: Path) -> None:
    """The pip that lies on none of the faces is named by its place in the photo."""
    photo = load_picture(shared / "photos" / "damiantab-002.jpg")
    judged = judge_photo(photo)
    assert judged.reason is RefusalReason.NOT_A_DIE
    assert "pip" in judged.why
    height, width = photo.shape[:2]
    assert len(judged.places_xy)
    assert (judged.places_xy < (width, height)).all()
    for view in judged.chosen:
        away = np.hypot(*(judged.places_xy - view.centre_xy).T)
        assert (away > 0.3 * view.edge_px).all()
