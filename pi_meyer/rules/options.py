"""The closed choices of the house rules, by the names that files use (section 6 of the rules)."""

from __future__ import annotations

import enum


class ScoreMode(enum.Enum):
    """What a lost round costs: lives that run out, points that add up, or lids that wander."""

    LIVES = "lives"
    TALLY = "tally"
    DECKEL = "deckel"


class PairsOrder(enum.Enum):
    """Which pair is the highest (decision C5)."""

    SIX_HIGH = "six_high"
    ONE_HIGH = "one_high"


class Roll32(enum.Enum):
    """What a real 32 does: nothing, make any claim true (C7), or end the round with a toast."""

    NORMAL = "normal"
    JOKER = "joker"
    TOAST = "toast"


class RaiseRule(enum.Enum):
    """Whether an announcement must beat the standing one or may equal it (C34)."""

    STRICT = "strict"
    EQUAL_OK = "equal_ok"


class IllegalClaim(enum.Enum):
    """What happens to somebody who announces too little (C50)."""

    REFUSE = "refuse"
    LOSES = "loses"


class PassUnseen(enum.Enum):
    """What may be said with a cup that is passed on unseen (C11, C32)."""

    OFF = "off"
    SAME = "same"
    HIGHER = "higher"
    SAME_OR_HIGHER = "same_or_higher"


class Understating(enum.Enum):
    """Whether a roll better than announced counts as true (C37)."""

    TRUTH = "truth"
    LIE = "lie"


class MeyerTrigger(enum.Enum):
    """What makes a round a Meyer round: the announcement, or the dice as well (C30)."""

    CLAIM = "claim"
    CLAIM_OR_ROLL = "claim_or_roll"


class MeyerResponse(enum.Enum):
    """What the receiver of an announced Meyer must do (C12, C22, C25, C26)."""

    MUST_LIFT = "must_lift"
    ACCEPT_OR_LIFT = "accept_or_lift"
    AS_ANY_CLAIM = "as_any_claim"
    AUTO_REVEAL = "auto_reveal"


class MeyerRevealLosers(enum.Enum):
    """Who pays for a Meyer that was shown and is real (rule 1.11)."""

    CHALLENGER = "challenger"
    ALL_OTHERS = "all_others"


class Escalation(enum.Enum):
    """Whether the k-th lost round of a match costs k - 1 more (C10)."""

    OFF = "off"
    MATCH = "match"


class LastLife(enum.Enum):
    """What the table grants somebody on the last life (C15); it leaves no fact (H3)."""

    NONE = "none"
    FREE_REROLL = "free_reroll"


class LifeReroll(enum.Enum):
    """Whether somebody's lives are rolled anew with one die (H2)."""

    OFF = "off"
    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class NextStarter(enum.Enum):
    """Who opens the next round after a lift (C36, F1)."""

    LOSER = "loser"
    WINNER = "winner"
    CHALLENGER = "challenger"
    MIA_WIKIPEDIA = "mia_wikipedia"


class WinCondition(enum.Enum):
    """Whether the last one standing wins or the first one out loses (C38)."""

    LAST_STANDING = "last_standing"
    FIRST_OUT_LOSES = "first_out_loses"


class DeckelPlayoff(enum.Enum):
    """When the lids start to go back on the pile (rules 3.13, 3.14)."""

    ALL_EQUAL = "all_equal"
    LAST_TWO_EQUAL = "last_two_equal"
    OFF = "off"
