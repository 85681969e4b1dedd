"""From the state of the evening to the one frozen view of its screen: pure functions.

Before the ruling nothing here can reach a roll: the views have no place for one (fairness P6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act
from pi_meyer.match.views import (
    AsleepView,
    ByView,
    Chrome,
    Confirm,
    EnterView,
    IdleView,
    LivesView,
    Loss,
    MomentView,
    OutView,
    Person,
    ReadyView,
    RulingView,
    SaidView,
    SeatsView,
    ShakeView,
    Sign,
    Standing,
    Tile,
    View,
    WinnerView,
    Words,
)
from pi_meyer.service.flow import lifting, place_views, tiles, welcoming
from pi_meyer.service.flow.phase import Phase, Place
from pi_meyer.service.flow.story import COCKED

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening

MEYER = "21"
DIM_AFTER_S = 120.0
"""Idle dims after two minutes without touch (screens.md, section 6)."""
FACES = tuple("654321")


def view(evening: Evening, now_s: float, *, asleep_too: bool = True) -> View:
    """Return the view of the topmost place, else of the phase."""
    places = [place for place in evening.places if asleep_too or place is not Place.ASLEEP]
    if places:
        place = places[-1]
        if place is Place.SEATS:
            return _seats(evening)
        if place is Place.ASLEEP:
            return AsleepView(chrome=chrome(evening), check=Words(key="check"))
        return place_views.view(evening, place, chrome(evening))
    return _phase_view(evening, now_s)


def chrome(evening: Evening) -> Chrome:
    """Return what every screen carries."""
    signs = set(evening.signs)
    if evening.asleep is not None:
        signs.add(Sign.CAMERA_ASLEEP)
    if evening.button_dead:
        signs.add(Sign.NO_BUTTON)
    if not evening.record.saving:
        signs.add(Sign.NOT_SAVING)
    pending = evening.pending
    return Chrome(
        language=evening.host.language,
        preset=evening.record.preset if evening.record.running else evening.host.house.preset,
        simulated=evening.host.simulated,
        signs=tuple(sorted(signs, key=lambda sign: sign.value)),
        undo=evening.undo_bar(),
        notice=evening.notice(),
        confirm=Confirm(what=pending.what, button_dead=evening.button_dead) if pending else None,
        hold=evening.hold,
        less_motion=evening.host.less_motion,
    )


def _phase_view(evening: Evening, now_s: float) -> View:  # noqa: C901, PLR0911 - a phase each
    match evening.phase:
        case Phase.IDLE:
            return _idle(evening, now_s)
        case Phase.SEATS:
            return _seats(evening)
        case Phase.SHAKE:
            return ShakeView(
                chrome=chrome(evening),
                turn=_person(evening, evening.record.turn),
                standings=_standings(evening),
                score=evening.record.score,
            )
        case Phase.HIDDEN:
            return _ready(evening)
        case Phase.OPENING:
            return _opening(evening, now_s)
        case Phase.ENTER:
            return _enter(evening)
        case Phase.SAID:
            return _said(evening)
        case Phase.BY:
            return _by(evening)
        case Phase.RULING:
            return _ruling(evening)
        case Phase.LIVES:
            return LivesView(
                chrome=chrome(evening),
                standings=_standings(evening),
                score=evening.record.score,
                may_correct=evening.record.last_round is not None,
                may_buy_back=_mats(evening, evening.record.buy_backs),
            )
        case Phase.OUT:
            return OutView(
                chrome=chrome(evening),
                people=_people(evening, evening.record.newly_out),
                left=_people(evening, evening.record.living),
                may_buy_back=bool(evening.record.buy_backs),
            )
        case Phase.WINNER:
            return _winner(evening)


def _idle(evening: Evening, now_s: float) -> View:
    if evening.host.welcome is not None:
        return welcoming.view(evening, evening.host.welcome, chrome(evening))
    rules = evening.host.house.rules
    return IdleView(
        chrome=chrome(evening),
        preset=evening.host.house.preset,
        start_count=place_views.start_count(rules),
        score=place_views.score_of(rules),
        dimmed=now_s - evening.since_s >= DIM_AFTER_S,
    )


def _seats(evening: Evening) -> View:
    desk = evening.seats
    return SeatsView(
        chrome=chrome(evening),
        people=evening.seating.people(),
        same_as_last=desk.same_as_last,
        picked=desk.picked,
        swapping=desk.swapping,
        naming=desk.naming,
        typed=desk.typed,
        remembered=evening.host.journal.players() if desk.naming else (),
        running=evening.record.running,
    )


def _ready(evening: Evening) -> View:
    record = evening.record
    tracked = record.claim is not None or evening.tiles_open
    return ReadyView(
        chrome=chrome(evening),
        turn=_person(evening, record.turn),
        announced="kippe" if record.kippe_pending else record.claim,
        announcer=_person(evening, record.announcer) if record.announcer else None,
        tiles=_tiles(evening) if tracked else (),
        extras=_extras(evening),
        touched=evening.touched,
        tracked=tracked,
        heard=evening.heard,
        standings=_standings(evening),
        score=record.score,
    )


def _opening(evening: Evening, now_s: float) -> View:
    story = evening.story
    waits = story is not None and not story.read
    if story is not None and waits and now_s - story.pressed_s >= lifting.MOMENT_AFTER_S:
        return MomentView(chrome=chrome(evening))
    return _ready(evening)


def _tiles(evening: Evening) -> tuple[Tile, ...]:
    legal = evening.record.legal
    lit = frozenset(legal.announcements) | frozenset(legal.passes)
    return tuple(
        Tile(
            value=roll,
            legal=roll in lit,
            meyer=roll == MEYER,
            loses=tiles.loses(evening, roll),
        )
        for roll in evening.record.ranking_high_first
    )


def _extras(evening: Evening) -> tuple[str, ...]:
    legal = evening.record.legal
    offered = {
        Act.LIFT: evening.button_dead,
        Act.ALLOW: legal.allow,
        Act.ACCEPT: legal.accept,
        Act.DOUBLE: legal.double,
        Act.SAME: legal.same,
        Act.HIGHER: legal.higher,
        Act.KIPPE: legal.kippe,
        Act.CONCEDE: legal.concede,
    }
    return tuple(act.value for act, is_legal in offered.items() if is_legal)


def _enter(evening: Evening) -> View:
    story, due = evening.story, evening.record.due_reroll
    if story is None and due is not None:
        optional = "note_reroll_optional" if evening.record.reroll_is_optional else None
        why = Words(key=optional or "note_reroll_lives", gaps=(evening.name(due),))
        return EnterView(chrome=chrome(evening), why=why, rolls=FACES)
    if evening.asleep is not None or story is None:
        why = Words(key="why_camera")
    elif story.refusal is None:
        why = Words(key="why_late")
    else:
        why = Words(key=f"why_{story.refusal.value}")
    return EnterView(
        chrome=chrome(evening), why=why, rolls=tuple(evening.record.ranking_high_first)
    )


def _said(evening: Evening) -> View:
    record = evening.record
    return SaidView(
        chrome=chrome(evening),
        tiles=tuple(
            Tile(value=roll, legal=True, meyer=roll == MEYER) for roll in record.ranking_high_first
        ),
        likely=lifting.likely_said(evening),
        kippe=bool(record.house_rule("kippe")),
    )


def _by(evening: Evening) -> View:
    story = evening.story
    likely = evening.seating.person(lifting.likely_by(evening))
    return ByView(
        chrome=chrome(evening),
        announced=(story.said if story else None) or "",
        people=_people(evening, evening.record.living),
        likely=likely.seat,
    )


def _ruling(evening: Evening) -> View:
    record = evening.record
    ended = record.last_round
    if ended is None:  # nothing was ruled: show who stands where
        return LivesView(
            chrome=chrome(evening),
            standings=_standings(evening),
            score=record.score,
            may_correct=False,
        )
    return RulingView(
        chrome=chrome(evening),
        dice=_dice(ended.rolled),
        cocked=ended.rolled == COCKED,
        announced=ended.announced,
        announcer=_person(evening, ended.announcer) if ended.announcer else None,
        challenger=_person(evening, ended.challenger) if ended.challenger else None,
        verdict=ended.verdict,
        reason=ended.reason,
        losses=tuple(
            Loss(
                person=_person(evening, key),
                lost=lost,
                before=record.before_last_round[key],
                after=record.counts[key],
            )
            for key, lost in ended.lost.items()
        ),
        odds_of_36=record.odds_of_36(ended.announced),
        marks=record.marks_of_last_round,
        score=record.score,
    )


def _dice(rolled: str | None) -> tuple[int, int] | None:
    if rolled is None or rolled == COCKED:
        return None
    return int(rolled[0]), int(rolled[1])


def _winner(evening: Evening) -> View:
    record = evening.record
    winner = _person(evening, record.winner) if record.winner else None
    wins = evening.host.wins().get(evening.name(record.winner), 0) if winner else 0
    return WinnerView(
        chrome=chrome(evening),
        winner=winner,
        losers=_people(evening, record.losers),
        wins=wins,
    )


def _standings(evening: Evening) -> tuple[Standing, ...]:
    record = evening.record
    ended = record.last_round
    lost = ended.lost if ended else {}
    before = record.before_last_round
    return tuple(
        Standing(
            person=_person(evening, key),
            count=record.counts[key],
            before=before.get(key, record.counts[key]),
            lost=lost.get(key, 0),
            out=key not in record.living,
        )
        for key in record.seated
    )


def _person(evening: Evening, key: str) -> Person:
    return evening.seating.person(key)


def _people(evening: Evening, keys: tuple[str, ...]) -> tuple[Person, ...]:
    return tuple(evening.seating.person(key) for key in keys)


def _mats(evening: Evening, keys: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(evening.seating.person(key).seat for key in keys)
