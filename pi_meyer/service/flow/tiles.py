"""The words of the game while dice are hidden: what a tile means at this moment.

The gate knows whether the dice were shaken since the last announcement: a value after a shake is an
announcement; without one it is a pass with that value, where tonight's rules allow it
(product.md, The smallest flow).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act
from pi_meyer.match.views import Words
from pi_meyer.service.flow import after, dice_events, refusals
from pi_meyer.service.flow.phase import Phase

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening

MEYER = "21"
WORDS = frozenset({Act.SAME, Act.HIGHER, Act.KIPPE, Act.ALLOW, Act.ACCEPT, Act.DOUBLE, Act.CONCEDE})
"""The words of tonight's rules beside the 21 values."""


def value(evening: Evening, roll: str, now_s: float) -> None:
    """A value tile was touched: an announcement after a shake, a pass without one."""
    happened = Words(key="did_say", gaps=(_actor(evening), roll))
    if evening.phase is not Phase.HIDDEN:
        evening.say(refusals.not_hidden(evening), now_s)
    elif loses(evening, roll):
        _ask_too_low(evening, roll)
    elif announces(evening):
        _speak(evening, {"announce": roll}, happened, now_s)
    elif roll in evening.record.legal.passes:
        _speak(evening, {"pass": roll}, happened, now_s)
    else:
        evening.say(refusals.no_pass(evening), now_s)


def word(evening: Evening, act: Act, now_s: float) -> None:
    """One of the other words of tonight's rules was touched, or the tab that shows the tiles."""
    if act is Act.TILES:
        evening.tiles_open = True
    elif act in WORDS and evening.phase is not Phase.HIDDEN:
        evening.say(refusals.not_hidden(evening), now_s)
    elif act in WORDS:
        _hidden_word(evening, act, now_s)


def announces(evening: Evening) -> bool:
    """Tell whether a value said now is an announcement and not a pass.

    With the camera asleep nobody saw a shake: what may be announced counts as announced.
    """
    legal = evening.record.legal
    if evening.record.claim is None or evening.watch.shaken:
        return True
    return evening.asleep is not None or not legal.passes


def loses(evening: Evening, roll: str) -> bool:
    """Tell whether a value said now is too low and costs whoever says it (B11)."""
    legal = evening.record.legal
    return roll in (legal.loses_said if announces(evening) else legal.loses_passed)


def too_low(evening: Evening, roll: str, now_s: float) -> None:
    """LIFT confirmed that somebody has said too little and pays for it."""
    fact: dict[str, object] = {"announce" if announces(evening) else "pass": roll}
    if evening.apply(fact, now_s):
        evening.story = None
        after.show_ruling(evening, now_s)


def _ask_too_low(evening: Evening, roll: str) -> None:
    """What costs a life is not done by touch alone (product.md, Inputs)."""
    gaps = (roll, _actor(evening), evening.amount(1))
    evening.ask(Act.CONFIRM, Words(key="ask_illegal", gaps=gaps), roll=roll)


def _hidden_word(evening: Evening, act: Act, now_s: float) -> None:
    actor = _actor(evening)
    match act:
        case Act.SAME:
            _same(evening, now_s)
        case Act.HIGHER | Act.KIPPE:
            if not evening.watch.shaken and evening.asleep is None:
                evening.say(Words(key="no_shake"), now_s)
                return
            happened = Words(key=f"did_{act.value}", gaps=(actor,))
            _speak(evening, {"announce": act.value}, happened, now_s)
        case Act.ALLOW:
            claimant = evening.name(evening.record.announcer)
            _speak(evening, {"allow": True}, Words(key="did_allow", gaps=(claimant,)), now_s)
            if evening.asleep is None:
                evening.go(Phase.SHAKE, now_s)
        case _:
            _ask(evening, act, now_s)


def _same(evening: Evening, now_s: float) -> None:
    """Pass unseen with the same value; after a shake that is an announcement of it."""
    claim = evening.record.claim
    happened = Words(key="did_same", gaps=(_actor(evening), claim or ""))
    if claim is not None and evening.watch.shaken and claim in evening.record.legal.announcements:
        _speak(evening, {"announce": claim}, happened, now_s)
        return
    again = evening.watch.shaken
    _speak(evening, {"pass": "same"}, happened, now_s)
    if again:  # F2: shaken, and then passed on as unseen
        dice_events.mark(evening, "second_shake", now_s)


def _ask(evening: Evening, act: Act, now_s: float) -> None:
    """Let what costs a life without a lift wait for LIFT (product.md, Inputs)."""
    cost = evening.record.cost_of(act.value)
    if cost is None:
        evening.say(refusals.no_word(evening, act), now_s)
        return
    if cost == 0:  # accepted for nothing: nobody needs to confirm that
        after.end_unseen(evening, act, now_s)
        return
    evening.ask(act, Words(key=f"ask_{act.value}", gaps=(_actor(evening), evening.amount(cost))))


def _speak(evening: Evening, fact: dict[str, object], happened: Words, now_s: float) -> None:
    """Let the referee take a word. A refusal changes nothing and says why."""
    if not evening.apply(fact, now_s):
        return
    evening.watch.begin_turn()
    evening.tiles_open = True
    said = evening.record.claim if "allow" not in fact else None
    evening.touched = said
    if said == MEYER:
        _tell_of_meyer(evening, now_s)
    evening.offer_undo(happened, now_s, value=said or "")


def _tell_of_meyer(evening: Evening, now_s: float) -> None:
    """Say what tonight's table does with an announced Meyer."""
    legal = evening.record.legal
    if legal.show_only:
        evening.say(Words(key="note_meyer_show"), now_s)
    elif legal.accept:
        evening.say(Words(key="note_meyer_choice"), now_s)
    elif not (legal.same or legal.double or legal.announcements):
        evening.say(Words(key="note_meyer_lift"), now_s)


def _actor(evening: Evening) -> str:
    return evening.name(evening.record.turn)
