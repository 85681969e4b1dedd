"""The table as it stands after some facts: seats, lives or points or lids, and the open round.

A ``Table`` is what folding facts works on. Its owner may change it; every *value* it holds is
immutable, so that ``fork`` is cheap and an earlier table is never touched by a later one.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pi_meyer.match.chain import Chain, length, newest_first
from pi_meyer.rules.options import LifeReroll, MeyerResponse, ScoreMode, WinCondition
from pi_meyer.rules.phases import Phase
from pi_meyer.rules.ranking import Ranking, ranking_of
from pi_meyer.rules.rolls import MEYER, Roll

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.rules.ruling import Reason, Verdict


class DeckelPhase(enum.Enum):
    """How lids move: from the pile, from the winner to the loser, or back on the pile (I1)."""

    DEAL = "deal"
    SWAP = "swap"
    PLAYOFF = "playoff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What stands, and who answers for it.

    ``looked``: announced as a number after a roll (B4). ``as_value``: announced or passed on as a
    number, not as "higher" or "the same" of one, which is what a Meyer is shown at once for (B10).
    """

    value: Roll
    announcer: str
    looked: bool
    as_value: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """A round that somebody has announced in and nobody has ended.

    ``roller`` shook the dice under the cup. While a Kippe waits ``kippe_by`` said it; once it is
    allowed ``again_by`` rolls again. ``claim`` keeps standing below both (C1).
    """

    roller: str
    claim: Claim | None = None
    kippe_by: str | None = None
    again_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round that has ended: what was said and lay there, the ruling, and what it cost.

    ``sides`` are the two sides of the exchange, the announcer first, or nobody (I1). ``living`` are
    those who lived when it began. ``ruled`` is what it would have cost without hand corrections.
    ``start`` is the table just before the round ended, from which a correction derives it again.
    """

    number: int
    announced: str | None
    rolled: str | None
    verdict: Verdict
    reason: Reason
    announcer: str | None
    challenger: str | None
    sides: tuple[str, ...]
    living: tuple[str, ...]
    lost: Mapping[str, int]
    ruled: Mapping[str, int]
    start: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The scores just before a round began (L1)."""

    scores: Mapping[str, int]
    out: tuple[str, ...]
    next_starter: str | None
    pile: int
    deckel_phase: DeckelPhase


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row of the sheet: who could write in it, and the cells that are not nothing (L2)."""

    round: PlayedRound | None
    living: tuple[str, ...]
    cells: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A stored fact that tonight's rules or corrections would not allow any more (J5)."""

    fact: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A hand correction of one cell, with the number of the fact that made it."""

    fact: int
    player: str
    lost: int


Corrections = dict[int, tuple[Correction, ...]]
"""All hand corrections by the number of their round, the oldest first."""


class Table:
    """Seats, scores, the open round and what has been played; see the module's page."""

    __slots__ = (
        "bought",
        "conflicts",
        "corrections",
        "deckel_phase",
        "due",
        "gone",
        "last",
        "living",
        "lost_before",
        "open",
        "over",
        "pile",
        "ranking",
        "reached",
        "round_begun",
        "rounds",
        "rows",
        "rules",
        "scores",
        "seats",
        "starter",
        "starter_after",
        "taken",
    )

    def __init__(self, players: Sequence[str], rules: HouseRules, corrections: Corrections) -> None:
        self.rules = rules
        self.ranking: Ranking = ranking_of(rules)
        self.corrections = corrections
        self.seats: tuple[str, ...] = tuple(players)
        self.gone: frozenset[str] = frozenset()
        self.scores: dict[str, int] = dict.fromkeys(self.seats, self.first_score)
        self.bought: frozenset[str] = frozenset()
        self.reached: frozenset[str] = frozenset()
        self.due: tuple[str, ...] = ()
        self.starter: str = self.seats[0]
        self.starter_after = False
        self.open: OpenRound | None = None
        self.round_begun = False
        self.rounds: Chain[tuple[PlayedRound, Snapshot]] | None = None
        self.last: PlayedRound | None = None
        self.rows: Chain[SheetRow] | None = None
        self.lost_before = 0
        self.pile = rules.deckel_count
        self.deckel_phase = DeckelPhase.DEAL
        self.conflicts: Chain[Conflict] | None = None
        self.taken = 0
        self.living: tuple[str, ...] = ()
        self.over = False
        self.recount()

    def fork(self) -> Table:
        """Copy the table; both copies share every value until one of them gets a new one."""
        twin = Table.__new__(Table)
        for name in Table.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    @property
    def first_score(self) -> int:
        """What a player begins with: lives, or no points or lids yet (K1)."""
        return self.rules.start_lives if self.rules.score_mode is ScoreMode.LIVES else 0

    @property
    def standing(self) -> Roll | None:
        """The value that has to be beaten; ``None`` before a first number."""
        claim = self.open.claim if self.open else None
        return claim.value if claim else None

    @property
    def phase(self) -> Phase:
        """Where the match stands, in the words of ``rules.phases``."""
        if self.over:
            return Phase.OVER
        if self.open is None:
            return Phase.BETWEEN
        if self.open.kippe_by is not None:
            return Phase.KIPPE
        if self.open.again_by is not None:
            return Phase.ROLL_AGAIN
        return self._phase_of_claim()

    def _phase_of_claim(self) -> Phase:
        """A Meyer that was announced as a number may have to be shown at once (B10)."""
        claim = self.open.claim if self.open else None
        if claim is None or claim.value != MEYER:
            return Phase.NUMBER
        if claim.as_value and self.rules.meyer_response is MeyerResponse.AUTO_REVEAL:
            return Phase.TO_BE_SHOWN
        return Phase.MEYER

    @property
    def next_starter(self) -> str | None:
        """Who opens the next round: a starter who is not living hands it to the next seat (F2)."""
        if self.over:
            return None
        if self.starter in self.living and not self.starter_after:
            return self.starter
        return self.next_living(self.starter)

    @property
    def turn(self) -> str | None:
        """Who may act now; ``None`` when the match is over (B1, B10, C1)."""
        if self.over:
            return None
        if self.open is None:
            return self.next_starter
        phase = self.phase
        if phase is Phase.ROLL_AGAIN:
            return self._living_or_next(self.open.again_by)
        if phase is Phase.TO_BE_SHOWN:
            return self._living_or_next(self.answerable)
        return self.next_living(self.answerable)

    @property
    def answerable(self) -> str | None:
        """Who answers for what was said last: the Kippe while one waits, or the number."""
        if self.open is None:
            return None
        if self.open.kippe_by is not None:
            return self.open.kippe_by
        return self.open.claim.announcer if self.open.claim else None

    def next_living(self, player: str | None) -> str | None:
        """Name the next living seat after a player, at the latest the same player again."""
        if player is None:
            return None
        here = self.seats.index(player) + 1
        for seat in self.seats[here:] + self.seats[:here]:
            if seat in self.living:
                return seat
        return None

    def _living_or_next(self, player: str | None) -> str | None:
        return player if player in self.living else self.next_living(player)

    @property
    def present(self) -> tuple[str, ...]:
        """Everybody at the table, in seat order: all but those who left."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def out(self) -> tuple[str, ...]:
        """Everybody who does not play any more, in seat order: out, safe or gone (I2, K1)."""
        return tuple(seat for seat in self.seats if seat not in self.living)

    @property
    def rerolls_due(self) -> tuple[str, ...]:
        """Who may or must roll for new lives before the next round (H2)."""
        return tuple(player for player in self.due if player in self.living)

    @property
    def must_reroll_first(self) -> bool:
        """Whether no round may begin before somebody has rolled for new lives (H2)."""
        return self.rules.life_reroll is LifeReroll.MANDATORY and bool(self.rerolls_due)

    @property
    def rounds_played(self) -> int:
        """How many rounds have ended."""
        return length(self.rounds) + (self.last is not None)

    def round_numbered(self, number: int) -> PlayedRound | None:
        """Find a round that has ended, counted from 1."""
        if self.last is not None and self.last.number == number:
            return self.last
        for played, _ in newest_first(self.rounds):
            if played.number == number:
                return played
        return None

    def snapshot(self) -> Snapshot:
        """Hold what a round shows of the time just before the next one (L1)."""
        return Snapshot(
            scores=self.scores,
            out=self.out,
            next_starter=self.next_starter,
            pile=self.pile,
            deckel_phase=self.deckel_phase,
        )

    def recount(self) -> None:
        """Find out anew who lives and whether the match is over (G1, I2)."""
        scored = self.rules.score_mode is ScoreMode.LIVES or (
            self.rules.score_mode is ScoreMode.DECKEL and self.deckel_phase is not DeckelPhase.DEAL
        )
        self.living = tuple(
            seat
            for seat in self.seats
            if seat not in self.gone and (self.scores[seat] > 0 or not scored)
        )
        self.over = scored and self._is_decided()

    def _is_decided(self) -> bool:
        first_out = self.rules.win_condition is WinCondition.FIRST_OUT_LOSES
        if self.rules.score_mode is ScoreMode.LIVES and first_out:
            return len(self.living) < len(self.present)
        return len(self.living) <= 1
