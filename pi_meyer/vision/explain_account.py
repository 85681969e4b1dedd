"""What decided a reading or a refusal, in sentences: the reader's own tests, asked once more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.vision import tuning
from pi_meyer.vision.glare import glare_hides_a_die
from pi_meyer.vision.judge import judge, same_size, smear_of
from pi_meyer.vision.reader import sure_pair
from pi_meyer.vision.reading import Reading, RefusalReason
from pi_meyer.vision.reason_words import meaning_of
from pi_meyer.vision.second_look import SecondDoubt, look_again
from pi_meyer.vision.third_die import clear_third_face, third_die

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_meyer.vision.faces import Face
    from pi_meyer.vision.judge import JudgedFace, Scene
    from pi_meyer.vision.reading import Refusal
    from pi_meyer.vision.second_look import SecondLook
    from pi_meyer.vision.view import View

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Account:
    """What a picture from below came to.

    Attributes:
        judged: all faces of the picture itself, the best first.
        again: the second look; None where none was made.
        judged_again: its faces.
        sentences: what decided, in the order in which it was asked.
        named_by_look: a refusal has its name from a look at the whole picture, not from a test.
    """

    judged: Sequence[JudgedFace]
    again: SecondLook | None
    judged_again: Sequence[JudgedFace]
    sentences: Sequence[str]
    named_by_look: bool = False


def account_of(scene: Scene) -> Account:
    """Tell what decided in a picture from below.

    Args:
        scene: what was found round the window.
    """
    judged = [judge(scene, face) for face in scene.faces]
    pair = sure_pair(scene)
    if isinstance(pair, RefusalReason):
        words = f"A and B are without a doubt, but {_against(scene, pair)}."
        return Account(judged=judged, again=None, judged_again=(), sentences=[words])
    if pair is not None:
        words = "A and B are without a doubt, and nothing else speaks against them."
        return Account(judged=judged, again=None, judged_again=(), sentences=[words])
    sentences = _why_no_pair(scene, judged)
    again = look_again(scene)
    if again is None:
        return Account(
            judged=judged, again=None, judged_again=(), sentences=sentences, named_by_look=True
        )
    # what was found beside the faces may have used the memory of the second picture again
    judged_again = again.pair or [judge(again.scene, face) for face in again.scene.faces]
    sentences += _of_second_look(again, judged_again)
    return Account(
        judged=judged,
        again=again,
        judged_again=judged_again,
        sentences=sentences,
        named_by_look=again.why is not None,
    )


def headline(answer: Reading | Refusal, view: View) -> str:
    """The answer in one line, and what a refusal means."""
    if isinstance(answer, Reading):
        return "READ: " + " ".join(str(int(value)) for value in answer.top)
    named = answer.reason.value.replace("_", " ")
    return f"REFUSED ({named}): {meaning_of(answer.reason, view)}"


def _why_no_pair(scene: Scene, judged: Sequence[JudgedFace]) -> list[str]:
    likely = [face for face in scene.faces if face.score > tuning.LIKELY_SCORE]
    if len(likely) < 2:
        scores = ", ".join(f"{one.face.score:.2f}" for one in judged[:2]) or "none"
        needed = f"Two faces are needed whose score is above {tuning.LIKELY_SCORE:.2f}"
        return [f"{needed}; {_count(len(likely))} found (the best: {scores})."]
    if clear_third_face(scene.faces):
        return ["A third face is too good to be nothing."]
    if not same_size(*likely[:2]):
        edges = " and ".join(f"{face.edge_px:.0f}" for face in likely[:2])
        pitches = " and ".join(f"{face.pitch_px:.1f}" for face in likely[:2])
        sizes = f"edges of {edges} pixels, pips {pitches} pixels apart"
        return [f"A and B differ too much in size: {sizes}."]
    return doubts_in_words(judged[:2])


def doubts_in_words(judged: Sequence[JudgedFace]) -> list[str]:
    """What speaks against faces, a line each."""
    lines = []
    for letter, one in zip(LETTERS, judged, strict=False):
        doubts = "; ".join(sorted(doubt.value for doubt in one.doubts))
        lines.append(f"{letter} ({_pips(one.face)}): {doubts or 'no doubt'}.")
    return lines


def _of_second_look(again: SecondLook, judged: Sequence[JudgedFace]) -> list[str]:
    start = "Looked at again without the lamps' light:"
    match again.why:
        case None:
            return [f"{start} A and B are without a doubt, and nothing else speaks against them."]
        case SecondDoubt.FACES:
            return [start, *doubts_in_words(judged[:2])]
        case _:
            return [f"{start} {again.why.value}."]


def _against(scene: Scene, reason: RefusalReason) -> str:
    """What speaks against a pair that is without a doubt."""
    pair = scene.faces[:2]
    match reason:
        case RefusalReason.MOTION:
            smear = smear_of(scene, pair)
            return f"their pips are smeared one way ({smear:.2f}, at most {tuning.SMEAR_MAX:.2f})"
        case RefusalReason.THREE_DICE:
            seen = third_die(scene, pair)
            return "something like a third die is there" + (
                "" if seen else " once the lamps' light is taken away"
            )
        case RefusalReason.GLARE:
            hides = glare_hides_a_die(scene, pair)
            return (
                "a third die could be hidden by the glare"
                if hides
                else ("a middle pip is gone once the lamps' light is taken away")
            )
        case RefusalReason.COCKED:
            return "one leans once the lamps' light is taken away"
        case _:
            return f"the picture is refused ({reason.value})"


def _pips(face: Face) -> str:
    return "1 pip" if face.value == 1 else f"{face.value} pips"


def _count(number: int) -> str:
    return {0: "none was", 1: "one was"}.get(number, f"{number} were")
