"""After the ruling: lives, who is out, who has won; corrections, undo, buying back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act
from pi_meyer.match.views import Words
from pi_meyer.service.flow import dealings, places, resuming
from pi_meyer.service.flow.phase import Phase
from pi_meyer.service.flow.story import LiftKind, LiftStory

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening, Pending

RULING_HOLD_S = 4.0
"""The ruling stays this long if nobody touches it (screens.md, section 6)."""
LIVES_HOLD_S = 6.0
"""Then everybody's lives, this long."""
OUT_HOLD_S = 4.0
"""Then who is out, this long."""
UNDO_AFTER_RULING_S = RULING_HOLD_S + 4.0
"""The undo bar after a ruling: the ruling has no room for it, so 4 s of it fall on the lives."""

ENDED_BY_LIFT = frozenset({"lift", "double", "show", "said"})
"""Facts whose undoing changes words and seats, while the roll stays known (product.md)."""


def show_ruling(evening: Evening, now_s: float) -> None:
    """A round has ended: show what it costs whom."""
    evening.go(Phase.RULING, now_s)
    evening.watch.begin_turn()
    if evening.story is not None:
        took_s = now_s - evening.story.last_input_s
        evening.lift_to_ruling_ms.append(round(took_s * 1000))
    happened = _what_happened(evening)
    evening.offer_undo(happened, now_s, hold_s=UNDO_AFTER_RULING_S)


def end_unseen(evening: Evening, act: Act, now_s: float) -> None:
    """The round ends without a lift: the dice stay hidden, and the box does not read them."""
    evening.story = None
    evening.unseen = act
    evening.hide_undo()
    evening.go(Phase.OPENING, now_s)
    evening.heard = True


def tick(evening: Evening, now_s: float) -> None:
    """Go on by itself when nobody touches anything."""
    if evening.busy_elsewhere() or evening.pending is not None:
        return
    hold_s = {
        Phase.RULING: RULING_HOLD_S,
        Phase.LIVES: LIVES_HOLD_S,
        Phase.OUT: OUT_HOLD_S,
    }.get(evening.phase)
    if hold_s is not None and now_s >= evening.since_s + hold_s:
        go_on(evening, now_s)


def go_on(evening: Evening, now_s: float) -> None:
    """Show the next of: lives, who is out, the winner, the next round."""
    match evening.phase:
        case Phase.RULING:
            evening.go(Phase.LIVES, now_s)
        case Phase.LIVES if evening.record.newly_out:
            evening.go(Phase.OUT, now_s)
        case Phase.LIVES | Phase.OUT:
            next_round(evening, now_s)
        case Phase.WINNER:
            places.play(evening, now_s)
        case _:
            pass


def next_round(evening: Evening, now_s: float, *, skip_reroll: bool = False) -> None:
    """Begin the next round, unless the match is over or somebody re-rolls lives first."""
    evening.story = None
    evening.bad_views = 0
    evening.hide_undo()
    if evening.record.over:
        if evening.phase is not Phase.WINNER:
            evening.go(Phase.WINNER, now_s)
        return
    if evening.record.due_reroll is not None and not skip_reroll:
        evening.go(Phase.ENTER, now_s)
        return
    shaken_already = evening.watch.shaken and evening.watch.at_rest
    evening.record.phase("hidden" if shaken_already else "shake", shaken=evening.watch.shaken)
    hidden = evening.asleep is not None or shaken_already
    _tell_of_last_life(evening, now_s)
    evening.go(Phase.HIDDEN if hidden else Phase.SHAKE, now_s)


def _tell_of_last_life(evening: Evening, now_s: float) -> None:
    """Whoever begins on the last life may have a free re-roll tonight (H3)."""
    record = evening.record
    if record.house_rule("last_life") == "free_reroll" and record.counts[record.turn] == 1:
        gaps = (evening.name(record.turn),)
        evening.say(Words(key="note_free_reroll", gaps=gaps), now_s)


def act(evening: Evening, wish: Act, now_s: float) -> None:
    """A tile of the lives, out or winner screen."""
    match wish:
        case Act.BUY_BACK if evening.record.buy_backs:
            key = _who_comes_back(evening)
            if evening.apply({"buy_back": key}, now_s):
                evening.offer_undo(Words(key="did_buy_back", gaps=(evening.name(key),)), now_s)
                evening.go(Phase.LIVES, now_s)
        case Act.SHEET:
            places.open_sheet(evening)
        case Act.SEATS if evening.phase is Phase.WINNER:
            dealings.clear_table(evening)
            places.take_seats(evening, now_s)
        case _:
            evening.say(Words(key="no_other"), now_s)


def _who_comes_back(evening: Evening) -> str:
    """Whoever went out just now, before those who let their chance go by."""
    may = evening.record.buy_backs
    return next((key for key in evening.record.newly_out if key in may), may[0])


def pick_row(evening: Evening, mat: int, now_s: float) -> None:
    """Somebody else should have lost: touch the right one, then LIFT confirms."""
    key = evening.seating.key_of(mat)
    ended = evening.record.last_round
    if key is None or ended is None:
        return
    if key in ended.lost and len(ended.lost) == 1:
        return
    lost = next(iter(ended.lost.values()), 1)
    gaps = (evening.name(key), evening.amount(lost))
    evening.ask(Act.CONFIRM, Words(key="ask_correct", gaps=gaps), mat=mat)
    if evening.phase is Phase.RULING:
        evening.go(Phase.LIVES, now_s)


def confirmed(evening: Evening, pending: Pending, now_s: float) -> None:
    """LIFT confirmed a correction."""
    ended = evening.record.last_round
    key = evening.seating.key_of(pending.mat) if pending.mat is not None else None
    if ended is None or key is None:
        return
    lost = next(iter(ended.lost.values()), 1)
    changes = {key: lost} if len(ended.lost) > 1 else dict.fromkeys(ended.lost, 0) | {key: lost}
    correct(evening, changes, now_s)


def correct(
    evening: Evening, changes: dict[str, int], now_s: float, *, played: int | None = None
) -> bool:
    """Correct what people lost in a round, the last by default; one undo takes all of it back."""
    which: dict[str, object] = {} if played is None else {"round": played}
    facts: list[dict[str, object]] = [
        {"correct": {**which, "player": key, "lost": lost}} for key, lost in changes.items()
    ]
    if not evening.apply_together(facts, now_s):
        return False
    evening.record.mark("corrected", played=played or evening.record.rounds_played)
    key, lost = next(reversed(changes.items()))
    happened = Words(key="did_correct", gaps=(evening.name(key), evening.amount(lost)))
    evening.offer_undo(happened, now_s)
    if evening.phase in {Phase.RULING, Phase.LIVES, Phase.OUT, Phase.WINNER}:
        evening.go(Phase.LIVES, now_s)
    return True


def reroll_lives(evening: Evening, face: str, now_s: float) -> None:
    """The table says what the re-roll of lives brought: one face."""
    key = evening.record.due_reroll
    if key is None or face not in tuple("123456"):
        return
    if evening.apply({"reroll_lives": {key: int(face)}}, now_s):
        gaps = (evening.name(key), face)
        next_round(evening, now_s)
        evening.offer_undo(Words(key="did_reroll_lives", gaps=gaps), now_s)


def undo(evening: Evening, now_s: float) -> None:
    """Take the last entry back; an undone lift asks for the words again, the roll stays known."""
    story = evening.story
    if evening.phase is Phase.BY and story is not None:
        story.said = None
        evening.go(Phase.SAID, now_s)
        return
    if evening.phase in {Phase.OPENING, Phase.SAID, Phase.ENTER}:
        evening.say(Words(key="no_undo"), now_s)
        return
    undone = evening.record.undo()
    if undone is None:
        evening.say(Words(key="no_undo"), now_s)
        return
    evening.hide_undo()
    dealings.settle_win(evening)
    _after_undoing(evening, undone, now_s)


def _after_undoing(evening: Evening, undone: dict[str, object], now_s: float) -> None:
    verb = next(iter(undone))
    if verb in ENDED_BY_LIFT and evening.record.known_dice is not None:
        evening.story = LiftStory(
            kind=LiftKind.LIFT if verb == "said" else LiftKind(verb),
            pressed_s=now_s,
            asks=True,
            tracked=verb != "said",
            dice=evening.record.known_dice,
            read=True,
            said=str(undone["said"]) if "said" in undone else None,
            marks=["corrected"],
        )
        evening.go(Phase.SAID, now_s)
    elif verb in ("announce", "pass", "accept", "concede", "allow", "void"):
        evening.watch.shakes = 1 if verb in ("announce", "concede") else 0
        stays_away = evening.phase is Phase.SHAKE and verb != "allow"
        evening.go(Phase.SHAKE if stays_away else Phase.HIDDEN, now_s)
    elif evening.phase in {Phase.RULING, Phase.OUT, Phase.WINNER}:
        evening.go(Phase.LIVES, now_s)
    evening.watch.kippe = bool(evening.record.house_rule("kippe"))
    resuming.write_phase(evening)
    evening.say(Words(key="undone"), now_s)


def _what_happened(evening: Evening) -> Words:
    ended = evening.record.last_round
    if ended is None:
        return Words(key="did_nothing")
    if ended.verdict in ("accepted", "conceded"):
        verb = "accept" if ended.verdict == "accepted" else "concede"
        return Words(key=f"did_{verb}", gaps=(evening.name(ended.challenger),))
    if ended.verdict == "void":
        return Words(key="did_void")
    if ended.verdict == "illegal":
        return Words(key="did_say", gaps=(evening.name(ended.announcer), ended.announced or ""))
    return Words(key="did_lift", gaps=(evening.name(ended.challenger),))
