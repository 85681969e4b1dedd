"""Taking up the evening after the plug was pulled: the journal says where the round stands.

The dice are the store of a hidden roll (fairness P7): if they lay hidden, they still do, and are
read at the lift. A reading that was written but not ruled is ruled now; nothing is asked twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.views import Words
from pi_meyer.rules.house_rules import as_settings
from pi_meyer.service.flow import dealings
from pi_meyer.service.flow.phase import Phase
from pi_meyer.service.flow.seating import Seat, Seating
from pi_meyer.service.flow.story import LiftKind, LiftStory
from pi_meyer.vision.reading import RefusalReason

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening

Entries = tuple[dict[str, object], ...]

STANDING = frozenset({"announce", "pass"})
"""Facts that are words under a cup which still stands on the window."""
BESIDE_THE_ROUND = frozenset({"set", "correct", "join", "leave", "order"})
"""Facts that may come at any time and move no dice."""


def resume(evening: Evening, now_s: float) -> bool:
    """Take up the last match, if it was not closed; tell whether there was one."""
    found = evening.record.resume()
    if found is None:
        return False
    header, entries = found
    evening.seating = _seating(evening, header, entries)
    evening.watch.kippe = bool(evening.record.house_rule("kippe"))
    evening.host.house.choose(evening.record.preset)
    evening.host.house.take(dict(as_settings(evening.record.rules)))
    dealings.settle_win(evening)
    _phase(evening, entries, now_s)
    evening.say(Words(key="note_resumed"), now_s)
    return True


def write_phase(evening: Evening) -> None:
    """Write where the physical round stands, for the start after a power cut (P7)."""
    match evening.phase:
        case Phase.HIDDEN | Phase.SHAKE:
            evening.record.phase(evening.phase.value, shaken=evening.watch.shaken)
        case Phase.OPENING | Phase.ENTER | Phase.SAID | Phase.BY if evening.story is not None:
            evening.record.reading(evening.story)
        case _:
            pass


def _seating(evening: Evening, header: dict[str, object], entries: Entries) -> Seating:
    names = header.get("names")
    known = {str(k): str(v) for k, v in names.items()} if isinstance(names, dict) else {}
    mats: dict[str, int] = {}
    for entry in entries:
        if entry.get("phase") == "name":
            known[str(entry["player"])] = str(entry["name"])
            mats[str(entry["player"])] = _whole(entry.get("mat"))
    seating = Seating()
    for key in evening.record.sheet_players:
        mat = mats.get(key, len(seating.seats))
        seating.seats.append(Seat(mat=mat, key=key, name=known.get(key, "")))
    return seating


def _phase(evening: Evening, entries: Entries, now_s: float) -> None:
    last = next((entry for entry in reversed(entries) if _tells(entry)), {})
    evening.watch.shakes = 1 if last.get("shaken") else 0
    if evening.record.over:
        evening.go(Phase.WINNER, now_s)
    elif last.get("kind") == "reading":
        evening.story = _story(last, now_s)
        evening.go(Phase.OPENING, now_s)
    elif last.get("phase") == "hidden" or (_verb(last) in STANDING and evening.record.round_open):
        evening.go(Phase.HIDDEN, now_s)
    elif _verb(last) not in ("", "allow") and evening.record.last_round is not None:
        evening.go(Phase.RULING, now_s)  # a power cut after the append repeats the show
    else:
        evening.go(Phase.SHAKE, now_s)


def _tells(entry: dict[str, object]) -> bool:
    """Tell whether an entry says where the round stands; rules, people and marks do not."""
    return (
        entry.get("kind") != "mark"
        and entry.get("phase") != "name"
        and _verb(entry) not in BESIDE_THE_ROUND
    )


def _verb(entry: dict[str, object]) -> str:
    """Return what kind of fact an entry holds; "" where it holds none."""
    fact = entry.get("fact")
    return str(next(iter(fact))) if isinstance(fact, dict) and fact else ""


def _story(entry: dict[str, object], now_s: float) -> LiftStory:
    story = LiftStory(
        kind=LiftKind(str(entry.get("as", "lift"))),
        pressed_s=now_s,
        asks=bool(entry.get("asks")),
        read=True,
        last_input_s=now_s,
    )
    marks = entry.get("marks")
    story.marks = [str(mark) for mark in marks] if isinstance(marks, list) else []
    match entry.get("dice"):
        case [int() as high, int() as low]:
            story.dice = (high, low)
        case str() as cocked:
            story.dice = cocked
        case _:
            story.refusal = _refusal(entry.get("refused"))
    return story


def _refusal(name: object) -> RefusalReason | None:
    known = {reason.value: reason for reason in RefusalReason}
    return known.get(str(name))


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
