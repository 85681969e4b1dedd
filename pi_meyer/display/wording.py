"""From keys and people to what stands on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.display.components.mats import letters_of
from pi_meyer.display.languages import catalogue
from pi_meyer.display.typography import drawable

if TYPE_CHECKING:
    from pi_meyer.match.views import Person, Words

MINUS = "\N{MINUS SIGN}"


def text(language: str, key: str, *gaps: str, preset: str = "") -> str:
    """A sentence of the catalogue; tonight's preset decides what a 21 is called."""
    return catalogue.text(language, key, *gaps, preset=preset)


def words(language: str, sentence: Words, *, preset: str = "") -> str:
    """Words of a view."""
    return catalogue.words(language, sentence, preset=preset)


def name(language: str, person: Person) -> str:
    """What a person is called: the name, or the seat for the nameless and for other scripts."""
    shown = drawable(person.name)
    if shown:
        return shown
    return catalogue.text(language, "seat", letters_of(person.letters, person.seat))


def halves(label: str) -> tuple[str, str]:
    """Split a label at the space that makes its longer half shortest; ("...", "") without one."""
    best = (label, "")
    for at, character in enumerate(label):
        if character == " ":
            first, second = label[:at], label[at + 1 :]
            if not best[1] or max(len(first), len(second)) < max(map(len, best)):
                best = (first, second)
    return best
