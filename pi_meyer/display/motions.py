"""Motion: few, short, and without a value before the ruling (design/screens.md, section 7).

A motion is a pure function of the time since it began. It moves groups of the scene; the stage
repaints only where something moved. A still picture has no motion.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.display.canvas import Rect

TILE_SHAKE_S, TILE_SHAKE_U = 0.120, 4.0
TILE_FADE_S = 0.120
STRIP_S = 0.160
TILES_UP_S = 0.200
ROCK_S = 2 * 0.180
OUT_S, OUT_STEPS = 0.450, 14
LAMP_S, LAMP_STEPS = 0.600, 5
LAMP_STRIPS, LAMP_LAG_S = 3, 1 / 60
"""The lamp lights the picture in strips, each a frame after the one above: a third of the work."""
TURN_S = 2 * 0.120

CUP_UP_S, CUP_UP_U, TILES_DOWN_U = 0.320, 290.0, 240.0
DICE_ALONE_S = 0.380
FLOOD_S = 0.250

REST_ANGLE, ROCK_ANGLE = 17.0, 9.0
TIPPED_ANGLE = 28.0


@dataclass(frozen=True, slots=True)
class Move:
    """What a motion does to a group: shift in u, opacity, width (1 is all), turn in degrees.

    ``light`` is the share of its lamp at which a ground is lit. Turns and lights come in few steps,
    each a sprite that is made in a spare moment before (`ahead.recipes_ahead`).
    """

    dx: float = 0.0
    dy: float = 0.0
    opacity: float = 1.0
    width: float = 1.0
    turn: float = 0.0
    light: float = 1.0


STILL = Move()


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """One motion: the group it moves, when it began, how long it lasts, and how.

    ``at`` gets the share of time gone, 0 to 1. ``area`` is all of the picture that it can touch.
    """

    group: str
    began_s: float
    lasts_s: float
    at: Callable[[float], Move]
    area: Rect

    def move(self, now_s: float) -> Move:
        """Where the group stands now."""
        share = (now_s - self.began_s) / self.lasts_s if self.lasts_s > 0 else 1.0
        return self.at(min(1.0, max(0.0, share)))

    def over(self, now_s: float) -> bool:
        """Whether it has come to rest."""
        return now_s >= self.began_s + self.lasts_s


def smoothstep(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


def ease_out(share: float) -> float:
    """Fast, then slow (quadratic)."""
    return 1 - (1 - share) ** 2


def ease_out_cubic(share: float) -> float:
    """Fast, then slow (cubic)."""
    return 1 - (1 - share) ** 3


def ease_in(share: float) -> float:
    """Slow, then fast (quadratic)."""
    return share * share


def shaken(share: float) -> Move:
    """An illegal tile: two swings, then still."""
    return Move(dx=TILE_SHAKE_U * math.sin(share * 4 * math.pi) * (1 - share))


def faded_in(share: float) -> Move:
    """Cream fades in over a touched tile."""
    return Move(opacity=ease_out(share))


def slid_up(distance: float) -> Callable[[float], Move]:
    """Come in from below."""
    return lambda share: Move(dy=distance * (1 - ease_out(share)))


def rocked(share: float) -> Move:
    """The cup rocks twice between its two angles; the turn is relative to its rest."""
    swing = 0.5 - 0.5 * math.cos(share * 4 * math.pi)
    return Move(turn=(ROCK_ANGLE - REST_ANGLE) * swing)


def tipped(share: float) -> Move:
    """The die tips over the edge, in pictures like a film; the turn is relative to its end."""
    step = math.floor(share * OUT_STEPS) / OUT_STEPS
    return Move(turn=float(round(TIPPED_ANGLE * (ease_in(step) - 1))))


def glowing(share: float) -> Move:
    """The winner's lamp grows, like on a dimmer with so many notches: each paints all anew."""
    return Move(light=max(1, math.ceil(ease_out(share) * LAMP_STEPS)) / LAMP_STEPS)


def turned_away(share: float) -> Move:
    """The old life die goes narrow in the first half, then it is gone."""
    return Move(width=max(0.04, 1 - ease_in(share * 2))) if share < 0.5 else Move(opacity=0.0)


def turned_up(share: float) -> Move:
    """The new life die comes in the second half."""
    return Move(opacity=0.0) if share < 0.5 else Move(width=max(0.04, ease_out(share * 2 - 1)))
