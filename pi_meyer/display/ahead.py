"""What will probably be shown next, so that its sprites are made while nothing else is to do.

It is the same for every roll: nobody knows the dice, so the rulings here are made up to hold all
six faces and both verdicts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pi_meyer.display.components.grounds import Table
from pi_meyer.display.components.passing import Dimmed, Tilted
from pi_meyer.display.transitions import motions_between
from pi_meyer.match.views import (
    IdleView,
    LivesView,
    Loss,
    OutView,
    Person,
    ReadyView,
    RulingView,
    Score,
    SeatsView,
    ShakeView,
    Standing,
    Tile,
    WinnerView,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pi_meyer.display.layout import Recipe, Scene
    from pi_meyer.display.motions import Move
    from pi_meyer.display.stage import Stage
    from pi_meyer.match.views import Chrome, View

MOMENTS = 90
"""Moments of a movement that are looked at: more than a film of it has pictures."""
EVERY_FACE = ((6, 5), (4, 3), (2, 1))
VALUES = (
    *("21", "66", "55", "44", "33", "22", "11"),
    *("65", "64", "63", "62", "61", "54", "53"),
    *("52", "51", "43", "42", "41", "32", "31"),
)


def recipes_ahead(stage: Stage, view: View) -> Iterator[Recipe | None]:
    """Recipes of the screens that will probably follow, and of how they come, nearest first.

    None after each screen was laid out: that alone is enough for one spare moment.
    """
    for coming in views_ahead(view):
        scene = stage.sketched(coming)
        yield None
        for item in scene.items:
            yield item.recipe
        yield from _of_movement(coming, scene)


def _of_movement(view: View, scene: Scene) -> Iterator[Recipe]:
    """What is laid only while the screen comes: a turned cup or die, a lamp half lit."""
    for motion in motions_between(None, view, scene, scene, 0.0):
        moves = [motion.at(number / MOMENTS) for number in range(MOMENTS)]
        for item in scene.items:
            if item.group == motion.group:
                yield from _moved(item.recipe, moves)


def _moved(recipe: Recipe, moves: Sequence[Move]) -> Iterator[Recipe]:
    for move in moves:
        if move.turn:
            yield Tilted(recipe, round(move.turn))
        elif move.light < 1.0 and isinstance(recipe, Table):
            yield Dimmed(recipe, move.light)


def views_ahead(view: View) -> tuple[View, ...]:
    """Made-up views of the screens that will probably follow."""
    chrome = replace(view.chrome, undo=None, notice=None, confirm=None, hold=0.0, signs=())
    view = replace(view, chrome=chrome)
    match view:
        case IdleView():
            people = tuple(Person(seat=n, name="", letters="ABCD"[n]) for n in range(4))
            return (_shake(view.chrome, people, view.score),)
        case SeatsView(people=people) if people:
            return (_shake(view.chrome, people, Score.LIVES),)
        case ShakeView():
            return (_ready(view, tracked=False), _ready(view, tracked=True), *_rulings(view))
        case ReadyView():
            return (*_rulings(view), _lives(view))
        case _:
            return _ends_ahead(view)


def _ends_ahead(view: View) -> tuple[View, ...]:
    match view:
        case RulingView(losses=losses):
            return _out(view.chrome, tuple(loss.person for loss in losses if loss.after == 0))
        case LivesView(standings=standings):
            gone = tuple(s.person for s in standings if s.out and s.before != s.count)
            return _out(view.chrome, gone)
        case OutView(left=(winner,)):
            return (WinnerView(chrome=view.chrome, winner=winner, losers=(), wins=1),)
        case _:
            return ()


def _shake(chrome: Chrome, people: tuple[Person, ...], score: Score) -> ShakeView:
    standings = tuple(
        Standing(person=person, count=6, before=6, lost=0, out=False) for person in people
    )
    return ShakeView(chrome=chrome, turn=people[0], standings=standings, score=score)


def _ready(view: ShakeView, *, tracked: bool) -> ReadyView:
    return ReadyView(
        chrome=view.chrome,
        turn=view.turn,
        announced=None,
        announcer=None,
        tiles=tuple(Tile(value=value, legal=True, meyer=value == "21") for value in VALUES),
        extras=(),
        touched=None,
        tracked=tracked,
        heard=False,
        standings=view.standings,
        score=view.score,
    )


def _rulings(view: ShakeView | ReadyView) -> tuple[RulingView, ...]:
    return tuple(
        RulingView(
            chrome=view.chrome,
            dice=dice,
            cocked=False,
            announced="21",
            announcer=view.turn,
            challenger=view.turn,
            verdict=verdict,
            reason=reason,
            losses=(Loss(person=view.turn, lost=1, before=after + 1, after=after),),
            odds_of_36=2,
            marks=(),
            score=view.score,
        )
        for after, (dice, verdict, reason) in enumerate(
            zip(
                EVERY_FACE,
                ("true", "bluff", "true"),
                ("told_the_truth", "caught_bluffing", "told_the_truth"),
                strict=True,
            )
        )
    )


def _out(chrome: Chrome, people: tuple[Person, ...]) -> tuple[OutView, ...]:
    if not people:
        return ()
    return (OutView(chrome=chrome, people=people, left=(), may_buy_back=False),)


def _lives(view: ReadyView) -> LivesView:
    return LivesView(
        chrome=view.chrome, standings=view.standings, score=view.score, may_correct=True
    )
