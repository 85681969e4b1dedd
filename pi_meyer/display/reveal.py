"""The reveal: the cup goes up, the dice lie there, the verdict rises. Always the same length.

Nothing of it depends on the roll but the picture that lies beneath from its first frame, and that
frame is drawn only when the ruling is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.display.motions import (
    CUP_UP_S,
    CUP_UP_U,
    DICE_ALONE_S,
    FLOOD_S,
    TILES_DOWN_U,
    Move,
    ease_out_cubic,
    smoothstep,
)

if TYPE_CHECKING:
    from pi_meyer.display.layout import Item, Scene

REVEAL_S = CUP_UP_S + DICE_ALONE_S + FLOOD_S

CUP, TILES, FLOOD = "cup", "tiles", "flood"
VERDICT_SIGN = "verdict sign"
GROUND = "ground"
"""Groups that a reveal knows: what is on the cup goes up, the ground stays, all else goes down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """From a screen with a cup to the ruling, beginning at ``began_s``.

    ``cup_h`` and ``flood_h`` are how far cup and flood must travel to be out of the picture.
    """

    before: Scene
    after: Scene
    began_s: float
    cup_h: float
    flood_h: float

    def over(self, now_s: float) -> bool:
        """Whether the ruling stands."""
        return now_s >= self.began_s + REVEAL_S

    def rising(self, now_s: float) -> bool:
        """Whether the cup is still in the picture."""
        return now_s < self.began_s + CUP_UP_S

    def still(self, now_s: float) -> bool:
        """Whether the dice lie alone and nothing moves."""
        return CUP_UP_S <= now_s - self.began_s < CUP_UP_S + DICE_ALONE_S

    def cup(self, now_s: float) -> Move:
        """How far the cup has gone up."""
        share = smoothstep(min(1.0, max(0.0, (now_s - self.began_s) / CUP_UP_S)))
        return Move(dy=-max(CUP_UP_U, self.cup_h) * share)

    def tiles(self, now_s: float) -> Move:
        """How far the tiles have gone down."""
        share = smoothstep(min(1.0, max(0.0, (now_s - self.began_s) / CUP_UP_S)))
        return Move(dy=TILES_DOWN_U * 1.3 * share)

    def flood(self, now_s: float) -> Move | None:
        """How far below its place the flood stands; None while the dice lie alone."""
        gone = now_s - self.began_s - CUP_UP_S - DICE_ALONE_S
        if gone < 0:
            return None
        return Move(dy=self.flood_h * (1 - ease_out_cubic(min(1.0, gone / FLOOD_S))))

    def table(self) -> tuple[Item, ...]:
        """What lies still beneath: ground, dice, number; nothing that tells the verdict."""
        later = {FLOOD, VERDICT_SIGN, "simulated", "hold"}
        return tuple(item for item in self.after.items if item.group not in later)

    def lifted(self) -> tuple[Item, ...]:
        """The cup and all that is written on it."""
        return tuple(item for item in self.before.items if item.group == CUP)

    def lowered(self) -> tuple[Item, ...]:
        """Tiles and all else below the hem."""
        stays = {CUP, GROUND, "simulated"}
        return tuple(item for item in self.before.items if item.group not in stays)
