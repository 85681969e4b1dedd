"""Where a match stands, and what may happen there.

The reasons first, the table after them; ``docs/phases.md`` is drawn from the table.

A match alternates between *between rounds* and a round. A round opens with its first announcement,
because the dice alone say nothing: before it there is nothing to doubt, and a press of the button
costs nobody anything (C49). From then on somebody answers for what stands, and the receiver, the
next living seat, is the only one who may go on.

What the receiver may do depends on what stands. Over a *number* the receiver may announce, pass the
cup on or lift, or concede. A *Meyer* cannot be beaten, so the table has agreed on other answers:
accept it, double it, pass it on as the same, lift; announcing over it exists only where a Meyer is
a claim like any other and equal claims are allowed (B6). Where the table lays a Meyer open at once
it is *to be shown*: nobody may doubt it first, only its announcer acts (B10). A *Kippe* is no
number; the claim below it waits, and the receiver may only allow another roll or lift (C1). Once
allowed, the same player *rolls again* and announces: there are new dice under the cup, so neither
a lift nor a pass nor accepting makes sense.

People come and go, and lives are bought or rolled, only between rounds: in a round it would be
unclear who the receiver is (A4). The end of a match is *over* for play, never for the record:
correcting, changing a setting, taking back and buying back can open it again (G2). These four acts
are not moves; correcting, setting and taking back work anywhere and lead wherever the record then
leads, so they are no arrows of the diagram.

The table says what the *structure* of play allows. Whether tonight's settings allow it as well
(is Kippe in play? is the number high enough?) is judged after it, by ``match.legality``.
"""

from __future__ import annotations

import enum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Phase(enum.Enum):
    """Where a match stands."""

    BETWEEN = "between rounds"
    NUMBER = "a number stands"
    MEYER = "a Meyer stands"
    TO_BE_SHOWN = "a Meyer is to be shown"
    KIPPE = "a Kippe waits"
    ROLL_AGAIN = "the Kippe is rolled again"
    OVER = "the match is over"


class Act(enum.Enum):
    """What can happen, by the key that a replay file uses for it."""

    ANNOUNCE = "announce"
    PASS = "pass"  # noqa: S105 - the cup is passed on
    LIFT = "lift"
    SAID = "said"
    ALLOW = "allow"
    ACCEPT = "accept"
    DOUBLE = "double"
    CONCEDE = "concede"
    SHOW = "show"
    VOID = "void"
    ROW = "row"
    BUY_BACK = "buy_back"
    REROLL_LIVES = "reroll_lives"
    JOIN = "join"
    LEAVE = "leave"
    ORDER = "order"
    CORRECT = "correct"
    SET = "set"
    UNDO = "undo"


RECORD_ACTS = frozenset({Act.CORRECT, Act.SET, Act.UNDO})
"""Acts on the record: possible in every phase, leading wherever the record then leads (A4)."""

_ENDS = (Phase.BETWEEN, Phase.OVER)
_CLAIMS = (Phase.NUMBER, Phase.MEYER, Phase.TO_BE_SHOWN, Phase.KIPPE)

# Announcing and passing can end a round: where too low a claim loses (B11).
TRANSITIONS: Mapping[Phase, Mapping[Act, tuple[Phase, ...]]] = MappingProxyType(
    {
        Phase.BETWEEN: {
            Act.ANNOUNCE: _CLAIMS,
            Act.SHOW: _ENDS,
            Act.SAID: _ENDS,
            Act.ROW: _ENDS,
            Act.BUY_BACK: (Phase.BETWEEN,),
            Act.REROLL_LIVES: (Phase.BETWEEN,),
            Act.JOIN: (Phase.BETWEEN,),
            Act.LEAVE: (Phase.BETWEEN,),
            Act.ORDER: (Phase.BETWEEN,),
        },
        Phase.NUMBER: {
            Act.ANNOUNCE: (*_CLAIMS, *_ENDS),
            Act.PASS: (Phase.NUMBER, Phase.MEYER, Phase.TO_BE_SHOWN, *_ENDS),
            Act.LIFT: _ENDS,
            Act.CONCEDE: _ENDS,
            Act.SHOW: _ENDS,
            Act.SAID: _ENDS,
            Act.VOID: (Phase.BETWEEN,),
        },
        Phase.MEYER: {
            Act.ANNOUNCE: (Phase.MEYER, Phase.KIPPE, *_ENDS),
            Act.PASS: (Phase.MEYER, *_ENDS),
            Act.LIFT: _ENDS,
            Act.ACCEPT: _ENDS,
            Act.DOUBLE: _ENDS,
            Act.SAID: _ENDS,
            Act.VOID: (Phase.BETWEEN,),
        },
        Phase.TO_BE_SHOWN: {
            Act.SHOW: _ENDS,
            Act.VOID: (Phase.BETWEEN,),
        },
        Phase.KIPPE: {
            Act.ALLOW: (Phase.ROLL_AGAIN,),
            Act.LIFT: _ENDS,
            Act.SAID: _ENDS,
            Act.VOID: (Phase.BETWEEN,),
        },
        Phase.ROLL_AGAIN: {
            Act.ANNOUNCE: (*_CLAIMS, *_ENDS),
            Act.CONCEDE: _ENDS,
            Act.SHOW: _ENDS,
            Act.SAID: _ENDS,
            Act.VOID: (Phase.BETWEEN,),
        },
        Phase.OVER: {
            Act.BUY_BACK: (Phase.BETWEEN, Phase.OVER),
        },
    }
)


def diagram() -> str:
    """Draw the table as a page of Markdown with one Mermaid state diagram."""
    lines = ["stateDiagram-v2", f"    [*] --> {Phase.BETWEEN.name}"]
    lines += [f"    {phase.name}: {phase.value}" for phase in Phase]
    for (here, there), acts in _arrows().items():
        lines.append(f"    {here.name} --> {there.name}: {', '.join(acts)}")
    return "\n".join([*_HEAD, "```mermaid", *lines, "```", ""])


def _arrows() -> dict[tuple[Phase, Phase], list[str]]:
    """Gather the acts that lead from one phase to another."""
    arrows: dict[tuple[Phase, Phase], list[str]] = {}
    for here, acts in TRANSITIONS.items():
        for act, phases in acts.items():
            for there in phases:
                arrows.setdefault((here, there), []).append(act.value)
    return arrows


_HEAD = (
    "# The phases of a match",
    "",
    "Drawn from the table in `pi_meyer/rules/phases.py`, which gives the reasons, by",
    "`python -m pi_meyer.rules.phases > docs/phases.md`. `correct`, `set` and `undo` work in every",
    "phase and lead wherever the record then leads; they are left out of the picture.",
    "",
)


if __name__ == "__main__":
    print(diagram(), end="")  # noqa: T201 - this module's command prints its page
