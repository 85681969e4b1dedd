"""Sample views of the ruling: every verdict, and who may pay."""

from __future__ import annotations

from dataclasses import replace

from pi_meyer.display.sample_guests import (
    ANDERS,
    BO,
    HARD,
    JONAS,
    METTE,
    PLAIN,
    SOFIE,
    TWELVE,
    UNDO_LOSS,
    people,
)
from pi_meyer.match.views import (
    Loss,
    Person,
    RulingView,
    Score,
    View,
)


def _loss(person: Person, lost: int, before: int) -> Loss:
    return Loss(person=person, lost=lost, before=before, after=before - lost)


def rulings() -> dict[str, View]:
    """Every verdict and most reasons."""
    true = RulingView(
        chrome=PLAIN,
        dice=(6, 5),
        cocked=False,
        announced="63",
        announcer=METTE,
        challenger=JONAS,
        verdict="true",
        reason="told_the_truth",
        losses=(_loss(JONAS, 1, 3),),
        odds_of_36=14,
        marks=(),
        score=Score.LIVES,
    )
    bluff = replace(
        true,
        dice=(4, 2),
        verdict="bluff",
        reason="caught_bluffing",
        losses=(_loss(METTE, 1, 4),),
    )
    hard = people(HARD)
    birgitte = people(TWELVE)[11]
    return {
        "ruling true": true,
        "ruling bluff": bluff,
        "ruling meyer": replace(
            bluff,
            dice=(6, 4),
            announced="21",
            announcer=replace(hard[1], name="Åshild"),
            reason="lied_about_meyer",
            losses=(_loss(replace(hard[1], name="Åshild"), 2, 5),),
            odds_of_36=2,
        ),
        "ruling birgitte": replace(
            true, announcer=birgitte, challenger=birgitte, losses=(_loss(birgitte, 2, 12),)
        ),
        "ruling hard": replace(
            bluff,
            announcer=hard[0],
            challenger=hard[3],
            losses=(_loss(hard[0], 2, 9),),
            marks=("dice_moved", "entered_by_hand"),
            chrome=replace(PLAIN, simulated=True, undo=UNDO_LOSS),
        ),
        "ruling script": replace(
            true, announcer=hard[2], challenger=hard[4], losses=(_loss(hard[4], 1, 1),)
        ),
        "ruling shown": replace(
            true,
            dice=(2, 1),
            announced="21",
            reason="meyer_shown",
            losses=tuple(_loss(person, 1, 4) for person in (JONAS, SOFIE, ANDERS, BO)),
            odds_of_36=2,
        ),
        "ruling points": replace(
            true,
            score=Score.POINTS,
            losses=(Loss(person=JONAS, lost=1, before=2, after=3),),
        ),
        "ruling joker": replace(true, dice=(3, 2), announced="66", reason="joker", odds_of_36=3),
        "ruling understated": replace(bluff, dice=(6, 5), reason="understated"),
        "ruling kippe": replace(
            true, dice=None, cocked=True, announced="kippe", reason="kippe_true", odds_of_36=None
        ),
        "ruling accepted": replace(
            true,
            dice=None,
            announced="21",
            verdict="accepted",
            reason="accepted",
            odds_of_36=2,
        ),
        "ruling accepted free": replace(
            true, dice=None, announced="21", verdict="accepted", reason="accepted", losses=()
        ),
        "ruling conceded": replace(
            true, dice=None, verdict="conceded", reason="conceded", losses=(_loss(JONAS, 1, 3),)
        ),
        "ruling illegal": replace(
            bluff, dice=None, verdict="illegal", reason="illegal_claim", odds_of_36=None
        ),
        "ruling void": replace(
            true,
            dice=None,
            cocked=True,
            verdict="void",
            reason="cocked",
            losses=(),
            odds_of_36=None,
        ),
        "ruling toast": replace(
            true, dice=(3, 2), verdict="void", reason="toast", losses=(), odds_of_36=None
        ),
        "ruling nothing lost": replace(true, losses=()),
    }
