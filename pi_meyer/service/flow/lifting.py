"""The lift: from the press of the button to the ruling.

The frames are those from before the press (fairness R1). The reading is in the journal before
anything is asked. The ruling comes a fixed time after the last input that it needs, however long
the reader took (P11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act
from pi_meyer.match.views import Words
from pi_meyer.service.flow import (
    after,
    calibrating,
    dealings,
    places,
    refusals,
    settings_place,
    tiles,
)
from pi_meyer.service.flow.phase import Phase
from pi_meyer.service.flow.story import COCKED, LiftKind, LiftStory, dice_fact, dice_of_roll
from pi_meyer.vision.hidden import Reveal, RevealKind

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening
    from pi_meyer.vision.reading import Reading, Refusal

RULING_AFTER_S = 0.6
"""The ruling appears this long after the last needed input (fairness P11)."""
MOMENT_AFTER_S = 3.0
"""A reader that is later than this gets "one moment" (fairness P11)."""
BAD_VIEWS = 4
"""Rolls in a row that could not count before LIFT lifts all the same: nothing blocks the game."""
GIVE_UP_AFTER_S = 10.0
"""A reader that is later than this is given up: the table reads the dice itself."""


def press(evening: Evening, at_s: float, now_s: float) -> None:
    """LIFT was pressed while it lifts or confirms (``Evening.lifts_now``)."""
    if evening.pending is not None:
        _confirmed(evening, at_s, now_s)
    elif evening.phase is Phase.HIDDEN:
        _lift(evening, at_s, now_s)
    elif evening.phase is Phase.SHAKE and evening.bad_views >= BAD_VIEWS:
        _begin(evening, LiftKind.LIFT, at_s, now_s, asks=True)
    elif evening.phase is Phase.SHAKE:
        evening.say(Words(key="no_lift"), now_s)


def reading(evening: Evening, outcome: Reading | Refusal) -> None:
    """The reader is done: into the journal first, then the evening may go on."""
    story = evening.story
    if story is None or story.read:
        return
    story.hear(outcome)
    evening.record.reading(story)


def moved(evening: Evening, now_s: float) -> None:
    """The dice lay otherwise before a jolt (F1), or after the cup came off (R2)."""
    story = evening.story
    if not evening.host.shows("dice_moved"):
        return
    if evening.phase in {Phase.RULING, Phase.LIVES, Phase.OUT}:
        evening.record.mark("dice_moved")
        evening.say(Words(key="moved_decide"), now_s)
    elif story is not None and "dice_moved" not in story.marks:
        story.marks.append("dice_moved")


def tick(evening: Evening, now_s: float) -> None:
    """Go on from the held picture when its time has come."""
    story = evening.story
    if evening.phase is not Phase.OPENING:
        return
    if story is None:
        _rule_without_dice(evening, now_s)
        return
    if not story.read and now_s - story.pressed_s >= GIVE_UP_AFTER_S:
        story.read = True
    if story.read and _is_due(story.last_input_s, now_s):
        _next(evening, story, now_s)


def answer_said(evening: Evening, said: str, now_s: float) -> None:
    """The table says what was announced."""
    story = evening.story
    if story is None or evening.phase is not Phase.SAID:
        return
    if said not in evening.record.sayable:
        evening.say(Words(key="no_kippe" if said == "kippe" else "no_other"), now_s)
        return
    story.said = said
    evening.go(Phase.BY, now_s)


def answer_by(evening: Evening, mat: int, now_s: float) -> None:
    """The table says who announced it; the next living seat counts as the challenger."""
    story = evening.story
    key = evening.seating.key_of(mat)
    if story is None or key is None:
        return
    if key not in evening.record.living:
        evening.say(Words(key="no_out", gaps=(evening.name(key),)), now_s)
        return
    story.by = key
    story.lifted_by = evening.record.living_after(key)
    _wait(evening, story, now_s)


def enter(evening: Evening, roll: str, now_s: float) -> None:
    """The table has read the dice itself."""
    if evening.phase is not Phase.ENTER:
        return
    if evening.record.due_reroll is not None and evening.story is None:
        after.reroll_lives(evening, roll, now_s)
        return
    story = evening.story
    if story is None or (roll != COCKED and len(roll) != 2):
        return
    story.dice = COCKED if roll == COCKED else dice_of_roll(roll)
    story.marks.append("entered_by_hand")
    evening.record.reading(story)
    if story.asks and story.by is None:
        evening.go(Phase.SAID, now_s)
    else:
        _wait(evening, story, now_s)


def skip_enter(evening: Evening, now_s: float) -> None:
    """An optional re-roll of lives is not wanted."""
    if evening.story is None and evening.record.reroll_is_optional:
        after.next_round(evening, now_s, skip_reroll=True)


def nothing_said(evening: Evening, now_s: float) -> None:
    """Nothing was said: the round is void and the roller shakes again."""
    if evening.phase is not Phase.SAID:
        evening.say(refusals.not_hidden(evening), now_s)
        return
    evening.story = None
    if evening.record.round_open:
        evening.apply({"void": "nothing was said"}, now_s)
    roller = evening.name(evening.record.turn)
    evening.watch.begin_turn()
    after.next_round(evening, now_s)
    evening.say(Words(key="note_nothing_said", gaps=(roller,)), now_s)


def _lift(evening: Evening, at_s: float, now_s: float) -> None:
    show = evening.record.legal.show_only
    tracked = evening.record.claim is not None and not evening.watch.shaken
    kind = LiftKind.SHOW if show else LiftKind.LIFT
    _begin(evening, kind, at_s, now_s, asks=not (tracked or show))


def _begin(evening: Evening, kind: LiftKind, at_s: float, now_s: float, *, asks: bool) -> None:
    story = LiftStory(kind=kind, pressed_s=at_s, asks=asks, last_input_s=now_s)
    evening.story = story
    evening.heard = True
    evening.hide_undo()
    evening.go(Phase.OPENING, now_s)
    if evening.asleep is not None:
        story.read = True
        story.marks.append("camera")
        evening.record.reading(story)
        return
    shown = kind is LiftKind.SHOW
    evening.reveal = Reveal(kind=RevealKind.SHOWN_BY_RULE if shown else RevealKind.LIFT, at_s=at_s)


def _confirmed(evening: Evening, at_s: float, now_s: float) -> None:  # noqa: C901 - an act each
    pending, evening.pending = evening.pending, None
    if pending is None:
        return
    match pending.act:
        case Act.DOUBLE:
            _begin(evening, LiftKind.DOUBLE, at_s, now_s, asks=False)
        case Act.ACCEPT | Act.CONCEDE:
            after.end_unseen(evening, pending.act, now_s)
        case Act.CONFIRM if pending.roll is not None:
            tiles.too_low(evening, pending.roll, now_s)
        case Act.SETTINGS:
            settings_place.take(evening, now_s)
        case Act.CALIBRATE:
            calibrating.give_up_round(evening, now_s)
        case Act.NEW_TABLE:
            places.new_table(evening)
        case Act.END_MATCH:
            dealings.end_match(evening, now_s)
        case Act.SWITCH_OFF:
            evening.stop = True
            evening.host.switch_off()
        case Act.UPDATE:
            evening.host.update()
            evening.say(Words(key="updating"), now_s)
        case _:
            after.confirmed(evening, pending, now_s)


def _rule_without_dice(evening: Evening, now_s: float) -> None:
    if evening.unseen is None or not _is_due(evening.since_s, now_s):
        return
    act, evening.unseen = evening.unseen, None
    evening.go(Phase.HIDDEN, now_s)
    if evening.apply({act.value: True}, now_s):
        after.show_ruling(evening, now_s)


def _wait(evening: Evening, story: LiftStory, now_s: float) -> None:
    story.last_input_s = now_s
    evening.go(Phase.OPENING, now_s)


def _next(evening: Evening, story: LiftStory, now_s: float) -> None:
    if "dice_moved" in story.marks and evening.host.voids("dice_moved"):
        _void(evening, story, now_s)
    elif story.dice is None:
        evening.go(Phase.ENTER, now_s)
    elif story.asks and story.by is None:
        evening.go(Phase.SAID, now_s)
    else:
        _rule(evening, story, now_s)


def _rule(evening: Evening, story: LiftStory, now_s: float) -> None:
    if not evening.apply(_fact(evening, story), now_s):
        evening.go(Phase.SAID, now_s)
        return
    evening.tiles_open = not story.asks
    _keep_marks(evening, story)
    after.show_ruling(evening, now_s)


def _keep_marks(evening: Evening, story: LiftStory) -> None:
    for mark in story.marks:
        if evening.host.shows(mark):
            evening.record.mark(mark)


def _void(evening: Evening, story: LiftStory, now_s: float) -> None:
    """Dice that moved make the round void tonight (F1); the same roller shakes again."""
    if evening.record.round_open and evening.apply({"void": "dice moved"}, now_s):
        _keep_marks(evening, story)
        after.show_ruling(evening, now_s)
        return
    evening.watch.begin_turn()
    after.next_round(evening, now_s)
    evening.say(Words(key="did_void"), now_s)


def _fact(evening: Evening, story: LiftStory) -> dict[str, object]:
    dice = dice_fact(story.dice if story.dice is not None else COCKED)
    as_tracked = (evening.record.claim, evening.record.announcer) == (story.said, story.by)
    if story.said is not None and story.by is not None and not (story.tracked and as_tracked):
        return {"said": story.said, "by": story.by, "lift": dice, "lifted_by": story.lifted_by}
    return {story.kind.value: dice}


def _is_due(input_s: float, now_s: float) -> bool:
    return now_s - input_s >= RULING_AFTER_S - 1e-6


def likely_said(evening: Evening) -> str | None:
    """Return what was tracked in this round: preset and lit when the table is asked."""
    story = evening.story
    return story.said if story and story.said else evening.record.claim


def likely_by(evening: Evening) -> str:
    """Return who most likely said it: who shook last, else who announced last."""
    record = evening.record
    if record.announcer is not None and not tiles.announces(evening):
        return record.announcer
    return record.turn
