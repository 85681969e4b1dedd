"""Why something is not possible now, in words of the catalogue that say what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act
from pi_meyer.match.views import Words
from pi_meyer.service.flow.phase import Phase

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening

MEYER = "21"


def not_hidden(evening: Evening) -> Words:
    """Nothing is hidden, so no word of the game can be said."""
    match evening.phase:
        case Phase.SHAKE:
            return Words(key="no_shake")
        case Phase.IDLE | Phase.SEATS:
            return Words(key="no_no_match")
        case Phase.WINNER:
            return Words(key="no_match_over")
        case _:
            return Words(key="no_other")


def no_pass(evening: Evening) -> Words:
    """The value cannot be passed on unseen."""
    record = evening.record
    if not record.legal.passes and not record.legal.same:
        return Words(key="no_pass_meyer" if record.claim == MEYER else "no_shake")
    return Words(key="no_pass_same", gaps=(record.claim or "",))


def no_word(evening: Evening, act: Act) -> Words:
    """A word of the rules does not fit here."""
    record = evening.record
    match act:
        case Act.DOUBLE:
            off = not record.house_rule("double_back")
            return Words(key="no_double_off" if off else "no_double")
        case Act.SAME:
            return Words(key="no_pass_meyer" if record.claim == MEYER else "no_pass")
        case _:
            return Words(key=f"no_{act.value}")


def refused(evening: Evening, fact: dict[str, object]) -> Words:
    """The referee refused a fact: the reason that a player can do something with."""
    record = evening.record
    verb = next(iter(fact))
    if record.over:
        return Words(key="no_match_over")
    if record.legal.show_only:
        return Words(key="no_must_show")
    if verb == "announce":
        return _refused_announcement(evening, str(fact["announce"]))
    if verb == "pass":
        return no_word(evening, Act.SAME)
    known = {act.value for act in Act}
    return no_word(evening, Act(verb)) if verb in known else Words(key="no_other")


def _refused_announcement(evening: Evening, said: str) -> Words:
    record = evening.record
    if said in ("higher", "kippe"):
        return Words(key=f"no_{said}")
    if record.kippe_pending:
        return Words(key="no_kippe_pending", gaps=(evening.name(record.announcer),))
    if record.claim == MEYER:
        return Words(key="no_above_meyer")
    if record.house_rule("raise_rule") == "equal_ok":
        return Words(key="no_too_low_equal", gaps=(record.claim or "",))
    return Words(key="no_too_low", gaps=(record.claim or "",))
